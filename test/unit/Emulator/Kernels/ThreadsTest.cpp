// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that wait for each other, that allocate, print, and fail; votes and shuffles;
// the library's barriers and atomics.
#include "Kernels.h"

#include <algorithm>
#include <bit>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(EmulatorKernelThreads, Locks) {
  everySchedule({"locks.sm_75"}, [](Device &device) {
    std::vector<int> x = integers<int>(3 * 64, -99, 99, 1);
    int total = 0;
    for (int value : x)
      total += value;
    int *lock = device.zeros<int>(1), *sum = device.zeros<int>(1);
    device.run("spinLock", {3}, {64}, {lock, sum, device.array(x)});
    EXPECT_EQ(*sum, total);
    EXPECT_EQ(*lock, 0);

    uint32_t *words = device.zeros<uint32_t>(3), *order = device.empty<uint32_t>(8);
    device.run("ticketLock", {2}, {128}, {words, words + 1, words + 2, order});
    std::vector<uint32_t> expected;
    uint32_t value = 0;
    for (uint32_t ticket = 0; ticket < 8; value = 3 * value + ticket++)
      expected.push_back(value);
    expectSame(order, expected, "what each ticket saw");
    EXPECT_EQ(words[2], value);
  });
}

TEST(EmulatorKernelThreads, ProducersAndConsumers) {
  everySchedule({"locks.sm_75"}, [](Device &device) {
    // Both halves within one warp, and in warps of their own.
    for (uint32_t threads : {24u, 128u}) {
      const uint32_t count = 200;
      uint32_t *ring = device.zeros<uint32_t>(16), *ends = device.zeros<uint32_t>(2);
      uint32_t *sums = device.empty<uint32_t>(threads / 2), sum = 0;
      device.run("queue", {1}, {threads}, {ring, ends, ends + 1, sums, count});
      for (uint32_t i = 0; i < threads / 2; ++i)
        sum += sums[i];
      EXPECT_EQ(sum, count * (count + 1) / 2);
    }
  });
}

TEST(EmulatorKernelThreads, MemoryOfTheirOwn) {
  everySchedule({"locks.sm_75"}, [](Device &device) {
    uint64_t *top = device.zeros<uint64_t>(1);
    int *out = device.empty<int>(1), *count = device.empty<int>(1);
    device.run("mallocList", {1}, {70}, {top, out, count});
    int sum = 0;
    for (int i = 0; i < 70; ++i)
      sum += i * i;
    EXPECT_EQ(*out, sum);
    EXPECT_EQ(*count, 70);

    std::vector<int> x = integers<int>(40, -9, 9, 2), expected;
    for (size_t i = 0; i < 40; ++i) {
      uint32_t hash = 0;
      for (size_t j = 0; j <= i; ++j)
        hash = 3 * hash + static_cast<uint32_t>(x[i - j]);
      expected.push_back(static_cast<int>(hash));
    }
    int *sums = device.empty<int>(40);
    device.run("newArray", {1}, {40}, {device.array(x), sums});
    expectSame(sums, expected, "sums");
  });
}

TEST(EmulatorKernelThreads, Print) {
  everySchedule({"print.sm_75"}, [](Device &device) {
    std::string text;
    device.options.print = [&](std::string_view part) { text += part; };
    std::vector<float> x = uniform<float>(48, -9, 9, 3);
    device.run("hello", {1}, {48}, {device.array(x)});
    std::vector<std::string> got, expected;
    std::stringstream stream(text);
    for (std::string line; std::getline(stream, line);)
      got.push_back(line);
    for (int i = 0; i < 48; i += 2) {
      char line[200];
      std::snprintf(line, sizeof(line), "thread %d of %u: %.3f %s %c %5.1e %lld %%", i, 48u,
                    static_cast<double>(x[static_cast<size_t>(i)]), i ? "even" : "first", 'a' + i,
                    12345.678, -1234567890123ll);
      expected.push_back(line);
    }
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(got, expected);
  });
}

TEST(EmulatorKernelThreads, Failures) {
  everySchedule({"print.sm_75"}, [](Device &device) {
    std::vector<int> x(40, 5);
    device.run("positive", {1}, {40}, {device.array(x)});
    device.run("trapOn", {1}, {40}, {device.array(x), 6});
    Status trap = device.tryRun("trapOn", {1}, {40}, {device.array(x), 5});
    ASSERT_FALSE(trap);
    EXPECT_NE(trap.error().find("trap"), std::string::npos) << trap.error();
    x[37] = -5;
    Status failed = device.tryRun("positive", {1}, {40}, {device.array(x)});
    ASSERT_FALSE(failed);
    for (const char *part : {"x[threadIdx.x] > 0", "print.cu", "37"})
      EXPECT_NE(failed.error().find(part), std::string::npos) << failed.error();
  });
}

