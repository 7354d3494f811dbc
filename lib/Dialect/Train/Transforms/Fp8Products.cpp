// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contractions of a step, and what they are to each other: of which pass, which
// factor is a gradient, and which are the last before the loss. All of it is read from
// how values flow, so that steps that a framework differentiated are seen like our own.
#include "SeedSearch.h"
#include "ValueFlow.h"
#include "halftone/Dialect/Train/Transforms/DegreeRules.h"
#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

using namespace mlir;

namespace halftone::train {

bool isContraction(Operation *op) {
  auto model = dyn_cast<PrecisionOpInterface>(op);
  return model && llvm::is_contained(model.getTieGroupNames(), "acc") && model.getAccumulatorType();
}

SmallVector<OpOperand *, 2> getFactors(Operation *contraction) {
  SmallVector<OpOperand *, 2> factors;
  for (OpOperand &operand : contraction->getOpOperands())
    if (getDegreeRole(operand) == DegreeRole::Factor)
      factors.push_back(&operand);
  return factors;
}

bool isFp8(Value value) {
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  return type && type.getWidth() == 8;
}

/// All that depends on the seed of the backward pass; in a step that came differentiated,
/// on the uses where loss scaling would put it.
static ValueSet findGradients(func::FuncOp step) {
  SmallVector<OpOperand *> seeds;
  step.walk([&](SeedOp seed) {
    for (OpOperand &use : seed->getUses())
      seeds.push_back(&use);
  });
  if (!seeds.empty())
    return reachFrom(seeds);
  // Where scaling would be refused, there is still no harm in E4M3 for all.
  ScopedDiagnosticHandler silence(step.getContext(), [](Diagnostic &) { return success(); });
  FailureOr<FoundSeeds> found = findSeeds(step);
  return succeeded(found) ? reachFrom(found->uses) : ValueSet();
}

/// What the loss is computed from; what any result is, where none is called the loss. What
/// the backward pass computes again is not.
static ValueSet findLossValues(func::FuncOp step) {
  SmallVector<Value> values;
  for (unsigned result : getResultsWithRole(step, Role::loss))
    values.push_back(getResultValue(step, result));
  if (values.empty())
    llvm::append_range(values, getReturn(step)->getOperands());
  return reachBackward(values, [](Value) { return true; });
}

SmallVector<StepProduct> findProducts(func::FuncOp step) {
  SmallVector<StepProduct> products;
  ValueSet gradients = findGradients(step);
  step.walk([&](Operation *op) {
    if (!isContraction(op))
      return;
    SmallVector<OpOperand *, 2> factors = getFactors(op);
    if (factors.size() != 2)
      return;
    StepProduct &product = products.emplace_back();
    product.op = op;
    for (auto [i, factor] : llvm::enumerate(factors)) {
      product.factors[i] = factor->getOperandNumber();
      product.isGradient[i] = gradients.contains(factor->get());
    }
  });

  // What leads to data that a product takes (in the backward pass too: there it may be
  // computed again), and what comes from a backward product.
  SmallVector<Value> factors, results;
  for (const StepProduct &product : products) {
    if (product.isBackward())
      results.push_back(product.op->getResult(0));
    for (unsigned i : {0, 1})
      if (!product.isGradient[i])
        factors.push_back(product.op->getOperand(product.factors[i]));
  }
  ValueSet leading = reachBackward(factors, [&](Value v) { return !gradients.contains(v); });
  ValueSet ofLoss = findLossValues(step);
  ValueSet coming = reachForward(results, [](Value) { return true; });
  for (StepProduct &product : products) {
    if (!product.isBackward()) {
      Value result = product.op->getResult(0);
      product.isLast = ofLoss.contains(result) && !leading.contains(result);
      continue;
    }
    product.isLast = true;
    for (unsigned i : {0, 1})
      if (product.isGradient[i] && coming.contains(product.op->getOperand(product.factors[i])))
        product.isLast = false;
  }
  return products;
}

} // namespace halftone::train
