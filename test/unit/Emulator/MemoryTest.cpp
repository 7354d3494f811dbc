// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, atomics, asynchronous copies and matrix loads, with the errors of
// each; and the table of allocations.
#include "Instruction.h"

#include "halftone/Support/FloatBits.h"

#include <numeric>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

/// A kernel `k(a, b)` with both in %a and %b, %t the thread, and a block of 32.
std::string kernelText(const std::string &body, const std::string &variables = "") {
  std::string text = moduleText(variables +
                                ".visible .entry k(.param .u64 pa, .param .u64 pb) {\n"
                                "  .reg .b64 %rd<8>;\n  .reg .b64 %a, %b;\n  .reg .b32 %r<8>;\n"
                                "  .reg .b16 %h<8>;\n  .reg .b32 %t;\n  .reg .pred %p;\n"
                                "  ld.param.u64 %a, [pa];\n  ld.param.u64 %b, [pb];\n"
                                "  mov.u32 %t, %tid.x;\n" +
                                body + "\n  ret;\n}\n");
  checkLegal(text);
  return text;
}

} // namespace

TEST(EmulatorMemory, AllocationsAndBorrowedRanges) {
  Memory memory;
  EXPECT_EQ(memory.find(0), nullptr);
  auto *block = static_cast<uint8_t *>(memory.allocate(100));
  ASSERT_NE(block, nullptr);
  uint64_t address = reinterpret_cast<uintptr_t>(block);
  EXPECT_EQ(address % 256, 0u);
  EXPECT_EQ(block[0], 0xff);
  EXPECT_EQ(block[99], 0xff);
  EXPECT_NE(memory.find(address + 99), nullptr);
  EXPECT_EQ(memory.find(address + 100), nullptr);
  EXPECT_EQ(memory.bytesInUse(), 100u);
  void *empty = memory.allocate(0);
  EXPECT_NE(empty, nullptr);
  EXPECT_EQ(memory.find(reinterpret_cast<uintptr_t>(empty)), nullptr);

  static float around[11];
  float *host = around + 1;
  EXPECT_TRUE(memory.add(host, 10 * sizeof(float)));
  EXPECT_FALSE(memory.add(host + 2, 4));
  EXPECT_FALSE(memory.add(host - 1, 8));
  EXPECT_EQ(memory.find(reinterpret_cast<uintptr_t>(host + 9))->begin,
            reinterpret_cast<uintptr_t>(host));
  EXPECT_FALSE(memory.free(host));
  EXPECT_TRUE(memory.remove(host));
  EXPECT_FALSE(memory.remove(host));
  EXPECT_FALSE(memory.remove(block));
  EXPECT_FALSE(memory.free(block + 1));
  EXPECT_TRUE(memory.free(block));
  EXPECT_FALSE(memory.free(block));
  EXPECT_TRUE(memory.free(empty));
}

TEST(EmulatorMemory, ElementTypesAndVectors) {
  Device device(kernelText("  ld.global.s8 %r0, [%a];\n  ld.global.u8 %r1, [%a];\n"
                           "  ld.global.s16 %rd0, [%a+2];\n  ld.global.b16 %h0, [%a+2];\n"
                           "  ld.global.nc.L1::no_allocate.v4.b16 {%h1, %h2, _, %h4}, [%a+8];\n"
                           "  ld.global.v2.b64 {%rd1, %rd2}, [%a+16];\n"
                           "  st.global.b32 [%b], %r0;\n  st.global.b32 [%b+4], %r1;\n"
                           "  st.global.b64 [%b+8], %rd0;\n  st.global.b16 [%b+16], %h0;\n"
                           "  st.global.b8 [%b+18], %h1;\n"
                           "  st.global.v4.b16 [%b+24], {%h4, %h2, 7, %h1};\n"
                           "  st.global.v2.b64 [%b+32], {%rd2, %rd1};\n"
                           "  st.global.v4.b32 [%b+48], {%r0, 1065353216, 5, %r1};"));
  std::vector<uint8_t> bytes(32);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0x80});
  uint8_t *out = device.array(std::vector<uint8_t>(64));
  device.run("k", {1}, {1}, {device.array(bytes), out});
  auto at = [&](size_t offset, auto value) {
    decltype(value) actual;
    std::memcpy(&actual, out + offset, sizeof actual);
    EXPECT_EQ(actual, value) << offset;
  };
  at(0, uint32_t{0xffffff80});
  at(4, uint32_t{0x80});
  at(8, uint64_t{0xffffffffffff8382});
  at(16, uint16_t{0x8382});
  at(18, uint8_t{0x88});
  at(24, uint64_t{0x898800078b8a8f8e});
  at(32, uint64_t{0x9f9e9d9c9b9a9998});
  at(40, uint64_t{0x9796959493929190});
  at(48, uint64_t{0x3f800000ffffff80});
  at(56, uint64_t{0x0000008000000005});
}

