// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of a block in every form, and what is said of those that nobody leaves.
#include "Execution.h"

using namespace halftone::emulator;
using namespace halftone::emulator::test;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

TEST(EmulatorBarrier, EveryFormOfSync) {
  // A word moves from warp to warp through 4 barriers, each named in another way.
  for (const char *form : {"bar.sync", "bar.cta.sync", "barrier.sync", "barrier.cta.sync",
                           "barrier.sync.aligned", "barrier.cta.sync.aligned"}) {
    SCOPED_TRACE(form);
    std::string sync = std::string("  ") + form;
    std::string body = "  mov.u32 %r1, 15;\n  mov.u32 %r2, 128;\n  setp.eq.u32 %p, %t, 0;\n"
                       "  @%p st.shared.b32 [word], 1;\n" +
                       sync + " 0;\n  setp.eq.u32 %p, %t, 32;\n  ld.shared.b32 %r3, [word];\n" +
                       sync + " %r1;\n  @%p st.shared.b32 [word], 10;\n" + sync +
                       " 7, 128;\n  ld.shared.b32 %r4, [word];\n" + sync +
                       " %r1, %r2;\n  mad.lo.u32 %d, %r4, 100, %r3;";
    expectInAll(kernel(body, ".shared .b32 word;\n"), 1, 128, [](uint32_t) { return 1001u; });
  }
}

TEST(EmulatorBarrier, Reductions) {
  // 128 threads of which 40 say yes; then of the first two warps those below 40.
  std::string body = "  setp.lt.u32 %p, %t, 40;\n  barrier.red.popc.u32 %r1, 0, %p;\n"
                     "  bar.red.popc.u32 %r2, 1, 128, !%p;\n  bar.red.or.pred %q, 0, %p;\n"
                     "  selp.b32 %r3, 1, 0, %q;\n  bar.cta.red.and.pred %q, 0, %p;\n"
                     "  selp.b32 %r4, 1, 0, %q;\n  setp.ge.u32 %s, %t, 0;\n"
                     "  barrier.cta.red.and.aligned.pred %q, 2, 128, %s;\n"
                     "  selp.b32 %r5, 1, 0, %q;\n"
                     "  mul.lo.u32 %d, %r1, 1000;\n  add.u32 %d, %d, %r2;\n"
                     "  mad.lo.u32 %d, %r3, 1000000, %d;\n  mad.lo.u32 %d, %r4, 10000000, %d;\n"
                     "  mad.lo.u32 %d, %r5, 100000000, %d;";
  expectInAll(kernel(body), 2, 128, [](uint32_t) { return 101040088u; });
}

TEST(EmulatorBarrier, ProducersArriveAndConsumersWait) {
  // Warps 0 and 1 fill two buffers in turn, warps 2 and 3 empty them: the barriers 1, 2
  // say full, 3, 4 say empty, their names come from registers.
  std::string body =
      "  mov.u32 %r0, buffers;\n  and.b32 %r1, %t, 63;\n  mad.lo.u32 %r0, %r1, 4, %r0;\n"
      "  mov.u32 %r2, 0;\n  setp.ge.u32 %p, %t, 64;\n  @%p bra CONSUMER;\n"
      "PRODUCER:\n  and.b32 %r3, %r2, 1;\n  add.u32 %r4, %r3, 1;\n  add.u32 %r5, %r3, 3;\n"
      "  setp.lt.u32 %q, %r2, 2;\n  @%q bra FILL;\n  bar.sync %r5, 128;\n"
      "FILL:\n  mad.lo.u32 %r6, %r3, 256, %r0;\n  mad.lo.u32 %r7, %r2, 1000, %r1;\n"
      "  st.shared.b32 [%r6], %r7;\n  bar.arrive %r4, 128;\n  add.u32 %r2, %r2, 1;\n"
      "  setp.lt.u32 %q, %r2, 9;\n  @%q bra PRODUCER;\n  bra DONE;\n"
      "CONSUMER:\n  and.b32 %r3, %r2, 1;\n  add.u32 %r4, %r3, 1;\n  add.u32 %r5, %r3, 3;\n"
      "  barrier.sync %r4, 128;\n  xor.b32 %r6, %r1, 63;\n  mov.u32 %r7, buffers;\n"
      "  mad.lo.u32 %r6, %r6, 4, %r7;\n  mad.lo.u32 %r6, %r3, 256, %r6;\n"
      "  ld.shared.b32 %r7, [%r6];\n  add.u32 %d, %d, %r7;\n"
      "  setp.ge.u32 %q, %r2, 7;\n  @%q bra LAST;\n  barrier.cta.arrive %r5, 128;\n"
      "LAST:\n  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %q, %r2, 9;\n  @%q bra CONSUMER;";
  expectInAll(kernel(body, ".shared .align 16 .b32 buffers[128];\n"), 1, 128,
              [](uint32_t t) { return t < 64 ? 0 : 36000 + 9 * ((t & 63) ^ 63); });
}

