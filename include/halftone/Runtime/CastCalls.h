// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions that compiled code may call where it does not expand them in line.
// Each rounds once, to nearest even, and agrees bit for bit with Support/Rounding.h:
// subnormals kept, overflow to infinity (f8E4M3FN: NaN), NaN quiet without payload.
// `saturate` != 0 gives the largest finite value instead of overflow and infinity.
//
// 16-bit and 8-bit floats travel as their bits in integers. Under the names that
// LLVM calls by itself (`__truncsfbf2`, `__truncdfbf2`) there are weak twins, since
// the C libraries of older systems lack them.
#ifndef HALFTONE_RUNTIME_CASTCALLS_H
#define HALFTONE_RUNTIME_CASTCALLS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint16_t halftone_f32_to_bf16(float value);
uint16_t halftone_f64_to_bf16(double value);
uint16_t halftone_f32_to_f16(float value);
uint16_t halftone_f64_to_f16(double value);
uint8_t halftone_f32_to_f8e4m3fn(float value, int32_t saturate);
uint8_t halftone_f64_to_f8e4m3fn(double value, int32_t saturate);
uint8_t halftone_f32_to_f8e5m2(float value, int32_t saturate);
uint8_t halftone_f64_to_f8e5m2(double value, int32_t saturate);

float halftone_bf16_to_f32(uint16_t bits);
float halftone_f16_to_f32(uint16_t bits);
float halftone_f8e4m3fn_to_f32(uint8_t bits);
float halftone_f8e5m2_to_f32(uint8_t bits);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // HALFTONE_RUNTIME_CASTCALLS_H
