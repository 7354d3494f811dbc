// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types that `train` has, constants as rules look for them, and what reductions start
// from.
#include "Convert.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool conversion::isTrainElement(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element)) {
    unsigned width = integer.getWidth();
    if (width == 1)
      return integer.isSignless();
    return !integer.isSigned() && (width == 8 || width == 16 || width == 32 || width == 64);
  }
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type>(
      element);
}

LogicalResult conversion::checkType(Operation *op, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) // a scalar of arith is as good as a tensor of rank 0
    return isTrainElement(type) ? success()
                                : op->emitError("op '")
                                      << op->getName() << "' has a value of type " << type
                                      << ", expected a ranked tensor of static shape";
  if (!tensor.hasStaticShape())
    return op->emitError("op '") << op->getName() << "' has a value of type " << type
                                 << ", expected a static shape; export the model with fixed sizes";
  if (!isTrainElement(tensor.getElementType()))
    return op->emitError("op '") << op->getName() << "' has a value of type " << type
                                 << ", expected elements of f64, f32, f16, bf16, f8E4M3FN, f8E5M2, "
                                    "i1, or an integer of 8, "
                                    "16, 32 or 64 bits";
  if (tensor.getEncoding())
    return op->emitError("op '") << op->getName() << "' has a value of type " << type
                                 << ", expected a tensor without an encoding";
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    if (llvm::MulOverflow(count, size, count) || count > (int64_t{1} << 56))
      return op->emitError("op '")
             << op->getName() << "' has a value of type " << type << ", which no memory can hold";
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The attribute of a constant, whichever dialect it is of.
static DenseElementsAttr getDense(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return {};
  return dyn_cast<DenseElementsAttr>(attribute);
}

/// The value behind ops that only repeat or rearrange.
static Value skipRearranging(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<train::ReshapeOp, train::BroadcastInDimOp, train::TransposeOp, stablehlo::ReshapeOp,
             stablehlo::BroadcastInDimOp, stablehlo::TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

std::optional<APFloat> conversion::getConstantFloat(Value value) {
  value = skipRearranging(value);
  if (auto cast = value.getDefiningOp<train::CastOp>()) {
    auto to = dyn_cast<FloatType>(train::getElementType(cast.getResult()));
    std::optional<APFloat> inner;
    if (to && cast.getRounding() == train::Rounding::nearest_even && !cast.getSaturate())
      inner = getConstantFloat(cast.getOperand());
    if (!inner)
      return std::nullopt;
    bool loses;
    inner->convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &loses);
    return inner;
  }
  DenseElementsAttr dense = getDense(value);
  if (!dense || !dense.isSplat() || !isa<FloatType>(dense.getElementType()))
    return std::nullopt;
  return dense.getSplatValue<APFloat>();
}

std::optional<APInt> conversion::getConstantInt(Value value) {
  value = skipRearranging(value);
  if (auto cast = value.getDefiningOp<train::CastOp>()) {
    auto from = dyn_cast<IntegerType>(train::getElementType(cast.getOperand()));
    auto to = dyn_cast<IntegerType>(train::getElementType(cast.getResult()));
    std::optional<APInt> inner;
    if (from && to && to.getWidth() >= from.getWidth() && !to.isInteger(1))
      inner = getConstantInt(cast.getOperand());
    if (!inner)
      return std::nullopt;
    bool isUnsigned = from.isUnsigned() || from.isInteger(1);
    return isUnsigned ? inner->zext(to.getWidth()) : inner->sext(to.getWidth());
  }
  DenseElementsAttr dense = getDense(value);
  if (!dense || !dense.isSplat() || !isa<IntegerType>(dense.getElementType()))
    return std::nullopt;
  return dense.getSplatValue<APInt>();
}

