// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One block of a grid while it runs: its warps, its shared memory, its barriers; and
// the cluster that it is in, which every block is in, alone if the launch has none.
//
// Addresses in shared memory have 32 bits: an offset in bits 0 to 23, in bits 24 to
// 31 nothing for the block's own memory (`shared::cta`), or the rank in the cluster
// plus one of the block whose memory it is (`mapa`, `shared::cluster`).
#ifndef HALFTONE_EMULATOR_BLOCK_H
#define HALFTONE_EMULATOR_BLOCK_H

#include "Warp.h"

#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Observer.h"

#include <memory>
#include <string>

namespace halftone::emulator {

struct Barrier {
  bool active = false;    ///< somebody has come
  uint32_t arrived = 0;   ///< threads that came by `bar.arrive`
  uint32_t waiting = 0;   ///< threads that came and wait, as the barrier counts them
  uint32_t expected = 0;  ///< threads that must come; 0 for all of the block
  uint32_t trueCount = 0; ///< of `bar.red`: how many predicates were true
};

/// Small and fast: the same numbers on every machine.
struct RandomBits {
  uint64_t state = 0;
  uint64_t next() {
    uint64_t bits = state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
  }
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }
};

/// What units beside the threads of a block have still to do. Who issues the first
/// such operation makes it (`Block::async`).
class AsyncWork {
public:
  virtual ~AsyncWork() = default;
  /// Does some of what is pending, the oldest first; false if there is nothing. Called
  /// when every warp waits or only asks again and again.
  virtual bool applySome() = 0;
  /// All threads of the block have ended; what is pending is done.
  virtual void blockEnds() = 0;
};

/// An asynchronous operation that went wrong after its issue: who issued it, and what
/// is said of it. The launch ends with that.
struct AsyncFault {
  const Warp *warp = nullptr;
  const Inst *inst = nullptr;
  uint32_t lane = 0;
  std::string text; ///< follows "the thread "; empty if all is well
};

/// Blocks that run together and see each other's shared memory.
struct Cluster {
  Block *const *blocks = nullptr; ///< in the order of their ranks
  uint32_t numBlocks = 1;
  uint32_t id[3] = {0, 0, 0};
  /// `barrier.cluster`: threads that have not ended, and that have come.
  uint32_t alive = 0, arrived = 0;
};

struct Block {
  const Program *program = nullptr;
  const Memory *memory = nullptr;
  Observer *observer = nullptr;
  const LaunchOptions *options = nullptr;
  const uint8_t *parameters = nullptr;
  uint32_t *workspace = nullptr; ///< of a cooperative launch: two words of global memory
  uint8_t *shared = nullptr;
  size_t sharedBytes = 0;
  uint32_t id[3] = {0, 0, 0};
  uint64_t index = 0; ///< in the grid, x fastest
  Cluster *cluster = nullptr;
  uint32_t rank = 0; ///< in the cluster, x fastest
  uint32_t threads[3] = {1, 1, 1};
  Barrier barriers[numBarriers];
  Warp *warps = nullptr;
  uint32_t numWarps = 0;
  uint32_t aliveThreads = 0;
  uint32_t freeRegisters = 0; ///< that `setmaxnreg` may take
  RandomBits random;          ///< of the seeded schedules
  std::unique_ptr<AsyncWork> async;
  AsyncFault asyncFault;
  std::string faultText; ///< keeps what `Fault::text` points at

  /// Whether an asynchronous operation that is issued now is done as late as
  /// allowed, or at once.
  bool isLazy() {
    return options->schedule == Schedule::LazyRoundRobin ||
           (options->schedule == Schedule::Random && (random.next() & 1));
  }
};

Site siteOf(const Warp &warp, const Inst &inst);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_BLOCK_H
