// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How ops treat a positive factor that all their inputs hold to some degree: what loss
// scaling, and the proof that it is right, know of each op. The factor is a loss scale,
// so it is positive: `max(s·x, s·y)` is `s·max(x, y)`, as `|s·x|` is `s·|x|`.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_DEGREERULES_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_DEGREERULES_H

#include "mlir/IR/Operation.h"

namespace halftone::train {

/// What an operand's degree means to its op.
enum class DegreeRole {
  Free,    ///< the results are the same whatever the degree: `sign`, integers
  Carried, ///< the results have this degree
  Factor,  ///< the results have the sum of the factors' degrees
  Equal,   ///< the results have this degree, which all such operands (and the sum of the
           ///< factors, if any) must have
  Fixed,   ///< must have degree 0: a denominator, what `exp` takes
};

/// The role of a float operand of an op without regions. An op that has no rule has
/// `Fixed` operands. Results of such an op without a `Carried`, `Factor` or `Equal`
/// operand have degree 0, as have those that are no floats.
DegreeRole getDegreeRole(mlir::OpOperand &use);

/// The scale of an fp8 tensor where it is put on, or taken out behind the product. What a
/// tensor holds of the factor is in its scale as well, the other way round, and both are
/// taken out together: the tensor and the product have the degree that they would have
/// without.
bool isFp8Factor(mlir::OpOperand &use);

/// Whether an operand of this role gives its degree to the results.
inline bool givesDegree(DegreeRole role) {
  return role == DegreeRole::Carried || role == DegreeRole::Factor || role == DegreeRole::Equal;
}

/// Whether the value has floats, which alone have degrees.
bool hasFloats(mlir::Value value);

/// Zeros, infinities and NaNs have any degree: they are the same with and without a
/// positive factor. Sees constants, through broadcasts and the like.
bool hasAnyDegree(mlir::Value value);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_DEGREERULES_H
