// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-differentiate`: reverse-mode differentiation of a loss function.
//
//   1. Copy the function. Inline and decompose what has no rule (DifferentiatePrepare).
//   2. Find the values between parameters and loss (Activity).
//   3. From a `train.seed` at the loss, walk the ops in reverse; each adds gradients
//      of its operands (GradientContext, and the rules in Gradients*.cpp).
//   4. Return the parameters' gradients, zeros where the loss doesn't depend on one.
//
// The pass names no op but the seed: what an op's gradient is, how regions are
// differentiated and which ops can't be is in `DifferentiableOpInterface`.
//
// Example:
//
//   func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"})
//       -> (tensor<f32> {train.role = #train.role<loss>}) {
//     %0 = train.sine %w : tensor<4xf32>
//     %1 = train.reduce add %0, dims = [0] : tensor<4xf32> -> tensor<f32>
//     return %1 : tensor<f32>
//   }
//
// adds @loss_grad, which has the same arguments, sine and sum, and then
//
//     %2 = train.seed : () -> tensor<f32>
//     %3 = train.broadcast_in_dim %2, dims = [] : tensor<f32> -> tensor<4xf32>
//     %4 = train.cosine %w : tensor<4xf32>
//     %5 = train.multiply %3, %4 : tensor<4xf32>
//     return %1, %5 : tensor<f32>, tensor<4xf32>
#include "Differentiate.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/Checkpoints.h"
#include "halftone/Dialect/Train/Transforms/GradientContext.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINDIFFERENTIATE
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

bool isScalarFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && isa<FloatType>(tensor.getElementType());
}

/// The result that is the loss: the one of role `loss`, or else the only scalar.
FailureOr<unsigned> findLoss(func::FuncOp function) {
  SmallVector<unsigned> candidates = getResultsWithRole(function, Role::loss);
  StringRef what = "of role 'loss'";
  if (candidates.empty()) {
    what = "that is a float scalar";
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (isScalarFloat(type))
        candidates.push_back(i);
  }
  if (candidates.size() != 1) {
    InFlightDiagnostic error = function.emitError("expected one result ")
                               << what << " in function '" << function.getName() << "', got "
                               << candidates.size();
    for (unsigned i : candidates)
      error.attachNote(getResultValue(function, i).getLoc())
          << "result " << i << " of type " << function.getResultTypes()[i];
    return error;
  }
  unsigned loss = candidates.front();
  if (!isScalarFloat(function.getResultTypes()[loss]))
    return function.emitError("expected a float tensor of rank 0 as the loss of function '")
           << function.getName() << "', got " << function.getResultTypes()[loss];
  return loss;
}

LogicalResult verifyParams(func::FuncOp function, ArrayRef<unsigned> params) {
  if (params.empty())
    return function.emitError("function '")
           << function.getName() << "' has no argument of role 'param'";
  for (unsigned param : params) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[param]);
    if (!type || !isa<FloatType>(type.getElementType()))
      return function.emitError("expected a float tensor as parameter '")
             << getArgName(function, param) << "' of function '" << function.getName() << "', got "
             << function.getArgumentTypes()[param];
  }
  return success();
}

/// The backward pass's start, f32 or f64, rounded to the loss's type.
Value makeSeed(OpBuilder &builder, Location loc, Value loss) {
  Type element = getElementType(loss);
  Type wide = getComputeType(element);
  Value seed = SeedOp::create(builder, loc, RankedTensorType::get({}, wide), /*scale=*/Value());
  // The loss's type is the model's choice, and the seed's with it.
  return castTo(builder, getModelCastLocation(loc), seed, element);
}

Location getBackwardLocationOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return getBackwardLocation(op);
  return getBackwardLocation(value.getLoc());
}

/// Backward ops that nobody uses: gradients that a rule makes together with others.
void eraseDeadBackwardOps(func::FuncOp function) {
  function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (!isBackward(op))
      return;
    if (isOpTriviallyDead(op))
      op->erase();
    else if (auto barrier = dyn_cast<OptimizationBarrierOp>(op))
      shrinkBarrier(barrier);
  });
}

