// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and reductions of contiguous bytes.
#include "Bulk.h"

#include "Mbarrier.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

uint64_t emulator::bulkAddress(Warp &w, const BulkAddress &operand, uint32_t lane) {
  uint64_t address = static_cast<uint64_t>(operand.offset);
  if (operand.slot != noSlot)
    address += readLane(w, operand.slot, operand.bytes, lane);
  return operand.bytes == 4 ? static_cast<uint32_t>(address) : address;
}

template <typename T> static void reduceElement(uint8_t *to, const uint8_t *from, Combine combine) {
  T *place = reinterpret_cast<T *>(to);
  T value, old = __atomic_load_n(place, __ATOMIC_RELAXED);
  std::memcpy(&value, from, sizeof value);
  while (!__atomic_compare_exchange_n(place, &old, static_cast<T>(combine(old, value)), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
}

void emulator::reduceBytes(uint8_t *to, const uint8_t *from, uint64_t bytes, unsigned elementBytes,
                           Combine combine) {
  for (uint64_t at = 0; at < bytes; at += elementBytes)
    if (elementBytes == 2)
      reduceElement<uint16_t>(to + at, from + at, combine);
    else if (elementBytes == 4)
      reduceElement<uint32_t>(to + at, from + at, combine);
    else
      reduceElement<uint64_t>(to + at, from + at, combine);
}

namespace {

class ByteTask : public AsyncTask {
public:
  uint8_t *to = nullptr;
  const uint8_t *from = nullptr;
  uint64_t bytes = 0;
  Combine combine = nullptr;
  unsigned elementBytes = 1;
  uint16_t mask = 0xffff; ///< of each 16 bytes, which are written

  void read() override { data.assign(from, from + bytes); }
  void write() override {
    if (combine)
      reduceBytes(to, data.data(), bytes, elementBytes, combine);
    else if (mask == 0xffff)
      std::memcpy(to, data.data(), bytes);
    else
      for (uint64_t at = 0; at < bytes; ++at)
        if (mask >> at % 16 & 1)
          to[at] = data[at];
  }

private:
  std::vector<uint8_t> data;
};

} // namespace

bool emulator::bulkTargets(Warp &w, const BulkForm &form, uint32_t lane, uint64_t bytes,
                           uint32_t alignment, std::vector<BulkTarget> &targets) {
  AsyncPlace to;
  MbarrierPlace mbarrier;
  if (!resolveAsync(w, lane, form.to.space, bulkAddress(w, form.to, lane), bytes, alignment,
                    form.to.cluster, to) ||
      !mbarrierAt(w, lane, form.mbarrier.space, bulkAddress(w, form.mbarrier, lane), true,
                  mbarrier))
    return false;
  const char *wrong = nullptr;
  if (to.space != Space::Shared)
    wrong = "copies to an address that is not in shared memory";
  else if (to.block != mbarrier.block)
    wrong = "completes on an mbarrier of another block than the one that it writes";
  if (wrong) {
    faultWith(w, lane, wrong);
    return false;
  }
  uint32_t offset = static_cast<uint32_t>(to.address);
  if (form.blocks == BulkForm::none) {
    targets.push_back({to.block, offset, mbarrier});
    return true;
  }
  uint32_t mask = w.at<uint16_t>(form.blocks)[lane];
  const Cluster &cluster = *w.block->cluster;
  for (uint32_t rank = 0; rank < 16; ++rank) {
    if (!has(mask, rank))
      continue;
    if (rank >= cluster.numBlocks || cluster.blocks[rank]->aliveThreads == 0) {
      faultWith(w, lane,
                "copies to rank " + std::to_string(rank) +
                    (rank < cluster.numBlocks
                         ? ", a block that has ended"
                         : " of a cluster of " + std::to_string(cluster.numBlocks) + " blocks"));
      return false;
    }
    Block *block = cluster.blocks[rank];
    targets.push_back({block, offset, {block, mbarrier.offset}});
  }
  return true;
}

namespace {

std::unique_ptr<ByteTask> makeTask(const BulkForm &form, uint8_t *to, const uint8_t *from,
                                   uint64_t bytes) {
  auto task = std::make_unique<ByteTask>();
  task->to = to;
  task->from = from;
  task->bytes = bytes;
  if (form.kind == BulkForm::Kind::Reduce) {
    task->combine = selectCombine(form.op, form.type);
    task->elementBytes = byteSize(form.type);
  }
  return task;
}

Access::Kind writeKind(const BulkForm &form) {
  return form.kind == BulkForm::Kind::Reduce ? Access::Kind::Atomic : Access::Kind::Store;
}

bool copyToShared(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane,
                  const AsyncPlace &from, uint32_t bytes) {
  std::vector<BulkTarget> targets;
  if (!bulkTargets(w, form, lane, bytes, 16, targets))
    return false;
  for (const BulkTarget &target : targets) {
    AsyncEngine::Operation operation;
    operation.kind = AsyncKind::BulkCopy;
    operation.lane = lane;
    operation.mbarrier = target.mbarrier;
    operation.bytes = bytes;
    operation.target = target.block;
    operation.task = makeTask(form, target.block->shared + target.offset, from.pointer, bytes);
    if (w.block->observer)
      operation.ranges = {
          from.range(Access::Kind::Load, bytes),
          {writeKind(form), Space::Shared, target.offset, bytes, target.block->index}};
    if (!AsyncEngine::of(*w.block).issue(w, i, std::move(operation)))
      return false;
  }
  return true;
}

bool copyToGlobal(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane,
                  const AsyncPlace &from, uint32_t bytes) {
  AsyncPlace to;
  if (!resolveAsync(w, lane, Space::Global, bulkAddress(w, form.to, lane), bytes, 16, false, to))
    return false;
  AsyncEngine::Operation operation;
  operation.kind = AsyncKind::BulkCopy;
  operation.lane = lane;
  std::unique_ptr<ByteTask> task = makeTask(form, to.pointer, from.pointer, bytes);
  if (form.byteMask != BulkForm::none)
    task->mask = w.at<uint16_t>(form.byteMask)[lane];
  operation.task = std::move(task);
  if (w.block->observer)
    operation.ranges = {from.range(Access::Kind::Load, bytes), to.range(writeKind(form), bytes)};
  return AsyncEngine::of(*w.block).issue(w, i, std::move(operation));
}

bool runLane(Warp &w, const Inst &i, const BulkForm &form, uint32_t lane) {
  uint32_t bytes = w.at<uint32_t>(form.size)[lane];
  if (bytes % 16) {
    faultWith(w, lane, "copies " + std::to_string(bytes) + " bytes, not a multiple of 16");
    return false;
  }
  AsyncPlace from;
  if (!resolveAsync(w, lane, form.from.space, bulkAddress(w, form.from, lane), bytes, 16, false,
                    from))
    return false;
  if (form.kind == BulkForm::Kind::Prefetch)
    return true;
  return form.toShared ? copyToShared(w, i, form, lane, from, bytes)
                       : copyToGlobal(w, i, form, lane, from, bytes);
}

} // namespace

Flow emulator::runBulk(Warp &w, const Inst &i, uint32_t mask) {
  const BulkForm &form = w.block->program->bulks[i.target];
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && !runLane(w, i, form, l))
      return Flow::Fault;
  return Flow::Next;
}
