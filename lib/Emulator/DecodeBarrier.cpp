// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of a block and of a cluster, and what else a thread says to the machine
// that runs it: `setmaxnreg`, `griddepcontrol`, `nanosleep`.
#include "Block.h"
#include "Decoder.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;

/// barrier.cluster.arrive[.release|.relaxed][.aligned], barrier.cluster.wait[.acquire]
/// [.aligned]
bool Decoder::decodeClusterBarrier() {
  bool arrives = mnemonic.take("arrive");
  if (!arrives && !mnemonic.take("wait"))
    return unsupported();
  bool relaxed = arrives && mnemonic.take("relaxed");
  if (!relaxed)
    mnemonic.take(arrives ? "release" : "acquire");
  bool aligned = mnemonic.take("aligned");
  if (!expectOperands(0, 0))
    return false;
  Inst &inst = emit(arrives ? &runFlow<Flow::ClusterArrive> : &runFlow<Flow::ClusterWait>);
  inst.option = relaxed;
  inst.aligned = aligned;
  return true;
}

/// bar.sync, bar.arrive, bar.red, and the same as barrier[.cta]; bar.warp.sync.
bool Decoder::decodeBarrier() {
  bool old = mnemonic.base() == "bar";
  if (!old && mnemonic.take("cluster"))
    return decodeClusterBarrier();
  if (old && mnemonic.take("warp")) {
    if (!mnemonic.take("sync"))
      return unsupported();
    return expectOperands(1, 1) && emitSync(&runNothing, 0);
  }
  mnemonic.take("cta");
  static constexpr const char *kinds[] = {"sync", "arrive", "red"};
  static constexpr const char *reductions[] = {"popc", "and", "or"};
  int kind = mnemonic.takeOneOf(kinds);
  int reduction = kind == 2 ? mnemonic.takeOneOf(reductions) : -1;
  bool aligned = mnemonic.take("aligned") || old;
  if (kind < 0 || (kind == 2 && reduction < 0))
    return unsupported();

  // Operands of the instruction: barrier, count, and for reductions result, predicate.
  size_t count = item->instruction.operands.size();
  uint32_t result = noSlot, p = noSlot, threads = noSlot;
  bool negated = false;
  size_t at = 0;
  if (kind == 2) {
    Type type = reduction == 0 ? Type::U32 : Type::Pred;
    if (mnemonic.takeType() != type)
      return unsupported();
    if (!expectOperands(3, 4) || !dest(*operand(0), type, result) ||
        !predicate(*operand(count - 1), p, negated))
      return false;
    at = 1;
    --count;
  } else if (!expectOperands(kind == 1 ? 2 : 1, 2)) {
    return false;
  }
  if (!source(at, Type::B32))
    return false;
  if (at + 1 < count && !source(*operand(at + 1), Type::B32, threads))
    return false;
  slots.push_back(threads);
  slots.push_back(result);
  slots.push_back(p);
  Inst &inst = emit(&runFlow<Flow::Barrier>);
  inst.option = static_cast<uint8_t>(kind == 2 ? 2 + reduction : kind);
  inst.imm = negated;
  inst.aligned = aligned;
  return true;
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

/// setmaxnreg.inc|dec.sync.aligned.u32 count
bool Decoder::decodeSetMaxRegisters() {
  static constexpr const char *ways[] = {"dec", "inc"};
  int way = mnemonic.takeOneOf(ways);
  if (way < 0 || !mnemonic.take("sync") || !mnemonic.take("aligned") ||
      mnemonic.takeType() != Type::U32)
    return unsupported();
  int64_t count = 0;
  if (!expectOperands(1, 1) || !integerConstant(0, count, 24, 256))
    return false;
  if (count % 8)
    return fail("expected a multiple of 8 registers, got " + std::to_string(count));
  Inst &inst = emit(&runSync);
  inst.second = &runSetMaxRegisters;
  inst.target = noSlot;
  inst.imm = count;
  inst.option = static_cast<uint8_t>(way);
  inst.aligned = true;
  return true;
}

/// Launches come one after another, so that there is nothing to wait for.
bool Decoder::decodeGridControl() {
  if (!mnemonic.take("launch_dependents") && !mnemonic.take("wait"))
    return unsupported();
  return expectOperands(0, 0) && emitChecked(&runNothing);
}

bool Decoder::decodeNanosleep() {
  if (mnemonic.takeType() != Type::U32)
    return unsupported();
  return expectOperands(1, 1) && source(0, Type::U32) && emitChecked(&runNanosleep);
}
