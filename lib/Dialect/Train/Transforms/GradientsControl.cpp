// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of ops with regions, of barriers, custom gradients and collectives.
//
// An op with regions gets a twin, whose regions hold the backward ops of the forward
// regions. A precision region's twin has the same precision, so backward ops inherit
// it by structure; `if` has a twin with the same predicate; a loop's twin runs the
// other way. Values that the twin needs from the forward region are residuals
// (Residuals.h): extra results of the forward op, zeros from the branch of an `if`
// that has no such value, and for a loop a stack of all iterations' values, which is
// carried and written at the place of the iteration.
//
//   %y = train.for %i times 4 carry (%c = %x) {   %y, %s = train.for %i times 4 carry (%c = %x, %t
//   = %zeros) {
//     %n = train.sine %c                            %n = train.sine %c
//     train.yield %n                         =>     %u = train.dynamic_update_slice %t, %c[%i, …]
//   }                                               train.yield %n, %u
//                                                 }
//                                                 %dx = train.for %k times 4 carry (%d = %dy) {
//                                                   %j = 3 − %k
//                                                   %c = train.dynamic_slice %s[%j, …]
//                                                   train.yield %d · cosine %c
//                                                 }
#include "Gradients.h"
#include "Residuals.h"

#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace halftone::train {

namespace {

/// A block of a twin that is being built, in a region of its own.
struct Twin {
  Region region;
  Block *block = new Block;

  Twin() { region.push_back(block); }
  OpBuilder atEnd(MLIRContext *context) const {
    OpBuilder builder(context);
    builder.setInsertionPointToEnd(block);
    return builder;
  }
  OpBuilder atStart(MLIRContext *context) const {
    OpBuilder builder(context);
    builder.setInsertionPointToStart(block);
    return builder;
  }
};

Operation *getYield(Region &region) { return region.front().getTerminator(); }

/// Adds operands to the yield of `region`.
void appendToYield(Region &region, ValueRange values) {
  Operation *yield = getYield(region);
  yield->insertOperands(yield->getNumOperands(), values);
}

/// Gradients of the yielded values are those of the op's results.
void seedYields(OpBuilder &builder, Operation *op, Region &region, GradientContext &outer,
                GradientContext &inner) {
  for (auto [yielded, result] : llvm::zip_equal(getYield(region)->getOperands(), op->getResults()))
    if (Value g = outer.getGradient(result))
      inner.addGradient(builder, yielded, g);
}

/// The op of `name` with these results, attributes as `like`, around the twins.
Operation *createTwin(RuleBuilder &b, Operation *like, ValueRange operands, TypeRange types,
                      MutableArrayRef<Twin> twins) {
  OperationState state(b.getLoc(), like->getName());
  state.addOperands(operands);
  state.addTypes(types);
  state.addAttributes(like->getAttrDictionary().getValue());
  for (Twin &twin : twins)
    state.addRegion()->takeBody(twin.region);
  return b.getBuilder().create(state);
}

SmallVector<Type> getTypes(ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [](Value value) { return value.getType(); });
}

//===----------------------------------------------------------------------===//
// precision and if
//===----------------------------------------------------------------------===//

/// Makes values of one region results of the forward op; other regions yield zeros.
/// Returns the op with those results.
Operation *keepResiduals(Operation *forward, unsigned regionIndex, Region &twin) {
  SmallVector<Value> kept = collectResiduals(twin, forward->getRegion(regionIndex)).takeVector();
  if (kept.empty())
    return forward;
  for (Region &region : forward->getRegions()) {
    if (region.getRegionNumber() == regionIndex) {
      appendToYield(region, kept);
      continue;
    }
    OpBuilder builder(getYield(region));
    CoreBuilder b(builder, forward->getLoc());
    for (Value value : kept)
      appendToYield(region, b.zerosLike(value));
  }
  forward = rebuildWith(forward, {}, getTypes(kept));
  auto results = forward->getResults().take_back(kept.size());
  for (auto [value, result] : llvm::zip_equal(kept, results))
    replaceInTwin(twin, value, result);
  return forward;
}

