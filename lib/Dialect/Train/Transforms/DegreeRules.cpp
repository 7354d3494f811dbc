// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/Transforms/DegreeRules.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Fp8.h"

using namespace mlir;

namespace halftone::train {

bool hasFloats(Value value) { return isa<FloatType>(getElementTypeOrSelf(value)); }

bool hasAnyDegree(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<BroadcastInDimOp, ReshapeOp, TransposeOp, SliceOp, CastOp, NegOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    auto constant = dyn_cast<ConstantOp>(op);
    auto elements = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : nullptr;
    if (!elements)
      return false;
    if (elements.isSplat()) {
      auto number = elements.getSplatValue<APFloat>();
      return number.isZero() || !number.isFinite();
    }
    return llvm::all_of(elements.getValues<APFloat>(), [](const APFloat &number) {
      return number.isZero() || !number.isFinite();
    });
  }
  return false;
}

/// What keeps a positive factor in the first operand, whatever the others are.
static bool isHomogeneousInFirst(Operation *op) {
  return isa<CastOp, NegOp, AbsOp, ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp, ReverseOp,
             GatherOp, DynamicSliceOp, DivOp, DropoutOp, EmbeddingOp, EmbeddingGradOp,
             StopGradientOp, AllGatherOp, SoftmaxGradOp, LogSoftmaxGradOp, CrossEntropyGradOp,
             LayerNormGradOp, RmsNormGradOp, GroupNormGradOp, BatchNormGradOp, ReluGradOp,
             SiluGradOp, GeluGradOp, AttentionGradOp>(op);
}

bool isFp8Factor(OpOperand &use) {
  auto product = dyn_cast<MulOp>(use.getOwner());
  auto isScalar = [](Value value) {
    if (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
      value = broadcast.getOperand();
    return getShape(value).empty();
  };
  if (!product || !isScalar(use.get()))
    return false;
  // What takes the scales out, behind a product of fp8 operands.
  Operation *other = product->getOperand(1 - use.getOperandNumber()).getDefiningOp();
  if (isa_and_nonnull<DotGeneralOp, ConvOp>(other) && llvm::all_of(other->getOperands(), isFp8))
    return true;
  // What puts one on.
  auto roundsToFp8 = [](Operation *user) {
    auto cast = dyn_cast<CastOp>(user);
    return cast && cast.getSaturate() && isFp8(cast.getResult());
  };
  return isa_and_nonnull<SelectOp>(other) && !product->use_empty() &&
         llvm::all_of(product->getUsers(), roundsToFp8);
}

DegreeRole getDegreeRole(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (!hasFloats(use.get()))
    return DegreeRole::Free;
  if (isa<IsFiniteOp, AllFiniteOp, FirstNonFiniteOp, ArgReduceOp, SignOp>(op))
    return DegreeRole::Free;
  if (isa<MulOp, DotGeneralOp, ConvOp>(op))
    return DegreeRole::Factor;
  if (isa<FmaOp, LinearOp>(op))
    return index < 2 ? DegreeRole::Factor : DegreeRole::Equal;
  if (isa<AddOp, SubOp, MaxOp, MinOp, ClampOp, SelectOp, CompareOp, ConcatenateOp, PadOp,
          DynamicUpdateSliceOp>(op))
    return DegreeRole::Equal;
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return scatter.getKind() == ScatterKind::mul ? DegreeRole::Fixed : DegreeRole::Equal;
  auto ofReduction = [](ReductionKind kind) {
    return kind == ReductionKind::mul ? DegreeRole::Fixed : DegreeRole::Carried;
  };
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return ofReduction(reduce.getKind());
  if (auto reduce = dyn_cast<AllReduceOp>(op))
    return ofReduction(reduce.getKind());
  if (auto reduce = dyn_cast<ReduceScatterOp>(op))
    return ofReduction(reduce.getKind());
  if (auto reduce = dyn_cast<CumulativeOp>(op))
    return ofReduction(reduce.getKind());
  if (auto reduce = dyn_cast<ReduceWindowOp>(op))
    return ofReduction(reduce.getKind());
  // The place of an extreme doesn't move; what is added there is the source.
  if (isa<SelectAndScatterOp>(op))
    return index == 0 ? DegreeRole::Free : DegreeRole::Carried;
  if (isa<OptimizationBarrierOp>(op))
    return DegreeRole::Carried;
  if (isHomogeneousInFirst(op) && index == 0 && llvm::all_of(op->getResults(), hasFloats))
    return DegreeRole::Carried;
  return DegreeRole::Fixed;
}

} // namespace halftone::train
