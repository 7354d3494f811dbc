// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and layer normalisation against the same in f64.
#include "Kernels.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

std::vector<double> softmax(const std::vector<float> &x, size_t rows, size_t columns) {
  std::vector<double> result(rows * columns);
  for (size_t i = 0; i < rows; ++i) {
    double top = -INFINITY, sum = 0;
    for (size_t j = 0; j < columns; ++j)
      top = std::max(top, static_cast<double>(x[i * columns + j]));
    for (size_t j = 0; j < columns; ++j)
      sum += std::exp(static_cast<double>(x[i * columns + j]) - top);
    for (size_t j = 0; j < columns; ++j)
      result[i * columns + j] = std::exp(static_cast<double>(x[i * columns + j]) - top) / sum;
  }
  return result;
}

} // namespace

TEST(EmulatorKernelRows, Softmax) {
  everySchedule({"softmax.sm_75"}, [](Device &device) {
    for (auto [rows, columns] : {std::pair{1, 1}, {5, 33}, {7, 256}}) {
      size_t r = static_cast<size_t>(rows), c = static_cast<size_t>(columns);
      std::vector<float> x = uniform<float>(r * c, -20, 20, 1);
      std::vector<double> expected = softmax(x, r, c);
      float *dx = device.array(x), *out = device.empty<float>(r * c);
      device.run("softmaxWarp", {static_cast<uint32_t>(rows + 3) / 4}, {32, 4},
                 {dx, out, rows, columns});
      // exp of an argument of size 40 that a rounding moved, 2 ulp; a sum of 8 + 5 steps;
      // a division.
      auto bound = [&](size_t i) { return (40 + 2 + 13 + 2) * 0x1p-24 * expected[i] + 0x1p-140; };
      expectNear(out, expected, bound, "a warp to a row");
    }
    for (auto [rows, columns] : {std::pair{1, 1}, {3, 70}, {2, 1001}}) {
      size_t r = static_cast<size_t>(rows), c = static_cast<size_t>(columns);
      std::vector<float> x = uniform<float>(r * c, -20, 20, 2);
      std::vector<double> expected = softmax(x, r, c);
      float *dx = device.array(x), *out = device.empty<float>(r * c);
      device.run("softmaxOnline", {static_cast<uint32_t>(rows)}, {96}, {dx, out, columns});
      // __expf(x): ex2.approx (2^-22) of x / ln 2 with two roundings. Each number is
      // rescaled at every of up to 11 + 10 joins.
      double join = 2 * 0x1p-22 + 2 * 40 * 1.5 * 0x1p-24 + 3 * 0x1p-24;
      auto bound = [&](size_t i) { return 23 * join * expected[i] + 0x1p-120; };
      expectNear(out, expected, bound, "online");
    }
  });
}

TEST(EmulatorKernelRows, LayerNorm) {
  everySchedule({"layernorm.sm_75"}, [](Device &device) {
    for (auto [rows, columns] : {std::pair{1, 2}, {7, 45}, {13, 130}}) {
      size_t r = static_cast<size_t>(rows), c = static_cast<size_t>(columns);
      const double epsilon = 0x1p-16;
      std::vector<float> x = uniform<float>(r * c, -1, 3, 3), dy = uniform<float>(r * c, -1, 1, 4),
                         gamma = uniform<float>(c, 0.5, 1.5, 5), beta = uniform<float>(c, -1, 1, 6);
      std::vector<double> y(r * c), dx(r * c), dgamma(c), dbeta(c), rstds(r);
      for (size_t i = 0; i < r; ++i) {
        auto at = [&](const std::vector<float> &v, size_t j) {
          return static_cast<double>(v[i * c + j]);
        };
        double mean = 0, variance = 0, sumG = 0, sumGN = 0, n = static_cast<double>(c);
        for (size_t j = 0; j < c; ++j)
          mean += at(x, j) / n;
        for (size_t j = 0; j < c; ++j)
          variance += (at(x, j) - mean) * (at(x, j) - mean) / n;
        double rstd = rstds[i] = 1 / std::sqrt(variance + epsilon);
        for (size_t j = 0; j < c; ++j) {
          double normal = (at(x, j) - mean) * rstd, g = at(dy, j) * static_cast<double>(gamma[j]);
          y[i * c + j] = normal * static_cast<double>(gamma[j]) + static_cast<double>(beta[j]);
          sumG += g, sumGN += g * normal;
          dgamma[j] += at(dy, j) * normal, dbeta[j] += at(dy, j);
        }
        for (size_t j = 0; j < c; ++j) {
          double normal = (at(x, j) - mean) * rstd, g = at(dy, j) * static_cast<double>(gamma[j]);
          dx[i * c + j] = rstd * (g - (sumG + normal * sumGN) / n);
        }
      }
      float *px = device.array(x), *pdy = device.array(dy), *pg = device.array(gamma),
            *pb = device.array(beta), *out = device.empty<float>(r * c),
            *means = device.empty<float>(r), *rs = device.empty<float>(r);
      device.run("layerNorm", {static_cast<uint32_t>(rows + 3) / 4}, {32, 4},
                 {px, pg, pb, out, means, rs, rows, columns, static_cast<float>(epsilon)});
      // Relative errors of some 30 steps, on numbers up to 4 rstd.
      auto bound = [&](size_t i) { return 64 * 0x1p-24 * (1 + 6 * rstds[i / c]); };
      expectNear(out, y, bound, "forward");
      float *pdx = device.empty<float>(r * c);
      device.run("layerNormInputGrad", {static_cast<uint32_t>(rows)}, {64},
                 {pdy, px, pg, means, rs, pdx, columns});
      auto boundGrad = [&](size_t i) {
        double s = rstds[i / c];
        return 128 * 0x1p-24 * s * (1.5 + 1.5 * (1 + 16 * s * s));
      };
      expectNear(pdx, dx, boundGrad, "gradient of the input");
      float *parts = device.empty<float>(2 * 3 * c), *pdg = device.empty<float>(c),
            *pdb = device.empty<float>(c);
      device.run("layerNormScaleGrad", {static_cast<uint32_t>(columns + 31) / 32, 3}, {32, 8},
                 {pdy, px, means, rs, parts, rows, columns});
      device.run("layerNormScaleSum", {2}, {96}, {parts, pdg, pdb, 3, columns});
      double size = 0;
      for (double s : rstds)
        size += 4 * s;
      auto boundScale = [&](size_t) { return 64 * 0x1p-24 * (1 + size); };
      expectNear(pdg, dgamma, boundScale, "gradient of the scale");
      expectNear(
          pdb, dbeta, [&](size_t) { return 16 * 0x1p-24 * static_cast<double>(r); },
          "gradient of the shift");
    }
  });
}
