// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters: their shapes, the places of their blocks, and their barrier.
#include "Execution.h"

using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

std::string errorOf(const std::string &text, uint32_t blocks, Dim3 cluster) {
  Launcher launcher(text);
  launcher.options.cluster = cluster;
  return launcher.error(blocks, 32);
}

/// Blocks of a cluster hand their number round: each writes, meets the others, reads
/// that of the next. Three rounds.
std::string roundOfBlocks(const std::string &arrive, const std::string &wait) {
  return kernel("  mov.u32 %r0, %cluster_ctarank;\n  mov.u32 %r1, %cluster_nctarank;\n"
                "  sub.u32 %r2, %c, %r0;\n  add.u32 %r3, %r0, 1;\n  rem.u32 %r3, %r3, %r1;\n"
                "  add.u32 %r3, %r3, %r2;\n  mad.wide.u32 %rd1, %c, 4, %in;\n"
                "  mad.wide.u32 %rd2, %r3, 4, %in;\n  mov.u32 %r4, 0;\n"
                "  setp.eq.u32 %p, %t, 33;\n"
                "LOOP:\n  mad.lo.u32 %r5, %r4, 1000, %c;\n"
                "  @%p st.volatile.global.b32 [%rd1], %r5;\n" +
                arrive + wait + "  ld.volatile.global.b32 %r6, [%rd2];\n  add.u32 %d, %d, %r6;\n" +
                arrive + wait +
                "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %q, %r4, 3;\n  @%q bra LOOP;");
}

} // namespace

TEST(EmulatorCluster, Barriers) {
  for (const char *arrive :
       {"  barrier.cluster.arrive;\n", "  barrier.cluster.arrive.aligned;\n",
        "  barrier.cluster.arrive.release;\n", "  barrier.cluster.arrive.relaxed.aligned;\n"})
    for (const char *wait : {"  barrier.cluster.wait;\n", "  barrier.cluster.wait.acquire;\n",
                             "  barrier.cluster.wait.acquire.aligned;\n"})
      expectInAll(
          roundOfBlocks(arrive, wait), 8, 64,
          [](uint32_t i) {
            uint32_t block = i / 64, next = block / 4 * 4 + (block + 1) % 4;
            return 3000 + 3 * next;
          },
          [](Launcher &launcher) { launcher.options.cluster = {4, 1, 1}; });
}

TEST(EmulatorCluster, ABarrierIsMissed) {
  // Without the second barrier a block may overwrite what its neighbour still reads.
  std::string text = kernel("  xor.b32 %r3, %c, 1;\n  mad.wide.u32 %rd1, %c, 4, %in;\n"
                            "  mad.wide.u32 %rd2, %r3, 4, %in;\n  mov.u32 %r4, 0;\n"
                            "LOOP:\n  st.volatile.global.b32 [%rd1], %r4;\n"
                            "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
                            "  ld.volatile.global.b32 %r6, [%rd2];\n  add.u32 %d, %d, %r6;\n"
                            "  add.u32 %r4, %r4, 1;\n  setp.lt.u32 %q, %r4, 4;\n"
                            "  @%q bra LOOP;");
  bool wrong = false;
  Launcher launcher(text);
  launcher.options.cluster = {2, 1, 1};
  for (uint64_t seed = 0; seed < 4; ++seed) {
    launcher.use({"", Schedule::EagerPriority, seed});
    for (uint32_t value : launcher.run(2, 64))
      wrong |= value != 6;
  }
  EXPECT_TRUE(wrong);
}

TEST(EmulatorCluster, ThreadsThatEndedCountAsArrived) {
  std::string body = "  setp.ge.u32 %p, %t, 16;\n  @%p bra DONE;\n  mov.u32 %d, 1;\n"
                     "  setp.eq.u32 %q, %c, 1;\n  barrier.cluster.arrive;\n  @%q bra DONE;\n"
                     "  barrier.cluster.wait;\n  barrier.cluster.arrive;\n"
                     "  barrier.cluster.wait;\n  mov.u32 %d, 2;";
  expectInAll(
      kernel(body), 2, 48, [](uint32_t i) { return i % 48 >= 16  ? 0u
                                                   : i / 48 == 1 ? 1u
                                                                 : 2u; },
      [](Launcher &launcher) { launcher.options.cluster = {2, 1, 1}; });
}

TEST(EmulatorCluster, MistakesAtTheBarrier) {
  expectContains(
      errorOf(kernel("  barrier.cluster.arrive;\n  barrier.cluster.arrive;"), 2, {2, 1, 1}),
      "the thread arrives at the cluster's barrier again without a wait between");
  expectContains(errorOf(kernel("  barrier.cluster.wait;"), 2, {2, 1, 1}),
                 "the thread waits at the cluster's barrier without having arrived");
}

