// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the families of conversions share. A rule computes an op's results with core ops
// of `train`, which it builds before the op:
//
//   static Value convert(stablehlo::AddOp op, Converter &b) {
//     return b.add(op.getLhs(), op.getRhs());
//   }
//   rules.add<convert>();
//
// Ops are converted in the order of the text, so a rule's operands have been converted.
// No value changes its type. A rule that can fail returns `FailureOr<…>`, and says why by
// `b.refuse(op)`.
#ifndef HALFTONE_LIB_CONVERSION_STABLEHLOTOTRAIN_CONVERT_H
#define HALFTONE_LIB_CONVERSION_STABLEHLOTOTRAIN_CONVERT_H

#include "halftone/Dialect/StableHLO/StableHLO.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

namespace halftone::conversion {

using mlir::Value;
using Values = llvm::SmallVector<Value>;
using Dims = llvm::ArrayRef<int64_t>;
using Sizes = llvm::SmallVector<int64_t>;

/// What the pass was asked for, and what it counts.
struct ConversionState {
  bool tf32 = false;
  int64_t numConverted = 0, numLoops = 0, numLifted = 0;
};

class Converter : public train::CoreBuilder {
public:
  Converter(mlir::OpBuilder &builder, mlir::Location loc, ConversionState &state)
      : CoreBuilder(builder, loc), state(state) {}

  ConversionState &getState() { return state; }

  /// An error at `op`: "op 'stablehlo.sort' has no counterpart in 'train': ".
  static mlir::InFlightDiagnostic refuse(mlir::Operation *op);

  /// Integer or float constant of `value`'s type, with an integer's bits.
  Value intLike(Value value, int64_t number) {
    return splatInt(train::getShape(value), train::getElementType(value), number);
  }
  /// `value` repeated to `type`'s shape, from rank 0.
  Value fill(Value scalar, mlir::Type type) {
    return broadcastScalar(scalar, mlir::cast<mlir::RankedTensorType>(type).getShape());
  }
  Value bitcast(Value value, mlir::Type element) {
    return create<train::BitcastConvertOp>(train::withElementType(value.getType(), element), value);
  }
  Value bitAnd(Value a, Value b) { return create<train::AndOp>(a, b); }
  Value bitOr(Value a, Value b) { return create<train::OrOp>(a, b); }
  Value bitXor(Value a, Value b) { return create<train::XorOp>(a, b); }
  Value shiftLeft(Value a, int64_t by) { return create<train::ShiftLeftOp>(a, intLike(a, by)); }
  Value shiftRight(Value a, int64_t by) {
    return create<train::ShiftRightLogicalOp>(a, intLike(a, by));
  }
  Value shiftRightSigned(Value a, int64_t by) {
    return create<train::ShiftRightArithmeticOp>(a, intLike(a, by));
  }
  Value isNaN(Value a) { return compare(train::ComparisonDirection::NE, a, a); }
  Value atan2(Value y, Value x) { return create<train::Atan2Op>(y, x); }
  Value log1p(Value a) { return create<train::Log1pOp>(a); }
  Value expm1(Value a) { return create<train::Expm1Op>(a); }
  Value slice(Value value, Dims start, Dims limit, Dims strides = {});
  Value pad(Value value, Value scalar, Dims low, Dims high, Dims interior);
  Value concatenate(mlir::ValueRange values, int64_t dim);

  /// `kind` of two values of one type; on `i1`, addition is `or` and multiplication `and`.
  Value combine(train::ReductionKind kind, Value a, Value b);

private:
  ConversionState &state;
};

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

using Rule = mlir::FailureOr<Values> (*)(mlir::Operation *, Converter &);

/// Rules by the name of the op that they convert.
class Rules {
public:
  Rule lookup(mlir::Operation *op) const { return rules.lookup(op->getName().getTypeID()); }

  /// `function` is `R(OpT, Converter &)`, with R one of `Value`, `Values`, and `FailureOr`
  /// of those.
  template <auto function> void add() { addFor<function>(function); }
  template <typename OpT, Rule rule> void addRule() { rules[mlir::TypeID::get<OpT>()] = rule; }

private:
  static mlir::FailureOr<Values> wrap(Value value) { return Values{value}; }
  static mlir::FailureOr<Values> wrap(Values values) { return values; }
  static mlir::FailureOr<Values> wrap(mlir::FailureOr<Values> values) { return values; }
  static mlir::FailureOr<Values> wrap(mlir::FailureOr<Value> value) {
    if (mlir::failed(value))
      return mlir::failure();
    return Values{*value};
  }
  template <auto function, typename R, typename OpT> void addFor(R (*)(OpT, Converter &)) {
    rules[mlir::TypeID::get<OpT>()] = [](mlir::Operation *op, Converter &b) {
      return wrap(function(mlir::cast<OpT>(op), b));
    };
  }

