// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counter-based generators of Salmon, Moraes, Dror and Shaw, "Parallel random
// numbers: as easy as 1, 2, 3" (SC 2011): random bits as a pure function of a key
// and a counter, hence the same on every device and for every number of threads.
#ifndef HALFTONE_REFERENCE_RANDOM_H
#define HALFTONE_REFERENCE_RANDOM_H

#include <array>
#include <cstdint>

namespace halftone::reference {

/// Ten rounds of Philox on four 32-bit words.
std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

/// Twenty rounds of Threefry on two 32-bit words.
std::array<uint32_t, 2> threefry2x32(std::array<uint32_t, 2> counter, std::array<uint32_t, 2> key);

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_RANDOM_H
