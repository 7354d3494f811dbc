// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StepDegrees.h"

#include "Rewrite.h"
#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// How an op combines its operands' degrees.
enum class DegreeRule { Linear, Product, Same, Question, Opaque };

DegreeRule ruleOf(Operation *op) {
  if (isa<train::MulOp, train::DotGeneralOp, train::ConvOp>(op))
    return DegreeRule::Product;
  if (isa<train::AddOp, train::SubOp, train::SelectOp, train::ConcatenateOp, train::PadOp,
          train::DynamicUpdateSliceOp, train::ScatterOp>(op))
    return DegreeRule::Same;
  if (isa<train::CompareOp, train::IsFiniteOp, train::AllFiniteOp, train::FirstNonFiniteOp>(op))
    return DegreeRule::Question;
  if (auto reduce = dyn_cast<train::ReduceOp>(op))
    return reduce.getKind() == train::ReductionKind::add ? DegreeRule::Linear : DegreeRule::Opaque;
  if (auto reduce = dyn_cast<train::CumulativeOp>(op))
    return reduce.getKind() == train::ReductionKind::add ? DegreeRule::Linear : DegreeRule::Opaque;
  if (auto reduce = dyn_cast<train::ReduceWindowOp>(op))
    return reduce.getKind() == train::ReductionKind::add ? DegreeRule::Linear : DegreeRule::Opaque;
  // Linear in their first operand (the gradient), with the others of degree 0;
  // divide is linear in its numerator.
  if (isa<train::CastOp, train::NegOp, train::ReshapeOp, train::TransposeOp,
          train::BroadcastInDimOp, train::SliceOp, train::ReverseOp, train::GatherOp,
          train::DynamicSliceOp, train::DivOp, train::DropoutOp, train::EmbeddingOp,
          train::EmbeddingGradOp, train::StopGradientOp, train::AllReduceOp, train::AllGatherOp,
          train::ReduceScatterOp, train::SoftmaxGradOp, train::LogSoftmaxGradOp,
          train::CrossEntropyGradOp, train::LayerNormGradOp, train::RmsNormGradOp,
          train::GroupNormGradOp, train::BatchNormGradOp, train::ReluGradOp, train::SiluGradOp,
          train::GeluGradOp, train::AttentionGradOp, train::FmaOp>(op))
    return DegreeRule::Linear;
  // The window's extreme is found in the operand; what is added is the source.
  return DegreeRule::Opaque;
}

bool isZero(Value value) {
  std::optional<llvm::APFloat> number = getSplat(value);
  return number && number->isZero();
}

} // namespace

void StepDegrees::set(Value value, Degree degree, Operation *op) {
  degrees[value] = degree;
  if (degree.mixed && !mixedAt.count(value))
    mixedAt[value] = op;
}

bool StepDegrees::isAnyDegree(Value value) const { return zeros.contains(value) || isZero(value); }

StepDegrees::StepDegrees(func::FuncOp function) {
  for (Block &block : function.getBody())
    visit(block);
}

void StepDegrees::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

/// What goes into a region comes out of it: carried values take the degree of their
/// initial values, raised once by what the body yields (a sum of gradients starts
/// from zeros, which have any degree).
void StepDegrees::visitRegions(Operation *op) {
  auto bind = [&](ValueRange from, Block::BlockArgListType to) {
    for (auto [value, argument] : llvm::zip(from, to))
      set(argument, get(value), op);
  };
  Block &last = op->getRegions().back().front();
  unsigned carried = isa<train::ForOp, train::WhileOp>(op) ? op->getNumResults() : 0;
  auto arguments = last.getArguments().take_back(carried);
  for (Region &region : op->getRegions())
    if (carried)
      bind(op->getOperands(), region.getArguments().take_back(carried));
  for (auto [argument, initial] : llvm::zip(arguments, op->getOperands()))
    if (isZero(initial))
      zeros.insert(argument);
  for (int round = 0; round < 2; ++round) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
    for (Value argument : arguments)
      zeros.erase(argument);
    bool changed = false;
    for (auto [yielded, argument, initial] :
         llvm::zip(last.getTerminator()->getOperands(), arguments, op->getOperands())) {
      Degree degree = get(yielded);
      if (degree == get(argument))
        continue;
      changed = true;
      set(argument, isZero(initial) && !degree.mixed ? degree : Degree{0, true}, op);
    }
    if (!changed)
      break;
  }
  for (OpResult result : op->getResults()) {
    Degree degree = get(last.getTerminator()->getOperand(result.getResultNumber()));
    for (Region &region : op->getRegions()) {
      if (isa<train::WhileOp>(op) && &region != &op->getRegions().back())
        continue;
      Value other = region.front().getTerminator()->getOperand(result.getResultNumber());
      if (!(get(other) == degree) && !isZero(other))
        degree.mixed = true;
    }
    set(result, degree, op);
  }
}

void StepDegrees::visit(Operation *op) {
  if (op->getNumRegions())
    return visitRegions(op);
  if (isa<train::SeedOp>(op))
    return set(op->getResult(0), Degree{op->getNumOperands() ? 1 : 0}, op);
  if (auto unscale = dyn_cast<train::UnscaleOp>(op)) {
    for (auto [grad, result] : llvm::zip(unscale.getGrads(), unscale.getResults())) {
      Degree degree = get(grad);
      set(result, {degree.value - 1, degree.mixed}, op);
    }
    return;
  }
  if (isa<train::OptimizationBarrierOp>(op)) {
    for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults()))
      set(result, get(operand), op);
    return;
  }
  if (auto source = dyn_cast<train::SelectAndScatterOp>(op))
    return set(op->getResult(0), get(source.getSource()), op);

  Degree sum;
  std::optional<Degree> same;
  bool differ = false, any = false, firstOnly = true;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Degree degree = get(operand);
    any |= degree.value != 0 || degree.mixed;
    firstOnly &= index == 0 || degree == Degree{};
    sum.value += degree.value;
    sum.mixed |= degree.mixed;
    bool isNumber = isa<FloatType>(getElementTypeOrSelf(operand));
    if (isNumber && !isAnyDegree(operand)) {
      differ |= same && !(*same == degree);
      same = same ? same : degree;
    }
  }
  Degree result;
  switch (ruleOf(op)) {
  case DegreeRule::Product:
    result = sum;
    break;
  case DegreeRule::Linear:
    result = {sum.value, sum.mixed || !firstOnly};
    break;
  case DegreeRule::Same:
    result = same.value_or(Degree{});
    result.mixed |= differ;
    break;
  case DegreeRule::Question:
    break;
  case DegreeRule::Opaque:
    result = {0, any};
    break;
  }
  // What is linear in zeros is zero.
  bool isZeroStill = ruleOf(op) == DegreeRule::Linear && isAnyDegree(op->getOperand(0));
  for (Value value : op->getResults()) {
    set(value, result, op);
    if (isZeroStill)
      zeros.insert(value);
    else
      zeros.erase(value);
  }
}
