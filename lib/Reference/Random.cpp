// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox4x32-10 and Threefry2x32-20, as in Random123.
#include "halftone/Reference/Random.h"

#include <bit>

using namespace halftone;

std::array<uint32_t, 4> reference::philox4x32(std::array<uint32_t, 4> c,
                                              std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t{0xD2511F53} * c[0];
    uint64_t product1 = uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<uint32_t>(product1 >> 32) ^ c[1] ^ key[0], static_cast<uint32_t>(product1),
         static_cast<uint32_t>(product0 >> 32) ^ c[3] ^ key[1], static_cast<uint32_t>(product0)};
    key[0] += 0x9E3779B9; // the golden ratio
    key[1] += 0xBB67AE85; // the square root of 3, less 1
  }
  return c;
}

std::array<uint32_t, 2> reference::threefry2x32(std::array<uint32_t, 2> c,
                                                std::array<uint32_t, 2> key) {
  constexpr int rotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA};
  c[0] += keys[0];
  c[1] += keys[1];
  for (uint32_t round = 0; round < 20; ++round) {
    c[0] += c[1];
    c[1] = std::rotl(c[1], rotations[round % 8]) ^ c[0];
    if (round % 4 != 3)
      continue;
    uint32_t injection = round / 4 + 1; // a key after each four rounds
    c[0] += keys[injection % 3];
    c[1] += keys[(injection + 1) % 3] + injection;
  }
  return c;
}
