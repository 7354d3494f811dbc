// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train.cast` for one element, with one rounding from any type to any type.
// Rounding to nearest even between floats is `arith.truncf`, whose expansion
// (LinalgToCpu/ExpandCasts.cpp) rounds once also from f64; the rest is here.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

/// f64 with the value of an integer, in a way that further rounding can't tell
/// from the integer itself: exact, or with the last kept bit sticky (rounding to
/// odd). f64 has at least two bits more than any narrow float type needs.
static Value integerToF64(Builder &b, Value value, bool isUnsigned) {
  Type f64 = b.getF64Type();
  auto convert = [&](Value v) -> Value {
    return isUnsigned ? arith::UIToFPOp::create(b, f64, v).getResult()
                      : arith::SIToFPOp::create(b, f64, v).getResult();
  };
  auto type = cast<IntegerType>(value.getType());
  if (type.getWidth() < 64)
    return convert(value);
  // Beyond 2^53 the low 11 bits go, all into one sticky bit above them.
  auto c = [&](int64_t v) { return integer(b, type, v); };
  Value low = arith::AndIOp::create(b, value, c(0x7ff));
  Value some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, low, c(0));
  Value sticky = arith::SelectOp::create(b, some, c(0x800), c(0));
  Value cut = arith::OrIOp::create(b, arith::AndIOp::create(b, value, c(~int64_t(0x7ff))), sticky);
  Value magnitude = isUnsigned ? value : math::AbsIOp::create(b, value).getResult();
  Value large = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, magnitude, c(int64_t(1) << 53));
  return convert(arith::SelectOp::create(b, large, cut, value));
}

static Value integerToFloat(Builder &b, Value value, bool isUnsigned, FloatType to) {
  unsigned width = cast<IntegerType>(value.getType()).getWidth();
  FloatType direct = to;
  if (to.getWidth() < 32) // exact in f32 up to 16 bits
    direct = width <= 16 ? FloatType(b.getF32Type()) : FloatType(b.getF64Type());
  Value real;
  if (direct.isF64())
    real = to.isF64() ? Value() : integerToF64(b, value, isUnsigned);
  if (!real)
    real = isUnsigned ? arith::UIToFPOp::create(b, direct, value).getResult()
                      : arith::SIToFPOp::create(b, direct, value).getResult();
  return narrow(b, real, to);
}

/// Toward zero, clamped; NaN gives 0. The conversion's result is not used where
/// it is out of range.
static Value floatToInteger(Builder &b, Value value, Type from, IntegerType to) {
  value = widen(b, value);
  auto type = cast<FloatType>(value.getType());
  unsigned width = to.getWidth();
  bool isUnsigned = to.isUnsignedInteger();
  auto stored = IntegerType::get(b.getContext(), width);
  APInt least = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  double limit = std::ldexp(1.0, static_cast<int>(width) - (isUnsigned ? 0 : 1));
  auto compare = [&](arith::CmpFPredicate predicate, double bound) {
    return arith::CmpFOp::create(b, predicate, value, constant(b, type, bound)).getResult();
  };
  auto select = [&](Value condition, const APInt &yes, Value no) -> Value {
    Value c = arith::ConstantOp::create(b, b.getIntegerAttr(stored, yes));
    return arith::SelectOp::create(b, condition, c, no);
  };
  Value result = isUnsigned ? arith::FPToUIOp::create(b, stored, value).getResult()
                            : arith::FPToSIOp::create(b, stored, value).getResult();
  result = select(compare(arith::CmpFPredicate::OGE, limit), most, result);
  result = select(compare(arith::CmpFPredicate::OLE, isUnsigned ? 0.0 : -limit), least, result);
  return select(compare(arith::CmpFPredicate::UNO, 0), APInt(width, 0), result);
}

Value emitCast(Builder &b, Value value, Type from, Type to) {
  if (from == to)
    return value;
  bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  if (to.isInteger(1)) {
    if (isa<FloatType>(from)) {
      value = widen(b, value);
      return arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, value,
                                   constant(b, value.getType(), 0));
    }
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value,
                                 integer(b, value.getType(), 0));
  }
  if (auto type = dyn_cast<FloatType>(to)) {
    auto source = dyn_cast<FloatType>(from);
    if (!source)
      return integerToFloat(b, value, fromUnsigned, type);
    if (source.getWidth() < 32 && type.getWidth() > source.getWidth() && !type.isF64())
      return narrow(b, widen(b, value), type); // f8 to f16 and bf16 is exact this way
    if (type.getWidth() > source.getWidth())
      return arith::ExtFOp::create(b, type, value);
    return narrow(b, source.getWidth() <= type.getWidth() ? widen(b, value) : value, type);
  }
  auto type = cast<IntegerType>(to);
  if (isa<FloatType>(from))
    return floatToInteger(b, value, from, type);
  unsigned width = type.getWidth(), source = cast<IntegerType>(value.getType()).getWidth();
  Type stored = storageType(to);
  if (width < source)
    return arith::TruncIOp::create(b, stored, value);
  if (width == source)
    return value;
  return fromUnsigned ? arith::ExtUIOp::create(b, stored, value).getResult()
                      : arith::ExtSIOp::create(b, stored, value).getResult();
}

