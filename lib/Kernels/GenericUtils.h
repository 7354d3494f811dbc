// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about `linalg.generic` that several passes ask.
#ifndef HALFTONE_LIB_KERNELS_GENERICUTILS_H
#define HALFTONE_LIB_KERNELS_GENERICUTILS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace halftone::kernel {

/// True for a loop without reductions that writes each result in the order of its
/// loops and reads no destination: something that a user may compute instead.
inline bool isElementwise(mlir::linalg::GenericOp op) {
  if (!op || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (mlir::OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity() || op.payloadUsesValueFromOperand(&init))
      return false;
  return true;
}

/// An elementwise loop of one input that moves its elements, or widens them.
struct Move {
  mlir::Value source;
  mlir::AffineMap map; ///< from the result's dimensions to the source's
  bool widens;
};

inline std::optional<Move> matchMove(mlir::Value value) {
  auto op = value.getDefiningOp<mlir::linalg::GenericOp>();
  if (!op || !isElementwise(op) || op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  mlir::AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  if (!map.isProjectedPermutation())
    return std::nullopt;
  mlir::Value yielded = op.getBody()->getTerminator()->getOperand(0);
  bool widens = false;
  if (auto extension = yielded.getDefiningOp<mlir::arith::ExtFOp>()) {
    yielded = extension.getIn();
    widens = true;
  }
  if (yielded != op.getBody()->getArgument(0))
    return std::nullopt;
  return Move{op.getDpsInputOperand(0)->get(), map, widens};
}

} // namespace halftone::kernel

#endif // HALFTONE_LIB_KERNELS_GENERICUTILS_H
