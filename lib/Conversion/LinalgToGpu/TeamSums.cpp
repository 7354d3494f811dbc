// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of what each thread of a team has: within a warp by exchange at distance 16,
// 8, 4, 2, 1, so that every lane has the same total; between warps through shared
// memory, which every thread then reads and adds as a tree.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

static Operation *combinerOf(const Work &work, unsigned i) {
  return halftone::kernel::combinerOf(work.kernel.op, work.reduced[i]);
}

Values LaunchEmitter::neutral(const Work &work) {
  Values values;
  for (unsigned i = 0; i < work.reduced.size(); ++i)
    values.push_back(arith::ConstantOp::create(b, neutralOf(combinerOf(work, i))));
  return values;
}

Value LaunchEmitter::combine(const Work &work, unsigned i, Value x, Value y) {
  Operation *combiner = combinerOf(work, i);
  OperationState state(combiner->getLoc(), combiner->getName(), {x, y}, x.getType(),
                       combiner->getAttrs());
  return b.create(state)->getResult(0);
}

Value LaunchEmitter::combineTree(const Work &work, unsigned i, Values values) {
  while (values.size() > 1) {
    size_t half = llvm::divideCeil(values.size(), 2);
    for (size_t k = 0; k + half < values.size(); ++k)
      values[k] = combine(work, i, values[k], values[k + half]);
    values.truncate(half);
  }
  return values.front();
}

/// The value of the lane whose number differs in one bit. Lanes exchange 32 or 64 bits.
Value LaunchEmitter::exchange(Value value, int64_t distance) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  auto integer = [&](unsigned bits) { return b.getIntegerType(bits); };
  if (bits < 32) {
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(b, integer(bits), value);
    value = arith::ExtUIOp::create(b, integer(32), value);
  }
  value = gpu::ShuffleOp::create(b, value, distance, 32, gpu::ShuffleMode::XOR).getShuffleResult();
  if (bits < 32) {
    value = arith::TruncIOp::create(b, integer(bits), value);
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(b, type, value);
  }
  return value;
}

Values LaunchEmitter::scratches(const Work &work) {
  Values buffers;
  linalg::GenericOp op = work.kernel.op;
  SmallVector<bool> taken(scratchBuffers.size(), false);
  for (unsigned r : work.reduced) {
    Type type = op.getBody()->getTerminator()->getOperand(r).getType();
    size_t k = 0;
    while (k < scratchBuffers.size() && (taken[k] || scratchBuffers[k].first != type))
      ++k;
    if (k == scratchBuffers.size()) {
      scratchBuffers.push_back({type, out.shared(MemRefType::get({out.threads()}, type))});
      taken.push_back(false);
    }
    taken[k] = true;
    buffers.push_back(scratchBuffers[k].second);
  }
  return buffers;
}

/// Threads may still be reading what was there; in a loop, those of the last iteration.
void LaunchEmitter::beforeScratch() {
  if (scratchInUse || loopDepth > 0)
    gpu::BarrierOp::create(b);
  scratchInUse = false;
}

Values LaunchEmitter::sumOverTeam(const Work &work, Team team, Values parts) {
  if (team.size == 1)
    return parts;
  for (auto [i, part] : llvm::enumerate(parts))
    for (int64_t distance = 16; distance >= 1; distance /= 2)
      part = combine(work, i, part, exchange(part, distance));
  int64_t warps = team.size / 32;
  if (warps == 1)
    return parts;
  beforeScratch();
  Values buffers = scratches(work);
  when(isBelow(lane, 1), {}, [&] {
    for (auto [part, buffer] : llvm::zip_equal(parts, buffers))
      memref::StoreOp::create(b, part, buffer, address(warp));
    return Values();
  });
  gpu::BarrierOp::create(b);
  scratchInUse = true;
  Values totals;
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    Values values;
    for (int64_t k = 0; k < warps; ++k)
      values.push_back(
          memref::LoadOp::create(b, buffer, arith::ConstantIndexOp::create(b, k).getResult()));
    totals.push_back(combineTree(work, i, values));
  }
  return totals;
}
