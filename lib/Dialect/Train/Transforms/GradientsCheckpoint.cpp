// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of `train.checkpoint`.
//
//   1. The body's ops move in front of the op, which goes: this is the forward pass.
//   2. In the backward pass come a barrier over the values from outside that the body
//      uses and over the gradients of its results, and a copy of the body on the
//      barrier's results. No pass sees through the barrier, so none shares a value of
//      the copy with the forward pass; and no schedule can start the copy before its
//      gradients are there.
//   3. The copy is differentiated as the body would have been. Its own checkpoints come
//      to this rule again.
//   4. What of the copy no gradient uses goes, and with it what the barrier needn't keep.
//
//   %y = train.checkpoint {             %a = train.exponential %x
//     %a = train.exponential %x         %y = train.sine %a
//     %b = train.sine %a           =>   …
//     train.yield %b                    %x2, %dy2 = train.optimization_barrier %x, %dy
//   }                                   %a2 = train.exponential %x2
//                                       %dx = (%dy2 · cosine %a2) · %a2
//
// With `save products` the barrier passes the results of products too, and they replace
// those of the copies.
//
// In a twin all of that lands in the twin: the copy inherits its precision, and a loop
// stacks only what the barrier takes.
#include "Differentiate.h"
#include "Gradients.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace halftone::train {

namespace {

/// Ops of a product whose rule needs none but their operands and results.
bool isProduct(Operation *op) { return isa<DotGeneralOp, ConvOp, LinearOp>(op); }

/// Constants and iotas cost nothing, and folds must see them. Nor must places in arrays
/// be hidden: a device wants to know them. What is computed of these alone is shared with
/// the forward pass.
bool needsNoBarrier(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->getNumOperands() == 0 && op->getNumRegions() == 0 && isMemoryEffectFree(op))
    return true;
  return getShape(value).empty() && !isa<FloatType>(getElementType(value));
}

class CheckpointGradient {
public:
  CheckpointGradient(CheckpointOp op, RuleBuilder &b)
      : op(op), b(b), outer(b.getContext()),
        inner(outer.getChild(*b.getBuilder().getBlock()->getParent())) {}

