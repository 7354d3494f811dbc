// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of types: state, loss, gradients and what ops define as f32, below f32 or rounded
// on the way; weight copies that are no copies; regions and products that compute in
// another type than was said.
#include "Mutations.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;
using namespace halftone::train;

namespace {

bool isF32(Value value) { return getElementTypeOrSelf(value).isF32(); }

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// The argument of a result is read by its own update alone, so that another type of it
/// leaves the rest of the step as it is.
bool isOnlyUpdated(StepEditor &e, unsigned result) {
  return llvm::all_of(e.updatedArg(result).getUsers(), [](Operation *user) {
    return isa<AdamOp, SgdOp, EmaOp, SelectOp, func::ReturnOp>(user);
  });
}

std::function<void(StepEditor &, Places &)> retype(Role role, bool isBF16) {
  return [=](StepEditor &e, Places &places) {
    for (unsigned result : e.results(role))
      if (isF32(e.updatedArg(result)) && e.newValue(result).getDefiningOp() &&
          isOnlyUpdated(e, result))
        places.push_back([&e, result, isBF16] {
          Type element = isBF16 ? e.bf16 : e.f16;
          e.retypeArgument(e.updatedArg(result), element);
          Value next = e.newValue(result);
          next.setType(withElementType(next.getType(), element));
          if (SelectOp gate = e.gateOf(result))
            gate.getResult().setType(cast<RankedTensorType>(next.getType()));
          e.updateResultTypes();
        });
  };
}

std::function<void(StepEditor &, Places &)> roundNew(Role role, bool isBF16) {
  return [=](StepEditor &e, Places &places) {
    for (unsigned result : e.results(role))
      if (isF32(e.ret->getOperand(result)) && e.newValue(result).getDefiningOp())
        places.push_back([&e, result, isBF16] {
          Operation *user = e.gateOf(result) ? e.gateOf(result).getOperation() : e.ret;
          e.setNewValue(result, e.roundBefore(user, e.newValue(result), isBF16 ? e.bf16 : e.f16));
        });
  };
}

void narrowLoss(StepEditor &e, Places &places) {
  for (unsigned result : e.results(Role::loss))
    places.push_back([&e, result] {
      e.setResult(result, e.castBefore(e.ret, e.ret->getOperand(result), e.f16));
      e.updateResultTypes();
    });
}

//===----------------------------------------------------------------------===//
// What ops define as f32
//===----------------------------------------------------------------------===//

/// Operands that are f32 or f64 by their op's definition, of ops for which `wants` holds.
void roundWide(StepEditor &e, Places &places, const std::function<bool(Operation *)> &wants) {
  e.step.walk([&](PrecisionOpInterface op) {
    if (!wants(op))
      return;
    for (const TieGroup &group : op.getTieGroups())
      if (group.kind == TieKind::Wide && group.defs.empty())
        for (OpOperand *use : group.uses)
          places.push_back([&e, use] { e.roundUse(*use, e.bf16); });
  });
}

void roundRate(StepEditor &e, Places &places) {
  roundWide(e, places, [](Operation *op) { return isa<AdamOp, SgdOp>(op); });
}
void roundNorm(StepEditor &e, Places &places) {
  roundWide(e, places, [](Operation *op) { return isa<ClipByGlobalNormOp>(op); });
}
void roundStatistics(StepEditor &e, Places &places) {
  roundWide(e, places, [](Operation *op) {
    return !isa<AdamOp, SgdOp, ClipByGlobalNormOp, SeedOp, UnscaleOp, ScalerUpdateOp>(op);
  });
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

using Uses = SmallVector<OpOperand *>;

template <typename... Ops> Uses gradientUses(StepEditor &e) {
  Uses uses;
  e.step.walk([&](Operation *op) {
    if (auto unscale = dyn_cast<UnscaleOp>(op); unscale && (std::is_same_v<Ops, UnscaleOp> || ...))
      for (OpOperand &use : op->getOpOperands().drop_back())
        uses.push_back(&use);
    if (auto consumer = dyn_cast<GradientConsumerOpInterface>(op); consumer && isa<Ops...>(op))
      llvm::append_range(uses, consumer.getGradientOperands());
  });
  return uses;
}

void roundUses(StepEditor &e, Places &places, const Uses &uses) {
  for (OpOperand *use : uses)
    places.push_back([&e, use] { e.roundUse(*use, e.bf16); });
}

void narrowUses(StepEditor &e, Places &places, const Uses &uses) {
  for (OpOperand *use : uses)
    places.push_back([&e, use] { use->set(e.castBefore(use->getOwner(), use->get(), e.bf16)); });
}

/// The sum of a gradient over micro-batches, kept in bf16.
void narrowSum(StepEditor &e, ForOp loop, unsigned i) {
  OpOperand &init = loop->getOpOperand(i);
  init.set(e.constantBefore(loop, withElementType(init.get().getType(), e.bf16), 0.0));
  Value carried = loop.getCarriedArgs()[i];
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(carried.getUses(), [](OpOperand &use) { return &use; });
  carried.setType(init.get().getType());
  for (OpOperand *use : uses)
    use->set(e.castBefore(use->getOwner(), carried, e.f32));
  OpOperand &yielded = loop.getYield()->getOpOperand(i);
  yielded.set(e.castBefore(loop.getYield(), yielded.get(), e.bf16));
  Value sum = loop->getResult(i);
  SmallVector<OpOperand *> after =
      llvm::map_to_vector(sum.getUses(), [](OpOperand &use) { return &use; });
  sum.setType(init.get().getType());
  for (OpOperand *use : after)
    use->set(e.castBefore(use->getOwner(), sum, e.f32));
}

void narrowSums(StepEditor &e, Places &places) {
  ForOp loop = e.getLoop();
  unsigned gradients = e.results(Role::param).size();
  // The loss and the metrics come first.
  for (unsigned i = loop ? loop->getNumResults() - gradients : 0; loop && i < loop->getNumResults();
       ++i)
    places.push_back([&e, loop, i] { narrowSum(e, loop, i); });
}

//===----------------------------------------------------------------------===//
// Weight copies
//===----------------------------------------------------------------------===//

using CopyEdit = std::function<void(unsigned result, CastOp cast)>;

void forEachCopy(StepEditor &e, Places &places, const CopyEdit &edit) {
  for (unsigned result : e.results(Role::weight_copy))
    places.push_back(
        [&e, result, edit] { edit(result, e.ret->getOperand(result).getDefiningOp<CastOp>()); });
}

/// The argument that a copy is a copy of.
BlockArgument masterOf(StepEditor &e, BlockArgument copy) {
  auto name = e.step.getArgAttrOfType<StringAttr>(copy.getArgNumber(), attr::copyOf);
  return e.step.getArgument(*findArg(e.step, name.getValue()));
}

void readMaster(StepEditor &e, Places &places) {
  for (unsigned arg : getArgsWithRole(e.step, Role::weight_copy)) {
    BlockArgument copy = e.step.getArgument(arg);
    for (OpOperand &use : copy.getUses())
      places.push_back([&e, &use, copy] {
        use.set(e.castBefore(use.getOwner(), masterOf(e, copy), getElementType(copy)));
      });
  }
}

void copyUngated(StepEditor &e, Places &places) {
  forEachCopy(e, places, [&e](unsigned result, CastOp cast) {
    auto gate = cast.getOperand().getDefiningOp<SelectOp>();
    cast.getOperandMutable().assign(gate ? Value(gate.getOnTrue())
                                         : masterOf(e, e.updatedArg(result)));
  });
}

void copyOld(StepEditor &e, Places &places) {
  forEachCopy(e, places, [&e](unsigned result, CastOp cast) {
    cast.getOperandMutable().assign(masterOf(e, e.updatedArg(result)));
  });
}

void keepCopy(StepEditor &e, Places &places) {
  forEachCopy(e, places,
              [&e](unsigned result, CastOp) { e.setResult(result, e.updatedArg(result)); });
}

void truncateCopy(StepEditor &e, Places &places) {
  forEachCopy(e, places, [](unsigned, CastOp cast) { cast.setRounding(Rounding::toward_zero); });
}

void copyOther(StepEditor &e, Places &places) {
  for (unsigned a : e.results(Role::weight_copy))
    for (unsigned b : e.results(Role::weight_copy))
      if (a != b && e.ret->getOperand(a).getType() == e.ret->getOperand(b).getType())
        places.push_back([&e, a, b] { e.setResult(a, e.ret->getOperand(b)); });
}

void startCopyFromZeros(StepEditor &e, Places &places) {
  auto init = e.module.lookupSymbol<func::FuncOp>(kInitFunction);
  func::ReturnOp ret = getReturn(init);
  for (unsigned result : getResultsWithRole(init, Role::weight_copy))
    places.push_back([&e, ret, result]() mutable {
      ret->setOperand(result, e.constantBefore(ret, ret->getOperand(result).getType(), 0.0));
    });
}

//===----------------------------------------------------------------------===//
// Regions and products
//===----------------------------------------------------------------------===//

void forEachTwin(StepEditor &e, Places &places, const std::function<void(PrecisionOp)> &edit) {
  for (PrecisionOp region : e.all<PrecisionOp>())
    if (isBackward(region))
      places.push_back([=] { edit(region); });
}

void retypeTwin(StepEditor &e, Places &places) {
  forEachTwin(e, places, [&e](PrecisionOp region) { region.setComputeAttr(TypeAttr::get(e.f16)); });
}

/// The ops of the region, outside it and on low operands.
void dissolveTwin(StepEditor &e, Places &places) {
  forEachTwin(e, places, [&e](PrecisionOp region) {
    YieldOp yield = region.getYield();
    region->replaceAllUsesWith(llvm::to_vector(yield->getOperands()));
    Block &body = region.getBody().front();
    SmallVector<Operation *> moved;
    for (Operation &op : body.without_terminator())
      moved.push_back(&op);
    for (Operation *op : moved) {
      op->moveBefore(region);
      if (isa<DotGeneralOp>(op))
        for (OpOperand &use : op->getOpOperands())
          use.set(e.castBefore(op, use.get(), e.f16));
    }
    region.erase();
  });
}

void markTF32(StepEditor &e, Places &places) {
  e.step.walk([&](Operation *op) {
    if (isa<DotGeneralOp, ConvOp, LinearOp>(op) && llvm::all_of(op->getOperands(), isF32))
      places.push_back([op] { op->setAttr("tf32", UnitAttr::get(op->getContext())); });
  });
}

void accumulateLow(StepEditor &e, Places &places) {
  e.step.walk([&](Operation *op) {
    if (isa<DotGeneralOp, ConvOp, LinearOp>(op) &&
        llvm::all_of(op->getOperands(), [](Value value) { return getElementType(value).isF16(); }))
      places.push_back([&e, op] { op->setAttr("acc", TypeAttr::get(e.f16)); });
  });
}

} // namespace

std::vector<Mutation> test::getTypeMutations() {
  return {
      {"moment in f16", {"V5"}, retype(Role::opt_state, /*isBF16=*/false)},
      {"moment in bf16", {"V5"}, retype(Role::opt_state, /*isBF16=*/true)},
      {"moving average in bf16", {"V5"}, retype(Role::ema, /*isBF16=*/true)},
      {"master in f16", {"V5"}, retype(Role::param, /*isBF16=*/false)},
      {"master in bf16", {"V5"}, retype(Role::param, /*isBF16=*/true)},
      {"moment rounded to f16", {"V5"}, roundNew(Role::opt_state, /*isBF16=*/false)},
      {"master rounded to bf16", {"V5"}, roundNew(Role::param, /*isBF16=*/true)},
      {"moving average rounded to f16", {"V5"}, roundNew(Role::ema, /*isBF16=*/false)},
      {"loss in f16", {"V6"}, narrowLoss},
      {"loss rounded to f16", {"V6"}, roundNew(Role::loss, /*isBF16=*/false)},
      {"loss rounded to bf16", {"V6"}, roundNew(Role::loss, /*isBF16=*/true)},
      {"learning rate rounded to bf16", {"V14"}, roundRate},
      {"norm rounded to bf16", {"V14"}, roundNorm},
      {"saved statistics rounded to bf16", {"V14"}, roundStatistics},
      {"gradient rounded before the unscale",
       {"V13"},
       [](StepEditor &e, Places &p) { roundUses(e, p, gradientUses<UnscaleOp>(e)); }},
      {"gradient rounded before the optimizer",
       {"V13"},
       [](StepEditor &e, Places &p) { roundUses(e, p, gradientUses<AdamOp, SgdOp>(e)); }},
      {"gradient rounded before the clip",
       {"V13"},
       [](StepEditor &e, Places &p) { roundUses(e, p, gradientUses<ClipByGlobalNormOp>(e)); }},
      {"gradient in bf16 at the optimizer",
       {"V13"},
       [](StepEditor &e, Places &p) { narrowUses(e, p, gradientUses<AdamOp, SgdOp>(e)); }},
      {"norm of a gradient in bf16",
       {"V13"},
       [](StepEditor &e, Places &p) { narrowUses(e, p, gradientUses<GlobalNormOp>(e)); }},
      {"micro-batches summed in bf16", {"V15"}, narrowSums},
      {"copy that is not read", {"V8"}, readMaster},
      {"copy of the ungated master", {"V8"}, copyUngated},
      {"copy of the old master", {"V8"}, copyOld},
      {"copy that stands still", {"V8"}, keepCopy},
      {"copy rounded toward zero", {"V8"}, truncateCopy},
      {"copy of another parameter", {"V8"}, copyOther},
      {"copy that starts from zeros", {"V8"}, startCopyFromZeros},
      {"backward region in another type", {"V16"}, retypeTwin},
      {"backward region lost", {"V16"}, dissolveTwin},
      {"TF32 product", {"V17"}, markTF32},
      {"f16 accumulator", {"V18"}, accumulateLow},
  };
}
