// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, histograms.
#include "Kernels.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// Whole numbers, so that sums of any order are exact.
std::vector<float> wholeFloats(size_t n, unsigned seed) { return integers<float>(n, -9, 9, seed); }

float sum(const std::vector<float> &x) {
  double total = 0;
  for (float value : x)
    total += value;
  return static_cast<float>(total);
}

} // namespace

TEST(EmulatorKernelSums, OfWarps) {
  everySchedule({"reduce.sm_75"}, [](Device &device) {
    for (int n : {1, 33, 500}) {
      std::vector<float> x = wholeFloats(static_cast<size_t>(n), 1);
      float *dx = device.array(x), *out = device.empty<float>(16);
      device.run("sumWarps", {4}, {128}, {dx, out, n});
      std::vector<float> expected(16);
      for (size_t i = 0; i < x.size(); ++i)
        expected[i / 32] += x[i];
      expectSame(out, expected, "sums");
    }
  });
}

TEST(EmulatorKernelSums, OfBlocksAndTheGrid) {
  everySchedule({"reduce.sm_75"}, [](Device &device) {
    for (int n : {1, 257, 3001}) {
      std::vector<float> x = wholeFloats(static_cast<size_t>(n), 2);
      float *dx = device.array(x), *parts = device.empty<float>(5);
      device.run("sumBlocks", {5}, {96}, {dx, parts, n});
      std::vector<float> expected(5);
      for (size_t i = 0; i < x.size(); ++i)
        expected[i / 96 % 5] += x[i];
      expectSame(parts, expected, "blocks");

      float *total = device.zeros<float>(1);
      device.run("sumAtomic", {5}, {96}, {dx, total, n});
      EXPECT_EQ(*total, sum(x));

      // Twice: the counter is left as it was found.
      unsigned *count = device.zeros<unsigned>(1);
      for (int i = 0; i < 2; ++i) {
        float *last = device.empty<float>(1), *scratch = device.empty<float>(7);
        device.run("sumLastBlock", {7}, {64}, {dx, scratch, count, last, n});
        EXPECT_EQ(*last, sum(x));
        EXPECT_EQ(*count, 0u);
      }
    }
  });
}

TEST(EmulatorKernelSums, OfAnyNumbersWithinTheirBound) {
  everySchedule({"reduce.sm_75"}, [](Device &device) {
    const int n = 5000;
    std::vector<float> x = uniform<float>(n, -1, 1, 3);
    float *dx = device.array(x), *total = device.zeros<float>(1);
    device.run("sumAtomic", {6}, {128}, {dx, total, n});
    double exact = 0, size = 0;
    for (float value : x)
      exact += value, size += std::fabs(static_cast<double>(value));
    // Each number passes 7 + 5 + 5 + 6 additions on its way at most.
    EXPECT_NEAR(*total, exact, 23 * 0x1p-24 * size);
  });
}

TEST(EmulatorKernelSums, PlaceOfTheLargest) {
  everySchedule({"reduce.sm_75"}, [](Device &device) {
    for (int n : {1, 40, 2000}) {
      std::vector<float> x = integers<float>(static_cast<size_t>(n), -50, 50, 4);
      float *dx = device.array(x);
      uint64_t *best = device.zeros<uint64_t>(1);
      device.run("argmax", {3}, {64}, {dx, best, n});
      auto place = std::max_element(x.begin(), x.end()) - x.begin();
      EXPECT_EQ(0xffffffffu - static_cast<uint32_t>(*best), static_cast<uint32_t>(place));
    }
  });
}

TEST(EmulatorKernelSums, ByOneInstruction) {
  everySchedule({"redux.sm_80"}, [](Device &device) {
    std::vector<int32_t> x = integers<int32_t>(64, INT32_MIN, INT32_MAX, 5);
    int32_t *dx = device.array(x), *out = device.empty<int32_t>(6 * 64);
    device.run("reduxAll", {1}, {64}, {dx, out});
    std::vector<int32_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      uint32_t total = 0, top = 0, all = ~0u, any = 0, odd = 0;
      int32_t low = INT32_MAX;
      for (size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
        uint32_t bits = static_cast<uint32_t>(x[j]);
        total += bits, low = std::min(low, x[j]), top = std::max(top, bits);
        all &= bits, any |= bits, odd ^= bits;
      }
      for (uint32_t value : {total, static_cast<uint32_t>(low), top, all, any, odd})
        expected.push_back(static_cast<int32_t>(value));
    }
    expectSame(out, expected, "reductions");

    std::vector<uint32_t> keys = integers<uint32_t>(64, 0, 4, 6),
                          y = integers<uint32_t>(64, 0, 99, 7);
    uint32_t *dk = device.array(keys), *dy = device.array(y), *sums = device.empty<uint32_t>(64);
    device.run("reduxByKey", {1}, {64}, {dk, dy, sums});
    std::vector<uint32_t> byKey(64);
    for (size_t i = 0; i < 64; ++i)
      for (size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
        byKey[i] += keys[j] == keys[i] ? y[j] : 0;
    expectSame(sums, byKey, "sums by key");
  });
}

TEST(EmulatorKernelSums, Scans) {
  everySchedule({"scan.sm_75"}, [](Device &device) {
    for (int n : {1, 33, 1000}) {
      size_t size = static_cast<size_t>(n);
      std::vector<uint32_t> x = integers<uint32_t>(size, 0, 0xffffffff, 8);
      auto scan = [&](size_t restart) {
        std::vector<uint32_t> sums(x);
        for (size_t i = 1; i < size; ++i)
          if (i % restart)
            sums[i] += sums[i - 1];
        return sums;
      };
      uint32_t *dx = device.array(x), *out = device.empty<uint32_t>(size);
      device.run("scanWarps", {8}, {128}, {dx, out, n});
      expectSame(out, scan(32), "warps");
      device.run("scanBlocks", {6}, {192}, {dx, out, n});
      expectSame(out, scan(192), "blocks");
      uint64_t *states = device.zeros<uint64_t>(16);
      uint32_t *ticket = device.zeros<uint32_t>(1);
      device.run("scanLookBack", {16}, {64}, {dx, out, n, states, ticket});
      expectSame(out, scan(~size_t{0}), "all");
    }
  });
}

TEST(EmulatorKernelSums, Histograms) {
  everySchedule({"histogram.sm_75"}, [](Device &device) {
    for (int n : {1, 777, 4000}) {
      std::vector<uint8_t> x = integers<uint8_t>(static_cast<size_t>(n), 17, 40, 9);
      std::vector<uint32_t> expected(256);
      for (uint8_t value : x)
        ++expected[value];
      uint8_t *dx = device.array(x);
      for (const char *name : {"histogramGlobal", "histogramShared", "histogramMatch"}) {
        uint32_t *bins = device.zeros<uint32_t>(256);
        device.run(name, {5}, {96}, {dx, bins, n});
        expectSame(bins, expected, name);
      }
      uint32_t *range = device.array(std::vector<uint32_t>{0x0000ffff});
      device.run("rangeByCas", {3}, {64}, {dx, range, n});
      auto [low, high] = std::minmax_element(x.begin(), x.end());
      EXPECT_EQ(*range, static_cast<uint32_t>(*high << 16 | *low));
    }
  });
}
