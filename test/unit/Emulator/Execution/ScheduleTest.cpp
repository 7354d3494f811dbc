// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules: every one is right for a right program, each shows the mistakes that it is
// for, and threads that wait for each other go forward in all.
#include "Execution.h"

#include <algorithm>
#include <set>

using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

const char *const sharedWords = ".shared .align 16 .b32 words[256];\n";

/// Whether any thread sees a value that a right program would not give.
bool showsMistake(const std::string &text, const Plan &plan, uint32_t threads,
                  const std::function<uint32_t(uint32_t)> &value) {
  Launcher launcher(text);
  launcher.use(plan);
  launcher.run(1, threads);
  for (uint32_t i = 0; i < threads; ++i)
    if (launcher.output[i] != value(i))
      return true;
  return false;
}

/// Each thread adds up, in 8 rounds, what its partner at the other end of the block
/// wrote into shared memory; `raw` and `war` are the barriers before and after reading.
std::string exchange(const std::string &raw, const std::string &war) {
  return kernel("  mov.u32 %r0, words;\n  mad.lo.u32 %r1, %t, 4, %r0;\n  xor.b32 %r2, %t, 127;\n"
                "  mad.lo.u32 %r2, %r2, 4, %r0;\n  mov.u32 %r3, 0;\n"
                "LOOP:\n  mad.lo.u32 %r4, %r3, 1000, %t;\n  st.volatile.shared.b32 [%r1], %r4;\n" +
                    raw + "  ld.volatile.shared.b32 %r5, [%r2];\n" + war +
                    "  add.u32 %d, %d, %r5;\n  add.u32 %r3, %r3, 1;\n"
                    "  setp.lt.u32 %p, %r3, 8;\n  @%p bra LOOP;",
                sharedWords);
}

uint32_t exchanged(uint32_t thread) { return 28000 + 8 * (thread ^ 127); }

} // namespace

//===----------------------------------------------------------------------===//
// What each schedule is for
//===----------------------------------------------------------------------===//

TEST(EmulatorSchedule, RightProgramsAreRightInAll) {
  expectInAll(exchange("  bar.sync 0;\n", "  bar.sync 0;\n"), 1, 128, exchanged);
}

TEST(EmulatorSchedule, TurnsShowAMissingBarrierBeforeReading) {
  std::string text = exchange("", "  bar.sync 0;\n");
  EXPECT_TRUE(showsMistake(text, {"", Schedule::LazyRoundRobin}, 128, exchanged));
  EXPECT_TRUE(showsMistake(text, {"", Schedule::Random, 1}, 128, exchanged));
}

TEST(EmulatorSchedule, PriorityShowsAMissingBarrierAfterReading) {
  std::string text = exchange("  bar.sync 0;\n", "");
  EXPECT_TRUE(showsMistake(text, {"", Schedule::EagerPriority}, 128, exchanged));
}

TEST(EmulatorSchedule, TurnsLoseUpdatesThatAreNotAtomic) {
  // 8 warps add 32 to a word, each by a load, an addition and a store.
  std::string text = kernel("  mov.u32 %r3, 0;\nLOOP:\n  ld.volatile.global.b32 %r1, [%in];\n"
                            "  add.u32 %r1, %r1, 1;\n  st.volatile.global.b32 [%in], %r1;\n"
                            "  add.u32 %r3, %r3, 1;\n  setp.lt.u32 %p, %r3, 32;\n  @%p bra LOOP;\n"
                            "  bar.sync 0;\n  ld.volatile.global.b32 %d, [%in];");
  auto all = [](uint32_t) { return 8u * 32; };
  EXPECT_TRUE(showsMistake(text, {"", Schedule::LazyRoundRobin}, 256, all));
  EXPECT_TRUE(showsMistake(text, {"", Schedule::Random, 3}, 256, all));
}

TEST(EmulatorSchedule, OutcomesOfTheStoreBufferTest) {
  // x = 1, read y | y = 1, read x: of the orders that a program may see, the schedules
  // show all three that sequences of instructions have.
  std::string text =
      kernel("  setp.eq.u32 %p, %w, 1;\n  @%p bra OTHER;\n  st.volatile.global.b32 [%in], 1;\n"
             "  ld.volatile.global.b32 %d, [%in+4];\n  bra DONE;\n"
             "OTHER:\n  st.volatile.global.b32 [%in+4], 1;\n"
             "  ld.volatile.global.b32 %d, [%in];");
  std::set<std::pair<uint32_t, uint32_t>> seen;
  Launcher launcher(text);
  for (const Plan &plan : allPlans(40)) {
    launcher.use(plan);
    launcher.run(1, 64);
    seen.insert({launcher.output[0], launcher.output[32]});
  }
  EXPECT_EQ(seen, (std::set<std::pair<uint32_t, uint32_t>>{{0, 1}, {1, 0}, {1, 1}}));
}

