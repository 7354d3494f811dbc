// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and reductions of bytes, with mbarriers and in groups.
#include "Schedules.h"

#include <numeric>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

const std::string variables = ".shared .align 8 .b64 bar;\n.shared .align 128 .b8 tile[4096];\n";

} // namespace

TEST(EmulatorBulk, GlobalToSharedAndBack) {
  std::string ptx = memoryKernel(
      "  setp.eq.u32 %p0, %t, 0;\n"
      "  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n"
      "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n"
      "  @!%p0 bra wait;\n"
      "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 4096;\n"
      "  mov.u64 %rd1, 0;\n  createpolicy.fractional.L2::evict_last.b64 %rd1, 1.0;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%a], 1024, "
      "[bar];\n"
      "  mov.u32 %r1, tile;\n"
      "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%r1+1024], [%a+1024], 3072, [bar], %rd1;\n"
      "wait:\n  mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n  @!%p1 bra wait;\n"
      // Each thread adds one to its words.
      "  mov.u32 %r2, %t;\n"
      "loop:\n  shl.b32 %r3, %r2, 2;\n  mov.u32 %r4, tile;\n  add.u32 %r4, %r4, %r3;\n"
      "  ld.shared.u32 %r5, [%r4];\n  add.u32 %r5, %r5, 1;\n  st.shared.u32 [%r4], %r5;\n"
      "  add.u32 %r2, %r2, 64;\n  setp.lt.u32 %p2, %r2, 1024;\n  @%p2 bra loop;\n"
      "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @!%p0 bra out;\n"
      "  cp.async.bulk.global.shared::cta.bulk_group [%b], [tile], 2048;\n"
      "  cp.async.bulk.commit_group;\n"
      "  cp.async.bulk.global.shared::cta.bulk_group [%b+2048], [%r1+2048], 2048;\n"
      "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group.read 1;\n"
      "  st.shared.u32 [tile], 0;\n" // the first has been read
      "  cp.async.bulk.wait_group 0;\n"
      "out:",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint32_t> values(1024);
    std::iota(values.begin(), values.end(), 100u);
    uint32_t *out = device.array(std::vector<uint32_t>(1024));
    device.run("k", {1}, {64}, {device.array(values), out});
    for (uint32_t i = 0; i < 1024; ++i)
      ASSERT_EQ(out[i], values[i] + 1) << i;
  });
}

TEST(EmulatorBulk, BetweenBlocksOfACluster) {
  // Rank 0 copies its tile to rank 1, and adds to another part of it.
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %cluster_ctarank;\n  setp.eq.u32 %p0, %t, 0;\n  mov.u32 %r1, tile;\n"
      "  mad.lo.u32 %r2, %t, 4, %r1;\n  mad.lo.u32 %r3, %r0, 1000, %t;\n"
      "  st.shared.u32 [%r2], %r3;\n  st.shared.u32 [%r2+1024], %r3;\n"
      "  @%p0 mbarrier.init.shared.b64 [bar], 1;\n"
      "  @%p0 mbarrier.arrive.expect_tx.shared.b64 %rd0, [bar], 512;\n"
      "  fence.proxy.async;\n  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
      "  setp.eq.u32 %p1, %r0, 1;\n  @%p1 bra wait;\n  @!%p0 bra out;\n"
      "  mapa.shared::cluster.u32 %r4, %r1, 1;\n  mov.u32 %r5, bar;\n"
      "  mapa.shared::cluster.u32 %r5, %r5, 1;\n"
      "  cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r4], [%r1], "
      "256, [%r5];\n"
      "  cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 "
      "[%r4+1024], [%r1+1024], 256, [%r5];\n  bra out;\n"
      "wait:\n  mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p2, [bar], 0;\n"
      "  @!%p2 bra wait;\n  ld.shared.u32 %r6, [%r2];\n  ld.shared.u32 %r7, [%r2+1024];\n"
      "  mul.wide.u32 %rd1, %t, 8;\n  add.u64 %rd1, %rd1, %b;\n"
      "  st.global.v2.u32 [%rd1], {%r6, %r7};\n"
      "out:\n  barrier.cluster.arrive;\n  barrier.cluster.wait;",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    device.options.cluster = {2, 1, 1};
    uint32_t *out = device.array(std::vector<uint32_t>(128));
    device.run("k", {2}, {64}, {out, out});
    for (uint32_t t = 0; t < 64; ++t) {
      EXPECT_EQ(out[2 * t], t) << t;
      EXPECT_EQ(out[2 * t + 1], 1000 + 2 * t) << t;
    }
  });
}

