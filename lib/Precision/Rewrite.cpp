// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rewrite.h"

#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

std::optional<llvm::APFloat> halftone::precision::getSplat(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<train::BroadcastInDimOp, train::ReshapeOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    auto constant = dyn_cast<train::ConstantOp>(op);
    auto elements = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : nullptr;
    if (elements && elements.isSplat())
      return elements.getSplatValue<llvm::APFloat>();
    return std::nullopt;
  }
  return std::nullopt;
}

namespace {

FloatType floatOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? dyn_cast<FloatType>(shaped.getElementType()) : FloatType();
}

/// The type that holds every value of both; f32 where neither does.
FloatType widest(FloatType a, FloatType b) {
  if (!a || a == b)
    return b;
  if (train::isExactWidening(a, b))
    return b;
  return train::isExactWidening(b, a) ? a : FloatType(Float32Type::get(a.getContext()));
}

class Rewriter {
public:
  explicit Rewriter(const LabelMap &labels) : labels(labels) {}

  void rewriteBlock(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      rewrite(&op);
  }

  RewriteCounts counts;

private:
  void rewrite(Operation *op);
  void rewriteRegions(Operation *op, const Labelled *labelled);
  void keepTypes(Operation *op);
  void apply(train::PrecisionOpInterface op, const Labelled &labelled);
  FloatType typeFor(const train::TieGroup &group, const LabelledGroup *own,
                    const Labelled &labelled, FloatType flowing);
  FloatType flowingType(ArrayRef<train::TieGroup> groups, const Labelled &labelled);
  FloatType accumulatorFor(train::PrecisionOpInterface op, const Labelled &labelled,
                           ValueRange operands);
  Value getAs(Value value, FloatType type, Operation *user);
  Value narrow(Value value, FloatType type);
  void count(train::CastOp cast);

  /// The element type that a value had in the IR as it was written.
  FloatType written(Value value) {
    auto it = writtenTypes.find(value);
    return it == writtenTypes.end() ? floatOf(value.getType()) : it->second;
  }
  void setType(Value value, FloatType type) {
    writtenTypes.try_emplace(value, floatOf(value.getType()));
    value.setType(train::withElementType(value.getType(), type));
  }

  const LabelMap &labels;
  DenseMap<Value, FloatType> writtenTypes;
  DenseMap<std::pair<Value, Type>, Value> narrowed;
  DenseSet<Operation *> ours; ///< casts made here
};

void Rewriter::count(train::CastOp cast) {
  ours.insert(cast);
  auto from = cast_or_null<ShapedType>(cast.getOperand().getType());
  int64_t bits = train::getElementType(cast.getOperand()).getIntOrFloatBitWidth() +
                 train::getElementType(cast.getResult()).getIntOrFloatBitWidth();
  counts.bytes += from.getNumElements() * bits / 8;
  ++(cast.isNarrowing() ? counts.narrowing : counts.widening);
}

Value Rewriter::narrow(Value value, FloatType type) {
  Value &known = narrowed[{value, type}];
  if (known)
    return known;
  OpBuilder builder(value.getContext());
  if (Operation *producer = value.getDefiningOp())
    builder.setInsertionPointAfter(producer);
  else
    builder.setInsertionPointToStart(cast<BlockArgument>(value).getOwner());
  auto cast = train::CastOp::create(builder, value.getLoc(), value, type);
  count(cast);
  return known = cast.getResult();
}

Value Rewriter::getAs(Value value, FloatType type, Operation *user) {
  FloatType have = floatOf(value.getType());
  if (!have || have == type)
    return value;
  OpBuilder builder(user);
  if (std::optional<llvm::APFloat> number = getSplat(value)) {
    bool loses;
    number->convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    auto tensorType = train::withElementType(value.getType(), type);
    return train::ConstantOp::create(
        builder, value.getLoc(), cast<ElementsAttr>(DenseElementsAttr::get(tensorType, *number)));
  }
  if (auto cast = value.getDefiningOp<train::CastOp>())
    if (floatOf(cast.getOperand().getType()) == type && train::isExactWidening(type, have) &&
        ours.contains(cast))
      return cast.getOperand();
  if (!train::isExactWidening(have, type))
    return narrow(value, type);
  auto cast = train::CastOp::create(builder, user->getLoc(), value, type);
  count(cast);
  return cast;
}

/// Operands and results in the types that they were written with.
void Rewriter::keepTypes(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (FloatType type = written(operand.get()))
      operand.set(getAs(operand.get(), type, op));
}

/// The widest type in which the op takes its data, constants aside.
FloatType Rewriter::flowingType(ArrayRef<train::TieGroup> groups, const Labelled &labelled) {
  FloatType type;
  for (bool constants : {false, true}) {
    for (auto [index, group] : llvm::enumerate(groups)) {
      if (group.kind != train::TieKind::Flowing)
        continue;
      const LabelledGroup *own = labelled.findGroup(index);
      bool comesAsItIs = (own ? own->decision : labelled.decision) == Decision::Widen;
      for (OpOperand *use : group.uses)
        if (constants || !getSplat(use->get()))
          type = widest(type, comesAsItIs ? floatOf(use->get().getType())
                                          : typeFor(group, own, labelled, {}));
    }
    if (type)
      return type;
  }
  return type;
}

