// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the addresses of a warp's lanes to host memory, with every check on the way.
#ifndef HALFTONE_EMULATOR_MEMORYACCESS_H
#define HALFTONE_EMULATOR_MEMORYACCESS_H

#include "AtomicOps.h"
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
/// `lanes`: `bytes` of it, aligned to `alignment`. Tells the observer, with the
/// instruction's order and scope. False, with `Warp::fault` set for the first lane at
/// fault, if there is none. `Inst::cluster` says whether shared memory may be that of
/// another block of the cluster; generic addresses always may be.
bool resolve(Warp &warp, const Inst &inst, uint32_t lanes, Space space, uint32_t operand,
             int64_t offset, uint32_t bytes, uint32_t alignment, Access::Kind kind,
             Resolved &result);

/// Memory that units beside the threads touch: the observer hears of it elsewhere.
struct AsyncPlace {
  uint8_t *pointer = nullptr;
  Space space = Space::Global;
  Block *block = nullptr; ///< whose shared memory it is
  uint64_t address = 0;   ///< of global memory, or the offset in shared memory
  AsyncRange range(Access::Kind kind, uint64_t bytes) const {
    return {kind, space, address, bytes, block ? block->index : 0};
  }
};
/// One lane's: an address plus offset, with all checks. Generic addresses are taken
/// apart.
bool resolveAsync(Warp &warp, uint32_t lane, Space space, uint64_t address, uint64_t bytes,
                  uint32_t alignment, bool cluster, AsyncPlace &place);

/// The lane's address in operand `operand`, with `Inst::imm` added, in `addressBytes`.
inline uint64_t operandAddress(Warp &warp, const Inst &inst, uint32_t operand, uint32_t lane) {
  uint32_t slot = warp.slot(inst, operand);
  uint64_t address = static_cast<uint64_t>(inst.imm);
  if (slot != noSlot)
    address += readLane(warp, slot, inst.addressBytes, lane);
  return inst.addressBytes == 4 ? static_cast<uint32_t>(address) : address;
}

/// Stops the lane with that message, which follows "the thread ".
Flow faultWith(Warp &warp, uint32_t lane, std::string text);

/// Handlers. Loads: operands are the elements' registers, then the address. Stores:
/// the same. `memory` is the element's type, `registerBytes` the registers' size.
Handler selectLoad(Type memory, unsigned registerBytes);
Handler selectStore(Type memory, unsigned registerBytes);

/// `cp.async`: shared address, global address, bytes of the source or a predicate to
/// ignore it (or missing); `Inst::bytes` is the size, `Inst::imm` the displacement in
/// shared memory, `Inst::target` that in global memory, `Inst::addressBytes` those of
/// the shared address, `Inst::option` says whether the third is a predicate.
Flow runCopyAsync(Warp &warp, const Inst &inst, uint32_t lanes);
/// Closes a group of kind `Inst::option`.
Flow runCommitGroup(Warp &warp, const Inst &inst, uint32_t lanes);
/// Until at most `Inst::imm` groups of kind `Inst::option` are pending; with
/// `Inst::count` 0, until the others have read. Then `wait_all` closes one first.
Flow runWaitGroup(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runWaitAll(Warp &warp, const Inst &inst, uint32_t lanes);
/// `cp.async.mbarrier.arrive`: the mbarrier's address; `Inst::option` is 1 for `.noinc`.
Flow runCopyArrive(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MEMORYACCESS_H
