// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the growth of islands knows of each op and value of a function before it starts:
// one pass over the ops in program order, linear in their number.
//
// Facts about where a value comes from. All of them run along floats and end at products,
// at casts that were written, at loops and calls.
//
//   number     made of constants, integers and scalars alone (a mask, one-hot labels, a
//              learning rate), which the network's data did not go into
//   statistic  made of what a reduction gave, until it is spread over more elements again
//              and meets data: the op where it does is a *join*
//   spread     repeated over more elements than it has: a scale, a bias
//   input      made of the function's arguments without a product
#ifndef HALFTONE_LIB_PRECISION_ISLANDGRAPH_H
#define HALFTONE_LIB_PRECISION_ISLANDGRAPH_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

struct ValueFacts {
  bool isNumber = false, isSpread = false, isInput = false;
  bool isStatistic = false;
  bool isMixed = false;       ///< a statistic that other data of its size went into
  bool isSpreadAgain = false; ///< a statistic, over more elements than it had
  bool hasMask = false;       ///< a number made with one that is infinite or very large
  bool isConstant = false;    ///< one number everywhere
  bool isEpsilon = false;     ///< one constant that is lost beside 1 in low precision
  bool hasPositions = false;  ///< made of integers, and of numbers and inputs
  int64_t elements = 0;       ///< of a statistic, before it is spread

  /// Says nothing of the network's data that another operand doesn't say.
  bool isQuiet() const { return isNumber || isSpread; }
};

/// What growth may do with an op.
enum class IslandKind {
  Seed,  ///< sensitive
  Free,  ///< may join an island
  Fixed, ///< f32 for another reason: lies in an island, but none grows from it
  Wall,  ///< islands end here
};

struct IslandNode {
  static constexpr unsigned none = ~0u;

  struct Operand {
    mlir::Value value;
    unsigned producer; ///< a node, or none
    ValueFacts facts;
  };

  mlir::Operation *op = nullptr;
  Labelled *labelled = nullptr;
  IslandKind kind = IslandKind::Wall;
  bool isAngle = false;
  bool isClear = false;   ///< moves or selects values
  bool isProduct = false; ///< has an accumulator
  bool accumulates = false;
  bool reduces = false; ///< sums, or takes an extreme, over elements
  bool joins = false;   ///< spread statistics meet data
  bool givesFloat = false;
  bool hasOtherOperand = false;           ///< one that is no float
  bool hasForeignUser = false;            ///< a user that is no node, or in another region
  llvm::SmallVector<Operand, 3> operands; ///< the float operands, each value once
  llvm::SmallVector<unsigned, 3> users;   ///< nodes that give floats, each once
  ValueFacts facts;                       ///< of the results

  /// The operands that hold data of the network.
  llvm::SmallVector<const Operand *, 3> getData() const;
  bool hasQuietOperand() const;
};

class IslandGraph {
public:
  IslandGraph(mlir::FunctionOpInterface function, LabelMap &labels);

  std::vector<IslandNode> nodes;

  /// The node whose op gives the value, seen through regions that only hand it on; none
  /// where there is none.
  unsigned getProducer(mlir::Value value) const;

private:
  ValueFacts getFacts(mlir::Value value) const;
  ValueFacts findFacts(mlir::Operation *op, IslandNode *node) const;
  ValueFacts mix(const IslandNode &node, int64_t elements) const;
  void classify(IslandNode &node, Labelled &labelled);
  void addOperands(IslandNode &node);
  void addUsers();

  llvm::DenseMap<mlir::Operation *, unsigned> nodeOf;
  llvm::DenseMap<mlir::Operation *, ValueFacts> factsOf;
};

/// About how many elements a value of this type has. A length that is not known counts as a
/// large one.
int64_t estimateElements(mlir::Type type);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_ISLANDGRAPH_H
