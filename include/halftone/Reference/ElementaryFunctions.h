// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions, correctly rounded in f32 and f64 as far as 113 bits can
// tell. The method (Ziv's): compute with more bits; if all values within the error
// bound round to the same result, that is it; else compute with still more.
//
//   f32: the C library's f64 function (error below 2^-48, relative), and
//        binary128 where that is too close to call, once in some 2^23 calls.
//   f64: binary128, whose functions are good to a few units of 2^-113.
#ifndef HALFTONE_REFERENCE_ELEMENTARYFUNCTIONS_H
#define HALFTONE_REFERENCE_ELEMENTARYFUNCTIONS_H

namespace halftone::reference {

#define HALFTONE_UNARY(NAME)                                                                       \
  float NAME(float x);                                                                             \
  double NAME(double x);
#define HALFTONE_BINARY(NAME)                                                                      \
  float NAME(float x, float y);                                                                    \
  double NAME(double x, double y);

HALFTONE_UNARY(exponential)
HALFTONE_UNARY(exponentialMinusOne)
HALFTONE_UNARY(logarithm)
HALFTONE_UNARY(logPlusOne)
HALFTONE_UNARY(reciprocalSqrt)
HALFTONE_UNARY(cubeRoot)
HALFTONE_UNARY(sine)
HALFTONE_UNARY(cosine)
HALFTONE_UNARY(tangent)
HALFTONE_UNARY(hyperbolicTangent)
HALFTONE_UNARY(logistic)
HALFTONE_UNARY(errorFunction)
HALFTONE_UNARY(inverseErrorFunction)
HALFTONE_BINARY(power)
/// The angle of (y, x) in radians.
HALFTONE_BINARY(angle)

#undef HALFTONE_UNARY
#undef HALFTONE_BINARY

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_ELEMENTARYFUNCTIONS_H
