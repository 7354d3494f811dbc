// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Labels of a function's ops and tie groups, by policy and facts:
//
//   - The policy's rule for the op (its forward op's, in the backward pass) gives its
//     label; a rule that names a group, or the accumulator, gives that one its own.
//   - The innermost precision region sets the compute type; f32 there makes all f32.
//   - An op on f64 keeps its types. What chooses between new and old state keeps the
//     state's type. What could be either, and is low as it was written, stays so; and so
//     does a result in another type than its op's data.
//   - A constant that the compute type would turn into infinity or zero, or a term at
//     the end of its range, makes the group that reads it f32; so does a range, where
//     the policy uses them (LabelRanges.h).
#ifndef HALFTONE_LIB_PRECISION_LABELS_H
#define HALFTONE_LIB_PRECISION_LABELS_H

#include "ParameterGradients.h"
#include "halftone/Precision/Placement.h"

namespace halftone::train {
struct TieGroup;
} // namespace halftone::train

namespace halftone::precision {

class Labeller {
public:
  /// `ranges`: facts beyond those of constants, or null.
  Labeller(const Policy &policy, mlir::FloatType compute, bool tf32,
           const RangeFacts *ranges = nullptr)
      : policy(policy), defaultCompute(compute), defaultTF32(tf32), ranges(ranges) {}

  /// Labels the ops in `function`. Fails where rules conflict.
  llvm::LogicalResult label(mlir::FunctionOpInterface function, LabelMap &labels) const;

private:
  /// The compute type that holds for `op`, and whether products are TF32.
  std::pair<mlir::FloatType, bool> computeFor(mlir::Operation *op) const;
  llvm::LogicalResult label(mlir::Operation *op, MatchFacts &facts, LabelMap &labels) const;
  llvm::LogicalResult labelGroups(mlir::Operation *op, llvm::ArrayRef<train::TieGroup> groups,
                                  MatchFacts &facts, Labelled &labelled) const;
  llvm::LogicalResult labelBody(mlir::Operation *op, llvm::ArrayRef<train::TieGroup> groups,
                                MatchFacts &facts, Labelled &labelled) const;
  void applyFacts(mlir::Operation *op, llvm::ArrayRef<train::TieGroup> groups, bool tf32,
                  Labelled &labelled) const;

  const Policy &policy;
  mlir::FloatType defaultCompute;
  bool defaultTF32;
  const RangeFacts *ranges;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_LABELS_H
