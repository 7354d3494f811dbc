// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement: from the labels of a policy to one decision for each op, and for each tie
// group that has a label of its own. Independent of any policy.
//
//   promote  PyTorch's: ops in program order; an op without an opinion runs in the
//            widest type that its operands came to have.
//   paint    Grappler's: f32 spreads downstream through ops that are only safe by
//            inference; those between two low ops become low; neutral ops take their
//            low neighbours' side.
//   min-cut  ours: the casts that move the fewest bytes, proved so by a maximum flow.
#ifndef HALFTONE_PRECISION_PLACEMENT_H
#define HALFTONE_PRECISION_PLACEMENT_H

#include "halftone/Dialect/Train/IR/TrainInterfaces.h"
#include "halftone/Precision/Policy.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <memory>

namespace halftone::precision {

/// What the rewriter does with an op.
enum class Decision {
  Low,   ///< operands and results in the compute type
  F32,   ///< operands and results in f32
  Widen, ///< operands in the widest of their types, results in it
  Keep,  ///< operands and results as they were written
};

llvm::StringRef toString(Decision decision);

/// What a label rests on.
enum class Basis {
  Policy,   ///< a rule
  Region,   ///< a precision region
  Proof,    ///< a range that was proved
  Measured, ///< a range that was measured
  Island,   ///< an f32 island that the op lies in
  Written,  ///< the types that it was written with
};

llvm::StringRef toString(Basis basis);

/// A tie group with a label of its own, by a rule that names it.
struct LabelledGroup {
  unsigned index = 0; ///< among the op's tie groups
  llvm::StringRef name;
  Label label = Label::Keep;
  bool clear = false;
  Decision decision = Decision::Keep;
  llvm::StringRef reason; ///< as an op's
  Basis basis = Basis::Policy;
};

/// The mark of products in TF32, as it was written.
enum class Mark { None, Clear, Set };

/// An op with its label, and then its decision. Groups that are not in `groups` go with
/// the op, as their kind says.
struct Labelled {
  Label label = Label::Keep;
  bool clear = false;
  /// Where the op is f32: whether its ends may have a low neighbour's type.
  bool open = true;
  /// The compute type for this op: the innermost precision region's, or autocast's.
  mlir::FloatType compute;
  /// For contractions: what a rule, a region or autocast's option says of products.
  ProductType products = ProductType::Default;
  Decision decision = Decision::Keep;
  /// In the policy's text, or made by `keepText`, or a constant.
  llvm::StringRef reason;
  Basis basis = Basis::Policy;
  /// What the op is to islands, by its rule.
  IslandRole islandRole = IslandRole::None;
  /// The rule that matched ("halftone: rule 12"), also where a fact went before it.
  llvm::StringRef rule;
  /// The f32 island that the op lies in, counted from 1 in its function; 0 for none.
  unsigned island = 0;
  llvm::SmallVector<LabelledGroup, 0> groups;
  /// The op's tie groups, made once for all that need them before it is rewritten.
  llvm::SmallVector<train::TieGroup, 0> ties;
  bool accumulates = false; ///< a contraction that names its accumulator
  Mark tf32 = Mark::None;
  /// The accumulator, where a rule names it; as it was written where none does.
  std::optional<LabelledGroup> acc;

  const LabelledGroup *findGroup(unsigned index) const;
};

/// The text of a reason, for as long as the context lives.
llvm::StringRef keepText(mlir::MLIRContext *context, const llvm::Twine &text);

/// Decides on the accumulator, after the op: low only where all operands are.
void settleAccumulator(mlir::Operation *op, Labelled &labelled);

/// What becomes of each tie group and the accumulator: its name, and the decision with
/// the reason where it has one of its own.
llvm::SmallVector<std::pair<llvm::StringRef, std::string>> describeGroups(mlir::Operation *op,
                                                                          const Labelled &labelled);

using LabelMap = llvm::MapVector<mlir::Operation *, Labelled>;

/// What casts cost: bytes first, then their number.
struct CastCost {
  int64_t bytes = 0, casts = 0;
};

/// What a placement says of its own answer.
struct PlacementResult {
  /// The least that any placement of these labels costs, where the placement knows it.
  std::optional<CastCost> bound;
  /// What made the bound less than exact, in the words of the report.
  std::vector<std::string> inexact;
};

/// What a minimum cut counts.
enum class Prices {
  Traffic, ///< casts, each as a kernel of its own, and what f32 stores and keeps more
  Kernels, ///< casts alone, each made once for all who want it
};

struct PlacementOptions {
  /// Whether an op that follows may be low between values that are f32 by policy or
  /// fact, where that saves bytes (`narrow=bytes`).
  bool narrowForBytes = false;
  Prices prices = Prices::Traffic;
};

class StepParts;

class Placement {
public:
  virtual ~Placement() = default;
  /// Decides on all of `ops`, which lie in `function`, whose forward pass `parts` knows.
  virtual PlacementResult decide(mlir::FunctionOpInterface function, const StepParts &parts,
                                 LabelMap &ops) const = 0;
};

/// The placement of a name, or null.
std::unique_ptr<Placement> createPlacement(llvm::StringRef name, PlacementOptions options);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_PLACEMENT_H
