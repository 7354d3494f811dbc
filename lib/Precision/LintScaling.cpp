// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lints of the loss scale: f16 without one, and one that can't recover.
#include "Lints.h"

#include "VerifyRules.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

/// 2^-126: the inverse of a scale below is infinite in f32, or nearly.
static constexpr double smallestInvertible = 0x1p-126;

static void lintUpdate(Linter &linter, ScalerUpdateOp update) {
  double floor = update.getFloor().convertToDouble();
  if (update.getBackoff().convertToDouble() == 1.0)
    return; // never backs off
  if (floor < smallestInvertible)
    linter.warn("scale-collapse", update.getLoc(),
                words("a run of overflows takes the loss scale below 2^-126, where its inverse "
                      "is infinite, and to 0"),
                "give it a floor: floor-scale=2^-40 of train-loss-scaling, the default");
  if (floor >= 1.0)
    linter.warn("scale-floor", update.getLoc(),
                words("the loss scale can't go below ", shortly(floor),
                      ": a model whose gradients need less skips every step"),
                "lower the floor: floor-scale=2^-40 of train-loss-scaling, the default");
}

/// A gradient op that computes in f16: the first one.
static Operation *findF16Gradient(func::FuncOp step) {
  Operation *found = nullptr;
  step.walk([&](Operation *op) {
    auto isF16 = [](Type type) { return getElementTypeOrSelf(type).isF16(); };
    if (!isBackward(op) || isa<CastOp>(op) || llvm::none_of(op->getResultTypes(), isF16))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

void halftone::precision::lintScaling(Linter &linter, func::FuncOp function) {
  function.walk([&](ScalerUpdateOp update) { lintUpdate(linter, update); });
  if (function.getName() != kStepFunction || !getArgsWithRole(function, Role::scaler_state).empty())
    return;
  if (Operation *op = findF16Gradient(function))
    linter.warn("unscaled-f16", op->getLoc(),
                "gradients are computed in f16 and the loss is not scaled: those below 2^-24 "
                "become 0",
                "scale it: loss-scaling=dynamic, or compute in bf16");
}
