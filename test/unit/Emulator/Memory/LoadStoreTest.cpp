// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores in all their forms, shared memory of a cluster, asynchronous stores,
// fences and hints, and the errors of addresses.
#include "Schedules.h"

#include <numeric>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

const std::string variables = ".shared .align 8 .b64 bar;\n.shared .align 128 .b8 tile[1024];\n";

} // namespace

TEST(EmulatorLoadStore, FormsOfLoadsAndStores) {
  // Each line loads four words and stores them; all must arrive.
  std::vector<std::string> lines = {
      "ld.weak.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1]; st.weak.global.v4.b32 [%rd2], {%r1, "
      "%r2, %r3, %r4};",
      "ld.volatile.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]; st.volatile.global.v4.u32 [%rd2], "
      "{%r1, %r2, %r3, %r4};",
      "ld.relaxed.gpu.global.v2.b64 {%rd3, %rd4}, [%rd1]; st.release.sys.global.v2.b64 [%rd2], "
      "{%rd3, %rd4};",
      "ld.acquire.cta.v2.b64 {%rd3, %rd4}, [%rd1]; st.relaxed.cluster.v2.b64 [%rd2], {%rd3, "
      "%rd4};",
      "ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1]; "
      "st.global.L1::evict_last.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
      "ld.global.L1::evict_first.L2::cache_hint.v2.f64 {%fd0, %fd1}, [%rd1], %rd6; "
      "st.global.L2::cache_hint.v2.f64 [%rd2], {%fd0, %fd1}, %rd6;",
      "ld.global.cg.b64 %rd3, [%rd1]; ld.global.cs.b64 %rd4, [%rd1+8]; st.global.wb.b64 [%rd2], "
      "%rd3; st.global.cs.b64 [%rd2+8], %rd4;",
      "ldu.global.v2.u64 {%rd3, %rd4}, [%rd1]; st.global.wt.u64 [%rd2], %rd3; st.u64 [%rd2+8], "
      "%rd4;",
      "ld.mmio.relaxed.sys.global.u32 %r1, [%rd1]; ld.u32 %r2, [%rd1+4]; ld.v2.u32 {%r3, %r4}, "
      "[%rd1+8]; st.mmio.relaxed.sys.global.u32 [%rd2], %r1; st.v2.u32 [%rd2+4], {%r2, %r3}; "
      "st.u32 [%rd2+12], %r4;",
      "ld.global.b128 %q0, [%rd1]; st.global.b128 [%rd2], %q0;",
      "ld.b128 %q0, [%rd1]; st.shared.b128 [tile], %q0; ld.shared::cta.b128 %q1, [tile]; "
      "st.b128 [%rd2], %q1;"};
  std::string body = "  .reg .b128 %q<2>;\n  createpolicy.range.global.L2::evict_last.L2::evict_"
                     "unchanged.b64 %rd6, [%a], 64, 128;\n  createpolicy.cvt.L2.b64 %rd6, %rd6;\n";
  for (size_t i = 0; i < lines.size(); ++i)
    body += "  add.u64 %rd1, %a, " + std::to_string(16 * i) + ";\n  add.u64 %rd2, %b, " +
            std::to_string(16 * i) + ";\n  " +
            (lines[i].find("st.v2.u32 [%rd2+4]") != std::string::npos
                 ? lines[i].substr(0, lines[i].find("st.v2")) +
                       "st.u32 [%rd2+4], %r2; st.v2.u32 [%rd2+8], {%r3, %r4};"
                 : lines[i]) +
            "\n";
  std::string ptx = memoryKernel(body, variables);
  inEverySchedule(ptx, [&](Device &device) {
    std::vector<uint32_t> values(4 * lines.size());
    std::iota(values.begin(), values.end(), 0x40800000u);
    uint32_t *out = device.array(std::vector<uint32_t>(values.size()));
    device.run("k", {1}, {1}, {device.array(values), out});
    for (size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(out[i], values[i]) << lines[i / 4];
  });
}

TEST(EmulatorLoadStore, VectorsOfEight) {
  std::string ptx =
      memoryKernel("  ld.global.v8.b32 {%r1, %r2, %r3, _, %r5, %r6, %r7, %r8}, [%a];\n"
                   "  ld.global.L2::evict_last.v4.b64 {%rd1, %rd2, %rd3, %rd4}, [%a+32];\n"
                   "  st.global.v8.b32 [%b], {%r8, %r7, %r6, %r5, 4, %r3, %r2, %r1};\n"
                   "  st.global.v4.b64 [%b+32], {%rd4, %rd3, %rd2, %rd1};",
                   "", "sm_100a");
  inEverySchedule(ptx, [](Device &device) {
    std::vector<uint32_t> values(16);
    std::iota(values.begin(), values.end(), 1u);
    uint32_t *out = device.array(std::vector<uint32_t>(16));
    device.run("k", {1}, {1}, {device.array(values), out});
    EXPECT_EQ(std::vector<uint32_t>(out, out + 16),
              (std::vector<uint32_t>{8, 7, 6, 5, 4, 3, 2, 1, 15, 16, 13, 14, 11, 12, 9, 10}));
  });
}

TEST(EmulatorLoadStore, SharedMemoryOfTheCluster) {
  // Every block writes its rank and thread into all blocks, by shared and by generic
  // addresses, and adds with atomics; then each reads its own, and its neighbour's.
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %cluster_ctarank;\n  mov.u32 %r1, tile;\n"
      "  shl.b32 %r2, %t, 2;\n  add.u32 %r3, %r1, 512;\n"
      "  setp.eq.u32 %p0, %t, 0;\n  @%p0 st.shared.u32 [%r3], 0;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
      "  mov.u32 %r4, 0;\n"
      "loop:\n  mapa.shared::cluster.u32 %r5, tile, %r4;\n  mad.lo.u32 %r6, %r0, 128, %r2;\n"
      "  add.u32 %r6, %r6, %r5;\n  mad.lo.u32 %r7, %r0, 100, %t;\n"
      "  st.shared::cluster.u32 [%r6], %r7;\n  add.u32 %r8, %r5, 512;\n"
      "  red.relaxed.cluster.shared::cluster.add.u32 [%r8], 1;\n"
      "  getctarank.shared::cluster.u32 %r9, %r5;\n"
      "  setp.ne.u32 %p1, %r9, %r4;\n  @%p1 trap;\n"
      "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %p2, %r4, 2;\n  @%p2 bra loop;\n"
      "  barrier.cluster.arrive.release;\n  barrier.cluster.wait.acquire;\n"
      // Its own half 0, and of the neighbour, by a generic address, half 1.
      "  add.u32 %r10, %r1, %r2;\n  ld.shared.u32 %r11, [%r10];\n"
      "  xor.b32 %r12, %r0, 1;\n  mov.u64 %rd0, tile;\n  cvta.shared.u64 %rd0, %rd0;\n"
      "  mapa.u64 %rd1, %rd0, %r12;\n  getctarank.u64 %r13, %rd1;\n"
      "  isspacep.shared::cluster %p3, %rd1;\n  isspacep.shared::cta %p4, %rd1;\n"
      "  @!%p3 trap;\n  @%p4 trap;\n  setp.ne.u32 %p5, %r13, %r12;\n  @%p5 trap;\n"
      "  cvt.u64.u32 %rd2, %r2;\n  add.u64 %rd1, %rd1, %rd2;\n  ld.u32 %r14, [%rd1+128];\n"
      "  ld.shared.u32 %r15, [%r3];\n"
      "  mad.lo.u32 %r16, %r0, 32, %t;\n  mul.wide.u32 %rd3, %r16, 16;\n"
      "  add.u64 %rd3, %rd3, %b;\n  st.global.v2.u32 [%rd3], {%r11, %r14};\n"
      "  st.global.u32 [%rd3+8], %r15;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;",
      variables);
  inEverySchedule(ptx, [](Device &device) {
    device.options.cluster = {2, 1, 1};
    uint32_t *out = device.array(std::vector<uint32_t>(256));
    device.run("k", {2}, {32}, {out, out});
    for (uint32_t i = 0; i < 64; ++i) {
      EXPECT_EQ(out[4 * i], i % 32) << i;           // from rank 0
      EXPECT_EQ(out[4 * i + 1], 100 + i % 32) << i; // from rank 1
      EXPECT_EQ(out[4 * i + 2], 64u) << i;
    }
  });
}

