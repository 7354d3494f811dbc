// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on Tensor Cores up to sm_89: of small whole numbers, exactly, and of any
// numbers within the bound of a sum in f32; and attention.
#include "Kernels.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Size {
  int m, n, k;
  size_t M() const { return static_cast<size_t>(m); }
  size_t N() const { return static_cast<size_t>(n); }
  size_t K() const { return static_cast<size_t>(k); }
  Dim3 grid(int rows, int columns) const {
    return {static_cast<uint32_t>((n + columns - 1) / columns),
            static_cast<uint32_t>((m + rows - 1) / rows)};
  }
};

std::vector<float> toFloat(const std::vector<double> &values) {
  return std::vector<float>(values.begin(), values.end());
}

float keep10Bits(float value) { // round to tf32, ties away
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  bits = (bits + 0x1000) & 0xffffe000;
  std::memcpy(&value, &bits, 4);
  return value;
}

} // namespace

TEST(EmulatorKernelTensorCore, WarpMatrixFunctions) {
  everySchedule({"wmma.sm_75", "wmma.sm_80"}, [](Device &device) {
    Size s = {32, 48, 80};
    std::vector<float> a = integers<float>(s.M() * s.K(), -8, 8, 1),
                       b = integers<float>(s.N() * s.K(), -8, 8, 2);
    std::vector<float> expected = toFloat(multiply(a, b, s.M(), s.N(), s.K(), true).values);
    float *out = device.empty<float>(s.M() * s.N());
    device.run("wmmaF16", {2, 2}, {32, 2},
               {device.array(toF16(a)), device.array(toF16(b)), out, s.n, s.k});
    expectSame(out, expected, "f16");

    std::vector<int8_t> ai = integers<int8_t>(s.M() * s.K(), -128, 127, 3),
                        bi = integers<int8_t>(s.N() * s.K(), -128, 127, 4);
    std::vector<double> sums = multiply(ai, bi, s.M(), s.N(), s.K(), true).values;
    int32_t *whole = device.empty<int32_t>(s.M() * s.N());
    device.run("wmmaInt8", {3, 2}, {32, 1}, {device.array(ai), device.array(bi), whole, s.n, s.k});
    expectSame(whole, std::vector<int32_t>(sums.begin(), sums.end()), "int8");
  });
}

TEST(EmulatorKernelTensorCore, WarpMatrixFunctionsWithSumsInF16) {
  everySchedule({"wmma.sm_75", "wmma.sm_80"}, [](Device &device) {
    Size s = {64, 24, 48};
    // Sums stay below 2048: exact in f16.
    std::vector<float> a = integers<float>(s.K() * s.M(), -3, 3, 5), // k x m
        b = integers<float>(s.K() * s.N(), -3, 3, 6), c = integers<float>(s.M() * s.N(), -9, 9, 7);
    std::vector<float> at(s.M() * s.K());
    for (size_t i = 0; i < at.size(); ++i)
      at[i % s.M() * s.K() + i / s.M()] = a[i];
    std::vector<double> sums = multiply(at, b, s.M(), s.N(), s.K(), false).values;
    std::vector<float> expected(sums.size());
    for (size_t i = 0; i < sums.size(); ++i)
      expected[i] = static_cast<float>(2 * sums[i] - c[i]);
    uint16_t *dc = device.array(toF16(c));
    device.run("wmmaHalfSums", s.grid(32, 8), {32},
               {device.array(toF16(a)), device.array(toF16(b)), dc, s.m, s.n, s.k, narrowF16(2),
                narrowF16(-1)});
    expectSame(dc, toF16(expected), "f16 sums");
  });
}

