// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolving addresses, loads and stores. The common case costs one sweep over the
// lanes: when all lie in the range that the warp touched last and are aligned,
// nothing is looked up.
#include "MemoryAccess.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

struct Request {
  Space space;
  uint32_t lanes, bytes, alignment;
  Access::Kind kind;
};

bool fail(Warp &w, Fault::Kind kind, Space space, uint32_t lane, uint64_t address, uint32_t bytes) {
  w.fault = {kind, space, lane, bytes, address, nullptr};
  return false;
}

/// Makes the range that holds all of the access the warp's last one.
bool enterRange(Warp &w, uint64_t address, uint32_t bytes) {
  auto fits = [&](uint64_t begin, uint64_t end) {
    if (end - address < bytes)
      return false;
    w.rangeBegin = begin;
    w.rangeEnd = end;
    return true;
  };
  if (const Memory::Range *range = w.block->memory->find(address))
    return fits(range->begin, range->end);
  if (const ModuleData::Variable *variable = w.block->program->module->holding(address))
    return fits(variable->address, variable->address + variable->bytes);
  return false;
}

bool inRange(const Warp &w, uint64_t lowest, uint64_t highest, uint32_t bytes) {
  return lowest >= w.rangeBegin && highest <= w.rangeEnd && w.rangeEnd - highest >= bytes;
}

bool resolveGlobal(Warp &w, const Request &r, const uint64_t *addresses, Resolved &result) {
  uint64_t lowest = UINT64_MAX, highest = 0;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(r.lanes, l))
      continue;
    lowest = std::min(lowest, addresses[l]);
    highest = std::max(highest, addresses[l]);
  }
  if (!inRange(w, lowest, highest, r.bytes))
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(r.lanes, l) && !inRange(w, addresses[l], addresses[l], r.bytes) &&
          !enterRange(w, addresses[l], r.bytes))
        return fail(w, Fault::Kind::OutOfBounds, r.space, l, addresses[l], r.bytes);
  for (uint32_t l = 0; l < warpSize; ++l)
    result.pointers[l] = reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(addresses[l]));
  return true;
}

/// Memory with addresses from zero, of the block or of each lane.
bool resolveOffsets(Warp &w, const Request &r, const uint64_t *addresses, uint8_t *base,
                    size_t size, size_t laneStride, Resolved &result) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(r.lanes, l))
      continue;
    if (addresses[l] > size || size - addresses[l] < r.bytes)
      return fail(w, Fault::Kind::OutOfBounds, r.space, l, addresses[l], r.bytes);
    result.pointers[l] = base + laneStride * l + addresses[l];
  }
  return true;
}

bool resolveSpace(Warp &w, const Request &r, const uint64_t *addresses, Resolved &result) {
  Block &block = *w.block;
  switch (r.space) {
  case Space::Shared:
    return resolveOffsets(w, r, addresses, block.shared, block.sharedBytes, 0, result);
  case Space::Local:
    return resolveOffsets(w, r, addresses, w.local, w.localBytes, w.localBytes, result);
  case Space::Param:
    return resolveOffsets(w, r, addresses, const_cast<uint8_t *>(block.parameters),
                          block.program->parameterBytes, 0, result);
  default:
    return resolveGlobal(w, r, addresses, result);
  }
}

void tell(Warp &w, const Inst &inst, const Request &r, const uint64_t *addresses,
          const Resolved &result) {
  uint64_t hosts[warpSize];
  if (r.space != Space::Shared)
    for (uint32_t l = 0; l < warpSize; ++l)
      hosts[l] = has(r.lanes, l) ? reinterpret_cast<uintptr_t>(result.pointers[l]) : 0;
  Access access{r.kind, r.space, r.bytes, r.lanes, r.space == Space::Shared ? addresses : hosts};
  w.block->observer->access(siteOf(w, inst), access);
}

bool resolveAndTell(Warp &w, const Inst &inst, const Request &r, const uint64_t *addresses,
                    Resolved &result) {
  if (!resolveSpace(w, r, addresses, result))
    return false;
  if (w.block->observer)
    tell(w, inst, r, addresses, result);
  return true;
}

