// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interfaces of `train` ops, and the types that they speak of.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_H
#define HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace halftone::train {

/// Gradients of values, while a function is differentiated
/// (halftone/Dialect/Train/Transforms/GradientContext.h).
class GradientContext;

/// How a tie group stands to its op's label. A rule that names the group goes before.
enum class TieKind {
  Flowing,  ///< data: takes the op's label
  Standing, ///< weights, a loss: takes the op's `low` and `f32`, follows nothing
  Apart,    ///< masks, running statistics: widened with the op, not narrowed
  Wide,     ///< f32 or f64 by the op's definition
  Declared, ///< has the type that it was declared with: state, what a loop carries
};

/// A maximal set of operands, results, block arguments and yielded values of one
/// op that must share one element type.
struct TieGroup {
  /// The name of its operand or result, or "x" where it has several. Policies may
  /// name it.
  llvm::StringRef name;
  /// Operands of the op, or of the terminators of its regions.
  llvm::SmallVector<mlir::OpOperand *, 2> uses;
  /// Results of the op, and block arguments of its regions.
  llvm::SmallVector<mlir::Value, 1> defs;
  TieKind kind = TieKind::Flowing;
};

} // namespace halftone::train

#include "halftone/Dialect/Train/IR/TrainInterfaces.h.inc"

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAININTERFACES_H