TEST(EmulatorBarrier, PartsOfAWarpComeOneAfterAnother) {
  // Without `.aligned` the halves of each warp may wait at two instructions.
  std::string body = "  and.b32 %r0, %t, 16;\n  setp.eq.u32 %p, %r0, 0;\n"
                     "  st.shared.b32 [word], 0;\n  bar.sync 0;\n  @%p bra LOW;\n"
                     "  atom.shared.add.u32 %r1, [word], 1;\n  barrier.sync 1;\n"
                     "  ld.shared.b32 %d, [word];\n  bra DONE;\n"
                     "LOW:\n  atom.shared.add.u32 %r1, [word], 100;\n  barrier.sync 1;\n"
                     "  ld.shared.b32 %d, [word];";
  expectInAll(kernel(body, ".shared .b32 word;\n"), 1, 96, [](uint32_t) { return 4848u; });
}

TEST(EmulatorBarrier, LanesMayNameDifferentBarriers) {
  std::string body = "  and.b32 %r0, %t, 1;\n  add.u32 %r0, %r0, 4;\n"
                     "  barrier.red.popc.u32 %d, %r0, 32, 1;";
  expectInAll(kernel(body), 1, 64, [](uint32_t) { return 32u; });
}

TEST(EmulatorBarrier, ThreadsThatEndedAreNotWaitedFor) {
  std::string body = "  mov.u32 %d, 7;\n  setp.ge.u32 %p, %t, 40;\n  @%p bra DONE;\n"
                     "  setp.ge.u32 %q, %t, 0;\n  bar.red.popc.u32 %d, 0, %q;";
  expectInAll(kernel(body), 1, 96, [](uint32_t t) { return t < 40 ? 40u : 7u; });
  // A warp of which 20 threads exist counts as a whole one where a number is asked for.
  expectInAll(kernel("  bar.sync 1, 64;\n  mov.u32 %d, 3;"), 1, 52, [](uint32_t) { return 3u; });
  // The last that others wait for ends.
  expectInAll(kernel("  mov.u32 %d, 5;\n  setp.eq.u32 %p, %w, 1;\n  @%p bra LATE;\n"
                     "  bar.sync 0;\n  mov.u32 %d, 6;\n  bra DONE;\n"
                     "LATE:\n  nanosleep.u32 1;\n  nanosleep.u32 1;"),
              1, 64, [](uint32_t t) { return t < 32 ? 6u : 5u; });
}