DictionaryAttr getGradientAttrs(func::FuncOp function, unsigned param) {
  Builder builder(function.getContext());
  NamedAttrList attributes;
  attributes.set(attr::role, RoleAttr::get(function.getContext(), Role::gradient));
  if (StringRef name = getArgName(function, param); !name.empty())
    attributes.set(attr::name, builder.getStringAttr(name));
  return attributes.getDictionary(function.getContext());
}

/// Adds the gradients to what `function` returns.
LogicalResult returnGradients(func::FuncOp function, ArrayRef<unsigned> params,
                              ArrayRef<Value> gradients) {
  SmallVector<DictionaryAttr> attributes;
  for (unsigned param : params) {
    StringRef name = getArgName(function, param);
    if (!name.empty() && findResult(function, name))
      return emitError(function.getArgument(param).getLoc())
             << "the gradient of parameter '" << name << "' needs its name, which a result has; "
             << "rename one of them";
    attributes.push_back(getGradientAttrs(function, param));
  }
  SmallVector<unsigned> indices(params.size(), function.getNumResults());
  if (failed(function.insertResults(indices, TypeRange(ValueRange(gradients)), attributes)))
    return failure();
  getReturn(function)->insertOperands(getReturn(function).getNumOperands(), gradients);
  return success();
}

LogicalResult differentiate(func::FuncOp function, ArrayRef<unsigned> params, unsigned loss) {
  SmallVector<Value> values;
  for (unsigned param : params)
    values.push_back(function.getArgument(param));
  FailureOr<Activity> activity = prepareForGradient(function, values, loss);
  if (failed(activity))
    return failure();
  Value lossValue = getResultValue(function, loss);
  OpBuilder builder(getReturn(function));
  Location start = getBackwardLocationOf(lossValue);
  GradientContext context(*activity, function.getBody(), start);
  if (context.needsGradient(lossValue))
    context.addGradient(builder, lossValue, makeSeed(builder, start, lossValue));
  if (failed(context.differentiate(builder, function.getBody().front())))
    return failure();
  SmallVector<Value> gradients;
  for (Value value : values) {
    Value gradient = context.getGradient(value);
    gradients.push_back(
        gradient ? gradient : splat(builder, getBackwardLocationOf(value), value.getType(), 0.0));
  }
  if (failed(returnGradients(function, params, gradients)))
    return failure();
  inlineCheckpoints(function); // those without a gradient
  eraseDeadBackwardOps(function);
  return success();
}

} // namespace

LogicalResult verifyDifferentiable(func::FuncOp function) {
  SmallVector<unsigned> params = getArgsWithRole(function, Role::param);
  return failure(failed(findLoss(function)) || failed(verifyParams(function, params)));
}

LogicalResult differentiateInPlace(func::FuncOp function) {
  FailureOr<unsigned> loss = findLoss(function);
  if (failed(loss))
    return failure();
  return differentiate(function, getArgsWithRole(function, Role::param), *loss);
}

namespace {

struct TrainDifferentiate : impl::TrainDifferentiateBase<TrainDifferentiate> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  LogicalResult run() {
    ModuleOp module = getOperation();
    auto loss = module.lookupSymbol<func::FuncOp>(function);
    if (!loss)
      return module.emitError("no function '") << function << "' to differentiate";
    if (!loss.getBody().hasOneBlock())
      return loss.emitError("expected a body of one block in function '") << function << "'";
    std::string name = function + "_grad";
    if (Operation *other = module.lookupSymbol(name)) {
      InFlightDiagnostic error = loss.emitError("the name '") << name << "' is taken";
      error.attachNote(other->getLoc()) << "defined here";
      return error;
    }
    if (failed(verifyDifferentiable(loss)))
      return failure();
    func::FuncOp grad = loss.clone();
    grad.setName(name);
    module.insert(std::next(Block::iterator(loss)), grad);
    if (failed(differentiateInPlace(grad)))
      return failure();
    grad.walk([&](Operation *op) { numBackwardOps += isBackward(op); });
    return success();
  }
};

} // namespace

} // namespace halftone::train
