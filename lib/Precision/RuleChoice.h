// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of one layer of a policy that match come to: the most specific one, or two
// that contradict each other.
#ifndef HALFTONE_LIB_PRECISION_RULECHOICE_H
#define HALFTONE_LIB_PRECISION_RULECHOICE_H

#include "halftone/Precision/Policy.h"

namespace halftone::precision {

class RuleChoice {
public:
  bool isBeaten(const Rule &rule) const { return best && rule.specificity() < best->specificity(); }
  /// Adds a rule that matches.
  void add(const Rule &rule);

  /// Adds to the diagnostic of `emit` that two rules contradict each other, where they do.
  llvm::LogicalResult verify(llvm::function_ref<mlir::InFlightDiagnostic()> emit) const;
  /// The rule for the op, or for its `group` (null: that goes with the op); nothing where
  /// the next layer is to say.
  std::optional<const Rule *> settle(llvm::StringRef group) const;

private:
  const Rule *best = nullptr, *conflict = nullptr;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_RULECHOICE_H
