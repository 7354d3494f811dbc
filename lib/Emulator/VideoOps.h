// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The video instructions: integers of 32 bits, or of 16 or 8 in parts of a register,
// with a sign or without, saturated, and combined with a third operand.
#ifndef HALFTONE_EMULATOR_VIDEOOPS_H
#define HALFTONE_EMULATOR_VIDEOOPS_H

#include "Handlers.h"

#include <bit>

namespace halftone::emulator {

enum class Video : uint8_t {
  Add,
  Sub,
  AbsDiff,
  Min,
  Max,
  ShiftLeft,
  ShiftRight,
  Mad,
  Set,
  Average
};

/// Kept in `Inst::imm`. A part of a register: 0 all of it, 1 to 4 a byte, 5 and 6 a
/// half.
struct VideoSpec {
  Video op;
  uint8_t signs;  ///< 1: of the result, 2: of a, 4: of b
  uint8_t parts;  ///< of a, plus 8 times that of b
  uint8_t result; ///< the part of d; of four values at once, or two, their bytes
  Compare compare;
  uint8_t second; ///< 1: c is added, 2: the smaller, 3: the larger of it and c
  uint8_t shift;  ///< of `Mad`'s result; of shifts 1 to wrap
  bool sat : 1;
  bool plusOne : 1;
  bool minusProduct : 1, minusThird : 1;

  int64_t pack() const { return std::bit_cast<int64_t>(*this); }
};
static_assert(sizeof(VideoSpec) == 8);

/// d, a, b, c (or missing).
Flow runVideo(Warp &warp, const Inst &inst, uint32_t lanes);
/// Two or four at once.
Flow runVideoParts(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_VIDEOOPS_H
