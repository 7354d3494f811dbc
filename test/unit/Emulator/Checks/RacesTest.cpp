// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races in shared and global memory: each with what orders the two sides, and without.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

//===----------------------------------------------------------------------===//
// Within a block
//===----------------------------------------------------------------------===//

TEST(CheckRaces, ReadAfterWriteNeedsABarrier) {
  expectPair(Check::Races, R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;  // THERE
  $
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "bar.sync 0;");
}

TEST(CheckRaces, WriteAfterReadNeedsABarrier) {
  expectPair(Check::Races, R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;
  bar.sync 0;
  ld.shared.u32 %r7, [%r6];  // THERE
  $
  st.shared.u32 [%r5], %r7;  // HERE)",
             "", "bar.sync 0;");
}

TEST(CheckRaces, TwoWarpsWriteOnePlace) {
  expectPair(Check::Races, R"(
  and.b32 %r6, %r4, $;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r6], %r0;  // HERE THERE
  )",
             "127", "255");
}

TEST(CheckRaces, EqualValuesOfOneStoreAreNoRace) {
  expectPair(Check::WarpRaces, R"(
  mov.u32 %r6, $;
  setp.lt.u32 %p1, %r0, 2;
  @%p1 st.shared.u32 [%r2], %r6;  // HERE THERE
  )",
             "%r0", "7");
}

TEST(CheckRaces, EqualValuesOfTwoWarps) {
  expectPair(Check::SameValue, R"(
  mov.u32 %r6, 7;
  and.b32 %r7, %r0, 31;
  setp.eq.u32 %p1, %r7, 0;
  setp.lt.and.u32 %p1, %r0, $, %p1;
  @%p1 st.shared.u32 [%r2], %r6;  // HERE THERE
  )",
             "64", "32");
}

TEST(CheckRaces, BytesOfOneWordDoNotCollide) {
  expectPair(Check::Races, R"(
  add.u32 %r6, %r0, %r2;
  shr.u32 %r7, %r0, $;
  shl.b32 %r7, %r7, $;
  add.u32 %r7, %r7, %r2;
  and.b32 %r8, %r0, 62;
  setp.eq.u32 %p1, %r8, 30;
  cvt.u16.u32 %h0, %r0;
  st.shared.u8 [%r7], %h0;  // HERE THERE
  )",
             "6", "0");
}

TEST(CheckRaces, HalvesOfOneWordDoNotCollide) {
  expectClean(R"(
  shl.b32 %r6, %r0, 1;
  xor.b32 %r6, %r6, 64;
  cvt.u64.u32 %rd2, %r6;
  add.u64 %rd2, %rd2, %rd0;
  cvt.u16.u32 %h0, %r0;
  st.global.u16 [%rd2], %h0;)");
}

TEST(CheckRaces, VectorsOverlapElements) {
  expectPair(Check::Races, R"(
  setp.eq.u32 %p1, %r0, 0;
  setp.eq.u32 %p2, %r0, 32;
  @%p1 st.shared.v4.u32 [%r2+16], {%r0, %r0, %r0, %r0};  // HERE
  @%p2 st.shared.u32 [%r2+$], %r0;  // THERE
  )",
             "28", "32");
}

TEST(CheckRaces, GenericAddressesAreTheSameMemory) {
  expectPair(Check::Races, R"(
  cvt.u64.u32 %rd2, %r2;
  cvta.shared.u64 %rd2, %rd2;
  setp.lt.u32 %p1, %r0, 32;
  xor.b32 %r6, %r4, 128;
  cvt.u64.u32 %rd3, %r6;
  add.u64 %rd3, %rd3, %rd2;
  st.shared.u32 [%r5], %r0;  // THERE
  $
  ld.u32 %r7, [%rd3];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "bar.sync 0;");
}