/// For ops whose regions take no arguments and run at most once.
LogicalResult branches(Operation *op, RuleBuilder &b, ValueRange operands) {
  MLIRContext *context = op->getContext();
  GradientContext &outer = b.getContext();
  unsigned count = op->getNumRegions();
  std::vector<Twin> twins(count);
  SmallVector<GradientContext> inner;
  llvm::SetVector<Value> values;
  for (auto [region, twin] : llvm::zip_equal(op->getRegions(), twins)) {
    OpBuilder builder = twin.atEnd(context);
    inner.push_back(outer.getChild(region));
    seedYields(builder, op, region, outer, inner.back());
    if (failed(inner.back().differentiate(builder, region.front())))
      return failure();
    values.insert_range(inner.back().getOuterValues());
  }
  if (values.empty())
    return success();
  for (auto [twin, gradients] : llvm::zip_equal(twins, inner)) {
    OpBuilder builder = twin.atEnd(context);
    SmallVector<Value> yielded;
    for (Value value : values)
      yielded.push_back(gradients.getGradientOrZeros(builder, value));
    YieldOp::create(builder, b.getLoc(), yielded);
  }
  Operation *backward = createTwin(b, op, operands, getTypes(values.getArrayRef()), twins);
  for (unsigned i = 0; i != count; ++i) {
    OpBuilder start = OpBuilder::atBlockBegin(&backward->getRegion(i).front());
    recomputeInTwin(start, backward->getRegion(i), op->getRegion(i));
    op = keepResiduals(op, i, backward->getRegion(i));
  }
  for (auto [value, gradient] : llvm::zip_equal(values, backward->getResults()))
    b.give(value, gradient);
  return success();
}

LogicalResult precision(PrecisionOp op, RuleBuilder &b) { return branches(op, b, {}); }
LogicalResult conditional(IfOp op, RuleBuilder &b) { return branches(op, b, op.getPred()); }

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

/// `[index, 0, …]` for `rank` dimensions.
SmallVector<Value> placeOf(CoreBuilder &b, Value index, int64_t rank) {
  SmallVector<Value> place(rank, rank > 1 ? b.splatInt({}, b.i32(), 0) : Value());
  place[0] = index;
  return place;
}

SmallVector<int64_t> withLeading(int64_t size, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> result{size};
  llvm::append_range(result, shape);
  return result;
}

/// Carries a stack of each iteration's values through the forward loop, and reads
/// the twin's iteration from it. `reads` is in the twin, where `index` is known.
void stackResiduals(ForOp forward, Region &twin, OpBuilder &reads, Value index) {
  SmallVector<Value> kept = collectResiduals(twin, forward.getBody()).takeVector();
  if (kept.empty())
    return;
  int64_t trips = forward.getTripCount();
  OpBuilder before(forward);
  CoreBuilder outside(before, forward.getLoc());
  SmallVector<Value> empty;
  for (Value value : kept) {
    Type type = RankedTensorType::get(withLeading(trips, getShape(value)), getElementType(value));
    empty.push_back(
        isa<FloatType>(getElementType(value))
            ? splat(before, forward.getLoc(), type, 0.0)
            : outside.splatInt(withLeading(trips, getShape(value)), getElementType(value), 0));
  }
  OpBuilder atYield(forward.getYield());
  CoreBuilder inside(atYield, forward.getLoc());
  SmallVector<Value> updated;
  for (auto [value, stack] : llvm::zip_equal(kept, empty)) {
    Value arg = forward.getBody().front().addArgument(stack.getType(), value.getLoc());
    Value row = inside.reshape(value, withLeading(1, getShape(value)));
    updated.push_back(inside.create<DynamicUpdateSliceOp>(
        arg, row, placeOf(inside, forward.getInductionVar(), getShape(arg).size())));
  }
  appendToYield(forward.getBody(), updated);
  Operation *rebuilt = rebuildWith(forward, empty, TypeRange(ValueRange(empty)));
  auto stacks = rebuilt->getResults().take_back(kept.size());
  for (auto [value, stack] : llvm::zip_equal(kept, stacks)) {
    CoreBuilder b(reads, getBackwardLocation(rebuilt));
    SmallVector<int64_t> sizes = withLeading(1, getShape(value));
    Value row = b.create<DynamicSliceOp>(RankedTensorType::get(sizes, getElementType(value)), stack,
                                         placeOf(b, index, sizes.size()), sizes);
    replaceInTwin(twin, value, b.reshape(row, getShape(value)));
  }
}

