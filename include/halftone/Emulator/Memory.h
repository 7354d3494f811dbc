// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulated device's global memory: ranges of host memory that kernels may
// touch. A kernel's 64-bit global address is the host address itself; an access
// that no range holds whole is an error. Not for use by several threads at once,
// and unchanged while a kernel runs.
#ifndef HALFTONE_EMULATOR_MEMORY_H
#define HALFTONE_EMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>

namespace halftone::emulator {

class Memory {
public:
  /// Addresses from `begin` up to, and without, `end`.
  struct Range {
    uint64_t begin, end;
  };

  Memory() = default;
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  /// Memory of its own, aligned to 256 bytes as a device's, or null if the host has
  /// none left. Every byte is 0xff at first: NaN in every float type, so that what
  /// was never written shows.
  void *allocate(size_t bytes);
  /// Gives back what `allocate` gave; false if it never did.
  bool free(void *address);

  /// Lets kernels touch host memory that belongs to somebody else. False if a part
  /// of it is known already.
  bool add(const void *begin, size_t bytes);
  /// Takes back what `add` gave; false if it never did.
  bool remove(const void *begin);

  /// The range that holds `address`, or null.
  const Range *find(uint64_t address) const;
  /// The last range that begins at or below `address`, or null: for messages.
  const Range *before(uint64_t address) const;
  size_t bytesInUse() const;

private:
  struct Entry {
    Range range;
    bool owned;
  };
  std::map<uint64_t, Entry> ranges;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MEMORY_H
