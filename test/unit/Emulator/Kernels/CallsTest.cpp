// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, pointers to functions, local arrays, constants.
#include "Kernels.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

uint32_t fibonacci(uint32_t n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int run(const std::vector<uint8_t> &code, int x) {
  int stack[8], top = 0;
  stack[top++] = x;
  for (size_t pc = 0; pc < code.size() && top > 0; ++pc) {
    int a = stack[top - 1];
    auto set = [&](uint32_t value) { stack[top - 1] = static_cast<int>(value); };
    uint32_t u = static_cast<uint32_t>(a);
    switch (code[pc]) {
    case 0:
      stack[top] = a, top = std::min(top + 1, 7);
      break;
    case 1:
      set(u + 1);
      break;
    case 2:
      set(u * 3);
      break;
    case 3:
      set(0 - u);
      break;
    case 4:
      stack[top - 1] = a >> 1;
      break;
    case 5:
      top = std::max(top - 1, 1), set(static_cast<uint32_t>(stack[top - 1]) + u);
      break;
    case 6:
      pc += a & 1;
      break;
    case 7:
      stack[top - 1] = a ^ 0x55;
      break;
    default:
      top = 0, stack[0] = -1;
      break;
    }
  }
  return stack[std::max(top - 1, 0)];
}

} // namespace

TEST(EmulatorKernelCalls, Recursion) {
  everySchedule({"calls.sm_75"}, [](Device &device) {
    std::vector<uint32_t> x = integers<uint32_t>(40, 0, 9, 1), expected;
    for (uint32_t value : x) {
      expected.push_back(fibonacci(value));
      expected.push_back(2 * (value % 4) + 3); // Ackermann's (2, n)
    }
    uint32_t *out = device.empty<uint32_t>(80);
    device.run("recursion", {1}, {40}, {device.array(x), out});
    expectSame(out, expected, "results");
  });
}

TEST(EmulatorKernelCalls, StructuresInAndOut) {
  everySchedule({"calls.sm_75"}, [](Device &device) {
    std::vector<double> x = integers<double>(40, -50, 50, 2), expected;
    for (size_t t = 0; t < 40; ++t) {
      double a = x[t];
      int b[3] = {1, 2, static_cast<int>(t)}, c = 'x';
      for (int i = 0; i <= static_cast<int>(t % 3); ++i) {
        a *= -2 - i, ++c;
        std::rotate(b, b + 2, b + 3);
      }
      expected.push_back(a + b[0] * 100 + b[1] * 10 + b[2] + c * 1000);
    }
    double *out = device.empty<double>(40);
    device.run("structures", {1}, {40}, {device.array(x), out});
    expectSame(out, expected, "results");
  });
}

TEST(EmulatorKernelCalls, ByPointersAndTables) {
  everySchedule({"calls.sm_75"}, [](Device &device) {
    std::vector<int> x = integers<int>(40, -50, 50, 3), which = integers<int>(40, 0, 2, 4),
                     expected;
    for (int i = 0; i < 40; ++i) {
      int a = x[static_cast<size_t>(i)], b = i + 1, w = which[static_cast<size_t>(i)];
      expected.push_back(w == 0 ? a + b : w == 1 ? a - b : a * b);
    }
    int *out = device.empty<int>(40);
    device.run("pointers", {1}, {40}, {device.array(x), device.array(which), out});
    expectSame(out, expected, "pointers");

    std::vector<float> y = integers<float>(40, -9, 9, 5), areas;
    for (size_t i = 0; i < 40; ++i)
      areas.push_back((i * 7 % 5 % 2 ? 4 : 6) * y[i] * y[i]);
    float *area = device.empty<float>(40);
    device.run("virtuals", {1}, {40}, {device.array(y), area});
    expectSame(area, areas, "virtual functions");
  });
}

TEST(EmulatorKernelCalls, LocalArrays) {
  everySchedule({"calls.sm_75"}, [](Device &device) {
    const int n = 100;
    std::vector<int> x = integers<int>(n, -9, 9, 6), expected;
    for (size_t t = 0; t < 40; ++t) {
      std::vector<int> own;
      for (size_t i = 0; i < 8; ++i)
        own.push_back(x[(t * 8 + i) % n]);
      std::sort(own.begin(), own.end());
      int picked = 0;
      for (size_t i = 0; i < 8; ++i)
        picked = 10 * picked + own[i * (t + 1) % 8];
      expected.push_back(picked);
    }
    int *out = device.empty<int>(40);
    device.run("localArrays", {1}, {40}, {device.array(x), out, n});
    expectSame(out, expected, "results");

    std::vector<uint8_t> code = {0, 1, 6, 2, 0, 7, 5, 4, 6, 3, 1, 0, 0, 2, 5, 5, 6, 9, 1};
    std::vector<int> y = integers<int>(40, INT32_MIN, INT32_MAX, 7), results;
    for (int value : y)
      results.push_back(run(code, value));
    device.run("machine", {1}, {40},
               {device.array(code), static_cast<int>(code.size()), device.array(y), out});
    expectSame(out, results, "machine");
  });
}

TEST(EmulatorKernelCalls, Constants) {
  everySchedule({"calls.sm_75"}, [](Device &device) {
    const uint32_t polynomials[] = {0x04c11db7, 0x1edc6f41, 0x741b8cd7, 0x814141ab}, n = 11;
    std::vector<uint32_t> expected;
    for (uint32_t i = 0; i < 40; ++i) {
      uint32_t crc = ~0u;
      for (uint32_t j = 0; j < n; ++j) {
        crc ^= static_cast<uint32_t>("halftone"[(i + j) % 8]) << 24;
        for (int bit = 0; bit < 8; ++bit)
          crc = crc << 1 ^ (crc >> 31 ? polynomials[i % 4] : 0);
      }
      expected.push_back(crc * (i % 4 + 1));
    }
    uint32_t *out = device.empty<uint32_t>(40);
    device.run("constants", {1}, {40}, {out, n});
    expectSame(out, expected, "sums");
    size_t bytes = 0;
    void *counter = device.module->global("counter", &bytes);
    ASSERT_EQ(bytes, 4u);
    int value;
    std::memcpy(&value, counter, 4);
    EXPECT_EQ(value, 18);
  });
}
