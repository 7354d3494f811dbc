// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a kernel. A block's warps take turns on one thread, and so do the blocks of
// a cluster and of a cooperative launch; other blocks may run on several threads, in
// fixed parts. Results don't depend on their number: a kernel with atomic operations
// whose order could show runs on one.
#ifndef HALFTONE_EMULATOR_LAUNCH_H
#define HALFTONE_EMULATOR_LAUNCH_H

#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

#include <functional>
#include <string_view>

namespace halftone::emulator {

class Observer;

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

/// In which order warps run, and when the units beside them do their work: what no
/// program may rely on. Each is deterministic.
enum class Schedule : uint8_t {
  /// Fast: a warp runs until it waits or has looped for long, copies are done at once.
  Default,
  /// Warps in turn, a few instructions each; asynchronous work is done as late as
  /// allowed, when somebody has waited for it.
  LazyRoundRobin,
  /// Of the warps that can run, the one of highest priority (by `seed`), as far as it
  /// goes; asynchronous work is done at once.
  EagerPriority,
  /// Warps, parts of a diverged warp, lengths of turns and asynchronous work by `seed`.
  Random,
};

struct LaunchOptions {
  /// Host threads; 0 takes two, at most the machine's.
  int threads = 0;
  Observer *observer = nullptr;
  /// Instructions of a warp after which a loop counts as endless, an error; 0 waits
  /// for ever.
  uint64_t maxInstructions = 0;

  Schedule schedule = Schedule::Default;
  uint64_t seed = 0;

  /// Blocks of a cluster. All zeros: what the kernel asks for (`.reqnctapercluster`),
  /// or none.
  Dim3 cluster = {0, 0, 0};
  /// All blocks run at once, so that they may wait for each other.
  bool cooperative = false;
  /// Tensor Core sums truncate as the chip's do, rather than be exact in f32.
  bool hardwareSums = false;
  /// Bytes of each thread's stack for calls that nest, on top of what is known before.
  size_t stackBytes = size_t{8} << 10;
  /// Where `vprintf` prints; standard output if it is empty.
  std::function<void(std::string_view)> print;
};

/// Runs `kernel` to its end. `arguments[i]` points at the value of argument i, whose
/// size its parameter says. An error names the kernel, and where it is a thread's
/// doing, the instruction and the thread; memory then holds what was written so far.
Status launch(const Kernel &kernel, Dim3 grid, Dim3 block, size_t dynamicSharedBytes,
              const void *const *arguments, const Memory &memory,
              const LaunchOptions &options = {});

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LAUNCH_H
