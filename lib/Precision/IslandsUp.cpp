// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Up from an island: what its members read.
#include "IslandGrowth.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

/// The members that read an op's result, also through what only moves it for them; none
/// where something else reads it. `unchanged`: not through what selects or clamps, either.
SmallVector<unsigned> Islands::getReaders(unsigned index, bool unchanged) const {
  const IslandNode &node = graph.nodes[index];
  SmallVector<unsigned> found;
  if (node.hasForeignUser)
    return found;
  for (unsigned user : node.users) {
    if (isMember(user)) {
      found.push_back(user);
      continue;
    }
    SmallVector<unsigned> behind;
    if (states[user].isPending && (!unchanged || graph.nodes[user].operands.size() == 1))
      behind = getReaders(user, unchanged);
    if (behind.empty())
      return {};
    found.append(behind);
  }
  return found;
}

/// A sum that ends its island: of a scale's gradient, or of a loss.
bool Islands::isLastSum(unsigned index) {
  return graph.nodes[index].reduces && !states[find(index)].hasJoin;
}

/// What only one island reads, and is made of a value of it. A sum that ends its island
/// joins that of what it sums.
bool Islands::feedsOneIsland(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  SmallVector<unsigned> users = getReaders(index);
  if (users.empty() || node.isClear)
    return false;
  // Past an activation, it is the activation that is summed.
  bool isSummed = !getReaders(index, /*unchanged=*/true).empty();
  for (const Operand &operand : node.operands) {
    if (operand.producer == IslandNode::none || isParameterGradient(operand.value))
      continue;
    unsigned from =
        isMember(operand.producer) ? operand.producer : states[operand.producer].carries;
    if (from == IslandNode::none)
      continue;
    unsigned island = find(from);
    auto isOwn = [&](unsigned user) { return find(user) == island; };
    auto isLast = [&](unsigned user) { return isSummed && isLastSum(user); };
    if (llvm::none_of(users, isOwn) && !llvm::all_of(users, isLast))
      continue;
    SmallVector<unsigned> last = llvm::to_vector(llvm::make_filter_range(users, isLast));
    includeReaders(index, [&](unsigned user) { return isOwn(user) || isLastSum(user); });
    unite(index, island);
    includeCarriers(operand.producer, index);
    for (unsigned user : last)
      unite(index, user);
    return true;
  }
  return false;
}

/// Includes an op, and what only moves its result for the members that read it.
void Islands::includeReaders(unsigned index, function_ref<bool(unsigned)> unites) {
  include(index);
  for (unsigned user : graph.nodes[index].users) {
    if (states[user].isPending && !isMember(user)) {
      includeReaders(user, unites);
      unite(index, user);
    } else if (isMember(user) && unites(user)) {
      unite(index, user);
    }
  }
}

/// Whether the value is the island's, or one of its inputs, or made of these alone by
/// `ops`.
bool Islands::canFeed(Value value, unsigned island, unsigned depth,
                      SmallVectorImpl<unsigned> &ops) {
  unsigned producer = graph.getProducer(value);
  if ((isMember(producer) && find(producer) == island) || isRead(value, island))
    return true;
  size_t numOps = ops.size();
  if (producer != IslandNode::none && depth > 0 && isFree(producer) && !isMember(producer) &&
      !graph.nodes[producer].isProduct) {
    SmallVector<const Operand *, 3> data = graph.nodes[producer].getData();
    if (!data.empty() && llvm::all_of(data, [&](const Operand *operand) {
          return canFeed(operand->value, island, depth - 1, ops);
        })) {
      ops.push_back(producer);
      return true;
    }
  }
  ops.resize(numOps);
  return isInput(value, island);
}

/// Whether a member of the island gives or reads the value.
bool Islands::isShared(const Operand &operand, unsigned island) {
  auto isOwn = [&](unsigned index) { return isMember(index) && find(index) == island; };
  if (operand.producer == IslandNode::none)
    return isRead(operand.value, island);
  return isOwn(operand.producer) || llvm::any_of(graph.nodes[operand.producer].users, isOwn);
}

/// A number that is f32 by itself: a scatter into one-hot labels, and what it goes through.
bool Islands::isWideNumber(unsigned index) const {
  const IslandNode &node = graph.nodes[index];
  auto isWide = [&](unsigned from) {
    return from != IslandNode::none &&
           (isMember(from) || graph.nodes[from].kind == IslandKind::Fixed);
  };
  return node.kind == IslandKind::Fixed ||
         llvm::any_of(node.operands, [&](const Operand &o) { return isWide(o.producer); });
}

