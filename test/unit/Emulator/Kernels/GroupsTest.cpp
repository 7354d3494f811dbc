// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups: tiles of a warp, whole grids, clusters.
#include "Kernels.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(EmulatorKernelGroups, TilesOfAWarp) {
  everySchedule({"groups.sm_75", "groups.sm_80"}, [](Device &device) {
    std::vector<int> x = integers<int>(96, -50, 50, 1), expected;
    for (size_t i = 0; i < 96; ++i) {
      auto over = [&](size_t size, int start, auto join) {
        int result = start;
        for (size_t j = i / size * size; j < i / size * size + size; ++j)
          result = join(result, x[j]);
        return result;
      };
      auto add = [](int a, int b) { return a + b; };
      expected.push_back(over(32, 0, add));
      expected.push_back(over(16, -1000, [](int a, int b) { return std::max(a, b); }));
      expected.push_back(over(8, 0, add));
      int scan = 0;
      for (size_t j = i / 4 * 4; j <= i; ++j)
        scan += x[j];
      expected.push_back(scan + 1000 * static_cast<int>(i / 4 % 2));
    }
    int *out = device.empty<int>(4 * 96);
    device.run("tileSums", {1}, {96}, {device.array(x), out});
    expectSame(out, expected, "tiles");
  });
}

TEST(EmulatorKernelGroups, OfLanesThatMeet) {
  everySchedule({"groups.sm_75", "groups.sm_80"}, [](Device &device) {
    std::vector<int> x = integers<int>(64, -50, 50, 2), expected;
    for (size_t i = 0; i < 64; ++i) {
      int size = 0, rank = 0, first = 0, sum = 0;
      for (size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
        if (x[j] & 1) {
          first = size ? first : x[j];
          ++size, sum += x[j], rank += j < i;
        }
      for (int value : {size, rank, first, sum})
        expected.push_back(x[i] & 1 ? value : -1);
    }
    int *out = device.empty<int>(4 * 64);
    device.run("coalesced", {1}, {64}, {device.array(x), out});
    expectSame(out, expected, "coalesced");

    std::vector<int> labels = integers<int>(64, 0, 3, 3), byLabel;
    for (size_t i = 0; i < 64; ++i) {
      int sum = 0, rank = 0, low = INT32_MAX;
      for (size_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j) {
        if (labels[j] == labels[i])
          sum += x[j], rank += j < i;
        if ((x[j] > 0) == (x[i] > 0))
          low = std::min(low, x[j]);
      }
      for (int value : {sum, rank, low})
        byLabel.push_back(value);
    }
    int *rows = device.empty<int>(3 * 64);
    device.run("labelled", {1}, {64}, {device.array(labels), device.array(x), rows});
    expectSame(rows, byLabel, "labels");
  });
}

TEST(EmulatorKernelGroups, TilesOfSeveralWarps) {
  everySchedule({"groups.sm_75", "groups.sm_80"}, [](Device &device) {
    std::vector<int> x = integers<int>(192, -50, 50, 4), expected(3);
    for (size_t i = 0; i < 192; ++i)
      expected[i / 64] += x[i];
    int *out = device.empty<int>(3);
    device.run("wideTile", {1}, {192}, {device.array(x), out});
    expectSame(out, expected, "sums");
  });
}

TEST(EmulatorKernelGroups, WholeGrids) {
  everySchedule({"grid_sync.sm_75"}, [](Device &device) {
    for (int n : {1, 1500}) {
      std::vector<int> x = integers<int>(static_cast<size_t>(n), -99, 99, 5);
      int sum = 0;
      for (int value : x)
        sum += value;
      int *parts = device.empty<int>(5), *out = device.empty<int>(5);
      device.run("gridSum", {5}, {64}, {device.array(x), parts, out, n}, {.cooperative = true});
      expectSame(out, std::vector<int>(5, sum), "sums");
    }
    const int n = 300, sweeps = 7;
    std::vector<float> a = integers<float>(n, 0, 64, 6), b = a, old = a;
    float *da = device.array(a), *db = device.array(a);
    device.run("jacobi", {3}, {64}, {da, db, n, sweeps}, {.cooperative = true});
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      old.swap(b);
      for (size_t i = 1; i + 1 < n; ++i)
        b[i] = 0.5f * (old[i - 1] + old[i + 1]);
      b[0] = a[0], b[n - 1] = a[n - 1];
    }
    expectSame(db, b, "after the last sweep");
    expectSame(da, old, "before it");
  });
}

