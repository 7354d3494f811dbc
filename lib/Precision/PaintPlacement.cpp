// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Painting, after TensorFlow's `auto_mixed_precision` (its documentation):
//
//   1. low: the ops labelled low. f32: those labelled f32 or keep.
//   2. f32 spreads forward: a `follow` op that is not neutral and lies downstream of
//      an f32 op, through `follow` ops only, becomes f32.
//   3. low spreads between: a `follow` op that is not f32 and lies on a path of such
//      ops from a low op to a low op becomes low.
//   4. low spreads over neutral ops: a neutral `follow` op next to a low op becomes
//      low, again and again.
//   5. What is left is f32.
//
// Edges run along values, and into and out of regions. A cast ends an edge: whoever
// wrote it has decided, and a second run finds the first one's decisions. Work is
// linear in the number of edges for each step.
#include "PaintPlacement.h"

#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// Neighbours of the labelled ops along values.
class Graph {
public:
  explicit Graph(LabelMap &ops) {
    for (auto &entry : ops)
      for (Value operand : entry.first->getOperands())
        if (Operation *producer = getProducer(operand); producer && ops.count(producer)) {
          producers[entry.first].push_back(producer);
          users[producer].push_back(entry.first);
        }
  }

  ArrayRef<Operation *> producersOf(Operation *op) const { return lookup(producers, op); }
  ArrayRef<Operation *> usersOf(Operation *op) const { return lookup(users, op); }

private:
  using Edges = DenseMap<Operation *, SmallVector<Operation *, 4>>;

  static ArrayRef<Operation *> lookup(const Edges &edges, Operation *op) {
    auto it = edges.find(op);
    return it == edges.end() ? ArrayRef<Operation *>() : ArrayRef<Operation *>(it->second);
  }

  /// The op that made a value; what a region yields stands for the result of its op.
  static Operation *getProducer(Value value) {
    for (;;) {
      Operation *op = value.getDefiningOp();
      if (!op)
        return nullptr;
      auto region = dyn_cast<train::PrecisionOp>(op);
      if (!region)
        return op;
      value = region.getBody().front().getTerminator()->getOperand(
          cast<OpResult>(value).getResultNumber());
    }
  }

  Edges producers, users;
};

/// Everything that `step` reaches from `seeds` through ops that `passes` lets by.
template <typename Step, typename Passes>
DenseSet<Operation *> flood(const SmallVector<Operation *> &seeds, Step step, Passes passes) {
  DenseSet<Operation *> reached;
  SmallVector<Operation *> work(seeds);
  while (!work.empty())
    for (Operation *next : step(work.pop_back_val()))
      if (passes(next) && reached.insert(next).second)
        work.push_back(next);
  return reached;
}

} // namespace

void PaintPlacement::decide(LabelMap &ops) const {
  Graph graph(ops);
  DenseSet<Operation *> low, wide;
  SmallVector<Operation *> lowSeeds, wideSeeds;
  auto isFollow = [&](Operation *op) {
    Label label = ops.find(op)->second.label;
    return label == Label::Follow || label == Label::Widest;
  };
  auto isClear = [&](Operation *op) { return ops.find(op)->second.clear; };
  auto users = [&](Operation *op) { return graph.usersOf(op); };
  auto producers = [&](Operation *op) { return graph.producersOf(op); };

  for (auto &[op, labelled] : ops) {
    if (labelled.label == Label::Low || labelled.label == Label::F32Internal) {
      low.insert(op);
      lowSeeds.push_back(op);
    } else if (!isFollow(op)) {
      wide.insert(op);
      // What keeps its types says nothing of its neighbours.
      if (labelled.label == Label::F32)
        wideSeeds.push_back(op);
    }
  }

  for (Operation *op : flood(wideSeeds, users, isFollow))
    if (!isClear(op))
      wide.insert(op);

  auto free = [&](Operation *op) { return isFollow(op) && !wide.contains(op); };
  DenseSet<Operation *> down = flood(lowSeeds, users, free), up = flood(lowSeeds, producers, free);
  for (Operation *op : down)
    if (up.contains(op))
      low.insert(op);

  auto neutral = [&](Operation *op) { return free(op) && isClear(op) && !low.contains(op); };
  SmallVector<Operation *> painted;
  for (auto &entry : ops)
    if (low.contains(entry.first))
      painted.push_back(entry.first);
  auto both = [&](Operation *op) {
    SmallVector<Operation *> around(graph.usersOf(op));
    llvm::append_range(around, graph.producersOf(op));
    return around;
  };
  for (Operation *op : flood(painted, both, neutral))
    low.insert(op);

  for (auto &[op, labelled] : ops) {
    if (labelled.label == Label::Keep)
      labelled.decision = Decision::Keep;
    else
      labelled.decision = low.contains(op) ? Decision::Low : Decision::F32;
    if (isFollow(op))
      labelled.reason = low.contains(op)    ? "between low ops"
                        : wide.contains(op) ? "downstream of f32"
                                            : "not between low ops";
  }
}
