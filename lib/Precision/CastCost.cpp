// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Precision/CastCost.h"

#include "StepParts.h"
#include "halftone/Precision/CastBuilder.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace halftone::precision;

static int64_t clamp(__int128 count) {
  return static_cast<int64_t>(std::min<__int128>(count, mostCounted));
}

int64_t halftone::precision::addCounts(int64_t a, int64_t b) { return clamp(__int128(a) + b); }
int64_t halftone::precision::multiplyCounts(int64_t a, int64_t b) { return clamp(__int128(a) * b); }

int64_t halftone::precision::countElements(Type type) {
  ArrayRef<int64_t> shape;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) // the usual case, and the quickest
    shape = tensor.getShape();
  else if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
    shape = shaped.getShape();
  else
    return shaped ? 0 : 1;
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      return 0;
    elements = multiplyCounts(elements, size);
  }
  return elements;
}

int64_t halftone::precision::countRuns(Operation *op, int64_t runs) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  std::optional<llvm::APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
  return trips ? multiplyCounts(runs, std::max<int64_t>(1, trips->getLimitedValue(mostCounted)))
               : runs;
}

bool halftone::precision::isFloatCast(Operation *op) {
  return isCast(op) && op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         getFloat(op->getOperand(0).getType()) && getFloat(op->getResult(0).getType());
}

int64_t halftone::precision::countCastBytes(Type type, unsigned from, unsigned to) {
  return countCastBytes(countElements(type), from, to);
}

int64_t halftone::precision::countCastBytes(int64_t elements, unsigned from, unsigned to) {
  return clamp(__int128(elements) * (from + to) / 8);
}

/// Visits the ops that have precision, each with the number of times that it runs. What
/// computes on another op's elements belongs to that op.
static void walkRuns(Region &region, int64_t runs,
                     llvm::function_ref<void(Operation *, int64_t)> visit) {
  for (Operation &op : region.getOps()) {
    visit(&op, runs);
    if (ownsBody(&op))
      continue;
    for (Region &inner : op.getRegions())
      walkRuns(inner, countRuns(&op, runs), visit);
  }
}

CastCost halftone::precision::countCasts(FunctionOpInterface function) {
  CastCost sum;
  walkRuns(function.getFunctionBody(), 1, [&](Operation *op, int64_t runs) {
    if (!isFloatCast(op))
      return;
    Type type = op->getResult(0).getType();
    unsigned from = getFloat(op->getOperand(0).getType()).getWidth();
    int64_t bytes = countCastBytes(type, from, getFloat(type).getWidth());
    sum.bytes = addCounts(sum.bytes, multiplyCounts(runs, bytes));
    ++sum.casts;
  });
  return sum;
}

/// True for what a loop yields for its next iteration.
static bool isNextOfLoop(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    return isTerminator(user) && isa<LoopLikeOpInterface>(user->getParentOp());
  });
}

/// True for an f32 value that is computed: not cast, nor a constant in any guise.
static bool isStoredWide(Value value) {
  Operation *op = value.getDefiningOp();
  FloatType type = getFloat(value.getType());
  return type && type.isF32() && !isCast(op) && !isConstant(op) && !hasNoPrecision(op) &&
         !getSplat(value);
}

CastCost halftone::precision::measureCost(FunctionOpInterface function, Prices prices,
                                          CastCost written, const StepParts *known) {
  CastCost sum = countCasts(function);
  sum.bytes -= written.bytes;
  sum.casts -= written.casts;
  if (prices == Prices::Kernels)
    return sum;
  std::optional<StepParts> own;
  const StepParts &parts = known ? *known : own.emplace(function);
  constexpr int64_t saved = 2; // bytes of an element in 16 bits
  walkRuns(function.getFunctionBody(), 1, [&](Operation *op, int64_t runs) {
    bool isForward = parts.get(op) == Part::Forward;
    for (Value result : op->getResults()) {
      if (!isStoredWide(result))
        continue;
      int64_t bytes = multiplyCounts(saved, countElements(result.getType()));
      if (!isNextOfLoop(result))
        sum.bytes = addCounts(sum.bytes, multiplyCounts(runs, bytes));
      bool isKept = isForward && llvm::any_of(result.getUsers(), [&](Operation *user) {
                      return !isCast(user) && parts.get(user) != Part::Forward;
                    });
      if (isKept)
        sum.bytes = addCounts(sum.bytes, bytes);
    }
  });
  return sum;
}
