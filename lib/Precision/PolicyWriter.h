// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a policy as a file that reads back as the same policy: all that holds, whatever
// it came from, and under `effective` what comes out for each op.
#ifndef HALFTONE_LIB_PRECISION_POLICYWRITER_H
#define HALFTONE_LIB_PRECISION_POLICYWRITER_H

#include "halftone/Precision/Policy.h"

namespace halftone::precision {

/// Fails where two equally specific rules hold for every op of a name, and differ.
llvm::LogicalResult writePolicy(const Policy &policy, mlir::MLIRContext *context,
                                mlir::Location loc, llvm::raw_ostream &os);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_POLICYWRITER_H
