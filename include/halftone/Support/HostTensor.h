// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dense array on the host: element type, shape, and bytes in row-major order.
// The reference evaluator computes on it and files are read into it.
#ifndef HALFTONE_SUPPORT_HOSTTENSOR_H
#define HALFTONE_SUPPORT_HOSTTENSOR_H

#include "halftone/Support/DType.h"

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// Memory at multiples of 64 bytes, as steps and vector units want it.
template <typename T> struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  AlignedAllocator() = default;
  template <typename U> AlignedAllocator(const AlignedAllocator<U> &) {}
  T *allocate(size_t n) { return static_cast<T *>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T *p, size_t) { ::operator delete(p, alignment); }
  bool operator==(const AlignedAllocator &) const { return true; }
};

/// Bytes of an array, or nothing where a size is negative or the product
/// overflows. For shapes that come from outside.
std::optional<int64_t> checkedByteSize(DType type, const std::vector<int64_t> &shape);

class HostTensor {
public:
  HostTensor() = default;
  /// Zero-filled. The shape is known to be good: see `checkedByteSize`.
  HostTensor(DType type, std::vector<int64_t> shape);

  DType dtype() const { return type; }
  const std::vector<int64_t> &shape() const { return dims; }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  int64_t numElements() const { return count; }
  size_t numBytes() const { return bytes.size(); }
  void *data() { return bytes.data(); }
  const void *data() const { return bytes.data(); }
  template <typename T> T *as() { return reinterpret_cast<T *>(bytes.data()); }
  template <typename T> const T *as() const { return reinterpret_cast<const T *>(bytes.data()); }

  /// Element `i` widened exactly to double (64-bit integers may round).
  double getDouble(int64_t i) const;
  /// Rounds `value` once, to nearest even, to the element type. Integers
  /// truncate toward zero and clamp to their range; NaN stores 0.
  void setDouble(int64_t i, double value);
  /// Element `i` of an integer or bool array; unsigned values wrap to int64.
  int64_t getInt(int64_t i) const;
  /// Stores the low bits of `value`; `i1` stores `value != 0`.
  void setInt(int64_t i, int64_t value);

  /// The same bytes with another shape of equal element count.
  HostTensor reshaped(std::vector<int64_t> shape) const;

  /// "tensor<4x3xf32>", as MLIR prints it.
  std::string typeString() const;

  bool operator==(const HostTensor &other) const = default;

private:
  DType type = DType::F32;
  std::vector<int64_t> dims;
  int64_t count = 0;
  std::vector<uint8_t, AlignedAllocator<uint8_t>> bytes;
};

} // namespace halftone

#endif // HALFTONE_SUPPORT_HOSTTENSOR_H
