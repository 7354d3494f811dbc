// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies: what must be waited for, by whom, and what must stay untouched.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

TEST(CheckAsync, ReadBeforeItsWait) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  cp.async.commit_group;
  $
  ld.shared.u32 %r7, [%r5];  // HERE
  st.global.u32 [%rd1+4096], %r7;
  cp.async.wait_all;)",
             "", "cp.async.wait_group 0;");
}

TEST(CheckAsync, WaitCountOffByOne) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;
  cp.async.commit_group;
  cp.async.ca.shared.global [%r5+1024], [%rd1+1024], 4;  // THERE
  cp.async.commit_group;
  cp.async.wait_group $;
  ld.shared.u32 %r7, [%r5];
  ld.shared.u32 %r8, [%r5+1024];  // HERE
  add.u32 %r7, %r7, %r8;
  st.global.u32 [%rd1+4096], %r7;
  cp.async.wait_all;)",
             "1", "0");
}

TEST(CheckAsync, TheFirstGroupNeedsOnlyItself) {
  expectClean(R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;
  cp.async.commit_group;
  cp.async.ca.shared.global [%r5+1024], [%rd1+1024], 4;
  cp.async.commit_group;
  cp.async.wait_group 1;
  ld.shared.u32 %r7, [%r5];
  st.global.u32 [%rd1+4096], %r7;
  cp.async.wait_all;)");
}

TEST(CheckAsync, CopiesThatNoGroupHolds) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  cp.async.wait_group 0;
  ld.shared.u32 %r7, [%r5];  // HERE
  st.global.u32 [%rd1+4096], %r7;
  cp.async.wait_all;)",
             "", "cp.async.commit_group;");
}

TEST(CheckAsync, OthersNeedABarrierAfterTheWait) {
  expectPair(Check::Async, R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  cp.async.wait_all;
  $
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1+4096], %r7;)",
             "", "bar.sync 0;");
}

TEST(CheckAsync, ABarrierBeforeTheWaitIsNoUse) {
  expectPair(Check::Async, R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1+4096], %r7;)",
             "bar.sync 0; cp.async.wait_all;", "cp.async.wait_all; bar.sync 0;");
}

TEST(CheckAsync, TheTargetIsOverwritten) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  st.shared.u32 [%r5], %r0;  // HERE
  cp.async.wait_all;)",
             "", "cp.async.wait_all;");
}

TEST(CheckAsync, TheSourceIsOverwritten) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  st.global.u32 [%rd1], %r0;  // HERE
  cp.async.wait_all;)",
             "", "cp.async.wait_all;");
}

TEST(CheckAsync, TwoCopiesIntoOnePlace) {
  expectPair(Check::Async, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  cp.async.ca.shared.global [%r5], [%rd1+1024], 4;  // HERE
  cp.async.wait_all;)",
             "", "cp.async.wait_all;");
}

TEST(CheckAsync, ACopyIntoWhatOthersRead) {
  // A ring of one stage: the next copy must not start before all have read.
  expectPair(Check::Async, R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  cp.async.ca.shared.global [%r5], [%rd1], 4;
  cp.async.wait_all;
  bar.sync 0;
  ld.shared.u32 %r7, [%r6];  // THERE
  $
  cp.async.ca.shared.global [%r5], [%rd1+1024], 4;  // HERE
  cp.async.wait_all;
  st.global.u32 [%rd1+4096], %r7;)",
             "", "bar.sync 0;");
}

TEST(CheckAsync, PendingAtTheEnd) {
  expectPair(Check::Pending, R"(
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  $
  exit;  // HERE)",
             "cp.async.commit_group;", "cp.async.wait_all;");
}

TEST(CheckAsync, CopiesThatAnMbarrierHearsOf) {
  expectPair(Check::Async, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 64;
  bar.sync 0;
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  cp.async.ca.shared.global [%r5], [%rd1], 4;  // THERE
  cp.async.mbarrier.arrive.noinc.shared.b64 [%r3];
wait:
  $
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1+4096], %r7;)",
             "", "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait;");
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

// Thread 0 has 256 bytes copied, all wait: # is the fence after the init.
static const char *bulkLoad = R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 mbarrier.init.shared.b64 [%r3], 1;
  #
  bar.sync 0;
  @%p1 mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3], 256;
  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd0], 256, [%r3];  // THERE
wait:
  $
  ld.shared.u32 %r7, [%r5];  // HERE
  st.global.u32 [%rd1+4096], %r7;
)";

static std::string withFence(std::string text, const std::string &fence) {
  text.replace(text.find('#'), 1, fence);
  return text;
}

