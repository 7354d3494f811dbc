// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread knows of others: of each, up to which time what it did comes before.
//
// Time is a counter of each warp that goes up when any of its lanes releases. So an
// access at time t is known to whoever has an entry of at least t for its thread.
// Phases of mbarriers are counted the same way, as units beside the warps.
//
// A clock has entries for few blocks, mostly one. Of a block it keeps a number for
// each unit, which holds for all lanes, and one for each lane only of units whose
// lanes differ. Clocks are shared until somebody changes one: after a barrier, a whole
// block has the same, and comparing pointers tells so.
#ifndef HALFTONE_EMULATOR_CHECKS_CLOCK_H
#define HALFTONE_EMULATOR_CHECKS_CLOCK_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace halftone::emulator::checks {

struct Counted {
  uint32_t references = 0;
  Counted() = default;
  Counted(const Counted &) {}
  Counted &operator=(const Counted &) = delete;
};

/// A pointer that counts, for one thread of the host.
template <typename T> class Ref {
public:
  Ref() = default;
  explicit Ref(T *pointer) : pointer(pointer) { retain(); }
  Ref(const Ref &other) : pointer(other.pointer) { retain(); }
  Ref(Ref &&other) noexcept : pointer(std::exchange(other.pointer, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~Ref() {
    if (pointer && --pointer->references == 0)
      delete pointer;
  }
  const T *get() const { return pointer; }
  const T *operator->() const { return pointer; }
  const T &operator*() const { return *pointer; }
  explicit operator bool() const { return pointer; }
  bool operator==(const Ref &other) const { return pointer == other.pointer; }
  /// To be changed: a copy of its own if others have it, too.
  T &own() {
    if (!pointer)
      *this = Ref(new T());
    else if (pointer->references > 1)
      *this = Ref(new T(*pointer));
    return *pointer;
  }

private:
  void retain() {
    if (pointer)
      ++pointer->references;
  }
  T *pointer = nullptr;
};

constexpr uint32_t everyLane = ~uint32_t{0};

/// Times of the units of one block.
class BlockClock : public Counted {
public:
  uint32_t common(uint32_t unit) const { return unit < times.size() ? times[unit] : 0; }
  uint32_t time(uint32_t unit, uint32_t lane) const {
    uint32_t time = common(unit);
    for (const Lanes &each : lanes)
      if (each.unit == unit)
        return std::max(time, each.times[lane]);
    return time;
  }
  /// The latest time of any lane.
  uint32_t latest(uint32_t unit) const;
  void raise(uint32_t unit, uint32_t laneMask, uint32_t time);
  void join(const BlockClock &other);
  bool covers(const BlockClock &other) const;

private:
  struct Lanes {
    uint32_t unit;
    std::array<uint32_t, 32> times;
  };
  void raiseLanes(uint32_t unit, const std::array<uint32_t, 32> &laneTimes);
  void prune(uint32_t unit);

  std::vector<uint32_t> times;
  std::vector<Lanes> lanes;
};

class Clock : public Counted {
public:
  const BlockClock *find(uint32_t block) const {
    if (entries.size() == 1)
      return entries[0].first == block ? entries[0].second.get() : nullptr;
    return search(block);
  }
  uint32_t time(uint32_t block, uint32_t unit, uint32_t lane) const {
    const BlockClock *clock = find(block);
    return clock ? clock->time(unit, lane) : 0;
  }
  void raise(uint32_t block, uint32_t unit, uint32_t laneMask, uint32_t time);
  void join(const Clock &other);
  bool covers(const Clock &other) const;

private:
  const BlockClock *search(uint32_t block) const;
  /// In order of blocks.
  std::vector<std::pair<uint32_t, Ref<BlockClock>>> entries;
};

/// `clock` also knows what `other` knows.
void join(Ref<Clock> &clock, const Ref<Clock> &other);

/// What a thread knows, and of that, what the asynchronous proxy sees.
struct View {
  Ref<Clock> seen, proxied;
  void join(const View &other) {
    checks::join(seen, other.seen);
    checks::join(proxied, other.proxied);
  }
  bool operator==(const View &other) const = default;
  explicit operator bool() const { return seen || proxied; }
};

} // namespace halftone::emulator::checks

#endif // HALFTONE_EMULATOR_CHECKS_CLOCK_H
