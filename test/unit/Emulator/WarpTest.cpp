// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a warp and of a block do together: shuffles, votes, barriers,
// and the errors where they don't come together.
#include "Instruction.h"

#include "halftone/Emulator/Observer.h"

using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// A kernel `k(out)` whose body leaves a word in %d; thread t of block b stores it at
/// out[b * ntid + t].
std::string kernelText(const std::string &body, const std::string &variables = "") {
  std::string text = moduleText(variables +
                                ".visible .entry k(.param .u64 out) {\n"
                                "  .reg .b64 %rd<4>;\n  .reg .b32 %r<16>;\n"
                                "  .reg .b32 %t, %d, %n, %c;\n  .reg .pred %p, %q;\n"
                                "  mov.u32 %t, %tid.x;\n  mov.u32 %d, 0;\n" +
                                body +
                                "\nDONE:\n  mov.u32 %n, %ntid.x;\n  mov.u32 %c, %ctaid.x;\n"
                                "  mad.lo.u32 %n, %n, %c, %t;\n  ld.param.u64 %rd0, [out];\n"
                                "  mad.wide.u32 %rd0, %n, 4, %rd0;\n"
                                "  st.global.b32 [%rd0], %d;\n  ret;\n}\n");
  checkLegal(text);
  return text;
}

std::vector<uint32_t> runThreads(const std::string &body, uint32_t threads, uint32_t blocks = 1,
                                 const std::string &variables = "", size_t shared = 0) {
  Device device(kernelText(body, variables));
  uint32_t *out = device.array(std::vector<uint32_t>(threads * blocks));
  device.run("k", {blocks}, {threads}, {out}, shared);
  return std::vector<uint32_t>(out, out + threads * blocks);
}

std::string errorOf(const std::string &body, uint32_t threads) {
  Device device(kernelText(body));
  return device.error("k", {1}, {threads}, {device.array(std::vector<uint32_t>(threads))});
}

void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

} // namespace

TEST(EmulatorWarp, Shuffles) {
  // c holds the segment mask and the last lane, as PTX defines them.
  struct Case {
    const char *mode;
    uint32_t b, c;
  };
  for (Case each : {Case{"up", 1, 0}, Case{"up", 5, 0x1800}, Case{"down", 3, 31},
                    Case{"down", 2, 0x181f}, Case{"bfly", 7, 31}, Case{"bfly", 16, 0x0f},
                    Case{"idx", 9, 31}, Case{"idx", 6, 0x1c1f}, Case{"idx", 31, 0x0a}}) {
    std::string operands = std::to_string(each.b) + ", " + std::to_string(each.c) + ", -1;\n";
    std::vector<uint32_t> d =
        runThreads("  mul.lo.u32 %r0, %t, 3;\n  shfl.sync." + std::string(each.mode) +
                       ".b32 %d|%p, %r0, " + operands + "  @%p add.u32 %d, %d, 1000;",
                   32);
    for (int lane = 0; lane < 32; ++lane) {
      int b = static_cast<int>(each.b), segment = each.c >> 8 & 31, last = each.c & 31;
      int highest = (lane & segment) | (last & ~segment), lowest = lane & segment, j;
      bool in;
      std::string mode = each.mode;
      if (mode == "up")
        in = (j = lane - b) >= highest;
      else if (mode == "down")
        in = (j = lane + b) <= highest;
      else if (mode == "bfly")
        in = (j = lane ^ b) <= highest;
      else
        in = (j = lowest | (b & ~segment)) <= highest;
      uint32_t expected = static_cast<uint32_t>(3 * (in ? j : lane)) + (in ? 1000 : 0);
      EXPECT_EQ(d[static_cast<size_t>(lane)], expected) << mode << " " << each.b << " " << lane;
    }
  }
}

