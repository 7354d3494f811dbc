// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO's functions of real numbers. Those without a namesake are written in terms of
// others so that neither digits nor range are lost: no difference of near equals, no
// exponential that overflows before its result does. A branch of a `select` that is not
// taken gets a harmless operand: a gradient of infinity would spoil the other.
#include "Convert.h"
#include "halftone/Dialect/Train/Transforms/Erfc.h"

#include <cmath>
#include <limits>
#include <numbers>

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

template <typename From, typename To> Value namesake(From op, Converter &b) {
  return b.create<To>(op.getOperand());
}

/// `formula` in the compute type, rounded once.
template <typename OpT, Value (*formula)(Converter &, Value)>
Value inComputeType(OpT op, Converter &b) {
  Type element = train::getElementType(op.getOperand());
  Value x = b.cast(op.getOperand(), train::getComputeType(element));
  return b.cast(formula(b, x), element);
}

/// √(1 − x²), exact where x is near ±1.
Value cathetus(Converter &b, Value x) { return b.sqrt(b.mul(b.sub(1.0, x), b.add(x, 1.0))); }

Value acos(Converter &b, Value x) { return b.atan2(cathetus(b, x), x); }
Value asin(Converter &b, Value x) { return b.atan2(x, cathetus(b, x)); }
Value atan(Converter &b, Value x) { return b.atan2(x, b.like(x, 1)); }

/// Half of e^x, which doesn't overflow before cosh does.
Value halfExp(Converter &b, Value x) {
  return b.mul(b.mul(b.exp(b.mul(x, 0.5)), 0.5), b.exp(b.mul(x, 0.5)));
}

Value cosh(Converter &b, Value x) { return b.add(halfExp(b, x), halfExp(b, b.neg(x))); }

/// Near 0 by e^x − 1 = u: sinh x = (u + u/(u + 1))/2.
Value sinh(Converter &b, Value x) {
  Value small = b.lt(b.abs(x), 1.0);
  Value u = b.expm1(b.select(small, x, 0.0));
  Value near = b.mul(b.add(u, b.div(u, b.add(u, 1.0))), 0.5);
  return b.select(small, near, b.sub(halfExp(b, x), halfExp(b, b.neg(x))));
}

/// sign(x) · ln(1 + (a + a²/(1 + √(a² + 1)))), and ln a + ln 2 where a² would overflow.
Value asinh(Converter &b, Value x) {
  Value a = b.abs(x);
  Value large = b.gt(a, std::ldexp(1.0, 30));
  Value tame = b.select(large, 1.0, a), square = b.square(tame);
  Value near = b.log1p(b.add(tame, b.div(square, b.add(b.sqrt(b.add(square, 1.0)), 1.0))));
  Value far = b.add(b.log(b.select(large, a, 1.0)), std::numbers::ln2);
  Value value = b.select(large, far, near);
  return b.select(b.isNaN(x), x,
                  b.select(b.lt(x, 0.0), b.neg(value), b.select(b.eq(x, 0.0), x, value)));
}

/// ln(1 + (t + √(t(t + 2)))) with t = x − 1, and ln x + ln 2 where it would overflow.
Value acosh(Converter &b, Value x) {
  Value large = b.gt(x, std::ldexp(1.0, 30));
  Value t = b.sub(b.select(large, 2.0, x), 1.0);
  Value near = b.log1p(b.add(t, b.sqrt(b.mul(t, b.add(t, 2.0)))));
  return b.select(large, b.add(b.log(b.select(large, x, 1.0)), std::numbers::ln2), near);
}

Value atanh(Converter &b, Value x) { return b.mul(b.sub(b.log1p(x), b.log1p(b.neg(x))), 0.5); }

//===----------------------------------------------------------------------===//
// Γ, by Lanczos' series with g = 7 (as in XLA)
//===----------------------------------------------------------------------===//

