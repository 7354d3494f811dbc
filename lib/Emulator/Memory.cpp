// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges by their first address, in order; no two overlap.
#include "halftone/Emulator/Memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace halftone::emulator;

static constexpr size_t deviceAlignment = 256;

static uint64_t toAddress(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

Memory::~Memory() {
  for (auto &[begin, entry] : ranges)
    if (entry.owned)
      std::free(reinterpret_cast<void *>(static_cast<uintptr_t>(begin)));
}

void *Memory::allocate(size_t bytes) {
  if (bytes > SIZE_MAX / 2)
    return nullptr;
  size_t room = std::max<size_t>((bytes + deviceAlignment - 1) / deviceAlignment, 1);
  void *pointer = std::aligned_alloc(deviceAlignment, room * deviceAlignment);
  if (!pointer)
    return nullptr;
  std::memset(pointer, 0xff, bytes);
  uint64_t begin = toAddress(pointer);
  ranges[begin] = {{begin, begin + bytes}, /*owned=*/true};
  return pointer;
}

bool Memory::free(void *address) {
  auto it = ranges.find(toAddress(address));
  if (it == ranges.end() || !it->second.owned)
    return false;
  ranges.erase(it);
  std::free(address);
  return true;
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
  if (it == ranges.end() || it->second.owned)
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

size_t Memory::bytesInUse() const {
  size_t sum = 0;
  for (auto &[begin, entry] : ranges)
    if (entry.owned)
      sum += entry.range.end - entry.range.begin;
  return sum;
}
