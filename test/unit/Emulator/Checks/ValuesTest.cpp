// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of values, and faults in the form of findings.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(CheckValues, ShufflesFromLanesThatTakeNoPart) {
  expectPair(Check::Shuffle, R"(
  setp.lt.u32 %p1, %r0, 16;
  @!%p1 bra done;
  shfl.sync.bfly.b32 %r7, %r0, $, 0x1f, 0xffff;  // HERE
  st.global.u32 [%rd1], %r7;
done:)",
             "16", "8", {1, 32});
}

TEST(CheckValues, ShufflesInAPartOfAWarp) {
  expectPair(Check::Shuffle, R"(
  shfl.sync.down.b32 %r7, %r0, 4, $, 0xffffffff;  // HERE
  st.global.u32 [%rd1], %r7;)",
             "0x1f", "0x181f", {1, 40});
}

TEST(CheckValues, DivisionByZero) {
  expectPair(Check::Division, R"(
  sub.u32 %r6, %r0, $;
  div.u32 %r7, 100, %r6;  // HERE
  st.global.u32 [%rd1], %r7;)",
             "37", "100");
}

TEST(CheckValues, RemainderByZero) {
  expectPair(Check::Division, R"(
  cvt.u64.u32 %rd2, %r0;
  sub.u64 %rd2, %rd2, $;
  rem.s64 %rd3, %rd1, %rd2;  // HERE
  st.global.u32 [%rd1], %r0;)",
             "63", "64");
}

TEST(CheckValues, FirstNaN) {
  Shape shape;
  shape.checks = "all,nan";
  expectPair(Check::Nan, R"(
  cvt.rn.f32.u32 %f1, %r0;
  sub.f32 %f1, %f1, $;
  sqrt.rn.f32 %f2, %f1;  // HERE
  add.f32 %f3, %f2, %f2;
  st.global.f32 [%rd1], %f3;)",
             "0f3F800000", "0f80000000", shape);
}

TEST(CheckValues, OnlyTheFirstNaNIsNews) {
  Shape shape;
  shape.checks = "nan";
  std::string ptx = kernelText(R"(
  cvt.rn.f32.u32 %f1, %r0;
  rcp.rn.f32 %f2, %f1;  // HERE
  mul.f32 %f3, %f2, %f1;
  add.f32 %f3, %f3, %f2;
  cvt.rn.f16.f32 %h1, %f3;
  st.global.f32 [%rd1], %f3;)",
                               "sm_90a");
  Outcome found = outcome(ptx, shape, Schedule::Default);
  ASSERT_EQ(found.findings.size(), 1u) << found.all();
  EXPECT_EQ(found.findings[0].at.line, lineOf(ptx, "// HERE"));
  EXPECT_EQ(found.findings[0].at.lane, 0u);
}

TEST(CheckValues, InfinityOfANarrowerType) {
  Shape shape;
  shape.checks = "nan";
  expectPair(Check::Nan, R"(
  mov.f32 %f1, $;
  cvt.rn.f16.f32 %h1, %f1;  // HERE
  st.global.b16 [%rd1], %h1;)",
             "0f47C35000", "0f42C80000", shape);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST(CheckFaults, OutOfBounds) {
  expectPair(Check::Bounds, R"(
  ld.global.u32 %r7, [%rd1+$];  // HERE
  )",
             "16200", "16128");
}

TEST(CheckFaults, Misaligned) {
  expectPair(Check::Bounds, R"(
  ld.shared.u32 %r7, [%r2+$];  // HERE
  )",
             "2", "4", {1, 64, 0, false, "all,-init-shared"});
}

TEST(CheckFaults, BarrierDivergence) {
  expectPair(Check::Barriers, R"(
  setp.lt.u32 %p1, %r0, $;
  @%p1 bra low;
  bar.sync 0;
  bra done;
low:
  bar.sync 0;  // HERE
done:)",
             "16", "32");
}

TEST(CheckFaults, BarrierCounts) {
  expectPair(Check::Barriers, R"(
  setp.lt.u32 %p1, %r0, 32;
  @%p1 bra low;
  bar.sync 1, 64;  // HERE
  bra done;
low:
  bar.sync 1, $;
done:)",
             "96", "64", {1, 64});
}

TEST(CheckFaults, Deadlock) {
  expectPair(Check::Deadlock, R"(
  setp.lt.u32 %p1, %r0, 32;
  @%p1 bra done;
  bar.sync 1, $;  // HERE
done:)",
             "64", "32");
}

