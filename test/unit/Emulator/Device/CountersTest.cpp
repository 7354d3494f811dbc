// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters against counts made by hand.
#include "../Device.h"

#include "CountersModel.h"
#include "halftone/Emulator/Counters.h"
#include "halftone/Emulator/ObserverList.h"
#include "halftone/Support/Json.h"

#include <functional>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

//===----------------------------------------------------------------------===//
// Banks
//===----------------------------------------------------------------------===//

Wavefronts wavefronts(uint32_t bytes, const std::function<uint64_t(uint32_t)> &address,
                      uint32_t lanes = ~0u, bool atomic = false) {
  uint64_t addresses[32];
  for (uint32_t l = 0; l < 32; ++l)
    addresses[l] = address(l);
  return countWavefronts(addresses, lanes, bytes, atomic);
}

void expectWavefronts(const Wavefronts &got, uint32_t taken, uint32_t ideal) {
  EXPECT_EQ(got.taken, taken);
  EXPECT_EQ(got.ideal, ideal);
}

TEST(Wavefronts, FourBytes) {
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 4 * l; }), 1, 1);
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 8 * l; }), 2, 1);
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 128 * l; }), 32, 1);
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 132 * l; }), 1, 1); // padded columns
  expectWavefronts(wavefronts(4, [](uint32_t) { return 64; }), 1, 1);        // one word for all
  expectWavefronts(wavefronts(2, [](uint32_t l) { return 2 * l; }), 1, 1);   // halves of words
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 128 * l; }, 0x11), 2, 1);
}

TEST(Wavefronts, WideAccessesRunInPhases) {
  expectWavefronts(wavefronts(8, [](uint32_t l) { return 8 * l; }), 2, 2);
  expectWavefronts(wavefronts(8, [](uint32_t l) { return 16 * l; }), 4, 2);
  expectWavefronts(wavefronts(8, [](uint32_t l) { return 8 * l; }, 0xffff), 1, 1);
  expectWavefronts(wavefronts(16, [](uint32_t l) { return 16 * l; }), 4, 4);
  // Lanes of different phases don't disturb each other: all of one bank, a phase apart.
  expectWavefronts(wavefronts(16, [](uint32_t l) { return 16 * (l % 8) + 128 * (l / 8); }), 4, 4);
  expectWavefronts(wavefronts(32, [](uint32_t l) { return 32 * l; }), 8, 8);
}

/// Rows of `ldmatrix.x4` in tiles of known layouts: lane 8 j + r has row r of matrix j.
TEST(Wavefronts, MatrixRows) {
  auto rows = [](const std::function<uint64_t(uint32_t, uint32_t)> &place) {
    return wavefronts(16, [&](uint32_t l) {
      // Matrices 0 and 1 are rows 0..7 and 8..15 of columns 0, 2 and 3 those of columns 1.
      return place(l % 16, l / 16);
    });
  };
  expectWavefronts(rows([](uint32_t r, uint32_t c) { return r * 64 + c * 16; }), 16, 4);
  expectWavefronts(rows([](uint32_t r, uint32_t c) { return r * 80 + c * 16; }), 4, 4);
  expectWavefronts(rows([](uint32_t r, uint32_t c) { return r * 64 + ((c ^ (r / 2 % 4)) * 16); }),
                   4, 4);
  expectWavefronts(rows([](uint32_t r, uint32_t c) { return r * 128 + c * 16; }), 32, 4);
  expectWavefronts(rows([](uint32_t r, uint32_t c) { return r * 128 + ((c ^ (r % 8)) * 16); }), 4,
                   4);
}

TEST(Wavefronts, AtomicsOfOneWordTakeTurns) {
  expectWavefronts(wavefronts(4, [](uint32_t) { return 0; }, ~0u, true), 32, 1);
  expectWavefronts(wavefronts(4, [](uint32_t l) { return 4 * l; }, ~0u, true), 1, 1);
  expectWavefronts(wavefronts(4, [](uint32_t l) { return l % 2 * 4; }, ~0u, true), 16, 1);
}

//===----------------------------------------------------------------------===//
// Sectors and the cache
//===----------------------------------------------------------------------===//

void expectSectors(uint32_t bytes, const std::function<uint64_t(uint32_t)> &address, size_t sectors,
                   uint32_t ideal, uint32_t lanes = ~0u) {
  uint64_t addresses[32];
  for (uint32_t l = 0; l < 32; ++l)
    addresses[l] = 4096 + address(l);
  Sectors result;
  findSectors(addresses, lanes, bytes, result);
  EXPECT_EQ(result.numbers.size(), sectors);
  EXPECT_EQ(result.ideal, ideal);
}

