// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a `linalg.generic` at one point, or at a few neighbouring ones.
#include "LaunchEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace halftone::cuda;
using halftone::kernel::Loop;

PointEmitter::PointEmitter(LaunchEmitter &emitter, const Work &work)
    : e(emitter), work(work), op(work.kernel.op) {
  // What moves in a reduction loop, and what is computed of it.
  auto moves = [&](unsigned entry) {
    return llvm::any_of(work.kernel.loops, [&](const Loop &loop) {
      return !loop.parallel && loop.strides[entry] != 0;
    });
  };
  Block *body = op.getBody();
  for (unsigned a = 0; a < work.kernel.accesses.size(); ++a)
    if (moves(a))
      inner.insert(body->getArgument(a));
  for (unsigned r : work.reduced)
    inner.insert(body->getArgument(initOf(r)));
  for (Operation &inside : body->without_terminator()) {
    auto index = dyn_cast<linalg::IndexOp>(inside);
    bool depends = index && moves(work.kernel.accesses.size() + index.getDim());
    depends |= llvm::any_of(inside.getOperands(), [&](Value v) { return inner.contains(v); });
    if (depends)
      for (Value result : inside.getResults())
        inner.insert(result);
  }
  // A result without a loop of its own is read anew where it is written in the loop.
  if (work.isReduction())
    for (unsigned r = 0, n = op.getNumDpsInits(); r < n; ++r)
      inner.insert(body->getArgument(initOf(r)));
}

Value LaunchEmitter::address(Value position) {
  if (!position)
    return arith::ConstantIndexOp::create(b, 0);
  return arith::IndexCastUIOp::create(b, b.getIndexType(), position);
}

Value PointEmitter::load(unsigned a, Value position) {
  return memref::LoadOp::create(e.b, work.kernel.accesses[a].flat, e.address(position));
}

void PointEmitter::store(unsigned a, Value value, Value position) {
  memref::StoreOp::create(e.b, value, work.kernel.accesses[a].flat, e.address(position));
}

void PointEmitter::emitOp(Operation &inside, ArrayRef<Value> positions, IRMapping &values) {
  if (auto index = dyn_cast<linalg::IndexOp>(inside)) {
    Value position = positions[work.kernel.accesses.size() + index.getDim()];
    return values.map(index.getResult(), e.address(position));
  }
  for (Value operand : inside.getOperands())
    if (!values.contains(operand))
      values.map(operand, e.lookup(operand));
  e.b.clone(inside, values);
}

void PointEmitter::emitValues(bool inside, ArrayRef<Value> positions, IRMapping &values) {
  Block *body = op.getBody();
  for (unsigned a = 0; a < work.kernel.accesses.size(); ++a) {
    BlockArgument argument = body->getArgument(a);
    if (!argument.use_empty() && inner.contains(argument) == inside && !values.contains(argument))
      values.map(argument, load(a, positions[a]));
  }
  for (Operation &each : body->without_terminator())
    if (inner.contains(each.getResult(0)) == inside)
      emitOp(each, positions, values);
}

void PointEmitter::emitOuter(ArrayRef<Value> positions) {
  outerPositions.assign(positions.begin(), positions.end());
  emitValues(/*inside=*/false, positions, outerValues);
}

Value PointEmitter::result(unsigned r, IRMapping &values) {
  Value yielded = op.getBody()->getTerminator()->getOperand(r);
  if (Value value = values.lookupOrNull(yielded))
    return value;
  return e.lookup(yielded);
}

Values PointEmitter::emit(ArrayRef<Value> positions, ValueRange accumulators) {
  IRMapping values = outerValues;
  for (auto [r, accumulator] : llvm::zip_equal(work.reduced, accumulators))
    values.map(op.getBody()->getArgument(initOf(r)), accumulator);
  emitValues(/*inside=*/true, positions, values);
  Values next;
  for (unsigned r = 0, n = op.getNumDpsInits(); r < n; ++r) {
    if (llvm::is_contained(work.reduced, r))
      next.push_back(result(r, values));
    else
      store(initOf(r), result(r, values), positions[initOf(r)]);
  }
  return next;
}

Value PointEmitter::loadStart(unsigned i) {
  unsigned a = initOf(work.reduced[i]);
  return load(a, outerPositions[a]);
}

void PointEmitter::storeResult(unsigned i, Value value) {
  unsigned a = initOf(work.reduced[i]);
  store(a, value, outerPositions[a]);
}

void PointEmitter::emitVector(ArrayRef<Value> positions, const Loop &loop, int64_t width) {
  Block *body = op.getBody();
  unsigned numAccesses = work.kernel.accesses.size();
  auto vectorOf = [&](unsigned a) {
    auto type = llvm::cast<MemRefType>(work.kernel.accesses[a].flat.getType()).getElementType();
    return VectorType::get({width}, type);
  };
  auto alignmentOf = [&](VectorType type) {
    return llvm::MaybeAlign(width * llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  };
  IRMapping shared;
  Values loaded(numAccesses);
  for (unsigned a = 0; a < numAccesses; ++a) {
    if (body->getArgument(a).use_empty())
      continue;
    if (loop.strides[a] == 0) {
      shared.map(body->getArgument(a), load(a, positions[a]));
      continue;
    }
    VectorType type = vectorOf(a);
    loaded[a] =
        vector::LoadOp::create(e.b, type, work.kernel.accesses[a].flat, e.address(positions[a]),
                               /*nontemporal=*/false, alignmentOf(type));
  }
  SmallVector<Values> results(op.getNumDpsInits());
  for (int64_t i = 0; i < width; ++i) {
    IRMapping values = shared;
    for (unsigned a = 0; a < numAccesses; ++a)
      if (loaded[a])
        values.map(body->getArgument(a), vector::ExtractOp::create(e.b, loaded[a], i));
    Values here = e.advance(positions, loop, i ? e.constant(work.index, i) : Value());
    emitValues(/*inside=*/false, here, values);
    for (auto [r, list] : llvm::enumerate(results))
      list.push_back(result(r, values));
  }
  for (auto [r, list] : llvm::enumerate(results)) {
    unsigned a = initOf(r);
    VectorType type = vectorOf(a);
    vector::StoreOp::create(e.b, vector::FromElementsOp::create(e.b, type, list),
                            work.kernel.accesses[a].flat, e.address(positions[a]),
                            /*nontemporal=*/false, alignmentOf(type));
  }
}
