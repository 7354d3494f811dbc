// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances in units in the last place of a float type.
#ifndef HALFTONE_SUPPORT_ULPS_H
#define HALFTONE_SUPPORT_ULPS_H

#include "halftone/Support/DType.h"

namespace halftone {

/// The distance between neighbours of `type` at the magnitude of `value`; below the
/// normal range that of subnormals, above the largest finite value the last one.
double ulpOf(double value, DType type);

/// How many ulps of `type` at `expected` a value of that type is away from it. 0 for equal
/// infinities, two NaN, and infinity (or NaN, where the type has none) for what overflows;
/// infinite where only one is finite or a number.
double ulpDistance(double expected, double got, DType type);

} // namespace halftone

#endif // HALFTONE_SUPPORT_ULPS_H
