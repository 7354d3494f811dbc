// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products on the CPU: the C interface that compiled steps call for every
// contraction, and the choice of the instruction set behind it.
//
// Meaning of one product, for each batch entry b, row m and column n:
//
//   C[b,m,n] = round(bias[n] + sum over k of A[b,m,k] * B[b,k,n])
//
//   1. Operands are widened exactly to the compute type: f64 if an operand or the
//      accumulator is f64, else f32.
//   2. Products and sums are in the compute type, in any order, fused or not.
//   3. The bias is added in the compute type, then the result is rounded once, to
//      nearest even, to C's type: overflow gives infinity (or the format's NaN),
//      subnormals are kept, a NaN is quiet.
//
// The same call gives the same bits for any number of threads: work is divided
// over batch, rows and columns, never over k.
#ifndef HALFTONE_RUNTIME_PRODUCTS_H
#define HALFTONE_RUNTIME_PRODUCTS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// C += product instead of C = product. C has the compute type (f32 or f64).
  HALFTONE_PRODUCT_ACCUMULATE = 1,
  /// Round both operands to 10 stored mantissa bits first, ties away from zero,
  /// as the tf32 type of Tensor Cores does. No effect on 16-bit operands.
  HALFTONE_PRODUCT_TF32 = 2,
};

/// Types are values of `halftone::DType`, floating point only. Strides count
/// elements and may be anything, zero and negative ones included, but the elements
/// of C are distinct. Pointers are aligned to their element, no more; C overlaps
/// no operand. Sizes are not negative; k == 0 sums nothing.
typedef struct HalftoneProduct {
  int64_t batch, m, n, k;
  const void *a;
  int64_t a_batch, a_m, a_k;
  const void *b;
  int64_t b_batch, b_k, b_n;
  void *c;
  int64_t c_batch, c_m, c_n;
  const void *bias; ///< one value per column, or null
  int64_t bias_n;
  int32_t a_type, b_type, c_type, bias_type;
  /// The accumulator: f32 or f64. f16 and bf16 round the running sum to that type
  /// after every multiply-add; slow and sequential, so that tests can show that a
  /// 16-bit accumulator misses their bounds.
  int32_t acc_type;
  int32_t flags;
} HalftoneProduct;

/// Computes one product. A description that breaks the rules above (a type that
/// is no float, a negative size) ends the process with a message.
void halftone_product(const HalftoneProduct *product);

#ifdef __cplusplus
} // extern "C"

namespace halftone::runtime {

/// Instruction sets with code of their own. Each includes the ones before.
enum class CpuLevel { X86_64, X86_64_V3, X86_64_V4 };

/// The level in use: the highest that this machine runs, or what the environment
/// variable HALFTONE_CPU_LEVEL names ("x86-64", "x86-64-v3", "x86-64-v4").
CpuLevel cpuLevel();
/// Changes the level, for tests; false if this machine cannot run it.
bool setCpuLevel(CpuLevel level);
const char *toString(CpuLevel level);

} // namespace halftone::runtime
#endif

#endif // HALFTONE_RUNTIME_PRODUCTS_H