TEST(EmulatorWarp, Votes) {
  auto vote = [](const std::string &mode, int bound) {
    return runThreads("  setp.lt.u32 %p, %t, " + std::to_string(bound) + ";\n  vote.sync." + mode +
                          ".pred %q, %p, -1;\n  selp.b32 %d, 1, 0, %q;",
                      32)[5];
  };
  EXPECT_EQ(vote("all", 32), 1u);
  EXPECT_EQ(vote("all", 31), 0u);
  EXPECT_EQ(vote("any", 1), 1u);
  EXPECT_EQ(vote("any", 0), 0u);
  EXPECT_EQ(vote("uni", 0), 1u);
  EXPECT_EQ(vote("uni", 32), 1u);
  EXPECT_EQ(vote("uni", 7), 0u);
  EXPECT_EQ(runThreads("  setp.lt.u32 %p, %t, 7;\n  vote.sync.ballot.b32 %d, !%p, -1;", 32)[0],
            0xffffff80u);
}

TEST(EmulatorWarp, MatchReduxElect) {
  std::vector<uint32_t> any =
      runThreads("  and.b32 %r0, %t, 3;\n  match.any.sync.b32 %d, %r0, -1;", 32);
  for (uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(any[l], 0x11111111u << (l & 3));
  EXPECT_EQ(runThreads("  mov.b64 %rd0, 5;\n  match.all.sync.b64 %d|%p, %rd0, -1;", 32)[3], ~0u);
  EXPECT_EQ(runThreads("  match.all.sync.b32 %d|%p, %t, -1;\n  @%p add.u32 %d, %d, 1;", 32)[3], 0u);
  EXPECT_EQ(runThreads("  redux.sync.add.u32 %d, %t, -1;", 32)[9], 496u);
  EXPECT_EQ(runThreads("  sub.u32 %r0, %t, 5;\n  redux.sync.min.s32 %d, %r0, -1;", 32)[9], ~0u - 4);
  EXPECT_EQ(runThreads("  sub.u32 %r0, %t, 5;\n  redux.sync.max.u32 %d, %r0, -1;", 32)[9], ~0u);
  EXPECT_EQ(runThreads("  or.b32 %r0, %t, 64;\n  redux.sync.and.b32 %d, %r0, -1;", 32)[9], 64u);
  std::vector<uint32_t> leader = runThreads("  elect.sync _|%p, -1;\n  selp.b32 %d, 1, 0, %p;", 32);
  EXPECT_EQ(leader[0], 1u);
  EXPECT_EQ(leader[1], 0u);
}

TEST(EmulatorWarp, PartsOfAWarpSynchronizeByTheirMasks) {
  // Odd and even lanes are in different branches, each with a shuffle of its own.
  std::vector<uint32_t> d = runThreads("  and.b32 %r0, %t, 1;\n  setp.eq.u32 %p, %r0, 0;\n"
                                       "  @%p bra EVEN;\n"
                                       "  shfl.sync.bfly.b32 %d, %t, 2, 31, 0xaaaaaaaa;\n"
                                       "  activemask.b32 %r1;\n  bra DONE;\n"
                                       "EVEN:\n  redux.sync.add.u32 %d, %t, 0x55555555;",
                                       32);
  for (uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(d[l], l & 1 ? l ^ 2 : 240u);
}

TEST(EmulatorWarp, SyncWaitsForLanesThatComeLater) {
  // Lane 0 arrives at the shuffle from above, the others by a way round below it.
  std::vector<uint32_t> d = runThreads("  setp.eq.u32 %p, %t, 0;\n  @!%p bra BELOW;\n"
                                       "MEET:\n  shfl.sync.idx.b32 %d, %t, 31, 31, -1;\n"
                                       "  bra DONE;\n"
                                       "BELOW:\n  add.u32 %t, %t, 0;\n  bra MEET;",
                                       32);
  for (uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(d[l], 31u);
  // bar.warp.sync in two places: shared memory written before one is read after the other.
  d = runThreads("  mov.u64 %rd1, buffer;\n  setp.lt.u32 %p, %t, 16;\n  @%p bra LOW;\n"
                 "  bar.warp.sync -1;\n  ld.shared.b32 %d, [buffer];\n  bra DONE;\n"
                 "LOW:\n  st.shared.b32 [%rd1], 77;\n  bar.warp.sync -1;\n"
                 "  ld.shared.b32 %d, [%rd1];",
                 32, 1, ".shared .align 4 .b8 buffer[4];\n");
  for (uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(d[l], 77u);
}

TEST(EmulatorWarp, PartOfAWarp) {
  // 20 threads: lanes that do not exist are not waited for, and lie in no ballot.
  std::vector<uint32_t> d =
      runThreads("  setp.ge.u32 %p, %t, 0;\n  vote.sync.ballot.b32 %d, %p, -1;", 20);
  EXPECT_EQ(d[19], 0xfffffu);
  // Lanes that have exited neither.
  d = runThreads("  mov.u32 %d, 1;\n  setp.ge.u32 %p, %t, 8;\n  @%p bra DONE;\n"
                 "  vote.sync.ballot.b32 %d, %p, 0xff;\n  activemask.b32 %d;",
                 32);
  EXPECT_EQ(d[0], 0xffu);
  EXPECT_EQ(d[8], 1u);
}

TEST(EmulatorWarp, ALockBetweenLanes) {
  // Each lane takes a lock and adds to a sum that is no atomic; lanes that spin must
  // let the holder go on.
  std::vector<uint32_t> d =
      runThreads("  setp.ne.u32 %p, %t, 0;\n  @%p bra START;\n  st.shared.b32 [lock], 0;\n"
                 "  st.shared.b32 [sum], 0;\nSTART:\n  bar.sync 0;\n"
                 "SPIN:\n  atom.shared.cas.b32 %r0, [lock], 0, 1;\n  setp.ne.u32 %p, %r0, 0;\n"
                 "  @%p bra SPIN;\n"
                 "  ld.volatile.shared.b32 %r1, [sum];\n  add.u32 %r1, %r1, %t;\n"
                 "  st.volatile.shared.b32 [sum], %r1;\n  atom.shared.exch.b32 %r0, [lock], 0;\n"
                 "  bar.sync 0;\n  ld.shared.b32 %d, [sum];",
                 64, 1, ".shared .align 4 .b8 lock[4];\n.shared .align 4 .b8 sum[4];\n");
  EXPECT_EQ(d[0], 2016u);
  EXPECT_EQ(d[63], 2016u);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST(EmulatorBlock, DynamicSharedMemoryAndBarriers) {
  // A reversal in shared memory behind a static variable.
  std::string variables = ".shared .align 4 .b8 fixed[12];\n"
                          ".extern .shared .align 16 .b8 dynamic[];\n";
  std::vector<uint32_t> d =
      runThreads("  mov.u64 %rd1, dynamic;\n  mad.wide.u32 %rd2, %t, 4, %rd1;\n"
                 "  st.shared.b32 [fixed], 5;\n  st.shared.b32 [%rd2], %t;\n  bar.sync 0;\n"
                 "  sub.u32 %r0, 95, %t;\n  mad.wide.u32 %rd2, %r0, 4, %rd1;\n"
                 "  ld.shared.b32 %d, [%rd2];\n  ld.shared.b32 %r1, [dynamic+8];\n"
                 "  ld.shared.b32 %r2, [fixed];\n  mad.lo.u32 %d, %r1, 1000, %d;\n"
                 "  mad.lo.u32 %d, %r2, 10000, %d;",
                 96, 2, variables, 96 * 4);
  for (uint32_t t = 0; t < 96; ++t) {
    EXPECT_EQ(d[t], 52000 + 95 - t);
    EXPECT_EQ(d[96 + t], 52000 + 95 - t);
  }
}

TEST(EmulatorBlock, NamedBarriersAndReductions) {
  // Warps 0 and 1 produce and consume through barrier 1; warp 2 only arrives at 2.
  std::vector<uint32_t> d = runThreads(
      "  shr.u32 %r0, %t, 5;\n  setp.eq.u32 %p, %r0, 2;\n  @%p bra THIRD;\n"
      "  setp.eq.u32 %q, %r0, 1;\n  @%q bra SECOND;\n"
      "  st.shared.b32 [x], 11;\n  bar.sync 1, 64;\n  bar.sync 2, 96;\n"
      "  ld.shared.b32 %d, [y];\n  bra MEET;\n"
      "SECOND:\n  bar.sync 1, 64;\n  ld.shared.b32 %d, [x];\n  bar.arrive 2, 96;\n  bra MEET;\n"
      "THIRD:\n  st.shared.b32 [y], 22;\n  bar.arrive 2, 96;\n"
      "MEET:\n  setp.lt.u32 %p, %t, 40;\n  bar.red.popc.u32 %r1, 0, %p;\n"
      "  bar.red.and.pred %q, 0, %p;\n  selp.b32 %r2, 1, 0, %q;\n"
      "  barrier.cta.red.or.pred %q, 3, 96, !%p;\n  selp.b32 %r3, 1, 0, %q;\n"
      "  mad.lo.u32 %d, %r1, 100, %d;\n  mad.lo.u32 %d, %r2, 100000, %d;\n"
      "  mad.lo.u32 %d, %r3, 1000000, %d;",
      96, 1, ".shared .align 4 .b8 x[4];\n.shared .align 4 .b8 y[4];\n");
  EXPECT_EQ(d[0], 1004022u);
  EXPECT_EQ(d[32], 1004011u);
  EXPECT_EQ(d[64], 1004000u);
}

TEST(EmulatorBlock, SpecialRegisters) {
  Device device(moduleText(".visible .entry k(.param .u64 out) {\n  .reg .b64 %rd<2>;\n"
                           "  .reg .b32 %r<20>;\n  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %tid.y;\n"
                           "  mov.u32 %r2, %tid.z;\n  mov.u32 %r3, %ctaid.y;\n"
                           "  mov.u32 %r4, %nctaid.z;\n  mov.u32 %r5, %laneid;\n"
                           "  mov.u32 %r6, %warpid;\n  mov.u32 %r7, %lanemask_lt;\n"
                           "  mov.u32 %r12, %lanemask_ge;\n  mov.u64 %rd1, %clock64;\n"
                           "  mad.lo.u32 %r8, %r2, 5, %r1;\n  mad.lo.u32 %r8, %r8, 4, %r0;\n"
                           "  mov.u32 %r9, %ctaid.x;\n  mad.lo.u32 %r10, %r3, 2, %r9;\n"
                           "  mov.u32 %r11, %ctaid.z;\n  mad.lo.u32 %r10, %r11, 6, %r10;\n"
                           "  mad.lo.u32 %r10, %r10, 60, %r8;\n  ld.param.u64 %rd0, [out];\n"
                           "  mad.wide.u32 %rd0, %r10, 32, %rd0;\n"
                           "  st.global.v4.b32 [%rd0], {%r0, %r1, %r2, %r3};\n"
                           "  add.u32 %r7, %r7, %r12;\n"
                           "  st.global.v4.b32 [%rd0+16], {%r4, %r5, %r6, %r7};\n  ret;\n}\n"));
  uint32_t *out = device.array(std::vector<uint32_t>(8 * 60 * 12));
  device.run("k", {2, 3, 2}, {4, 5, 3}, {out});
  for (uint32_t block = 0; block < 12; ++block)
    for (uint32_t t = 0; t < 60; ++t) {
      const uint32_t *row = out + 8 * (60 * block + t);
      uint32_t expected[] = {t % 4, t / 4 % 5, t / 20, block / 2 % 3, 2, t % 32, t / 32, ~0u};
      for (int i = 0; i < 8; ++i)
        EXPECT_EQ(row[i], expected[i]) << block << " " << t << " " << i;
    }
}

TEST(EmulatorBlock, OneThreadOrMany) {
  std::string ptx = moduleText(
      ".visible .entry k(.param .u64 out, .param .u64 sum) {\n  .reg .b64 %rd<3>;\n"
      "  .reg .b32 %r<6>;\n  .reg .f32 %f<3>;\n  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n"
      "  mad.lo.u32 %r2, %r1, 64, %r0;\n  cvt.rn.f32.u32 %f0, %r2;\n  rcp.rn.f32 %f0, %f0;\n"
      "  ld.param.u64 %rd0, [out];\n  mad.wide.u32 %rd1, %r2, 4, %rd0;\n"
      "  ld.param.u64 %rd2, [sum];\n  add.f32 %f0, %f0, 0f3F800000;\n"
      "  atom.global.add.f32 %f1, [%rd2], %f0;\n  st.global.f32 [%rd1], %f1;\n"
      "  red.global.add.u32 [%rd2+4], 1;\n  ret;\n}\n");
  std::vector<float> first;
  for (int threads : {1, 2, 5}) {
    Device device(ptx);
    device.options.threads = threads;
    float *out = device.array(std::vector<float>(64 * 40 + 1));
    uint32_t *sum = device.array(std::vector<uint32_t>{0, 0});
    device.run("k", {40}, {64}, {out + 1, sum});
    EXPECT_EQ(sum[1], 64u * 40);
    std::vector<float> values(out + 1, out + 64 * 40 + 1);
    if (first.empty())
      first = values;
    // The order of additions shows in every old value.
    EXPECT_EQ(std::memcmp(values.data(), first.data(), values.size() * 4), 0) << threads;
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(EmulatorErrors, BarrierDivergence) {
  std::string error = errorOf("  setp.lt.u32 %p, %t, 16;\n  @%p bra LOW;\n  bar.sync 0;\n"
                              "  bra DONE;\nLOW:\n  bar.sync 0;",
                              32);
  expectContains(error, "kernel 'k', PTX line ");
  expectContains(error, "(bar.sync)");
  expectContains(error, "block (0, 0, 0), thread (0, 0, 0)");
  expectContains(error, "barrier divergence: thread (16, 0, 0) of the same warp waits at PTX line");
}

TEST(EmulatorErrors, Deadlocks) {
  std::string error = errorOf("  setp.lt.u32 %p, %t, 32;\n  @%p bra FIRST;\n  bar.sync 2, 64;\n"
                              "  bra DONE;\nFIRST:\n  bar.sync 1, 64;",
                              64);
  expectContains(error, "deadlock: barrier 1 has 32 of 64 threads");
  expectContains(error, "others wait: thread (32, 0, 0) at PTX line");

  error = errorOf("  setp.eq.u32 %p, %t, 3;\n  @%p bra OTHER;\n"
                  "  shfl.sync.idx.b32 %d, %t, 0, 31, -1;\n  bra DONE;\n"
                  "OTHER:\n  shfl.sync.idx.b32 %d, %t, 0, 31, -1;",
                  32);
  expectContains(error, "(shfl.sync.idx.b32)");
  expectContains(error, "deadlock: waits for lanes of mask 0xffffffff that do not come");

  error = errorOf("  setp.eq.u32 %p, %t, 3;\n  @%p bra OTHER;\n  bar.sync 0;\n  bra DONE;\n"
                  "OTHER:\n  bar.warp.sync -1;",
                  32);
  expectContains(error, "deadlock: barrier 0 has 31 of 32 threads");
  expectContains(error, "of its warp waits thread (3, 0, 0)");
}

TEST(EmulatorErrors, Masks) {
  expectContains(errorOf("  shfl.sync.idx.b32 %d, %t, 0, 31, 0xffff;", 32),
                 "thread (16, 0, 0): the thread is not in its own member mask");
}

TEST(EmulatorErrors, BarrierOperands) {
  expectContains(errorOf("  add.u32 %r0, %t, 16;\n  bar.sync %r0;", 32), "barrier 16 of 16");
  expectContains(errorOf("  mov.u32 %r0, 33;\n  bar.sync 1, %r0;", 32),
                 "a barrier's threads must be a multiple of 32, got 33");
  expectContains(errorOf("  setp.lt.u32 %p, %t, 32;\n  @%p bra FIRST;\n  bar.sync 1, 96;\n"
                         "  bra DONE;\nFIRST:\n  bar.sync 1, 64;",
                         64),
                 "barrier 1 waits for 96 threads here, for 64 elsewhere");
}

TEST(EmulatorErrors, TrapAndTables) {
  expectContains(errorOf("  setp.eq.u32 %p, %t, 40;\n  @%p trap;", 64),
                 "(trap), block (0, 0, 0), thread (40, 0, 0): trap");
  expectContains(errorOf("TABLE: .branchtargets ZERO, ONE;\n  brx.idx %t, TABLE;\nZERO:\n"
                         "  mov.u32 %d, 1;\nONE:\n  mov.u32 %d, 2;",
                         32),
                 "thread (2, 0, 0): index 2 of 2 targets");
}

TEST(EmulatorErrors, EndlessLoops) {
  Device device(kernelText("FOREVER:\n  add.u32 %d, %d, 1;\n  bra FOREVER;"));
  device.options.maxInstructions = 100000;
  std::string error = device.error("k", {1}, {32}, {device.array(std::vector<uint32_t>(32))});
  expectContains(error, "no end after 131074 instructions of the warp");
  expectContains(error, "(add.u32), block (0, 0, 0), thread (0, 0, 0)");
}

TEST(EmulatorErrors, TensorCoreInstructionsNeedTheWholeWarp) {
  std::string error =
      errorOf("  mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%r0, %r1, %r2, %r3}, "
              "{%r4, %r5}, {%r6}, {%r0, %r1, %r2, %r3};",
              20);
  expectContains(error, "thread (0, 0, 0): the thread is in a warp of fewer than 32 threads, "
                        "but all 32 must take part");
}

TEST(EmulatorErrors, LaunchShapes) {
  Device device(moduleText(".visible .entry k() .maxntid 64, 2 { ret; }\n"
                           ".visible .entry r() .reqntid 32 { ret; }\n"
                           ".visible .entry s() { .shared .b8 x[200000]; .reg .b64 %a; "
                           "mov.u64 %a, x; ret; }\n"));
  EXPECT_EQ(device.module->find("k")->maxThreads(), 128u);
  expectContains(device.error("k", {1}, {129}, {}), "expected at most 128 threads in a block");
  expectContains(device.error("r", {1}, {64}, {}), "expected a block of 32 x 1 x 1 threads");
  expectContains(device.error("k", {0}, {32}, {}), "a grid of 0 x 1 x 1 blocks is not possible");
  expectContains(device.error("k", {1}, {1, 1, 65}, {}), "a block of 1 x 1 x 65 threads");
  expectContains(device.error("s", {1}, {1}, {}, 100000),
                 "expected at most 232448 bytes of shared memory on sm_90, got 300000");
  device.run("s", {1}, {1}, {}, 1000);
}

//===----------------------------------------------------------------------===//
// The observer
//===----------------------------------------------------------------------===//

namespace {

struct Recorder : Observer {
  void instruction(const Site &site, uint32_t lanes) override {
    ++instructions;
    if (site.opcode == "st.global.b32")
      stores.push_back({site.block[0], site.warp, lanes});
  }
  void access(const Site &site, const Access &access) override {
    if (access.kind == Access::Kind::Store && access.space == Space::Shared)
      sharedOffset = access.addresses[3];
  }
  void barrier(const Site &, uint32_t id) override { barriers.push_back(id); }

  struct Store {
    uint32_t block, warp, lanes;
    bool operator==(const Store &) const = default;
  };
  uint64_t instructions = 0, sharedOffset = 0;
  std::vector<Store> stores;
  std::vector<uint32_t> barriers;
};

} // namespace

TEST(EmulatorObserver, SeesInstructionsAccessesAndBarriers) {
  Device device(kernelText("  mov.u64 %rd1, buffer;\n  mad.wide.u32 %rd1, %t, 4, %rd1;\n"
                           "  st.shared.b32 [%rd1], %t;\n  bar.sync 0;\n  bar.sync 4;",
                           ".shared .align 4 .b8 buffer[256];\n"));
  Recorder recorder;
  device.options.observer = &recorder;
  device.options.threads = 4;
  device.run("k", {2}, {40}, {device.array(std::vector<uint32_t>(80))});
  EXPECT_EQ(recorder.stores,
            (std::vector<Recorder::Store>{{0, 0, ~0u}, {0, 1, 0xff}, {1, 0, ~0u}, {1, 1, 0xff}}));
  EXPECT_EQ(recorder.barriers, (std::vector<uint32_t>{0, 4, 0, 4}));
  EXPECT_EQ(recorder.sharedOffset, 4u * 35);
  EXPECT_EQ(recorder.instructions, 4u * 14);
}
