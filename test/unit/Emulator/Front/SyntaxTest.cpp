// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What PTX texts may hold beside instructions: directives, declarations, initial values,
// constant expressions, names and scopes. With HALFTONE_PTXAS set, ptxas is asked whether
// each text is legal.
#include "../Instruction.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

std::unique_ptr<Module> parse(const std::string &text) {
  checkLegal(text);
  Result<std::unique_ptr<Module>> module = Module::parse(text);
  EXPECT_TRUE(module) << module.error();
  return module ? std::move(*module) : nullptr;
}

/// The memory of variable `x`.
template <typename T> std::vector<T> initial(const std::string &declaration) {
  std::unique_ptr<Module> module = parse(moduleText(declaration));
  if (!module)
    return {};
  size_t bytes = 0;
  const T *place = static_cast<const T *>(module->global("x", &bytes));
  return place ? std::vector<T>(place, place + bytes / sizeof(T)) : std::vector<T>();
}

/// What a kernel leaves in `%r0` and stores as its only result.
uint32_t resultOf(const std::string &body, const std::string &before = "") {
  std::string text = moduleText(before +
                                ".visible .entry k(.param .b64 p)\n{\n .reg .b32 %r<8>;\n"
                                " .reg .b64 %d<4>;\n .reg .f32 %f<4>;\n" +
                                body +
                                "\n ld.param.b64 %d0, [p];\n st.global.b32 [%d0], %r0;\n"
                                " ret;\n}\n");
  checkLegal(text);
  Device device(text);
  if (!device.module)
    return ~0u;
  uint32_t *out = device.array(std::vector<uint32_t>(1));
  device.run("k", {1}, {1}, {out});
  return *out;
}

} // namespace

TEST(EmulatorSyntax, ConstantExpressions) {
  struct Case {
    const char *text;
    int64_t value;
  };
  for (Case each : {Case{"(1 << 4) + 3 * -2 + (7 / 2)", (1 << 4) + 3 * -2 + (7 / 2)},
                    Case{"0b101 + 017 + 0x1fU + 0X1F", 5 + 15 + 31 + 31},
                    Case{"1 + 2 << 3 & 24 ^ 5 | 64", ((((1 + 2) << 3) & 24) ^ 5) | 64},
                    Case{"-7 / 2", -3},
                    Case{"-7 % 3", -1},
                    Case{"-16 >> 2", -4},
                    Case{"0xfffffffffffffff0 >> 60", 15},
                    Case{"5 > 3 ? 10 : 20", 10},
                    Case{"5 < 3 || 2 >= 2 && 4 != 4", 0},
                    Case{"!5 + !0", 1},
                    Case{"~5", ~5},
                    Case{"-1 < 1", 1},
                    Case{"-1 < 1U", 0},
                    Case{"(.s64) 3 - 5 < 0", 1},
                    Case{"(.u64) 3 - 5 > 0", 1},
                    Case{"WARP_SZ * 2 - 1", 63},
                    Case{"((((((7))))))", 7},
                    Case{"2 - - 3", 5},
                    Case{"1 ? 2 : 0 ? 3 : 4", 2},
                    Case{"10 - 3 - 2", 5},
                    Case{"100 / 5 / 2", 10},
                    Case{"1 <= 2 == 1", 1}}) {
    std::vector<int64_t> value =
        initial<int64_t>(std::string(".global .s64 x = ") + each.text + ";");
    ASSERT_EQ(value.size(), 1u) << each.text;
    EXPECT_EQ(value[0], each.value) << each.text;
    EXPECT_EQ(resultOf(std::string(" mov.s64 %d1, ") + each.text + ";\n cvt.u32.u64 %r0, %d1;"),
              static_cast<uint32_t>(each.value))
        << each.text;
  }
}