TEST(EmulatorKernelTensorCore, WarpMatrixFunctionsOfOtherTypes) {
  everySchedule({"wmma.sm_80"}, [](Device &device) {
    Size s = {32, 32, 48};
    std::vector<float> a = uniform<float>(s.M() * s.K(), -2, 2, 8),
                       b = uniform<float>(s.N() * s.K(), -2, 2, 9);
    auto bound = [&](const Product &p) {
      return [&](size_t i) { return static_cast<double>(s.k) * 0x1p-23 * p.sizes[i]; };
    };
    std::vector<float> ab = a, bb = b, at = a, bt = b;
    for (std::vector<float> *values : {&ab, &bb})
      for (float &value : *values)
        value = widenBF16(narrowBF16(value));
    for (std::vector<float> *values : {&at, &bt})
      for (float &value : *values)
        value = keep10Bits(value);
    float *out = device.empty<float>(s.M() * s.N());
    Product bf16 = multiply(ab, bb, s.M(), s.N(), s.K(), true);
    device.run("wmmaBF16", {2, 2}, {32, 1},
               {device.array(toBF16(a)), device.array(toBF16(b)), out, s.n, s.k});
    expectNear(out, bf16.values, bound(bf16), "bf16");
    Product tf32 = multiply(at, bt, s.M(), s.N(), s.K(), false);
    out = device.empty<float>(s.M() * s.N());
    device.run("wmmaTF32", {2, 2}, {32}, {device.array(a), device.array(b), out, s.n, s.k});
    expectNear(out, tf32.values, bound(tf32), "tf32");

    std::vector<double> ad = uniform<double>(s.M() * s.K(), -2, 2, 10),
                        bd = uniform<double>(s.N() * s.K(), -2, 2, 11);
    Product f64 = multiply(ad, bd, s.M(), s.N(), s.K(), true);
    double *wide = device.empty<double>(s.M() * s.N());
    device.run("wmmaF64", {4, 4}, {32}, {device.array(ad), device.array(bd), wide, s.n, s.k});
    expectNear(
        wide, f64.values,
        [&](size_t i) { return 2 * static_cast<double>(s.k) * 0x1p-53 * f64.sizes[i]; }, "f64");
  });
}

TEST(EmulatorKernelTensorCore, CopiesInThreeStages) {
  everySchedule({"mma.sm_80"}, [](Device &device) {
    for (Size s : {Size{1, 8, 8}, {70, 72, 40}, {64, 64, 136}}) {
      How how{.shared = 3 * 8192};
      std::vector<float> a = integers<float>(s.M() * s.K(), -8, 8, 12),
                         b = integers<float>(s.K() * s.N(), -8, 8, 13);
      std::vector<float> exact = toFloat(multiply(a, b, s.M(), s.N(), s.K(), false).values);
      float *out = device.empty<float>(s.M() * s.N());
      device.run("gemmF16", s.grid(64, 64), {128},
                 {device.array(toF16(a)), device.array(toF16(b)), out, s.m, s.n, s.k}, how);
      expectSame(out, exact, "f16");

      std::vector<uint16_t> x = toBF16(uniform<float>(s.M() * s.K(), -2, 2, 14)),
                            y = toBF16(uniform<float>(s.K() * s.N(), -2, 2, 15));
      std::transform(x.begin(), x.end(), a.begin(), widenBF16);
      std::transform(y.begin(), y.end(), b.begin(), widenBF16);
      Product product = multiply(a, b, s.M(), s.N(), s.K(), false);
      out = device.empty<float>(s.M() * s.N());
      device.run("gemmBF16", s.grid(64, 64), {128},
                 {device.array(x), device.array(y), out, s.m, s.n, s.k}, how);
      expectNear(
          out, product.values, [&](size_t i) { return (s.k + 16) * 0x1p-23 * product.sizes[i]; },
          "bf16");
    }
  });
}

TEST(EmulatorKernelTensorCore, Bytes) {
  everySchedule({"mma_int8.sm_80"}, [](Device &device) {
    for (Size s : {Size{1, 1, 16}, {33, 40, 144}}) {
      std::vector<int8_t> a = integers<int8_t>(s.M() * s.K(), -128, 127, 16),
                          b = integers<int8_t>(s.N() * s.K(), -128, 127, 17);
      std::vector<double> sums = multiply(a, b, s.M(), s.N(), s.K(), true).values;
      int32_t *out = device.empty<int32_t>(s.M() * s.N());
      device.run("gemmInt8", s.grid(32, 32), {128},
                 {device.array(a), device.array(b), out, s.m, s.n, s.k});
      expectSame(out, std::vector<int32_t>(sums.begin(), sums.end()), "int8");
    }
  });
}

