// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of a tensor map, packed into its 128 bytes.
#ifndef HALFTONE_EMULATOR_TENSORMAPFIELDS_H
#define HALFTONE_EMULATOR_TENSORMAPFIELDS_H

#include "halftone/Emulator/Tensormap.h"

#include <cstring>
#include <string>

namespace halftone::emulator {

struct TensormapFields {
  static constexpr uint32_t magicWord = 0x70616d74; // "tmap"
  enum : uint8_t { tiled, im2col };

  uint32_t magic = magicWord;
  uint8_t type = 0, rank = 1, mode = tiled;
  uint8_t interleave = 0, swizzle = 0, l2Promotion = 0, fill = 0, atomicity = 0;
  uint32_t dimLess1[5] = {}; ///< sizes minus one, since 2^32 is allowed
  uint64_t address = 0;
  uint64_t strides[4] = {}; ///< of dimensions 1 to 4, in bytes
  uint8_t boxLess1[5] = {};
  uint8_t elementStrides[5] = {1, 1, 1, 1, 1};
  int16_t lower[3] = {}, upper[3] = {};
  uint16_t channels = 0, pixels = 0;
  uint8_t unused[30] = {};

  uint64_t dim(unsigned i) const { return uint64_t{dimLess1[i]} + 1; }
  uint32_t box(unsigned i) const { return boxLess1[i] + 1u; }
  uint32_t elementBytes() const { return tensorElementBytes(static_cast<TensorType>(type)); }

  static TensormapFields load(const void *map) {
    TensormapFields fields;
    std::memcpy(static_cast<void *>(&fields), map, sizeof fields);
    return fields;
  }
  void store(void *map) const { std::memcpy(map, this, sizeof *this); }

  /// What is wrong with them, or an empty text.
  std::string check() const;
};
static_assert(sizeof(TensormapFields) == sizeof(Tensormap));

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_TENSORMAPFIELDS_H