TEST(EmulatorSyntax, Literals) {
  EXPECT_EQ(initial<float>(".global .f32 x[5] = {0f3fc00000, -1.5, .5, 2.e3, 0fC0000000};"),
            (std::vector<float>{1.5f, -1.5f, 0.5f, 2000.0f, -2.0f}));
  EXPECT_EQ(initial<double>(".global .f64 x[3] = {0d3FF8000000000000, 1E-3, 0DC000000000000000};"),
            (std::vector<double>{1.5, 1e-3, -2.0}));
  EXPECT_EQ(initial<uint64_t>(".global .u64 x[2] = {18446744073709551615, 0xFFFFFFFFFFFFFFFFU};"),
            (std::vector<uint64_t>{~0ull, ~0ull}));
  EXPECT_EQ(initial<uint8_t>(".global .b8 x[4] = {255, -1, 0x80, 0};"),
            (std::vector<uint8_t>{255, 255, 128, 0}));
  EXPECT_EQ(initial<uint16_t>(".const .b16 x[2] = {0xffff, -2};"),
            (std::vector<uint16_t>{0xffff, 0xfffe}));
  EXPECT_EQ(resultOf(" mov.f32 %f1, 0f7F800000;\n mov.b32 %r0, %f1;"), 0x7f800000u);
  EXPECT_EQ(resultOf(" mov.u32 %r0, -2147483648;"), 0x80000000u);
  EXPECT_EQ(resultOf(" mov.u32 %r0, 0xFFFFFFFFU;"), 0xffffffffu);
}