//===----------------------------------------------------------------------===//
// Toward zero, stochastic, saturating
//===----------------------------------------------------------------------===//

static double largestFinite(FloatType type) {
  APFloat largest = APFloat::getLargest(type.getFloatSemantics());
  bool lossy;
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
  return largest.convertToDouble();
}

/// Rounds the f64 `value` to a value of `to` by dropping bits of its significand,
/// after adding 32 random bits below the last kept place.
static Value dropBits(Builder &b, Value value, FloatType to, Value random) {
  Type i64 = b.getI64Type(), f64 = b.getF64Type();
  auto c = [&](int64_t v) { return integer(b, i64, v); };
  auto bin = [&](auto tag, Value l, Value r) -> Value { return decltype(tag)::create(b, l, r); };
  const llvm::fltSemantics &format = to.getFloatSemantics();
  int64_t mantissa = APFloat::semanticsPrecision(format) - 1;
  int64_t least = APFloat::semanticsMinExponent(format);

  Value bits = arith::BitcastOp::create(b, i64, value);
  Value biased = bin(arith::AndIOp(), bin(arith::ShRUIOp(), bits, c(52)), c(0x7ff));
  Value fraction = bin(arith::AndIOp(), bits, c((int64_t(1) << 52) - 1));
  // f64 subnormals are far below the last place of any narrow type but are not zero.
  Value normal = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, biased, c(0));
  Value significand = arith::SelectOp::create(
      b, normal, bin(arith::OrIOp(), fraction, c(int64_t(1) << 52)), fraction);
  Value exponent = bin(arith::SubIOp(), bin(arith::MaxSIOp(), biased, c(1)), c(1023));
  // The last kept place is worth 2^(kept - mantissa).
  Value kept = bin(arith::MaxSIOp(), exponent, c(least));
  Value drop = bin(arith::AddIOp(), bin(arith::SubIOp(), kept, exponent), c(52 - mantissa));
  Value within = bin(arith::MinSIOp(), drop, c(63));
  Value whole = bin(arith::ShRUIOp(), significand, within);
  if (random) {
    // The dropped part in units of 2^-32, cut to an integer.
    Value rest = bin(arith::SubIOp(), significand, bin(arith::ShLIOp(), whole, within));
    Value down = bin(arith::MinSIOp(),
                     bin(arith::MaxSIOp(), bin(arith::SubIOp(), drop, c(32)), c(0)), c(63));
    Value up = bin(arith::MaxSIOp(), bin(arith::SubIOp(), c(32), drop), c(0));
    Value units = bin(arith::ShLIOp(), bin(arith::ShRUIOp(), rest, down), up);
    Value sum = bin(arith::AddIOp(), units, arith::ExtUIOp::create(b, i64, random));
    whole = bin(arith::AddIOp(), whole, bin(arith::ShRUIOp(), sum, c(32)));
  }
  Value scale = bin(arith::ShLIOp(), bin(arith::AddIOp(), kept, c(1023 - mantissa)), c(52));
  Value magnitude = arith::MulFOp::create(b, arith::UIToFPOp::create(b, f64, whole),
                                          arith::BitcastOp::create(b, f64, scale));
  Value rounded = math::CopySignOp::create(b, magnitude, value);
  Value special = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, biased, c(0x7ff));
  return arith::SelectOp::create(b, special, value, rounded);
}

Value emitSpecialCast(Builder &b, Value value, Type from, FloatType to, train::Rounding rounding,
                      bool saturate, Value random) {
  Type wide =
      rounding == train::Rounding::nearest_even ? train::getComputeType(from) : b.getF64Type();
  if (!isa<FloatType>(from)) {
    value = integerToF64(b, value, from.isUnsignedInteger() || from.isInteger(1));
    wide = b.getF64Type();
  } else if (value.getType() != wide) {
    value = arith::ExtFOp::create(b, wide, value);
  }
  // Saturation before the rounding to nearest is the same as after it: nothing at
  // or below the largest value rounds above it.
  auto clamp = [&](Value v, bool keepInfinity) -> Value {
    Value largest = constant(b, wide, largestFinite(to));
    Value magnitude = math::AbsFOp::create(b, v);
    Value over = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, magnitude, largest);
    if (keepInfinity) {
      Value infinity = constant(b, wide, std::numeric_limits<double>::infinity());
      Value finite = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, magnitude, infinity);
      over = arith::AndIOp::create(b, over, finite);
    }
    return arith::SelectOp::create(b, over, math::CopySignOp::create(b, largest, v), v);
  };
  if (rounding != train::Rounding::nearest_even) {
    value = dropBits(b, value, to, random);
    if (rounding == train::Rounding::toward_zero && !saturate)
      value = clamp(value, /*keepInfinity=*/true);
  }
  if (saturate)
    value = clamp(value, /*keepInfinity=*/false);
  return narrow(b, value, to);
}

} // namespace halftone::conversion
