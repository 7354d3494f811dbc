// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that is not PTX, or PTX that the emulator does not run: one message that says
// where and what.
#include "../Device.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

std::string errorOf(const std::string &text) {
  Result<std::unique_ptr<Module>> module = Module::parse(text);
  EXPECT_FALSE(module) << text;
  return module ? std::string() : module.error();
}

/// The error of one line in a kernel; it is line 8 of the module.
std::string errorOfLine(const std::string &line) {
  return errorOf(moduleText(".visible .entry k(.param .u64 p) {\n  .reg .b64 %rd<4>;\n"
                            "  .reg .b32 %r<8>;\n  .reg .pred %p, %q; .reg .b16 %h;\n" +
                            line + "\n  ret;\n}\n"));
}

} // namespace

TEST(EmulatorParser, Refusals) {
  struct Case {
    const char *line, *error;
  };
  for (Case each : {
           Case{"  tcgen05.wait::ld.sync.aligned;",
                "PTX line 8, column 3: 'tcgen05.wait::ld.sync.aligned': unsupported instruction"},
           Case{"  @!%p tcgen05.fence::after_thread_sync;", "PTX line 8, column 8: 'tcgen05.fence"},
           Case{"  add.f8 %r0, %r1, %r2;", "'add.f8': expected a type"},
           Case{"  add.wrap.s32 %r0, %r1, %r2;", "'add.wrap.s32': unsupported modifier '.wrap'"},
           Case{"  add.s32 %r0, %r1;", "'add.s32': expected 3 operands, got 2"},
           Case{"  add.s32 %r0, %r1, %r9;", "'add.s32': unknown operand '%r9'"},
           Case{"  add.s32 %r0, %r1, %rd1;", "expected a register of 32 bits, got '%rd1', a "
                                             "register of 64 bits"},
           Case{"  add.s32 7, %r1, %r2;", "expected a register of 32 bits for the result"},
           Case{"  add.f32 %r0, %r1, 1;", "expected a floating-point constant, got an integer"},
           Case{"  add.s32 %r0, %r1, p;", "expected a value, got variable 'p'"},
           Case{"  @%r0 bra L;", "expected a predicate, got '%r0', a register of 32 bits"},
           Case{"  bra NOWHERE;", "PTX line 8, column 3: label 'NOWHERE' is not defined"},
           Case{"L: L: ret;", "PTX line 8, column 4: label 'L' is defined twice"},
           Case{"  brx.idx %r0, T;", "'T' names no '.branchtargets'"},
           Case{"  mul.s32 %r0, %r1, %r2;", "expected '.lo', '.hi' or '.wide'"},
           Case{"  ex2.f32 %r0, %r1;", "expected '.approx'"},
           Case{"  cvt.s32.f32 %r0, %r1;", "expected '.rni', '.rzi', '.rmi' or '.rpi'"},
           Case{"  setp.foo.s32 %p, %r0, %r1;", "expected a comparison"},
           Case{"  ld.global.b32 %r0, %rd0;", "expected an address in brackets"},
           Case{"  ld.global.b64 %r0, [%rd0];", "a register is narrower than its type"},
           Case{"  ld.global.v2.b32 {%r0}, [%rd0];", "expected 2 registers, got 1"},
           Case{"  ld.shared.b32 %r0, [p];", "variable 'p' is in another state space"},
           Case{"  st.param.b32 [p], %r0;", "a kernel's parameters are read only"},
           Case{"  st.const.b32 [%rd0], %r0;", "constant memory is read only"},
           Case{"  mov.b32 %r0, {%h, %h, %h};", "cannot split 32 bits into 3 registers"},
           Case{"  cp.async.cg.shared.global [%rd0], [%rd1], 8;",
                "expected a copy of 16 bytes, got 8"},
           Case{"  call.uni foo;", "function 'foo' is not declared"},
           Case{"  call.uni %rd0, (%r0);", "expected a prototype or targets of the call"},
           Case{"  call.uni %rd0, (%r0), proto;",
                "'proto' is no '.callprototype' and no '.calltargets'"},
           Case{"  call.uni (%r0), (%r1);", "expected a function's name"},
           Case{"P: .callprototype (.reg .b32 _) _ (.reg .b64 _); call %rd0, (%rd1), P;",
                "expected 1 results, got 0"},
           Case{"  add.s32 %r0, -%r1, 2;", "unexpected '-' before '%r1'"},
           Case{"  add.s32 %r0, %r1, 7 / (3 - 3);",
                "PTX line 8, column 23: a constant expression divides by zero"},
           Case{"  add.s32 %r0, %r1, (5;", "PTX line 8, column 23: expected ')', got ';'"},
           Case{"  add.s32 %r0, %r1, 5 +;", "PTX line 8, column 24: expected an integer, got ';'"},
           Case{"  add.s32 %r0, %r1, ;", "PTX line 8, column 21: expected an operand, got ';'"},
           Case{"  ld.global.b32 %r0, [%rd0 + 4;", "expected ']', got ';'"},
           Case{"  .maxnreg 5;", "PTX line 8, column 3: unsupported directive '.maxnreg'"},
           Case{"  .loc 1 2 \n;", "PTX line 9, column 1: expected a column, got ';'"},
           Case{"  .reg .b32 5;", "PTX line 8, column 13: expected a name, got '5'"},
           Case{"  .local .pred x;", "predicates live in registers only"},
           Case{"  .local .align 3 .b8 x[3];", "an alignment that is a power of two, got 3"},
           Case{"  .local .b16x x;", "PTX line 8, column 10: unsupported '.b16x' in a declaration"},
           Case{"  .local .b8 x[99999999999];", "is too large"},
           Case{"  add.s32 %r0, %r1, 99999999999999999999;", "is too large"},
           Case{"  add.s32 %r0, %r1, 0f123;", "number '0f123' needs 8 hexadecimal digits"},
           Case{"  add.s32 %r0, %r1, `;", "unexpected character '`'"},
           Case{"  add.s32 %r0 %r1;", "expected ';', got '%r1'"},
           Case{"  /* open", "a comment is not closed"},
       }) {
    std::string error = errorOfLine(each.line);
    EXPECT_NE(error.find(each.error), std::string::npos) << each.line << "\n" << error;
    EXPECT_EQ(error.rfind("PTX line ", 0), 0u) << error;
  }
}

