// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element: how it is kept and widened, and how reductions combine it.
#include "Lowering.h"

using namespace mlir;
namespace halftone::conversion {

Type storageType(Type element) {
  if (element.isInteger(1))
    return IntegerType::get(element.getContext(), 8);
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

RankedTensorType storageTensor(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  return type.clone(storageType(type.getElementType()));
}

Value decode(Builder &b, Value stored, Type element) {
  if (!element.isInteger(1))
    return stored;
  return arith::TruncIOp::create(b, b.getI1Type(), stored);
}

Value encode(Builder &b, Value value, Type element) {
  if (!element.isInteger(1))
    return value;
  return arith::ExtUIOp::create(b, b.getI8Type(), value);
}

Value widen(Builder &b, Value value) {
  Type type = value.getType(), compute = train::getComputeType(type);
  return type == compute ? value : arith::ExtFOp::create(b, compute, value).getResult();
}

Value narrow(Builder &b, Value value, Type element) {
  if (!isa<FloatType>(element) || value.getType() == element)
    return value;
  return arith::TruncFOp::create(b, element, value);
}

Value load(Builder &b, Value stored, Type element) { return widen(b, decode(b, stored, element)); }

Value store(Builder &b, Value value, Type element) {
  return encode(b, narrow(b, value, element), element);
}

Value constant(Builder &b, Type type, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

Value integer(Builder &b, Type type, int64_t value) {
  if (type.isIndex())
    return index(b, value);
  APInt bits(type.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), false, true);
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, bits));
}

Value combine(Builder &b, train::ReductionKind kind, Value x, Value y, Type element) {
  bool isFloat = isa<FloatType>(element), isUnsigned = element.isUnsignedInteger();
  using train::ReductionKind;
  switch (kind) {
  case ReductionKind::add:
    return isFloat ? arith::AddFOp::create(b, x, y).getResult() : arith::AddIOp::create(b, x, y);
  case ReductionKind::mul:
    return isFloat ? arith::MulFOp::create(b, x, y).getResult() : arith::MulIOp::create(b, x, y);
  case ReductionKind::max:
    if (isFloat)
      return arith::MaximumFOp::create(b, x, y);
    return isUnsigned ? arith::MaxUIOp::create(b, x, y).getResult()
                      : arith::MaxSIOp::create(b, x, y);
  case ReductionKind::min:
    if (isFloat)
      return arith::MinimumFOp::create(b, x, y);
    return isUnsigned ? arith::MinUIOp::create(b, x, y).getResult()
                      : arith::MinSIOp::create(b, x, y);
  case ReductionKind::and_:
    return arith::AndIOp::create(b, x, y);
  case ReductionKind::or_:
    return arith::OrIOp::create(b, x, y);
  }
  llvm_unreachable("all kinds are handled");
}

Value neutral(Builder &b, train::ReductionKind kind, Type element) {
  using train::ReductionKind;
  if (auto type = dyn_cast<FloatType>(train::getComputeType(element))) {
    bool negative = kind == ReductionKind::max;
    switch (kind) {
    case ReductionKind::add:
      return constant(b, type, 0.0);
    case ReductionKind::mul:
      return constant(b, type, 1.0);
    default:
      return arith::ConstantOp::create(
          b, b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics(), negative)));
    }
  }
  auto type = element.isInteger(1) ? b.getI1Type() : cast<IntegerType>(storageType(element));
  unsigned width = type.getWidth();
  bool isUnsigned = element.isUnsignedInteger();
  APInt value(width, 0);
  switch (kind) {
  case ReductionKind::add:
  case ReductionKind::or_:
    break;
  case ReductionKind::mul:
    value = APInt(width, 1);
    break;
  case ReductionKind::max:
    value = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
    break;
  case ReductionKind::min:
    value = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
    break;
  case ReductionKind::and_:
    value = APInt::getAllOnes(width);
    break;
  }
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

Type accumulatorType(Type element) { return storageType(train::getComputeType(element)); }

} // namespace halftone::conversion
