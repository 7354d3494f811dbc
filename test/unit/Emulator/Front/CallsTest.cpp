// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, recursion, function pointers, virtual functions and stacks, as nvcc writes them
// (Front/calls.cu), optimised and not, against the same functions here; then what nvcc
// does not write.
#include "../Device.h"

#include <bit>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

class NvccCalls : public testing::TestWithParam<const char *> {
protected:
  NvccCalls() : device(readInput(GetParam())) {}
  Device device;
};

struct Sample {
  int a;
  double b;
  float c[3];
  char tag;
};

const int weights[5] = {3, -1, 4, -1, 5};

Sample change(int by, Sample s) {
  const double scales[2][2] = {{0.5, 0}, {2.0, 4.0}};
  s.a += by;
  s.b *= scales[by & 1][1] + scales[0][0];
  s.c[by % 3] = static_cast<float>(by);
  s.tag ^= 1;
  return s;
}

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int odd(int n, int *path);
int even(int n, int *path) {
  int mine[4] = {n, path[0], path[1], 1};
  if (n == 0)
    return mine[1] + 10 * mine[2];
  int below = odd(n - 1, mine);
  return below + mine[0] + mine[n & 3];
}
int odd(int n, int *path) {
  int mine[4] = {path[3], n, 2, path[0]};
  if (n == 0)
    return -1;
  path[3] += n;
  return even(n - 1, mine) * 2 + mine[n & 3];
}

/// A kernel with instructions on `%r0` to `%r7`, `%d0` to `%d3`, and the first word of
/// an array, and functions before it.
uint32_t run(const std::string &functions, const std::string &body, uint32_t input = 0) {
  std::string text = moduleText(functions +
                                ".visible .entry k(.param .b64 p) {\n .reg .b32 %r<8>;\n"
                                " .reg .b64 %d<4>;\n .reg .pred %p, %q;\n .reg .f32 %f;\n"
                                " ld.param.b64 %d0, [p];\n ld.global.b32 %r0, [%d0];\n" +
                                body + "\n st.global.b32 [%d0], %r0;\n ret;\n}\n");
  Device device(text);
  if (!device.module)
    return ~0u;
  uint32_t *out = device.array(std::vector<uint32_t>{input});
  device.run("k", {1}, {1}, {out});
  return *out;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Builds, NvccCalls, testing::Values("calls.ptx", "calls.debug.ptx"),
                         [](auto &info) {
                           return info.param == std::string("calls.ptx") ? "Optimised" : "Debug";
                         });

TEST_P(NvccCalls, StructsAreCopied) {
  const int n = 70;
  std::vector<Sample> samples(n);
  for (int i = 0; i < n; ++i)
    samples[i] = {i, 0.25 * i, {1, 2, 3}, 'a'};
  Sample by{-5, 1.5, {7, 8, 9}, 'z'};
  Sample *out = device.array(samples);
  const Kernel *kernel = device.module->find("structs");
  const void *arguments[] = {&out, &by, &n};
  Status status = launch(*kernel, {1}, {96}, 0, arguments, device.memory);
  ASSERT_TRUE(status) << status.error();
  for (int i = 0; i < n; ++i) {
    Sample expected = change(i + weights[i % 5], i & 1 ? samples[i] : by);
    EXPECT_EQ(out[i].a, expected.a) << i;
    EXPECT_EQ(out[i].b, expected.b) << i;
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(out[i].c[k], expected.c[k]) << i;
    EXPECT_EQ(out[i].tag, expected.tag) << i;
  }
}

TEST_P(NvccCalls, FunctionsThatCallThemselves) {
  const int n = 60;
  int *out = device.array(std::vector<int>(2 * n));
  device.run("recursion", {1}, {64}, {out, n});
  for (int i = 0; i < n; ++i) {
    int path[4] = {i, 1, 2, 3};
    EXPECT_EQ(out[2 * i], fibonacci(i % 11)) << i;
    int expected = even(i % 7, path);
    EXPECT_EQ(out[2 * i + 1], expected + path[3]) << i;
  }
}

TEST_P(NvccCalls, FunctionPointers) {
  const int n = 64;
  int *out = device.array(std::vector<int>(n));
  device.run("pointers", {1}, {64}, {out, n});
  for (int i = 0; i < n; ++i) {
    int expected[] = {i + n, i - n, 2 * i * n, 5 * i * n};
    EXPECT_EQ(out[i], expected[i % 4] + 7) << i;
  }
}

