// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rewrite.h"

#include "CastScope.h"
#include "RegionFlow.h"
#include "StepParts.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/CastCost.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

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
  Rewriter(const StepParts &parts, const LabelMap &labels, Prices prices)
      : labels(labels), prices(prices), parts(parts) {
    writtenTypes.reserve(labels.size());
  }
  ~Rewriter() {
    for (Operation *op : replaced)
      op->destroy();
  }

  void rewriteRegion(Region &region);

  RewriteCounts counts;

private:
  void rewrite(Operation *op);
  void rewriteRegions(Operation *op, const Labelled *labelled);
  void rewriteBody(Operation *op, FloatType body);
  void keepBody(Operation *op);
  void keepTypes(Operation *op);
  void apply(train::PrecisionOpInterface op, const Labelled &labelled);
  FloatType typeFor(const train::TieGroup &group, const LabelledGroup *own,
                    const Labelled &labelled, FloatType flowing);
  FloatType flowingType(Operation *op, ArrayRef<train::TieGroup> groups, const Labelled &labelled);
  FloatType accumulatorFor(train::PrecisionOpInterface op, const Labelled &labelled,
                           ValueRange operands);
  Value getAs(Value value, FloatType type, Operation *user);
  Value narrow(Value value, FloatType type, Operation *user);
  Value widen(Value value, FloatType type, Operation *user);
  void count(Value from, Value to);

  /// The element type that a value had in the IR as it was written.
  FloatType written(Value value) {
    auto it = writtenTypes.find(value);
    return it == writtenTypes.end() ? getFloat(value.getType()) : it->second;
  }
  /// That type where the value may have another one now; else null.
  FloatType changedFrom(Value value) const { return writtenTypes.lookup(value); }
  void setType(Value value, FloatType type) {
    writtenTypes.try_emplace(value, getFloat(value.getType()));
    value.setType(withFloat(value.getType(), type));
  }

  SmallVector<Operation *> replaced; ///< to be freed at the end
  const LabelMap &labels;
  Prices prices;
  const StepParts &parts;
  FloatType bodyType; ///< in the body of an op that owns it: what it computes in
  DenseMap<Value, FloatType> writtenTypes;
  DenseMap<std::pair<Value, Type>, Value> narrowed;
  using WideKey = std::tuple<Value, Type, Block *, unsigned>;
  DenseMap<WideKey, Value> widened; ///< in a scope, in the forward pass or behind it
  DenseMap<Value, Value> castFrom;  ///< results of the casts made here
};

void Rewriter::count(Value from, Value to) {
  castFrom[to] = from;
  FloatType have = getFloat(from.getType()), type = getFloat(to.getType());
  counts.bytes =
      addCounts(counts.bytes, countCastBytes(from.getType(), have.getWidth(), type.getWidth()));
  ++(train::isExactWidening(have, type) ? counts.widening : counts.narrowing);
}

Value Rewriter::narrow(Value value, FloatType type, Operation *user) {
  Value &known = narrowed[{value, type}];
  if (known)
    return known;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  known = castFloat(builder, value.getLoc(), value, type, user);
  count(value, known);
  return known;
}

/// The op before which casts for `user` can stand: a region of parallel inserts has no room
/// for other ops.
static Operation *getPlace(Operation *user) {
  while (isa<InParallelOpInterface>(user->getParentOp()))
    user = user->getParentOp();
  return user;
}

Value Rewriter::widen(Value value, FloatType type, Operation *user) {
  bool isSharedByAll = prices == Prices::Kernels;
  Block *scope =
      isSharedByAll ? value.getParentBlock() : getWideningScope(value, getPlace(user)->getBlock());
  bool isBehind = !isSharedByAll && parts.get(user) != Part::Forward;
  Value &known = widened[WideKey(value, type, scope, isBehind)];
  if (known)
    return known;
  OpBuilder builder(value.getContext());
  if (isSharedByAll)
    builder.setInsertionPointAfterValue(value);
  else
    builder.setInsertionPoint(scope->findAncestorOpInBlock(*user));
  known = castFloat(builder, user->getLoc(), value, type, user);
  count(value, known);
  return known;
}

