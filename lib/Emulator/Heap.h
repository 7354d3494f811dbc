// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heap of `malloc` and `free` in kernels: one block of host memory, taken when it is
// first needed and kept, so that an address that was freed stays readable for the host.
// The next free place is searched from the last one on, so that freed memory is used
// again late and its use is noticed.
#ifndef HALFTONE_EMULATOR_HEAP_H
#define HALFTONE_EMULATOR_HEAP_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace halftone::emulator {

class Heap {
public:
  /// The address of `bytes` of memory, or 0 if `limit` bytes have no room for them.
  uint64_t allocate(uint64_t bytes, size_t limit);
  /// False if `allocate` never gave it, or it is free already.
  bool free(uint64_t address);

private:
  static constexpr uint64_t alignment = 16;
  /// Between two allocations, so that an access past one's end finds no other.
  static constexpr uint64_t gap = 16;

  bool place(uint64_t from, uint64_t end, uint64_t bytes, uint64_t &address) const;

  std::unique_ptr<uint8_t[]> memory;
  uint64_t begin = 0, bytes = 0, cursor = 0;
  std::map<uint64_t, uint64_t> used; ///< first address, and the one after the last
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_HEAP_H