TEST(EmulatorBarrier, WarpBarriers) {
  // Each lane in turn adds to a word of shared memory, with a barrier of the warp
  // between, at one of two instructions.
  std::string body = "  mov.u32 %r1, 0;\n  st.shared.b32 [word], 1;\n  bar.warp.sync -1;\n"
                     "LOOP:\n  setp.ne.u32 %p, %r1, %t;\n  @%p bra WAIT;\n"
                     "  ld.shared.b32 %r2, [word];\n  mad.lo.u32 %r2, %r2, 3, %t;\n"
                     "  st.shared.b32 [word], %r2;\n  bar.warp.sync -1;\n  bra NEXT;\n"
                     "WAIT:\n  bar.warp.sync 0xffffffff;\n"
                     "NEXT:\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %q, %r1, 32;\n  @%q bra LOOP;\n"
                     "  bar.warp.sync -1;\n  ld.shared.b32 %d, [word];";
  uint32_t expected = 1;
  for (uint32_t lane = 0; lane < 32; ++lane)
    expected = 3 * expected + lane;
  expectInAll(kernel(body, ".shared .b32 word;\n"), 1, 32, [=](uint32_t) { return expected; });
}

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

namespace {

std::string errorOf(const std::string &body, uint32_t threads, uint32_t blocks = 1,
                    const std::function<void(Launcher &)> &prepare = {}) {
  Launcher launcher(kernel(body));
  if (prepare)
    prepare(launcher);
  return launcher.error(blocks, threads);
}

} // namespace

TEST(EmulatorDeadlock, WrongCounts) {
  std::string error = errorOf("  setp.ge.u32 %p, %t, 96;\n  @%p bra LATE;\n  bar.sync 3, 128;\n"
                              "  bra DONE;\nLATE:\n  bar.sync 4, 64;",
                              128);
  expectContains(error, "(bar.sync), block (0, 0, 0), thread (0, 0, 0): deadlock: barrier 3 has "
                        "96 of 128 threads; others wait: thread (96, 0, 0) at PTX line ");
  expectContains(error, "(bar.sync) and 31 more: barrier 4 has 32 of 64 threads");
  expectContains(errorOf("  setp.ge.u32 %p, %t, 96;\n  @%p bra LATE;\n  bar.sync 3, 128;\n"
                         "  bra DONE;\nLATE:\n  bar.arrive 3, 64;",
                         128),
                 "barrier 3 waits for ");
}

TEST(EmulatorDeadlock, LanesThatDoNotCome) {
  std::string error = errorOf("  setp.eq.u32 %p, %t, 7;\n  @%p bra ALONE;\n"
                              "  bar.warp.sync -1;\n  bra DONE;\nALONE:\n"
                              "  bar.warp.sync 0x80;\n  vote.sync.any.pred %q, %p, 0xf0;",
                              32);
  expectContains(error, "(bar.warp.sync), block (0, 0, 0), thread (0, 0, 0): deadlock: waits for "
                        "lanes of mask 0xffffffff that do not come: 0x80 are at PTX line ");
  expectContains(error, "of its warp waits thread (7, 0, 0)");
  expectContains(error, "(vote.sync.any.pred): waits for lanes of mask 0xf0 that do not come: "
                        "0x70 are at PTX line ");
}

TEST(EmulatorDeadlock, TheClustersBarrier) {
  std::string error =
      errorOf("  setp.eq.u32 %p, %c, 1;\n  @%p bra DONE;\n"
              "  barrier.cluster.arrive;\n  setp.eq.u32 %p, %c, 3;\n"
              "  @%p bra SECOND;\n  barrier.cluster.wait;\n  bra DONE;\n"
              "SECOND:\n  bar.sync 1, 64;",
              32, 4, [](Launcher &launcher) { launcher.options.cluster = {4, 1, 1}; });
  // Block 1 has ended, so that the others are complete; block 3 waits alone.
  expectContains(error, "block (3, 0, 0), thread (0, 0, 0): deadlock: barrier 1 has 32 of 64");
  error = errorOf("  setp.eq.u32 %p, %c, 1;\n  @%p bra OTHER;\n  barrier.cluster.arrive;\n"
                  "  barrier.cluster.wait;\n  bra DONE;\nOTHER:\n  bar.sync 1, 64;",
                  32, 2, [](Launcher &launcher) { launcher.options.cluster = {2, 1, 1}; });
  expectContains(error, "deadlock: the cluster's barrier has 32 of 64 threads; others wait: thread "
                        "(0, 0, 0) of block (1, 0, 0) at PTX line ");
  expectContains(error, "(bar.sync) and 31 more: barrier 1 has 32 of 64 threads");
}