TEST(EmulatorLoadStore, AsynchronousStores) {
  // Each thread of rank 0 stores, and adds, into rank 1, which waits for the bytes.
  std::string ptx = memoryKernel(
      "  mov.u32 %r0, %cluster_ctarank;\n  setp.eq.u32 %p0, %t, 0;\n"
      "  mov.u32 %r1, bar;\n  mov.u32 %r2, tile;\n"
      "  @%p0 st.shared.u32 [%r2+1016], 7;\n"
      "  @%p0 mbarrier.init.shared.b64 [bar], 1;\n"
      "  @%p0 mbarrier.arrive.expect_tx.shared.b64 %rd0, [bar], 768;\n"
      "  fence.mbarrier_init.release.cluster;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
      "  setp.eq.u32 %p1, %r0, 1;\n  @%p1 bra wait;\n"
      "  mapa.shared::cluster.u32 %r3, %r1, 1;\n  mapa.shared::cluster.u32 %r4, %r2, 1;\n"
      "  shl.b32 %r5, %t, 4;\n  add.u32 %r5, %r5, %r4;\n  add.u32 %r6, %t, 1000;\n"
      "  cvt.u64.u32 %rd1, %r6;\n"
      "  st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r5], {%t, %r6}, [%r3];\n"
      "  st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r5+8], %rd1, [%r3];\n"
      "  shl.b32 %r7, %t, 2;\n  add.u32 %r7, %r7, %r4;\n"
      "  add.u32 %r8, %r4, 1016;\n"
      "  red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r8], "
      "%t, [%r3];\n"
      "  st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r7+512], %t, [%r3];\n"
      "  bra out;\n"
      "wait:\n  mbarrier.try_wait.parity.acquire.cluster.shared.b64 %p2, [bar], 0;\n"
      "  @!%p2 bra wait;\n"
      "  shl.b32 %r10, %t, 4;\n  add.u32 %r10, %r10, %r2;\n  ld.shared.u32 %r11, [%r2+1016];\n"
      "  setp.lt.u32 %p3, %t, 31;\n  ld.shared.v2.u32 {%r12, %r13}, [%r10];\n"
      "  mul.wide.u32 %rd3, %t, 16;\n  add.u64 %rd3, %rd3, %b;\n"
      "  st.global.v2.u32 [%rd3], {%r12, %r13};\n  st.global.u32 [%rd3+8], %r11;\n"
      "out:\n  barrier.cluster.arrive;\n  barrier.cluster.wait;",
      ".shared .align 8 .b64 bar;\n.shared .align 16 .b8 tile[1024];\n");
  inEverySchedule(ptx, [](Device &device) {
    device.options.cluster = {2, 1, 1};
    uint32_t *out = device.array(std::vector<uint32_t>(128));
    device.run("k", {2}, {32}, {out, out});
    for (uint32_t t = 0; t < 32; ++t) {
      EXPECT_EQ(out[4 * t], t) << t;
      EXPECT_EQ(out[4 * t + 1], 1000 + t) << t;
      EXPECT_EQ(out[4 * t + 2], 7 + 31u * 32 / 2) << t;
    }
  });
}

