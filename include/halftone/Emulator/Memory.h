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
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace halftone::emulator {

class Heap;

class Memory {
public:
  /// Addresses from `begin` up to, and without, `end`.
  struct Range {
    uint64_t begin, end;
    bool onHeap = false; ///< a kernel may free it while it runs
  };

  Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  /// Memory of its own, aligned to 256 bytes as a device's, or null if the host has
  /// none left. Every byte is 0xff at first: NaN in every float type, so that what
  /// was never written shows. Nothing else lies near it (red zones), so that accesses
  /// past its ends are found. Messages call it by its name.
  void *allocate(size_t bytes, std::string_view name = {});
  /// Gives back what `allocate` gave; false if it never did. Its addresses are not used
  /// again for a while, so that accesses to it are found.
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
  /// Where an address is, that an access found no memory at, to follow it in a message:
  /// ", byte 64 of an allocation of 64 bytes", " are in no allocation", …. `distance` is
  /// how many bytes lie between, the largest number where it is in none.
  std::string describe(uint64_t address, uint64_t *distance = nullptr) const;
  size_t bytesInUse() const;

  /// `malloc` and `free` of kernels, on a heap of `heapBytes`: memory that lives until a
  /// kernel frees it or this object ends. A launch, which holds the memory as constant,
  /// changes it so; such a kernel runs on one thread. Null if there is no room, or for no
  /// bytes; false if `allocateOnDevice` never gave it.
  void *allocateOnDevice(uint64_t bytes) const;
  bool freeOnDevice(uint64_t address) const;
  /// As large as CUDA's is. A change counts before the first allocation only.
  size_t heapBytes = size_t{8} << 20;

private:
  struct Entry {
    Range range;
    bool owned;
    void *block = nullptr; ///< of an owned one: with its red zones
    std::string name = {};
  };
  mutable std::map<uint64_t, Entry> ranges;
  void keep(Entry entry) const;

  mutable std::deque<Entry> freed; ///< the last ones, whose memory is still held
  mutable size_t freedBytes = 0;
  std::unique_ptr<Heap> heap;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MEMORY_H
