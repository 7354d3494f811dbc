// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roundings that are in the wrong place, out of range, or there twice: the rules V7 and
// V19–V22. The model's own casts are its maker's business.
#include "VerifyRules.h"

#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/Ranges.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

bool isView(Operation *op) {
  return isa<ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp, ReverseOp>(op);
}

/// Whether somebody scales the value and rounds it to fp8, perhaps without its NaNs: what a
/// product in fp8 reads is no island's.
bool goesToFp8(Value value, unsigned depth = 3) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (auto rounding = dyn_cast<CastOp>(user))
      return isFp8(rounding.getResult());
    return depth > 1 && isa<MulOp, SelectOp>(user) && goesToFp8(user->getResult(0), depth - 1);
  });
}

/// Somebody reads the value, perhaps moved, and everybody widens it to f32 first. Where the
/// model itself does, it had this value in 16 bits.
bool isOnlyWidened(Value value) {
  auto widens = [](Operation *user) {
    if (isView(user))
      return isOnlyWidened(user->getResult(0));
    auto up = dyn_cast<CastOp>(user);
    return up && !up.isNarrowing() && getElementType(up.getResult()).isF32() && !isModelCast(up) &&
           !goesToFp8(up.getResult());
  };
  return !value.use_empty() && llvm::all_of(value.getUsers(), widens);
}

/// The narrow value's way to an op that takes it widened.
OpPath pathToUser(Operation *source) {
  OpPath path{source};
  for (Operation *op = source; op->getNumResults() == 1 && !op->use_empty();) {
    op = *op->user_begin();
    if (isTerminator(op))
      break;
    path.push_back(op);
    if (!isView(op) && !isa<CastOp>(op))
      break;
  }
  return path;
}

/// The op takes data, and all of it in f32.
bool takesF32(ArrayRef<TieGroup> groups) {
  bool takes = false;
  for (const TieGroup &group : groups)
    for (OpOperand *use : group.uses) {
      bool isData = group.kind == TieKind::Flowing;
      takes |= isData;
      if (isData && !getElementType(use->get()).isF32())
        return false;
    }
  return takes;
}

/// A result with a type of its own, narrower than f32.
bool isRounded(const TieGroup &group) {
  return group.kind == TieKind::Flowing && group.uses.empty() &&
         cast<FloatType>(getElementType(group.defs.front())).getWidth() < 32;
}

bool hasNarrowResult(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    auto element = getFloat(type);
    return element && element.getWidth() < 32;
  });
}

class CastRules {
public:
  CastRules(Verifier &verifier, const FunctionFacts &facts) : verifier(verifier), facts(facts) {}

