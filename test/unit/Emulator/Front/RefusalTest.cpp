// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that is not PTX, or PTX that the emulator does not run, and damaged kernels
// that do run: one message, never a crash.
#include "Device.h"

#include <random>

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
           Case{"  wgmma.fence.sync.aligned;",
                "PTX line 8: 'wgmma.fence.sync.aligned': unsupported instruction"},
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
           Case{"  bra NOWHERE;", "PTX line 8: label 'NOWHERE' is not defined"},
           Case{"L: L: ret;", "PTX line 8: label 'L' is defined twice"},
           Case{"  brx.idx %r0, T;", "'T' names no '.branchtargets'"},
           Case{"  mul.s32 %r0, %r1, %r2;", "expected '.lo', '.hi' or '.wide'"},
           Case{"  ex2.f32 %r0, %r1;", "expected '.approx'"},
           Case{"  cvt.s32.f32 %r0, %r1;", "expected '.rni', '.rzi', '.rmi' or '.rpi'"},
           Case{"  cvt.rn.satfinite.e2m1x2.f32 %h, %r0, %r1;", "expected two types"},
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
           Case{"  cp.async.bulk.commit_group;", "unsupported modifier '.bulk'"},
           Case{"  mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 %r0, %r1, %r2, %r3;",
                "unsupported instruction"},
           Case{"  shfl.up.b32 %r0, %r1, 1, 0;", "'shfl.up.b32': unsupported instruction"},
           Case{"  call.uni foo;", "function 'foo' has no body here"},
           Case{"  call.uni %rd0, (%r0), proto;", "indirect calls are not supported"},
           Case{"  .reg .b8 %b;", "registers of 8 bits are not supported"},
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
  contains("", "PTX line 1: expected '.version', got the end of the text");
  contains("hello", "expected '.version', got 'hello'");
  contains(".version 8.0\n.address_size 64\n", "the module has no '.target'");
  contains(".version 8.0\n.target sm_80\n.address_size 32\n", "expected an address size of 64");
  contains(".version 99.0\n", "expected a version from 6.0 to 9.x, got '99.0'");
  contains(moduleText(".alias a, b;"), "expected a directive or declaration of a module");
  contains(moduleText(".entry k() { ret; }\n.entry k() { ret; }"), "kernel 'k' is defined twice");
  contains(moduleText(".entry k(.reg .b32 %r) { ret; }"), "parameters in registers");
  contains(moduleText(".entry k() {"), "got the end of the text");
  contains(moduleText(".extern .global .b32 x;"), "variable 'x' is defined in another module");
  contains(moduleText(".global .b64 x = y;"), "variable 'y' of an initial value is not defined");
  contains(moduleText(".global .b8 x[2] = {1, 2, 3};"), "has too many initial values");
  contains(moduleText(".shared .b32 x = 1;"), "only '.global' and '.const' variables");
  contains(moduleText(".func f() { call.uni g; ret; }\n.func g() { call.uni f; ret; }\n"
                      ".entry k() { call.uni f; ret; }"),
           "calls itself: recursion is not supported");
  contains(moduleText(".func (.param .b32 r) f(.param .b64 a) { ret; }\n"
                      ".entry k() { .param .b32 x; .param .b32 y; call.uni (y), f, (x); ret; }"),
           "expected 8 bytes in 'x', got 4");
  contains(moduleText(".global .b8 x[1] = " + std::string(100000, '{')), "too deep");
}

TEST(EmulatorParser, WhatLLVMWritesBesideCode) {
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

namespace {

/// The text with a few characters changed, lines removed, or lines repeated.
std::string damage(std::string text, std::mt19937 &random) {
  const std::string marks = "[]{}();,.%$@0x19abfru\n\"/*-+|<>";
  for (int edits = 1 + static_cast<int>(random() % 4); edits; --edits) {
    size_t at = random() % text.size(), line = text.find('\n', at);
    size_t end = line == std::string::npos ? line : text.find('\n', line + 1);
    switch (random() % 5) {
    case 0:
      text[at] = marks[random() % marks.size()];
      break;
    case 1:
      text.erase(at, 1 + random() % 20);
      break;
    case 2:
      text.insert(at, text.substr(random() % text.size(), random() % 30));
      break;
    case 3:
      if (end != std::string::npos)
        text.erase(line, end - line);
      break;
    default:
      if (end != std::string::npos) {
        std::string copied = text.substr(line, end - line);
        size_t to = text.find('\n', random() % text.size());
        text.insert(to == std::string::npos ? 0 : to, copied);
      }
    }
  }
  return text;
}

/// Runs every kernel of a module, with pointers to one small array as its arguments.
void runAll(const Module &module) {
  Memory memory;
  std::vector<uint64_t> argument(4096);
  argument[0] = reinterpret_cast<uintptr_t>(memory.allocate(4096));
  LaunchOptions options;
  options.maxInstructions = 1000;
  for (auto &kernel : module.kernels()) {
    std::vector<const void *> arguments(kernel->parameters().size(), argument.data());
    Status status = launch(*kernel, {2}, {64}, 0, arguments.data(), memory, options);
    if (!status)
      EXPECT_EQ(status.error().rfind("kernel '", 0), 0u) << status.error();
  }
}

} // namespace

TEST(EmulatorParser, DamagedTextNeverCrashes) {
  for (const char *name : {"elementwise.ptx", "reduce.ptx", "mma_bf16.ptx"}) {
    std::string original = readInput(name);
    ASSERT_FALSE(original.empty());
    for (size_t length = 0; length < original.size(); length += 7)
      (void)Module::parse(original.substr(0, length));
    std::mt19937 random(8);
    size_t parsed = 0;
    for (int i = 0; i < 400; ++i) {
      Result<std::unique_ptr<Module>> module = Module::parse(damage(original, random));
      if (!module) {
        EXPECT_EQ(module.error().rfind("PTX line ", 0), 0u) << module.error();
        continue;
      }
      runAll(**module);
      ++parsed;
    }
    EXPECT_GT(parsed, 20u); // some damage does not show until it runs, or never
  }
}
