// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BackwardDegrees.h"

#include "halftone/Dialect/Train/Transforms/DegreeRules.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;

namespace halftone::train {

BackwardDegrees::BackwardDegrees(const StepFacts &facts, ArrayRef<OpOperand *> seeds)
    : facts(facts), seeds(seeds.begin(), seeds.end()) {
  findProper();
}

//===----------------------------------------------------------------------===//
// Which ops
//===----------------------------------------------------------------------===//

/// A gradient with data, or data with data; a gradient with a weight in a product.
bool BackwardDegrees::combines(Operation *op, const ValueSet &seeded) const {
  unsigned held = 0;
  for (Value operand : op->getOperands()) {
    if (facts.isData(operand) && !seeded.contains(operand))
      return true;
    held += seeded.contains(operand);
  }
  return isa<DotGeneralOp, ConvOp>(op) && held == 1 && !facts.isOptimizer(op);
}

void BackwardDegrees::findProper() {
  ValueSet seeded = reachFrom(SmallVector<OpOperand *>(seeds.begin(), seeds.end()));

  SmallVector<Value> taken;
  auto add = [&](Operation *op) {
    for (; op && op != facts.getStep().getOperation(); op = op->getParentOp())
      proper.insert(op);
  };
  facts.getStep().walk([&](Operation *op) {
    if (op->getNumRegions() > 0 || !facts.isBackward(op) || !combines(op, seeded))
      return;
    add(op);
    for (Value operand : op->getOperands())
      if (facts.isBackward(operand))
        taken.push_back(operand);
  });
  for (Value value : reachBackward(taken, [&](Value v) { return facts.isBackward(v); }))
    if (Operation *op = value.getDefiningOp())
      add(op);
  // In a loop the pass goes on with the next iteration.
  for (Operation &op : facts.getBlock())
    if (op.getNumRegions() > 0 && isProper(&op))
      op.walk([&](Operation *inner) {
        if (facts.isBackward(inner) || inner->getNumRegions() > 0)
          add(inner);
      });
}

//===----------------------------------------------------------------------===//
// Degrees
//===----------------------------------------------------------------------===//

bool BackwardDegrees::fail(Operation *op, const Twine &why, Value plain) {
  mixing = DegreeMixing{op, why.str(), plain};
  return false;
}

bool BackwardDegrees::isAny(OpOperand &use) const {
  return zeros.contains(use.get()) || hasAnyDegree(use.get());
}

DegreeExpr BackwardDegrees::degreeOf(OpOperand &use) {
  if (seeds.contains(&use))
    return 1;
  if (const StepFacts::Candidate *candidate = facts.findCandidate(use)) {
    auto [entry, isNew] = variables.try_emplace(&use);
    if (isNew)
      entry->second = equations.addVariable(static_cast<int>(candidate->priority));
    return equations.resolve(entry->second);
  }
  return equations.resolve(degrees.lookup(use.get()));
}

std::optional<DegreeMixing> BackwardDegrees::solve() {
  if (visit(facts.getBlock()))
    equations.decide();
  return mixing;
}

int BackwardDegrees::getDegree(Value value) {
  return zeros.contains(value) ? 0 : equations.evaluate(degrees.lookup(value));
}

SmallVector<OpOperand *> BackwardDegrees::getSeeds() {
  SmallVector<OpOperand *> all;
  for (const StepFacts::Candidate &candidate : facts.getCandidates()) {
    auto variable = variables.find(candidate.use);
    if (seeds.contains(candidate.use) ||
        (variable != variables.end() && equations.evaluate(variable->second) == 1))
      all.push_back(candidate.use);
  }
  return all;
}

bool BackwardDegrees::visit(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return !isProper(&op) || visit(&op); });
}

bool BackwardDegrees::visit(Operation *op) {
  if (isa<ForOp, WhileOp>(op))
    return visitLoop(op);
  if (op->getNumRegions() > 0)
    return visitRegions(op);
  if (!isa<OptimizationBarrierOp>(op))
    return visitPlain(op);
  for (OpOperand &use : op->getOpOperands()) {
    Value result = op->getResult(use.getOperandNumber());
    if (isAny(use))
      zeros.insert(result);
    else
      degrees[result] = degreeOf(use);
  }
  return true;
}

