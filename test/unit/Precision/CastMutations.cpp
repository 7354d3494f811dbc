// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of casts: inside f32 islands, out of range, twice.
#include "Mutations.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;
using namespace halftone::train;

namespace {

bool isF32(Value value) { return getElementTypeOrSelf(value).isF32(); }

/// The step's low type; f16 where it has none.
Type lowType(StepEditor &e) {
  for (CastOp cast : e.all<CastOp>()) {
    auto element = dyn_cast<FloatType>(getElementType(cast.getResult()));
    if (element && element.getWidth() == 16)
      return element;
  }
  return e.f16;
}

/// The result of a product in fp8, behind its scales and its bias: in another type it is
/// rounded there, as a product in bf16 is.
bool isFp8Result(Operation *op) {
  if (isa<AddOp>(op) && op->getOperand(0).getDefiningOp())
    op = op->getOperand(0).getDefiningOp();
  Operation *product = isa<MulOp>(op) ? op->getOperand(0).getDefiningOp() : nullptr;
  return product && isa<DotGeneralOp, LinearOp>(product) &&
         cast<FloatType>(getElementType(product->getOperand(0))).getWidth() == 8;
}

bool goesToFp8(Operation *op, unsigned depth = 3) {
  return isa<MulOp, SelectOp>(op) && llvm::any_of(op->getUsers(), [&](Operation *user) {
           return isa<CastOp>(user)
                      ? getElementType(user->getResult(0)).getIntOrFloatBitWidth() == 8
                      : depth > 1 && goesToFp8(user, depth - 1);
         });
}

/// Between two ops that compute in f32: data of ops, but for an optimizer's and a scale's,
/// and for what goes to a product in fp8.
void forEachIslandUse(StepEditor &e, Places &places, const std::function<void(OpOperand &)> &edit) {
  e.step.walk([&](PrecisionOpInterface op) {
    if (op->getNumRegions() || isa<GradientConsumerOpInterface, UnscaleOp>(op.getOperation()))
      return;
    for (const TieGroup &group : op.getTieGroups()) {
      bool isData = group.kind == TieKind::Flowing || group.kind == TieKind::Standing;
      for (OpOperand *use : group.uses) {
        Operation *source = use->get().getDefiningOp();
        if (isData && isF32(use->get()) && source && !isa<CastOp, ConstantOp, SeedOp>(source) &&
            !isFp8Result(source) && !goesToFp8(op))
          places.push_back([=] { edit(*use); });
      }
    }
  });
}

void castInIsland(StepEditor &e, Places &places) {
  forEachIslandUse(e, places, [&e](OpOperand &use) { e.roundUse(use, lowType(e)); });
}

void castInIslandThroughView(StepEditor &e, Places &places) {
  forEachIslandUse(e, places, [&e](OpOperand &use) {
    Operation *user = use.getOwner();
    Value low = e.castBefore(user, use.get(), lowType(e));
    auto type = cast<RankedTensorType>(low.getType());
    auto flat = RankedTensorType::get({type.getNumElements()}, type.getElementType());
    Value moved = ReshapeOp::create(e.builder, user->getLoc(), flat, low);
    Value back = ReshapeOp::create(e.builder, user->getLoc(), type, moved);
    use.set(e.castBefore(user, back, e.f32));
  });
}

/// An op on f32 that rounds a result of its own, which is widened again.
void roundResult(StepEditor &e, Places &places) {
  e.step.walk([&](PrecisionOpInterface op) {
    if (op->getNumRegions() || isa<GradientConsumerOpInterface>(op.getOperation()) ||
        !llvm::all_of(op->getOperands(), [](Value value) {
          return isF32(value) || !isa<FloatType>(getElementTypeOrSelf(value));
        }))
      return;
    bool takesData = false;
    for (const TieGroup &group : op.getTieGroups())
      takesData |= group.kind == TieKind::Flowing && !group.uses.empty();
    for (const TieGroup &group : op.getTieGroups()) {
      if (!takesData || group.kind != TieKind::Flowing || !group.uses.empty() ||
          !isF32(group.defs.front()) || group.defs.front().use_empty() ||
          llvm::any_of(group.defs.front().getUsers(),
                       [](Operation *user) { return goesToFp8(user); }))
        continue;
      unsigned number = cast<OpResult>(group.defs.front()).getResultNumber();
      places.push_back([&e, op, number]() mutable {
        SmallVector<Type> types(op->getResultTypes());
        types[number] = withElementType(types[number], lowType(e));
        e.builder.setInsertionPoint(op);
        Operation *rebuilt = op.rebuildWithTypes(e.builder, op->getOperands(), types, Type());
        for (auto [from, to] : llvm::zip_equal(op->getResults(), rebuilt->getResults()))
          from.replaceAllUsesWith(from.getType() == to.getType()
                                      ? Value(to)
                                      : e.castBefore(op, to, getElementType(from)));
        op->erase();
      });
    }
  });
}

using CastEdit = std::function<void(CastOp)>;

/// Casts that autocast placed: from f32 to a float below.
void forEachNarrowing(StepEditor &e, Places &places, const CastEdit &edit,
                      unsigned usesNeeded = 1) {
  for (CastOp narrow : e.all<CastOp>()) {
    auto element = dyn_cast<FloatType>(getElementType(narrow.getResult()));
    if (!element || element.getWidth() >= 32 || !isF32(narrow.getOperand()) ||
        !narrow.getOperand().getDefiningOp() ||
        !llvm::hasNItemsOrMore(narrow->getUsers(), usesNeeded) ||
        isa<func::ReturnOp>(*narrow->user_begin()))
      continue;
    places.push_back([=] { edit(narrow); });
  }
}

void castTwice(StepEditor &e, Places &places) {
  forEachNarrowing(
      e, places,
      [&e](CastOp narrow) {
        e.builder.setInsertionPointAfter(narrow);
        Operation *again = e.builder.clone(*narrow);
        narrow->use_begin()->set(again->getResult(0));
      },
      /*usesNeeded=*/2);
}

/// A cast from outside the loop over micro-batches, inside.
void castInLoop(StepEditor &e, Places &places) {
  ForOp loop = e.getLoop();
  for (CastOp narrow : e.all<CastOp>())
    for (OpOperand &use : narrow->getUses())
      if (loop && narrow->getBlock() == loop->getBlock() &&
          isa<FloatType>(getElementType(narrow.getOperand())) &&
          loop->isProperAncestor(use.getOwner()))
        places.push_back([&e, narrow, &use]() mutable {
          e.builder.setInsertionPoint(use.getOwner());
          use.set(e.builder.clone(*narrow)->getResult(0));
          if (narrow.use_empty())
            narrow.erase();
        });
}

void roundTrip(StepEditor &e, Places &places) {
  e.step.walk([&](PrecisionOpInterface op) {
    for (OpOperand &use : op->getOpOperands()) {
      auto element = dyn_cast<FloatType>(getElementTypeOrSelf(use.get()));
      if (!op->getNumRegions() && element && element.getWidth() < 32)
        places.push_back([&e, &use, element] {
          Value wide = e.castBefore(use.getOwner(), use.get(), e.f32);
          use.set(e.castBefore(use.getOwner(), wide, element));
        });
    }
  });
}

void roundTwice(StepEditor &e, Places &places) {
  forEachNarrowing(e, places, [&e](CastOp narrow) {
    bool isF16 = getElementType(narrow.getResult()).isF16();
    e.roundUse(narrow.getOperandMutable(), isF16 ? e.bf16 : e.f16);
  });
}

/// A value that is computed in f64 and rounded to f32 on its way to a low type (F65).
void roundTwiceFromF64(StepEditor &e, Places &places) {
  forEachNarrowing(e, places, [&e](CastOp narrow) {
    Value wide = e.castBefore(narrow, narrow.getOperand(), e.builder.getF64Type());
    Value factor = e.constantBefore(narrow, wide.getType(), 1.1);
    Value product = MulOp::create(e.builder, narrow.getLoc(), wide, factor);
    narrow.getOperandMutable().assign(e.castBefore(narrow, product, e.f32));
  });
}

/// A mask that the low type can't hold, narrowed: beside every low addend or so.
void narrowMask(StepEditor &e, Places &places) {
  e.step.walk([&](PrecisionOpInterface op) {
    for (OpOperand &use : op->getOpOperands()) {
      auto element = dyn_cast<FloatType>(getElementTypeOrSelf(use.get()));
      if (op->getNumRegions() || !element || element.getWidth() >= 32)
        continue;
      places.push_back([&e, &use, element] {
        Operation *user = use.getOwner();
        auto type = withElementType(use.get().getType(), e.f32);
        Value mask = e.constantBefore(user, type, element.isF16() ? -1e9 : -3.4028234663852886e38);
        Value low = e.castBefore(user, mask, element);
        use.set(AddOp::create(e.builder, user->getLoc(), use.get(), low));
      });
    }
  });
}

//===----------------------------------------------------------------------===//
// fp8
//===----------------------------------------------------------------------===//

bool isFp8(Value value) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  return element && element.getWidth() == 8;
}

