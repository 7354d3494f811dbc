// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers of instructions about memory that are neither plain accesses nor copies.
#ifndef HALFTONE_EMULATOR_MEMORYOPS_H
#define HALFTONE_EMULATOR_MEMORYOPS_H

#include "MemoryAccess.h"

namespace halftone::emulator {

/// A fence: the `FenceKind` in `Inst::option`; memory needs none here.
Flow runFence(Warp &warp, const Inst &inst, uint32_t lanes);
/// `fence.proxy.tensormap::generic.acquire`: the map's address.
Flow runFenceTensormap(Warp &warp, const Inst &inst, uint32_t lanes);

/// `st.async`, `red.async`: `Inst::count` values, then the address; `Inst::target` is
/// the index of a `BulkForm` with the mbarrier, and for `red` the operation.
Flow runStoreAsync(Warp &warp, const Inst &inst, uint32_t lanes);
/// `st.bulk`: the size, then the address.
Flow runStoreBulk(Warp &warp, const Inst &inst, uint32_t lanes);
/// `discard`: 128 bytes at an address lose their value.
Flow runDiscard(Warp &warp, const Inst &inst, uint32_t lanes);
/// `applypriority`: the address, which must be good.
Flow runTouch(Warp &warp, const Inst &inst, uint32_t lanes);

/// `mapa`: d, a, the rank; addresses of `Inst::bytes`, generic or shared as
/// `Inst::space` says. `Inst::imm` is added to a.
Flow runMapa(Warp &warp, const Inst &inst, uint32_t lanes);
/// `getctarank`: d, a.
Flow runBlockRank(Warp &warp, const Inst &inst, uint32_t lanes);

/// Fields of a tensor map that `tensormap.replace` sets, in the order of their names
/// in DecodeTensormap.cpp.
enum class TensormapField : uint8_t {
  GlobalAddress,
  Rank,
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElemType,
  Interleave,
  Swizzle,
  Fill,
  Atomicity,
};
/// The address, the new value of `Inst::bytes`; the field in `Inst::option`, its
/// dimension in `Inst::target`.
Flow runTensormapReplace(Warp &warp, const Inst &inst, uint32_t lanes);
/// `tensormap.cp_fenceproxy`, for the warp together: `Inst::imm` is the index of a
/// `BulkForm` with both addresses.
Flow runTensormapCopy(Warp &warp, const Inst &inst, uint32_t lanes);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MEMORYOPS_H
