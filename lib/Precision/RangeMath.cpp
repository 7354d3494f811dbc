// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RangeMath.h"

#include <algorithm>

using namespace halftone::precision;
using namespace halftone::precision::ranges;

static constexpr double infinity = FloatRange::infinity;
static constexpr double denormal = std::numeric_limits<double>::denorm_min();
/// Of a library function in f64, many times over.
static constexpr double slack = 0x1p-44;

static bool hasValues(const FloatRange &a) { return a.lo <= a.hi; }
static bool haveValues(const FloatRange &a, const FloatRange &b) {
  return hasValues(a) && hasValues(b);
}

/// `end` moved down; an infinite one stays.
static double lower(double end, double by) { return std::isinf(end) ? end : end - by; }

FloatRange ranges::onlyNaN() {
  FloatRange range;
  range.mayBeNaN = true;
  return range;
}

FloatRange ranges::interval(double lo, double hi, bool mayBeNaN) {
  FloatRange range = FloatRange::between(lo, hi);
  range.mayBeNaN = mayBeNaN;
  return range;
}

FloatRange ranges::widened(FloatRange range, double relativeError) {
  if (!hasValues(range))
    return range;
  range.lo = lower(range.lo, std::abs(range.lo) * relativeError);
  range.hi = -lower(-range.hi, std::abs(range.hi) * relativeError);
  range.tiny *= 1 - relativeError;
  range.isInteger = false;
  return range;
}

void ranges::carry(FloatRange &result, llvm::ArrayRef<FloatRange> operands) {
  for (const FloatRange &operand : operands) {
    result.reach = std::max(result.reach, operand.reach);
    result.positions = std::max(result.positions, operand.positions);
  }
}

/// What a product may come to: the constants in it, for data of size one. Once data has a
/// part in a factor, only another constant's factor keeps what is known of it, so nothing
/// goes on from layer to layer.
static double productReach(const FloatRange &a, const FloatRange &b) {
  auto isOrigin = [](const FloatRange &factor) { return factor.reach > 0 && factor.isBounded(); };
  if (!isOrigin(a) && !isOrigin(b))
    return 0;
  return (a.reach > 0 ? a.reach : 1) * (b.reach > 0 ? b.reach : 1);
}

/// Positions that were added: what their sum tells apart.
static void countPositions(FloatRange &sum) {
  if (sum.positions > 0 && sum.isInteger && sum.isBounded())
    sum.positions = sum.magnitude();
}

FloatRange ranges::negate(const FloatRange &a) {
  FloatRange range = a;
  if (hasValues(a)) {
    range.lo = -a.hi;
    range.hi = -a.lo;
  }
  return range;
}

FloatRange ranges::abs(const FloatRange &a) {
  FloatRange range = a;
  if (!hasValues(a))
    return range;
  range.hi = a.magnitude();
  range.lo = a.lo >= 0 ? a.lo : a.hi <= 0 ? -a.hi : a.mayBeZero ? 0 : std::min(a.tiny, range.hi);
  return range;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

FloatRange ranges::add(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  double lo = a.lo + b.lo, hi = a.hi + b.hi;
  bool opposed = (a.hi == infinity && b.lo == -infinity) || (a.lo == -infinity && b.hi == infinity);
  FloatRange range = interval(std::isnan(lo) ? -infinity : lo, std::isnan(hi) ? infinity : hi,
                              a.mayBeNaN || b.mayBeNaN || opposed);
  bool isSameSign = (a.lo >= 0 && b.lo >= 0) || (a.hi <= 0 && b.hi <= 0);
  if (isSameSign) {
    range.mayBeZero = a.mayBeZero && b.mayBeZero;
    range.tiny = std::max(std::min(a.tiny, b.tiny), range.tiny);
  }
  range.isInteger = a.isInteger && b.isInteger;
  carry(range, {a, b});
  // Data that is added to the end of a type's range may go beyond it by an ulp.
  if (range.isBounded())
    range.reach = a.reach + b.reach;
  else
    range.reach *= 1 + 0x1p-10;
  // Positions added to data are no positions any more.
  if (!a.isBounded() || !b.isBounded())
    range.positions = 0;
  countPositions(range);
  return range;
}

FloatRange ranges::subtract(const FloatRange &a, const FloatRange &b) { return add(a, negate(b)); }

/// As the end of an interval: what is not infinite itself times 0 is 0.
static double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

FloatRange ranges::multiply(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  auto [lo, hi] = std::minmax(
      {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo), product(a.hi, b.hi)});
  bool isOpposed = (a.mayBeZero && b.mayBeInf()) || (b.mayBeZero && a.mayBeInf());
  FloatRange range = interval(lo, hi, a.mayBeNaN || b.mayBeNaN || isOpposed);
  range.mayBeZero = a.mayBeZero || b.mayBeZero;
  bool isZero = a.tiny == infinity || b.tiny == infinity;
  range.tiny = isZero ? std::max(a.tiny, b.tiny) : a.tiny * b.tiny;
  range.isInteger = a.isInteger && b.isInteger;
  range.reach = productReach(a, b);
  range.positions = std::max(a.positions, b.positions);
  return range;
}

