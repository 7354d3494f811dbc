// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StepParts.h"

#include "SourceName.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/CastCost.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

StringRef halftone::precision::toString(Part part) {
  switch (part) {
  case Part::Forward:
    return "forward";
  case Part::Backward:
    return "backward";
  case Part::Optimizer:
    return "optimizer";
  }
  llvm_unreachable("part without a name");
}

/// Whether `value` is state that only an optimizer has.
static bool isOptimizerState(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  if (!function)
    return false;
  std::optional<train::Role> role = train::getArgRole(function, argument.getArgNumber());
  return role == train::Role::opt_state || role == train::Role::step_count ||
         role == train::Role::scaler_state;
}

/// What an op reads, the values that its regions take from outside included.
static SmallVector<Value> readsOf(Operation *op) {
  SmallVector<Value> reads(op->getOperands());
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) { llvm::append_range(reads, inner->getOperands()); });
  return reads;
}

void StepParts::collectForward() {
  auto func = dyn_cast<func::FuncOp>(function);
  if (!func || func.getBody().empty())
    return;
  SmallVector<Value> work;
  for (auto end : func.getBody().getOps<func::ReturnOp>())
    for (auto [index, value] : llvm::enumerate(end->getOperands())) {
      std::optional<train::Role> role = train::getResultRole(func, index);
      if (role == train::Role::loss || role == train::Role::metric ||
          role == train::Role::model_state)
        work.push_back(value);
    }
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    op = op ? func.getBody().findAncestorOpInRegion(*op) : nullptr;
    // Metrics may tell of gradients, and of the state of a scaler.
    if (op && !marked.contains(op) && !isa<train::GradientConsumerOpInterface>(op) &&
        forward.insert(op).second)
      llvm::append_range(work, readsOf(op));
  }
}

Part StepParts::classify(Operation *op) const {
  bool anyMarks = !marked.empty();
  if (marked.contains(op))
    return Part::Backward;
  if (isTerminator(op))
    return Part::Forward; // it computes nothing
  SmallVector<Value> reads = readsOf(op);
  auto isOf = [&](Part part) {
    return [&, part](Value value) {
      Operation *producer = value.getDefiningOp();
      auto it = producer ? parts.find(producer) : parts.end();
      return it != parts.end() && it->second == part;
    };
  };
  bool takesGradients = isa<train::GradientConsumerOpInterface, train::UnscaleOp>(op);
  bool reachesBack = anyMarks && llvm::any_of(reads, isOf(Part::Backward));
  bool isOptimizer = takesGradients || llvm::any_of(reads, isOptimizerState) ||
                     llvm::any_of(reads, isOf(Part::Optimizer)) || reachesBack;
  if (forward.contains(op) && !takesGradients && !reachesBack)
    return Part::Forward;
  if (isOptimizer)
    return Part::Optimizer;
  // What is made of constants alone is of no part until it is used.
  bool isFixed = llvm::all_of(reads, [&](Value value) {
    Operation *producer = value.getDefiningOp();
    return producer && !forward.contains(producer) && isOf(Part::Forward)(value);
  });
  return anyMarks || forward.empty() || isFixed ? Part::Forward : Part::Backward;
}

/// Many ops have one location.
void StepParts::collectMarked() {
  DenseMap<Attribute, bool> known;
  function->walk([&](Operation *op) {
    auto [it, isNew] = known.try_emplace(op->getLoc(), false);
    if (isNew)
      it->second = train::isBackward(op) || isTransposed(op->getLoc());
    if (it->second && op != function)
      marked.insert(op);
  });
}

StepParts::StepParts(FunctionOpInterface of) : function(of) {
  collectMarked();
  collectForward();
  for (Block &block : of.getFunctionBody())
    for (Operation &op : block) {
      parts[&op] = classify(&op);
      for (Region &region : op.getRegions())
        region.walk([&](Operation *inner) {
          if (marked.contains(inner))
            parts[inner] = Part::Backward;
        });
    }
  for (Block &block : of.getFunctionBody())
    for (Operation &op : llvm::reverse(block))
      if (feedsOptimizer(&op))
        parts[&op] = Part::Optimizer;
}

/// What depends on nothing of the optimizer, and is for it alone.
bool StepParts::feedsOptimizer(Operation *op) const {
  return parts.lookup(op) == Part::Forward && !forward.contains(op) && !op->use_empty() &&
         llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return get(user) == Part::Optimizer; });
}

Part StepParts::get(Operation *op) const {
  for (; op && op != function; op = op->getParentOp())
    if (auto it = parts.find(op); it != parts.end())
      return it->second;
  return Part::Forward;
}

static int64_t bytesOf(Type type) {
  if (!isa<RankedTensorType>(type) && !isa<ShapedType>(type)) // the first is quicker
    return 0;
  unsigned bits = getFloatWidth(type);
  if (Type element = bits ? Type() : getElementTypeOrSelf(type); element && element.isIntOrFloat())
    bits = element.getIntOrFloatBitWidth();
  return multiplyCounts(countElements(type), (bits + 7) / 8);
}

/// What a value is, but for its place and number of repetitions.
static Value rootOf(Value value) {
  while (Operation *op = value.getDefiningOp())
    if (isa<train::ReshapeOp, train::TransposeOp, train::BroadcastInDimOp,
            train::OptimizationBarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      break;
  return value;
}

int64_t StepParts::countKeptBytes() const {
  llvm::SetVector<Value> kept;
  function->getRegion(0).walk([&](Operation *op) {
    if (op->getParentOp() != function || get(op) != Part::Backward)
      return;
    for (Value read : readsOf(op)) {
      Operation *producer = read.getDefiningOp();
      if (!producer || producer->getParentOp() != function || get(producer) != Part::Forward)
        continue;
      Value root = rootOf(read);
      if (Operation *made = root.getDefiningOp(); made && !isConstant(made))
        kept.insert(root);
    }
  });
  int64_t bytes = 0;
  for (Value value : kept)
    bytes = addCounts(bytes, bytesOf(value.getType()));
  return bytes;
}

bool halftone::precision::isView(Operation *op) {
  return isa<train::ReshapeOp, train::TransposeOp, train::BroadcastInDimOp, train::SliceOp,
             train::OptimizationBarrierOp>(op);
}

void StepParts::addTraffic(Region &region, int64_t runs, Traffic &traffic) const {
  for (Operation &op : region.getOps()) {
    for (Region &inner : op.getRegions())
      addTraffic(inner, countRuns(&op, runs), traffic);
    if (op.getNumRegions() || isView(&op) || isConstant(&op) || isTerminator(&op))
      continue;
    int64_t bytes = 0;
    for (Value value : llvm::SmallSetVector<Value, 4>(op.operand_begin(), op.operand_end()))
      bytes = addCounts(bytes, getSplat(value) ? 0 : bytesOf(value.getType()));
    for (Type type : op.getResultTypes())
      bytes = addCounts(bytes, bytesOf(type));
    Part part = get(&op);
    int64_t &sum = part == Part::Forward    ? traffic.forward
                   : part == Part::Backward ? traffic.backward
                                            : traffic.optimizer;
    sum = addCounts(sum, multiplyCounts(runs, bytes));
  }
}

StepParts::Traffic StepParts::countTraffic() const {
  Traffic traffic;
  addTraffic(function->getRegion(0), 1, traffic);
  return traffic;
}
