// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One warp's part of a `wgmma`: 16 of the 64 rows, made when the schedule says so.
// Shared memory, A's registers and the accumulators are read only then.
#ifndef HALFTONE_EMULATOR_WGMMAPRODUCT_H
#define HALFTONE_EMULATOR_WGMMAPRODUCT_H

#include "MatrixOps.h"
#include "WgmmaOperand.h"

namespace halftone::emulator {

constexpr unsigned wgmmaRows = 16; ///< of one warp

/// Everything that the issue fixes.
struct WgmmaProduct {
  Warp *warp = nullptr;
  const Inst *inst = nullptr;
  uint64_t a = 0, b = 0; ///< descriptors
  bool accumulates = false;

  const MatrixForm &form() const { return formOf(*warp, *inst); }
  unsigned firstRow() const { return warp->index % 4 * wgmmaRows; }
  WgmmaOperand operandA() const { return {a, !form().aColumns}; }
  WgmmaOperand operandB() const { return {b, !form().bRows}; }
};

/// Reads, multiplies and writes the accumulators.
void multiply(const WgmmaProduct &product);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_WGMMAPRODUCT_H
