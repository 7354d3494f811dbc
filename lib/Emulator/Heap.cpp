// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Next fit: places are tried from the end of the last allocation on, then from the start.
#include "Heap.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>

using namespace halftone::emulator;

/// The first free place of that size between two addresses.
bool Heap::place(uint64_t from, uint64_t end, uint64_t size, uint64_t &address) const {
  auto next = used.upper_bound(from);
  uint64_t at = from;
  if (next != used.begin())
    at = std::max(at, std::prev(next)->second);
  for (;; ++next) {
    uint64_t limit = next == used.end() ? end : std::min(end, next->first);
    if (limit >= at && limit - at >= size) {
      address = at;
      return true;
    }
    if (next == used.end() || next->first >= end)
      return false;
    at = next->second;
  }
}

uint64_t Heap::allocate(uint64_t size, size_t limit) {
  if (size == 0 || size > limit)
    return 0;
  if (!memory) {
    memory.reset(new (std::nothrow) uint8_t[limit + alignment]);
    if (!memory)
      return 0;
    begin = (reinterpret_cast<uintptr_t>(memory.get()) + alignment - 1) / alignment * alignment;
    bytes = limit;
    cursor = begin;
  }
  uint64_t room = (size + alignment - 1) / alignment * alignment + gap;
  uint64_t address;
  if (!place(cursor, begin + bytes, room, address) &&
      !place(begin, std::min(cursor + room, begin + bytes), room, address))
    return 0;
  used[address] = address + room;
  cursor = address + room;
  std::memset(reinterpret_cast<void *>(static_cast<uintptr_t>(address)), 0xff, room);
  return address;
}

bool Heap::free(uint64_t address) { return used.erase(address) != 0; }
