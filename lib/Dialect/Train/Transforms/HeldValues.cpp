// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HeldValues.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace halftone::train {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value getStorage(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<ReshapeOp, TransposeOp, BroadcastInDimOp, StopGradientOp>(op))
      value = op->getOperand(0);
    else if (isa<OptimizationBarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      break;
  }
  return value;
}

bool isThereAnyway(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return isa<func::FuncOp>(value.getParentRegion()->getParentOp());
  return op->getNumOperands() == 0 && op->getNumRegions() == 0;
}

int64_t getBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() *
         static_cast<int64_t>(llvm::divideCeil(type.getElementTypeBitWidth(), 8));
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

static int64_t countElements(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

int64_t getProductFlops(Operation *op) {
  if (auto dot = dyn_cast<DotGeneralOp>(op)) {
    int64_t contracted = 1;
    for (int64_t dim : dot.getLhsContractingDimensions())
      contracted *= getShape(dot.getLhs())[dim];
    return 2 * countElements(dot.getResult()) * contracted;
  }
  if (auto conv = dyn_cast<ConvOp>(op)) {
    int64_t outputs = getShape(conv.getRhs())[conv.getDimensionNumbers().getKernelOutput()];
    return outputs == 0
               ? 0
               : 2 * countElements(conv.getResult()) * (countElements(conv.getRhs()) / outputs);
  }
  if (auto linear = dyn_cast<LinearOp>(op))
    return 2 * countElements(linear.getResult()) * getShape(linear->getOperand(0)).back();
  if (auto attention = dyn_cast<AttentionOp>(op)) {
    ArrayRef<int64_t> keys = getShape(attention.getKey());
    return 4 * countElements(attention.getQuery()) * keys[keys.size() - 2];
  }
  return 0;
}

/// Sums `cost` over `op` and what is inside, as often as it runs.
static int64_t sumInside(Operation *op, function_ref<int64_t(Operation *)> cost) {
  int64_t total = cost(op), inside = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      inside += sumInside(&inner, cost);
  auto loop = dyn_cast<ForOp>(op);
  return total + inside * (loop ? static_cast<int64_t>(loop.getTripCount()) : 1);
}

int64_t getFlops(Operation *op) { return sumInside(op, getProductFlops); }

int64_t getCost(Operation *op) {
  return sumInside(op, [](Operation *inner) -> int64_t {
    if (int64_t flops = getProductFlops(inner))
      return flops;
    if (inner->getNumRegions() != 0 || inner->getNumOperands() == 0 || isa<YieldOp>(inner) ||
        isa<ReshapeOp, TransposeOp, BroadcastInDimOp, OptimizationBarrierOp>(inner))
      return 0;
    int64_t bytes = 0;
    for (Value operand : inner->getOperands())
      bytes += getBytes(getStorage(operand));
    for (Value result : inner->getResults())
      bytes += getBytes(result);
    return 16 * bytes;
  });
}

//===----------------------------------------------------------------------===//
// Liveness
//===----------------------------------------------------------------------===//

namespace {
/// When a value is held: ops of the block, inclusive.
struct Interval {
  int64_t first, last;
  bool usedByGradient = false;
};
} // namespace

/// The most that is held at once in `block`: of values of the block that are kept
/// (defined before op `start`), and of what is recomputed from there on. `kept` gets
/// the former.
static int64_t measurePeak(Block &block, int64_t start, int64_t &kept) {
  DenseMap<Operation *, int64_t> order;
  for (auto [i, op] : llvm::enumerate(block))
    order[&op] = i;
  llvm::MapVector<Value, Interval> intervals;
  SmallVector<int64_t> held(order.size() + 1, 0); // first of what is inside each op
  auto use = [&](Value value, int64_t at, bool isGradient) {
    value = getStorage(value);
    Operation *op = value.getDefiningOp();
    if (isThereAnyway(value) || value.getParentBlock() != &block || !op)
      return;
    bool isForward = order.lookup(op) < start || !isBackward(op);
    if (!isForward && !isRecomputed(op))
      return;
    int64_t first = isForward ? start : order.lookup(op);
    Interval &interval = intervals.insert({value, {first, at}}).first->second;
    interval.last = std::max(interval.last, at);
    interval.usedByGradient |= isForward || isGradient;
  };
  for (auto [i, op] : llvm::enumerate(block)) {
    int64_t at = i;
    if (at < start || !isBackward(&op))
      continue;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        use(operand, at, !isRecomputed(inner) && !isa<OptimizationBarrierOp>(inner));
    });
    if (isRecomputed(&op))
      continue;
    for (Region &region : op.getRegions())
      for (Block &inside : region) {
        int64_t none = 0;
        held[at] = std::max(held[at], measurePeak(inside, 0, none));
      }
  }
  SmallVector<int64_t> change(order.size() + 1, 0);
  kept = 0;
  for (auto &[value, interval] : intervals) {
    if (!interval.usedByGradient)
      continue;
    int64_t bytes = getBytes(value);
    if (order.lookup(value.getDefiningOp()) < start || !isBackward(value.getDefiningOp()))
      kept += bytes;
    change[interval.first] += bytes;
    change[interval.last + 1] -= bytes;
  }
  int64_t now = 0, peak = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    now += change[i];
    peak = std::max(peak, now + held[i]);
  }
  return peak;
}

HeldBytes measureHeld(func::FuncOp gradient) {
  HeldBytes result;
  Block &block = gradient.getBody().front();
  int64_t start = 0;
  for (Operation &op : block) {
    if (isBackward(&op))
      break;
    ++start;
  }
  result.peak = measurePeak(block, start, result.kept);
  for (Operation &op : block)
    if (!isBackward(&op))
      result.forwardFlops += getFlops(&op);
  // A twin holds both, so what is recomputed is looked for inside.
  std::function<int64_t(Operation *)> recomputed = [&](Operation *op) -> int64_t {
    if (isRecomputed(op))
      return getFlops(op);
    int64_t inside = 0;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        inside += recomputed(&inner);
    auto loop = dyn_cast<ForOp>(op);
    return inside * (loop ? static_cast<int64_t>(loop.getTripCount()) : 1);
  };
  for (Operation &op : block)
    result.recomputedFlops += recomputed(&op);
  return result;
}

} // namespace halftone::train