TEST(CheckAsync, BulkCopiesAreWaitedForOnTheirMbarrier) {
  expectPair(Check::Async, withFence(bulkLoad, "fence.mbarrier_init.release.cluster;"),
             "bar.sync 0;", "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait;");
}

TEST(CheckAsync, AWaitWhoseAnswerNobodyReads) {
  const std::string text = withFence(bulkLoad, "fence.mbarrier_init.release.cluster;");
  expectPair(Check::Async, text, "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;",
             "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @%p2 bra go; bra wait; go:");
}

TEST(CheckAsync, AThreadThatDoesNotWait) {
  // One waits and brings the others along, or it does not.
  const std::string text = withFence(bulkLoad, "fence.mbarrier_init.release.cluster;");
  const std::string wait = "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait; ";
  std::string one = "@!%p1 bra go; " + wait + "go: ";
  expectPair(Check::Async, text, one, one + "bar.sync 0;");
}

TEST(CheckProxy, AnMbarrierNeedsAFenceAfterItsInit) {
  std::string body = withFence(bulkLoad, "$");
  body.replace(body.find("// THERE"), 8, "// HERE");
  body.replace(body.find("[%r5];  // HERE"), 15, "[%r5];");
  body.replace(body.find("[%r3], 1;"), 9, "[%r3], 1;  // THERE");
  size_t at = body.find("wait:\n  $");
  body.replace(at, 9, "wait: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait;");
  Shape shape{2, 64, 2};
  // Both blocks copy the same into places of their own.
  body.replace(body.find("st.global.u32 [%rd1+4096], %r7;"), 31, "");
  expectPair(Check::Proxy, body, "", "fence.proxy.async;", shape);
  expectClean(replaced(body, "fence.mbarrier_init.release.cluster;"), shape);
}

TEST(CheckAsync, BulkCopiesThatNobodyWaitsFor) {
  std::string body = withFence(bulkLoad, "fence.mbarrier_init.release.cluster;");
  body.replace(body.find("ld.shared.u32 %r7, [%r5];  // HERE"), 34, "mov.u32 %r7, 0;");
  body += "ret;  // HERE";
  expectPair(Check::Pending, body, "",
             "mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra wait;");
}

static const char *bulkStore = R"(
  setp.eq.u32 %p1, %r0, 0;
  st.shared.u32 [%r5], %r0;  // THERE
  #
  @!%p1 bra done;
  cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 256;  // HERE
  cp.async.bulk.commit_group;
  $
  cp.async.bulk.wait_group 0;
done:)";

TEST(CheckProxy, StoresBeforeABulkStoreNeedAFence) {
  std::string body = replaced(bulkStore, "");
  body.replace(body.find('#'), 1, "$");
  expectPair(Check::Proxy, body, "bar.sync 0;", "fence.proxy.async.shared::cta; bar.sync 0;");
  // The thread that issues may do it for all that it knows.
  expectClean(replaced(body, "bar.sync 0; fence.proxy.async;"));
}

TEST(CheckProxy, AFenceBeforeTheStoresIsNoUse) {
  std::string body = replaced(bulkStore, "");
  body.replace(body.find('#'), 1, "bar.sync 0;");
  body.replace(body.find("st.shared"), 9, "fence.proxy.async; st.shared");
  expectFound(Check::Proxy, body);
}

TEST(CheckAsync, ABulkStoreOfWhatIsNotOrdered) {
  std::string body = replaced(bulkStore, "");
  body.replace(body.find('#'), 1, "fence.proxy.async; $");
  expectPair(Check::Async, body, "", "bar.sync 0;");
}

TEST(CheckAsync, TheSourceOfABulkStore) {
  std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  st.shared.u32 [%r5], %r0;
  fence.proxy.async;
  bar.sync 0;
  @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 256;  // THERE
  @%p1 cp.async.bulk.commit_group;
  $
  bar.sync 0;
  st.shared.u32 [%r5], 1;  // HERE
  @%p1 cp.async.bulk.wait_group 0;)";
  expectPair(Check::Async, body, "@%p1 cp.async.bulk.wait_group.read 1;",
             "@%p1 cp.async.bulk.wait_group.read 0;");
}

TEST(CheckAsync, WhatABulkStoreWroteNeedsTheWholeWait) {
  std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  st.shared.u32 [%r5], %r0;
  fence.proxy.async;
  bar.sync 0;
  @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 256;  // THERE
  @%p1 cp.async.bulk.commit_group;
  @%p1 cp.async.bulk.wait_group$ 0;
  bar.sync 0;
  ld.global.u32 %r7, [%rd1];  // HERE
  st.global.u32 [%rd1+1024], %r7;
  @%p1 cp.async.bulk.wait_group 0;)";
  expectPair(Check::Async, body, ".read", "");
}

