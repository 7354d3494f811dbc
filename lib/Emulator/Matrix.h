// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a Tensor Core instruction multiplies, and where its fragments lie.
//
// Fragments. A 32-bit register of all 32 lanes is 128 bytes: 8 rows of 16 bytes, row
// r from lanes 4 r to 4 r + 3. In every layout that PTX documents but those of
// m8n8k4 with f16, such a block is 8 rows of a matrix, contiguous along k for A and
// (with columns as rows) for B, along n for f16 C and D. A 64-bit register is 8 rows
// of 4 values. 32-bit and 64-bit accumulators come in pairs, with the even columns of
// an 8 x 8 block in the first register and the odd ones in the second. Blocks go down
// 16 rows, then along k or n, then on to the next 16 rows (of B: 8 columns).
//
// The fragments of `wmma` are opaque by the manual; here they are the same ones, and
// where `wmma` has more registers than that needs (f16 A and B), the rest are copies.
#ifndef HALFTONE_EMULATOR_MATRIX_H
#define HALFTONE_EMULATOR_MATRIX_H

#include <cstddef>
#include <cstdint>

namespace halftone::emulator {

enum class Element : uint8_t { F16, BF16, TF32, F32, F64, E4M3, E5M2, S8, U8, S4, U4, B1, S32 };

constexpr unsigned elementBits(Element element) {
  switch (element) {
  case Element::F16:
  case Element::BF16:
    return 16;
  case Element::E4M3:
  case Element::E5M2:
  case Element::S8:
  case Element::U8:
    return 8;
  case Element::S4:
  case Element::U4:
    return 4;
  case Element::B1:
    return 1;
  case Element::F64:
    return 64;
  default:
    return 32;
  }
}

/// Which matrix `wmma.load` and `wmma.store` move.
enum class WmmaPart : uint8_t { A, B, C, D };

/// One kind of product: D[m x n] = A[m x k] * B[k x n] + C.
struct MatrixForm {
  Element a = Element::F16, b = Element::F16, c = Element::F32, d = Element::F32;
  uint16_t m = 0, n = 0, k = 0;
  /// Stored across k: A by columns, B by rows.
  bool aColumns = false, bRows = false;
  bool satfinite = false;
  bool conjunction = false; ///< of bits: `and`, not `xor`
  bool sparse = false;      ///< A holds two of four along k
  /// `wgmma`: A in registers; negated operands.
  bool aRegisters = false, negateA = false, negateB = false;
  uint8_t selector = 0; ///< of sparse metadata: whose lanes hold it
  uint8_t rounding = 0; ///< of f64: a `Round`
  /// Registers of each lane.
  uint8_t numA = 0, numB = 0;
  uint16_t numC = 0, numD = 0;

  bool operator==(const MatrixForm &) const = default;

  /// m8n8k4 with f16: four products, of eight lanes each.
  bool quads() const { return m == 8 && k == 4 && a == Element::F16; }
};

/// Registers of a lane that hold `values` elements, none twice.
constexpr unsigned fragmentRegisters(unsigned values, Element element) {
  return values * elementBits(element) / (element == Element::F64 ? 2048 : 1024);
}

/// The blocks of a matrix in the order of its registers.
struct BlockGrid {
  unsigned down;  ///< rows of blocks that come before the next column: 1 or 2
  unsigned along; ///< columns of blocks

  unsigned row(unsigned index) const {
    return index / (down * along) * down + index % (down * along) % down;
  }
  unsigned column(unsigned index) const { return index % (down * along) / down; }
};

/// How the pieces of a product run on one instruction set. Matrices are dense, row
/// after row: A is m x k, B is k x n (of bits: n x k), C is m x n.
struct MatrixKernels {
  /// 8 rows of 16 bytes, to f32: floats of at most 32 bits, integers of 8 and 4.
  void (*widen)(Element element, const uint8_t *from, size_t fromPitch, float *to, size_t toPitch);
  /// c += a * b, k in order, each product with one rounding; NaN is 0x7fffffff.
  void (*sumF32)(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k);
  void (*sumF64)(const double *a, const double *b, double *c, unsigned m, unsigned n, unsigned k);
  /// c = the ones of a xor b (or a and b), along `words` words.
  void (*countBits)(const uint32_t *a, const uint32_t *b, int32_t *c, unsigned m, unsigned n,
                    unsigned words, bool conjunction);
  /// An 8 x 8 block from a pair of registers, and back.
  void (*joinPair)(const uint32_t *even, const uint32_t *odd, uint32_t *to, size_t pitch);
  void (*splitPair)(const uint32_t *from, size_t pitch, uint32_t *even, uint32_t *odd);
  /// An 8 x 8 block with rows and columns changed.
  void (*transposeBlock)(const float *from, size_t fromPitch, float *to, size_t toPitch);
  /// An 8 x 8 block to a register of f16 pairs.
  void (*narrowBlock)(const float *from, size_t pitch, uint32_t *to);
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MATRIX_H