Value Rewriter::getAs(Value value, FloatType type, Operation *user) {
  if (hasElement(value.getType(), type) || !isFloat(value.getType()))
    return value;
  FloatType have = getFloat(value.getType());
  OpBuilder builder(getPlace(user));
  if (Value made = remakeFloat(builder, value, type, user))
    return made;
  if (Value from = castFrom.lookup(value))
    if (getFloat(from.getType()) == type && train::isExactWidening(type, have))
      return from;
  if (!train::isExactWidening(have, type))
    return narrow(value, type, user);
  return widen(value, type, user);
}

/// Operands and results in the types that they were written with.
void Rewriter::keepTypes(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (FloatType type = changedFrom(operand.get()))
      operand.set(getAs(operand.get(), type, op));
}

/// The widest type in which the op takes its data, constants aside.
FloatType Rewriter::flowingType(Operation *op, ArrayRef<train::TieGroup> groups,
                                const Labelled &labelled) {
  auto isData = [&](OpOperand *use) {
    Operation *producer = use->get().getDefiningOp();
    return use->getOwner() == op && !getSplat(use->get()) &&
           !(producer && hasNoPrecision(producer));
  };
  bool asksForIt = labelled.decision == Decision::Widen ||
                   llvm::any_of(labelled.groups, [](const LabelledGroup &own) {
                     return own.decision == Decision::Widen;
                   });
  FloatType type;
  if (!asksForIt)
    return type;
  for (bool constants : {false, true}) {
    for (auto [index, group] : llvm::enumerate(groups)) {
      if (group.kind != train::TieKind::Flowing)
        continue;
      const LabelledGroup *own = labelled.findGroup(index);
      bool comesAsItIs = (own ? own->decision : labelled.decision) == Decision::Widen;
      for (OpOperand *use : group.uses)
        if (constants || isData(use))
          type = widest(type, comesAsItIs ? getFloat(use->get().getType())
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
  if (group.kind == train::TieKind::Declared && !own)
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
               : getFloat(group.uses.front()->get().getType());
  case Decision::Keep:
    return before;
  }
  llvm_unreachable("decision without a type");
}

/// The accumulator that the op is given, or null where it has it already. One that was
/// written and does not hold the operands as they are now becomes f32.
FloatType Rewriter::accumulatorFor(train::PrecisionOpInterface op, const Labelled &labelled,
                                   ValueRange operands) {
  if (!labelled.accumulates)
    return {};
  auto have = dyn_cast_or_null<FloatType>(op.getAccumulatorType());
  if (!have) // a body that computes in no float
    return {};
  FloatType want = have;
  if (labelled.acc && labelled.acc->decision != Decision::Keep)
    want = labelled.acc->decision == Decision::Low ? labelled.compute
                                                   : FloatType(Float32Type::get(op.getContext()));
  for (Value operand : operands)
    if (FloatType type = getFloat(operand.getType()); type && !train::isExactWidening(type, want))
      want = widest(type, want);
  return want == have ? FloatType() : want;
}

/// What an op's regions compute on its elements, in `body`, or as it was written where
/// that is null or somebody cast in it.
void Rewriter::rewriteBody(Operation *op, FloatType body) {
  bool hasCasts = false;
  op->walk([&](Operation *inner) { hasCasts |= isFloatCast(inner); });
  llvm::SaveAndRestore<FloatType> inBody(bodyType, hasCasts ? FloatType() : body);
  llvm::SaveAndRestore<RewriteCounts> uncounted(counts);
  for (Region &region : op->getRegions())
    rewriteRegion(region);
}

/// The body of an op that keeps its types: only values from outside may have changed.
void Rewriter::keepBody(Operation *op) {
  rewriteBody(op, {});
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty())
        keepTypes(&block.back());
}

/// The mark of products in TF32, on an op that can have it and is f32.
static void markProducts(Operation *op, ValueRange operands, const Labelled &labelled) {
  if (labelled.tf32 == Mark::None ||
      (labelled.tf32 == Mark::Clear && labelled.products != ProductType::TF32))
    return;
  bool isF32 = llvm::all_of(operands, [](Value v) {
    FloatType type = getFloat(v.getType());
    return type && type.isF32();
  });
  if (labelled.products == ProductType::TF32 && isF32)
    op->setAttr("tf32", UnitAttr::get(op->getContext()));
  else if (labelled.tf32 == Mark::Set)
    op->removeAttr("tf32");
}

void Rewriter::apply(train::PrecisionOpInterface op, const Labelled &labelled) {
  ArrayRef<train::TieGroup> groups = labelled.ties;
  FloatType flowing = flowingType(op, groups, labelled);
  SmallVector<FloatType> types;
  SmallVector<Value> operands(op->getOperands());
  SmallVector<Type> results(op->getResultTypes());
  SmallPtrSet<OpOperand *, 8> grouped;
  for (const train::TieGroup &group : groups)
    grouped.insert(group.uses.begin(), group.uses.end());
  for (OpOperand &operand : op->getOpOperands())
    if (FloatType type = changedFrom(operand.get()); type && !grouped.contains(&operand))
      operands[operand.getOperandNumber()] = getAs(operand.get(), type, op);
  for (auto [index, group] : llvm::enumerate(groups)) {
    FloatType type =
        types.emplace_back(typeFor(group, labelled.findGroup(index), labelled, flowing));
    for (OpOperand *use : group.uses)
      if (use->getOwner() == op)
        operands[use->getOperandNumber()] = getAs(use->get(), type, op);
    for (Value def : group.defs)
      if (auto result = dyn_cast<OpResult>(def))
        results[result.getResultNumber()] = withFloat(result.getType(), type);
  }
  SmallVector<Value> data;
  for (OpOperand &operand : op->getOpOperands())
    if (grouped.contains(&operand))
      data.push_back(operands[operand.getOperandNumber()]);
  FloatType acc = accumulatorFor(op, labelled, data);
  markProducts(op, operands, labelled);
  bool isOwner = ownsBody(op);
  auto hasItsTypes = [](auto pair) {
    auto &[group, type] = pair;
    return llvm::all_of(group.defs, [&](Value def) {
      return isa<OpResult>(def) || getFloat(def.getType()) == type;
    });
  };
  if (!acc && llvm::equal(operands, op->getOperands()) &&
      llvm::equal(results, op->getResultTypes()) &&
      llvm::all_of(llvm::zip_equal(groups, types), hasItsTypes)) {
    if (isOwner)
      keepBody(op);
    return;
  }
  for (auto [result, type] : llvm::zip_equal(op->getResults(), results))
    if (result.getType() != type)
      writtenTypes.try_emplace(result, getFloat(result.getType()));
  const PrecisionDialectInterface *dialect = isOwner ? nullptr : getPrecisionDialect(op);
  if (dialect && dialect->retype(op, operands, results, acc))
    return;
  OpBuilder builder(op);
  Operation *made = op.rebuildWithTypes(builder, operands, results, acc);
  if (isOwner) {
    // A body without a type of its own has that of its arguments.
    bool hasOwnType = labelled.accumulates;
    FloatType body = acc;
    for (auto [group, type] : llvm::zip_equal(groups, types))
      for (Value def : group.defs) {
        // A body that was made anew has its types.
        auto arg = dyn_cast<BlockArgument>(def);
        if (!arg || arg.getOwner()->getParentOp() != made || getFloat(arg.getType()) == type)
          continue;
        setType(arg, type);
        body = hasOwnType ? acc : type;
      }
    rewriteBody(made, body);
    for (auto [group, type] : llvm::zip_equal(groups, types))
      for (OpOperand *use : group.uses)
        if (use->getOwner() != op)
          use->set(getAs(use->get(), type, use->getOwner()));
  }
  for (auto [from, to] : llvm::zip_equal(op->getResults(), made->getResults())) {
    if (FloatType type = changedFrom(from))
      writtenTypes[to] = type;
    from.replaceAllUsesWith(to);
  }
  // Not freed yet: a new op or value at its address would be taken for it.
  op->dropAllReferences();
  op->remove();
  replaced.push_back(op);
}

/// Ops with regions: what a loop carries keeps its type; what a branch or a
/// precision region yields decides the type of the result.
void Rewriter::rewriteRegions(Operation *op, const Labelled *labelled) {
  SmallVector<train::TieGroup> made;
  if (auto model = dyn_cast<train::PrecisionOpInterface>(op); model && !labelled)
    made = model.getTieGroups();
  ArrayRef<train::TieGroup> groups = labelled ? ArrayRef(labelled->ties) : made;
  // Types that were decided for a group, what a loop carries included.
  SmallVector<FloatType> decided(groups.size());
  SmallPtrSet<OpOperand *, 8> done;
  for (auto [index, group] : llvm::enumerate(groups)) {
    const LabelledGroup *own = labelled ? labelled->findGroup(index) : nullptr;
    if (!own || own->decision == Decision::Widen || own->decision == Decision::Keep)
      continue;
    decided[index] = typeFor(group, own, *labelled, {});
    for (OpOperand *use : group.uses)
      if (use->getOwner() == op && done.insert(use).second)
        use->set(getAs(use->get(), decided[index], op));
    for (Value def : group.defs)
      if (isa<BlockArgument>(def))
        setType(def, decided[index]);
  }
  for (OpOperand &operand : op->getOpOperands())
    if (FloatType type = changedFrom(operand.get()); type && !done.contains(&operand))
      operand.set(getAs(operand.get(), type, op));
  for (Region &region : op->getRegions())
    rewriteRegion(region);
  for (auto [index, group] : llvm::enumerate(groups)) {
    FloatType type = written(group.defs.front());
    const LabelledGroup *own = labelled ? labelled->findGroup(index) : nullptr;
    Decision decision = own ? own->decision : labelled ? labelled->decision : Decision::Keep;
    bool isFree =
        decided[index] || (group.kind != train::TieKind::Declared && decision != Decision::Keep);
    if (decided[index]) {
      type = decided[index];
    } else if (isFree) {
      type = {};
      for (OpOperand *use : group.uses)
        type = widest(type, getFloat(use->get().getType()));
    }
    for (OpOperand *use : group.uses)
      if (use->getOwner() != op)
        use->set(getAs(use->get(), type, use->getOwner()));
    if (isFree)
      for (Value def : group.defs)
        setType(def, type);
  }
}

/// True where an op is to be f32 and is so: most of a step's ops, in its optimizer.
static bool isF32Already(train::PrecisionOpInterface op, const Labelled &labelled) {
  if (labelled.decision != Decision::F32 || !labelled.groups.empty() || labelled.acc ||
      op->getNumRegions() || labelled.accumulates)
    return false;
  auto isOther = [](Type type) { return isFloat(type) && !getFloat(type).isF32(); };
  return llvm::none_of(op->getOperandTypes(), isOther) &&
         llvm::none_of(op->getResultTypes(), isOther);
}

/// True for a region's end whose op says what becomes of the values in it.
static bool endsModelled(Operation *op) {
  return op == &op->getBlock()->back() && op->mightHaveTrait<OpTrait::IsTerminator>() &&
         isa<train::PrecisionOpInterface>(op->getParentOp());
}

/// What can't be reached keeps its types.
void Rewriter::rewriteRegion(Region &region) {
  SmallPtrSet<Block *, 4> reached;
  for (Block *block : getReachedBlocks(region)) {
    reached.insert(block);
    for (Operation &op : llvm::make_early_inc_range(*block))
      rewrite(&op);
  }
  for (Block &block : region)
    if (!reached.contains(&block))
      block.walk([&](Operation *op) { keepTypes(op); });
}

void Rewriter::rewrite(Operation *op) {
  if (isCast(op)) {
    keepTypes(op);
    return;
  }
  if (isConstant(op) || hasNoPrecision(op))
    return;
  // A barrier passes what comes, so that what is kept behind it is the narrow value.
  if (isa<train::OptimizationBarrierOp>(op)) {
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      if (FloatType type = getFloat(operand.getType()); type && type != getFloat(result.getType()))
        setType(result, type);
    return;
  }
  // The values of a region's end are handled with its op.
  if (endsModelled(op))
    return;
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  auto it = labels.find(op);
  const Labelled *labelled = it == labels.end() ? nullptr : &it->second;
  Labelled inBody;
  if (bodyType && model) {
    inBody.decision = Decision::Low;
    inBody.compute = bodyType;
    inBody.ties = model.getTieGroups();
    inBody.accumulates = hasAccumulator(model);
    labelled = &inBody;
  }
  bool isOwner = ownsBody(op);
  if (op->getNumRegions() && !isOwner) {
    rewriteRegions(op, labelled);
    return;
  }
  if (!model || !labelled ||
      (labelled->decision == Decision::Keep && labelled->groups.empty() && !labelled->acc)) {
    keepTypes(op);
    if (isOwner)
      keepBody(op);
    return;
  }
  if (!isF32Already(model, *labelled))
    apply(model, *labelled);
}

} // namespace

RewriteCounts halftone::precision::rewriteFunction(FunctionOpInterface function,
                                                   const StepParts &parts, const LabelMap &labels,
                                                   Prices prices) {
  Rewriter rewriter(parts, labels, prices);
  rewriter.rewriteRegion(function.getFunctionBody());
  return rewriter.counts;
}
