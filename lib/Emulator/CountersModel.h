// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the counters know of the hardware: banks, sectors, the L2 cache, and what an
// opcode does.
#ifndef HALFTONE_LIB_EMULATOR_COUNTERSMODEL_H
#define HALFTONE_LIB_EMULATOR_COUNTERSMODEL_H

#include "halftone/Emulator/Counters.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halftone::emulator {

struct Wavefronts {
  uint32_t taken = 0, ideal = 0;
};

/// Of one access of a warp to shared memory: offsets of lanes, `bytes` each.
Wavefronts countWavefronts(const uint64_t *addresses, uint32_t lanes, uint32_t bytes, bool atomic);

/// The sectors that lanes touch, in the order in which they are met, and how many
/// the different bytes would fill.
struct Sectors {
  std::vector<uint64_t> numbers; ///< address / 32
  uint32_t ideal = 0;
};
void findSectors(const uint64_t *addresses, uint32_t lanes, uint32_t bytes, Sectors &result);

/// A cache of lines of four sectors, the least recently used line of which goes first.
/// Only which lines are the same matters, not where they lie, so that results don't
/// depend on the host's addresses.
class L2Cache {
public:
  explicit L2Cache(uint64_t bytes);
  void access(uint64_t sector, bool writes, L2Counts &counts);

private:
  struct Line {
    uint64_t number;
    uint32_t newer, older; ///< neighbours in the order of use
    uint8_t present = 0, dirty = 0;
  };
  static constexpr uint32_t none = ~uint32_t{0};
  void unlink(uint32_t index);
  void makeNewest(uint32_t index);
  Line &lineOf(uint64_t number, L2Counts &counts);

  size_t capacity;
  std::vector<Line> lines;
  std::unordered_map<uint64_t, uint32_t> places;
  uint32_t newest = none, oldest = none;
};

/// What an opcode says, read once.
struct OpcodeFacts {
  InstructionClass kind = InstructionClass::Other;
  std::string type;         ///< of its FLOPs, "bf16"
  uint64_t laneFlops = 0;   ///< of each lane
  uint64_t tensorFlops = 0; ///< of the whole warp
};
OpcodeFacts factsOf(std::string_view opcode);

} // namespace halftone::emulator

#endif // HALFTONE_LIB_EMULATOR_COUNTERSMODEL_H