TEST(EmulatorBulk, MulticastReachesEachBlock) {
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %cluster_ctarank;\n  setp.eq.u32 %p0, %t, 0;\n"
      "  @%p0 mbarrier.init.shared.b64 [bar], 1;\n"
      "  @%p0 mbarrier.arrive.expect_tx.shared.b64 %rd0, [bar], 64;\n"
      "  fence.mbarrier_init.release.cluster;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
      "  setp.eq.u32 %p1, %r0, 2;\n  and.pred %p1, %p1, %p0;\n  mov.b16 %h0, 13;\n"
      "  setp.eq.u32 %p3, %r0, 1;\n"
      "  @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster [tile], [%a], 64, [bar], %h0;\n"
      "  @%p3 bra out;\n"
      "wait:\n  mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p2, [bar], 0;\n"
      "  @!%p2 bra wait;\n"
      "out:\n  mad.lo.u32 %r1, %r0, 16, %t;\n  mul.wide.u32 %rd1, %r1, 4;\n"
      "  add.u64 %rd1, %rd1, %b;\n  shl.b32 %r2, %t, 2;\n  mov.u32 %r3, tile;\n"
      "  add.u32 %r3, %r3, %r2;\n  ld.shared.u32 %r4, [%r3];\n  st.global.u32 [%rd1], %r4;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;",
      variables);
  inEverySchedule(
      ptx,
      [](Device &device) {
        device.options.cluster = {4, 1, 1};
        std::vector<uint32_t> values(16);
        std::iota(values.begin(), values.end(), 50u);
        uint32_t *out = device.array(std::vector<uint32_t>(64));
        device.run("k", {4}, {16}, {device.array(values), out});
        for (uint32_t i = 0; i < 64; ++i)
          EXPECT_EQ(out[i], i / 16 == 1 ? 0xffffffff : 50 + i % 16) << i;
      },
      allChecks(",-init"));
}

TEST(EmulatorBulk, ReductionsIntoGlobalMemory) {
  auto check = [](const std::string &op, auto zero, auto combine) {
    using T = decltype(zero);
    std::string ptx = memoryKernel(
        "  shl.b32 %r0, %t, 2;\n  mov.u32 %r1, tile;\n  add.u32 %r1, %r1, %r0;\n"
        "  cvt.u64.u32 %rd0, %r0;\n  add.u64 %rd0, %rd0, %a;\n  ld.global.b32 %r2, [%rd0];\n"
        "  st.shared.b32 [%r1], %r2;\n  fence.proxy.async;\n  bar.sync 0;\n"
        "  setp.ne.u32 %p0, %t, 0;\n  @%p0 bra out;\n"
        "  cp.reduce.async.bulk.global.shared::cta.bulk_group." +
            op +
            " [%b], [tile], 128;\n  cp.async.bulk.commit_group;\n"
            "  cp.async.bulk.wait_group 0;\nout:",
        variables);
    inEverySchedule(ptx, [&](Device &device) {
      std::vector<T> values(128 / sizeof(T)), olds(128 / sizeof(T));
      for (size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<T>(static_cast<int>(i * 29 % 53) - 20);
        olds[i] = static_cast<T>(static_cast<int>(i * 31 % 47) - 20);
      }
      T *b = device.array(olds);
      device.run("k", {1}, {32}, {device.array(values), b});
      for (size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(b[i], static_cast<T>(combine(olds[i], values[i]))) << op << " " << i;
    });
  };
  auto add = [](auto a, auto b) { return a + b; };
  auto min = [](auto a, auto b) { return std::min(a, b); };
  auto max = [](auto a, auto b) { return std::max(a, b); };
  check("add.u32", uint32_t{}, add);
  check("add.s32", int32_t{}, add);
  check("add.u64", uint64_t{}, add);
  check("add.f32", 0.0f, add);
  check("add.f64", 0.0, add);
  check("add.noftz.f16", _Float16{}, add);
  check("min.s32", int32_t{}, min);
  check("max.s64", int64_t{}, max);
  check("min.u64", uint64_t{}, min);
  check("max.f16", _Float16{}, max);
  check("and.b32", uint32_t{}, [](auto a, auto b) { return a & b; });
  check("or.b64", uint64_t{}, [](auto a, auto b) { return a | b; });
  check("xor.b32", uint32_t{}, [](auto a, auto b) { return a ^ b; });
  check("inc.u32", uint32_t{}, [](auto a, auto b) { return a >= b ? 0 : a + 1; });
  check("dec.u32", uint32_t{}, [](auto a, auto b) { return a == 0 || a > b ? b : a - 1; });
}

TEST(EmulatorBulk, BadUse) {
  std::string set = "  mbarrier.init.shared.b64 [bar], 1;\n  mov.u32 %r1, tile;\n";
  std::string copy = "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";
  auto fault = [&](const std::string &body, const std::string &message) {
    expectFault(memoryKernel(set + body, variables), message, {1}, {1});
  };
  fault("  mov.u32 %r2, 20;\n" + copy + "[tile], [%a], %r2, [bar];",
        "copies 20 bytes, not a multiple of 16");
  fault(copy + "[%r1+8], [%a], 16, [bar];", "is not a multiple of 16");
  fault(copy + "[%r1], [%a+1016], 16, [bar];", "misaligned access: global address");
  fault(copy + "[%r1], [%a+1008], 32, [bar];", "out-of-bounds access: 32 bytes at global address");
  fault(copy + "[%r1+4080], [%a], 32, [bar];",
        "out-of-bounds access: 32 bytes at shared address 0x1070, of 4224 bytes");
  fault("  mov.u16 %h0, 3;\n  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [tile], [%a], 16, [bar], %h0;",
        "copies to rank 1 of a cluster of 1 blocks");
  fault("  mbarrier.inval.shared.b64 [bar];\n" + copy + "[tile], [%a], 16, [bar];\n  bar.sync 0;",
        "uses an mbarrier that is not initialised");
}

TEST(EmulatorBulk, OtherForms) {
  // `.shared::cta` as the destination, prefetches, policies, and a group that is empty.
  std::string ptx = memoryKernel(
      "  mbarrier.init.shared.b64 [bar], 1;\n  createpolicy.fractional.L2::evict_last.b64 %rd1;\n"
      "  mbarrier.arrive.expect_tx.shared.b64 _, [bar], 32;\n  mov.u32 %r0, 16;\n"
      "  cp.async.bulk.prefetch.L2.global [%a], 64;\n"
      "  cp.async.bulk.prefetch.L2.global.L2::cache_hint [%a], %r0, %rd1;\n"
      "  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%a], 32, [bar];\n"
      "wait:\n  mbarrier.try_wait.parity.shared.b64 %p0, [bar], 0;\n  @!%p0 bra wait;\n"
      "  cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%b], [tile], 16, %rd1;\n"
      "  cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.u32 [%b+16], "
      "[tile], 16, %rd1;\n"
      "  cp.async.bulk.commit_group;\n  cp.async.bulk.commit_group;\n"
      "  cp.async.bulk.wait_group 1;",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint32_t> values = {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0};
    uint32_t *out = device.array(std::vector<uint32_t>(8, 10));
    device.run("k", {1}, {1}, {device.array(values), out});
    EXPECT_EQ(std::vector<uint32_t>(out, out + 8),
              (std::vector<uint32_t>{1, 2, 3, 4, 11, 12, 13, 14}));
  });
}

