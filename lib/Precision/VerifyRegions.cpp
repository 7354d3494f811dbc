// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions and products that say how they compute: the rules V16, V17 and V18.
//
// Which forward op a backward op comes from is in its location (BackwardLocation.h). So the
// twin of a region is found by its location, and so is an op whose forward op lies in a
// region. Where locations were stripped, or several ops share one, nothing is known and
// nothing is said.
#include "VerifyRules.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Precision/CastBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// Where a forward op is, and what it is called.
using Origin = std::pair<Location, StringRef>;

class RegionRules {
public:
  RegionRules(Verifier &verifier, const FunctionFacts &facts)
      : verifier(verifier), facts(facts), function(facts.function) {}

  void run() {
    for (PrecisionOpInterface op : facts.precisionOps)
      verifyProduct(op);
    bool hasRegions =
        llvm::any_of(facts.regions, [](Operation *op) { return isa<PrecisionOp>(op); });
    if (!hasRegions)
      return;
    collect();
    verifyBackward();
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;
  func::FuncOp function;
  /// The compute type that each origin has; null where ops of one origin differ.
  DenseMap<Origin, Type> computes;
  DenseMap<Origin, Operation *> regions;

  void collect();
  void verifyBackward();
  void verifyTwin(PrecisionOp twin);
  void verifyOp(Operation *op);
  void verifyProduct(PrecisionOpInterface op);
};

/// The innermost precision region around an op, or null.
PrecisionOp getRegion(Operation *op) { return op->getParentOfType<PrecisionOp>(); }

void RegionRules::collect() {
  function.walk([&](Operation *op) {
    if (isBackward(op) || isa<func::FuncOp>(op) || isa<UnknownLoc>(op->getLoc()))
      return;
    PrecisionOp region = isa<PrecisionOp>(op) ? cast<PrecisionOp>(op) : getRegion(op);
    Type compute = region ? region.getCompute() : Type();
    Origin origin{op->getLoc(), op->getName().getStringRef()};
    auto [place, isNew] = computes.try_emplace(origin, compute);
    if (!isNew && place->second != compute)
      place->second = Type();
    if (region)
      regions[origin] = region;
  });
}

void RegionRules::verifyTwin(PrecisionOp twin) {
  std::optional<Location> forward = getForwardLocation(twin);
  if (!forward)
    return;
  Type compute = computes.lookup({*forward, twin->getName().getStringRef()});
  if (compute && compute != twin.getCompute())
    verifier.report(RuleId::TwinRegion, twin,
                    words("the backward pass of a region in '", compute, "' computes in '",
                          twin.getCompute(), "'"),
                    {regions.lookup({*forward, twin->getName().getStringRef()}), twin});
}

/// An op outside every region, whose forward op is in one.
void RegionRules::verifyOp(Operation *op) {
  std::optional<Location> forward = getForwardLocation(op);
  std::optional<StringRef> name = getForwardName(op);
  // The gradient of what a region reads is summed outside it, as the value lies there.
  if (!forward || !name || *name == PrecisionOp::getOperationName())
    return;
  Type compute = computes.lookup({*forward, *name});
  if (!compute)
    return;
  auto isOther = [&](Type type) {
    auto element = getFloat(type);
    return element && element.getWidth() < 32 && element != compute;
  };
  if (llvm::any_of(op->getOperandTypes(), isOther) || llvm::any_of(op->getResultTypes(), isOther))
    verifier.report(RuleId::TwinRegion, op,
                    words("'", op->getName(), "' of the backward pass of a region in '", compute,
                          "' is outside every region, and low"),
                    {regions.lookup({*forward, *name}), op});
}

void RegionRules::verifyBackward() {
  function.walk([&](Operation *op) {
    if (auto twin = dyn_cast<PrecisionOp>(op))
      return isBackward(op) ? verifyTwin(twin) : void();
    if (isTerminator(op) || isa<CastOp>(op) || getRegion(op) || !isBackward(op))
      return;
    verifyOp(op);
  });
}

void RegionRules::verifyProduct(PrecisionOpInterface op) {
  if (!op.getAccumulatorType() || isModelChoice(op))
    return;
  PrecisionOp region = getRegion(op);
  bool isExact = region && region.getCompute().isF32() && !region.getTf32();
  if (op->getAttr("tf32") && (isExact || !verifier.getOptions().allowTF32))
    verifier.report(RuleId::SaidTF32, op,
                    words("'", op->getName(), "' rounds its f32 operands to TF32",
                          isExact ? " in a region of f32" : ", which nobody asked for"));
  auto acc = op->getAttrOfType<TypeAttr>("acc");
  auto type = acc ? dyn_cast<FloatType>(acc.getValue()) : FloatType();
  if (type && type.getWidth() < 32 && !verifier.getOptions().allowLowAcc)
    verifier.report(
        RuleId::SaidAccumulator, op,
        words("'", op->getName(), "' accumulates in '", type, "', which nobody asked for"));
}

} // namespace

void halftone::precision::verifyRegions(Verifier &verifier, const FunctionFacts &facts) {
  RegionRules(verifier, facts).run();
}