TEST_P(NvccCalls, VirtualFunctions) {
  const int n = 64;
  float *out = device.array(std::vector<float>(n));
  device.run("shapes", {1}, {64}, {out, n});
  for (int i = 0; i < n; ++i) {
    float f = static_cast<float>(i), r = f + 0.5f;
    float expected = i % 3 == 0 ? 3.0f * r * r * 0.25f : f * f * 0.25f + 4.0f;
    EXPECT_EQ(out[i], expected) << i;
  }
}

TEST_P(NvccCalls, Templates) {
  std::vector<double> in(5 * 32);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = 0.5 * static_cast<double>(i);
  double *out = device.array(std::vector<double>(32));
  device.run("_Z4sumsIdLi5EEvPKT_PS0_", {1}, {32}, {device.array(in), out});
  for (size_t t = 0; t < 32; ++t) {
    double sum = 0;
    for (size_t k = 0; k < 5; ++k)
      sum += in[5 * t + (k + t) % 5] * static_cast<double>(k);
    EXPECT_EQ(out[t], sum) << t;
  }
}

TEST_P(NvccCalls, AParameterWhoseAddressIsTaken) {
  float *out = device.array(std::vector<float>(64));
  Sample sample{5, 0, {1.5f, 2.5f, 3.5f}, 'x'};
  const void *arguments[] = {&out, &sample};
  Status status =
      launch(*device.module->find("constantParameter"), {1}, {64}, 0, arguments, device.memory);
  ASSERT_TRUE(status) << status.error();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 1.5f + static_cast<float>(i % 3) + 5) << i;
}

TEST_P(NvccCalls, MemoryFromTheStack) {
  int *out = device.array(std::vector<int>(64));
  device.run("stack", {1}, {64}, {out});
  for (int i = 0; i < 64; ++i) {
    int sum = 0;
    for (int k = 0; k <= i; ++k) {
      int at = k * 7 % (i + 1);
      sum += at * at;
    }
    EXPECT_EQ(out[i], sum) << i;
  }
}

TEST_P(NvccCalls, TablesOfBranches) {
  int *out = device.array(std::vector<int>(64));
  device.run("choices", {1}, {64}, {out});
  for (int i = 0; i < 64; ++i) {
    int x = 11 * i;
    int expected[] = {x + 100, x / 3, x ^ 0x55, -4 * x + 100, std::popcount(unsigned(x)),
                      x << 3,  -x,    -x};
    EXPECT_EQ(out[i], expected[i % 8]) << i;
  }
}

TEST_P(NvccCalls, AStackThatIsFullStopsTheLaunch) {
  int *out = device.array(std::vector<int>(8));
  std::string error = device.error("endless", {1}, {32}, {out});
  EXPECT_NE(error.find("kernel 'endless', PTX line "), std::string::npos) << error;
  EXPECT_NE(error.find("calls.cu:"), std::string::npos) << error;
  EXPECT_NE(error.find("block (0, 0, 0), thread (0, 0, 0): the thread has no stack left: a call of "
                       "'_Z"),
            std::string::npos)
      << error;
  // A larger stack holds more calls.
  auto depthOf = [](const std::string &text) {
    return std::stoul(text.substr(text.find("at depth ") + 9));
  };
  device.options.stackBytes = 64 << 10;
  std::string later = device.error("endless", {1}, {32}, {out});
  EXPECT_GT(depthOf(later), 4 * depthOf(error)) << later;
}

TEST(EmulatorCalls, ParametersInRegisters) {
  std::string functions = ".func (.reg .b32 %out, .reg .pred %flag) f(.reg .b32 %a, .reg .pred %b,"
                          " .reg .b64 %c)\n{\n .reg .b32 %t;\n cvt.u32.u64 %t, %c;\n"
                          " add.u32 %out, %a, %t;\n @%b add.u32 %out, %out, 1000;\n"
                          " setp.gt.u32 %flag, %out, 1010;\n ret;\n}\n";
  std::string body = " setp.eq.u32 %p, %r0, 3;\n mov.b64 %d1, 5;\n"
                     " call (%r1, %q), f, (%r0, %p, %d1);\n @%q add.u32 %r1, %r1, 20000;\n"
                     " call (%r2, _), f, (7, %p, 9);\n add.u32 %r0, %r1, %r2;\n";
  EXPECT_EQ(run(functions, body, 3), 3 + 5 + 1000u + 7 + 9 + 1000);
  EXPECT_EQ(run(functions, body, 6), 6 + 5u + 7 + 9);
}

