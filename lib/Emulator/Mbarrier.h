// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier objects: 64 bits of shared memory that count arrivals and bytes.
//
// The word, from its lowest bit:
//
//     20  arrivals that the phase still waits for (may be 0 while bytes are due)
//     20  arrivals that the next phase starts with
//     21  bytes that are due, in two's complement: completed ones may come first
//      1  the phase's parity
//      2  01: initialised
//
// Memory of all ones or of zeros is no mbarrier. An arrival returns the word before
// it, which is the state that a wait and `pending_count` are asked with.
#ifndef HALFTONE_EMULATOR_MBARRIER_H
#define HALFTONE_EMULATOR_MBARRIER_H

#include "Async.h"

namespace halftone::emulator {

struct MbarrierState {
  static constexpr uint32_t maxCount = (1u << 20) - 1;
  static constexpr int32_t maxBytes = (1 << 20) - 1;

  bool valid = false;
  bool parity = false;
  uint32_t pending = 0, expected = 0;
  int32_t bytes = 0;

  static MbarrierState decode(uint64_t word);
  uint64_t encode() const;
};

/// What a thread, or a unit on its behalf, does to an mbarrier; tells the observer.
/// Each returns what is wrong, to follow "the thread ", or an empty text.
class MbarrierAccess {
public:
  MbarrierAccess(Warp &warp, const Inst &inst, uint32_t lanes, MbarrierPlace place)
      : warp(warp), inst(inst), lanes(lanes), place(place) {}

  Order order = Order::Release;
  Scope scope = Scope::Cta;

  struct Arrival {
    uint32_t count = 1;
    bool drops = false;      ///< of later phases, too
    bool mayComplete = true; ///< not `.noComplete`
  };
  std::string init(uint32_t count);
  std::string invalidate();
  std::string expect(uint32_t bytes);
  std::string complete(uint32_t bytes);
  std::string arrive(Arrival arrival);
  /// `cp.async.mbarrier.arrive` without `.noinc`: one more arrival of this phase.
  std::string increment();
  /// The state, which is initialised.
  std::string open(MbarrierState &state);
  /// A wait for the phase of that parity came to an end, or did not.
  void waited(bool parity, bool complete);

private:
  void close(MbarrierState state);
  std::string addBytes(int64_t bytes);
  void tell(MbarrierEvent::Kind kind, uint64_t value);
  uint8_t *word() const { return place.block->shared + place.offset; }

  Warp &warp;
  const Inst &inst;
  uint32_t lanes;
  MbarrierPlace place;
};

// Handlers; `Inst::imm` displaces the address.

/// What `runMbarrier` does, in the low bits of `Inst::option`.
enum class MbarrierOp : uint8_t { Init, Invalidate, Expect, Complete, Arrive };
// And for arrivals:
constexpr uint8_t mbarrierDrops = 1 << 4, mbarrierNoComplete = 1 << 5, mbarrierExpects = 1 << 6;
/// State or nothing, address, count or bytes or nothing.
Flow runMbarrier(Warp &warp, const Inst &inst, uint32_t lanes);

// `Inst::option` of a wait: by a parity, not a state; may wait.
constexpr uint8_t mbarrierParity = 1, mbarrierTries = 2;
/// Predicate, address, state or parity.
Flow runMbarrierWait(Warp &warp, const Inst &inst, uint32_t lanes);
/// Count, state.
Flow runMbarrierPendingCount(Warp &warp, const Inst &inst, uint32_t lanes);

/// The mbarrier of a lane, aligned and in shared memory; its own block's, or with
/// `cluster` any of the cluster's.
bool mbarrierAt(Warp &warp, uint32_t lane, Space space, uint64_t address, bool cluster,
                MbarrierPlace &place);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MBARRIER_H