TEST(EmulatorDeadlock, IsFoundInEverySchedule) {
  Launcher launcher(kernel("  setp.eq.u32 %p, %w, 2;\n  @%p bra LATE;\n  bar.sync 1;\n"
                           "  bra DONE;\nLATE:\n  bar.sync 2;"));
  for (const Plan &plan : allPlans()) {
    launcher.use(plan);
    std::string error = launcher.error(1, 128);
    expectContains(error, "deadlock: ");
    expectContains(error, "barrier 1 has 96 of 128 threads");
    expectContains(error, "barrier 2 has 32 of 128 threads");
  }
}

namespace {

const char *const mbarrier = ".shared .align 8 .b64 done;\n";

/// Thread 0 makes an mbarrier of one arrival.
std::string withMbarrier(const std::string &body) {
  return kernel("  mov.u32 %r0, done;\n  setp.eq.u32 %p, %t, 0;\n"
                "  @%p mbarrier.init.shared.b64 [%r0], 1;\n  bar.sync 0;\n" +
                    body,
                mbarrier);
}

} // namespace

TEST(EmulatorWaits, AnMbarrierLetsOthersGo) {
  // Warp 1 waits by a loop, warp 2 by tests, for what warp 0 does last.
  std::string body = "  setp.eq.u32 %p, %w, 1;\n  @%p bra TRIES;\n"
                     "  setp.eq.u32 %p, %w, 2;\n  @%p bra TESTS;\n  mov.u32 %r1, 0;\n"
                     "WORK:\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p, %r1, 300;\n"
                     "  @%p bra WORK;\n  st.global.b32 [%in], %r1;\n"
                     "  elect.sync _|%p, -1;\n  @%p mbarrier.arrive.shared.b64 %rd1, [%r0];\n"
                     "  mov.u32 %d, 300;\n  bra DONE;\n"
                     "TRIES:\n  mbarrier.try_wait.parity.shared.b64 %q, [%r0], 0;\n"
                     "  @!%q bra TRIES;\n  ld.volatile.global.b32 %d, [%in];\n  bra DONE;\n"
                     "TESTS:\n  mbarrier.test_wait.parity.shared.b64 %q, [%r0], 0;\n"
                     "  @!%q bra TESTS;\n  ld.volatile.global.b32 %d, [%in];";
  expectInAll(withMbarrier(body), 1, 96, [](uint32_t) { return 300u; });
}

TEST(EmulatorWaits, ATryEndsAfterATime) {
  // Nobody arrives; after three tries the program does something else.
  std::string body = "  mov.u32 %r1, 0;\n"
                     "TRY:\n  mbarrier.try_wait.parity.shared.b64 %q, [%r0], 0;\n"
                     "  @%q bra DONE;\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p, %r1, 3;\n"
                     "  @%p bra TRY;\n  mov.u32 %d, %r1;";
  expectInAll(withMbarrier(body), 1, 64, [](uint32_t) { return 3u; });
}

TEST(EmulatorWaits, WhoTakesNoNoticeOfATryShows) {
  // Warp 1 asks once and goes on whatever it was told, with a value that is not there.
  Launcher launcher(
      withMbarrier("  setp.eq.u32 %p, %w, 1;\n  @%p bra ASKS;\n  mov.u32 %r1, 0;\n"
                   "WORK:\n  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p, %r1, 99;\n  @%p bra WORK;\n"
                   "  st.volatile.global.b32 [%in], %r1;\n  elect.sync _|%p, -1;\n"
                   "  @%p mbarrier.arrive.shared.b64 %rd1, [%r0];\n  bra DONE;\n"
                   "ASKS:\n  mbarrier.try_wait.parity.shared.b64 %q, [%r0], 0;\n"
                   "  ld.volatile.global.b32 %d, [%in];"));
  EXPECT_EQ(launcher.run(1, 64)[40], 99u);
  launcher.use({"", Schedule::LazyRoundRobin});
  EXPECT_EQ(launcher.run(1, 64)[40], 0u);
  bool shown = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    launcher.use({"", Schedule::Random, seed});
    shown |= launcher.run(1, 64)[40] == 0;
  }
  EXPECT_TRUE(shown);
}

