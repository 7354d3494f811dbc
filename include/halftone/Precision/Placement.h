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
#ifndef HALFTONE_PRECISION_PLACEMENT_H
#define HALFTONE_PRECISION_PLACEMENT_H

#include "halftone/Precision/Policy.h"
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

/// A tie group with a label of its own, by a rule that names it.
struct LabelledGroup {
  unsigned index = 0; ///< among the op's tie groups
  llvm::StringRef name;
  Label label = Label::Keep;
  bool clear = false;
  Decision decision = Decision::Keep;
  std::string reason;
};

/// An op with its label, and then its decision. Groups that are not in `groups` go with
/// the op, as their kind says.
struct Labelled {
  Label label = Label::Keep;
  bool clear = false;
  /// The compute type for this op: the innermost precision region's, or autocast's.
  mlir::FloatType compute;
  Decision decision = Decision::Keep;
  std::string reason;
  llvm::SmallVector<LabelledGroup, 0> groups;
  /// The accumulator, where a rule names it; as it was written where none does.
  std::optional<LabelledGroup> acc;

  const LabelledGroup *findGroup(unsigned index) const;
};

/// Decides on the accumulator, after the op: low only where all operands are.
void settleAccumulator(mlir::Operation *op, Labelled &labelled);

/// What becomes of each tie group and the accumulator: its name, and the decision with
/// the reason where it has one of its own.
llvm::SmallVector<std::pair<llvm::StringRef, std::string>> describeGroups(mlir::Operation *op,
                                                                          const Labelled &labelled);

using LabelMap = llvm::MapVector<mlir::Operation *, Labelled>;

class Placement {
public:
  virtual ~Placement() = default;
  virtual void decide(LabelMap &ops) const = 0;
};

/// The placement of a name, or null.
std::unique_ptr<Placement> createPlacement(llvm::StringRef name);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_PLACEMENT_H
