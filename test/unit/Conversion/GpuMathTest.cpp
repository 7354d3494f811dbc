// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp, log and pow on f64 as kernels compute them, against the C library's in long
// double: within the bounds of docs/Numerics.md.
#include "GpuFunction.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

/// |got - exact| in units of the last place of the exact value, rounded.
double ulps(double got, long double exact) {
  double rounded = static_cast<double>(exact);
  if (std::isnan(rounded))
    return std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(rounded) || !std::isfinite(got))
    return got == rounded ? 0 : INFINITY;
  if (got == 0 && std::signbit(got) != std::signbit(rounded))
    return INFINITY;
  double unit =
      rounded == 0 ? 0x1p-1074 : std::max(std::ldexp(1.0, std::ilogb(rounded) - 52), 0x1p-1074);
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / unit);
}

HostTensor column(const std::vector<double> &values) {
  HostTensor tensor(DType::F64, {static_cast<int64_t>(values.size())});
  std::memcpy(tensor.data(), values.data(), tensor.numBytes());
  return tensor;
}

/// out = op(x, y) or op(x) for each element.
HostTensor run(const std::string &op, HostTensor x, HostTensor y) {
  std::string n = std::to_string(x.numElements()), buffer = "memref<" + n + "xf64>";
  bool isBinary = op == "math.powf";
  std::string text =
      "func.func @f(%x: " + buffer + ", %y: " + buffer + ", %z: " + buffer + ") {\n" +
      "  kernel.launch concurrent {\n"
      "    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,\n"
      "        affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}\n"
      "        ins(%x, %y : " +
      buffer + ", " + buffer + ") outs(%z : " + buffer +
      ") {\n"
      "    ^bb0(%a: f64, %b: f64, %c: f64):\n"
      "      %r = " +
      op + (isBinary ? " %a, %b" : " %a") +
      " : f64\n"
      "      linalg.yield %r : f64\n"
      "    }\n  }\n  return\n}\n";
  HostTensor z(DType::F64, x.shape());
  runOnGpu(text, {&x, &y, &z});
  return z;
}

/// Numbers of every magnitude, with either sign.
std::vector<double> spread(size_t count, int least, int most, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> mantissa(1, 2), exponent(least, most);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(std::ldexp(mantissa(engine), static_cast<int>(exponent(engine))) *
                     (i % 2 ? -1 : 1));
  return values;
}

TEST(GpuMath, Exp) {
  std::vector<double> x = spread(6000, -60, 10, 1);
  for (double value : {0.0, -0.0, 709.78, 709.79, -745.13, -745.14, 1e300, -1e300, -708.5, -720.25})
    x.push_back(value);
  x.push_back(INFINITY);
  x.push_back(-INFINITY);
  x.push_back(NAN);
  HostTensor got = run("math.exp", column(x), column(x));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_LE(ulps(got.as<double>()[i], expl(x[i])), 1) << x[i];
}

TEST(GpuMath, Log) {
  std::vector<double> x = spread(6000, -1070, 1023, 2);
  for (double &value : x)
    value = std::abs(value);
  std::vector<double> near = spread(2000, -52, -2, 3);
  for (double value : near)
    x.push_back(1 + value);
  for (double value : {0.0, -0.0, -1.0, 1.0, 0x1p-1074, 0x1.fffffffffffffp1023})
    x.push_back(value);
  x.push_back(INFINITY);
  x.push_back(-INFINITY);
  x.push_back(NAN);
  HostTensor got = run("math.log", column(x), column(x));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_LE(ulps(got.as<double>()[i], logl(x[i])), 1) << x[i];
}

TEST(GpuMath, Pow) {
  std::vector<double> x, y;
  // Bias corrections: decays near 1 to the number of steps.
  for (double decay : {0.9, 0.99, 0.999, 0.9999, 0.95})
    for (double step : {1.0, 2.0, 3.0, 10.0, 100.0, 1000.0, 12345.0, 1e6}) {
      x.push_back(decay);
      y.push_back(step);
    }
  std::mt19937_64 engine(4);
  std::uniform_real_distribution<double> result(-700, 700);
  std::vector<double> bases = spread(4000, -300, 300, 5);
  for (double base : bases) {
    x.push_back(std::abs(base));
    y.push_back(result(engine) / std::log(std::abs(base)));
  }
  std::vector<double> near = spread(2000, -50, -2, 6);
  for (double value : near) {
    x.push_back(1 + value);
    y.push_back(result(engine) / std::log1p(value));
  }
  const double special[] = {0.0,       -0.0,       1.0,        -1.0,      2.0,   -2.0,
                            3.0,       -3.0,       0.5,        -0.5,      2.5,   -2.5,
                            0x1p53,    -0x1p53,    0x1p53 + 2, 0x1.8p52,  1e300, -1e300,
                            0x1p-1074, -0x1p-1074, INFINITY,   -INFINITY, NAN};
  for (double a : special)
    for (double b : special) {
      x.push_back(a);
      y.push_back(b);
    }
  HostTensor got = run("math.powf", column(x), column(y));
  for (size_t i = 0; i < x.size(); ++i) {
    // The x87's powl is exact enough for one unit; overflow is f64's.
    EXPECT_LE(ulps(got.as<double>()[i], powl(x[i], y[i])), 1.25) << x[i] << " ^ " << y[i];
  }
}

} // namespace
