// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the ops of a launch to work, and launches of kind `rows`.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

/// Elements of a row that one warp does: always, and where there are enough rows.
static constexpr int64_t shortRow = 256, warpRow = 1024;
/// Warps that keep a GPU busy.
static constexpr int64_t busyWarps = 1024;

LaunchEmitter::LaunchEmitter(OutlinedKernel &kernel, LaunchOp launch)
    : out(kernel), b(kernel.builder()), launch(launch) {
  Type i32 = b.getI32Type();
  thread = arith::IndexCastUIOp::create(b, i32, out.threadId());
  lane = arith::RemUIOp::create(b, thread, constant(i32, 32));
  warp = arith::DivUIOp::create(b, thread, constant(i32, 32));
}

/// Whether all positions, and the numbers of all points, are below 2^31.
static bool fitsIn32Bits(const Kernel &kernel) {
  constexpr int64_t limit = int64_t(1) << 31;
  if (kernel.size() >= limit - 4096)
    return false;
  for (auto [a, access] : llvm::enumerate(kernel.accesses)) {
    int64_t reach = std::abs(access.offset);
    for (const Loop &loop : kernel.loops)
      reach += std::max<int64_t>(loop.extent - 1, 0) * std::abs(loop.strides[a]);
    if (access.dynamicOffset || reach >= limit)
      return false;
  }
  return true;
}

Value LaunchEmitter::lookup(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  return out.capture(value);
}

FailureOr<Work> LaunchEmitter::prepare(linalg::GenericOp op) {
  std::optional<Kernel> kernel = Kernel::of(op);
  if (!kernel)
    return op.emitError("has an operand whose strides are not known");
  for (Operation &inside : *op.getBody()) {
    if (inside.getNumRegions() != 0)
      return inside.emitError("has a region, which no kernel's element takes");
    for (Value operand : inside.getOperands())
      if (operand.getParentBlock() != op.getBody() && !lookup(operand))
        return failure();
  }
  b.setLoc(op.getLoc());
  Work work{std::move(*kernel), b.getI64Type(), {}, true, {}};
  if (fitsIn32Bits(work.kernel))
    work.index = b.getI32Type();
  work.bound.resize(work.kernel.accesses.size(), 0);
  for (auto [a, access] : llvm::enumerate(work.kernel.accesses)) {
    Value memref = lookup(access.memref);
    if (!memref)
      return failure();
    access.flat = flatten(b, b.getLoc(), memref);
    Value &position = work.kernel.positions[a];
    if (access.dynamicOffset) {
      Value offset = memref::ExtractStridedMetadataOp::create(b, memref).getOffset();
      position = arith::IndexCastOp::create(b, work.index, offset);
    }
    if (access.offset)
      position = add(position, constant(work.index, access.offset));
  }
  // A result that moves in some of the reduction loops only is read and written in
  // each iteration, and so are those that the body doesn't combine with one op.
  for (unsigned r = 0, n = op.getNumDpsInits(); r < n; ++r) {
    bool moves = false, stays = false;
    for (const Loop &loop : work.kernel.loops)
      if (!loop.parallel)
        (loop.strides[work.kernel.numInputs + r] ? moves : stays) = true;
    bool accumulates = op.payloadUsesValueFromOperand(op.getDpsInitOperand(r));
    if (accumulates && stays && !moves)
      work.reduced.push_back(r);
    if (stays && (!accumulates || moves || !combinerOf(op, r)))
      work.inParts = false;
  }
  return work;
}

LogicalResult LaunchEmitter::cloneOp(Operation &op) {
  if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
    Value value = out.capture(global.getResult());
    mapping.map(global.getResult(), value);
    return success(value != nullptr);
  }
  for (Value operand : op.getOperands())
    if (!mapping.contains(operand)) {
      Value value = lookup(operand);
      if (!value)
        return failure();
      mapping.map(operand, value);
    }
  b.clone(op, mapping);
  return success();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

StringRef LaunchEmitter::familyOf(LaunchOp launch) {
  if (launch.getKind() != "concurrent")
    return launch.getKind();
  bool reduces = false, maps = false;
  for (auto op : launch.getBody().front().getOps<linalg::GenericOp>())
    (op.getNumParallelLoops() == op.getNumLoops() ? maps : reduces) = true;
  return !reduces ? "elementwise" : !maps ? "reduce" : "concurrent";
}

/// Elements of the longest row.
static int64_t rowSize(LaunchOp launch) {
  int64_t size = 0;
  for (auto op : launch.getBody().front().getOps<linalg::GenericOp>()) {
    int64_t points = 1;
    for (int64_t extent : op.getStaticLoopRanges())
      points *= extent;
    size = std::max<int64_t>(size, points / static_cast<int64_t>(*launch.getRows()));
  }
  return size;
}

static bool hasWarpRows(LaunchOp launch) {
  int64_t size = rowSize(launch), rows = *launch.getRows();
  return size <= shortRow || (size <= warpRow && rows >= busyWarps);
}

int64_t LaunchEmitter::threadsOf(LaunchOp launch) {
  if (launch.getKind() == "rows")
    return hasWarpRows(launch) || rowSize(launch) <= 512 ? 128 : 256;
  // One thread where there is nothing to share out.
  if (launch.getKind() == "block" &&
      !launch.walk([](linalg::LinalgOp) { return WalkResult::interrupt(); }).wasInterrupted())
    return 1;
  return 256;
}

FailureOr<SmallVector<Work, 0>> LaunchEmitter::prepareBody() {
  SmallVector<Work, 0> works;
  for (Operation &op : launch.getBody().front()) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic) {
      if (failed(cloneOp(op)))
        return failure();
      continue;
    }
    FailureOr<Work> work = prepare(generic);
    if (failed(work))
      return failure();
    if (work->kernel.size() != 0)
      works.push_back(std::move(*work));
  }
  return works;
}

FailureOr<int64_t> LaunchEmitter::emitRows() {
  int64_t rows = *launch.getRows();
  FailureOr<SmallVector<Work, 0>> works = prepareBody();
  if (failed(works))
    return failure();
  for (Work &work : *works) {
    bool hasRows = !work.kernel.loops.empty() && work.kernel.loops.front().parallel &&
                   work.kernel.loops.front().extent % rows == 0;
    if (!hasRows && rows != 1)
      return work.kernel.op.emitError("has no ") << rows << " rows";
  }
  if (works->empty())
    return 0;
  bool byWarp = hasWarpRows(launch);
  int64_t perBlock = byWarp ? out.threads() / 32 : 1;
  Team team = byWarp ? Team{32, lane} : Team{out.threads(), thread};
  Value block = arith::IndexCastUIOp::create(b, b.getI32Type(), out.blockId());
  Value row = byWarp ? add(scale(block, perBlock), warp) : block;
  auto emit = [&] {
    for (Work &work : *works) {
      if (rows > 1) {
        work.kernel.splitFirst(rows);
        work.bindFirst(
            advance(work.kernel.positions, work.kernel.loops.front(), cast(row, work.index)));
      }
      work.order();
      access(work, team);
      emitByTeam(work, team);
    }
    return Values();
  };
  if (rows % perBlock == 0)
    emit();
  else
    when(isBelow(row, rows), {}, emit);
  return static_cast<int64_t>(llvm::divideCeil(rows, perBlock));
}
