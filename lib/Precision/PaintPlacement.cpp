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
// What is painted is an op with the groups that go with it, and each group that has a
// label of its own. Edges run along values, into and out of regions, and inside an op
// from an operand's group to the op and from the op to a result's group; weights and
// masks stand beside the data, and their groups have no edge to the op. A cast ends an
// edge: whoever wrote it has decided, and a second run finds the first one's decisions.
// Work is linear in the number of edges for each step.
#include "PaintPlacement.h"

#include "RegionFlow.h"
#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// What has one colour: an op, or one of its labelled groups.
struct Node {
  Label label;
  bool clear;
  Decision *decision;
  StringRef *reason;
  SmallVector<unsigned, 4> producers, users;
};

class Graph {
public:
  explicit Graph(LabelMap &ops);

  SmallVector<Node> nodes;

private:
  void addNodes(Operation *op, Labelled &labelled);
  void addEdge(unsigned from, unsigned to) {
    nodes[from].users.push_back(to);
    nodes[to].producers.push_back(from);
  }

  /// The node of each labelled op, and of values and operands of labelled groups.
  DenseMap<Operation *, unsigned> ofOp;
  DenseMap<Value, unsigned> ofDef;
  DenseMap<OpOperand *, unsigned> ofUse;
};

void Graph::addNodes(Operation *op, Labelled &labelled) {
  unsigned body = nodes.size();
  ofOp[op] = body;
  nodes.push_back({labelled.label, labelled.clear, &labelled.decision, &labelled.reason, {}, {}});
  if (labelled.groups.empty())
    return;
  for (LabelledGroup &own : labelled.groups) {
    const train::TieGroup &group = labelled.ties[own.index];
    unsigned node = nodes.size();
    nodes.push_back({own.label, own.clear, &own.decision, &own.reason, {}, {}});
    for (OpOperand *use : group.uses)
      ofUse[use] = node;
    for (Value def : group.defs)
      ofDef[def] = node;
    if (group.kind != train::TieKind::Flowing)
      continue;
    if (!group.uses.empty())
      addEdge(node, body);
    if (!group.defs.empty())
      addEdge(body, node);
  }
}

Graph::Graph(LabelMap &ops) {
  for (auto &[op, labelled] : ops)
    addNodes(op, labelled);
  for (auto &entry : ops)
    for (OpOperand &operand : entry.first->getOpOperands()) {
      Value value = seeThroughRegions(operand.get());
      Operation *producer = value.getDefiningOp();
      auto from = producer ? ofOp.find(producer) : ofOp.end();
      if (from == ofOp.end())
        continue;
      auto def = ofDef.find(value);
      auto use = ofUse.find(&operand);
      addEdge(def == ofDef.end() ? from->second : def->second,
              use == ofUse.end() ? ofOp.lookup(entry.first) : use->second);
    }
}

using NodeSet = DenseSet<unsigned>;
using Step = function_ref<ArrayRef<unsigned>(const Node &)>;
using Passes = function_ref<bool(unsigned)>;

/// All nodes that are reached from `seeds` by `step` through those that pass, seeds
/// apart.
NodeSet flood(const Graph &graph, ArrayRef<unsigned> seeds, Step step, Passes passes) {
  NodeSet reached;
  SmallVector<unsigned> work(seeds);
  while (!work.empty())
    for (unsigned next : step(graph.nodes[work.pop_back_val()]))
      if (passes(next) && reached.insert(next).second)
        work.push_back(next);
  return reached;
}

bool isFollow(const Node &node) {
  return node.label == Label::Follow || node.label == Label::Widest;
}

/// The steps of the file's header.
class Painter {
public:
  explicit Painter(LabelMap &ops) : graph(ops) {}

  void paint() {
    seed();
    spreadWide();
    spreadBetweenLow();
    spreadOverNeutral();
    for (auto [id, node] : llvm::enumerate(graph.nodes))
      decide(id, node);
  }

private:
  bool isFree(unsigned id) const { return isFollow(graph.nodes[id]) && !wide.contains(id); }

  void seed() {
    for (auto [id, node] : llvm::enumerate(graph.nodes)) {
      if (node.label == Label::Low || node.label == Label::F32Internal) {
        low.insert(id);
        lowSeeds.push_back(id);
      } else if (!isFollow(node)) {
        wide.insert(id);
        // What keeps its types says nothing of its neighbours.
        if (node.label == Label::F32)
          wideSeeds.push_back(id);
      }
    }
  }

  void spreadWide() {
    auto users = [](const Node &node) { return ArrayRef<unsigned>(node.users); };
    auto follows = [&](unsigned id) { return isFollow(graph.nodes[id]); };
    for (unsigned id : flood(graph, wideSeeds, users, follows))
      if (!graph.nodes[id].clear)
        wide.insert(id);
  }

  void spreadBetweenLow() {
    auto users = [](const Node &node) { return ArrayRef<unsigned>(node.users); };
    auto producers = [](const Node &node) { return ArrayRef<unsigned>(node.producers); };
    auto free = [&](unsigned id) { return isFree(id); };
    NodeSet down = flood(graph, lowSeeds, users, free),
            up = flood(graph, lowSeeds, producers, free);
    for (unsigned id : down)
      if (up.contains(id))
        low.insert(id);
  }

  void spreadOverNeutral() {
    SmallVector<unsigned> work(low.begin(), low.end());
    while (!work.empty()) {
      const Node &node = graph.nodes[work.pop_back_val()];
      for (const auto &around : {node.users, node.producers})
        for (unsigned id : around)
          if (isFree(id) && graph.nodes[id].clear && low.insert(id).second)
            work.push_back(id);
    }
  }

  void decide(unsigned id, const Node &node) const {
    bool isLow = low.contains(id);
    if (node.label == Label::Keep)
      *node.decision = Decision::Keep;
    else
      *node.decision = isLow ? Decision::Low : Decision::F32;
    if (isFollow(node))
      *node.reason = isLow               ? "between low ops"
                     : wide.contains(id) ? "downstream of f32"
                                         : "not between low ops";
  }

  Graph graph;
  NodeSet low, wide;
  SmallVector<unsigned> lowSeeds, wideSeeds;
};

} // namespace

PlacementResult PaintPlacement::decide(FunctionOpInterface function, const StepParts &parts,
                                       LabelMap &ops) const {
  Painter(ops).paint();
  return {};
}
