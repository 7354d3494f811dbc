// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma.sync: D[m x n] = A[m x k] * B[k x n] + C of one warp.
//
// Numerics: products are exact and each is added to an f32 sum with one rounding,
// k in order. Hardware aligns several products, truncates and sums them at once;
// both stay within k + 1 roundings of the exact sum, so a test bounds the distance
// to an f64 product and never asks for equality. f16 results round once more, at
// the end. tf32 operands lose their low 13 bits.
//
// Fragments of lane l, with q = l / 4 and t = l % 4. A 32-bit register holds p
// values of k (two of 16 bits, four of 8, one of tf32):
//   A  register e: row q + 8 (e & 1), k = p t + 4 p (e >> 1) + 0 … p - 1
//   B  register e: column q,          k = p t + 4 p e + 0 … p - 1
//   C, D value e:  row q + 8 (e >> 1), column 2 t + (e & 1)
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr uint32_t maxK = 32;

HALFTONE_INLINE float widenOperand(uint32_t bits, Type type) {
  switch (type) {
  case Type::F16:
    return widenF16(static_cast<uint16_t>(bits));
  case Type::BF16:
    return widenBF16(static_cast<uint16_t>(bits));
  case Type::E4M3:
    return widenF8E4M3FN(static_cast<uint8_t>(bits));
  case Type::E5M2:
    return widenF8E5M2(static_cast<uint8_t>(bits));
  default:
    return fromBits<float>(bits & 0xffffe000u);
  }
}

/// Value `v` of an operand's register in every lane.
template <Type type>
HALFTONE_INLINE void widenLanes(const uint32_t *lanes, uint32_t v, float *out) {
  constexpr uint32_t bits = 8 * byteSize(type);
  constexpr uint32_t valueMask = bits == 32 ? ~0u : (1u << (bits & 31)) - 1;
  HALFTONE_LANES
  for (uint32_t l = 0; l < warpSize; ++l)
    out[l] = widenOperand(lanes[l] >> (bits * v & 31) & valueMask, type);
}

template <Type type> void multiply(Warp &w, const Inst &i, const MmaShape &shape) {
  constexpr uint32_t bits = 8 * byteSize(type), perRegister = 32 / bits;
  bool halfResult = shape.result == Type::F16;
  uint32_t numA = fragmentRegisters(shape.m * shape.k, type);
  uint32_t numB = fragmentRegisters(shape.n * shape.k, type);
  uint32_t numC = halfResult ? 2 : 4;
  float a[16][maxK], b[maxK][8], c[16][8];

  float values[warpSize];

  for (uint32_t e = 0; e < numA; ++e)
    for (uint32_t v = 0; v < perRegister; ++v) {
      widenLanes<type>(w.lanes<uint32_t>(i, numC + e), v, values);
      for (uint32_t l = 0; l < warpSize; ++l)
        a[l / 4 + 8 * (e & 1)][perRegister * (l % 4 + 4 * (e >> 1)) + v] = values[l];
    }
  for (uint32_t e = 0; e < numB; ++e)
    for (uint32_t v = 0; v < perRegister; ++v) {
      widenLanes<type>(w.lanes<uint32_t>(i, numC + numA + e), v, values);
      for (uint32_t l = 0; l < warpSize; ++l)
        b[perRegister * (l % 4 + 4 * e) + v][l / 4] = values[l];
    }
  for (uint32_t e = 0; e < 4; ++e) {
    uint32_t reg = numC + numA + numB + (halfResult ? e / 2 : e);
    const uint32_t *lanes = w.lanes<uint32_t>(i, reg);
    for (uint32_t l = 0; l < warpSize; ++l)
      c[l / 4 + 8 * (e >> 1)][2 * (l % 4) + (e & 1)] =
          halfResult ? widenF16(static_cast<uint16_t>(lanes[l] >> (16 * (e & 1))))
                     : fromBits<float>(lanes[l]);
  }

  // Several rows at a time: each is one chain of sums.
  constexpr uint32_t rows = 4;
  for (uint32_t row = 0; row < shape.m; row += rows) {
    float sums[rows][8];
    __builtin_memcpy(sums, c[row], sizeof(sums));
    for (uint32_t k = 0; k < shape.k; ++k)
      for (uint32_t r = 0; r < rows; ++r)
        for (uint32_t column = 0; column < 8; ++column)
          sums[r][column] = std::fma(a[row + r][k], b[k][column], sums[r][column]);
    __builtin_memcpy(c[row], sums, sizeof(sums));
  }

  for (uint32_t e = 0; e < 4; ++e) {
    uint32_t *lanes = w.lanes<uint32_t>(i, halfResult ? e / 2 : e);
    for (uint32_t l = 0; l < warpSize; ++l) {
      float value = canonical(c[l / 4 + 8 * (e >> 1)][2 * (l % 4) + (e & 1)]);
      if (!halfResult) {
        lanes[l] = toBits(value);
        continue;
      }
      uint32_t half = value != value ? 0x7fff : narrowF16(value);
      lanes[l] = e & 1 ? (lanes[l] & 0xffff) | half << 16 : half;
    }
  }
}

} // namespace

Flow HALFTONE_LEVEL::runMma(Warp &w, const Inst &i, uint32_t mask) {
  if (mask != allLanes) {
    w.fault = {Fault::Kind::Other,
               Space::Generic,
               firstLane(mask),
               0,
               0,
               "is in a warp of fewer than 32 threads, but all 32 must take part"};
    return Flow::Fault;
  }
  const MmaShape &shape = mmaShapes[i.option];
  switch (shape.operand) {
  case Type::F16:
    multiply<Type::F16>(w, i, shape);
    break;
  case Type::BF16:
    multiply<Type::BF16>(w, i, shape);
    break;
  case Type::TF32:
    multiply<Type::TF32>(w, i, shape);
    break;
  case Type::E4M3:
    multiply<Type::E4M3>(w, i, shape);
    break;
  default:
    multiply<Type::E5M2>(w, i, shape);
    break;
  }
  return Flow::Next;
}
