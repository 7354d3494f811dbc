// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loss function that `train-build-step` starts from: found, checked, and put into
// the functions of the step.
#include "BuildStep.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace halftone::train {

/// The function `name` with a body of one block; `hint` says where it comes from.
static FailureOr<func::FuncOp> findFunction(ModuleOp module, StringRef name, StringRef hint) {
  auto func = module.lookupSymbol<func::FuncOp>(name);
  if (!func)
    return module.emitError() << "no function '" << name << "' in the module" << hint;
  if (func.isExternal())
    return func.emitError() << "function '" << name << "' has no body";
  if (!func.getBody().hasOneBlock())
    return func.emitError() << "function '" << name << "' has several blocks, expected one";
  return func;
}

static bool isScalarFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && isa<FloatType>(tensor.getElementType());
}

/// Every argument has a role that a loss function may take, and a name (the dialect
/// checks that names differ).
static LogicalResult verifyArguments(func::FuncOp loss) {
  unsigned params = 0, keys = 0;
  for (unsigned i = 0; i < loss.getNumArguments(); ++i) {
    std::optional<Role> role = getArgRole(loss, i);
    StringRef name = getArgName(loss, i);
    auto error = [&]() {
      return loss.emitError() << "argument " << i << " of function '" << loss.getName() << "' ";
    };
    if (!role || name.empty())
      return error() << "needs 'train.role' and 'train.name'";
    auto type = dyn_cast<RankedTensorType>(loss.getArgumentTypes()[i]);
    switch (*role) {
    case Role::param:
      if (!type || !isa<FloatType>(type.getElementType()))
        return error() << "is the parameter '" << name << "', expected a float tensor, got "
                       << loss.getArgumentTypes()[i];
      ++params;
      break;
    case Role::key:
      if (++keys > 1)
        return error() << "is a second key '" << name
                       << "', expected one; split it with 'train.fold_in'";
      break;
    case Role::frozen_param:
    case Role::model_state:
    case Role::batch:
    case Role::hyper_param:
      break;
    default:
      return error() << "has role '" << stringifyRole(*role)
                     << "', expected 'param', 'frozen_param', 'model_state', 'batch', 'key' or "
                        "'hyper_param'";
    }
  }
  if (params == 0)
    return loss.emitError() << "function '" << loss.getName()
                            << "' has no parameter to train (role 'param')";
  return success();
}

/// One result is the loss; others are metrics or update model state (of the same type,
/// which the dialect checks).
static FailureOr<unsigned> verifyResults(func::FuncOp loss) {
  std::optional<unsigned> lossResult;
  for (unsigned i = 0; i < loss.getNumResults(); ++i) {
    std::optional<Role> role = getResultRole(loss, i);
    StringRef name = getResultName(loss, i), updates = getUpdatedName(loss, i);
    Type type = loss.getResultTypes()[i];
    auto error = [&]() {
      return loss.emitError() << "result " << i << " of function '" << loss.getName() << "' ";
    };
    if (!updates.empty()) {
      std::optional<unsigned> arg = findArg(loss, updates);
      if (!arg || getArgRole(loss, *arg) != Role::model_state)
        return error() << "updates '" << updates
                       << "', expected the name of an argument of role 'model_state'";
      continue;
    }
    if (!role || name.empty())
      return error() << "needs 'train.role' and 'train.name'";
    if (*role == Role::metric)
      continue;
    if (*role != Role::loss)
      return error()
             << "has role '" << stringifyRole(*role)
             << "', expected 'loss', 'metric', or 'train.updates' with the name of a model state";
    if (lossResult)
      return error() << "is a second loss '" << name << "', expected one";
    if (!isScalarFloat(type))
      return error() << "is the loss '" << name << "', expected a float tensor of rank 0, got "
                     << type;
    lossResult = i;
  }
  if (!lossResult)
    return loss.emitError() << "function '" << loss.getName() << "' has no result of role 'loss'";
  return *lossResult;
}

