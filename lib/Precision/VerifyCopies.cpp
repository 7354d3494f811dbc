// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weight copies, the rule V8: what `@step` and `@init` return for a copy is the cast of what
// they return for its parameter, which is gated; and who wants the parameter in the copy's
// type reads the copy.
#include "VerifyRules.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

/// Whether `copy` is `master` rounded once, to nearest even.
static bool isCopyOf(Value copy, Value master) {
  auto cast = copy.getDefiningOp<CastOp>();
  return cast && cast.getOperand() == master && !cast.getSaturate() &&
         cast.getRounding() == Rounding::nearest_even;
}

static void verifyUpdates(Verifier &verifier, const FunctionFacts &facts) {
  func::FuncOp function = facts.function;
  llvm::StringMap<unsigned> updates = indexUpdates(function);
  for (unsigned i = 0, e = facts.getNumResults(); i != e; ++i) {
    StringRef updated = facts.getUpdatedName(i);
    if (facts.getResultRole(i) != Role::weight_copy || updated.empty())
      continue;
    auto parameter =
        function.getArgAttrOfType<StringAttr>(facts.args.lookup(updated), attr::copyOf);
    auto master = parameter ? updates.find(parameter.getValue()) : updates.end();
    if (master != updates.end() && isCopyOf(facts.getResult(i), facts.getResult(master->second)))
      continue;
    OpPath path;
    if (Operation *op = facts.getResult(i).getDefiningOp())
      path.push_back(op);
    verifier.report(
        RuleId::WeightCopy, getReturn(function),
        words("the weight copy '", updated, "' is not the cast of its parameter's new value"),
        path);
  }
}

/// A second cast of the master would be a second, and older or newer, copy.
static void verifyReads(Verifier &verifier, const FunctionFacts &facts) {
  func::FuncOp function = facts.function;
  for (unsigned index : getArgsWithRole(function, Role::weight_copy)) {
    auto name = function.getArgAttrOfType<StringAttr>(index, attr::copyOf);
    auto place = name ? facts.args.find(name.getValue()) : facts.args.end();
    if (place == facts.args.end())
      continue;
    Type element = getElementType(function.getArgument(index));
    for (Operation *user : function.getArgument(place->second).getUsers()) {
      auto cast = dyn_cast<CastOp>(user);
      if (cast && isPlacedNarrowing(cast) && getElementType(cast.getResult()) == element)
        verifier.report(RuleId::WeightCopy, cast,
                        words("'", name.getValue(), "' is cast to '", element, "' where its copy '",
                              getArgName(function, index), "' has this value"));
    }
  }
}

/// `@init` starts the copies that `@step` takes.
static void verifyStart(Verifier &verifier, const FunctionFacts &facts) {
  auto step = verifier.getModule().lookupSymbol<func::FuncOp>(kStepFunction);
  if (!step)
    return;
  func::FuncOp function = facts.function;
  llvm::StringMap<unsigned> results = indexResults(function), args = indexArgs(step);
  for (unsigned i : getResultsWithRole(function, Role::weight_copy)) {
    auto arg = args.find(getResultName(function, i));
    auto parameter = arg == args.end()
                         ? StringAttr()
                         : step.getArgAttrOfType<StringAttr>(arg->second, attr::copyOf);
    auto master = parameter ? results.find(parameter.getValue()) : results.end();
    if (master != results.end() && !isCopyOf(facts.getResult(i), facts.getResult(master->second)))
      verifier.report(RuleId::WeightCopy, getReturn(function),
                      words("the weight copy '", getResultName(function, i),
                            "' does not start as the cast of '", parameter.getValue(), "'"));
  }
}

void halftone::precision::verifyCopies(Verifier &verifier, const FunctionFacts &facts) {
  verifyUpdates(verifier, facts);
  verifyReads(verifier, facts);
  func::FuncOp function = facts.function;
  if (function.getName() == kInitFunction)
    verifyStart(verifier, facts);
}
