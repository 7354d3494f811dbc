// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A `linalg.generic` on buffers as loops over addresses: for each loop its extent,
// and for each operand its stride in that loop. Loops can be merged, split and bound
// without looking at the op's maps again.
//
//   linalg.generic  (i, j) -> (i, j), (i)   on memref<64x128xf32>, memref<64xf32>
//   loops           i: 64, strides [128, 1];   j: 128, strides [1, 0]
#ifndef HALFTONE_KERNELS_KERNEL_H
#define HALFTONE_KERNELS_KERNEL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <optional>

namespace halftone::kernel {

/// On the first stage of a sum over a whole array: launches wait for others like it.
inline constexpr llvm::StringLiteral partialSumAttrName = "kernel.partial_sum";

/// One loop of a kernel. Entry `a` of `strides` is for operand `a` of the op; after
/// the operands there is one entry for each loop of the op, which says how its index
/// moves, where the body asks for it.
struct Loop {
  int64_t extent;
  bool parallel;
  llvm::SmallVector<int64_t, 8> strides;
};

/// How an operand is reached: element `offset + sum of iv * stride` of `flat`.
struct Access {
  mlir::Value memref; ///< the operand
  mlir::Value base;   ///< the buffer that it is a view of
  mlir::Value flat;   ///< the buffer as one dimension
  int64_t offset;     ///< of the first element, where it is known
  bool dynamicOffset; ///< the offset is known at run time only
};

struct Kernel {
  mlir::linalg::GenericOp op;
  llvm::SmallVector<Loop> loops;
  llvm::SmallVector<Access> accesses;
  /// Where the loops that are bound already have come, entries as in `Loop`; null
  /// for 0.
  llvm::SmallVector<mlir::Value> positions;

  /// The kernel of an op; nothing where it has a scalar operand or dynamic strides.
  static std::optional<Kernel> of(mlir::linalg::GenericOp op);

  bool isWritten(unsigned a) const { return a >= numInputs; }
  /// Elements of one iteration of the first loop.
  int64_t innerSize() const;
  int64_t size() const;
  /// Rough cost of one element, in instructions.
  unsigned cost() const { return elementCost; }
  /// Splits the first loop into `count` iterations of what is left.
  void splitFirst(int64_t count);

  unsigned numInputs = 0;
  unsigned elementCost = 0;

private:
  void collapseLoops();
};

/// The buffer that a memref is a view of.
mlir::Value baseOf(mlir::Value memref);
/// Cost of one element of a body, in instructions.
unsigned costOfBody(mlir::linalg::GenericOp op);

/// The combination of a reduction: the op whose one operand is the accumulator of
/// result `r`, which has no other use. Null if the body is not of this form.
mlir::Operation *combinerOf(mlir::linalg::GenericOp op, unsigned r);
/// What a combination leaves as it is: -0 for a sum, -infinity for a maximum.
mlir::TypedAttr neutralOf(mlir::Operation *combiner);
/// Whether result `r` is accumulated over some loop that is left: one of a single
/// iteration is none, and there the body reads the start like any operand.
bool isReduced(const Kernel &kernel, unsigned r);

/// The whole buffer of a memref as one dimension, from its first element on.
mlir::Value flatten(mlir::OpBuilder &b, mlir::Location loc, mlir::Value memref);
/// Makes `linalg.generic` of all linalg ops and copies within an op.
mlir::LogicalResult generalizeOps(mlir::Operation *root);
/// Makes scalar operands of the `linalg.generic` within an op values that the body uses.
void takeScalarOperands(mlir::Operation *root);

/// Whether a kernel is a loop over rows: parallel, and of more than one.
bool hasRows(const Kernel &kernel);
/// Whether kernels may share a first loop of `count` rows, each of which is long enough
/// to pay for a loop of its own, or a single element.
bool isRowCount(llvm::ArrayRef<Kernel> kernels, int64_t count);
/// Elements of a row that pay for a loop of their own.
inline constexpr int64_t leastRow = 16;

/// True when kernels, in this order, may share a first loop of `count` iterations:
/// whatever one of them writes, others touch in the same iteration only; and every
/// two neighbours meet in some buffer, so that sharing it pays.
bool canShareRows(llvm::ArrayRef<Kernel> kernels, int64_t count);

} // namespace halftone::kernel

#endif // HALFTONE_KERNELS_KERNEL_H
