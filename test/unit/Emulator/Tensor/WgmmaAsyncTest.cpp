// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When wgmma.mma_async reads and writes, what observers hear of it, and what it refuses.
#include "Wgmma.h"

#include "halftone/Emulator/Observer.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

TEST(TensorWgmmaAsync, GroupsAreDoneInOrder) {
  // Two products on one accumulator in groups of their own, with one wait for both and
  // with a wait for the first: sums in order, in every schedule.
  for (Schedule schedule :
       {Schedule::Default, Schedule::LazyRoundRobin, Schedule::EagerPriority, Schedule::Random})
    for (const char *wait : {"", "  wgmma.wait_group.sync.aligned 1;\n"}) {
      Case test;
      test.n = 32;
      test.widthA = test.widthB = 64;
      test.steps = 2;
      test.d = "f16";
      Problem problem(test);
      // The second group again, with other operands: 3 products in all.
      std::string before = problem.product(1);
      size_t at = before.find("%descA");
      before.insert(0, std::string(wait) + "  ld.param.u64 %descA, [da];\n  add.u64 %descA, "
                                           "%descA, %base;\n  ld.param.u64 %descB, [db];\n"
                                           "  add.u64 %descB, %descB, %base;\n");
      ASSERT_NE(at, std::string::npos);
      before += "  wgmma.commit_group.sync.aligned;\n";
      Values expected = problem.expected();
      for (size_t row = 0; row < 64; ++row)
        for (size_t column = 0; column < test.n; ++column)
          for (size_t k = 0; k < 16; ++k)
            expected.at(row, column) += problem.a.at(row, k) * problem.b.at(k, column);
      for (problem.seed = 1; problem.seed <= (schedule == Schedule::Random ? 8u : 1u);
           ++problem.seed)
        EXPECT_EQ(problem.run(schedule, before).values, expected.values) << problem.seed;
    }
}

TEST(TensorWgmmaAsync, AccumulatorsAreWrittenAtTheWait) {
  // A copy of an accumulator before the wait: old in the lazy schedule, new at once.
  Case test;
  test.n = 8;
  std::string before = "  mov.b32 %x0, %d0;\n", after = "  mov.b32 %d0, %x0;\n";
  Problem lazy(test), eager(test);
  Values old = lazy.run(Schedule::LazyRoundRobin, before, after, false);
  Values done = eager.run(Schedule::EagerPriority, before, after, false);
  EXPECT_EQ(old.at(0, 0), lazy.c.at(0, 0));
  EXPECT_EQ(done.values, eager.expected().values);
  EXPECT_EQ(old.at(0, 1), lazy.expected().at(0, 1));
}

TEST(TensorWgmmaAsync, OperandsAreReadAtTheWait) {
  // B is cleared between the issue and the wait.
  Case test;
  test.n = 8;
  test.widthB = 16;
  Problem lazy(test), eager(test);
  std::string before = "  bar.sync 1;\n  mov.u32 %t5, s;\n  mov.b32 %x1, 0;\n";
  for (size_t column = 0; column < 8; ++column)
    for (size_t k = 0; k < 16; k += 2)
      before +=
          "  st.shared.b32 [%t5+" + std::to_string(lazy.tileB.place(column, k).first) + "], %x1;\n";
  before += "  bar.sync 1;\n";
  EXPECT_EQ(lazy.run(Schedule::LazyRoundRobin, before, "", false).values, lazy.c.values);
  EXPECT_EQ(eager.run(Schedule::EagerPriority, before, "", false).values, eager.expected().values);
}

TEST(TensorWgmmaAsync, RegistersOfAAreReadAtTheWait) {
  Case test;
  test.n = 8;
  test.registersA = true;
  std::string before;
  for (int i = 0; i < 4; ++i)
    before += "  mov.b32 %a" + std::to_string(i) + ", 0;\n";
  Problem lazy(test), eager(test);
  EXPECT_EQ(lazy.run(Schedule::LazyRoundRobin, before, "", false).values, lazy.c.values);
  EXPECT_EQ(eager.run(Schedule::EagerPriority, before, "", false).values, eager.expected().values);
}

namespace {

/// What it is told of.
struct Recorder : Observer {
  std::vector<std::pair<uint32_t, std::vector<AsyncRange>>> issued; ///< of warps
  size_t commits = 0, waits = 0, fences = 0, done = 0;

  void asyncIssued(const Site &site, const AsyncOperation &operation) override {
    EXPECT_EQ(operation.kind, AsyncKind::Wgmma);
    issued.push_back({site.warp, {operation.ranges, operation.ranges + operation.numRanges}});
  }
  void asyncDone(AsyncId) override { ++done; }
  void asyncCommit(const Site &, AsyncKind kind, uint32_t) override {
    commits += kind == AsyncKind::Wgmma;
  }
  void asyncWait(const Site &, AsyncKind kind, uint32_t, uint32_t left, bool) override {
    waits += kind == AsyncKind::Wgmma && left == 0;
  }
  void fence(const Site &, uint32_t, FenceKind kind, Order, Scope) override {
    fences += kind == FenceKind::Wgmma;
  }
};

} // namespace