TEST(EmulatorDeadlock, AnMbarrierThatNobodyCompletes) {
  Launcher launcher(withMbarrier("  setp.eq.u32 %p, %w, 1;\n  @%p bra WAIT;\n  bar.sync 1;\n"
                                 "  bra DONE;\nWAIT:\n"
                                 "  mbarrier.try_wait.parity.shared.b64 %q, [%r0], 0;\n"
                                 "  @!%q bra WAIT;"));
  for (const Plan &plan : allPlans(3)) {
    launcher.use(plan);
    std::string error = launcher.error(1, 64);
    expectContains(error, "deadlock: ");
    expectContains(error, "barrier 1 has 32 of 64 threads");
    expectContains(error, "waits for phase of parity 0 of the mbarrier at shared address 0, which "
                          "waits for 1 of 1 arrivals and 0 bytes");
  }
}

TEST(EmulatorBarrier, Divergence) {
  // The lanes of a warp come to two barriers that want the warp as one.
  std::string two = "  and.b32 %r0, %t, 1;\n  setp.eq.u32 %p, %r0, 0;\n  @%p bra EVEN;\n"
                    "  bar.sync 0;\n  bra DONE;\nEVEN:\n  bar.sync 0;";
  for (const Plan &plan : allPlans(3)) {
    std::string error = errorOf(two, 64, 1, [&](Launcher &launcher) { launcher.use(plan); });
    expectContains(error, "barrier divergence: thread (");
    expectContains(error, ") of the same warp waits at PTX line ");
  }
  expectContains(errorOf("  and.b32 %r0, %t, 1;\n  bar.sync %r0;", 32),
                 "barrier divergence: the thread names barrier 1, thread (0, 0, 0) of the same "
                 "warp barrier 0");
  expectContains(errorOf("  add.u32 %r0, %t, 16;\n  barrier.sync %r0;", 32), "barrier 16 of 16");
  expectContains(errorOf("  mov.u32 %r0, 48;\n  barrier.sync 1, %r0;", 64),
                 "a barrier's threads must be a multiple of 32, got 48");
}

//===----------------------------------------------------------------------===//
// What observers hear
//===----------------------------------------------------------------------===//

namespace {

struct Listener : Observer {
  void launchBegins(const Program &, uint64_t blocks, uint32_t threads, uint64_t shared,
                    uint32_t cluster) override {
    say("launch " + std::to_string(blocks) + " " + std::to_string(threads) + " " +
        std::to_string(shared) + " " + std::to_string(cluster));
  }
  void launchEnds() override { say("end"); }
  void blockBegins(uint64_t block) override { say("block " + std::to_string(block)); }
  void blockEnds(uint64_t block) override { say("ended " + std::to_string(block)); }
  void exited(const Site &site, uint32_t lanes) override { say(site, "exit", lanes); }
  void executed(const Site &, uint32_t) override { ++done; }
  void barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool waits) override {
    say(site, std::string(waits ? "wait " : "arrive ") + std::to_string(id), lanes);
  }
  void barrier(const Site &, uint32_t id) override { say("complete " + std::to_string(id)); }
  void barrierLeft(const Site &site, uint32_t id, uint32_t lanes) override {
    say(site, "left " + std::to_string(id), lanes);
  }
  void clusterArrive(const Site &site, uint32_t lanes, bool released) override {
    say(site, released ? "cluster release" : "cluster relaxed", lanes);
  }
  void clusterWait(const Site &site, uint32_t lanes, bool acquired) override {
    say(site, acquired ? "cluster acquire" : "cluster wait", lanes);
  }
  void warpSync(const Site &site, uint32_t lanes) override { say(site, "together", lanes); }
  void shuffled(const Site &site, uint32_t lanes, uint32_t strays) override {
    if (strays)
      say(site, "strays of " + std::to_string(std::popcount(lanes)), strays);
  }
  void fault(const Site &site, uint32_t lane, uint64_t, std::string_view message) override {
    say(std::to_string(site.blockIndex) + ":" + std::to_string(lane) + " " +
        std::string(message.substr(0, message.find(':'))));
  }
  void instruction(const Site &, uint32_t) override { ++begun; }
  std::string_view stop() override { return done >= limit ? "that is enough" : ""; }

