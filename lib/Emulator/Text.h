// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How messages write addresses and places in a grid.
#ifndef HALFTONE_EMULATOR_TEXT_H
#define HALFTONE_EMULATOR_TEXT_H

#include <cstdint>
#include <cstdio>
#include <string>

namespace halftone::emulator {

/// "0x7f00".
inline std::string hex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

/// "(1, 0, 0)".
inline std::string triple(uint32_t x, uint32_t y, uint32_t z) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}
inline std::string triple(const uint32_t *v) { return triple(v[0], v[1], v[2]); }

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_TEXT_H
