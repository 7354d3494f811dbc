// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the addresses of a warp's lanes to host memory, with every check on the way.
#ifndef HALFTONE_EMULATOR_MEMORYACCESS_H
#define HALFTONE_EMULATOR_MEMORYACCESS_H

#include "Block.h"
#include "Types.h"

namespace halftone::emulator {

/// Host addresses of a warp's lanes. Those of lanes that take no part may be used to
/// read, not to write.
struct Resolved {
  uint64_t addresses[warpSize];
  bool uniform; ///< all the same
  bool linear;  ///< one after another, without a gap, in the order of lanes

  uint8_t *pointer(uint32_t lane) const {
    return reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(addresses[lane]));
  }
};

/// The memory behind address operand `operand` plus `offset` in every lane of
/// `lanes`: `bytes` of it, aligned to `alignment`. Tells the observer. False, with
/// `Warp::fault` set for the first lane at fault, if there is none.
bool resolve(Warp &warp, const Inst &inst, uint32_t lanes, Space space, uint32_t operand,
             int64_t offset, uint32_t bytes, uint32_t alignment, Access::Kind kind,
             Resolved &result);

/// Handlers. Loads: operands are the elements' registers, then the address. Stores:
/// the same. `memory` is the element's type, `registerBytes` the registers' size.
Handler selectLoad(Type memory, unsigned registerBytes);
Handler selectStore(Type memory, unsigned registerBytes);

enum class Atomic : uint8_t { Add, Min, Max, And, Or, Xor, Exch, Cas, Inc, Dec };
/// d, address, b, c; d is missing for `red`, c is there for `cas` only.
Handler selectAtomic(Atomic op, Type type);

/// `ldmatrix` and `stmatrix`: `Inst::count` registers, then the address;
/// `Inst::option` is 1 for `.trans`.
Flow runLdmatrix(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runStmatrix(Warp &warp, const Inst &inst, uint32_t lanes);

/// `cp.async`: shared address, global address, bytes of the source (or missing);
/// `Inst::bytes` is the size, `Inst::imm` the displacement in shared memory,
/// `Inst::target` that in global memory.
Flow runCopyAsync(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runCommitGroup(Warp &warp, const Inst &inst, uint32_t lanes);
/// Until at most `Inst::imm` groups are open.
Flow runWaitGroup(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MEMORYACCESS_H
