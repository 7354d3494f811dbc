// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops whose shape is an operand. torch-mlir prints them also where the shape is known:
// the result's type says it. They become the op with the shape in its type or attributes,
// before anything else is converted, and what computed the shape goes where nobody else
// needs it.
#include "Convert.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

bool isStatic(Operation *op) {
  auto isStaticTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return isStaticTensor(op->getResult(0).getType()) &&
         (isa<stablehlo::DynamicIotaOp>(op) || isStaticTensor(op->getOperand(0).getType()));
}

/// The elements of a shape operand, or an error.
FailureOr<Sizes> constantOf(Operation *op, Value value, StringRef what) {
  if (auto sizes = getConstantInts(value))
    return *sizes;
  return Converter::refuse(op) << "its " << what << " are not constant";
}

FailureOr<Value> makeStaticOp(Operation *op, OpBuilder &builder) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (auto iota = dyn_cast<stablehlo::DynamicIotaOp>(op))
    return Value(stablehlo::IotaOp::create(builder, loc, type, iota.getIotaDimension()));
  if (auto reshape = dyn_cast<stablehlo::DynamicReshapeOp>(op))
    return Value(stablehlo::ReshapeOp::create(builder, loc, type, reshape.getOperand()));
  if (auto broadcast = dyn_cast<stablehlo::DynamicBroadcastInDimOp>(op))
    return Value(stablehlo::BroadcastInDimOp::create(builder, loc, type, broadcast.getOperand(),
                                                     broadcast.getBroadcastDimensions()));
  if (auto pad = dyn_cast<stablehlo::DynamicPadOp>(op)) {
    auto low = constantOf(op, pad.getEdgePaddingLow(), "amounts of padding");
    auto high = constantOf(op, pad.getEdgePaddingHigh(), "amounts of padding");
    auto interior = constantOf(op, pad.getInteriorPadding(), "amounts of padding");
    if (failed(low) || failed(high) || failed(interior))
      return failure();
    return Value(stablehlo::PadOp::create(builder, loc, type, pad.getOperand(),
                                          pad.getPaddingValue(), *low, *high, *interior));
  }
  if (auto slice = dyn_cast<stablehlo::RealDynamicSliceOp>(op)) {
    auto start = constantOf(op, slice.getStartIndices(), "bounds");
    auto limit = constantOf(op, slice.getLimitIndices(), "bounds");
    auto strides = constantOf(op, slice.getStrides(), "strides");
    if (failed(start) || failed(limit) || failed(strides))
      return failure();
    return Value(stablehlo::SliceOp::create(builder, loc, type, slice.getOperand(), *start, *limit,
                                            *strides));
  }
  if (auto gather = dyn_cast<stablehlo::DynamicGatherOp>(op)) {
    auto sizes = constantOf(op, gather.getSliceSizes(), "sizes");
    if (failed(sizes))
      return failure();
    return Value(stablehlo::GatherOp::create(builder, loc, type, gather.getOperand(),
                                             gather.getStartIndices(), gather.getDimensionNumbers(),
                                             *sizes, gather.getIndicesAreSorted()));
  }
  if (auto conv = dyn_cast<stablehlo::DynamicConvOp>(op)) {
    auto padding = constantOf(op, conv.getPadding(), "amounts of padding");
    if (failed(padding))
      return failure();
    if (padding->size() % 2)
      return Converter::refuse(op) << padding->size() << " amounts of padding";
    auto paddingType =
        RankedTensorType::get({static_cast<int64_t>(padding->size()) / 2, 2}, builder.getI64Type());
    return Value(stablehlo::ConvolutionOp::create(
        builder, loc, type, conv.getLhs(), conv.getRhs(), conv.getWindowStridesAttr(),
        DenseIntElementsAttr::get(paddingType, *padding), conv.getLhsDilationAttr(),
        conv.getRhsDilationAttr(), conv.getWindowReversalAttr(), conv.getDimensionNumbers(),
        conv.getFeatureGroupCountAttr(), conv.getBatchGroupCountAttr(),
        conv.getPrecisionConfigAttr()));
  }
  if (auto size = dyn_cast<stablehlo::GetDimensionSizeOp>(op)) {
    int64_t value = train::getShape(size.getOperand())[size.getDimension()];
    auto element = cast<RankedTensorType>(type).getElementType();
    auto attribute = DenseElementsAttr::get(cast<RankedTensorType>(type),
                                            builder.getIntegerAttr(element, value));
    return Value(stablehlo::ConstantOp::create(builder, loc, type, attribute));
  }
  return failure();
}

} // namespace

LogicalResult conversion::makeStatic(Operation *root) {
  SmallVector<Operation *> dynamic;
  root->walk([&](Operation *op) {
    if (isa<stablehlo::DynamicIotaOp, stablehlo::DynamicReshapeOp,
            stablehlo::DynamicBroadcastInDimOp, stablehlo::DynamicPadOp,
            stablehlo::RealDynamicSliceOp, stablehlo::DynamicGatherOp, stablehlo::DynamicConvOp,
            stablehlo::GetDimensionSizeOp>(op) &&
        isStatic(op))
      dynamic.push_back(op);
  });
  SmallVector<Operation *> shapes;
  for (Operation *op : dynamic) {
    OpBuilder builder(op);
    FailureOr<Value> value = makeStaticOp(op, builder);
    if (failed(value))
      return failure();
    // Its attributes came from constants.
    Operation *made = value->getDefiningOp();
    if (failed(made->getName().verifyInvariants(made)))
      return failure();
    for (Value operand : op->getOperands().drop_front(isa<stablehlo::DynamicIotaOp>(op) ? 0 : 1))
      if (Operation *shape = operand.getDefiningOp())
        shapes.push_back(shape);
    op->getResult(0).replaceAllUsesWith(*value);
    op->erase();
  }
  // An op is looked at again when one of its users went.
  llvm::SmallPtrSet<Operation *, 16> erased;
  while (!shapes.empty()) {
    Operation *op = shapes.pop_back_val();
    if (erased.contains(op) || !isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        shapes.push_back(producer);
    erased.insert(op);
    op->erase();
  }
  return success();
}
