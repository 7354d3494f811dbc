// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What atom, red and the reductions of bulk copies do to one value.
#ifndef HALFTONE_EMULATOR_ATOMICOPS_H
#define HALFTONE_EMULATOR_ATOMICOPS_H

#include "Program.h"
#include "Types.h"

namespace halftone::emulator {

/// d, address, b, c: `Inst::count` registers each but for the address; d is `noSlot`
/// for `red`, c is there for `cas` only. Null: there is no such operation.
Handler selectAtomic(Atomic op, Type type);

/// The new value of one element from the old one and the operand, as bits; null where
/// there is none, as for `Exch` and `Cas`. Sums are those of global memory.
using Combine = uint64_t (*)(uint64_t old, uint64_t value);
Combine selectCombine(Atomic op, Type type);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_ATOMICOPS_H