TEST(EmulatorLoadStore, BulkStoresAndDiscards) {
  std::string ptx = memoryKernel(
      "  mov.u64 %rd0, 40;\n  mov.u32 %r1, tile;\n  st.shared.u64 [tile+40], 5;\n"
      "  st.bulk.weak.shared::cta [%r1], "
      "%rd0, 0;\n  ld.shared.u64 %rd1, [tile+32];\n  ld.shared.u64 %rd2, [tile+40];\n"
      "  st.global.v2.u64 [%b], {%rd1, %rd2};\n"
      "  applypriority.global.L2::evict_normal [%a], 128;\n  discard.global.L2 [%a+128], 128;\n"
      "  prefetch.global.L2 [%a];\n  prefetch.global.L2::evict_last [%a];\n  prefetchu.L1 [%a];\n"
      "  prefetch.local.L1 [%a];\n  prefetch.L2 [%a+1000000];",
      variables, "sm_100a");
  inEverySchedule(ptx, [](Device &device) {
    uint8_t *a = device.array(std::vector<uint8_t>(256, 3));
    uint64_t *out = device.array(std::vector<uint64_t>(2));
    device.run("k", {1}, {1}, {a, out});
    EXPECT_EQ(out[0], 0u);
    EXPECT_EQ(out[1], 5u);
    EXPECT_EQ(a[127], 3);
    EXPECT_EQ(a[128], 0xff);
  });
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

namespace {

class FenceRecorder : public Observer {
public:
  std::vector<std::string> fences;
  void fence(const Site &, uint32_t lanes, FenceKind kind, Order order, Scope scope) override {
    static const char *const kinds[] = {"thread", "async", "tensormap", "init", "wgmma"};
    static const char *const orders[] = {"weak",    "volatile", "relaxed", "acquire",
                                         "release", "acq_rel",  "sc"};
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys"};
    EXPECT_EQ(lanes, 3u);
    std::string text = kinds[static_cast<int>(kind)];
    if (kind == FenceKind::Thread)
      text += std::string(" ") + orders[static_cast<int>(order)] + " " +
              scopes[static_cast<int>(scope)];
    fences.push_back(text);
  }
  std::vector<std::string> accesses;
  void access(const Site &, const Access &access) override {
    static const char *const kinds[] = {"load", "store", "atomic"};
    static const char *const orders[] = {"weak",    "volatile", "relaxed", "acquire",
                                         "release", "acq_rel",  "sc"};
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys"};
    if (access.space == Space::Global)
      accesses.push_back(std::string(kinds[static_cast<int>(access.kind)]) + " " +
                         orders[static_cast<int>(access.order)] + " " +
                         scopes[static_cast<int>(access.scope)] +
                         (access.reduction ? " reduction" : ""));
  }
};

} // namespace

TEST(EmulatorLoadStore, FencesAreTold) {
  std::string ptx = memoryKernel("  membar.cta;\n  membar.gl;\n  membar.sys;\n  fence.sc.gpu;\n"
                                 "  fence.acq_rel.cta;\n  fence.cluster;\n  fence.acquire.gpu;\n"
                                 "  fence.release.sys;\n  fence.proxy.alias;\n"
                                 "  fence.proxy.async;\n  fence.proxy.async.global;\n"
                                 "  fence.proxy.async.shared::cta;\n"
                                 "  fence.proxy.async.shared::cluster;\n"
                                 "  fence.mbarrier_init.release.cluster;\n"
                                 "  fence.proxy.tensormap::generic.release.gpu;\n"
                                 "  fence.proxy.tensormap::generic.acquire.sys [%a], 128;");
  Device device(ptx);
  FenceRecorder recorder;
  device.options.observer = &recorder;
  uint8_t *a = device.array(std::vector<uint8_t>(128));
  device.run("k", {1}, {2}, {a, a});
  EXPECT_EQ(recorder.fences, (std::vector<std::string>{
                                 "thread sc cta", "thread sc gpu", "thread sc sys", "thread sc gpu",
                                 "thread acq_rel cta", "thread acq_rel cluster",
                                 "thread acquire gpu", "thread release sys", "async", "async",
                                 "async", "async", "init", "tensormap", "tensormap"}));
}

TEST(EmulatorLoadStore, OrdersAreTold) {
  std::string ptx =
      memoryKernel("  ld.global.u32 %r0, [%a];\n  ld.acquire.gpu.global.u32 %r0, [%a];\n"
                   "  ld.volatile.u32 %r0, [%a];\n  st.release.cluster.global.u32 [%a], %r0;\n"
                   "  st.relaxed.sys.u32 [%a], %r0;\n  atom.global.add.u32 %r1, [%a], 1;\n"
                   "  atom.acq_rel.cta.global.exch.b32 %r1, [%a], 1;\n"
                   "  red.release.gpu.global.add.u32 [%a], 1;");
  Device device(ptx);
  FenceRecorder recorder;
  device.options.observer = &recorder;
  uint8_t *a = device.array(std::vector<uint8_t>(128));
  device.run("k", {1}, {1}, {a, a});
  EXPECT_EQ(
      recorder.accesses,
      (std::vector<std::string>{"load weak gpu", "load acquire gpu", "load volatile sys",
                                "store release cluster", "store relaxed sys", "atomic relaxed gpu",
                                "atomic acq_rel cta", "atomic release gpu reduction"}));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(EmulatorLoadStore, ClusterErrors) {
  Dim3 two = {2, 1, 1};
  expectFault(memoryKernel("  mapa.shared::cluster.u32 %r0, tile, 2;", variables),
              "maps an address to rank 2 of a cluster of 2 blocks", {2}, {32}, 1024, two);
  expectFault(memoryKernel("  mapa.u64 %rd0, %a, 1;", variables),
              "maps an address that is not in shared memory", {2}, {32}, 1024, two);
  expectFault(memoryKernel("  mapa.shared::cluster.u32 %r0, tile, 1;\n  add.u32 %r0, %r0, 1024;\n"
                           "  st.shared::cluster.u32 [%r0], 1;",
                           variables),
              "out-of-bounds access: 4 bytes at shared address 0x400, of 1024 bytes", {2}, {32},
              1024, two);
  expectFault(memoryKernel("  mapa.shared::cluster.u32 %r0, tile, 0;\n"
                           "  ld.shared::cta.u32 %r1, [%r0];",
                           variables),
              "out-of-bounds access: 4 bytes at shared address 0x1000000, of 1024 bytes", {2}, {32},
              1024, two);
  expectFault(
      memoryKernel("  mov.u32 %r0, 0x05000000;\n  ld.shared::cluster.u32 %r1, [%r0];", variables),
      "names the shared memory of rank 4 in a cluster of 2 blocks", {2}, {32}, 1024, two);
  // Rank 1 ends at once; rank 0 waits for what it said last, and writes to it.
  expectFault(memoryKernel("  mov.u32 %r0, %cluster_ctarank;\n  setp.eq.u32 %p0, %r0, 1;\n"
                           "  @%p0 exit;\n  mov.u32 %r1, 0;\n"
                           "loop:\n  ld.volatile.global.u32 %r2, [%a];\n"
                           "  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p1, %r1, 4000;\n"
                           "  @%p1 bra loop;\n"
                           "  mapa.shared::cluster.u32 %r3, tile, 1;\n"
                           "  st.shared::cluster.u32 [%r3], 1;",
                           variables),
              "accesses shared memory of rank 1, a block that has ended", {2}, {32}, 1024, two);
}

TEST(EmulatorMemoryRanges, FreedMemoryAndRedZones) {
  std::string ptx = memoryKernel("  ld.global.u32 %r0, [%a];\n  st.global.u32 [%b], %r0;");
  Device device(ptx);
  auto *first = static_cast<uint8_t *>(device.memory.allocate(100, "weights"));
  auto *second = static_cast<uint8_t *>(device.memory.allocate(64));
  auto contains = [&](const void *a, const void *b, const std::string &part) {
    std::string error = device.error("k", {1}, {1}, {a, b});
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  device.run("k", {1}, {1}, {first, second});
  contains(first + 100, second, ", byte 100 of 'weights', an allocation of 100 bytes");
  contains(first + 300, second, ", byte 300 of 'weights', an allocation of 100 bytes");
  contains(first - 4, second, ", 4 bytes before 'weights', an allocation of 100 bytes");
  contains(first, second + 64, "(st.global.u32)");
  EXPECT_TRUE(device.memory.free(first));
  contains(first + 8, second, ", byte 8 of 'weights', an allocation of 100 bytes that was freed");
  // Addresses are not given again while they are remembered.
  for (int i = 0; i < 32; ++i)
    EXPECT_NE(device.memory.allocate(100), first);
  EXPECT_FALSE(device.memory.free(first));
}

TEST(EmulatorMemoryRanges, VariablesEndWhereTheyEnd) {
  std::string two = ".global .align 4 .b32 first[4];\n.global .align 4 .b32 second[4];\n";
  expectFault(memoryKernel("  mov.u64 %rd0, first;\n  ld.global.u32 %r0, [%rd0+16];", two),
              ", byte 16 of variable 'first' of 16 bytes");
  expectFault(
      memoryKernel("  mov.u64 %rd0, second;\n  st.global.v2.u32 [%rd0+16], {%r0, %r0};", two),
      ", byte 16 of variable 'second' of 16 bytes");

  // Also where an allocation begins soon after, unless that is nearer.
  std::string one = ".global .align 4 .b32 first[4];\n";
  for (auto [offset, message] : {std::pair(16, ", byte 16 of variable 'first' of 16 bytes"),
                                 std::pair(60, ", 20 bytes before an allocation of 64 bytes")}) {
    Device device(memoryKernel("  mov.u64 %rd0, first;\n  ld.global.u32 %r0, [%rd0+" +
                                   std::to_string(offset) + "];",
                               one));
    ASSERT_TRUE(device.module);
    auto *first = static_cast<uint8_t *>(device.module->global("first"));
    ASSERT_TRUE(device.memory.add(first + 80, 64));
    std::string error = device.error("k", {1}, {1}, {first, first});
    EXPECT_NE(error.find(message), std::string::npos) << error;
  }
}
