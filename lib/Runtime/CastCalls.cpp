// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrowing from f32 uses the in-line sequences. From f64 the exact route does:
// through f32 a value just beside a tie would be rounded twice.
#include "halftone/Runtime/CastCalls.h"

#include "halftone/Support/Rounding.h"

#include <bit>

using namespace halftone;

static uint64_t narrowF64(double value, DType type, bool saturate = false) {
  return convertBits(std::bit_cast<uint64_t>(value), DType::F64, type, RoundingMode::NearestEven,
                     saturate);
}

/// Clamping first is exact: what rounds to the limit or below stays what it is,
/// and NaN compares false.
static float clamp(float value, float limit) {
  if (value > limit)
    return limit;
  return value < -limit ? -limit : value;
}

uint16_t halftone_f32_to_bf16(float value) { return narrowBF16(value); }
uint16_t halftone_f32_to_f16(float value) { return narrowF16(value); }

uint16_t halftone_f64_to_bf16(double value) {
  return static_cast<uint16_t>(narrowF64(value, DType::BF16));
}

uint16_t halftone_f64_to_f16(double value) {
  return static_cast<uint16_t>(narrowF64(value, DType::F16));
}

uint8_t halftone_f32_to_f8e4m3fn(float value, int32_t saturate) {
  return narrowF8E4M3FN(saturate ? clamp(value, 448.0f) : value);
}

uint8_t halftone_f32_to_f8e5m2(float value, int32_t saturate) {
  return narrowF8E5M2(saturate ? clamp(value, 57344.0f) : value);
}

uint8_t halftone_f64_to_f8e4m3fn(double value, int32_t saturate) {
  return static_cast<uint8_t>(narrowF64(value, DType::F8E4M3FN, saturate != 0));
}

uint8_t halftone_f64_to_f8e5m2(double value, int32_t saturate) {
  return static_cast<uint8_t>(narrowF64(value, DType::F8E5M2, saturate != 0));
}

float halftone_bf16_to_f32(uint16_t bits) { return widenBF16(bits); }
float halftone_f16_to_f32(uint16_t bits) { return widenF16(bits); }
float halftone_f8e4m3fn_to_f32(uint8_t bits) { return widenF8E4M3FN(bits); }
float halftone_f8e5m2_to_f32(uint8_t bits) { return widenF8E5M2(bits); }

#if defined(__clang__) && defined(__x86_64__)
// A bf16 result travels in a vector register there, which only the type can say.
extern "C" {
__attribute__((weak)) __bf16 __truncsfbf2(float value) {
  return std::bit_cast<__bf16>(halftone_f32_to_bf16(value));
}
__attribute__((weak)) __bf16 __truncdfbf2(double value) {
  return std::bit_cast<__bf16>(halftone_f64_to_bf16(value));
}
}
#endif
