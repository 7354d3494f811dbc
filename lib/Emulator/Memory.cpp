// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges by their first address, in order; no two overlap.
#include "halftone/Emulator/Memory.h"

#include "Heap.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace halftone::emulator;

static constexpr size_t deviceAlignment = 256;
/// Red zones: as large as the allocation, within these.
static constexpr size_t leastZone = 256, mostZone = 64 * 1024;
/// Memory that was freed and is held, at most.
static constexpr size_t mostFreedBytes = 64 << 20, mostFreed = 4096;

static uint64_t toAddress(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

Memory::Memory() : heap(std::make_unique<Heap>()) {}

Memory::~Memory() {
  for (auto &[begin, entry] : ranges)
    if (entry.owned)
      std::free(entry.block);
  for (Entry &entry : freed)
    std::free(entry.block);
}

void *Memory::allocate(size_t bytes, std::string_view name) {
  if (bytes > SIZE_MAX / 4)
    return nullptr;
  auto roundUp = [](size_t size) {
    return (size + deviceAlignment - 1) / deviceAlignment * deviceAlignment;
  };
  size_t zone = roundUp(std::clamp(bytes, leastZone, mostZone));
  uint8_t *block =
      static_cast<uint8_t *>(std::aligned_alloc(deviceAlignment, zone + roundUp(bytes) + zone));
  if (!block)
    return nullptr;
  uint8_t *pointer = block + zone;
  std::memset(pointer, 0xff, bytes);
  uint64_t begin = toAddress(pointer);
  ranges[begin] = {{begin, begin + bytes}, /*owned=*/true, block, std::string(name)};
  return pointer;
}

bool Memory::free(void *address) {
  auto it = ranges.find(toAddress(address));
  if (it == ranges.end() || !it->second.owned)
    return false;
  keep(std::move(it->second));
  ranges.erase(it);
  return true;
}

/// What was freed is known for a while.
void Memory::keep(Entry entry) const {
  freedBytes += entry.range.end - entry.range.begin;
  freed.push_back(std::move(entry));
  while (freedBytes > mostFreedBytes || freed.size() > mostFreed) {
    freedBytes -= freed.front().range.end - freed.front().range.begin;
    std::free(freed.front().block);
    freed.pop_front();
  }
}

bool Memory::add(const void *begin, size_t bytes) {
  uint64_t first = toAddress(begin), end = first + bytes;
  auto next = ranges.upper_bound(first);
  if (next != ranges.end() && next->first < end)
    return false;
  if (next != ranges.begin()) {
    const Range &before = std::prev(next)->second.range;
    if (before.end > first || before.begin == first)
      return false;
  }
  ranges[first] = {{first, end}, /*owned=*/false};
  return true;
}

bool Memory::remove(const void *begin) {
  auto it = ranges.find(toAddress(begin));
  if (it == ranges.end() || it->second.owned || it->second.range.onHeap)
    return false;
  ranges.erase(it);
  return true;
}

const Memory::Range *Memory::before(uint64_t address) const {
  auto next = ranges.upper_bound(address);
  return next == ranges.begin() ? nullptr : &std::prev(next)->second.range;
}

const Memory::Range *Memory::find(uint64_t address) const {
  const Range *range = before(address);
  return range && address < range->end ? range : nullptr;
}

static std::string sizeOf(const Memory::Range &range, const std::string &name) {
  return (name.empty() ? "an allocation of " : "'" + name + "', an allocation of ") +
         std::to_string(range.end - range.begin) + " bytes";
}

std::string Memory::describe(uint64_t address, uint64_t *distance) const {
  uint64_t ignored;
  uint64_t &apart = distance ? *distance : ignored;
  apart = 0;
  for (auto it = freed.rbegin(); it != freed.rend(); ++it)
    if (address >= it->range.begin && address < it->range.end)
      return ", byte " + std::to_string(address - it->range.begin) + " of " +
             sizeOf(it->range, it->name) + " that was freed";
  constexpr uint64_t near = 4096;
  auto next = ranges.upper_bound(address);
  const Entry *before = next == ranges.begin() ? nullptr : &std::prev(next)->second;
  uint64_t beyond = before ? address - before->range.begin : 0;
  uint64_t size = before ? before->range.end - before->range.begin : 0;
  uint64_t ahead = next == ranges.end() ? ~uint64_t{0} : next->first - address;
  apart = beyond - std::min(beyond, size);
  if (before && beyond <= 2 * size + near && apart <= ahead)
    return ", byte " + std::to_string(beyond) + " of " + sizeOf(before->range, before->name);
  apart = ahead;
  if (ahead <= near)
    return ", " + std::to_string(ahead) + " bytes before " +
           sizeOf(next->second.range, next->second.name);
  apart = ~uint64_t{0};
  return " are in no allocation";
}

size_t Memory::bytesInUse() const {
  size_t sum = 0;
  for (auto &[begin, entry] : ranges)
    if (entry.owned)
      sum += entry.range.end - entry.range.begin;
  return sum;
}

void *Memory::allocateOnDevice(uint64_t bytes) const {
  uint64_t begin = heap->allocate(bytes, heapBytes);
  std::erase_if(freed, [&](const Entry &entry) {
    bool again = !entry.block && entry.range.begin < begin + bytes && begin < entry.range.end;
    freedBytes -= again ? entry.range.end - entry.range.begin : 0;
    return again;
  });
  if (begin)
    ranges[begin] = {{begin, begin + bytes, /*onHeap=*/true}, /*owned=*/false};
  return reinterpret_cast<void *>(static_cast<uintptr_t>(begin));
}

bool Memory::freeOnDevice(uint64_t address) const {
  if (!heap->free(address))
    return false;
  auto it = ranges.find(address);
  keep(std::move(it->second));
  ranges.erase(it);
  return true;
}
