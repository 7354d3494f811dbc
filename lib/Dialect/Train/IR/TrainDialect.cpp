// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `train` dialect itself: registration, the convolution's dimension numbers,
// and helpers on types. Roles are verified in Roles.cpp; the generated definitions
// of the ops are in shards made from TrainOpDefs.cpp.in.
#include "halftone/Dialect/Train/IR/ConvNotation.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/IR/TypeParsing.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace halftone::train;

#include "halftone/Dialect/Train/IR/TrainDialect.cpp.inc"
#include "halftone/Dialect/Train/IR/TrainEnums.cpp.inc"
#include "halftone/Dialect/Train/IR/TrainInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/Train/IR/TrainAttrs.cpp.inc"

namespace {

/// Every op may be inlined: none depends on the function it is in.
struct TrainInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

} // namespace

void TrainDialect::initialize() {
  registerTrainDialectOperations(this);
  addAttributes<
#define GET_ATTRDEF_LIST
#include "halftone/Dialect/Train/IR/TrainAttrs.cpp.inc"
      >();
  addInterfaces<TrainInlinerInterface>();
}

Operation *TrainDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                             Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getShapedType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}

//===----------------------------------------------------------------------===//
// Dimension numbers of convolutions
//===----------------------------------------------------------------------===//

Attribute ConvDimsAttr::parse(AsmParser &parser, Type) {
  ConvNotation dims;
  if (parseConvNotation(parser, dims))
    return {};
  return ConvDimsAttr::get(parser.getContext(), dims.input.first, dims.input.second,
                           dims.input.spatial, dims.kernel.first, dims.kernel.second,
                           dims.kernel.spatial, dims.output.first, dims.output.second,
                           dims.output.spatial);
}

void ConvDimsAttr::print(AsmPrinter &printer) const {
  printConvNotation(printer,
                    {{getInputBatch(), getInputFeature(), llvm::to_vector(getInputSpatial())},
                     {getKernelInput(), getKernelOutput(), llvm::to_vector(getKernelSpatial())},
                     {getOutputBatch(), getOutputFeature(), llvm::to_vector(getOutputSpatial())}});
}

//===----------------------------------------------------------------------===//
// Helpers on types
//===----------------------------------------------------------------------===//

Type halftone::train::getElementType(Value value) { return mlir::getElementTypeOrSelf(value); }

ArrayRef<int64_t> halftone::train::getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

RankedTensorType halftone::train::withElementType(Type type, Type elementType) {
  return cast<RankedTensorType>(type).clone(elementType);
}

Type halftone::train::getComputeType(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() < 32 ? Float32Type::get(type.getContext()) : type;
}

FloatType halftone::train::getComputeFloatType(ValueRange values) {
  for (Value value : values)
    if (getElementType(value).isF64())
      return Float64Type::get(value.getContext());
  return Float32Type::get(values.front().getContext());
}

bool halftone::train::isExactWidening(Type from, Type to) {
  if (from == to)
    return true;
  // The common ones, which need no look at their semantics.
  if (isa<Float32Type>(to) && isa<BFloat16Type, Float16Type>(from))
    return true;
  if (isa<Float32Type>(from) && isa<BFloat16Type, Float16Type>(to))
    return false;
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  if (!fromFloat || !toFloat)
    return false;
  const llvm::fltSemantics &a = fromFloat.getFloatSemantics(), &b = toFloat.getFloatSemantics();
  return llvm::APFloat::isRepresentableBy(a, b);
}

Value halftone::train::splat(OpBuilder &builder, Location loc, Type tensorType, double value) {
  auto type = cast<RankedTensorType>(tensorType);
  Attribute element;
  if (auto floatType = dyn_cast<FloatType>(type.getElementType())) {
    llvm::APFloat rounded(value);
    bool loses;
    rounded.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    element = FloatAttr::get(floatType, rounded);
  } else {
    unsigned width = type.getElementType().getIntOrFloatBitWidth();
    element = IntegerAttr::get(type.getElementType(),
                               llvm::APInt(64, static_cast<uint64_t>(static_cast<int64_t>(value)),
                                           /*isSigned=*/true)
                                   .trunc(width));
  }
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, element));
}

Value halftone::train::castTo(OpBuilder &builder, Location loc, Value value, Type elementType) {
  if (getElementType(value) == elementType)
    return value;
  return CastOp::create(builder, loc, value, elementType);
}
