// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How patterns of core ops are read. Frameworks repeat small values to the shape of large
// ones in several steps, so a pattern looks at a value from a shape:
//
//   a View of v from [8, 64, 16]: dims[i] is the dimension of v along which it varies with
//   dimension i of that shape, or −1 where it is the same for all.
//
// Behind broadcasts, transposes and reshapes that add or drop dimensions of size 1 there is
// another view of the same elements. A Match collects the ops of a pattern; it may only be
// replaced where nobody else uses them.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISEMATCH_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISEMATCH_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

namespace halftone::train {

using mlir::Operation;
using mlir::Value;

struct View {
  Value value;
  llvm::SmallVector<int64_t> dims;

  /// A value seen from its own shape.
  static View of(Value value);
  /// Another value of the same shape as `value`.
  View at(Value other) const { return {other, dims}; }
  /// True where every dimension is its own.
  bool isWhole() const;
  bool operator==(const View &other) const { return value == other.value && dims == other.dims; }
};

/// Sum or maximum of a value of the shape that is looked from, along some of its dimensions.
struct Row {
  Value operand;
  llvm::SmallVector<int64_t> dims;
};

/// `constant · factors`.
struct Product {
  double constant = 1;
  llvm::SmallVector<Value> factors;
};

class Match {
public:
  /// `root` is what is to be replaced.
  explicit Match(Operation *root);

  /// Behind what only repeats and rearranges.
  View strip(View view);
  /// The op behind that, where it is of this kind and of the root's element type; `view`
  /// then sees its result.
  template <typename OpT> OpT take(View &view) {
    View inner = strip(view);
    auto op = inner.value.getDefiningOp<OpT>();
    if (!op || getElementType(inner.value) != element)
      return {};
    add(op);
    view = inner;
    return op;
  }
  /// The reduction behind that, of a value that is not itself repeated.
  std::optional<Row> takeReduction(View view, ReductionKind kind);
  /// `Σ / n`, the mean over rows, with its count.
  std::optional<Row> takeMean(View view);
  /// The row's maximum; another maximum with −∞ makes no difference.
  std::optional<Row> takeMaximum(View view);
  /// The one number that a constant holds, computed from constants where need be.
  static std::optional<double> constantOf(View view);
  /// `value` as a product; `leaves` are not taken apart.
  Product takeProduct(Value value, llvm::ArrayRef<Value> leaves);
  /// The other operand of an addition of `number`.
  Value takeSumWith(Value value, double number);

  /// True where two numbers are one, rounded to the element type.
  bool isNear(double number, double wanted) const;

  /// True where no op of the pattern but the root has a user outside of it.
  bool isClosed() const;
  /// For alternatives: forgets the ops after the first `count`.
  size_t size() const { return ops.size(); }
  void truncate(size_t count) { ops.truncate(count); }

  void add(Operation *op) { ops.push_back(op); }
  mlir::Type getElement() const { return element; }
  /// Values of another element type are looked at as if they had the root's.
  void setElement(mlir::Type type) { element = type; }

private:
  Operation *root;
  mlir::Type element;
  llvm::SmallVector<Operation *, 16> ops;
};

/// What an op is the end of, built before it; null where it is the end of nothing.
Value raiseRows(Operation *op, mlir::OpBuilder &builder);
Value raiseNorm(Operation *op, mlir::OpBuilder &builder);
Value raiseActivation(Operation *op, mlir::OpBuilder &builder);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISEMATCH_H