TEST(EmulatorMemory, GenericAddresses) {
  // One pointer per lane: to global, shared or local memory, or a constant.
  Device device(kernelText(
      "  .local .align 4 .b8 depot[8];\n  mov.u64 %rd0, depot;\n  cvta.local.u64 %rd1, %rd0;\n"
      "  add.u32 %r1, %t, 300;\n  st.local.b32 [%rd0], %r1;\n  mov.u64 %rd2, buffer;\n"
      "  cvta.shared.u64 %rd2, %rd2;\n  st.shared.b32 [buffer], 200;\n  bar.sync 0;\n"
      "  mov.u64 %rd3, table;\n  cvta.const.u64 %rd3, %rd3;\n"
      "  cvta.global.u64 %rd4, %a;\n  and.b32 %r0, %t, 3;\n  setp.eq.u32 %p, %r0, 1;\n"
      "  @%p mov.u64 %rd4, %rd2;\n  setp.eq.u32 %p, %r0, 2;\n  @%p mov.u64 %rd4, %rd1;\n"
      "  setp.eq.u32 %p, %r0, 3;\n  @%p mov.u64 %rd4, %rd3;\n  ld.b32 %r2, [%rd4];\n"
      "  isspacep.shared %p, %rd4;\n  @%p add.u32 %r2, %r2, 1000;\n"
      "  isspacep.local %p, %rd4;\n  @%p add.u32 %r2, %r2, 2000;\n"
      "  isspacep.global %p, %rd4;\n  @%p add.u32 %r2, %r2, 3000;\n"
      "  cvta.to.shared.u64 %rd5, %rd2;\n  cvt.u32.u64 %r3, %rd5;\n"
      "  ld.shared.b32 %r3, [%r3];\n  add.u32 %r2, %r2, %r3;\n"
      "  mad.wide.u32 %rd5, %t, 4, %b;\n  st.global.b32 [%rd5], %r2;",
      ".shared .align 4 .b8 buffer[4];\n.const .align 4 .b32 table[2] = {400, 401};\n"));
  uint32_t *out = device.array(std::vector<uint32_t>(32));
  device.run("k", {1}, {32}, {device.array(std::vector<uint32_t>{100}), out});
  for (uint32_t t = 0; t < 32; ++t) {
    uint32_t expected[] = {3300, 1400, 2500 + t, 600};
    EXPECT_EQ(out[t], expected[t & 3]) << t;
  }
}

TEST(EmulatorMemory, ModuleVariablesKeepTheirValues) {
  Device device(kernelText("  ld.global.b32 %r0, [counter];\n  add.u32 %r0, %r0, 1;\n"
                           "  st.global.b32 [counter], %r0;\n  ld.global.u64 %rd0, [pointer];\n"
                           "  ld.b32 %r1, [%rd0];\n  st.global.b32 [%b], %r1;\n"
                           "  mov.u64 %rd1, matrix;\n  ld.global.f32 %r2, [%rd1+12];\n"
                           "  st.global.b32 [%b+4], %r2;",
                           ".global .align 4 .u32 counter = 41;\n"
                           ".global .align 4 .f32 matrix[2][2] = {{1.0, 2.0}, {3.0, 0f40800000}};\n"
                           ".global .align 8 .u64 pointer[1] = {generic(matrix)+8};\n"));
  uint32_t *out = device.array(std::vector<uint32_t>(2));
  device.run("k", {1}, {1}, {out, out});
  device.run("k", {1}, {1}, {out, out});
  size_t bytes = 0;
  auto *counter = static_cast<uint32_t *>(device.module->global("counter", &bytes));
  ASSERT_NE(counter, nullptr);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(*counter, 43u);
  EXPECT_EQ(out[0], 0x40400000u);
  EXPECT_EQ(out[1], 0x40800000u);
  EXPECT_EQ(device.module->global("none"), nullptr);
}

