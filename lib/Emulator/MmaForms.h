// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two forms of `mma` that are unlike the others: m8n8k4 with f16 on groups of
// eight lanes, and sparse A.
#ifndef HALFTONE_EMULATOR_MMAFORMS_H
#define HALFTONE_EMULATOR_MMAFORMS_H

#include "Matrix.h"
#include "Program.h"

namespace halftone::emulator {

Flow runMmaQuads(Warp &warp, const Inst &inst, uint32_t lanes);

/// Which value along k each kept value of a sparse A is.
///
/// Of four values along k two are kept, of eight 4-bit ones two pairs, of two tf32
/// ones one. Two bits of metadata say of each kept value (pair) which it is; tf32 has
/// four bits, 0b0100 for the first and 0b1110 for the second.
///
/// A chunk of metadata is what one row has for 16 bytes of A: 16 bits for 16-bit and
/// wider values, 32 bits for narrower ones. With q the row modulo 8, lanes 4 q to
/// 4 q + 3 can hold it. Of 16 bits, the low half is row q's and the high half row
/// q + 8's, one lane for each chunk along k. Of 32 bits, the next lane has row
/// q + 8's. The selector says which lanes do if not all four are needed.
struct SparseLayout {
  bool halves, pairs, tf32;
  unsigned keptPerChunk, firstLane;

  explicit SparseLayout(const MatrixForm &form)
      : halves(elementBits(form.a) >= 16), pairs(elementBits(form.a) == 4),
        tf32(form.a == Element::TF32), keptPerChunk(128 / elementBits(form.a)) {
    unsigned lanes = form.k / 2u / keptPerChunk * (halves ? 1 : 2);
    firstLane = lanes * form.selector;
  }

  unsigned position(const uint32_t *metadata, unsigned row, unsigned column) const {
    unsigned chunk = column / keptPerChunk, inChunk = column % keptPerChunk;
    unsigned low = row % 8, high = row / 8;
    uint32_t word = metadata[4 * low + firstLane + (halves ? chunk : 2 * chunk + high)];
    if (halves)
      word = word >> (16 * high) & 0xffff;
    if (tf32)
      return 2 * column + (word >> (4 * inChunk + 1) & 1);
    if (pairs)
      return column / 4 * 8 + 2 * (word >> (inChunk / 2 * 2) & 3) + column % 2;
    return column / 2 * 4 + (word >> (2 * inChunk) & 3);
  }
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MMAFORMS_H
