// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-decompose`: replaces composites by core ops, and the registration of all
// decompositions.
#include "Decompose.h"

#include "halftone/Dialect/Train/Transforms/Checkpoints.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINDECOMPOSE
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

static void attachAll(MLIRContext *context, TrainDialect *) {
  attachActivationDecompositions(context);
  attachAttentionDecompositions(context);
  attachIndexDecompositions(context);
  attachLossDecompositions(context);
  attachNormDecompositions(context);
  attachOptimizerDecompositions(context);
  attachRowDecompositions(context);
  attachScalingDecompositions(context);
}

void registerDecompositions(DialectRegistry &registry) { registry.addExtension(attachAll); }

namespace {

struct TrainDecompose : public impl::TrainDecomposeBase<TrainDecompose> {
  using TrainDecomposeBase::TrainDecomposeBase;

  /// The pass works in a context that nobody prepared.
  void getDependentDialects(DialectRegistry &registry) const override {
    TrainDecomposeBase::getDependentDialects(registry);
    registerDecompositions(registry);
  }

  LogicalResult initialize(MLIRContext *) override {
    onlyNames = toSet(only);
    exceptNames = toSet(except);
    return success();
  }

  void runOnOperation() override {
    if (isWanted(CheckpointOp::getOperationName()))
      inlineCheckpoints(getOperation());
    SmallVector<DecomposableOpInterface> composites;
    getOperation()->walk([&](DecomposableOpInterface op) {
      if (isWanted(op))
        composites.push_back(op);
    });
    for (DecomposableOpInterface op : composites)
      if (failed(decompose(op)))
        return signalPassFailure();
    numDecomposed += composites.size();
  }

private:
  llvm::StringSet<> onlyNames, exceptNames;

  /// Names are given with or without their dialect's: `train.softmax` or `softmax`.
  static llvm::StringSet<> toSet(ArrayRef<std::string> names) {
    llvm::StringSet<> set;
    for (StringRef name : names)
      set.insert(name.contains('.') ? name.str() : ("train." + name).str());
    return set;
  }

  bool isWanted(Operation *op) const { return isWanted(op->getName().getStringRef()); }
  bool isWanted(StringRef name) const {
    return (onlyNames.empty() || onlyNames.contains(name)) && !exceptNames.contains(name);
  }

  static LogicalResult decompose(DecomposableOpInterface op) {
    OpBuilder builder(op);
    FailureOr<SmallVector<Value>> values = op.decompose(builder);
    if (failed(values))
      return op->emitError() << "failed to decompose '" << op->getName() << "'";
    op->replaceAllUsesWith(*values);
    op->erase();
    return success();
  }
};

} // namespace
} // namespace halftone::train
