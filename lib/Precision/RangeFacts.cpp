// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranges say of narrowing, and why, in words.
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/RangeInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// 1e9, 65504, 3.40282e38.
std::string number(double value) {
  if (value == std::trunc(value) && std::abs(value) < 1e6)
    return std::to_string(static_cast<int>(value));
  char digits[32];
  std::string text(digits, std::snprintf(digits, sizeof digits, "%.6g", value));
  for (StringRef longForm : {"e+0", "e+", "e-0"}) {
    size_t at = text.find(longForm);
    if (at == std::string::npos)
      continue;
    text.replace(at, longForm.size(), longForm == "e-0" ? "e-" : "e");
    break;
  }
  return text;
}

std::string nameOf(Type type) {
  // Most are these; MLIR's printer takes its time.
  if (type.isBF16() || type.isF16())
    return type.isF16() ? "f16" : "bf16";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

FloatType floatTypeOf(Value value) { return getFloat(value.getType()); }

/// "f16 holds 65504"
std::string describeLimit(FloatType type) {
  auto describe = [&] { return nameOf(type) + " holds " + number(FloatLimits::of(type).largest); };
  if (!type.isBF16())
    return describe();
  static const std::string text = describe(); // asked for each op of a report
  return text;
}

/// How far a chain of ops is followed to where a bound comes from.
constexpr int maxSteps = 64;
/// Rounding to a narrow type on the way, and sums of such values, stay within this.
constexpr double margin = 1 + 0x1p-6;

} // namespace

Fit RangeFacts::fit(Value value, FloatType type) const {
  const FloatRange *range = get(value);
  FloatLimits limits = FloatLimits::of(type);
  if (!range || limits.holds(range->magnitude()))
    return Fit::Proved;
  // An infinity is not made by the narrowing.
  bool isNumber =
      range->lo <= range->hi && !range->mayBeNaN && !range->mayBeZero && std::isfinite(range->tiny);
  if (isNumber && !limits.holds(range->tiny))
    return Fit::Overflows;
  // What no operand makes different is there in every run.
  Operation *op = value.getDefiningOp();
  auto shaped = dyn_cast<ShapedType>(value.getType());
  bool isGiven = op && op->getNumOperands() == 0 && op->getNumRegions() == 0 &&
                 isa<RangeOpInterface>(op) && !(shaped && shaped.getNumElements() == 0);
  return isGiven && range->isBounded() ? Fit::Overflows : Fit::Possible;
}

bool RangeFacts::isInRange(Operation *op, FloatType type) const {
  FloatLimits limits = FloatLimits::of(type);
  auto fits = [&](Value value) {
    const FloatRange *range = floatTypeOf(value) ? get(value) : nullptr;
    return !range || range->magnitude() * margin <= limits.largest;
  };
  return llvm::all_of(op->getOperands(), fits) && llvm::all_of(op->getResults(), fits);
}

/// What an op's results follow from: operands, and what its body computes.
static SmallVector<Value, 4> getSources(Operation *op) {
  SmallVector<Value, 4> sources(op->getOperands());
  if (auto model = op->getNumRegions() ? dyn_cast<RangeOpInterface>(op) : RangeOpInterface())
    llvm::append_range(sources, model.getInnerValues());
  return sources;
}

/// The value that a body's argument is an element of; or null.
static Value getForwarded(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
  auto model = dyn_cast_or_null<RangeOpInterface>(parent);
  return model ? model.getForwarded(value) : Value();
}

std::string RangeFacts::originOf(Value value) const {
  for (int step = 0; step < maxSteps; ++step) {
    if (Value whole = getForwarded(value)) {
      value = whole;
      continue;
    }
    const FloatRange *range = get(value);
    Operation *op = value.getDefiningOp();
    if (!range || !op)
      break;
    if (isConstant(op))
      return "constant";
    Value largest;
    double most = 0;
    for (Value source : getSources(op)) {
      const FloatRange *from = get(source);
      if (from && from->known() > most) {
        most = from->known();
        largest = source;
      }
    }
    // Where no source has as much, the op made it.
    if (!largest || most < range->known() / 2)
      break;
    value = largest;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return "argument";
  const FloatRange *range = get(value);
  bool counts = range && (range->positions > 0 || !floatTypeOf(value));
  return counts ? "position" : "product of bounds";
}

std::string RangeFacts::explainFit(Value value, FloatType type) const {
  const FloatRange *range = get(value);
  if (!range)
    return "no value comes here";
  std::string holds = ", " + describeLimit(type);
  if (fit(value, type) == Fit::Proved)
    return "|x| is at most " + number(range->magnitude()) + holds;
  if (range->known() > 0 && !FloatLimits::of(type).holds(range->known()))
    return "|x| may reach " + number(range->known()) + " (" + originOf(value) + ")" + holds;
  return "nothing bounds |x|" + holds;
}

std::optional<RangeReason> RangeFacts::forbids(Value value, FloatType type) const {
  FloatType own = floatTypeOf(value);
  const FloatRange *range = own ? get(value) : nullptr;
  if (!range || own == type)
    return std::nullopt;
  FloatLimits limits = FloatLimits::of(type);
  if (!limits.holds(range->known()))
    return RangeReason{explainFit(value, type)};
  if (range->positions > limits.exactIntegers()) {
    std::string last = std::isfinite(range->positions) ? "up to " + number(range->positions)
                                                       : std::string("without bound");
    return RangeReason{"x counts " + last + " (position), " + nameOf(type) + " is exact up to " +
                       number(limits.exactIntegers())};
  }
  double magnitude = range->magnitude();
  if (magnitude > 0 && limits.flushes(magnitude))
    return RangeReason{"|x| is at most " + number(magnitude) + " (" + originOf(value) +
                       "), which is 0 in " + nameOf(type)};
  const MeasuredRange *measured = getMeasured(value);
  if (!measured || measured->magnitude() <= limits.largest / 2)
    return std::nullopt;
  bool isClose = limits.holds(measured->magnitude()); // other data may go beyond
  std::string text =
      "|x| reached " + number(measured->magnitude()) + " in the calibration, " +
      (isClose ? "close to what " + nameOf(type) + " holds, " + number(limits.largest)
               : describeLimit(type));
  return RangeReason{text, /*isMeasured=*/true};
}
