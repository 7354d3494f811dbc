// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a bulk copy, of bytes or of a box of a tensor, does with which operands.
#ifndef HALFTONE_EMULATOR_BULKFORM_H
#define HALFTONE_EMULATOR_BULKFORM_H

#include "Types.h"

#include "halftone/Emulator/Observer.h"

#include <cstdint>

namespace halftone::emulator {

enum class Atomic : uint8_t { Add, Min, Max, And, Or, Xor, Exch, Cas, Inc, Dec };

/// An operand in brackets.
struct BulkAddress {
  uint32_t slot = ~uint32_t{0}; ///< or none: the offset is all
  int64_t offset = 0;
  uint8_t bytes = 8; ///< of the register
  Space space = Space::Generic;
  bool cluster = false;
};

struct BulkForm {
  static constexpr uint32_t none = ~uint32_t{0};
  enum class Kind : uint8_t { Copy, Reduce, Prefetch };

  Kind kind = Kind::Copy;
  /// To shared memory, an mbarrier hears of it; else it is in a bulk group.
  bool toShared = false;
  BulkAddress to, from, mbarrier;
  uint32_t size = none;     ///< bytes; not of tensors
  uint32_t blocks = none;   ///< `.multicast::cluster`: a mask of ranks, of 16 bits
  uint32_t byteMask = none; ///< `.cp_mask`: of each 16 bytes, which
  Atomic op = Atomic::Add;
  Type type = Type::None; ///< of a reduction of bytes

  /// Of a tensor; 0 for bytes. The map takes the place of `from` or of `to`.
  uint8_t dimensions = 0;
  bool im2col = false;
  uint32_t coordinates[5] = {none, none, none, none, none};
  uint32_t offsets[3] = {none, none, none}; ///< 16 bits, of im2col loads
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_BULKFORM_H
