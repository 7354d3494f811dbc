// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarriers: phases, counts, bytes, every form of arrival and wait, and misuse.
#include "Schedules.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

const std::string oneBarrier = ".shared .align 8 .b64 bar;\n";

/// Thread 0 initialises with `count`; all see it.
std::string initialised(const std::string &count) {
  return "  setp.eq.u32 %p0, %t, 0;\n  @%p0 mbarrier.init.shared.b64 [bar], " + count +
         ";\n  bar.sync 0;\n";
}

} // namespace

TEST(EmulatorMbarrier, PhasesOfAllThreads) {
  // 64 threads count up a global number, one phase after another.
  std::string ptx = memoryKernel(
      initialised("64") +
          "  mov.u32 %r0, 0;\n"
          "loop:\n  atom.global.add.u32 %r1, [%a], 1;\n"
          "  mbarrier.arrive.shared.b64 %rd0, [bar];\n"
          "wait:\n  mbarrier.test_wait.shared.b64 %p1, [bar], %rd0;\n  @!%p1 bra wait;\n"
          "  ld.global.u32 %r2, [%a];\n"
          // The next phase's additions wait for everybody's read.
          "  mbarrier.arrive.shared.b64 %rd1, [bar];\n"
          "wait2:\n  mbarrier.try_wait.shared.b64 %p1, [bar], %rd1;\n  @!%p1 bra wait2;\n"
          "  mad.lo.u32 %r3, %r0, 64, %t;\n  mul.wide.u32 %rd2, %r3, 4;\n"
          "  add.u64 %rd2, %rd2, %b;\n  st.global.u32 [%rd2], %r2;\n"
          "  add.u32 %r0, %r0, 1;\n  setp.lt.u32 %p2, %r0, 4;\n  @%p2 bra loop;",
      oneBarrier);
  inEverySchedule(ptx, [](Device &device) {
    uint32_t *sum = device.array(std::vector<uint32_t>(1));
    uint32_t *seen = device.array(std::vector<uint32_t>(4 * 64));
    device.run("k", {1}, {64}, {sum, seen});
    for (uint32_t i = 0; i < 4 * 64; ++i)
      EXPECT_EQ(seen[i], 64 * (i / 64 + 1)) << i;
  });
}

TEST(EmulatorMbarrier, CountsOfStates) {
  // pending_count of the state before each arrival; drops lower the next phase's count.
  std::string ptx = memoryKernel(
      "  mbarrier.init.shared.b64 [bar], 5;\n"
      "  mbarrier.arrive.shared.b64 %rd0, [bar], 2;\n"
      "  mbarrier.arrive.noComplete.release.cta.shared.b64 %rd1, [bar], 1;\n"
      "  mbarrier.arrive_drop.shared.b64 %rd2, [bar];\n"
      "  mbarrier.arrive.release.cta.shared::cta.b64 %rd3, [bar];\n" // ends the phase
      "  mbarrier.arrive.relaxed.cta.shared.b64 %rd4, [bar], 4;\n"   // and the next, of 4
      "  mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %rd5, [bar], 2;\n"
      "  mbarrier.pending_count.b64 %r0, %rd0;\n  mbarrier.pending_count.b64 %r1, %rd1;\n"
      "  mbarrier.pending_count.b64 %r2, %rd2;\n  mbarrier.pending_count.b64 %r3, %rd3;\n"
      "  mbarrier.pending_count.b64 %r4, %rd4;\n  mbarrier.pending_count.b64 %r5, %rd5;\n"
      "  mbarrier.test_wait.shared.b64 %p0, [bar], %rd4;\n"
      "  mbarrier.test_wait.shared.b64 %p1, [bar], %rd5;\n"
      "  mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
      "  mbarrier.test_wait.parity.acquire.cluster.shared.b64 %p3, [bar], 1;\n"
      "  selp.u32 %r6, 1, 0, %p0;\n  selp.u32 %r7, 1, 0, %p1;\n  selp.u32 %r8, 1, 0, %p2;\n"
      "  selp.u32 %r9, 1, 0, %p3;\n"
      "  st.global.v4.u32 [%a], {%r0, %r1, %r2, %r3};\n"
      "  st.global.v2.u32 [%a+16], {%r4, %r5};\n"
      "  st.global.v4.u32 [%a+32], {%r6, %r7, %r8, %r9};",
      oneBarrier);
  inEverySchedule(ptx, [](Device &device) {
    uint32_t *out = device.array(std::vector<uint32_t>(12));
    device.run("k", {1}, {1}, {out, out});
    std::vector<uint32_t> counts(out, out + 6), done(out + 8, out + 12);
    EXPECT_EQ(counts, (std::vector<uint32_t>{5, 3, 2, 1, 4, 4}));
    // Two phases are over; the third is of parity 0.
    EXPECT_EQ(done, (std::vector<uint32_t>{1, 0, 0, 1}));
  });
}

