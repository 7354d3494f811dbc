// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix, stmatrix and movmatrix: every form against the manual's element positions,
// and a chain of ldmatrix, mma and stmatrix against a product.
#include "Tensor.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// One warp on 2 KB of shared memory that is filled from `in` and written to `out`.
struct SharedRun {
  std::string target = "sm_90", version = "7.8";
  std::vector<uint16_t> memory; ///< 1024 halves, in and out

  /// `body` may use %in<n> (registers of the lane, from `input`) and %o<n>.
  std::vector<std::vector<uint32_t>>
  run(const std::string &body, const std::vector<std::vector<uint32_t>> &input, size_t results) {
    size_t inputs = input[0].size();
    std::string text = ".version " + version + "\n.target " + target +
                       "\n.address_size 64\n.visible .entry k(.param .u64 mem, .param .u64 in, "
                       ".param .u64 out) {\n  .reg .b64 %rd<8>;\n  .reg .b32 %r<64>, %in<16>, "
                       "%o<16>, %lane, %s, %t<8>;\n  .reg .f32 %f<8>;\n"
                       "  .shared .align 16 .b8 s[2048];\n  mov.u32 %lane, %laneid;\n"
                       "  mov.u32 %s, s;\n  ld.param.u64 %rd0, [mem];\n"
                       "  mad.wide.u32 %rd1, %lane, 64, %rd0;\n  mad.lo.u32 %t0, %lane, 64, %s;\n";
    for (int i = 0; i < 4; ++i) {
      std::string at = std::to_string(16 * i);
      text += "  ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd1+" + at +
              "];\n  st.shared.v4.b32 [%t0+" + at + "], {%r0, %r1, %r2, %r3};\n";
    }
    text += "  ld.param.u64 %rd2, [in];\n  mad.wide.u32 %rd2, %lane, " +
            std::to_string(4 * inputs) +
            ", %rd2;\n  ld.param.u64 %rd3, [out];\n"
            "  mad.wide.u32 %rd3, %lane, " +
            std::to_string(4 * results) + ", %rd3;\n";
    for (size_t i = 0; i < inputs; ++i)
      text +=
          "  ld.global.b32 %in" + std::to_string(i) + ", [%rd2+" + std::to_string(4 * i) + "];\n";
    text += "  bar.warp.sync 0xffffffff;\n" + body + "  bar.warp.sync 0xffffffff;\n";
    for (size_t i = 0; i < results; ++i)
      text +=
          "  st.global.b32 [%rd3+" + std::to_string(4 * i) + "], %o" + std::to_string(i) + ";\n";
    for (int i = 0; i < 4; ++i) {
      std::string at = std::to_string(16 * i);
      text += "  ld.shared.v4.b32 {%r0, %r1, %r2, %r3}, [%t0+" + at +
              "];\n  st.global.v4.b32 [%rd1+" + at + "], {%r0, %r1, %r2, %r3};\n";
    }
    text += "  ret;\n}\n";
    checkLegal(text);
    Device device(text);
    std::vector<uint32_t> flat;
    for (const auto &lane : input)
      flat.insert(flat.end(), lane.begin(), lane.end());
    uint16_t *place = device.array(memory);
    uint32_t *out = device.array(std::vector<uint32_t>(32 * results + 1));
    device.run("k", {1}, {32}, {place, device.array(flat), out});
    memory.assign(place, place + memory.size());
    std::vector<std::vector<uint32_t>> result(32);
    for (size_t lane = 0; lane < 32; ++lane)
      result[lane].assign(out + lane * results, out + (lane + 1) * results);
    return result;
  }
};

std::vector<uint16_t> numbered() {
  std::vector<uint16_t> memory(1024);
  for (size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<uint16_t>(i * 31 + 7);
  return memory;
}

/// Rows at addresses in no order, each once: lane -> row of 16 bytes in shared memory.
size_t rowOfLane(size_t lane) { return lane * 37 % 128; }

std::vector<std::vector<uint32_t>> addresses() {
  std::vector<std::vector<uint32_t>> input(32);
  for (size_t lane = 0; lane < 32; ++lane)
    input[lane] = {static_cast<uint32_t>(16 * rowOfLane(lane))};
  return input;
}

} // namespace

TEST(TensorLdmatrix, EveryForm) {
  for (size_t count : {1, 2, 4})
    for (bool transposed : {false, true})
      for (const char *space : {".shared", ".shared::cta"}) {
        SharedRun warp;
        warp.memory = numbered();
        std::vector<uint16_t> before = warp.memory;
        std::string body = "  add.u32 %t1, %s, %in0;\n  ldmatrix.sync.aligned.m8n8.x" +
                           std::to_string(count) + (transposed ? ".trans" : "") + space + ".b16 " +
                           registerList("o", 0, count) + ", [%t1];\n";
        auto result = warp.run(body, addresses(), count);
        for (size_t lane = 0; lane < 32; ++lane)
          for (size_t matrix = 0; matrix < count; ++matrix)
            for (size_t e = 0; e < 2; ++e) {
              size_t row = lane / 4, column = 2 * (lane % 4) + e;
              if (transposed)
                std::swap(row, column);
              uint16_t expected = before[8 * rowOfLane(8 * matrix + row) + column];
              EXPECT_EQ(result[lane][matrix] >> (16 * e) & 0xffff, expected)
                  << lane << " " << matrix;
            }
        EXPECT_EQ(warp.memory, before);
      }
}

