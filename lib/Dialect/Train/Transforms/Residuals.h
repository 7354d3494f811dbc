// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a forward region that its backward twin uses.
//
// A twin is first built as if it could see into the forward region. Then each such
// use is made good, in this order:
//
//   1. what costs nothing to make again is: constants, iotas, arithmetic on integers
//      and booleans, and movements of values from outside;
//   2. the rest become further results of the forward op (`collectResiduals` names
//      them, in the order of their first use, and the op's rule makes the results).
//
// Twins of inner regions are done before those of outer ones, so a value that is
// needed several regions out becomes a result at each step.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RESIDUALS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RESIDUALS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace halftone::train {

/// True for ops that cost nothing to make again, as far as their operands are there.
bool isCheap(mlir::Operation *op);

/// The values defined in `forward` that ops in `twin` use.
llvm::SetVector<mlir::Value> collectResiduals(mlir::Region &twin, mlir::Region &forward);

/// Replaces the uses in `twin` of `value`.
void replaceInTwin(mlir::Region &twin, mlir::Value value, mlir::Value replacement);

/// Step 1. Ops are cloned at `builder`, which is in the twin before the uses; `known`
/// has values of `forward` that the twin has too, such as an induction variable, and
/// they are replaced as well.
void recomputeInTwin(mlir::OpBuilder &builder, mlir::Region &twin, mlir::Region &forward,
                     mlir::IRMapping known = {});

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RESIDUALS_H
