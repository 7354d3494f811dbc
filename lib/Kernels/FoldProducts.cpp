// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `fold-products`: what the runtime's product does itself is no loop of its own.
// Four patterns, to a fixpoint:
//
//   operand   a transposed, broadcast or widened operand  ->  its map, its type
//   bias      product + value along the columns           ->  the product's bias
//   narrow    one rounding of the result                  ->  the result's type
//   layout    a transpose of the result                   ->  the destination's map
#include "GenericUtils.h"
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_FOLDPRODUCTS
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;
using namespace halftone::kernel;

/// The same product with other operands, maps and result type.
static ProductOp rebuild(RewriterBase &rewriter, ProductOp op, Value lhs, Value rhs, Value bias,
                         Value dest, ArrayRef<AffineMap> maps) {
  return ProductOp::create(rewriter, op.getLoc(), TypeRange(dest.getType()), lhs, rhs, bias, dest,
                           rewriter.getAffineMapArrayAttr(maps), op.getAccAttr(), op.getTf32Attr());
}

static SmallVector<AffineMap> mapsOf(ProductOp op) {
  return llvm::to_vector(op.getIndexingMaps().getAsValueRange<AffineMapAttr>());
}

static bool isWide(ProductOp op) { return op.getAcc().isF32() || op.getAcc().isF64(); }

namespace {
struct FoldOperand : OpRewritePattern<ProductOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ProductOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    for (unsigned i = 0, e = op.getNumOperands() - 1; i < e; ++i) {
      if (succeeded(foldMove(op, i, rewriter)) || succeeded(foldReshapedWidening(op, i, rewriter)))
        return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is a move or a widening");
  }

private:
  LogicalResult foldMove(ProductOp op, unsigned i, PatternRewriter &rewriter) const {
    std::optional<Move> move = matchMove(op->getOperand(i));
    if (!move || (move->widens && !isWide(op)))
      return failure();
    SmallVector<AffineMap> maps = mapsOf(op);
    maps[i] = move->map.compose(maps[i]);
    // Each dimension must still be in lhs or rhs, and a contracted one in both.
    for (unsigned dim = 0; dim < maps[0].getNumDims(); ++dim) {
      AffineExpr expr = rewriter.getAffineDimExpr(dim);
      int count =
          maps[0].getResultPosition(expr).has_value() + maps[1].getResultPosition(expr).has_value();
      if (count < (maps.back().getResultPosition(expr) ? 1 : 2))
        return failure();
    }
    replaceOperand(op, i, move->source, maps, rewriter);
    return success();
  }

  /// reshape(widen(x)) is widen(reshape(x)).
  LogicalResult foldReshapedWidening(ProductOp op, unsigned i, PatternRewriter &rewriter) const {
    Operation *view = op->getOperand(i).getDefiningOp();
    if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view))
      return failure();
    std::optional<Move> move = matchMove(view->getOperand(0));
    if (!move || !move->widens || !move->map.isIdentity() || !isWide(op))
      return failure();
    auto element = cast<RankedTensorType>(move->source.getType()).getElementType();
    auto type = cast<RankedTensorType>(view->getResult(0).getType()).clone(element);
    Value source;
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(view))
      source = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type, move->source,
                                             expand.getReassociationIndices());
    else
      source = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), type, move->source,
          cast<tensor::CollapseShapeOp>(view).getReassociationIndices());
    replaceOperand(op, i, source, mapsOf(op), rewriter);
    return success();
  }

  static void replaceOperand(ProductOp op, unsigned i, Value value, ArrayRef<AffineMap> maps,
                             PatternRewriter &rewriter) {
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(i, value);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
  }
};

/// The only user of a product's result, if it is an elementwise loop.
struct Epilogue {
  linalg::GenericOp loop;
  OpOperand *operand;
};
} // namespace

static std::optional<Epilogue> matchEpilogue(ProductOp op) {
  if (!op.hasPureTensorSemantics() || !op->getResult(0).hasOneUse())
    return std::nullopt;
  OpOperand &use = *op->getResult(0).getUses().begin();
  auto loop = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!loop || !isElementwise(loop) || loop->getNumResults() != 1 || !loop.isDpsInput(&use))
    return std::nullopt;
  return Epilogue{loop, &use};
}

static Value emptyLike(RewriterBase &rewriter, Location loc, Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(rewriter, loc, tensorType.getShape(), tensorType.getElementType());
}

