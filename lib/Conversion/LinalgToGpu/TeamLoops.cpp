// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a team of threads does a loop nest:
//
//   - no reduction: points are shared out, neighbours to neighbours;
//   - one sum: each thread takes every n-th term, then the parts are added as a tree; a
//     short one is for the first warp alone, which needs no barrier;
//   - sums along rows: the block's warps take one each;
//   - sums along columns: a thread for each, or where there are few of them 32
//     neighbours in 8 slices of the terms (`emitColumns`);
//   - anything else: a thread for each result, which goes through the terms in order.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <numeric>

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

/// Terms of a sum that pay for a warp, and for a block.
static constexpr int64_t warpTerms = 16, blockTerms = 128;

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value LaunchEmitter::constant(Type type, int64_t value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

Value LaunchEmitter::cast(Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::ExtUIOp::create(b, type, value);
}

Value LaunchEmitter::add(Value x, Value y) {
  return x && y ? arith::AddIOp::create(b, x, y).getResult() : x ? x : y;
}

Value LaunchEmitter::scale(Value x, int64_t factor) {
  if (!x || factor == 0)
    return {};
  return factor == 1 ? x : arith::MulIOp::create(b, x, constant(x.getType(), factor)).getResult();
}

Value LaunchEmitter::isBelow(Value x, int64_t limit) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, constant(x.getType(), limit));
}

Values LaunchEmitter::advance(ArrayRef<Value> positions, const Loop &loop, Value iv) {
  Values next;
  for (auto [position, stride] : llvm::zip_equal(positions, loop.strides))
    next.push_back(add(position, scale(iv, stride)));
  return next;
}

Values LaunchEmitter::pointOf(ArrayRef<Value> positions, ArrayRef<Loop> loops, Value linear) {
  Values next(positions);
  for (size_t i = loops.size(); i-- > 0;) {
    Value iv = linear;
    if (i > 0) {
      Value extent = constant(linear.getType(), loops[i].extent);
      iv = arith::RemUIOp::create(b, linear, extent);
      linear = arith::DivUIOp::create(b, linear, extent);
    }
    next = advance(next, loops[i], iv);
  }
  return next;
}

static ArrayRef<Loop> parallelLoops(const Work &work) {
  return ArrayRef(work.kernel.loops).take_while([](const Loop &loop) { return loop.parallel; });
}

static ArrayRef<Loop> reductionLoops(const Work &work) {
  return ArrayRef(work.kernel.loops).drop_front(parallelLoops(work).size());
}

Work LaunchEmitter::bindOutputs(Work work, Value linear) {
  size_t count = parallelLoops(work).size();
  if (count == 0)
    return work;
  work.kernel.positions =
      pointOf(work.kernel.positions, parallelLoops(work), cast(linear, work.index));
  work.kernel.loops.erase(work.kernel.loops.begin(), work.kernel.loops.begin() + count);
  return work;
}

Values LaunchEmitter::loop(Type type, int64_t extent, ValueRange start, Body body) {
  if (extent == 0)
    return Values(start);
  if (extent == 1)
    return body(constant(type, 0), start);
  auto loop = scf::ForOp::create(b, constant(type, 0), constant(type, extent), constant(type, 1),
                                 start, [](OpBuilder &, Location, Value, ValueRange) {});
  OpBuilder::InsertionGuard guard(b);
  if (loop.getBody()->empty()) {
    b.setInsertionPointToEnd(loop.getBody());
  } else { // without results the builder has closed it
    b.setInsertionPoint(loop.getBody()->getTerminator());
  }
  ++loopDepth;
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  --loopDepth;
  if (loop.getBody()->empty() || !loop.getBody()->back().hasTrait<OpTrait::IsTerminator>())
    scf::YieldOp::create(b, next);
  return Values(loop.getResults());
}

Values LaunchEmitter::when(Value condition, ValueRange otherwise, function_ref<Values()> body) {
  auto branch = scf::IfOp::create(b, otherwise.getTypes(), condition, !otherwise.empty());
  OpBuilder::InsertionGuard guard(b);
  if (otherwise.empty()) {
    b.setInsertionPointToStart(branch.thenBlock());
    body();
    return {};
  }
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, body());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, otherwise);
  return Values(branch.getResults());
}

