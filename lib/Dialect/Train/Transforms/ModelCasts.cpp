// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"

using namespace mlir;

namespace halftone::train {

static constexpr StringLiteral modelCastKey = "train.model_cast";

Location getModelCastLocation(Location loc) {
  Builder builder(loc.getContext());
  NamedAttribute mark = builder.getNamedAttr(modelCastKey, builder.getUnitAttr());
  return FusedLoc::get(loc.getContext(), {loc}, builder.getDictionaryAttr(mark));
}

static bool isMarked(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto metadata = fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()) : nullptr;
  return metadata && metadata.contains(modelCastKey);
}

bool isModelCast(CastOp cast) {
  return cast.getLoc()
      ->walk([](Location loc) {
        return isMarked(loc) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void markModelCasts(Operation *root) {
  root->walk([](CastOp cast) {
    if (!isModelCast(cast))
      cast->setLoc(getModelCastLocation(cast.getLoc()));
  });
}

} // namespace halftone::train
