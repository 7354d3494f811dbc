// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of one kernel: parallel ones outside, reductions inside, one of them in
// steps of a vector.
//
//   - A value of the body is computed in the outermost loop that has all it needs:
//     what depends on the row only is computed once for the row.
//   - Vectors are as wide as several registers where the body is small, which gives
//     independent operations to overlap. What is left of the loop is done in
//     narrower vectors, down to one element, with the same operations.
//   - A reduction along the vector loop keeps one accumulator for each lane and adds
//     them as a tree at the end: a fixed order, whatever the number of threads.
#include "Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace halftone::cpu;
using namespace halftone::kernel;
using LocBuilder = ImplicitLocOpBuilder;

Value halftone::cpu::advance(LocBuilder &b, Value position, Value iv, int64_t stride) {
  if (stride == 0)
    return position;
  if (stride != 1)
    iv = arith::MulIOp::create(b, iv, arith::ConstantIndexOp::create(b, stride));
  return position ? arith::AddIOp::create(b, position, iv).getResult() : iv;
}

/// Ops that mean the same on vectors, lane by lane.
static bool isLaneWise(Operation &op) {
  return OpTrait::hasElementwiseMappableTraits(&op) ||
         isa<arith::ConstantOp, linalg::IndexOp, linalg::YieldOp, memref::LoadOp>(op);
}

