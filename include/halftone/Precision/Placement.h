// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement: from the labels of a policy to one decision for each op. Independent of
// any policy.
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

/// An op with its label, and then its decision.
struct Labelled {
  Label label = Label::Keep;
  bool clear = false;
  /// The compute type for this op: the innermost precision region's, or autocast's.
  mlir::FloatType compute;
  Decision decision = Decision::Keep;
  std::string reason;
};

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
