// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Report.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace halftone::precision;

static std::string locationText(Location loc) {
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return text;
}

void Report::addDecision(Operation *op, const Labelled &labelled) {
  std::string function;
  if (auto parent = op->getParentOfType<func::FuncOp>())
    function = parent.getName().str();
  std::string computeText;
  if (labelled.compute)
    llvm::raw_string_ostream(computeText) << labelled.compute;
  auto options =
      remark::RemarkOpts::name(toString(labelled.decision)).category("autocast").function(function);
  // A decision for low precision is what the pass is for; the others are what it
  // left alone.
  if (labelled.decision == Decision::Low)
    remark::passed(op->getLoc(), options) << remark::add("{0}", op->getName().getStringRef())
                                          << remark::reason("{0}", labelled.reason);
  else
    remark::missed(op->getLoc(), options) << remark::add("{0}", op->getName().getStringRef())
                                          << remark::reason("{0}", labelled.reason);
  rows.push_back({function, op->getName().getStringRef().str(), locationText(op->getLoc()),
                  toString(labelled.label).str(), toString(labelled.decision).str(), computeText,
                  labelled.reason});
}

void Report::addFunction(StringRef function, const RewriteCounts &counts) {
  functions.emplace_back(function.str(), counts);
}

LogicalResult Report::write(StringRef path, Location loc) const {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &error);
  if (!file)
    return emitError(loc) << "cannot write the report: " << error;
  llvm::json::OStream json(file->os(), /*IndentSize=*/1);
  json.object([&] {
    json.attribute("compute", facts.compute);
    json.attribute("policy", facts.policy);
    json.attribute("placement", facts.placement);
    json.attributeArray("functions", [&] {
      for (const auto &[name, counts] : functions)
        json.object([&] {
          json.attribute("function", name);
          json.attribute("narrowing_casts", counts.narrowing);
          json.attribute("widening_casts", counts.widening);
          json.attribute("cast_bytes", counts.bytes);
        });
    });
    json.attributeArray("decisions", [&] {
      for (const Row &row : rows)
        json.object([&] {
          json.attribute("function", row.function);
          json.attribute("op", row.op);
          json.attribute("location", row.location);
          json.attribute("label", row.label);
          json.attribute("decision", row.decision);
          json.attribute("compute", row.compute);
          json.attribute("reason", row.reason);
        });
    });
  });
  file->os() << '\n';
  file->os().flush();
  if (file->os().has_error()) {
    file->os().clear_error();
    return emitError(loc) << "cannot write the report '" << path << "'";
  }
  file->keep();
  return success();
}
