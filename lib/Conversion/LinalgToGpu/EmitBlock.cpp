// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that one team does one after another, and the barriers between them.
//
// Scalars are uniform: every thread computes and loads the same, the first thread
// stores. So branches and loops are uniform too, and barriers may stand within them.
//
// A barrier stands ahead of an op that meets what was touched since the last one: reads
// what was written, or writes what was read or written. At the edges of regions everything
// is settled, because what runs next there is not known.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

Place Place::of(Value memref) {
  constexpr int64_t end = std::numeric_limits<int64_t>::max();
  Value base = baseOf(memref);
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    if (!isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return {};
  } else if (!isa<memref::AllocOp, memref::GetGlobalOp>(base.getDefiningOp())) {
    return {};
  }
  // A part of the workspace at a constant place.
  while (memref != base) {
    auto view = memref.getDefiningOp<memref::ViewOp>();
    if (view && view.getSource() == base)
      if (std::optional<int64_t> shift = getConstantIntValue(view.getByteShift())) {
        MemRefType type = view.getType();
        int64_t bytes = type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
        return {base, *shift, *shift + bytes};
      }
    memref = cast<ViewLikeOpInterface>(memref.getDefiningOp()).getViewSource();
  }
  return {base, 0, end};
}

bool Place::meets(const Place &other) const {
  if (!buffer || !other.buffer)
    return true;
  return buffer == other.buffer && low < other.high && other.low < high;
}

static bool anyMeets(ArrayRef<Place> places, ArrayRef<Place> others) {
  return llvm::any_of(places, [&](const Place &place) {
    return llvm::any_of(others, [&](const Place &other) { return place.meets(other); });
  });
}

void LaunchEmitter::settle(Team team) {
  if (pendingReads.empty() && pendingWrites.empty())
    return;
  barrier(team);
  pendingReads.clear();
  pendingWrites.clear();
}

void LaunchEmitter::access(ArrayRef<Place> reads, ArrayRef<Place> writes, Team team) {
  if (anyMeets(reads, pendingWrites) || anyMeets(writes, pendingWrites) ||
      anyMeets(writes, pendingReads))
    settle(team);
  llvm::append_range(pendingReads, reads);
  llvm::append_range(pendingWrites, writes);
}

void LaunchEmitter::access(const Work &work, Team team) {
  SmallVector<Place> reads, writes;
  linalg::GenericOp op = work.kernel.op;
  for (OpOperand &operand : op->getOpOperands()) {
    Place place = Place::of(operand.get());
    if (op.payloadUsesValueFromOperand(&operand))
      reads.push_back(place);
    if (work.kernel.isWritten(operand.getOperandNumber()))
      writes.push_back(place);
  }
  op.getBody()->walk([&](memref::LoadOp load) { reads.push_back(Place::of(load.getMemRef())); });
  access(reads, writes, team);
}

//===----------------------------------------------------------------------===//
// Launches of kind `block`
//===----------------------------------------------------------------------===//

FailureOr<int64_t> LaunchEmitter::emitBlock() {
  int64_t threads = out.threads();
  Team team = threads == 1 ? Team{} : Team{threads, thread};
  if (failed(emitOps(launch.getBody().front(), team)))
    return failure();
  return 1;
}

LogicalResult LaunchEmitter::emitOps(Block &block, Team team) {
  for (Operation &op : block) {
    b.setLoc(op.getLoc());
    if (failed(emitOp(op, team)))
      return failure();
  }
  return success();
}

LogicalResult LaunchEmitter::emitOp(Operation &op, Team team) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    FailureOr<Work> work = prepare(generic);
    if (failed(work))
      return failure();
    work->order();
    access(*work, team);
    emitByTeam(std::move(*work), team);
    return success();
  }
  if (op.getNumRegions() != 0)
    return emitRegions(op, team);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    access(Place::of(load.getMemRef()), {}, team);
    return cloneOp(op);
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    access({}, Place::of(store.getMemRef()), team);
    LogicalResult result = success();
    if (team.size == 1)
      return cloneOp(op);
    // Made here, because what the branch captures is for all.
    for (Value operand : op.getOperands())
      if (!lookup(operand))
        return failure();
    when(isBelow(team.id, 1), {}, [&] {
      result = cloneOp(op);
      return Values();
    });
    return result;
  }
  if (op.hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(&op))
    return cloneOp(op);
  return op.emitError("is not allowed in a launch of kind 'block'");
}

/// Loops and branches: the op anew, with what its regions hold.
LogicalResult LaunchEmitter::emitRegions(Operation &op, Team team) {
  if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(op))
    return op.emitError("is not allowed in a launch of kind 'block'");
  settle(team);
  for (Value operand : op.getOperands()) {
    Value value = lookup(operand);
    if (!value)
      return failure();
    mapping.map(operand, value);
  }
  Operation *copy = op.cloneWithoutRegions(mapping);
  b.insert(copy);
  for (auto [from, to] : llvm::zip_equal(op.getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(b);
    Block *block = b.createBlock(&to);
    for (BlockArgument argument : from.getArguments())
      mapping.map(argument, block->addArgument(argument.getType(), argument.getLoc()));
    b.setInsertionPointToStart(block);
    ++loopDepth;
    Block &body = from.front();
    for (Operation &inside : body.without_terminator()) {
      b.setLoc(inside.getLoc());
      if (failed(emitOp(inside, team)))
        return failure();
    }
    settle(team);
    --loopDepth;
    if (failed(cloneOp(*body.getTerminator())))
      return failure();
  }
  return success();
}
