// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building blocks of a product's kernel (ProductCode.h).
#include "ProductCode.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace halftone::cuda;

//===----------------------------------------------------------------------===//
// IndexMath
//===----------------------------------------------------------------------===//

Value IndexMath::constant(int64_t value) { return arith::ConstantIntOp::create(b, type, value); }

Value IndexMath::from(Value integer) {
  Type source = integer.getType();
  if (source == type)
    return integer;
  if (source.isIndex() || type.isIndex())
    return b.createOrFold<arith::IndexCastOp>(type, integer);
  if (source.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return b.createOrFold<arith::ExtSIOp>(type, integer);
  return b.createOrFold<arith::TruncIOp>(type, integer);
}

Value IndexMath::add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
Value IndexMath::mul(Value x, int64_t y) { return b.createOrFold<arith::MulIOp>(x, constant(y)); }
Value IndexMath::div(Value x, int64_t y) {
  return y == 1 ? x : b.createOrFold<arith::DivUIOp>(x, constant(y));
}
Value IndexMath::rem(Value x, int64_t y) {
  return y == 1 ? constant(0) : b.createOrFold<arith::RemUIOp>(x, constant(y));
}
Value IndexMath::less(Value x, int64_t bound) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, constant(bound));
}
Value IndexMath::both(Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return arith::AndIOp::create(b, x, y);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

ProductCode::ProductCode(OutlinedKernel &kernel, const ProductShape &shape)
    : kernel(kernel), b(kernel.builder()), shape(shape),
      math(b, b.getIntegerType(shape.wideIndices ? 64 : 32)) {}

/// The buffer that a memref is a view of, without a change of type on the way.
static Value bufferOf(Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    auto source = dyn_cast<MemRefType>(view.getViewSource().getType());
    if (!source || source.getElementType() != element || isa<memref::ViewOp>(*view))
      break;
    memref = view.getViewSource();
  }
  return memref;
}

LogicalResult ProductCode::captureBuffers() {
  for (auto [i, operand] : llvm::enumerate(shape.operands)) {
    bool summed = i == LhsOperand || i == RhsOperand;
    if (!operand.memref || (summed && shape.size(KAxis) == 0))
      continue;
    Value buffer = kernel.capture(bufferOf(operand.memref));
    if (!buffer)
      return failure();
    auto type = cast<MemRefType>(buffer.getType());
    int64_t count = type.getNumElements(), one = 1;
    flat[i] = type.getRank() == 1
                  ? buffer
                  : memref::ReinterpretCastOp::create(b, MemRefType::get({count}, operand.element),
                                                      buffer, 0, count, one)
                        .getResult();
    if (!operand.dynamicOffset)
      continue;
    ImplicitLocOpBuilder host(shape.op->getLoc(), shape.op);
    Value offset = memref::ExtractStridedMetadataOp::create(host, operand.memref).getOffset();
    dynamicOffset[i] = kernel.capture(offset);
    if (!dynamicOffset[i])
      return failure();
  }
  return success();
}

Value ProductCode::offsetAlong(AxisKind axis, OperandKind operand, Value index) {
  ArrayRef<AxisDigit> digits = shape.axes[axis].digits;
  Value sum = math.constant(0);
  for (size_t i = digits.size(); i-- > 0;) {
    Value digit = i == 0 ? index : math.rem(index, digits[i].extent);
    sum = math.add(sum, math.mul(digit, digits[i].strides[operand]));
    if (i)
      index = math.div(index, digits[i].extent);
  }
  return sum;
}

Value ProductCode::start(OperandKind operand, Value batch) {
  Value first = math.constant(shape.operands[operand].offset);
  if (Value dynamic = dynamicOffset[operand])
    first = math.add(first, math.from(dynamic));
  return math.add(first, offsetAlong(BatchAxis, operand, batch));
}

static int64_t bytesOf(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

Value ProductCode::load(OperandKind operand, Value offset, int64_t width, Value condition,
                        Value start) {
  if (condition)
    offset = arith::SelectOp::create(b, condition, offset, start);
  Value place = arith::IndexCastOp::create(b, b.getIndexType(), offset);
  if (width == 1)
    return memref::LoadOp::create(b, flat[operand], place);
  Type element = shape.operands[operand].element;
  return vector::LoadOp::create(b, VectorType::get(width, element), flat[operand], place, false,
                                llvm::MaybeAlign(width * bytesOf(element)));
}

Value ProductCode::convert(Value value, Type element) {
  Type from = getElementTypeOrSelf(value.getType());
  if (from == element)
    return value;
  auto like = [&](Type type) -> Type {
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      return vector.clone(type);
    return type;
  };
  if (bytesOf(from) == bytesOf(element) && bytesOf(from) < 4) // over a type that holds both
    return convert(convert(value, b.getF32Type()), element);
  if (bytesOf(from) < bytesOf(element))
    return arith::ExtFOp::create(b, like(element), value);
  return arith::TruncFOp::create(b, like(element), value);
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

SmallVector<Value> ProductCode::loadBias(Value offset, int64_t width, Value condition,
                                         Value start) {
  Value value = convert(load(BiasOperand, offset, width, condition, start), shape.acc);
  if (width == 1)
    return {value};
  SmallVector<Value> result;
  for (int64_t i = 0; i < width; ++i)
    result.push_back(vector::ExtractOp::create(b, value, i));
  return result;
}

void ProductCode::storeResults(ArrayRef<Value> values, ArrayRef<Value> bias, Value offset) {
  SmallVector<Value> sums(values);
  for (auto [sum, added] : llvm::zip(sums, bias))
    sum = isa<FloatType>(shape.acc) ? arith::AddFOp::create(b, sum, added).getResult()
                                    : arith::AddIOp::create(b, sum, added).getResult();
  Type element = shape.operands[DestOperand].element;
  Value place = arith::IndexCastOp::create(b, b.getIndexType(), offset);
  if (sums.size() == 1) {
    memref::StoreOp::create(b, convert(sums[0], element), flat[DestOperand], place);
    return;
  }
  auto type = VectorType::get(sums.size(), shape.acc);
  Value vector = vector::FromElementsOp::create(b, type, sums);
  vector::StoreOp::create(b, convert(vector, element), flat[DestOperand], place, false,
                          llvm::MaybeAlign(sums.size() * bytesOf(element)));
}
