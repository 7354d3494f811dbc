// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async: copies, their groups, their arrival on an mbarrier, and when they are done
// in the lazy schedule; and what an observer is told of all of that.
#include "Schedules.h"

#include <numeric>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

const std::string variables = ".shared .align 8 .b64 bar;\n.shared .align 16 .b8 tile[4096];\n";

/// %r1: the thread's 16 bytes of the tile; %rd1 those of %a, %rd2 those of %b.
const std::string places = "  shl.b32 %r0, %t, 4;\n  mov.u32 %r1, tile;\n"
                           "  add.u32 %r1, %r1, %r0;\n  cvt.u64.u32 %rd0, %r0;\n"
                           "  add.u64 %rd1, %a, %rd0;\n  add.u64 %rd2, %b, %rd0;\n";

} // namespace

TEST(EmulatorAsync, SizesAndZeros) {
  // 4, 8 and 16 bytes, part of the source, none of it, by a size and by a predicate.
  std::string ptx = memoryKernel(
      "  mov.u32 %r5, 3;\n  mov.u32 %r6, 0;\n  setp.eq.u32 %p0, %r6, 0;\n"
      "  setp.ne.u32 %p1, %r6, 0;\n  mov.u64 %rd5, 0;\n  "
      "createpolicy.fractional.L2::evict_first.b64 %rd5;\n"
      "  cp.async.ca.shared.global [tile], [%a], 4;\n"
      "  cp.async.ca.shared::cta.global.L2::128B [tile+8], [%a+8], 8;\n"
      "  cp.async.cg.shared.global.L2::cache_hint [tile+16], [%a+16], 16, %rd5;\n"
      "  cp.async.ca.shared.global [tile+32], [%a+32], 4, %r5;\n"
      "  cp.async.cg.shared.global [tile+48], [%a+48], 16, %r6;\n"
      "  cp.async.ca.shared.global [tile+64], [%a+64], 8, %p0;\n"
      "  cp.async.ca.shared.global [tile+72], [%a+72], 8, %p1;\n"
      "  cp.async.wait_all;\n  mov.u32 %r7, 0;\n"
      "copy:\n  mov.u32 %r8, tile;\n  add.u32 %r8, %r8, %r7;\n  ld.shared.b32 %r9, [%r8];\n"
      "  cvt.u64.u32 %rd6, %r7;\n  add.u64 %rd6, %rd6, %b;\n  st.global.b32 [%rd6], %r9;\n"
      "  add.u32 %r7, %r7, 4;\n  setp.lt.u32 %p1, %r7, 80;\n  @%p1 bra copy;",
      variables);
  inEverySchedule(
      ptx,
      [](Device &device) {
        std::vector<uint8_t> values(80), expected(80, 0xff);
        std::iota(values.begin(), values.end(), uint8_t{1});
        auto copy = [&](size_t from, size_t bytes) {
          std::copy_n(values.begin() + static_cast<ptrdiff_t>(from), bytes,
                      expected.begin() + static_cast<ptrdiff_t>(from));
        };
        copy(0, 4);
        copy(8, 8);
        copy(16, 16);
        copy(32, 3);
        expected[35] = 0;
        std::fill_n(expected.begin() + 48, 16, uint8_t{0});
        std::fill_n(expected.begin() + 64, 8, uint8_t{0});
        copy(72, 8);
        uint8_t *out = device.array(std::vector<uint8_t>(80));
        device.run("k", {1}, {1}, {device.array(values), out});
        for (size_t i = 0; i < 80; ++i)
          EXPECT_EQ(out[i], expected[i]) << i;
      },
      allChecks(",-init"));
}

