// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense host arrays: element access by value and the type as text.
#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Rounding.h"

#include <bit>
#include <cassert>
#include <cstring>

using namespace halftone;

std::optional<int64_t> halftone::checkedByteSize(DType type, const std::vector<int64_t> &shape) {
  int64_t size = static_cast<int64_t>(byteSize(type));
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return std::nullopt;
    empty |= dim == 0;
    // Sizes beside a zero must not overflow either, or strides would.
    if (dim != 0 && __builtin_mul_overflow(size, dim, &size))
      return std::nullopt;
  }
  return empty ? 0 : size;
}

HostTensor::HostTensor(DType type, std::vector<int64_t> shape)
    : type(type), dims(std::move(shape)), count(1) {
  for (int64_t dim : dims)
    count *= dim;
  assert(count >= 0 && "negative dimension");
  bytes.resize(static_cast<size_t>(count) * byteSize(type));
}

/// The bits of element `i`, in the low end.
static uint64_t load(const HostTensor &tensor, int64_t i) {
  size_t size = byteSize(tensor.dtype());
  uint64_t bits = 0;
  std::memcpy(&bits, tensor.as<uint8_t>() + static_cast<size_t>(i) * size, size);
  return bits;
}

static void store(HostTensor &tensor, int64_t i, uint64_t bits) {
  size_t size = byteSize(tensor.dtype());
  std::memcpy(tensor.as<uint8_t>() + static_cast<size_t>(i) * size, &bits, size);
}

double HostTensor::getDouble(int64_t i) const {
  return std::bit_cast<double>(convertBits(load(*this, i), type, DType::F64));
}

void HostTensor::setDouble(int64_t i, double value) {
  store(*this, i, convertBits(std::bit_cast<uint64_t>(value), DType::F64, type));
}

int64_t HostTensor::getInt(int64_t i) const {
  return static_cast<int64_t>(convertBits(load(*this, i), type, DType::I64));
}

void HostTensor::setInt(int64_t i, int64_t value) {
  store(*this, i, convertBits(static_cast<uint64_t>(value), DType::I64, type));
}

HostTensor HostTensor::reshaped(std::vector<int64_t> shape) const {
  HostTensor result = *this;
  result.dims = std::move(shape);
  int64_t newCount = 1;
  for (int64_t dim : result.dims)
    newCount *= dim;
  assert(newCount == count && "element counts differ");
  (void)newCount;
  return result;
}

std::string HostTensor::typeString() const {
  std::string text = "tensor<";
  for (int64_t dim : dims)
    text += std::to_string(dim) + "x";
  text += toString(type);
  return text + ">";
}
