// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a block while it runs, and how instructions reach their operands.
// Handlers are compiled for several instruction sets, so everything here is plain
// data and functions that are always inlined.
#ifndef HALFTONE_EMULATOR_WARP_H
#define HALFTONE_EMULATOR_WARP_H

#include "Program.h"

#include <bit>
#include <cstdint>

#define HALFTONE_INLINE inline __attribute__((always_inline))

// The loop's iterations, one for each lane, touch no common data but their own.
#if defined(__clang__)
#define HALFTONE_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define HALFTONE_LANES _Pragma("GCC ivdep")
#else
#define HALFTONE_LANES
#endif

namespace halftone::emulator {

constexpr uint32_t warpSize = 32;
constexpr uint32_t allLanes = ~uint32_t{0};
constexpr uint32_t numBarriers = 16;

class Memory;
struct Block;
struct CallStack;

/// What a handler found wrong; the executor makes the message of it.
struct Fault {
  enum class Kind : uint8_t {
    None,
    OutOfBounds, ///< `address`, `bytes`
    Misaligned,  ///< `address`, `bytes` the alignment
    Trap,
    Other, ///< `text` says all
  };
  Kind kind = Kind::None;
  Space space = Space::Generic;
  uint32_t lane = 0;
  uint32_t bytes = 0;
  uint64_t address = 0;
  const char *text = nullptr;
};

struct Warp {
  uint8_t *registers = nullptr;
  const uint32_t *operands = nullptr;
  Block *block = nullptr;
  /// Local memory: `localBytes` for each lane.
  uint8_t *local = nullptr;
  CallStack *calls = nullptr;
  size_t localBytes = 0;
  uint32_t index = 0;

  uint32_t pcs[warpSize] = {}; ///< of lanes that are not in the running group
  uint32_t alive = 0;
  uint32_t atBarrier = 0; ///< lanes that wait for the block
  uint32_t atCluster = 0; ///< lanes that wait for the cluster
  uint32_t held = 0;      ///< lanes that wait for others of their warp
  uint32_t blocked = 0;   ///< lanes that ask again at their next turn
  uint32_t patient = 0;   ///< those of `blocked` that never give up
  /// Lanes that came to the cluster's barrier; of those, whose wait would not wait.
  uint32_t clusterArrived = 0, clusterDone = 0;
  uint8_t barrierId[warpSize] = {};
  uint32_t carry = 0; ///< the carry flag of `add.cc` and friends
  uint64_t steps = 0;
  bool polled = false; ///< an instruction that polls ran since the last backward branch

  /// Of an instruction that gives `Flow::Wait` or `Flow::Retry`: the lanes that must ask
  /// again (the others go on; results of a failed `Wait` have been written, too), and
  /// what says in a report of a deadlock what a lane "waits for".
  uint32_t waiting = 0;
  std::string (*waitText)(Warp &warp, const Inst &inst, uint32_t lane) = nullptr;

  // Of the executor.
  uint32_t retry = 0;        ///< lanes that ask again in this turn
  uint32_t skip = 0;         ///< lanes that let others of the warp go first
  uint32_t budget = 0;       ///< what is left for backward branches
  uint64_t lastPoll = 0;     ///< `steps` when it last polled
  uint32_t order = 0;        ///< its place among the warps that run
  uint64_t priority = 0;     ///< of the schedule by priority
  uint32_t timeoutPc = 0;    ///< plus one: where a wait ended in vain
  uint64_t hasTried = 0;     ///< a bit for each instruction whose wait ended at once
  uint32_t maxRegisters = 0; ///< as `setmaxnreg` said
  uint64_t slept = 0;        ///< nanoseconds of `nanosleep`

  // Of `wgmma`: the last one issued, a hash of all of them in order, and the groups that
  // have been closed.
  const Inst *product = nullptr;
  uint64_t products = 0;
  uint64_t productGroups = 0;

  Memory const *memory = nullptr;
  uint64_t rangeBegin = 0, rangeEnd = 0; ///< of the last global access
  uint64_t olderBegin = 0, olderEnd = 0; ///< of the last one elsewhere
  Fault fault;

