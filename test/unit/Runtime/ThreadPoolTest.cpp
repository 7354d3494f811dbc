// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Runtime/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace halftone::runtime;

namespace {

/// Restores the number of threads.
class ThreadPoolTest : public ::testing::Test {
protected:
  void TearDown() override { setNumThreads(before); }
  int before = numThreads();
};

/// How often each index is visited.
std::vector<int> visits(int64_t n, int64_t grain) {
  std::vector<std::atomic<int>> counts(static_cast<size_t>(n));
  parallelFor(n, grain, [&](int64_t begin, int64_t end) {
    EXPECT_EQ(begin % grain, 0);
    EXPECT_LT(begin, end);
    for (int64_t i = begin; i < end; ++i)
      counts[static_cast<size_t>(i)]++;
  });
  return std::vector<int>(counts.begin(), counts.end());
}

} // namespace

TEST_F(ThreadPoolTest, VisitsEachIndexOnce) {
  for (int threads : {1, 2, 3, 8}) {
    setNumThreads(threads);
    EXPECT_EQ(numThreads(), threads);
    for (int64_t n : {0, 1, 2, 7, 64, 1000})
      for (int64_t grain : {1, 3, 64, 5000})
        for (int count : visits(n, grain))
          ASSERT_EQ(count, 1) << n << " by " << grain << " on " << threads;
  }
}

TEST_F(ThreadPoolTest, ManyShortJobs) {
  setNumThreads(2);
  std::atomic<int64_t> sum{0};
  for (int job = 0; job < 20000; ++job)
    parallelFor(2, [&](int64_t i) { sum.fetch_add(i + 1, std::memory_order_relaxed); });
  EXPECT_EQ(sum.load(), 60000);
}

TEST_F(ThreadPoolTest, WorkersHelpAlsoAfterSleeping) {
  setNumThreads(2);
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // longer than they spin
    // Each piece waits until both have begun: only two threads can finish this.
    std::atomic<int> begun{0};
    parallelFor(2, [&](int64_t) {
      begun++;
      auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (begun.load() < 2 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
    });
    EXPECT_EQ(begun.load(), 2);
  }
}

TEST_F(ThreadPoolTest, RunsNestedJobsInPlace) {
  setNumThreads(2);
  std::atomic<int> inner{0};
  parallelFor(4, [&](int64_t) {
    auto self = std::this_thread::get_id();
    parallelFor(5, [&](int64_t) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      inner++;
    });
  });
  EXPECT_EQ(inner.load(), 20);
}

TEST_F(ThreadPoolTest, ServesSeveralThreadsAtOnce) {
  setNumThreads(2);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> users;
  for (int user = 0; user < 4; ++user)
    users.emplace_back([&] {
      for (int job = 0; job < 500; ++job)
        parallelFor(8, [&](int64_t i) { sum.fetch_add(i, std::memory_order_relaxed); });
    });
  for (std::thread &user : users)
    user.join();
  EXPECT_EQ(sum.load(), 4 * 500 * 28);
}

TEST_F(ThreadPoolTest, ClampsTheNumberOfThreads) {
  setNumThreads(0);
  EXPECT_EQ(numThreads(), 1);
  setNumThreads(100000);
  EXPECT_EQ(numThreads(), 256);
}

TEST_F(ThreadPoolTest, CInterface) {
  std::vector<int> values(100);
  auto fill = [](void *ctx, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      static_cast<int *>(ctx)[i] = static_cast<int>(i);
  };
  halftone_parallel_for(fill, values.data(), 100, 0); // a grain below 1 counts as 1
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(values[static_cast<size_t>(i)], i);
}

TEST_F(ThreadPoolTest, AForkedChildHasItsOwnWorkers) {
  setNumThreads(2);
  visits(100, 1); // the parent's workers exist
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::vector<int> counts = visits(1000, 1);
    bool good = std::all_of(counts.begin(), counts.end(), [](int count) { return count == 1; });
    _exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(visits(100, 1), std::vector<int>(100, 1));
}

namespace {

class ThreadPoolDeathTest : public ThreadPoolTest {
protected:
  void SetUp() override { ::testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

void useAtExit() {
  int64_t sum = 0;
  parallelFor(100, 100, [&](int64_t begin, int64_t end) { sum += end - begin; });
  _exit(sum == 100 ? 7 : 1);
}

} // namespace

TEST_F(ThreadPoolDeathTest, MayBeUsedAtExit) {
  EXPECT_EXIT(
      {
        setNumThreads(2);
        visits(100, 1);
        atexit(useAtExit);
        exit(0);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST_F(ThreadPoolDeathTest, MayExitFromABody) {
  auto exitFrom = [](int64_t piece) {
    setNumThreads(2);
    parallelFor(2, [&](int64_t i) {
      if (i == piece)
        exit(5);
    });
  };
  EXPECT_EXIT(exitFrom(0), ::testing::ExitedWithCode(5), "");
  EXPECT_EXIT(exitFrom(1), ::testing::ExitedWithCode(5), "");
}

TEST_F(ThreadPoolDeathTest, TakesTheNumberFromTheEnvironment) {
  // The number is read once, so a fresh process has to read it.
  auto inNewProcess = [&](const char *value) {
    setenv("HALFTONE_NUM_THREADS", value, 1);
    execl("/proc/self/exe", "self", "--gtest_filter=ThreadPoolPrint.*",
          "--gtest_also_run_disabled_tests", nullptr);
  };
  EXPECT_EXIT(inNewProcess("3"), ::testing::ExitedWithCode(3), "");
  EXPECT_EXIT(
      inNewProcess("many"), [](int status) { return WIFEXITED(status); },
      "expected a number from 1 to 256, got 'many'");
}

/// Not a test of its own: what the one above runs in a fresh process.
TEST(ThreadPoolPrint, DISABLED_ExitWithNumber) { exit(numThreads()); }
