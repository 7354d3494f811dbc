// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of the loss scale: where it is put on, where it is taken off, and in which type.
#include "Mutations.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;
using namespace halftone::train;

namespace {

/// A place for each gradient of each unscale: its number, and the op.
void forEachGradient(StepEditor &e, Places &places,
                     const std::function<void(UnscaleOp, unsigned)> &edit) {
  for (UnscaleOp unscale : e.all<UnscaleOp>())
    for (unsigned i = 0; i < unscale.getNumResults(); ++i)
      places.push_back([=] { edit(unscale, i); });
}

/// Operand `i` of an op of gradients becomes the gradient as it was before the unscale.
template <typename Op> void useScaled(StepEditor &e, Places &places) {
  for (Op op : e.all<Op>())
    for (OpOperand &use : op->getOpOperands())
      if (auto unscale = use.get().getDefiningOp<UnscaleOp>())
        places.push_back([&use, unscale]() mutable {
          use.set(unscale.getGrads()[cast<OpResult>(use.get()).getResultNumber()]);
        });
}

void dropUnscale(StepEditor &e, Places &places) {
  forEachGradient(e, places, [](UnscaleOp unscale, unsigned i) {
    unscale.getResult(i).replaceAllUsesWith(unscale.getGrads()[i]);
  });
}

void dropEveryUnscale(StepEditor &e, Places &places) {
  for (UnscaleOp unscale : e.all<UnscaleOp>())
    places.push_back([=]() mutable {
      unscale->replaceAllUsesWith(llvm::to_vector(unscale.getGrads()));
      unscale.erase();
    });
}

void unscaleTwice(StepEditor &e, Places &places) {
  forEachGradient(e, places, [&e](UnscaleOp unscale, unsigned i) {
    e.builder.setInsertionPointAfter(unscale);
    Value once = unscale.getResult(i);
    auto again = UnscaleOp::create(e.builder, unscale.getLoc(), once.getType(), ValueRange{once},
                                   unscale.getScale());
    once.replaceAllUsesExcept(again.getResult(0), again);
  });
}

void multiplyAfterUnscale(StepEditor &e, Places &places, bool isInverse) {
  forEachGradient(e, places, [&e, isInverse](UnscaleOp unscale, unsigned i) {
    Operation *next = unscale->getNextNode();
    Value scalar = unscale.getScale(), once = unscale.getResult(i);
    SmallVector<OpOperand *> uses =
        llvm::map_to_vector(once.getUses(), [](OpOperand &use) { return &use; });
    if (isInverse) {
      Value one = e.constantBefore(next, scalar.getType(), 1.0);
      scalar = DivOp::create(e.builder, next->getLoc(), one, scalar);
    }
    Value product = e.scaleBefore(next, once, scalar);
    for (OpOperand *use : uses)
      use->set(product);
  });
}

void scaleSeedTwice(StepEditor &e, Places &places) {
  for (SeedOp seed : e.all<SeedOp>())
    if (seed.getScale())
      places.push_back([&e, seed]() mutable {
        Value once = seed.getResult();
        Value twice = e.scaleBefore(seed->getNextNode(), once, seed.getScale());
        once.replaceAllUsesExcept(twice, twice.getDefiningOp());
      });
}

void dropSeedScale(StepEditor &e, Places &places) {
  for (SeedOp seed : e.all<SeedOp>())
    if (seed.getScale())
      places.push_back([seed]() mutable { seed.getScaleMutable().clear(); });
}

/// As a library does that multiplies a loss in f16 by its scale.
void scaleSeedLow(StepEditor &e, Places &places, Type low) {
  for (SeedOp seed : e.all<SeedOp>())
    if (seed.getScale())
      places.push_back([&e, seed, low]() mutable {
        Operation *next = seed->getNextNode();
        Value scale = seed.getScale(), once = seed.getResult();
        SmallVector<OpOperand *> uses =
            llvm::map_to_vector(once.getUses(), [](OpOperand &use) { return &use; });
        seed.getScaleMutable().clear();
        Value product =
            e.scaleBefore(next, e.castBefore(next, once, low), e.castBefore(next, scale, low));
        Value wide = e.castBefore(next, product, getElementType(once));
        for (OpOperand *use : uses)
          use->set(wide);
      });
}

void roundSeed(StepEditor &e, Places &places) {
  for (SeedOp seed : e.all<SeedOp>())
    for (OpOperand &use : seed->getUses())
      if (seed.getScale())
        places.push_back([&e, &use] { e.roundUse(use, e.f16); });
}

void roundScaleOfUnscale(StepEditor &e, Places &places) {
  for (UnscaleOp unscale : e.all<UnscaleOp>())
    places.push_back([&e, unscale]() mutable { e.roundUse(unscale.getScaleMutable(), e.f16); });
}

void unscaleByOther(StepEditor &e, Places &places, bool isMultiple) {
  for (UnscaleOp unscale : e.all<UnscaleOp>())
    places.push_back([&e, unscale, isMultiple]() mutable {
      Value scale = unscale.getScale();
      Value other = e.constantBefore(unscale, scale.getType(), 2.0);
      unscale.getScaleMutable().assign(isMultiple ? e.scaleBefore(unscale, scale, other) : other);
    });
}

void returnScaled(StepEditor &e, Places &places) {
  forEachGradient(e, places, [&e](UnscaleOp unscale, unsigned i) {
    addResults(e.step, {{unscale.getGrads()[i],
                         getRoleAttrs(e.step.getContext(), Role::metric, "a gradient")}});
  });
}

/// A term without the scale among those that have it, as a weight decay in the loss.
void addUnscaledTerm(StepEditor &e, Places &places) {
  forEachGradient(e, places, [&e](UnscaleOp unscale, unsigned i) {
    Value grad = unscale.getGrads()[i];
    Value one = e.constantBefore(unscale, grad.getType(), 1.0);
    unscale->setOperand(i, AddOp::create(e.builder, unscale.getLoc(), grad, one));
  });
}

/// Not linear in the gradient, while it still has the scale.
void clampScaled(StepEditor &e, Places &places) {
  forEachGradient(e, places, [&e](UnscaleOp unscale, unsigned i) {
    Value grad = unscale.getGrads()[i];
    Value bound = e.constantBefore(unscale, grad.getType(), 1.0);
    unscale->setOperand(i, MinOp::create(e.builder, unscale.getLoc(), grad, bound));
  });
}

} // namespace

