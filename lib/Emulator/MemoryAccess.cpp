// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resolving addresses. The common case costs one sweep over the lanes: when all
// addresses lie in the range that the warp touched last and are aligned, nothing is
// looked up.
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
  bool cluster; ///< other blocks' shared memory, too
};

bool fail(Warp &w, Fault::Kind kind, Space space, uint32_t lane, uint64_t address, uint64_t bytes) {
  w.fault = {kind,    space,  lane, static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX)),
             address, nullptr};
  return false;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Makes the range that holds all of the access the warp's last one. The one before
/// is kept, since loops go from one array to another.
bool enterRange(Warp &w, uint64_t address, uint64_t bytes) {
  std::swap(w.rangeBegin, w.olderBegin);
  std::swap(w.rangeEnd, w.olderEnd);
  if (address >= w.rangeBegin && address <= w.rangeEnd && w.rangeEnd - address >= bytes)
    return true;
  auto fits = [&](uint64_t begin, uint64_t end) {
    if (end - address < bytes)
      return false;
    w.rangeBegin = begin;
    w.rangeEnd = end;
    return true;
  };
  if (const Memory::Range *range = w.block->memory->find(address))
    // What a kernel may free is looked up each time.
    return range->onHeap ? range->end - address >= bytes : fits(range->begin, range->end);
  if (const ModuleData::Variable *variable = w.block->program->module->holding(address))
    return fits(variable->address, variable->address + variable->bytes);
  uint64_t workspace = reinterpret_cast<uintptr_t>(w.block->workspace);
  if (workspace && address >= workspace && address < workspace + 2 * sizeof(uint32_t))
    return fits(workspace, workspace + 2 * sizeof(uint32_t));
  return false;
}

bool inRange(const Warp &w, uint64_t lowest, uint64_t highest, uint64_t bytes) {
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

//===----------------------------------------------------------------------===//
// Memory with addresses from zero, of the block or of each lane
//===----------------------------------------------------------------------===//

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

/// The block whose shared memory bits 24 to 31 of an address name; null, with the
/// fault set, if there is none.
Block *ownerOf(Warp &w, uint32_t lane, uint64_t address, uint64_t bytes, bool cluster) {
  Block &block = *w.block;
  uint64_t name = address >> 24;
  if (name == 0)
    return &block;
  if (!cluster || name > 255) {
    fail(w, Fault::Kind::OutOfBounds, Space::Shared, lane, address, bytes);
    return nullptr;
  }
  uint32_t count = block.cluster ? block.cluster->numBlocks : 1;
  if (name > count) {
    faultWith(w, lane,
              "names the shared memory of rank " + std::to_string(name - 1) + " in a cluster of " +
                  std::to_string(count) + (count == 1 ? " block" : " blocks"));
    return nullptr;
  }
  if (name - 1 == block.rank)
    return &block;
  Block *owner = block.cluster->blocks[name - 1];
  if (owner->aliveThreads == 0) {
    faultWith(w, lane,
              "accesses shared memory of rank " + std::to_string(name - 1) +
                  ", a block that has ended");
    return nullptr;
  }
  return owner;
}

void tell(Warp &w, const Inst &inst, const Request &r, const uint64_t *addresses,
          const Block &owner) {
  uint64_t offsets[warpSize];
  uint64_t begin = r.space == Space::Shared ? reinterpret_cast<uintptr_t>(owner.shared) : 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    offsets[l] = has(r.lanes, l) ? addresses[l] - begin : 0;
  Access access{r.kind, r.space, r.bytes, r.lanes, offsets, inst.order, inst.scope};
  access.owner = owner.index;
  access.reduction = r.kind == Access::Kind::Atomic && w.slot(inst, 0) == noSlot;
  w.block->observer->access(siteOf(w, inst), access);
}

/// Some address names a block: lane by lane, and told for each block.
bool resolveCluster(Warp &w, const Inst &inst, const Request &r, uint64_t *addresses) {
  Block *owners[warpSize] = {};
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(r.lanes, l))
      continue;
    Block *owner = ownerOf(w, l, addresses[l], r.bytes, r.cluster);
    if (!owner)
      return false;
    uint64_t offset = addresses[l] & 0xffffff;
    if (offset > owner->sharedBytes || owner->sharedBytes - offset < r.bytes)
      return fail(w, Fault::Kind::OutOfBounds, r.space, l, offset, r.bytes);
    owners[l] = owner;
    addresses[l] = reinterpret_cast<uintptr_t>(owner->shared) + offset;
  }
  for (uint32_t l = 0; l < warpSize; ++l)
    if (!has(r.lanes, l))
      addresses[l] = addresses[firstLane(r.lanes)];
  for (uint32_t left = w.block->observer ? r.lanes : 0; left;) {
    Request part = r;
    part.lanes = 0;
    Block *owner = owners[firstLane(left)];
    for (uint32_t l = 0; l < warpSize; ++l)
      part.lanes |= static_cast<uint32_t>(has(left, l) && owners[l] == owner) << l;
    left &= ~part.lanes;
    tell(w, inst, part, addresses, *owner);
  }
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

