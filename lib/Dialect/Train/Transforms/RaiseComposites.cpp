// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-raise-composites`: from core ops that a framework printed to composites. It
//
//   1. inlines calls, since frameworks put parts of a formula in helper functions, and
//      canonicalizes, so that one computation is one value and constants are folded, by
//      the folders that are registered: that finds more, but no rule relies on it to be
//      right;
//   2. visits the ops, phase by phase, from the last to the first, and asks the rules;
//   3. refuses a match with inner values that others use, builds the composite at the root,
//      and erases what is dead.
//
// Each visit looks at a bounded neighbourhood, so the pass is linear in the ops. In a step
// that is differentiated already, the backward pass uses what is inside of the formulas of
// the forward pass, and those stay.
#include "RaiseComposites.h"

#include "halftone/Dialect/Train/Transforms/Erfc.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"

#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINRAISECOMPOSITES
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

using namespace raise;

static remark::RemarkOpts remarkOptions() {
  return remark::RemarkOpts::name("raise").category("raise-composites");
}

Match raise::Context::missed(Operation *root, StringRef composite, const Twine &reason) {
  remark::missed(root->getLoc(), remarkOptions())
      << remark::add("{0}", composite) << remark::reason("{0}", reason.str());
  return std::nullopt;
}

Type raise::getFormulaType(Value root) {
  Type element = getElementType(root);
  return element.isF32() || element.isF64() ? element : Type();
}

namespace {

/// Ops of a formula, from the root to what its inputs come from.
using Formula = llvm::SmallSetVector<Operation *, 32>;

Formula collectFormula(Operation *root, const Candidate &candidate) {
  Formula formula;
  formula.insert(root);
  for (unsigned next = 0; next < formula.size(); ++next)
    for (Value operand : formula[next]->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (def && def->getNumOperands() > 0 && !llvm::is_contained(candidate.inputs, operand))
        formula.insert(def);
    }
  return formula;
}

/// Computing it twice costs next to nothing.
bool isFree(Operation *op) {
  return isa<ReshapeOp, BroadcastInDimOp, TransposeOp, CastOp, CompareOp>(op) ||
         !isa<FloatType>(getElementType(op->getResult(0)));
}

/// An op of the formula that others use, and that would stay.
Operation *findShared(Operation *root, const Candidate &candidate, const Formula &formula) {
  for (Operation *op : formula)
    if (op != root && !isFree(op) && !llvm::is_contained(candidate.also, op->getResult(0)) &&
        !llvm::all_of(op->getUsers(), [&](Operation *user) { return formula.contains(user); }))
      return op;
  return nullptr;
}

/// True where `user`, and what is computed from it, ends up only in results of a rank,
/// which no loss has.
bool isOnlyState(Operation *user, Value operand, unsigned depth = 8) {
  if (isa<func::ReturnOp>(user))
    return !getShape(operand).empty();
  if (depth == 0 || user->getNumRegions() != 0 || user->getNumResults() != 1)
    return false;
  Value result = user->getResult(0);
  return llvm::all_of(result.getUsers(),
                      [&](Operation *next) { return isOnlyState(next, result, depth - 1); });
}

/// Users of the inner values that the composite gives as well.
SmallVector<std::pair<Operation *, Value>> getOtherUsers(const Candidate &candidate,
                                                         const Formula &formula) {
  SmallVector<std::pair<Operation *, Value>> users;
  for (Value value : candidate.also)
    for (Operation *user : value.getUsers())
      if (!formula.contains(user))
        users.push_back({user, value});
  return users;
}

/// Right behind the inputs, for what a composite gives besides its result may be used before
/// the root.
Operation *findPlace(Operation *root, const Candidate &candidate) {
  Operation *last = nullptr;
  for (Value input : candidate.inputs) {
    Operation *def = input.getDefiningOp();
    if (def && def->getBlock() == root->getBlock() && (!last || last->isBeforeInBlock(def)))
      last = def;
  }
  return last ? last->getNextNode() : &root->getBlock()->front();
}

struct RaisePass : impl::TrainRaiseCompositesBase<RaisePass> {
  using TrainRaiseCompositesBase::TrainRaiseCompositesBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    TrainRaiseCompositesBase::getDependentDialects(registry);
    func::registerInlinerExtension(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    rules = Rules();
    for (auto *add :
         {addActivationRules, addAttentionRules, addIndexRules, addLossRules, addNormRules,
          addFeatureNormRules, addGroupNormRules, addRowRules, addSmoothingRules})
      add(rules);
    return success();
  }

