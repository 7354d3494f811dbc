// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short names for building core ops: what a decomposition or a gradient rule is
// written in, so that it reads like its formula.
//
//   CoreBuilder b(builder, op.getLoc());
//   Value e = b.exp(b.sub(x, b.expand(b.max(x, dims), x, dims)));
//
// Nothing here rounds unless it says so: arithmetic has the type of its operands, which
// must agree; a `double` next to a value is a constant of the value's type. Constants are
// splats, so their size costs nothing.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_COREBUILDER_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_COREBUILDER_H

#include "halftone/Dialect/Train/IR/Train.h"

namespace halftone::train {

class CoreBuilder {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using Dims = llvm::ArrayRef<int64_t>;

  /// `compute` is the type of `wide`: f32 unless given.
  CoreBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::FloatType compute = {})
      : builder(builder), loc(loc), compute(compute ? compute : builder.getF32Type()) {}

  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() { return loc; }
  mlir::FloatType getCompute() { return compute; }
  mlir::FloatType f32() { return builder.getF32Type(); }
  mlir::FloatType f64() { return builder.getF64Type(); }
  Type i32() { return builder.getI32Type(); }
  Type i64() { return builder.getI64Type(); }

  template <typename OpT, typename... Args> Value create(Args &&...args) {
    return OpT::create(builder, loc, std::forward<Args>(args)...);
  }

  // Constants, rounded to the element type.
  Value splat(Dims shape, Type element, double value);
  Value splatInt(Dims shape, Type element, int64_t value);
  Value scalar(Type element, double value) { return splat({}, element, value); }
  /// A constant of the type of `value`; integers from `number` exactly.
  Value like(Value value, double number);
  Value zerosLike(Value value) { return like(value, 0); }
  Value iota(Dims shape, Type element, int64_t dim);

  // Casts.
  Value cast(Value value, Type element) { return castTo(builder, loc, value, element); }
  /// `value` in the compute type.
  Value wide(Value value) { return cast(value, compute); }

  // Elementwise.
  Value add(Value a, Value b) { return create<AddOp>(a, b); }
  Value add(Value a, double b) { return add(a, like(a, b)); }
  Value sub(Value a, Value b) { return create<SubOp>(a, b); }
  Value sub(Value a, double b) { return sub(a, like(a, b)); }
  Value sub(double a, Value b) { return sub(like(b, a), b); }
  Value mul(Value a, Value b) { return create<MulOp>(a, b); }
  Value mul(Value a, double b) { return mul(a, like(a, b)); }
  Value div(Value a, Value b) { return create<DivOp>(a, b); }
  Value div(Value a, double b) { return div(a, like(a, b)); }
  Value div(double a, Value b) { return div(like(b, a), b); }
  Value rem(Value a, Value b) { return create<RemOp>(a, b); }
  Value pow(Value a, Value b) { return create<PowOp>(a, b); }
  Value maximum(Value a, Value b) { return create<MaxOp>(a, b); }
  Value maximum(Value a, double b) { return maximum(a, like(a, b)); }
  Value minimum(Value a, Value b) { return create<MinOp>(a, b); }
  Value minimum(Value a, double b) { return minimum(a, like(a, b)); }
  Value fma(Value a, Value b, Value c) { return create<FmaOp>(c.getType(), a, b, c); }
  Value square(Value a) { return mul(a, a); }
  Value neg(Value a) { return create<NegOp>(a); }
  Value abs(Value a) { return create<AbsOp>(a); }
  Value sign(Value a) { return create<SignOp>(a); }
  Value exp(Value a) { return create<ExpOp>(a); }
  Value log(Value a) { return create<LogOp>(a); }
  Value sqrt(Value a) { return create<SqrtOp>(a); }
  Value rsqrt(Value a) { return create<RsqrtOp>(a); }
  Value tanh(Value a) { return create<TanhOp>(a); }
  Value sin(Value a) { return create<SineOp>(a); }
  Value cos(Value a) { return create<CosineOp>(a); }
  Value erf(Value a) { return create<ErfOp>(a); }
  Value logistic(Value a) { return create<LogisticOp>(a); }
  Value logicalNot(Value a) { return create<NotOp>(a); }
  Value logicalAnd(Value a, Value b) { return create<AndOp>(a, b); }
  Value logicalOr(Value a, Value b) { return create<OrOp>(a, b); }
  Value isFinite(Value a) { return create<IsFiniteOp>(a); }

