// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has to be f32, by its role or by its use, and must not have been narrower on its
// way: the rules V5, V6, V13, V14 and V15. A value that was narrowed and widened again has
// the right type and the wrong bits.
#include "ParameterGradients.h"
#include "VerifyRules.h"
#include "halftone/Precision/CastBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

class TypeRules {
public:
  TypeRules(Verifier &verifier, const FunctionFacts &facts) : verifier(verifier), facts(facts) {
    func::FuncOp step = verifier.getModule().lookupSymbol<func::FuncOp>(kStepFunction);
    auto type = step ? step->getAttrOfType<TypeAttr>(attr::stateType) : TypeAttr();
    declared = type ? type.getValue() : Type();
  }

  void run() {
    verifySignature();
    verifySeeds();
    for (unsigned index = 0; index < facts.getNumResults(); ++index)
      verifyResult(index);
    verifyGradients();
    for (PrecisionOpInterface op : facts.precisionOps)
      verifyWideOperands(op);
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;
  /// What the step says that its state is.
  Type declared;

  bool isDeclared(Type element) {
    return element == declared || (verifier.getOptions().stateType == "bf16" && element.isBF16());
  }
  /// The rule that wants a value of this role to be f32.
  std::optional<RuleId> ruleOf(std::optional<Role> role, Type element);
  void verifySignature();
  void verifySeeds();
  void verifyResult(unsigned index);
  void verifyGradients();
  void verifyConsumer(GradientConsumerOpInterface consumer);
  void verifyWideOperands(PrecisionOpInterface op);
  void markRoundings(ArrayRef<Operation *> path);
};

std::optional<RuleId> TypeRules::ruleOf(std::optional<Role> role, Type element) {
  if (!role)
    return std::nullopt;
  switch (*role) {
  case Role::param:
  case Role::opt_state:
  case Role::ema:
    return isDeclared(element) ? std::nullopt : std::optional(RuleId::StateType);
  case Role::hyper_param:
    return RuleId::StateType;
  case Role::scaler_state:
  case Role::loss:
    return RuleId::LossAndSeed;
  default:
    return std::nullopt;
  }
}

void TypeRules::verifySignature() {
  func::FuncOp function = facts.function;
  auto check = [&](Type type, std::optional<Role> role, StringRef what, StringRef name) {
    Type element = getElementTypeOrSelf(type);
    if (!isNarrow(type))
      return;
    if (std::optional<RuleId> rule = ruleOf(role, element))
      verifier.report(*rule, function,
                      words(what, " '", name, "' of role '", stringifyRole(*role), "' is '",
                            element, "', expected f32"));
  };
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    check(function.getArgumentTypes()[i], getArgRole(function, i), "argument",
          getArgName(function, i));
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    check(function.getResultTypes()[i], facts.getResultRole(i), "result",
          getResultName(function, i));
}

void TypeRules::verifySeeds() {
  for (SeedOp seed : facts.seeds) {
    Type element = getElementType(seed.getResult());
    if (isNarrow(element))
      verifier.report(RuleId::LossAndSeed, seed,
                      words("the seed of the backward pass is '", element, "', expected f32"));
  }
}

void TypeRules::markRoundings(ArrayRef<Operation *> path) {
  for (Operation *op : path)
    verifier.markReported(op);
}

/// The right type, and narrower on the way.
void TypeRules::verifyResult(unsigned index) {
  Value value = facts.getResult(index);
  if (isNarrow(value.getType()) || !isa<FloatType>(getElementTypeOrSelf(value)))
    return;
  std::optional<Role> role = facts.getResultRole(index);
  if (BlockArgument old = facts.getUpdatedArg(index))
    value = skipGate(value, old);
  OpPath path;
  Value narrow = findNarrowSource(value, path);
  // State comes into `@init` as the user has it.
  bool isInput = narrow && isa<BlockArgument>(narrow);
  if (!narrow || isInput)
    return;
  Type element = getElementType(narrow);
  if (std::optional<RuleId> rule = ruleOf(role, element)) {
    verifier.report(*rule, narrow.getDefiningOp(),
                    words("'", getResultName(facts.function, index), "' of role '",
                          stringifyRole(*role), "' is rounded to '", element,
                          "' on its way, expected f32"),
                    path);
    markRoundings(path);
  }
}

/// The users through which a gradient goes on to its optimizer.
OpPath pathToConsumer(Value gradient, const ParameterGradients &gradients) {
  OpPath path;
  DenseSet<Operation *> seen;
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (Operation *user : gradient.getUsers()) {
      if (!seen.insert(user).second)
        continue;
      auto next = llvm::find_if(user->getResults(),
                                [&](Value result) { return gradients.contains(result); });
      bool isEnd = isa<GradientConsumerOpInterface>(user);
      if (!isEnd && next == user->result_end())
        continue;
      path.push_back(user);
      if (!isEnd) {
        gradient = *next;
        goesOn = true;
      }
      break;
    }
  }
  return path;
}

