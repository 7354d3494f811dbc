// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GradientCut.h"

#include "halftone/Dialect/Train/Transforms/DegreeRules.h"

using namespace mlir;

namespace halftone::train {

/// Whether the op of the function's block that holds the use is of the backward pass
/// proper.
bool GradientCut::isProper(OpOperand &use) const {
  return proper.isProper(facts.getBlock().findAncestorOpInBlock(*use.getOwner()));
}

llvm::BitVector GradientCut::getReach(Value value) const {
  llvm::BitVector bits(facts.getSinks().size());
  for (OpOperand &use : value.getUses())
    if (!isProper(use))
      bits |= facts.getReach(use);
  return bits;
}

int GradientCut::degreeBefore(Value value) {
  Operation *op = value.getDefiningOp();
  return op && proper.isProper(op) ? proper.getDegree(value) : degrees.lookup(value);
}

int GradientCut::degreeOf(OpOperand &use) {
  if (proper.isSeed(use))
    return 1;
  return cut.contains(use.get()) ? 0 : degreeBefore(use.get());
}

/// A seed's own use is no value that could be cut.
void GradientCut::want(Operation *op) {
  for (OpOperand &use : op->getOpOperands())
    if (degreeOf(use) != 0 && !proper.isSeed(use))
      wanted.insert(use.get());
}

void GradientCut::visit(Operation *op) {
  if (op->getNumRegions() > 0)
    return visitRegions(op);
  int sum = 0, equal = 0;
  bool hasSum = false, hasEqual = false, fits = true, isAnyBehind = false, holds = false;
  for (OpOperand &use : op->getOpOperands()) {
    isAnyBehind |= isBehind(use.get());
    if (!hasFloats(use.get()) || (hasAnyDegree(use.get()) && !proper.isSeed(use)))
      continue;
    int degree = degreeOf(use);
    holds |= degree != 0;
    switch (getDegreeRole(use)) {
    case DegreeRole::Free:
      break;
    case DegreeRole::Carried:
    case DegreeRole::Factor:
      sum += degree;
      hasSum = true;
      break;
    case DegreeRole::Equal:
      fits &= !hasEqual || equal == degree;
      equal = degree;
      hasEqual = true;
      break;
    case DegreeRole::Fixed:
      fits &= degree == 0;
      break;
    }
  }
  fits &= sum <= 1 && (!hasSum || !hasEqual || sum == equal);
  fits &= !holds || (!isAnyBehind && facts.isBackward(op));
  if (!fits)
    want(op);
  for (Value result : op->getResults()) {
    degrees[result] = !fits || !hasFloats(result) ? 0 : hasSum ? sum : equal;
    if (!fits || isAnyBehind)
      behind.insert(result);
  }
}

void GradientCut::visitRegions(Operation *op) {
  bool isAnyBehind = false;
  op->walk([&](Operation *inner) {
    for (OpOperand &use : inner->getOpOperands()) {
      if (use.get().getParentBlock() != &facts.getBlock())
        continue;
      isAnyBehind |= isBehind(use.get());
      if (degreeOf(use) != 0) {
        wanted.insert(use.get());
        isAnyBehind = true;
      }
    }
  });
  if (isAnyBehind)
    behind.insert(op->result_begin(), op->result_end());
}

void GradientCut::wantForked(Value value) {
  if (degreeBefore(value) != 1)
    return;
  unsigned uses = llvm::count_if(value.getUses(), [&](OpOperand &use) { return !isProper(use); });
  if (uses < 2)
    return;
  unsigned params = 0;
  auto reach = getReach(value);
  for (unsigned bit : reach.set_bits())
    params += facts.getSinks()[bit].param.has_value();
  if (params <= 1)
    wanted.insert(value);
}

/// `u` for `u·c`, `u/c` and `-u` that nothing else behind the pass uses.
Value GradientCut::skipFactors(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (proper.isProper(op) || !isa<MulOp, DivOp, NegOp>(op))
      return value;
    Value next;
    for (OpOperand &use : op->getOpOperands())
      if (degreeOf(use) != 0 && !proper.isSeed(use))
        next = use.get();
    if (!next ||
        llvm::count_if(next.getUses(), [&](OpOperand &use) { return !isProper(use); }) != 1)
      return value;
    value = next;
  }
  return value;
}

SmallVector<Value> GradientCut::find() {
  // Each round moves the cut up or makes it larger.
  for (bool changed = true; changed;) {
    degrees.clear();
    behind.clear();
    wanted.clear();
    for (Operation &op : facts.getBlock())
      if (!proper.isProper(&op) && !isa<func::ReturnOp>(op) &&
          !llvm::all_of(op.getResults(), [&](Value value) { return facts.isForward(value); }))
        visit(&op);
    want(getReturn(facts.getStep()));
    for (Operation &op : facts.getBlock())
      for (Value result : op.getResults())
        wantForked(result);
    ValueSet next(wanted.begin(), wanted.end());
    for (Value value : cut)
      if (degreeBefore(value) == 1)
        next.insert(value);
    changed = next != cut;
    cut = std::move(next);
  }

  llvm::SetVector<Value> values;
  for (Operation &op : facts.getBlock())
    for (Value result : op.getResults())
      if (cut.contains(result))
        values.insert(skipFactors(result));
  return values.takeVector();
}

} // namespace halftone::train