TEST(EmulatorMemory, ParametersOfAllSizes) {
  std::string text = moduleText(
      ".visible .entry k(.param .u64 out, .param .u8 a, .param .align 8 .b8 s[12],\n"
      "  .param .f32 f, .param .u16 h) {\n  .reg .b64 %rd<3>;\n  .reg .b32 %r<6>;\n"
      "  ld.param.u64 %rd0, [out];\n  ld.param.u8 %r0, [a];\n  ld.param.v2.b32 {%r1, %r2}, [s];\n"
      "  ld.param.b32 %r3, [s+8];\n  ld.param.f32 %r4, [f];\n  mov.b64 %rd1, h;\n"
      "  ld.param.u16 %r5, [%rd1];\n  st.global.v2.b32 [%rd0], {%r0, %r1};\n"
      "  st.global.v2.b32 [%rd0+8], {%r2, %r3};\n  st.global.v2.b32 [%rd0+16], {%r4, %r5};\n"
      "  ret;\n}\n");
  checkLegal(text);
  Device device(text);
  const Kernel &kernel = *device.module->find("k");
  ASSERT_EQ(kernel.parameters().size(), 5u);
  const size_t offsets[] = {0, 8, 16, 28, 32}, sizes[] = {8, 1, 12, 4, 2};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(kernel.parameters()[i].offset, offsets[i]);
    EXPECT_EQ(kernel.parameters()[i].bytes, sizes[i]);
  }
  uint32_t *out = device.array(std::vector<uint32_t>(6)), s[] = {11, 12, 13};
  uint8_t a = 200;
  float f = 1.5f;
  uint16_t h = 54321;
  const void *arguments[] = {&out, &a, s, &f, &h};
  Status status = launch(kernel, {1}, {1}, 0, arguments, device.memory);
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(std::vector<uint32_t>(out, out + 6),
            (std::vector<uint32_t>{200, 11, 12, 13, 0x3fc00000, 54321}));
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

namespace {

template <typename T>
void checkAtomic(const std::string &op, T start, T operand, T expected, bool old = true) {
  std::string reg = sizeof(T) == 2 ? "%h0" : sizeof(T) == 4 ? "%r0" : "%rd0";
  std::string bits = ".b" + std::to_string(8 * sizeof(T)), next = reg;
  next.back() = '1';
  Device device(kernelText("  ld.global" + bits + " " + next + ", [%b];\n  atom." + op + " " + reg +
                           ", [%a], " + next + ";\n  setp.eq.u32 %p, %t, 0;\n  @%p st.global" +
                           bits + " [%b+8], " + reg + ";"));
  T *place = device.array(std::vector<T>{start, start});
  std::vector<T> operands(16, operand);
  T *b = device.array(operands);
  device.run("k", {1}, {1}, {place, b});
  EXPECT_EQ(place[0], expected) << op;
  if (old) {
    EXPECT_EQ(b[8 / sizeof(T)], start) << op;
  }
}

} // namespace

