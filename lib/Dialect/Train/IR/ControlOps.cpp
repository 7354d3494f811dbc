// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers, control flow and canonical forms of ops with regions. Their assembly is
// in ControlAssembly.cpp; ops without regions are in BarrierOps.cpp.
#include "Verify.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace halftone::train;

namespace {

/// The yield that ends a region of one block; null in invalid IR.
YieldOp getYieldOf(Region &region) {
  if (region.empty() || region.front().empty())
    return {};
  return dyn_cast<YieldOp>(region.front().back());
}

LogicalResult verifyYields(Operation *op, StringRef name, Region &region, TypeRange expected) {
  YieldOp yield = getYieldOf(region);
  if (!yield)
    return op->emitOpError() << "'" << name << "' must end with 'train.yield'";
  if (TypeRange(yield.getOperandTypes()) == expected)
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "'" << name << "' must yield (" << expected
                                              << "), got (" << yield.getOperandTypes() << ")";
  diag.attachNote(yield.getLoc()) << "yielded here";
  return diag;
}

LogicalResult verifyArguments(Operation *op, StringRef name, Region &region, TypeRange expected) {
  if (TypeRange(region.getArgumentTypes()) == expected)
    return success();
  return op->emitOpError() << "the block of '" << name << "' must take (" << expected << "), got ("
                           << region.getArgumentTypes() << ")";
}

LogicalResult verifyResults(Operation *op, TypeRange inits) {
  if (op->getResultTypes() == inits)
    return success();
  return op->emitOpError() << "results must have the types of 'inits' (" << inits << "), got ("
                           << op->getResultTypes() << ")";
}

/// Puts the ops of `block` in place of `op`, whose results its yield gives.
void inlineBlock(RewriterBase &rewriter, Operation *op, Block *block, ValueRange arguments) {
  auto yield = cast<YieldOp>(block->getTerminator());
  rewriter.inlineBlockBefore(block, op, arguments);
  rewriter.replaceOp(op, yield.getOperands());
  rewriter.eraseOp(yield);
}

} // namespace

//===----------------------------------------------------------------------===//
// yield
//===----------------------------------------------------------------------===//

MutableOperandRange YieldOp::getMutableSuccessorOperands(RegionSuccessor) {
  // The condition of a loop decides where to go, and is forwarded nowhere.
  auto loop = dyn_cast<WhileOp>((*this)->getParentOp());
  if (loop && (*this)->getParentRegion() == &loop.getCond())
    return MutableOperandRange(getOperation(), 0, 0);
  return getOperandsMutable();
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, int64_t tripCount, ValueRange inits,
                  function_ref<SmallVector<Value>(OpBuilder &, Location, Value, ValueRange)> body) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  state.getOrAddProperties<Properties>().trip_count = builder.getI64IntegerAttr(tripCount);
  Block *block = builder.createBlock(state.addRegion());
  Value induction =
      block->addArgument(RankedTensorType::get({}, builder.getI32Type()), state.location);
  for (Value init : inits)
    block->addArgument(init.getType(), init.getLoc());
  SmallVector<Value> next =
      body(builder, state.location, induction, block->getArguments().drop_front());
  YieldOp::create(builder, state.location, next);
}

YieldOp ForOp::getYield() { return getYieldOf(getBody()); }

LogicalResult ForOp::verify() {
  if (static_cast<int64_t>(getTripCount()) < 0) // (C1)
    return emitOpError() << "'trip_count' must be at least 0, got "
                         << static_cast<int64_t>(getTripCount());
  SmallVector<Type> arguments{RankedTensorType::get({}, IntegerType::get(getContext(), 32))};
  llvm::append_range(arguments, getInits().getTypes());
  return failure(failed(verifyArguments(*this, "body", getBody(), arguments)) ||          // (C2)
                 failed(verifyYields(*this, "body", getBody(), getInits().getTypes())) || // (C3)
                 failed(verifyResults(*this, getInits().getTypes())));
}

OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

void ForOp::getSuccessorRegions(RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &regions) {
  int64_t count = getTripCount();
  bool entering = point.isParent();
  if (entering ? count > 0 : count != 1)
    regions.emplace_back(&getBody(), getCarriedArgs());
  if (!entering || count <= 0)
    regions.emplace_back(getOperation(), getResults());
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getBody()}; }
Block::BlockArgListType ForOp::getRegionIterArgs() { return getCarriedArgs(); }
std::optional<ResultRange> ForOp::getLoopResults() { return getResults(); }
std::optional<MutableArrayRef<OpOperand>> ForOp::getYieldedValuesMutable() {
  return getYield()->getOpOperands();
}
std::optional<APInt> ForOp::getStaticTripCount() { return APInt(64, getTripCount()); }