  /// The lanes of a register.
  template <typename T> HALFTONE_INLINE T *at(uint32_t slot) {
    return reinterpret_cast<T *>(registers + slot);
  }
  /// The lanes of operand `index` of an instruction.
  template <typename T> HALFTONE_INLINE T *lanes(const Inst &inst, uint32_t index) {
    return at<T>(operands[inst.first + index]);
  }
  HALFTONE_INLINE uint32_t slot(const Inst &inst, uint32_t index) const {
    return operands[inst.first + index];
  }
  HALFTONE_INLINE uint32_t &predicate(uint32_t slot) { return *at<uint32_t>(slot); }
};

HALFTONE_INLINE bool has(uint32_t mask, uint32_t lane) { return mask >> lane & 1; }
HALFTONE_INLINE uint32_t firstLane(uint32_t mask) {
  return static_cast<uint32_t>(std::countr_zero(mask));
}

/// One lane of a register of 1, 2, 4 or 8 bytes.
HALFTONE_INLINE uint64_t readLane(Warp &w, uint32_t slot, uint32_t bytes, uint32_t lane) {
  return bytes == 2   ? w.at<uint16_t>(slot)[lane]
         : bytes == 4 ? w.at<uint32_t>(slot)[lane]
         : bytes == 1 ? w.at<uint8_t>(slot)[lane]
                      : w.at<uint64_t>(slot)[lane];
}

HALFTONE_INLINE void writeLane(Warp &w, uint32_t slot, uint32_t bytes, uint32_t lane,
                               uint64_t value) {
  if (bytes == 2)
    w.at<uint16_t>(slot)[lane] = static_cast<uint16_t>(value);
  else if (bytes == 4)
    w.at<uint32_t>(slot)[lane] = static_cast<uint32_t>(value);
  else if (bytes == 1)
    w.at<uint8_t>(slot)[lane] = static_cast<uint8_t>(value);
  else
    w.at<uint64_t>(slot)[lane] = value;
}

/// d = f(a), f(a, b) or f(a, b, c) in each lane. The types are those of the registers,
/// or of the `N` values that a register holds in each lane.
template <typename D, typename A, uint32_t N = 1, typename F>
HALFTONE_INLINE Flow map1(Warp &w, const Inst &i, uint32_t mask, F f) {
  D *d = w.lanes<D>(i, 0);
  const A *a = w.lanes<A>(i, 1);
  if (mask == allLanes) {
    HALFTONE_LANES
    for (uint32_t l = 0; l < N * warpSize; ++l)
      d[l] = f(a[l]);
  } else {
    for (uint32_t l = 0; l < N * warpSize; ++l)
      if (has(mask, l / N))
        d[l] = f(a[l]);
  }
  return Flow::Next;
}

template <typename D, typename A, typename B, uint32_t N = 1, typename F>
HALFTONE_INLINE Flow map2(Warp &w, const Inst &i, uint32_t mask, F f) {
  D *d = w.lanes<D>(i, 0);
  const A *a = w.lanes<A>(i, 1);
  const B *b = w.lanes<B>(i, 2);
  if (mask == allLanes) {
    HALFTONE_LANES
    for (uint32_t l = 0; l < N * warpSize; ++l)
      d[l] = f(a[l], b[l]);
  } else {
    for (uint32_t l = 0; l < N * warpSize; ++l)
      if (has(mask, l / N))
        d[l] = f(a[l], b[l]);
  }
  return Flow::Next;
}

template <typename D, typename A, typename B, typename C, uint32_t N = 1, typename F>
HALFTONE_INLINE Flow map3(Warp &w, const Inst &i, uint32_t mask, F f) {
  D *d = w.lanes<D>(i, 0);
  const A *a = w.lanes<A>(i, 1);
  const B *b = w.lanes<B>(i, 2);
  const C *c = w.lanes<C>(i, 3);
  if (mask == allLanes) {
    HALFTONE_LANES
    for (uint32_t l = 0; l < N * warpSize; ++l)
      d[l] = f(a[l], b[l], c[l]);
  } else {
    for (uint32_t l = 0; l < N * warpSize; ++l)
      if (has(mask, l / N))
        d[l] = f(a[l], b[l], c[l]);
  }
  return Flow::Next;
}

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_WARP_H
