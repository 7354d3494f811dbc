// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on ranges, for the models of ops: what an elementwise function of values
// within ranges may be, before it is rounded to the result's type.
//
//   - Ends of intervals are computed in f64. What is not exact there is widened by
//     `slack`, but never beyond a function's own limits (tanh is within [-1, 1]).
//   - Rounding to a type is monotone, so rounding an exact end outward
//     (`FloatRange::roundedTo`) bounds the rounded values.
//   - A linear op hands `reach` and `positions` on; any other drops them.
#ifndef HALFTONE_LIB_PRECISION_RANGEMATH_H
#define HALFTONE_LIB_PRECISION_RANGEMATH_H

#include "halftone/Precision/Ranges.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace halftone::precision::ranges {

/// Nothing but NaN.
FloatRange onlyNaN();
/// All values between these; NaN where `mayBeNaN`.
FloatRange interval(double lo, double hi, bool mayBeNaN = false);
/// The range with both ends moved away from the values by the relative error.
FloatRange widened(FloatRange range, double relativeError);
/// Sets what linear ops hand on from operands.
void carry(FloatRange &result, llvm::ArrayRef<FloatRange> operands);

FloatRange negate(const FloatRange &a);
FloatRange abs(const FloatRange &a);
FloatRange add(const FloatRange &a, const FloatRange &b);
FloatRange subtract(const FloatRange &a, const FloatRange &b);
FloatRange multiply(const FloatRange &a, const FloatRange &b);
FloatRange square(const FloatRange &a);
FloatRange divide(const FloatRange &a, const FloatRange &b);
FloatRange maximum(const FloatRange &a, const FloatRange &b);
FloatRange minimum(const FloatRange &a, const FloatRange &b);
FloatRange power(const FloatRange &a, const FloatRange &b);
FloatRange remainder(const FloatRange &a, const FloatRange &b);

/// A function that never falls, on the part of the range within [from, to]; NaN outside.
FloatRange monotone(const FloatRange &a, llvm::function_ref<double(double)> function,
                    double from = -FloatRange::infinity, double to = FloatRange::infinity);
/// The same of a function to integers that is exact: floor, rounding.
FloatRange exactly(const FloatRange &a, llvm::function_ref<double(double)> function);
/// The part of a range that overlaps [lo, hi], a function's own limits.
FloatRange clampedTo(FloatRange range, double lo, double hi);
FloatRange exp(const FloatRange &a);
FloatRange log(const FloatRange &a);
FloatRange log1p(const FloatRange &a);
FloatRange tanh(const FloatRange &a);
FloatRange erf(const FloatRange &a);
FloatRange logistic(const FloatRange &a);
FloatRange floor(const FloatRange &a);
FloatRange ceil(const FloatRange &a);
FloatRange rsqrt(const FloatRange &a);
/// Bounded by one in magnitude and NaN at infinity: sine and cosine.
FloatRange circular(const FloatRange &a);

/// Between `least` and `most` terms, each within the range, summed in a type of this
/// precision in any order.
FloatRange sum(const FloatRange &term, double least, double most, int precision);
/// Says NaN where sums of both signs overflow `type` before they meet.
void markOverflow(FloatRange &sum, mlir::FloatType type);
/// From `least` to `most` products, summed in `accumulator`; rounded to it.
FloatRange contract(const FloatRange &a, const FloatRange &b, double least, double most,
                    mlir::FloatType accumulator, bool isTF32);
/// What counts `size` elements, which are some: 0 to size - 1.
FloatRange counter(int64_t size);
/// The range, and 0 as well.
FloatRange orZero(FloatRange range);

} // namespace halftone::precision::ranges

#endif // HALFTONE_LIB_PRECISION_RANGEMATH_H