bool resolveAndTell(Warp &w, const Inst &inst, const Request &r, uint64_t lowest, uint64_t highest,
                    uint64_t *addresses) {
  if (r.space == Space::Shared && highest >> 24)
    return resolveCluster(w, inst, r, addresses);
  if (!resolveSpace(w, r, lowest, highest, addresses))
    return false;
  if (w.block->observer)
    tell(w, inst, r, addresses, *w.block);
  return true;
}

//===----------------------------------------------------------------------===//
// Generic addresses
//===----------------------------------------------------------------------===//

struct Window {
  Space space;
  uint64_t begin;
};
// Global memory last: what is in no window.
constexpr Window windows[] = {{Space::Shared, sharedWindow},
                              {Space::Local, localWindow},
                              {Space::Param, paramWindow},
                              {Space::Global, 0}};

bool contains(const Window &window, uint64_t address) {
  return window.space == Space::Global || address - window.begin < windowBytes;
}

/// Each lane goes where its own address points.
bool resolveGeneric(Warp &w, const Inst &inst, const Request &r, uint64_t *addresses) {
  uint32_t left = r.lanes;
  for (const Window &window : windows) {
    uint64_t part[warpSize], lowest = ~uint64_t{0}, highest = 0;
    uint32_t inside = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(left, l) && contains(window, addresses[l])) {
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
    Request request{window.space, inside, r.bytes, r.alignment, r.kind, /*cluster=*/true};
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
  Request request{space, lanes, bytes, alignment, kind, inst.cluster};
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

bool emulator::resolveAsync(Warp &w, uint32_t lane, Space space, uint64_t address, uint64_t bytes,
                            uint32_t alignment, bool cluster, AsyncPlace &place) {
  if (address & (alignment - 1))
    return fail(w, Fault::Kind::Misaligned, space, lane, address, alignment);
  if (space == Space::Generic)
    for (const Window &window : windows)
      if (contains(window, address)) {
        space = window.space;
        cluster |= space == Space::Shared;
        address -= window.begin;
        break;
      }
  auto at = [](uint64_t number) {
    return reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(number));
  };
  place.space = space;
  place.block = nullptr;
  place.address = address;
  auto within = [&](uint64_t size) {
    if (place.address <= size && size - place.address >= bytes)
      return true;
    return fail(w, Fault::Kind::OutOfBounds, space, lane, place.address, bytes);
  };
  switch (space) {
  case Space::Shared:
    place.block = ownerOf(w, lane, address, bytes, cluster);
    if (!place.block)
      return false;
    place.address = address & 0xffffff;
    place.pointer = place.block->shared + place.address;
    return within(place.block->sharedBytes);
  case Space::Param:
    place.pointer = const_cast<uint8_t *>(w.block->parameters) + address;
    return within(w.block->program->parameterBytes);
  case Space::Local:
    place.pointer = w.local + w.localBytes * lane + address;
    return within(w.localBytes);
  default:
    place.pointer = at(address);
    return inRange(w, address, address, bytes) || enterRange(w, address, bytes) ||
           fail(w, Fault::Kind::OutOfBounds, space, lane, address, bytes);
  }
}

Flow emulator::faultWith(Warp &w, uint32_t lane, std::string text) {
  w.block->faultText = std::move(text);
  w.fault = {Fault::Kind::Other, Space::Shared, lane, 0, 0, w.block->faultText.c_str()};
  return Flow::Fault;
}
