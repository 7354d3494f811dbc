// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function is written once, as a template over the type that it computes in:
// `double` for f32 in the usual case, `Quad` for f64 and for hard cases of f32.
#include "halftone/Reference/ElementaryFunctions.h"

#include <cfloat>
#include <cmath>

using namespace halftone;

#if LDBL_MANT_DIG >= 113
using Quad = long double;
#define HALFTONE_QUAD(RESULT, NAME, LIBM, ...) RESULT NAME(__VA_ARGS__) __asm__(LIBM "l");
#else
// The C library has the functions; C++ has no portable name for their type.
using Quad = __float128;
#define HALFTONE_QUAD(RESULT, NAME, LIBM, ...) RESULT NAME(__VA_ARGS__) __asm__(LIBM "f128");
#endif

extern "C" {
HALFTONE_QUAD(Quad, quadExp, "exp", Quad)
HALFTONE_QUAD(Quad, quadExpm1, "expm1", Quad)
HALFTONE_QUAD(Quad, quadLog, "log", Quad)
HALFTONE_QUAD(Quad, quadLog1p, "log1p", Quad)
HALFTONE_QUAD(Quad, quadSqrt, "sqrt", Quad)
HALFTONE_QUAD(Quad, quadCbrt, "cbrt", Quad)
HALFTONE_QUAD(Quad, quadSin, "sin", Quad)
HALFTONE_QUAD(Quad, quadCos, "cos", Quad)
HALFTONE_QUAD(Quad, quadTan, "tan", Quad)
HALFTONE_QUAD(Quad, quadTanh, "tanh", Quad)
HALFTONE_QUAD(Quad, quadErf, "erf", Quad)
HALFTONE_QUAD(Quad, quadErfc, "erfc", Quad)
HALFTONE_QUAD(Quad, quadPow, "pow", Quad, Quad)
HALFTONE_QUAD(Quad, quadAtan2, "atan2", Quad, Quad)
}
#undef HALFTONE_QUAD

namespace {
/// The library's functions by one name for both types.
struct Functions {
#define HALFTONE_OVERLOAD(NAME, STD, QUAD)                                                         \
  static double NAME(double x) { return std::STD(x); }                                             \
  static Quad NAME(Quad x) { return QUAD(x); }
  HALFTONE_OVERLOAD(exp, exp, quadExp)
  HALFTONE_OVERLOAD(expm1, expm1, quadExpm1)
  HALFTONE_OVERLOAD(log, log, quadLog)
  HALFTONE_OVERLOAD(log1p, log1p, quadLog1p)
  HALFTONE_OVERLOAD(sqrt, sqrt, quadSqrt)
  HALFTONE_OVERLOAD(cbrt, cbrt, quadCbrt)
  HALFTONE_OVERLOAD(sin, sin, quadSin)
  HALFTONE_OVERLOAD(cos, cos, quadCos)
  HALFTONE_OVERLOAD(tan, tan, quadTan)
  HALFTONE_OVERLOAD(tanh, tanh, quadTanh)
  HALFTONE_OVERLOAD(erf, erf, quadErf)
  HALFTONE_OVERLOAD(erfc, erfc, quadErfc)
#undef HALFTONE_OVERLOAD
  static double pow(double x, double y) { return std::pow(x, y); }
  static Quad pow(Quad x, Quad y) { return quadPow(x, y); }
  static double atan2(double y, double x) { return std::atan2(y, x); }
  static Quad atan2(Quad y, Quad x) { return quadAtan2(y, x); }
};
} // namespace

/// erf⁻¹ by Halley's iteration on erfc, which is as good near 1 as near 0. The
/// start is Winitzki's approximation (error below 0.005); convergence is cubic.
template <typename T> static T inverseErf(T y) {
  T magnitude = y < 0 ? -y : y;
  if (!(magnitude < 1)) // ±1, outside, or NaN
    return magnitude == 1 ? y * static_cast<T>(INFINITY) : static_cast<T>(NAN);
  if (magnitude < static_cast<T>(1e-30)) // the next term of the series is y^3
    return y * (Functions::sqrt(Functions::atan2(T(0), T(-1))) / 2);

  double m = static_cast<double>(magnitude);
  double l = std::log1p(-m * m);
  if (!std::isfinite(l)) // rounds to 1 in f64
    l = std::log(2 * static_cast<double>(1 - magnitude));
  double a = 2 / (M_PI * 0.147) + l / 2;
  T x = static_cast<T>(std::sqrt(std::sqrt(a * a - l / 0.147) - a));
  if (x == 0) // cancelled: the linear term will do as a start
    x = static_cast<T>(m * 0.886226925452758);
  T halfRootPi = Functions::sqrt(Functions::atan2(T(0), T(-1))) / 2;
  for (int i = 0; i < 5; ++i) {
    // f(x) = erf(x) - y, without cancellation on either side.
    T f = magnitude < static_cast<T>(0.5) ? Functions::erf(x) - magnitude
                                          : (1 - magnitude) - Functions::erfc(x);
    T step = f * halfRootPi * Functions::exp(x * x); // f / f'
    x -= step / (1 + x * step);
  }
  return y < 0 ? -x : x;
}

/// Rounds `value`, whose relative error is below 2^-48, if the error can't matter;
/// else computes again with `exactly`.
template <typename Exactly> static float roundToFloat(double value, Exactly exactly) {
  float rounded = static_cast<float>(value);
  if (!std::isfinite(value))
    return rounded;
  double error = std::fabs(value) * 0x1p-48;
  if (static_cast<float>(value - error) == static_cast<float>(value + error))
    return rounded;
  return static_cast<float>(exactly());
}

#define HALFTONE_UNARY(NAME, EXPRESSION)                                                           \
  template <typename T> static T NAME##In(T x) { return EXPRESSION; }                              \
  float reference::NAME(float x) {                                                                 \
    return roundToFloat(NAME##In<double>(x), [x] { return NAME##In<Quad>(x); });                   \
  }                                                                                                \
  double reference::NAME(double x) { return static_cast<double>(NAME##In<Quad>(x)); }

#define HALFTONE_BINARY(NAME, EXPRESSION)                                                          \
  template <typename T> static T NAME##In(T x, T y) { return EXPRESSION; }                         \
  float reference::NAME(float x, float y) {                                                        \
    return roundToFloat(NAME##In<double>(x, y), [x, y] { return NAME##In<Quad>(x, y); });          \
  }                                                                                                \
  double reference::NAME(double x, double y) { return static_cast<double>(NAME##In<Quad>(x, y)); }

HALFTONE_UNARY(exponential, Functions::exp(x))
HALFTONE_UNARY(exponentialMinusOne, Functions::expm1(x))
HALFTONE_UNARY(logarithm, Functions::log(x))
HALFTONE_UNARY(logPlusOne, Functions::log1p(x))
HALFTONE_UNARY(reciprocalSqrt, 1 / Functions::sqrt(x))
HALFTONE_UNARY(cubeRoot, Functions::cbrt(x))
HALFTONE_UNARY(sine, Functions::sin(x))
HALFTONE_UNARY(cosine, Functions::cos(x))
HALFTONE_UNARY(tangent, Functions::tan(x))
HALFTONE_UNARY(hyperbolicTangent, Functions::tanh(x))
HALFTONE_UNARY(logistic, 1 / (1 + Functions::exp(-x)))
HALFTONE_UNARY(errorFunction, Functions::erf(x))
HALFTONE_UNARY(inverseErrorFunction, inverseErf(x))
HALFTONE_BINARY(power, Functions::pow(x, y))
HALFTONE_BINARY(angle, Functions::atan2(x, y))