/// A number that islands alone read.
bool Islands::feedsNumber(unsigned index) {
  if (!graph.nodes[index].facts.isNumber || graph.nodes[index].facts.isConstant)
    return false;
  SmallVector<unsigned> users = getReaders(index);
  if (users.empty())
    return false;
  includeReaders(index, [&](unsigned user) { return user == users.front(); });
  return true;
}

bool Islands::feedsOwnValues(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (node.isProduct)
    return false;
  SmallVector<const Operand *, 3> data = node.getData();
  for (unsigned user : node.users) {
    if (!isMember(user) || !states[find(user)].hasReduction)
      continue;
    unsigned island = find(user);
    if (data.empty() && !isWideNumber(index))
      continue;
    SmallVector<unsigned> ops;
    if (!llvm::all_of(data, [&](const Operand *operand) {
          return canFeed(operand->value, island, maxFeedDepth, ops);
        }))
      continue;
    // What only moves an input is not needed, unless the island reads it unmoved, too.
    if (ops.empty() && node.isClear &&
        llvm::none_of(data, [&](const Operand *operand) { return isShared(*operand, island); }))
      continue;
    ops.push_back(index);
    adopt(ops, island);
    return true;
  }
  return false;
}

/// Data with a scale, a shift or a mask, which islands alone read.
bool Islands::feedsScaled(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  State &state = states[index];
  state.isPending = false;
  if (node.isProduct || node.getData().size() != 1 || getReaders(index).empty())
    return false;
  bool masks = llvm::any_of(node.operands, [](const Operand &operand) {
    return operand.facts.isNumber && (operand.facts.hasMask || operand.facts.hasPositions);
  });
  if ((node.isClear && !masks) || !node.hasQuietOperand()) {
    state.isPending = node.isClear;
    return false;
  }
  includeReaders(index, [](unsigned) { return true; });
  state.isComposed = true;
  return true;
}

/// A function of one value inside another sensitive one, or inside what is scaled for it.
bool Islands::feedsComposed(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (node.isClear || node.isProduct)
    return false;
  SmallVector<const Operand *, 3> data = node.getData();
  bool isUnary = data.size() == 1 && node.operands.size() == 1;
  // What an island's function is of, beside what came in as it is.
  bool joinsInput = data.size() == 2 && data[0]->facts.isInput != data[1]->facts.isInput;
  if (!isUnary && !joinsInput)
    return false;
  auto composes = [&](unsigned user) {
    if (!isMember(user))
      return false;
    bool isFunction = isSeed(user) && !graph.nodes[user].reduces && !graph.nodes[user].joins &&
                      graph.nodes[user].getData().size() == 1;
    return states[user].isComposed || (isUnary && isFunction);
  };
  bool all = isUnary && allUsersAre(index, [&](unsigned user) { return isMember(user); });
  if (!all && llvm::none_of(node.users, composes))
    return false;
  include(index);
  states[index].isComposed = true;
  for (unsigned user : node.users)
    if (composes(user) || (all && isMember(user)))
      unite(index, user);
  return true;
}

void Islands::findWaysToSeeds() {
  for (unsigned index = graph.nodes.size(); index-- > 0;) {
    const IslandNode &node = graph.nodes[index];
    states[index].leadsToSeed =
        isFree(index) && node.isClear && llvm::any_of(node.users, [&](unsigned user) {
          return isSeed(user) || states[user].leadsToSeed;
        });
  }
}

void Islands::includeWayToSeed(unsigned index) {
  include(index);
  for (unsigned user : graph.nodes[index].users) {
    if (isSeed(user))
      unite(index, user);
    if (!states[user].leadsToSeed)
      continue;
    if (!isMember(user))
      includeWayToSeed(user);
    unite(index, user);
  }
}

bool Islands::addsEpsilon(unsigned index) {
  const IslandNode &node = graph.nodes[index];
  if (node.getData().empty() ||
      llvm::none_of(node.operands, [](const Operand &operand) { return operand.facts.isEpsilon; }))
    return false;
  if (llvm::none_of(node.users,
                    [&](unsigned user) { return isSeed(user) || states[user].leadsToSeed; }))
    return false;
  includeWayToSeed(index);
  return true;
}

bool Islands::growFeed(unsigned index) {
  return feedsNumber(index) || feedsOneIsland(index) || feedsOwnValues(index) ||
         feedsScaled(index) || feedsComposed(index) || addsEpsilon(index);
}
