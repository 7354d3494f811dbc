// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The innermost loop of a product: a tile of C, `rows` by `vectors` vectors, stays
// in registers while k runs. B comes as one row of the tile's width per k, A as
// one value per row and k. Then the tile is finished: sums of earlier blocks of k,
// bias, one rounding, store.
#ifndef HALFTONE_LIB_RUNTIME_PRODUCTSTILE_H
#define HALFTONE_LIB_RUNTIME_PRODUCTSTILE_H

#include "ProductsVectors.h"

namespace halftone::runtime {
namespace {

// Rows of a full tile: with two vectors a row, as many as the registers hold
// beside one row of B and a value of A.
constexpr int maxRows = vectorBytes == 64 ? 12 : vectorBytes == 32 ? 6 : 4;
constexpr int maxVectors = 2;

/// How a tile reads A.
enum class ALayout {
  Rows,  ///< value (row, k) at row * stride + k
  Panel, ///< value (row, k) at row + k * maxRows
};

template <typename T> struct Tile {
  const T *a;
  int64_t aStride; ///< of `ALayout::Rows`
  const T *b;
  int64_t bStride; ///< from one k to the next
  int64_t k;
  /// Sums to add, in memory of the compute type; or null.
  const T *init;
  int64_t initM, initN;
  const T *bias; ///< a full row of the tile, or null
  char *c;
  int64_t cM, cN; ///< strides in elements
  int64_t cBytes; ///< bytes of an element
  DType cType;
  int64_t columns; ///< that exist; the tile computes full vectors
  T *spare;        ///< memory for a tile's sums
};

/// Types that are stored by vectors, side by side.
template <typename T> HALFTONE_INLINE bool storesVectors(const Tile<T> &t) {
  bool known = sizeof(T) == 8
                   ? t.cType == DType::F64
                   : t.cType == DType::F32 || t.cType == DType::F16 || t.cType == DType::BF16;
  return known && t.cN == 1 && (!t.init || t.initN == 1);
}

/// Finishes a tile whose second vector is not full: that one moves left until it
/// ends with the row, and so overlaps the first.
template <typename T>
__attribute__((noinline)) void finishShort(const Tile<T> &t, const T *init, char *c, int rows) {
  using Vector = typename VectorOf<T>::Type;
  constexpr int64_t lanes = vectorBytes / sizeof(T);
  const int64_t second = t.columns - lanes;
  const T *sums = t.spare;
  for (int i = 0; i < rows; ++i, sums += 2 * lanes, c += t.cM * t.cBytes) {
    Vector low = load<Vector>(sums), high = load<Vector>(sums + second);
    if (init) { // before the stores: it may be C itself
      low += load<Vector>(init);
      high += load<Vector>(init + second);
      init += t.initM;
    }
    if (t.bias) {
      low += load<Vector>(t.bias);
      high += load<Vector>(t.bias + second);
    }
    storeNarrow(c, t.cType, low);
    storeNarrow(c + second * t.cBytes, t.cType, high);
  }
}

/// Finishes any tile, element by element.
template <typename T>
__attribute__((noinline)) void finishSlowly(const Tile<T> &t, const T *init, char *c, int rows,
                                            int64_t width) {
  const bool vectors = storesVectors(t);
  for (int i = 0; i < rows; ++i, c += t.cM * t.cBytes) {
    T *row = t.spare + i * width;
    for (int64_t j = 0; j < t.columns; ++j) {
      if (init)
        row[j] += init[i * t.initM + j * t.initN];
      if (t.bias)
        row[j] += t.bias[j];
    }
    if (vectors) {
      char *narrow = reinterpret_cast<char *>(row); // in place: never wider
      using Vector = typename VectorOf<T>::Type;
      for (int64_t j = 0; j < width; j += vectorBytes / static_cast<int64_t>(sizeof(T)))
        storeNarrow(narrow + j * t.cBytes, t.cType, load<Vector>(row + j));
      copyShort<2>(c, narrow, t.columns * t.cBytes);
      continue;
    }
    for (int64_t j = 0; j < t.columns; ++j)
      storeElement(c, static_cast<int32_t>(t.cType), j * t.cN, row[j]);
  }
}

/// Steps of k that are written out: enough to hide the loop, few enough that the
/// processor predicts its end for the usual small k.
constexpr int unroll = 4;

/// `sums += A * B` for `steps` values of k. Rows of A are addressed in threes, by
/// one pointer and one stride, which is what an address can hold.
template <typename T, ALayout layout, int vectors, int rows, int steps, typename Vector>
HALFTONE_INLINE void multiplyAdd(Vector (&sums)[rows][vectors], const T *(&a)[(rows + 2) / 3],
                                 int64_t aStride, const T *&b, int64_t bStride) {
  constexpr int64_t lanes = vectorBytes / sizeof(T);
#pragma clang loop unroll(full)
  for (int step = 0; step < steps; ++step, b += bStride) {
    Vector bRow[vectors];
#pragma clang loop unroll(full)
    for (int j = 0; j < vectors; ++j)
      bRow[j] = load<Vector>(b + j * lanes);
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; ++i) {
      T value =
          layout == ALayout::Rows ? a[i / 3][i % 3 * aStride + step] : a[0][step * maxRows + i];
#pragma clang loop unroll(full)
      for (int j = 0; j < vectors; ++j)
        sums[i][j] += value * bRow[j];
    }
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < (rows + 2) / 3; ++i)
    a[i] += layout == ALayout::Rows ? steps : steps * maxRows;
}

/// Stores full vectors side by side, each rounded by `narrow`.
template <int vectors, int rows, typename Vector, typename Narrow>
HALFTONE_INLINE void storeTile(const Vector (&sums)[rows][vectors], char *c, int64_t rowBytes,
                               Narrow narrow) {
#pragma clang loop unroll(full)
  for (int i = 0; i < rows; ++i, c += rowBytes)
#pragma clang loop unroll(full)
    for (int j = 0; j < vectors; ++j) {
      auto value = narrow(sums[i][j]);
      store(c + j * static_cast<int>(sizeof(value)), value);
    }
}

template <typename T, int vectors, int rows, typename Vector>
HALFTONE_INLINE void finishTile(Vector (&sums)[rows][vectors], const Tile<T> &t, const T *init,
                                char *c) {
  constexpr int64_t lanes = vectorBytes / sizeof(T);
  if (init)
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; ++i, init += t.initM)
#pragma clang loop unroll(full)
      for (int j = 0; j < vectors; ++j)
        sums[i][j] += load<Vector>(init + j * lanes);
  if (t.bias)
#pragma clang loop unroll(full)
    for (int j = 0; j < vectors; ++j) {
      Vector bias = load<Vector>(t.bias + j * lanes);
#pragma clang loop unroll(full)
      for (int i = 0; i < rows; ++i)
        sums[i][j] += bias;
    }
  const int64_t rowBytes = t.cM * t.cBytes;
  if constexpr (sizeof(T) == 4) {
    if (t.cType == DType::BF16)
      return storeTile(sums, c, rowBytes, [](Vector v) { return narrowBF16(v); });
    if (t.cType == DType::F16)
      return storeTile(sums, c, rowBytes, [](Vector v) { return narrowF16(v); });
  }
  storeTile(sums, c, rowBytes, [](Vector v) { return v; });
}

