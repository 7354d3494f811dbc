// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `train` dialect itself: registration, the convolution's dimension numbers,
// and helpers on types. Roles are verified in Roles.cpp; the generated definitions
// of the ops are in shards made from TrainOpDefs.cpp.in.
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

namespace {

/// One side of the notation: where the two named dimensions are, and the spatial
/// dimensions in order.
struct ConvSide {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};

ParseResult parseConvSide(AsmParser &parser, StringRef firstName, StringRef secondName,
                          ConvSide &side) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<std::pair<int64_t, int64_t>> spatial; // (which spatial dimension, where)
  int64_t position = 0;
  auto parseEntry = [&]() -> ParseResult {
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      spatial.push_back({number, position++});
      return *isNumber;
    }
    StringRef name;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    int64_t *slot = name == firstName ? &side.first : name == secondName ? &side.second : nullptr;
    if (!slot || *slot >= 0)
      return parser.emitError(at) << "expected '" << firstName << "' and '" << secondName
                                  << "' once each, got '" << name << "'";
    *slot = position++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseEntry))
    return failure();
  if (side.first < 0 || side.second < 0)
    return parser.emitError(start)
           << "expected '" << firstName << "' and '" << secondName << "' among the dimensions";
  llvm::sort(spatial);
  for (auto [i, entry] : llvm::enumerate(spatial)) {
    if (entry.first != static_cast<int64_t>(i))
      return parser.emitError(start)
             << "expected each spatial dimension from 0 to " << spatial.size() - 1 << " once";
    side.spatial.push_back(entry.second);
  }
  return success();
}

void printConvSide(AsmPrinter &printer, StringRef firstName, StringRef secondName, int64_t first,
                   int64_t second, ArrayRef<int64_t> spatial) {
  SmallVector<std::string> names(spatial.size() + 2);
  auto put = [&](int64_t where, const Twine &name) {
    if (where >= 0 && where < static_cast<int64_t>(names.size()))
      names[where] = name.str();
  };
  for (auto [i, where] : llvm::enumerate(spatial))
    put(where, Twine(i));
  put(first, firstName);
  put(second, secondName);
  printer << '[';
  llvm::interleaveComma(names, printer, [&](const std::string &name) { printer << name; });
  printer << ']';
}

} // namespace

Attribute ConvDimsAttr::parse(AsmParser &parser, Type) {
  ConvSide input, kernel, output;
  if (parseConvSide(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseConvSide(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseConvSide(parser, "b", "f", output))
    return {};
  return ConvDimsAttr::get(parser.getContext(), input.first, input.second, input.spatial,
                           kernel.first, kernel.second, kernel.spatial, output.first, output.second,
                           output.spatial);
}

void ConvDimsAttr::print(AsmPrinter &printer) const {
  printConvSide(printer, "b", "f", getInputBatch(), getInputFeature(), getInputSpatial());
  printer << 'x';
  printConvSide(printer, "i", "o", getKernelInput(), getKernelOutput(), getKernelSpatial());
  printer << "->";
  printConvSide(printer, "b", "f", getOutputBatch(), getOutputFeature(), getOutputSpatial());
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