void overflowFp8(StepEditor &e, Places &places) {
  for (CastOp rounding : e.all<CastOp>())
    if (isFp8(rounding.getResult()))
      places.push_back([rounding]() mutable { rounding.setSaturate(false); });
}

/// The product as it is, with both scales in it.
void keepFp8Scale(StepEditor &e, Places &places) {
  e.step.walk([&](Operation *op) {
    if (isa<DotGeneralOp, LinearOp>(op) && isFp8(op->getOperand(0)))
      for (Operation *user : op->getUsers())
        if (isa<MulOp>(user))
          places.push_back([op, user] {
            user->getResult(0).replaceAllUsesWith(op->getResult(0));
            user->erase();
          });
  });
}

void ungateHistory(StepEditor &e, Places &places) {
  for (unsigned result : e.results(Role::amax_history))
    if (auto choice = e.ret->getOperand(result).getDefiningOp<SelectOp>())
      places.push_back([&e, result, choice]() mutable { e.setResult(result, choice.getOnTrue()); });
}

} // namespace

std::vector<Mutation> test::getCastMutations() {
  return {
      {"cast inside an island", {"V7", "V5", "V13", "V25"}, castInIsland},
      {"cast inside an island, moved", {"V7", "V5", "V13", "V25"}, castInIslandThroughView},
      {"rounded result inside an island", {"V7", "V5", "V6", "V25"}, roundResult},
      {"value cast twice", {"V21"}, castTwice},
      {"cast inside a loop", {"V21"}, castInLoop},
      {"widened and narrowed back", {"V22"}, roundTrip},
      {"rounded twice", {"V20"}, roundTwice},
      {"rounded twice from f64", {"V20"}, roundTwiceFromF64},
      {"mask narrowed out of range", {"V19"}, narrowMask},
      {"fp8 cast that overflows", {"V24"}, overflowFp8},
      {"fp8 product that keeps its scales", {"V23"}, keepFp8Scale},
      {"ungated amax history", {"V25"}, ungateHistory},
  };
}