TEST(CheckAsync, SharedMemoryEndsWithItsBlock) {
  expectPair(Check::Pending, R"(
  setp.eq.u32 %p1, %r0, 0;
  st.shared.u32 [%r5], %r0;
  fence.proxy.async;
  bar.sync 0;
  @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 256;  // THERE
  @%p1 cp.async.bulk.commit_group;
  $
  exit;  // HERE)",
             "", "@%p1 cp.async.bulk.wait_group.read 0;");
}

TEST(CheckAsync, BulkReductionsDoNotRace) {
  expectClean(R"(
  setp.eq.u32 %p1, %r0, 0;
  st.shared.u32 [%r5], %r0;
  fence.proxy.async;
  bar.sync 0;
  @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r2], 256;
  @%p1 cp.async.bulk.commit_group;
  @%p1 cp.async.bulk.wait_group 0;
  red.global.add.u32 [%rd1], 1;)",
              {2, 64});
}

//===----------------------------------------------------------------------===//
// A ring of one stage, filled by warp 0 and read by warp 1, twice
//===----------------------------------------------------------------------===//

// %r10: the round, m[0] full, m[1] empty. # is the parity of the reader, $ the
// producer's wait.
static const char *ring = R"(
  setp.eq.u32 %p1, %r0, 0;
  add.u32 %r11, %r3, 8;
  @%p1 mbarrier.init.shared.b64 [%r3], 1;
  @%p1 mbarrier.init.shared.b64 [%r11], 32;
  fence.mbarrier_init.release.cluster;
  bar.sync 0;
  mov.u32 %r10, 0;
  mov.u32 %r12, 0;
  setp.ge.u32 %p5, %r0, 32;
  @%p5 bra consume;
  @!%p1 bra done;
produce:
  setp.eq.u32 %p6, %r10, 0;
  @%p6 bra fill;
  sub.u32 %r13, %r10, 1;
  and.b32 %r13, %r13, 1;
empty:
  $
fill:
  mbarrier.arrive.expect_tx.shared.b64 %rd9, [%r3], 128;
  mul.wide.u32 %rd4, %r10, 128;
  add.u64 %rd4, %rd4, %rd0;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd4], 128, [%r3];  // THERE
  add.u32 %r10, %r10, 1;
  setp.lt.u32 %p3, %r10, 4;
  @%p3 bra produce;
  bra done;
consume:
  and.b32 %r13, %r10, #;
full:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r3], %r13;
  @!%p2 bra full;
  sub.u32 %r6, %r5, 128;
  ld.shared.u32 %r7, [%r6];  // HERE
  add.u32 %r12, %r12, %r7;
  mbarrier.arrive.shared.b64 %rd9, [%r11];
  add.u32 %r10, %r10, 1;
  setp.lt.u32 %p3, %r10, 4;
  @%p3 bra consume;
  st.global.u32 [%rd1+4096], %r12;
done:)";

static std::string ringWith(const std::string &parity, const std::string &wait) {
  std::string text = withFence(ring, parity);
  return replaced(text, wait);
}

static const char *emptyWait =
    "mbarrier.try_wait.parity.shared.b64 %p2, [%r11], %r13; @!%p2 bra empty;";

TEST(CheckPhase, ARingInOrder) { expectClean(ringWith("1", emptyWait)); }

/// What comes of a wait that is missing or passes too early depends on the schedule: a
/// race, one arrival too many, or a deadlock. Something is found in each.
static bool findsAny(const std::string &body, std::initializer_list<Check> checks) {
  for (Schedule schedule : bothSchedules) {
    Outcome found = outcome(kernelText(body, "sm_90a"), {}, schedule);
    bool any = false;
    for (const Finding &finding : found.findings)
      any |= std::find(checks.begin(), checks.end(), finding.check) != checks.end();
    EXPECT_TRUE(any) << static_cast<int>(schedule) << found.all() << body;
  }
  return true;
}

TEST(CheckPhase, AReaderThatForgetsToFlipItsParity) {
  findsAny(ringWith("0", emptyWait), {Check::Phase});
}

TEST(CheckPhase, AProducerThatForgetsToFlipItsParity) {
  findsAny(ringWith("1", "mbarrier.try_wait.parity.shared.b64 %p2, [%r11], 0; @!%p2 bra empty;"),
           {Check::Phase});
}

TEST(CheckAsync, AProducerThatDoesNotWait) {
  findsAny(ringWith("1", ""), {Check::Async, Check::Mbarrier});
}