void TypeRules::verifyConsumer(GradientConsumerOpInterface consumer) {
  for (OpOperand *use : consumer.getGradientOperands()) {
    Type element = getElementType(use->get());
    if (!isNarrow(element))
      continue;
    OpPath path;
    if (Operation *op = use->get().getDefiningOp())
      path.push_back(op);
    verifier.report(RuleId::WideGradient, consumer,
                    words("'", consumer->getName(), "' takes gradient ", use->getOperandNumber(),
                          " in '", element, "', expected f32"),
                    path);
  }
}

void TypeRules::verifyGradients() {
  func::FuncOp function = facts.function;
  if (function.getName() == kInitFunction)
    return; // the first parameters are no sums of gradients
  ParameterGradients gradients(facts.function);
  for (PrecisionOpInterface op : facts.precisionOps)
    if (auto consumer = dyn_cast<GradientConsumerOpInterface>(op.getOperation()))
      verifyConsumer(consumer);
  for (CastOp cast : facts.casts) {
    if (!gradients.contains(cast.getResult()) || !gradients.contains(cast.getOperand()) ||
        !isPlacedNarrowing(cast) || verifier.isReported(cast))
      continue;
    OpPath path{cast};
    llvm::append_range(path, pathToConsumer(cast.getResult(), gradients));
    verifier.report(RuleId::WideGradient, cast,
                    words("a parameter's gradient is rounded to '",
                          getElementType(cast.getResult()), "' on its way to the optimizer"),
                    path);
    verifier.markReported(cast);
  }
  for (Operation *loop : facts.loops)
    for (Value result : loop->getResults())
      if (isNarrow(result.getType()) && gradients.contains(result))
        verifier.report(RuleId::GradientSum, loop,
                        words("'", loop->getName(), "' sums a parameter's gradient in '",
                              getElementType(result), "', expected f32"),
                        pathToConsumer(result, gradients));
}

/// Learning rates, norms, saved statistics: f32 by the op's definition, so what was made
/// narrow before has lost what the op is defined to have.
void TypeRules::verifyWideOperands(PrecisionOpInterface op) {
  // Most ops take nothing that was widened.
  if (llvm::none_of(op->getOperands(), [](Value value) { return value.getDefiningOp<CastOp>(); }))
    return;
  for (const TieGroup &group : op.getTieGroups()) {
    // What only passes through has a rule of its own (V13), or the policy's leave.
    if (group.kind != TieKind::Wide || !group.defs.empty())
      continue;
    for (OpOperand *use : group.uses) {
      OpPath path;
      Value narrow = findNarrowSource(use->get(), path);
      if (!narrow)
        continue;
      verifier.report(RuleId::WideOperand, op,
                      words("'", op->getName(), "' takes its '", group.name, "' rounded to '",
                            getElementType(narrow), "', expected f32"),
                      path);
      markRoundings(path);
    }
  }
}

} // namespace

void halftone::precision::verifyTypes(Verifier &verifier, const FunctionFacts &facts) {
  TypeRules(verifier, facts).run();
}
