// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is new in sm_90a: tensor copies, products of warpgroups, specialised warps,
// copies to a whole cluster.
#include "Tensors.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// Operands of C = A B^T in whole numbers, and the result.
struct Problem {
  int m, n, k;
  std::vector<float> a, b, c;

  Problem(int m, int n, int k, unsigned seed) : m(m), n(n), k(k) {
    size_t M = static_cast<size_t>(m), N = static_cast<size_t>(n), K = static_cast<size_t>(k);
    a = integers<float>(M * K, -8, 8, seed), b = integers<float>(N * K, -8, 8, seed + 1);
    std::vector<double> sums = multiply(a, b, M, N, K, true).values;
    c.assign(sums.begin(), sums.end());
  }
  Tensormap map(const void *data, TensorType type, int rows, uint32_t boxRows) const {
    return mapOf(data, type, {static_cast<uint64_t>(k), static_cast<uint64_t>(rows)}, {64, boxRows},
                 TensorSwizzle::Bytes128);
  }
  uint32_t tiles(int size, int tile) const {
    return static_cast<uint32_t>((size + tile - 1) / tile);
  }
};

} // namespace

TEST(EmulatorKernelHopper, ProductsOfAWarpgroup) {
  everySchedule({"wgmma.sm_90a"}, [](Device &device) {
    for (const Problem &p : {Problem(1, 8, 8, 1), Problem(70, 72, 200, 3)}) {
      for (bool bf16 : {false, true}) {
        TensorType type = bf16 ? TensorType::BFloat16 : TensorType::Float16;
        Tensormap a = p.map(device.array(bf16 ? toBF16(p.a) : toF16(p.a)), type, p.m, 64);
        Tensormap b = p.map(device.array(bf16 ? toBF16(p.b) : toF16(p.b)), type, p.n, 64);
        float *c = device.empty<float>(p.c.size());
        device.run(bf16 ? "wgmmaGemmBF16" : "wgmmaGemmF16", {p.tiles(p.n, 64), p.tiles(p.m, 64)},
                   {128}, {a, b, c, p.m, p.n, p.k}, {.shared = 32768});
        expectSame(c, p.c, bf16 ? "bf16" : "f16");
      }
    }
  });
}

TEST(EmulatorKernelHopper, SpecialisedWarps) {
  everySchedule({"wgmma_specialised.sm_90a"}, [](Device &device) {
    for (const Problem &p : {Problem(1, 8, 8, 5), Problem(200, 136, 328, 7)}) {
      Tensormap a = p.map(device.array(toF16(p.a)), TensorType::Float16, p.m, 128);
      Tensormap b = p.map(device.array(toF16(p.b)), TensorType::Float16, p.n, 64);
      uint16_t *out = device.empty<uint16_t>(p.c.size());
      Tensormap c =
          mapOf(out, TensorType::Float16, {static_cast<uint64_t>(p.n), static_cast<uint64_t>(p.m)},
                {64, 64}, TensorSwizzle::Bytes128);
      // Four stages of A and B, two buffers of C, the barriers.
      device.run("gemmSpecialised", {2}, {384}, {a, b, c, p.m, p.n, p.k},
                 {.shared = 4 * (16384 + 8192) + 2 * 8192 + 64});
      expectSame(out, toF16(p.c), "f16");
    }
  });
}

TEST(EmulatorKernelHopper, CopiesToTheWholeCluster) {
  everySchedule({"wgmma_cluster.sm_90a"}, [](Device &device) {
    for (const Problem &p : {Problem(100, 8, 8, 9), Problem(200, 72, 264, 11)}) {
      Tensormap a = p.map(device.array(toBF16(p.a)), TensorType::BFloat16, p.m, 64);
      Tensormap b = p.map(device.array(toBF16(p.b)), TensorType::BFloat16, p.n, 32);
      float *c = device.empty<float>(p.c.size());
      device.run("gemmMulticast", {p.tiles(p.n, 64), 2 * p.tiles(p.m, 128)}, {160},
                 {a, b, c, p.m, p.n, p.k}, {.shared = 3 * 16384 + 48});
      expectSame(c, p.c, "bf16");
    }
  });
}

TEST(EmulatorKernelHopper, TilesTransposed) {
  everySchedule({"tma.sm_90a"}, [](Device &device) {
    const size_t rows = 44, columns = 68;
    std::vector<float> x = uniform<float>(rows * columns, -1, 1, 13), expected(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      expected[i % columns * rows + i / columns] = x[i];
    float *in = device.array(x), *out = device.empty<float>(x.size());
    Tensormap from = mapOf(in, TensorType::Float32, {columns, rows}, {32, 32}, TensorSwizzle::None);
    Tensormap to = mapOf(out, TensorType::Float32, {rows, columns}, {32, 32}, TensorSwizzle::None);
    device.run("transposeTiles", {3, 2}, {96}, {from, to});
    expectSame(out, expected, "transposed");
  });
}

TEST(EmulatorKernelHopper, BoxesOverTheEdge) {
  everySchedule({"tma.sm_90a"}, [](Device &device) {
    const int nx = 12, ny = 5, nz = 6;
    std::vector<uint32_t> x = integers<uint32_t>(nx * ny * nz, 1, 1000, 14);
    Tensormap map =
        mapOf(device.array(x), TensorType::UInt32, {nx, ny, nz}, {8, 4, 4}, TensorSwizzle::None);
    for (auto [cx, cy, cz] :
         {std::tuple{0, 0, 0}, {4, 1, 2}, {-3, -2, 4}, {9, 3, -1}, {50, 0, 0}}) {
      std::vector<uint32_t> expected;
      for (int z = cz; z < cz + 4; ++z)
        for (int y = cy; y < cy + 4; ++y)
          for (int i = cx; i < cx + 8; ++i) {
            bool inside = i >= 0 && i < nx && y >= 0 && y < ny && z >= 0 && z < nz;
            expected.push_back(inside ? x[static_cast<size_t>((z * ny + y) * nx + i)] : 0);
          }
      uint32_t *out = device.empty<uint32_t>(128);
      device.run("shiftedBox", {1}, {64}, {map, out, cx, cy, cz});
      expectSame(out, expected, "box");
    }
  });
}

TEST(EmulatorKernelHopper, BulkCopiesAndSums) {
  everySchedule({"tma.sm_90a"}, [](Device &device) {
    std::vector<int32_t> x = integers<int32_t>(5 * 64, -99, 99, 15), sums(64);
    for (size_t i = 0; i < x.size(); ++i)
      sums[i % 64] += 2 * x[i];
    int32_t *out = device.zeros<int32_t>(64);
    device.run("sumBulk", {5}, {64}, {device.array(x), out});
    expectSame(out, sums, "sums");

    for (int chunks : {1, 5}) {
      std::vector<uint32_t> y = integers<uint32_t>(static_cast<size_t>(chunks) * 128, 0, 99, 16);
      uint32_t *dy = device.array(y), *to = device.empty<uint32_t>(y.size());
      device.run("streamBulk", {1}, {128}, {dy, to, chunks});
      for (uint32_t &value : y)
        value = 3 * value + 1;
      expectSame(to, y, "stream");
    }
  });
}
