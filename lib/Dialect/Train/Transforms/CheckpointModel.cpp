// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckpointModel.h"

#include "HeldValues.h"
#include "Residuals.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/Checkpoints.h"
#include "halftone/Dialect/Train/Transforms/GradientContext.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace halftone::train {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static constexpr StringLiteral unitFile = "<unit>";

namespace {
/// A block whose ops are units: they have the numbers from `first` on.
struct UnitBlock {
  int parent = -1;       ///< unit block of the loop
  unsigned parentId = 0; ///< the loop's number
  unsigned first = 0;
};

/// Numbers the units in the order in which both walks meet them.
class Numbering {
public:
  explicit Numbering(func::FuncOp function) { add(function.getBody().front(), -1, 0); }

  SmallVector<UnitBlock> blocks;
  SmallVector<int> blockOf;       ///< by number
  SmallVector<Operation *> units; ///< by number
  DenseMap<Operation *, unsigned> blockOfLoop;

  /// The unit of block `index` that number `id` is or is inside of, or -1.
  int getUnit(int index, int id) const {
    while (id >= 0) {
      int block = blockOf[id];
      if (block == index)
        return id - static_cast<int>(blocks[block].first);
      id = blocks[block].parent < 0 ? -1 : static_cast<int>(blocks[block].parentId);
    }
    return -1;
  }

private:
  void add(Block &block, int parent, unsigned parentId) {
    int index = blocks.size();
    blocks.push_back({parent, parentId, static_cast<unsigned>(units.size())});
    for (Operation &op : block.without_terminator()) {
      units.push_back(&op);
      blockOf.push_back(index);
    }
    for (Operation &op : block.without_terminator())
      if (auto loop = dyn_cast<ForOp>(op); loop && loop.getTripCount() > 1) {
        blockOfLoop[&op] = blocks.size();
        add(loop.getBody().front(), index, blocks[index].first + indexIn(block, op));
      }
  }

  static unsigned indexIn(Block &block, Operation &op) {
    return std::distance(block.begin(), Block::iterator(op));
  }
};
} // namespace

void numberUnits(func::FuncOp copy) {
  Numbering numbers(copy);
  for (auto [id, unit] : llvm::enumerate(numbers.units)) {
    Location loc = FileLineColLoc::get(copy.getContext(), unitFile, id + 1, 0);
    // Loops within loops are numbered later, and overwrite this.
    unit->walk([&](Operation *op) { op->setLoc(loc); });
  }
}