TEST(CheckRaces, NamedBarriersOrderWhoComes) {
  // Warp 0 arrives and goes on, warp 1 waits; what is written later is not ordered.
  expectPair(Check::Races, R"(
  setp.lt.u32 %p1, %r0, 32;
  @!%p1 bra consumer;
  $
consumer:
  @%p1 bra done;
  bar.sync 1, 64;
  sub.u32 %r6, %r5, 128;
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;
done:)",
             "bar.arrive 1, 64; st.shared.u32 [%r5], %r0; // THERE",
             "st.shared.u32 [%r5], %r0; bar.arrive 1, 64;");
}

TEST(CheckRaces, ABarrierOfSomeWarpsLeavesOutOthers) {
  expectPair(Check::Races, R"(
  st.shared.u32 [%r5], %r0;  // THERE
  setp.lt.u32 %p1, %r0, 64;
  $
  xor.b32 %r6, %r4, 256;
  add.u32 %r6, %r6, %r2;
  setp.ge.u32 %p2, %r0, 64;
  @%p2 ld.shared.u32 %r7, [%r6];  // HERE
  @%p2 st.global.u32 [%rd1], %r7;)",
             "@%p1 bar.sync 1, 64;", "bar.sync 1;", {1, 128});
}

TEST(CheckRaces, ReductionBarriersOrderToo) {
  expectClean(R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;
  setp.eq.u32 %p1, %r0, 3;
  bar.red.popc.u32 %r8, 0, %p1;
  ld.shared.u32 %r7, [%r6];
  add.u32 %r7, %r7, %r8;
  st.global.u32 [%rd1], %r7;)");
}

TEST(CheckRaces, ThreadsThatEndedCountAtBarriers) {
  expectClean(R"(
  st.shared.u32 [%r5], %r0;
  setp.lt.u32 %p1, %r0, 32;
  @%p1 exit;
  bar.sync 0;
  sub.u32 %r6, %r5, 128;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd1], %r7;)");
}

TEST(CheckRaces, AtomicsAgainstPlainReads) {
  expectPair(Check::Races,
             R"(
  st.shared.u32 [%r2], 0;
  )"
             R"(bar.sync 0;
  red.shared.add.u32 [%r2], 1;  // THERE
  $
  ld.shared.u32 %r7, [%r2];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "bar.sync 0;", {1, 64, 0, false, "all,-same-value"});
}

TEST(CheckRaces, AnAtomicHidesNoStore) {
  // The thread that clears the sum adds to it first; the others must still wait.
  expectPair(Check::Races, R"(
  setp.eq.u32 %p1, %r0, 0;
  @%p1 st.shared.u32 [%r2], 0;  // THERE
  $
  @%p1 red.shared.add.u32 [%r2], 1;
  setp.eq.u32 %p2, %r0, 32;
  @%p2 red.shared.add.u32 [%r2], 1;  // HERE
  )",
             "", "bar.sync 0;");
}

TEST(CheckRaces, AtomicsDoNotRaceWithEachOther) {
  expectClean(R"(
  red.global.add.u32 [%rd0], 1;
  atom.global.add.u32 %r6, [%rd0], 1;
  ld.relaxed.gpu.global.u32 %r7, [%rd0];
  add.u32 %r7, %r7, %r6;
  red.global.max.u32 [%rd0+4], %r7;)",
              {3, 64});
}

//===----------------------------------------------------------------------===//
// Within a warp
//===----------------------------------------------------------------------===//

TEST(CheckRaces, LanesNeedAWarpBarrier) {
  expectPair(Check::WarpRaces, R"(
  xor.b32 %r6, %r4, 4;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;  // THERE
  $
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "bar.warp.sync 0xffffffff;", {1, 32});
}

TEST(CheckRaces, AWarpBarrierOrdersItsMask) {
  // Halves of the warp that sync for themselves may exchange within a half only.
  expectPair(Check::WarpRaces, R"(
  xor.b32 %r6, %r4, $;
  add.u32 %r6, %r6, %r2;
  setp.lt.u32 %p1, %r0, 16;
  selp.b32 %r8, 0xffff, 0xffff0000, %p1;
  st.shared.u32 [%r5], %r0;  // THERE
  bar.warp.sync %r8;
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "64", "32", {1, 32});
}