  // Comparison and selection.
  Value compare(ComparisonDirection direction, Value a, Value b) {
    return create<CompareOp>(direction, a, b);
  }
  Value compare(ComparisonDirection direction, Value a, double b) {
    return compare(direction, a, like(a, b));
  }
  Value eq(Value a, Value b) { return compare(ComparisonDirection::EQ, a, b); }
  Value eq(Value a, double b) { return compare(ComparisonDirection::EQ, a, b); }
  Value gt(Value a, Value b) { return compare(ComparisonDirection::GT, a, b); }
  Value gt(Value a, double b) { return compare(ComparisonDirection::GT, a, b); }
  Value ge(Value a, Value b) { return compare(ComparisonDirection::GE, a, b); }
  Value ge(Value a, double b) { return compare(ComparisonDirection::GE, a, b); }
  Value lt(Value a, Value b) { return compare(ComparisonDirection::LT, a, b); }
  Value lt(Value a, double b) { return compare(ComparisonDirection::LT, a, b); }
  Value le(Value a, Value b) { return compare(ComparisonDirection::LE, a, b); }
  Value le(Value a, double b) { return compare(ComparisonDirection::LE, a, b); }
  /// `pred` has rank 0 or the shape of the others.
  Value select(Value pred, Value onTrue, Value onFalse) {
    return create<SelectOp>(onTrue.getType(), pred, onTrue, onFalse);
  }
  Value select(Value pred, Value onTrue, double onFalse) {
    return select(pred, onTrue, like(onTrue, onFalse));
  }
  Value select(Value pred, double onTrue, Value onFalse) {
    return select(pred, like(onFalse, onTrue), onFalse);
  }

  // Shapes. Each gives back its operand where nothing would change.
  Value reshape(Value value, Dims shape);
  Value transpose(Value value, Dims permutation);
  /// Dimension `i` of `value` becomes dimension `dims[i]` of the result.
  Value broadcast(Value value, Dims shape, Dims dims);
  /// A value of rank 0 in every place of `shape`.
  Value broadcastScalar(Value value, Dims shape) { return broadcast(value, shape, {}); }
  Value broadcastScalarLike(Value value, Value other) {
    return broadcastScalar(value, getShape(other));
  }
  /// `value` repeated so that its dimensions are the last ones of `shape`.
  Value broadcastTrailing(Value value, Dims shape);
  /// Undoes the shape of a reduction: `reduced` lacks the dimensions `dims` of `other`, and
  /// is repeated along them.
  Value expand(Value reduced, Value other, Dims dims);

  // Reductions; the element type stays unless one is given (then one rounding).
  Value reduce(ReductionKind kind, Value value, Dims dims, Type element = {});
  Value sum(Value value, Dims dims, Type element = {}) {
    return reduce(ReductionKind::add, value, dims, element);
  }
  Value max(Value value, Dims dims) { return reduce(ReductionKind::max, value, dims); }
  /// Sum divided by the number of elements, in the operand's type.
  Value mean(Value value, Dims dims);
  /// Over every dimension, to rank 0.
  Value reduceAll(ReductionKind kind, Value value, Type element = {});
  Value sumAll(Value value, Type element = {}) {
    return reduceAll(ReductionKind::add, value, element);
  }

  // Contraction, rounded once from its accumulator to `element`.
  Value dot(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract, Dims rhsContract,
            Type element, mlir::FloatType acc = {}) {
    return create<DotGeneralOp>(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract, element,
                                acc);
  }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType compute;
};

/// `0 … rank−1`.
llvm::SmallVector<int64_t> allDims(mlir::Value value);
/// `first … rank−1`.
llvm::SmallVector<int64_t> dimsFrom(mlir::Value value, int64_t first);
/// The dimensions of `value` that are not in `dims`.
llvm::SmallVector<int64_t> otherDims(mlir::Value value, llvm::ArrayRef<int64_t> dims);
/// The number of elements of `value` along `dims`.
int64_t countAlong(mlir::Value value, llvm::ArrayRef<int64_t> dims);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_COREBUILDER_H