TEST(TensorWgmmaAsync, TellsWhatItReads) {
  Case test;
  test.n = 16;
  Problem problem(test);
  Recorder recorder;
  Device device(problem.text());
  device.options.observer = &recorder;
  uint32_t *d = device.array(std::vector<uint32_t>(128 * problem.numD));
  device.run("k", {1}, {128},
             {device.array(problem.memory), static_cast<uint32_t>(problem.memory.size()),
              device.array(problem.accumulators()), device.array(problem.registersOfA()), d,
              problem.tileA.descriptor(), problem.tileB.descriptor()},
             problem.memory.size());
  EXPECT_EQ(problem.results(d).values, problem.expected().values);
  EXPECT_EQ(recorder.commits, 4u);
  EXPECT_EQ(recorder.waits, 4u);
  EXPECT_EQ(recorder.fences, 4u);
  EXPECT_EQ(recorder.done, 4u);
  ASSERT_EQ(recorder.issued.size(), 4u);
  for (auto &[warp, ranges] : recorder.issued) {
    // Exactly the bytes of the warp's 16 rows of A and all of B.
    std::vector<bool> read(problem.memory.size()), needed(problem.memory.size());
    for (const AsyncRange &range : ranges) {
      EXPECT_EQ(range.space, Space::Shared);
      for (uint64_t i = 0; i < range.bytes; ++i)
        read[range.address + i] = true;
    }
    for (size_t k = 0; k < 16; ++k) {
      for (size_t row = 0; row < 16; ++row)
        for (size_t i = 0; i < 2; ++i)
          needed[problem.tileA.place(16 * warp + row, k).first + i] = true;
      for (size_t column = 0; column < 16; ++column)
        for (size_t i = 0; i < 2; ++i)
          needed[problem.tileB.place(column, k).first + i] = true;
    }
    EXPECT_EQ(read, needed) << warp;
  }
}

TEST(TensorWgmmaFaults, NameWhatIsWrong) {
  Case test;
  test.n = 8;
  Problem problem(test);
  auto error = [&](const std::string &text, uint32_t threads, uint64_t descriptorB) {
    Device device(text);
    uint32_t *d = device.array(std::vector<uint32_t>(128 * problem.numD));
    return device.error("k", {1}, {threads},
                        {device.array(problem.memory), static_cast<uint32_t>(problem.memory.size()),
                         device.array(problem.accumulators()), device.array(problem.registersOfA()),
                         d, problem.tileA.descriptor(), descriptorB},
                        problem.memory.size());
  };
  std::string text = problem.text();
  uint64_t descriptor = problem.tileB.descriptor();
  std::string few = error(text, 96, descriptor);
  EXPECT_NE(few.find("warpgroup of fewer than 128 threads"), std::string::npos) << few;
  std::string outside = error(text, 128, descriptor | 0x3fff);
  EXPECT_NE(outside.find("out-of-bounds access: 16 bytes at shared address"), std::string::npos)
      << outside;
  std::string uneven = text;
  uneven.insert(uneven.find("  wgmma.fence"), "  cvt.u64.u32 %rd5, %t0;\n"
                                              "  add.u64 %descB, %descB, %rd5;\n");
  uneven = error(uneven, 128, descriptor);
  EXPECT_NE(uneven.find("another matrix descriptor than lane 0"), std::string::npos) << uneven;
  EXPECT_NE(uneven.find("wgmma.mma_async.sync.aligned.m64n8k16"), std::string::npos) << uneven;
}

TEST(TensorWgmmaFaults, WarpsOfAWarpgroupGoTogether) {
  // Warp 2 ends before the product; it leaves the product out.
  Case test;
  Problem problem(test);
  auto error = [&](const std::string &text, Schedule schedule) {
    Device device(text);
    device.options.schedule = schedule;
    uint32_t *d = device.array(std::vector<uint32_t>(128 * problem.numD));
    return device.error("k", {1}, {128},
                        {device.array(problem.memory), static_cast<uint32_t>(problem.memory.size()),
                         device.array(problem.accumulators()), device.array(problem.registersOfA()),
                         d, problem.tileA.descriptor(), problem.tileB.descriptor()},
                        problem.memory.size());
  };
  std::string ends = problem.text(), leaves = ends;
  std::string isSecond = "  shr.u32 %t6, %t0, 5;\n  setp.eq.u32 %q, %t6, 2;\n";
  ends.insert(ends.find("  wgmma.fence"), isSecond + "  @%q exit;\n");
  leaves.insert(leaves.find("  wgmma.commit"), "SKIP:\n");
  leaves.insert(leaves.find("  wgmma.mma_async"), isSecond + "  @%q bra SKIP;\n");
  for (Schedule schedule : {Schedule::Default, Schedule::LazyRoundRobin})
    for (const std::string &text : {ends, leaves}) {
      std::string message = error(text, schedule);
      EXPECT_NE(message.find("warps 0 and 2 issued different 'wgmma' instructions"),
                std::string::npos)
          << message;
      EXPECT_NE(message.find("wgmma.mma_async.sync.aligned.m64n8k16"), std::string::npos)
          << message;
    }
}
