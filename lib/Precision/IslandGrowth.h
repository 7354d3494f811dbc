// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The growth of islands at work: the rules of Islands.h, one function or two for each.
// Islands are the sets of a union-find forest over the nodes of the graph.
#ifndef HALFTONE_LIB_PRECISION_ISLANDGROWTH_H
#define HALFTONE_LIB_PRECISION_ISLANDGROWTH_H

#include "IslandGraph.h"
#include "ParameterGradients.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace halftone::precision {

/// How many ops `feed` looks up from an op that an island reads.
inline constexpr unsigned maxFeedDepth = 6;
/// Each round settles rules that enable each other along paths of one direction.
inline constexpr unsigned maxRounds = 32;

class Islands {
public:
  Islands(mlir::FunctionOpInterface function, LabelMap &labels)
      : graph(function, labels), gradients(function), states(graph.nodes.size()) {}

  void grow();
  void apply();

private:
  using Operand = IslandNode::Operand;

  struct State {
    unsigned parent = 0; ///< of the union-find forest
    bool isMember = false;
    bool hasReduction = false, hasJoin = false; ///< of the whole island, at its root
    bool isTail = false, isScale = false, isPending = false, isComposed = false;
    bool leadsToSeed = false;
    unsigned carries = IslandNode::none; ///< a member of the island whose result is moved
    mlir::Value root;                    ///< what the result is a moved or clamped form of
  };

  //===--- Sets -------------------------------------------------------------===//

  unsigned find(unsigned index) {
    while (states[index].parent != index)
      index = states[index].parent = states[states[index].parent].parent;
    return index;
  }
  void unite(unsigned a, unsigned b) {
    a = find(a);
    b = find(b);
    if (a == b)
      return;
    if (a > b)
      std::swap(a, b);
    states[b].parent = a;
    states[a].hasReduction |= states[b].hasReduction;
    states[a].hasJoin |= states[b].hasJoin;
    changed = true;
  }
  bool isMember(unsigned index) const {
    return index != IslandNode::none && states[index].isMember;
  }
  bool isFree(unsigned index) const {
    const IslandNode &node = graph.nodes[index];
    return (node.kind == IslandKind::Free || node.kind == IslandKind::Fixed) && node.givesFloat;
  }
  bool isSeed(unsigned index) const { return graph.nodes[index].kind == IslandKind::Seed; }
  /// A member that an island ends in: a seed, a join, a sum that is written as a product.
  bool isEnd(unsigned index) const {
    const IslandNode &node = graph.nodes[index];
    return isSeed(index) || node.joins || (node.isProduct && isMember(index));
  }
  bool isParameterGradient(mlir::Value value) const { return gradients.contains(value); }
  bool givesParameterGradient(unsigned index) const {
    return isParameterGradient(graph.nodes[index].op->getResult(0));
  }

  void include(unsigned index);
  /// Makes all of `ops` members of the island.
  void adopt(llvm::ArrayRef<unsigned> ops, unsigned island);
  void addReader(unsigned index);
  mlir::Value getRoot(mlir::Value value);
  /// Whether the island's seeds and joins read the value, or what it was moved from.
  bool isInput(mlir::Value value, unsigned island);
  /// Whether they read the value as it is.
  bool isRead(mlir::Value value, unsigned island);

  //===--- Rules ------------------------------------------------------------===//

  void findRoots();
  void addSeeds();
  void addStatistics();
  void addScalesOfSums();
  void addAngles();
  void findWaysToSeeds();
  void uniteSeeds();
  bool growTail(unsigned index);
  bool growReturn(unsigned index);
  bool isPartOf(unsigned index, unsigned island, unsigned depth);
  bool growMeeting(unsigned index);
  bool isResultOf(unsigned index, unsigned island);
  void includeCarriers(unsigned index, unsigned user);
  bool growSum(unsigned index);
  void growComparison(unsigned index);
  unsigned findIslandAbove(mlir::Value value, unsigned depth);
  void carry(unsigned index);
  bool growChain(unsigned index);
  bool growFeed(unsigned index);
  bool feedsOneIsland(unsigned index);
  bool isShared(const Operand &operand, unsigned island);
  bool isWideNumber(unsigned index) const;
  bool feedsNumber(unsigned index);
  bool feedsOwnValues(unsigned index);
  bool canFeed(mlir::Value value, unsigned island, unsigned depth,
               llvm::SmallVectorImpl<unsigned> &ops);
  bool feedsScaled(unsigned index);
  bool feedsComposed(unsigned index);
  bool addsEpsilon(unsigned index);
  llvm::SmallVector<unsigned> getReaders(unsigned index, bool unchanged = false) const;
  bool isLastSum(unsigned index);
  void includeReaders(unsigned index, llvm::function_ref<bool(unsigned)> unites);
  void includeWayToSeed(unsigned index);
  bool allUsersAre(unsigned index, llvm::function_ref<bool(unsigned)> test) const;

  //===--- Result -----------------------------------------------------------===//

  bool isIsland(llvm::ArrayRef<unsigned> members) const;
  std::string describe(llvm::ArrayRef<unsigned> members) const;

  IslandGraph graph;
  ParameterGradients gradients;
  std::vector<State> states;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>>
      readers; ///< seeds and joins, by what they read
  bool changed = false;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_ISLANDGROWTH_H
