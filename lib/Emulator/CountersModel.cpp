// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Banks, sectors and the cache. See Counters.h for what is modelled.
#include "CountersModel.h"

#include <algorithm>
#include <bit>

using namespace halftone;
using namespace halftone::emulator;

static constexpr uint32_t warpLanes = 32, banks = 32, wordBytes = 4;

static bool has(uint32_t mask, uint32_t lane) { return mask >> lane & 1; }

namespace {

/// The words of one phase, by their banks.
class BankWords {
public:
  /// Words of a lane: those that others named cost nothing, unless lanes take turns.
  void add(uint64_t address, uint32_t bytes, bool turns) {
    uint64_t first = address / wordBytes, last = (address + bytes - 1) / wordBytes;
    for (uint64_t word = first; word <= last; ++word) {
      Bank &bank = table[word % banks];
      bool known = false;
      for (uint32_t i = 0; i < bank.count && !turns && !known; ++i)
        known = bank.words[i] == word;
      if (!known)
        bank.words[bank.count++] = word;
      most = std::max(most, bank.count);
    }
  }
  uint32_t wavefronts() const { return most; }

private:
  struct Bank {
    uint32_t count = 0;
    uint64_t words[warpLanes];
  };
  Bank table[banks];
  uint32_t most = 0;
};

} // namespace

Wavefronts emulator::countWavefronts(const uint64_t *addresses, uint32_t lanes, uint32_t bytes,
                                     bool atomic) {
  uint32_t phaseLanes = bytes <= 4 ? 32 : bytes <= 8 ? 16 : bytes <= 16 ? 8 : 4;
  Wavefronts result;
  for (uint32_t first = 0; first < warpLanes; first += phaseLanes) {
    uint32_t phase = lanes >> first & (phaseLanes == 32 ? ~0u : (1u << phaseLanes) - 1);
    if (!phase)
      continue;
    ++result.ideal;
    BankWords words;
    for (uint32_t left = phase; left; left &= left - 1)
      words.add(addresses[first + static_cast<uint32_t>(std::countr_zero(left))], bytes, atomic);
    result.taken += words.wavefronts();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Sectors
//===----------------------------------------------------------------------===//

void emulator::findSectors(const uint64_t *addresses, uint32_t lanes, uint32_t bytes,
                           Sectors &result) {
  constexpr uint64_t sectorBytes = 32;
  std::vector<uint64_t> &numbers = result.numbers;
  numbers.clear();
  std::vector<uint32_t> touched; // bytes of each sector
  uint64_t total = 0;
  for (uint32_t lane = 0; lane < warpLanes; ++lane) {
    if (!has(lanes, lane))
      continue;
    uint64_t end = addresses[lane] + bytes;
    for (uint64_t at = addresses[lane]; at < end;) {
      uint64_t sector = at / sectorBytes, stop = std::min(end, (sector + 1) * sectorBytes);
      uint64_t begin = at % sectorBytes, count = stop - at;
      uint32_t mask = static_cast<uint32_t>(((uint64_t{1} << count) - 1) << begin);
      // The last one is the likeliest.
      size_t i = numbers.size();
      while (i > 0 && numbers[i - 1] != sector)
        --i;
      if (i == 0) {
        numbers.push_back(sector);
        touched.push_back(0);
        i = numbers.size();
      }
      touched[i - 1] |= mask;
      at = stop;
    }
  }
  for (uint32_t mask : touched)
    total += static_cast<uint64_t>(std::popcount(mask));
  result.ideal = static_cast<uint32_t>((total + sectorBytes - 1) / sectorBytes);
}

//===----------------------------------------------------------------------===//
// The L2 cache
//===----------------------------------------------------------------------===//

static constexpr uint64_t lineSectors = 4, sectorSize = 32;

L2Cache::L2Cache(uint64_t bytes)
    : capacity(std::max<uint64_t>(bytes / (lineSectors * sectorSize), 1)) {}

void L2Cache::unlink(uint32_t index) {
  Line &line = lines[index];
  (line.newer == none ? newest : lines[line.newer].older) = line.older;
  (line.older == none ? oldest : lines[line.older].newer) = line.newer;
}

void L2Cache::makeNewest(uint32_t index) {
  lines[index].newer = none;
  lines[index].older = newest;
  (newest == none ? oldest : lines[newest].newer) = index;
  newest = index;
}

L2Cache::Line &L2Cache::lineOf(uint64_t number, L2Counts &counts) {
  if (newest != none && lines[newest].number == number)
    return lines[newest];
  auto [place, isNew] = places.try_emplace(number, static_cast<uint32_t>(lines.size()));
  if (!isNew) {
    unlink(place->second);
    makeNewest(place->second);
    return lines[place->second];
  }
  if (lines.size() < capacity) {
    lines.push_back({number, none, none});
  } else {
    uint32_t victim = oldest;
    unlink(victim);
    counts.writtenBytes += static_cast<uint64_t>(std::popcount(lines[victim].dirty)) * sectorSize;
    places.erase(lines[victim].number);
    lines[victim] = {number, none, none};
    place->second = victim;
  }
  makeNewest(place->second);
  return lines[place->second];
}

void L2Cache::access(uint64_t sector, bool writes, L2Counts &counts) {
  Line &line = lineOf(sector / lineSectors, counts);
  auto bit = static_cast<uint8_t>(1u << sector % lineSectors);
  ++counts.sectors;
  counts.hits += (line.present & bit) != 0;
  if (!(line.present & bit) && !writes)
    counts.readBytes += sectorSize;
  line.present |= bit;
  if (writes)
    line.dirty |= bit;
}