TEST(CheckFaults, FreedMemory) {
  Result<std::unique_ptr<Module>> module =
      Module::parse(kernelText("ld.global.u32 %r7, [%rd1];", "sm_90a"));
  ASSERT_TRUE(module) << module.error();
  Memory memory;
  void *words = memory.allocate(1 << 20);
  Checker checker(*Checker::parse("all"));
  checker.allocated(words, 1 << 20);
  checker.written(words, 1 << 20);
  LaunchOptions options;
  options.observer = &checker;
  const void *arguments[] = {&words};
  ASSERT_TRUE(launch(*(*module)->find("k"), {1}, {64}, 0, arguments, memory, options));
  EXPECT_EQ(checker.total(), 0u);
  memory.free(words);
  checker.freed(words);
  EXPECT_FALSE(launch(*(*module)->find("k"), {1}, {64}, 0, arguments, memory, options));
  ASSERT_EQ(checker.findings().size(), 1u);
  EXPECT_EQ(checker.findings()[0].check, Check::Freed);
}

//===----------------------------------------------------------------------===//
// The checker itself
//===----------------------------------------------------------------------===//

TEST(Checker, Names) {
  EXPECT_EQ(Checker::parse("none")->bits, 0u);
  EXPECT_FALSE(Checker::parse("all")->has(Check::Nan));
  EXPECT_TRUE(Checker::parse("all,nan")->has(Check::Nan));
  Checks some = *Checker::parse("races,init");
  EXPECT_TRUE(some.has(Check::Races) && some.has(Check::InitLocal) && some.has(Check::InitShared));
  EXPECT_FALSE(some.has(Check::WarpRaces));
  EXPECT_FALSE(Checker::parse("all,-races")->has(Check::Races));
  EXPECT_TRUE(Checker::parse("-races")->has(Check::Async));
  for (const char *wrong : {"rases", "all,", "-all", "races,,init"})
    EXPECT_FALSE(Checker::parse(wrong)) << wrong;
  for (unsigned i = 0; i < numChecks; ++i)
    EXPECT_EQ(Checker::parse(checkName(static_cast<Check>(i)))->bits, 1u << i);
}

static const char *racy = R"(
  xor.b32 %r6, %r4, 128;
  add.u32 %r6, %r6, %r2;
  st.shared.u32 [%r5], %r0;
  ld.shared.u32 %r7, [%r6];
  st.global.u32 [%rd1], %r7;)";

TEST(Checker, FindingsNameBothSides) {
  Shape shape;
  shape.checks = "races";
  Outcome found = outcome(kernelText(racy, "sm_90a"), shape, Schedule::EagerPriority);
  ASSERT_FALSE(found.findings.empty());
  const Finding &finding = found.findings[0];
  EXPECT_GT(finding.count, 1u);
  EXPECT_EQ(finding.kernel, "k");
  EXPECT_NE(finding.at.warp, finding.other.warp);
  EXPECT_EQ(finding.bytes, 4u);
  EXPECT_EQ(finding.space, Space::Shared);
  for (const char *part :
       {"kernel 'k'", "PTX line 24 (st.shared.u32)", "PTX line 25 (ld.shared.u32)",
        "block (0, 0, 0)", "warp ", "lane ", "[races]"})
    EXPECT_NE(finding.message.find(part), std::string::npos) << part << " in " << finding.message;
}

TEST(Checker, TheFirstFindingMayEndTheLaunch) {
  Result<std::unique_ptr<Module>> module = Module::parse(kernelText(racy, "sm_90a"));
  ASSERT_TRUE(module) << module.error();
  Memory memory;
  void *words = memory.allocate(4096);
  Checker::Options stops;
  stops.stopAtFirst = true;
  Checker checker(*Checker::parse("races"), stops);
  LaunchOptions options;
  options.observer = &checker;
  const void *arguments[] = {&words};
  Status status = launch(*(*module)->find("k"), {1}, {64}, 0, arguments, memory, options);
  ASSERT_FALSE(status);
  EXPECT_EQ(checker.findings().size(), 1u);
  EXPECT_EQ(status.error(), checker.findings()[0].message);
}

TEST(Checker, ChecksThatAreOffFindNothing) {
  Shape shape;
  shape.checks = "all,-races,-init";
  EXPECT_TRUE(outcome(kernelText(racy, "sm_90a"), shape, Schedule::EagerPriority).findings.empty());
}