TEST(EmulatorCalls, RegistersAndConstantsForParametersInMemory) {
  std::string functions =
      ".func (.param .b32 out) f(.param .b32 a, .param .align 16 .b64 b[2], .param .f32 c)\n{\n"
      " .reg .b32 %t<4>;\n .reg .b64 %e<3>;\n .reg .f32 %g;\n ld.param.b32 %t1, [a];\n"
      " ld.param.v2.b64 {%e1, %e2}, [b];\n ld.param.f32 %g, [c];\n cvt.u32.u64 %t2, %e2;\n"
      " add.u32 %t1, %t1, %t2;\n cvt.rzi.u32.f32 %t3, %g;\n add.u32 %t1, %t1, %t3;\n"
      " st.param.b32 [out], %t1;\n ret;\n}\n";
  EXPECT_EQ(run(functions,
                " .param .align 16 .b64 two[2];\n mov.b64 %d1, 30;\n"
                " st.param.b64 [two+8], %d1;\n call (%r1), f, (%r0, two, 2.5);\n"
                " call (%r2), f, (100, two, 0f40400000);\n add.u32 %r0, %r1, %r2;\n",
                4),
            4 + 30 + 2 + 100 + 30 + 3u);
}

TEST(EmulatorCalls, LanesAreInDifferentFrames) {
  // Each lane nests as deep as its number, and its registers come back.
  std::string text = moduleText(
      ".func (.param .b32 out) sum(.param .b32 n)\n{\n .reg .b32 %a, %b;\n .reg .pred %z;\n"
      " .param .b32 x, y;\n ld.param.b32 %a, [n];\n setp.eq.u32 %z, %a, 0;\n @%z bra END;\n"
      " sub.u32 %b, %a, 1;\n st.param.b32 [x], %b;\n call.uni (y), sum, (x);\n"
      " ld.param.b32 %b, [y];\n add.u32 %a, %a, %b;\nEND:\n st.param.b32 [out], %a;\n ret;\n}\n"
      ".visible .entry k(.param .b64 p) {\n .reg .b32 %r<4>;\n .reg .b64 %d<4>;\n"
      " ld.param.b64 %d0, [p];\n mov.u32 %r1, %tid.x;\n mad.wide.u32 %d1, %r1, 4, %d0;\n"
      " call (%r2), sum, (%r1);\n st.global.b32 [%d1], %r2;\n ret;\n}\n");
  Device device(text);
  uint32_t *out = device.array(std::vector<uint32_t>(64));
  device.run("k", {1}, {64}, {out});
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i * (i + 1) / 2) << i;
}

TEST(EmulatorCalls, LanesMeetAgainAfterACall) {
  // The function lies behind the place where the lanes that don't call it wait.
  std::string text = moduleText(
      ".func f(.param .b32 n)\n{\n .reg .b32 %a;\n .reg .pred %z;\n ld.param.b32 %a, [n];\n"
      "LOOP:\n sub.u32 %a, %a, 1;\n setp.ne.u32 %z, %a, 0;\n @%z bra LOOP;\n ret;\n}\n"
      ".visible .entry k(.param .b64 p) {\n .reg .b32 %r<4>;\n .reg .b64 %d<4>;\n .reg .pred %q;\n"
      " ld.param.b64 %d0, [p];\n mov.u32 %r1, %tid.x;\n mad.wide.u32 %d1, %r1, 4, %d0;\n"
      " and.b32 %r2, %r1, 3;\n setp.eq.u32 %q, %r2, 0;\n @%q bra SKIP;\n call f, (%r2);\n"
      "SKIP:\n activemask.b32 %r3;\n st.global.b32 [%d1], %r3;\n ret;\n}\n");
  Device device(text);
  uint32_t *out = device.array(std::vector<uint32_t>(32));
  for (Schedule schedule : {Schedule::Default, Schedule::LazyRoundRobin, Schedule::EagerPriority}) {
    device.options.schedule = schedule;
    device.run("k", {1}, {32}, {out});
    for (uint32_t i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], ~0u) << i;
  }
}

TEST(EmulatorCalls, TargetsOfACallByAddress) {
  std::string functions = ".func (.param .b32 out) one() { st.param.b32 [out], 1; ret; }\n"
                          ".func (.param .b32 out) two() { st.param.b32 [out], 2; ret; }\n"
                          ".global .b64 table[2] = {two, one};\n";
  std::string body = " mov.b64 %d1, table;\n mad.wide.u32 %d1, %r0, 8, %d1;\n"
                     " ld.global.b64 %d2, [%d1];\nT: .calltargets one, two;\n"
                     " call (%r0), %d2, (), T;\n";
  EXPECT_EQ(run(functions, body, 0), 2u);
  EXPECT_EQ(run(functions, body, 1), 1u);
}

