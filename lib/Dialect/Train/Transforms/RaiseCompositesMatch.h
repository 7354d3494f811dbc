// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How formulas are recognised. A match starts from one op; the shape of its result is the
// *frame*. Frameworks compute statistics in the frame's shape, or without the reduced
// dimensions, or with those of size 1, and go between by broadcasts and reshapes in several
// steps. `Seen` is a value together with where its dimensions lie in the frame, so that such
// steps are skipped, and axes compared, in one place.
//
//   root     divide %e, %b : tensor<4x8xf32>            frame [4, 8]
//   see(%b)  broadcast_in_dim %r : [4, 1] -> [4, 8]     skips to %r, dims [0, -1]
//            reshape %s : [4] -> [4, 1]                 skips to %s, dims [0]
//            reduce add %e, dims = [1]                  is Σ over the frame's dimension 1
//
// Commutative ops match in both orders. Nothing here makes or changes IR.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMATCH_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMATCH_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include <optional>

namespace halftone::train::raise {

using mlir::Value;
using Dims = llvm::ArrayRef<int64_t>;
using Sizes = llvm::SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Values in a frame
//===----------------------------------------------------------------------===//

struct Seen {
  Value value;
  /// Where each dimension of `value` lies in the frame; -1 where its size is 1. The frame's
  /// other dimensions repeat the value.
  Sizes dims;
  Dims frame;

  /// An operand of the elementwise op that `value` comes from.
  Seen at(Value operand) const { return {operand, dims, frame}; }
  template <typename OpT> OpT op() const { return value.getDefiningOp<OpT>(); }
};

/// `value` in the frame of its own shape.
Seen see(Value value);
/// What is behind broadcasts, and reshapes that only add or drop dimensions of size 1.
Seen skipViews(Seen seen);
inline Value skipViews(Value value) { return skipViews(see(value)).value; }
/// True where `seen` has the frame's elements in the frame's order: only dimensions of
/// size 1 differ.
bool isWhole(const Seen &seen);

/// `value` in another shape, from behind its views where those only add dimensions of size 1.
Value reshapeBehindViews(CoreBuilder &b, Value value, Dims shape);

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The number that all elements of `value` are.
std::optional<double> getConstant(Value value);
std::optional<int64_t> getConstantInt(Value value);
bool isConstant(Value value, double number);
/// True where `a` is `b` but for `roundings` units in the last place of `element`.
bool isNear(double a, double b, mlir::Type element, unsigned roundings = 1);
bool isNaNConstant(Value value);
/// A bound on the magnitude of every element; infinite where none is known.
double getMagnitude(Value value, unsigned depth = 12);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The other operand of a commutative op, where one of them satisfies `isIt`.
template <typename OpT, typename Predicate> Value otherOperand(OpT op, Predicate isIt) {
  if (!op)
    return {};
  if (isIt(op.getRhs()))
    return op.getLhs();
  return isIt(op.getLhs()) ? Value(op.getRhs()) : Value();
}

/// x, where `value` is x² as a product or a power.
Value matchSquare(Value value);
/// x, where `value` is −x.
Value matchNegation(Value value);

/// constant · Π factors / Π divisors, of values in the frame's shape. `leaf` is not
/// taken apart.
struct Product {
  double constant = 1;
  llvm::SmallVector<Value> factors, divisors;
};
Product flatten(Value value, Value leaf = {});

/// `value` as a polynomial in `x` with constant coefficients, lowest first, of degree 3 at
/// most, with trailing zeros.
using Polynomial = std::array<double, 4>;
std::optional<Polynomial> matchPolynomial(Value value, Value x, unsigned depth = 12);

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A reduction of `input`, which has the frame's shape, over `dims` of it.
struct Reduced {
  Value input, result;
  Sizes dims;
};
std::optional<Reduced> matchReduce(Seen seen, ReductionKind kind);
/// A sum divided by the number of its terms.
std::optional<Reduced> matchMean(Seen seen);

/// x minus its row's maximum, or minus 0 where that is infinite and the form is guarded.
struct Shifted {
  Value x, shift; // shift as it is before it is spread over the row
  int64_t dim = 0;
  bool guarded = false;
};
std::optional<Shifted> matchShifted(Value value);
/// Σ e^shifted over the row, seen from where the row's sum is used; the shifted value.
Value matchExpSum(Seen seen, std::optional<Shifted> &shifted);

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The labels, where `value` has a row of 0 and 1 for each of them along its last dimension,
/// with 1 at the label: a row of zeros for a label that names no class.
Value matchOneHot(Value value);
/// The same of i1.
Value matchOneHotPredicate(Value pred);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMATCH_H