TEST(EmulatorSyntax, RowsThatAreNotFull) {
  EXPECT_EQ(initial<uint32_t>(".global .u32 x[2][3] = {{1, 2}, {3}};"),
            (std::vector<uint32_t>{1, 2, 0, 3, 0, 0}));
  EXPECT_EQ(initial<uint32_t>(".global .u32 x[2][2][2] = {{{1}, {2, 3}}};"),
            (std::vector<uint32_t>{1, 0, 2, 3, 0, 0, 0, 0}));
  EXPECT_EQ(initial<uint32_t>(".global .u32 x[][2] = {{1, 2}, {3, 4}, {5}};"),
            (std::vector<uint32_t>{1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(initial<float>(".global .v2 .f32 x[2] = {{1.0, 2.0}, {3.0, 0.0}};"),
            (std::vector<float>{1, 2, 3, 0}));
  EXPECT_EQ(initial<uint32_t>(".global .v4 .u32 x = {1, 2, 3, 0};"),
            (std::vector<uint32_t>{1, 2, 3, 0}));
  EXPECT_EQ(initial<uint32_t>(".global .u32 x[4] = {1, 2};"), (std::vector<uint32_t>{1, 2, 0, 0}));
  EXPECT_EQ(initial<uint32_t>(".global .u32 x[3];"), (std::vector<uint32_t>{0, 0, 0}));
}

TEST(EmulatorSyntax, AddressesAsInitialValues) {
  std::unique_ptr<Module> module =
      parse(moduleText(".global .u32 a[4];\n.const .align 8 .b8 c[16];\n"
                       ".func f() { ret; }\n"
                       ".global .u64 x[6] = {a, a+4, generic(a), generic(c)+8, f, 5};\n"
                       ".global .u8 bytes[8] = {0xff(a), 0xff00(a), 0xff0000(a), 0xff000000(a),"
                       " 0xff00000000(a), 0xff0000000000(a), 0xff000000000000(a), 7};\n"));
  ASSERT_NE(module, nullptr);
  auto addressOf = [&](const char *name) {
    return reinterpret_cast<uintptr_t>(module->global(name));
  };
  const uint64_t *x = static_cast<const uint64_t *>(module->global("x"));
  EXPECT_EQ(x[0], addressOf("a"));
  EXPECT_EQ(x[1], addressOf("a") + 4);
  EXPECT_EQ(x[2], addressOf("a"));
  EXPECT_EQ(x[3], addressOf("c") + 8);
  EXPECT_NE(x[4], 0u);
  EXPECT_EQ(x[5], 5u);
  uint64_t bytes;
  std::memcpy(&bytes, module->global("bytes"), 8);
  EXPECT_EQ(bytes, (addressOf("a") & 0xffffffffffffff) | uint64_t{7} << 56);
}

TEST(EmulatorSyntax, ModuleDirectives) {
  std::unique_ptr<Module> module = parse(
      "// A comment /* not open\n.version 8.7 /* over\n two lines */ .target sm_90a, "
      "texmode_unified\n"
      ".address_size 64\n.pragma \"nounroll\";\n"
      ".visible .global .attribute(.managed) .align 4 .b32 managed;\n"
      ".global .attribute(.unified(19, 95)) .f32 unified;\n.common .global .b32 common;\n"
      ".weak .global .b32 weak = 5;\n.extern .shared .align 16 .b8 dynamic[];\n"
      ".extern .global .b32 later;\n.visible .global .b32 later = 3, another = 4;\n"
      ".visible .func (.param .b32 r) declared(.param .b32 n);\n.func forever() .noreturn;\n"
      ".func forever() .noreturn { exit; }\n"
      ".visible .entry k(.param .u64 .ptr.global.align 8 q, .param .align 4 .b8 s[12],\n"
      " .param .b32 arr[3], .param .b64 .ptr .align 1 z)\n.explicitcluster\n"
      ".reqnctapercluster 2, 1, 1\n.reqntid 32, 2\n.minnctapersm 2\n.pragma \"x\";\n{\n ret;\n}\n"
      ".visible .entry l() .maxclusterrank 8 .maxntid 128, 2, 1 .maxnreg 40 { ret; }\n"
      ".file 3 \"dir/a b.cu\", 123, 456\n"
      ".section .debug_str\n{\n$L: .b8 65, 0\n.b32 .debug_abbrev\n.b64 $L+4\n}\n");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->target(), "sm_90a");
  EXPECT_EQ(*static_cast<uint32_t *>(module->global("later")), 3u);
  EXPECT_EQ(*static_cast<uint32_t *>(module->global("another")), 4u);
  ASSERT_EQ(module->kernels().size(), 2u);
  const std::vector<Parameter> &parameters = module->find("k")->parameters();
  ASSERT_EQ(parameters.size(), 4u);
  size_t offsets[] = {0, 8, 20, 32}, bytes[] = {8, 12, 12, 8};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(parameters[i].offset, offsets[i]) << i;
    EXPECT_EQ(parameters[i].bytes, bytes[i]) << i;
  }
  EXPECT_EQ(module->find("k")->maxThreads(), 64u);
  EXPECT_EQ(module->find("l")->maxThreads(), 256u);
}

TEST(EmulatorSyntax, VectorRegistersAndElementsOfArrays) {
  std::string arrays = ".global .align 16 .v4 .u32 quads[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};\n"
                       ".global .u32 words[4] = {10, 20, 30, 40};\n";
  EXPECT_EQ(resultOf(" .reg .v4 .b32 v, w<2>;\n ld.global.v4.b32 v, quads[1];\n mov.b32 %r0, v.z;\n"
                     " mov.b32 v.x, 100;\n add.u32 %r0, %r0, v.x;\n add.u32 %r0, %r0, v.g;\n",
                     arrays),
            7 + 100 + 6u);
  EXPECT_EQ(resultOf(" ld.global.u32 %r0, words[2];\n ld.global.u32 %r1, words[4 - 3];\n"
                     " mov.u64 %d1, words[3];\n ld.global.u32 %r2, [%d1];\n"
                     " ld.global.u32 %r3, [words+4+8];\n ld.global.u32 %r4, [%d1+-8];\n"
                     " add.u32 %r0, %r0, %r1;\n add.u32 %r0, %r0, %r2;\n add.u32 %r0, %r0, %r3;\n"
                     " add.u32 %r0, %r0, %r4;\n",
                     arrays),
            30 + 20 + 40 + 40 + 20u);
}

TEST(EmulatorSyntax, NamesAndScopes) {
  EXPECT_EQ(
      resultOf(" .reg .b32 $a_1, _b2, %c$;\n mov.b32 $a_1, 1;\n mov.b32 _b2, 2;\n mov.b32 %c$, 4;\n"
               " { .reg .b32 _b2; mov.b32 _b2, 50; add.u32 $a_1, $a_1, _b2; }\n"
               " add.u32 %r0, $a_1, _b2;\n add.u32 %r0, %r0, %c$;"),
      57u);
  // Labels of sibling scopes, jumps out of a scope, two labels at one place.
  EXPECT_EQ(
      resultOf(" mov.b32 %r0, 0;\n{ bra IN; add.u32 %r0, %r0, 1;\nIN: add.u32 %r0, %r0, 2; }\n"
               "{ bra IN; add.u32 %r0, %r0, 4;\nIN: bra OUT; }\n add.u32 %r0, %r0, 8;\n"
               "OUT: ALSO: add.u32 %r0, %r0, 16;"),
      18u);
  // A variable of a function, and one of the module that it hides.
  EXPECT_EQ(resultOf(" .global .b32 hidden;\n st.global.b32 [hidden], 7;\n"
                     " ld.global.b32 %r0, [hidden];\n mov.u64 %d1, hidden;\n"
                     " ld.global.b32 %r1, [%d1];\n add.u32 %r0, %r0, %r1;",
                     ".global .b32 hidden = 100;\n"),
            14u);
}

TEST(EmulatorSyntax, LinesOfTheSource) {
  Device device(moduleText(".visible .entry k(.param .b64 p)\n{\n .reg .b64 %d;\n .reg .b32 %r;\n"
                           " .loc 7 12 3\n ld.param.b64 %d, [p];\n .loc 7 14 5, function_name $L0,"
                           " inlined_at 7 13 1\n ld.global.b32 %r, [%d];\n .loc 9 0 0\n"
                           " ld.global.b32 %r, [%d+4];\n ret;\n}\n.file 7 \"dir/kernel.cu\"\n"
                           ".section .debug_str\n{\n$L0: .b8 0\n}\n"));
  ASSERT_NE(device.module, nullptr);
  uint32_t *in = device.array(std::vector<uint32_t>(1));
  EXPECT_NE(
      device.error("k", {1}, {1}, {uint64_t{0}}).find("PTX line 11 (ld.global.b32), kernel.cu:14"),
      std::string::npos);
  EXPECT_NE(device.error("k", {1}, {1}, {in}).find("PTX line 13 (ld.global.b32), block"),
            std::string::npos);
}

TEST(EmulatorSyntax, WhatLLVMWritesBesideCode) {
  // Debug lines, pragmas, sections, linkage and scopes.
  std::string text =
      "//\n.version 7.8\n.target sm_80, debug\n.address_size 64\n"
      ".file 1 \"a\\\"b.cu\", 12, 34\n.extern .func (.param .b32 r) vprintf (.param .b64 a);\n"
      ".weak .global .align 8 .b8 data[8] = {1, 2, 0x3, 04, 0b101};\n"
      ".visible .entry k (\n.param .u64 .ptr .global .align 16 k_param_0\n)\n"
      ".maxntid 128, 1, 1\n.minnctapersm 2\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
      ".loc 1 7 3, function_name $L__info, inlined_at 1 2 3\n.pragma \"nounroll\";\n"
      "{ .reg .b32 %r; mov.b32 %r, 5; mov.b32 %r1, %r; }\n"
      "{ .reg .b64 %r; ld.param.u64 %r, [k_param_0]; st.global.b32 [%r], %r1; bra LOCAL; LOCAL: }\n"
      "{ bra LOCAL; LOCAL: }\nret;\n}\n.section .debug_str\n{\n.b8 65\n.b8 0\n}\n";
  Device device(text);
  ASSERT_NE(device.module, nullptr);
  EXPECT_EQ(device.module->target(), "sm_80");
  uint32_t *out = device.array(std::vector<uint32_t>(1));
  device.run("k", {1}, {1}, {out});
  EXPECT_EQ(*out, 5u);
  auto *data = static_cast<uint8_t *>(device.module->global("data"));
  EXPECT_EQ(std::vector<uint8_t>(data, data + 8), (std::vector<uint8_t>{1, 2, 3, 4, 5, 0, 0, 0}));
}
