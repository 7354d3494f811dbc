// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of linalg. Each op on tensors has the groups "ins", one for each input, and
// "outs", one for each result with its initial value; an input or a result is tied to
// the block argument, and the result to what is yielded.
//
//   generic, reduce, map   the body is part of the op: inputs, results and body ("acc")
//                          have types of their own, and the body casts between them.
//   products, convolutions, pooling, fill
//                          the body follows from the types: inputs are cast to the
//                          result's type, in which partial sums are kept.
//   other named ops        have one type.
//
// A result that holds partial sums stays in f32 where its inputs are low (`Apart`); one
// that selects, as a maximum does, goes with them.
#include "ForeignParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::train::TieGroup;

namespace {

/// The op that combines a result's elements along the reduced dimensions: what is yielded
/// for it. Null where nothing is reduced.
Operation *getCombiner(linalg::LinalgOp op, unsigned result) {
  if (op.getNumReductionLoops() == 0)
    return nullptr;
  return op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
}

/// True where a result holds partial sums or products.
bool accumulates(linalg::LinalgOp op, unsigned result) {
  Operation *combiner = getCombiner(op, result);
  return combiner && !isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
                          arith::SelectOp>(combiner);
}

/// "arith.maximumf" → "max", and so on: the words of `train`'s kinds.
std::string nameCombiner(Operation *combiner) {
  if (isa<arith::AddFOp, arith::SubFOp>(combiner))
    return "add";
  if (isa<arith::MulFOp>(combiner))
    return "mul";
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(combiner))
    return "max";
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(combiner))
    return "min";
  return "reduction";
}

/// False for pooling, which is a convolution with a window alone.
bool multiplies(linalg::LinalgOp op) {
  return llvm::any_of(*op.getBlock(), [](Operation &inner) { return isa<arith::MulFOp>(inner); });
}

bool hasOwnBody(Operation *op) {
  return isa<linalg::GenericOp, linalg::ReduceOp, linalg::MapOp>(op);
}

/// True where the op's body casts its inputs to the result's type.
bool castsInputs(linalg::LinalgOp op) {
  return hasOwnBody(op) || isa<linalg::FillOp, linalg::CopyOp>(op) ||
         linalg::isaContractionOpInterface(op) || linalg::isaConvolutionOpInterface(op);
}

SmallVector<TieGroup> getLinalgGroups(linalg::LinalgOp op) {
  SmallVector<TieGroup> groups;
  auto argumentOf = [&](OpOperand *operand) -> SmallVector<Value, 4> {
    Block *body = op.getBlock();
    if (operand->getOperandNumber() >= body->getNumArguments())
      return {};
    return {body->getArgument(operand->getOperandNumber())};
  };
  // What is written over and never read may be any tensor of the shape.
  auto isRead = [&](OpOperand &init) { return op.payloadUsesValueFromOperand(&init); };
  if (!castsInputs(op)) {
    groups = tieAll(op);
    for (OpOperand &operand : op->getOpOperands())
      if (getFloat(operand.get().getType()))
        groups.front().defs.append(argumentOf(&operand));
    if (!groups.empty())
      llvm::erase_if(groups.front().uses,
                     [&](OpOperand *use) { return op.isDpsInit(use) && !isRead(*use); });
    return groups;
  }
  for (OpOperand *input : op.getDpsInputOperands())
    if (getFloat(input->get().getType()))
      groups.push_back({"ins", {input}, argumentOf(input)});
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (!getFloat(init.get().getType()))
      continue;
    OpResult result = op.getTiedOpResult(&init);
    TieGroup group{"outs", {}, argumentOf(&init)};
    if (isRead(init))
      group.uses.push_back(&init);
    group.defs.push_back(result);
    if (hasOwnBody(op))
      group.uses.push_back(&op.getBlock()->getTerminator()->getOpOperand(result.getResultNumber()));
    if (accumulates(op, result.getResultNumber()))
      group.kind = train::TieKind::Apart;
    groups.push_back(std::move(group));
  }
  return groups;
}

/// The body that a named op has for the types of its operands.
void buildBody(OpBuilder &builder, linalg::LinalgOp op) {
  SmallVector<Type> types;
  for (Value operand : op->getOperands())
    types.push_back(getElementTypeOrSelf(operand.getType()));
  SmallVector<Location> locs(types.size(), op.getLoc());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&op->getRegion(0), {}, types, locs);
  ImplicitLocOpBuilder inBody(op.getLoc(), builder);
  op.getRegionBuilder()(inBody, *body, op->getAttrs(), [&] { return op->emitOpError(); });
}

