// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReportFiles.h"

#include "HtmlReport.h"
#include "ReportJson.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace halftone::precision;

static LogicalResult writeReport(const ReportData &data, StringRef path, Location loc,
                                 void (*print)(llvm::raw_ostream &, const ReportData &)) {
  if (path.empty())
    return success();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream.SetBufferSize(1 << 16); // JSON comes in single characters
  print(stream, data);
  stream.flush();
  if (halftone::Status written = halftone::writeFile(path.str(), text); !written)
    return emitError(loc) << written.error();
  return success();
}

LogicalResult halftone::precision::writeReports(const ReportData &data, StringRef jsonPath,
                                                StringRef htmlPath, Location loc) {
  if (failed(writeReport(data, jsonPath, loc, writeJsonReport)))
    return failure();
  return writeReport(data, htmlPath, loc, writeHtmlReport);
}