std::optional<Sizes> conversion::getConstantInts(Value value) {
  DenseElementsAttr dense = getDense(value);
  if (!dense || !isa<IntegerType, IndexType>(dense.getElementType()))
    return std::nullopt;
  Sizes sizes;
  for (const APInt &number : dense.getValues<APInt>()) {
    if (number.getSignificantBits() > 64)
      return std::nullopt;
    sizes.push_back(number.getSExtValue());
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// What reductions start from
//===----------------------------------------------------------------------===//

/// The least or greatest value of an integer type.
static APInt extremeOf(IntegerType type, bool least) {
  unsigned width = type.getWidth();
  if (type.isUnsigned() || width == 1)
    return least ? APInt::getMinValue(width) : APInt::getMaxValue(width);
  return least ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
}

static APInt neutralInt(ReductionKind kind, IntegerType type) {
  unsigned width = type.getWidth();
  switch (kind) {
  case ReductionKind::add:
  case ReductionKind::or_:
    return APInt::getZero(width);
  case ReductionKind::mul:
    return APInt(width, 1);
  case ReductionKind::and_:
    return APInt::getAllOnes(width);
  case ReductionKind::max:
    return extremeOf(type, /*least=*/true);
  case ReductionKind::min:
    return extremeOf(type, /*least=*/false);
  }
  llvm_unreachable("unknown kind");
}

static APFloat neutralFloat(ReductionKind kind, const llvm::fltSemantics &semantics) {
  switch (kind) {
  case ReductionKind::mul:
    return APFloat::getOne(semantics);
  case ReductionKind::max:
  case ReductionKind::min: {
    bool negative = kind == ReductionKind::max;
    return APFloat::semanticsHasInf(semantics) ? APFloat::getInf(semantics, negative)
                                               : APFloat::getLargest(semantics, negative);
  }
  default:
    return APFloat::getZero(semantics);
  }
}

bool conversion::isNeutral(ReductionKind kind, Value value) {
  Type element = train::getElementType(value);
  if (auto integer = dyn_cast<IntegerType>(element)) {
    std::optional<APInt> number = getConstantInt(value);
    return number && *number == neutralInt(kind, integer);
  }
  std::optional<APFloat> number = getConstantFloat(value);
  if (!number)
    return false;
  if (kind == ReductionKind::add)
    return number->isZero();
  return number->bitwiseIsEqual(neutralFloat(kind, number->getSemantics()));
}

Value conversion::neutral(ReductionKind kind, Type element, Converter &b) {
  auto type = RankedTensorType::get({}, element);
  Attribute value;
  if (auto integer = dyn_cast<IntegerType>(element))
    value = IntegerAttr::get(integer, neutralInt(kind, integer));
  else
    value =
        FloatAttr::get(element, neutralFloat(kind, cast<FloatType>(element).getFloatSemantics()));
  return b.create<train::ConstantOp>(DenseElementsAttr::get(type, value));
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Sizes conversion::orDefault(std::optional<Dims> array, size_t size, int64_t standard) {
  return array && !array->empty() ? Sizes(*array) : Sizes(size, standard);
}

void conversion::splitPadding(std::optional<DenseIntElementsAttr> padding, size_t size, Sizes &low,
                              Sizes &high) {
  low.assign(size, 0);
  high.assign(size, 0);
  if (!padding || padding->getNumElements() != static_cast<int64_t>(2 * size))
    return;
  for (auto [i, value] : llvm::enumerate(padding->getValues<APInt>()))
    (i % 2 ? high : low)[i / 2] = value.getSExtValue();
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Value Converter::slice(Value value, Dims start, Dims limit, Dims strides) {
  Sizes ones(start.size(), 1), shape;
  if (strides.empty())
    strides = ones;
  for (size_t i = 0; i < start.size(); ++i)
    shape.push_back(llvm::divideCeil(limit[i] - start[i], strides[i]));
  if (Dims(shape) == train::getShape(value))
    return value;
  return create<train::SliceOp>(RankedTensorType::get(shape, train::getElementType(value)), value,
                                start, limit, strides);
}

Value Converter::pad(Value value, Value scalar, Dims low, Dims high, Dims interior) {
  Dims from = train::getShape(value);
  Sizes shape;
  bool changes = false;
  for (size_t i = 0; i < from.size(); ++i) {
    shape.push_back(from[i] + low[i] + high[i] + std::max<int64_t>(from[i] - 1, 0) * interior[i]);
    changes |= low[i] || high[i] || interior[i];
  }
  if (!changes)
    return value;
  return create<train::PadOp>(RankedTensorType::get(shape, train::getElementType(value)), value,
                              scalar, low, high, interior);
}

Value Converter::concatenate(ValueRange values, int64_t dim) {
  Sizes shape(train::getShape(values.front()));
  shape[dim] = 0;
  for (Value value : values)
    shape[dim] += train::getShape(value)[dim];
  return create<train::ConcatenateOp>(
      RankedTensorType::get(shape, train::getElementType(values.front())), values, dim);
}

Value Converter::combine(ReductionKind kind, Value a, Value other) {
  bool logical = train::getElementType(a).isInteger(1);
  switch (kind) {
  case ReductionKind::add:
    return logical ? bitOr(a, other) : add(a, other);
  case ReductionKind::max:
    return logical ? bitOr(a, other) : maximum(a, other);
  case ReductionKind::or_:
    return bitOr(a, other);
  case ReductionKind::mul:
    return logical ? bitAnd(a, other) : mul(a, other);
  case ReductionKind::min:
    return logical ? bitAnd(a, other) : minimum(a, other);
  case ReductionKind::and_:
    return bitAnd(a, other);
  }
  llvm_unreachable("unknown kind");
}