/// Whole rounds as a loop of known length, which can be unrolled; then the rest.
Values LaunchEmitter::share(Team team, Type type, int64_t count, ValueRange start, Body body) {
  if (team.size == 1)
    return loop(type, count, start, body);
  int64_t rounds = count / team.size, rest = count % team.size;
  Value id = cast(team.id, type);
  Values values = loop(type, rounds, start, [&](Value round, ValueRange carried) {
    Value i = rounds == 1 ? id : add(id, scale(round, team.size));
    return body(i, carried);
  });
  if (rest == 0)
    return values;
  return when(isBelow(id, rest), values, [&] {
    Value i = rounds == 0 ? id : add(id, constant(type, rounds * team.size));
    return body(i, values);
  });
}

void LaunchEmitter::barrier(Team team) {
  if (team.size == 1)
    return;
  if (team.size == 32 && out.threads() != 32) {
    NVVM::SyncWarpOp::create(b, constant(b.getI32Type(), -1));
    return;
  }
  gpu::BarrierOp::create(b);
  scratchInUse = false;
}

//===----------------------------------------------------------------------===//
// Loop nests
//===----------------------------------------------------------------------===//

bool Work::isReduction() const {
  return llvm::any_of(kernel.loops, [](const Loop &loop) { return !loop.parallel; });
}

int64_t Work::outputs() const {
  int64_t count = 1;
  for (const Loop &loop : parallelLoops(*this))
    count *= loop.extent;
  return count;
}

int64_t Work::terms() const {
  int64_t count = 1;
  for (const Loop &loop : reductionLoops(*this))
    count *= loop.extent;
  return count;
}

/// How well neighbours in this loop are neighbours in memory.
static int64_t contiguity(const Kernel &kernel, const Loop &loop) {
  int64_t score = 0;
  for (unsigned a = 0; a < kernel.accesses.size(); ++a) {
    auto type = cast<MemRefType>(kernel.accesses[a].memref.getType());
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    int64_t stride = loop.strides[a];
    score += stride == 1 ? 4 * bytes : stride == 0 ? bytes : kernel.isWritten(a) ? -4 * bytes : 0;
  }
  return score * (loop.extent < 4 ? 1 : 2);
}

void Work::order() {
  MutableArrayRef<Loop> all = kernel.loops;
  size_t count = parallelLoops(*this).size();
  for (MutableArrayRef<Loop> loops : {all.take_front(count), all.drop_front(count)}) {
    if (loops.empty())
      continue;
    Loop *best = &loops.back();
    for (Loop &loop : loops)
      if (contiguity(kernel, loop) > contiguity(kernel, *best))
        best = &loop;
    std::rotate(best, best + 1, loops.end());
  }
}

void Work::bindFirst(Values positions) {
  const Loop &first = kernel.loops.front();
  for (unsigned a = 0; a < kernel.accesses.size(); ++a)
    bound[a] = std::gcd(bound[a], first.strides[a]);
  kernel.positions = std::move(positions);
  kernel.loops.erase(kernel.loops.begin());
}

bool Work::runsAlongReduction() const {
  ArrayRef<Loop> parallel = parallelLoops(*this), reduction = reductionLoops(*this);
  if (reduction.empty() || parallel.empty())
    return !reduction.empty();
  // Results of a warp's sum are written by one thread, whatever their strides.
  int64_t along = 0, across = 0;
  for (unsigned a = 0; a < kernel.numInputs; ++a) {
    along += reduction.back().strides[a] == 1;
    across += parallel.back().strides[a] == 1;
  }
  return along > across || (along == across && reduction.back().extent > parallel.back().extent);
}

/// Bytes that the address of a memref's first element is a multiple of; at most 16.
static int64_t alignmentOf(Value memref) {
  if (auto view = memref.getDefiningOp<memref::ViewOp>()) {
    auto shift = getConstantIntValue(view.getByteShift());
    return shift ? std::min<int64_t>(alignmentOf(view.getSource()),
                                     *shift == 0 ? 16 : llvm::MinAlign(*shift, 16))
                 : 1;
  }
  Operation *op = memref.getDefiningOp();
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return alignmentOf(view.getViewSource());
  if (op)
    return isa<memref::GetGlobalOp, memref::AllocOp>(op) ? 16 : 1;
  auto argument = cast<BlockArgument>(memref);
  return isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) ? 16 : 1;
}