TEST(CheckRaces, WhatExchangesValuesOrdersItsMask) {
  expectPair(Check::WarpRaces, R"(
  xor.b32 %r6, %r4, 4;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;  // THERE
  setp.eq.u32 %p1, %r0, 0;
  setp.lt.u32 %p3, %r0, 2;
  $ vote.sync.any.pred %p2, %p1, 3;
  ld.shared.u32 %r7, [%r6];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "@%p3", "vote.sync.ballot.b32 %r8, %p1, 0xffffffff; @%p3", {1, 32});
}

TEST(CheckRaces, AGuessForASwap) {
  const std::string body = R"(
  ld.global.u32 %r6, [%rd0$];  // HERE
again:
  add.u32 %r7, %r6, 3;
  atom.global.cas.b32 %r8, [%rd0], %r6, %r7;  // THERE
  setp.ne.u32 %p1, %r8, %r6;
  mov.u32 %r6, %r8;
  @%p1 bra again;)";
  expectClean(replaced(body, ""), {2, 64});
  std::string wrong = replaced(body, "+0];  mov.u64 %rd5, %rd0; ld.global.u32 %r6, [%rd5");
  wrong.replace(wrong.find("ld.global"), 9, "ld.relaxed.gpu.global");
  expectFound(Check::Races, wrong, {2, 64});
}

TEST(CheckRaces, AGuessOfAVariableForASwap) {
  const std::string body = R"(
  .shared .align 4 .b32 lock;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 st.shared.u32 [lock], 0;
  bar.sync 0;
  ld.shared.u32 %r6, [lock];  // HERE
  mov.u32 %r10, $;
again:
  add.u32 %r7, %r6, 3;
  atom.shared.cas.b32 %r8, [%r10], %r6, %r7;  // THERE
  setp.ne.u32 %p1, %r8, %r6;
  mov.u32 %r6, %r8;
  @%p1 bra again;)";
  expectClean(replaced(body, "lock"), {1, 64});
  // Another instruction may have made it another place's.
  expectFound(Check::Races, replaced(body, "lock; add.u32 %r10, %r10, 0"), {1, 64});
}

TEST(CheckRaces, LanesOfOneStoreWriteOnePlace) {
  expectPair(Check::WarpRaces, R"(
  and.b32 %r6, %r4, $;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r6], %r0;  // HERE THERE
  )",
             "4", "124", {1, 32});
}

TEST(CheckRaces, WarpSyncReductionTree) {
  expectPair(Check::WarpRaces, R"(
  mov.u32 %r8, 64;
  st.shared.u32 [%r5], %r0;
  bar.warp.sync 0xffffffff;
loop:
  xor.b32 %r6, %r4, %r8;
  add.u32 %r6, %r6, %r2;
  ld.shared.u32 %r7, [%r6];  // HERE
  ld.shared.u32 %r9, [%r5];
  add.u32 %r9, %r9, %r7;
  bar.warp.sync 0xffffffff;
  st.shared.u32 [%r5], %r9;  // THERE
  $
  shr.u32 %r8, %r8, 1;
  setp.ge.u32 %p1, %r8, 4;
  @%p1 bra loop;
  st.global.u32 [%rd1], %r9;)",
             "", "bar.warp.sync 0xffffffff;", {1, 32});
}

//===----------------------------------------------------------------------===//
// Between blocks
//===----------------------------------------------------------------------===//

TEST(CheckRaces, BlocksWriteOnePlace) {
  expectPair(Check::Races, R"(
  setp.eq.u32 %p1, %r0, 0;
  mul.lo.u32 %r6, %r1, $;
  cvt.u64.u32 %rd2, %r6;
  add.u64 %rd2, %rd2, %rd0;
  @%p1 st.global.u32 [%rd2], %r1;  // HERE THERE
  )",
             "0", "4", {4, 32});
}

