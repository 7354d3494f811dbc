// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole kernels as LLVM's NVPTX backend writes them (Inputs/), against the same
// computed here.
#include "Device.h"

#include "halftone/Support/FloatBits.h"

#include <cmath>
#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(EmulatorKernels, ElementwiseOnAPartOfTheGrid) {
  Device device(readInput("elementwise.ptx"));
  const int n = 1000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = 0.1f * static_cast<float>(i);
    y[i] = 1.0f / static_cast<float>(i + 1);
  }
  float *dx = device.array(x), *dy = device.array(y);
  device.run("saxpy", {8}, {128}, {dx, dy, 0.3f, n});
  for (int i = 0; i < n; ++i) {
    float product = 0.3f * x[i]; // no contraction
    EXPECT_EQ(dy[i], product + y[i]) << i;
  }
}

TEST(EmulatorKernels, LanesLeaveALoopAtDifferentTimes) {
  Device device(readInput("elementwise.ptx"));
  const int n = 300;
  std::vector<int32_t> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = i + 1;
  int32_t *dx = device.array(x);
  device.run("collatz", {3}, {128}, {dx, n});
  for (int i = 0; i < n; ++i) {
    int32_t steps = 0;
    for (uint32_t v = static_cast<uint32_t>(x[i]); v > 1; ++steps)
      v = v & 1 ? 3 * v + 1 : v / 2;
    EXPECT_EQ(dx[i], steps) << i;
  }
}

TEST(EmulatorKernels, CallsTablesLocalArraysAndASwitch) {
  Device device(readInput("elementwise.ptx"));
  const int n = 70;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 0.25f * static_cast<float>(i) - 3;
  float *dx = device.array(x);
  device.run("mixed", {1}, {96}, {dx, n, narrowBF16(1.5f), narrowF16(0.5f)});
  const int table[] = {3, -1, 4, -1, 5, -9, 2, -6};
  auto nested = [](float a) { return a / 3.0f + 1.0f; };
  for (int i = 0; i < n; ++i) {
    float offset = 0.5f + static_cast<float>(i & 3);
    float s = (x[i] + 1.5f) * 0.5f + static_cast<float>(table[i & 7]) + offset;
    float expected[] = {nested(s), s / 7.0f,  2.0f,           x[i] + s,
                        s * s,     nested(s), nested(offset), nested(offset)};
    EXPECT_EQ(dx[i], expected[i & 7]) << i;
  }
}

TEST(EmulatorKernels, SharedMemoryReduction) {
  Device device(readInput("reduce.ptx"));
  std::vector<float> x(4096);
  std::mt19937 random(1);
  for (float &value : x)
    value = std::uniform_real_distribution<float>(-1, 1)(random);
  float *dx = device.array(x), *out = device.array(std::vector<float>(4096));
  device.run("reduce", {16}, {256}, {dx, out});
  for (size_t block = 0; block < 16; ++block) {
    // The same tree of sums.
    float total = 0;
    for (size_t warp = 0; warp < 8; ++warp) {
      float v[32];
      std::copy_n(&x[256 * block + 32 * warp], 32, v);
      for (size_t step = 16; step; step /= 2)
        for (size_t l = 0; l < step; ++l)
          v[l] += v[l + step];
      total += v[0];
    }
    EXPECT_EQ(out[block], total) << block;
  }
}

TEST(EmulatorKernels, TensorCoreProductInBF16) {
  Device device(readInput("mma_bf16.ptx"));
  std::mt19937 random(2);
  std::vector<uint16_t> a(16 * 16), b(8 * 16);
  std::vector<float> bias(8);
  auto draw = [&] { return std::uniform_real_distribution<float>(-2, 2)(random); };
  for (uint16_t &value : a)
    value = narrowBF16(draw());
  for (uint16_t &value : b)
    value = narrowBF16(draw());
  for (float &value : bias)
    value = draw();
  uint16_t *da = device.array(a), *db = device.array(b);
  float *dbias = device.array(bias);
  uint16_t *dc = device.array(std::vector<uint16_t>(16 * 8));
  device.run("gemm16816", {1}, {32}, {da, db, dbias, dc});
  for (size_t i = 0; i < 16; ++i)
    for (size_t j = 0; j < 8; ++j) {
      double sum = bias[j], size = std::fabs(bias[j]);
      for (size_t k = 0; k < 16; ++k) {
        double product = static_cast<double>(widenBF16(a[16 * i + k])) * widenBF16(b[16 * j + k]);
        sum += product;
        size += std::fabs(product);
      }
      // 17 roundings to f32, one to bf16.
      double bound = 17 * size * 0x1p-24 + std::fabs(sum) * 0x1p-8;
      EXPECT_NEAR(widenBF16(dc[8 * i + j]), sum, bound) << i << ", " << j;
    }
}
