// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product in cache blocks, for one instruction set: the file that includes this
// is compiled for it. Steps, as in the usual packed products (Goto and van de
// Geijn, "Anatomy of high-performance matrix multiplication", 2008):
//
//   for each batch entry, for each block of columns:
//     for each block of k:
//       copy that block of B into panels, widened            (last-level cache)
//       for each block of rows:
//         copy that block of A, widened                      (second-level cache)
//         for each panel of B, for each group of rows: tile  (registers, first level)
//
// With more than one block of k the sums wait in C if it has the compute type,
// else in scratch memory, so C is rounded once. The blocks of k depend on k alone:
// a part of a product has the same bits as the same part of the whole.
#ifndef HALFTONE_LIB_RUNTIME_PRODUCTSBLOCKED_H
#define HALFTONE_LIB_RUNTIME_PRODUCTSBLOCKED_H

#include "ProductsPack.h"

namespace halftone::runtime {
namespace {

/// Rows of k whose panel of B fits half of the first-level cache beside A's rows.
constexpr int64_t maxKBlock = 384;
/// Rows of A: with `maxKBlock` values each about 144 KB of f32.
constexpr int64_t maxMBlock = 96;
constexpr int64_t maxNBlock = 1024;
/// Rows of A up to which B is read in place, if its type and strides allow: too
/// few to repay a copy. With more, only if B's rows do not crowd a few cache sets.
constexpr int64_t fewRows = 2 * maxRows;
constexpr int64_t someRows = 96;
constexpr int64_t directBBytes = 128 * 1024;
/// The same for A: bytes that its rows span.
constexpr int64_t directABytes = 64 * 1024;

template <typename T> class BlockedProduct {
public:
  BlockedProduct(const HalftoneProduct &product, const ProductRange &range)
      : p(product), r(range), a(p.a, p.a_type, p.flags), b(p.b, p.b_type, p.flags) {
    planBlocks();
    planCopies();
  }

  size_t scratchBytes() const {
    return static_cast<size_t>(sizeof(T)) *
           static_cast<size_t>(sizeA() + sizeB() + sizeLine() + sizeBias() + sizeSums() +
                               sizeSpare);
  }

  void run(void *scratch) {
    spare = static_cast<T *>(scratch);
    aCopy = spare + sizeSpare;
    bCopy = aCopy + sizeA();
    line = bCopy + sizeB();
    bias = line + sizeLine();
    waiting = bias + sizeBias();
    for (int64_t batch = r.batchBegin; batch < r.batchEnd; ++batch)
      for (int64_t n = r.nBegin; n < r.nEnd; n += nBlock)
        runColumns(batch, n, smaller(nBlock, r.nEnd - n));
  }

private:
  static constexpr int64_t lanes = vectorBytes / sizeof(T);
  static constexpr int64_t fullWidth = maxVectors * lanes;
  static constexpr int64_t sizeSpare = maxRows * fullWidth;
  static constexpr DType ownType = sizeof(T) == 8 ? DType::F64 : DType::F32;

  void planBlocks() {
    int64_t blocks = (p.k + maxKBlock - 1) / maxKBlock;
    kBlock = blocks <= 1 ? p.k : roundUp((p.k + blocks - 1) / blocks, 8);
    mBlock = smaller(maxMBlock, r.mEnd - r.mBegin);
    nBlock = smaller(maxNBlock, r.nEnd - r.nBegin);
    sumsWaitInC = static_cast<DType>(p.c_type) == ownType;
  }

  void planCopies() {
    layout = p.a_k == 1 || p.a_m != 1 ? ALayout::Rows : ALayout::Panel;
    if (p.k == 0) { // the operands may be null
      directA = directB = false;
      return;
    }
    directA = p.a_k == 1 && isDirect(a) && span(p.a_m, mBlock) <= directABytes;
    int64_t rows = r.mEnd - r.mBegin;
    directB = p.b_n == 1 && isDirect(b) &&
              (rows <= fewRows || (rows <= someRows && span(p.b_k, kBlock) <= directBBytes));
  }

  static bool isDirect(const Source &source) { return source.type == ownType && !source.tf32; }
  static int64_t span(int64_t stride, int64_t count) {
    return (stride < 0 ? -stride : stride) * count * static_cast<int64_t>(sizeof(T));
  }

  int64_t sizeA() const { return directA ? 0 : roundUp(roundUp(mBlock, maxRows) * kBlock, 16); }
  int64_t sizeB() const { return roundUp(roundUp(nBlock, fullWidth) * kBlock, 16); }
  int64_t sizeLine() const { return roundUp(mBlock, 16); }
  int64_t sizeBias() const { return p.bias ? roundUp(nBlock, fullWidth) : 0; }
  int64_t sizeSums() const {
    return sumsWaitInC || kBlock >= p.k ? 0 : (r.mEnd - r.mBegin) * roundUp(nBlock, fullWidth);
  }

  void runColumns(int64_t batch, int64_t n, int64_t columns) {
    if (p.bias)
      widenBias(n, columns);
    int64_t k = 0;
    do {
      int64_t depth = smaller(kBlock, p.k - k);
      packB(p.b_batch * batch + p.b_k * k + p.b_n * n, depth, columns);
      for (int64_t m = r.mBegin; m < r.mEnd; m += mBlock)
        runBlock({batch, m, n, k}, smaller(mBlock, r.mEnd - m), columns, depth);
      k += kBlock;
    } while (k < p.k);
  }

  void widenBias(int64_t n, int64_t columns) {
    Source source(p.bias, p.bias_type, 0);
    for (int64_t j = 0, e = roundUp(columns, fullWidth); j < e; ++j)
      bias[j] = j < columns ? source.element<T>((n + j) * p.bias_n) : 0;
  }

  /// Calls `body(column, columns that exist, width)` for each panel of a block.
  template <typename Body> static void forEachPanel(int64_t columns, Body body) {
    for (int64_t j = 0; j < columns;) {
      int64_t width = columns - j > lanes ? fullWidth : lanes;
      body(j, smaller(width, columns - j), width);
      j += width;
    }
  }

  void packB(int64_t first, int64_t depth, int64_t columns) {
    if (depth == 0)
      return;
    forEachPanel(columns, [&](int64_t j, int64_t count, int64_t width) {
      if (directB && count == width)
        return;
      Block block = {first + j * p.b_n, depth, p.b_k, count, p.b_n};
      packPanelB(bCopy + j * depth, b, block, width);
    });
  }

  /// Points `tile` at a block of A, copied if need be.
  void prepareA(int64_t first, int64_t rows, int64_t depth, Tile<T> &tile) {
    if (directA) {
      tile.a = reinterpret_cast<const T *>(a.at(first));
      tile.aStride = p.a_m;
      return;
    }
    tile.a = aCopy;
    tile.aStride = depth;
    if (depth == 0)
      return;
    Block block = {first, rows, p.a_m, depth, p.a_k};
    if (layout == ALayout::Rows)
      packRowsA(aCopy, a, block);
    else
      packPanelsA(aCopy, a, block, line);
  }

  struct Position {
    int64_t batch, m, n, k;
  };

  /// Where the sums of this block of k come from and go to.
  void prepareC(const Position &at, Tile<T> &tile) {
    int64_t first = at.batch * p.c_batch + at.m * p.c_m + at.n * p.c_n;
    bool begins = at.k == 0, ends = at.k + kBlock >= p.k;
    int64_t rowSize = roundUp(nBlock, fullWidth);
    T *sums = waiting + (at.m - r.mBegin) * rowSize;
    Source c(p.c, p.c_type, 0);

    tile.init = nullptr;
    if (sumsWaitInC && (!begins || (p.flags & HALFTONE_PRODUCT_ACCUMULATE))) {
      tile.init = reinterpret_cast<const T *>(c.at(first));
      tile.initM = p.c_m;
      tile.initN = p.c_n;
    } else if (!begins) {
      tile.init = sums;
      tile.initM = rowSize;
      tile.initN = 1;
    }
    tile.bias = ends && p.bias ? bias : nullptr;
    if (ends || sumsWaitInC) {
      tile.c = static_cast<char *>(p.c) + first * c.elementBytes();
      tile.cM = p.c_m;
      tile.cN = p.c_n;
      tile.cType = c.type;
      tile.cBytes = c.elementBytes();
    } else {
      tile.c = reinterpret_cast<char *>(sums);
      tile.cM = rowSize;
      tile.cN = 1;
      tile.cType = ownType;
      tile.cBytes = sizeof(T);
    }
  }

  void runBlock(const Position &at, int64_t rows, int64_t columns, int64_t depth) {
    Tile<T> block;
    block.k = depth;
    block.spare = spare;
    prepareA(p.a_batch * at.batch + p.a_m * at.m + p.a_k * at.k, rows, depth, block);
    prepareC(at, block);
    int64_t firstB = p.b_batch * at.batch + p.b_k * at.k + p.b_n * at.n;
    forEachPanel(columns, [&](int64_t j, int64_t count, int64_t width) {
      Tile<T> tile = block;
      bool inPlace = directB && count == width;
      tile.b = inPlace ? reinterpret_cast<const T *>(b.at(firstB + j)) : bCopy + j * depth;
      tile.bStride = inPlace ? p.b_k : width;
      tile.columns = count;
      if (tile.bias)
        tile.bias += j;
      if (tile.init)
        tile.init += j * tile.initN;
      tile.c += j * tile.cN * tile.cBytes;
      runRows(tile, rows, static_cast<int>(width / lanes));
    });
  }

  void runRows(Tile<T> &tile, int64_t rows, int vectors) {
    int64_t groups = rows / maxRows, rest = rows % maxRows;
    tileFunction<T>(layout, vectors, maxRows)(tile, groups);
    if (rest == 0)
      return;
    rows -= rest;
    tile.a += layout == ALayout::Rows ? rows * tile.aStride : rows * tile.k;
    if (tile.init)
      tile.init += rows * tile.initM;
    tile.c += rows * tile.cM * tile.cBytes;
    tileFunction<T>(layout, vectors, rest)(tile, 1);
  }

  const HalftoneProduct &p;
  const ProductRange &r;
  Source a, b;
  int64_t kBlock, mBlock, nBlock;
  ALayout layout;
  bool directA, directB, sumsWaitInC;
  T *spare, *aCopy, *bCopy, *line, *bias, *waiting;
};

size_t scratchBytes(const HalftoneProduct &product, const ProductRange &range) {
  if (computesInF64(product))
    return BlockedProduct<double>(product, range).scratchBytes();
  return BlockedProduct<float>(product, range).scratchBytes();
}

void run(const HalftoneProduct &product, const ProductRange &range, void *scratch) {
  if (computesInF64(product))
    BlockedProduct<double>(product, range).run(scratch);
  else
    BlockedProduct<float>(product, range).run(scratch);
}

constexpr ProductLevel level = {maxRows, maxVectors *floats, scratchBytes, run};

} // namespace
} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_PRODUCTSBLOCKED_H
