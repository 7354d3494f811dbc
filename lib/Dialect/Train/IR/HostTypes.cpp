// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Dialect/Train/IR/HostTypes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace halftone;

std::optional<DType> train::lookupHostType(Type type) {
  if (type.isF64())
    return DType::F64;
  if (type.isF32())
    return DType::F32;
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (isa<Float8E4M3FNType>(type))
    return DType::F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return DType::F8E5M2;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return std::nullopt;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return isUnsigned ? std::nullopt : std::optional(DType::I1);
  case 8:
    return isUnsigned ? DType::UI8 : DType::I8;
  case 16:
    return isUnsigned ? DType::UI16 : DType::I16;
  case 32:
    return isUnsigned ? DType::UI32 : DType::I32;
  case 64:
    return isUnsigned ? DType::UI64 : DType::I64;
  default:
    return std::nullopt;
  }
}

DType train::hostTypeOf(Type type) {
  std::optional<DType> dtype = lookupHostType(type);
  assert(dtype && "not an element type of the train dialect");
  return *dtype;
}