constexpr double lanczos = 7, lanczosBase = 0.99999999999980993227684700473478;
constexpr double lanczosTerms[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

/// What both functions share: z = x − 1, or −x where x < ½ is reflected; the series and its
/// derivative at z; t = z + g + ½ and its logarithm.
struct Lanczos {
  Lanczos(Converter &b, Value x) : reflected(b.lt(x, 0.5)) {
    z = b.select(reflected, b.neg(x), b.sub(x, 1.0));
    sum = b.like(x, lanczosBase);
    slope = b.like(x, 0);
    for (auto [i, term] : llvm::enumerate(lanczosTerms)) {
      Value place = b.add(z, static_cast<double>(i + 1)), share = b.div(b.like(x, term), place);
      sum = b.add(sum, share);
      slope = b.sub(slope, b.div(share, place));
    }
    t = b.add(z, lanczos + 0.5);
    logT = b.add(b.log1p(b.div(z, lanczos + 0.5)), std::log(lanczos + 0.5));
  }
  Value reflected, z, sum, slope, t, logT;
};

/// ln |Γ(x)|; for x < ½ it is ln π − ln |sin πx| − ln Γ(1 − x).
Value logGamma(Converter &b, Value x) {
  Lanczos at(b, x);
  Value y = b.mul(b.sub(b.add(at.z, 0.5), b.div(at.t, at.logT)), at.logT);
  y = b.add(b.add(y, 0.5 * std::log(2 * std::numbers::pi)), b.log(at.sum));
  // The sine of the distance to the next integer; at an integer there is a pole.
  Value a = b.abs(x), fraction = b.sub(a, b.create<train::FloorOp>(a));
  Value distance = b.select(b.gt(fraction, 0.5), b.sub(1.0, fraction), fraction);
  Value logSine = b.log(b.sin(b.mul(distance, std::numbers::pi)));
  Value mirror = b.select(b.isFinite(logSine), b.sub(b.sub(std::log(std::numbers::pi), logSine), y),
                          b.neg(logSine));
  Value infinite = b.eq(a, std::numeric_limits<double>::infinity());
  return b.select(infinite, a, b.select(at.reflected, mirror, y));
}

/// Γ'/Γ; for x < ½ it is that of 1 − x, less π cot πx. NaN at the poles.
Value digamma(Converter &b, Value x) {
  Lanczos at(b, x);
  Value y = b.sub(b.add(at.logT, b.div(at.slope, at.sum)), b.div(b.like(x, lanczos), at.t));
  Value nearest = b.create<train::FloorOp>(b.add(x, 0.5));
  Value angle = b.mul(b.sub(x, nearest), std::numbers::pi);
  Value mirror = b.sub(y, b.div(b.mul(b.cos(angle), std::numbers::pi), b.sin(angle)));
  Value value = b.select(at.reflected, mirror, y);
  Value pole = b.logicalAnd(b.le(x, 0.0), b.eq(x, b.create<train::FloorOp>(x)));
  return b.select(pole, std::numeric_limits<double>::quiet_NaN(), value);
}

Value complementOfErf(chlo::ErfcOp op, Converter &b) {
  return train::buildErfc(b.getBuilder(), b.getLoc(), op.getOperand());
}

/// The bits of a float, counted up or down by one; 0 has a successor on either side.
FailureOr<Value> nextAfter(chlo::NextAfterOp op, Converter &b) {
  Value x = op.getX(), y = op.getY();
  auto type = cast<FloatType>(train::getElementType(x));
  Type integer = b.getBuilder().getIntegerType(type.getWidth());
  Value bits = b.bitcast(x, integer);
  Value sign = b.splatInt(train::getShape(x), integer, int64_t(1) << (type.getWidth() - 1));
  // Away from zero where y is farther out on the same side.
  Value outwards = b.eq(b.gt(y, x), b.gt(x, 0.0));
  Value stepped = b.select(outwards, b.add(bits, 1.0), b.sub(bits, 1.0));
  Value fromZero = b.bitOr(b.bitAnd(b.bitcast(y, integer), sign), b.intLike(bits, 1));
  Value next = b.bitcast(b.select(b.eq(x, 0.0), fromZero, stepped), type);
  Value result = b.select(b.eq(x, y), y, next);
  return b.select(b.isNaN(x), x, b.select(b.isNaN(y), y, result));
}

} // namespace

void conversion::addFunctionRules(Rules &rules) {
  rules.add<namesake<chlo::ErfOp, train::ErfOp>>();
  rules.add<namesake<chlo::ErfInvOp, train::ErfInvOp>>();
  rules.add<namesake<chlo::TanOp, train::TanOp>>();
  rules.add<inComputeType<chlo::AcosOp, acos>>();
  rules.add<inComputeType<chlo::AcoshOp, acosh>>();
  rules.add<inComputeType<chlo::AsinOp, asin>>();
  rules.add<inComputeType<chlo::AsinhOp, asinh>>();
  rules.add<inComputeType<chlo::AtanOp, atan>>();
  rules.add<inComputeType<chlo::AtanhOp, atanh>>();
  rules.add<inComputeType<chlo::CoshOp, cosh>>();
  rules.add<inComputeType<chlo::SinhOp, sinh>>();
  rules.add<inComputeType<chlo::LgammaOp, logGamma>>();
  rules.add<inComputeType<chlo::DigammaOp, digamma>>();
  rules.add<complementOfErf>();
  rules.add<nextAfter>();
}