TEST(EmulatorKernelThreads, VotesAndShuffles) {
  everySchedule({"warps.sm_75", "warps.sm_90a"}, [](Device &device) {
    std::vector<int> x = integers<int>(64, -9, 9, 4);
    for (size_t i = 32; i < 64; ++i)
      x[i] = 3;
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < 64; ++i) {
      uint32_t positive = 0, three = 0, same = 0, odd = 0;
      for (size_t j = 0; j < 32; ++j) {
        int other = x[i / 32 * 32 + j];
        uint32_t bit = 1u << j;
        positive |= other > 0 ? bit : 0, three |= other == 3 ? bit : 0;
        same |= other == x[i] ? bit : 0, odd |= other & 1 ? bit : 0;
      }
      bool isOdd = x[i] & 1;
      for (uint32_t value : {positive, 1u, three ? 1u : 0u, same, ~0u, 1u, isOdd ? odd : 0u,
                             isOdd ? odd & positive : 0u})
        expected.push_back(value);
    }
    uint32_t *out = device.empty<uint32_t>(8 * 64);
    device.run("votes", {1}, {64}, {device.array(x), out});
    expectSame(out, expected, "votes");

    std::vector<int64_t> y = integers<int64_t>(64, -(int64_t{1} << 60), int64_t{1} << 60, 5), moved;
    for (size_t i = 0; i < 64; ++i) {
      size_t base = i / 32 * 32, lane = i % 32;
      moved.push_back(y[base + lane * 5 % 32]);
      moved.push_back(lane % 16 >= 3 ? y[i - 3] : y[i]);
      moved.push_back(lane % 8 < 6 ? y[i + 2] : y[i]);
      // Of a higher group of eight there is nothing to read; 5 keeps within it.
      moved.push_back(y[base + (lane ^ 5)]);
      moved.push_back(y[base + lane / 4 * 4 + 9 % 4]);
    }
    int64_t *shuffled = device.empty<int64_t>(5 * 64);
    device.run("shuffles", {1}, {64}, {device.array(y), shuffled});
    expectSame(shuffled, moved, "shuffles");
  });
}

TEST(EmulatorKernelThreads, BarriersOfTheLibrary) {
  everySchedule({"libcu.sm_80", "libcu.sm_90a"}, [](Device &device) {
    const int rounds = 5;
    std::vector<int> x = integers<int>(2 * 96, -99, 99, 6), y = x;
    int *out = device.empty<int>(2 * 96);
    device.run("barrierPhases", {2}, {96}, {device.array(x), out, rounds});
    for (int round = 0; round < rounds; ++round) {
      std::vector<int> old = y;
      for (size_t i = 0; i < y.size(); ++i)
        y[i] = 2 * old[i] + old[i / 96 * 96 + (i + 1) % 96];
    }
    expectSame(out, y, "phases");

    const int n = 150;
    std::vector<int> z = integers<int>(4 * n, -99, 99, 7);
    int *copy = device.empty<int>(4 * n);
    device.run("barrierCopies", {1}, {64}, {device.array(z), copy, n});
    expectSame(copy, z, "copies");
  });
}

TEST(EmulatorKernelThreads, PipelinesOfTheLibrary) {
  everySchedule({"libcu.sm_80", "libcu.sm_90a"}, [](Device &device) {
    const int batches = 5;
    std::vector<float> x = uniform<float>(batches * 64 * 4, -1, 1, 8), expected(x.size());
    for (size_t i = 0; i < x.size(); ++i)
      expected[i] = x[i / 4 * 4 + 3 - i % 4];
    float *out = device.empty<float>(x.size());
    device.run("pipelined", {1}, {64}, {device.array(x), out, batches});
    expectSame(out, expected, "of a thread");

    std::vector<int> y = integers<int>(batches * 64, -99, 99, 9), turned;
    for (size_t i = 0; i < y.size(); ++i)
      turned.push_back(y[i / 64 * 64 + 63 - i % 64] + static_cast<int>(i / 64));
    int *to = device.empty<int>(y.size());
    device.run("roles", {1}, {128}, {device.array(y), to, batches});
    expectSame(to, turned, "of a block");
  });
}

TEST(EmulatorKernelThreads, AtomicsOfTheLibrary) {
  everySchedule({"libcu.sm_80", "libcu.sm_90a"}, [](Device &device) {
    int *data = device.array(std::vector<int>{1}), *out = device.empty<int>(6);
    uint32_t *flag = device.zeros<uint32_t>(1), *counts = device.zeros<uint32_t>(2);
    device.run("passMessage", {6}, {48}, {data, flag, out, counts}, {.cooperative = true});
    expectSame(out, std::vector<int>{1, 3, 7, 15, 31, 63}, "messages");
    EXPECT_EQ(counts[0], 6u * (47 * 48 / 2));
    EXPECT_EQ(counts[1], 0u);
    EXPECT_EQ(*flag, 6u);
  });
}
