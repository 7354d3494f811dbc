// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a multiprocessor of each chip holds, and how many blocks of a kernel that is.
#ifndef HALFTONE_EMULATOR_LIMITS_H
#define HALFTONE_EMULATOR_LIMITS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator {

struct ChipLimits {
  int arch;                   ///< 90 for sm_90 and sm_90a
  uint32_t warps, blocks;     ///< of a multiprocessor, at most
  uint32_t sharedKilobytes;   ///< of a multiprocessor
  uint32_t blockKilobytes;    ///< of a block, where its kernel asks for more than 48
  uint32_t reservedBytes;     ///< of each block's shared memory, for the system
  uint32_t sharedGranularity; ///< bytes
  uint32_t multiprocessors;   ///< of the product that `product` names
  uint32_t l2Kilobytes;       ///< the same
  const char *product;

  static constexpr uint32_t registers = 65536; ///< of a multiprocessor
  size_t sharedPerBlock() const { return size_t{blockKilobytes} * 1024; }
};

/// The limits of "sm_90a", or those of the last chip before it that has a row.
const ChipLimits &limitsOf(std::string_view chip);
/// 90 for "sm_90a"; 0 where the name is none of a chip.
int archOf(std::string_view chip);
const std::vector<ChipLimits> &allLimits();

struct BlockNeeds {
  uint32_t threads = 0;
  uint32_t registers = 0;   ///< of a thread; 0 where that is not known
  uint64_t sharedBytes = 0; ///< static and dynamic
};

struct Occupancy {
  enum class Limit : uint8_t { None, Warps, Blocks, Registers, Shared };
  uint32_t blocks = 0; ///< on a multiprocessor at once; 0 where none fits
  uint32_t warps = 0;
  double ratio = 0; ///< of the warps that the chip holds
  Limit limit = Limit::None;
};

Occupancy occupancyOf(const ChipLimits &chip, const BlockNeeds &needs);
std::string_view toString(Occupancy::Limit limit);

/// What `ptxas -v` says about a kernel.
struct PtxasKernel {
  std::string name, chip;
  uint32_t registers = 0;
  uint64_t stackBytes = 0, spillStores = 0, spillLoads = 0, sharedBytes = 0;
};

/// The kernels of `ptxas -v`'s output, which may hold other lines too.
std::vector<PtxasKernel> parsePtxas(std::string_view output);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LIMITS_H
