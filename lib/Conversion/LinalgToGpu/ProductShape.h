// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A `kernel.product` on buffers as four axes, and where each operand's elements lie.
//
//   batch   in lhs, rhs and dest        m   in lhs and dest
//   k       not in dest                 n   in rhs and dest
//
// All dimensions of one kind are one axis with one linear index; neighbours that lie
// one within the other in every operand merge, and what is left are the digits of
// the index, the last one the fastest:
//
//   dest[b, h, s, t] = sum of lhs[b, s, h, d] * rhs[b, t, h, d]   8x4x64x64, d < 16
//   batch   b: 8, h: 4        m   s: 64        n   t: 64        k   d: 16
//
// Where dest is contiguous along m and not along n, lhs and rhs change places, and with
// them m and n: so kernels store along n.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTSHAPE_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTSHAPE_H

#include "halftone/Kernels/KernelOps.h"

#include <array>

namespace halftone::cuda {

enum AxisKind { BatchAxis, MAxis, NAxis, KAxis };
enum OperandKind { LhsOperand, RhsOperand, DestOperand, BiasOperand };

/// One digit of an axis' index: how many values it has, and how many elements apart
/// they are in each operand; 0 in one that lacks it.
struct AxisDigit {
  int64_t extent;
  std::array<int64_t, 4> strides;
};

struct ProductAxis {
  llvm::SmallVector<AxisDigit> digits; ///< slowest first; none for one index
  int64_t size = 1;
  /// Elements between neighbours along the fastest digit.
  int64_t step(OperandKind operand) const {
    return digits.empty() ? 0 : digits.back().strides[operand];
  }
};

struct ProductOperand {
  mlir::Value memref; ///< null for a bias that is not there
  mlir::Type element;
  int64_t offset = 0; ///< of the first element, where it is known
  bool dynamicOffset = false;
};

struct ProductShape {
  /// The shape of an op, or an error at it.
  static mlir::FailureOr<ProductShape> of(kernel::ProductOp op);

  kernel::ProductOp op;
  mlir::Type acc;
  bool tf32;
  ProductAxis axes[4];
  ProductOperand operands[4];
  /// Offsets of elements take 64 bits.
  bool wideIndices = false;

  bool hasBias() const { return operands[BiasOperand].memref != nullptr; }
  int64_t size(AxisKind axis) const { return axes[axis].size; }
  /// The axis of an operand's tile beside k: m for lhs, n for rhs.
  static AxisKind rowsOf(OperandKind operand) { return operand == LhsOperand ? MAxis : NAxis; }
  /// Whether neighbours along k lie closer together than neighbours along the rows.
  bool isFastAlongK(OperandKind operand) const;
  /// How many elements, a power of two and at most `most`, can always be accessed at
  /// once along an axis: they are neighbours, all there or none, and aligned to their
  /// size (buffers start at a multiple of 64 bytes).
  int64_t vectorWidth(OperandKind operand, AxisKind axis, int64_t most) const;

private:
  void addAxis(AxisKind axis, llvm::ArrayRef<AxisDigit> digits);
  void findWideIndices();
  void swapSides();
};

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTSHAPE_H