  void runOnOperation() override {
    Context context;
    context.keepF64 = keepF64;
    for (const std::string &name : assume) {
      bool *assumption = llvm::StringSwitch<bool *>(name)
                             .Case("finite-masks", &context.finiteMasks)
                             .Case("moderate-means", &context.moderateMeans)
                             .Case("valid-labels", &context.validLabels)
                             .Default(nullptr);
      if (!assumption) {
        getOperation().emitError()
            << "unknown assumption '" << name
            << "', expected 'finite-masks', 'moderate-means' or 'valid-labels'";
        return signalPassFailure();
      }
      *assumption = true;
    }
    // Before the functions that it is known by change.
    getOperation().walk([&](CustomGradientOp op) {
      if (!context.erfc.contains(op.getForwardAttr()) && isErfc(op))
        context.erfc.insert(op.getForwardAttr());
    });
    OpPassManager prepare(ModuleOp::getOperationName());
    prepare.addPass(createInlinerPass());
    prepare.addPass(createSymbolDCEPass());
    prepare.addPass(createCanonicalizerPass());
    prepare.addPass(createCSEPass());
    if (failed(runPipeline(prepare, getOperation())))
      return signalPassFailure();
    for (Phase phase : {Phase::Shape, Phase::Formula, Phase::Combination, Phase::Loss, Phase::Sum,
                        Phase::Mean, Phase::Cleanup})
      runPhase(phase, context);
    // Functions of erfc that a gelu took the place of.
    OpPassManager cleanup(ModuleOp::getOperationName());
    cleanup.addPass(createSymbolDCEPass());
    if (failed(runPipeline(cleanup, getOperation())))
      signalPassFailure();
  }

private:
  Rules rules;
  DenseSet<Operation *> erased;

  void runPhase(Phase phase, Context &context) {
    SmallVector<Operation *> ops;
    erased.clear();
    getOperation().walk([&](Operation *op) {
      if (!rules.lookup(phase, op).empty())
        ops.push_back(op);
    });
    for (Operation *op : llvm::reverse(ops)) {
      if (erased.contains(op) || op->use_empty())
        continue;
      for (Rules::Rule rule : rules.lookup(phase, op)) {
        std::optional<Candidate> candidate = rule(op, context);
        if (candidate && replace(op, *candidate, context))
          break;
      }
    }
  }

  bool replace(Operation *root, const Candidate &candidate, Context &context) {
    Formula formula = collectFormula(root, candidate);
    auto refuse = [&](const Twine &reason) {
      if (!candidate.name.empty())
        context.missed(root, candidate.name, reason);
      return false;
    };
    if (Operation *shared = findShared(root, candidate, formula))
      return refuse("its '" + shared->getName().getStringRef() + "' has other users");
    auto others = getOtherUsers(candidate, formula);
    Operation *place = others.empty() ? root : findPlace(root, candidate);
    for (auto [user, value] : others) {
      if (!isOnlyState(user, value))
        return refuse("its statistics have users that may lead to the loss");
      Operation *here = root->getBlock()->findAncestorOpInBlock(*user);
      if (!here || here->isBeforeInBlock(place))
        return refuse("its statistics are used before all its operands");
    }
    OpBuilder builder(place);
    CoreBuilder b(builder, root->getLoc());
    Values values = candidate.build(b);
    for (auto [old, value] : llvm::zip_equal(Values(candidate.also), ArrayRef(values).drop_front()))
      old.replaceUsesWithIf(value,
                            [&](OpOperand &use) { return !formula.contains(use.getOwner()); });
    if (!candidate.name.empty()) {
      remark::passed(root->getLoc(), remarkOptions()) << remark::add("{0}", candidate.name);
      ++numRaised;
    }
    root->getResult(0).replaceAllUsesWith(values[0]);
    eraseDead(root);
    for (Value value : ArrayRef(values).drop_front())
      if (Operation *def = value.getDefiningOp())
        eraseDead(def);
    return true;
  }

  /// Erases `op`, where nothing uses it, and what it alone used.
  void eraseDead(Operation *op) {
    SmallVector<Operation *> dead{op};
    while (!dead.empty()) {
      Operation *next = dead.pop_back_val();
      if (erased.contains(next) || !isOpTriviallyDead(next))
        continue;
      SetVector<Operation *> operands;
      for (Value operand : next->getOperands())
        if (Operation *def = operand.getDefiningOp())
          operands.insert(def);
      erased.insert(next);
      next->erase();
      llvm::append_range(dead, operands);
    }
  }
};

} // namespace
} // namespace halftone::train