bool BackwardDegrees::visitLoop(Operation *loop) {
  unsigned carried = loop->getNumResults();
  SmallVector<DegreeExpr> starts;
  for (OpOperand &use : loop->getOpOperands()) {
    starts.push_back(isAny(use) && !seeds.contains(&use) ? equations.addVariable(0)
                                                         : degreeOf(use));
    for (Region &region : loop->getRegions())
      degrees[region.getArguments().take_back(carried)[use.getOperandNumber()]] = starts.back();
  }
  for (Region &region : loop->getRegions())
    if (!visit(region.front()))
      return false;
  Operation *yield = loop->getRegions().back().front().getTerminator();
  for (OpOperand &use : yield->getOpOperands()) {
    unsigned number = use.getOperandNumber();
    degrees[loop->getResult(number)] = starts[number];
    if (hasFloats(use.get()) && facts.isBackward(loop->getResult(number)) && !isAny(use) &&
        !equations.equate(starts[number], degreeOf(use)))
      return fail(yield, "value " + Twine(number) +
                             " of the loop holds the loss scale as it comes in and not as it is "
                             "yielded, or the other way round");
  }
  return true;
}

bool BackwardDegrees::visitRegions(Operation *op) {
  for (Region &region : op->getRegions())
    if (!visit(region.front()))
      return false;
  for (OpResult result : op->getResults()) {
    OpOperand *first = nullptr;
    for (Region &region : op->getRegions()) {
      OpOperand &use = region.front().getTerminator()->getOpOperand(result.getResultNumber());
      if (!facts.isBackward(result) || !hasFloats(use.get()) || isAny(use))
        continue;
      if (first && !equations.equate(degreeOf(*first), degreeOf(use)))
        return failToEquate(use.getOwner(), *first, use);
      first = first ? first : &use;
    }
    if (first)
      degrees[result] = degreeOf(*first);
    else
      zeros.insert(result);
  }
  return true;
}

bool BackwardDegrees::failToEquate(Operation *op, OpOperand &a, OpOperand &b) {
  DegreeExpr degree = degreeOf(a);
  bool isFirstPlain = degree.terms.empty() && degree.number == 0;
  return fail(op, "a value that holds the loss scale meets one that doesn't",
              isFirstPlain ? a.get() : b.get());
}

bool BackwardDegrees::visitPlain(Operation *op) {
  DegreeExpr sum;
  OpOperand *equal = nullptr, *given = nullptr;
  bool isZero = false;
  for (OpOperand &use : op->getOpOperands()) {
    DegreeRole role = getDegreeRole(use);
    if (role == DegreeRole::Free)
      continue;
    bool any = isAny(use) && !seeds.contains(&use);
    if (role == DegreeRole::Carried || role == DegreeRole::Factor) {
      isZero |= any;
      given = &use;
      sum = equations.add(sum, any ? DegreeExpr() : degreeOf(use));
    } else if (role == DegreeRole::Equal && !any) {
      if (equal && !equations.equate(degreeOf(*equal), degreeOf(use)))
        return failToEquate(op, *equal, use);
      equal = equal ? equal : &use;
    } else if (role == DegreeRole::Fixed && !any && !equations.equate(degreeOf(use), 0)) {
      return fail(op, "it is not linear in operand " + Twine(use.getOperandNumber()) +
                          ", which holds the loss scale");
    }
  }
  if (given && !isZero && !equations.limit(sum))
    return fail(op, "it multiplies values that hold the loss scale");
  if (equal && given && !isZero && !equations.equate(sum, degreeOf(*equal)))
    return failToEquate(op, *equal, *given);
  bool gives = equal || (given && !isZero);
  bool wasGiven = given || llvm::any_of(op->getOpOperands(), [](OpOperand &use) {
                    return getDegreeRole(use) == DegreeRole::Equal;
                  });
  for (Value result : op->getResults()) {
    if (!hasFloats(result))
      continue;
    if (!gives && wasGiven)
      zeros.insert(result);
    else
      degrees[result] = equal ? degreeOf(*equal) : sum;
  }
  return true;
}

} // namespace halftone::train
