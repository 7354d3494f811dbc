// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From element types in data to C++ types in loops: `withElement` picks the type
// once for an array, so that no loop decides anything about types.
#ifndef HALFTONE_LIB_REFERENCE_ELEMENTTYPES_H
#define HALFTONE_LIB_REFERENCE_ELEMENTTYPES_H

#include "Kernels.h"
#include "llvm/Support/ErrorHandling.h"

#include <cmath>
#include <concepts>
#include <limits>

namespace halftone::reference {

/// f32 for the narrow float types, else the type itself.
inline DType computeTypeOf(DType type) {
  return isFloat(type) && type != DType::F64 ? DType::F32 : type;
}

/// The array in its compute type. Exact.
inline Array widen(const Array &array) {
  DType type = computeTypeOf(array->dtype());
  return type == array->dtype() ? array : share(castTensor(*array, type));
}

/// The array rounded to the element type of `value`.
inline HostTensor roundFor(mlir::Value value, HostTensor tensor) {
  DType type = dtypeOf(train::getElementType(value));
  return type == tensor.dtype() ? std::move(tensor) : castTensor(tensor, type);
}

/// Calls `body.operator()<T>()` with the type that elements are computed in:
/// float, double, or the integer (uint8_t for i1). Not for narrow floats.
template <typename Body> auto withElement(DType type, Body body) {
  switch (type) {
  case DType::F64:
    return body.template operator()<double>();
  case DType::F32:
    return body.template operator()<float>();
  case DType::I8:
    return body.template operator()<int8_t>();
  case DType::I16:
    return body.template operator()<int16_t>();
  case DType::I32:
    return body.template operator()<int32_t>();
  case DType::I64:
    return body.template operator()<int64_t>();
  case DType::I1:
  case DType::UI8:
    return body.template operator()<uint8_t>();
  case DType::UI16:
    return body.template operator()<uint16_t>();
  case DType::UI32:
    return body.template operator()<uint32_t>();
  case DType::UI64:
    return body.template operator()<uint64_t>();
  default:
    llvm_unreachable("narrow floats are widened first");
  }
}

/// Calls `body.operator()<T>()` with an unsigned integer as wide as the type, for
/// ops that only move elements.
template <typename Body> auto withStorage(DType type, Body body) {
  switch (byteSize(type)) {
  case 1:
    return body.template operator()<uint8_t>();
  case 2:
    return body.template operator()<uint16_t>();
  case 4:
    return body.template operator()<uint32_t>();
  default:
    return body.template operator()<uint64_t>();
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic that wraps
//===----------------------------------------------------------------------===//

template <std::floating_point T> T addOf(T a, T b) { return a + b; }
template <std::floating_point T> T multiplyOf(T a, T b) { return a * b; }
/// 64 bits hold the low bits of each narrower result, and unsigned ones wrap.
template <std::integral T> T addOf(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <std::integral T> T multiplyOf(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// NaN if either is NaN; -0 < +0.
template <typename T> T maximumOf(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b)
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? b : a;
  }
  return a < b ? b : a;
}

template <typename T> T minimumOf(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b)
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? a : b;
  }
  return b < a ? b : a;
}

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_ELEMENTTYPES_H