/// The slots of `op` that carry a gradient.
SmallVector<unsigned> getActiveSlots(ForOp op, GradientContext &context) {
  SmallVector<unsigned> slots;
  for (auto [i, arg] : llvm::enumerate(op.getCarriedArgs()))
    if (context.needsGradient(arg))
      slots.push_back(i);
  return slots;
}

bool isZeros(Value value) {
  DenseFPElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APFloat>().isPosZero();
}

/// `sum + gradient`. A gradient that is a slice among zeros adds to that slice only:
/// else a loop over stacked layers would move all their gradients in each iteration.
Value accumulate(CoreBuilder &b, Value sum, Value gradient) {
  auto part = gradient.getDefiningOp<DynamicUpdateSliceOp>();
  if (!part || !isZeros(part.getOperand()))
    return b.add(sum, gradient);
  Value update = part.getUpdate();
  Value old =
      b.create<DynamicSliceOp>(update.getType(), sum, part.getStartIndices(), getShape(update));
  return b.create<DynamicUpdateSliceOp>(sum, b.add(old, update), part.getStartIndices());
}

/// The twin carries the gradients of the active slots, and sums for the values from
/// outside that the body uses.
LogicalResult loop(ForOp op, RuleBuilder &b) {
  GradientContext &outer = b.getContext();
  SmallVector<unsigned> slots = getActiveSlots(op, outer);
  if (op.getTripCount() == 0) {
    for (unsigned slot : slots)
      if (Value g = outer.getGradient(op.getOutputs()[slot]))
        b.give(op.getInits()[slot], g);
    return success();
  }
  MLIRContext *context = op.getContext();
  Twin twin;
  auto addArg = [&](Type type) { return twin.block->addArgument(type, b.getLoc()); };
  Value counter = addArg(op.getInductionVar().getType());
  SmallVector<Value> inits, yielded;
  GradientContext inner = outer.getChild(op.getBody());
  OpBuilder builder = twin.atEnd(context);
  CoreBuilder body(builder, b.getLoc());
  Value last = body.splatInt({}, body.i32(), static_cast<int64_t>(op.getTripCount()) - 1);
  Value index = body.sub(last, counter);
  for (unsigned slot : slots) {
    inits.push_back(outer.getGradientOrZeros(b.getBuilder(), op.getOutputs()[slot]));
    inner.addGradient(builder, op.getYield().getOperand(slot), addArg(inits.back().getType()));
  }
  if (failed(inner.differentiate(builder, op.getBody().front())))
    return failure();
  for (unsigned slot : slots)
    yielded.push_back(inner.getGradientOrZeros(builder, op.getCarriedArgs()[slot]));
  SmallVector<Value> values(inner.getOuterValues());
  for (Value value : values) {
    inits.push_back(b.zerosLike(value));
    yielded.push_back(accumulate(body, addArg(value.getType()), inner.getGradient(value)));
  }
  YieldOp::create(builder, b.getLoc(), yielded);
  Operation *backward = createTwin(b, op, inits, TypeRange(ValueRange(inits)), twin);

  Region &region = backward->getRegion(0);
  OpBuilder reads(context);
  reads.setInsertionPointAfterValue(index);
  IRMapping known;
  known.map(op.getInductionVar(), index);
  for (auto [slot, result] : llvm::zip(slots, backward->getResults()))
    b.give(op.getInits()[slot], result);
  for (auto [value, result] :
       llvm::zip_equal(values, backward->getResults().take_back(values.size())))
    b.give(value, result);
  recomputeInTwin(reads, region, op.getBody(), known);
  stackResiduals(op, region, reads, index);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls, barriers and collectives
//===----------------------------------------------------------------------===//

/// Runs `forward` with its residuals, and `backward` on them.
LogicalResult customGradient(CustomGradientOp op, RuleBuilder &b) {
  auto forward = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getForwardAttr());
  auto backward = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getBackwardAttr());
  SmallVector<Value> operands;
  for (Value output : op.getOutputs())
    operands.push_back(b.getContext().getGradientOrZeros(b.getBuilder(), output));
  OpBuilder before(op);
  auto run = func::CallOp::create(before, op.getLoc(), forward, op.getInputs());
  unsigned count = op->getNumResults();
  operands.insert(operands.begin(), run.result_begin() + count, run.result_end());
  auto call = func::CallOp::create(b.getBuilder(), b.getLoc(), backward, operands);
  unsigned next = 0;
  for (Value input : op.getInputs())
    if (isa<FloatType>(getElementType(input)))
      b.give(input, call.getResult(next++));
  op->replaceAllUsesWith(run.getResults().take_front(count));
  op.erase();
  return success();
}