FloatType Rewriter::typeFor(const train::TieGroup &group, const LabelledGroup *own,
                            const Labelled &labelled, FloatType flowing) {
  FloatType before =
      group.uses.empty() ? written(group.defs.front()) : written(group.uses.front()->get());
  // The declared type of a step's state is not ours to change.
  if (group.kind == train::TieKind::Declared)
    return before;
  bool narrows =
      own || group.kind == train::TieKind::Flowing || group.kind == train::TieKind::Standing;
  switch (own ? own->decision : labelled.decision) {
  case Decision::Low:
    return narrows ? labelled.compute : before;
  case Decision::F32:
    return before.getWidth() < 32 ? FloatType(Float32Type::get(before.getContext())) : before;
  case Decision::Widen:
    if (group.kind == train::TieKind::Flowing)
      return flowing ? flowing : before;
    // Weights and masks come as they are.
    return group.kind == train::TieKind::Wide || group.uses.empty()
               ? before
               : floatOf(group.uses.front()->get().getType());
  case Decision::Keep:
    return before;
  }
  llvm_unreachable("decision without a type");
}

/// The accumulator that the op is given, or null where it has it already. One that was
/// written and does not hold the operands as they are now becomes f32.
FloatType Rewriter::accumulatorFor(train::PrecisionOpInterface op, const Labelled &labelled,
                                   ValueRange operands) {
  if (!llvm::is_contained(op.getTieGroupNames(), "acc"))
    return {};
  auto have = cast<FloatType>(op.getAccumulatorType());
  FloatType want = have;
  if (labelled.acc && labelled.acc->decision != Decision::Keep)
    want = labelled.acc->decision == Decision::Low ? labelled.compute
                                                   : FloatType(Float32Type::get(op.getContext()));
  for (Value operand : operands)
    if (!train::isExactWidening(floatOf(operand.getType()), want))
      want = widest(floatOf(operand.getType()), want);
  return want == have ? FloatType() : want;
}

void Rewriter::apply(train::PrecisionOpInterface op, const Labelled &labelled) {
  SmallVector<train::TieGroup> groups = op.getTieGroups();
  FloatType flowing = flowingType(groups, labelled);
  SmallVector<Value> operands(op->getOperands());
  SmallVector<Type> results(op->getResultTypes());
  for (auto [index, group] : llvm::enumerate(groups)) {
    FloatType type = typeFor(group, labelled.findGroup(index), labelled, flowing);
    for (OpOperand *use : group.uses)
      if (use->getOwner() == op)
        operands[use->getOperandNumber()] = getAs(use->get(), type, op);
    for (Value def : group.defs)
      if (auto result = dyn_cast<OpResult>(def))
        results[result.getResultNumber()] = train::withElementType(result.getType(), type);
  }
  FloatType acc = accumulatorFor(op, labelled, operands);
  if (!acc && llvm::equal(operands, op->getOperands()) &&
      llvm::equal(results, op->getResultTypes()))
    return;
  OpBuilder builder(op);
  Operation *made = op.rebuildWithTypes(builder, operands, results, acc);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), made->getResults())) {
    if (FloatType type = written(from))
      writtenTypes[to] = type;
    from.replaceAllUsesWith(to);
  }
  op->erase();
}

/// Ops with regions: what a loop carries keeps its type; what a branch or a
/// precision region yields decides the type of the result.
void Rewriter::rewriteRegions(Operation *op, const Labelled *labelled) {
  bool carries = !isa<train::IfOp, train::PrecisionOp, train::CheckpointOp>(op);
  keepTypes(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      rewriteBlock(block);
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  if (!model)
    return;
  for (const train::TieGroup &group : model.getTieGroups()) {
    FloatType type = written(group.defs.front());
    if (!carries && labelled && labelled->decision != Decision::Keep) {
      type = {};
      for (OpOperand *use : group.uses)
        type = widest(type, floatOf(use->get().getType()));
    }
    for (OpOperand *use : group.uses)
      use->set(getAs(use->get(), type, use->getOwner()));
    if (!carries)
      setType(group.defs.front(), type);
  }
}

void Rewriter::rewrite(Operation *op) {
  if (isa<train::CastOp, train::ConstantOp>(op)) {
    keepTypes(op);
    return;
  }
  // A barrier passes what comes, so that what is kept behind it is the narrow value.
  if (isa<train::OptimizationBarrierOp>(op)) {
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      if (FloatType type = floatOf(operand.getType()); type && type != floatOf(result.getType()))
        setType(result, type);
    return;
  }
  auto it = labels.find(op);
  const Labelled *labelled = it == labels.end() ? nullptr : &it->second;
  if (op->getNumRegions()) {
    rewriteRegions(op, labelled);
    return;
  }
  // The values of a region's end are handled with its op.
  if (isa<train::YieldOp>(op))
    return;
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  if (!model || !labelled ||
      (labelled->decision == Decision::Keep && labelled->groups.empty() && !labelled->acc)) {
    keepTypes(op);
    return;
  }
  apply(model, *labelled);
}

} // namespace

RewriteCounts halftone::precision::rewriteFunction(func::FuncOp function, const LabelMap &labels) {
  Rewriter rewriter(labels);
  for (Block &block : function.getBody())
    rewriter.rewriteBlock(block);
  return rewriter.counts;
}
