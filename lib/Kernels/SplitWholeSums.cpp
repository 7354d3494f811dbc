// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `split-whole-sums`: a sum over a whole array in two stages, so that many blocks of
// threads share it: one partial result for each index of the outermost loop, then
// those.
#include "halftone/Kernels/Kernel.h"
#include "halftone/Kernels/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_SPLITWHOLESUMS
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone::kernel;

/// Points that one block does well alone.
static constexpr int64_t leastPoints = 8192;
/// Partial results: fewer are not worth a launch, more are a large sum again.
static constexpr int64_t leastParts = 16, mostParts = 65536;

static bool isWorthIt(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumParallelLoops() != 0 || op.getNumLoops() < 2)
    return false;
  int64_t points = 1;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent))
      return false;
    points *= extent;
  }
  int64_t parts = op.getStaticLoopRanges().front();
  if (points < leastPoints || parts < leastParts || parts > mostParts)
    return false;
  for (unsigned r = 0, e = op.getNumDpsInits(); r < e; ++r)
    if (op.getMatchingIndexingMap(op.getDpsInitOperand(r)).getNumResults() != 0 ||
        !combinerOf(op, r))
      return false;
  return true;
}

/// A tensor of one value.
static Value filled(RewriterBase &b, Location loc, RankedTensorType type, TypedAttr value) {
  Value start = arith::ConstantOp::create(b, loc, value);
  Value empty = tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, loc, TypeRange(type), ValueRange(), empty,
                                   ArrayRef<AffineMap>{identity}, iterators,
                                   [&](OpBuilder &inner, Location at, ValueRange) {
                                     linalg::YieldOp::create(inner, at, start);
                                   })
      .getResult(0);
}

static void split(RewriterBase &b, linalg::GenericOp op) {
  b.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t parts = op.getStaticLoopRanges().front();
  unsigned count = op.getNumDpsInits();

  // The outermost loop becomes parallel, and each result one for each of its indices.
  SmallVector<Value> starts;
  SmallVector<Type> types;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned r = 0; r < count; ++r) {
    Operation *combiner = combinerOf(op, r);
    auto type = RankedTensorType::get({parts}, combiner->getResult(0).getType());
    starts.push_back(filled(b, loc, type, neutralOf(combiner)));
    types.push_back(type);
    maps[op.getNumDpsInputs() + r] = AffineMap::get(op.getNumLoops(), 0, b.getAffineDimExpr(0));
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.front() = utils::IteratorType::parallel;
  auto partial = linalg::GenericOp::create(b, loc, types, op.getInputs(), starts, maps, iterators);
  b.cloneRegionBefore(op.getRegion(), partial.getRegion(), partial.getRegion().end());
  partial->setAttr(partialSumAttrName, b.getUnitAttr());

  AffineMap along = b.getMultiDimIdentityMap(1), none = AffineMap::get(1, 0, b.getContext());
  SmallVector<AffineMap> totals(count, along);
  totals.append(count, none);
  auto total = linalg::GenericOp::create(
      b, loc, op.getResultTypes(), partial.getResults(), op.getOutputs(), totals,
      {utils::IteratorType::reduction}, [&](OpBuilder &inner, Location at, ValueRange arguments) {
        SmallVector<Value> results;
        for (unsigned r = 0; r < count; ++r) {
          IRMapping map;
          Operation *combiner = combinerOf(op, r);
          Value sum = op.getBody()->getArgument(op.getNumDpsInputs() + r);
          for (Value operand : combiner->getOperands())
            map.map(operand, operand == sum ? arguments[count + r] : arguments[r]);
          results.push_back(inner.clone(*combiner, map)->getResult(0));
        }
        linalg::YieldOp::create(inner, at, results);
      });
  b.replaceOp(op, total);
}

namespace {
struct SplitWholeSums : halftone::kernel::impl::SplitWholeSumsBase<SplitWholeSums> {
  using SplitWholeSumsBase::SplitWholeSumsBase;
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> sums;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (isWorthIt(op))
        sums.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp op : sums)
      split(rewriter, op);
    numSplit += sums.size();
  }
};
} // namespace