//===----------------------------------------------------------------------===//
// Determinism
//===----------------------------------------------------------------------===//

namespace {

/// The order in which instructions run.
struct Trace : Observer {
  void instruction(const Site &site, uint32_t lanes) override {
    steps.push_back(uint64_t{site.warp} << 52 ^ uint64_t{site.line} << 32 ^ lanes);
  }
  std::vector<uint64_t> steps;
};

std::vector<uint64_t> traceOf(const std::string &text, const Plan &plan) {
  Launcher launcher(text);
  launcher.use(plan);
  Trace trace;
  launcher.options.observer = &trace;
  launcher.run(2, 128);
  return trace.steps;
}

} // namespace

TEST(EmulatorSchedule, TheSameSeedGivesTheSameOrder) {
  std::string text = exchange("  bar.sync 0;\n", "  bar.sync 0;\n");
  for (const Plan &plan : allPlans(3))
    EXPECT_EQ(traceOf(text, plan), traceOf(text, plan)) << plan.name;
  std::set<std::vector<uint64_t>> orders;
  for (const Plan &plan : allPlans(3))
    orders.insert(traceOf(text, plan));
  EXPECT_EQ(orders.size(), 8u);
}

TEST(EmulatorSchedule, TurnsAreShort) {
  // With 4 warps that only add, no warp runs more than a few instructions at once.
  std::string body;
  for (int i = 0; i < 60; ++i)
    body += "  add.u32 %d, %d, 1;\n";
  auto longestRun = [&](const Plan &plan) {
    std::vector<uint64_t> steps = traceOf(kernel(body), plan);
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
      run = i && steps[i] >> 52 == steps[i - 1] >> 52 ? run + 1 : 1;
      longest = std::max(longest, run);
    }
    return longest;
  };
  EXPECT_LE(longestRun({"", Schedule::LazyRoundRobin}), 8u);
  EXPECT_LE(longestRun({"", Schedule::Random, 5}), 64u);
  EXPECT_GE(longestRun({"", Schedule::EagerPriority}), 60u);
}

TEST(EmulatorSchedule, HostThreadsDoNotShow) {
  std::string text = exchange("  bar.sync 0;\n", "");
  for (const Plan &plan : allPlans(2)) {
    Launcher launcher(text);
    launcher.use(plan);
    std::vector<uint32_t> first;
    for (int threads : {1, 2, 3}) {
      launcher.options.threads = threads;
      launcher.run(12, 128);
      if (first.empty())
        first = launcher.output;
      EXPECT_EQ(launcher.output, first) << plan.name << " " << threads;
    }
  }
}

//===----------------------------------------------------------------------===//
// Going forward
//===----------------------------------------------------------------------===//

TEST(EmulatorProgress, LocksOfSingleThreads) {
  // Every thread of 4 warps takes a lock; the sum under it is not atomic.
  std::string body =
      "  setp.ne.u32 %p, %t, 0;\n  @%p bra START;\n  st.shared.b32 [words], 0;\n"
      "  st.shared.b32 [words+4], 0;\nSTART:\n  bar.sync 0;\n"
      "SPIN:\n  atom.shared.cas.b32 %r0, [words], 0, 1;\n  setp.ne.u32 %p, %r0, 0;\n"
      "  @%p bra SPIN;\n  ld.volatile.shared.b32 %r1, [words+4];\n  add.u32 %r1, %r1, %t;\n"
      "  st.volatile.shared.b32 [words+4], %r1;\n  atom.shared.exch.b32 %r0, [words], 0;\n"
      "  bar.sync 0;\n  ld.shared.b32 %d, [words+4];";
  expectInAll(kernel(body, sharedWords), 1, 128, [](uint32_t) { return 127u * 64; });
}

