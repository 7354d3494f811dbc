// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers of the Tensor Core instructions and of the moves that serve them, and what
// they share. `Inst::matrix` says which product it is.
#ifndef HALFTONE_EMULATOR_MATRIXOPS_H
#define HALFTONE_EMULATOR_MATRIXOPS_H

#include "Block.h"
#include "Handlers.h"

namespace halftone::emulator {

inline const MatrixForm &formOf(const Warp &warp, const Inst &inst) {
  return warp.block->program->matrices[inst.matrix];
}

/// False, with a fault, if a thread of the warp takes no part.
bool wholeWarp(Warp &warp, uint32_t lanes);

/// c += a * b, dense and in f32, for `m` rows of the form's: exactly, or as the chip
/// does if the launch asks for that.
void addProduct(const Warp &warp, const MatrixForm &form, const float *a, const float *b, float *c,
                unsigned m);
/// The sum `product` + `c`: wrapped, or clamped if the form says so.
int32_t addInteger(const MatrixForm &form, int32_t product, int32_t c);

// MatrixSums.cpp
/// How a chip sums products: see there.
struct ChipSums {
  unsigned fractionBits; ///< kept when terms are aligned
  unsigned length;       ///< products that are summed at once
  unsigned resultBits;   ///< fraction bits of an f32 result
  int leastExponentA, leastExponentB;
  bool chains = false; ///< no Tensor Core: f32 operations in order
};
ChipSums chipSums(std::string_view target, const MatrixForm &form, bool warpgroup);
void addTruncated(const ChipSums &sums, bool toF16, const float *a, const float *b, float *c,
                  unsigned m, unsigned n, unsigned k);

/// `mma.sync`, `wmma.mma`. Operands: the registers of D, A, B, C; of sparse forms the
/// metadata.
Handler selectMma(const MatrixForm &form);
/// Registers, the address, the stride (or missing), a spare register of the address's
/// size. `Inst::option` is the `WmmaPart`, plus 4 for a matrix that lies by columns.
Flow runWmmaLoad(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runWmmaStore(Warp &warp, const Inst &inst, uint32_t lanes);

/// `ldmatrix` and `stmatrix`: `Inst::count` registers, then the address;
/// `Inst::option` is 1 for `.trans`.
Flow runLdmatrix(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runStmatrix(Warp &warp, const Inst &inst, uint32_t lanes);
/// d, a.
Flow runMovmatrix(Warp &warp, const Inst &inst, uint32_t lanes);

/// `wgmma.mma_async`: D, A (registers or a descriptor), B's descriptor, the predicate
/// of scale-d (or missing).
Flow runWgmma(Warp &warp, const Inst &inst, uint32_t lanes);
/// At a block's end: the warps of each warpgroup have issued the same ones, or
/// `Block::asyncFault` says which have not.
bool warpgroupsAgree(Block &block);
Flow runWgmmaFence(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runWgmmaCommit(Warp &warp, const Inst &inst, uint32_t lanes);
/// Until at most `Inst::imm` groups are open.
Flow runWgmmaWait(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MATRIXOPS_H
