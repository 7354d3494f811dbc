// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and reductions of tensor boxes. The tensor map is read at the issue.
#include "Bulk.h"
#include "TensorBox.h"

#include "halftone/Support/FloatBits.h"

#include <cmath>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// 32-bit floats are rounded or flushed on their way where the map's type says so.
void convertElements(TensorType type, uint8_t *data, uint64_t bytes) {
  bool rounds = type == TensorType::TFloat32 || type == TensorType::TFloat32Ftz;
  bool flushes = type == TensorType::Float32Ftz || type == TensorType::TFloat32Ftz;
  if (!rounds && !flushes)
    return;
  for (uint64_t at = 0; at < bytes; at += 4) {
    uint32_t bits;
    std::memcpy(&bits, data + at, 4);
    bool finite = (bits & 0x7f800000) != 0x7f800000;
    if (rounds && finite)
      bits = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu; // nearest, ties to even
    if (flushes && (bits & 0x7f800000) == 0)
      bits &= 0x80000000;
    std::memcpy(data + at, &bits, 4);
  }
}

class TensorTask : public AsyncTask {
public:
  TensorBox box;
  uint8_t *shared = nullptr; ///< the block's
  uint32_t offset = 0;
  uint8_t swizzle = 0;
  TensorType type = TensorType::UInt8;

protected:
  std::vector<uint8_t> data;

  uint8_t *global(const TensorRow &row) const {
    return reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(row.address));
  }
  /// Calls `each` with the place in shared memory of every 16 bytes of the box.
  template <typename F> void forChunks(F each) {
    for (uint32_t at = 0; at < box.bytes(); at += 16)
      each(shared + swizzled(offset + at, swizzle), data.data() + at);
  }
};

class TensorLoad : public TensorTask {
public:
  bool fillsNan = false;

  void read() override {
    data.assign(box.bytes(), fillsNan ? 0xff : 0);
    if (fillsNan)
      for (size_t at = box.elementBytes - 1; at < data.size(); at += box.elementBytes)
        data[at] = 0x7f;
    uint8_t *to = data.data();
    for (const TensorRow &row : box.rows) {
      uint32_t bytes = row.count * box.elementBytes;
      uint8_t *place = to + row.first * box.elementBytes;
      if (bytes) {
        std::memcpy(place, global(row), bytes);
        convertElements(type, place, bytes);
      }
      to += box.rowBytes();
    }
  }
  void write() override {
    forChunks([](uint8_t *place, const uint8_t *chunk) { std::memcpy(place, chunk, 16); });
  }
};

class TensorStore : public TensorTask {
public:
  Combine combine = nullptr;

  void read() override {
    data.resize(box.bytes());
    forChunks([](const uint8_t *place, uint8_t *chunk) { std::memcpy(chunk, place, 16); });
  }
  void write() override {
    uint8_t *from = data.data();
    for (const TensorRow &row : box.rows) {
      uint8_t *place = from + row.first * box.elementBytes;
      uint32_t bytes = row.count * box.elementBytes;
      from += box.rowBytes();
      if (!bytes)
        continue;
      convertElements(type, place, bytes);
      if (combine)
        reduceBytes(global(row), place, bytes, box.elementBytes, combine);
      else
        std::memcpy(global(row), place, bytes);
    }
  }
};

/// The type that a reduction of tensor elements works on.
Type reductionType(TensorType type, Atomic op) {
  bool bitwise = op == Atomic::And || op == Atomic::Or || op == Atomic::Xor;
  switch (type) {
  case TensorType::UInt32:
    return bitwise ? Type::B32 : Type::U32;
  case TensorType::Int32:
    return bitwise ? Type::B32 : Type::S32;
  case TensorType::UInt64:
    return bitwise ? Type::B64 : Type::U64;
  case TensorType::Int64:
    return bitwise ? Type::B64 : Type::S64;
  case TensorType::Float16:
    return Type::F16;
  case TensorType::BFloat16:
    return Type::BF16;
  case TensorType::Float32:
  case TensorType::Float32Ftz:
    return Type::F32;
  case TensorType::Float64:
    return Type::F64;
  default:
    return Type::None;
  }
}

/// The map and the rows of a lane's copy, all of them checked.
struct Plan {
  TensormapFields map;
  TensorBox box;
};

bool fail(Warp &w, uint32_t lane, std::string text) {
  faultWith(w, lane, std::move(text));
  return false;
}

bool loadMap(Warp &w, const BulkForm &form, const BulkAddress &operand, uint32_t lane,
             TensormapFields &map) {
  AsyncPlace place;
  if (!resolveAsync(w, lane, Space::Generic, bulkAddress(w, operand, lane), sizeof map, 64, false,
                    place))
    return false;
  if (place.space == Space::Shared || place.space == Space::Local)
    return fail(w, lane, "uses a tensor map that is not in parameters, constants or global memory");
  map = TensormapFields::load(place.pointer);
  if (std::string wrong = map.check(); !wrong.empty())
    return fail(w, lane, "uses a bad tensor map: " + wrong);
  if (map.interleave)
    return fail(w, lane, "uses a tensor map with an interleaved layout, which is not supported");
  if (map.rank != form.dimensions)
    return fail(w, lane,
                "copies " + std::to_string(form.dimensions) +
                    " dimensions with a tensor map of rank " + std::to_string(map.rank));
  bool im2col = map.mode == TensormapFields::im2col;
  if (im2col != form.im2col)
    return fail(w, lane,
                std::string("copies in ") + (form.im2col ? "im2col" : "tiled") +
                    " mode with a tensor map that was encoded for " +
                    (im2col ? "im2col" : "tiles"));
  return true;
}

