// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability over the graph of values, once in each direction.
#include "halftone/Dialect/Train/Transforms/Activity.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/GradientContext.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace halftone::train {

namespace {
/// Edges between differentiable values.
class ValueGraph {
public:
  explicit ValueGraph(Region &body) {
    body.walk([&](Operation *op) { addEdges(op); });
  }

  DenseSet<Value> reachForward(ArrayRef<Value> from) const { return reach(from, next); }
  DenseSet<Value> reachBackward(ArrayRef<Value> from) const { return reach(from, previous); }

private:
  using Edges = DenseMap<Value, SmallVector<Value, 2>>;

  static DenseSet<Value> reach(ArrayRef<Value> from, const Edges &edges) {
    DenseSet<Value> seen(from.begin(), from.end());
    SmallVector<Value> work(from);
    while (!work.empty()) {
      auto it = edges.find(work.pop_back_val());
      if (it == edges.end())
        continue;
      for (Value value : it->second)
        if (seen.insert(value).second)
          work.push_back(value);
    }
    return seen;
  }

  void addEdge(Value from, Value to) {
    if (!isDifferentiable(from.getType()) || !isDifferentiable(to.getType()))
      return;
    next[from].push_back(to);
    previous[to].push_back(from);
  }

  void addEdges(ForOp op) {
    auto slots = llvm::zip_equal(op.getInits(), op.getYield().getOperands(), op.getCarriedArgs(),
                                 op.getOutputs());
    for (auto [init, yielded, arg, result] : slots) {
      addEdge(init, arg);
      addEdge(yielded, arg);
      addEdge(arg, result);
    }
  }

  void addYieldEdges(Region &region, ResultRange results) {
    Operation *yield = region.front().getTerminator();
    for (auto [from, to] : llvm::zip_equal(yield->getOperands(), results))
      addEdge(from, to);
  }

  void addEdges(Operation *op) {
    if (auto loop = dyn_cast<ForOp>(op))
      return addEdges(loop);
    if (isa<IfOp, PrecisionOp, CheckpointOp>(op)) {
      for (Region &region : op->getRegions())
        addYieldEdges(region, op->getResults());
      return;
    }
    auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
    if (differentiable && differentiable.hasZeroGradient())
      return;
    SetVector<Value> inputs(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), inputs);
    for (Value input : inputs)
      for (Value result : op->getResults())
        addEdge(input, result);
  }

  Edges next, previous;
};
} // namespace

Activity::Activity(Region &body, ArrayRef<Value> params, Value loss) {
  ValueGraph graph(body);
  DenseSet<Value> useful = graph.reachBackward(loss);
  for (Value value : graph.reachForward(params))
    if (useful.contains(value) && isDifferentiable(value.getType()))
      active.insert(value);
}

bool Activity::isActive(Operation *op) const {
  return llvm::any_of(op->getResults(), [&](Value result) { return isActive(result); });
}

} // namespace halftone::train
