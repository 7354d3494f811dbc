// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves between registers of different sizes, and what an address points to.
#include "Block.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;

/// Lane l of the wide register is element l * count + e of its bytes.
template <typename T> static Flow pack(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t count = i.count;
  T *d = w.lanes<T>(i, 0);
  for (uint32_t e = 0; e < count; ++e) {
    const T *a = w.slot(i, 1 + e) == noSlot ? nullptr : w.lanes<T>(i, 1 + e);
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(mask, l))
        d[l * count + e] = a ? a[l] : T{0};
  }
  return Flow::Next;
}

template <typename T> static Flow unpack(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t count = i.count;
  const T *a = w.lanes<T>(i, count);
  for (uint32_t e = 0; e < count; ++e) {
    if (w.slot(i, e) == noSlot)
      continue;
    T *d = w.lanes<T>(i, e);
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(mask, l))
        d[l] = a[l * count + e];
  }
  return Flow::Next;
}

Flow emulator::runPack(Warp &w, const Inst &i, uint32_t mask) {
  switch (i.bytes) {
  case 1:
    return pack<uint8_t>(w, i, mask);
  case 2:
    return pack<uint16_t>(w, i, mask);
  case 4:
    return pack<uint32_t>(w, i, mask);
  default:
    return pack<uint64_t>(w, i, mask);
  }
}

Flow emulator::runUnpack(Warp &w, const Inst &i, uint32_t mask) {
  switch (i.bytes) {
  case 1:
    return unpack<uint8_t>(w, i, mask);
  case 2:
    return unpack<uint16_t>(w, i, mask);
  case 4:
    return unpack<uint32_t>(w, i, mask);
  default:
    return unpack<uint64_t>(w, i, mask);
  }
}

Flow emulator::runAddress(Warp &w, const Inst &i, uint32_t mask) {
  uint64_t displacement = static_cast<uint64_t>(i.imm);
  return map1<uint64_t, uint64_t>(w, i, mask,
                                  [displacement](uint64_t a) { return a + displacement; });
}

/// `Inst::option`: 1 for the whole cluster's shared memory.
static bool pointsInto(const Block &block, const Inst &i, uint64_t address) {
  uint64_t offset = address - sharedWindow;
  const ModuleData::Variable *variable = nullptr;
  switch (i.space) {
  case Space::Shared:
    return offset < windowBytes &&
           (i.option || offset >> 24 == 0 || offset >> 24 == uint64_t{block.rank} + 1);
  case Space::Local:
    return address - localWindow < windowBytes;
  case Space::Param:
    return address - paramWindow < windowBytes;
  default:
    if (address >= sharedWindow)
      return false;
    variable = block.program->module ? block.program->module->holding(address) : nullptr;
    return (variable && variable->constant) == (i.space == Space::Const);
  }
}

Flow emulator::runIsSpace(Warp &w, const Inst &i, uint32_t mask) {
  const uint64_t *a = w.lanes<uint64_t>(i, 1);
  uint32_t word = 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      word |= static_cast<uint32_t>(pointsInto(*w.block, i, a[l])) << l;
  uint32_t &p = w.predicate(w.slot(i, 0));
  p = (p & ~mask) | word;
  return Flow::Next;
}