  void run() {
    for (CastOp cast : facts.casts) {
      if (!isPlacedNarrowing(cast) || verifier.isReported(cast))
        continue;
      verifyIsland(cast);
      verifyRange(cast);
      verifyChain(cast);
      verifyOnce(cast);
    }
    for (PrecisionOpInterface op : facts.precisionOps)
      verifyIsland(op);
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;
  DenseMap<std::pair<Value, Type>, CastOp> first;
  /// Computed for the first cast that asks.
  std::optional<RangeFacts> ranges;

  void verifyIsland(CastOp cast);
  void verifyIsland(PrecisionOpInterface op);
  void verifyRange(CastOp cast);
  void verifyChain(CastOp cast);
  void verifyOnce(CastOp cast);
};

void CastRules::verifyIsland(CastOp cast) {
  if (getElementType(cast.getOperand()).isF32() && isOnlyWidened(cast.getResult()) &&
      !isProductRounding(cast))
    verifier.report(RuleId::Island, cast,
                    words("a cast to '", getElementType(cast.getResult()),
                          "' inside an f32 island: every user widens it again"),
                    pathToUser(cast));
}

void CastRules::verifyIsland(PrecisionOpInterface op) {
  if (op->getNumRegions() || !hasNarrowResult(op) || verifier.isReported(op))
    return;
  SmallVector<TieGroup> groups = op.getTieGroups();
  if (!takesF32(groups))
    return;
  for (const TieGroup &group : groups)
    if (isRounded(group) && isOnlyWidened(group.defs.front()))
      verifier.report(RuleId::Island, op,
                      words("'", op->getName(), "' rounds its '", group.name, "' to '",
                            getElementType(group.defs.front()),
                            "' inside an f32 island: every user widens it again"),
                      pathToUser(op));
}

void CastRules::verifyRange(CastOp cast) {
  if (cast.getSaturate())
    return;
  Value value = cast.getOperand();
  auto to = mlir::cast<FloatType>(getElementType(cast.getResult()));
  if (!ranges)
    ranges.emplace(RangeFacts::compute(facts.function));
  OpPath path;
  if (Operation *source = value.getDefiningOp())
    path.push_back(source);
  if (ranges->fit(value, to) == Fit::Overflows)
    return verifier.report(RuleId::Range, cast,
                           words("a narrowing overflows: ", ranges->explainFit(value, to)), path);
  if (std::optional<RangeReason> reason = ranges->forbids(value, to))
    remark::analysis(
        cast.getLoc(),
        remark::RemarkOpts::name("narrowing-may-overflow").category("verify-precision"))
        << remark::reason("{0}", reason->text);
}

bool isToNearest(CastOp cast) { return cast.getRounding() == Rounding::nearest_even; }

void CastRules::verifyChain(CastOp cast) {
  auto inner = cast.getOperand().getDefiningOp<CastOp>();
  if (!inner || isModelCast(inner) || !isa<FloatType>(getElementType(inner.getOperand())))
    return;
  Type from = getElementType(inner.getOperand()), to = getElementType(cast.getResult());
  if (inner.isNarrowing()) {
    // Where the value between has other users, two roundings may be meant.
    if (inner->hasOneUse() && isToNearest(inner) && !inner.getSaturate() && isToNearest(cast))
      verifier.report(RuleId::OneRounding, cast,
                      words("a value is rounded from '", from, "' to '",
                            getElementType(inner.getResult()), "' and then to '", to, "'"),
                      {inner, cast});
    return;
  }
  auto narrowing = inner.getOperand().getDefiningOp<CastOp>();
  if (from == to)
    verifier.report(RuleId::NoRoundTrip, cast,
                    words("a value in '", from, "' is widened to be narrowed back"), {inner, cast});
  else if (narrowing && isPlacedNarrowing(narrowing))
    verifier.report(RuleId::OneRounding, cast,
                    words("a value is rounded to '", from, "' and then to '", to, "'"),
                    {narrowing, inner, cast});
}

/// The innermost loop around an op.
Operation *getLoop(Operation *op) {
  for (op = op->getParentOp(); op && !isa<func::FuncOp>(op); op = op->getParentOp())
    if (isa<ForOp, WhileOp>(op))
      return op;
  return nullptr;
}

void CastRules::verifyOnce(CastOp cast) {
  if (!verifier.isStrict() || !isToNearest(cast))
    return;
  Type to = getElementType(cast.getResult());
  auto [place, isNew] = first.try_emplace({cast.getOperand(), to}, cast);
  if (!isNew && place->second.getSaturate() == cast.getSaturate())
    return verifier.report(RuleId::OneCast, cast,
                           words("a value is narrowed to '", to, "' for the second time"),
                           {place->second, cast});
  Operation *loop = getLoop(cast);
  if (loop && !loop->isAncestor(cast.getOperand().getParentBlock()->getParentOp()))
    verifier.report(RuleId::OneCast, cast,
                    words("a value from outside a loop is narrowed to '", to, "' inside"),
                    {loop, cast});
}

} // namespace

void halftone::precision::verifyCasts(Verifier &verifier, const FunctionFacts &facts) {
  CastRules(verifier, facts).run();
}