FloatRange ranges::square(const FloatRange &a) {
  FloatRange range = multiply(abs(a), abs(a));
  range.mayBeNaN = a.mayBeNaN;
  return range;
}

FloatRange ranges::divide(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  bool isNaN =
      a.mayBeNaN || b.mayBeNaN || (a.mayBeZero && b.mayBeZero) || (a.mayBeInf() && b.mayBeInf());
  double least = b.mayBeZero ? 0 : b.tiny, most = b.magnitude();
  FloatRange range = interval(infinity, -infinity, isNaN);
  auto include = [&](double dividend, double divisor) {
    double quotient = std::isinf(divisor) || dividend == 0 ? 0 : dividend / divisor;
    range.lo = std::min(range.lo, quotient);
    range.hi = std::max(range.hi, quotient);
  };
  // A zero may have either sign, whatever the range.
  for (double dividend : {a.lo, a.hi})
    for (double divisor : {least, most}) {
      if (b.hi > 0 || divisor == 0)
        include(dividend, divisor);
      if (b.lo < 0 || divisor == 0)
        include(dividend, -divisor);
    }
  range.mayBeZero = a.mayBeZero || b.mayBeInf();
  range.tiny = most == infinity ? denormal : a.tiny / most;
  range.isInteger = false;
  FloatRange reciprocal;
  if (b.reach > 0 && b.isBounded() && !b.mayBeZero) {
    reciprocal = interval(1 / most, 1 / least);
    reciprocal.reach = 1 / least;
  }
  range.reach = productReach(a, reciprocal);
  range.positions = a.positions;
  return range;
}

FloatRange ranges::maximum(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  FloatRange range = interval(std::max(a.lo, b.lo), std::max(a.hi, b.hi), a.mayBeNaN || b.mayBeNaN);
  range.tiny = std::max(std::min(a.tiny, b.tiny), range.tiny);
  range.mayBeZero = (a.mayBeZero || b.mayBeZero) && range.lo <= 0 && range.hi >= 0;
  range.isInteger = a.isInteger && b.isInteger;
  carry(range, {a, b});
  return range;
}

FloatRange ranges::minimum(const FloatRange &a, const FloatRange &b) {
  return negate(maximum(negate(a), negate(b)));
}

FloatRange ranges::remainder(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  // |a| rem b is at most |a| and below |b|, with the sign of a.
  bool areIntegers = a.isInteger && b.isInteger;
  double below = areIntegers && b.magnitude() >= 1 ? b.magnitude() - 1 : b.magnitude();
  double most = std::min(a.magnitude(), below);
  FloatRange range = interval(a.lo >= 0 ? 0 : -most, a.hi <= 0 ? 0 : most,
                              a.mayBeNaN || b.mayBeNaN || b.mayBeZero || a.mayBeInf());
  range.isInteger = areIntegers;
  carry(range, {a});
  return range;
}

