// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lattice of value ranges: join, rounding to a type, printing.
#include "halftone/Precision/Ranges.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static FloatLimits readLimits(const llvm::fltSemantics &format) {
  FloatLimits limits;
  limits.precision = llvm::APFloat::semanticsPrecision(format);
  limits.minExponent = llvm::APFloat::semanticsMinExponent(format);
  limits.largest = llvm::APFloat::getLargest(format).convertToDouble();
  limits.smallest = llvm::APFloat::getSmallest(format).convertToDouble();
  limits.hasInf = llvm::APFloat::getInf(format).isInfinity();
  return limits;
}

FloatLimits FloatLimits::of(FloatType type) {
  // Nearly every value is of one of these.
  static const FloatLimits f32 = readLimits(llvm::APFloat::IEEEsingle());
  static const FloatLimits bf16 = readLimits(llvm::APFloat::BFloat());
  static const FloatLimits f16 = readLimits(llvm::APFloat::IEEEhalf());
  if (type.isF32())
    return f32;
  if (type.isBF16())
    return bf16;
  return type.isF16() ? f16 : readLimits(type.getFloatSemantics());
}

double FloatLimits::roundUp(double value) const {
  if (value == 0 || !std::isfinite(value) || precision >= 53)
    return value;
  int exponent;
  std::frexp(value, &exponent);
  int unit = std::max(exponent - precision, minExponent - (precision - 1));
  double rounded = std::ldexp(std::ceil(std::ldexp(value, -unit)), unit);
  if (rounded > largest)
    return FloatRange::infinity;
  return std::max(rounded, -largest);
}

