// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kind `concurrent`: each op has blocks of its own. A block finds its op
// by a binary search among constants.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

/// Terms of a sum up to which one warp does it, and from which on it pays.
static constexpr int64_t mostWarpTerms = 1024, leastWarpTerms = 16;
/// Threads that keep a GPU busy.
static constexpr int64_t busyThreads = 1 << 16;
/// Points below which more threads pay more than wider accesses.
static constexpr int64_t leastPoints = 1 << 14;

struct LaunchEmitter::Item {
  enum Strategy { Elements, ThreadEach, WarpEach, BlockEach, Columns };
  Work work;
  Strategy strategy;
  int64_t width = 1; ///< elements of a thread
  int64_t blocks;
};

LaunchEmitter::Item LaunchEmitter::plan(Work work) {
  work.order();
  int64_t threads = out.threads(), outputs = work.outputs();
  auto item = [&](Item::Strategy strategy, int64_t perBlock, int64_t width = 1) {
    auto blocks = static_cast<int64_t>(llvm::divideCeil(outputs, perBlock));
    return Item{std::move(work), strategy, width, blocks};
  };
  if (!work.isReduction()) {
    int64_t width = work.vectorWidth(leastPoints);
    return item(Item::Elements, threads * width, width);
  }
  if (!work.inParts) {
    ++serial;
    return item(Item::ThreadEach, threads);
  }
  int64_t terms = work.terms();
  if (work.runsAlongReduction()) {
    if (terms < leastWarpTerms && outputs > 1)
      return item(Item::ThreadEach, threads);
    if (terms <= mostWarpTerms && outputs > 1)
      return item(Item::WarpEach, threads / 32);
    return item(Item::BlockEach, 1);
  }
  if (terms < 8 || outputs >= busyThreads)
    return item(Item::ThreadEach, threads);
  return item(Item::Columns, 32);
}

void LaunchEmitter::emitItem(const Item &item, Value block) {
  const Work &work = item.work;
  b.setLoc(work.kernel.op->getLoc());
  scratchInUse = false; // other items are for other blocks
  auto each = [&](int64_t perBlock, Value id, int64_t count, function_ref<void(Value)> body) {
    Value number = scale(cast(block, work.index), perBlock);
    if (id)
      number = add(number, cast(id, work.index));
    if (count % perBlock == 0)
      return body(number);
    when(isBelow(number, count), {}, [&] {
      body(number);
      return Values();
    });
  };
  int64_t threads = out.threads(), outputs = work.outputs();
  switch (item.strategy) {
  case Item::Elements:
    return each(threads, thread, outputs / item.width,
                [&](Value i) { emitElements(work, item.width, i); });
  case Item::ThreadEach:
    return each(threads, thread, outputs, [&](Value i) { emitSerial(bindOutputs(work, i)); });
  case Item::WarpEach:
    return each(threads / 32, warp, outputs,
                [&](Value i) { emitSum(bindOutputs(work, i), {32, lane}); });
  case Item::BlockEach:
    return emitSum(bindOutputs(work, block), {threads, thread});
  case Item::Columns:
    return emitColumns(work, scale(block, 32));
  }
}

/// `block` counts from the first block of the first item on.
void LaunchEmitter::emitItems(ArrayRef<Item> items, Value block) {
  if (items.size() == 1)
    return emitItem(items.front(), block);
  size_t half = items.size() / 2;
  int64_t before = 0;
  for (const Item &item : items.take_front(half))
    before += item.blocks;
  auto branch = scf::IfOp::create(b, isBelow(block, before), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitItems(items.take_front(half), block);
  b.setInsertionPointToStart(branch.elseBlock());
  Value rest = arith::SubIOp::create(b, block, constant(block.getType(), before));
  emitItems(items.drop_front(half), rest);
}

FailureOr<int64_t> LaunchEmitter::emitConcurrent() {
  FailureOr<SmallVector<Work, 0>> works = prepareBody();
  if (failed(works))
    return failure();
  SmallVector<Item, 0> items;
  int64_t blocks = 0;
  for (Work &work : *works) {
    items.push_back(plan(std::move(work)));
    blocks += items.back().blocks;
  }
  if (items.empty())
    return 0;
  Value block = arith::IndexCastUIOp::create(b, b.getI32Type(), out.blockId());
  emitItems(items, block);
  return blocks;
}
