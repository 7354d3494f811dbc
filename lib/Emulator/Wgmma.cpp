// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma.mma_async and its groups. Each warp of a warpgroup makes its own 16 of the 64
// rows, when the schedule says so: at once, or as late as a wait of its warpgroup. Shared
// memory, A's registers and the accumulators are read only then.
//
// Operands: D, A's registers or descriptor, B's descriptor, the predicate of scale-d;
// `Inst::option` is 1 if that is negated.
#include "Async.h"
#include "WgmmaProduct.h"

#include <algorithm>
#include <vector>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr unsigned rows = wgmmaRows;

//===----------------------------------------------------------------------===//
// Where operands are
//===----------------------------------------------------------------------===//

/// Calls `visit` with the offset of each chunk of `count` rows.
template <typename F>
void forChunks(const WgmmaOperand &operand, unsigned first, unsigned count, F visit) {
  unsigned k = operand.alongK ? 2 : 16;
  for (unsigned row = 0; row < count; row += operand.alongK ? 1 : 8)
    for (unsigned j = 0; j < k; ++j)
      visit(operand.chunk(first + row, j));
}

bool outOfBounds(const WgmmaProduct &product, const WgmmaOperand &operand, unsigned first,
                 unsigned count) {
  Warp &w = *product.warp;
  bool bad = false;
  forChunks(operand, first, count, [&](uint32_t offset) {
    if (bad || (offset <= w.block->sharedBytes && w.block->sharedBytes - offset >= 16))
      return;
    bad = true;
    w.fault = {Fault::Kind::OutOfBounds, Space::Shared, 0, 16, offset, nullptr};
  });
  return bad;
}

void addRanges(const WgmmaProduct &product, const WgmmaOperand &operand, unsigned first,
               unsigned count, std::vector<AsyncRange> &ranges) {
  std::vector<uint32_t> chunks;
  forChunks(operand, first, count, [&](uint32_t offset) { chunks.push_back(offset); });
  std::sort(chunks.begin(), chunks.end());
  size_t begin = ranges.size();
  for (uint32_t offset : chunks) {
    if (ranges.size() > begin && ranges.back().address + ranges.back().bytes >= offset)
      ranges.back().bytes = offset + 16 - ranges.back().address;
    else
      ranges.push_back({Access::Kind::Load, Space::Shared, offset, 16, product.warp->block->index});
  }
}

class WgmmaTask : public AsyncTask {
public:
  explicit WgmmaTask(const WgmmaProduct &product) : product(product) {}
  void write() override { multiply(product); }

private:
  WgmmaProduct product;
};

//===----------------------------------------------------------------------===//
// The issue
//===----------------------------------------------------------------------===//

bool fail(Warp &w, uint32_t lane, const char *text) {
  w.fault = {Fault::Kind::Other, Space::Generic, lane, 0, 0, text};
  return false;
}

/// Four whole warps, of which the first one's number is a multiple of four.
bool inWarpgroup(Warp &w, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return false;
  const Block &block = *w.block;
  uint32_t threads = block.threads[0] * block.threads[1] * block.threads[2];
  return (w.index / 4 + 1) * 4 * warpSize <= threads ||
         fail(w, 0, "is in a warpgroup of fewer than 128 threads, but all 128 must take part");
}

std::string waitForWarpgroup(Warp &, const Inst &, uint32_t) {
  return "the other warps of its warpgroup to close as many groups of products";
}

bool readDescriptor(Warp &w, const Inst &i, unsigned operand, uint64_t &descriptor) {
  const uint64_t *lanes = w.lanes<uint64_t>(i, operand);
  descriptor = lanes[0];
  for (uint32_t l = 1; l < warpSize; ++l)
    if (lanes[l] != descriptor)
      return fail(w, l, "has another matrix descriptor than lane 0 of its warp");
  return true;
}

