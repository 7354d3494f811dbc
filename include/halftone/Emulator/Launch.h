// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running a kernel. A block's warps take turns on one thread; blocks may run on
// several, in fixed parts. Results don't depend on their number: a kernel with
// atomic operations whose order could show runs on one.
#ifndef HALFTONE_EMULATOR_LAUNCH_H
#define HALFTONE_EMULATOR_LAUNCH_H

#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

namespace halftone::emulator {

class Observer;

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

struct LaunchOptions {
  /// Host threads; 0 takes two, at most the machine's.
  int threads = 0;
  Observer *observer = nullptr;
  /// Instructions of a warp after which a loop counts as endless, an error; 0 waits
  /// for ever.
  uint64_t maxInstructions = 0;
};

/// Runs `kernel` to its end. `arguments[i]` points at the value of argument i, whose
/// size its parameter says. An error names the kernel, and where it is a thread's
/// doing, the instruction and the thread; memory then holds what was written so far.
Status launch(const Kernel &kernel, Dim3 grid, Dim3 block, size_t dynamicSharedBytes,
              const void *const *arguments, const Memory &memory,
              const LaunchOptions &options = {});

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LAUNCH_H
