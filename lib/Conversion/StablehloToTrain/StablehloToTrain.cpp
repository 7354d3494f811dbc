// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-stablehlo-to-train`: the pass, and the walk over the ops. The families of
// rules have files of their own.
#include "Convert.h"
#include "halftone/Conversion/StablehloToTrain/Passes.h"
#include "halftone/Dialect/Train/Transforms/CheckCalls.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOTRAIN
#include "halftone/Conversion/StablehloToTrain/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

const Rules &conversion::getRules() {
  static const Rules rules = [] {
    Rules all;
    addElementwiseRules(all);
    addFunctionRules(all);
    addBroadcastingRules(all);
    addShapeRules(all);
    addIndexRules(all);
    addContractionRules(all);
    addReductionRules(all);
    addWindowRules(all);
    addSortRules(all);
    addControlRules(all);
    addCallRules(all);
    addNormRules(all);
    addRandomRules(all);
    addCollectiveRules(all);
    addUpstreamRules(all);
    return all;
  }();
  return rules;
}

InFlightDiagnostic Converter::refuse(Operation *op) {
  return op->emitError("op '") << op->getName() << "' has no counterpart in 'train': ";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {

/// Ops that stay: those of `train`, functions and calls of them.
bool staysAsItIs(Operation *op) {
  return isa<train::TrainDialect>(op->getDialect()) ||
         isa<func::FuncOp, func::CallOp, func::ReturnOp, ModuleOp>(op);
}

LogicalResult checkTypes(Operation *op) {
  for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (failed(checkType(op, type)))
        return failure();
  return success();
}

/// Shardings mean nothing on one device.
bool isShardingConstraint(Operation *op) {
  return op->getName().getStringRef() == "sdy.sharding_constraint" && op->getNumRegions() == 0 &&
         op->getOperandTypes() == op->getResultTypes();
}

LogicalResult convertOp(Operation *op, ConversionState &state) {
  if (isShardingConstraint(op)) {
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
    return success();
  }
  Rule rule = getRules().lookup(op);
  if (!rule) {
    // A dialect that nobody registered keeps its ops' names only.
    if (op->getDialect() && staysAsItIs(op)) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (failed(convertBlock(block, state)))
            return failure();
      return success();
    }
    return op->emitError("op '") << op->getName() << "' has no counterpart in 'train'";
  }
  if (failed(checkTypes(op)))
    return failure();
  OpBuilder builder(op);
  Converter b(builder, op->getLoc(), state);
  FailureOr<Values> values = rule(op, b);
  if (failed(values))
    return failure();
  if (TypeRange(ValueRange(*values)) != TypeRange(op->getResultTypes()))
    return op->emitError("op '") << op->getName() << "' was converted to values of types "
                                 << TypeRange(ValueRange(*values)) << ", expected "
                                 << op->getResultTypes();
  op->replaceAllUsesWith(*values);
  op->erase();
  ++state.numConverted;
  return success();
}

} // namespace

LogicalResult conversion::convertBlock(Block &block, ConversionState &state) {
  LogicalResult result = success();
  // New ops come before the one that is converted, so the walk doesn't meet them.
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(convertOp(&op, state)))
      result = failure();
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

LogicalResult convertFunction(func::FuncOp function, ConversionState &state) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(checkType(function, type)))
      return failure();
  if (function.isExternal())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitError("function '")
           << function.getName() << "' has " << function.getBody().getBlocks().size()
           << " blocks, expected one";
  if (failed(makeStatic(function)))
    return failure();
  return convertBlock(function.getBody().front(), state);
}

struct ConvertStablehloToTrain
    : conversion::impl::ConvertStablehloToTrainBase<ConvertStablehloToTrain> {
  using ConvertStablehloToTrainBase::ConvertStablehloToTrainBase;

  /// Some rules go through another op of these dialects.
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertStablehloToTrainBase::getDependentDialects(registry);
    registry.insert<stablehlo::StableHLODialect, chlo::ChloDialect>();
  }

  void runOnOperation() override {
    ConversionState state;
    state.tf32 = tf32;
    if (failed(run(state)))
      signalPassFailure();
    numConverted += state.numConverted;
    numLoops += state.numLoops;
    numLifted += state.numLifted;
  }

  LogicalResult run(ConversionState &state) {
    ModuleOp module = getOperation();
    if (failed(train::checkCalls(module)))
      return failure();
    LogicalResult result = success();
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      LogicalResult converted = success();
      if (auto function = dyn_cast<func::FuncOp>(op))
        converted = convertFunction(function, state);
      else if (op.getName().getStringRef() == "sdy.mesh")
        op.erase(); // shardings mean nothing on one device
      else
        converted = op.emitError("op '") << op.getName() << "' has no counterpart in 'train'";
      if (failed(converted))
        result = failure();
    }
    return result;
  }
};

} // namespace
