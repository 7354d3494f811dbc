// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's library, as kernels of nvcc call it (Front/library.cu).
#include "../Device.h"

#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

class Library : public testing::TestWithParam<const char *> {
protected:
  Library() : device(readInput(GetParam())) {
    device.options.print = [this](std::string_view text) { printed += text; };
  }
  Device device;
  std::string printed;
};

template <typename... T> std::string text(const char *format, T... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Builds, Library, testing::Values("library.ptx", "library.debug.ptx"),
                         [](auto &info) {
                           return info.param == std::string("library.ptx") ? "Optimised" : "Debug";
                         });

TEST_P(Library, PrintfIsC) {
  const double x = -1234.56789;
  std::vector<int> values{-77, 123456};
  char *name = device.array(std::vector<char>{'n', 'a', 'm', 'e', 0});
  device.run("print", {2}, {64}, {name, device.array(values), x});
  std::string expected;
  for (int block = 0; block < 2; ++block) {
    expected += text("%s|%-8s|%8.3s|%%|\n", "name", "left", "cut off");
    for (int i = 0; i < 2; ++i) {
      int v = values[static_cast<size_t>(i)];
      unsigned u = static_cast<unsigned>(v);
      expected += text("block %d thread %d: %5d|%-5d|%05d|%+d|%x|%#X|%o|%u\n", block, i, v, v, v, v,
                       u, u, u, u);
    }
    expected +=
        text("%f %10.3e %g %a %.*f|%*d|%-*d|%c%c\n", x, x, x, x, 2, x, 6, 42, 6, 42, 'o', 'k');
    // The number of arguments, not of characters.
    expected +=
        text("%d %lld %llu %ld %hd %hhu %s\n", 12, 1ll << 40, ~0ull, -5l,
             static_cast<short>(values[0]), static_cast<unsigned char>(values[0]), "(null)");
    expected += "no arguments\n";
  }
  EXPECT_EQ(printed, expected);
}

TEST_P(Library, AnAssertionSaysWhatAndWhere) {
  std::vector<int> values(64, 1);
  values[40] = 9;
  int *in = device.array(values);
  std::string error = device.error("check", {1}, {64}, {in, 5});
  EXPECT_NE(
      error.find("thread (40, 0, 0): the thread failed the assertion 'values[threadIdx.x] < n "
                 "&& \"too large\"' of void check(int *, int), library.cu:24"),
      std::string::npos)
      << error;
}

TEST_P(Library, MallocAndFree) {
  int *out = device.array(std::vector<int>(64));
  device.memory.heapBytes = 64 * 50 * 32;
  for (int n : {0, 1, 50}) {
    device.run("lists", {1}, {64}, {out, n});
    for (int t = 0; t < 64; ++t)
      EXPECT_EQ(out[t], t * n * (n - 1) / 2) << t;
  }
  // All of it was freed, so that there is room again; and then there is none.
  device.run("lists", {1}, {64}, {out, 50});
  EXPECT_EQ(out[63], 63 * 50 * 49 / 2);
  device.run("lists", {1}, {1}, {out, 64 * 50 + 1});
  EXPECT_EQ(out[0], -1);
}

TEST_P(Library, MistakesWithTheHeap) {
  int *out = device.array(std::vector<int>(4));
  std::string error = device.error("freeTwice", {1}, {1}, {out});
  EXPECT_NE(error.find("frees an address that 'malloc' did not give, or has freed it before"),
            std::string::npos)
      << error;
  EXPECT_EQ(*out, 1);
  error = device.error("useAfterFree", {1}, {1}, {out});
  EXPECT_NE(error.find("out-of-bounds access: 4 bytes at "), std::string::npos) << error;
  device.run("pastTheEnd", {1}, {1}, {out, 3});
  error = device.error("pastTheEnd", {1}, {1}, {out, 4});
  EXPECT_NE(error.find("byte 16 of an allocation of 16 bytes"), std::string::npos) << error;
}

TEST_P(Library, ClocksGoForward) {
  int64_t *out = device.array(std::vector<int64_t>{1, 2, 3, 4});
  device.run("times", {1}, {1}, {out});
  EXPECT_EQ(out[0], 25 * (1 + 2 + 3 + 4));
  EXPECT_GT(out[1], 0);
  EXPECT_GT(out[2], out[1]); // its span is the longer one
  EXPECT_GE(out[3], 0);
}

TEST_P(Library, TrapStopsTheLaunch) {
  std::string error = device.error("stop", {1}, {32}, {device.array(std::vector<int>(32))});
  EXPECT_NE(error.find("library.cu:"), std::string::npos) << error;
  EXPECT_NE(error.find("thread (5, 0, 0): trap"), std::string::npos) << error;
}

TEST(EmulatorLibrary, WhatIsNotThere) {
  auto errorOf = [](const std::string &declaration, const std::string &call) {
    Result<std::unique_ptr<Module>> module = Module::parse(moduleText(
        declaration + ".entry k() {\n .reg .b64 %d;\n .reg .b32 %r;\n" + call + "\n ret;\n}\n"));
    EXPECT_FALSE(module);
    return module ? std::string() : module.error();
  };
  EXPECT_EQ(errorOf(".extern .func memcpy();\n", "call memcpy, ();"),
            "PTX line 8, column 1: 'call': function 'memcpy' has no body here");
  EXPECT_EQ(
      errorOf(".extern .func (.param .b32 r) malloc(.param .b32 n);\n", "call (%r), malloc, (%r);"),
      "PTX line 8, column 1: 'call': function 'malloc' is declared with other parameters than "
      "the device's library has");
}

TEST(EmulatorLibrary, FormatsThatAreNone) {
  // Unknown conversions and a lone '%' are printed as they stand.
  std::string text =
      moduleText(".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                 ".entry k(.param .b64 f, .param .b64 a, .param .b64 out) {\n .reg .b64 %d<3>;\n "
                 ".reg .b32 %r;\n"
                 " ld.param.b64 %d0, [f];\n ld.param.b64 %d1, [a];\n ld.param.b64 %d2, [out];\n"
                 " call (%r), vprintf, (%d0, %d1);\n st.global.b32 [%d2], %r;\n ret;\n}\n");
  Device device(text);
  std::string printed;
  device.options.print = [&](std::string_view part) { printed += part; };
  int32_t *arguments = device.array(std::vector<int32_t>{5, -3, 6});
  int32_t *out = device.array(std::vector<int32_t>(1));
  auto print = [&](std::string format) {
    printed.clear();
    char *place =
        device.array(std::vector<char>(format.c_str(), format.c_str() + format.size() + 1));
    device.run("k", {1}, {1}, {place, arguments, out});
    return printed;
  };
  EXPECT_EQ(print("%q %d 100%"), "%q 5 100%");
  EXPECT_EQ(*out, 1);
  EXPECT_EQ(print("%.d|%.*d|"), "5|6|"); // the star takes one; a negative precision is none
  EXPECT_EQ(print(""), "");
  EXPECT_EQ(*out, 0);
  EXPECT_EQ(print("%99999999999d").size(), 4096u);
  device.run("k", {1}, {1}, {uint64_t{0}, arguments, out});
  EXPECT_EQ(*out, -1);
  char *format = device.array(std::vector<char>{'%', 'd', 0});
  std::string error = device.error("k", {1}, {1}, {format, uint64_t{64}, out});
  EXPECT_NE(error.find("out-of-bounds access: 4 bytes at "), std::string::npos) << error;
}
