// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cvt` in all its forms, one value at a time and exact by construction.
#ifndef HALFTONE_EMULATOR_CONVERT_H
#define HALFTONE_EMULATOR_CONVERT_H

#include "Handlers.h"

#include <bit>

namespace halftone::emulator {

/// Kept in `Inst::imm`. Types that are only found in pairs stand for one value.
struct ConvertSpec {
  Type to, from;
  Round round;
  uint8_t fromBytes, toBytes; ///< of the registers
  bool integral : 1;          ///< `.rni` and so on: to an integer
  bool tiesAway : 1;          ///< `.rna`
  bool ftz : 1;
  bool sat : 1;
  bool relu : 1;
  bool satfinite : 1;
  bool rounded : 1; ///< a rounding mode is given; `round` is to nearest without
  uint8_t unused[2];

  int64_t pack() const { return std::bit_cast<int64_t>(*this); }
};
static_assert(sizeof(ConvertSpec) == 8);

/// Converts the bits of one value; a result narrower than its register is extended.
uint64_t convertValue(const ConvertSpec &spec, uint64_t bits);

/// Operands d, a.
Flow runConvert(Warp &warp, const Inst &inst, uint32_t lanes);
/// Two f32 to a pair, operands d, a, b: a becomes the high half; or a pair to a pair,
/// operands d, a. `spec` has the types of the halves.
Flow runConvertToPair(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runConvertPair(Warp &warp, const Inst &inst, uint32_t lanes);
/// cvt.pack: a and b clamped to integers of `Inst::bytes` bits, with a sign if
/// `Inst::option` is 1, below what fits of c. Operands d, a, b, and c but for 16 bits.
Flow runConvertPack(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_CONVERT_H
