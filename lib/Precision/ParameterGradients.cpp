// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ParameterGradients.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/CastBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

ParameterGradients::ParameterGradients(FunctionOpInterface function) {
  addSeeds(function);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (auto result = dyn_cast<OpResult>(value))
      addSources(result);
    else
      addTied(cast<BlockArgument>(value).getOwner()->getParentOp(), value);
  }
}

void ParameterGradients::add(Value value) {
  if (getFloat(value.getType()) && values.insert(value).second)
    work.push_back(value);
}

void ParameterGradients::addSeeds(FunctionOpInterface function) {
  function.walk([&](Operation *op) {
    if (auto consumer = dyn_cast<train::GradientConsumerOpInterface>(op))
      for (OpOperand *operand : consumer.getGradientOperands())
        add(operand->get());
    else if (auto unscale = dyn_cast<train::UnscaleOp>(op))
      llvm::for_each(unscale.getGrads(), [&](Value grad) { add(grad); });
    else if (op->getParentOp() == function && op == &op->getBlock()->back() &&
             op->hasTrait<OpTrait::ReturnLike>())
      for (auto [index, value] : llvm::enumerate(op->getOperands())) {
        // An optimizer in core ops adds gradients to parameters and moments.
        auto role = function.getResultAttrOfType<train::RoleAttr>(index, train::attr::role);
        if (role &&
            (role.getValue() == train::Role::gradient || role.getValue() == train::Role::param ||
             role.getValue() == train::Role::opt_state))
          add(value);
      }
  });
}

void ParameterGradients::addTied(Operation *op, Value value) {
  if (auto model = dyn_cast_or_null<train::PrecisionOpInterface>(op))
    for (const train::TieGroup &group : model.getTieGroups())
      if (llvm::is_contained(group.defs, value))
        for (OpOperand *use : group.uses)
          add(use->get());
}

/// True for a value that is one number everywhere.
static bool isOneNumber(Value value) {
  auto broadcast = value.getDefiningOp<train::BroadcastInDimOp>();
  auto from = broadcast ? cast<ShapedType>(broadcast.getOperand().getType()) : ShapedType();
  return (from && from.getNumElements() == 1) || getSplat(value);
}

void ParameterGradients::addSources(OpResult result) {
  Operation *op = result.getOwner();
  if (op->getNumRegions())
    return addTied(op, result);
  if (isa<train::UnscaleOp, train::ClipByGlobalNormOp, train::OptimizationBarrierOp>(op))
    return add(op->getOperand(result.getResultNumber()));
  bool moves =
      isa<train::CastOp, train::ReshapeOp, train::TransposeOp, train::ReverseOp, train::SliceOp,
          train::PadOp, train::ConcatenateOp, train::DynamicUpdateSliceOp, train::SelectOp,
          train::NegOp, train::AddOp, train::SubOp, train::AllReduceOp>(op);
  // A mean over micro-batches or devices, a learning rate.
  bool scales = isa<train::MulOp, train::DivOp>(op) && llvm::any_of(op->getOperands(), isOneNumber);
  if (moves || scales)
    llvm::for_each(op->getOperands(), [&](Value operand) { add(operand); });
}