TEST(CheckRaces, ABlockReadsWhatAnotherWrites) {
  expectPair(Check::Races, R"(
  setp.eq.u32 %p1, %r0, 0;
  mul.lo.u32 %r6, %r1, 4;
  cvt.u64.u32 %rd2, %r6;
  add.u64 %rd2, %rd2, %rd0;
  @%p1 st.global.u32 [%rd2+$], %r1;  // THERE
  @%p1 ld.global.u32 %r7, [%rd2];  // HERE
  @%p1 st.global.u32 [%rd2+512], %r7;)",
             "4", "128", {4, 32});
}

static const char *lastBlock = R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd0;
  st.global.u32 [%rd2], %r1;  // THERE
  $
  atom.global.inc.u32 %r6, [%rd0+1024], 3;
  setp.ne.u32 %p2, %r6, 3;
  @%p2 bra done;
  # ld.global.u32 %r7, [%rd0];
  ld.global.u32 %r8, [%rd0+4];
  ld.global.u32 %r9, [%rd0+8];  // HERE
  add.u32 %r7, %r7, %r8;
  add.u32 %r7, %r7, %r9;
  st.global.u32 [%rd0+2048], %r7;
done:)";

static std::string withReader(std::string text, const std::string &fence) {
  text.replace(text.find('#'), 1, fence);
  return text;
}

TEST(CheckRaces, LastBlockNeedsAFenceBeforeItsTicket) {
  expectPair(Check::Races, withReader(lastBlock, "membar.gl;"), "", "membar.gl;", {4, 32});
}

TEST(CheckRaces, LastBlockNeedsAFenceAfterItsTicket) {
  expectFound(Check::Races, replaced(withReader(lastBlock, ""), "membar.gl;"), {4, 32});
}

// Each thread has its fence, one of them the ticket, and a barrier lies between.
static const char *lastBlockOfAll = R"(
  mul.wide.u32 %rd2, %r1, 256;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r0;  // THERE
  $
  bar.sync 0;
  setp.eq.u32 %p1, %r0, 0;
  @%p1 atom.global.inc.u32 %r6, [%rd0+4096], 3;
  @%p1 st.shared.u32 [%r2], %r6;
  bar.sync 0;
  ld.shared.u32 %r6, [%r2];
  setp.ne.u32 %p2, %r6, 3;
  @%p2 bra done;
  #
  mul.wide.u32 %rd2, %r0, 4;
  add.u64 %rd2, %rd2, %rd0;
  ld.global.u32 %r7, [%rd2];  // HERE
  st.global.u32 [%rd2+8192], %r7;
done:)";

TEST(CheckRaces, FencesOfAllBeforeTheTicketOfOne) {
  expectPair(Check::Races, withReader(lastBlockOfAll, "membar.gl;"), "", "membar.gl;", {4, 64});
  expectPair(Check::Races, withReader(lastBlockOfAll, "membar.gl;"), "membar.cta;", "membar.gl;",
             {4, 64});
}

TEST(CheckRaces, FencesOfAllAfterTheTicketOfOne) {
  expectFound(Check::Races, replaced(withReader(lastBlockOfAll, ""), "membar.gl;"), {4, 64});
}

TEST(CheckRaces, AFenceOfABlockReachesNoOther) {
  expectPair(Check::Races, withReader(lastBlock, "fence.acq_rel.gpu;"), "fence.acq_rel.cta;",
             "fence.acq_rel.gpu;", {4, 32});
}

