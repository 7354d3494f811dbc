// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StepFacts.h"

#include "halftone/Dialect/Train/Transforms/DegreeRules.h"

using namespace mlir;

namespace halftone::train {

/// No scalar.
static bool isTensor(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() > 1;
}

StepFacts::StepFacts(func::FuncOp step) : step(step) {
  step.walk<WalkOrder::PreOrder>([&](Operation *op) { order[op] = order.size(); });
  findConstants();
  findForward();
  data = dependents({Role::batch, Role::key}, isTensor);
  findSinks();
  findBackward();
  // What of these the loss depends on (a key folded with the step count) stops there.
  optimizer = dependents({Role::opt_state, Role::ema, Role::step_count}, [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return !isForward(value) || (argument && argument.getOwner() == &getBlock());
  });
  nothing.resize(sinks.size());
  findReach(getBlock());
  findCandidates();
  findFactors();
}

ValueSet StepFacts::dependents(ArrayRef<Role> roles, ValueFilter enters) {
  SmallVector<Value> arguments;
  for (Role role : roles)
    for (unsigned index : getArgsWithRole(step, role))
      if (enters(step.getArgument(index)))
        arguments.push_back(step.getArgument(index));
  return reachForward(arguments, enters);
}

void StepFacts::findForward() {
  SmallVector<Value> losses;
  for (unsigned index : getResultsWithRole(step, Role::loss))
    losses.push_back(getResultValue(step, index));
  // A constant is used where it is used, in either pass.
  forward = reachBackward(losses, [&](Value value) { return !isConstant(value); });
  // Where the loss becomes a scalar; what is done to that may come much later.
  step.walk([&](Operation *op) {
    if (llvm::any_of(op->getResults(), [&](Value value) { return isForward(value); }) &&
        llvm::any_of(op->getOperands(), isTensor)) {
      unsigned &last = lastForward[op->getBlock()];
      last = std::max(last, getOrder(op));
    }
  });
}

void StepFacts::findConstants() {
  step.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions() == 0 && op->getNumResults() > 0 && isPure(op) &&
        llvm::all_of(op->getOperands(), [&](Value value) { return isConstant(value); }))
      constants.insert(op->result_begin(), op->result_end());
  });
}

/// A loop's last value is none of the forward pass's, but what it yields may be.
bool StepFacts::isWithinLoss(Value value) const {
  bool isWithin = isForward(value);
  if (Operation *op = value.getDefiningOp(); op && op->getNumRegions() > 0)
    forEachSource(value, [&](OpOperand &use) {
      isWithin |= isa<YieldOp>(use.getOwner()) && isForward(use.get());
    });
  return isWithin;
}

void StepFacts::findSinks() {
  ValueSet onBatch = dependents({Role::batch, Role::key}, [](Value) { return true; });
  llvm::StringMap<unsigned> args = indexArgs(step);
  for (unsigned result = 0; result < step.getNumResults(); ++result) {
    Value value = getResultValue(step, result);
    std::optional<Role> role = getResultRole(step, result);
    if (!role || isa<BlockArgument>(value) || !hasFloats(value))
      continue;
    StringRef updated = getUpdatedName(step, result);
    Sink sink{result, std::nullopt, *role == Role::opt_state};
    if (*role == Role::param && !updated.empty())
      sink.param = args.lookup(updated);
    if (isWithinLoss(value)) {
      if (sink.param)
        withinLoss.push_back(*sink.param);
      continue;
    }
    bool isUpdate = !updated.empty() && (*role == Role::param || *role == Role::opt_state);
    // A frozen parameter that only decays has no gradient.
    if ((isUpdate && (onBatch.contains(value) || onBatch.empty())) || *role == Role::gradient)
      sinks.push_back(sink);
  }
}

void StepFacts::findBackward() {
  SmallVector<Value> updates;
  for (const Sink &sink : sinks)
    updates.push_back(getResultValue(step, sink.result));
  backward =
      reachBackward(updates, [&](Value value) { return !isForward(value) && !isConstant(value); });
}

//===----------------------------------------------------------------------===//
// Reach
//===----------------------------------------------------------------------===//

const llvm::BitVector &StepFacts::getReach(Value value) const {
  auto found = reach.find(value);
  return found != reach.end() ? found->second : nothing;
}

/// An optimizer may look at no more than the sign, or a clamped value.
bool StepFacts::isLinear(OpOperand &use) const {
  if (!hasFloats(use.get()))
    return false;
  return isForwarded(use) || (use.getOwner()->getNumRegions() == 0 &&
                              (givesDegree(getDegreeRole(use)) || isa<SignOp>(use.getOwner())));
}