namespace {
struct FoldBias : OpRewritePattern<ProductOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ProductOp op, PatternRewriter &rewriter) const override {
    std::optional<Epilogue> epilogue = matchEpilogue(op);
    if (op.getBias() || !epilogue || !isWide(op))
      return rewriter.notifyMatchFailure(op, "no epilogue, or a bias already");
    auto [loop, operand] = *epilogue;
    Type acc = op.getAcc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (type.getElementType() != acc || loop.getNumDpsInputs() != 2 ||
        !loop.getMatchingIndexingMap(operand).isIdentity())
      return rewriter.notifyMatchFailure(loop, "not a sum with the product in its order");
    auto sum = loop.getBody()->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
    unsigned position = operand->getOperandNumber();
    OpOperand *other = loop.getDpsInputOperand(1 - position);
    BlockArgument product = loop.getBody()->getArgument(position);
    BlockArgument added = loop.getBody()->getArgument(1 - position);
    if (!sum || loop.getBody()->getOperations().size() != 2 ||
        !((sum.getLhs() == product && sum.getRhs() == added) ||
          (sum.getRhs() == product && sum.getLhs() == added)))
      return rewriter.notifyMatchFailure(loop, "does not add one value");

    // Through broadcasts and widenings to the bias itself, in the product's space.
    Value bias = other->get();
    AffineMap map = loop.getMatchingIndexingMap(other).compose(op.getDestMap());
    while (std::optional<Move> move = matchMove(bias)) {
      bias = move->source;
      map = move->map.compose(map);
    }
    for (AffineExpr expr : map.getResults()) {
      if (!isa<AffineDimExpr>(expr) || op.getLhsMap().getResultPosition(expr) ||
          !op.getRhsMap().getResultPosition(expr))
        return rewriter.notifyMatchFailure(loop, "adds a value that is not along the columns");
    }
    if (!map.isProjectedPermutation() || bias.getDefiningOp() == op)
      return rewriter.notifyMatchFailure(loop, "the bias is not a projection");
    rewriter.setInsertionPoint(loop);
    SmallVector<AffineMap> maps = mapsOf(op);
    maps.insert(maps.begin() + 2, map);
    Value dest = emptyLike(rewriter, op.getLoc(), type);
    rewriter.replaceOp(
        loop, rebuild(rewriter, op, op.getLhs(), op.getRhs(), bias, dest, maps).getResults());
    rewriter.eraseOp(op);
    return success();
  }
};

struct FoldNarrowing : OpRewritePattern<ProductOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ProductOp op, PatternRewriter &rewriter) const override {
    std::optional<Epilogue> epilogue = matchEpilogue(op);
    if (!epilogue ||
        cast<RankedTensorType>(op->getResult(0).getType()).getElementType() != op.getAcc() ||
        !isWide(op))
      return rewriter.notifyMatchFailure(op, "no epilogue, or rounded already");
    linalg::GenericOp loop = epilogue->loop;
    auto cast = loop.getBody()->getTerminator()->getOperand(0).getDefiningOp<arith::TruncFOp>();
    if (!cast || cast.getIn() != loop.getBody()->getArgument(0) || loop.getNumDpsInputs() != 1 ||
        !loop.getMatchingIndexingMap(epilogue->operand).isIdentity())
      return rewriter.notifyMatchFailure(loop, "is not a rounding");
    rewriter.setInsertionPoint(loop);
    Value dest = emptyLike(rewriter, op.getLoc(), loop->getResult(0).getType());
    rewriter.replaceOp(
        loop, rebuild(rewriter, op, op.getLhs(), op.getRhs(), op.getBias(), dest, mapsOf(op))
                  .getResults());
    rewriter.eraseOp(op);
    return success();
  }
};

struct FoldLayout : OpRewritePattern<ProductOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ProductOp op, PatternRewriter &rewriter) const override {
    std::optional<Epilogue> epilogue = matchEpilogue(op);
    if (!epilogue)
      return rewriter.notifyMatchFailure(op, "no epilogue");
    std::optional<Move> move = matchMove(epilogue->loop->getResult(0));
    if (!move || move->widens || !move->map.isPermutation())
      return rewriter.notifyMatchFailure(op, "the result is not transposed");
    rewriter.setInsertionPoint(epilogue->loop);
    SmallVector<AffineMap> maps = mapsOf(op);
    maps.back() = inversePermutation(move->map).compose(maps.back());
    Value dest = emptyLike(rewriter, op.getLoc(), epilogue->loop->getResult(0).getType());
    rewriter.replaceOp(
        epilogue->loop,
        rebuild(rewriter, op, op.getLhs(), op.getRhs(), op.getBias(), dest, maps).getResults());
    rewriter.eraseOp(op);
    return success();
  }
};

struct FoldProducts : halftone::kernel::impl::FoldProductsBase<FoldProducts> {
  using FoldProductsBase::FoldProductsBase;
  void runOnOperation() override {
    auto countLoops = [&] {
      int64_t count = 0;
      getOperation()->walk([&](linalg::GenericOp) { ++count; });
      return count;
    };
    int64_t before = countLoops();
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldOperand, FoldBias, FoldNarrowing, FoldLayout>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    numFolded += before - countLoops();
  }
};
} // namespace
