// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"

using namespace mlir;

namespace halftone::train {

static constexpr StringLiteral modelCastKey = "train.model_cast";
static constexpr StringLiteral modelChoiceKey = "train.model_choice";

static Location mark(Location loc, StringRef key) {
  Builder builder(loc.getContext());
  NamedAttribute mark = builder.getNamedAttr(key, builder.getUnitAttr());
  return FusedLoc::get(loc.getContext(), {loc}, builder.getDictionaryAttr(mark));
}

static bool isMarked(Location loc, StringRef key) {
  return loc
      ->walk([&](Location part) {
        auto fused = dyn_cast<FusedLoc>(part);
        auto metadata = fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()) : nullptr;
        return metadata && metadata.contains(key) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

Location getModelCastLocation(Location loc) { return mark(loc, modelCastKey); }

bool isModelCast(CastOp cast) { return isMarked(cast.getLoc(), modelCastKey); }

bool isModelChoice(Operation *op) { return isMarked(op->getLoc(), modelChoiceKey); }

void markModelCasts(Operation *root) {
  root->walk([](Operation *op) {
    if (isa<CastOp>(op) && !isMarked(op->getLoc(), modelCastKey))
      op->setLoc(mark(op->getLoc(), modelCastKey));
    bool chooses =
        isa<DotGeneralOp, ConvOp, LinearOp>(op) && (op->getAttr("acc") || op->getAttr("tf32"));
    if (chooses && !isMarked(op->getLoc(), modelChoiceKey))
      op->setLoc(mark(op->getLoc(), modelChoiceKey));
  });
}

} // namespace halftone::train