TEST(EmulatorAsync, GroupsInAPipeline) {
  // Three stages; each thread waits for its own copies two groups behind.
  std::string ptx = memoryKernel(
      places + "  mov.u32 %r2, 0;\n  mov.u32 %r3, 0;\n"
               "  cp.async.cg.shared.global [%r1], [%rd1], 16;\n  cp.async.commit_group;\n"
               "  cp.async.cg.shared.global [%r1+1024], [%rd1+1024], 16;\n"
               "  cp.async.commit_group;\n"
               "loop:\n"
               // Stage i + 2, if there is one; the group is empty otherwise.
               "  add.u32 %r4, %r2, 2;\n  setp.lt.u32 %p0, %r4, 8;\n"
               "  rem.u32 %r5, %r4, 3;\n  mad.lo.u32 %r5, %r5, 1024, %r1;\n"
               "  mul.wide.u32 %rd3, %r4, 1024;\n  add.u64 %rd3, %rd3, %rd1;\n"
               "  @%p0 cp.async.cg.shared.global [%r5], [%rd3], 16;\n"
               "  cp.async.commit_group;\n  cp.async.wait_group 2;\n"
               "  rem.u32 %r6, %r2, 3;\n  mad.lo.u32 %r6, %r6, 1024, %r1;\n"
               "  ld.shared.v4.b32 {%r7, %r8, %r9, %r10}, [%r6];\n"
               "  mul.wide.u32 %rd4, %r2, 1024;\n  add.u64 %rd4, %rd4, %rd2;\n"
               "  st.global.v4.b32 [%rd4], {%r7, %r8, %r9, %r10};\n"
               "  add.u32 %r2, %r2, 1;\n  setp.lt.u32 %p1, %r2, 8;\n  @%p1 bra loop;",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint32_t> values(2048);
    std::iota(values.begin(), values.end(), 7u);
    uint32_t *out = device.array(std::vector<uint32_t>(2048));
    device.run("k", {1}, {64}, {device.array(values), out});
    for (size_t i = 0; i < 2048; ++i)
      ASSERT_EQ(out[i], values[i]) << i;
  });
}

TEST(EmulatorAsync, LazyCopiesComeWithTheirWait) {
  // What is read before the wait is old in the lazy schedule, and new in the eager one.
  std::string ptx = memoryKernel(
      places + "  st.shared.b32 [%r1], 5;\n"
               "  cp.async.cg.shared.global [%r1], [%rd1], 16;\n  cp.async.commit_group;\n"
               "  cp.async.wait_group 1;\n  ld.shared.b32 %r2, [%r1];\n"
               "  cp.async.wait_group 0;\n  ld.shared.b32 %r3, [%r1];\n"
               "  st.global.v2.b32 [%rd2], {%r2, %r3};",
      variables);
  for (Schedule schedule : {Schedule::LazyRoundRobin, Schedule::EagerPriority}) {
    Device device(ptx);
    device.options.schedule = schedule;
    uint32_t *out = device.array(std::vector<uint32_t>(128));
    device.run("k", {1}, {32}, {device.array(std::vector<uint32_t>(128, 9)), out});
    for (size_t t = 0; t < 32; ++t) {
      EXPECT_EQ(out[4 * t], schedule == Schedule::LazyRoundRobin ? 5u : 9u) << t;
      EXPECT_EQ(out[4 * t + 1], 9u) << t;
    }
  }
}

TEST(EmulatorAsync, ArrivalOnAnMbarrier) {
  // Two warps copy; a third one waits for all of it, and reads. One warp's arrivals are
  // counted beforehand, the other's come on top.
  std::string ptx = memoryKernel(
      "  setp.eq.u32 %p0, %t, 0;\n  @%p0 mbarrier.init.shared.b64 [bar], 64;\n  bar.sync 0;\n" +
          places +
          "  shr.u32 %r2, %t, 5;\n  setp.eq.u32 %p1, %r2, 2;\n  @%p1 bra wait;\n"
          "  cp.async.ca.shared.global [%r1], [%rd1], 8;\n"
          "  cp.async.ca.shared.global [%r1+8], [%rd1+8], 8;\n"
          "  setp.eq.u32 %p2, %r2, 0;\n  @%p2 bra counted;\n"
          "  cp.async.mbarrier.arrive.shared.b64 [bar];\n"
          "  mbarrier.arrive.shared.b64 %rd5, [bar];\n  bra out;\n"
          "counted:\n  cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar];\n  bra out;\n"
          "wait:\n  mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;\n  @!%p3 bra wait;\n"
          "  and.b32 %r3, %t, 31;\n  mov.u32 %r4, 0;\n"
          "copy:\n  shl.b32 %r5, %r3, 2;\n  mov.u32 %r6, tile;\n  add.u32 %r6, %r6, %r5;\n"
          "  ld.shared.b32 %r7, [%r6];\n  mul.wide.u32 %rd6, %r3, 4;\n  add.u64 %rd6, %rd6, %b;\n"
          "  st.global.b32 [%rd6], %r7;\n  add.u32 %r3, %r3, 32;\n  setp.lt.u32 %p4, %r3, 256;\n"
          "  @%p4 bra copy;\n"
          "out:",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint32_t> values(256);
    std::iota(values.begin(), values.end(), 70u);
    uint32_t *out = device.array(std::vector<uint32_t>(256));
    device.run("k", {1}, {96}, {device.array(values), out});
    for (size_t i = 0; i < 256; ++i)
      ASSERT_EQ(out[i], values[i]) << i;
  });
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

