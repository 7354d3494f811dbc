// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix, stmatrix and cp.async.
//
// An 8 x 8 matrix of 16-bit elements: lane 8 j + r gives the address of row r of
// matrix j. In register j, lane l holds row l / 4, columns 2 (l % 4) and the next;
// with `.trans` rows and columns change places.
#include "MemoryAccess.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

bool wholeWarp(Warp &w, uint32_t mask) {
  if (mask == allLanes)
    return true;
  w.fault = {Fault::Kind::Other,
             Space::Generic,
             firstLane(mask),
             0,
             0,
             "is in a warp of fewer than 32 threads, but all 32 must take part"};
  return false;
}

/// Where lane `l` finds element `e` (0 or 1) of its register: row and column.
struct Place {
  uint32_t row, column;
};
Place placeOf(uint32_t l, uint32_t e, bool transposed) {
  Place place{l / 4, 2 * (l % 4) + e};
  if (transposed)
    std::swap(place.row, place.column);
  return place;
}

uint32_t addressLanes(const Inst &i) { return i.count == 4 ? allLanes : (1u << (8 * i.count)) - 1; }

} // namespace

Flow emulator::runLdmatrix(Warp &w, const Inst &i, uint32_t mask) {
  Resolved rows;
  if (!wholeWarp(w, mask) ||
      !resolve(w, i, addressLanes(i), i.space, i.count, i.imm, 16, 16, Access::Kind::Load, rows))
    return Flow::Fault;
  for (uint32_t j = 0; j < i.count; ++j) {
    uint32_t *d = w.lanes<uint32_t>(i, j);
    auto element = [&](Place place) {
      uint16_t bits;
      std::memcpy(&bits, rows.pointer(8 * j + place.row) + 2 * place.column, 2);
      return uint32_t{bits};
    };
    for (uint32_t l = 0; l < warpSize; ++l)
      d[l] = element(placeOf(l, 0, i.option)) | element(placeOf(l, 1, i.option)) << 16;
  }
  return Flow::Next;
}

Flow emulator::runStmatrix(Warp &w, const Inst &i, uint32_t mask) {
  Resolved rows;
  if (!wholeWarp(w, mask) ||
      !resolve(w, i, addressLanes(i), i.space, i.count, i.imm, 16, 16, Access::Kind::Store, rows))
    return Flow::Fault;
  for (uint32_t j = 0; j < i.count; ++j) {
    const uint16_t *a = w.lanes<uint16_t>(i, j);
    for (uint32_t l = 0; l < warpSize; ++l)
      for (uint32_t e = 0; e < 2; ++e) {
        Place place = placeOf(l, e, i.option);
        std::memcpy(rows.pointer(8 * j + place.row) + 2 * place.column, &a[2 * l + e], 2);
      }
  }
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

Flow emulator::runCopyAsync(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t sourceBytes[warpSize];
  uint32_t slot = w.slot(i, 2);
  for (uint32_t l = 0; l < warpSize; ++l)
    sourceBytes[l] = slot == noSlot ? i.bytes : w.at<uint32_t>(slot)[l];

  Resolved to, from;
  if (!resolve(w, i, mask, Space::Shared, 0, i.imm, i.bytes, i.bytes, Access::Kind::Store, to))
    return Flow::Fault;
  // Lanes that read equally many bytes are resolved together; those that read none
  // may have any address.
  for (uint32_t left = mask; left;) {
    uint32_t bytes = sourceBytes[firstLane(left)], same = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      same |= static_cast<uint32_t>(has(left, l) && sourceBytes[l] == bytes) << l;
    left &= ~same;
    if (bytes > i.bytes) {
      w.fault = {Fault::Kind::Other,
                 Space::Global,
                 firstLane(same),
                 0,
                 0,
                 "copies more bytes than the size of the copy"};
      return Flow::Fault;
    }
    if (bytes && !resolve(w, i, same, Space::Global, 1, static_cast<int32_t>(i.target), bytes,
                          i.bytes, Access::Kind::Load, from))
      return Flow::Fault;
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(same, l)) {
        if (bytes)
          std::memcpy(to.pointer(l), from.pointer(l), bytes);
        std::memset(to.pointer(l) + bytes, 0, i.bytes - bytes);
        ++w.copies[l].open;
      }
  }
  return Flow::Next;
}

Flow emulator::runCommitGroup(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l)) {
      w.copies[l].open = 0;
      ++w.copies[l].committed;
    }
  return Flow::Next;
}

Flow emulator::runWaitGroup(Warp &w, const Inst &i, uint32_t mask) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      w.copies[l].committed =
          std::min<uint64_t>(w.copies[l].committed, static_cast<uint64_t>(i.imm));
  return Flow::Next;
}
