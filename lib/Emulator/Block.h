// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One block of a grid while it runs: its warps, its shared memory, its barriers.
#ifndef HALFTONE_EMULATOR_BLOCK_H
#define HALFTONE_EMULATOR_BLOCK_H

#include "Warp.h"

#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Observer.h"

namespace halftone::emulator {

struct Barrier {
  uint32_t arrived = 0;  ///< threads that wait, or came by `bar.arrive`
  uint32_t expected = 0; ///< threads that must come; 0 for all of the block
  // Of `bar.red`: how many predicates were true.
  uint32_t trueCount = 0;
};

struct Block {
  const Program *program = nullptr;
  const Memory *memory = nullptr;
  Observer *observer = nullptr;
  const uint8_t *parameters = nullptr;
  uint8_t *shared = nullptr;
  size_t sharedBytes = 0;
  uint32_t id[3] = {0, 0, 0};
  uint32_t threads[3] = {1, 1, 1};
  Barrier barriers[numBarriers];
  Warp *warps = nullptr;
  uint32_t numWarps = 0;
};

Site siteOf(const Warp &warp, const Inst &inst);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_BLOCK_H