TEST(TensorStmatrix, EveryForm) {
  for (size_t count : {1, 2, 4})
    for (bool transposed : {false, true}) {
      SharedRun warp;
      warp.memory = numbered();
      std::vector<uint16_t> expected = warp.memory;
      auto input = addresses();
      for (size_t lane = 0; lane < 32; ++lane)
        for (size_t matrix = 0; matrix < count; ++matrix)
          input[lane].push_back(static_cast<uint32_t>(0x10000 * (40000 + 97 * lane + matrix) +
                                                      (1000 + 89 * lane + matrix)));
      for (size_t lane = 0; lane < 32; ++lane)
        for (size_t matrix = 0; matrix < count; ++matrix)
          for (size_t e = 0; e < 2; ++e) {
            size_t row = lane / 4, column = 2 * (lane % 4) + e;
            if (transposed)
              std::swap(row, column);
            expected[8 * rowOfLane(8 * matrix + row) + column] =
                static_cast<uint16_t>(input[lane][1 + matrix] >> (16 * e));
          }
      std::string body = "  add.u32 %t1, %s, %in0;\n  stmatrix.sync.aligned.m8n8.x" +
                         std::to_string(count) + (transposed ? ".trans" : "") +
                         ".shared.b16 [%t1], " + registerList("in", 1, count) + ";\n";
      warp.run(body, input, 0);
      EXPECT_EQ(warp.memory, expected);
    }
}

TEST(TensorMovmatrix, Transposes) {
  std::vector<std::vector<uint32_t>> input(32);
  for (size_t lane = 0; lane < 32; ++lane)
    input[lane] = {static_cast<uint32_t>(0x10000 * (2 * lane + 1) + 2 * lane)};
  WarpRun warp;
  auto result = warp.run("movmatrix.sync.aligned.m8n8.trans.b16 %o0, %r0;", input, 1);
  // Value 2 l + e of row l / 4 and column 2 (l % 4) + e is 8 * row + column.
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t e = 0; e < 2; ++e) {
      size_t row = lane / 4, column = 2 * (lane % 4) + e;
      EXPECT_EQ(result[lane][0] >> (16 * e) & 0xffff, 8 * column + row);
    }
}

TEST(TensorLdmatrix, FaultsNameTheRow) {
  SharedRun warp;
  std::string head =
      ".visible .entry k(.param .u32 at) {\n  .reg .b32 %r<8>;\n  .shared .align 16 "
      ".b8 s[512];\n  ld.param.u32 %r4, [at];\n  mov.u32 %r5, %laneid;\n"
      "  mad.lo.u32 %r4, %r5, 16, %r4;\n  mov.u32 %r6, s;\n  add.u32 %r4, %r4, %r6;\n";
  std::string text = moduleText(head + "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, "
                                       "%r3}, [%r4];\n  ret;\n}\n");
  Device outside(text);
  std::string error = outside.error("k", {1}, {32}, {uint32_t{16}});
  EXPECT_NE(error.find("out-of-bounds access: 16 bytes at shared address 0x200"), std::string::npos)
      << error;
  EXPECT_NE(error.find("(31, 0, 0)"), std::string::npos) << error;
  Device uneven(text);
  error = uneven.error("k", {1}, {32}, {uint32_t{8}});
  EXPECT_NE(error.find("misaligned access"), std::string::npos) << error;
}

TEST(TensorChain, LdmatrixMmaStmatrix) {
  // D[16 x 16] = A[16 x 16] * B[16 x 16] in f16: A by rows at 0, B by rows at 512
  // (read with .trans), D to 1024.
  std::mt19937 random(4);
  Values a = drawMatrix(16, 16, "f16", Draw::SmallIntegers, random);
  Values b = drawMatrix(16, 16, "f16", Draw::SmallIntegers, random);
  Values c(16, 16), sum(16, 16), size(16, 16);
  referenceProduct(a, b, c, sum, size);
  SharedRun warp;
  warp.memory.resize(1024);
  for (size_t i = 0; i < 256; ++i) {
    warp.memory[i] = static_cast<uint16_t>(encodeElement(a.values[i], "f16"));
    warp.memory[256 + i] = static_cast<uint16_t>(encodeElement(b.values[i], "f16"));
  }
  // Lane l addresses row l % 16, columns 8 (l / 16) on.
  std::string body =
      "  and.b32 %t1, %lane, 15;\n  shr.u32 %t2, %lane, 4;\n  shl.b32 %t1, %t1, 5;\n"
      "  shl.b32 %t2, %t2, 4;\n  add.u32 %t1, %t1, %t2;\n  add.u32 %t1, %t1, %s;\n"
      "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%t1];\n"
      "  ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r20, %r21, %r22, %r23}, [%t1+512];\n"
      "  mov.b32 %r30, 0;\n"
      "  mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r40, %r41}, {%r10, %r11, %r12, %r13}, "
      "{%r20, %r21}, {%r30, %r30};\n"
      "  mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r42, %r43}, {%r10, %r11, %r12, %r13}, "
      "{%r22, %r23}, {%r30, %r30};\n"
      "  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%t1+1024], {%r40, %r41, %r42, %r43};\n";
  warp.run(body, std::vector<std::vector<uint32_t>>(32, std::vector<uint32_t>(1)), 0);
  for (size_t i = 0; i < 256; ++i)
    EXPECT_EQ(decodeElement(warp.memory[512 + i], "f16"), sum.values[i]) << i;
}
