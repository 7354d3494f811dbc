// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores.
#include "MemoryAccess.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// 128 bits, which nothing is calculated with.
struct Pair {
  uint64_t low, high;
};

template <typename Memory, typename Register> Flow runLoad(Warp &w, const Inst &i, uint32_t mask) {
  Resolved from;
  uint32_t bytes = sizeof(Memory) * i.count;
  if (!resolve(w, i, mask, i.space, i.count, i.imm, bytes, bytes, Access::Kind::Load, from))
    return Flow::Fault;
  w.polled |= i.polls;
  for (uint32_t e = 0; e < i.count; ++e) {
    if (w.slot(i, e) == noSlot)
      continue;
    Register *d = w.lanes<Register>(i, e);
    auto read = [&](uint32_t l) {
      Memory value;
      std::memcpy(&value, from.pointer(l) + sizeof(Memory) * e, sizeof(Memory));
      return static_cast<Register>(value);
    };
    if (mask != allLanes) {
      for (uint32_t l = 0; l < warpSize; ++l)
        if (has(mask, l))
          d[l] = read(l);
    } else if (from.uniform) {
      std::fill_n(d, warpSize, read(0));
    } else if (sizeof(Memory) == sizeof(Register) && from.linear && i.count == 1) {
      std::memcpy(d, from.pointer(0), warpSize * sizeof(Register));
    } else {
      for (uint32_t l = 0; l < warpSize; ++l)
        d[l] = read(l);
    }
  }
  return Flow::Next;
}

template <typename Memory, typename Register> Flow runStore(Warp &w, const Inst &i, uint32_t mask) {
  Resolved to;
  uint32_t bytes = sizeof(Memory) * i.count;
  if (!resolve(w, i, mask, i.space, i.count, i.imm, bytes, bytes, Access::Kind::Store, to))
    return Flow::Fault;
  const Register *values[8];
  for (uint32_t e = 0; e < i.count; ++e)
    values[e] = w.lanes<Register>(i, e);
  if (sizeof(Memory) == sizeof(Register) && to.linear && i.count == 1 && mask == allLanes) {
    std::memcpy(to.pointer(0), values[0], warpSize * sizeof(Register));
    return Flow::Next;
  }
  // Lane by lane: where lanes write to one place, the last wins.
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      for (uint32_t e = 0; e < i.count; ++e) {
        Memory value = static_cast<Memory>(values[e][l]);
        std::memcpy(to.pointer(l) + sizeof(Memory) * e, &value, sizeof(Memory));
      }
  return Flow::Next;
}

template <typename Memory> Handler selectLoadTo(unsigned registerBytes) {
  switch (registerBytes) {
  case 2:
    if constexpr (sizeof(Memory) <= 2)
      return &runLoad<Memory, uint16_t>;
    return nullptr;
  case 4:
    if constexpr (sizeof(Memory) <= 4)
      return &runLoad<Memory, uint32_t>;
    return nullptr;
  case 8:
    return &runLoad<Memory, uint64_t>;
  default:
    return nullptr;
  }
}

template <typename Memory> Handler selectStoreFrom(unsigned registerBytes) {
  switch (registerBytes) {
  case 2:
    if constexpr (sizeof(Memory) <= 2)
      return &runStore<Memory, uint16_t>;
    return nullptr;
  case 4:
    if constexpr (sizeof(Memory) <= 4)
      return &runStore<Memory, uint32_t>;
    return nullptr;
  case 8:
    return &runStore<Memory, uint64_t>;
  default:
    return nullptr;
  }
}

} // namespace

Handler emulator::selectLoad(Type memory, unsigned registerBytes) {
  switch (memory) {
  case Type::S8:
    return selectLoadTo<int8_t>(registerBytes);
  case Type::S16:
    return selectLoadTo<int16_t>(registerBytes);
  case Type::S32:
    return selectLoadTo<int32_t>(registerBytes);
  default:
    break;
  }
  switch (byteSize(memory)) {
  case 1:
    return selectLoadTo<uint8_t>(registerBytes);
  case 2:
    return selectLoadTo<uint16_t>(registerBytes);
  case 4:
    return selectLoadTo<uint32_t>(registerBytes);
  case 8:
    return selectLoadTo<uint64_t>(registerBytes);
  case 16:
    return registerBytes == 16 ? &runLoad<Pair, Pair> : nullptr;
  default:
    return nullptr;
  }
}

Handler emulator::selectStore(Type memory, unsigned registerBytes) {
  switch (byteSize(memory)) {
  case 1:
    return selectStoreFrom<uint8_t>(registerBytes);
  case 2:
    return selectStoreFrom<uint16_t>(registerBytes);
  case 4:
    return selectStoreFrom<uint32_t>(registerBytes);
  case 8:
    return selectStoreFrom<uint64_t>(registerBytes);
  case 16:
    return registerBytes == 16 ? &runStore<Pair, Pair> : nullptr;
  default:
    return nullptr;
  }
}
