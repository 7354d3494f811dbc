// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting of arrivals and bytes, and the end of phases.
#include "Mbarrier.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

static constexpr uint64_t countMask = MbarrierState::maxCount;
static constexpr uint64_t bytesMask = (1u << 21) - 1;
static constexpr unsigned expectedShift = 20, bytesShift = 40, parityShift = 61, validShift = 62;

MbarrierState MbarrierState::decode(uint64_t word) {
  MbarrierState state;
  state.valid = word >> validShift == 1;
  state.parity = word >> parityShift & 1;
  state.pending = word & countMask;
  state.expected = word >> expectedShift & countMask;
  uint32_t bytes = word >> bytesShift & bytesMask;
  // The sign is the highest of 21 bits.
  state.bytes = static_cast<int32_t>(bytes << 11) >> 11;
  return state;
}

uint64_t MbarrierState::encode() const {
  return uint64_t{valid} << validShift | uint64_t{parity} << parityShift |
         (static_cast<uint64_t>(int64_t{bytes}) & bytesMask) << bytesShift |
         uint64_t{expected} << expectedShift | pending;
}

void MbarrierAccess::tell(MbarrierEvent::Kind kind, uint64_t value) {
  if (!warp.block->observer)
    return;
  MbarrierEvent event{kind, place.offset, place.block->index, lanes, value, order, scope};
  warp.block->observer->mbarrier(siteOf(warp, inst), event);
}

static std::string ended(const Warp &warp, MbarrierPlace place) {
  bool gone = place.block != warp.block && place.block->aliveThreads == 0;
  return gone ? "uses an mbarrier of a block that has ended" : "";
}

std::string MbarrierAccess::open(MbarrierState &state) {
  if (std::string wrong = ended(warp, place); !wrong.empty())
    return wrong;
  uint64_t bits;
  std::memcpy(&bits, word(), sizeof bits);
  state = MbarrierState::decode(bits);
  return state.valid ? "" : "uses an mbarrier that is not initialised";
}

/// Writes the state; a phase that waits for nothing any more is complete.
void MbarrierAccess::close(MbarrierState state) {
  bool complete = state.pending == 0 && state.bytes == 0;
  if (complete) {
    state.parity = !state.parity;
    state.pending = state.expected;
  }
  uint64_t bits = state.encode();
  std::memcpy(word(), &bits, sizeof bits);
  if (complete && warp.block->observer)
    tell(MbarrierEvent::Kind::Phase, AsyncEngine::of(*place.block).phases(place.offset)++);
}

std::string MbarrierAccess::init(uint32_t count) {
  if (count == 0 || count > MbarrierState::maxCount)
    return "initialises an mbarrier with a count of " + std::to_string(count) + ", expected 1 to " +
           std::to_string(MbarrierState::maxCount);
  MbarrierState state;
  state.valid = true;
  state.pending = state.expected = count;
  uint64_t bits = state.encode();
  std::memcpy(word(), &bits, sizeof bits);
  if (warp.block->observer)
    AsyncEngine::of(*place.block).phases(place.offset) = 0;
  tell(MbarrierEvent::Kind::Init, count);
  return {};
}

std::string MbarrierAccess::invalidate() {
  MbarrierState state;
  if (std::string wrong = open(state); !wrong.empty())
    return wrong;
  std::memset(word(), 0, sizeof(uint64_t));
  tell(MbarrierEvent::Kind::Invalidate, 0);
  return {};
}

/// Bytes that are due, or with a negative sign complete.
std::string MbarrierAccess::addBytes(int64_t bytes) {
  MbarrierState state;
  if (std::string wrong = open(state); !wrong.empty())
    return wrong;
  int64_t sum = state.bytes + bytes;
  if (sum > MbarrierState::maxBytes || sum < -MbarrierState::maxBytes)
    return std::string(bytes < 0 ? "completes " : "expects ") +
           std::to_string(bytes < 0 ? -bytes : bytes) + " bytes on an mbarrier with " +
           std::to_string(state.bytes) + " due, out of its range of " +
           std::to_string(MbarrierState::maxBytes);
  state.bytes = static_cast<int32_t>(sum);
  tell(bytes < 0 ? MbarrierEvent::Kind::CompleteTx : MbarrierEvent::Kind::ExpectTx,
       static_cast<uint64_t>(bytes < 0 ? -bytes : bytes));
  close(state);
  return {};
}

/// Expecting never ends a phase: only an arrival or completed bytes do.
std::string MbarrierAccess::expect(uint32_t bytes) { return addBytes(bytes); }

std::string MbarrierAccess::complete(uint32_t bytes) { return addBytes(-int64_t{bytes}); }

std::string MbarrierAccess::arrive(Arrival arrival) {
  MbarrierState state;
  if (std::string wrong = open(state); !wrong.empty())
    return wrong;
  if (arrival.count == 0 || arrival.count > MbarrierState::maxCount)
    return "arrives with a count of " + std::to_string(arrival.count) + ", expected 1 to " +
           std::to_string(MbarrierState::maxCount);
  if (arrival.count > state.pending)
    return "arrives " + std::to_string(arrival.count) + " times at an mbarrier that waits for " +
           std::to_string(state.pending) + " more arrivals";
  if (arrival.drops && arrival.count > state.expected)
    return "drops " + std::to_string(arrival.count) + " arrivals of an mbarrier that expects " +
           std::to_string(state.expected);
  state.pending -= arrival.count;
  if (!arrival.mayComplete && state.pending == 0 && state.bytes == 0)
    return "completes a phase with '.noComplete'";
  if (arrival.drops)
    state.expected -= arrival.count;
  tell(arrival.drops ? MbarrierEvent::Kind::ArriveDrop : MbarrierEvent::Kind::Arrive,
       arrival.count);
  close(state);
  return {};
}

std::string MbarrierAccess::increment() {
  MbarrierState state;
  if (std::string wrong = open(state); !wrong.empty())
    return wrong;
  if (state.pending == MbarrierState::maxCount)
    return "adds an arrival to an mbarrier that waits for the most";
  ++state.pending;
  close(state);
  return {};
}

void MbarrierAccess::waited(bool parity, bool complete) {
  tell(complete ? MbarrierEvent::Kind::Waited : MbarrierEvent::Kind::NotYet, parity);
}