static int getNumber(Operation *op) {
  int number = -1;
  op->getLoc()->walk([&](Location loc) {
    auto file = dyn_cast<FileLineColLoc>(loc);
    if (!file || file.getFilename() != unitFile)
      return WalkResult::advance();
    number = static_cast<int>(file.getLine()) - 1;
    return WalkResult::interrupt();
  });
  return number;
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

namespace {

/// A value that is made again in the twin of `body` at no cost.
bool isFree(Value value, Block &body) {
  value = getStorage(value);
  if (value.getParentBlock() != &body)
    return isThereAnyway(value) || isWithin(body.getParent(), *value.getParentRegion());
  if (auto arg = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(body.getParentOp()) || arg.getArgNumber() == 0;
  if (isThereAnyway(value))
    return true;
  Operation *op = value.getDefiningOp();
  return isa<ForOp>(body.getParentOp()) && isCheap(op) &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isFree(v, body); });
}

class Modeler {
public:
  Modeler(func::FuncOp original, func::FuncOp gradient) : numbers(original), gradient(gradient) {
    gradient.walk([&](ForOp loop) {
      if (!isBackward(loop))
        loops.try_emplace(getNumber(loop), loop);
    });
  }

  CheckpointSequence run() { return model(0, gradient.getBody().front(), {}); }

private:
  /// The sequence of unit block `index`, whose forward ops are in `block`. `loop` is the
  /// loop around it in the differentiated function.
  CheckpointSequence model(int index, Block &block, ForOp loop) {
    CheckpointSequence sequence;
    sequence.units.resize(countUnits(index));
    llvm::MapVector<Value, unsigned> items;
    auto unitOf = [&](Operation *op) { return numbers.getUnit(index, getNumber(op)); };
    auto getItem = [&](Value value) -> CheckpointSequence::Item * {
      value = getStorage(value);
      if (value.getParentBlock() != &block || isFree(value, block))
        return nullptr;
      Operation *op = value.getDefiningOp();
      if (op && (isBackward(op) || unitOf(op) < 0))
        return nullptr;
      auto [it, isNew] = items.try_emplace(value, sequence.items.size());
      if (isNew) {
        CheckpointSequence::Item item;
        item.definition = op ? unitOf(op) : -1;
        item.bytes = getBytes(value);
        item.isProduct = isa_and_nonnull<DotGeneralOp, ConvOp, LinearOp>(op);
        sequence.items.push_back(item);
      }
      return &sequence.items[it->second];
    };
    // A loop's stacks belong to its ways to run.
    auto isStack = [&](Value value) {
      auto result = dyn_cast<OpResult>(getStorage(value));
      auto made = result ? dyn_cast<ForOp>(result.getOwner()) : ForOp();
      return made && !isBackward(made) &&
             result.getResultNumber() >= getOriginalCount(getNumber(made));
    };

    for (Operation &op : block.without_terminator()) {
      int unit = unitOf(&op);
      bool isForward = !isBackward(&op);
      if (isForward && unit >= 0)
        sequence.units[unit].cost += getCost(&op);
      op.walk([&](Operation *inner) {
        int user = isForward ? unit : unitOf(inner);
        if (user < 0 && isForward)
          return;
        for (Value operand : inner->getOperands()) {
          if (isStack(operand))
            continue;
          if (CheckpointSequence::Item *item = getItem(operand)) {
            unsigned last = sequence.units.size() - 1;
            if (!isForward)
              item->needs.push_back(user < 0 ? last : user);
            else if (user != item->definition)
              item->uses.push_back(user);
          }
        }
      });
    }
    if (loop)
      addStacked(loop, index, sequence, getItem);
    for (CheckpointSequence::Item &item : sequence.items)
      for (std::vector<unsigned> *list : {&item.uses, &item.needs}) {
        llvm::sort(*list);
        list->erase(llvm::unique(*list), list->end());
      }
    for (unsigned unit = 0; unit < sequence.units.size(); ++unit)
      addWays(index, unit, sequence);
    return sequence;
  }

  /// What the body of `loop` writes to stacks is needed by what reads them.
  template <typename GetItem>
  void addStacked(ForOp loop, int index, CheckpointSequence &sequence, GetItem getItem) {
    unsigned last = sequence.units.size() - 1;
    for (unsigned k = getOriginalCount(getNumber(loop)); k < loop->getNumResults(); ++k) {
      auto written = loop.getYield().getOperand(k).getDefiningOp<DynamicUpdateSliceOp>();
      CheckpointSequence::Item *item = written ? getItem(written.getUpdate()) : nullptr;
      if (!item)
        continue;
      SmallVector<Value> reads{loop->getResult(k)};
      size_t before = item->needs.size();
      while (!reads.empty())
        for (Operation *user : reads.pop_back_val().getUsers()) {
          if (isa<DynamicSliceOp, ReshapeOp, TransposeOp, BroadcastInDimOp>(user))
            llvm::append_range(reads, user->getResults());
          else if (int unit = numbers.getUnit(index, getNumber(user)); unit >= 0)
            item->needs.push_back(unit);
        }
      if (item->needs.size() == before)
        item->needs.push_back(last);
    }
  }

  void addWays(int index, unsigned unit, CheckpointSequence &sequence) {
    unsigned id = numbers.blocks[index].first + unit;
    auto original = dyn_cast<ForOp>(numbers.units[id]);
    auto found = loops.find(id);
    if (!original || !numbers.blockOfLoop.contains(original) || found == loops.end())
      return;
    CheckpointSequence body =
        model(numbers.blockOfLoop.lookup(original), found->second.getBody().front(), found->second);
    if (body.getPlainBytes() > 0)
      sequence.units[unit].ways = planLoop(body, original.getTripCount());
  }

  unsigned countUnits(int index) const { return llvm::count(numbers.blockOf, index); }
  unsigned getOriginalCount(int id) const {
    bool isModelled = id >= 0 && numbers.blockOfLoop.contains(numbers.units[id]);
    return isModelled ? numbers.units[id]->getNumResults() : ~0u;
  }

  Numbering numbers;
  func::FuncOp gradient;
  DenseMap<int, ForOp> loops; ///< of the differentiated function, by number
};

} // namespace

CheckpointSequence modelSequence(func::FuncOp original, func::FuncOp gradient) {
  return Modeler(original, gradient).run();
}

//===----------------------------------------------------------------------===//
// Carrying out a plan
//===----------------------------------------------------------------------===//

static unsigned applyTo(Block &block, const CheckpointPlan &plan) {
  SmallVector<Operation *> units;
  for (Operation &op : block.without_terminator())
    units.push_back(&op);
  unsigned count = 0;
  for (auto &[unit, inside] : plan.inside)
    count += applyTo(cast<ForOp>(units[unit]).getBody().front(), *inside);
  for (const CheckpointPlan::Part &part : plan.parts) {
    SmallVector<Operation *> ops;
    // Constants stay in front: folds of users elsewhere should see them.
    for (Operation *op : ArrayRef(units).slice(part.begin, part.end - part.begin))
      if (op->getNumOperands() != 0 || op->getNumRegions() != 0)
        ops.push_back(op);
      else
        op->moveBefore(units[part.begin]);
    if (ops.empty())
      continue;
    wrapInCheckpoint(ops, part.saveProducts ? CheckpointSave::products : CheckpointSave::nothing);
    ++count;
  }
  return count;
}

unsigned applyPlan(func::FuncOp function, const CheckpointPlan &plan) {
  return applyTo(function.getBody().front(), plan);
}

} // namespace halftone::train