TEST(EmulatorCluster, SpecialRegistersInThreeDimensions) {
  // A grid of 4 x 6 x 4 blocks in clusters of 2 x 3 x 1.
  std::string names;
  const char *registers[] = {"clusterid.x",      "clusterid.y",      "clusterid.z",
                             "nclusterid.x",     "nclusterid.y",     "nclusterid.z",
                             "cluster_ctaid.x",  "cluster_ctaid.y",  "cluster_ctaid.z",
                             "cluster_nctaid.x", "cluster_nctaid.y", "cluster_nctaid.z",
                             "cluster_ctarank",  "cluster_nctarank"};
  std::string body;
  int offset = 0;
  for (const char *name : registers) {
    body += std::string("  mov.u32 %r0, %") + name + ";\n  st.global.b32 [%rd0+" +
            std::to_string(offset) + "], %r0;\n";
    offset += 4;
  }
  Device device(moduleText(".visible .entry k(.param .u64 out) {\n  .reg .b64 %rd<2>;\n"
                           "  .reg .b32 %r<8>;\n  .reg .pred %p;\n  mov.u32 %r1, %ctaid.z;\n"
                           "  mov.u32 %r2, %ctaid.y;\n  mad.lo.u32 %r1, %r1, 6, %r2;\n"
                           "  mov.u32 %r2, %ctaid.x;\n  mad.lo.u32 %r1, %r1, 4, %r2;\n"
                           "  ld.param.u64 %rd0, [out];\n  mad.wide.u32 %rd0, %r1, 64, %rd0;\n" +
                           body +
                           "  mov.pred %p, %is_explicit_cluster;\n  selp.b32 %r0, 1, 0, %p;\n"
                           "  st.global.b32 [%rd0+56], %r0;\n  ret;\n}\n"));
  for (bool clusters : {true, false}) {
    device.options.cluster = clusters ? Dim3{2, 3, 1} : Dim3{0, 0, 0};
    uint32_t *out = device.array(std::vector<uint32_t>(16 * 96));
    device.run("k", {4, 6, 4}, {1}, {out});
    Dim3 c = clusters ? Dim3{2, 3, 1} : Dim3{1, 1, 1};
    for (uint32_t z = 0; z < 4; ++z)
      for (uint32_t y = 0; y < 6; ++y)
        for (uint32_t x = 0; x < 4; ++x) {
          const uint32_t *row = out + 16 * ((z * 6 + y) * 4 + x);
          uint32_t expected[] = {x / c.x,
                                 y / c.y,
                                 z,
                                 4 / c.x,
                                 6 / c.y,
                                 4,
                                 x % c.x,
                                 y % c.y,
                                 0,
                                 c.x,
                                 c.y,
                                 1,
                                 y % c.y * c.x + x % c.x,
                                 c.x * c.y,
                                 clusters};
          for (int i = 0; i < 15; ++i)
            EXPECT_EQ(row[i], expected[i]) << x << " " << y << " " << z << " " << i;
        }
  }
}

TEST(EmulatorCluster, WhatTheKernelAsksFor) {
  std::string rank = "  mov.u32 %d, %cluster_ctarank;\n  mov.u32 %r0, %nctaid.x;\n"
                     "  mad.lo.u32 %d, %r0, 100, %d;";
  Launcher required(kernel(rank, "", ".reqnctapercluster 2, 1, 1"));
  EXPECT_EQ(required.run(4, 1), (std::vector<uint32_t>{400, 401, 400, 401}));
  required.options.cluster = {2, 1, 1};
  required.run(4, 1);
  required.options.cluster = {4, 1, 1};
  expectContains(required.error(4, 1), "kernel 'k': expected a cluster of 2 x 1 x 1 blocks, got "
                                       "4 x 1 x 1");

  Launcher explicitly(kernel(rank, "", ".explicitcluster"));
  expectContains(explicitly.error(4, 1), "kernel 'k': expected a launch with clusters");
  explicitly.options.cluster = {4, 1, 1};
  EXPECT_EQ(explicitly.run(4, 1), (std::vector<uint32_t>{400, 401, 402, 403}));

  Launcher bounded(kernel(rank, "", ".explicitcluster .maxclusterrank 2"));
  bounded.options.cluster = {4, 1, 1};
  expectContains(bounded.error(4, 1), "expected at most 2 blocks in a cluster, got 4 x 1 x 1");
}

TEST(EmulatorCluster, ShapesThatAreNotPossible) {
  std::string text = kernel("");
  expectContains(errorOf(text, 6, {4, 1, 1}),
                 "a grid of 6 x 1 x 1 blocks has no whole number of 4 x 1 x 1 clusters");
  expectContains(errorOf(text, 32, {32, 1, 1}), "expected at most 16 blocks in a cluster");
  expectContains(errorOf(text, 4, {2, 0, 1}), "a cluster of 2 x 0 x 1 blocks is not possible");
}

TEST(EmulatorCluster, CooperativeLaunchesOfClusters) {
  // Clusters of a cooperative launch wait for each other, too.
  std::string body = "  setp.ne.u32 %p, %t, 0;\n  @%p bra WAIT;\n  mov.u32 %r1, %nctaid.x;\n"
                     "  atom.global.add.u32 %r0, [%in], 1;\n"
                     "SPIN:\n  ld.acquire.gpu.global.b32 %r0, [%in];\n"
                     "  setp.lt.u32 %q, %r0, %r1;\n  @%q bra SPIN;\n"
                     "WAIT:\n  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
                     "  ld.volatile.global.b32 %d, [%in];";
  expectInAll(
      kernel(body), 8, 40, [](uint32_t) { return 8u; },
      [](Launcher &launcher) {
        launcher.options.cooperative = true;
        launcher.options.cluster = {2, 1, 1};
      });
}

TEST(EmulatorCluster, HostThreadsDoNotShow) {
  std::string text = roundOfBlocks("  barrier.cluster.arrive;\n", "  barrier.cluster.wait;\n");
  std::vector<uint32_t> first;
  for (int threads : {1, 2, 5}) {
    Launcher launcher(text);
    launcher.options.cluster = {2, 1, 1};
    launcher.options.threads = threads;
    launcher.run(20, 64);
    if (first.empty())
      first = launcher.output;
    EXPECT_EQ(launcher.output, first);
  }
}
