// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors, and conversions of whole rows between element types and the compute
// type, for the code that is compiled once for each instruction set.
//
// Everything here has internal linkage and nothing from the C++ library is used:
// a shared inline function compiled for AVX could otherwise be the copy that the
// linker keeps for all. So the conversions of Support/FloatBits.h are repeated on
// vectors; the unit tests compare them bit for bit.
#ifndef HALFTONE_LIB_RUNTIME_PRODUCTSVECTORS_H
#define HALFTONE_LIB_RUNTIME_PRODUCTSVECTORS_H

#include "ProductsLevels.h"
#include "halftone/Support/DType.h"

#include <stddef.h>
#include <stdint.h>

// The width may be given: tests compile the code for wide vectors with narrow ones.
#if defined(HALFTONE_VECTOR_BYTES)
#elif defined(__AVX512F__)
#define HALFTONE_VECTOR_BYTES 64
#elif defined(__AVX__)
#define HALFTONE_VECTOR_BYTES 32
#else
#define HALFTONE_VECTOR_BYTES 16
#endif
#define HALFTONE_INLINE __attribute__((always_inline)) inline

namespace halftone::runtime {
namespace {

constexpr int64_t vectorBytes = HALFTONE_VECTOR_BYTES;
/// f32 elements of a vector.
constexpr int64_t floats = vectorBytes / 4;

typedef float FloatVector __attribute__((vector_size(HALFTONE_VECTOR_BYTES)));
typedef double DoubleVector __attribute__((vector_size(HALFTONE_VECTOR_BYTES)));
typedef uint32_t WordVector __attribute__((vector_size(HALFTONE_VECTOR_BYTES)));
typedef int32_t MaskVector __attribute__((vector_size(HALFTONE_VECTOR_BYTES)));
typedef uint16_t HalfVector __attribute__((vector_size(HALFTONE_VECTOR_BYTES / 2)));
typedef _Float16 Float16Vector __attribute__((vector_size(HALFTONE_VECTOR_BYTES / 2)));

template <typename T> struct VectorOf;
template <> struct VectorOf<float> {
  using Type = FloatVector;
};
template <> struct VectorOf<double> {
  using Type = DoubleVector;
};

HALFTONE_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
HALFTONE_INLINE int64_t roundUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

template <typename V> HALFTONE_INLINE V load(const void *from) {
  V value;
  __builtin_memcpy(&value, from, sizeof(V));
  return value;
}
template <typename V> HALFTONE_INLINE void store(void *to, V value) {
  __builtin_memcpy(to, &value, sizeof(V));
}
template <typename To, typename From> HALFTONE_INLINE To bitCast(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return load<To>(&value);
}

/// A short copy without a call: `bytes` is a multiple of `unit`.
template <int unit> HALFTONE_INLINE void copyShort(void *to, const void *from, int64_t bytes) {
  char *target = static_cast<char *>(to);
  const char *source = static_cast<const char *>(from);
  int64_t done = 0;
  for (; done + 16 <= bytes; done += 16)
    __builtin_memcpy(target + done, source + done, 16);
  if (bytes & 8) {
    __builtin_memcpy(target + done, source + done, 8);
    done += 8;
  }
  if (unit <= 4 && (bytes & 4)) {
    __builtin_memcpy(target + done, source + done, 4);
    done += 4;
  }
  if (unit <= 2 && (bytes & 2))
    __builtin_memcpy(target + done, source + done, 2);
}

//===----------------------------------------------------------------------===//
// Widening
//===----------------------------------------------------------------------===//

HALFTONE_INLINE FloatVector widenBF16(HalfVector bits) {
  return bitCast<FloatVector>(__builtin_convertvector(bits, WordVector) << 16);
}

HALFTONE_INLINE FloatVector widenF16(HalfVector bits) {
#ifdef __F16C__
  return __builtin_convertvector(bitCast<Float16Vector>(bits), FloatVector);
#else
  // Exponent and mantissa in place, then the bias by an exact product, which
  // makes normal numbers of subnormals too.
  WordVector wide = __builtin_convertvector(bits, WordVector);
  WordVector magnitude = (wide & 0x7fff) << 13;
  FloatVector value = bitCast<FloatVector>(magnitude) * 0x1p112f;
  WordVector special = bitCast<WordVector>(magnitude >= 0x0f800000u) & 0x7f800000u;
  return bitCast<FloatVector>(bitCast<WordVector>(value) | special | (wide & 0x8000) << 16);
#endif
}

HALFTONE_INLINE FloatVector roundTF32(FloatVector value) {
  WordVector bits = bitCast<WordVector>(value);
  MaskVector isNaN = value != value;
  return bitCast<FloatVector>(isNaN ? bits : (bits + 0x1000u) & 0xffffe000u);
}

HALFTONE_INLINE float widenF16(uint16_t bits) {
  HalfVector vector = {bits};
  return widenF16(vector)[0];
}
HALFTONE_INLINE float widenBF16(uint16_t bits) {
  return bitCast<float>(static_cast<uint32_t>(bits) << 16);
}
HALFTONE_INLINE float roundTF32(float value) {
  FloatVector vector = {value};
  return roundTF32(vector)[0];
}

/// One operand: memory, type, and how to read it.
struct Source {
  const char *data;
  DType type;
  bool tf32;
  const float *f8; ///< the 256 values, for 8-bit types

  Source(const void *data, int32_t type, int32_t flags)
      : data(static_cast<const char *>(data)), type(static_cast<DType>(type)),
        tf32((flags & HALFTONE_PRODUCT_TF32) && type == static_cast<int32_t>(DType::F32)),
        f8(elementBytes() == 1 ? f8Values(type) : nullptr) {}

