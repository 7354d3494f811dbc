// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a few instructions on every element of arrays: `%a`, `%b`, `%c` are loaded,
// `%d` is stored; `%p`, `%q` are predicates, `%r0` … `%r7` and `%s0` … `%s7` spare
// registers of 32 and 64 bits. Register sizes are those of the arrays' elements (at
// least 16 bits). With HALFTONE_PTXAS set to a ptxas, that is asked whether the text
// is legal.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_INSTRUCTION_H
#define HALFTONE_TEST_UNIT_EMULATOR_INSTRUCTION_H

#include "Device.h"

#include <cstdlib>

namespace halftone::emulator::test {

inline void checkLegal(const std::string &ptx) {
  const char *ptxas = std::getenv("HALFTONE_PTXAS");
  if (!ptxas)
    return;
  std::string path = testing::TempDir() + "emulator.ptx";
  std::ofstream(path) << ptx;
  // sm_90a unless the text needs a later chip.
  std::string chip = ptx.find(".target sm_100a") == std::string::npos ? "sm_90a" : "sm_100a";
  std::string command = std::string(ptxas) + " -arch=" + chip + " " + path + " -o /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << ptx;
}

struct None {};

template <typename T> std::string bitsOf() {
  return ".b" + std::to_string(std::max<size_t>(8 * sizeof(T), 16));
}

inline constexpr size_t blockThreads = 96;

template <typename D, typename A, typename B = None, typename C = None>
std::vector<D> apply(const std::string &body, const std::vector<A> &a, std::vector<B> b = {},
                     std::vector<C> c = {}, const char *target = "sm_90a") {
  size_t n = a.size();
  size_t padded = (n + blockThreads - 1) / blockThreads * blockThreads;
  auto load = [](const char *name, size_t bytes, const std::string &type) {
    std::string text = "  ld.param.u64 %rd1, [p" + std::string(name) + "];\n";
    text += "  mad.wide.u32 %rd2, %tid0, " + std::to_string(bytes) + ", %rd1;\n";
    if (name[0] != 'd')
      text += "  ld.global" + type + " %" + name + ", [%rd2];\n";
    return text;
  };
  auto memory = [](auto value) { return ".b" + std::to_string(8 * sizeof(value)); };
  std::string ptx = moduleText(".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, "
                               ".param .u64 pd) {\n"
                               "  .reg .b64 %rd<3>;\n  .reg .b64 %s<8>;\n  .reg .b32 %r<8>;\n"
                               "  .reg .b32 %tid0, %cta, %n;\n  .reg .pred %p, %q;\n  .reg " +
                                   bitsOf<A>() + " %a;\n  .reg " + bitsOf<B>() + " %b;\n  .reg " +
                                   bitsOf<C>() + " %c;\n  .reg " + bitsOf<D>() +
                                   " %d;\n"
                                   "  mov.u32 %tid0, %tid.x;\n  mov.u32 %cta, %ctaid.x;\n"
                                   "  mov.u32 %n, %ntid.x;\n  mad.lo.u32 %tid0, %cta, %n, %tid0;\n",
                               target);
  ptx += load("a", sizeof(A), memory(A()));
  if constexpr (!std::is_same_v<B, None>)
    ptx += load("b", sizeof(B), memory(B()));
  if constexpr (!std::is_same_v<C, None>)
    ptx += load("c", sizeof(C), memory(C()));
  ptx += "  " + body + "\n" + load("d", sizeof(D), "") + "  st.global" + memory(D()) +
         " [%rd2], %d;\n  ret;\n}\n";
  checkLegal(ptx);

  Device device(ptx);
  std::vector<A> paddedA = a;
  paddedA.resize(padded, a.front());
  b.resize(padded, b.empty() ? B() : b.front());
  c.resize(padded, c.empty() ? C() : c.front());
  D *d = device.array(std::vector<D>(padded));
  device.run("k", {static_cast<uint32_t>(padded / blockThreads)},
             {static_cast<uint32_t>(blockThreads)},
             {device.array(paddedA), device.array(b), device.array(c), d});
  return std::vector<D>(d, d + n);
}

/// All pairs of `values`, as two arrays.
template <typename T>
std::pair<std::vector<T>, std::vector<T>> pairs(const std::vector<T> &values) {
  std::pair<std::vector<T>, std::vector<T>> result;
  for (T a : values)
    for (T b : values) {
      result.first.push_back(a);
      result.second.push_back(b);
    }
  return result;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_INSTRUCTION_H