TEST(EmulatorCalls, AThreadMayEndInAFunction) {
  // Half of the threads end there; the others go on past a barrier.
  Device device(moduleText(
      ".func f(.param .b32 n)\n{\n .reg .b32 %a;\n .reg .pred %z;\n ld.param.b32 %a, [n];\n"
      " and.b32 %a, %a, 1;\n setp.eq.u32 %z, %a, 0;\n @%z exit;\n}\n"
      ".visible .entry k(.param .b64 p) {\n .reg .b32 %r<4>;\n .reg .b64 %d<4>;\n"
      " ld.param.b64 %d0, [p];\n mov.u32 %r1, %tid.x;\n mad.wide.u32 %d1, %r1, 4, %d0;\n"
      " pmevent 7;\n pmevent.mask 0xf0;\n call f, (%r1);\n bar.sync 0;\n"
      " st.global.b32 [%d1], 1;\n ret;\n}\n"));
  uint32_t *out = device.array(std::vector<uint32_t>(64));
  device.run("k", {1}, {64}, {out});
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i & 1) << i;
}

TEST(EmulatorCalls, Aliases) {
  EXPECT_EQ(run(".func (.param .b32 out) one() { st.param.b32 [out], 1; ret; }\n"
                ".func (.param .b32 out) uno();\n.alias uno, one;\n",
                " call (%r0), uno, ();\n"),
            1u);
}

TEST(EmulatorCalls, MemoryFromTheStack) {
  // Two areas that don't overlap, and the first again after the stack is restored.
  EXPECT_EQ(run(".func (.param .b32 out) f(.param .b32 n)\n{\n .reg .b64 %s, %a, %b, %c;\n"
                " .reg .b32 %x, %y;\n .reg .pred %e;\n stacksave.u64 %s;\n alloca.u64 %a, 12;\n"
                " alloca.u64 %b, 64, 32;\n st.local.b32 [%a+8], 5;\n st.local.b32 [%b], 6;\n"
                " ld.local.b32 %x, [%a+8];\n ld.local.b32 %y, [%b];\n mad.lo.u32 %x, %x, 10, %y;\n"
                " stackrestore.u64 %s;\n alloca.u64 %c, 4;\n setp.eq.u64 %e, %a, %c;\n"
                " @%e add.u32 %x, %x, 1000;\n and.b64 %b, %b, 31;\n cvt.u32.u64 %y, %b;\n"
                " add.u32 %x, %x, %y;\n st.param.b32 [out], %x;\n ret;\n}\n",
                " call (%r0), f, (1);\n"),
            1056u);
}

TEST(EmulatorCalls, FaultsOfCalls) {
  auto errorOf = [](const std::string &functions, const std::string &body) {
    Device device(moduleText(functions +
                             ".visible .entry k(.param .b64 p) {\n .reg .b64 %d<4>;\n"
                             " .reg .b32 %r<4>;\n ld.param.b64 %d0, [p];\n" +
                             body + "\n ret;\n}\n"));
    uint64_t *in = device.array(std::vector<uint64_t>(4));
    return device.error("k", {1}, {32}, {in});
  };
  auto contains = [](const std::string &error, const std::string &part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  std::string one = ".func (.param .b32 out) one() { st.param.b32 [out], 1; ret; }\n"
                    ".global .b64 keep = one;\n";
  std::string call = "P: .callprototype (.param .b32 _) _ ();\n call (%r0), %d1, (), P;\n";
  contains(errorOf(one, " mov.b64 %d1, 0;\n" + call), "calls address 0x0, where no function is");
  contains(errorOf(one, " mov.b64 %d1, %d0;\n" + call), "where no function is");
  contains(errorOf(one, " mov.b64 %d1, one;\nP: .callprototype _ ();\n call %d1, (), P;\n"),
           "calls function 'one', which has other parameters or results than the call");
  contains(
      errorOf(".func g() { brkpt; ret; }\n", " call g;\n"),
      "PTX line 4 (brkpt), block (0, 0, 0), thread (0, 0, 0): the thread came to a breakpoint");
  contains(errorOf("", " alloca.u64 %d1, 100000;\n"),
           "has no stack left: 'alloca' of 100000 bytes");
  contains(errorOf("", " mov.b64 %d1, 4096;\n stackrestore.u64 %d1;\n"),
           "restores the stack to 0x1000, which 'stacksave' did not give");
}