TEST(EmulatorBulk, MaskedStores) {
  std::string ptx =
      memoryKernel("  mov.u32 %r1, tile;\n  st.shared.v4.u32 [%r1], {1, 2, 3, 4};\n"
                   "  st.shared.v4.u32 [%r1+16], {5, 6, 7, 8};\n  mov.b16 %h0, 0xf00f;\n"
                   "  fence.proxy.async;\n"
                   "  cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%b], [%r1], 32, %h0;\n"
                   "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;",
                   variables, "sm_100a");
  inEverySchedule(ptx, [](Device &device) {
    uint32_t *out = device.array(std::vector<uint32_t>(8, 9));
    device.run("k", {1}, {1}, {out, out});
    EXPECT_EQ(std::vector<uint32_t>(out, out + 8), (std::vector<uint32_t>{1, 9, 9, 4, 5, 9, 9, 8}));
  });
}

TEST(EmulatorBulk, RefusedByName) {
  auto refused = [](const std::string &instruction) {
    std::string ptx =
        ".version 8.8\n.target sm_100a\n.address_size 64\n.shared .align 8 .b64 bar;\n"
        ".visible .entry k(.param .u64 pa) {\n  .reg .b64 %a;\n  .reg .b32 %r<8>;\n"
        "  .reg .b16 %h0;\n  ld.param.u64 %a, [pa];\n  " +
        instruction + ";\n  ret;\n}\n";
    Result<std::unique_ptr<Module>> module = Module::parse(ptx);
    ASSERT_FALSE(module) << instruction;
    std::string name = instruction.substr(0, instruction.find(' '));
    EXPECT_NE(module.error().find(name), std::string::npos) << module.error();
  };
  refused("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
          "[%r0], [%a, {%r1, %r2, %r3, %r4, %r5}], [bar]");
  refused("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
          ".cta_group::1 [%r0], [%a, {%r1, %r2}], [bar]");
  refused("cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes "
          "[%r0], [%a, {%r1, %r2, %r3}], [bar], {%h0, %h0}");
  refused("multimem.cp.async.bulk.global.shared::cta.bulk_group [%a], [%r0], 16");
}
