// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, elementwise ops and casts: verifiers, and the folds that never change a
// value or a rounding. NaN payloads are not values. What folds by computing on
// constants is left to the dialect's fold interface.
#include "Verify.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace halftone::train;

//===----------------------------------------------------------------------===//
// constant, iota
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                           ValueRange operands, DictionaryAttr attributes,
                                           OpaqueProperties properties, RegionRange regions,
                                           SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  types.push_back(adaptor.getValue().getShapedType());
  return success();
}

LogicalResult ConstantOp::verify() {
  if (getType() == getValue().getShapedType()) // (C1); (C2) is in the type of the result
    return success();
  return emitOpError() << "'output' must be " << getValue().getShapedType()
                       << ", the type of 'value', got " << getType();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

LogicalResult IotaOp::verify() {
  auto emit = [&] { return emitOpError(); };
  return verifyDimension(emit, "iota_dimension", getIotaDimension(), getType().getRank()); // (C1)
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

namespace {

bool isUnsigned(Type type) { return getElementTypeOrSelf(type).isUnsignedInteger(); }

/// The result of a function that gives back what it is given twice: f(f(x)) = x.
template <typename OpTy> OpFoldResult foldInvolution(OpTy op) {
  if (auto inner = op.getOperand().template getDefiningOp<OpTy>())
    return inner.getOperand();
  return {};
}

/// Folds f(g(x)) to g(x), where g's results are fixed points of f.
template <typename... InnerTy> OpFoldResult foldFixedPoint(Value operand) {
  Operation *inner = operand.getDefiningOp();
  if (isa_and_nonnull<InnerTy...>(inner))
    return operand;
  return {};
}

OpFoldResult foldIntegral(Value operand) {
  return foldFixedPoint<FloorOp, CeilOp, RoundNearestEvenOp, RoundNearestAfzOp>(operand);
}

} // namespace

OpFoldResult AbsOp::fold(FoldAdaptor) {
  if (isUnsigned(getType()))
    return getOperand();
  if (auto inner = getOperand().getDefiningOp<NegOp>()) {
    getOperandMutable().set(inner.getOperand());
    return getResult();
  }
  return foldFixedPoint<AbsOp>(getOperand());
}

OpFoldResult NegOp::fold(FoldAdaptor) { return foldInvolution(*this); }
OpFoldResult NotOp::fold(FoldAdaptor) { return foldInvolution(*this); }
OpFoldResult SignOp::fold(FoldAdaptor) { return foldFixedPoint<SignOp>(getOperand()); }
OpFoldResult FloorOp::fold(FoldAdaptor) { return foldIntegral(getOperand()); }
OpFoldResult CeilOp::fold(FoldAdaptor) { return foldIntegral(getOperand()); }
OpFoldResult RoundNearestEvenOp::fold(FoldAdaptor) { return foldIntegral(getOperand()); }
OpFoldResult RoundNearestAfzOp::fold(FoldAdaptor) { return foldIntegral(getOperand()); }

// Nothing structural is known of these.
OpFoldResult ExpOp::fold(FoldAdaptor) { return {}; }
OpFoldResult Expm1Op::fold(FoldAdaptor) { return {}; }
OpFoldResult LogOp::fold(FoldAdaptor) { return {}; }
OpFoldResult Log1pOp::fold(FoldAdaptor) { return {}; }
OpFoldResult SqrtOp::fold(FoldAdaptor) { return {}; }
OpFoldResult RsqrtOp::fold(FoldAdaptor) { return {}; }
OpFoldResult CbrtOp::fold(FoldAdaptor) { return {}; }
OpFoldResult SineOp::fold(FoldAdaptor) { return {}; }
OpFoldResult CosineOp::fold(FoldAdaptor) { return {}; }
OpFoldResult TanOp::fold(FoldAdaptor) { return {}; }
OpFoldResult TanhOp::fold(FoldAdaptor) { return {}; }
OpFoldResult LogisticOp::fold(FoldAdaptor) { return {}; }
OpFoldResult ErfOp::fold(FoldAdaptor) { return {}; }
OpFoldResult ErfInvOp::fold(FoldAdaptor) { return {}; }
OpFoldResult PopcntOp::fold(FoldAdaptor) { return {}; }
OpFoldResult CountLeadingZerosOp::fold(FoldAdaptor) { return {}; }

//===----------------------------------------------------------------------===//
// Binary ops
//===----------------------------------------------------------------------===//

namespace {

/// The one value of a constant of floats or integers.
std::optional<APFloat> getSplatFloat(Attribute attribute) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (!elements || !elements.isSplat() || !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APFloat>();
}
std::optional<APInt> getSplatInt(Attribute attribute) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (!elements || !elements.isSplat() || !isa<IntegerType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APInt>();
}

bool isInteger(Type type) { return isa<IntegerType>(getElementTypeOrSelf(type)); }
bool isIntZero(Attribute attribute) {
  auto value = getSplatInt(attribute);
  return value && value->isZero();
}
bool isIntOne(Attribute attribute) {
  auto value = getSplatInt(attribute);
  return value && value->isOne();
}
bool isAllOnes(Attribute attribute) {
  auto value = getSplatInt(attribute);
  return value && value->isAllOnes();
}
bool isOne(Attribute attribute) {
  if (auto value = getSplatFloat(attribute))
    return value->isExactlyValue(1.0);
  return isIntOne(attribute);
}
bool isFloatZero(Attribute attribute, bool negative) {
  auto value = getSplatFloat(attribute);
  return value && value->isZero() && value->isNegative() == negative;
}
bool isInfinity(Attribute attribute, bool negative) {
  auto value = getSplatFloat(attribute);
  return value && value->isInfinity() && value->isNegative() == negative;
}

/// A constant of an integer tensor type.
Attribute intSplat(Type type, uint64_t value) {
  auto tensor = cast<RankedTensorType>(type);
  return DenseElementsAttr::get(tensor, APInt(tensor.getElementTypeBitWidth(), value));
}

/// The least (or greatest) value of an integer element type.
APInt extremeOf(Type type, bool least) {
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (isUnsigned(type))
    return least ? APInt::getMinValue(width) : APInt::getMaxValue(width);
  return least ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
}

/// Maximum and minimum: `greatest` is the direction.
template <typename OpTy> OpFoldResult foldExtreme(OpTy op, Attribute rhs, bool greatest) {
  if (op.getLhs() == op.getRhs())
    return op.getLhs();
  if (isInfinity(rhs, /*negative=*/greatest))
    return op.getLhs();
  if (auto value = getSplatInt(rhs)) {
    if (*value == extremeOf(op.getType(), /*least=*/greatest))
      return op.getLhs();
    if (*value == extremeOf(op.getType(), /*least=*/!greatest))
      return op.getRhs();
  }
  return {};
}

/// Shifts: by nothing, or of nothing.
template <typename OpTy, typename Adaptor> OpFoldResult foldShift(OpTy op, Adaptor adaptor) {
  if (isIntZero(adaptor.getRhs()) || isIntZero(adaptor.getLhs()))
    return op.getLhs();
  return {};
}

} // namespace

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // x + 0 is not x for x = -0; x + -0 always is.
  if (isIntZero(adaptor.getRhs()) || isFloatZero(adaptor.getRhs(), /*negative=*/true))
    return getLhs();
  return {};
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isIntZero(adaptor.getRhs()) || isFloatZero(adaptor.getRhs(), /*negative=*/false))
    return getLhs();
  if (isInteger(getType()) && getLhs() == getRhs()) // for floats x may be infinite or NaN
    return intSplat(getType(), 0);
  return {};
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isOne(adaptor.getRhs()))
    return getLhs();
  if (isIntZero(adaptor.getRhs()))
    return getRhs();
  return {};
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  return isOne(adaptor.getRhs()) ? OpFoldResult(getLhs()) : OpFoldResult();
}

