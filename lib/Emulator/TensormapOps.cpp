// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tensormap.replace and tensormap.cp_fenceproxy.
#include "Bulk.h"
#include "MemoryOps.h"
#include "TensormapFields.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

/// PTX numbers element types in an order of its own.
static constexpr TensorType elementTypes[] = {
    TensorType::UInt8,          TensorType::UInt16,         TensorType::UInt32,
    TensorType::Int32,          TensorType::UInt64,         TensorType::Int64,
    TensorType::Float16,        TensorType::Float32,        TensorType::Float32Ftz,
    TensorType::Float64,        TensorType::BFloat16,       TensorType::TFloat32,
    TensorType::TFloat32Ftz,    TensorType::UInt4x16Align8, TensorType::UInt4x16Align16,
    TensorType::UInt6x16Align16};

static bool outOf(uint64_t value, uint64_t least, uint64_t most, const char *what,
                  std::string &wrong) {
  if (value >= least && value <= most)
    return false;
  wrong = std::string("sets the ") + what + " of a tensor map to " + std::to_string(value) +
          ", expected " + std::to_string(least) + " to " + std::to_string(most);
  return true;
}

/// What is wrong with the value, to follow "the thread ", or an empty text. Whether the
/// fields fit each other shows when the map is used.
static std::string replace(TensormapFields &map, TensormapField field, uint32_t index,
                           uint64_t value) {
  std::string wrong;
  switch (field) {
  case TensormapField::GlobalAddress:
    map.address = value;
    break;
  case TensormapField::Rank: // counts from zero
    if (!outOf(value, 0, 4, "rank", wrong))
      map.rank = static_cast<uint8_t>(value + 1);
    break;
  case TensormapField::BoxDim:
    if (!outOf(value, 1, 256, "box size", wrong))
      map.boxLess1[index] = static_cast<uint8_t>(value - 1);
    break;
  case TensormapField::GlobalDim:
    if (!outOf(value, 1, UINT32_MAX, "size", wrong))
      map.dimLess1[index] = static_cast<uint32_t>(value - 1);
    break;
  case TensormapField::GlobalStride:
    map.strides[index] = value;
    break;
  case TensormapField::ElementStride:
    if (!outOf(value, 1, 8, "element stride", wrong))
      map.elementStrides[index] = static_cast<uint8_t>(value);
    break;
  case TensormapField::ElemType:
    map.type = static_cast<uint8_t>(elementTypes[value]);
    break;
  case TensormapField::Interleave:
    map.interleave = static_cast<uint8_t>(value);
    break;
  case TensormapField::Swizzle:
    map.swizzle = static_cast<uint8_t>(value);
    break;
  case TensormapField::Fill:
    map.fill = static_cast<uint8_t>(value);
    break;
  case TensormapField::Atomicity:
    map.atomicity = static_cast<uint8_t>(value);
    break;
  }
  return wrong;
}

/// A kernel may start from 128 zero bytes and set each field that differs.
static bool isZero(const void *map) {
  static constexpr char zeros[sizeof(Tensormap)] = {};
  return std::memcmp(map, zeros, sizeof zeros) == 0;
}

Flow emulator::runTensormapReplace(Warp &w, const Inst &i, uint32_t mask) {
  Resolved at;
  if (!resolve(w, i, mask, i.space, 0, i.imm, sizeof(Tensormap), 64, Access::Kind::Store, at))
    return Flow::Fault;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    TensormapFields map;
    if (!isZero(at.pointer(l)))
      map = TensormapFields::load(at.pointer(l));
    if (map.magic != TensormapFields::magicWord)
      return faultWith(w, l, "replaces a field of a tensor map that was never encoded");
    uint64_t value = readLane(w, w.slot(i, 1), i.bytes, l);
    std::string wrong = replace(map, static_cast<TensormapField>(i.option), i.target, value);
    if (!wrong.empty())
      return faultWith(w, l, std::move(wrong));
    map.store(at.pointer(l));
  }
  return Flow::Next;
}

static void tell(Warp &w, const Inst &i, uint32_t lane, const AsyncPlace &place,
                 Access::Kind kind) {
  uint64_t addresses[warpSize] = {};
  addresses[lane] = place.address;
  Access access{kind, place.space, sizeof(Tensormap), 1u << lane, addresses};
  access.owner = place.block ? place.block->index : w.block->index;
  w.block->observer->access(siteOf(w, i), access);
}

/// The warp's threads give the same addresses; the first one's are taken.
Flow emulator::runTensormapCopy(Warp &w, const Inst &i, uint32_t mask) {
  const BulkForm &form = w.block->program->bulks[static_cast<size_t>(i.imm)];
  uint32_t lane = firstLane(mask);
  AsyncPlace to, from;
  if (!resolveAsync(w, lane, Space::Shared, bulkAddress(w, form.from, lane), sizeof(Tensormap), 128,
                    false, from) ||
      !resolveAsync(w, lane, Space::Global, bulkAddress(w, form.to, lane), sizeof(Tensormap), 128,
                    false, to))
    return Flow::Fault;
  std::memcpy(to.pointer, from.pointer, sizeof(Tensormap));
  if (!w.block->observer)
    return Flow::Next;
  tell(w, i, lane, from, Access::Kind::Load);
  tell(w, i, lane, to, Access::Kind::Store);
  w.block->observer->fence(siteOf(w, i), mask, FenceKind::ProxyTensormap, i.order, i.scope);
  return Flow::Next;
}
