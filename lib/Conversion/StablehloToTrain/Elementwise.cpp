// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants and elementwise ops. On `i1`, StableHLO's addition and maximum are `or`, its
// multiplication and minimum `and`; `train` has no arithmetic on `i1`.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ComparisonDirection;
using train::ReductionKind;

namespace {

//===----------------------------------------------------------------------===//
// Namesakes
//===----------------------------------------------------------------------===//

template <typename From, typename To> Value unary(From op, Converter &b) {
  return b.create<To>(op.getOperand());
}
template <typename From, typename To> Value binary(From op, Converter &b) {
  return b.create<To>(op.getLhs(), op.getRhs());
}
template <typename From, ReductionKind kind> Value logicalOnBool(From op, Converter &b) {
  return b.combine(kind, op.getLhs(), op.getRhs());
}
/// On `i1`: a bit for `and`-like products.
template <typename From, typename To> FailureOr<Value> notOnBool(From op, Converter &b) {
  if (train::getElementType(op->getResult(0)).isInteger(1))
    return Converter::refuse(op) << "arithmetic on i1";
  return Value(b.create<To>(op->getOperands()));
}

template <typename OpT> Value constant(OpT op, Converter &b) {
  return b.create<train::ConstantOp>(op.getOutput().getType(), op.getValue());
}

FailureOr<Value> iota(stablehlo::IotaOp op, Converter &b) {
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  if (type.getElementType().isInteger(1)) {
    Value numbers = b.iota(type.getShape(), b.i32(), op.getIotaDimension());
    return b.compare(ComparisonDirection::NE, numbers, 0.0);
  }
  return Value(b.create<train::IotaOp>(type, op.getIotaDimension()));
}

Value convertType(stablehlo::ConvertOp op, Converter &b) {
  return b.cast(op.getOperand(), train::getElementType(op.getResult()));
}

Value isFinite(stablehlo::IsFiniteOp op, Converter &b) { return b.isFinite(op.getX()); }

/// Both are of real numbers here; complex types don't get this far.
Value real(stablehlo::RealOp op, Converter &) { return op.getOperand(); }
Value imag(stablehlo::ImagOp op, Converter &b) { return b.zerosLike(op.getOperand()); }

Value choose(stablehlo::SelectOp op, Converter &b) {
  return b.select(op.getPred(), op.getOnTrue(), op.getOnFalse());
}

Value clamp(stablehlo::ClampOp op, Converter &b) {
  if (train::getElementType(op.getOperand()).isInteger(1)) {
    auto widen = [&](Value bound) {
      return train::getShape(bound).empty() ? b.fill(bound, op.getType()) : bound;
    };
    return b.bitAnd(b.bitOr(op.getOperand(), widen(op.getMin())), widen(op.getMax()));
  }
  return b.create<train::ClampOp>(op.getOperand().getType(), op.getMin(), op.getOperand(),
                                  op.getMax());
}

//===----------------------------------------------------------------------===//
// compare
//===----------------------------------------------------------------------===//

/// Integers in the order −NaN < −∞ < … < −0 < +0 < … < ∞ < NaN: a negative float has its
/// other bits flipped.
Value totalOrderKey(Value value, Converter &b) {
  unsigned width = train::getElementType(value).getIntOrFloatBitWidth();
  Value bits = b.bitcast(value, b.getBuilder().getIntegerType(width));
  Value flip = b.shiftRight(b.shiftRightSigned(bits, width - 1), 1);
  return b.bitXor(bits, flip);
}

FailureOr<Value> compare(stablehlo::CompareOp op, Converter &b) {
  auto direction = static_cast<ComparisonDirection>(op.getComparisonDirection());
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (op.getCompareType() == stablehlo::ComparisonType::TOTALORDER &&
      isa<FloatType>(train::getElementType(lhs)))
    return b.compare(direction, totalOrderKey(lhs, b), totalOrderKey(rhs, b));
  return b.compare(direction, lhs, rhs);
}
static_assert(static_cast<int>(ComparisonDirection::EQ) ==
                  static_cast<int>(stablehlo::ComparisonDirection::EQ) &&
              static_cast<int>(ComparisonDirection::NE) ==
                  static_cast<int>(stablehlo::ComparisonDirection::NE) &&
              static_cast<int>(ComparisonDirection::GE) ==
                  static_cast<int>(stablehlo::ComparisonDirection::GE) &&
              static_cast<int>(ComparisonDirection::GT) ==
                  static_cast<int>(stablehlo::ComparisonDirection::GT) &&
              static_cast<int>(ComparisonDirection::LE) ==
                  static_cast<int>(stablehlo::ComparisonDirection::LE) &&
              static_cast<int>(ComparisonDirection::LT) ==
                  static_cast<int>(stablehlo::ComparisonDirection::LT));

//===----------------------------------------------------------------------===//
// bitcast_convert, reduce_precision
//===----------------------------------------------------------------------===//

/// Between widths, the last dimension holds the parts of a wider element, low bits first.
FailureOr<Value> bitcast(stablehlo::BitcastConvertOp op, Converter &b) {
  Value value = op.getOperand();
  Type from = train::getElementType(value), to = train::getElementType(op.getResult());
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return b.bitcast(value, to);
  if (from.isInteger(1) || to.isInteger(1))
    return Converter::refuse(op) << "a cast of the bits of i1";
  auto unsignedOf = [&](unsigned width) { return b.getBuilder().getIntegerType(width, false); };
  if (fromWidth > toWidth) {
    Value bits = b.bitcast(value, unsignedOf(fromWidth));
    Sizes shape(train::getShape(bits)), dims = train::allDims(bits);
    shape.push_back(fromWidth / toWidth);
    Value spread = b.broadcast(bits, shape, dims);
    Value amount =
        b.mul(b.iota(shape, unsignedOf(fromWidth), shape.size() - 1), static_cast<double>(toWidth));
    Value low = b.bitAnd(b.create<train::ShiftRightLogicalOp>(spread, amount),
                         b.intLike(spread, (int64_t{1} << toWidth) - 1));
    return b.bitcast(b.cast(low, unsignedOf(toWidth)), to);
  }
  Value bits = b.cast(b.bitcast(value, unsignedOf(fromWidth)), unsignedOf(toWidth));
  int64_t last = train::getShape(bits).size() - 1;
  Value amount = b.mul(b.iota(train::getShape(bits), unsignedOf(toWidth), last),
                       static_cast<double>(fromWidth));
  Value parts = b.create<train::ShiftLeftOp>(bits, amount);
  return b.bitcast(b.sum(parts, {last}), to); // the parts share no bit
}

/// The format's rounding on the bits, as the specification says it: the mantissa to nearest
/// even; what overflows is infinite, what would be subnormal is zero.
Value roundBits(Value x, unsigned exponentBits, unsigned mantissaBits, Converter &b) {
  auto type = cast<FloatType>(train::getElementType(x));
  unsigned width = type.getWidth(), ownMantissa = type.getFPMantissaWidth() - 1;
  unsigned ownExponent = width - 1 - ownMantissa;
  Value bits = b.bitcast(x, b.getBuilder().getIntegerType(width, /*isSigned=*/false));
  auto like = [&](uint64_t number) { return b.intLike(bits, static_cast<int64_t>(number)); };
  auto ones = [](unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; };
  uint64_t sign = 1ull << (width - 1), exponentMask = ones(ownExponent) << ownMantissa;

  Value result = bits;
  if (mantissaBits < ownMantissa) {
    unsigned dropped = ownMantissa - mantissaBits;
    Value last = b.bitAnd(b.shiftRight(bits, dropped), like(1));
    result = b.add(result, b.add(last, like((1ull << (dropped - 1)) - 1)));
    result = b.bitAnd(result, like(~ones(dropped) & ones(width)));
  }
  if (exponentBits < ownExponent) {
    uint64_t ownBias = ones(ownExponent - 1), bias = ones(exponentBits - 1);
    Value exponent = b.bitAnd(result, like(exponentMask));
    Value ownSign = b.bitAnd(result, like(sign));
    Value overflows = b.gt(exponent, like((ownBias + bias) << ownMantissa));
    Value underflows = b.le(exponent, like((ownBias - bias) << ownMantissa));
    result = b.select(overflows, b.bitOr(ownSign, like(exponentMask)), result);
    result = b.select(underflows, ownSign, result);
  }
  return b.select(b.isNaN(x), x, b.bitcast(result, type));
}

/// A cast to a type of that format and back, where `train` has it. Else the rounding on the
/// bits, as a distance that is added: so a gradient passes, as it does through a cast.
FailureOr<Value> reducePrecision(stablehlo::ReducePrecisionOp op, Converter &b) {
  Value x = op.getOperand();
  auto type = cast<FloatType>(train::getElementType(x));
  unsigned exponent = op.getExponentBits(), mantissa = op.getMantissaBits();
  if (type.getWidth() < 16 || exponent < 1)
    return Converter::refuse(op) << "a format of " << exponent << " exponent bits for " << type;
  unsigned ownMantissa = type.getFPMantissaWidth() - 1;
  unsigned ownExponent = type.getWidth() - 1 - ownMantissa;
  if (exponent >= ownExponent && mantissa >= ownMantissa)
    return x;
  if (exponent == 8 && mantissa == 7 && type.isF32())
    return b.cast(b.cast(x, b.getBuilder().getBF16Type()), type);
  Value rounded = roundBits(x, exponent, mantissa, b);
  Value distance = b.create<train::StopGradientOp>(b.sub(rounded, x));
  // The sum is exact, but for the sign of zero and what is not finite.
  Value exact = b.select(b.isFinite(rounded), b.add(x, distance), rounded);
  return b.select(b.eq(rounded, 0.0), b.mul(x, 0.0), exact);
}

//===----------------------------------------------------------------------===//
// CHLO's simple ones
//===----------------------------------------------------------------------===//

Value square(chlo::SquareOp op, Converter &b) {
  if (train::getElementType(op.getOperand()).isInteger(1))
    return op.getOperand();
  return b.square(op.getOperand());
}

Value isInf(chlo::IsInfOp op, Converter &b) {
  return b.eq(b.abs(op.getOperand()), std::numeric_limits<double>::infinity());
}
Value isPosInf(chlo::IsPosInfOp op, Converter &b) {
  return b.eq(op.getOperand(), std::numeric_limits<double>::infinity());
}
Value isNegInf(chlo::IsNegInfOp op, Converter &b) {
  return b.eq(op.getOperand(), -std::numeric_limits<double>::infinity());
}

FailureOr<Value> constantLike(chlo::ConstantLikeOp op, Converter &b) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  if (op.getValue().getType() != type.getElementType())
    return Converter::refuse(op) << "a value of type " << op.getValue().getType() << " for "
                                 << type;
  return Value(b.create<train::ConstantOp>(DenseElementsAttr::get(type, Attribute(op.getValue()))));
}

