// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads of what nobody wrote: memory of each kind, and registers.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(CheckInit, SharedMemory) {
  expectPair(Check::InitShared, R"(
  $
  bar.sync 0;
  ld.shared.u32 %r7, [%r5];  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "st.shared.u32 [%r5], %r0;");
}

TEST(CheckInit, AByteOfAVectorInSharedMemory) {
  expectPair(Check::InitShared, R"(
  setp.eq.u32 %p1, %r0, 0;
  @!%p1 bra done;
  cvt.u16.u32 %h0, %r0;
  st.shared.v2.u32 [%r2], {%r0, %r0};
  st.shared.u16 [%r2+8], %h0;
  st.shared.u8 [%r2+10], %h0;
  st.shared.u8 [%r2+$], %h0;
  ld.shared.v2.u32 {%r7, %r8}, [%r2+8];  // HERE
  st.global.v2.u32 [%rd1], {%r7, %r8};
done:)",
             "12", "11], %h0; st.shared.u32 [%r2+12], %r0; //");
}

TEST(CheckInit, AtomicsReadToo) {
  expectPair(Check::InitShared, R"(
  setp.eq.u32 %p1, %r0, 0;
  $
  bar.sync 0;
  red.shared.add.u32 [%r2], 1;  // HERE
  )",
             "", "@%p1 st.shared.u32 [%r2], 0;");
}

TEST(CheckInit, SharedMemoryOfEachBlockIsNew) {
  expectPair(Check::InitShared, R"(
  setp.eq.u32 %p1, %r1, $;
  @%p1 st.shared.u32 [%r5], %r0;
  ld.shared.u32 %r7, [%r5];  // HERE
  mul.wide.u32 %rd2, %r1, 256;
  add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r7;)",
             "0", "%r1", {2, 64});
}

TEST(CheckInit, GlobalMemory) {
  Shape shape;
  shape.unwrittenFrom = 64;
  expectPair(Check::InitGlobal, R"(
  ld.global.u32 %r7, [%rd1+$];  // HERE
  st.global.u32 [%rd1+1024], %r7;
  ld.global.u32 %r8, [%rd1+1024];)",
             "4", "0", shape);
}

TEST(CheckInit, WhatAnotherKernelWroteIsWritten) {
  Shape shape;
  shape.unwrittenFrom = 0;
  expectPair(Check::InitGlobal, R"(
  $
  red.global.add.u32 [%rd1], 1;  // HERE
  )",
             "", "st.global.u32 [%rd1], 0;", shape);
}

// Each thread takes and frees `rounds` times, more than the heap has in all.
static Outcome runOnHeap(const std::string &body, const std::string &rounds, Schedule schedule) {
  std::string ptx = kernelText(R"(
  .param .b64 size, place;
  mov.u32 %r10, 0;
again:
  st.param.b64 [size], 4096;
  call (place), malloc, (size);
  ld.param.b64 %rd5, [place];
)" + body + R"(
  ld.u32 %r11, [%rd5];
  st.global.u32 [%rd1], %r11;
  st.param.b64 [size], %rd5;
  call free, (size);
  add.u32 %r10, %r10, 1;
  setp.lt.u32 %p1, %r10, )" + rounds +
                                   R"(;
  @%p1 bra again;)",
                               "sm_80");
  ptx.insert(ptx.find(".visible"), ".extern .func (.param .b64 r) malloc(.param .b64 n);\n"
                                   ".extern .func free(.param .b64 p);\n");
  return outcome(ptx, {1, 64}, schedule);
}

TEST(CheckInit, MemoryOfTheHeap) {
  for (Schedule schedule : bothSchedules) {
    Outcome right = runOnHeap("st.u32 [%rd5], %r0;", "64", schedule);
    EXPECT_TRUE(right.findings.empty() && right.error.empty()) << right.all();
    Outcome wrong = runOnHeap("st.u32 [%rd5+4], %r0;", "1", schedule);
    ASSERT_EQ(wrong.findings.size(), 1u) << wrong.all();
    EXPECT_EQ(wrong.findings[0].check, Check::InitGlobal);
  }
}