/// The gradients pass a barrier of their own.
LogicalResult barrier(OptimizationBarrierOp op, RuleBuilder &b) {
  SmallVector<Value> inputs, gradients;
  for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs())) {
    Value g = b.gradient(output);
    if (!g || !b.needs(input))
      continue;
    inputs.push_back(input);
    gradients.push_back(g);
  }
  if (inputs.empty())
    return success();
  auto behind = OptimizationBarrierOp::create(b.getBuilder(), b.getLoc(),
                                              TypeRange(ValueRange(gradients)), gradients);
  for (auto [input, g] : llvm::zip_equal(inputs, behind.getOutputs()))
    b.give(input, g);
  return success();
}

template <typename OpT> LogicalResult requireAdd(OpT op) {
  if (op.getKind() == ReductionKind::add)
    return success();
  return op.emitError("op '") << op->getName() << "' of kind '"
                              << stringifyReductionKind(op.getKind()) << "' has no gradient";
}

LogicalResult allReduce(AllReduceOp op, RuleBuilder &b) {
  if (failed(requireAdd(op)))
    return failure();
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] { return b.create<AllReduceOp>(op.getKind(), g, op.getAxis()); });
  return success();
}

LogicalResult allGather(AllGatherOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] {
    return b.create<ReduceScatterOp>(op.getOperand().getType(), ReductionKind::add, g,
                                     op.getDimension(), op.getAxis());
  });
  return success();
}

LogicalResult reduceScatter(ReduceScatterOp op, RuleBuilder &b) {
  if (failed(requireAdd(op)))
    return failure();
  Value g = b.gradient(op.getResult());
  b.give(op.getOperand(), [&] {
    return b.create<AllGatherOp>(op.getOperand().getType(), g, op.getDimension(), op.getAxis());
  });
  return success();
}

/// Only there to say why.
LogicalResult whileLoop(WhileOp op, RuleBuilder &b) {
  return op.emitError("op 'train.while' has no gradient: its trip count is not known; "
                      "use 'train.for'");
}

} // namespace

void attachControlGradients(MLIRContext *context) {
  attachRule<PrecisionOp, precision>(context);
  attachRule<IfOp, conditional>(context);
  attachRule<ForOp, loop>(context);
  attachRule<WhileOp, whileLoop>(context);
  attachRule<CustomGradientOp, customGradient>(context);
  attachRule<OptimizationBarrierOp, barrier>(context);
  attachRule<AllReduceOp, allReduce>(context);
  attachRule<AllGatherOp, allGather>(context);
  attachRule<ReduceScatterOp, reduceScatter>(context);
  attachZero<StopGradientOp>(context);
}

} // namespace halftone::train
