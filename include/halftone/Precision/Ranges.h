// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about the values of a program, without running it: between which numbers each
// tensor's elements lie, and what the constants, masks and positions in it bring about.
//
// A bound is proved: it holds for every input. An argument has no bound but what its
// type and role prove. Each bound is a number of the value's own type, rounded away from
// the values, so it holds after rounding, and there are finitely many; a bound that
// still grows at a loop's third visit goes to its limit.
//
//   values   in [lo, hi], NaN apart; infinite where they may be infinite
//   tiny     no value other than 0 is smaller than this in magnitude
//   reach    a magnitude that the value may come to because of constants, masks and
//            positions, where other data in it is of size one; 0 where they have no part
//            in it. The bounds of select(mask, s, -1e9) are unknown, its `reach` is 1e9.
//   positions  how many different integers above 0 the value tells apart, or is a
//            linear image of: positions, counts, indices. 0 for other data.
//
// Measured ranges (Calibration.h) are kept apart from what is proved.
#ifndef HALFTONE_PRECISION_RANGES_H
#define HALFTONE_PRECISION_RANGES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace halftone::precision {

class Calibration;
class CalibrationIndex;
struct MeasuredRange;

/// A float format as far as ranges care.
struct FloatLimits {
  int precision = 24;               ///< significant bits
  int minExponent = -126;           ///< of the smallest normal number
  double largest = 0, smallest = 0; ///< finite, and above 0
  bool hasInf = true;

  static FloatLimits of(mlir::FloatType type);
  /// Integers up to this magnitude are all numbers of the format.
  double exactIntegers() const { return std::ldexp(1.0, precision); }
  /// The neighbour of `value` in the format, above or below, or itself. Beyond the
  /// largest number: infinity.
  double roundUp(double value) const;
  double roundDown(double value) const { return -roundUp(-value); }
  /// True where a value up to `magnitude` rounds to a finite number.
  bool holds(double magnitude) const;
  /// True where a value down to `magnitude`, which is above 0, rounds to 0.
  bool flushes(double magnitude) const { return magnitude <= smallest / 2; }
};

/// What is known of the elements of a tensor, or of a scalar.
struct FloatRange {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double lo = infinity, hi = -infinity; ///< empty: no value comes here
  double tiny = infinity;
  double reach = 0, positions = 0;
  bool mayBeNaN = false;
  bool mayBeZero = false;
  bool isInteger = true; ///< the finite values are integers

  static FloatRange unknown(mlir::Type elementType);
  /// All values in between, integers or not.
  static FloatRange between(double lo, double hi, bool isInteger = false);
  static FloatRange constant(double value);

  /// True where nothing was said yet.
  bool isEmpty() const { return lo > hi && !mayBeNaN; }
  /// The largest magnitude; infinity where the value may be infinite.
  double magnitude() const { return lo > hi ? 0 : std::max(-lo, hi); }
  /// A magnitude that the value may come to, as far as is known: its bound, or `reach`.
  double known() const { return isBounded() ? magnitude() : reach; }
  bool mayBeInf() const { return hi == infinity || lo == -infinity; }
  /// True where the magnitude is bounded by more than the range of f32.
  bool isBounded() const { return magnitude() < 0x1.fffffep127; }

  /// Both together.
  static FloatRange join(const FloatRange &a, const FloatRange &b);
  bool operator==(const FloatRange &other) const = default;
  /// What is left of the values once they are rounded to the type: bounds are numbers
  /// of it, overflow and underflow are seen, integers wrap.
  FloatRange roundedTo(mlir::Type elementType) const;

  /// "[0, 1] tiny=2^-24 nonzero integer reach=1 positions=1 nan", as tests read it.
  void print(llvm::raw_ostream &os) const;
};

/// What becomes of a value that is narrowed.
enum class Fit {
  Proved,    ///< no element overflows
  Possible,  ///< not known, or some element may
  Overflows, ///< some element overflows, whatever the input
};

llvm::StringRef toString(Fit fit);

/// Why a value must not be narrowed.
struct RangeReason {
  std::string text;        ///< "|x| may reach 1e9 (constant), f16 holds 65504"
  bool isMeasured = false; ///< else proved
};

/// The ranges of all values under an op. They are those of the IR as it was: compute
/// them again after a rewrite.
class RangeFacts {
public:
  /// `root` is a module (calls of private functions are seen through) or a function
  /// (its arguments are unknown). The calibration must outlive the facts.
  static RangeFacts compute(mlir::Operation *root, const Calibration *calibration = nullptr);
  RangeFacts(RangeFacts &&);
  RangeFacts &operator=(RangeFacts &&);
  ~RangeFacts();

  /// The proved range, or null where no value comes (dead code), or what it holds are
  /// no numbers.
  const FloatRange *get(mlir::Value value) const;
  /// What the calibration names of the values here; null without one.
  const CalibrationIndex *getCalibration() const;
  /// The measured range, or null where there is no calibration, or none of this value.
  const MeasuredRange *getMeasured(mlir::Value value) const;

  /// True where all that `op` takes and gives stays within `type` by a margin, so that
  /// it may compute there as far as range goes. Proved, never measured.
  bool isInRange(mlir::Operation *op, mlir::FloatType type) const;

  /// What is proved of narrowing `value` to `type` (never what was only measured).
  Fit fit(mlir::Value value, mlir::FloatType type) const;
  /// Why `fit` says so, for a diagnostic: "|x| is at most 1, f16 holds 65504".
  std::string explainFit(mlir::Value value, mlir::FloatType type) const;

  /// Why `value` must not be narrowed to `type`: constants, masks, positions or products
  /// of known bounds that `type` does not hold, or else a measured range.
  std::optional<RangeReason> forbids(mlir::Value value, mlir::FloatType type) const;

  /// Where the value's `reach` comes from: "constant", "position", "argument" or
  /// "product of bounds".
  std::string originOf(mlir::Value value) const;

private:
  struct Impl;
  explicit RangeFacts(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_RANGES_H