int64_t Work::vectorWidth(int64_t threads) const {
  ArrayRef<Loop> loops = kernel.loops;
  if (loops.empty() || isReduction())
    return 1;
  const Loop &last = loops.back();
  int64_t width = 8;
  // With few points, more threads are worth more than wider accesses.
  while (width > 1 && outputs() / width < threads)
    width /= 2;
  for (auto [a, access] : llvm::enumerate(kernel.accesses)) {
    int64_t stride = last.strides[a];
    if (stride == 0 && !kernel.isWritten(a))
      continue;
    auto type = cast<MemRefType>(access.memref.getType());
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    if (stride != 1 || access.dynamicOffset)
      return 1;
    auto fits = [&](int64_t width) {
      auto divides = [&](int64_t value) { return value % width == 0; };
      return width * bytes <= 16 && width * bytes <= alignmentOf(access.memref) &&
             divides(access.offset) && divides(bound[a]) && divides(last.extent) &&
             llvm::all_of(loops.drop_back(),
                          [&](const Loop &loop) { return divides(loop.strides[a]); });
    };
    while (width > 1 && !fits(width))
      width /= 2;
  }
  return width;
}

void LaunchEmitter::emitElements(const Work &work, int64_t width, Value linear) {
  SmallVector<Loop> loops(work.kernel.loops);
  PointEmitter point(*this, work);
  if (width == 1) {
    Values positions = pointOf(work.kernel.positions, loops, linear);
    point.emitOuter(positions);
    point.emit(positions, {});
    return;
  }
  Loop last = loops.back();
  loops.back().extent /= width;
  for (int64_t &stride : loops.back().strides)
    stride *= width;
  point.emitVector(pointOf(work.kernel.positions, loops, linear), last, width);
}

void LaunchEmitter::emitElementwise(const Work &work, Team team) {
  int64_t width = work.vectorWidth(team.size);
  share(team, work.index, work.outputs() / width, {}, [&](Value linear, ValueRange) {
    emitElements(work, width, linear);
    return Values();
  });
}

/// One thread: its parallel loops, then all terms in order.
void LaunchEmitter::emitSerial(const Work &work) {
  ArrayRef<Loop> parallel = parallelLoops(work), reduction = reductionLoops(work);
  if (!parallel.empty()) {
    loop(work.index, parallel.front().extent, {}, [&](Value iv, ValueRange) {
      Work inner = work;
      inner.bindFirst(advance(work.kernel.positions, parallel.front(), iv));
      emitSerial(inner);
      return Values();
    });
    return;
  }
  PointEmitter point(*this, work);
  point.emitOuter(work.kernel.positions);
  Values start;
  for (unsigned i = 0; i < work.reduced.size(); ++i)
    start.push_back(point.loadStart(i));
  auto nest = [&](auto &self, ArrayRef<Loop> loops, const Values &positions,
                  ValueRange carried) -> Values {
    if (loops.empty())
      return point.emit(positions, carried);
    return loop(work.index, loops.front().extent, carried, [&](Value iv, ValueRange inner) {
      return self(self, loops.drop_front(), advance(positions, loops.front(), iv), inner);
    });
  };
  Values sums = nest(nest, reduction, Values(work.kernel.positions), start);
  for (auto [i, sum] : llvm::enumerate(sums))
    point.storeResult(i, sum);
}

/// One result of each reduction, by the whole team.
void LaunchEmitter::emitSum(const Work &work, Team team) {
  PointEmitter point(*this, work);
  point.emitOuter(work.kernel.positions);
  Values parts =
      share(team, work.index, work.terms(), neutral(work), [&](Value linear, ValueRange carried) {
        return point.emit(pointOf(work.kernel.positions, reductionLoops(work), linear), carried);
      });
  if (work.reduced.empty())
    return;
  Values totals = sumOverTeam(work, team, parts);
  auto store = [&] {
    for (auto [i, total] : llvm::enumerate(totals))
      point.storeResult(i, combine(work, i, point.loadStart(i), total));
    return Values();
  };
  if (team.size == 1)
    store();
  else
    when(isBelow(team.id, 1), {}, store);
}

