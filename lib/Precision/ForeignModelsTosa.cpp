// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of tosa. Ops have one type, zero points with it; the result of `matmul` is the
// accumulator and stays f32; convolutions and average pooling name theirs (`acc_type`).
#include "ForeignParts.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::train::TieGroup;

namespace {

template <typename Op>
inline constexpr bool accumulatesByName =
    isOneOf<Op, tosa::Conv2DOp, tosa::Conv3DOp, tosa::DepthwiseConv2DOp, tosa::TransposeConv2DOp,
            tosa::AvgPool2dOp>;

/// Ops whose float operands and results have one type: all but those whose types say
/// something else, and those with regions.
template <typename Op> struct HasOneType {
  static constexpr bool value =
      !accumulatesByName<Op> && !Op::template hasTrait<OpTrait::ConstantLike>() &&
      !Op::template hasTrait<OpTrait::IsTerminator>() &&
      Op::template hasTrait<OpTrait::ZeroRegions>() &&
      !isOneOf<Op, tosa::ClampOp, tosa::CastOp, tosa::CastFromBlockScaledOp,
               tosa::CastToBlockScaledOp, tosa::CustomOp, tosa::FFT2dOp, tosa::MatMulOp,
               tosa::MatmulTBlockScaledOp, tosa::RFFT2dOp, tosa::RescaleOp, tosa::TableOp,
               tosa::VariableOp, tosa::VariableReadOp, tosa::VariableWriteOp>;
};

template <typename Op> struct NamesAccumulator {
  static constexpr bool value = accumulatesByName<Op>;
};

template <typename Op>
struct AccumulatorModel : train::PrecisionOpInterface::ExternalModel<AccumulatorModel<Op>, Op> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x", "acc"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieAll(op); }
  Type getAccumulatorType(Operation *op) const {
    Type type = cast<Op>(op).getAccType();
    return isa<FloatType>(type) ? type : Type();
  }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type acc) const {
    Operation *made = rebuildOp(op, builder, operands, resultTypes);
    // There is no accumulator in bf16.
    if (acc && !acc.isBF16())
      cast<Op>(made).setAccType(acc);
    return made;
  }
};

struct MatMulModel : train::PrecisionOpInterface::ExternalModel<MatMulModel, tosa::MatMulOp> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x", "output"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    SmallVector<TieGroup> groups = tieAll(op);
    if (groups.empty() || groups.front().defs.empty())
      return groups;
    groups.push_back({"output", {}, std::move(groups.front().defs), train::TieKind::Apart});
    groups.front().defs.clear();
    return groups;
  }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    return rebuildOp(op, builder, operands, resultTypes);
  }
};

/// The bounds of a clamp have the type of its data.
struct ClampModel : train::PrecisionOpInterface::ExternalModel<ClampModel, tosa::ClampOp> {
  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"x"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const { return tieAll(op); }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    auto made = cast<tosa::ClampOp>(rebuildOp(op, builder, operands, resultTypes));
    FloatType type = getFloat(made.getType());
    auto round = [&](Attribute bound) {
      llvm::APFloat number = cast<FloatAttr>(bound).getValue();
      bool loses;
      number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
      return FloatAttr::get(type, number);
    };
    if (type) {
      made.setMinValAttr(round(made.getMinValAttr()));
      made.setMaxValAttr(round(made.getMaxValAttr()));
    }
    return made;
  }
};

/// Regions take what comes in as block arguments; what they yield are the results.
template <typename Op>
struct RegionsModel : train::PrecisionOpInterface::ExternalModel<RegionsModel<Op>, Op> {
  static constexpr bool isLoop = isOneOf<Op, tosa::WhileOp>;

  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"carried", "x"};
    return names;
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const;
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    return rebuildOp(op, builder, operands, resultTypes);
  }
};

template <typename Op> SmallVector<TieGroup> RegionsModel<Op>::getTieGroups(Operation *op) const {
  SmallVector<TieGroup> groups;
  unsigned first = isLoop ? 0 : 1; // behind the condition
  auto addYields = [&](TieGroup &group, OpResult result) {
    group.defs.push_back(result);
    for (Region &region : op->getRegions().drop_front(isLoop ? 1 : 0))
      group.uses.push_back(&region.front().getTerminator()->getOpOperand(result.getResultNumber()));
  };
  for (OpOperand &operand : op->getOpOperands().drop_front(first)) {
    if (!getFloat(operand.get().getType()))
      continue;
    unsigned index = operand.getOperandNumber() - first;
    TieGroup group{"carried", {&operand}, {}, train::TieKind::Declared};
    for (Region &region : op->getRegions())
      if (index < region.getNumArguments())
        group.defs.push_back(region.getArgument(index));
    if (isLoop)
      addYields(group, op->getResult(index));
    if (!group.defs.empty())
      groups.push_back(std::move(group));
  }
  for (OpResult result : op->getResults())
    if (!isLoop && getFloat(result.getType())) {
      TieGroup &group = groups.emplace_back(TieGroup{"x", {}, {}});
      addYields(group, result);
    }
  return groups;
}

struct TosaPrecision : PrecisionDialectInterface {
  using PrecisionDialectInterface::PrecisionDialectInterface;

  Value buildCast(OpBuilder &builder, Location loc, Value value, Type type,
                  Operation *) const override {
    if (!isa<TensorType>(type))
      return buildArithCast(builder, loc, value, type);
    // The specification lacks a cast between f16 and bf16; f32 holds both.
    if (getFloat(type).getWidth() == getFloat(value.getType()).getWidth())
      value = tosa::CastOp::create(builder, loc, withFloat(type, builder.getF32Type()), value);
    return tosa::CastOp::create(builder, loc, type, value);
  }
  bool isCast(Operation *op) const override { return isa<tosa::CastOp>(op); }
  Value buildSplat(OpBuilder &builder, Location loc, Type type, const llvm::APFloat &number,
                   Operation *) const override {
    if (!isa<RankedTensorType>(type))
      return buildArithSplat(builder, loc, type, number);
    return tosa::ConstOp::create(builder, loc, type,
                                 DenseElementsAttr::get(cast<ShapedType>(type), number));
  }
  Value getElementSource(Operation *op) const override {
    return isa<tosa::ReshapeOp, tosa::TileOp, tosa::IdentityOp, tosa::TransposeOp, tosa::SliceOp>(
               op)
               ? op->getOperand(0)
               : Value();
  }
};

template <typename... Ops> void attachTosa(MLIRContext *context) {
  attachWhere<OneTypeModel, HasOneType, Ops...>(context);
  attachWhere<AccumulatorModel, NamesAccumulator, Ops...>(context);
  tosa::MatMulOp::attachInterface<MatMulModel>(*context);
  tosa::ClampOp::attachInterface<ClampModel>(*context);
  tosa::IfOp::attachInterface<RegionsModel<tosa::IfOp>>(*context);
  tosa::WhileOp::attachInterface<RegionsModel<tosa::WhileOp>>(*context);
}

} // namespace

void halftone::precision::registerTosaModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *dialect) {
    dialect->addInterfaces<TosaPrecision>();
    attachTosa<
#define GET_OP_LIST
#include "mlir/Dialect/Tosa/IR/TosaOps.cpp.inc"
        >(context);
  });
}
