// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `PrecisionOpInterface` for the ops of `train`: tie groups as a table of names.
//
// A group has the name of its operand or result in the op's definition. Where all
// float operands and results share one type there is one group, "x". The accumulator
// of a contraction is called "acc".
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/RangeInterface.h"
#include "halftone/Precision/TieGroups.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::train;
using halftone::precision::isFloat;
using halftone::precision::OneTypeModel;

namespace {

/// An operand or result as it is defined (optional and variadic ones are one member).
struct Member {
  StringRef name;
  TieKind kind = TieKind::Flowing;
};

/// The members of an op whose operands and results are free of each other. One that is
/// no float has no name.
struct Members {
  SmallVector<Member, 8> operands, results;
  bool hasAccumulator = false;
  SmallVector<StringRef> names = makeNames();

private:
  SmallVector<StringRef> makeNames() const {
    SmallVector<StringRef> names;
    for (const SmallVector<Member, 8> &list : {operands, results})
      for (const Member &member : list)
        if (!member.name.empty() && !llvm::is_contained(names, member.name))
          names.push_back(member.name);
    if (hasAccumulator)
      names.push_back("acc");
    return names;
  }
};

/// How many operands a member of the definition has.
template <typename Op> unsigned countOperands(Op op, unsigned index) {
  // Such an op would add up the sizes before it each time.
  if constexpr (Op::template hasTrait<OpTrait::AttrSizedOperandSegments>())
    return op.getProperties().operandSegmentSizes[index];
  else
    return op.getODSOperandIndexAndLength(index).second;
}
template <typename Op> unsigned countResults(Op op, unsigned index) {
  if constexpr (Op::template hasTrait<OpTrait::AttrSizedResultSegments>())
    return op.getProperties().resultSegmentSizes[index];
  else
    return op.getODSResultIndexAndLength(index).second;
}

/// A group for each float operand and result.
template <typename Op> SmallVector<TieGroup> tieNone(Op op, const Members &members) {
  SmallVector<TieGroup> groups;
  groups.reserve(op->getNumOperands() + op->getNumResults());
  auto add = [&](const Member &member) -> TieGroup & {
    TieGroup &group = groups.emplace_back();
    group.name = member.name;
    group.kind = member.kind;
    return group;
  };
  unsigned next = 0;
  for (auto [index, member] : llvm::enumerate(members.operands))
    for (unsigned end = next + countOperands(op, index); next < end; ++next)
      if (OpOperand &operand = op->getOpOperand(next); isFloat(operand.get().getType()))
        add(member).uses.push_back(&operand);
  next = 0;
  for (auto [index, member] : llvm::enumerate(members.results))
    for (unsigned end = next + countResults(op, index); next < end; ++next)
      if (OpResult result = op->getResult(next); isFloat(result.getType()))
        add(member).defs.push_back(result);
  return groups;
}

template <typename Op, typename Derived>
struct ModelBase : PrecisionOpInterface::ExternalModel<Derived, Op> {
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type acc) const {
    Operation *made = precision::rebuildOp(op, builder, operands, resultTypes);
    if (acc)
      made->setAttr("acc", TypeAttr::get(acc));
    return made;
  }
};

/// Reductions: the result's type is free of the operand's, and sums accumulate.
template <typename Op> struct ReductionModel : ModelBase<Op, ReductionModel<Op>> {
  static const Members &getMembers() {
    static const Members members{{{"operand"}}, {{"result"}}};
    return members;
  }
  static ArrayRef<StringRef> getTieGroupNames() { return getMembers().names; }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    return tieNone(cast<Op>(op), getMembers());
  }
  Type getAccumulatorType(Operation *op) const {
    return isFloat(op->getOperand(0).getType()) ? getComputeFloatType(op->getOperands()) : Type();
  }
};

template <typename Op> struct ContractionModel : ModelBase<Op, ContractionModel<Op>> {
  static const Members &getMembers() {
    static const Members members =
        std::is_same_v<Op, LinearOp>
            ? Members{{{"input"}, {"weight"}, {"bias"}}, {{"result"}}, true}
            : Members{{{"lhs"}, {"rhs"}}, {{"result"}}, true};
    return members;
  }
  static ArrayRef<StringRef> getTieGroupNames() { return getMembers().names; }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    return tieNone(cast<Op>(op), getMembers());
  }
  Type getAccumulatorType(Operation *op) const { return cast<Op>(op).getAccumulatorElementType(); }
};

/// Each operand has its own result, and one type with it.
template <typename Op> struct PairsModel : ModelBase<Op, PairsModel<Op>> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    for (auto [operand, result] : llvm::zip_equal(op->getOpOperands(), op->getResults()))
      if (isFloat(result.getType()))
        groups.push_back({"x", {&operand}, {result}});
    return groups;
  }
};