bool start(Warp &w, const Inst &i, WgmmaProduct &product) {
  product.warp = &w;
  product.inst = &i;
  const MatrixForm &form = formOf(w, i);
  unsigned firstB = form.numD + form.numA;
  if (!form.aRegisters && !readDescriptor(w, i, form.numD, product.a))
    return false;
  if (!readDescriptor(w, i, firstB, product.b))
    return false;
  uint32_t predicate = w.predicate(w.slot(i, firstB + 1)) ^ (i.option ? allLanes : 0);
  if (predicate != 0 && predicate != allLanes)
    return fail(w, firstLane(~predicate & 1 ? predicate : ~predicate),
                "has another scale-d than lane 0 of its warp");
  product.accumulates = predicate != 0;
  return (form.aRegisters || !outOfBounds(product, product.operandA(), product.firstRow(), rows)) &&
         !outOfBounds(product, product.operandB(), 0, form.n);
}

} // namespace

Flow emulator::runWgmma(Warp &w, const Inst &i, uint32_t mask) {
  WgmmaProduct product;
  if (!inWarpgroup(w, mask) || !start(w, i, product))
    return Flow::Fault;
  w.product = &i;
  w.products = w.products * 0x9e3779b97f4a7c15u + 1 +
               static_cast<uint64_t>(&i - w.block->program->code.data());
  if (AsyncEngine::immediate(*w.block)) {
    multiply(product);
    return Flow::Next;
  }
  AsyncEngine::Operation operation;
  operation.kind = AsyncKind::Wgmma;
  operation.task = std::make_unique<WgmmaTask>(product);
  if (w.block->observer) {
    const MatrixForm &form = product.form();
    if (!form.aRegisters)
      addRanges(product, product.operandA(), product.firstRow(), rows, operation.ranges);
    addRanges(product, product.operandB(), 0, form.n, operation.ranges);
  }
  return AsyncEngine::of(*w.block).issue(w, i, std::move(operation)) ? Flow::Next : Flow::Fault;
}

bool emulator::warpgroupsAgree(Block &block) {
  for (uint32_t i = 0; i < block.numWarps / 4 * 4; ++i) {
    const Warp &first = block.warps[i / 4 * 4], &warp = block.warps[i];
    if (warp.products == first.products)
      continue;
    const Warp &shown = warp.product ? warp : first;
    block.asyncFault = {const_cast<Warp *>(&shown), shown.product, 0,
                        "is in a warpgroup whose warps " + std::to_string(first.index) + " and " +
                            std::to_string(warp.index) + " issued different 'wgmma' instructions"};
    return false;
  }
  return true;
}

Flow emulator::runWgmmaFence(Warp &w, const Inst &i, uint32_t mask) {
  if (!inWarpgroup(w, mask))
    return Flow::Fault;
  if (w.block->observer)
    w.block->observer->fence(siteOf(w, i), mask, FenceKind::Wgmma, Order::AcqRel, Scope::Cta);
  return Flow::Next;
}

Flow emulator::runWgmmaCommit(Warp &w, const Inst &i, uint32_t mask) {
  if (!inWarpgroup(w, mask))
    return Flow::Fault;
  ++w.productGroups;
  if (!AsyncEngine::immediate(*w.block))
    AsyncEngine::of(*w.block).commit(w, i, AsyncKind::Wgmma, 1);
  return Flow::Next;
}

/// A product is the whole warpgroup's: where one warp's wait ends, all four have issued
/// and made theirs, so that one thread may hand the operands' memory on.
Flow emulator::runWgmmaWait(Warp &w, const Inst &i, uint32_t mask) {
  if (!inWarpgroup(w, mask))
    return Flow::Fault;
  uint64_t left = std::min<uint64_t>(static_cast<uint64_t>(i.imm), w.productGroups);
  uint64_t groups = w.productGroups - left;
  Warp *first = &w.block->warps[w.index / 4 * 4];
  for (Warp *other = first; other != first + 4; ++other)
    if (other->alive && other->productGroups < groups) { // the end of the block tells of others
      w.waiting = mask;
      w.waitText = &waitForWarpgroup;
      return Flow::Retry;
    }
  if (AsyncEngine::immediate(*w.block))
    return Flow::Next;
  AsyncEngine &engine = AsyncEngine::of(*w.block);
  for (Warp *other = first; other != first + 4; ++other)
    if (other != &w && !engine.finishProducts(*other, groups, w))
      return Flow::Fault;
  return engine.wait(w, i, AsyncKind::Wgmma, 1, static_cast<uint32_t>(left)) ? Flow::Next
                                                                             : Flow::Fault;
}