OpFoldResult RemOp::fold(FoldAdaptor adaptor) {
  if (isIntOne(adaptor.getRhs()))
    return intSplat(getType(), 0);
  return {};
}

OpFoldResult PowOp::fold(FoldAdaptor adaptor) {
  return isOne(adaptor.getRhs()) ? OpFoldResult(getLhs()) : OpFoldResult();
}

OpFoldResult MaxOp::fold(FoldAdaptor adaptor) { return foldExtreme(*this, adaptor.getRhs(), true); }
OpFoldResult MinOp::fold(FoldAdaptor adaptor) {
  return foldExtreme(*this, adaptor.getRhs(), false);
}
OpFoldResult Atan2Op::fold(FoldAdaptor) { return {}; }

OpFoldResult AndOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isAllOnes(adaptor.getRhs()))
    return getLhs();
  return isIntZero(adaptor.getRhs()) ? OpFoldResult(getRhs()) : OpFoldResult();
}

OpFoldResult OrOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isIntZero(adaptor.getRhs()))
    return getLhs();
  return isAllOnes(adaptor.getRhs()) ? OpFoldResult(getRhs()) : OpFoldResult();
}

OpFoldResult XorOp::fold(FoldAdaptor adaptor) {
  if (isIntZero(adaptor.getRhs()))
    return getLhs();
  return getLhs() == getRhs() ? OpFoldResult(intSplat(getType(), 0)) : OpFoldResult();
}

OpFoldResult ShiftLeftOp::fold(FoldAdaptor adaptor) { return foldShift(*this, adaptor); }
OpFoldResult ShiftRightArithmeticOp::fold(FoldAdaptor adaptor) { return foldShift(*this, adaptor); }
OpFoldResult ShiftRightLogicalOp::fold(FoldAdaptor adaptor) { return foldShift(*this, adaptor); }

//===----------------------------------------------------------------------===//
// clamp, compare, is_finite, select
//===----------------------------------------------------------------------===//