std::vector<Mutation> test::getScaleMutations() {
  return {
      {"dropped unscale", {"V1"}, dropUnscale},
      {"dropped unscale of all gradients", {"V1"}, dropEveryUnscale},
      {"second unscale", {"V2"}, unscaleTwice},
      {"second unscale by hand",
       {"V1"},
       [](StepEditor &e, Places &p) { multiplyAfterUnscale(e, p, /*isInverse=*/true); }},
      {"scale after the unscale",
       {"V1"},
       [](StepEditor &e, Places &p) { multiplyAfterUnscale(e, p, /*isInverse=*/false); }},
      {"clip before unscale", {"V1"}, useScaled<ClipByGlobalNormOp>},
      {"norm before unscale", {"V1"}, useScaled<GlobalNormOp>},
      {"seed scaled twice", {"V2"}, scaleSeedTwice},
      {"seed without its scale", {"V2"}, dropSeedScale},
      {"seed scaled in f16", {"V6"}, [](StepEditor &e, Places &p) { scaleSeedLow(e, p, e.f16); }},
      {"seed scaled in bf16", {"V6"}, [](StepEditor &e, Places &p) { scaleSeedLow(e, p, e.bf16); }},
      {"seed rounded", {"V6"}, roundSeed},
      {"unscale by a rounded scale", {"V6"}, roundScaleOfUnscale},
      {"unscale by a constant",
       {"V2"},
       [](StepEditor &e, Places &p) { unscaleByOther(e, p, /*isMultiple=*/false); }},
      {"unscale by twice the scale",
       {"V2"},
       [](StepEditor &e, Places &p) { unscaleByOther(e, p, /*isMultiple=*/true); }},
      {"metric of a scaled gradient", {"V3"}, returnScaled},
      {"unscaled term before the unscale", {"V2"}, addUnscaledTerm},
      {"clamp before the unscale", {"V2"}, clampScaled},
  };
}