TEST(EmulatorParser, ModuleErrors) {
  auto contains = [](const std::string &text, const std::string &part) {
    std::string error = errorOf(text);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  contains("", "PTX line 1, column 1: expected '.version', got the end of the text");
  contains("hello", "expected '.version', got 'hello'");
  contains(".version 8.0\n.address_size 64\n", "the module has no '.target'");
  contains(".version 8.0\n.target sm_80\n.address_size 32\n", "expected an address size of 64");
  contains(".version 99.0\n", "expected a version from 2.0 to 9.x, got '99.0'");
  contains(moduleText(".alias a, b;"), "function 'b' of alias 'a' is not defined");
  contains(moduleText(".maxntid 5"), "PTX line 4, column 1: expected a directive or declaration");
  contains(moduleText(".entry k() { ret; }\n.entry k() { ret; }"), "kernel 'k' is defined twice");
  contains(moduleText(".entry k(.reg .b32 %r) { ret; }"),
           "PTX line 4, column 20: a kernel's parameters are in '.param' memory");
  contains(moduleText(".func f() { ret; }\n.func f() { ret; }"), "function 'f' is defined twice");
  contains(moduleText(".global .b32 x;\n.global .b32 x;"), "variable 'x' is defined twice");
  contains(moduleText(".entry k() {"), "got the end of the text");
  contains(moduleText(".extern .global .b32 x;"), "variable 'x' is defined in another module");
  contains(moduleText(".global .b64 x = y;"), "variable 'y' of an initial value is not defined");
  contains(moduleText(".global .b8 x[2] = {1, 2, 3};"), "has too many initial values");
  contains(moduleText(".shared .b32 x = 1;"), "only '.global' and '.const' variables");
  contains(moduleText(".func (.param .b32 r) f(.param .b64 a) { ret; }\n"
                      ".entry k() { .param .b32 x; .param .b32 y; call.uni (y), f, (x); ret; }"),
           "expected 8 bytes in 'x', got 4");
  contains(moduleText(".global .b8 x[1] = " + std::string(100000, '{')), "too deep");
}

/// Operands of every shape that PTX has.
TEST(EmulatorParser, WhatNobodyRunsIsRead) {
  for (const char *line :
       {"tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [tex, {%r4, %r5}];",
        "tex.grad.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [tex, smp, {%r4, %r5}], {%r1, %r2}, {%r3, "
        "%r4};",
        "tld4.r.2d.v4.f32.f32 {%r0, _, %r2, %r3}|%p, [tex, {%r4, %r5}];",
        "suld.b.2d.v2.b32.trap {%r0, %r1}, [surf + 8, {%r2, %r3}];", "txq.width.b32 %r0, [tex];",
        "istypep.texref %p, tex;",
        "multimem.ld_reduce.relaxed.sys.global.add.v4.f32 {%r0, %r1, %r2, %r3}, [%rd0 + 16];",
        "tcgen05.mma.cta_group::1.kind::f16 [%r0], [%r1], %rd1, %r2, {%r0, %r1, %r2, %r3}, !%p, "
        "0x1;",
        "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r0, %r1, %r2, %r3}, [%r4], 0b11;",
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 "
        "[%rd0], "
        "[%rd1];",
        "mystery.instruction::with.parts_1 -%r0.b3, ~(5 + 2), a[3], {_, 1.5}, _|%p, [0x10], "
        "-0f3f800000;"}) {
    std::string mnemonic(line, std::string_view(line).find(' '));
    EXPECT_EQ(errorOfLine("  @!%p " + std::string(line)),
              "PTX line 8, column 8: '" + mnemonic + "': unsupported instruction");
  }
}

TEST(EmulatorParser, EverythingThatNobodyRunsIsNamedOnce) {
  std::string error = errorOf(
      moduleText(".visible .entry k() {\n  .reg .b32 %r<4>;\n  tcgen05.wait::st.sync.aligned;\n"
                 "  add.wrap.u32 %r1, %r2, %r3;\n  tcgen05.wait::st.sync.aligned;\n  ret;\n}\n"
                 ".entry l() {\n  .reg .b32 %r<4>;\n  add.wrap.u32 %r1, %r2, %r3;\n"
                 "  add.u32 %r1, %r2, %unknown;\n  frobnicate.x::y.b32 %r1;\n  ret;\n}\n"));
  EXPECT_EQ(error, "PTX line 6, column 3: unsupported instructions: "
                   "'tcgen05.wait::st.sync.aligned' (line 6), 'add.wrap.u32' (line 7), "
                   "'frobnicate.x::y.b32' (line 15)");
}