TEST(EmulatorProgress, ThreeGroupsOfAWarpWaitForEachOther) {
  // Lane 0 waits for lane 1, lane 1 for lane 2; code is laid out so that those who
  // wait come first.
  std::string body =
      "  setp.eq.u32 %p, %t, 2;\n  @%p bra LAST;\n  setp.eq.u32 %p, %t, 1;\n  @%p bra MIDDLE;\n"
      "FIRST:\n  ld.volatile.global.b32 %r0, [%in];\n  setp.eq.u32 %p, %r0, 0;\n"
      "  @%p bra FIRST;\n  mov.u32 %d, %r0;\n  bra DONE;\n"
      "MIDDLE:\n  ld.volatile.global.b32 %r0, [%in+4];\n  setp.eq.u32 %p, %r0, 0;\n"
      "  @%p bra MIDDLE;\n  add.u32 %r0, %r0, 1;\n  st.volatile.global.b32 [%in], %r0;\n"
      "  mov.u32 %d, %r0;\n  bra DONE;\n"
      "LAST:\n  st.volatile.global.b32 [%in+4], 5;\n  mov.u32 %d, 5;";
  expectInAll(kernel(body), 1, 32, [](uint32_t t) { return t == 2 ? 5u : 6u; });
}

TEST(EmulatorProgress, ProducerAndConsumerSpin) {
  // Warp 0 hands 20 values to warp 1 through one word, with a flag that both wait for.
  std::string body =
      "  mov.u32 %r3, 1;\n  setp.eq.u32 %p, %w, 1;\n  @%p bra CONSUME;\n"
      "PRODUCE:\n  ld.volatile.global.b32 %r0, [%in];\n  setp.ne.u32 %p, %r0, 0;\n"
      "  @%p bra PRODUCE;\n  mul.lo.u32 %r1, %r3, %r3;\n  st.volatile.global.b32 [%in+4], %r1;\n"
      "  membar.cta;\n  bar.warp.sync -1;\n  st.volatile.global.b32 [%in], 1;\n"
      "  add.u32 %r3, %r3, 1;\n  setp.le.u32 %p, %r3, 20;\n  @%p bra PRODUCE;\n  bra DONE;\n"
      "CONSUME:\n  ld.volatile.global.b32 %r0, [%in];\n  setp.eq.u32 %p, %r0, 0;\n"
      "  @%p bra CONSUME;\n  ld.volatile.global.b32 %r1, [%in+4];\n  add.u32 %d, %d, %r1;\n"
      "  membar.cta;\n  bar.warp.sync -1;\n  st.volatile.global.b32 [%in], 0;\n"
      "  add.u32 %r3, %r3, 1;\n  setp.le.u32 %p, %r3, 20;\n  @%p bra CONSUME;";
  expectInAll(kernel(body), 1, 64, [](uint32_t t) { return t < 32 ? 0u : 2870u; });
}

namespace {

/// Thread 0 of each block adds to a counter and waits until it says `blocks`; the
/// others wait for it.
std::string meetingOfBlocks() {
  return kernel("  setp.ne.u32 %p, %t, 0;\n  @%p bra WAIT;\n  mov.u32 %r1, %nctaid.x;\n"
                "  atom.global.add.u32 %r0, [%in], 1;\n"
                "SPIN:\n  ld.acquire.gpu.global.b32 %r0, [%in];\n  setp.lt.u32 %q, %r0, %r1;\n"
                "  @%q bra SPIN;\nWAIT:\n  bar.sync 0;\n  ld.volatile.global.b32 %d, [%in];");
}

} // namespace

TEST(EmulatorProgress, BlocksOfACooperativeLaunchMeet) {
  expectInAll(
      meetingOfBlocks(), 9, 64, [](uint32_t) { return 9u; },
      [](Launcher &launcher) { launcher.options.cooperative = true; });
}

TEST(EmulatorProgress, BlocksOfAClusterMeet) {
  // Each cluster of 4 has a counter of its own.
  std::string text =
      kernel("  mov.u32 %r2, %clusterid.x;\n  mad.wide.u32 %rd1, %r2, 4, %in;\n"
             "  setp.ne.u32 %p, %t, 0;\n  @%p bra WAIT;\n  mov.u32 %r1, %cluster_nctarank;\n"
             "  atom.global.add.u32 %r0, [%rd1], 1;\n"
             "SPIN:\n  ld.acquire.gpu.global.b32 %r0, [%rd1];\n  setp.lt.u32 %q, %r0, %r1;\n"
             "  @%q bra SPIN;\nWAIT:\n  bar.sync 0;\n  ld.volatile.global.b32 %d, [%rd1];");
  expectInAll(
      text, 12, 64, [](uint32_t) { return 4u; },
      [](Launcher &launcher) { launcher.options.cluster = {4, 1, 1}; });
}

TEST(EmulatorProgress, BlocksThatWaitForLaterOnesSeeThemCome) {
  // As a chip runs many blocks at once, an ordinary launch meets, too.
  expectInAll(meetingOfBlocks(), 7, 32, [](uint32_t) { return 7u; });
}