TEST(EmulatorAtomics, EveryOperation) {
  checkAtomic<uint32_t>("global.add.u32", ~0u, 3, 2);
  checkAtomic<uint64_t>("relaxed.gpu.global.add.u64", ~uint64_t{0}, 3, 2);
  checkAtomic<int32_t>("global.min.s32", 5, -3, -3);
  checkAtomic<uint32_t>("global.min.u32", 5, ~0u, 5);
  checkAtomic<int32_t>("global.max.s32", 5, -3, 5);
  checkAtomic<int64_t>("global.max.s64", -7, -3, -3);
  checkAtomic<uint64_t>("global.min.u64", 7, 3, 3);
  checkAtomic<uint32_t>("and.b32", 6, 3, 2);
  checkAtomic<uint64_t>("global.or.b64", 6, 3, 7);
  checkAtomic<uint32_t>("global.xor.b32", 6, 3, 5);
  checkAtomic<uint32_t>("global.exch.b32", 6, 3, 3);
  checkAtomic<uint32_t>("global.inc.u32", 6, 9, 7);
  checkAtomic<uint32_t>("global.inc.u32", 9, 9, 0);
  checkAtomic<uint32_t>("global.dec.u32", 0, 9, 9);
  checkAtomic<uint32_t>("global.dec.u32", 5, 9, 4);
  checkAtomic<float>("global.add.f32", 1.5f, 2.25f, 3.75f);
  checkAtomic<double>("global.add.f64", 1.5, 2.25, 3.75);
  checkAtomic<uint16_t>("global.add.noftz.f16", narrowF16(1.5f), narrowF16(2.0f), narrowF16(3.5f));
  checkAtomic<uint16_t>("global.add.noftz.bf16", narrowBF16(256.0f), narrowBF16(1.0f),
                        narrowBF16(256.0f));
  checkAtomic<uint32_t>("global.add.noftz.f16x2", 0x3c004000, 0x3c003c00, 0x40004200);
}

