// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions, calls and barriers. Every value that a region yields is written into a
// tensor that exists before it, so that after bufferisation no region returns a
// buffer of its own.
#include "Lowering.h"
#include "halftone/Kernels/KernelOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
namespace halftone::conversion {

/// `value`, or a copy where it is what another of `dests` holds: a loop that exchanges
/// what it carries must not overwrite one before the other is read.
static Value readBefore(Builder &b, Value value, Value dest, ValueRange dests) {
  if (value == dest || !llvm::is_contained(dests, value))
    return value;
  return bufferization::AllocTensorOp::create(b, cast<RankedTensorType>(value.getType()),
                                              /*dynamicSizes=*/ValueRange(), /*copy=*/value);
}

/// `values` written into `dests`.
static SmallVector<Value> writeInto(Builder &b, ValueRange values, ValueRange dests) {
  SmallVector<Value> ready, written;
  for (auto [value, dest] : llvm::zip_equal(values, dests))
    ready.push_back(readBefore(b, value, dest, dests));
  for (auto [value, dest] : llvm::zip_equal(ready, dests))
    written.push_back(
        bufferization::MaterializeInDestinationOp::create(b, value, dest).getResult());
  return written;
}

/// Moves the block of a region into `target`, whose arguments stand for the
/// block's; returns the values that it yielded, converted.
static SmallVector<Value> moveBody(ConversionPatternRewriter &rewriter, Region &region,
                                   Block *target, ValueRange args) {
  Operation *yield = region.front().getTerminator();
  rewriter.inlineBlockBefore(&region.front(), target, target->end(), args);
  SmallVector<Value> values;
  (void)rewriter.getRemappedValues(yield->getOperands(), values);
  rewriter.setInsertionPoint(yield);
  rewriter.eraseOp(yield);
  rewriter.setInsertionPointToEnd(target);
  return values;
}

/// What a loop starts from. An argument of the function may be the place of a result of
/// the loop too, which is then written while the loop still reads its start: a copy.
static SmallVector<Value> startOf(Builder &b, ValueRange inits) {
  SmallVector<Value> starts(inits);
  for (Value &start : starts)
    if (isa<BlockArgument>(start))
      start = bufferization::AllocTensorOp::create(b, cast<RankedTensorType>(start.getType()),
                                                   /*dynamicSizes=*/ValueRange(), /*copy=*/start);
  return starts;
}

namespace {
struct ForLowering : Lowering<train::ForOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ForOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto loop = scf::ForOp::create(b, index(b, 0), index(b, op.getTripCount()), index(b, 1),
                                   startOf(b, adaptor.getInits()),
                                   [](OpBuilder &, Location, Value, ValueRange) {});
    Block *body = loop.getBody();
    rewriter.setInsertionPointToEnd(body);
    Builder start(op.getLoc(), rewriter); // a builder has an insertion point of its own
    Value counter = arith::IndexCastOp::create(start, b.getI32Type(), loop.getInductionVar());
    SmallVector<Value> args{
        tensor::FromElementsOp::create(start, RankedTensorType::get({}, b.getI32Type()), counter)};
    llvm::append_range(args, loop.getRegionIterArgs());
    SmallVector<Value> values = moveBody(rewriter, op.getBodyRegion(), body, args);
    Builder end(op.getLoc(), rewriter);
    scf::YieldOp::create(end, writeInto(end, values, loop.getRegionIterArgs()));
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

struct WhileLowering : Lowering<train::WhileOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::WhileOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    SmallVector<Type> types(adaptor.getInits().getTypes());
    auto loop = scf::WhileOp::create(b, types, adaptor.getInits());
    SmallVector<Location> locs(types.size(), op.getLoc());
    Block *before = rewriter.createBlock(&loop.getBefore(), {}, types, locs);
    Block *after = rewriter.createBlock(&loop.getAfter(), {}, types, locs);
    rewriter.setInsertionPointToEnd(before);
    SmallVector<Value> condition = moveBody(rewriter, op.getCond(), before, before->getArguments());
    {
      Builder end(op.getLoc(), rewriter);
      Value scalar = tensor::ExtractOp::create(end, condition.front(), ValueRange());
      scf::ConditionOp::create(end, decode(end, scalar, end.getI1Type()), before->getArguments());
    }
    rewriter.setInsertionPointToEnd(after);
    SmallVector<Value> values = moveBody(rewriter, op.getBody(), after, after->getArguments());
    Builder end(op.getLoc(), rewriter);
    scf::YieldOp::create(end, writeInto(end, values, after->getArguments()));
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

struct IfLowering : Lowering<train::IfOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::IfOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    SmallVector<Value> dests;
    SmallVector<Type> types;
    for (Value output : op.getOutputs()) {
      types.push_back(storageTensor(output.getType()));
      // A buffer of its own: an empty tensor would be one with other empty tensors, and
      // the pass that eliminates those would give the branches different ones.
      dests.push_back(allocated(b, storageTensor(output.getType())));
    }
    Value condition =
        decode(b, tensor::ExtractOp::create(b, adaptor.getPred(), ValueRange()), b.getI1Type());
    auto choice =
        scf::IfOp::create(b, types, condition, /*addThenBlock=*/true, /*addElseBlock=*/true);
    auto fill = [&](Region &from, Block *to) {
      rewriter.setInsertionPointToEnd(to);
      SmallVector<Value> values = moveBody(rewriter, from, to, {});
      Builder end(op.getLoc(), rewriter);
      scf::YieldOp::create(end, writeInto(end, values, dests));
    };
    fill(op.getThenRegion(), choice.thenBlock());
    fill(op.getElseRegion(), choice.elseBlock());
    rewriter.replaceOp(op, choice.getResults());
    return success();
  }
};

