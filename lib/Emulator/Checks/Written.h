// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes of the host's allocations have been written: a byte for each.
#ifndef HALFTONE_EMULATOR_CHECKS_WRITTEN_H
#define HALFTONE_EMULATOR_CHECKS_WRITTEN_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

namespace halftone::emulator::checks {

class Written {
public:
  void add(uint64_t begin, uint64_t bytes) {
    auto next = ranges.lower_bound(begin);
    while (next != ranges.end() && next->first < begin + bytes)
      next = ranges.erase(next);
    ranges[begin] = std::vector<uint8_t>(bytes);
    last = nullptr;
  }
  void remove(uint64_t begin) {
    ranges.erase(begin);
    last = nullptr;
  }
  bool empty() const { return ranges.empty(); }
  /// The bytes' marks, or null where nothing is known of them.
  uint8_t *find(uint64_t address, uint64_t bytes) {
    if (last && address - lastBegin <= last->size() &&
        last->size() - (address - lastBegin) >= bytes)
      return last->data() + (address - lastBegin);
    auto next = ranges.upper_bound(address);
    if (next == ranges.begin())
      return nullptr;
    auto &[begin, marks] = *std::prev(next);
    if (address - begin > marks.size() || marks.size() - (address - begin) < bytes)
      return nullptr;
    lastBegin = begin;
    last = &marks;
    return marks.data() + (address - begin);
  }

private:
  std::map<uint64_t, std::vector<uint8_t>> ranges;
  uint64_t lastBegin = 0;
  std::vector<uint8_t> *last = nullptr;
};

inline void mark(uint8_t *marks, uint64_t bytes) {
  constexpr uint64_t all = 0x0101010101010101;
  if (bytes == 4)
    std::memcpy(marks, &all, 4);
  else if (bytes == 8)
    std::memcpy(marks, &all, 8);
  else
    std::memset(marks, 1, bytes);
}

/// The first byte that is not marked, or `bytes`.
inline uint64_t firstUnmarked(const uint8_t *marks, uint64_t bytes) {
  uint32_t word;
  if (bytes == 4 && (std::memcpy(&word, marks, 4), word == 0x01010101))
    return bytes;
  const void *zero = std::memchr(marks, 0, bytes);
  return zero ? static_cast<uint64_t>(static_cast<const uint8_t *>(zero) - marks) : bytes;
}

} // namespace halftone::emulator::checks

#endif // HALFTONE_EMULATOR_CHECKS_WRITTEN_H