int halftone::cpu::chooseVectorLoop(const Kernel &kernel) {
  linalg::GenericOp op = kernel.op;
  if (!llvm::all_of(*op.getBody(), isLaneWise))
    return -1;
  int best = -1;
  double bestScore = 0;
  for (auto [i, loop] : llvm::enumerate(kernel.loops)) {
    double score = loop.extent < 4 ? -2 : 0;
    for (unsigned a = 0; a < kernel.accesses.size(); ++a) {
      int64_t stride = loop.strides[a];
      score += stride == 1 ? 1 : stride == 0 ? 0.25 : kernel.isWritten(a) ? -4 : -1;
    }
    if (!loop.parallel) {
      for (unsigned r = 0, e = op.getNumDpsInits(); r < e; ++r)
        if (isReduced(kernel, r) && !combinerOf(op, r))
          score = -1;
    }
    bool asks = llvm::any_of(ArrayRef(loop.strides).drop_front(kernel.accesses.size()),
                             [](int64_t stride) { return stride != 0; });
    if (asks)
      score += 0.5;
    if (score > 0 && score >= bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}

namespace {
class NestEmitter {
public:
  NestEmitter(LocBuilder &b, const Kernel &kernel, const EmitterOptions &options);
  void run();
  bool isScalar() const { return vectorLoop < 0; }

private:
  using Positions = SmallVector<Value>;
  using State = SmallVector<Value>;

  void orderLoops();
  void findLevels();
  int64_t chooseWidth() const;
  int levelOf(Value value) const {
    return value.getParentBlock() == body ? levels.lookup(value) : 0;
  }

  void emitParallel(unsigned level, const Positions &positions);
  void emitReductions(unsigned level, const Positions &positions);
  State emitReduction(unsigned level, const Positions &positions, State state);
  State emitVectorReduction(unsigned level, const Positions &positions, State state);
  State emitInnermost(const Positions &positions, State state);
  void emitValues(unsigned level, const Positions &positions);
  void emitStores(const Positions &positions, bool reduced);

  /// Calls `piece` with the loop's positions, once for a vector loop of full width
  /// and once for each narrower rest.
  void forEachPiece(unsigned level, const Positions &positions,
                    function_ref<void(const Positions &)> piece);
  Positions advanceAll(const Positions &positions, unsigned level, Value iv);
  scf::ForOp makeLoop(int64_t extent, int64_t step, ValueRange carried);

  Value emitOp(Operation &op, const Positions &positions);
  Value emitLoad(unsigned a, const Positions &positions);
  Value emitIndex(linalg::IndexOp index, const Positions &positions);
  Value emitBodyLoad(memref::LoadOp load, const Positions &positions);
  Value firstLane(Value value, const Positions &positions);
  Value splat(Value value, int64_t width);
  Value lanes(function_ref<Value(int64_t)> lane);
  Value neutralLanes(unsigned r, int64_t width);
  Value combineWith(unsigned r, Value x, Value y);
  Value addLanes(unsigned r, Value vector);

  bool isVectorLoop(unsigned level) const { return static_cast<int>(level) == vectorLoop; }
  bool reducesVector() const { return vectorLoop >= static_cast<int>(numParallel); }
  unsigned initOf(unsigned r) const { return kernel.numInputs + r; }

  LocBuilder &b;
  Kernel kernel;
  const EmitterOptions &options;
  Block *body;
  linalg::GenericOp op;
  SmallVector<Loop> loops;
  unsigned numParallel = 0;
  int vectorLoop = -1;
  int64_t fullWidth = 1, width = 1; ///< lanes of the vector loop, and of the piece at hand
  DenseMap<Value, int> levels;      ///< number of loops that a value of the body needs
  DenseMap<Value, Value> values;    ///< emitted values of the body
  SmallVector<unsigned> reduced;    ///< results that are accumulated
};
} // namespace

NestEmitter::NestEmitter(LocBuilder &b, const Kernel &kernel, const EmitterOptions &options)
    : b(b), kernel(kernel), options(options), body(this->kernel.op.getBody()), op(kernel.op),
      loops(kernel.loops) {
  for (unsigned r = 0, e = op.getNumDpsInits(); r < e; ++r)
    if (isReduced(kernel, r))
      reduced.push_back(r);
  orderLoops();
  fullWidth = vectorLoop < 0 ? 1 : chooseWidth();
  findLevels();
}

/// Parallel loops, reductions; of its kind the vector loop comes last.
void NestEmitter::orderLoops() {
  vectorLoop = chooseVectorLoop(kernel);
  if (vectorLoop >= 0) {
    Loop loop = loops[vectorLoop];
    loops.erase(loops.begin() + vectorLoop);
    auto end = loop.parallel
                   ? llvm::find_if(loops, [](const Loop &other) { return !other.parallel; })
                   : loops.end();
    vectorLoop = end - loops.begin();
    loops.insert(end, std::move(loop));
  }
  numParallel = llvm::count_if(loops, [](const Loop &loop) { return loop.parallel; });
}

int64_t NestEmitter::chooseWidth() const {
  bool strided = false;
  for (unsigned a = 0; a < kernel.accesses.size(); ++a)
    strided |= loops[vectorLoop].strides[a] != 0 && loops[vectorLoop].strides[a] != 1;
  unsigned cost = kernel.cost();
  int64_t registers = strided || cost > 48 ? 1 : cost > 20 ? 2 : 4;
  int64_t wanted = registers * options.lanes;
  while (wanted > 1 && wanted > loops[vectorLoop].extent)
    wanted /= 2;
  return wanted;
}

void NestEmitter::findLevels() {
  auto levelOfStrides = [&](unsigned entry) {
    int level = 0;
    for (auto [i, loop] : llvm::enumerate(loops))
      if (loop.strides[entry] != 0)
        level = i + 1;
    return level;
  };
  for (unsigned a = 0; a < kernel.accesses.size(); ++a)
    levels[body->getArgument(a)] = levelOfStrides(a);
  for (unsigned r : reduced)
    levels[body->getArgument(initOf(r))] = loops.size();
  for (Operation &inner : body->without_terminator()) {
    int level = 0;
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      level = levelOfStrides(kernel.accesses.size() + index.getDim());
    for (Value operand : inner.getOperands())
      level = std::max(level, levelOf(operand));
    for (Value result : inner.getResults())
      levels[result] = level;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void NestEmitter::run() {
  if (llvm::any_of(loops, [](const Loop &loop) { return loop.extent == 0; }))
    return; // nothing to compute; sums keep their start
  emitParallel(0, kernel.positions);
}

NestEmitter::Positions NestEmitter::advanceAll(const Positions &positions, unsigned level,
                                               Value iv) {
  Positions next;
  for (auto [position, stride] : llvm::zip_equal(positions, loops[level].strides))
    next.push_back(advance(b, position, iv, stride));
  return next;
}

scf::ForOp NestEmitter::makeLoop(int64_t extent, int64_t step, ValueRange carried) {
  auto loop = scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0),
                                 arith::ConstantIndexOp::create(b, extent),
                                 arith::ConstantIndexOp::create(b, step), carried,
                                 [](OpBuilder &, Location, Value, ValueRange) {});
  // Without carried values the builder has closed the body already.
  if (carried.empty() && loop.getBody()->empty()) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(b);
  }
  return loop;
}

void NestEmitter::forEachPiece(unsigned level, const Positions &positions,
                               function_ref<void(const Positions &)> piece) {
  int64_t extent = loops[level].extent, step = isVectorLoop(level) ? fullWidth : 1;
  int64_t covered = extent - extent % step;
  auto at = [&](int64_t start) {
    return advanceAll(positions, level, arith::ConstantIndexOp::create(b, start));
  };
  if (covered == step) {
    width = isVectorLoop(level) ? step : width;
    piece(at(0));
  } else if (covered > 0) {
    width = isVectorLoop(level) ? step : width;
    scf::ForOp loop = makeLoop(covered, step, {});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(loop.getBody()->getTerminator());
    piece(advanceAll(positions, level, loop.getInductionVar()));
  }
  for (int64_t rest = step / 2; rest >= 1; rest /= 2) {
    if (extent - covered < rest)
      continue;
    width = rest;
    piece(at(covered));
    covered += rest;
  }
  if (isVectorLoop(level))
    width = 1;
}

void NestEmitter::emitParallel(unsigned level, const Positions &positions) {
  emitValues(level, positions);
  if (level < numParallel)
    return forEachPiece(level, positions,
                        [&](const Positions &inner) { emitParallel(level + 1, inner); });
  if (loops.size() > numParallel)
    emitReductions(level, positions);
  else
    emitStores(positions, /*reduced=*/true);
}

/// State: for each reduced result its accumulator; and where the vector loop is a
/// reduction, after these one vector of lanes for each.
void NestEmitter::emitReductions(unsigned level, const Positions &positions) {
  State state;
  for (unsigned r : reduced) {
    values.erase(body->getArgument(initOf(r)));
    state.push_back(emitLoad(initOf(r), positions));
  }
  if (reducesVector())
    for (unsigned r : reduced)
      state.push_back(neutralLanes(r, fullWidth));
  state = emitReduction(level, positions, state);
  for (auto [i, r] : llvm::enumerate(reduced)) {
    Value sum = state[i];
    if (reducesVector())
      sum = combineWith(r, sum, addLanes(r, state[reduced.size() + i]));
    values[body->getTerminator()->getOperand(r)] = sum;
  }
  emitStores(positions, /*reduced=*/true);
}

NestEmitter::State NestEmitter::emitReduction(unsigned level, const Positions &positions,
                                              State state) {
  if (level == loops.size())
    return emitInnermost(positions, state);
  if (isVectorLoop(level))
    return emitVectorReduction(level, positions, state);
  scf::ForOp loop = makeLoop(loops[level].extent, 1, state);
  OpBuilder::InsertionGuard guard(b);
  if (state.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
  Positions inner = advanceAll(positions, level, loop.getInductionVar());
  if (level + 1 < loops.size())
    emitValues(level + 1, inner);
  State next = emitReduction(level + 1, inner, State(loop.getRegionIterArgs()));
  if (!state.empty())
    scf::YieldOp::create(b, next);
  return State(loop.getResults());
}

/// The innermost loop. Lanes take the full steps, what is left joins the sum itself.
NestEmitter::State NestEmitter::emitVectorReduction(unsigned level, const Positions &positions,
                                                    State state) {
  unsigned count = reduced.size();
  int64_t extent = loops[level].extent, covered = extent - extent % fullWidth;
  ArrayRef<Value> all(state);
  State sums(all.take_front(count)), vectors(all.drop_front(count));
  if (covered > 0) {
    width = fullWidth;
    scf::ForOp loop = makeLoop(covered, fullWidth, vectors);
    OpBuilder::InsertionGuard guard(b);
    if (vectors.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToEnd(loop.getBody());
    State next = emitInnermost(advanceAll(positions, level, loop.getInductionVar()),
                               State(loop.getRegionIterArgs()));
    if (!vectors.empty())
      scf::YieldOp::create(b, next);
    vectors = State(loop.getResults());
  }
  for (int64_t rest = fullWidth / 2; rest >= 1; rest /= 2) {
    if (extent - covered < rest)
      continue;
    width = rest;
    State start = sums;
    if (rest > 1)
      for (auto [i, r] : llvm::enumerate(reduced))
        start[i] = neutralLanes(r, rest);
    State part = emitInnermost(
        advanceAll(positions, level, arith::ConstantIndexOp::create(b, covered)), start);
    for (auto [i, r] : llvm::enumerate(reduced))
      sums[i] = rest > 1 ? combineWith(r, sums[i], addLanes(r, part[i])) : part[i];
    covered += rest;
  }
  width = 1;
  sums.append(vectors);
  return sums;
}

/// One step of all accumulators.
NestEmitter::State NestEmitter::emitInnermost(const Positions &positions, State state) {
  State lanesOfState;
  for (auto [i, r] : llvm::enumerate(reduced))
    values[body->getArgument(initOf(r))] = state[i];
  emitValues(loops.size(), positions);
  emitStores(positions, /*reduced=*/false);
  State next;
  for (unsigned r : reduced) {
    Value yielded = body->getTerminator()->getOperand(r);
    Value value = yielded.getParentBlock() == body ? values.lookup(yielded) : yielded;
    auto vector = dyn_cast<VectorType>(state[next.size()].getType());
    next.push_back(vector ? splat(value, vector.getNumElements()) : value);
  }
  // In a loop that is not vectorised, lanes pass through.
  for (size_t i = next.size(); i < state.size(); ++i)
    next.push_back(state[i]);
  return next;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value NestEmitter::splat(Value value, int64_t lanes) {
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(b, VectorType::get({lanes}, value.getType()), value);
}

Value NestEmitter::lanes(function_ref<Value(int64_t)> lane) {
  SmallVector<Value> elements;
  for (int64_t i = 0; i < width; ++i)
    elements.push_back(lane(i));
  return vector::FromElementsOp::create(b, VectorType::get({width}, elements[0].getType()),
                                        elements);
}

/// Loads and computes what this level is the first to have everything for.
void NestEmitter::emitValues(unsigned level, const Positions &positions) {
  bool inside = level == loops.size();
  for (unsigned a = 0; a < kernel.accesses.size(); ++a) {
    BlockArgument argument = body->getArgument(a);
    bool accumulates = kernel.isWritten(a) && llvm::is_contained(reduced, a - kernel.numInputs);
    if (!argument.use_empty() && !accumulates && levels[argument] == static_cast<int>(level))
      values[argument] = emitLoad(a, positions);
  }
  for (Operation &inner : body->without_terminator()) {
    int own = 0;
    for (Value result : inner.getResults())
      own = std::max(own, levels[result]);
    if (own == static_cast<int>(level) && inner.getNumResults() == 1)
      values[inner.getResult(0)] = emitOp(inner, positions);
  }
  (void)inside;
}

Value NestEmitter::emitLoad(unsigned a, const Positions &positions) {
  Value flat = kernel.accesses[a].flat, position = positions[a];
  int64_t stride = vectorLoop >= 0 ? loops[vectorLoop].strides[a] : 0;
  if (width == 1 || stride == 0)
    return memref::LoadOp::create(b, flat, position);
  Type element = cast<MemRefType>(flat.getType()).getElementType();
  if (stride == 1)
    return vector::LoadOp::create(b, VectorType::get({width}, element), flat, position);
  return lanes([&](int64_t lane) -> Value {
    return memref::LoadOp::create(
        b, flat, advance(b, position, arith::ConstantIndexOp::create(b, lane), stride));
  });
}

void NestEmitter::emitStores(const Positions &positions, bool reducedOnes) {
  bool hasReductions = loops.size() > numParallel;
  for (unsigned r = 0, e = op.getNumDpsInits(); r < e; ++r) {
    if (hasReductions && llvm::is_contained(reduced, r) != reducedOnes)
      continue;
    unsigned a = initOf(r);
    Value yielded = body->getTerminator()->getOperand(r);
    Value value = values.count(yielded) ? values.lookup(yielded) : yielded;
    Value flat = kernel.accesses[a].flat, position = positions[a];
    int64_t stride = vectorLoop >= 0 ? loops[vectorLoop].strides[a] : 0;
    if (width == 1 || stride == 0) {
      memref::StoreOp::create(b, value, flat, position);
      continue;
    }
    value = splat(value, width);
    if (stride == 1) {
      vector::StoreOp::create(b, value, flat, position);
      continue;
    }
    for (int64_t lane = 0; lane < width; ++lane)
      memref::StoreOp::create(
          b, vector::ExtractOp::create(b, value, lane), flat,
          advance(b, position, arith::ConstantIndexOp::create(b, lane), stride));
  }
}

Value NestEmitter::emitIndex(linalg::IndexOp index, const Positions &positions) {
  unsigned entry = kernel.accesses.size() + index.getDim();
  Value position = positions[entry];
  if (!position)
    position = arith::ConstantIndexOp::create(b, 0);
  int64_t stride = vectorLoop >= 0 ? loops[vectorLoop].strides[entry] : 0;
  if (width == 1 || stride == 0)
    return position;
  auto type = VectorType::get({width}, b.getIndexType());
  Value steps = vector::StepOp::create(b, type);
  if (stride != 1)
    steps =
        arith::MulIOp::create(b, steps, splat(arith::ConstantIndexOp::create(b, stride), width));
  return arith::AddIOp::create(b, splat(position, width), steps);
}

/// The value in the first lane, if the next lanes count up from it; else null.
Value NestEmitter::firstLane(Value value, const Positions &positions) {
  Operation *definition = value.getDefiningOp();
  if (auto index = dyn_cast_or_null<linalg::IndexOp>(definition)) {
    unsigned entry = kernel.accesses.size() + index.getDim();
    Value position = positions[entry];
    if (loops[vectorLoop].strides[entry] != 1)
      return nullptr;
    return position ? position : arith::ConstantIndexOp::create(b, 0).getResult();
  }
  auto sum = dyn_cast_or_null<arith::AddIOp>(definition);
  if (!sum || sum->getBlock() != body)
    return nullptr;
  for (auto [x, y] :
       {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())}) {
    Value same = values.count(x) ? values.lookup(x) : x;
    if (isa<VectorType>(same.getType()))
      continue;
    if (Value first = firstLane(y, positions))
      return arith::AddIOp::create(b, same, first);
  }
  return nullptr;
}

/// A load at computed places: one vector where the last index counts up by one and
/// the others stay, else lane by lane.
Value NestEmitter::emitBodyLoad(memref::LoadOp load, const Positions &positions) {
  SmallVector<Value> indices;
  bool anyVector = false, othersVector = false;
  for (Value index : load.getIndices()) {
    othersVector |= anyVector;
    indices.push_back(values.count(index) ? values.lookup(index) : index);
    anyVector |= isa<VectorType>(indices.back().getType());
  }
  auto type = load.getMemRefType();
  if (!anyVector)
    return memref::LoadOp::create(b, load.getMemRef(), indices);
  SmallVector<int64_t> strides;
  int64_t offset;
  bool contiguous = succeeded(type.getStridesAndOffset(strides, offset)) && strides.back() == 1;
  if (contiguous && !othersVector) {
    if (Value first = firstLane(load.getIndices().back(), positions)) {
      indices.back() = first;
      return vector::LoadOp::create(b, VectorType::get({width}, type.getElementType()),
                                    load.getMemRef(), indices);
    }
  }
  return lanes([&](int64_t lane) -> Value {
    SmallVector<Value> scalars;
    for (Value index : indices)
      scalars.push_back(isa<VectorType>(index.getType())
                            ? vector::ExtractOp::create(b, index, lane).getResult()
                            : index);
    return memref::LoadOp::create(b, load.getMemRef(), scalars);
  });
}

Value NestEmitter::emitOp(Operation &inner, const Positions &positions) {
  if (auto index = dyn_cast<linalg::IndexOp>(inner))
    return emitIndex(index, positions);
  if (auto load = dyn_cast<memref::LoadOp>(inner))
    return emitBodyLoad(load, positions);
  SmallVector<Value> operands;
  int64_t count = 1;
  for (Value operand : inner.getOperands()) {
    operands.push_back(values.count(operand) ? values.lookup(operand) : operand);
    if (auto type = dyn_cast<VectorType>(operands.back().getType()))
      count = type.getNumElements();
  }
  for (Value &operand : operands)
    operand = splat(operand, count);
  SmallVector<Type> types;
  for (Type type : inner.getResultTypes())
    types.push_back(count == 1 ? type : VectorType::get({count}, type));
  OperationState state(inner.getLoc(), inner.getName(), operands, types, inner.getAttrs());
  return b.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value NestEmitter::neutralLanes(unsigned r, int64_t count) {
  return splat(arith::ConstantOp::create(b, neutralOf(combinerOf(op, r))), count);
}

Value NestEmitter::combineWith(unsigned r, Value x, Value y) {
  Operation *combiner = combinerOf(op, r);
  OperationState state(combiner->getLoc(), combiner->getName(), {x, y}, x.getType(),
                       combiner->getAttrs());
  return b.create(state)->getResult(0);
}

/// Halves the vector until one lane is left.
Value NestEmitter::addLanes(unsigned r, Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return vector;
  for (int64_t half = type.getNumElements() / 2; half >= 1; half /= 2) {
    Value low = vector::ExtractStridedSliceOp::create(
        b, vector, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
    Value high = vector::ExtractStridedSliceOp::create(
        b, vector, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
    vector = combineWith(r, low, high);
  }
  return vector::ExtractOp::create(b, vector, 0);
}

void halftone::cpu::emitNest(LocBuilder &b, const Kernel &kernel, const EmitterOptions &options,
                             EmitterStatistics &statistics) {
  NestEmitter emitter(b, kernel, options);
  ++statistics.nests;
  statistics.scalar += emitter.isScalar();
  emitter.run();
}
