// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `PrecisionOpInterface` for the ops of `train`: tie groups as a table of names.
//
// Group names: "x" is the data that flows through; "param" are weights of a
// normalisation; "stats" are statistics, which are wide by type; "loss" is a loss or
// its gradient; "state" belongs to an optimizer and has the type that was declared. Ops whose
// operands and results have one type have one group "x".
#include "halftone/Precision/Passes.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::train;

namespace {

bool isFloatTensor(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<FloatType>(shaped.getElementType());
}

/// Groups under construction, by name; `separate` names get a group for each value.
class GroupBuilder {
public:
  void use(OpOperand &operand, StringRef name) {
    if (isFloatTensor(operand.get().getType()))
      get(name).uses.push_back(&operand);
  }
  void def(Value value, StringRef name) {
    if (isFloatTensor(value.getType()))
      get(name).defs.push_back(value);
  }
  SmallVector<TieGroup> take() { return std::move(groups); }

private:
  TieGroup &get(StringRef name) {
    for (TieGroup &group : groups)
      if (group.name == name)
        return group;
    groups.push_back({name, {}, {}});
    return groups.back();
  }

  SmallVector<TieGroup> groups;
};

/// All float operands and results share one type.
SmallVector<TieGroup> tieAll(Operation *op) {
  GroupBuilder builder;
  for (OpOperand &operand : op->getOpOperands())
    builder.use(operand, "x");
  for (Value result : op->getResults())
    builder.def(result, "x");
  return builder.take();
}

/// Operands and results of a composite are free of each other; each one gets a
/// group, named by the pattern `names`: operand names, then result names, the last
/// of each repeated.
SmallVector<TieGroup> tieNone(Operation *op, ArrayRef<StringRef> operandNames,
                              ArrayRef<StringRef> resultNames) {
  SmallVector<TieGroup> groups;
  for (OpOperand &operand : op->getOpOperands())
    if (isFloatTensor(operand.get().getType()))
      groups.push_back(
          {operandNames[std::min<size_t>(operand.getOperandNumber(), operandNames.size() - 1)],
           {&operand},
           {}});
  for (OpResult result : op->getResults())
    if (isFloatTensor(result.getType()))
      groups.push_back(
          {resultNames[std::min<size_t>(result.getResultNumber(), resultNames.size() - 1)],
           {},
           {result}});
  return groups;
}

/// The operation again with other operands and types, regions moved over.
Operation *rebuild(Operation *op, OpBuilder &builder, ValueRange operands, TypeRange resultTypes,
                   Type acc) {
  OperationState state(op->getLoc(), op->getName(), operands, resultTypes, {});
  state.propertiesAttr = op->getPropertiesAsAttribute();
  state.attributes = op->getDiscardableAttrDictionary();
  for (unsigned i = 0, e = op->getNumRegions(); i != e; ++i)
    state.addRegion();
  Operation *result = builder.create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), result->getRegions()))
    to.takeBody(from);
  if (acc)
    result->setAttr("acc", TypeAttr::get(acc));
  return result;
}

template <typename Op, typename Derived>
struct ModelBase : PrecisionOpInterface::ExternalModel<Derived, Op> {
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type acc) const {
    return rebuild(op, builder, operands, resultTypes, acc);
  }
};

template <typename Op> struct OneTypeModel : ModelBase<Op, OneTypeModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieAll(op); }
};

/// Reductions: the result's type is free of the operand's, and sums accumulate.
template <typename Op> struct ReductionModel : ModelBase<Op, ReductionModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieNone(op, {"x"}, {"x"}); }
  Type getAccumulatorType(Operation *op) const {
    return isFloatTensor(op->getOperand(0).getType()) ? getComputeFloatType(op->getOperands())
                                                      : Type();
  }
};

template <typename Op> struct ContractionModel : ModelBase<Op, ContractionModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieNone(op, {"x"}, {"x"}); }
  Type getAccumulatorType(Operation *op) const { return cast<Op>(op).getAccumulatorElementType(); }
};

/// Each operand has its own result, and one type with it.
template <typename Op> struct PairsModel : ModelBase<Op, PairsModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    for (auto [operand, result] : llvm::zip_equal(op->getOpOperands(), op->getResults()))
      if (isFloatTensor(result.getType()))
        groups.push_back({"x", {&operand}, {result}});
    return groups;
  }
};

/// A carried value: its initial value, its block arguments, what is yielded for it,
/// and the result.
template <typename Op> struct LoopModel : ModelBase<Op, LoopModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    Region &body = op->getRegions().back();
    unsigned first = body.getNumArguments() - op->getNumResults();
    for (OpResult result : op->getResults()) {
      if (!isFloatTensor(result.getType()))
        continue;
      unsigned i = result.getResultNumber();
      TieGroup group{"x", {&op->getOpOperand(i)}, {result}};
      for (Region &region : op->getRegions())
        group.defs.push_back(region.getArgument(&region == &body ? first + i : i));
      group.uses.push_back(&body.front().getTerminator()->getOpOperand(i));
      groups.push_back(std::move(group));
    }
    return groups;
  }
};

