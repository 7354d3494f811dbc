// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that run regions, and barriers. Regions move as they are, and their ops are
// converted where they then stand.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

/// Converts a region that has moved into an op of `train`, and its end.
LogicalResult convertRegion(Region &region, Converter &b) {
  Block &block = region.front();
  auto end = dyn_cast<stablehlo::ReturnOp>(block.getTerminator());
  if (!end)
    return block.getTerminator()->emitError("op '")
           << block.getTerminator()->getName() << "' ends a region, expected 'stablehlo.return'";
  OpBuilder builder(end);
  train::YieldOp::create(builder, end.getLoc(), end.getResults());
  end.erase();
  return convertBlock(block, b.getState());
}

LogicalResult checkRegionTypes(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty())
      return Converter::refuse(op) << "a region that isn't one block";
    for (Type type : region.getArgumentTypes())
      if (failed(checkType(op, type)))
        return failure();
  }
  return success();
}

FailureOr<Values> whileLoop(stablehlo::WhileOp op, Converter &b) {
  if (failed(checkRegionTypes(op)))
    return failure();
  auto loop =
      train::WhileOp::create(b.getBuilder(), b.getLoc(), op.getResultTypes(), op.getOperand());
  loop.getCond().takeBody(op.getCond());
  loop.getBody().takeBody(op.getBody());
  if (failed(convertRegion(loop.getCond(), b)) || failed(convertRegion(loop.getBody(), b)))
    return failure();
  if (std::optional<Values> results = convertCountingLoop(loop)) {
    ++b.getState().numLoops;
    return *results;
  }
  return Values(loop.getResults());
}

FailureOr<Values> conditional(stablehlo::IfOp op, Converter &b) {
  if (failed(checkRegionTypes(op)))
    return failure();
  auto branch = train::IfOp::create(b.getBuilder(), b.getLoc(), op.getResultTypes(), op.getPred());
  branch.getThenRegion().takeBody(op.getTrueBranch());
  branch.getElseRegion().takeBody(op.getFalseBranch());
  if (failed(convertRegion(branch.getThenRegion(), b)) ||
      failed(convertRegion(branch.getElseRegion(), b)))
    return failure();
  return Values(branch.getResults());
}

/// A branch that is always taken stands in its place.
FailureOr<Values> onlyBranch(Region &region, Converter &b) {
  if (failed(convertRegion(region, b)))
    return failure();
  Block &block = region.front();
  Operation *end = block.getTerminator();
  Values results(end->getOperands());
  end->erase();
  OpBuilder &builder = b.getBuilder();
  builder.getInsertionBlock()->getOperations().splice(builder.getInsertionPoint(),
                                                      block.getOperations());
  return results;
}

/// They nest, one in the other.
constexpr size_t maxBranches = 256;

/// A chain of `if`; an index out of range takes the last branch.
FailureOr<Values> caseOf(stablehlo::CaseOp op, Converter &b) {
  if (failed(checkRegionTypes(op)))
    return failure();
  if (op.getBranches().empty())
    return Converter::refuse(op) << "no branches";
  if (op.getBranches().size() > maxBranches)
    return Converter::refuse(op) << op.getBranches().size() << " branches, expected at most "
                                 << maxBranches;
  Value index = op.getIndex();
  TypeRange types = op.getResultTypes();
  OpBuilder builder = b.getBuilder();
  Values results;
  int64_t count = op.getBranches().size();
  if (count == 1)
    return onlyBranch(op.getBranches()[0], b);
  for (int64_t i = 0; i + 1 < count; ++i) {
    train::CoreBuilder inner(builder, b.getLoc());
    Value taken = inner.eq(index, inner.splatInt({}, train::getElementType(index), i));
    auto branch = train::IfOp::create(builder, b.getLoc(), types, taken);
    if (i == 0)
      results = Values(branch.getResults());
    else
      train::YieldOp::create(builder, b.getLoc(), branch.getResults());
    branch.getThenRegion().takeBody(op.getBranches()[i]);
    if (failed(convertRegion(branch.getThenRegion(), b)))
      return failure();
    if (i + 2 == count) {
      branch.getElseRegion().takeBody(op.getBranches()[i + 1]);
      if (failed(convertRegion(branch.getElseRegion(), b)))
        return failure();
    } else {
      builder.createBlock(&branch.getElseRegion());
    }
  }
  return results;
}

Values barrier(stablehlo::OptimizationBarrierOp op, Converter &b) {
  auto wall = train::OptimizationBarrierOp::create(b.getBuilder(), b.getLoc(),
                                                   op->getOperandTypes(), op->getOperands());
  return Values(wall.getResults());
}

} // namespace

void conversion::addControlRules(Rules &rules) {
  rules.add<whileLoop>();
  rules.add<conditional>();
  rules.add<caseOf>();
  rules.add<barrier>();
}
