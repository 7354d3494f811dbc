// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `verify-precision`: the table of rules, what they share, and their order.
// VerifyRules.h says where each family is.
#include "VerifyRules.h"

#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/StepDegrees.h"
#include "halftone/Precision/Passes.h"

namespace halftone::precision {
#define GEN_PASS_DEF_VERIFYPRECISION
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

//===----------------------------------------------------------------------===//
// Rules and messages
//===----------------------------------------------------------------------===//

static constexpr VerifierRule rules[] = {
    {"V1", "the scale is off before a gradient is used", RuleKind::Structural},
    {"V2", "the scale is on once, and taken off once", RuleKind::Structural},
    {"V3", "no result holds the scale", RuleKind::Structural},
    {"V4", "every update is gated", RuleKind::Structural},
    {"V5", "state and hyper-parameters are f32", RuleKind::Numerical},
    {"V6", "loss, seed and scale are f32", RuleKind::Numerical},
    {"V7", "no rounding inside an f32 island", RuleKind::Numerical},
    {"V8", "a weight copy is the cast of its master", RuleKind::Numerical},
    {"V9", "the finite check covers every gradient", RuleKind::Structural},
    {"V10", "the finite check is behind the unscale", RuleKind::Structural},
    {"V11", "the scaler's state follows the finite check, ungated", RuleKind::Structural},
    {"V12", "an update is made of its own old value and gradient", RuleKind::Structural},
    {"V13", "gradients reach the optimizer in f32", RuleKind::Numerical},
    {"V14", "what is f32 by definition was never narrower", RuleKind::Numerical},
    {"V15", "gradients of micro-batches are summed in f32", RuleKind::Numerical},
    {"V16", "the backward pass of a region has the region's compute type", RuleKind::Numerical},
    {"V17", "TF32 only where it is said", RuleKind::Numerical},
    {"V18", "accumulators below f32 only where it is said", RuleKind::Numerical},
    {"V19", "what is narrowed stays in range", RuleKind::Numerical},
    {"V20", "a value is rounded once", RuleKind::Numerical},
    {"V21", "one narrowing cast for each value and type", RuleKind::Waste},
    {"V22", "nothing is widened to be narrowed back", RuleKind::Waste},
    {"V23", "fp8 operands are scaled, and the scales taken out in f32", RuleKind::Structural},
    {"V24", "casts to fp8 saturate", RuleKind::Numerical},
    {"V25", "every finite amax enters the history, in f32", RuleKind::Structural},
};

ArrayRef<VerifierRule> halftone::precision::getVerifierRules() { return rules; }

/// How many ops of a path are shown at either end.
static constexpr size_t shownOfPath = 4;

static void notePath(InFlightDiagnostic &diagnostic, ArrayRef<Operation *> path) {
  auto note = [&](size_t i) {
    diagnostic.attachNote(path[i]->getLoc())
        << (i == 0 ? "from" : "through") << " '" << path[i]->getName() << "'";
  };
  for (size_t i = 0; i < path.size(); ++i) {
    size_t left = path.size() - i;
    if (i == shownOfPath && left > shownOfPath + 1) {
      diagnostic.attachNote(path[i]->getLoc()) << "through " << left - shownOfPath << " more ops";
      i = path.size() - shownOfPath;
    }
    note(i);
  }
}

void Verifier::report(RuleId id, Operation *op, const std::string &message,
                      ArrayRef<Operation *> path, Operation *cause, StringRef what) {
  const VerifierRule &rule = rules[static_cast<unsigned>(id) - 1];
  if (rule.kind == RuleKind::Waste && (!isStrict() || !options.reportWaste))
    return;
  bool isError =
      rule.kind == RuleKind::Structural || (rule.kind == RuleKind::Numerical && isStrict());
  failed |= isError;
  InFlightDiagnostic diagnostic = isError ? op->emitError() : op->emitWarning();
  diagnostic << "verify-precision: " << message << " (" << rule.number << ": " << rule.words << ")";
  if (cause)
    diagnostic.attachNote(cause->getLoc()) << "'" << cause->getName() << "' " << what;
  notePath(diagnostic, path);
  if (!options.context.empty())
    diagnostic.attachNote() << options.context;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

FunctionFacts::FunctionFacts(func::FuncOp function)
    : function(function), isStep(function.getName() == kStepFunction), args(indexArgs(function)) {
  bool hasScaledSeed = false;
  function.walk([&](Operation *op) {
    if (op->getNumRegions() && op != function)
      (isa<LoopLikeOpInterface, ForOp, WhileOp>(op) ? loops : regions).push_back(op);
    if (auto cast = dyn_cast<CastOp>(op)) {
      casts.push_back(cast);
    } else if (auto seed = dyn_cast<SeedOp>(op)) {
      seeds.push_back(seed);
      hasScaledSeed |= static_cast<bool>(seed.getScale());
    } else if (auto unscale = dyn_cast<UnscaleOp>(op)) {
      unscales.push_back(unscale);
    }
    if (auto model = dyn_cast<PrecisionOpInterface>(op))
      precisionOps.push_back(model);
  });
  func::ReturnOp ret = getReturn(function);
  for (auto [index, value] : llvm::enumerate(ret.getOperands())) {
    returned.push_back(value);
    resultRoles.push_back(train::getResultRole(function, index));
    updatedNames.push_back(train::getUpdatedName(function, index));
  }
  isScaled =
      hasScaledSeed || (seeds.empty() && !getArgsWithRole(function, Role::scaler_state).empty());
  auto semantics = function->getAttrOfType<StringAttr>(kScalingSemantics);
  isTorchScaler = semantics && semantics.getValue() == "torch";
}

BlockArgument FunctionFacts::getUpdatedArg(unsigned index) const {
  auto place = args.find(updatedNames[index]);
  func::FuncOp self = function;
  return place == args.end() ? BlockArgument() : self.getArgument(place->second);
}

bool halftone::precision::isPlacedNarrowing(CastOp cast) {
  auto to = dyn_cast<FloatType>(getElementType(cast.getResult()));
  return to && to.getWidth() < 32 && isa<FloatType>(getElementType(cast.getOperand())) &&
         cast.isNarrowing() && !isModelCast(cast);
}

Value halftone::precision::skipGate(Value value, Value old) {
  auto select = value.getDefiningOp<SelectOp>();
  if (select && select.getOnFalse() == old)
    return select.getOnTrue();
  if (select && select.getOnTrue() == old)
    return select.getOnFalse();
  return value;
}

Value halftone::precision::findNarrowSource(Value value, OpPath &path) {
  OpPath reversed;
  while (Operation *op = value.getDefiningOp()) {
    if (auto widening = dyn_cast<CastOp>(op)) {
      auto from = dyn_cast<FloatType>(getElementType(widening.getOperand()));
      if (!from || isModelCast(widening))
        return {};
      reversed.push_back(op);
      if (from.getWidth() < 32 && !widening.isNarrowing()) {
        Value narrow = widening.getOperand();
        auto rounding = narrow.getDefiningOp<CastOp>();
        if (rounding && isModelCast(rounding))
          return {};
        if (Operation *source = narrow.getDefiningOp())
          reversed.push_back(source);
        path.assign(reversed.rbegin(), reversed.rend());
        return narrow;
      }
      value = widening.getOperand();
      continue;
    }
    if (!isa<ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp, ReverseOp, NegOp, StopGradientOp,
             OptimizationBarrierOp>(op))
      return {};
    reversed.push_back(op);
    value = op->getOperand(isa<OptimizationBarrierOp>(op) ? cast<OpResult>(value).getResultNumber()
                                                          : 0);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult halftone::precision::verifyPrecision(ModuleOp module,
                                                   const VerifierOptions &options) {
  Verifier verifier(module, options);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.getBody().hasOneBlock() ||
        !isa<func::ReturnOp>(function.getBody().front().back()))
      continue;
    FunctionFacts facts(function);
    verifyScale(verifier, facts);
    if (facts.isStep)
      verifyGates(verifier, facts);
    verifyTypes(verifier, facts);
    verifyCopies(verifier, facts);
    verifyRegions(verifier, facts);
    verifyFp8(verifier, facts);
    if (options.verifyCasts)
      verifyCasts(verifier, facts);
  }
  return failure(verifier.hasFailed());
}

namespace {

struct VerifyPrecisionPass : halftone::precision::impl::VerifyPrecisionBase<VerifyPrecisionPass> {
  using VerifyPrecisionBase::VerifyPrecisionBase;

  void runOnOperation() override {
    halftone::precision::VerifierOptions options;
    options.policy = policy;
    options.stateType = stateType;
    options.allowTF32 = tf32;
    options.allowLowAcc = lowAcc;
    if (failed(verifyPrecision(getOperation(), options)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
