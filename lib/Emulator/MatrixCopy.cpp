// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix, stmatrix and movmatrix.
//
// An 8 x 8 matrix of 16-bit elements: lane 8 j + r gives the address of row r of
// matrix j. In register j, lane l holds row l / 4, columns 2 (l % 4) and the next, so
// that a row of 16 bytes is four lanes; with `.trans` rows and columns change places.
#include "MatrixOps.h"
#include "MemoryAccess.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

struct Matrix {
  uint16_t values[8][8];
};

Matrix transposed(const Matrix &matrix) {
  Matrix result;
  for (unsigned row = 0; row < 8; ++row)
    for (unsigned column = 0; column < 8; ++column)
      result.values[column][row] = matrix.values[row][column];
  return result;
}

uint32_t addressLanes(const Inst &i) { return i.count == 4 ? allLanes : (1u << (8 * i.count)) - 1; }

} // namespace

Flow emulator::runLdmatrix(Warp &w, const Inst &i, uint32_t mask) {
  Resolved rows;
  if (!wholeWarp(w, mask) ||
      !resolve(w, i, addressLanes(i), i.space, i.count, i.imm, 16, 16, Access::Kind::Load, rows))
    return Flow::Fault;
  for (uint32_t j = 0; j < i.count; ++j) {
    Matrix matrix;
    for (uint32_t r = 0; r < 8; ++r)
      std::memcpy(matrix.values[r], rows.pointer(8 * j + r), 16);
    if (i.option)
      matrix = transposed(matrix);
    std::memcpy(w.lanes<uint8_t>(i, j), matrix.values, sizeof(matrix));
  }
  return Flow::Next;
}

Flow emulator::runStmatrix(Warp &w, const Inst &i, uint32_t mask) {
  Resolved rows;
  if (!wholeWarp(w, mask) ||
      !resolve(w, i, addressLanes(i), i.space, i.count, i.imm, 16, 16, Access::Kind::Store, rows))
    return Flow::Fault;
  for (uint32_t j = 0; j < i.count; ++j) {
    Matrix matrix;
    std::memcpy(matrix.values, w.lanes<uint8_t>(i, j), sizeof(matrix));
    if (i.option)
      matrix = transposed(matrix);
    for (uint32_t r = 0; r < 8; ++r)
      std::memcpy(rows.pointer(8 * j + r), matrix.values[r], 16);
  }
  return Flow::Next;
}

Flow emulator::runMovmatrix(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  Matrix matrix;
  std::memcpy(matrix.values, w.lanes<uint8_t>(i, 1), sizeof(matrix));
  matrix = transposed(matrix);
  std::memcpy(w.lanes<uint8_t>(i, 0), matrix.values, sizeof(matrix));
  return Flow::Next;
}
