// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts an assignment of precision into effect.
//
//   - An op is built again in the types of its decision; a value that it takes in
//     another type goes through a cast.
//   - A narrowing cast is made once for each value and type, right behind the value,
//     which is outside every loop that the value is outside of.
//   - A widening is exact and stands before its first user: one for each scope
//     (CastScope.h), in the forward pass and behind it, so that what is kept is the narrow
//     value. A value that was widened only is narrowed by taking what it was widened from.
//   - A constant takes the type that is asked for.
//   - What a function returns, what a loop carries and what a call takes keep their
//     types.
#ifndef HALFTONE_LIB_PRECISION_REWRITE_H
#define HALFTONE_LIB_PRECISION_REWRITE_H

#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/Placement.h"

namespace halftone::precision {

struct RewriteCounts {
  int64_t narrowing = 0, widening = 0;
  int64_t bytes = 0; ///< read and written by the casts, were each a kernel
};

/// `prices` says who shares a widened copy, as in the placement.
RewriteCounts rewriteFunction(mlir::FunctionOpInterface function, const StepParts &parts,
                              const LabelMap &labels, Prices prices = Prices::Traffic);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REWRITE_H
