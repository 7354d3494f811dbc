// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of elementwise ops and of ops that move elements.
#include "Verify.h"

using namespace mlir;
using namespace halftone::stablehlo;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

LogicalResult AbsOp::verify() {
  Type element = typeOf(getOperand()).getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return verifyElement(*this, "a result", getType(), element);
}

LogicalResult BitcastConvertOp::verify() {
  auto width = [](Type element) -> int64_t {
    if (auto complex = dyn_cast<ComplexType>(element))
      return 2 * complex.getElementType().getIntOrFloatBitWidth();
    return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  };
  RankedTensorType from = typeOf(getOperand()), to = typeOf(getResult());
  int64_t fromWidth = width(from.getElementType()), toWidth = width(to.getElementType());
  if (!fromWidth || !toWidth)
    return success(); // quantized: refused by the conversion
  SmallVector<int64_t> expected(from.getShape());
  if (fromWidth > toWidth && fromWidth % toWidth == 0) {
    expected.push_back(fromWidth / toWidth);
  } else if (fromWidth < toWidth) {
    if (expected.empty() || expected.back() != toWidth / fromWidth || toWidth % fromWidth)
      return emitOpError() << "expected an operand whose last dimension makes elements of "
                           << toWidth << " bits, got " << from;
    expected.pop_back();
  } else if (fromWidth != toWidth) {
    return emitOpError() << "cannot split elements of " << fromWidth << " bits into " << toWidth;
  }
  return verifyShape(*this, "a result", to, expected);
}

LogicalResult ReducePrecisionOp::verify() {
  if (static_cast<int32_t>(getExponentBits()) >= 1 && static_cast<int32_t>(getMantissaBits()) >= 0)
    return success();
  return emitOpError() << "expected at least 1 exponent bit and 0 mantissa bits, got "
                       << static_cast<int32_t>(getExponentBits()) << " and "
                       << static_cast<int32_t>(getMantissaBits());
}

LogicalResult CompareOp::verify() {
  Type element = typeOf(getLhs()).getElementType();
  ComparisonType kind = getCompareType().value_or(ComparisonType::NOTYPE);
  bool isFloat = isa<FloatType, ComplexType>(element);
  bool onFloat = kind == ComparisonType::FLOAT || kind == ComparisonType::TOTALORDER;
  bool onInt = kind == ComparisonType::SIGNED || kind == ComparisonType::UNSIGNED;
  if ((isFloat && onInt) || (isa<IntegerType, IndexType>(element) && onFloat))
    return emitOpError() << "cannot compare elements of type " << element << " as "
                         << stringifyComparisonType(kind);
  if (isa<ComplexType>(element) && getComparisonDirection() != ComparisonDirection::EQ &&
      getComparisonDirection() != ComparisonDirection::NE)
    return emitOpError() << "complex numbers have no order, got "
                         << stringifyComparisonDirection(getComparisonDirection());
  return success();
}

LogicalResult ClampOp::verify() {
  for (Value bound : {getMin(), getMax()})
    if (rankOf(bound) != 0 &&
        failed(verifyShape(*this, "a bound", bound.getType(), shapeOf(getOperand()))))
      return failure();
  return verifyShape(*this, "a result", getType(), shapeOf(getOperand()));
}

LogicalResult SelectOp::verify() {
  if (rankOf(getPred()) != 0 &&
      failed(verifyShape(*this, "a predicate", getPred().getType(), shapeOf(getOnTrue()))))
    return failure();
  if (areCompatible({getOnTrue().getType(), getOnTrue().getType()},
                    {getOnFalse().getType(), getType()}))
    return success();
  return emitOpError() << "expected values and result of one type, got " << getOnTrue().getType()
                       << ", " << getOnFalse().getType() << " and " << getType();
}

//===----------------------------------------------------------------------===//
// Constants and iota
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getShapedType());
  bool number =
      isa<IntegerType, FloatType, ComplexType, IndexType>(typeOf(getResult()).getElementType());
  if (type && (type == getType() || (!number && type.getShape() == shapeOf(getResult()))))
    return success();
  return emitOpError() << "expected a value of type " << getType() << ", got "
                       << getValue().getShapedType();
}

LogicalResult IotaOp::verify() {
  return verifyDimension(*this, "iota_dimension", getIotaDimension(), rankOf(getOutput()));
}

