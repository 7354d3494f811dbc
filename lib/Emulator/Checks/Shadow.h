// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who touched each byte last: records of accesses, and cells that name them.
//
// A record is one instruction of one warp at one time of that warp (Clock.h); it
// stands for all accesses that the instruction makes until the warp's time goes up,
// since they are ordered alike. A cell holds the last write and those reads since then
// that nothing orders, and knows the lanes.
//
// A page of 4 KiB has cells of 16, 8, 4, 2 or 1 bytes: as large as the accesses allow
// that have come, and split when a smaller one comes. So an access never touches a
// part of a cell, and two threads that write halves of one word do not collide.
#ifndef HALFTONE_EMULATOR_CHECKS_SHADOW_H
#define HALFTONE_EMULATOR_CHECKS_SHADOW_H

#include "Clock.h"

#include "halftone/Emulator/Observer.h"

#include <memory>
#include <unordered_map>

namespace halftone::emulator::checks {

struct Record {
  uint32_t block = 0;
  uint32_t unit = 0; ///< the warp
  uint32_t time = 0;
  uint32_t inst = 0;
  Access::Kind kind = Access::Kind::Load;
  Order order = Order::Weak;
  Scope scope = Scope::Gpu;
  Proxy proxy = Proxy::Generic;
  bool async = false;
  bool isGlobal = false; ///< cells of global memory name it, which stay
  /// A warpgroup issues it together, and each of its warps waits for it: at these times.
  bool collective = false;
  uint32_t waited[4] = {};
  AsyncKind asyncKind = AsyncKind::Copy;
  /// Of an asynchronous operation: lanes whose part nobody has waited for.
  uint32_t pending = 0;
  /// The phase of an mbarrier that completes it: a unit of `mbarrierBlock`.
  uint32_t mbarrierBlock = 0, mbarrierUnit = 0, mbarrierTime = 0;

  bool isStrong() const { return order != Order::Weak || kind == Access::Kind::Atomic; }
  bool writes() const { return kind != Access::Kind::Load; }
};

/// Numbers from 1 on; the same instruction at the same time has the same.
class Records {
public:
  Records() { clear(); }
  uint32_t add(const Record &record) {
    if (unused.empty()) {
      records.push_back(record);
      return static_cast<uint32_t>(records.size() - 1);
    }
    uint32_t index = unused.back();
    unused.pop_back();
    records[index] = record;
    return index;
  }
  /// No cell names it any more.
  void release(uint32_t index) { unused.push_back(index); }
  Record &operator[](uint32_t index) { return records[index]; }
  const Record &operator[](uint32_t index) const { return records[index]; }
  void clear() {
    records.assign(1, Record());
    unused.clear();
  }

private:
  std::vector<Record> records;
  std::vector<uint32_t> unused;
};

struct Reader {
  uint32_t record, lanes;
};

struct Cell {
  uint32_t write = 0;  ///< a record, or 0
  uint32_t writer = 0; ///< its lanes
  /// One reader, or where the top bit is set, the index of several; 0: none.
  uint32_t read = 0;
  uint32_t readers = 0; ///< lanes of the one

  static constexpr uint32_t several = 1u << 31;
};

/// Sets of readers, where one is not enough.
class ReaderSets {
public:
  std::vector<Reader> &of(const Cell &cell) { return sets[cell.read & ~Cell::several]; }
  void makeSet(Cell &cell);
  void release(Cell &cell);
  /// What the cell's readers are, as an array.
  std::pair<const Reader *, size_t> readers(const Cell &cell, Reader &one);
  /// Gives a copy of a cell a set of its own.
  void copied(Cell &cell);
  void clear();

private:
  std::vector<std::vector<Reader>> sets;
  std::vector<uint32_t> unused;
};

/// Cells of one memory: global, or the shared memory of a block.
class Shadow {
public:
  static constexpr uint32_t pageBits = 12;
  struct Page {
    uint32_t shift; ///< of a cell's bytes
    std::vector<Cell> cells;
  };

  explicit Shadow(ReaderSets &sets) : sets(sets) {}
  /// The cells of `bytes` at `address`, which end in its page.
  std::pair<Cell *, Cell *> cells(uint64_t address, uint32_t bytes) {
    uint64_t number = address >> pageBits;
    Cached &cached = cache[number % cacheSize];
    if (cached.number != number)
      enter(number, address | bytes);
    Page &page = *cached.page;
    uint64_t mask = (uint64_t{1} << page.shift) - 1;
    if ((address | bytes) & mask)
      split(page, address | bytes);
    Cell *first = page.cells.data() + ((address & ((1u << pageBits) - 1)) >> page.shift);
    return {first, first + (bytes >> page.shift)};
  }
  void clear();
  /// What was done to this memory; both are multiples of 16, the second rounded up.
  void forget(uint64_t address, uint64_t bytes);
  template <typename Function> void forEach(Function function) {
    for (auto &[number, page] : pages)
      for (Cell &cell : page->cells)
        function(cell);
  }

private:
  struct Cached {
    uint64_t number = ~uint64_t{0};
    Page *page = nullptr;
  };
  void enter(uint64_t number, uint64_t bits);
  void split(Page &page, uint64_t bits);

  static constexpr size_t cacheSize = 64;
  Cached cache[cacheSize];
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages;
  ReaderSets &sets;
};

} // namespace halftone::emulator::checks

#endif // HALFTONE_EMULATOR_CHECKS_SHADOW_H