/// `groups` tiles below one another, each of `rows` rows.
template <typename T, ALayout layout, int vectors, int rows>
void runTiles(const Tile<T> &tile, int64_t groups) {
  using Vector = typename VectorOf<T>::Type;
  constexpr int64_t lanes = vectorBytes / sizeof(T);
  const Tile<T> t = tile; // a copy that no store can change
  const int64_t aStep = layout == ALayout::Rows ? rows * t.aStride : maxRows * t.k;
  const bool whole = t.columns == vectors * lanes && storesVectors(t);
  const bool almost = vectors == 2 && t.columns >= lanes && storesVectors(t);
  for (int64_t group = 0; group < groups; ++group) {
    Vector sums[rows][vectors] = {};
    const T *b = t.b, *a[(rows + 2) / 3];
#pragma clang loop unroll(full)
    for (int i = 0; i < (rows + 2) / 3; ++i)
      a[i] = t.a + group * aStep + 3 * i * t.aStride;
    int64_t k = t.k;
    for (; k >= unroll; k -= unroll)
      multiplyAdd<T, layout, vectors, rows, unroll>(sums, a, t.aStride, b, t.bStride);
#pragma clang loop unroll(disable)
    for (; k > 0; --k)
      multiplyAdd<T, layout, vectors, rows, 1>(sums, a, t.aStride, b, t.bStride);

    const T *init = t.init ? t.init + group * rows * t.initM : nullptr;
    char *c = t.c + group * rows * t.cM * t.cBytes;
    if (whole) {
      finishTile(sums, t, init, c);
      continue;
    }
    storeTile(sums, reinterpret_cast<char *>(t.spare), vectors * vectorBytes,
              [](Vector v) { return v; });
    if (almost)
      finishShort(t, init, c, rows);
    else
      finishSlowly(t, init, c, rows, vectors * lanes);
  }
}

template <typename T> using TileFunction = void (*)(const Tile<T> &, int64_t groups);

/// `table[rows - 1]`, for each number of rows up to `maxRows`.
template <typename T, ALayout layout, int vectors> struct TileTable {
  TileFunction<T> table[maxRows];
  template <int rows> constexpr void fill() {
    table[rows - 1] = runTiles<T, layout, vectors, rows>;
    if constexpr (rows > 1)
      fill<rows - 1>();
  }
  constexpr TileTable() : table() { fill<maxRows>(); }
};

template <typename T>
HALFTONE_INLINE TileFunction<T> tileFunction(ALayout layout, int vectors, int64_t rows) {
  static constexpr TileTable<T, ALayout::Rows, 1> rows1;
  static constexpr TileTable<T, ALayout::Rows, 2> rows2;
  static constexpr TileTable<T, ALayout::Panel, 1> panel1;
  static constexpr TileTable<T, ALayout::Panel, 2> panel2;
  if (layout == ALayout::Rows)
    return vectors == 1 ? rows1.table[rows - 1] : rows2.table[rows - 1];
  return vectors == 1 ? panel1.table[rows - 1] : panel2.table[rows - 1];
}

} // namespace
} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_PRODUCTSTILE_H