static FloatRange powerOfNumbers(const FloatRange &a, const FloatRange &b) {
  if (!haveValues(a, b))
    return onlyNaN();
  bool isNaN = a.mayBeNaN || b.mayBeNaN || (a.lo < 0 && !b.isInteger);
  bool isConstant = b.lo == b.hi && std::isfinite(b.lo);
  if (isConstant && b.isInteger && b.lo >= 1) {
    double exponent = b.lo;
    bool isEven = std::fmod(exponent, 2) == 0;
    FloatRange base = isEven ? abs(a) : a;
    FloatRange range = interval(std::pow(base.lo, exponent), std::pow(base.hi, exponent), isNaN);
    range = widened(range, slack);
    range.mayBeZero = a.mayBeZero;
    range.tiny = std::pow(a.tiny, exponent) * (1 - slack);
    return range;
  }
  // Of a base that is not negative the power is monotone in each operand.
  if (a.lo < 0)
    // Of a negative base only an odd power is negative.
    return interval(isConstant && std::abs(std::fmod(b.lo, 2)) != 1 ? 0 : -infinity, infinity,
                    isNaN);
  auto [lo, hi] = std::minmax(
      {std::pow(a.lo, b.lo), std::pow(a.lo, b.hi), std::pow(a.hi, b.lo), std::pow(a.hi, b.hi)});
  if (a.lo <= 1 && a.hi >= 1) { // where it turns
    lo = std::min(lo, 1.0);
    hi = std::max(hi, 1.0);
  }
  // pow(±0, negative odd) is ±∞.
  bool isPole = a.mayBeZero && b.lo < 0;
  return widened(interval(isPole ? -infinity : lo, isPole ? infinity : hi, isNaN), slack);
}

