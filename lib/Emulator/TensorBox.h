// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The box of a tensor that one instruction copies: rows of shared memory, each of
// which is contiguous in the tensor, one after another without a gap.
//
//   * Tiled: ceil(box / element stride) steps in each dimension but the innermost, from
//     the coordinates on.
//   * im2col: pixels, from the coordinates on, first along W, then H, D and the images.
//     The coordinates walk in a box that is the tensor's, moved in at each end by the
//     map's corners; they start again at its lower corner. What is read lies beside
//     them by the instruction's offsets.
//
// Elements outside of the tensor are filled by loads and left alone by stores.
#ifndef HALFTONE_EMULATOR_TENSORBOX_H
#define HALFTONE_EMULATOR_TENSORBOX_H

#include "TensormapFields.h"

#include <vector>

namespace halftone::emulator {

struct TensorRow {
  uint64_t address = 0;          ///< of its first element that is in the tensor
  uint32_t first = 0, count = 0; ///< those elements; none if `count` is 0
};

struct TensorBox {
  uint32_t rowElements = 0, elementBytes = 0;
  std::vector<TensorRow> rows;

  uint32_t rowBytes() const { return rowElements * elementBytes; }
  uint32_t bytes() const { return rowBytes() * static_cast<uint32_t>(rows.size()); }
};

/// What is wrong with the coordinates, to follow "the thread ", or an empty text.
/// `offsets` are those of im2col, or zeros.
std::string planBox(const TensormapFields &map, const int32_t *coordinates, const uint32_t *offsets,
                    TensorBox &box);

/// The place in shared memory of the 16 bytes that would lie at `address`.
inline uint32_t swizzled(uint32_t address, uint8_t swizzle) {
  uint32_t rows = swizzle ? (1u << swizzle) - 1 : 0; // 1, 3 or 7 chunks
  return address ^ (address >> 7 & rows) << 4;
}

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_TENSORBOX_H
