// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fast the emulated GPU is: thread-instructions a second (an instruction of a warp
// counts for each lane that takes part), and GFLOP/s of `mma.sync`.
//
//     emulator-benchmark [--benchmark_filter=…]
//
// Arguments of each: host threads, and whether all checks are on (which takes one
// thread). Times are of the wall clock; what a core does in a second of its own time is
// there, too, for machines that have something else to do.
#include "halftone/Emulator/Checker.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <ctime>
#include <string>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr uint32_t blockThreads = 256, blocks = 8, turns = 200;

struct Subject {
  const char *name;
  /// A loop's body, and how often it stands there.
  const char *body;
  unsigned repeats;
  /// Instructions of one body that each lane runs (half of both sides of a branch).
  double instructions;
  double flops = 0; ///< of a warp
};

const Subject subjects[] = {
    {"integer",
     "mad.lo.s32 %r0, %r0, %r1, %r2; xor.b32 %r1, %r1, %r0; shl.b32 %r2, %r1, 3;\n"
     "add.s32 %r2, %r2, %r0; shr.u32 %r3, %r2, 5; min.s32 %r0, %r0, %r3;\n"
     "and.b32 %r1, %r1, %r3; sub.s32 %r3, %r3, %r2;\n",
     4, 8},
    {"integer64",
     "add.s64 %l0, %l0, %l1; mul.wide.u32 %l1, %r0, %r1; add.s32 %r0, %r0, 4;\n"
     "mad.wide.s32 %l1, %r0, 4, %l0; cvt.u32.u64 %r1, %l1; shl.b64 %l0, %l0, 1;\n",
     4, 6},
    {"f32",
     "fma.rn.f32 %f0, %f1, %f2, %f0; mul.f32 %f1, %f0, %f3; add.f32 %f2, %f2, %f1;\n"
     "max.f32 %f3, %f3, %f0; fma.rn.f32 %f1, %f2, %f3, %f1; sub.f32 %f2, %f0, %f1;\n",
     4, 6},
    {"f16x2",
     "fma.rn.f16x2 %r0, %r1, %r2, %r0; mul.f16x2 %r1, %r0, %r3; add.f16x2 %r2, %r2, %r1;\n"
     "fma.rn.bf16x2 %r3, %r1, %r2, %r3;\n",
     4, 4},
    {"convert",
     "cvt.rn.f16x2.f32 %r0, %f0, %f1; cvt.rn.bf16x2.f32 %r1, %f1, %f2;\n"
     "cvt.rzi.s32.f32 %r2, %f0; cvt.rn.f32.s32 %f1, %r2; mov.b32 {%h0, %h1}, %r0;\n"
     "cvt.f32.f16 %f2, %h0;\n",
     4, 6},
    {"functions",
     "ex2.approx.f32 %f0, %f1; lg2.approx.f32 %f1, %f0; rcp.approx.f32 %f2, %f0;\n"
     "rsqrt.approx.f32 %f3, %f0; tanh.approx.f32 %f0, %f2;\n",
     4, 5},
    {"global",
     "ld.global.f32 %f0, [%l2]; fma.rn.f32 %f1, %f0, %f2, %f1; st.global.f32 [%l3], %f1;\n", 8, 3},
    {"shared",
     "ld.shared.f32 %f0, [%r4]; fma.rn.f32 %f1, %f0, %f2, %f1; st.shared.f32 [%r4], %f1;\n", 8, 3},
    {"divergent",
     "setp.lt.u32 %q, %r5, 16; @%q bra ONE%; add.s32 %r0, %r0, %r1; xor.b32 %r1, %r1, %r0;\n"
     "bra TWO%; ONE%: sub.s32 %r0, %r0, %r1; or.b32 %r1, %r1, %r0; TWO%:\n",
     4, 4.5},
    {"mma",
     "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
     "{%r0, %r1, %r2, %r3}, {%r6, %r7}, {%f0, %f1, %f2, %f3};\n",
     8, 1, 2.0 * 16 * 8 * 16},
};

