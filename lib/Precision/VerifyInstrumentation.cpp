// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier after each pass. A pass is held to the rules from the moment when the step
// keeps them all: before that it is being built. It ends with the step's `train` ops.
//
// An instrumentation can't fail a pass, so a last pass of the pipeline does, where a rule
// was broken on the way.
#include "halftone/Precision/Verifier.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <mutex>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// Whether the module has a step that consists of `train` ops: constants of upstream
/// dialects, and calls, may be among them.
bool hasTrainStep(ModuleOp module) {
  auto step = module.lookupSymbol<func::FuncOp>(train::kStepFunction);
  if (!step || step.isExternal() || !step.getBody().hasOneBlock())
    return false;
  bool hasTrain = false, hasOther = false;
  for (Operation &op : step.getBody().front()) {
    bool isTrain = isa_and_nonnull<train::TrainDialect>(op.getDialect());
    hasTrain |= isTrain;
    hasOther |= !isTrain && !isa_and_nonnull<func::FuncDialect>(op.getDialect()) &&
                !op.hasTrait<OpTrait::ConstantLike>();
  }
  return hasTrain && !hasOther;
}

/// How many ops of a module have a decomposition, and how many casts there are.
struct OpCounts {
  explicit OpCounts(ModuleOp module) {
    module.walk([&](Operation *op) {
      composites += isa<train::DecomposableOpInterface>(op);
      casts += isa<train::CastOp>(op);
    });
  }
  size_t composites = 0, casts = 0;
};

/// Whether the step keeps all rules; prints nothing.
bool isClean(ModuleOp module, const VerifierOptions &options) {
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  return succeeded(verifyPrecision(module, options));
}

class VerifyPrecisionInstrumentation : public PassInstrumentation {
public:
  VerifyPrecisionInstrumentation(const VerifierOptions &options, std::shared_ptr<bool> broken)
      : options(options), broken(std::move(broken)) {
    this->options.reportWaste = false; // a later pass may clean up
  }

  void runBeforePass(Pass *, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (!module || *broken)
      return;
    isArmed = isArmed || (hasTrainStep(module) && isClean(module, options));
    if (isArmed)
      before = OpCounts(module);
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (!module)
      return noteInner(pass);
    SmallVector<std::string> inner = takeInner();
    if (!isArmed || *broken)
      return;
    if (!hasTrainStep(module)) {
      isArmed = false;
      return;
    }
    OpCounts now(module);
    if (before && now.composites < before->composites && now.casts > before->casts)
      options.verifyCasts = false; // decomposed
    options.context = "after " + describe(pass, inner);
    *broken = failed(verifyPrecision(module, options));
  }

private:
  /// Passes on functions run at once; the module is looked at when they are done.
  void noteInner(Pass *pass) {
    std::scoped_lock lock(mutex);
    std::string name = pass->getArgument().str();
    if (!name.empty() && !llvm::is_contained(innerPasses, name))
      innerPasses.push_back(name);
  }
  SmallVector<std::string> takeInner() {
    std::scoped_lock lock(mutex);
    return std::move(innerPasses);
  }

  static std::string describe(Pass *pass, ArrayRef<std::string> inner) {
    if (!pass->getArgument().empty())
      return ("pass '" + pass->getArgument() + "'").str();
    std::string text = inner.size() == 1 ? "pass" : "one of the passes";
    for (auto [i, name] : llvm::enumerate(inner))
      text += (i ? ", '" : " '") + name + "'";
    return inner.empty() ? ("pass '" + pass->getName() + "'").str() : text;
  }

  VerifierOptions options;
  std::shared_ptr<bool> broken;
  bool isArmed = false;
  std::optional<OpCounts> before;
  std::mutex mutex;
  SmallVector<std::string> innerPasses;
};

/// Fails where the instrumentation saw a broken rule.
struct FailIfBroken : PassWrapper<FailIfBroken, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailIfBroken)
  explicit FailIfBroken(std::shared_ptr<bool> broken) : broken(std::move(broken)) {}
  FailIfBroken(const FailIfBroken &other) = default;
  StringRef getArgument() const override { return "fail-if-precision-broken"; }
  void runOnOperation() override {
    if (*broken)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
  std::shared_ptr<bool> broken;
};

} // namespace

void halftone::precision::verifyPrecisionAfterEachPass(PassManager &pm,
                                                       const VerifierOptions &options) {
  auto broken = std::make_shared<bool>(false);
  pm.addInstrumentation(std::make_unique<VerifyPrecisionInstrumentation>(options, broken));
  pm.addPass(std::make_unique<FailIfBroken>(broken));
}
