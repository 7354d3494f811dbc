// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sweep over the addresses of a warp, for all that the checks need to know.
#include "LaneLevel.h"

using namespace halftone::emulator;

namespace {

template <typename T>
HALFTONE_INLINE AddressSweep sweep(const T *base, uint64_t displacement, uint32_t lanes,
                                   uint64_t stride, uint64_t *addresses) {
  // Lanes that take no part get the address of one that does.
  uint32_t some = firstLane(lanes);
  uint64_t first = static_cast<T>(base[some] + displacement);
  if (lanes == allLanes) {
    HALFTONE_LANES
    for (uint32_t l = 0; l < warpSize; ++l)
      addresses[l] = static_cast<T>(base[l] + displacement);
  } else {
    HALFTONE_LANES
    for (uint32_t l = 0; l < warpSize; ++l)
      addresses[l] = has(lanes, l) ? static_cast<T>(base[l] + displacement) : first;
  }
  AddressSweep result{~uint64_t{0}, 0, 0, false};
  uint64_t offLine = 0;
  for (uint32_t l = 0; l < warpSize; ++l) {
    result.lowest = addresses[l] < result.lowest ? addresses[l] : result.lowest;
    result.highest = addresses[l] > result.highest ? addresses[l] : result.highest;
    result.bits |= addresses[l];
    offLine |= addresses[l] ^ (first + stride * l);
  }
  result.linear = offLine == 0;
  return result;
}

} // namespace

AddressSweep HALFTONE_LEVEL::sweepAddresses(const void *base, unsigned bytes, uint64_t displacement,
                                            uint32_t lanes, uint64_t stride, uint64_t *addresses) {
  if (bytes == 8)
    return sweep(static_cast<const uint64_t *>(base), displacement, lanes, stride, addresses);
  return sweep(static_cast<const uint32_t *>(base), displacement, lanes, stride, addresses);
}