namespace {

class Recorder : public Observer {
public:
  std::vector<std::string> events;

  void asyncIssued(const Site &, const AsyncOperation &operation) override {
    std::string text =
        "issue " + std::to_string(operation.id) + " lane " + std::to_string(operation.lane) + ":";
    for (uint32_t i = 0; i < operation.numRanges; ++i) {
      const AsyncRange &range = operation.ranges[i];
      text += range.kind == Access::Kind::Load ? " load " : " store ";
      text += std::to_string(range.bytes);
      if (range.space == Space::Shared)
        text += " at " + std::to_string(range.address);
    }
    if (operation.mbarrier != AsyncOperation::noMbarrier)
      text += " mbarrier " + std::to_string(operation.mbarrier);
    events.push_back(text);
  }
  void asyncRead(AsyncId id) override { events.push_back("read " + std::to_string(id)); }
  void asyncDone(AsyncId id) override { events.push_back("done " + std::to_string(id)); }
  void asyncCommit(const Site &, AsyncKind, uint32_t lanes) override {
    events.push_back("commit " + std::to_string(lanes));
  }
  void asyncWait(const Site &, AsyncKind, uint32_t lanes, uint32_t left, bool read) override {
    events.push_back("wait " + std::to_string(lanes) + " left " + std::to_string(left) +
                     (read ? " read" : ""));
  }
  void mbarrier(const Site &, const MbarrierEvent &event) override {
    static const char *const names[] = {"init",     "invalidate", "arrive", "drop",   "expect",
                                        "complete", "phase",      "waited", "not yet"};
    if (event.kind != MbarrierEvent::Kind::NotYet)
      events.push_back(std::string(names[static_cast<int>(event.kind)]) + " " +
                       std::to_string(event.value));
  }
};

std::vector<std::string> eventsOf(const std::string &ptx, Schedule schedule) {
  Device device(ptx);
  Recorder recorder;
  device.options.schedule = schedule;
  device.options.observer = &recorder;
  uint8_t *a = device.array(std::vector<uint8_t>(1024));
  device.run("k", {1}, {1}, {a, a + 512});
  return recorder.events;
}

using Events = std::vector<std::string>;

} // namespace

TEST(EmulatorAsync, EventsOfGroups) {
  std::string ptx = memoryKernel("  cp.async.ca.shared.global [tile], [%a], 8;\n"
                                 "  cp.async.commit_group;\n  cp.async.wait_group 0;",
                                 variables);
  EXPECT_EQ(eventsOf(ptx, Schedule::LazyRoundRobin),
            (Events{"issue 0 lane 0: store 8 at 0 load 8", "commit 1", "read 0", "done 0",
                    "wait 1 left 0"}));
  EXPECT_EQ(eventsOf(ptx, Schedule::Default),
            (Events{"issue 0 lane 0: store 8 at 0 load 8", "read 0", "done 0", "commit 1",
                    "wait 1 left 0"}));
}

TEST(EmulatorAsync, EventsOfBulkCopies) {
  std::string ptx = memoryKernel(
      "  mbarrier.init.shared.b64 [bar], 1;\n"
      "  mbarrier.arrive.expect_tx.shared.b64 %rd0, [bar], 32;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%a], 32, "
      "[bar];\n"
      "wait:\n  mbarrier.try_wait.parity.shared.b64 %p0, [bar], 0;\n  @!%p0 bra wait;\n"
      "  cp.async.bulk.global.shared::cta.bulk_group [%b], [tile], 16;\n"
      "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group.read 0;\n"
      "  cp.async.bulk.wait_group 0;",
      variables);
  EXPECT_EQ(eventsOf(ptx, Schedule::LazyRoundRobin),
            (Events{"init 1", "expect 32", "arrive 1",
                    "issue 0 lane 0: load 32 store 32 at 16 mbarrier 0", "read 0", "done 0",
                    "complete 32", "phase 0", "waited 0", "issue 1 lane 0: load 16 at 16 store 16",
                    "commit 1", "read 1", "wait 1 left 0 read", "done 1", "wait 1 left 0"}));
}