  HALFTONE_INLINE int64_t elementBytes() const {
    switch (type) {
    case DType::F64:
      return 8;
    case DType::F32:
      return 4;
    case DType::F16:
    case DType::BF16:
      return 2;
    default:
      return 1;
    }
  }
  HALFTONE_INLINE const char *at(int64_t index) const { return data + index * elementBytes(); }

  template <typename T> HALFTONE_INLINE T element(int64_t index) const {
    const char *from = at(index);
    switch (type) {
    case DType::F64:
      return static_cast<T>(load<double>(from));
    case DType::F32:
      return tf32 ? roundTF32(load<float>(from)) : load<float>(from);
    case DType::F16:
      return widenF16(load<uint16_t>(from));
    case DType::BF16:
      return widenBF16(load<uint16_t>(from));
    default:
      return f8[static_cast<uint8_t>(*from)];
    }
  }
};

/// Four elements in 16 bytes, and the same in half of it.
typedef float Quad __attribute__((vector_size(16)));
typedef uint16_t HalfQuad __attribute__((vector_size(8)));

/// One vector of quads that lie apart, the first one lowest.
template <typename Q, typename V> HALFTONE_INLINE V joinQuads(const char *const *from) {
#if HALFTONE_VECTOR_BYTES == 16
  return load<V>(from[0]);
#else
  auto low = __builtin_shufflevector(load<Q>(from[0]), load<Q>(from[1]), 0, 1, 2, 3, 4, 5, 6, 7);
#if HALFTONE_VECTOR_BYTES == 32
  return low;
#else
  auto high = __builtin_shufflevector(load<Q>(from[2]), load<Q>(from[3]), 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
#endif
}

// How a vector of f32 is read from each type: side by side, or as quads.
struct ReadF32 {
  static FloatVector row(const char *from) { return load<FloatVector>(from); }
  static FloatVector quads(const char *const *from) { return joinQuads<Quad, FloatVector>(from); }
};
struct ReadTF32 {
  static FloatVector row(const char *from) { return roundTF32(ReadF32::row(from)); }
  static FloatVector quads(const char *const *from) { return roundTF32(ReadF32::quads(from)); }
};
template <FloatVector widen(HalfVector)> struct ReadHalf {
  static FloatVector row(const char *from) { return widen(load<HalfVector>(from)); }
  static FloatVector quads(const char *const *from) {
    return widen(joinQuads<HalfQuad, HalfVector>(from));
  }
};

/// Calls `body(Read())` if the type has vector conversions to f32.
template <typename Body> HALFTONE_INLINE bool withReader(const Source &source, Body body) {
  switch (source.type) {
  case DType::F32:
    if (source.tf32)
      body(ReadTF32());
    else
      body(ReadF32());
    return true;
  case DType::BF16:
    body(ReadHalf<widenBF16>());
    return true;
  case DType::F16:
    body(ReadHalf<widenF16>());
    return true;
  default:
    return false;
  }
}

/// Widens `count` elements that lie side by side.
template <typename T> void widenRow(T *to, const Source &source, int64_t index, int64_t count) {
  if constexpr (sizeof(T) == 4) {
    const char *from = source.at(index);
    const int64_t bytes = source.elementBytes();
    auto vectors = [=]<typename Read>(Read) {
      int64_t last = count - floats;
      for (int64_t i = 0; i < last; i += floats)
        store(to + i, Read::row(from + i * bytes));
      store(to + last, Read::row(from + last * bytes)); // may overlap
    };
    if (count >= floats && withReader(source, vectors))
      return;
  }
  for (int64_t i = 0; i < count; ++i)
    to[i] = source.element<T>(index + i);
}

//===----------------------------------------------------------------------===//
// Narrowing
//===----------------------------------------------------------------------===//

HALFTONE_INLINE HalfVector narrowBF16(FloatVector value) {
  WordVector bits = bitCast<WordVector>(value);
  WordVector rounded = (bits + 0x7fffu + ((bits >> 16) & 1)) >> 16;
  MaskVector isNaN = value != value;
  WordVector quiet = ((bits >> 16) & 0x8000u) | 0x7fc0u;
  return __builtin_convertvector(isNaN ? quiet : rounded, HalfVector);
}

HALFTONE_INLINE HalfVector narrowF16(FloatVector value) {
  WordVector bits = bitCast<WordVector>(value);
  MaskVector isNaN = value != value;
  WordVector sign = (bits >> 16) & 0x8000u;
#ifdef __F16C__
  HalfVector half = bitCast<HalfVector>(__builtin_convertvector(value, Float16Vector));
  WordVector result = __builtin_convertvector(half, WordVector);
#else
  // As Support/FloatBits.h: re-bias and round by adding; for subnormals, the
  // sum with 0.5 has its last place where the result has its own.
  WordVector magnitude = bits & 0x7fffffffu;
  WordVector normal = magnitude - 0x38000000u;
  normal = (normal + 0xfffu + ((normal >> 13) & 1)) >> 13;
  normal = normal > 0x7c00u ? WordVector{} + 0x7c00u : normal;
  WordVector subnormal = bitCast<WordVector>(bitCast<FloatVector>(magnitude) + 0.5f) - 0x3f000000u;
  WordVector result = sign | (magnitude < 0x38800000u ? subnormal : normal);
#endif
  return __builtin_convertvector(isNaN ? sign | 0x7e00u : result, HalfVector);
}

/// Stores a vector of results of a type that has whole-vector conversions.
HALFTONE_INLINE void storeNarrow(char *to, DType type, FloatVector value) {
  if (type == DType::F32)
    store(to, value);
  else
    store(to, type == DType::BF16 ? narrowBF16(value) : narrowF16(value));
}
HALFTONE_INLINE void storeNarrow(char *to, DType, DoubleVector value) { store(to, value); }

} // namespace
} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_PRODUCTSVECTORS_H