/// What `@eval` takes is the model's by name: state of its type, inputs of any size.
static LogicalResult verifyEvaluationArguments(func::FuncOp eval, func::FuncOp loss) {
  llvm::StringMap<unsigned> known = indexArgs(loss);
  for (unsigned i = 0; i < eval.getNumArguments(); ++i) {
    StringRef name = getArgName(eval, i);
    std::optional<Role> role = getArgRole(eval, i);
    auto error = [&]() {
      return eval.emitError() << "argument " << i << " of function '" << eval.getName() << "' ";
    };
    if (!role || name.empty())
      return error() << "needs 'train.role' and 'train.name'";
    if (role == Role::batch || role == Role::hyper_param)
      continue;
    auto found = known.find(name);
    if (found == known.end() || getArgRole(loss, found->second) != role)
      return error() << "is '" << name << "' of role '" << stringifyRole(*role)
                     << "', which function '" << loss.getName() << "' does not take";
    auto type = dyn_cast<RankedTensorType>(eval.getArgumentTypes()[i]);
    Type wanted = loss.getArgumentTypes()[found->second];
    bool isFloat = type && isa<FloatType>(type.getElementType());
    bool fits = role == Role::param
                    ? isFloat && type.getShape() == cast<RankedTensorType>(wanted).getShape()
                    : type == wanted;
    if (!fits)
      return error() << "has type " << eval.getArgumentTypes()[i] << ", but '" << name << "' is "
                     << wanted << " in '" << loss.getName() << "'";
  }
  return success();
}

/// The module's `@eval`, checked; null where it has none.
static FailureOr<func::FuncOp> getEvaluation(ModuleOp module, func::FuncOp loss) {
  if (!module.lookupSymbol(kEvalFunction))
    return func::FuncOp();
  FailureOr<func::FuncOp> eval = findFunction(module, kEvalFunction, "");
  if (failed(eval) || failed(verifyEvaluationArguments(*eval, loss)))
    return failure();
  for (unsigned i = 0; i < eval->getNumResults(); ++i) {
    std::optional<Role> role = getResultRole(*eval, i);
    bool isShown = role == Role::loss || role == Role::metric;
    if (!isShown || getResultName(*eval, i).empty() || !getUpdatedName(*eval, i).empty())
      return eval->emitError() << "result " << i << " of function '" << eval->getName()
                               << "' needs the role 'loss' or 'metric' and a name";
  }
  return *eval;
}

FailureOr<LossFunction> LossFunction::get(ModuleOp module, StringRef name) {
  LossFunction function;
  FailureOr<func::FuncOp> loss = findFunction(module, name, "");
  if (failed(loss) || failed(verifyArguments(*loss)))
    return failure();
  FailureOr<unsigned> lossResult = verifyResults(*loss);
  if (failed(lossResult))
    return failure();
  std::string gradientName = (name + "_grad").str();
  FailureOr<func::FuncOp> gradient =
      findFunction(module, gradientName, "; run 'train-differentiate' first");
  if (failed(gradient))
    return failure();

  FailureOr<func::FuncOp> evaluation = getEvaluation(module, *loss);
  if (failed(evaluation))
    return failure();

  function.evaluation = *evaluation;
  function.loss = *loss;
  function.gradient = *gradient;
  function.lossResult = *lossResult;
  unsigned common = loss->getNumResults();
  if (gradient->getArgumentTypes() != loss->getArgumentTypes() ||
      gradient->getNumResults() < common ||
      gradient->getResultTypes().take_front(common) != loss->getResultTypes())
    return gradient->emitError() << "function '" << gradientName
                                 << "' doesn't take the arguments of '" << name
                                 << "' and return its results first";
  llvm::StringMap<unsigned> gradients;
  for (unsigned result : getResultsWithRole(*gradient, Role::gradient))
    gradients[getResultName(*gradient, result)] = result;
  for (unsigned arg : getArgsWithRole(*loss, Role::param)) {
    StringRef paramName = getArgName(*loss, arg);
    auto found = gradients.find(paramName);
    if (found == gradients.end())
      return gradient->emitError()
             << "function '" << gradientName << "' has no gradient of '" << paramName << "'";
    auto paramType = cast<RankedTensorType>(loss->getArgumentTypes()[arg]);
    auto type = dyn_cast<RankedTensorType>(gradient->getResultTypes()[found->second]);
    if (!type || type.getShape() != paramType.getShape() || !isa<FloatType>(type.getElementType()))
      return gradient->emitError() << "the gradient of '" << paramName << "' has type "
                                   << gradient->getResultTypes()[found->second]
                                   << ", expected a float tensor of the shape of " << paramType;
    function.gradientResults[arg] = found->second;
  }
  return function;
}

