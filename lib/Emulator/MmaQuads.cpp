// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma.m8n8k4 with f16 operands: four products at once. Lanes 4 g to 4 g + 3 and 16 more
// hold the g-th.
//
// With x the lane modulo 4, h 4 for lanes from 16 on and 0 for others, and e the number
// of a value in a fragment:
//   A by rows, B by columns   row (column) x + h, k = e
//   A by columns, B by rows   row (column) e + h, k = x
//   C, D of f16               row x + h, column e
//   C, D of f32               row (x & 1) + (e & 2) + h, column (e & 4) + (x & 2) + (e & 1)
#include "MatrixOps.h"
#include "MmaForms.h"

#include "halftone/Support/FloatBits.h"

#include <bit>

using namespace halftone;
using namespace halftone::emulator;

namespace {

float halfOf(Warp &w, const Inst &i, unsigned first, unsigned lane, unsigned value) {
  uint32_t word = w.lanes<uint32_t>(i, first + value / 2)[lane];
  return widenF16(static_cast<uint16_t>(word >> (16 * (value % 2))));
}

struct Spot {
  unsigned row, column;
};

Spot spotOfResult(Element element, unsigned lane, unsigned e) {
  unsigned x = lane % 4, h = lane < 16 ? 0 : 4;
  if (element == Element::F16)
    return {x + h, e};
  return {(x & 1) + (e & 2) + h, (e & 4) + (x & 2) + (e & 1)};
}

} // namespace

Flow emulator::runMmaQuads(Warp &w, const Inst &i, uint32_t mask) {
  if (!wholeWarp(w, mask))
    return Flow::Fault;
  const MatrixForm &form = formOf(w, i);
  unsigned firstA = form.numD, firstB = firstA + form.numA, firstC = firstB + form.numB;
  float results[4][8][8];
  for (unsigned group = 0; group < 4; ++group) {
    float a[8][4], b[4][8];
    float (&c)[8][8] = results[group];
    for (unsigned part = 0; part < 8; ++part) {
      unsigned lane = 4 * group + part % 4 + (part < 4 ? 0 : 16);
      unsigned x = part % 4, h = part < 4 ? 0 : 4;
      for (unsigned e = 0; e < 4; ++e) {
        (form.aColumns ? a[e + h][x] : a[x + h][e]) = halfOf(w, i, firstA, lane, e);
        (form.bRows ? b[x][e + h] : b[e][x + h]) = halfOf(w, i, firstB, lane, e);
      }
      for (unsigned e = 0; e < 8; ++e) {
        Spot spot = spotOfResult(form.c, lane, e);
        c[spot.row][spot.column] =
            form.c == Element::F16 ? halfOf(w, i, firstC, lane, e)
                                   : std::bit_cast<float>(w.lanes<uint32_t>(i, firstC + e)[lane]);
      }
    }
    addProduct(w, form, a[0], b[0], c[0], 8);
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned e = 0; e < 8; ++e) {
      Spot spot = spotOfResult(form.d, lane, e);
      float value = results[lane % 16 / 4][spot.row][spot.column];
      if (form.d == Element::F32) {
        w.lanes<uint32_t>(i, e)[lane] = std::bit_cast<uint32_t>(value);
        continue;
      }
      uint32_t &word = w.lanes<uint32_t>(i, e / 2)[lane];
      uint32_t half = value != value ? 0x7fff : narrowF16(value);
      word = e % 2 ? (word & 0xffff) | half << 16 : half;
    }
  return Flow::Next;
}