bool makePlan(Warp &w, const BulkForm &form, const BulkAddress &operand, uint32_t lane,
              Plan &plan) {
  if (!loadMap(w, form, operand, lane, plan.map))
    return false;
  int32_t coordinates[5] = {};
  uint32_t offsets[3] = {};
  for (unsigned i = 0; i < form.dimensions; ++i)
    coordinates[i] = w.at<int32_t>(form.coordinates[i])[lane];
  for (unsigned i = 0; i < 3; ++i)
    if (form.offsets[i] != BulkForm::none)
      offsets[i] = w.at<uint16_t>(form.offsets[i])[lane];
  if (std::string wrong = planBox(plan.map, coordinates, offsets, plan.box); !wrong.empty())
    return fail(w, lane, std::move(wrong));
  for (const TensorRow &row : plan.box.rows) {
    AsyncPlace place;
    if (row.count && !resolveAsync(w, lane, Space::Global, row.address,
                                   uint64_t{row.count} * plan.box.elementBytes, 1, false, place))
      return false;
  }
  return true;
}

/// The parts of global memory that a box touches, neighbours joined.
void globalRanges(const TensorBox &box, Access::Kind kind, std::vector<AsyncRange> &ranges) {
  for (const TensorRow &row : box.rows) {
    uint64_t bytes = uint64_t{row.count} * box.elementBytes;
    if (!bytes)
      continue;
    bool joins = !ranges.empty() && ranges.back().address + ranges.back().bytes == row.address;
    if (joins)
      ranges.back().bytes += bytes;
    else
      ranges.push_back({kind, Space::Global, row.address, bytes});
  }
}

/// Bytes of shared memory that a box may touch: a swizzle stays within its span.
uint64_t sharedSpan(const Plan &plan) {
  uint64_t span = plan.map.swizzle ? 16u << plan.map.swizzle : 1;
  return (plan.box.bytes() + span - 1) / span * span;
}

void setUp(TensorTask &task, const Plan &plan, uint8_t *shared, uint64_t offset) {
  task.box = plan.box;
  task.shared = shared;
  task.offset = static_cast<uint32_t>(offset);
  task.swizzle = plan.map.swizzle;
  task.type = static_cast<TensorType>(plan.map.type);
}

bool load(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane) {
  Plan plan;
  std::vector<BulkTarget> targets;
  if (!makePlan(w, form, form.from, lane, plan) ||
      !bulkTargets(w, form, lane, sharedSpan(plan), 128, targets))
    return false;
  for (const BulkTarget &target : targets) {
    auto task = std::make_unique<TensorLoad>();
    setUp(*task, plan, target.block->shared, target.offset);
    task->fillsNan = plan.map.fill;
    AsyncEngine::Operation operation;
    operation.kind = AsyncKind::BulkCopy;
    operation.lane = lane;
    operation.mbarrier = target.mbarrier;
    operation.bytes = plan.box.bytes();
    operation.target = target.block;
    operation.task = std::move(task);
    if (w.block->observer) {
      globalRanges(plan.box, Access::Kind::Load, operation.ranges);
      operation.ranges.push_back({Access::Kind::Store, Space::Shared, target.offset,
                                  sharedSpan(plan), target.block->index});
    }
    if (!AsyncEngine::of(*w.block).issue(w, i, std::move(operation)))
      return false;
  }
  return true;
}

bool store(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane) {
  Plan plan;
  AsyncPlace from;
  if (!makePlan(w, form, form.to, lane, plan) ||
      !resolveAsync(w, lane, Space::Shared, bulkAddress(w, form.from, lane), sharedSpan(plan), 128,
                    false, from))
    return false;
  auto task = std::make_unique<TensorStore>();
  setUp(*task, plan, from.block->shared, from.address);
  bool reduces = form.kind == BulkForm::Kind::Reduce;
  if (reduces) {
    task->combine = selectCombine(form.op, reductionType(task->type, form.op));
    if (!task->combine)
      return fail(w, lane, "reduces elements of a type that has no such operation");
  }
  AsyncEngine::Operation operation;
  operation.kind = AsyncKind::BulkCopy;
  operation.lane = lane;
  operation.task = std::move(task);
  if (w.block->observer) {
    globalRanges(plan.box, reduces ? Access::Kind::Atomic : Access::Kind::Store, operation.ranges);
    operation.ranges.push_back(from.range(Access::Kind::Load, sharedSpan(plan)));
  }
  return AsyncEngine::of(*w.block).issue(w, i, std::move(operation));
}

bool prefetch(Warp &w, const BulkForm &form, uint32_t lane) {
  Plan plan;
  return makePlan(w, form, form.from, lane, plan);
}

} // namespace

Flow emulator::runBulkTensor(Warp &w, const Inst &i, uint32_t mask) {
  const BulkForm &form = w.block->program->bulks[i.target];
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    bool ok = form.kind == BulkForm::Kind::Prefetch ? prefetch(w, form, l)
              : form.toShared                       ? load(w, i, form, l)
                                                    : store(w, i, form, l);
    if (!ok)
      return Flow::Fault;
  }
  return Flow::Next;
}