bool FloatLimits::holds(double magnitude) const {
  if (magnitude <= largest)
    return true;
  double unit = std::ldexp(1.0, std::ilogb(largest) - (precision - 1));
  return magnitude < largest + unit / 2;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The smallest and largest value of an integer type, as the dialect reads it: signless
/// is signed, and i1 is 0 or 1.
static std::pair<double, double> integerLimits(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  unsigned width = integer ? integer.getWidth() : 64;
  if (width == 1)
    return {0, 1};
  if (integer && integer.isUnsigned())
    return {0, std::ldexp(1.0, width) - 1};
  return {-std::ldexp(1.0, width - 1), std::ldexp(1.0, width - 1) - 1};
}

FloatRange FloatRange::unknown(Type elementType) {
  auto type = dyn_cast<FloatType>(elementType);
  if (!type) {
    auto [lo, hi] = integerLimits(elementType);
    return between(lo, hi, /*isInteger=*/true);
  }
  FloatLimits limits = FloatLimits::of(type);
  FloatRange range =
      limits.hasInf ? between(-infinity, infinity) : between(-limits.largest, limits.largest);
  range.tiny = limits.smallest;
  range.mayBeNaN = true;
  return range;
}

FloatRange FloatRange::between(double lo, double hi, bool isInteger) {
  FloatRange range;
  range.lo = lo;
  range.hi = hi;
  range.isInteger = isInteger;
  range.mayBeZero = lo <= 0 && hi >= 0;
  range.tiny = isInteger ? 1 : std::numeric_limits<double>::denorm_min();
  if (lo > 0 || hi < 0)
    range.tiny = std::max(range.tiny, lo > 0 ? lo : -hi);
  return range;
}

FloatRange FloatRange::constant(double value) {
  FloatRange range;
  if (std::isnan(value)) {
    range.mayBeNaN = true;
    return range;
  }
  range = between(value, value, std::trunc(value) == value);
  if (std::isfinite(value) && value != 0)
    range.tiny = std::abs(value);
  else if (value == 0)
    range.tiny = infinity;
  range.reach = std::isfinite(value) ? std::abs(value) : 0;
  return range;
}

FloatRange FloatRange::join(const FloatRange &a, const FloatRange &b) {
  FloatRange range;
  range.lo = std::min(a.lo, b.lo);
  range.hi = std::max(a.hi, b.hi);
  range.tiny = std::min(a.tiny, b.tiny);
  range.reach = std::max(a.reach, b.reach);
  range.positions = std::max(a.positions, b.positions);
  range.mayBeNaN = a.mayBeNaN || b.mayBeNaN;
  range.mayBeZero = a.mayBeZero || b.mayBeZero;
  range.isInteger = a.isInteger && b.isInteger;
  return range;
}

static FloatRange roundToInteger(const FloatRange &range, Type type) {
  auto [lo, hi] = integerLimits(type);
  FloatRange rounded = range;
  bool isWithin = range.lo >= lo && range.hi <= hi; // not where a bound is no number
  if (!isWithin || range.mayBeNaN || !range.isInteger) {
    rounded = FloatRange::between(lo, hi, /*isInteger=*/true); // it wraps
    rounded.reach = std::min(range.reach, rounded.magnitude());
  }
  rounded.mayBeNaN = false;
  rounded.positions = 0;
  return rounded;
}

FloatRange FloatRange::roundedTo(Type elementType) const {
  if (isEmpty())
    return *this;
  auto type = dyn_cast<FloatType>(elementType);
  if (!type)
    return roundToInteger(*this, elementType);
  FloatLimits limits = FloatLimits::of(type);
  FloatRange rounded = *this;
  if (std::isnan(lo) || std::isnan(hi)) { // of infinities, where nothing can be said
    rounded = unknown(type);
    rounded.reach = reach;
    rounded.positions = positions;
  } else if (lo <= hi) {
    rounded.lo = lo == -infinity || !limits.holds(-lo)
                     ? limits.roundDown(lo)
                     : std::max(limits.roundDown(lo), -limits.largest);
    rounded.hi = hi == infinity || !limits.holds(hi) ? limits.roundUp(hi)
                                                     : std::min(limits.roundUp(hi), limits.largest);
  }
  if (!limits.hasInf && rounded.mayBeInf()) {
    rounded.mayBeNaN = true;
    rounded.lo = std::max(rounded.lo, -limits.largest);
    rounded.hi = std::min(rounded.hi, limits.largest);
  }
  if (limits.flushes(tiny))
    rounded.mayBeZero = true;
  rounded.tiny = tiny == infinity ? tiny : std::max(limits.roundDown(tiny), limits.smallest);
  if (!limits.hasInf)
    rounded.tiny = std::min(rounded.tiny, limits.largest);
  if (isInteger)
    rounded.tiny = std::max(rounded.tiny, 1.0);
  if (rounded.lo > 0 || rounded.hi < 0) {
    rounded.mayBeZero = false;
    rounded.tiny = std::max(rounded.tiny, rounded.lo > 0 ? rounded.lo : -rounded.hi);
  }
  rounded.reach = std::min(reach, limits.largest);
  // Positions that the type merges are merged.
  rounded.positions = std::min(positions, limits.exactIntegers());
  return rounded;
}

/// Powers of two beyond what is easily read get printed as such.
static void printNumber(llvm::raw_ostream &os, double value) {
  int exponent;
  value += 0.0; // no -0
  if (std::isfinite(value) && std::abs(std::frexp(value, &exponent)) == 0.5 &&
      (exponent > 21 || exponent < -12)) {
    os << (value < 0 ? "-" : "") << "2^" << exponent - 1;
    return;
  }
  os << llvm::format("%.9g", value);
}

void FloatRange::print(llvm::raw_ostream &os) const {
  if (isEmpty()) {
    os << "empty";
    return;
  }
  os << "[";
  if (lo <= hi) {
    printNumber(os, lo);
    os << ", ";
    printNumber(os, hi);
  }
  os << "]";
  bool isImplied = lo > 0 || hi < 0 || (isInteger && tiny == 1);
  // What every f32 and bf16 may be says nothing.
  if (!isImplied && tiny > 0x1p-133 && tiny != infinity) {
    os << " tiny=";
    printNumber(os, tiny);
  }
  if (lo <= 0 && hi >= 0 && !mayBeZero)
    os << " nonzero";
  if (isInteger && lo <= hi)
    os << " integer";
  if (!isBounded() && reach != 0) {
    os << " reach=";
    printNumber(os, reach);
  }
  if (positions != 0) {
    os << " positions=";
    printNumber(os, positions);
  }
  if (mayBeNaN)
    os << " nan";
}

llvm::StringRef precision::toString(Fit fit) {
  switch (fit) {
  case Fit::Proved:
    return "proved safe";
  case Fit::Possible:
    return "possible";
  case Fit::Overflows:
    return "overflows";
  }
  llvm_unreachable("all cases");
}
