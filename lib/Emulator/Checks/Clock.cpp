// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Clock.h"

#include <cstddef>

using namespace halftone::emulator::checks;

uint32_t BlockClock::latest(uint32_t unit) const {
  uint32_t time = common(unit);
  for (const Lanes &each : lanes)
    if (each.unit == unit)
      time = std::max(time, *std::max_element(each.times.begin(), each.times.end()));
  return time;
}

void BlockClock::raise(uint32_t unit, uint32_t laneMask, uint32_t time) {
  if (laneMask == everyLane) {
    if (unit >= times.size())
      times.resize(unit + 1);
    times[unit] = std::max(times[unit], time);
    prune(unit);
    return;
  }
  std::array<uint32_t, 32> laneTimes{};
  for (uint32_t l = 0; l < 32; ++l)
    laneTimes[l] = laneMask >> l & 1 ? time : 0;
  raiseLanes(unit, laneTimes);
}

void BlockClock::raiseLanes(uint32_t unit, const std::array<uint32_t, 32> &laneTimes) {
  auto it = std::find_if(lanes.begin(), lanes.end(),
                         [unit](const Lanes &each) { return each.unit == unit; });
  if (it == lanes.end()) {
    lanes.push_back({unit, laneTimes});
    it = lanes.end() - 1;
  }
  for (uint32_t l = 0; l < 32; ++l)
    it->times[l] = std::max(it->times[l], laneTimes[l]);
  uint32_t lowest = *std::min_element(it->times.begin(), it->times.end());
  if (lowest > common(unit)) {
    if (unit >= times.size())
      times.resize(unit + 1);
    times[unit] = lowest;
  }
  prune(unit);
}

/// Lanes that say no more than the unit's common time are no use.
void BlockClock::prune(uint32_t unit) {
  uint32_t time = common(unit);
  for (size_t i = 0; i < lanes.size(); ++i)
    if (lanes[i].unit == unit &&
        *std::max_element(lanes[i].times.begin(), lanes[i].times.end()) <= time) {
      lanes[i] = lanes.back();
      lanes.pop_back();
      return;
    }
}

void BlockClock::join(const BlockClock &other) {
  if (times.size() < other.times.size())
    times.resize(other.times.size());
  for (size_t i = 0; i < other.times.size(); ++i)
    times[i] = std::max(times[i], other.times[i]);
  for (const Lanes &each : other.lanes)
    raiseLanes(each.unit, each.times);
  for (size_t i = lanes.size(); i-- > 0;)
    prune(lanes[i].unit);
}

bool BlockClock::covers(const BlockClock &other) const {
  if (!other.lanes.empty())
    return false; // perhaps; a join tells
  for (uint32_t i = 0; i < other.times.size(); ++i)
    if (common(i) < other.times[i])
      return false;
  return true;
}

const BlockClock *Clock::search(uint32_t block) const {
  auto it = std::lower_bound(entries.begin(), entries.end(), block,
                             [](const auto &entry, uint32_t b) { return entry.first < b; });
  return it != entries.end() && it->first == block ? it->second.get() : nullptr;
}

void Clock::raise(uint32_t block, uint32_t unit, uint32_t laneMask, uint32_t time) {
  auto it = std::lower_bound(entries.begin(), entries.end(), block,
                             [](const auto &entry, uint32_t b) { return entry.first < b; });
  if (it == entries.end() || it->first != block)
    it = entries.insert(it, {block, Ref<BlockClock>()});
  it->second.own().raise(unit, laneMask, time);
}

void Clock::join(const Clock &other) {
  size_t at = 0;
  for (const auto &[block, theirs] : other.entries) {
    while (at < entries.size() && entries[at].first < block)
      ++at;
    if (at == entries.size() || entries[at].first != block) {
      entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at), {block, theirs});
      continue;
    }
    Ref<BlockClock> &mine = entries[at].second;
    if (mine == theirs || mine->covers(*theirs))
      continue;
    if (theirs->covers(*mine))
      mine = theirs;
    else
      mine.own().join(*theirs);
  }
}

bool Clock::covers(const Clock &other) const {
  for (const auto &[block, theirs] : other.entries) {
    const BlockClock *mine = find(block);
    if (mine != theirs.get() && (!mine || !mine->covers(*theirs)))
      return false;
  }
  return true;
}

void halftone::emulator::checks::join(Ref<Clock> &clock, const Ref<Clock> &other) {
  if (!other || clock == other)
    return;
  if (!clock || other->covers(*clock))
    clock = other;
  else if (!clock->covers(*other))
    clock.own().join(*other);
}