TEST(Sectors, OfAWarp) {
  expectSectors(4, [](uint32_t l) { return 4 * l; }, 4, 4);
  expectSectors(4, [](uint32_t l) { return 4 + 4 * l; }, 5, 4); // not aligned to a sector
  expectSectors(4, [](uint32_t l) { return 32 * l; }, 32, 4);
  expectSectors(4, [](uint32_t) { return 0; }, 1, 1);
  expectSectors(16, [](uint32_t l) { return 16 * l; }, 16, 16);
  expectSectors(2, [](uint32_t l) { return 2 * l; }, 2, 2);
  expectSectors(4, [](uint32_t l) { return 8 * l; }, 8, 4);
  expectSectors(4, [](uint32_t l) { return 32 * l; }, 2, 1, 0x3);
  expectSectors(32, [](uint32_t l) { return 32 * l; }, 32, 32);
  expectSectors(8, [](uint32_t l) { return 28 + 4 * l; }, 5, 4, 0x1fffffff);
}

TEST(L2Cache, KeepsWhatWasUsedLast) {
  L2Counts counts;
  L2Cache cache(2 * 128); // two lines
  cache.access(0, false, counts);
  cache.access(1, false, counts); // another sector of the line: not there yet
  cache.access(0, false, counts); // there
  EXPECT_EQ(counts.sectors, 3u);
  EXPECT_EQ(counts.hits, 1u);
  EXPECT_EQ(counts.readBytes, 64u);
  cache.access(4, true, counts); // a second line, written
  cache.access(0, false, counts);
  cache.access(8, false, counts); // a third: the written line goes
  EXPECT_EQ(counts.writtenBytes, 32u);
  cache.access(0, false, counts);
  EXPECT_EQ(counts.hits, 3u);
  cache.access(4, false, counts); // comes from memory again
  EXPECT_EQ(counts.hits, 3u);
  EXPECT_EQ(counts.readBytes, 64u + 32 + 32);
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

void expectFacts(const char *opcode, InstructionClass kind, const char *type, uint64_t laneFlops,
                 uint64_t tensorFlops) {
  OpcodeFacts facts = factsOf(opcode);
  EXPECT_EQ(toString(facts.kind), toString(kind)) << opcode;
  EXPECT_EQ(facts.type, type) << opcode;
  EXPECT_EQ(facts.laneFlops, laneFlops) << opcode;
  EXPECT_EQ(facts.tensorFlops, tensorFlops) << opcode;
}

TEST(Opcodes, ClassesAndFlops) {
  using enum InstructionClass;
  expectFacts("add.s32", Integer, "", 0, 0);
  expectFacts("mad.lo.s32", Integer, "", 0, 0);
  expectFacts("fma.rn.f32", Float, "f32", 2, 0);
  expectFacts("add.rn.ftz.f32", Float, "f32", 1, 0);
  expectFacts("mul.f64", Double, "f64", 1, 0);
  expectFacts("fma.rn.bf16x2", Half, "bf16", 4, 0);
  expectFacts("max.f32", Float, "f32", 0, 0);
  expectFacts("ex2.approx.ftz.f32", Special, "f32", 1, 0);
  expectFacts("setp.lt.f32", Compare, "", 0, 0);
  expectFacts("cvt.rn.bf16x2.f32", Convert, "", 0, 0);
  expectFacts("ld.global.v4.f32", Global, "", 0, 0);
  expectFacts("ld.shared::cluster.u32", Shared, "", 0, 0);
  expectFacts("ld.param.u64", Constant, "", 0, 0);
  expectFacts("st.u32", Generic, "", 0, 0);
  expectFacts("atom.global.add.u32", Atomic, "", 0, 0);
  expectFacts("cp.async.cg.shared.global", AsyncCopy, "", 0, 0);
  expectFacts("red.async.relaxed.cluster.global.mbarrier::complete_tx::bytes.add.u32", AsyncCopy,
              "", 0, 0);
  expectFacts("ldmatrix.sync.aligned.m8n8.x4.shared.b16", Shared, "", 0, 0);
  expectFacts("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", Tensor, "bf16", 0, 4096);
  expectFacts("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", Tensor, "tf32", 0, 2048);
  expectFacts("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", Tensor, "f64", 0, 512);
  expectFacts("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", Tensor, "f16", 0, 2048);
  expectFacts("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", Tensor, "s8", 0, 8192);
  expectFacts("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", Tensor, "f16", 0, 8192);
  expectFacts("wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32", Tensor, "bf16", 0, 8192);
  expectFacts("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16", Shared, "", 0, 0);
  // A warpgroup's product is that of four warps.
  expectFacts("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16", Tensor, "f16", 0,
              2 * 64 * 128 * 16 / 4);
  expectFacts("wgmma.commit_group.sync.aligned", Barrier, "", 0, 0);
  expectFacts("bar.sync", Barrier, "", 0, 0);
  expectFacts("shfl.sync.bfly.b32", Warp, "", 0, 0);
  expectFacts("bra.uni", Control, "", 0, 0);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// Each thread adds its element to the element of the lane opposite, through shared
// memory in columns of a 32 x 32 tile; the upper half of each warp stores.
constexpr char kernel[] = R"(
.file 1 "column.cu"
.visible .entry columns(.param .u64 in, .param .u64 out) {
  .reg .u64 %rd<6>;
  .reg .u32 %r<8>;
  .reg .f32 %f<4>;
  .reg .pred %p<2>;
  .shared .align 4 .b8 tile[4096];
  .loc 1 10 3
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd4, %rd1, %rd3;
  .loc 1 11 3
  ld.global.f32 %f1, [%rd4];
  mov.u32 %r2, tile;
  shl.b32 %r3, %r1, 7;
  add.u32 %r4, %r2, %r3;
  .loc 1 12 3
  st.shared.f32 [%r4], %f1;
  bar.sync 0;
  fma.rn.f32 %f2, %f1, %f1, %f1;
  setp.lt.u32 %p1, %r1, 16;
  @%p1 bra done;
  add.u64 %rd5, %rd2, %rd3;
  st.global.f32 [%rd5], %f2;
done:
  ret;
}
)";

struct Counted {
  Device device{moduleText(kernel)};
  Counters counters;
  float *in, *out;

  explicit Counted(CountersOptions options = {}) : counters(std::move(options)) {
    in = device.array(std::vector<float>(32, 2));
    out = device.array(std::vector<float>(32, 0));
    device.options.observer = &counters;
  }
  void run(uint32_t blocks = 1) { device.run("columns", {blocks}, {32}, {in, out}); }
};

TEST(Counters, CountsAKernel) {
  Counted counted;
  counted.run();
  ASSERT_EQ(counted.counters.kernels().size(), 1u);
  const KernelCounts &counts = *counted.counters.kernels()[0];
  EXPECT_EQ(counts.name, "columns");
  EXPECT_EQ(counts.launches, 1u);
  EXPECT_EQ(counts.warps, 1u);
  EXPECT_EQ(counts.globalLoads.requests, 1u);
  EXPECT_EQ(counts.globalLoads.bytes, 128u);
  EXPECT_EQ(counts.globalLoads.sectors, 4u);
  EXPECT_EQ(counts.globalStores.bytes, 64u);
  EXPECT_EQ(counts.globalStores.sectors, 2u);
  EXPECT_EQ(counts.sharedStores.wavefronts, 32u);
  EXPECT_EQ(counts.sharedStores.ideal, 1u);
  EXPECT_EQ(counts.sharedLoads.accesses, 0u);
  EXPECT_EQ(counts.barriers, 1u);
  EXPECT_EQ(counts.barrierArrivals, 1u);
  EXPECT_EQ(counts.scalarFlops.at("f32"), 64u);
  auto ofClass = [&](InstructionClass kind) { return counts.classes[static_cast<size_t>(kind)]; };
  EXPECT_EQ(ofClass(InstructionClass::Constant), 2u);
  EXPECT_EQ(ofClass(InstructionClass::Global), 2u);
  EXPECT_EQ(ofClass(InstructionClass::Shared), 1u);
  EXPECT_EQ(ofClass(InstructionClass::Float), 1u);
  EXPECT_EQ(ofClass(InstructionClass::Barrier), 1u);
  EXPECT_EQ(ofClass(InstructionClass::Compare), 1u);
  // 15 instructions up to the branch, two of them for 16 lanes, as the branch, and `ret`.
  uint64_t sum = 0;
  for (uint64_t each : counts.classes)
    sum += each;
  EXPECT_EQ(sum, counts.issued);
  EXPECT_LT(counts.lanes, counts.issued * 32);
}

TEST(Counters, NamesLines) {
  Counted counted;
  counted.run();
  const KernelCounts &counts = *counted.counters.kernels()[0];
  bool found = false;
  for (const InstructionCounts &inst : counts.instructions)
    if (counts.opcodes[inst.opcode] == "st.shared.f32") {
      found = true;
      EXPECT_EQ(inst.sourceLine, 12u);
      ASSERT_GE(inst.file, 1u);
      EXPECT_EQ(counts.files[inst.file - 1], "column.cu");
      EXPECT_EQ(inst.shared.wavefronts, 32u);
      EXPECT_EQ(inst.issued, 1u);
    }
  EXPECT_TRUE(found);
}

TEST(Counters, LaunchesAddUp) {
  Counted once, twice;
  once.run();
  twice.run();
  twice.run();
  const KernelCounts &one = *once.counters.kernels()[0], &two = *twice.counters.kernels()[0];
  EXPECT_EQ(two.launches, 2u);
  EXPECT_EQ(two.issued, 2 * one.issued);
  EXPECT_EQ(two.sharedStores.wavefronts, 64u);
  // The second launch finds what the first one read and wrote.
  EXPECT_EQ(one.l2.hits, 0u);
  EXPECT_EQ(two.l2.hits, 6u);
}

TEST(Counters, SameRunsGiveTheSameText) {
  Counted first, second;
  first.run(3);
  second.run(3);
  EXPECT_EQ(first.counters.json(), second.counters.json());
  EXPECT_EQ(first.counters.table(), second.counters.table());
  EXPECT_EQ(first.counters.heatMap({kernel, {}}), second.counters.heatMap({kernel, {}}));
}

TEST(Counters, JsonHasItsKeys) {
  Counted counted({"sm_80", 0,
                   "ptxas info    : Compiling entry function 'columns' for 'sm_80'\n"
                   "ptxas info    : Used 200 registers, used 1 barriers, 4096 bytes smem\n"});
  counted.run(2);
  Result<Json> json = parseJson(counted.counters.json());
  ASSERT_TRUE(json) << json.error();
  const Json &kernel = (*json)["kernels"][0];
  EXPECT_EQ((*json)["version"], 1);
  EXPECT_EQ(kernel["name"], "columns");
  EXPECT_EQ(kernel["blocks"], 2);
  EXPECT_EQ(kernel["shared"]["stores"]["wavefronts"], 64);
  EXPECT_EQ(kernel["shared"]["stores"]["ideal_wavefronts"], 2);
  EXPECT_EQ(kernel["global"]["loads"]["bytes_moved"], 256);
  EXPECT_EQ(kernel["l2"]["bytes"], 40960 * 1024);
  EXPECT_EQ(kernel["occupancy"]["registers"], 200);
  EXPECT_EQ(kernel["occupancy"]["chip"], "sm_80");
  EXPECT_EQ(kernel["flops"]["by_type"]["f32"], 128);
  EXPECT_EQ(kernel["instructions_by_class"]["barrier"], 2);
}

TEST(Counters, HeatMapShowsLinesAndNeedsNothing) {
  Counted counted;
  counted.run();
  std::string html = counted.counters.heatMap(
      {moduleText(kernel), {{"column.cu", "a\n\n\n\n\n\n\n\n\nten <&>\n"}}});
  EXPECT_NE(html.find("column.cu"), std::string::npos);
  EXPECT_NE(html.find("ten &lt;&amp;&gt;"), std::string::npos);
  EXPECT_NE(html.find("st.shared.f32 [%r4], %f1;"), std::string::npos);
  EXPECT_NE(html.find("32 / 1"), std::string::npos);
  for (const char *external : {"http:", "https:", "src=", "<script", "<link"})
    EXPECT_EQ(html.find(external), std::string::npos) << external;
}

/// Counts events, to see that a list passes them on.
class EventCounter : public Observer {
public:
  void instruction(const Site &, uint32_t) override { ++instructions; }
  void access(const Site &, const Access &) override { ++accesses; }
  void barrier(const Site &, uint32_t) override { ++barriers; }
  std::string_view stop() override { return instructions == limit ? "enough" : ""; }

  uint64_t instructions = 0, accesses = 0, barriers = 0, limit = ~uint64_t{0};
};

TEST(ObserverList, TellsAll) {
  Counted counted;
  EventCounter alone, first, second;
  counted.device.options.observer = &alone;
  counted.run();
  ObserverList list;
  EXPECT_EQ(list.get(), nullptr);
  list.add(&first);
  EXPECT_EQ(list.get(), &first);
  list.add(&second);
  list.add(&counted.counters);
  counted.device.options.observer = list.get();
  counted.run();
  EXPECT_GT(alone.instructions, 10u);
  for (const EventCounter *each : {&first, &second}) {
    EXPECT_EQ(each->instructions, alone.instructions);
    EXPECT_EQ(each->accesses, alone.accesses);
    EXPECT_EQ(each->barriers, 1u);
  }
  EXPECT_EQ(counted.counters.kernels()[0]->issued, alone.instructions);
}

/// An event that the list forgot would reach nobody.
TEST(ObserverList, KnowsEveryEvent) {
  std::string events = readInput("../../../../include/halftone/Emulator/Observer.h");
  std::string list = readInput("../../../../include/halftone/Emulator/ObserverList.h");
  constexpr std::string_view key = "virtual void ";
  size_t found = 0;
  for (size_t at = 0; (at = events.find(key, at)) != std::string::npos; at += key.size(), ++found) {
    size_t begin = at + key.size();
    std::string name = events.substr(begin, events.find('(', begin) + 1 - begin);
    EXPECT_NE(list.find(" void " + name), std::string::npos) << name;
  }
  EXPECT_GT(found, 20u);
}

} // namespace