FloatRange ranges::power(const FloatRange &a, const FloatRange &b) {
  FloatRange range = powerOfNumbers(a, b);
  // NaN to the power of 0 is 1, and so is 1 to the power of NaN.
  if (a.mayBeNaN || b.mayBeNaN)
    range = FloatRange::join(range, FloatRange::between(1, 1, /*isInteger=*/true));
  return range;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

FloatRange ranges::monotone(const FloatRange &a, llvm::function_ref<double(double)> function,
                            double from, double to) {
  double lo = std::max(a.lo, from), hi = std::min(a.hi, to);
  if (!hasValues(a) || lo > hi)
    return onlyNaN();
  FloatRange range = interval(function(lo), function(hi), a.mayBeNaN || a.lo < from || a.hi > to);
  return widened(range, slack);
}

FloatRange ranges::exp(const FloatRange &a) {
  FloatRange range = monotone(a, [](double x) { return std::exp(x); });
  // Between 0 and 1 the ends are exact.
  if (a.hi <= 0)
    range.hi = std::min(range.hi, 1.0);
  range.mayBeZero = range.lo == 0;
  return range;
}

FloatRange ranges::rsqrt(const FloatRange &a) {
  if (!hasValues(a) || a.hi < 0)
    return onlyNaN();
  double most = a.mayBeZero ? infinity : 1 / std::sqrt(std::max(a.lo, a.tiny));
  // 1/√−0 is −∞.
  FloatRange range =
      interval(a.mayBeZero ? -infinity : 1 / std::sqrt(a.hi), most, a.mayBeNaN || a.lo < 0);
  range.mayBeZero = a.hi == infinity;
  return widened(range, slack);
}

FloatRange ranges::circular(const FloatRange &a) {
  return interval(-1, 1, a.mayBeNaN || a.mayBeInf());
}

/// Whether every multiple of the bound up to `most` times is a number of this precision:
/// then sums of what the bound holds for, rounded in any order, never exceed theirs.
static bool isExactSum(double bound, double most, int precision) {
  if (bound == 0 || std::isinf(bound))
    return true;
  int exponent, bits = 1;
  double mantissa = std::frexp(std::abs(bound), &exponent);
  while (bits <= precision && std::trunc(std::ldexp(mantissa, bits)) != std::ldexp(mantissa, bits))
    ++bits;
  return std::ldexp(most, bits) <= std::ldexp(1.0, precision);
}

FloatRange ranges::sum(const FloatRange &term, double least, double most, int precision) {
  if (most == 0)
    return FloatRange::between(0, 0, true);
  if (!hasValues(term))
    return least == 0 ? orZero(term) : term;
  FloatRange range = term;
  range.lo = std::min(product(term.lo, least), product(term.lo, most));
  range.hi = std::max(product(term.hi, least), product(term.hi, most));
  bool isSameSign = term.lo >= 0 || term.hi <= 0;
  range.mayBeZero = least == 0 || term.mayBeZero || !isSameSign;
  if (!isSameSign)
    range.tiny = term.isInteger ? 1 : denormal;
  // Each term goes through at most this many roundings.
  if (!isExactSum(term.lo, most, precision) || !isExactSum(term.hi, most, precision)) {
    double error = std::expm1((most + 1) * std::ldexp(1.0, -precision));
    double wide = range.magnitude() * (1 + error);
    // Where the error may exceed the sum, its sign says nothing.
    range.lo =
        isSameSign || error < 1 ? lower(range.lo, product(std::abs(range.lo), error)) : -wide;
    range.hi =
        isSameSign || error < 1 ? -lower(-range.hi, product(std::abs(range.hi), error)) : wide;
    if (term.lo >= 0)
      range.lo = std::max(range.lo, least > 0 ? term.lo : 0.0);
    if (term.hi <= 0)
      range.hi = std::min(range.hi, least > 0 ? term.hi : 0.0);
  }
  range.mayBeZero &= range.lo <= 0 && range.hi >= 0;
  // Partial sums of both signs may overflow before they meet.
  range.mayBeNaN = term.mayBeNaN || (!isSameSign && !range.isBounded());
  carry(range, {term});
  countPositions(range);
  return range;
}

void ranges::markOverflow(FloatRange &sum, mlir::FloatType type) {
  if (!FloatLimits::of(type).holds(sum.magnitude()) && sum.lo < 0 && sum.hi > 0)
    sum.mayBeNaN = true;
}

FloatRange ranges::counter(int64_t size) {
  FloatRange range = FloatRange::between(0, static_cast<double>(size - 1), /*isInteger=*/true);
  range.reach = range.hi;
  return range;
}

FloatRange ranges::contract(const FloatRange &a, const FloatRange &b, double least, double most,
                            mlir::FloatType accumulator, bool isTF32) {
  FloatRange product = multiply(a, b);
  if (isTF32)
    product = widened(product, 0x1p-9);
  FloatRange sum = ranges::sum(product.roundedTo(accumulator), least, most,
                               FloatLimits::of(accumulator).precision);
  markOverflow(sum, accumulator);
  double positions = sum.positions;
  sum = sum.roundedTo(accumulator);
  sum.positions = positions;
  return sum;
}

FloatRange ranges::exactly(const FloatRange &a, llvm::function_ref<double(double)> function) {
  if (!hasValues(a))
    return onlyNaN();
  FloatRange range = interval(function(a.lo), function(a.hi), a.mayBeNaN);
  range.isInteger = true;
  range.tiny = 1;
  carry(range, {a});
  return range;
}

FloatRange ranges::log(const FloatRange &a) {
  return monotone(a, [](double x) { return std::log(x); }, 0);
}

FloatRange ranges::log1p(const FloatRange &a) {
  return monotone(a, [](double x) { return std::log1p(x); }, -1);
}

FloatRange ranges::tanh(const FloatRange &a) {
  return clampedTo(monotone(a, [](double x) { return std::tanh(x); }), -1, 1);
}

FloatRange ranges::erf(const FloatRange &a) {
  return clampedTo(monotone(a, [](double x) { return std::erf(x); }), -1, 1);
}

FloatRange ranges::logistic(const FloatRange &a) {
  return clampedTo(monotone(a, [](double x) { return 1 / (1 + std::exp(-x)); }), 0, 1);
}

FloatRange ranges::floor(const FloatRange &a) {
  return exactly(a, [](double x) { return std::floor(x); });
}

FloatRange ranges::ceil(const FloatRange &a) {
  return exactly(a, [](double x) { return std::ceil(x); });
}

FloatRange ranges::clampedTo(FloatRange range, double lo, double hi) {
  range.lo = std::max(range.lo, lo);
  range.hi = std::min(range.hi, hi);
  return range;
}

FloatRange ranges::orZero(FloatRange range) {
  range.lo = std::min(range.lo, 0.0);
  range.hi = std::max(range.hi, 0.0);
  range.mayBeZero = true;
  return range;
}