TEST(EmulatorMbarrier, BytesHoldAPhase) {
  // One thread expects bytes, others complete them, early and late.
  std::string ptx = memoryKernel(
      initialised("1") +
          "  setp.lt.u32 %p1, %t, 32;\n  @%p1 bra producer;\n"
          "  mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 4;\n  bra join;\n"
          "producer:\n"
          "  @%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 64;\n"
          "  @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 %rd0, [bar], 64;\n"
          "join:\n"
          "  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0, 1000;\n  @!%p2 bra join;\n"
          "  mul.wide.u32 %rd2, %t, 4;\n  add.u64 %rd2, %rd2, %a;\n  st.global.u32 [%rd2], 1;",
      oneBarrier);
  inEverySchedule(ptx, [](Device &device) {
    uint32_t *out = device.array(std::vector<uint32_t>(64));
    device.run("k", {1}, {64}, {out, out});
    for (uint32_t t = 0; t < 64; ++t)
      EXPECT_EQ(out[t], 1u) << t;
  });
}

TEST(EmulatorMbarrier, ArrivalsFromTheCluster) {
  // Every thread of 4 blocks arrives at rank 1's mbarrier; rank 1 waits, and counts.
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %cluster_ctarank;\n  setp.eq.u32 %p0, %t, 0;\n"
      "  setp.eq.u32 %p1, %r0, 1;\n"
      "  mov.u32 %r1, bar;\n  @%p0 mbarrier.init.shared::cta.b64 [%r1], 128;\n"
      "  fence.mbarrier_init.release.cluster;\n"
      "  barrier.cluster.arrive.release;\n  barrier.cluster.wait.acquire;\n"
      "  mapa.shared::cluster.u32 %r2, %r1, 1;\n"
      "  atom.global.add.u32 %r3, [%a], 1;\n"
      "  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2];\n"
      "  @!%p1 bra out;\n"
      "wait:\n  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r1], 0;\n"
      "  @!%p2 bra wait;\n"
      "  ld.global.u32 %r4, [%a];\n  mul.wide.u32 %rd2, %t, 4;\n  add.u64 %rd2, %rd2, %b;\n"
      "  st.global.u32 [%rd2], %r4;\n"
      "out:\n  barrier.cluster.arrive;\n  barrier.cluster.wait;",
      oneBarrier);
  inEverySchedule(ptx, [](Device &device) {
    device.options.cluster = {4, 1, 1};
    uint32_t *sum = device.array(std::vector<uint32_t>(1));
    uint32_t *out = device.array(std::vector<uint32_t>(32));
    device.run("k", {4}, {32}, {sum, out});
    for (uint32_t t = 0; t < 32; ++t)
      EXPECT_EQ(out[t], 128u) << t;
  });
}

TEST(EmulatorMbarrier, Misuse) {
  auto fault = [](const std::string &body, const std::string &message) {
    expectFault(memoryKernel(body, oneBarrier), message, {1}, {1});
  };
  fault("  mbarrier.arrive.shared.b64 %rd0, [bar];", "uses an mbarrier that is not initialised");
  fault("  mbarrier.init.shared.b64 [bar], 1;\n  mbarrier.inval.shared.b64 [bar];\n"
        "  mbarrier.test_wait.parity.shared.b64 %p0, [bar], 0;",
        "uses an mbarrier that is not initialised");
  fault("  mov.u32 %r0, 0;\n  mbarrier.init.shared.b64 [bar], %r0;",
        "initialises an mbarrier with a count of 0, expected 1 to 1048575");
  fault("  mov.u32 %r0, 1048576;\n  mbarrier.init.shared.b64 [bar], %r0;",
        "with a count of 1048576");
  fault("  mbarrier.init.shared.b64 [bar], 3;\n  mbarrier.arrive.shared.b64 %rd0, [bar], 4;",
        "arrives 4 times at an mbarrier that waits for 3 more arrivals");
  fault("  mbarrier.init.shared.b64 [bar], 1;\n"
        "  mbarrier.arrive.noComplete.release.cta.shared.b64 %rd0, [bar], 1;",
        "completes a phase with '.noComplete'");
  fault("  mbarrier.init.shared.b64 [bar], 1;\n"
        "  mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1048575;\n"
        "  mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1;",
        "expects 1 bytes on an mbarrier with 1048575 due, out of its range of 1048575");
  fault("  mov.u32 %r0, bar;\n  add.u32 %r0, %r0, 4;\n  mbarrier.init.shared.b64 [%r0], 1;",
        "misaligned access: shared address 0x4 is not a multiple of 8");
  fault("  mov.u32 %r0, bar;\n  add.u32 %r0, %r0, 8;\n  mbarrier.init.shared.b64 [%r0], 1;",
        "out-of-bounds access: 8 bytes at shared address 0x8, of 8 bytes");
  fault("  mbarrier.init.b64 [%a], 1;", "uses an mbarrier that is not in shared memory");
  fault("  mbarrier.init.shared.b64 [bar], 1;\n  mov.u64 %rd0, 7;\n"
        "  mbarrier.test_wait.shared.b64 %p0, [bar], %rd0;",
        "waits for a state that no arrival gave");
}

TEST(EmulatorMbarrier, DeadlockNamesTheMbarrier) {
  std::string ptx = memoryKernel(initialised("3") +
                                     "  @%p0 mbarrier.arrive.shared.b64 %rd0, [bar];\n"
                                     "wait:\n  mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;\n"
                                     "  @!%p1 bra wait;",
                                 oneBarrier);
  inEverySchedule(
      ptx,
      [](Device &device) {
        device.options.maxInstructions = 0;
        std::string error = device.error("k", {1}, {32}, {nullptr, nullptr});
        EXPECT_NE(error.find("deadlock"), std::string::npos) << error;
        EXPECT_NE(error.find("2 of 3 arrivals"), std::string::npos) << error;
      },
      Checks());
}