LogicalResult ForOp::promoteIfSingleIteration(RewriterBase &rewriter) {
  if (getTripCount() != 1)
    return failure();
  rewriter.setInsertionPoint(*this);
  SmallVector<Value> arguments{splat(rewriter, getLoc(), getInductionVar().getType(), 0)};
  llvm::append_range(arguments, getInits());
  inlineBlock(rewriter, *this, &getBody().front(), arguments);
  return success();
}

LogicalResult ForOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  if (getTripCount() != 0 || getNumResults() == 0)
    return failure();
  results.append(getInits().begin(), getInits().end());
  return success();
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(+[](ForOp op, PatternRewriter &rewriter) -> LogicalResult {
    if (failed(op.promoteIfSingleIteration(rewriter)))
      return rewriter.notifyMatchFailure(op, "does not run exactly once");
    return success();
  });
  populateRegionBranchOpInterfaceCanonicalizationPatterns(patterns, getOperationName());
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

YieldOp WhileOp::getCondYield() { return getYieldOf(getCond()); }
YieldOp WhileOp::getBodyYield() { return getYieldOf(getBody()); }

LogicalResult WhileOp::verify() {
  TypeRange types = getInits().getTypes();
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return failure(failed(verifyArguments(*this, "cond", getCond(), types)) || // (C1)
                 failed(verifyArguments(*this, "body", getBody(), types)) ||
                 failed(verifyYields(*this, "cond", getCond(), pred)) ||  // (C2)
                 failed(verifyYields(*this, "body", getBody(), types)) || // (C3)
                 failed(verifyResults(*this, types)));
}

OperandRange WhileOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

void WhileOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &regions) {
  Operation *from = point.getTerminatorPredecessorOrNull();
  if (from && from->getParentRegion() == &getCond()) {
    // Control goes on, but no operand of this yield does: for forward analyses what comes
    // to the body and leaves the loop is unknown.
    regions.emplace_back(&getBody(), Block::BlockArgListType());
    regions.emplace_back(getOperation(), getOperation()->getResults().take_front(0));
    return;
  }
  // The condition sees the carried values on their way to the body or out of the loop. So
  // values go from here to all three, although control passes the condition first.
  regions.emplace_back(&getCond(), getCond().getArguments());
  regions.emplace_back(&getBody(), getBody().getArguments());
  regions.emplace_back(getOperation(), getResults());
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

YieldOp IfOp::getThenYield() { return getYieldOf(getThenRegion()); }
YieldOp IfOp::getElseYield() { return getYieldOf(getElseRegion()); }

LogicalResult IfOp::verify() {
  return failure(
      failed(verifyYields(*this, "then_region", getThenRegion(), getResultTypes())) || // (C1)
      failed(verifyYields(*this, "else_region", getElseRegion(), getResultTypes())) ||
      failed(verifyArguments(*this, "then_region", getThenRegion(), {})) || // (C2)
      failed(verifyArguments(*this, "else_region", getElseRegion(), {})));
}

OperandRange IfOp::getEntrySuccessorOperands(RegionSuccessor) {
  return {getOperation()->operand_end(), getOperation()->operand_end()};
}

void IfOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.emplace_back(getOperation(), getResults());
    return;
  }
  regions.emplace_back(&getThenRegion());
  regions.emplace_back(&getElseRegion());
}

void IfOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands,
                                    SmallVectorImpl<RegionSuccessor> &regions) {
  auto pred = dyn_cast_or_null<DenseElementsAttr>(operands.front());
  if (!pred)
    return getSuccessorRegions(RegionBranchPoint::parent(), regions);
  regions.emplace_back(pred.getSplatValue<bool>() ? &getThenRegion() : &getElseRegion());
}

void IfOp::getRegionInvocationBounds(ArrayRef<Attribute> operands,
                                     SmallVectorImpl<InvocationBounds> &bounds) {
  auto pred = dyn_cast_or_null<DenseElementsAttr>(operands.front());
  bool taken = pred && pred.getSplatValue<bool>();
  bounds.emplace_back(pred && taken, !pred || taken);
  bounds.emplace_back(pred && !taken, !pred || !taken);
}

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(+[](IfOp op, PatternRewriter &rewriter) -> LogicalResult {
    DenseElementsAttr pred;
    if (!matchPattern(op.getPred(), m_Constant(&pred)))
      return rewriter.notifyMatchFailure(op, "predicate is no constant");
    Region &taken = pred.getSplatValue<bool>() ? op.getThenRegion() : op.getElseRegion();
    inlineBlock(rewriter, op, &taken.front(), {});
    return success();
  });
  populateRegionBranchOpInterfaceCanonicalizationPatterns(patterns, getOperationName());
}

