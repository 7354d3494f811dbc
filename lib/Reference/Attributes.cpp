// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types and constant arrays between MLIR and the host.
#include "halftone/Dialect/Train/IR/HostTypes.h"
#include "halftone/Reference/Evaluator.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstring>

using namespace mlir;
using namespace halftone;

std::optional<DType> reference::lookupDType(Type type) { return train::lookupHostType(type); }
DType reference::dtypeOf(Type type) { return train::hostTypeOf(type); }

Type reference::typeOf(DType type, MLIRContext *context) {
  auto integer = [&](unsigned width) {
    auto sign = isUnsigned(type) ? IntegerType::Unsigned : IntegerType::Signless;
    return IntegerType::get(context, width, sign);
  };
  switch (type) {
  case DType::F64:
    return Float64Type::get(context);
  case DType::F32:
    return Float32Type::get(context);
  case DType::F16:
    return Float16Type::get(context);
  case DType::BF16:
    return BFloat16Type::get(context);
  case DType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case DType::F8E5M2:
    return Float8E5M2Type::get(context);
  case DType::I1:
    return integer(1);
  default:
    return integer(8 * static_cast<unsigned>(byteSize(type)));
  }
}

static void storeBits(HostTensor &tensor, int64_t i, uint64_t bits) {
  size_t size = byteSize(tensor.dtype());
  std::memcpy(tensor.as<uint8_t>() + static_cast<size_t>(i) * size, &bits, size);
}

static void fill(HostTensor &tensor, uint64_t bits) {
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i)
    storeBits(tensor, i, bits);
}

/// Weights come as resources, whose blob is the array itself.
static bool readResource(DenseResourceElementsAttr attribute, HostTensor &tensor) {
  AsmResourceBlob *blob = attribute.getRawHandle().getBlob();
  if (!blob || blob->getData().size() != tensor.numBytes())
    return false;
  if (tensor.numBytes())
    std::memcpy(tensor.data(), blob->getData().data(), tensor.numBytes());
  return true;
}

static uint64_t bitsOf(const APFloat &value) { return value.bitcastToAPInt().getZExtValue(); }
static uint64_t bitsOf(const APInt &value) { return value.getZExtValue(); }

template <typename Element> static bool readElements(ElementsAttr attribute, HostTensor &tensor) {
  if (attribute.isSplat()) {
    fill(tensor, bitsOf(attribute.getSplatValue<Element>()));
    return true;
  }
  auto values = attribute.tryGetValues<Element>();
  if (!values)
    return false;
  for (auto [i, value] : llvm::enumerate(*values))
    storeBits(tensor, static_cast<int64_t>(i), bitsOf(value));
  return true;
}

std::optional<HostTensor> reference::readAttr(ElementsAttr attribute) {
  ShapedType type = attribute.getShapedType();
  HostTensor tensor(dtypeOf(type.getElementType()), type.getShape().vec());
  bool read;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    read = readResource(resource, tensor);
  else
    read = isFloat(tensor.dtype()) ? readElements<APFloat>(attribute, tensor)
                                   : readElements<APInt>(attribute, tensor);
  return read ? std::optional(std::move(tensor)) : std::nullopt;
}

HostTensor reference::fromAttr(ElementsAttr attribute) {
  std::optional<HostTensor> tensor = readAttr(attribute);
  assert(tensor && "elements that cannot be read");
  return std::move(*tensor);
}

DenseElementsAttr reference::toAttr(const HostTensor &tensor, MLIRContext *context) {
  auto type = RankedTensorType::get(tensor.shape(), typeOf(tensor.dtype(), context));
  if (tensor.dtype() == DType::I1) {
    SmallVector<bool> values(tensor.as<uint8_t>(), tensor.as<uint8_t>() + tensor.numElements());
    return DenseElementsAttr::get(type, values);
  }
  ArrayRef<char> bytes(tensor.as<char>(), tensor.numBytes());
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}
