// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolving addresses, loads and stores. The common case costs one sweep over the
// lanes: when all addresses lie in the range that the warp touched last and are aligned,
// nothing is looked up.
#include "MemoryAccess.h"

#include "Handlers.h"

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

bool resolveGlobal(Warp &w, const Request &r, uint64_t lowest, uint64_t highest,
                   const uint64_t *addresses) {
  if (inRange(w, lowest, highest, r.bytes))
    return true;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(r.lanes, l) && !inRange(w, addresses[l], addresses[l], r.bytes) &&
        !enterRange(w, addresses[l], r.bytes))
      return fail(w, Fault::Kind::OutOfBounds, r.space, l, addresses[l], r.bytes);
  return true;
}

/// Memory with addresses from zero, of the block or of each lane.
bool resolveOffsets(Warp &w, const Request &r, uint64_t highest, const uint8_t *base, size_t size,
                    size_t laneStride, uint64_t *addresses) {
  if (highest > size || size - highest < r.bytes)
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(r.lanes, l) && (addresses[l] > size || size - addresses[l] < r.bytes))
        return fail(w, Fault::Kind::OutOfBounds, r.space, l, addresses[l], r.bytes);
  uint64_t begin = reinterpret_cast<uintptr_t>(base);
  for (uint32_t l = 0; l < warpSize; ++l)
    addresses[l] += begin + laneStride * l;
  return true;
}

bool resolveSpace(Warp &w, const Request &r, uint64_t lowest, uint64_t highest,
                  uint64_t *addresses) {
  Block &block = *w.block;
  switch (r.space) {
  case Space::Shared:
    return resolveOffsets(w, r, highest, block.shared, block.sharedBytes, 0, addresses);
  case Space::Local:
    return resolveOffsets(w, r, highest, w.local, w.localBytes, w.localBytes, addresses);
  case Space::Param:
    return resolveOffsets(w, r, highest, block.parameters, block.program->parameterBytes, 0,
                          addresses);
  default:
    return resolveGlobal(w, r, lowest, highest, addresses);
  }
}

void tell(Warp &w, const Inst &inst, const Request &r, const uint64_t *addresses) {
  uint64_t offsets[warpSize];
  uint64_t begin = r.space == Space::Shared ? reinterpret_cast<uintptr_t>(w.block->shared) : 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    offsets[l] = has(r.lanes, l) ? addresses[l] - begin : 0;
  w.block->observer->access(siteOf(w, inst), {r.kind, r.space, r.bytes, r.lanes, offsets});
}

bool resolveAndTell(Warp &w, const Inst &inst, const Request &r, uint64_t lowest, uint64_t highest,
                    uint64_t *addresses) {
  if (!resolveSpace(w, r, lowest, highest, addresses))
    return false;
  if (w.block->observer)
    tell(w, inst, r, addresses);
  return true;
}

/// Each lane goes where its own address points.
bool resolveGeneric(Warp &w, const Inst &inst, const Request &r, uint64_t *addresses) {
  struct Window {
    Space space;
    uint64_t begin;
  };
  // Global memory last: what is in no window.
  static constexpr Window windows[] = {{Space::Shared, sharedWindow},
                                       {Space::Local, localWindow},
                                       {Space::Param, paramWindow},
                                       {Space::Global, 0}};
  uint32_t left = r.lanes;
  for (const Window &window : windows) {
    uint64_t last = window.space == Space::Global ? ~uint64_t{0} : windowBytes - 1;
    uint64_t part[warpSize], lowest = ~uint64_t{0}, highest = 0;
    uint32_t inside = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(left, l) && addresses[l] - window.begin <= last) {
        inside |= 1u << l;
        part[l] = addresses[l] - window.begin;
        lowest = std::min(lowest, part[l]);
        highest = std::max(highest, part[l]);
      } else {
        part[l] = 0;
      }
    if (!inside)
      continue;
    left &= ~inside;
    Request request{window.space, inside, r.bytes, r.alignment, r.kind};
    if (!resolveAndTell(w, inst, request, lowest, highest, part))
      return false;
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(inside, l))
        addresses[l] = part[l];
  }
  // The others may be read, too.
  for (uint32_t l = 0; l < warpSize; ++l)
    if (!has(r.lanes, l))
      addresses[l] = addresses[firstLane(r.lanes)];
  return true;
}

} // namespace

bool emulator::resolve(Warp &w, const Inst &inst, uint32_t lanes, Space space, uint32_t operand,
                       int64_t offset, uint32_t bytes, uint32_t alignment, Access::Kind kind,
                       Resolved &result) {
  uint32_t slot = w.slot(inst, operand);
  uint64_t displacement = static_cast<uint64_t>(offset);
  AddressSweep sweep{displacement, displacement, displacement, false};
  if (slot == noSlot)
    std::fill_n(result.addresses, warpSize, displacement);
  else
    sweep = laneOps().sweep(w.registers + slot, inst.addressBytes, displacement, lanes, bytes,
                            result.addresses);
  if (sweep.bits & (alignment - 1))
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(lanes, l) && result.addresses[l] & (alignment - 1))
        return fail(w, Fault::Kind::Misaligned, space, l, result.addresses[l], alignment);
  Request request{space, lanes, bytes, alignment, kind};
  if (space == Space::Generic && sweep.highest >= sharedWindow) {
    result.uniform = result.linear = false;
    return resolveGeneric(w, inst, request, result.addresses);
  }
  bool perLane = space == Space::Local;
  result.uniform = sweep.lowest == sweep.highest && !perLane;
  result.linear = sweep.linear && !perLane;
  if (space == Space::Generic)
    request.space = Space::Global;
  return resolveAndTell(w, inst, request, sweep.lowest, sweep.highest, result.addresses);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {

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