/// Labels of a body are made unique by a number in the place of "%:" and so on.
std::string numbered(const Subject &subject) {
  std::string text;
  for (unsigned i = 0; i < subject.repeats; ++i)
    for (const char *c = subject.body; *c; ++c) {
      bool label = *c == '%' && (c[1] == ':' || c[1] == ';');
      text += label ? std::to_string(i) : std::string(1, *c);
    }
  return text;
}

std::string makeModule(const Subject &subject) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n"
         ".shared .align 16 .b8 memory[1024];\n"
         ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
         ".reg .b16 %h<2>; .reg .b32 %r<8>, %i; .reg .f32 %f<4>; .reg .b64 %l<4>;\n"
         ".reg .pred %p, %q;\n"
         "mov.u32 %r0, %tid.x; mov.u32 %r4, %ctaid.x; mad.lo.u32 %r1, %r4, 256, %r0;\n"
         "ld.param.u64 %l2, [in]; ld.param.u64 %l3, [out];\n"
         "mad.wide.u32 %l2, %r1, 4, %l2; mad.wide.u32 %l3, %r1, 4, %l3;\n"
         "mov.u32 %r5, memory; mad.lo.u32 %r4, %r0, 4, %r5; and.b32 %r5, %r0, 31;\n"
         "mov.b32 %r2, 0x3c003c00; mov.b32 %r3, 0x38003800; mov.b32 %r6, 0; mov.b32 %r7, 0;\n"
         "mov.b64 %l0, 1; mov.b64 %l1, 3; mov.f32 %f0, 0f3f800000; mov.f32 %f1, 0f3f000000;\n"
         "mov.f32 %f2, 0f3e800000; mov.f32 %f3, 0f3f400000; st.shared.f32 [%r4], %f0;\n"
         "mov.u32 %i, 0;\nLOOP:\n" +
         numbered(subject) + "add.u32 %i, %i, 1; setp.lt.u32 %p, %i, " + std::to_string(turns) +
         "; @%p bra LOOP;\n"
         "cvt.u64.u32 %l0, %r0; st.global.u32 [%l3], %r0; ret;\n}\n";
}

void measure(benchmark::State &state, const Subject &subject) {
  Result<std::unique_ptr<Module>> module = Module::parse(makeModule(subject));
  if (!module)
    return state.SkipWithError(module.error().c_str());
  Memory memory;
  size_t bytes = size_t{blockThreads} * blocks * 4;
  void *in = memory.allocate(bytes), *out = memory.allocate(bytes);
  std::memset(in, 0, bytes);
  std::memset(out, 0, bytes);
  const void *arguments[] = {&in, &out};
  LaunchOptions options;
  options.threads = static_cast<int>(state.range(0));
  Checker checker(*Checker::parse("all"));
  if (state.range(1))
    options.observer = &checker;
  std::clock_t start = std::clock();
  for (auto _ : state) {
    Status status =
        launch(*(*module)->find("k"), {blocks}, {blockThreads}, 0, arguments, memory, options);
    if (!status)
      return state.SkipWithError(status.error().c_str());
  }
  double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  double launches = static_cast<double>(state.iterations());
  double bodies = launches * blocks * turns * subject.repeats;
  double perBlock = subject.instructions + 3.0 / subject.repeats; // and the loop
  double instructions = bodies * blockThreads * perBlock;
  state.counters["instructions"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
  state.counters["per core"] = instructions / seconds;
  if (subject.flops != 0)
    state.counters["flops"] = benchmark::Counter(bodies * (blockThreads / 32) * subject.flops,
                                                 benchmark::Counter::kIsRate);
}

} // namespace

int main(int argc, char **argv) {
  for (const Subject &subject : subjects) {
    auto *each = benchmark::RegisterBenchmark(
        subject.name, [&subject](benchmark::State &state) { measure(state, subject); });
    each->ArgNames({"threads", "checks"})->Args({1, 0})->Args({2, 0})->Args({1, 1})->UseRealTime();
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
