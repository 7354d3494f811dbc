// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarriers: what they order, and how they may be used.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

// Warp 0 writes and arrives, warp 1 waits and reads.
static const char *message = R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 32;
  bar.sync 0;
  setp.lt.u32 %p4, %r0, 32;
  @!%p4 bra wait;
  st.shared.u32 [%r5], %r0;  // THERE
  #
  bra done;
wait:
  $
  sub.u32 %r6, %r5, 128;
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;
done:)";

static std::string messageWith(const std::string &arrive, const std::string &wait) {
  std::string text = message;
  text.replace(text.find('#'), 1, arrive);
  return replaced(text, wait);
}

static const char *waiting = "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait;";

TEST(CheckMbarrier, ArrivalsReleaseAndWaitsAcquire) {
  const char *arrive = "mbarrier.arrive.shared.b64 %rd9, [%r3];";
  expectClean(messageWith(arrive, waiting));
  expectFound(Check::Races, messageWith(arrive, ""), {1, 64, 0, false, "all,-init-shared"});
}

TEST(CheckMbarrier, WrittenAfterTheArrival) {
  std::string text = messageWith("", waiting);
  size_t at = text.find("st.shared");
  text.insert(at, "mbarrier.arrive.shared.b64 %rd9, [%r3]; ");
  expectFound(Check::Races, text);
}

TEST(CheckMbarrier, TestsThatFailOrderNothing) {
  const char *arrive = "mbarrier.arrive.shared.b64 %rd9, [%r3];";
  expectClean(messageWith(arrive, "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; "
                                  "@!%p2 bra wait;"));
  expectFound(Check::Races,
              messageWith(arrive, "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 1;"),
              {1, 64, 0, false, "all,-init-shared"});
}

TEST(CheckMbarrier, LanesThatDoNotArriveReleaseNothing) {
  std::string right = messageWith("bar.warp.sync 0xffffffff; setp.eq.u32 %p6, %r0, 0; @%p6 "
                                  "mbarrier.arrive.shared.b64 %rd9, [%r3];",
                                  waiting);
  right.replace(right.find("[%r3], 32;"), 10, "[%r3], 1;");
  expectClean(right);
  std::string wrong = right;
  wrong.replace(wrong.find("bar.warp.sync 0xffffffff;"), 25, "");
  expectFound(Check::Races, wrong);
}

TEST(CheckMbarrier, OthersMustKnowOfTheInit) {
  expectPair(Check::Mbarrier, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 32;  // THERE
  $
  mbarrier.arrive.shared.b64 %rd9, [%r3];  // HERE
  )",
             "", "bar.sync 0;", {1, 32});
}

TEST(CheckMbarrier, InitOfOneInUse) {
  expectPair(Check::Mbarrier, R"(
  mbarrier.init.shared.b64 [%r3], 1;
  mbarrier.arrive.shared.b64 %rd9, [%r3];
  $
  mbarrier.init.shared.b64 [%r3], 1;  // HERE
  )",
             "", "mbarrier.inval.shared.b64 [%r3];", {1, 1});
}

TEST(CheckMbarrier, InvalidatedWhileSomebodyWaits) {
  expectPair(Check::Mbarrier, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 2;
  @%p1 mbarrier.init.shared.b64 [%r3+8], 32;
  bar.sync 0;
  setp.lt.u32 %p4, %r0, 32;
  @%p4 bra owner;
  $
  mbarrier.arrive.shared.b64 %rd9, [%r3+8];
  bra done;
owner:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r3+8], 0;
  @!%p2 bra owner;
  @%p1 mbarrier.inval.shared.b64 [%r3];  // HERE
done:)",
             "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; // THERE", "",
             {1, 64, 0, false, "mbarrier", -1, "sm_90a", 4096});
}

TEST(CheckMbarrier, MoreArrivalsThanItWaitsFor) {
  expectPair(
      Check::Mbarrier, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 8;
  bar.sync 0;
  setp.lt.u32 %p2, %r0, $;
  @%p2 mbarrier.arrive.shared.b64 %rd9, [%r3], 4;  // HERE
  )",
      "1; @%p1 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r3], 8; setp.lt.u32 %p2, %r0, 3",
      "2", {1, 32});
}

TEST(CheckMbarrier, UseBeforeItsInit) {
  expectPair(Check::Mbarrier, R"(
  $
  mbarrier.arrive.shared.b64 %rd9, [%r3];  // HERE
  )",
             "st.shared.u64 [%r3], 0;", "mbarrier.init.shared.b64 [%r3], 1;", {1, 1});
}

TEST(CheckMbarrier, BytesThatNeverCome) {
  const std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 1;
  fence.mbarrier_init.release.cluster;
  bar.sync 0;
  @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3], $;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd0], 256, [%r3];
wait:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;  // HERE
  @!%p2 bra wait;
  )";
  expectPair(Check::Deadlock, body, "272", "256");
}

TEST(CheckMbarrier, BytesThatNobodyExpects) {
  // Nothing is due when the arrival comes, so that the phase may end before the copy.
  const std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 1;
  fence.mbarrier_init.release.cluster;
  bar.sync 0;
  @!%p1 bra wait;
  $
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd0], 256, [%r3];  // THERE
wait:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;
  @!%p2 bra wait;
  ld.shared.u32 %r7, [%r5];  // HERE
  st.global.u32 [%rd1+4096], %r7;
  )";
  expectClean(replaced(body, "mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3], 256;"));
  // Which schedule shows it, and how, is a matter of which comes first.
  for (Schedule schedule : bothSchedules) {
    Outcome found =
        outcome(kernelText(replaced(body, "mbarrier.arrive.shared.b64 %rd9, [%r3];"), "sm_90a"), {},
                schedule);
    EXPECT_FALSE(found.findings.empty()) << static_cast<int>(schedule);
  }
}

TEST(CheckPhase, PhasesThatWentByUnseen) {
  // A thread that saw phase 0 asks for phase 1 when phase 3 is over.
  expectPair(Check::Phase, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 1;
  bar.sync 0;
  setp.eq.u32 %p4, %r0, 32;
  @%p4 mbarrier.arrive.shared.b64 %rd9, [%r3];
  bar.sync 0;
  @%p1 mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0;
  @%p4 mbarrier.arrive.shared.b64 %rd9, [%r3];
  $
  bar.sync 0;
  @%p1 mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 1;  // HERE
  )",
             "@%p4 mbarrier.arrive.shared.b64 %rd9, [%r3]; @%p4 mbarrier.arrive.shared.b64 %rd9, "
             "[%r3];",
             "");
}
