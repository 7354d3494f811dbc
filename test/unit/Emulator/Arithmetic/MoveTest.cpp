// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers taken apart and put together, and addresses between state spaces.
#include "Instruction.h"

using namespace halftone::emulator::test;

TEST(EmulatorMove, Vectors) {
  std::vector<uint64_t> a = {0x0123456789abcdef, 0xfedcba9876543210, 0, ~uint64_t{0}};
  auto bytes = [](uint64_t value, unsigned size, unsigned count) {
    uint64_t mask = size == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * size)) - 1, result = 0;
    for (unsigned i = 0; i < count; ++i)
      result |= (value >> (8 * size * i) & mask) << (8 * size * (count - 1 - i));
    return result;
  };
  // Each is taken apart and put together in the opposite order.
  std::vector<uint64_t> words =
      apply<uint64_t>("mov.b64 {%r0, %r1}, %a;\n  mov.b64 %d, {%r1, %r0};", a);
  std::vector<uint64_t> halves =
      apply<uint64_t>("{ .reg .b16 %w, %x, %y, %z;\n  mov.b64 {%w, %x, %y, %z}, %a;\n"
                      "  mov.b64 %d, {%z, %y, %x, %w}; }",
                      a);
  std::vector<uint64_t> quads =
      apply<uint64_t>("{ .reg .b8 %w, %x, %y, %z;\n  mov.b64 {%r0, %r1}, %a;\n"
                      "  mov.b32 {%w, %x, %y, %z}, %r0;\n  mov.b32 %r0, {%z, %y, %x, %w};\n"
                      "  mov.b64 %d, {%r0, %r1}; }",
                      a);
  std::vector<uint16_t> two =
      apply<uint16_t>("{ .reg .b8 %x, %y;\n  .reg .b16 %z;\n  cvt.u16.u64 %z, %a;\n"
                      "  mov.b16 {%x, %y}, %z;\n  mov.b16 %d, {%y, %x}; }",
                      a);
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(words[i], bytes(a[i], 4, 2));
    EXPECT_EQ(halves[i], bytes(a[i], 2, 4));
    EXPECT_EQ(quads[i], bytes(a[i] & 0xffffffffu, 1, 4) | (a[i] >> 32 << 32));
    EXPECT_EQ(two[i], bytes(a[i] & 0xffff, 1, 2));
  }
}

TEST(EmulatorMove, WideRegisters) {
  std::vector<uint64_t> a = {0x0123456789abcdef, 5}, b = {0xfedcba9876543210, ~uint64_t{0}};
  std::vector<uint64_t> high =
      apply<uint64_t>("{ .reg .b128 %x, %y;\n  mov.b128 %x, {%a, %b};\n  mov.b128 %y, %x;\n"
                      "  mov.b128 {_, %d}, %y; }",
                      a, b);
  std::vector<uint64_t> middle = apply<uint64_t>(
      "{ .reg .b128 %x;\n  mov.b128 %x, {%a, %b};\n  mov.b128 {%r0, %r1, %r2, %r3}, %x;\n"
      "  mov.b128 %x, {%r1, %r2, %r0, %r3};\n  mov.b128 {%d, _}, %x; }",
      a, b, std::vector<None>(), "sm_100a");
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(high[i], b[i]);
    EXPECT_EQ(middle[i], a[i] >> 32 | b[i] << 32);
  }
}

TEST(EmulatorMove, AddressesKnowTheirSpace) {
  const char *spaces[] = {"shared", "shared::cta", "shared::cluster", "local",
                          "global", "const",       "param::entry"};
  struct Place {
    const char *make; ///< puts a generic address into %l0
    unsigned spaces;  ///< by the order above
  };
  const Place places[] = {
      {"mov.u32 %r0, words; cvt.u64.u32 %l0, %r0; cvta.shared.u64 %l0, %l0;", 0b111},
      {"mov.u32 %r0, words; cvt.u64.u32 %l0, %r0; cvta.shared::cluster.u64 %l0, %l0;", 0b111},
      {"mov.u64 %l0, own; cvta.local.u64 %l0, %l0;", 0b1000},
      {"mov.u64 %l0, table; cvta.global.u64 %l0, %l0;", 0b10000},
      {"mov.u64 %l0, fixed; cvta.const.u64 %l0, %l0;", 0b100000},
      {"ld.param.u64 %l0, [out];", 0b10000},
      {"mov.u64 %l0, out; cvta.param::entry.u64 %l0, %l0;", 0b1000000}};
  for (const Place &place : places) {
    std::string text = ".version 8.4\n.target sm_90\n.address_size 64\n"
                       ".shared .align 4 .b8 words[16];\n.global .u32 table[4];\n"
                       ".const .u32 fixed[4] = {1, 2, 3, 4};\n"
                       ".visible .entry k(.param .u64 out) {\n.reg .b64 %l<4>; .reg .b32 %r<4>; "
                       ".reg .pred %p;\n.local .align 4 .b8 own[16];\n";
    text += std::string(place.make) + "\nmov.u32 %r1, 0;\n";
    for (unsigned i = 0; i < std::size(spaces); ++i)
      text += std::string("isspacep.") + spaces[i] + " %p, %l0; @%p or.b32 %r1, %r1, " +
              std::to_string(1u << i) + ";\n";
    text += "ld.param.u64 %l1, [out]; st.global.u32 [%l1], %r1; ret;\n}\n";
    std::string legal = text;
    legal.replace(legal.find("sm_90"), 5, "sm_90a");
    checkLegal(legal);
    Device device(text);
    uint32_t *out = device.array(std::vector<uint32_t>(1));
    device.run("k", {1}, {1}, {out});
    EXPECT_EQ(*out, place.spaces) << place.make;
  }
}