/// Each lane goes where its own address points.
bool resolveGeneric(Warp &w, const Inst &inst, const Request &r, uint64_t *addresses,
                    Resolved &result) {
  struct Window {
    Space space;
    uint64_t begin;
  };
  static constexpr Window windows[] = {{Space::Shared, sharedWindow},
                                       {Space::Local, localWindow},
                                       {Space::Param, paramWindow}};
  uint32_t left = r.lanes;
  for (const Window &window : windows) {
    uint32_t inside = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(left, l) && addresses[l] - window.begin < windowBytes) {
        inside |= 1u << l;
        addresses[l] -= window.begin;
      }
    left &= ~inside;
    Request part{window.space, inside, r.bytes, r.alignment, r.kind};
    if (inside && !resolveAndTell(w, inst, part, addresses, result))
      return false;
  }
  Request part{Space::Global, left, r.bytes, r.alignment, r.kind};
  // The pointers of the other lanes are set already.
  Resolved global;
  if (!left)
    return true;
  if (!resolveAndTell(w, inst, part, addresses, global))
    return false;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(left, l))
      result.pointers[l] = global.pointers[l];
  return true;
}

} // namespace

bool emulator::resolve(Warp &w, const Inst &inst, uint32_t lanes, Space space, uint32_t operand,
                       int64_t offset, uint32_t bytes, uint32_t alignment, Access::Kind kind,
                       Resolved &result) {
  uint64_t addresses[warpSize];
  uint32_t slot = w.slot(inst, operand);
  uint64_t all = 0, displacement = static_cast<uint64_t>(offset);
  if (slot == noSlot) {
    std::fill_n(addresses, warpSize, displacement);
    all = displacement;
  } else if (inst.addressBytes == 8) {
    const uint64_t *base = w.at<uint64_t>(slot);
    for (uint32_t l = 0; l < warpSize; ++l) {
      addresses[l] = base[l] + displacement;
      all |= has(lanes, l) ? addresses[l] : 0;
    }
  } else {
    const uint32_t *base = w.at<uint32_t>(slot);
    for (uint32_t l = 0; l < warpSize; ++l) {
      addresses[l] = static_cast<uint32_t>(base[l] + displacement);
      all |= has(lanes, l) ? addresses[l] : 0;
    }
  }
  Request request{space, lanes, bytes, alignment, kind};
  if (all & (alignment - 1))
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(lanes, l) && addresses[l] & (alignment - 1))
        return fail(w, Fault::Kind::Misaligned, space, l, addresses[l], alignment);
  if (space == Space::Generic)
    return resolveGeneric(w, inst, request, addresses, result);
  return resolveAndTell(w, inst, request, addresses, result);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {

template <typename Memory, typename Register>
Flow runLoad(Warp &w, const Inst &i, uint32_t mask) {
  Resolved from;
  uint32_t bytes = sizeof(Memory) * i.count;
  if (!resolve(w, i, mask, i.space, i.count, i.imm, bytes, bytes, Access::Kind::Load, from))
    return Flow::Fault;
  w.polled |= i.polls;
  for (uint32_t e = 0; e < i.count; ++e) {
    if (w.slot(i, e) == noSlot)
      continue;
    Register *d = w.lanes<Register>(i, e);
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(mask, l)) {
        Memory value;
        std::memcpy(&value, from.pointers[l] + sizeof(Memory) * e, sizeof(Memory));
        d[l] = static_cast<Register>(value);
      }
  }
  return Flow::Next;
}

template <typename Memory, typename Register>
Flow runStore(Warp &w, const Inst &i, uint32_t mask) {
  Resolved to;
  uint32_t bytes = sizeof(Memory) * i.count;
  if (!resolve(w, i, mask, i.space, i.count, i.imm, bytes, bytes, Access::Kind::Store, to))
    return Flow::Fault;
  const Register *values[8];
  for (uint32_t e = 0; e < i.count; ++e)
    values[e] = w.lanes<Register>(i, e);
  // Lane by lane: where lanes write to one place, the last wins.
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l))
      for (uint32_t e = 0; e < i.count; ++e) {
        Memory value = static_cast<Memory>(values[e][l]);
        std::memcpy(to.pointers[l] + sizeof(Memory) * e, &value, sizeof(Memory));
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
  default:
    return nullptr;
  }
}