LogicalResult DynamicIotaOp::verify() {
  if (failed(verifyShape(*this, "a shape", getOutputShape().getType(), {rankOf(getResult())})))
    return failure();
  return verifyDimension(*this, "iota_dimension", getIotaDimension(), rankOf(getResult()));
}

//===----------------------------------------------------------------------===//
// Broadcast, reshape, transpose, reverse
//===----------------------------------------------------------------------===//

namespace {

/// Each dimension of the operand has the size of the one that it goes to, or 1.
LogicalResult verifyBroadcastDims(Operation *op, Value operand, Value result,
                                  ArrayRef<int64_t> dims) {
  if (failed(verifyLength(op, "broadcast_dimensions", dims, rankOf(operand))) ||
      failed(verifyDimensions(op, "broadcast_dimensions", dims, rankOf(result))))
    return failure();
  for (auto [i, size] : llvm::enumerate(shapeOf(operand))) {
    int64_t wide = shapeOf(result)[dims[i]];
    if (size != 1 && size != wide && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(wide))
      return op->emitOpError() << "cannot broadcast dimension " << i << " of size " << size
                               << " to dimension " << dims[i] << " of size " << wide;
  }
  return success();
}

/// The number of elements; nothing where it is not known or no 64-bit number.
std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  std::optional<int64_t> count = 1;
  for (int64_t size : shape)
    count = !count || ShapedType::isDynamic(size) ? std::nullopt : llvm::checkedMul(*count, size);
  return count;
}

} // namespace

LogicalResult BroadcastInDimOp::verify() {
  return verifyBroadcastDims(*this, getOperand(), getResult(), getBroadcastDimensions());
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  if (failed(
          verifyShape(*this, "a shape", getOutputDimensions().getType(), {rankOf(getResult())})) ||
      failed(verifyElement(*this, "a result", getType(), typeOf(getOperand()).getElementType())))
    return failure();
  return verifyBroadcastDims(*this, getOperand(), getResult(), getBroadcastDimensions());
}

LogicalResult BroadcastOp::verify() {
  if (failed(verifyAtLeast(*this, "broadcast_sizes", getBroadcastSizes(), 0)))
    return failure();
  SmallVector<int64_t> expected(getBroadcastSizes());
  llvm::append_range(expected, shapeOf(getOperand()));
  return verifyShape(*this, "a result", getType(), expected);
}

LogicalResult ReshapeOp::verify() {
  std::optional<int64_t> from = countElements(shapeOf(getOperand()));
  std::optional<int64_t> to = countElements(shapeOf(getResult()));
  bool isStatic = typeOf(getOperand()).hasStaticShape() && typeOf(getResult()).hasStaticShape();
  if (!isStatic || (from && from == to))
    return success();
  return emitOpError() << "expected as many elements as in " << getOperand().getType() << ", got "
                       << getType();
}

LogicalResult DynamicReshapeOp::verify() {
  if (failed(verifyElement(*this, "a result", getType(), typeOf(getOperand()).getElementType())))
    return failure();
  return verifyShape(*this, "a shape", getOutputShape().getType(), {rankOf(getResult())});
}

LogicalResult TransposeOp::verify() {
  ArrayRef<int64_t> permutation = getPermutation(), shape = shapeOf(getOperand());
  if (failed(verifyLength(*this, "permutation", permutation, shape.size())) ||
      failed(verifyDimensions(*this, "permutation", permutation, shape.size())))
    return failure();
  SmallVector<int64_t> expected;
  for (int64_t dim : permutation)
    expected.push_back(shape[dim]);
  return verifyShape(*this, "a result", getType(), expected);
}

LogicalResult ReverseOp::verify() {
  return verifyDimensions(*this, "dimensions", getDimensions(), rankOf(getOperand()));
}

LogicalResult GetDimensionSizeOp::verify() {
  return verifyDimension(*this, "dimension", getDimension(), rankOf(getOperand()));
}

