// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a product must get right one by one: every 16-bit and 8-bit operand,
// roundings of f16 results, infinity and NaN; and the order of f32 sums.
#include "Tensor.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// D[r][0] = A[r][0] * 1 for every pattern of A's type, 16 of them in each block.
void checkEveryPattern(const std::string &type, const std::string &shape, size_t patterns) {
  size_t numA = shape == "m16n8k32" ? 4 : 2, numB = numA / 2;
  std::string text =
      ".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param "
      ".u64 "
      "out) {\n  .reg .b64 %rd<4>;\n  .reg .b32 %t, %c, %one, %i, %r<8>, %z;\n  .reg .pred %p, "
      "%q;\n"
      "  .reg .b32 %d<4>;\n  mov.u32 %t, %laneid;\n  mov.u32 %c, %ctaid.x;\n  mov.b32 %z, 0;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
      // Lanes with t % 4 = 0 hold column 0: rows t / 4 and t / 4 + 8.
      "  and.b32 %i, %t, 3;\n  setp.eq.u32 %p, %i, 0;\n  shr.u32 %i, %t, 2;\n"
      "  mad.lo.u32 %i, %c, 16, %i;\n  mul.wide.u32 %rd2, %i, 4;\n  add.u64 %rd0, %rd0, %rd2;\n"
      "  add.u64 %rd1, %rd1, %rd2;\n  mov.b32 %r0, 0;\n  mov.b32 %r1, 0;\n"
      "  @%p ld.global.b32 %r0, [%rd0];\n  @%p ld.global.b32 %r1, [%rd0+32];\n"
      "  setp.eq.u32 %q, %t, 0;\n  selp.b32 %one, " +
      std::to_string(encodeElement(1, type)) +
      ", 0, %q;\n"
      "  mma.sync.aligned." +
      shape + ".row.col.f32." + type + "." + type + ".f32 {%d0, %d1, %d2, %d3}, " +
      (numA == 4 ? "{%r0, %r1, %z, %z}" : "{%r0, %r1}") + ", " +
      (numB == 2 ? "{%one, %z}" : "{%one}") +
      ", {%z, %z, %z, %z};\n"
      "  @%p st.global.b32 [%rd1], %d0;\n  @%p st.global.b32 [%rd1+32], %d2;\n  ret;\n}\n";
  checkLegal(text);
  Device device(text);
  std::vector<uint32_t> values(patterns);
  for (size_t i = 0; i < patterns; ++i)
    values[i] = static_cast<uint32_t>(i);
  uint32_t *out = device.array(std::vector<uint32_t>(patterns));
  device.run("k", {static_cast<uint32_t>(patterns / 16)}, {32}, {device.array(values), out});
  for (size_t i = 0; i < patterns; ++i) {
    float expected = static_cast<float>(decodeElement(i, type));
    uint32_t bits = expected != expected ? 0x7fffffffu
                    : expected == 0      ? 0u // a sum with +0
                                         : std::bit_cast<uint32_t>(expected);
    EXPECT_EQ(out[i], bits) << type << " " << i;
  }
}

} // namespace

TEST(TensorNumerics, EveryOperandPattern) {
  checkEveryPattern("f16", "m16n8k8", 65536);
  checkEveryPattern("bf16", "m16n8k8", 65536);
  checkEveryPattern("e4m3", "m16n8k32", 256);
  checkEveryPattern("e5m2", "m16n8k32", 256);
}

namespace {

/// D of m16n8k8 with f16 operands where row r of A is `a` and column n of B is `b`.
double oneProduct(const std::vector<double> &a, const std::vector<double> &b, double c,
                  const std::string &accumulator) {
  Values left(16, 8), right(8, 8), start(16, 8);
  for (size_t k = 0; k < a.size(); ++k) {
    left.at(3, k) = a[k];
    right.at(k, 5) = b[k];
  }
  start.at(3, 5) = c;
  auto fragmentA = packFragment(left, "f16", layoutA(16, 2));
  auto fragmentB = packFragment(right, "f16", layoutB(2));
  auto fragmentC = packFragment(start, accumulator, layoutC());
  size_t numC = fragmentC[0].size();
  WarpRun warp;
  std::string body = "mma.sync.aligned.m16n8k8.row.col." + accumulator + ".f16.f16." + accumulator +
                     " " + registerList("o", 0, numC) + ", {%r0, %r1}, {%r2}, " +
                     registerList("r", 3, numC) + ";";
  auto result = warp.run(body, joinRegisters({fragmentA, fragmentB, fragmentC}), numC);
  return unpackFragment(result, 16, 8, accumulator, layoutC()).at(3, 5);
}

} // namespace

TEST(TensorNumerics, HalfResultsRoundToEvenOnce) {
  EXPECT_EQ(oneProduct({1}, {1}, 2048, "f16"), 2048);
  EXPECT_EQ(oneProduct({3}, {1}, 2048, "f16"), 2052);
  EXPECT_EQ(oneProduct({1, 1}, {1, 1}, 2048, "f16"), 2050); // not rounded in between
  EXPECT_EQ(oneProduct({1, 0x1p-12}, {1, 0x1p-11}, 2048, "f16"), 2048) << "f32 rounds 2049 + 2^-23";
  EXPECT_EQ(oneProduct({1, 0x1p-6}, {1, 0x1p-6}, 2048, "f16"), 2050);
  EXPECT_EQ(oneProduct({256}, {256}, 0, "f16"), INFINITY);
  EXPECT_EQ(oneProduct({15}, {1}, 65504, "f16"), 65504);
  EXPECT_EQ(oneProduct({16}, {1}, 65504, "f16"), INFINITY);
  EXPECT_EQ(oneProduct({0x1p-12}, {0x1p-12}, 0, "f16"), 0x1p-24); // subnormal
  EXPECT_EQ(oneProduct({0x1p-13}, {0x1p-12}, 0, "f16"), 0);
}

TEST(TensorNumerics, SumsGoInOrderOfK) {
  double tiny = 0x1p-24;
  EXPECT_EQ(oneProduct({1, tiny, tiny}, {1, 1, 1}, 0, "f32"), 1);
  EXPECT_EQ(oneProduct({tiny, tiny, 1}, {1, 1, 1}, 0, "f32"), 1 + 0x1p-23);
  EXPECT_EQ(oneProduct({tiny, tiny}, {1, 1}, 1, "f32"), 1); // C comes first
  EXPECT_EQ(oneProduct({1, 1, -1}, {1024, tiny, 1024}, 0, "f32"), 0);
}

TEST(TensorNumerics, InfinityAndNaN) {
  EXPECT_EQ(oneProduct({1}, {INFINITY}, 0, "f32"), INFINITY);
  EXPECT_EQ(oneProduct({-1}, {INFINITY}, 5, "f16"), -INFINITY);
  for (const char *accumulator : {"f16", "f32"}) {
    EXPECT_TRUE(std::isnan(oneProduct({0}, {INFINITY}, 0, accumulator)));
    EXPECT_TRUE(std::isnan(oneProduct({1}, {INFINITY}, -INFINITY, accumulator)));
    EXPECT_TRUE(std::isnan(oneProduct({1}, {1}, NAN, accumulator)));
  }
}