/// What the regions yield for a result, and the result.
template <typename Op> struct RegionModel : ModelBase<Op, RegionModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    for (OpResult result : op->getResults()) {
      if (!isFloatTensor(result.getType()))
        continue;
      TieGroup group{"x", {}, {result}};
      for (Region &region : op->getRegions())
        group.uses.push_back(
            &region.front().getTerminator()->getOpOperand(result.getResultNumber()));
      groups.push_back(std::move(group));
    }
    return groups;
  }
};

// Names of operands and results of composites, by op.
struct Names {
  SmallVector<StringRef> operands, results;
};
template <typename Op> Names namesOf(Op op) { return {{"x"}, {"x"}}; }
Names namesOf(CrossEntropyOp op) { return {{"x"}, {"loss", "stats"}}; }
Names namesOf(CrossEntropyGradOp op) { return {{"loss", "x", "x", "stats"}, {"x"}}; }
Names namesOf(LayerNormOp op) { return {{"x", "param"}, {"x", "stats"}}; }
Names namesOf(LayerNormGradOp op) {
  return {{"x", "x", "stats", "stats", "param"}, {"x", "param"}};
}
Names namesOf(RmsNormOp op) { return {{"x", "param"}, {"x", "stats"}}; }
Names namesOf(RmsNormGradOp op) { return {{"x", "x", "stats", "param"}, {"x", "param"}}; }
Names namesOf(GroupNormOp op) { return {{"x", "param"}, {"x", "stats"}}; }
Names namesOf(GroupNormGradOp op) {
  return {{"x", "x", "stats", "stats", "param"}, {"x", "param"}};
}
Names namesOf(BatchNormTrainingOp op) { return {{"x", "param", "param", "stats"}, {"x", "stats"}}; }
Names namesOf(BatchNormGradOp op) { return {{"x", "x", "param", "stats"}, {"x", "param"}}; }
Names namesOf(BatchNormInferenceOp op) { return {{"x", "param", "param", "stats"}, {"x"}}; }
Names namesOf(AttentionOp op) { return {{"x", "x", "x", "mask"}, {"x", "stats"}}; }
Names namesOf(AttentionGradOp op) { return {{"x", "x", "x", "x", "x", "stats", "mask"}, {"x"}}; }
Names namesOf(SeedOp op) { return {{"loss"}, {"loss"}}; }
Names namesOf(SgdOp op) { return {{"state", "x", "state"}, {"state"}}; }
Names namesOf(AdamOp op) { return {{"state", "x", "state"}, {"state"}}; }
Names namesOf(EmaOp op) { return {{"state"}, {"state"}}; }
Names namesOf(ScalerUpdateOp op) { return {{"state"}, {"state"}}; }

template <typename Op> struct CompositeModel : ModelBase<Op, CompositeModel<Op>> {
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    Names names = namesOf(cast<Op>(op));
    return tieNone(op, names.operands, names.results);
  }
};

template <template <typename> typename Model, typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

} // namespace

void halftone::precision::registerPrecisionModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TrainDialect *) {
    attach<OneTypeModel, AbsOp, NegOp, SignOp, ExpOp, Expm1Op, LogOp, Log1pOp, SqrtOp, RsqrtOp,
           CbrtOp, SineOp, CosineOp, TanOp, TanhOp, LogisticOp, ErfOp, ErfInvOp, FloorOp, CeilOp,
           RoundNearestEvenOp, RoundNearestAfzOp, IsFiniteOp, AddOp, SubOp, MulOp, DivOp, RemOp,
           PowOp, MaxOp, MinOp, Atan2Op, FmaOp, ClampOp, CompareOp, SelectOp, ReshapeOp,
           TransposeOp, BroadcastInDimOp, SliceOp, PadOp, ConcatenateOp, ReverseOp, GatherOp,
           DynamicSliceOp, DynamicUpdateSliceOp, SelectAndScatterOp, ArgReduceOp, StopGradientOp,
           AllReduceOp, AllGatherOp, ReduceScatterOp, ScatterOp>(context);
    attach<ReductionModel, ReduceOp, CumulativeOp, ReduceWindowOp>(context);
    attach<ContractionModel, DotGeneralOp, ConvOp, LinearOp>(context);
    attach<PairsModel, SortOp>(context);
    attach<LoopModel, ForOp, WhileOp>(context);
    attach<RegionModel, IfOp, PrecisionOp>(context);
    attach<CompositeModel, SoftmaxOp, SoftmaxGradOp, LogSoftmaxOp, LogSoftmaxGradOp, LogSumExpOp,
           CrossEntropyOp, CrossEntropyGradOp, LayerNormOp, LayerNormGradOp, RmsNormOp,
           RmsNormGradOp, GroupNormOp, GroupNormGradOp, BatchNormTrainingOp, BatchNormGradOp,
           BatchNormInferenceOp, ReluOp, ReluGradOp, SiluOp, SiluGradOp, GeluOp, GeluGradOp,
           AttentionOp, AttentionGradOp, DropoutOp, EmbeddingOp, EmbeddingGradOp, SeedOp, SgdOp,
           AdamOp, EmaOp, UnscaleOp, AllFiniteOp, FirstNonFiniteOp, ScalerUpdateOp, GlobalNormOp,
           ClipByGlobalNormOp>(context);
  });
}