  llvm::DenseMap<mlir::TypeID, Rule> rules;
};

void addElementwiseRules(Rules &rules);
void addFunctionRules(Rules &rules);
void addBroadcastingRules(Rules &rules);
void addShapeRules(Rules &rules);
void addIndexRules(Rules &rules);
void addContractionRules(Rules &rules);
void addReductionRules(Rules &rules);
void addWindowRules(Rules &rules);
void addSortRules(Rules &rules);
void addControlRules(Rules &rules);
void addCallRules(Rules &rules);
void addNormRules(Rules &rules);
void addRandomRules(Rules &rules);
void addCollectiveRules(Rules &rules);
void addUpstreamRules(Rules &rules);

/// All of them.
const Rules &getRules();

/// Converts the ops of a block, and of the blocks in them. Goes on after an error.
mlir::LogicalResult convertBlock(mlir::Block &block, ConversionState &state);

/// Makes static ops of those whose shape is an operand but whose result is static, and
/// erases what computed the shape (Dynamic.cpp).
mlir::LogicalResult makeStatic(mlir::Operation *root);

/// A `train.for` in place of a `while` that counts and that nobody uses yet: what takes the
/// place of its results (Loops.cpp). Nothing where it doesn't count.
std::optional<Values> convertCountingLoop(train::WhileOp loop);

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

/// True for the element types of `train`.
bool isTrainElement(mlir::Type element);
/// Succeeds where `train` can hold values of `type`; else an error at `op`.
mlir::LogicalResult checkType(mlir::Operation *op, mlir::Type type);

/// The one element that all elements of a constant equal, seen through reshapes,
/// broadcasts and casts of integers.
std::optional<llvm::APFloat> getConstantFloat(Value value);
std::optional<llvm::APInt> getConstantInt(Value value);
/// All elements of a constant of integers.
std::optional<Sizes> getConstantInts(Value value);
/// True where `value` is a constant from which `kind` may start without effect.
bool isNeutral(train::ReductionKind kind, Value value);
/// What `kind` starts from, of rank 0.
Value neutral(train::ReductionKind kind, mlir::Type element, Converter &b);

/// Entry `i`, or `standard` for an array that is not given.
Sizes orDefault(std::optional<Dims> array, size_t size, int64_t standard);
/// The two columns of a `padding` attribute; zeros where there is none.
void splitPadding(std::optional<mlir::DenseIntElementsAttr> padding, size_t size, Sizes &low,
                  Sizes &high);

//===----------------------------------------------------------------------===//
// Bodies (Bodies.cpp)
//===----------------------------------------------------------------------===//

/// The kind of a body that combines its two arguments by one op, in any order.
std::optional<train::ReductionKind> matchKind(mlir::Region &body);
/// The index of the argument that a body returns, where it does nothing else.
std::optional<unsigned> matchArgument(mlir::Region &body);
/// The op that a body applies to its arguments, in order, where it does nothing else.
mlir::Operation *matchSingleOp(mlir::Region &body);
/// What a body on two pairs (value, index) picks: the pair of the largest or smallest
/// value, the first where several are equal. Proved by evaluating it in every case.
std::optional<train::ArgKind> matchArgReduction(mlir::Region &body);

/// Converts a body on scalars where it stands, once; an error where it has ops that
/// cannot be lifted.
mlir::LogicalResult prepareBody(mlir::Region &body, ConversionState &state);
/// What a prepared body yields for `arguments` of one shape, elementwise.
Values liftBody(mlir::Region &body, mlir::ValueRange arguments, Converter &b);

/// The comparison with its operands exchanged; for either dialect's directions.
template <typename Direction> Direction swapped(Direction direction) {
  switch (direction) {
  case Direction::GE:
    return Direction::LE;
  case Direction::GT:
    return Direction::LT;
  case Direction::LE:
    return Direction::GE;
  case Direction::LT:
    return Direction::GT;
  default:
    return direction;
  }
}

} // namespace halftone::conversion

#endif // HALFTONE_LIB_CONVERSION_STABLEHLOTOTRAIN_CONVERT_H
