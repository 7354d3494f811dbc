// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma.sync and wmma.mma: fragments to plain matrices, the product, and back. How
// fragments lie is said in Matrix.h; m8n8k4 with f16, which differs, is in
// MmaQuads.cpp.
#include "MatrixOps.h"
#include "MmaForms.h"

#include <algorithm>
#include <cfenv>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

bool emulator::wholeWarp(Warp &w, uint32_t mask) {
  if (mask == allLanes)
    return true;
  w.fault = {Fault::Kind::Other,
             Space::Generic,
             firstLane(mask),
             0,
             0,
             "is in a warp of fewer than 32 threads, but all 32 must take part"};
  return false;
}

void emulator::addProduct(const Warp &w, const MatrixForm &form, const float *a, const float *b,
                          float *c, unsigned m) {
  const Block &block = *w.block;
  if (block.options && block.options->hardwareSums) {
    bool warpgroup = form.m == 64;
    ChipSums sums = chipSums(block.program->module->target, form, warpgroup);
    if (!sums.chains)
      return addTruncated(sums, form.d == Element::F16, a, b, c, m, form.n, form.k);
  }
  laneOps().matrix().sumF32(a, b, c, m, form.n, form.k);
}

int32_t emulator::addInteger(const MatrixForm &form, int32_t product, int32_t c) {
  int64_t sum = int64_t{product} + c;
  if (form.satfinite)
    sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
  return static_cast<int32_t>(sum);
}

namespace {

constexpr unsigned mostA = 16 * 128, mostB = 128 * 8, mostC = 256;

BlockGrid gridOf(unsigned rows, bool tiles, unsigned along) {
  return {tiles && rows >= 16 ? 2u : 1u, along};
}

void load(Element element, const uint8_t *from, float *to, size_t pitch) {
  laneOps().matrix().widen(element, from, 16, to, pitch);
}
void load(Element, const uint8_t *from, double *to, size_t pitch) {
  for (unsigned row = 0; row < 8; ++row)
    std::memcpy(to + row * pitch, from + 32 * row, 32);
}
/// Bits stay words.
void load(Element, const uint8_t *from, uint32_t *to, size_t pitch) {
  for (unsigned row = 0; row < 8; ++row)
    std::memcpy(to + row * pitch, from + 16 * row, 16);
}

/// A fragment's registers from operand `first` on, to a matrix of `columns` columns.
template <typename T>
void readOperand(Warp &w, const Inst &i, unsigned first, Element element, unsigned rows, bool tiles,
                 unsigned columns, T *to) {
  constexpr bool wide = sizeof(T) == 8, bits = std::is_same_v<T, uint32_t>;
  unsigned perBlock = wide || bits ? 4 : 128 / elementBits(element);
  BlockGrid grid = gridOf(rows, tiles, columns / perBlock);
  for (unsigned e = 0; e < rows / 8 * grid.along; ++e)
    load(element, w.lanes<uint8_t>(i, first + e),
         to + size_t{8} * grid.row(e) * columns + grid.column(e) * perBlock, columns);
}

template <typename T> void transpose(const T *from, unsigned rows, unsigned columns, T *to) {
  unsigned done = 0;
  if constexpr (std::is_same_v<T, float>)
    for (; done + 8 <= columns; done += 8)
      for (unsigned r = 0; r < rows; r += 8)
        laneOps().matrix().transposeBlock(from + size_t{r} * columns + done, columns,
                                          to + size_t{done} * rows + r, rows);
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned c = done; c < columns; ++c)
      to[size_t{c} * rows + r] = from[size_t{r} * columns + c];
}

/// A sparse A: of four values along k (eight of 4 bits), which two (pairs) are there.
/// tf32 keeps one of two, with the index of a half as its metadata.
template <typename T>
void expandSparse(Warp &w, const Inst &i, const MatrixForm &form, const T *from, T *to) {
  const uint32_t *metadata = w.lanes<uint32_t>(i, form.numD + form.numA + form.numB + form.numC);
  SparseLayout layout(form);
  unsigned k = form.k, kept = k / 2;
  std::fill_n(to, size_t{form.m} * k, T());
  for (unsigned row = 0; row < form.m; ++row)
    for (unsigned column = 0; column < kept; ++column) {
      unsigned index = layout.position(metadata, row, column);
      to[size_t{row} * k + index] = from[size_t{row} * kept + column];
    }
}

template <typename T> struct Operands {
  alignas(64) T a[mostA];
  alignas(64) T b[mostB];
};

template <typename T>
void readOperands(Warp &w, const Inst &i, const MatrixForm &form, Operands<T> &to) {
  T columns[mostB];
  unsigned k = std::is_same_v<T, uint32_t> ? form.k / 32u : form.k;
  unsigned first = form.numD;
  if (form.sparse) {
    T kept[mostA / 2];
    readOperand(w, i, first, form.a, form.m, true, k / 2, kept);
    expandSparse(w, i, form, kept, to.a);
  } else {
    readOperand(w, i, first, form.a, form.m, true, k, to.a);
  }
  bool bits = std::is_same_v<T, uint32_t>;
  readOperand(w, i, first + form.numA, form.b, form.n, false, k, bits ? to.b : columns);
  if (!bits)
    transpose(columns, form.n, k, to.b);
}