TEST(EmulatorProgress, GridSynchronization) {
  // As cooperative groups do it: block 0 adds so much that the top bit turns when all
  // have come. In each of three rounds a block reads what its neighbour wrote before.
  std::string body =
      "  mov.u32 %r10, %nctaid.x;\n  mov.u32 %r11, 0;\n"
      "ROUND:\n  setp.ne.u32 %p, %t, 0;\n  mad.wide.u32 %rd1, %c, 4, %in;\n"
      "  mad.lo.u32 %r1, %r11, 100, %c;\n  @!%p st.global.b32 [%rd1+16], %r1;\n"
      "  bar.sync 0;\n  @%p bra SYNCED;\n"
      "  setp.eq.u32 %q, %c, 0;\n  sub.u32 %r2, 0x80000001, %r10;\n  selp.b32 %r2, %r2, 1, %q;\n"
      "  fence.acq_rel.gpu;\n  atom.global.add.u32 %r3, [%in], %r2;\n"
      "SPIN:\n  ld.acquire.gpu.global.b32 %r4, [%in];\n  xor.b32 %r4, %r4, %r3;\n"
      "  setp.ge.s32 %q, %r4, 0;\n  @%q bra SPIN;\n"
      "SYNCED:\n  bar.sync 0;\n  add.u32 %r5, %c, 1;\n  rem.u32 %r5, %r5, %r10;\n"
      "  mad.wide.u32 %rd2, %r5, 4, %in;\n  ld.global.b32 %r6, [%rd2+16];\n"
      "  add.u32 %d, %d, %r6;\n"
      // A second meeting, so that nobody overwrites what is still read.
      "  bar.sync 0;\n  @%p bra AGAIN;\n  fence.acq_rel.gpu;\n"
      "  atom.global.add.u32 %r3, [%in], %r2;\n"
      "SPIN2:\n  ld.acquire.gpu.global.b32 %r4, [%in];\n  xor.b32 %r4, %r4, %r3;\n"
      "  setp.ge.s32 %q, %r4, 0;\n  @%q bra SPIN2;\n"
      "AGAIN:\n  bar.sync 0;\n  add.u32 %r11, %r11, 1;\n  setp.lt.u32 %s, %r11, 3;\n"
      "  @%s bra ROUND;";
  expectInAll(
      kernel(body), 6, 64, [](uint32_t i) { return 300 + 3 * ((i / 64 + 1) % 6); },
      [](Launcher &launcher) { launcher.options.cooperative = true; });
}

TEST(EmulatorProgress, EndlessLoopsEnd) {
  Launcher launcher(kernel("FOREVER:\n  ld.volatile.global.b32 %r0, [%in];\n"
                           "  setp.eq.u32 %p, %r0, 0;\n  @%p bra FOREVER;"));
  launcher.options.maxInstructions = 20000;
  for (const Plan &plan : allPlans(2)) {
    launcher.use(plan);
    std::string error = launcher.error(2, 64);
    expectContains(error, "no end after ");
    expectContains(error, "instructions of the warp");
    expectContains(error, "kernel 'k', PTX line ");
    expectContains(error, "asks again and again");
  }
  // Blocks that wait for more than can run at once.
  Launcher many(meetingOfBlocks());
  many.options.maxInstructions = 90000;
  many.options.threads = 1;
  std::string error = many.error(400, 1024);
  expectContains(error, "no end after ");
  expectContains(error, ": asks again and again; ");
  expectContains(error, ": barrier 0 has 1023 of 1024 threads");
  expectContains(error, "; 136 blocks have not begun");
}

TEST(EmulatorProgress, NanosleepLetsOthersGo) {
  std::string body = "  setp.eq.u32 %p, %w, 1;\n  @%p bra OTHER;\n"
                     "SPIN:\n  nanosleep.u32 100;\n  ld.volatile.global.b32 %d, [%in];\n"
                     "  setp.eq.u32 %p, %d, 0;\n  @%p bra SPIN;\n  bra DONE;\n"
                     "OTHER:\n  st.volatile.global.b32 [%in], 3;\n  mov.u32 %d, 3;";
  expectInAll(kernel(body), 1, 64, [](uint32_t) { return 3u; });
  // The timer goes on meanwhile.
  Launcher timer(kernel("  mov.u64 %rd1, %globaltimer;\n  nanosleep.u32 5000;\n"
                        "  mov.u64 %rd2, %globaltimer;\n  sub.u64 %rd3, %rd2, %rd1;\n"
                        "  cvt.u32.u64 %d, %rd3;"));
  EXPECT_GE(timer.run(1, 32)[0], 5000u);
  EXPECT_LE(timer.output[0], 5010u);
}