/// 32 neighbouring results from number `first` on: each of the block's warps takes every
/// n-th term of all of them.
void LaunchEmitter::emitColumns(const Work &work, Value first) {
  int64_t slices = out.threads() / 32;
  Value column = add(first, lane);
  bool whole = work.outputs() % 32 == 0;
  Value exists = whole ? Value() : isBelow(column, work.outputs());
  auto guarded = [&](ValueRange otherwise, function_ref<Values()> body) {
    return whole ? body() : when(exists, otherwise, body);
  };
  Team across{slices, warp};
  Values parts = guarded(neutral(work), [&] {
    Work own = bindOutputs(work, column);
    PointEmitter point(*this, own);
    point.emitOuter(own.kernel.positions);
    return share(
        across, work.index, own.terms(), neutral(work), [&](Value linear, ValueRange carried) {
          return point.emit(pointOf(own.kernel.positions, own.kernel.loops, linear), carried);
        });
  });
  if (work.reduced.empty())
    return;
  beforeScratch();
  Values buffers = scratches(work);
  for (auto [part, buffer] : llvm::zip_equal(parts, buffers))
    memref::StoreOp::create(b, part, buffer, out.threadId());
  gpu::BarrierOp::create(b);
  scratchInUse = true;
  Value finishes = isBelow(warp, 1);
  if (!whole)
    finishes = arith::AndIOp::create(b, finishes, exists);
  when(finishes, {}, [&] {
    Work own = bindOutputs(work, column);
    PointEmitter point(*this, own);
    point.emitOuter(own.kernel.positions);
    for (auto [i, buffer] : llvm::enumerate(buffers)) {
      Values values;
      for (int64_t slice = 0; slice < slices; ++slice)
        values.push_back(memref::LoadOp::create(
            b, buffer, address(add(lane, slice ? constant(lane.getType(), 32 * slice) : Value()))));
      point.storeResult(i, combine(own, i, point.loadStart(i), combineTree(own, i, values)));
    }
    return Values();
  });
}

void LaunchEmitter::emitByTeam(Work work, Team team) {
  if (llvm::any_of(work.kernel.loops, [](const Loop &loop) { return loop.extent == 0; }))
    return; // nothing to compute; sums keep their start
  b.setLoc(work.kernel.op.getLoc());
  if (!work.isReduction())
    return emitElementwise(work, team);
  if (team.size == 1)
    return emitSerial(work);
  int64_t outputs = work.outputs();
  auto threadEach = [&] {
    share(team, work.index, outputs, {}, [&](Value linear, ValueRange) {
      emitSerial(bindOutputs(work, linear));
      return Values();
    });
  };
  if (!work.inParts) {
    ++serial;
    return threadEach();
  }
  bool isBlock = team.size == out.threads() && team.size > 32;
  if (outputs == 1 && isBlock && work.terms() <= blockTerms) {
    when(isBelow(warp, 1), {}, [&] {
      emitSum(bindOutputs(work, constant(work.index, 0)), {32, lane});
      return Values();
    });
    return;
  }
  if (outputs == 1)
    return emitSum(bindOutputs(work, constant(work.index, 0)), team);
  if (work.terms() < warpTerms)
    return threadEach();
  if (work.runsAlongReduction()) {
    // Warps take turns; a warp's team has the loop for itself.
    Team warps{isBlock ? team.size / 32 : 1, warp}, threads{32, lane};
    share(warps, work.index, outputs, {}, [&](Value linear, ValueRange) {
      emitSum(bindOutputs(work, linear), threads);
      return Values();
    });
    return;
  }
  if (!isBlock || outputs >= team.size / 2)
    return threadEach();
  loop(b.getI32Type(), llvm::divideCeil(outputs, 32), {}, [&](Value group, ValueRange) {
    emitColumns(work, scale(group, 32));
    return Values();
  });
}
