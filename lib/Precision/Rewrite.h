// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts an assignment of precision into effect.
//
//   - An op is built again in the types of its decision; a value that it takes in
//     another type goes through a cast.
//   - A narrowing cast is made once for each value and type, right behind the value,
//     which is outside every loop that the value is outside of.
//   - A widening is exact and stands at its user; a value that was widened only is
//     narrowed by taking what it was widened from.
//   - A constant takes the type that is asked for.
//   - What a function returns, what a loop carries and what a call takes keep their
//     types.
#ifndef HALFTONE_LIB_PRECISION_REWRITE_H
#define HALFTONE_LIB_PRECISION_REWRITE_H

#include "halftone/Precision/Placement.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace halftone::precision {

struct RewriteCounts {
  int64_t narrowing = 0, widening = 0;
  int64_t bytes = 0; ///< read and written by the casts, were each a kernel
};

/// The number that a value is everywhere, seen through broadcasts and reshapes.
std::optional<llvm::APFloat> getSplat(mlir::Value value);

RewriteCounts rewriteFunction(mlir::func::FuncOp function, const LabelMap &labels);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REWRITE_H