/// Pairs of gradients, and one scalar for all of them.
template <typename Op> struct GradientsModel : ModelBase<Op, GradientsModel<Op>> {
  static constexpr bool unscales = std::is_same_v<Op, UnscaleOp>;
  static constexpr StringLiteral scalar = unscales ? StringLiteral("scale") : StringLiteral("norm");
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"grads", scalar};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    MutableArrayRef<OpOperand> operands = op->getOpOperands();
    for (auto [operand, result] : llvm::zip_equal(operands.drop_back(), op->getResults()))
      groups.push_back(
          {"grads", {&operand}, {result}, unscales ? TieKind::Wide : TieKind::Flowing});
    groups.push_back({scalar, {&operands.back()}, {}, TieKind::Wide});
    return groups;
  }
};

/// A carried value: its initial value, its block arguments, what is yielded for it,
/// and the result.
template <typename Op> struct LoopModel : ModelBase<Op, LoopModel<Op>> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"carried"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    Region &body = op->getRegions().back();
    unsigned first = body.getNumArguments() - op->getNumResults();
    for (OpResult result : op->getResults()) {
      if (!isFloat(result.getType()))
        continue;
      unsigned i = result.getResultNumber();
      TieGroup group{"carried", {&op->getOpOperand(i)}, {result}, TieKind::Declared};
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
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups;
    for (OpResult result : op->getResults()) {
      if (!isFloat(result.getType()))
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

// Members of composites, in the order of their definitions.
Member standing(StringRef name) { return {name, TieKind::Standing}; }
Member apart(StringRef name) { return {name, TieKind::Apart}; }
Member wide(StringRef name) { return {name, TieKind::Wide}; }
Member declared(StringRef name) { return {name, TieKind::Declared}; }
const Member noFloat{StringRef()};

template <typename Op> struct MembersOf {
  static const Members &get() {
    static const Members members{{{"input"}}, {{"result"}}};
    return members;
  }
};
#define MEMBERS(OP, ...)                                                                           \
  template <> struct MembersOf<OP> {                                                               \
    static const Members &get() {                                                                  \
      static const Members members __VA_ARGS__;                                                    \
      return members;                                                                              \
    }                                                                                              \
  };
MEMBERS(SoftmaxGradOp, {{{"grad"}, {"output"}}, {{"result"}}})
MEMBERS(LogSoftmaxGradOp, {{{"grad"}, {"output"}}, {{"result"}}})
MEMBERS(CrossEntropyOp, {{{"logits"}, noFloat}, {standing("loss"), wide("lse")}})
MEMBERS(CrossEntropyGradOp, {{standing("grad"), {"logits"}, noFloat, wide("lse")}, {{"result"}}})
MEMBERS(LayerNormOp,
        {{{"input"}, standing("scale"), standing("bias")}, {{"result"}, wide("stats")}})
MEMBERS(LayerNormGradOp, {{{"grad"}, {"input"}, wide("mean"), wide("rstd"), standing("scale")},
                          {{"input_grad"}, standing("param_grads")}})
MEMBERS(RmsNormOp, {{{"input"}, standing("scale")}, {{"result"}, wide("rstd")}})
MEMBERS(RmsNormGradOp, {{{"grad"}, {"input"}, wide("rstd"), standing("scale")},
                        {{"input_grad"}, standing("scale_grad")}})
MEMBERS(GroupNormOp,
        {{{"input"}, standing("scale"), standing("bias")}, {{"result"}, wide("stats")}})
MEMBERS(GroupNormGradOp, {{{"grad"}, {"input"}, wide("mean"), wide("rstd"), standing("scale")},
                          {{"input_grad"}, standing("param_grads")}})
MEMBERS(
    BatchNormTrainingOp,
    {{{"input"}, standing("scale"), standing("bias"), apart("running_mean"), apart("running_var")},
     {{"result"}, apart("new_running_mean"), apart("new_running_var"), wide("stats")}})
MEMBERS(BatchNormGradOp, {{{"grad"}, {"input"}, standing("scale"), wide("mean"), wide("rstd")},
                          {{"input_grad"}, standing("scale_grad"), standing("bias_grad")}})
MEMBERS(BatchNormInferenceOp,
        {{{"input"}, standing("scale"), standing("bias"), apart("mean"), apart("variance")},
         {{"result"}}})
MEMBERS(ReluGradOp, {{{"grad"}, {"input"}}, {{"result"}}})
MEMBERS(SiluGradOp, {{{"grad"}, {"input"}}, {{"result"}}})
MEMBERS(GeluGradOp, {{{"grad"}, {"input"}}, {{"result"}}})
MEMBERS(AttentionOp, {{{"query"}, {"key"}, {"value"}, apart("mask")}, {{"result"}, wide("lse")}})
MEMBERS(AttentionGradOp,
        {{{"grad"}, {"query"}, {"key"}, {"value"}, {"output"}, wide("lse"), apart("mask")},
         {{"query_grad"}, {"key_grad"}, {"value_grad"}}})
MEMBERS(DropoutOp, {{{"input"}, noFloat}, {{"result"}}})
MEMBERS(EmbeddingOp, {{{"table"}, noFloat}, {{"result"}}})
MEMBERS(EmbeddingGradOp, {{{"grad"}, noFloat}, {{"result"}}})
MEMBERS(SeedOp, {{wide("scale")}, {wide("result")}})
MEMBERS(SgdOp, {{declared("param"), {"grad"}, declared("buffer"), wide("lr"), noFloat},
                {declared("new_param"), declared("new_buffer")}})
MEMBERS(AdamOp, {{declared("param"),
                  {"grad"},
                  declared("exp_avg"),
                  declared("exp_avg_sq"),
                  declared("max_exp_avg_sq"),
                  wide("lr"),
                  noFloat},
                 {declared("new_param"), declared("new_exp_avg"), declared("new_exp_avg_sq"),
                  declared("new_max_exp_avg_sq")}})
MEMBERS(ScalerUpdateOp,
        {{noFloat, wide("scale"), noFloat, noFloat}, {wide("new_scale"), noFloat, noFloat}})
MEMBERS(AllFiniteOp, {{{"inputs"}}, {noFloat}})
MEMBERS(FirstNonFiniteOp, {{{"inputs"}}, {noFloat}})
MEMBERS(GlobalNormOp, {{{"inputs"}}, {wide("result")}})
#undef MEMBERS

template <typename Op> struct CompositeModel : ModelBase<Op, CompositeModel<Op>> {
  static ArrayRef<StringRef> getTieGroupNames() { return MembersOf<Op>::get().names; }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    return tieNone(cast<Op>(op), MembersOf<Op>::get());
  }
};

/// An average has one type, old and new.
template <typename Op> struct AverageModel : ModelBase<Op, AverageModel<Op>> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"average", "value"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    auto average = cast<Op>(op);
    return {{"average", {&average.getAverageMutable()}, {average.getResult()}, TieKind::Declared},
            {"value", {&average.getValueMutable()}, {}, TieKind::Declared}};
  }
};