TEST(EmulatorKernelTensorCore, EightBitFloats) {
  everySchedule({"mma_fp8.sm_89"}, [](Device &device) {
    Size s = {32, 24, 96};
    std::vector<float> x = integers<float>(s.M() * s.K(), -8, 8, 18),
                       y = integers<float>(s.N() * s.K(), -8, 8, 19), xe5(x);
    std::vector<uint8_t> a, a5, b;
    for (float &value : xe5) {
      a.push_back(narrowF8E4M3FN(value));
      a5.push_back(narrowF8E5M2(value)); // 5 and 7 have no place there
      value = widenF8E5M2(a5.back());
    }
    for (float value : y)
      b.push_back(narrowF8E4M3FN(value));
    std::vector<float> exact = toFloat(multiply(x, y, s.M(), s.N(), s.K(), true).values),
                       exact5 = toFloat(multiply(xe5, y, s.M(), s.N(), s.K(), true).values);
    for (float &value : exact)
      value *= 0.5f;
    for (float &value : exact5)
      value *= 0.25f;
    float *out = device.empty<float>(s.M() * s.N());
    device.run("gemmE4M3", s.grid(16, 8), {32},
               {device.array(a), device.array(b), out, s.n, s.k, 0.5f});
    expectSame(out, exact, "e4m3");
    out = device.empty<float>(s.M() * s.N());
    device.run("gemmE5M2", s.grid(16, 8), {32},
               {device.array(a5), device.array(b), out, s.n, s.k, 0.25f});
    expectSame(out, exact5, "e5m2");
  });
}

TEST(EmulatorKernelTensorCore, Attention) {
  everySchedule({"flash.sm_80"}, [](Device &device) {
    const size_t heads = 2, dimension = 64;
    const float scale = 0.125f;
    for (auto [length, causal] : {std::pair<size_t, int>{1, 0}, {70, 0}, {70, 1}}) {
      size_t size = heads * length * dimension;
      auto numbers = [&](double range, unsigned seed) {
        return toF16(uniform<float>(size, -range, range, seed));
      };
      std::vector<uint16_t> q = numbers(2, 20), k = numbers(2, 21), v = numbers(1, 22);
      std::vector<double> expected(size), logs(heads * length);
      auto at = [&](const std::vector<uint16_t> &x, size_t head, size_t row, size_t d) {
        return static_cast<double>(widenF16(x[(head * length + row) * dimension + d]));
      };
      for (size_t head = 0; head < heads; ++head)
        for (size_t row = 0; row < length; ++row) {
          std::vector<double> weights(causal ? row + 1 : length);
          double sum = 0;
          for (size_t key = 0; key < weights.size(); ++key) {
            double score = 0;
            for (size_t d = 0; d < dimension; ++d)
              score += at(q, head, row, d) * at(k, head, key, d);
            sum += weights[key] = std::exp(score * static_cast<double>(scale));
          }
          for (size_t key = 0; key < weights.size(); ++key)
            for (size_t d = 0; d < dimension; ++d)
              expected[(head * length + row) * dimension + d] +=
                  weights[key] / sum * at(v, head, key, d);
          logs[head * length + row] = std::log(sum);
        }
      uint16_t *out = device.empty<uint16_t>(size);
      float *logSums = device.empty<float>(heads * length);
      device.run("attention", {static_cast<uint32_t>(length + 63) / 64, heads}, {128},
                 {device.array(q), device.array(k), device.array(v), out, logSums,
                  static_cast<int>(length), scale, causal});
      std::vector<double> got;
      for (size_t i = 0; i < size; ++i)
        got.push_back(static_cast<double>(widenF16(out[i])));
      // |v| <= 1; weights and results are rounded to f16, scores have 64 roundings.
      auto bound = [&](size_t i) { return 0x1p-11 * (1 + std::fabs(expected[i])) + 0x1p-14; };
      expectNear(got.data(), expected, bound, "results");
      expectNear(logSums, logs, [](size_t) { return 0x1p-15; }, "logs of sums");
    }
  });
}
