// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bugs seeded into the kernels' PTX, each as people make them: a barrier forgotten, a wait
// count off by one, a fence left out. Each must be found by its check, with the message
// that leads to it, in both deterministic schedules.
#include "Tensors.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

/// In lines of the kernel that hold `find`: in the `which`th, from 1, or in all if that
/// is 0. The text becomes `to`; the whole line goes if `to` is empty.
struct Edit {
  const char *find;
  size_t which = 0;
  const char *to = "";
};

/// Where a bug shows: some end the launch in another way in the other schedule.
enum class Found { Both, Lazy, Eager };

struct Bug {
  const char *name;
  const char *file, *kernel;
  std::vector<Edit> edits;
  Check check;
  /// Parts of the message.
  std::vector<const char *> parts;
  Status (*launch)(Device &);
  Found found = Found::Both;
};

/// The module with the edits, or empty if one of them found nothing.
std::string mutated(const Bug &bug) {
  std::string text = kernelText(bug.file);
  for (const Edit &edit : bug.edits) {
    size_t begin = text.find(std::string(".entry ") + bug.kernel + "(");
    if (begin == std::string::npos)
      return {};
    size_t end = text.find("\n}", begin), count = 0;
    bool changed = false;
    for (size_t line = begin; line < end;) {
      size_t next = text.find('\n', line) + 1, at = text.find(edit.find, line);
      if (at < next && (++count == edit.which || edit.which == 0)) {
        size_t old = text.size();
        if (*edit.to)
          text.replace(at, std::strlen(edit.find), edit.to);
        else
          text.erase(line, next - 1 - line);
        end -= old - text.size(), next -= old - text.size();
        changed = true;
      }
      line = next;
    }
    if (!changed)
      return {};
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Status sumLastBlock(Device &d) {
  return d.tryRun("sumLastBlock", {4}, {64},
                  {d.array(integers<float>(700, 0, 9, 1)), d.empty<float>(4), d.zeros<uint32_t>(1),
                   d.empty<float>(1), 700});
}
Status sumWarps(Device &d) {
  return d.tryRun("sumWarps", {1}, {64},
                  {d.array(integers<float>(40, 0, 9, 1)), d.empty<float>(2), 40});
}
Status scanBlocks(Device &d) {
  return d.tryRun("scanBlocks", {1}, {128},
                  {d.array(integers<uint32_t>(128, 0, 9, 1)), d.empty<uint32_t>(128), 128});
}
Status scanLookBack(Device &d) {
  return d.tryRun("scanLookBack", {4}, {64},
                  {d.array(integers<uint32_t>(256, 0, 9, 1)), d.empty<uint32_t>(256), 256,
                   d.zeros<uint64_t>(4), d.zeros<uint32_t>(1)});
}
Status histogramShared(Device &d) {
  return d.tryRun("histogramShared", {1}, {64},
                  {d.array(integers<uint8_t>(500, 0, 255, 1)), d.zeros<uint32_t>(256), 500});
}
Status histogramGlobal(Device &d) {
  return d.tryRun("histogramGlobal", {2}, {64},
                  {d.array(integers<uint8_t>(500, 0, 3, 1)), d.zeros<uint32_t>(256), 500});
}
Status transposePadded(Device &d) {
  return d.tryRun("transposePadded", {2, 1}, {32, 8},
                  {d.array(integers<float>(40 * 30, 0, 9, 1)), d.empty<float>(40 * 30), 30, 40});
}
Status transposeSwizzled(Device &d) { // a buffer that is four bytes short
  return d.tryRun("transposeSwizzled", {1, 1}, {32, 8},
                  {d.array(integers<float>(1024, 0, 9, 1)), d.empty<float>(1024), 32, 32},
                  {.shared = 4092});
}
Status softmaxOnline(Device &d) {
  return d.tryRun("softmaxOnline", {1}, {96},
                  {d.array(uniform<float>(200, -1, 1, 1)), d.empty<float>(200), 200});
}
Status layerNormScaleGrad(Device &d) {
  return d.tryRun("layerNormScaleGrad", {1, 1}, {32, 8},
                  {d.array(uniform<float>(9 * 32, -1, 1, 1)),
                   d.array(uniform<float>(9 * 32, -1, 1, 2)), d.zeros<float>(9), d.zeros<float>(9),
                   d.empty<float>(64), 9, 32});
}
Status sgemm(Device &d) {
  return d.tryRun("sgemm", {1, 1}, {256},
                  {64, 64, 48, 1.0f, d.array(uniform<float>(64 * 48, -1, 1, 1)),
                   d.array(uniform<float>(48 * 64, -1, 1, 2)), 0.0f, d.empty<float>(64 * 64)});
}
Status sgemmOfLargeNumbers(Device &d) {
  return d.tryRun("sgemm", {1, 1}, {256},
                  {64, 64, 16, 1.0f, d.array(std::vector<float>(64 * 16, 2e38f)),
                   d.array(std::vector<float>(16 * 64, 2)), 0.0f, d.empty<float>(64 * 64)});
}
Status gemmF16(Device &d) {
  return d.tryRun("gemmF16", {1, 1}, {128},
                  {d.array(toF16(uniform<float>(64 * 160, -1, 1, 1))),
                   d.array(toF16(uniform<float>(160 * 64, -1, 1, 2))), d.empty<float>(64 * 64), 64,
                   64, 160},
                  {.shared = 3 * 8192});
}
Status gemmInt8(Device &d) {
  return d.tryRun("gemmInt8", {1, 1}, {128},
                  {d.array(integers<int8_t>(32 * 320, -9, 9, 1)),
                   d.array(integers<int8_t>(32 * 320, -9, 9, 2)), d.empty<int32_t>(1024), 32, 32,
                   320});
}
Status attention(Device &d) {
  auto numbers = [&] { return d.array(toF16(uniform<float>(100 * 64, -1, 1, 1))); };
  return d.tryRun("attention", {1, 1}, {128},
                  {numbers(), numbers(), numbers(), d.empty<uint16_t>(100 * 64),
                   d.empty<float>(100), 100, 0.125f, 0});
}

Tensormap matrixMap(Device &d, TensorType type, int rows, int columns, uint32_t boxRows) {
  auto size = static_cast<size_t>(rows * columns);
  return mapOf(d.array(std::vector<uint16_t>(size, 0x3c00)), type,
               {static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)}, {64, boxRows},
               TensorSwizzle::Bytes128);
}
Status wgmmaGemm(Device &d) {
  return d.tryRun("wgmmaGemmF16", {1, 1}, {128},
                  {matrixMap(d, TensorType::Float16, 64, 320, 64),
                   matrixMap(d, TensorType::Float16, 64, 320, 64), d.empty<float>(64 * 64), 64, 64,
                   320},
                  {.shared = 32768});
}
Status gemmSpecialised(Device &d) {
  uint16_t *out = d.empty<uint16_t>(128 * 128);
  return d.tryRun("gemmSpecialised", {1}, {384},
                  {matrixMap(d, TensorType::Float16, 128, 384, 128),
                   matrixMap(d, TensorType::Float16, 128, 384, 64),
                   mapOf(out, TensorType::Float16, {128, 128}, {64, 64}, TensorSwizzle::Bytes128),
                   128, 128, 384},
                  {.shared = 4 * (16384 + 8192) + 2 * 8192 + 64});
}
Status gemmMulticast(Device &d) {
  return d.tryRun("gemmMulticast", {1, 2}, {160},
                  {matrixMap(d, TensorType::BFloat16, 128, 320, 64),
                   matrixMap(d, TensorType::BFloat16, 64, 320, 32), d.empty<float>(128 * 64), 128,
                   64, 320},
                  {.shared = 3 * 16384 + 48});
}
Status transposeTiles(Device &d) {
  float *in = d.array(uniform<float>(1024, -1, 1, 1)), *out = d.empty<float>(1024);
  return d.tryRun("transposeTiles", {1, 1}, {64},
                  {mapOf(in, TensorType::Float32, {32, 32}, {32, 32}, TensorSwizzle::None),
                   mapOf(out, TensorType::Float32, {32, 32}, {32, 32}, TensorSwizzle::None)});
}
Status sumBulk(Device &d) {
  return d.tryRun("sumBulk", {2}, {64}, {d.array(integers<int>(128, 0, 9, 1)), d.zeros<int>(64)});
}
Status streamBulk(Device &d) {
  return d.tryRun("streamBulk", {1}, {128},
                  {d.array(integers<uint32_t>(6 * 128, 0, 9, 1)), d.empty<uint32_t>(6 * 128), 6});
}
Status clusterSum(Device &d) {
  return d.tryRun("clusterSum", {2}, {64},
                  {d.array(integers<int>(128, 0, 9, 1)), d.empty<int>(1), 128},
                  {.cluster = {2, 1, 1}});
}
Status clusterRing(Device &d) {
  return d.tryRun("clusterRing", {4}, {32},
                  {d.array(integers<int>(128, 0, 9, 1)), d.empty<int>(128)},
                  {.cluster = {4, 1, 1}});
}
Status compactInOrder(Device &d) {
  return d.tryRun(
      "compactInOrder", {1}, {64},
      {d.array(integers<int>(200, -9, 9, 1)), d.empty<int>(200), d.empty<uint32_t>(1), 200});
}
Status mersenne(Device &d) {
  return d.tryRun("mersenne", {1}, {128}, {d.empty<uint32_t>(624), 5u, 1});
}
Status coalesced(Device &d) {
  return d.tryRun("coalesced", {1}, {32}, {d.array(integers<int>(32, 0, 9, 1)), d.empty<int>(128)});
}
Status spinLock(Device &d) {
  return d.tryRun("spinLock", {2}, {32},
                  {d.zeros<int>(1), d.zeros<int>(1), d.array(integers<int>(64, 0, 9, 1))});
}
Status newArray(Device &d) {
  return d.tryRun("newArray", {1}, {32}, {d.array(integers<int>(32, 0, 9, 1)), d.empty<int>(32)});
}
Status mallocList(Device &d) {
  return d.tryRun("mallocList", {1}, {32},
                  {d.zeros<uint64_t>(1), d.empty<int>(1), d.empty<int>(1)});
}
Status divisions(Device &d) {
  std::vector<int64_t> y(32, 3);
  y[17] = 0;
  return d.tryRun(
      "divisions", {1}, {32},
      {d.array(integers<int64_t>(32, 0, 99, 1)), d.array(y), d.empty<int64_t>(12 * 32), 32});
}
Status localArrays(Device &d) {
  return d.tryRun("localArrays", {1}, {32},
                  {d.array(integers<int>(50, 0, 9, 1)), d.empty<int>(32), 50});
}
Status barrierPhases(Device &d) {
  return d.tryRun("barrierPhases", {1}, {64},
                  {d.array(integers<int>(64, 0, 9, 1)), d.empty<int>(64), 4});
}
Status radixScatter(Device &d) {
  return d.tryRun("radixScatter", {1}, {128},
                  {d.array(integers<uint32_t>(100, 0, 15, 1)),
                   d.array(integers<uint32_t>(100, 0, 9, 2)), d.empty<uint32_t>(100),
                   d.empty<uint32_t>(100), d.zeros<uint32_t>(16), 100, 0});
}
Status jacobi(Device &d) {
  std::vector<float> a = integers<float>(200, 0, 9, 1);
  return d.tryRun("jacobi", {3}, {64}, {d.array(a), d.array(a), 200, 3}, {.cooperative = true});
}
Status convolve5(Device &d) {
  return d.tryRun("convolve5", {1, 1}, {16, 16},
                  {d.array(integers<float>(256, 0, 9, 1)), d.empty<float>(256), 16, 16});
}
Status bodies(Device &d) {
  return d.tryRun("bodies", {1}, {64},
                  {d.array(uniform<float>(4 * 128, 0, 1, 1)), d.empty<float>(3 * 128), 128},
                  {.shared = 1024});
}

//===----------------------------------------------------------------------===//
// The bugs
//===----------------------------------------------------------------------===//

const Bug bugs[] = {
    // Barriers of a block.
    {"a sum of parts that are not there yet",
     "reduce.sm_75",
     "sumLastBlock",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "ld.shared.f32", "reduce.cu"},
     sumLastBlock},
    {"a flag that one thread has not set",
     "reduce.sm_75",
     "sumLastBlock",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "ld.shared.u8"},
     sumLastBlock},
    {"sums of warps too early",
     "scan.sm_75",
     "scanBlocks",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "ld.shared.u32", "scan.cu"},
     scanBlocks},
    {"bins that are cleared while others count",
     "histogram.sm_75",
     "histogramShared",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "atom.shared.add.u32"},
     histogramShared},
    {"bins that are read while others count",
     "histogram.sm_75",
     "histogramShared",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "ld.shared.u32"},
     histogramShared},
    {"a tile that is transposed too early",
     "transpose.sm_75",
     "transposePadded",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "ld.shared.f32"},
     transposePadded},
    {"states of warps too early",
     "softmax.sm_75",
     "softmaxOnline",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "ld.shared.f32"},
     softmaxOnline},
    {"the next tile over the one that is in use",
     "sgemm.sm_75",
     "sgemm",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "shared address"},
     sgemm},
    {"a halo that is not there yet",
     "convolution.sm_75",
     "convolve5",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "ld.shared.f32"},
     convolve5},
    {"bodies over those in use",
     "physics.sm_75",
     "bodies",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "shared address"},
     bodies},
    {"a state that is replaced while others read it",
     "rng.sm_75",
     "mersenne",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "shared address"},
     mersenne},
    {"the base moves while others read it",
     "warps.sm_75",
     "compactInOrder",
     {{"bar.sync", 2}},
     Check::Races,
     {"race", "shared address"},
     compactInOrder},
    {"counts cleared over those of other warps",
     "sort.sm_75",
     "radixScatter",
     {{"bar.sync", 1}},
     Check::Races,
     {"race", "shared address"},
     radixScatter},
    {"a barrier for fewer threads than come",
     "layernorm.sm_75",
     "layerNormScaleGrad",
     {{"bar.sync \t0;", 1, "bar.sync \t0, 128;"}},
     Check::Races,
     {"race", "shared address"},
     layerNormScaleGrad},
    {"a barrier for more threads than there are",
     "layernorm.sm_75",
     "layerNormScaleGrad",
     {{"bar.sync \t0;", 1, "bar.sync \t0, 288;"}},
     Check::Deadlock,
     {"256 of 288"},
     layerNormScaleGrad},

    // Order between blocks.
    {"parts published without a fence",
     "reduce.sm_75",
     "sumLastBlock",
     {{"membar.gl", 1}},
     Check::Races,
     {"race", "ld.global.f32"},
     sumLastBlock},
    {"parts taken without a fence",
     "reduce.sm_75",
     "sumLastBlock",
     {{"membar.gl", 2}},
     Check::Races,
     {"race", "ld.global.f32"},
     sumLastBlock},
    {"a state published by a plain store",
     "scan.sm_75",
     "scanLookBack",
     {{"atom.global.exch.b64 \t%rd16, [%rd2], %rd15", 1, "st.global.u64 \t[%rd2], %rd15"}},
     Check::Races,
     {"race", "st.global.u64"},
     scanLookBack},
    {"a count without an atomic",
     "histogram.sm_75",
     "histogramGlobal",
     {{"atom.global.add.u32 \t%r11, [%rd8], 1;", 1,
       "ld.global.u32 %r11, [%rd8]; add.u32 %r11, %r11, 1; st.global.u32 [%rd8], %r11;"}},
     Check::Races,
     {"race", "global address"},
     histogramGlobal},
    {"a lock without fences",
     "locks.sm_75",
     "spinLock",
     {{"membar.gl"}, {"ld.volatile", 1, "ld"}, {"st.volatile", 1, "st"}},
     Check::Races,
     {"race", "global address"},
     spinLock},
    {"a grid barrier that releases nothing",
     "grid_sync.sm_75",
     "jacobi",
     {{"atom.add.release.gpu", 1, "atom.add.relaxed.gpu"}},
     Check::Races,
     {"race", "ld.global.f32"},
     jacobi},
    {"a cluster that adds before the sum is cleared",
     "cluster.sm_90a",
     "clusterSum",
     {{"barrier.cluster.arrive", 1}, {"barrier.cluster.wait", 1}},
     Check::Races,
     {"race", "atom.add.u32"},
     clusterSum},
    {"a cluster barrier that orders nothing",
     "cluster.sm_90a",
     "clusterRing",
     {{"barrier.cluster.arrive;", 0, "barrier.cluster.arrive.relaxed;"}},
     Check::Races,
     {"race", "ld.u32"},
     clusterRing},

    // Bounds, and memory that nobody wrote.
    {"a guard that lets one more through",
     "reduce.sm_75",
     "sumWarps",
     {{"setp.ge.s32", 1, "setp.gt.s32"}},
     Check::Bounds,
     {"out-of-bounds", "ld.global.nc.f32"},
     sumWarps},
    {"dynamic shared memory that is too small",
     "transpose.sm_75",
     "transposeSwizzled",
     {},
     Check::Bounds,
     {"out-of-bounds", "shared address 0xffc"},
     transposeSwizzled},
    {"a vector at an odd place",
     "sgemm.sm_75",
     "sgemm",
     {{"ld.shared.v4.f32 \t{%f155, %f156, %f157, %f158}, [%r439]", 1,
       "ld.shared.v4.f32 \t{%f155, %f156, %f157, %f158}, [%r439+4]"}},
     Check::Bounds,
     {"misaligned", "ld.shared.v4.f32"},
     sgemm},
    {"bins that nobody cleared",
     "histogram.sm_75",
     "histogramShared",
     {{"st.shared.u32"}},
     Check::InitShared,
     {"shared address"},
     histogramShared},
    {"parts of warps that are not there",
     "softmax.sm_75",
     "softmaxOnline",
     {{"setp.ge.u32 \t%p25, %r10, %r55", 1, "setp.gt.u32 \t%p25, %r10, %r55"}},
     Check::InitShared,
     {"ld.shared.f32", "shared address"},
     softmaxOnline},
    {"a local array that is not filled",
     "calls.sm_75",
     "localArrays",
     {{"st.local.u32", 1}},
     Check::InitLocal,
     {"local"},
     localArrays},
    {"an array read past its end",
     "locks.sm_75",
     "newArray",
     {{"ld.u32 \t%r15, [%rd11]", 1, "ld.u32 \t%r15, [%rd11+4]"}},
     Check::Bounds,
     {"out-of-bounds", "ld.u32"},
     newArray},
    {"a node that is read after it was freed",
     "locks.sm_75",
     "mallocList",
     {{"ld.u64 \t%rd12, [%rd18]"},
      {"setp.ne.s64 \t%p4, %rd12, 0", 1, "ld.u64 %rd12, [%rd18]; setp.ne.s64 \t%p4, %rd12, 0"}},
     Check::Freed,
     {"ld.u64"},
     mallocList},

    // Instructions of a warp.
    {"a shuffle whose mask names lanes that have gone",
     "groups.sm_75",
     "coalesced",
     {{"activemask.b32 %r37", 1, "mov.b32 %r37, -1"}},
     Check::Shuffle,
     {"shfl.sync", "no part"},
     coalesced},
    {"a mask without the thread itself",
     "reduce.sm_75",
     "sumWarps",
     {{"%r6, %r8, %r7, %r9", 1, "%r6, %r8, %r7, 0xff"}},
     Check::Barriers,
     {"shfl.sync.bfly.b32", "not in its own member mask"},
     sumWarps},
    {"a division by a zero",
     "integers.sm_75",
     "divisions",
     {},
     Check::Division,
     {"zero"},
     divisions},
    {"products that are too large",
     "sgemm.sm_75",
     "sgemm",
     {},
     Check::Nan,
     {"infinity of numbers", "fma.rn.f32", "sgemm.cu"},
     sgemmOfLargeNumbers},
    {"a sum that starts from nothing",
     "scan.sm_75",
     "scanLookBack",
     {{"mov.u32 \t%r93, 0"}},
     Check::Registers,
     {"%r93"},
     scanLookBack},

    // Asynchronous copies of threads.
    {"a wait count that is one too high",
     "mma.sm_80",
     "gemmF16",
     {{"cp.async.wait_group 1", 1, "cp.async.wait_group 2"}},
     Check::Async,
     {"ldmatrix", "shared address", "nobody has waited"},
     gemmF16},
    {"copies that nobody waits for",
     "mma.sm_80",
     "gemmF16",
     {{"cp.async.wait_group 1"}},
     Check::Async,
     {"ldmatrix", "shared address"},
     gemmF16},
    {"copies of other threads, without a barrier",
     "mma.sm_80",
     "gemmF16",
     {{"bar.sync", 1}},
     Check::Async,
     {"shared address"},
     gemmF16},
    {"a stage overwritten while it is read",
     "mma_int8.sm_80",
     "gemmInt8",
     {{"bar.sync", 2}},
     Check::Async,
     {"cp.async", "shared address"},
     gemmInt8},
    {"a group that is not closed",
     "mma_int8.sm_80",
     "gemmInt8",
     {{"cp.async.commit_group", 1}},
     Check::Async,
     {"ldmatrix", "shared address"},
     gemmInt8},
    {"keys used while they arrive",
     "flash.sm_80",
     "attention",
     {{"cp.async.wait_group 1", 1, "cp.async.wait_group 2"}},
     Check::Async,
     {"ldmatrix", "ampere.h", "nobody has waited"},
     attention},
    {"values overwritten while they are read",
     "flash.sm_80",
     "attention",
     {{"bar.sync", 2}},
     Check::Async,
     {"cp.async", "shared address"},
     attention},

    // mbarriers.
    {"a tile read before its copy was waited for",
     "tma.sm_90a",
     "transposeTiles",
     {{"mbarrier.try_wait"}, {"@!done bra"}},
     Check::Async,
     {"ld.shared.f32", "cp.async.bulk.tensor"},
     transposeTiles},
    {"more bytes expected than come",
     "wgmma.sm_90a",
     "wgmmaGemmF16",
     {{"mbarrier.arrive.expect_tx", 1,
       "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r54], 16; "
       "mbarrier.arrive.expect_tx"}},
     Check::Deadlock,
     {"16 bytes"},
     wgmmaGemm},
    {"a wait for the phase before",
     "tma.sm_90a",
     "streamBulk",
     {{"%r75;", 0, "0;"}},
     Check::Phase,
     {"mbarrier.try_wait"},
     streamBulk,
     Found::Lazy},
    {"an mbarrier that nobody made",
     "tma.sm_90a",
     "transposeTiles",
     {{"mbarrier.init"}},
     Check::Mbarrier,
     {"mbarrier"},
     transposeTiles},
    {"an mbarrier for too many threads",
     "libcu.sm_80",
     "barrierPhases",
     {{"mbarrier.init.shared.b64 [%r15], %r16", 1, "mbarrier.init.shared.b64 [%r15], 65"}},
     Check::Deadlock,
     {"no end", "asks again and again"},
     barrierPhases},
    {"an mbarrier for too few threads",
     "libcu.sm_80",
     "barrierPhases",
     {{"mbarrier.init.shared.b64 [%r15], %r16", 1, "mbarrier.init.shared.b64 [%r15], 32"}},
     Check::Races,
     {"race", "ld.shared.u32"},
     barrierPhases},
    {"a buffer filled while it is read",
     "tma.sm_90a",
     "streamBulk",
     {{"bar.sync", 2}, {"bar.sync", 3}},
     Check::Async,
     {"cp.async.bulk", "shared address"},
     streamBulk},
    {"stages that nobody hands back",
     "wgmma_specialised.sm_90a",
     "gemmSpecialised",
     {{"mbarrier.arrive.shared::cta"}},
     Check::Deadlock,
     {"mbarrier", "2 of 2 arrivals"},
     gemmSpecialised},

    // Products of warpgroups.
    {"sums read before their wait",
     "wgmma.sm_90a",
     "wgmmaGemmF16",
     {{"wgmma.wait_group"}},
     Check::Wgmma,
     {"wgmma.mma_async"},
     wgmmaGemm},
    {"a group of products that is not closed",
     "wgmma.sm_90a",
     "wgmmaGemmF16",
     {{"wgmma.commit_group"}},
     Check::Wgmma,
     {"wgmma.mma_async"},
     wgmmaGemm},
    {"sums set without a fence",
     "wgmma.sm_90a",
     "wgmmaGemmF16",
     {{"wgmma.fence"}},
     Check::Wgmma,
     {"wgmma.fence"},
     wgmmaGemm},
    {"products of tiles that are not there yet",
     "wgmma.sm_90a",
     "wgmmaGemmF16",
     {{"mbarrier.try_wait"}, {"@!done bra"}},
     Check::Async,
     {"wgmma.mma_async", "cp.async.bulk.tensor"},
     wgmmaGemm},
    {"a tile overwritten while products read it",
     "wgmma_specialised.sm_90a",
     "gemmSpecialised",
     {{"wgmma.wait_group.sync.aligned 1", 0, "wgmma.wait_group.sync.aligned 2"}},
     Check::Async,
     {"cp.async.bulk.tensor", "wgmma.mma_async"},
     gemmSpecialised},

    // The other proxy.
    {"a tile stored before the copy may see it",
     "tma.sm_90a",
     "transposeTiles",
     {{"fence.proxy.async"}},
     Check::Proxy,
     {"fence.proxy.async", "st.shared.f32"},
     transposeTiles},
    {"results stored before the copy may see them",
     "wgmma_specialised.sm_90a",
     "gemmSpecialised",
     {{"fence.proxy.async"}},
     Check::Proxy,
     {"fence.proxy.async", "stmatrix"},
     gemmSpecialised},
    {"sums without a proxy fence",
     "tma.sm_90a",
     "sumBulk",
     {{"fence.proxy.async"}},
     Check::Proxy,
     {"cp.reduce.async.bulk"},
     sumBulk},
    {"results overwritten while they are stored",
     "wgmma_specialised.sm_90a",
     "gemmSpecialised",
     {{"cp.async.bulk.wait_group.read"}},
     Check::Async,
     {"stmatrix", "shared address"},
     gemmSpecialised},
    {"a block that ends before its stores",
     "tma.sm_90a",
     "sumBulk",
     {{"cp.async.bulk.wait_group"}},
     Check::Pending,
     {"cp.reduce.async.bulk"},
     sumBulk},
    {"a block that ends before its cluster",
     "wgmma_cluster.sm_90a",
     "gemmMulticast",
     {{"barrier.cluster.arrive", 2}, {"barrier.cluster.wait", 2}},
     Check::Pending,
     {"shared memory"},
     gemmMulticast},
};

} // namespace

