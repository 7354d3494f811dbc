// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting, streams that are compacted, graphs.
#include "Kernels.h"

#include <algorithm>
#include <numeric>
#include <queue>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(EmulatorKernelSort, Bitonic) {
  everySchedule({"sort.sm_75"}, [](Device &device) {
    for (uint32_t threads : {1u, 16u, 128u}) {
      std::vector<uint32_t> x = integers<uint32_t>(3 * 2 * threads, 0, 0xffffffff, 1);
      uint32_t *keys = device.array(x);
      device.run("bitonicShared", {3}, {threads}, {keys}, {.shared = 8 * threads});
      for (uint32_t i = 0; i < 3; ++i)
        std::sort(x.begin() + i * 2 * threads, x.begin() + (i + 1) * 2 * threads);
      expectSame(keys, x, "blocks");
    }
    std::vector<uint32_t> x = integers<uint32_t>(256, 0, 99, 2);
    uint32_t *keys = device.array(x);
    for (uint32_t size = 2; size <= 256; size *= 2)
      for (uint32_t stride = size / 2; stride; stride /= 2)
        device.run("bitonicStep", {2}, {64}, {keys, stride, size});
    std::sort(x.begin(), x.end());
    expectSame(keys, x, "all");
  });
}

TEST(EmulatorKernelSort, Radix) {
  everySchedule({"sort.sm_75"}, [](Device &device) {
    for (int n : {1, 500}) {
      size_t size = static_cast<size_t>(n);
      uint32_t blocks = static_cast<uint32_t>(n + 127) / 128;
      std::vector<uint32_t> x = integers<uint32_t>(size, 0, 4095, 3), places(size);
      std::iota(places.begin(), places.end(), 0u);
      uint32_t *keys = device.array(x), *values = device.array(places);
      for (int shift = 0; shift < 12; shift += 4) {
        uint32_t *counts = device.empty<uint32_t>(16 * blocks);
        uint32_t *newKeys = device.empty<uint32_t>(size), *newValues = device.empty<uint32_t>(size);
        device.run("radixCount", {blocks}, {128}, {keys, counts, n, shift});
        device.run("radixScan", {1}, {32}, {counts, static_cast<int>(16 * blocks)});
        device.run("radixScatter", {blocks}, {128},
                   {keys, values, newKeys, newValues, counts, n, shift});
        keys = newKeys, values = newValues;
      }
      std::sort(places.begin(), places.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(x[a], a) < std::pair(x[b], b); // stable
      });
      std::sort(x.begin(), x.end());
      expectSame(keys, x, "keys");
      expectSame(values, places, "values");
    }
  });
}

TEST(EmulatorKernelSort, Compaction) {
  everySchedule({"warps.sm_75", "warps.sm_90a"}, [](Device &device) {
    for (int n : {1, 700}) {
      size_t size = static_cast<size_t>(n);
      std::vector<int> x = integers<int>(size, -50, 50, 4), kept;
      std::copy_if(x.begin(), x.end(), std::back_inserter(kept), [](int v) { return v > 0; });
      int *dx = device.array(x), *out = device.empty<int>(size);
      uint32_t *count = device.zeros<uint32_t>(1);
      device.run("compactInOrder", {1}, {96}, {dx, out, count, n});
      EXPECT_EQ(*count, kept.size());
      expectSame(out, kept, "in order");
      out = device.empty<int>(size), count = device.zeros<uint32_t>(1);
      device.run("compact", {6}, {128}, {dx, out, count, n});
      ASSERT_EQ(*count, kept.size());
      std::sort(out, out + *count);
      std::sort(kept.begin(), kept.end());
      expectSame(out, kept, "in any order");
    }
  });
}

TEST(EmulatorKernelSort, BreadthFirstSearch) {
  everySchedule({"graph.sm_75"}, [](Device &device) {
    const int nodes = 200;
    std::vector<std::vector<int>> neighbours(nodes);
    for (int i = 0; i < nodes; ++i) // 190 and above are not reached
      for (int step : {1, 7, i % 13})
        if (i < 190)
          neighbours[static_cast<size_t>(i)].push_back((i * step + 3) % 190);
    std::vector<int> starts{0}, edges, expected(nodes, -1);
    for (const std::vector<int> &to : neighbours) {
      edges.insert(edges.end(), to.begin(), to.end());
      starts.push_back(static_cast<int>(edges.size()));
    }
    std::queue<int> waiting({0});
    for (expected[0] = 0; !waiting.empty(); waiting.pop())
      for (int to : neighbours[static_cast<size_t>(waiting.front())])
        if (expected[static_cast<size_t>(to)] < 0) {
          expected[static_cast<size_t>(to)] = expected[static_cast<size_t>(waiting.front())] + 1;
          waiting.push(to);
        }
    std::vector<int> distances(nodes, -1);
    distances[0] = 0;
    int *ds = device.array(starts), *de = device.array(edges), *dd = device.array(distances);
    int *frontier = device.array(std::vector<int>{0}), size = 1;
    for (int level = 1; size; ++level) {
      ASSERT_LE(level, nodes);
      int *next = device.empty<int>(nodes), *nextSize = device.zeros<int>(1);
      device.run("breadthFirst", {static_cast<uint32_t>(size + 63) / 64}, {64},
                 {ds, de, dd, frontier, size, next, nextSize, level});
      frontier = next, size = *nextSize;
    }
    expectSame(dd, expected, "distances");
  });
}

TEST(EmulatorKernelSort, ConnectedComponents) {
  everySchedule({"graph.sm_75"}, [](Device &device) {
    const int nodes = 150;
    std::vector<int32_t> edges, parents(nodes);
    for (int i = 0; i < nodes; ++i) // components by the rest of 3, some left alone
      if (i % 11 && i + 33 < nodes)
        edges.insert(edges.end(), {i + 33 - 3 * (i % 7), i});
    std::iota(parents.begin(), parents.end(), 0);
    std::vector<int32_t> expected = parents;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t e = 0; e < edges.size(); e += 2) {
        int32_t &a = expected[static_cast<size_t>(edges[e])];
        int32_t &b = expected[static_cast<size_t>(edges[e + 1])];
        changed |= a != b;
        a = b = std::min(a, b);
      }
    }
    int32_t *de = device.array(edges), *dp = device.array(parents),
            count = static_cast<int32_t>(edges.size() / 2);
    for (int round = 0;; ++round) {
      ASSERT_LT(round, nodes);
      int32_t *changed = device.zeros<int32_t>(1);
      device.run("hook", {3}, {64}, {de, dp, changed, count});
      device.run("jump", {3}, {64}, {dp, nodes});
      if (!*changed)
        break;
    }
    expectSame(dp, expected, "least of each component");
  });
}