/// A tensor without contents of the type, as large as `like`.
Value createEmpty(OpBuilder &builder, Location loc, Type type, Value like) {
  SmallVector<Value> sizes;
  for (auto [index, size] : llvm::enumerate(cast<ShapedType>(type).getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, index));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

Operation *rebuildLinalg(linalg::LinalgOp op, OpBuilder &builder, ValueRange newOperands,
                         TypeRange resultTypes) {
  SmallVector<Value> operands(newOperands);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    Value &value = operands[init.getOperandNumber()];
    Type type = resultTypes[op.getTiedOpResult(&init).getResultNumber()];
    if (value.getType() != type)
      value = createEmpty(builder, op.getLoc(), type, value);
  }
  if (hasOwnBody(op))
    return rebuildOp(op, builder, operands, resultTypes);
  OperationState state(op->getLoc(), op->getName(), operands, resultTypes, {});
  state.propertiesAttr = op->getPropertiesAsAttribute();
  state.attributes = op->getDiscardableAttrDictionary();
  state.addRegion();
  auto made = cast<linalg::LinalgOp>(builder.create(state));
  buildBody(builder, made);
  return made;
}

/// Named ops whose operands and results are free of each other, or share one type: which
/// it is rests on the instance, as `linalg.elementwise` and `linalg.contract` do.
template <typename Op>
struct LinalgModel : train::PrecisionOpInterface::ExternalModel<LinalgModel<Op>, Op> {
  static constexpr bool ownsBody = isOneOf<Op, linalg::GenericOp, linalg::ReduceOp, linalg::MapOp>;

  static ArrayRef<StringRef> getTieGroupNames() {
    static const StringRef names[] = {"ins", "outs", "acc"};
    return ownsBody ? ArrayRef(names) : ArrayRef<StringRef>();
  }
  SmallVector<TieGroup> getTieGroups(Operation *op) const {
    return getLinalgGroups(cast<linalg::LinalgOp>(op));
  }
  /// The widest float that the body computes in.
  Type getAccumulatorType(Operation *op) const {
    if (!ownsBody)
      return {};
    FloatType widest;
    auto look = [&](Type type) {
      FloatType have = getFloat(type);
      if (have && (!widest || have.getWidth() > widest.getWidth()))
        widest = have;
    };
    op->getRegion(0).walk([&](Operation *inner) {
      llvm::for_each(inner->getOperandTypes(), look);
      llvm::for_each(inner->getResultTypes(), look);
    });
    return widest;
  }
  Operation *rebuildWithTypes(Operation *op, OpBuilder &builder, ValueRange operands,
                              TypeRange resultTypes, Type) const {
    return rebuildLinalg(cast<linalg::LinalgOp>(op), builder, operands, resultTypes);
  }
};

bool isFilledWithNumber(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && fill.hasPureTensorSemantics() &&
         fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() && getSplat(fill.getInputs()[0]);
}

template <typename Op> struct Any {
  static constexpr bool value = true;
};

struct LinalgPrecision : ArithPrecision {
  using ArithPrecision::ArithPrecision;

  bool ownsBody(Operation *op) const override { return isa<linalg::LinalgOp>(op); }

  std::string getKind(Operation *op) const override {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return {};
    if (linalg::isaContractionOpInterface(linalgOp))
      return "contraction";
    if (linalg::isaConvolutionOpInterface(linalgOp) && multiplies(linalgOp))
      return "convolution";
    for (unsigned i = 0, e = op->getNumResults(); i != e; ++i)
      if (accumulates(linalgOp, i))
        return nameCombiner(getCombiner(linalgOp, i));
    Operation *combiner = op->getNumResults() ? getCombiner(linalgOp, 0) : nullptr;
    return combiner ? nameCombiner(combiner) : "elementwise";
  }

  Value getElementSource(Operation *op) const override {
    return isa<linalg::FillOp, linalg::BroadcastOp, linalg::TransposeOp>(op) ? op->getOperand(0)
                                                                             : Value();
  }

  /// A tensor filled with a number is a constant, whatever its shape.
  bool hasNoPrecision(Operation *op) const override { return isFilledWithNumber(op); }

  Value remake(OpBuilder &builder, Operation *op, Type type) const override {
    if (!isFilledWithNumber(op))
      return {};
    auto fill = cast<linalg::FillOp>(op);
    auto empty = fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
    llvm::APFloat number = *getSplat(fill.getInputs()[0]);
    bool loses;
    number.convert(getFloat(type).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    Location loc = op->getLoc();
    Value scalar = buildArithSplat(builder, loc, getFloat(type), number);
    Value out = tensor::EmptyOp::create(builder, loc, type, empty.getDynamicSizes());
    return linalg::FillOp::create(builder, loc, scalar, out).getResult(0);
  }
};

template <typename... Ops> void attachStructured(MLIRContext *context) {
  attachWhere<LinalgModel, Any, Ops...>(context);
}

} // namespace

void halftone::precision::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *dialect) {
    dialect->addInterfaces<LinalgPrecision>();
    attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
    linalg::SoftmaxOp::attachInterface<OneTypeModel<linalg::SoftmaxOp>>(*context);
    linalg::PackOp::attachInterface<OneTypeModel<linalg::PackOp>>(*context);
    linalg::UnPackOp::attachInterface<OneTypeModel<linalg::UnPackOp>>(*context);
  });
}
