// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies blocks of the operands into the order in which tiles read them, widened
// to the compute type: once per cache block, never per tile.
#ifndef HALFTONE_LIB_RUNTIME_PRODUCTSPACK_H
#define HALFTONE_LIB_RUNTIME_PRODUCTSPACK_H

#include "ProductsTile.h"

namespace halftone::runtime {
namespace {

/// A rectangle of an operand: `first` is the index of its first element.
struct Block {
  int64_t first;
  int64_t rows, rowStride;
  int64_t columns, columnStride;
};

//===----------------------------------------------------------------------===//
// B: panels of the tile's width; within one, rows of k
//===----------------------------------------------------------------------===//

/// Transposes a vector of quads in each 16 bytes: afterwards `v[r]` has element r
/// of the four quads that stood in the same 16 bytes.
HALFTONE_INLINE void transposeQuads(FloatVector (&v)[4]) {
#if HALFTONE_VECTOR_BYTES == 16
#define HALFTONE_LOW(A, B) __builtin_shufflevector(A, B, 0, 4, 1, 5)
#define HALFTONE_HIGH(A, B) __builtin_shufflevector(A, B, 2, 6, 3, 7)
#define HALFTONE_LOW2(A, B) __builtin_shufflevector(A, B, 0, 1, 4, 5)
#define HALFTONE_HIGH2(A, B) __builtin_shufflevector(A, B, 2, 3, 6, 7)
#elif HALFTONE_VECTOR_BYTES == 32
#define HALFTONE_LOW(A, B) __builtin_shufflevector(A, B, 0, 8, 1, 9, 4, 12, 5, 13)
#define HALFTONE_HIGH(A, B) __builtin_shufflevector(A, B, 2, 10, 3, 11, 6, 14, 7, 15)
#define HALFTONE_LOW2(A, B) __builtin_shufflevector(A, B, 0, 1, 8, 9, 4, 5, 12, 13)
#define HALFTONE_HIGH2(A, B) __builtin_shufflevector(A, B, 2, 3, 10, 11, 6, 7, 14, 15)
#else
#define HALFTONE_LOW(A, B)                                                                         \
  __builtin_shufflevector(A, B, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define HALFTONE_HIGH(A, B)                                                                        \
  __builtin_shufflevector(A, B, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define HALFTONE_LOW2(A, B)                                                                        \
  __builtin_shufflevector(A, B, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define HALFTONE_HIGH2(A, B)                                                                       \
  __builtin_shufflevector(A, B, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#endif
  FloatVector low01 = HALFTONE_LOW(v[0], v[1]), high01 = HALFTONE_HIGH(v[0], v[1]);
  FloatVector low23 = HALFTONE_LOW(v[2], v[3]), high23 = HALFTONE_HIGH(v[2], v[3]);
  v[0] = HALFTONE_LOW2(low01, low23);
  v[1] = HALFTONE_HIGH2(low01, low23);
  v[2] = HALFTONE_LOW2(high01, high23);
  v[3] = HALFTONE_HIGH2(high01, high23);
#undef HALFTONE_LOW
#undef HALFTONE_HIGH
#undef HALFTONE_LOW2
#undef HALFTONE_HIGH2
}

/// Columns that are contiguous in k, a vector of them by four values of k at a
/// time. A column that does not exist is read as a copy of the last one that does.
/// Returns the number of rows done, a multiple of four.
template <typename Read>
int64_t packTransposed(float *to, const char *from, int64_t bytes, const Block &block,
                       int64_t width) {
  const int64_t column = block.columnStride * bytes, last = block.columns - 1;
  int64_t k = 0;
  for (; k + 4 <= block.rows; k += 4, from += 4 * bytes)
    for (int64_t j = 0; j < width; j += floats) {
      FloatVector v[4];
#pragma clang loop unroll(full)
      for (int i = 0; i < 4; ++i) {
        const char *quads[floats / 4];
        for (int q = 0; q < floats / 4; ++q)
          quads[q] = from + smaller(j + 4 * q + i, last) * column;
        v[i] = Read::quads(quads);
      }
      transposeQuads(v);
#pragma clang loop unroll(full)
      for (int i = 0; i < 4; ++i)
        store(to + (k + i) * width + j, v[i]);
    }
  return k;
}

/// Rows that are contiguous, as whole vectors. A row of fewer columns than the
/// panel is read beyond its end, which lands in rows below; columns that do not
/// exist may hold anything. The last rows, where that would leave the block, are
/// left over. Returns the number of rows done.
template <typename Read>
int64_t packContiguous(float *to, const char *from, int64_t bytes, const Block &block,
                       int64_t width) {
  const int64_t step = block.rowStride * bytes;
  int64_t rows = block.rows;
  if (block.columns < width)
    rows = block.rowStride <= 0 ? 0 : rows - 1 - (width - block.columns - 1) / block.rowStride;
  if (width == 2 * floats)
    for (int64_t k = 0; k < rows; ++k, from += step, to += 2 * floats) {
      store(to, Read::row(from));
      store(to + floats, Read::row(from + floats * bytes));
    }
  else
    for (int64_t k = 0; k < rows; ++k, from += step, to += floats)
      store(to, Read::row(from));
  return rows < 0 ? 0 : rows;
}

/// One panel of `width` columns, of which `block.columns` exist.
template <typename T>
void packPanelB(T *to, const Source &source, const Block &block, int64_t width) {
  int64_t k = 0;
  if constexpr (sizeof(T) == 4) {
    const char *from = source.at(block.first);
    const int64_t bytes = source.elementBytes();
    withReader(source, [&]<typename Read>(Read) {
      if (block.columnStride == 1)
        k = packContiguous<Read>(to, from, bytes, block, width);
      else if (block.rowStride == 1)
        k = packTransposed<Read>(to, from, bytes, block, width);
    });
  }
  for (; k < block.rows; ++k) {
    T *row = to + k * width;
    int64_t index = block.first + k * block.rowStride;
    if (block.columnStride == 1)
      widenRow(row, source, index, block.columns);
    else
      for (int64_t j = 0; j < block.columns; ++j)
        row[j] = source.element<T>(index + j * block.columnStride);
    for (int64_t j = block.columns; j < width; ++j)
      row[j] = 0;
  }
}

//===----------------------------------------------------------------------===//
// A: plain rows, or panels of `maxRows` rows where columns are contiguous
//===----------------------------------------------------------------------===//

template <typename T> void packRowsA(T *to, const Source &source, const Block &block) {
  for (int64_t i = 0; i < block.rows; ++i, to += block.columns) {
    int64_t index = block.first + i * block.rowStride;
    if (block.columnStride == 1)
      widenRow(to, source, index, block.columns);
    else
      for (int64_t k = 0; k < block.columns; ++k)
        to[k] = source.element<T>(index + k * block.columnStride);
  }
}

/// `line` holds one column of the block, `block.rows` values.
template <typename T> void packPanelsA(T *to, const Source &source, const Block &block, T *line) {
  for (int64_t k = 0; k < block.columns; ++k, to += maxRows) {
    widenRow(line, source, block.first + k * block.columnStride, block.rows);
    T *panel = to;
    int64_t i = 0;
    for (; i + maxRows <= block.rows; i += maxRows, panel += maxRows * block.columns)
      __builtin_memcpy(panel, line + i, maxRows * sizeof(T));
    copyShort<4>(panel, line + i, (block.rows - i) * static_cast<int64_t>(sizeof(T)));
  }
}

} // namespace
} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_PRODUCTSPACK_H