TEST(EmulatorKernelSeededBugs, AreFound) {
  EXPECT_GE(std::size(bugs), 40u);
  for (const Bug &bug : bugs) {
    std::string text = mutated(bug);
    ASSERT_FALSE(text.empty()) << bug.name << ": the text to change is not there";
    for (Schedule schedule : {Schedule::LazyRoundRobin, Schedule::EagerPriority}) {
      if (bug.found == (schedule == Schedule::LazyRoundRobin ? Found::Eager : Found::Lazy))
        continue;
      SCOPED_TRACE(std::string(bug.name) + ", " + bug.file +
                   (schedule == Schedule::LazyRoundRobin ? ", lazy" : ", eager"));
      Device device(text, schedule, 1, true);
      device.options.maxInstructions = 200'000;
      if (bug.check == Check::Nan) {
        device.checker = std::make_unique<Checker>(*Checker::parse("all,nan"));
        device.options.observer = device.checker.get();
      }
      if (!device.module)
        continue;
      Status status = bug.launch(device);
      const std::vector<Finding> &findings = device.checker->findings();
      bool found = std::any_of(findings.begin(), findings.end(), [&](const Finding &finding) {
        return finding.check == bug.check &&
               std::all_of(bug.parts.begin(), bug.parts.end(), [&](const char *part) {
                 return finding.message.find(part) != std::string::npos;
               });
      });
      if (found)
        continue;
      std::string said = status ? "" : "\n  " + status.error();
      for (size_t i = 0; i < findings.size() && i < 3; ++i)
        said += "\n  " + findings[i].message;
      ADD_FAILURE() << "not found" << (said.empty() ? ", and nothing else" : "; but" + said);
    }
  }
}