llvm::BitVector StepFacts::getReach(OpOperand &use) const {
  llvm::BitVector bits = nothing;
  if (isa<func::ReturnOp>(use.getOwner())) {
    for (auto [bit, sink] : llvm::enumerate(sinks))
      if (sink.result == use.getOperandNumber())
        bits.set(bit);
  } else if (isLinear(use)) {
    forEachTarget(use, [&](Value target) { bits |= getReach(target); });
  }
  return bits;
}

/// True if something was new.
bool StepFacts::addReach(Value value) {
  if (!isBackward(value))
    return false;
  llvm::BitVector bits = nothing;
  for (OpOperand &use : value.getUses())
    bits |= getReach(use);
  if (bits == getReach(value))
    return false;
  reach[value] = std::move(bits);
  return true;
}

/// Backward; a loop's body until what it carries stays the same.
void StepFacts::findReach(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    for (Value result : op.getResults())
      addReach(result);
    bool changed = op.getNumRegions() > 0;
    while (changed) {
      changed = false;
      for (Region &region : llvm::reverse(op.getRegions())) {
        findReach(region.front());
        for (Value argument : region.getArguments())
          changed |= addReach(argument);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

bool StepFacts::isBehindLoss(Operation *op) const {
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    // A loop over layers has no loss in it, one over micro-batches has.
    if (llvm::any_of(op->getParentOp()->getResults(),
                     [&](Value value) { return isForward(value) && isTensor(value); }))
      return false;
    if (auto last = lastForward.find(op->getBlock()); last != lastForward.end())
      return getOrder(op) > last->second;
  }
  return false;
}

/// The first linear operand of an op that takes no value of the backward pass, and no
/// constant that could be the seed: frameworks fold the factor 1 away.
bool StepFacts::isRoot(OpOperand &use) const {
  Operation *op = use.getOwner();
  if (!isBackward(op) || op->getNumRegions() > 0 || !isBehindLoss(op))
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    DegreeRole role = getDegreeRole(operand);
    bool isConstantFactor = isConstant(operand.get()) && givesDegree(role);
    if (isBackward(operand.get()) || isConstantFactor || role == DegreeRole::Equal)
      return false;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (givesDegree(getDegreeRole(operand)))
      return &operand == &use;
  return false;
}

/// A view of a value of the forward pass that is a factor of a constant: then the constant
/// is the seed.
bool StepFacts::isViewed(Operation *op) const {
  if (!isa<BroadcastInDimOp, ReshapeOp, TransposeOp, SliceOp, CastOp, NegOp>(op))
    return false;
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isViewed(user) ||
           (isa<MulOp>(user) &&
            llvm::any_of(user->getOperands(), [&](Value value) { return isConstant(value); }));
  });
}

/// A value of the forward pass that is added to one of the backward pass: it can be given
/// the scale there.
bool StepFacts::isTerm(OpOperand &use) const {
  return isForward(use.get()) && use.getOwner()->getNumRegions() == 0 &&
         !isa<YieldOp>(use.getOwner()) && isBehindLoss(use.getOwner()) &&
         getDegreeRole(use) == DegreeRole::Equal;
}

void StepFacts::findCandidates() {
  auto isIntoBackward = [&](OpOperand &use) {
    bool found = false;
    forEachTarget(use, [&](Value target) { found |= isBackward(target); });
    return found;
  };
  step.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isOptimizer(op) || isa<func::ReturnOp>(op))
      return;
    for (OpOperand &use : op->getOpOperands()) {
      bool isNumber = isConstant(use.get()) && !hasAnyDegree(use.get());
      if (!isLinear(use) || !isIntoBackward(use) || !(isNumber || isRoot(use) || isTerm(use)))
        continue;
      bool isBehind = isBehindLoss(op);
      Priority priority = isTerm(use)    ? Priority::term
                          : !isBehind    ? Priority::residual
                          : isNumber     ? Priority::constant
                          : isViewed(op) ? Priority::residual
                                         : Priority::root;
      candidateAt[&use] = candidates.size();
      candidates.push_back({&use, priority});
    }
  });
}

/// Each constant of the backward pass starts it, until one is seen to be behind another.
void StepFacts::findFactors() {
  SmallVector<OpOperand *> starts;
  for (const Candidate &candidate : candidates)
    if (candidate.priority >= Priority::root)
      starts.push_back(candidate.use);
  ValueSet behind = reachFrom(starts);
  for (Candidate &candidate : candidates)
    if (candidate.priority == Priority::constant && !isForwarded(*candidate.use) &&
        llvm::any_of(candidate.use->getOwner()->getOperands(),
                     [&](Value operand) { return behind.contains(operand); }))
      candidate.priority = Priority::factor;
}

const StepFacts::Candidate *StepFacts::findCandidate(OpOperand &use) const {
  auto found = candidateAt.find(&use);
  return found != candidateAt.end() ? &candidates[found->second] : nullptr;
}

} // namespace halftone::train
