// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of chips, and the arithmetic of occupancy: registers are given to warps in
// units of 256 from four equal parts of the file, shared memory to blocks in units of
// the chip, with what the system reserves on top. Numbers are those of CUDA's
// programming guide; a test compares the result with CUDA's own calculator.
#include "halftone/Emulator/Limits.h"

#include <algorithm>
#include <charconv>
#include <limits>

using namespace halftone::emulator;

const std::vector<ChipLimits> &halftone::emulator::allLimits() {
  static const std::vector<ChipLimits> table = {
      {70, 64, 32, 96, 96, 0, 256, 80, 6144, "V100"},
      {72, 64, 32, 96, 96, 0, 256, 8, 512, "Xavier"},
      {75, 32, 16, 64, 64, 0, 256, 40, 4096, "T4"},
      {80, 64, 32, 164, 163, 1024, 128, 108, 40960, "A100"},
      {86, 48, 16, 100, 99, 1024, 128, 84, 6144, "A40"},
      {87, 48, 16, 164, 163, 1024, 128, 16, 4096, "Orin"},
      {89, 48, 24, 100, 99, 1024, 128, 142, 98304, "L40S"},
      {90, 64, 32, 228, 227, 1024, 128, 132, 51200, "H100"},
      {100, 64, 32, 228, 227, 1024, 128, 148, 129024, "B200"},
      {103, 64, 32, 228, 227, 1024, 128, 160, 129024, "B300"},
      {110, 48, 24, 228, 227, 1024, 128, 20, 32768, "Thor"},
      {120, 48, 24, 100, 99, 1024, 128, 170, 98304, "RTX 5090"},
      {121, 48, 24, 100, 99, 1024, 128, 48, 24576, "GB10"},
  };
  return table;
}

int halftone::emulator::archOf(std::string_view chip) {
  if (!chip.starts_with("sm_"))
    return 0;
  int arch = 0;
  auto [end, error] = std::from_chars(chip.data() + 3, chip.data() + chip.size(), arch);
  std::string_view rest(end, static_cast<size_t>(chip.data() + chip.size() - end));
  return error == std::errc() && (rest.empty() || rest == "a" || rest == "f") ? arch : 0;
}

const ChipLimits &halftone::emulator::limitsOf(std::string_view chip) {
  int arch = archOf(chip);
  const std::vector<ChipLimits> &table = allLimits();
  const ChipLimits *best = &table.front();
  for (const ChipLimits &row : table)
    if (row.arch <= arch)
      best = &row;
  return *best;
}

static uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Blocks that the register file holds. A block is refused by its needs in whole
/// groups of four warps.
static uint64_t blocksByRegisters(const BlockNeeds &needs, uint32_t warps) {
  constexpr uint32_t parts = 4, unit = 256, most = 255;
  if (!needs.registers)
    return std::numeric_limits<uint32_t>::max();
  uint64_t ofWarp = roundUp(uint64_t{needs.registers} * 32, unit);
  if (needs.registers > most || ofWarp * roundUp(warps, parts) > ChipLimits::registers)
    return 0;
  return ChipLimits::registers / parts / ofWarp * parts / warps;
}

static uint64_t blocksByShared(const ChipLimits &chip, uint64_t bytes) {
  if (bytes > chip.sharedPerBlock())
    return 0;
  uint64_t ofBlock = roundUp(bytes + chip.reservedBytes, chip.sharedGranularity);
  return ofBlock ? uint64_t{chip.sharedKilobytes} * 1024 / ofBlock
                 : std::numeric_limits<uint32_t>::max();
}

Occupancy halftone::emulator::occupancyOf(const ChipLimits &chip, const BlockNeeds &needs) {
  Occupancy result;
  if (!needs.threads || needs.threads > 1024)
    return result;
  uint32_t warps = (needs.threads + 31) / 32;
  struct Bound {
    uint64_t blocks;
    Occupancy::Limit limit;
  };
  Bound least{std::numeric_limits<uint64_t>::max(), Occupancy::Limit::None};
  for (const Bound &bound :
       {Bound{chip.warps / warps, Occupancy::Limit::Warps},
        Bound{blocksByRegisters(needs, warps), Occupancy::Limit::Registers},
        Bound{blocksByShared(chip, needs.sharedBytes), Occupancy::Limit::Shared},
        Bound{chip.blocks, Occupancy::Limit::Blocks}})
    if (bound.blocks < least.blocks)
      least = bound;
  result.blocks = static_cast<uint32_t>(least.blocks);
  result.warps = result.blocks * warps;
  result.ratio = static_cast<double>(result.warps) / chip.warps;
  result.limit = least.limit;
  return result;
}

std::string_view halftone::emulator::toString(Occupancy::Limit limit) {
  static constexpr std::string_view names[] = {"none", "warps", "blocks", "registers", "shared"};
  return names[static_cast<int>(limit)];
}

//===----------------------------------------------------------------------===//
// ptxas
//===----------------------------------------------------------------------===//

/// The number that stands before `unit`, as in "16384 bytes smem"; 0 where there is none.
static uint64_t numberBefore(std::string_view line, std::string_view unit) {
  size_t at = line.find(unit);
  if (at == std::string_view::npos)
    return 0;
  size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9')
    --begin;
  uint64_t value = 0;
  std::from_chars(line.data() + begin, line.data() + at, value);
  return value;
}

/// What stands in quotes after `key`.
static std::string_view quotedAfter(std::string_view line, std::string_view key) {
  size_t at = line.find(key);
  size_t begin = at == std::string_view::npos ? at : line.find('\'', at);
  size_t end = begin == std::string_view::npos ? begin : line.find('\'', begin + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : line.substr(begin + 1, end - begin - 1);
}

std::vector<PtxasKernel> halftone::emulator::parsePtxas(std::string_view output) {
  std::vector<PtxasKernel> kernels;
  bool ofEntry = false; // lines about a kernel, not about a device function
  while (!output.empty()) {
    std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    std::string_view name = quotedAfter(line, "Compiling entry function");
    if (!name.empty()) {
      kernels.push_back(
          {std::string(name), std::string(quotedAfter(line, " for ")), 0, 0, 0, 0, 0});
      ofEntry = true;
      continue;
    }
    if (kernels.empty())
      continue;
    PtxasKernel &kernel = kernels.back();
    if (size_t at = line.find("Function properties for "); at != std::string_view::npos)
      ofEntry = line.substr(at).find(kernel.name) != std::string_view::npos;
    if (line.find("bytes stack frame") != std::string_view::npos && ofEntry) {
      kernel.stackBytes = numberBefore(line, " bytes stack frame");
      kernel.spillStores = numberBefore(line, " bytes spill stores");
      kernel.spillLoads = numberBefore(line, " bytes spill loads");
    }
    if (line.find("Used ") != std::string_view::npos) {
      kernel.registers = static_cast<uint32_t>(numberBefore(line, " registers"));
      kernel.sharedBytes = numberBefore(line, " bytes smem");
    }
  }
  return kernels;
}