TEST(EmulatorKernelGroups, ConjugateGradients) {
  everySchedule({"conjugate.sm_75"}, [](Device &device) {
    const int n = 150, steps = 25;
    const double shift = 0.5;
    std::vector<double> b = uniform<double>(n, -1, 1, 7);
    double *x = device.empty<double>(n), *dots = device.zeros<double>(2 * steps + 1);
    device.run("solve", {3}, {64},
               {device.array(b), x, device.empty<double>(n), device.empty<double>(n), dots, n,
                shift, steps},
               {.cooperative = true});
    // The residual shrinks by ((sqrt(c) - 1) / (sqrt(c) + 1))^steps with c = 4.5 / 0.5.
    double worst = 0;
    for (size_t i = 0; i < n; ++i) {
      double left = i ? x[i - 1] : 0, right = i + 1 < n ? x[i + 1] : 0;
      worst = std::max(worst, std::fabs((2 + shift) * x[i] - left - right - b[i]));
    }
    double norm = std::sqrt(dots[0]);
    EXPECT_LE(worst, 2 * std::sqrt(9.0) * std::pow(0.5, steps) * norm);
  });
}

TEST(EmulatorKernelGroups, ClustersShareMemory) {
  everySchedule({"cluster.sm_90a"}, [](Device &device) {
    for (uint32_t blocks : {1u, 2u, 4u, 8u}) {
      How how{.cluster = {blocks, 1, 1}};
      const int n = 500;
      std::vector<int> x = integers<int>(n, -99, 99, 8), sums(8 / blocks);
      for (size_t i = 0; i < n; ++i)
        sums[i / (64 * blocks)] += x[i];
      int *out = device.empty<int>(8 / blocks);
      device.run("clusterSum", {8}, {64}, {device.array(x), out, n}, how);
      expectSame(out, sums, "sums");

      const int bins = 24;
      std::vector<int> y = integers<int>(n, 0, bins - 1, 9), counts(bins);
      for (int value : y)
        ++counts[static_cast<size_t>(value)];
      int *histogram = device.zeros<int>(bins), per = bins / static_cast<int>(blocks);
      how.shared = static_cast<size_t>(per) * 4;
      device.run("clusterHistogram", {8}, {32}, {device.array(y), histogram, n, per}, how);
      expectSame(histogram, counts, "bins");

      how.shared = 0;
      std::vector<int> ring;
      for (size_t i = 0; i < 8 * 32; ++i) {
        int sum = 0;
        for (size_t step = 0; step < blocks; ++step) {
          size_t block = i / 32, base = block / blocks * blocks;
          size_t from = base + (block - base + step) % blocks;
          sum += x[from * 32 + (i + step) % 32] * static_cast<int>(step + 1);
        }
        ring.push_back(sum);
      }
      int *around = device.empty<int>(8 * 32);
      device.run("clusterRing", {8}, {32}, {device.array(x), around}, how);
      expectSame(around, ring, "ring");
    }
  });
}

TEST(EmulatorKernelGroups, RanksInClustersOfTwoDimensions) {
  everySchedule({"cluster.sm_90a"}, [](Device &device) {
    uint32_t *out = device.empty<uint32_t>(8 * 24);
    device.run("clusterRanks", {6, 4}, {32}, {out}, {.cluster = {3, 2, 1}});
    std::vector<uint32_t> expected;
    for (uint32_t y = 0; y < 4; ++y)
      for (uint32_t x = 0; x < 6; ++x) {
        uint32_t rank = y % 2 * 3 + x % 3;
        for (uint32_t value : {rank, 6u, x % 3, y % 2, rank * 32, 192u, 5u, 5u})
          expected.push_back(value);
      }
    expectSame(out, expected, "ranks");
  });
}
