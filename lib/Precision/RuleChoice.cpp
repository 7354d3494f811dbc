// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RuleChoice.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace halftone::precision;

void RuleChoice::add(const Rule &rule) {
  if (isBeaten(rule))
    return;
  if (!best || rule.specificity() > best->specificity()) {
    best = &rule;
    conflict = nullptr;
  } else if (!conflict && (rule.label != best->label || rule.products != best->products)) {
    conflict = &rule;
  }
}

LogicalResult RuleChoice::verify(llvm::function_ref<InFlightDiagnostic()> emit) const {
  if (!conflict)
    return success();
  InFlightDiagnostic diagnostic = emit() << "has two equally specific rules";
  if (!best->group.empty())
    diagnostic << " for its group '" << best->group << "'";
  auto what = [](const Rule &rule) {
    return rule.products.empty() ? toString(rule.label).str() : "products in " + rule.products;
  };
  return diagnostic << ": '" << what(*best) << "' (" << best->source << ") and '" << what(*conflict)
                    << "' (" << conflict->source << ")";
}

std::optional<const Rule *> RuleChoice::settle(llvm::StringRef group) const {
  if (!best)
    return std::nullopt;
  if (group.empty() || !best->group.empty())
    return best;
  // A rule about the type of products says nothing of the op's groups.
  if (!best->products.empty())
    return std::nullopt;
  return nullptr;
}