//===----------------------------------------------------------------------===//
// Slices, pad, concatenate
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getOperand());
  int64_t rank = shape.size();
  if (failed(verifyLength(*this, "start_indices", getStartIndices(), rank)) ||
      failed(verifyLength(*this, "limit_indices", getLimitIndices(), rank)) ||
      failed(verifyLength(*this, "strides", getStrides(), rank)) ||
      failed(verifyAtLeast(*this, "strides", getStrides(), 1)))
    return failure();
  SmallVector<int64_t> expected;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t start = getStartIndices()[i], limit = getLimitIndices()[i];
    if (start < 0 || start > limit || (!ShapedType::isDynamic(shape[i]) && limit > shape[i]))
      return emitOpError() << "expected a range in dimension " << i << " of size " << shape[i]
                           << ", got " << start << " to " << limit;
    expected.push_back(limit == start ? 0 : (limit - start - 1) / getStrides()[i] + 1);
  }
  return verifyShape(*this, "a result", getType(), expected);
}

LogicalResult DynamicSliceOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getOperand()), sizes = getSliceSizes();
  if (failed(verifyCount(*this, "start indices", getStartIndices().size(), shape.size())) ||
      failed(verifyLength(*this, "slice_sizes", sizes, shape.size())))
    return failure();
  for (auto [i, size] : llvm::enumerate(sizes))
    if (size < 0 || (!ShapedType::isDynamic(shape[i]) && size > shape[i]))
      return emitOpError() << "expected a slice of dimension " << i << " of size " << shape[i]
                           << ", got " << size << " elements";
  if (failed(verifyElement(*this, "a result", getType(), typeOf(getOperand()).getElementType())))
    return failure();
  return verifyShape(*this, "a result", getType(), sizes);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getOperand()), update = shapeOf(getUpdate());
  Type element = typeOf(getOperand()).getElementType();
  if (failed(verifyCount(*this, "start indices", getStartIndices().size(), shape.size())) ||
      failed(verifyCount(*this, "dimensions of the update", update.size(), shape.size())) ||
      failed(verifyElement(*this, "an update", getUpdate().getType(), element)) ||
      failed(verifyElement(*this, "a result", getType(), element)))
    return failure();
  for (auto [i, size] : llvm::enumerate(update))
    if (!ShapedType::isDynamic(shape[i]) && size > shape[i])
      return emitOpError() << "expected a slice of dimension " << i << " of size " << shape[i]
                           << ", got " << size << " elements";
  return verifyShape(*this, "a result", getType(), shape);
}

LogicalResult PadOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getOperand());
  int64_t rank = shape.size();
  if (failed(verifyLength(*this, "edge_padding_low", getEdgePaddingLow(), rank)) ||
      failed(verifyLength(*this, "edge_padding_high", getEdgePaddingHigh(), rank)) ||
      failed(verifyLength(*this, "interior_padding", getInteriorPadding(), rank)) ||
      failed(verifyAtLeast(*this, "interior_padding", getInteriorPadding(), 0)))
    return failure();
  SmallVector<int64_t> expected;
  for (int64_t i = 0; i < rank; ++i) {
    std::optional<int64_t> size =
        ShapedType::isDynamic(shape[i])
            ? ShapedType::kDynamic
            : paddedSize(shape[i], getEdgePaddingLow()[i], getEdgePaddingHigh()[i],
                         getInteriorPadding()[i]);
    if (!size)
      return emitOpError() << "dimension " << i << " of size " << shape[i]
                           << " has no size when padded";
    expected.push_back(*size);
  }
  return verifyShape(*this, "a result", getType(), expected);
}

LogicalResult ConcatenateOp::verify() {
  SmallVector<int64_t> expected(shapeOf(getInputs().front()));
  int64_t dim = getDimension();
  if (failed(verifyDimension(*this, "dimension", dim, expected.size())))
    return failure();
  for (Value input : getInputs().drop_front()) {
    SmallVector<int64_t> shape(shapeOf(input)), others(expected);
    if (shape.size() == others.size())
      others[dim] = shape[dim];
    if (failed(verifyShape(*this, "an operand", input.getType(), others)))
      return failure();
    bool known = !ShapedType::isDynamic(expected[dim]) && !ShapedType::isDynamic(shape[dim]);
    std::optional<int64_t> sum =
        known ? llvm::checkedAdd(expected[dim], shape[dim]) : ShapedType::kDynamic;
    expected[dim] = sum.value_or(ShapedType::kDynamic);
  }
  return verifyShape(*this, "a result", getType(), expected);
}
