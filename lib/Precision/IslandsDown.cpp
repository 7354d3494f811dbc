// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Down from an island: what is made of its results.
#include "IslandGrowth.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

/// One sensitive op that reads what another gives.
void Islands::uniteSeeds() {
  for (auto [index, node] : llvm::enumerate(graph.nodes)) {
    if (!isMember(index) || !isEnd(index))
      continue;
    for (const Operand &operand : node.operands)
      if (isMember(operand.producer) && !operand.facts.isNumber &&
          !isParameterGradient(operand.value))
        unite(index, operand.producer);
  }
}

bool Islands::growTail(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  SmallVector<const Operand *, 3> data = node.getData();
  if (node.isClear || node.isProduct || data.size() != 1 || !isMember(data.front()->producer))
    return false;
  unsigned from = data.front()->producer;
  if (!states[find(from)].hasJoin || graph.nodes[from].facts.isStatistic ||
      isParameterGradient(data.front()->value))
    return false;
  // A constant alone scales what the network does next, unless it follows such a step.
  bool shifts = llvm::any_of(node.operands, [](const Operand &operand) {
    return operand.facts.isQuiet() && !operand.facts.isConstant;
  });
  if (!shifts && !(states[from].isTail && node.hasQuietOperand()))
    return false;
  states[index].isTail = true;
  include(index);
  unite(index, from);
  return true;
}

bool Islands::growReturn(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (node.operands.size() < 2 || node.isProduct)
    return false;
  for (const Operand &operand : node.operands) {
    if (operand.producer == IslandNode::none)
      continue;
    unsigned from =
        isMember(operand.producer) ? operand.producer : states[operand.producer].carries;
    if (from == IslandNode::none || !states[find(from)].hasReduction)
      continue;
    unsigned island = find(from);
    unsigned own = 0;
    bool fits = llvm::all_of(node.operands, [&](const Operand &other) {
      bool isOwn = isResultOf(other.producer, island) || isInput(other.value, island) ||
                   isPartOf(other.producer, island, maxFeedDepth);
      own += isOwn;
      return isOwn || other.facts.isQuiet();
    });
    if (!fits || own < 2)
      continue;
    include(index);
    unite(index, island);
    for (const Operand &other : node.operands)
      includeCarriers(other.producer, index);
    return true;
  }
  return false;
}

/// Whether the op only adds something to a result of the island, for one reader: a stream's
/// gradient between the terms of a norm's.
bool Islands::isPartOf(unsigned index, unsigned island, unsigned depth) {
  if (index == IslandNode::none || depth == 0 || isMember(index) || !isFree(index))
    return false;
  const IslandNode &node = graph.nodes[index];
  return !node.isProduct && !node.hasForeignUser && node.users.size() == 1 &&
         llvm::any_of(node.operands, [&](const Operand &operand) {
           return isResultOf(operand.producer, island) ||
                  isPartOf(operand.producer, island, depth - 1);
         });
}

/// Brings together what two islands give, one of which reads what the other gives: `p` of a
/// softmax, and the sum over `dp * p` that its gradient subtracts from `dp`.
bool Islands::growMeeting(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (node.isProduct || node.operands.size() != 2)
    return false;
  for (auto [a, b] : {std::pair(0, 1), std::pair(1, 0)}) {
    unsigned from = node.operands[a].producer, to = node.operands[b].producer;
    if (!isMember(from) || !isMember(to) || !states[find(from)].hasReduction ||
        !states[find(to)].hasReduction)
      continue;
    unsigned island = find(to);
    for (unsigned between : graph.nodes[from].users) {
      if (!isFree(between) || isMember(between) || between == index)
        continue;
      SmallVector<unsigned> users = getReaders(between);
      auto isOther = [&](unsigned user) { return find(user) == island; };
      if (users.empty() || !llvm::all_of(users, isOther))
        continue;
      includeReaders(between, isOther);
      include(index);
      unite(between, from);
      unite(index, from);
      unite(index, to);
      return true;
    }
  }
  return false;
}

/// Whether the op gives, or only moves, scales or shifts, a result of the island.
bool Islands::isResultOf(unsigned index, unsigned island) {
  if (index == IslandNode::none)
    return false;
  unsigned from = isMember(index) ? index : states[index].carries;
  return from != IslandNode::none && find(from) == island;
}

/// What carries a result to the member `user`.
void Islands::includeCarriers(unsigned index, unsigned user) {
  if (index == IslandNode::none || isMember(index) || states[index].carries == IslandNode::none)
    return;
  include(index);
  unite(index, user);
  for (const Operand *operand : graph.nodes[index].getData())
    includeCarriers(operand->producer, index);
}

/// A sum that is written as a product, of what an island gives or reads.
bool Islands::growSum(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (!node.isProduct)
    return false;
  for (const Operand *operand : node.getData()) {
    unsigned island = findIslandAbove(operand->value, maxFeedDepth);
    SmallVector<unsigned> ops;
    if (island == IslandNode::none || !canFeed(operand->value, island, maxFeedDepth, ops))
      continue;
    ops.push_back(index);
    adopt(ops, island);
    return true;
  }
  return false;
}

/// A comparison of an island's values with each other, as of `x` with its maximum.
void Islands::growComparison(unsigned index) {
  SmallVector<const Operand *, 3> data = graph.nodes[index].getData();
  if (data.size() < 2)
    return;
  for (const Operand *operand : data) {
    unsigned island = findIslandAbove(operand->value, maxFeedDepth);
    SmallVector<unsigned> ops;
    if (island == IslandNode::none || !llvm::all_of(data, [&](const Operand *other) {
          return canFeed(other->value, island, maxFeedDepth, ops);
        }))
      continue;
    ops.push_back(index);
    adopt(ops, island);
    return;
  }
}

/// The island of a value, or of what it is made of.
unsigned Islands::findIslandAbove(Value value, unsigned depth) {
  unsigned producer = graph.getProducer(value);
  if (producer == IslandNode::none || depth == 0)
    return IslandNode::none;
  if (isMember(producer))
    return find(producer);
  if (!isFree(producer) || graph.nodes[producer].isProduct)
    return IslandNode::none;
  for (const Operand *operand : graph.nodes[producer].getData()) {
    unsigned island = findIslandAbove(operand->value, depth - 1);
    if (island != IslandNode::none)
      return island;
  }
  return IslandNode::none;
}

/// Notes that an op only moves, scales or shifts what one island gives.
void Islands::carry(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  State &state = states[index];
  state.carries = IslandNode::none;
  if (node.isProduct || (!node.isClear && !node.hasQuietOperand()))
    return;
  unsigned island = IslandNode::none;
  for (const Operand *operand : node.getData()) {
    if (operand->producer == IslandNode::none || isParameterGradient(operand->value))
      return;
    unsigned from =
        isMember(operand->producer) ? operand->producer : states[operand->producer].carries;
    if (from == IslandNode::none || (island != IslandNode::none && find(from) != island))
      return;
    island = find(from);
  }
  state.carries = island;
}

bool Islands::growChain(unsigned index) {
  unsigned from = states[index].carries;
  if (from == IslandNode::none || givesParameterGradient(index))
    return false;
  bool grown = false;
  for (unsigned user : graph.nodes[index].users) {
    bool isChained = isMember(user) && states[user].carries != IslandNode::none;
    if (!isMember(user) || !(isEnd(user) || isChained))
      continue;
    include(index);
    unite(index, user);
    grown = true;
  }
  if (grown)
    unite(index, from);
  return grown;
}