/// The body's place is that of the op.
template <typename OpTy> struct RegionLowering : Lowering<OpTy> {
  using Lowering<OpTy>::Lowering;
  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Operation *yield = op.getBody().front().getTerminator();
    rewriter.inlineBlockBefore(&op.getBody().front(), op->getBlock(), op->getIterator());
    SmallVector<Value> values;
    if (failed(rewriter.getRemappedValues(yield->getOperands(), values)))
      return rewriter.notifyMatchFailure(op, "yielded values are not converted");
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, values);
    return success();
  }
};

/// Ops that yield their operands, on one device.
template <typename OpTy> struct ForwardLowering : Lowering<OpTy> {
  using Lowering<OpTy>::Lowering;
  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      if (operand.getType() != result.getType())
        return op->emitOpError("needs more than one device: expected a result of type ")
               << operand.getType() << ", got " << result.getType();
    rewriter.replaceOp(op, adaptor.getOperands());
    return success();
  }
};

/// A wall among tensors too: equal loops would be shared across it.
struct BarrierLowering : Lowering<train::OptimizationBarrierOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::OptimizationBarrierOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<kernel::BarrierOp>(op, adaptor.getInputs());
    return success();
  }
};

struct CustomGradientLowering : Lowering<train::CustomGradientOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::CustomGradientOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getForwardAttr());
    if (!callee)
      return op.emitOpError("calls '") << op.getForward() << "', which is not a function";
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(callee.getFunctionType().getResults(), types)))
      return rewriter.notifyMatchFailure(op, "unsupported result type");
    auto call = func::CallOp::create(rewriter, op.getLoc(), types, op.getForwardAttr(),
                                     adaptor.getInputs());
    rewriter.replaceOp(op, call.getResults().take_front(op->getNumResults()));
    return success();
  }
};
} // namespace

void populateControl(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ForLowering, WhileLowering, IfLowering, RegionLowering<train::PrecisionOp>,
               RegionLowering<train::CheckpointOp>, CustomGradientLowering, BarrierLowering,
               ForwardLowering<train::StopGradientOp>, ForwardLowering<train::AllReduceOp>,
               ForwardLowering<train::AllGatherOp>, ForwardLowering<train::ReduceScatterOp>>(
      types, patterns.getContext());
}

} // namespace halftone::conversion
