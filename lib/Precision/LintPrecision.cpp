// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass `lint-precision`: warnings about what is correct and likely to go wrong, each
// with a name by which it can be turned off, and the fix. Lints.h has the families.
#include "Lints.h"

#include "halftone/Precision/Passes.h"

#include "llvm/ADT/StringExtras.h"

namespace halftone::precision {
#define GEN_PASS_DEF_LINTPRECISION
#include "halftone/Precision/Passes.h.inc"
} // namespace halftone::precision

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

static constexpr StringLiteral names[] = {
    "norm-epsilon",     "adam-epsilon", "stalled-weights",    "stalled-moments",
    "16-bit-optimizer", "unscaled-f16", "log-of-probability", "16-bit-all-reduce",
    "scale-collapse",   "scale-floor",  "unmatched-rule"};

ArrayRef<StringLiteral> halftone::precision::getLintNames() { return names; }

void Linter::warn(StringRef name, Location loc, const std::string &message,
                  const std::string &fix) {
  if (off.contains(name) || off.contains("all"))
    return;
  auto [place, isNew] = found.insert({message + "; " + fix + " [" + name.str() + "]", {loc, 0}});
  ++place->second.second;
}

void Linter::print() const {
  for (const auto &[message, where] : found) {
    InFlightDiagnostic warning = emitWarning(where.first);
    warning << "lint-precision: ";
    if (where.second > 1)
      warning << where.second << " times: ";
    warning << message;
  }
}

void halftone::precision::warnUnmatchedRules(const Policy &policy, bool f16, Location loc) {
  for (const Rule *rule : policy.getUnmatchedRules(f16))
    emitWarning(loc) << "lint-precision: " << rule->source
                     << " matched no op; correct what it asks for, or remove it [unmatched-rule]";
}

namespace {

struct LintPrecisionPass : halftone::precision::impl::LintPrecisionBase<LintPrecisionPass> {
  using LintPrecisionBase::LintPrecisionBase;

  void runOnOperation() override {
    Linter linter;
    for (const std::string &name : off) {
      if (name != "all" && !llvm::is_contained(names, StringRef(name))) {
        emitError(getOperation().getLoc()) << "unknown lint '" << name << "', expected all or "
                                           << llvm::join(getLintNames(), ", ");
        return signalPassFailure();
      }
      linter.off.insert(name);
    }
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      lintOptimizer(linter, function);
      lintScaling(linter, function);
      lintValues(linter, function);
    }
    linter.print();
    markAllAnalysesPreserved();
  }
};

} // namespace