  void say(const std::string &what) { heard += what + "\n"; }
  void say(const Site &site, const std::string &what, uint32_t lanes) {
    static const char digits[] = "0123456789abcdef";
    std::string mask;
    for (; lanes; lanes >>= 4)
      mask.insert(mask.begin(), digits[lanes & 15]);
    say(std::to_string(site.blockIndex) + "." + std::to_string(site.warp) + " " + what + " " +
        mask);
  }
  std::string heard;
  uint64_t begun = 0, done = 0, limit = ~uint64_t{0};
};

std::string heardOf(const std::string &body, uint32_t blocks, uint32_t threads,
                    const std::function<void(Launcher &)> &prepare = {}) {
  Launcher launcher(kernel(body));
  Listener listener;
  launcher.options.observer = &listener;
  if (prepare)
    prepare(launcher);
  if (launcher.tryRun(blocks, threads)) {
    EXPECT_EQ(listener.begun, listener.done);
  }
  return listener.heard;
}

} // namespace

TEST(EmulatorEvents, BarriersOfABlock) {
  EXPECT_EQ(heardOf("  setp.eq.u32 %p, %w, 0;\n  @%p bra FIRST;\n  bar.sync 2, 64;\n  bra DONE;\n"
                    "FIRST:\n  bar.arrive 2, 64;\n  bar.warp.sync -1;",
                    2, 48),
            "launch 2 48 0 1\n"
            "block 0\n0.0 arrive 2 ffffffff\n0.0 together ffffffff\n0.0 exit ffffffff\n"
            "0.1 wait 2 ffff\ncomplete 2\n0.1 left 2 ffff\n0.1 exit ffff\nended 0\n"
            "block 1\n1.0 arrive 2 ffffffff\n1.0 together ffffffff\n1.0 exit ffffffff\n"
            "1.1 wait 2 ffff\ncomplete 2\n1.1 left 2 ffff\n1.1 exit ffff\nended 1\n"
            "end\n");
}

TEST(EmulatorEvents, TheClustersBarrier) {
  EXPECT_EQ(heardOf("  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
                    "  barrier.cluster.arrive.relaxed;\n  barrier.cluster.wait.acquire;",
                    2, 8, [](Launcher &launcher) { launcher.options.cluster = {2, 1, 1}; }),
            "launch 2 8 0 2\nblock 0\nblock 1\n"
            "0.0 cluster release ff\n1.0 cluster release ff\n0.0 cluster acquire ff\n"
            "1.0 cluster acquire ff\n1.0 cluster relaxed ff\n0.0 cluster relaxed ff\n"
            "1.0 cluster acquire ff\n0.0 cluster acquire ff\n0.0 exit ff\nended 0\n"
            "1.0 exit ff\nended 1\nend\n");
}

TEST(EmulatorEvents, FaultsAndStops) {
  expectContains(heardOf("  setp.eq.u32 %p, %t, 5;\n  @%p trap;", 1, 8), "0:5 trap\n");
  Launcher launcher(kernel("  add.u32 %d, %d, 1;\n  add.u32 %d, %d, 1;\n  add.u32 %d, %d, 1;"));
  for (const Plan &plan : allPlans(1)) {
    Listener listener;
    listener.limit = 7;
    launcher.options.observer = &listener;
    launcher.use(plan);
    EXPECT_EQ(launcher.error(1, 32), "that is enough");
    EXPECT_EQ(listener.done, 7u);
  }
}