struct TrainPrecision : precision::PrecisionDialectInterface {
  using PrecisionDialectInterface::PrecisionDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value, Type type,
                  Operation *) const override {
    return CastOp::create(builder, loc, value, precision::getFloat(type));
  }
  bool isCast(Operation *op) const override { return isa<CastOp>(op); }
  Value buildSplat(OpBuilder &builder, Location loc, Type type, const llvm::APFloat &number,
                   Operation *) const override {
    return ConstantOp::create(
        builder, loc, cast<ElementsAttr>(DenseElementsAttr::get(cast<ShapedType>(type), number)));
  }
  bool retype(Operation *op, ValueRange operands, TypeRange resultTypes, Type acc) const override {
    op->setOperands(operands);
    for (auto [result, type] : llvm::zip_equal(op->getResults(), resultTypes))
      result.setType(type);
    if (acc)
      op->setAttr("acc", TypeAttr::get(acc));
    return true;
  }
  // The probabilities between the two products, and their gradients.
  bool roundsInside(Operation *op) const override { return isa<AttentionOp, AttentionGradOp>(op); }
  Value getElementSource(Operation *op) const override {
    return isa<BroadcastInDimOp, ReshapeOp>(op) ? op->getOperand(0) : Value();
  }
};

template <template <typename> typename Model, typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

} // namespace

void halftone::precision::registerPrecisionModels(DialectRegistry &registry) {
  registerRangeModels(registry);
  registry.addExtension(+[](MLIRContext *context, TrainDialect *dialect) {
    dialect->addInterfaces<TrainPrecision>();
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
    attach<AverageModel, EmaOp>(context);
    attach<GradientsModel, UnscaleOp, ClipByGlobalNormOp>(context);
    attach<LoopModel, ForOp, WhileOp>(context);
    attach<RegionModel, IfOp, PrecisionOp, CheckpointOp>(context);
    attach<CompositeModel, SoftmaxOp, SoftmaxGradOp, LogSoftmaxOp, LogSoftmaxGradOp, LogSumExpOp,
           CrossEntropyOp, CrossEntropyGradOp, LayerNormOp, LayerNormGradOp, RmsNormOp,
           RmsNormGradOp, GroupNormOp, GroupNormGradOp, BatchNormTrainingOp, BatchNormGradOp,
           BatchNormInferenceOp, ReluOp, ReluGradOp, SiluOp, SiluGradOp, GeluOp, GeluGradOp,
           AttentionOp, AttentionGradOp, DropoutOp, EmbeddingOp, EmbeddingGradOp, SeedOp, SgdOp,
           AdamOp, AllFiniteOp, FirstNonFiniteOp, ScalerUpdateOp, GlobalNormOp>(context);
  });
}
