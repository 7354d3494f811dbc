// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Shadow.h"

#include <bit>

using namespace halftone::emulator;
using namespace halftone::emulator::checks;

void ReaderSets::makeSet(Cell &cell) {
  Reader one{cell.read, cell.readers};
  if (unused.empty()) {
    unused.push_back(static_cast<uint32_t>(sets.size()));
    sets.emplace_back();
  }
  cell.read = unused.back() | Cell::several;
  unused.pop_back();
  of(cell).assign(1, one);
}

void ReaderSets::release(Cell &cell) {
  if (cell.read & Cell::several)
    unused.push_back(cell.read & ~Cell::several);
  cell.read = cell.readers = 0;
}

std::pair<const Reader *, size_t> ReaderSets::readers(const Cell &cell, Reader &one) {
  if (cell.read & Cell::several) {
    const std::vector<Reader> &set = of(cell);
    return {set.data(), set.size()};
  }
  one = {cell.read, cell.readers};
  return {&one, cell.read != 0};
}

void ReaderSets::copied(Cell &cell) {
  if (!(cell.read & Cell::several))
    return;
  std::vector<Reader> set = of(cell);
  cell.read = 0;
  makeSet(cell);
  of(cell) = std::move(set);
}

void ReaderSets::clear() {
  sets.clear();
  unused.clear();
}

static uint32_t shiftFor(uint64_t bits) {
  return std::min(4u, static_cast<uint32_t>(std::countr_zero(bits)));
}

void Shadow::enter(uint64_t number, uint64_t bits) {
  std::unique_ptr<Page> &page = pages[number];
  if (!page) {
    page = std::make_unique<Page>();
    page->shift = shiftFor(bits);
    page->cells.resize((size_t{1} << pageBits) >> page->shift);
  }
  cache[number % cacheSize] = {number, page.get()};
}

void Shadow::split(Page &page, uint64_t bits) {
  uint32_t shift = shiftFor(bits), parts = 1u << (page.shift - shift);
  std::vector<Cell> cells;
  cells.reserve(page.cells.size() * parts);
  for (const Cell &cell : page.cells)
    for (uint32_t i = 0; i < parts; ++i) {
      cells.push_back(cell);
      if (i)
        sets.copied(cells.back());
    }
  page.shift = shift;
  page.cells = std::move(cells);
}

void Shadow::clear() {
  for (auto &[number, page] : pages)
    for (Cell &cell : page->cells)
      sets.release(cell);
  pages.clear();
  std::fill(std::begin(cache), std::end(cache), Cached());
}

void Shadow::forget(uint64_t address, uint64_t bytes) {
  for (uint64_t end = address + (bytes + 15) / 16 * 16; address < end;) {
    uint64_t number = address >> pageBits, next = std::min(end, (number + 1) << pageBits);
    if (pages.count(number)) {
      auto [first, last] = cells(address, static_cast<uint32_t>(next - address));
      for (Cell *cell = first; cell != last; ++cell) {
        sets.release(*cell);
        *cell = Cell();
      }
    }
    address = next;
  }
}