  LogicalResult run() {
    findInputs();
    runForward();
    buildBarrier();
    copyBody();
    for (auto [yielded, gradient] : llvm::zip_equal(yields, gradients))
      if (gradient)
        inner.addGradient(b.getBuilder(), map.lookupOrDefault(yielded), gradient);
    if (failed(inner.differentiate(b.getBuilder(), getCopies())))
      return failure();
    readSaved();
    SmallVector<Value> given;
    for (Value input : inputs)
      given.push_back(inner.getGradient(map.lookup(input)));
    eraseUnused(given);
    for (auto [input, gradient] : llvm::zip_equal(inputs, given))
      if (gradient)
        b.give(input, gradient);
    op->replaceAllUsesWith(yields);
    op->erase();
    return success();
  }

private:
  void findInputs() {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op.getBody(), used);
    llvm::copy_if(used, std::back_inserter(inputs), [](Value v) { return !needsNoBarrier(v); });
  }

  void runForward() {
    YieldOp yield = op.getYield();
    yields = SmallVector<Value>(yield.getOperands());
    for (Operation &inside : llvm::make_early_inc_range(op.getBody().front().without_terminator()))
      forward.push_back(&inside);
    for (Operation *inside : forward)
      inside->moveBefore(op);
    if (op.getSave() == CheckpointSave::products)
      for (Operation *inside : forward)
        if (isProduct(inside))
          saved.push_back(inside->getResult(0));
    yield->erase();
  }

  void buildBarrier() {
    SmallVector<Value> passed(inputs);
    llvm::append_range(passed, saved);
    gradients.resize(yields.size());
    for (auto [result, gradient] : llvm::zip_equal(op.getResults(), gradients))
      if ((gradient = outer.getGradient(result)))
        passed.push_back(gradient);
    barrier = OptimizationBarrierOp::create(b.getBuilder(), b.getLoc(),
                                            TypeRange(ValueRange(passed)), passed);
    auto next = barrier.getResults().begin();
    for (Value input : inputs)
      mapTo(input, *next++);
    for (Value value : saved)
      behindBarrier[value] = *next++;
    for (Value &gradient : gradients)
      if (gradient)
        gradient = *next++;
  }

  void mapTo(Value from, Value to) {
    map.map(from, to);
    outer.copyActivity(from, to);
  }

  void copyBody() {
    for (Operation *original : forward) {
      Operation *copy = b.getBuilder().clone(*original, map);
      copies[original] = copy;
      // In lockstep: the copy has the same ops in the same order.
      SmallVector<Operation *> from, to;
      original->walk([&](Operation *each) { from.push_back(each); });
      copy->walk([&](Operation *each) { to.push_back(each); });
      for (auto [a, c] : llvm::zip_equal(from, to)) {
        c->setLoc(getRecomputedLocation(a));
        for (auto [x, y] : llvm::zip_equal(a->getResults(), c->getResults()))
          outer.copyActivity(x, y);
        for (auto [r, s] : llvm::zip_equal(a->getRegions(), c->getRegions()))
          for (auto [x, y] : llvm::zip_equal(r.getArguments(), s.getArguments()))
            outer.copyActivity(x, y);
      }
    }
  }

  SmallVector<Operation *> getCopies() {
    SmallVector<Operation *> list;
    for (Operation *original : forward)
      list.push_back(copies[original]);
    return list;
  }

  void readSaved() {
    for (auto [value, behind] : behindBarrier)
      map.lookup(value).replaceAllUsesWith(behind);
  }

  /// Erases copies that no gradient uses, and what the barrier passed for them. `given`
  /// are gradients that have no user yet; a barrier's result among them is renewed.
  void eraseUnused(MutableArrayRef<Value> given) {
    SmallVector<Operation *> candidates;
    for (Operation *next = barrier->getNextNode(); next; next = next->getNextNode())
      if (isRecomputed(next))
        candidates.push_back(next);
    for (Operation *candidate : llvm::reverse(candidates))
      if (isOpTriviallyDead(candidate))
        candidate->erase();
    IRMapping renewed = shrinkBarrier(barrier, given);
    for (Value &gradient : given)
      if (gradient)
        gradient = renewed.lookupOrDefault(gradient);
  }

  CheckpointOp op;
  RuleBuilder &b;
  GradientContext &outer;
  GradientContext inner;
  SmallVector<Value> inputs, saved, yields;
  SmallVector<Value> gradients; ///< of the results, behind the barrier; null where none came
  SmallVector<Operation *> forward;
  DenseMap<Operation *, Operation *> copies;
  llvm::MapVector<Value, Value> behindBarrier;
  OptimizationBarrierOp barrier;
  IRMapping map;
};

LogicalResult checkpoint(CheckpointOp op, RuleBuilder &b) {
  return CheckpointGradient(op, b).run();
}

} // namespace

IRMapping shrinkBarrier(OptimizationBarrierOp barrier, ValueRange keep) {
  IRMapping renewed;
  SmallVector<Value> inputs, outputs;
  for (auto [input, output] : llvm::zip_equal(barrier.getInputs(), barrier.getOutputs()))
    if (!output.use_empty() || llvm::is_contained(keep, output)) {
      inputs.push_back(input);
      outputs.push_back(output);
    }
  if (inputs.size() == barrier.getNumOperands())
    return renewed;
  if (!inputs.empty()) {
    OpBuilder builder(barrier);
    auto smaller = OptimizationBarrierOp::create(builder, barrier.getLoc(),
                                                 TypeRange(ValueRange(inputs)), inputs);
    renewed.map(outputs, smaller.getOutputs());
    for (auto [from, to] : llvm::zip_equal(outputs, smaller.getOutputs()))
      from.replaceAllUsesWith(to);
  }
  barrier->erase();
  return renewed;
}

void attachCheckpointGradient(MLIRContext *context) {
  attachRule<CheckpointOp, checkpoint>(context);
}

} // namespace halftone::train