unsigned firstC(const MatrixForm &form) { return form.numD + form.numA + form.numB; }

BlockGrid gridOfC(const MatrixForm &form) { return gridOf(form.m, true, form.n / 8u); }

void readPairs(Warp &w, const Inst &i, const MatrixForm &form, uint32_t *to) {
  BlockGrid grid = gridOfC(form);
  for (unsigned p = 0; p < form.m * form.n / 64u; ++p)
    laneOps().matrix().joinPair(w.lanes<uint32_t>(i, firstC(form) + 2 * p),
                                w.lanes<uint32_t>(i, firstC(form) + 2 * p + 1),
                                to + size_t{8} * grid.row(p) * form.n + 8 * grid.column(p), form.n);
}

void writePairs(Warp &w, const Inst &i, const MatrixForm &form, const uint32_t *from) {
  BlockGrid grid = gridOfC(form);
  for (unsigned p = 0; p < form.m * form.n / 64u; ++p)
    laneOps().matrix().splitPair(from + size_t{8} * grid.row(p) * form.n + 8 * grid.column(p),
                                 form.n, w.lanes<uint32_t>(i, 2 * p),
                                 w.lanes<uint32_t>(i, 2 * p + 1));
}

Flow runMmaF32(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  const MatrixForm &form = formOf(w, i);
  Operands<float> operands;
  alignas(64) float c[mostC];
  readOperands(w, i, form, operands);
  if (form.c == Element::F16)
    readOperand(w, i, firstC(form), Element::F16, form.m, true, form.n, c);
  else
    readPairs(w, i, form, reinterpret_cast<uint32_t *>(c));
  addProduct(w, form, operands.a, operands.b, c, form.m);
  if (form.d != Element::F16) {
    writePairs(w, i, form, reinterpret_cast<uint32_t *>(c));
    return Flow::Next;
  }
  BlockGrid grid = gridOfC(form);
  for (unsigned p = 0; p < form.numD; ++p)
    laneOps().matrix().narrowBlock(c + size_t{8} * grid.row(p) * form.n + 8 * grid.column(p),
                                   form.n, w.lanes<uint32_t>(i, p));
  return Flow::Next;
}

Flow runMmaF64(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  const MatrixForm &form = formOf(w, i);
  Operands<double> operands;
  double c[mostC];
  readOperands(w, i, form, operands);
  BlockGrid grid = gridOfC(form);
  auto place = [&](unsigned e, unsigned l) -> double & {
    unsigned row = 8 * grid.row(e / 2) + l / 4;
    return c[row * form.n + 8 * grid.column(e / 2) + 2 * (l % 4) + e % 2];
  };
  for (unsigned e = 0; e < form.numC; ++e)
    for (unsigned l = 0; l < warpSize; ++l)
      place(e, l) = w.lanes<double>(i, firstC(form) + e)[l];
  static constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  std::fesetround(modes[form.rounding]);
  laneOps().matrix().sumF64(operands.a, operands.b, c, form.m, form.n, form.k);
  std::fesetround(FE_TONEAREST);
  for (unsigned e = 0; e < form.numD; ++e)
    for (unsigned l = 0; l < warpSize; ++l)
      w.lanes<double>(i, e)[l] = place(e, l);
  return Flow::Next;
}

void finishInteger(Warp &w, const Inst &i, const MatrixForm &form, const int32_t *products) {
  uint32_t c[mostC];
  readPairs(w, i, form, c);
  for (unsigned e = 0; e < form.m * form.n; ++e)
    c[e] = static_cast<uint32_t>(addInteger(form, products[e], static_cast<int32_t>(c[e])));
  writePairs(w, i, form, c);
}

Flow runMmaS32(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  const MatrixForm &form = formOf(w, i);
  Operands<float> operands;
  alignas(64) float sums[mostC] = {};
  int32_t products[mostC];
  readOperands(w, i, form, operands);
  laneOps().matrix().sumF32(operands.a, operands.b, sums, form.m, form.n, form.k);
  for (unsigned e = 0; e < form.m * form.n; ++e)
    products[e] = static_cast<int32_t>(sums[e]);
  finishInteger(w, i, form, products);
  return Flow::Next;
}

Flow runMmaBits(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  const MatrixForm &form = formOf(w, i);
  Operands<uint32_t> operands;
  int32_t products[mostC];
  readOperands(w, i, form, operands);
  laneOps().matrix().countBits(operands.a, operands.b, products, form.m, form.n, form.k / 32,
                               form.conjunction);
  finishInteger(w, i, form, products);
  return Flow::Next;
}

} // namespace

Handler emulator::selectMma(const MatrixForm &form) {
  if (form.quads())
    return &runMmaQuads;
  switch (form.d) {
  case Element::F64:
    return &runMmaF64;
  case Element::S32:
    return form.a == Element::B1 ? &runMmaBits : &runMmaS32;
  default:
    return &runMmaF32;
  }
}
