// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a composite is raised. For each form there is a rule
//
//   Match softmax(DivOp root, Context &context);
//
// that looks at the formula which ends in `root` and tells what to put in its place, or
// nothing. Rules only look; the driver refuses a match whose inner values have other users,
// then builds. Rules of one phase see what earlier phases raised. In a phase, ops are visited
// from the last to the first, so the largest formula around an op comes before its parts.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITES_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITES_H

#include "RaiseCompositesMatch.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace halftone::train::raise {

using Values = llvm::SmallVector<Value>;

struct Candidate {
  /// The composite's name; empty for a step on the way to one.
  llvm::StringRef name;
  /// Where the formula begins: what it is computed from.
  Values inputs;
  /// Gives a value for the root, then one for each of `also`.
  std::function<Values(CoreBuilder &)> build;
  /// Inner values that the composite gives as well; those may have other users.
  Values also = {};
};
using Match = std::optional<Candidate>;

class Context {
public:
  bool keepF64 = false, finiteMasks = false, validLabels = false, moderateMeans = false;
  /// Functions that compute erfc.
  llvm::DenseSet<mlir::Attribute> erfc;

  /// Says why what starts at `root` nearly is a `composite`; gives no match.
  Match missed(mlir::Operation *root, llvm::StringRef composite, const llvm::Twine &reason);
};

enum class Phase { Shape, Formula, Combination, Loss, Sum, Mean, Cleanup };

class Rules {
public:
  template <auto rule> void add(Phase phase) {
    using OpT = decltype(opOf(rule));
    rules[{static_cast<int>(phase), OpT::getOperationName()}].push_back(
        [](mlir::Operation *op, Context &context) { return rule(llvm::cast<OpT>(op), context); });
  }
  using Rule = Match (*)(mlir::Operation *, Context &);
  llvm::ArrayRef<Rule> lookup(Phase phase, mlir::Operation *op) const {
    auto found = rules.find({static_cast<int>(phase), op->getName().getStringRef()});
    return found == rules.end() ? llvm::ArrayRef<Rule>() : llvm::ArrayRef<Rule>(found->second);
  }

private:
  template <typename OpT> static OpT opOf(Match (*)(OpT, Context &));
  llvm::DenseMap<std::pair<int, llvm::StringRef>, llvm::SmallVector<Rule>> rules;
};

void addActivationRules(Rules &rules);
void addAttentionRules(Rules &rules);
void addFeatureNormRules(Rules &rules);
void addGroupNormRules(Rules &rules);
void addIndexRules(Rules &rules);
void addLossRules(Rules &rules);
void addNormRules(Rules &rules);
void addRowRules(Rules &rules);
void addSmoothingRules(Rules &rules);

/// The float type that the root's formula computes in: f32 or f64. Null for others, where
/// each op of the formula rounds and the composite would not.
mlir::Type getFormulaType(Value root);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITES_H
