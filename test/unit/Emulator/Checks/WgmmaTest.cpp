// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma: registers and shared memory between issue and wait, and fences before.
#include "Pairs.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

// A product of 64 x 8 x 16 in f16: A at `s`, B 2048 bytes after it, both without a
// swizzle. The marks in braces are replaced one by one.
static const char *product = R"(
  st.shared.u32 [%r5], 0;
  st.shared.u32 [%r5+512], 0;
  st.shared.u32 [%r5+1024], 0;
  st.shared.u32 [%r5+1536], 0;
  st.shared.u32 [%r5+2048], 0;
  {proxy}
  bar.sync 0;
  shr.u32 %r6, %r2, 4;
  cvt.u64.u32 %rd2, %r6;
  or.b64 %rd2, %rd2, 0x0000001000080000;
  add.u64 %rd3, %rd2, 128;
  mov.f32 %f0, 0f00000000;
  mov.f32 %f1, 0f00000000;
  mov.f32 %f2, 0f00000000;
  mov.f32 %f3, 0f00000000;
  setp.ne.u32 %p1, %r0, %r0;
  mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r12, 0; mov.u32 %r13, 0;
  {fence}
  {mma}
  wgmma.commit_group.sync.aligned;
  {before}
  wgmma.wait_group.sync.aligned {left};
  {after}
  add.f32 %f5, %f0, %f1;
  st.global.f32 [%rd1], %f5;)";

struct Marks {
  std::string proxy = "fence.proxy.async.shared::cta;";
  std::string fence = "wgmma.fence.sync.aligned;";
  std::string mma = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, "
                    "%rd3, %p1, 1, 1, 0, 0;";
  std::string before, left = "0", after;
};

static std::string text(const Marks &marks) {
  std::string result = product;
  auto put = [&](const std::string &mark, const std::string &by) {
    result.replace(result.find(mark), mark.size(), by);
  };
  put("{proxy}", marks.proxy);
  put("{fence}", marks.fence);
  put("{mma}", marks.mma);
  put("{before}", marks.before);
  put("{left}", marks.left);
  put("{after}", marks.after);
  return result;
}

static std::string marked(std::string line, const char *mark) {
  return line + " // " + mark + "\n";
}

static const char *fragmentMma =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, "
    "{%r10, %r11, %r12, %r13}, %rd3, %p1, 1, 1, 0;";

static const Shape group{1, 128};

TEST(CheckWgmma, InOrder) {
  expectClean(text({}), group);
  Marks marks;
  marks.mma = fragmentMma;
  expectClean(text(marks), group);
}

TEST(CheckWgmma, TwoThatAddToOneAccumulator) {
  Marks marks;
  marks.mma += "\n" + marks.mma;
  expectClean(text(marks), group);
}

TEST(CheckWgmma, AccumulatorsAreReadBeforeTheWait) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.before = marked("add.f32 %f6, %f2, %f2;", "HERE");
  expectFound(Check::Wgmma, text(marks), group);
  std::swap(marks.before, marks.after);
  expectClean(text(marks), group);
}

TEST(CheckWgmma, AccumulatorsAreWrittenBeforeTheWait) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.before = marked("mov.f32 %f2, 0f00000000;", "HERE");
  expectFound(Check::Wgmma, text(marks), group);
  std::swap(marks.before, marks.after);
  expectClean(text(marks), group);
}

TEST(CheckWgmma, TheWaitLeavesOneGroupTooMany) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.left = "1";
  marks.after = marked("add.f32 %f6, %f2, %f2;", "HERE");
  expectFound(Check::Wgmma, text(marks), group);
  marks.left = "0";
  expectClean(text(marks), group);
}

TEST(CheckWgmma, FragmentsAreWrittenBeforeTheWait) {
  Marks marks;
  marks.mma = marked(fragmentMma, "THERE");
  marks.before = marked("mov.u32 %r11, 7;", "HERE");
  expectFound(Check::Wgmma, text(marks), group);
  std::swap(marks.before, marks.after);
  expectClean(text(marks), group);
}

TEST(CheckWgmma, TheFirstNeedsAFence) {
  Marks marks;
  marks.mma = marked(marks.mma, "HERE");
  marks.fence = "";
  expectFound(Check::Wgmma, text(marks), group);
}

TEST(CheckWgmma, RegistersThatWereWrittenNeedAFence) {
  Marks marks;
  marks.mma = marked(marks.mma, "HERE");
  marks.fence = "wgmma.fence.sync.aligned; mov.f32 %f3, 0f3f800000;";
  expectFound(Check::Wgmma, text(marks), group);
  marks.fence = "mov.f32 %f3, 0f3f800000; wgmma.fence.sync.aligned;";
  expectClean(text(marks), group);
}

TEST(CheckWgmma, StoresNeedAProxyFence) {
  Marks marks;
  std::string wrong = text(marks);
  marks.proxy = "";
  marks.mma = marked(marks.mma, "HERE");
  wrong = text(marks);
  wrong.replace(wrong.find("st.shared.u32 [%r5], 0;"), 23, "st.shared.u32 [%r5], 0; // THERE");
  expectFound(Check::Proxy, wrong, group);
}

TEST(CheckWgmma, OperandsAreOverwritten) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.before = marked("st.shared.u32 [%r5], 1;", "HERE");
  expectFound(Check::Async, text(marks), group);
  marks.before = "";
  marks.after = "bar.sync 0; st.shared.u32 [%r5], 1;";
  expectClean(text(marks), group);
}

TEST(CheckWgmma, OneWarpsWaitIsTheWarpgroups) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.after = "st.shared.u32 [%r5+2048], 1;";
  expectClean(text(marks), group);
  // Another warpgroup must be told.
  std::string two = text(marks);
  for (size_t at = 0; (at = two.find("  st.shared.u32 [%r5", at)) < two.find("fence.proxy");)
    two.replace(at, 2, "  @%p5 "), at += 8;
  two = "  setp.lt.u32 %p5, %r0, 128;" + two;
  two.replace(two.find("bar.sync 0;"), 11, "bar.sync 0; @!%p5 bra other;");
  two += "\n bra done;\nother:\n $\n st.shared.u32 [%r5+1536], 2; // HERE\ndone:";
  two.replace(two.find("st.shared.u32 [%r5+2048], 1;"), 28, "# bar.sync 1, 256;");
  std::string wrong = two;
  wrong.replace(wrong.find("# bar.sync 1, 256;"), 18, "");
  expectFound(Check::Async, replaced(wrong, ""), {1, 256});
  two.replace(two.find('#'), 1, "");
  expectClean(replaced(two, "bar.sync 1, 256;"), {1, 256});
}

TEST(CheckWgmma, PendingAtTheEnd) {
  Marks marks;
  marks.mma = marked(marks.mma, "THERE");
  marks.before = marked("exit;", "HERE");
  expectFound(Check::Pending, text(marks), group);
}