TEST(CheckRaces, AtomicsWithAnOrderNeedNoFence) {
  const std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd2, %rd0;
  st.global.u32 [%rd2], %r1;  // THERE
  atom.$.gpu.global.inc.u32 %r6, [%rd0+1024], 3;
  setp.ne.u32 %p2, %r6, 3;
  @%p2 bra done;
  ld.global.u32 %r9, [%rd0+8];  // HERE
  st.global.u32 [%rd0+2048], %r9;
done:)";
  expectPair(Check::Races, body, "relaxed", "acq_rel", {4, 32});
  expectFound(Check::Races, replaced(body, "acquire"), {4, 32});
}

TEST(CheckRaces, AtomicsOfABlockRaceBetweenBlocks) {
  expectPair(Check::Races, R"(
  atom.relaxed.$.global.add.u32 %r6, [%rd0], 1;  // HERE THERE
  )",
             "cta", "gpu", {2, 32});
}

TEST(CheckRaces, AFlagIsPassedByReleaseAndAcquire) {
  const std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  setp.ne.u32 %p2, %r1, 0;
  @%p2 bra reader;
  st.global.u32 [%rd0], 42;  // THERE
  st.$.gpu.global.u32 [%rd0+512], 1;
  bra done;
reader:
  ld.acquire.gpu.global.u32 %r6, [%rd0+512];
  setp.eq.u32 %p3, %r6, 0;
  @%p3 bra reader;
  ld.global.u32 %r7, [%rd0];  // HERE
  st.global.u32 [%rd0+1024], %r7;
done:)";
  expectPair(Check::Races, body, "relaxed", "release", {2, 32, 0, true});
}

TEST(CheckRaces, VolatileFlagsNeedFences) {
  const std::string body = R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  setp.ne.u32 %p2, %r1, 0;
  @%p2 bra reader;
  st.global.u32 [%rd0], 42;  // THERE
  $
  st.volatile.global.u32 [%rd0+512], 1;
  bra done;
reader:
  ld.volatile.global.u32 %r6, [%rd0+512];
  setp.eq.u32 %p3, %r6, 0;
  @%p3 bra reader;
  $
  ld.global.u32 %r7, [%rd0];  // HERE
  st.global.u32 [%rd0+1024], %r7;
done:)";
  expectPair(Check::Races, body, "", "membar.gl;", {2, 32, 0, true});
}

TEST(CheckRaces, PlainFlagsRaceThemselves) {
  expectPair(Check::Races, R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  setp.ne.u32 %p2, %r1, 0;
  @%p2 bra reader;
  st.$global.u32 [%rd0+512], 1;  // THERE
  bra done;
reader:
  ld.relaxed.gpu.global.u32 %r6, [%rd0+512];  // HERE
  setp.eq.u32 %p3, %r6, 0;
  @%p3 bra reader;
done:)",
             "", "relaxed.gpu.", {2, 32, 0, true});
}

static const char *lock = R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
take:
  atom.relaxed.gpu.global.cas.b32 %r6, [%rd0], 0, 1;
  setp.ne.u32 %p2, %r6, 0;
  @%p2 bra take;
  fence.acq_rel.gpu;
  ld.global.u32 %r7, [%rd0+128];  // HERE
  add.u32 %r7, %r7, 1;
  st.global.u32 [%rd0+128], %r7;  // THERE
  $
  atom.relaxed.gpu.global.exch.b32 %r8, [%rd0], 0;
done:)";

TEST(CheckRaces, ALockNeedsAFenceBeforeItIsLeft) {
  expectPair(Check::Races, lock, "", "fence.acq_rel.gpu;", {3, 32, 0, true});
}

