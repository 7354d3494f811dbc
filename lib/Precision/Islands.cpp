// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Islands.h"

#include "IslandGrowth.h"
#include "SourceName.h"
#include "halftone/Precision/CastBuilder.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// What an op that only moves or clamps its one data operand makes of it.
void Islands::findRoots() {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    State &state = states[index];
    if (!node.givesFloat)
      continue;
    state.root = node.op->getResult(0);
    SmallVector<const Operand *, 3> data = node.getData();
    const Operand *from = data.size() == 1            ? data.front()
                          : node.operands.size() == 1 ? &node.operands.front()
                                                      : nullptr;
    // Low ones, too: they stand where an earlier run left them.
    bool moves = node.isClear && !node.op->getNumRegions() && from && !node.facts.isStatistic &&
                 estimateElements(state.root.getType()) <= estimateElements(from->value.getType());
    if (moves)
      state.root = from->producer == IslandNode::none ? from->value : getRoot(from->value);
  }
}

Value Islands::getRoot(Value value) {
  unsigned producer = graph.getProducer(value);
  return producer == IslandNode::none || !states[producer].root ? value : states[producer].root;
}

void Islands::addReader(unsigned index) {
  for (const Operand &operand : graph.nodes[index].operands)
    readers[getRoot(operand.value)].push_back(index);
}

bool Islands::isInput(Value value, unsigned island) {
  auto it = readers.find(getRoot(value));
  return it != readers.end() &&
         llvm::any_of(it->second, [&](unsigned reader) { return find(reader) == island; });
}

bool Islands::isRead(Value value, unsigned island) {
  auto it = readers.find(getRoot(value));
  return it != readers.end() && llvm::any_of(it->second, [&](unsigned reader) {
           return find(reader) == island &&
                  llvm::any_of(graph.nodes[reader].operands,
                               [&](const Operand &operand) { return operand.value == value; });
         });
}

void Islands::include(unsigned index) {
  State &state = states[index];
  if (state.isMember)
    return;
  state.isMember = true;
  changed = true;
  const IslandNode &node = graph.nodes[index];
  states[find(index)].hasReduction |= node.reduces;
  states[find(index)].hasJoin |= node.joins;
  if (node.reduces || isEnd(index))
    addReader(index);
}

void Islands::adopt(ArrayRef<unsigned> ops, unsigned island) {
  for (unsigned op : ops) {
    include(op);
    unite(op, island);
  }
}

void Islands::addSeeds() {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    states[index].parent = index;
    if (isSeed(index) || (node.joins && isFree(index)))
      include(index);
  }
}

bool Islands::allUsersAre(unsigned index, function_ref<bool(unsigned)> test) const {
  const IslandNode &node = graph.nodes[index];
  return !node.hasForeignUser && !node.users.empty() && llvm::all_of(node.users, test);
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// Two statistics that become one: `mean(x²) - mean(x)²`, `log(sum) + max`.
static bool meetsStatistics(const IslandNode &node) {
  auto isStatistic = [](const IslandNode::Operand &operand) { return operand.facts.isStatistic; };
  return !node.facts.isSpreadAgain && llvm::count_if(node.operands, isStatistic) > 1;
}

/// Statistics that reach a join or a seed, or meet, with the way there.
void Islands::addStatistics() {
  for (unsigned index = graph.nodes.size(); index-- > 0;) {
    const IslandNode &node = graph.nodes[index];
    if (!node.facts.isStatistic || node.kind == IslandKind::Wall || givesParameterGradient(index))
      continue;
    if (meetsStatistics(node) && isFree(index))
      include(index);
    for (unsigned user : node.users) {
      bool isEndOfIt = node.facts.isMixed ? graph.nodes[user].joins : isEnd(user);
      if (!isEndOfIt && !(isMember(user) && graph.nodes[user].facts.isStatistic))
        continue;
      include(index);
      unite(index, user);
    }
  }
}

/// `sum * (1/n)`, as `sum / n`, a seed, would be.
void Islands::addScalesOfSums() {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    State &state = states[index];
    if (!node.facts.isStatistic || node.facts.isSpreadAgain || node.operands.empty())
      continue;
    if (node.reduces) {
      state.isScale = isMember(index);
      continue;
    }
    SmallVector<const Operand *, 3> data = node.getData();
    if (!isFree(index) || data.size() != 1 || givesParameterGradient(index))
      continue;
    unsigned from = data.front()->producer;
    if (from == IslandNode::none || !states[from].isScale)
      continue;
    bool scales = !node.isClear && node.hasQuietOperand();
    state.isScale = scales || node.isClear;
    if (!scales)
      continue;
    include(index);
    for (unsigned next = index; !isMember(from) || find(next) != find(from);) {
      include(from);
      unite(next, from);
      if (graph.nodes[from].reduces)
        break;
      next = from;
      from = graph.nodes[from].getData().front()->producer;
    }
  }
}

