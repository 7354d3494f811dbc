// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the reports go.
#ifndef HALFTONE_LIB_PRECISION_REPORTFILES_H
#define HALFTONE_LIB_PRECISION_REPORTFILES_H

#include "ReportData.h"

namespace halftone::precision {

/// Writes what has a path, each file as a whole, or reports why it can't at `loc`.
llvm::LogicalResult writeReports(const ReportData &data, llvm::StringRef jsonPath,
                                 llvm::StringRef htmlPath, mlir::Location loc);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REPORTFILES_H
