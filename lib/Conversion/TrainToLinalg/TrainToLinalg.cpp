// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-train-to-linalg`: core ops of `train` to linalg on tensors. The families
// of ops have files of their own; here are the types, functions, and the pass.
#include "Lowering.h"
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CONVERTTRAINTOLINALG
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

/// Tensors keep their shape and take the element type of memory.
static void addConversions(TypeConverter &types) {
  types.addConversion([](Type type) { return type; });
  types.addConversion([](RankedTensorType type) -> Type { return storageTensor(type); });
  auto castBack = [](OpBuilder &builder, Type type, ValueRange inputs, Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs).getResult(0);
  };
  types.addSourceMaterialization(castBack);
  types.addTargetMaterialization(castBack);
}

namespace {
struct ConvertTrainToLinalg : conversion::impl::ConvertTrainToLinalgBase<ConvertTrainToLinalg> {
  using ConvertTrainToLinalgBase::ConvertTrainToLinalgBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOps(module)))
      return signalPassFailure();

    TypeConverter types;
    addConversions(types);
    RewritePatternSet patterns(&getContext());
    populateElementwise(types, patterns);
    populateShape(types, patterns);
    populateIndexed(types, patterns);
    populateReductions(types, patterns);
    populateWindows(types, patterns);
    populateSort(types, patterns);
    populateContractions(types, patterns);
    populateControl(types, patterns);
    populateRandom(types, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns, types);
    populateCallOpTypeConversionPattern(patterns, types);
    populateReturnOpTypeConversionPattern(patterns, types);

    ConversionTarget target(getContext());
    target.addIllegalDialect<train::TrainDialect>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addDynamicallyLegalOp<func::FuncOp>(
        [&](func::FuncOp op) { return types.isSignatureLegal(op.getFunctionType()); });
    target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
        [&](Operation *op) { return types.isLegal(op); });
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }

  /// Says which op cannot be lowered before anything changes.
  LogicalResult checkOps(ModuleOp module) {
    LogicalResult result = success();
    module.walk([&](Operation *op) {
      if (!isa<train::TrainDialect>(op->getDialect()))
        return;
      if (isa<train::DecomposableOpInterface>(op)) {
        op->emitError("composite op '")
            << op->getName()
            << "' must be decomposed before the lowering to linalg (train-decompose)";
        result = failure();
      }
      ++numLowered;
    });
    return result;
  }
};
} // namespace
