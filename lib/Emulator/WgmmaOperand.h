// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix of `wgmma` in shared memory, as its descriptor says.
//
// Bits of a descriptor: 0-13 the address, 16-29 the leading and 32-45 the stride
// offset, all without their low four bits; 49-51 the base offset; 62-63 the swizzle:
// none, 128, 64 or 32 bytes.
//
// A matrix is read in chunks of 16 bytes. One product needs 32 bytes along k, whatever
// the type. With r a row (of B: a column), W the swizzle's bytes (16 for none):
//
//   along k       chunk j of row r at (r / 8) stride + (r % 8) W + j L, where L is the
//                 leading offset without swizzle and 16 with one
//   along m or n  chunk c (8 rows) of k at (k % 8) W + (c % (W / 16)) 16, plus
//                 (c / (W / 16)) leading + (k / 8) stride; without a swizzle leading
//                 and stride change places
//
// Then address bits 4-6 (5, 4: those that lie in W) are xor-ed with bits 7-9 of the
// address less 128 times the base offset: with base offset 0 the pattern begins where
// addresses are multiples of 8 W.
#ifndef HALFTONE_EMULATOR_WGMMAOPERAND_H
#define HALFTONE_EMULATOR_WGMMAOPERAND_H

#include <cstdint>

namespace halftone::emulator {

struct WgmmaOperand {
  uint32_t start, leading, stride, baseOffset;
  uint32_t width; ///< of a row of the swizzle's pattern, in bytes
  bool alongK;

  WgmmaOperand(uint64_t descriptor, bool alongK)
      : start(static_cast<uint32_t>(descriptor & 0x3fff) << 4),
        leading(static_cast<uint32_t>(descriptor >> 16 & 0x3fff) << 4),
        stride(static_cast<uint32_t>(descriptor >> 32 & 0x3fff) << 4),
        baseOffset(static_cast<uint32_t>(descriptor >> 49 & 7)), alongK(alongK) {
    static constexpr uint32_t widths[] = {16, 128, 64, 32};
    width = widths[descriptor >> 62];
  }

  uint32_t swizzled(uint32_t address) const {
    uint32_t pattern = (address >> 7) - baseOffset;
    return address ^ (pattern << 4 & (width - 16));
  }

  /// Chunk `j` along k of row `row`; or, along m or n, chunk `row / 8` at k = `j`.
  uint32_t chunk(uint32_t row, uint32_t j) const {
    uint32_t address = start;
    if (alongK)
      return swizzled(address + row / 8 * stride + row % 8 * width +
                      j * (width == 16 ? leading : 16));
    uint32_t c = row / 8, perRow = width / 16;
    uint32_t alongRows = c / perRow, alongColumns = j / 8;
    address += j % 8 * width + c % perRow * 16;
    address += width == 16 ? alongRows * stride + alongColumns * leading
                           : alongRows * leading + alongColumns * stride;
    return swizzled(address);
  }
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_WGMMAOPERAND_H
