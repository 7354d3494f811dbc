// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions whose lanes see each other, or that ask for the machine's state. The
// executor calls those with a member mask when all of its lanes have come.
#ifndef HALFTONE_EMULATOR_WARPOPS_H
#define HALFTONE_EMULATOR_WARPOPS_H

#include "Types.h"
#include "Warp.h"

namespace halftone::emulator {

enum class Shuffle : uint8_t { Up, Down, Butterfly, Index };
enum class Vote : uint8_t { All, Any, Uniform, Ballot };
enum class Reduce : uint8_t { Add, Min, Max, And, Or, Xor };

/// Has `Inst::second` run when the lanes of the mask in slot `Inst::target` (all, if
/// it is missing) have come.
Flow runSync(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runNothing(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runBreakpoint(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runTrap(Warp &warp, const Inst &inst, uint32_t lanes);

/// d, p (or missing), a, b, c; the mode in `Inst::option`. Who reads from a lane that
/// takes no part gets all ones.
Flow runShuffle(Warp &warp, const Inst &inst, uint32_t lanes);
/// d, a; the mode in `Inst::option`, plus 4 if `a` is negated.
Flow runVote(Warp &warp, const Inst &inst, uint32_t lanes);
/// d, p (or missing), a; a null handler for other sizes than 4 and 8.
Handler selectMatch(bool all, unsigned bytes);
/// d, a; the operation in `Inst::option`, plus 8 if signed.
Flow runRedux(Warp &warp, const Inst &inst, uint32_t lanes);
/// d, a of f32: min or max in `Inst::option`, plus 8 for absolute values, 16 if a NaN
/// gives NaN.
Flow runReduxFloat(Warp &warp, const Inst &inst, uint32_t lanes);
/// d (or missing), p.
Flow runElect(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runActiveMask(Warp &warp, const Inst &inst, uint32_t lanes);
/// Clocks and timers, of 4 or 8 bytes; `Inst::option`: the upper half.
Flow runClock(Warp &warp, const Inst &inst, uint32_t lanes);
/// Others have their turn. The time is operand 0.
Flow runNanosleep(Warp &warp, const Inst &inst, uint32_t lanes);
/// To `Inst::imm` registers for each thread; `Inst::option`: to more of them.
Flow runSetMaxRegisters(Warp &warp, const Inst &inst, uint32_t lanes);

/// Moves between one register and a vector of narrower ones; elements may be
/// missing. `Inst::count` elements of `Inst::bytes` bytes.
Flow runPack(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runUnpack(Warp &warp, const Inst &inst, uint32_t lanes);
/// d = a + `Inst::imm`, on 64 bits.
Flow runAddress(Warp &warp, const Inst &inst, uint32_t lanes);
/// p = address a lies in `Inst::space`; of shared memory, in the block's own, or with
/// `Inst::option` 1 in the cluster's.
Flow runIsSpace(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_WARPOPS_H