/// What is made of positions, up from the angles.
void Islands::addAngles() {
  std::vector<bool> isWanted(graph.nodes.size());
  for (unsigned index = graph.nodes.size(); index-- > 0;) {
    const IslandNode &node = graph.nodes[index];
    if (!node.isAngle && !isWanted[index])
      continue;
    if (isWanted[index])
      include(index);
    for (const Operand &operand : node.operands) {
      if (operand.producer == IslandNode::none)
        continue;
      const IslandNode &from = graph.nodes[operand.producer];
      if (!from.facts.hasPositions || from.isAngle ||
          (from.kind == IslandKind::Wall && !from.isProduct))
        continue;
      isWanted[operand.producer] = true;
      unite(index, operand.producer);
    }
  }
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

void Islands::grow() {
  findRoots();
  addSeeds();
  addStatistics();
  addAngles();
  findWaysToSeeds();
  changed = true;
  for (unsigned round = 0; changed && round < maxRounds; ++round) {
    changed = false;
    uniteSeeds();
    addScalesOfSums();
    for (unsigned index = 0, end = graph.nodes.size(); index < end; ++index) {
      const IslandNode &node = graph.nodes[index];
      if (!isMember(index) && node.kind == IslandKind::Free && !node.givesFloat)
        growComparison(index);
      if (!isFree(index) || isMember(index))
        continue;
      if (!growTail(index) && !growReturn(index) && !growMeeting(index) && !growSum(index))
        carry(index);
    }
    for (unsigned index = graph.nodes.size(); index-- > 0;)
      if (isFree(index) && !isMember(index) && !growChain(index))
        growFeed(index);
  }
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

/// "in the island of exponential, divide at 'attn/softmax'".
std::string Islands::describe(ArrayRef<unsigned> members) const {
  SmallVector<StringRef> names;
  std::string place;
  for (unsigned index : members) {
    if (!isSeed(index) && !graph.nodes[index].isProduct)
      continue;
    StringRef name = getOpName(graph.nodes[index].op).split('.').second;
    if (!llvm::is_contained(names, name))
      names.push_back(name);
    if (!place.empty())
      continue;
    SourceName source = getSourceName(graph.nodes[index].op->getLoc());
    place = source.full().empty() ? source.place : source.full();
  }
  std::string text = "in the island of " + llvm::join(names, ", ");
  return place.empty() ? text : text + " at " + place;
}

/// More than a sensitive op alone, or a sum in two steps.
bool Islands::isIsland(ArrayRef<unsigned> members) const {
  bool hasGrown = false, isSensitive = false, isMore = false;
  for (unsigned index : members) {
    const IslandNode &node = graph.nodes[index];
    hasGrown |= !isSeed(index);
    isSensitive |= isSeed(index) || node.reduces;
    isMore |= node.joins || (isSeed(index) ? !node.accumulates : !node.isClear || node.reduces);
  }
  return hasGrown && isSensitive && isMore;
}

void Islands::apply() {
  llvm::MapVector<unsigned, SmallVector<unsigned>> islands;
  for (unsigned index = 0, end = graph.nodes.size(); index < end; ++index)
    if (isMember(index))
      islands[find(index)].push_back(index);
  unsigned number = 0;
  for (const auto &[root, members] : islands) {
    if (!isIsland(members))
      continue;
    ++number;
    StringRef reason = keepText(graph.nodes[members.front()].op->getContext(), describe(members));
    for (unsigned index : members) {
      Labelled &labelled = *graph.nodes[index].labelled;
      labelled.island = number;
      if (isSeed(index) || labelled.label == Label::F32)
        continue;
      labelled.label = Label::F32;
      labelled.basis = Basis::Island;
      labelled.reason = reason;
      // What a rule says of an end of the op holds: a rounding there is wanted.
      llvm::erase_if(labelled.groups, [](const LabelledGroup &group) {
        return group.label == Label::Follow || group.label == Label::Widest;
      });
      labelled.acc.reset();
    }
  }
}

void halftone::precision::growIslands(FunctionOpInterface function, LabelMap &labels) {
  Islands islands(function, labels);
  islands.grow();
  islands.apply();
}