//===----------------------------------------------------------------------===//
// precision
//===----------------------------------------------------------------------===//

YieldOp PrecisionOp::getYield() { return getYieldOf(getBody()); }

LogicalResult PrecisionOp::verify() {
  if (failed(verifyYields(*this, "body", getBody(), getResultTypes()))) // (C1)
    return failure();
  FloatType compute = getCompute();
  if (getTf32() && !compute.isF32()) // (C2)
    return emitOpError() << "'tf32' needs 'compute' f32, got " << compute;
  if (!isa<Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type>(compute))
    return emitOpError() << "'compute' must be f32, f16, bf16, f8E4M3FN or f8E5M2, got " // (C3)
                         << compute;
  return verifyArguments(*this, "body", getBody(), {}); // (C4)
}

OperandRange PrecisionOp::getEntrySuccessorOperands(RegionSuccessor) {
  return {getOperation()->operand_end(), getOperation()->operand_end()};
}

void PrecisionOp::getSuccessorRegions(RegionBranchPoint point,
                                      SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.emplace_back(&getBody());
  else
    regions.emplace_back(getOperation(), getResults());
}

void PrecisionOp::getRegionInvocationBounds(ArrayRef<Attribute>,
                                            SmallVectorImpl<InvocationBounds> &bounds) {
  bounds.emplace_back(1, 1);
}

/// A new region op as `op`, with fewer results and no body.
static PrecisionOp makeLike(OpBuilder &builder, PrecisionOp op, TypeRange types) {
  return PrecisionOp::create(builder, op.getLoc(), types, op.getCompute(), op.getTf32());
}
static CheckpointOp makeLike(OpBuilder &builder, CheckpointOp op, TypeRange types) {
  return CheckpointOp::create(builder, op.getLoc(), types, op.getSave());
}

/// Drops the results that nobody uses, so that what computes them can go.
template <typename OpT> static LogicalResult dropUnusedResults(OpT op, PatternRewriter &rewriter) {
  llvm::BitVector unused(op.getNumResults());
  for (OpResult result : op->getResults())
    unused[result.getResultNumber()] = result.use_empty();
  if (unused.none() || unused.all()) // without any, the op is dead as a whole
    return rewriter.notifyMatchFailure(op, "all results are used, or none");
  SmallVector<Type> types;
  for (OpResult result : op->getResults())
    if (!unused[result.getResultNumber()])
      types.push_back(result.getType());
  OpT fewer = makeLike(rewriter, op, types);
  fewer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getBody(), fewer.getBody(), fewer.getBody().end());
  rewriter.modifyOpInPlace(fewer.getYield(), [&] { fewer.getYield()->eraseOperands(unused); });
  size_t next = 0;
  SmallVector<Value> replacements;
  for (OpResult result : op->getResults())
    replacements.push_back(unused[result.getResultNumber()] ? Value() : fewer->getResult(next++));
  rewriter.replaceOp(op, replacements);
  return success();
}

void PrecisionOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  // The region itself is a user's wish: it stays, also where it is empty or says what
  // the region around it says.
  patterns.add(dropUnusedResults<PrecisionOp>);
}

//===----------------------------------------------------------------------===//
// checkpoint
//===----------------------------------------------------------------------===//

void CheckpointOp::build(OpBuilder &builder, OperationState &state, TypeRange outputs,
                         CheckpointSave save) {
  state.addTypes(outputs);
  state.getOrAddProperties<Properties>().save = CheckpointSaveAttr::get(builder.getContext(), save);
  state.addRegion();
}

YieldOp CheckpointOp::getYield() { return getYieldOf(getBody()); }

LogicalResult CheckpointOp::verify() {
  return failure(failed(verifyYields(*this, "body", getBody(), getResultTypes())) || // (C1)
                 failed(verifyArguments(*this, "body", getBody(), {})));             // (C2)
}

OperandRange CheckpointOp::getEntrySuccessorOperands(RegionSuccessor) {
  return {getOperation()->operand_end(), getOperation()->operand_end()};
}

void CheckpointOp::getSuccessorRegions(RegionBranchPoint point,
                                       SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.emplace_back(&getBody());
  else
    regions.emplace_back(getOperation(), getResults());
}

void CheckpointOp::getRegionInvocationBounds(ArrayRef<Attribute>,
                                             SmallVectorImpl<InvocationBounds> &bounds) {
  bounds.emplace_back(1, 1);
}

void CheckpointOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(dropUnusedResults<CheckpointOp>);
}