TEST(EmulatorAtomics, LanesGoOneAfterAnother) {
  Device device(kernelText("  atom.global.add.u32 %r0, [%a], 1;\n  mad.wide.u32 %rd0, %t, 4, %b;\n"
                           "  st.global.b32 [%rd0], %r0;\n  red.shared.add.u32 [sum], %t;\n"
                           "  bar.sync 0;\n  ld.shared.b32 %r1, [sum];\n"
                           "  red.global.max.u32 [%a+4], %r1;\n"
                           "  atom.global.cas.b32 %r2, [%a+8], %t, 77;",
                           ".shared .align 4 .b8 sum[4];\n"));
  uint32_t *a = device.array(std::vector<uint32_t>{0, 0, 5});
  uint32_t *b = device.array(std::vector<uint32_t>(32));
  device.run("k", {1}, {32}, {a, b});
  for (uint32_t t = 0; t < 32; ++t)
    EXPECT_EQ(b[t], t);
  EXPECT_EQ(a[0], 32u);
  EXPECT_EQ(a[1], 496u + ~0u); // shared memory begins as all ones
  EXPECT_EQ(a[2], 77u);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST(EmulatorCopies, AsynchronousCopiesWithZeroFill) {
  // Thread t copies 16 bytes, of which 4 (t % 5) come from memory.
  Device device(kernelText(
      "  mov.u64 %rd0, buffer;\n  mad.wide.u32 %rd0, %t, 16, %rd0;\n"
      "  mad.wide.u32 %rd1, %t, 16, %a;\n  rem.u32 %r0, %t, 5;\n  shl.b32 %r0, %r0, 2;\n"
      "  cp.async.cg.shared.global [%rd0], [%rd1], 16, %r0;\n  cp.async.commit_group;\n"
      "  mov.u32 %r1, buffer;\n  mad.lo.u32 %r1, %t, 4, %r1;\n  mad.wide.u32 %rd1, %t, 4, %a;\n"
      "  cp.async.ca.shared.global.L2::128B [%r1+512], [%rd1+4], 4;\n"
      "  cp.async.commit_group;\n  cp.async.wait_group 1;\n"
      "  cp.async.wait_all;\n  bar.sync 0;\n  ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [%rd0];\n"
      "  mad.wide.u32 %rd1, %t, 32, %b;\n  st.global.v4.b32 [%rd1], {%r1, %r2, %r3, %r4};\n"
      "  mov.u64 %rd0, buffer;\n  mad.wide.u32 %rd0, %t, 4, %rd0;\n"
      "  ld.shared.b32 %r5, [%rd0+512];\n  st.global.b32 [%rd1+16], %r5;",
      ".shared .align 16 .b8 buffer[1024];\n"));
  std::vector<uint32_t> a(128);
  std::iota(a.begin(), a.end(), 1000u);
  uint32_t *out = device.array(std::vector<uint32_t>(8 * 32));
  device.run("k", {1}, {32}, {device.array(a), out});
  for (uint32_t t = 0; t < 32; ++t) {
    for (uint32_t i = 0; i < 4; ++i)
      EXPECT_EQ(out[8 * t + i], i < t % 5 ? 1000 + 4 * t + i : 0u) << t << " " << i;
    EXPECT_EQ(out[8 * t + 4], 1001 + t);
  }
}

TEST(EmulatorCopies, MatricesInAndOut) {
  // Row r of matrix j is the 16 bytes that lane 8 j + r points to; rows lie 48 bytes
  // apart here.
  for (bool transposed : {false, true}) {
    std::string trans = transposed ? ".trans" : "";
    Device device(kernelText(
        "  mov.u64 %rd0, buffer;\n  mad.wide.u32 %rd1, %t, 48, %rd0;\n"
        "  mad.wide.u32 %rd2, %t, 16, %a;\n  ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd2];\n"
        "  st.shared.v4.b32 [%rd1], {%r0, %r1, %r2, %r3};\n  bar.warp.sync -1;\n"
        "  ldmatrix.sync.aligned.m8n8.x4" +
            trans +
            ".shared.b16 {%r4, %r5, %r6, %r7}, [%rd1];\n"
            "  mad.wide.u32 %rd2, %t, 16, %b;\n"
            "  st.global.v4.b32 [%rd2], {%r4, %r5, %r6, %r7};\n"
            "  stmatrix.sync.aligned.m8n8.x4" +
            trans +
            ".shared.b16 [%rd1+16], {%r4, %r5, %r6, %r7};\n  bar.warp.sync -1;\n"
            "  ld.shared.v4.b32 {%r0, %r1, %r2, %r3}, [%rd1+16];\n"
            "  st.global.v4.b32 [%rd2+512], {%r0, %r1, %r2, %r3};",
        ".shared .align 16 .b8 buffer[1536];\n"));
    std::vector<uint16_t> a(256);
    std::iota(a.begin(), a.end(), uint16_t{0});
    uint16_t *out = device.array(std::vector<uint16_t>(512));
    device.run("k", {1}, {32}, {device.array(a), out});
    for (size_t lane = 0; lane < 32; ++lane)
      for (size_t j = 0; j < 4; ++j)
        for (size_t e = 0; e < 2; ++e) {
          size_t row = lane / 4, column = 2 * (lane % 4) + e;
          if (transposed)
            std::swap(row, column);
          EXPECT_EQ(out[8 * lane + 2 * j + e], a[8 * (8 * j + row) + column]);
        }
    // And stored, they are what they were.
    EXPECT_EQ(std::vector<uint16_t>(out + 256, out + 512), a);
  }
  // With x1, lanes from 8 on may hold any address.
  Device device(kernelText("  mov.u64 %rd0, buffer;\n  mad.wide.u32 %rd1, %t, 16, %rd0;\n"
                           "  cvt.u16.u32 %h0, %t;\n  setp.lt.u32 %p, %t, 8;\n"
                           "  @%p st.shared.v4.b16 [%rd1], {%h0, %h0, %h0, %h0};\n"
                           "  @%p st.shared.v4.b16 [%rd1+8], {%h0, %h0, %h0, %h0};\n"
                           "  bar.warp.sync -1;\n"
                           "  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%rd1];\n"
                           "  mad.wide.u32 %rd2, %t, 4, %b;\n  st.global.b32 [%rd2], %r0;",
                           ".shared .align 16 .b8 buffer[128];\n"));
  uint32_t *out = device.array(std::vector<uint32_t>(32));
  device.run("k", {1}, {32}, {out, out});
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(out[lane], lane / 4 * 0x10001);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {

std::string errorOf(const std::string &body, size_t bytes = 64, const std::string &variables = "") {
  Device device(kernelText(body, variables));
  uint8_t *a = device.array(std::vector<uint8_t>(bytes));
  return device.error("k", {2}, {64}, {a, a});
}

} // namespace

TEST(EmulatorErrors, GlobalAccessOutOfBounds) {
  std::string error =
      errorOf("  mad.wide.u32 %rd0, %t, 4, %a;\n  ld.global.b32 %r0, [%rd0+8];", 64);
  expectContains(error, "kernel 'k', PTX line 15 (ld.global.b32), block (0, 0, 0), "
                        "thread (14, 0, 0): out-of-bounds access: 4 bytes at global address 0x");
  expectContains(error, ", byte 64 of an allocation of 64 bytes");
  error = errorOf("  setp.eq.u32 %p, %t, 37;\n  @%p st.global.v2.b32 [%a+-8], {%r0, %r0};");
  expectContains(error, "(st.global.v2.b32), block (0, 0, 0), thread (37, 0, 0)");
  // Half in, half out.
  expectContains(errorOf("  ld.global.b64 %rd0, [%a+56];\n  ld.global.b64 %rd0, [%a+64];"),
                 "8 bytes at global address");
  expectContains(errorOf("  mov.u64 %rd0, 0;\n  atom.global.add.u32 %r0, [%rd0], 1;"),
                 "(atom.global.add.u32), block (0, 0, 0), thread (0, 0, 0): out-of-bounds access: "
                 "4 bytes at global address 0x0 are in no allocation");
  expectContains(errorOf("  mov.u64 %rd0, -4;\n  ld.b32 %r0, [%rd0];"),
                 "0xfffffffffffffffc are in no allocation");
  expectContains(errorOf("  cp.async.ca.shared.global [buffer], [%a+64], 4;", 64,
                         ".shared .align 16 .b8 buffer[64];\n"),
                 "4 bytes at global address");
}

TEST(EmulatorErrors, SharedLocalAndParameterAccessOutOfBounds) {
  std::string shared = ".shared .align 16 .b8 buffer[64];\n";
  expectContains(errorOf("  mov.u64 %rd0, buffer;\n  mad.wide.u32 %rd0, %t, 4, %rd0;\n"
                         "  st.shared.b32 [%rd0], %t;",
                         64, shared),
                 "thread (16, 0, 0): out-of-bounds access: 4 bytes at shared address 0x40, of 64 "
                 "bytes");
  expectContains(errorOf("  mov.u64 %rd0, buffer;\n  cvta.shared.u64 %rd0, %rd0;\n"
                         "  ld.b32 %r0, [%rd0+61];",
                         64, shared),
                 "misaligned access: generic address");
  expectContains(errorOf("  mov.u64 %rd0, buffer;\n  cvta.shared.u64 %rd0, %rd0;\n"
                         "  ld.b32 %r0, [%rd0+64];",
                         64, shared),
                 "4 bytes at shared address 0x40, of 64 bytes");
  expectContains(errorOf("  .local .align 4 .b8 depot[8];\n  mov.u64 %rd0, depot;\n"
                         "  ld.local.b32 %r0, [%rd0+16];"),
                 "4 bytes at local address 0x10, of 16 bytes");
  expectContains(errorOf("  mov.u64 %rd0, pb;\n  ld.param.u64 %rd1, [%rd0+8];"),
                 "8 bytes at parameter address 0x10, of 16 bytes");
}

TEST(EmulatorErrors, MisalignedAccess) {
  expectContains(errorOf("  mad.wide.u32 %rd0, %t, 4, %a;\n  ld.global.v2.b32 {%r0, %r1}, [%rd0];"),
                 "thread (1, 0, 0): misaligned access: global address");
  expectContains(errorOf("  ld.global.b16 %h0, [%a+3];"), "is not a multiple of 2");
  expectContains(errorOf("  mov.u64 %rd0, buffer;\n"
                         "  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%rd0+8];",
                         64, ".shared .align 16 .b8 buffer[256];\n"),
                 "misaligned access: shared address 0x8 is not a multiple of 16");
  expectContains(errorOf("  cp.async.cg.shared.global [buffer], [%a+8], 16;", 64,
                         ".shared .align 16 .b8 buffer[64];\n"),
                 "is not a multiple of 16");
  expectContains(errorOf("  mov.u32 %r0, 8;\n  cp.async.ca.shared.global [buffer], [%a], 4, %r0;",
                         64, ".shared .align 16 .b8 buffer[64];\n"),
                 "copies more bytes than the size of the copy");
}