TEST(CheckInit, LocalMemory) {
  expectPair(Check::InitLocal, R"(
  .local .align 8 .b8 array[64];
  mov.u32 %r6, array;
  and.b32 %r7, %r4, 28;
  add.u32 %r6, %r6, %r7;
  st.local.u32 [%r6], %r0;
  ld.local.u32 %r8, [%r6+$];  // HERE
  st.global.u32 [%rd1], %r8;)",
             "4", "0");
}

TEST(CheckInit, LocalMemoryOfEachThread) {
  expectPair(Check::InitLocal, R"(
  .local .align 8 .b8 array[64];
  setp.lt.u32 %p1, %r0, $;
  @%p1 st.local.u32 [array], %r0;
  ld.local.u32 %r8, [array];  // HERE
  st.global.u32 [%rd1], %r8;)",
             "40", "64");
}

TEST(CheckRegisters, ReadBeforeTheyAreWritten) {
  expectPair(Check::Registers, R"(
  $
  add.u32 %r7, %r6, 1;  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "mov.u32 %r6, 3;");
}

TEST(CheckRegisters, AGuardedWriteCountsForItsLanes) {
  expectPair(Check::Registers, R"(
  setp.lt.u32 %p1, %r0, 40;
  @%p1 mov.u32 %r6, 3;
  $ add.u32 %r7, %r6, 1;  // HERE
  $ st.global.u32 [%rd1], %r7;)",
             "", "@%p1");
}

TEST(CheckRegisters, BothSidesOfABranchWrite) {
  expectPair(Check::Registers, R"(
  setp.lt.u32 %p1, %r0, 40;
  @%p1 bra small;
  mov.u32 %r$, 5;
  bra join;
small:
  mov.u32 %r6, 3;
join:
  mul.lo.u32 %r7, %r6, %r0;  // HERE
  st.global.u32 [%rd1], %r7;)",
             "8", "6");
}

TEST(CheckRegisters, Predicates) {
  expectPair(Check::Registers, R"(
  $
  selp.u32 %r7, 1, 2, %p3;  // HERE
  st.global.u32 [%rd1], %r7;)",
             "", "setp.eq.u32 %p3, %r0, 0;");
}

TEST(CheckRegisters, Guards) {
  expectPair(Check::Registers, R"(
  $
  @%p3 st.global.u32 [%rd1], %r0;  // HERE
  )",
             "", "setp.eq.u32 %p3, %r0, 0;");
}

TEST(CheckRegisters, Addresses) {
  expectPair(Check::Registers, R"(
  $
  @%p1 st.global.u32 [%rd5], %r0;  // HERE
  )",
             "setp.eq.u32 %p1, %r0, 0; @!%p1 mov.u64 %rd5, %rd1; ld.global.u32 %r9, [%rd0]; "
             "setp.ne.u32 %p2, %r0, %r0; @%p2 mov.u64 %rd5, %rd1; and.pred %p1, %p1, %p1;",
             "setp.eq.u32 %p1, %r0, 0; @%p1 mov.u64 %rd5, %rd1;");
}

TEST(CheckRegisters, MovesHandOnWhatTheyFind) {
  expectPair(Check::Registers, R"(
  mov.u32 %r7, %r6;
  mov.b64 %rd3, {%r7, %r6};
  mov.u32 %r8, %r7;
  $ st.global.u32 [%rd1], %r8;  // HERE
  )",
             "", "mov.u32 %r8, %r0;");
}

TEST(CheckRegisters, StoresRead) {
  expectPair(Check::Registers, R"(
  $
  st.global.v2.u32 [%rd1], {%r0, %r6};  // HERE
  )",
             "shl.b32 %r7, %r0, 3; cvt.u64.u32 %rd2, %r7; add.u64 %rd1, %rd0, %rd2;",
             "mov.u32 %r6, 1; shl.b32 %r7, %r0, 3; cvt.u64.u32 %rd2, %r7; add.u64 %rd1, %rd0, "
             "%rd2;");
}
