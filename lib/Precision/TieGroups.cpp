// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Precision/TieGroups.h"

#include "halftone/Precision/CastBuilder.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::train::TieGroup;

SmallVector<TieGroup> halftone::precision::tieAll(Operation *op) {
  TieGroup group{"x", {}, {}};
  for (OpOperand &operand : op->getOpOperands())
    if (isFloat(operand.get().getType()))
      group.uses.push_back(&operand);
  for (Value result : op->getResults())
    if (isFloat(result.getType()))
      group.defs.push_back(result);
  if (group.uses.empty() && group.defs.empty())
    return {};
  return {std::move(group)};
}

/// Operands of the op and of its terminators, in order.
static SmallVector<OpOperand *> getBranchOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  auto add = [&](Operation *from) {
    for (OpOperand &operand : from->getOpOperands())
      operands.push_back(&operand);
  };
  add(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        add(block.getTerminator());
  return operands;
}

SmallVector<TieGroup> halftone::precision::tieBranches(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return {};
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(mapping);
  // Values that some operand goes into share its type.
  llvm::EquivalenceClasses<void *> classes;
  SmallVector<OpOperand *> operands;
  for (OpOperand *operand : getBranchOperands(op)) {
    auto inputs = mapping.find(operand);
    if (inputs == mapping.end() || inputs->second.empty() || !isFloat(operand->get().getType()))
      continue;
    operands.push_back(operand);
    for (Value input : inputs->second)
      classes.unionSets(inputs->second.front().getAsOpaquePointer(), input.getAsOpaquePointer());
  }
  llvm::MapVector<void *, TieGroup> groups;
  for (OpOperand *operand : operands) {
    SmallVector<Value> &inputs = mapping[operand];
    void *leader = classes.getLeaderValue(inputs.front().getAsOpaquePointer());
    TieGroup &group = groups[leader];
    group.uses.push_back(operand);
    for (Value input : inputs)
      if (!llvm::is_contained(group.defs, input))
        group.defs.push_back(input);
  }
  SmallVector<TieGroup> result;
  for (auto &[leader, group] : groups) {
    bool isYielded = llvm::all_of(group.defs, [&](Value def) { return isa<OpResult>(def); });
    group.name = isYielded ? "x" : "carried";
    group.kind = isYielded ? train::TieKind::Flowing : train::TieKind::Declared;
    result.push_back(std::move(group));
  }
  return result;
}

static bool namesAccumulator(ArrayRef<StringRef> groups) {
  return llvm::is_contained(groups, StringRef("acc"));
}

bool halftone::precision::hasAccumulator(Operation *op) { return hasAccumulator(op->getName()); }

bool halftone::precision::hasAccumulator(train::PrecisionOpInterface op) {
  return namesAccumulator(op.getTieGroupNames());
}

bool halftone::precision::hasAccumulator(OperationName name) {
  auto *model = name.getInterface<train::PrecisionOpInterface>();
  return model && namesAccumulator(model->getTieGroupNames());
}

Operation *halftone::precision::rebuildOp(Operation *op, OpBuilder &builder, ValueRange operands,
                                          TypeRange resultTypes) {
  Operation *result = builder.insert(Operation::create(
      op->getLoc(), op->getName(), resultTypes, operands, op->getRawDictionaryAttrs(),
      op->getPropertiesStorage(), op->getSuccessors(), op->getNumRegions()));
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), result->getRegions()))
    to.takeBody(from);
  return result;
}