TEST(CheckRaces, ALockThatAPlainStoreOpens) {
  std::string text = lock;
  text.replace(text.find("atom.relaxed.gpu.global.exch.b32 %r8, [%rd0], 0;"), 48,
               "st.$global.u32 [%rd0], 0; //");
  // The lock's own word: a weak store against the others' `cas`.
  text =
      replaced(text.substr(0, text.find('$')), "fence.acq_rel.gpu;") + text.substr(text.find('$'));
  std::string wrong = text;
  wrong.replace(wrong.find("// HERE"), 7, "");
  wrong.replace(wrong.find("// THERE"), 8, "");
  wrong.replace(wrong.find("cas.b32 %r6, [%rd0], 0, 1;"), 26, "cas.b32 %r6, [%rd0], 0, 1; // HERE");
  size_t last = wrong.find("st.$global.u32 [%rd0], 0; //");
  wrong.replace(last, 28, "st.global.u32 [%rd0], 0; // THERE ");
  expectFound(Check::Races, replaced(wrong, ""), {3, 32, 0, true});
}

TEST(CheckRaces, KernelsEndBeforeTheNextBegins) {
  Result<std::unique_ptr<Module>> module =
      Module::parse(kernelText("xor.b32 %r6, %r4, 128;\n cvt.u64.u32 %rd2, %r6;\n"
                               "add.u64 %rd2, %rd2, %rd0;\n ld.global.u32 %r7, [%rd2+512];\n"
                               "st.global.u32 [%rd1], %r7;",
                               "sm_90a"));
  ASSERT_TRUE(module) << module.error();
  Memory memory;
  char *words = static_cast<char *>(memory.allocate(4096));
  std::memset(words, 0, 4096);
  Checker checker(*Checker::parse("all"));
  LaunchOptions options;
  options.observer = &checker;
  for (int shift : {0, 512}) {
    char *from = words + shift;
    const void *arguments[] = {&from};
    ASSERT_TRUE(launch(*(*module)->find("k"), {1}, {64}, 0, arguments, memory, options));
  }
  EXPECT_EQ(checker.total(), 0u);
}

//===----------------------------------------------------------------------===//
// Within a cluster
//===----------------------------------------------------------------------===//

TEST(CheckRaces, SharedMemoryOfAnotherBlock) {
  const std::string body = R"(
  mov.u32 %r6, %cluster_ctarank;
  xor.b32 %r7, %r6, 1;
  mapa.shared::cluster.u32 %r8, %r5, %r7;
  st.shared::cluster.u32 [%r8], %r0;  // THERE
  barrier.cluster.arrive$;
  barrier.cluster.wait;
  ld.shared.u32 %r9, [%r5];  // HERE
  st.global.u32 [%rd1], %r9;)";
  Shape shape{2, 64, 2};
  shape.checks = "all,-same-value";
  expectFound(Check::Races, replaced(body, ".relaxed"), shape);
  std::string right = replaced(body, "");
  right.replace(
      right.find("st.global.u32 [%rd1], %r9;"), 26,
      "mul.wide.u32 %rd2, %r6, 256; add.u64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r9;");
  expectClean(right, shape);
}

TEST(CheckRaces, ABlockEndsBeforeAnotherReadsItsMemory) {
  const std::string body = R"(
  mov.u32 %r6, %cluster_ctarank;
  st.shared.u32 [%r5], %r0;
  barrier.cluster.arrive;
  barrier.cluster.wait;
  xor.b32 %r7, %r6, 1;
  mapa.shared::cluster.u32 %r8, %r5, %r7;
  ld.shared::cluster.u32 %r9, [%r8];  // HERE
  mul.wide.u32 %rd2, %r6, 256;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r9;
  $)";
  Shape shape{2, 64, 2};
  expectClean(replaced(body, "barrier.cluster.arrive; barrier.cluster.wait;"), shape);
  // The schedule decides whether it has ended; that it may have shows in each.
  for (Schedule schedule : bothSchedules) {
    std::string ptx = kernelText(replaced(body, ""), shape.target);
    uint32_t line = lineOf(ptx, "// HERE");
    Outcome found = outcome(ptx, shape, schedule);
    bool any = false;
    for (const Finding &finding : found.findings)
      any |= finding.check == Check::Pending &&
             (finding.at.line == line || finding.other.line == line);
    EXPECT_TRUE(any) << static_cast<int>(schedule) << found.all();
  }
}