LogicalResult ClampOp::verify() {
  auto scalar = RankedTensorType::get({}, getType().getElementType());
  auto check = [&](StringRef name, Value bound) -> LogicalResult { // (C1)
    if (bound.getType() == getType() || bound.getType() == scalar)
      return success();
    return emitOpError() << "'" << name << "' must be " << getType() << " or " << scalar << ", got "
                         << bound.getType();
  };
  return failure(failed(check("min", getMin())) || failed(check("max", getMax())));
}

/// The type of predicates on `operand`.
static LogicalResult inferPredicate(ValueRange operands, SmallVectorImpl<Type> &types) {
  auto tensor = dyn_cast<RankedTensorType>(operands.front().getType());
  if (!tensor)
    return failure();
  types.push_back(tensor.clone(IntegerType::get(tensor.getContext(), 1)));
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                          ValueRange operands, DictionaryAttr, OpaqueProperties,
                                          RegionRange, SmallVectorImpl<Type> &types) {
  return inferPredicate(operands, types);
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                           ValueRange operands, DictionaryAttr, OpaqueProperties,
                                           RegionRange, SmallVectorImpl<Type> &types) {
  return inferPredicate(operands, types);
}

LogicalResult SelectOp::verify() {
  auto pred = cast<RankedTensorType>(getPred().getType());
  if (pred.getRank() == 0 || pred.getShape() == getType().getShape()) // (C1)
    return success();
  return emitOpError() << "'pred' must be " << pred.clone(ArrayRef<int64_t>{}) << " or "
                       << pred.clone(getType().getShape()) << ", got " << pred;
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return getOnTrue();
  if (auto pred = getSplatInt(adaptor.getPred()))
    return pred->isZero() ? getOnFalse() : getOnTrue();
  return {};
}

//===----------------------------------------------------------------------===//
// cast, bitcast_convert
//===----------------------------------------------------------------------===//

namespace {

/// Bits of magnitude that an integer type needs; -2^n needs no more than 2^n - 1.
unsigned magnitudeBits(IntegerType type) {
  return type.getWidth() == 1 || type.isUnsigned() ? type.getWidth() : type.getWidth() - 1;
}

bool isSigned(IntegerType type) { return type.getWidth() > 1 && !type.isUnsigned(); }

/// True when every value of `from` is a value of `to`.
bool holdsAll(Type from, Type to) {
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  if (!fromInt)
    return isExactWidening(from, to); // to an integer, only from itself
  if (toInt)
    return magnitudeBits(fromInt) <= magnitudeBits(toInt) &&
           (!isSigned(fromInt) || isSigned(toInt));
  const llvm::fltSemantics &semantics = cast<FloatType>(to).getFloatSemantics();
  return magnitudeBits(fromInt) <= APFloat::semanticsPrecision(semantics) &&
         static_cast<int>(magnitudeBits(fromInt)) <= APFloat::semanticsMaxExponent(semantics);
}

} // namespace

void CastOp::build(OpBuilder &builder, OperationState &state, Value operand, Type elementType) {
  build(builder, state, withElementType(operand.getType(), elementType), operand,
        /*key=*/Value(), Rounding::nearest_even, /*saturate=*/false);
}

bool CastOp::isNarrowing() {
  return !holdsAll(getElementType(getOperand()), getElementType(getResult()));
}

LogicalResult CastOp::verify() {
  bool stochastic = getRounding() == Rounding::stochastic;
  if (stochastic && !getKey()) // (C1)
    return emitOpError("'key' must be given for rounding 'stochastic'");
  if (!stochastic && getKey())
    return emitOpError() << "'key' must be given for rounding 'stochastic' only, got '"
                         << stringifyRounding(getRounding()) << "'";
  if (!getSaturate() && getRounding() == Rounding::nearest_even)
    return success();
  if (isa<FloatType>(getType().getElementType()) && isNarrowing()) // (C2)
    return success();
  InFlightDiagnostic diag = emitOpError();
  if (getSaturate())
    diag << "'saturate'";
  else
    diag << "rounding '" << stringifyRounding(getRounding()) << "'";
  return diag << " needs a float result narrower than the source, got "
              << getElementType(getOperand()) << " to " << getType().getElementType();
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  // Widening is exact, so whatever the rounding, the cast back gives the value again;
  // except that with `saturate` it takes infinities away.
  auto inner = getOperand().getDefiningOp<CastOp>();
  if (inner && inner.getOperand().getType() == getType() && !inner.isNarrowing() && !getSaturate())
    return inner.getOperand();
  return {};
}

LogicalResult BitcastConvertOp::verify() {
  unsigned from = getElementType(getOperand()).getIntOrFloatBitWidth();
  unsigned to = getType().getElementTypeBitWidth();
  if (from == to) // (C1)
    return success();
  return emitOpError() << "element types must have the same width, got "
                       << getElementType(getOperand()) << " and " << getType().getElementType();
}
