// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies and reductions: cp.async.bulk and its kin.
#ifndef HALFTONE_EMULATOR_BULK_H
#define HALFTONE_EMULATOR_BULK_H

#include "Async.h"
#include "MemoryAccess.h"

namespace halftone::emulator {

// Handlers; `Inst::target` is the index of a `BulkForm` in `Program::bulks`.
Flow runBulk(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runBulkTensor(Warp &warp, const Inst &inst, uint32_t lanes);

/// A lane's address in a bulk operand.
uint64_t bulkAddress(Warp &warp, const BulkAddress &operand, uint32_t lane);

/// The block that a copy to shared memory writes, where in it, and the mbarrier.
struct BulkTarget {
  Block *block = nullptr;
  uint32_t offset = 0;
  MbarrierPlace mbarrier;
};
/// All targets of a lane's copy of `bytes`: one, or with `.multicast` several, which have
/// the same offsets in each block. False: `Warp::fault` says why.
bool bulkTargets(Warp &warp, const BulkForm &form, uint32_t lane, uint64_t bytes,
                 uint32_t alignment, std::vector<BulkTarget> &targets);

/// Elements of `bytes` bytes at `to`, of which `combine` makes new ones, atomically.
void reduceBytes(uint8_t *to, const uint8_t *from, uint64_t bytes, unsigned elementBytes,
                 Combine combine);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_BULK_H
