// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks of backward ops in their locations. Inlining wraps a location in a call
// site, and other passes name or fuse it, so the mark is looked for inside too.
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace halftone::train {

Location getBackwardLocation(Location forward, StringRef name) {
  Builder builder(forward.getContext());
  NamedAttribute mark = builder.getNamedAttr(backwardOfKey, builder.getStringAttr(name));
  return FusedLoc::get(forward.getContext(), {forward}, builder.getDictionaryAttr(mark));
}

Location getBackwardLocation(Operation *forward) {
  // What is recomputed has its own gradient, and one origin with it.
  Location loc = isRecomputed(forward) ? *getForwardLocation(forward) : forward->getLoc();
  return getBackwardLocation(loc, forward->getName().getStringRef());
}

Location getRecomputedLocation(Operation *forward) {
  Location loc = getForwardLocation(forward).value_or(forward->getLoc());
  Builder builder(forward->getContext());
  NamedAttribute marks[] = {builder.getNamedAttr(backwardOfKey, forward->getName().getIdentifier()),
                            builder.getNamedAttr(recomputedKey, builder.getUnitAttr())};
  return FusedLoc::get(forward->getContext(), {loc}, builder.getDictionaryAttr(marks));
}

static StringAttr getMark(FusedLoc loc) {
  auto metadata = dyn_cast_or_null<DictionaryAttr>(loc.getMetadata());
  return metadata ? metadata.getAs<StringAttr>(backwardOfKey) : StringAttr();
}

/// The marked location that is or is inside `loc`, or null.
static FusedLoc findMarked(Location loc) {
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return findMarked(site.getCallee());
  if (auto named = dyn_cast<NameLoc>(loc))
    return findMarked(named.getChildLoc());
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused || getMark(fused))
    return fused;
  for (Location part : fused.getLocations())
    if (FusedLoc found = findMarked(part))
      return found;
  return {};
}

std::optional<Location> getForwardLocation(Operation *op) {
  if (FusedLoc marked = findMarked(op->getLoc()))
    return marked.getLocations().front();
  return std::nullopt;
}

std::optional<StringRef> getForwardName(Operation *op) {
  if (FusedLoc marked = findMarked(op->getLoc()))
    return getMark(marked).getValue();
  return std::nullopt;
}

bool isBackward(Operation *op) { return static_cast<bool>(findMarked(op->getLoc())); }

bool isRecomputed(Operation *op) {
  FusedLoc marked = findMarked(op->getLoc());
  return marked && cast<DictionaryAttr>(marked.getMetadata()).contains(recomputedKey);
}

} // namespace halftone::train
