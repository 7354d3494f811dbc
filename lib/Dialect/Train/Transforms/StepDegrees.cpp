// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/Transforms/StepDegrees.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/DegreeRules.h"

#include "mlir/Transforms/RegionUtils.h"

#include <optional>

using namespace mlir;

namespace halftone::train {

void StepDegrees::set(Value value, Degree degree, Operation *op, bool any) {
  degrees[value] = degree;
  if (any)
    zeros.insert(value);
  else
    zeros.erase(value);
  if (degree.mixed && !mixedAt.count(value)) {
    // Where it was mixed already, that is the place to show.
    Operation *first = op;
    for (Value operand : op->getOperands())
      if (Operation *earlier = mixedAt.lookup(operand)) {
        first = earlier;
        break;
      }
    mixedAt[value] = first;
  }
}

void StepDegrees::copy(Value from, Value to, Operation *op) {
  if (Operation *earlier = mixedAt.lookup(from))
    mixedAt.try_emplace(to, earlier);
  set(to, get(from), op, isAnyDegree(from));
}

bool StepDegrees::isAnyDegree(Value value) const {
  return zeros.contains(value) || hasAnyDegree(value);
}

StepDegrees::StepDegrees(func::FuncOp function, ValueRange scales) {
  for (Value scale : scales)
    degrees[scale] = Degree{1};
  for (Block &block : function.getBody())
    visit(block);
}

void StepDegrees::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

bool StepDegrees::isSettled(Operation *op) {
  auto [place, isFirst] = visited.try_emplace(op);
  Inputs &inputs = place->second;
  if (isFirst) {
    SetVector<Value> values(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), values);
    inputs.values = values.takeVector();
  }
  SmallVector<std::pair<Degree, bool>> known;
  for (Value value : inputs.values)
    known.emplace_back(get(value), isAnyDegree(value));
  bool isSame = !isFirst && known == inputs.known;
  inputs.known = std::move(known);
  return isSame;
}

/// What goes into a region comes out of it. What a loop carries has the degree of its
/// initial value, or where that is zeros (a sum of gradients starts from them), of the
/// first other value that the body yields.
void StepDegrees::visitRegions(Operation *op) {
  Block &last = op->getRegions().back().front();
  unsigned carried = isa<ForOp, WhileOp>(op) ? op->getNumResults() : 0;
  if (carried)
    for (Region &region : op->getRegions())
      for (auto [initial, argument] :
           llvm::zip(op->getOperands(), region.getArguments().take_back(carried)))
        copy(initial, argument, op);

  bool changed = true;
  while (changed) {
    changed = false;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
    for (unsigned i = 0; i < carried; ++i) {
      Value yielded = last.getTerminator()->getOperand(i);
      Value argument = last.getArguments().take_back(carried)[i];
      if (isAnyDegree(yielded) || get(yielded) == get(argument)) {
        if (!isAnyDegree(yielded) && zeros.erase(argument))
          changed = true;
        continue;
      }
      if (get(argument).mixed)
        continue;
      changed = true;
      for (Region &region : op->getRegions()) {
        Value each = region.getArguments().take_back(carried)[i];
        if (isAnyDegree(argument) && !get(yielded).mixed)
          set(each, get(yielded), op);
        else
          set(each, Degree{0, true}, last.getTerminator());
      }
    }
  }

  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    if (carried) {
      copy(last.getArguments().take_back(carried)[number], result, op);
      continue;
    }
    std::optional<Value> first;
    bool differ = false;
    for (Region &region : op->getRegions()) {
      Value yielded = region.front().getTerminator()->getOperand(number);
      if (isAnyDegree(yielded))
        continue;
      differ |= first && !(get(*first) == get(yielded));
      first = first ? *first : yielded;
    }
    if (!first)
      set(result, Degree{}, op, /*any=*/true);
    else if (differ)
      set(result, Degree{get(*first).value, true}, op);
    else
      copy(*first, result, op);
  }
}

void StepDegrees::visit(Operation *op) {
  if (op->getNumRegions()) {
    if (!isSettled(op))
      visitRegions(op);
    return;
  }
  if (auto seed = dyn_cast<SeedOp>(op)) {
    if (!seed.getScale())
      return set(seed.getResult(), Degree{}, op);
    Degree degree = get(seed.getScale());
    return set(seed.getResult(), degree == Degree{} ? Degree{1} : degree, op);
  }
  // The next scale is no use to this step's gradients.
  if (auto update = dyn_cast<ScalerUpdateOp>(op)) {
    bool isKnown = get(update.getScale()) == Degree{};
    set(update.getNewScale(), Degree{0, !isKnown}, op);
    set(update.getNewTracker(), Degree{}, op);
    return set(update.getNewSkipped(), Degree{}, op);
  }
  if (auto unscale = dyn_cast<UnscaleOp>(op)) {
    for (auto [grad, result] : llvm::zip(unscale.getGrads(), unscale.getResults())) {
      Degree degree = get(grad);
      // What holds the scale in part is refused here; what follows is this op's doing.
      if (degree.mixed)
        mixedAt.try_emplace(result, op);
      set(result, {degree.value - 1, degree.mixed}, op);
    }
    return;
  }
  if (isa<OptimizationBarrierOp>(op)) {
    for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults()))
      copy(operand, result, op);
    return;
  }
  visitPlain(op);
}

void StepDegrees::visitPlain(Operation *op) {
  std::optional<int> sum, equal;
  bool mixed = false, differ = false, any = false, anyEqual = false;
  for (OpOperand &use : op->getOpOperands()) {
    if (isFp8Factor(use))
      continue;
    Degree degree = get(use.get());
    DegreeRole role = getDegreeRole(use);
    mixed |= degree.mixed;
    bool hasAny = isAnyDegree(use.get());
    switch (role) {
    case DegreeRole::Free:
      break;
    case DegreeRole::Carried:
    case DegreeRole::Factor:
      any |= hasAny;
      sum = sum.value_or(0) + degree.value;
      break;
    case DegreeRole::Equal:
      anyEqual |= hasAny;
      differ |= !hasAny && equal && *equal != degree.value;
      if (!hasAny && !equal)
        equal = degree.value;
      break;
    case DegreeRole::Fixed:
      if (isa<DivOp>(op) && !any) // the quotient has the difference
        sum = sum.value_or(0) - degree.value;
      else
        differ |= degree.value != 0 && !hasAny;
      break;
    }
  }
  // What is linear in zeros is zero; a sum of zeros too.
  bool isZero = any ? !equal : (!sum && !equal && anyEqual);
  if (any)
    sum = equal;
  differ |= sum && equal && *sum != *equal;
  Degree result{sum.value_or(equal.value_or(0)), mixed || differ};
  for (Value value : op->getResults()) {
    if (hasFloats(value))
      set(value, result, op, isZero && !result.mixed);
    else
      set(value, Degree{0, result.mixed}, op);
  }
}

} // namespace halftone::train
