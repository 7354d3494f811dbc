// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every family's kernel for a product is made of: integer arithmetic that folds,
// the place of an element, loads, and the epilogue of one or two results.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTCODE_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTCODE_H

#include "KernelOutliner.h"
#include "ProductShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace halftone::cuda {

/// Integers of one type, with what is known at compile time folded.
class IndexMath {
public:
  using Value = mlir::Value;
  IndexMath(mlir::ImplicitLocOpBuilder &b, mlir::Type type) : b(b), type(type) {}

  Value constant(int64_t value);
  Value from(Value integer); ///< from `index` or another width
  Value add(Value x, Value y);
  Value add(Value x, int64_t y) { return add(x, constant(y)); }
  Value mul(Value x, int64_t y);
  Value div(Value x, int64_t y);
  Value rem(Value x, int64_t y);
  /// x < bound, or null where `always` says so.
  Value less(Value x, int64_t bound);
  /// Both; null stands for true.
  Value both(Value x, Value y);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Type type;
};

/// The code of one product's kernel.
class ProductCode {
public:
  using Value = mlir::Value;
  ProductCode(OutlinedKernel &kernel, const ProductShape &shape);
  /// Captures the buffers; fails with an error where one cannot be.
  mlir::LogicalResult captureBuffers();

  /// Elements from the first one of an operand to that of an index along an axis.
  Value offsetAlong(AxisKind axis, OperandKind operand, Value index);
  /// Where the part of an operand that belongs to one index of the batch starts.
  Value start(OperandKind operand, Value batch);
  /// `width` neighbouring elements of an operand, as a vector where there are several.
  /// Where `condition` fails, those at `start` instead: there, too, are `width`.
  Value load(OperandKind operand, Value offset, int64_t width, Value condition, Value start);
  /// The same value in another type, exactly where it is wider, else rounded once.
  Value convert(Value value, mlir::Type element);

  /// Stores neighbours of dest along n: `values`, of type acc, plus the bias where there
  /// is one, each rounded once.
  void storeResults(llvm::ArrayRef<Value> values, llvm::ArrayRef<Value> bias, Value offset);
  /// `width` neighbours of the bias in acc. Where `condition` fails, those at `start`.
  llvm::SmallVector<Value> loadBias(Value offset, int64_t width, Value condition, Value start);

  OutlinedKernel &kernel;
  mlir::ImplicitLocOpBuilder &b;
  const ProductShape &shape;
  IndexMath math;

private:
  Value flat[4], dynamicOffset[4];
};

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTCODE_H