SmallVector<Value> inlineBody(OpBuilder &builder, func::FuncOp callee, ValueRange args) {
  IRMapping mapping;
  mapping.map(callee.getArguments(), args);
  for (Operation &op : callee.front().without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(getReturn(callee).getOperands(),
                             [&](Value v) { return mapping.lookupOrDefault(v); });
}

/// Whether a call below `func` leads back to a function on the way, `path`.
static LogicalResult verifyCalls(func::FuncOp func, SmallVectorImpl<func::FuncOp> &path,
                                 llvm::SmallPtrSetImpl<Operation *> &done) {
  if (!done.insert(func).second)
    return success();
  path.push_back(func);
  WalkResult result = func.walk([&](func::CallOp call) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock()) {
      call.emitError() << "can't inline '" << call.getCallee()
                       << "', expected a function with a body of one block";
      return WalkResult::interrupt();
    }
    if (llvm::is_contained(path, callee)) {
      call.emitError() << "'" << call.getCallee() << "' calls itself; a step can't recurse";
      return WalkResult::interrupt();
    }
    return failed(verifyCalls(callee, path, done)) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  path.pop_back();
  return failure(result.wasInterrupted());
}

LogicalResult inlineCalls(func::FuncOp func) {
  SmallVector<func::FuncOp> path;
  llvm::SmallPtrSet<Operation *, 8> done;
  if (failed(verifyCalls(func, path, done)))
    return failure();

  SmallVector<func::CallOp> calls;
  func.walk([&](func::CallOp call) { calls.push_back(call); });
  while (!calls.empty()) {
    func::CallOp call = calls.pop_back_val();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    OpBuilder builder(call);
    Operation *before = call->getPrevNode();
    call.replaceAllUsesWith(inlineBody(builder, callee, call.getOperands()));
    // The way into the callee, for rules and reports by location.
    Operation *first = before ? before->getNextNode() : &call->getBlock()->front();
    for (Operation *op = first; op != call; op = op->getNextNode())
      op->walk([&](Operation *inner) {
        inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
        if (auto innerCall = dyn_cast<func::CallOp>(inner))
          calls.push_back(innerCall);
      });
    call.erase();
  }
  return success();
}

/// Functions that `root` reaches by symbol, in order of discovery, `root` first.
static void collectReachable(func::FuncOp root, llvm::SetVector<Operation *> &reachable) {
  if (!reachable.insert(root))
    return;
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(root.getOperation());
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses)
    if (auto used =
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(use.getUser(), use.getSymbolRef()))
      collectReachable(used, reachable);
}

void eraseLossFunctions(const LossFunction &function, ModuleOp module) {
  llvm::SetVector<Operation *> candidates;
  collectReachable(function.loss, candidates);
  collectReachable(function.gradient, candidates);
  if (function.evaluation)
    collectReachable(function.evaluation, candidates);
  bool changed = true;
  while (changed) {
    changed = false;
    for (Operation *op : llvm::to_vector(candidates)) {
      auto func = cast<func::FuncOp>(op);
      bool own = llvm::is_contained({function.loss, function.gradient, function.evaluation}, func);
      if ((own || func.isPrivate()) && SymbolTable::symbolKnownUseEmpty(func, module)) {
        candidates.remove(op);
        func.erase();
        changed = true;
      }
    }
  }
}

} // namespace halftone::train
