// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranges force on an op's label: a group that holds a value which its compute type
// does not hold is f32. Where only a result is such, the op's operands stay as they are.
#ifndef HALFTONE_LIB_PRECISION_LABELRANGES_H
#define HALFTONE_LIB_PRECISION_LABELRANGES_H

#include "halftone/Precision/Placement.h"
#include "halftone/Precision/Ranges.h"

namespace halftone::precision {

void applyRanges(mlir::Operation *op, llvm::ArrayRef<train::TieGroup> groups,
                 const RangeFacts &facts, Labelled &labelled);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_LABELRANGES_H