/// The high half of a product of twice the width.
FailureOr<Value> mulhi(chlo::MulhiOp op, Converter &b) {
  auto type = cast<IntegerType>(train::getElementType(op.getLhs()));
  unsigned width = type.getWidth();
  if (width > 32 || width == 1)
    return Converter::refuse(op) << "the high half of a product of " << 2 * width << " bits";
  Type wide = b.getBuilder().getIntegerType(64, !type.isUnsigned());
  if (!type.isUnsigned())
    wide = b.i64();
  Value product = b.mul(b.cast(op.getLhs(), wide), b.cast(op.getRhs(), wide));
  Value high =
      type.isUnsigned() ? b.shiftRight(product, width) : b.shiftRightSigned(product, width);
  return b.cast(high, type);
}

} // namespace

void conversion::addElementwiseRules(Rules &rules) {
  rules.add<constant<stablehlo::ConstantOp>>();
  rules.add<constant<chlo::ConstantOp>>();
  rules.add<iota>();
  rules.add<convertType>();
  rules.add<isFinite>();
  rules.add<real>();
  rules.add<imag>();
  rules.add<choose>();
  rules.add<clamp>();
  rules.add<compare>();
  rules.add<bitcast>();
  rules.add<reducePrecision>();
  rules.add<square>();
  rules.add<isInf>();
  rules.add<isPosInf>();
  rules.add<isNegInf>();
  rules.add<constantLike>();
  rules.add<mulhi>();

  rules.add<unary<stablehlo::CbrtOp, train::CbrtOp>>();
  rules.add<unary<stablehlo::CeilOp, train::CeilOp>>();
  rules.add<unary<stablehlo::CosineOp, train::CosineOp>>();
  rules.add<unary<stablehlo::ExpOp, train::ExpOp>>();
  rules.add<unary<stablehlo::Expm1Op, train::Expm1Op>>();
  rules.add<unary<stablehlo::FloorOp, train::FloorOp>>();
  rules.add<unary<stablehlo::LogOp, train::LogOp>>();
  rules.add<unary<stablehlo::Log1pOp, train::Log1pOp>>();
  rules.add<unary<stablehlo::LogisticOp, train::LogisticOp>>();
  rules.add<unary<stablehlo::NotOp, train::NotOp>>();
  rules.add<unary<stablehlo::RoundOp, train::RoundNearestAfzOp>>();
  rules.add<unary<stablehlo::RoundNearestEvenOp, train::RoundNearestEvenOp>>();
  rules.add<unary<stablehlo::RsqrtOp, train::RsqrtOp>>();
  rules.add<unary<stablehlo::SineOp, train::SineOp>>();
  rules.add<unary<stablehlo::SqrtOp, train::SqrtOp>>();
  rules.add<unary<stablehlo::TanOp, train::TanOp>>();
  rules.add<unary<stablehlo::TanhOp, train::TanhOp>>();
  rules.add<notOnBool<stablehlo::AbsOp, train::AbsOp>>();
  rules.add<notOnBool<stablehlo::NegOp, train::NegOp>>();
  rules.add<notOnBool<stablehlo::SignOp, train::SignOp>>();
  rules.add<notOnBool<stablehlo::ClzOp, train::CountLeadingZerosOp>>();
  rules.add<notOnBool<stablehlo::PopulationCountOp, train::PopcntOp>>();

  rules.add<logicalOnBool<stablehlo::AddOp, ReductionKind::add>>();
  rules.add<logicalOnBool<stablehlo::MulOp, ReductionKind::mul>>();
  rules.add<logicalOnBool<stablehlo::MaxOp, ReductionKind::max>>();
  rules.add<logicalOnBool<stablehlo::MinOp, ReductionKind::min>>();
  rules.add<binary<stablehlo::AndOp, train::AndOp>>();
  rules.add<binary<stablehlo::OrOp, train::OrOp>>();
  rules.add<binary<stablehlo::XorOp, train::XorOp>>();
  rules.add<binary<stablehlo::Atan2Op, train::Atan2Op>>();
  rules.add<notOnBool<stablehlo::SubtractOp, train::SubOp>>();
  rules.add<notOnBool<stablehlo::DivOp, train::DivOp>>();
  rules.add<notOnBool<stablehlo::RemOp, train::RemOp>>();
  rules.add<notOnBool<stablehlo::PowOp, train::PowOp>>();
  rules.add<notOnBool<stablehlo::ShiftLeftOp, train::ShiftLeftOp>>();
  rules.add<notOnBool<stablehlo::ShiftRightArithmeticOp, train::ShiftRightArithmeticOp>>();
  rules.add<notOnBool<stablehlo::ShiftRightLogicalOp, train::ShiftRightLogicalOp>>();
}
