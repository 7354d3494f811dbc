// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of a step's precision, and its lints, for passes, tools and tests.
//
// Each rule has a number and a few words; every message ends with them, and its notes show
// the ops from the source of the offence to where it counts. docs/VerifyPrecision.md has
// the table.
#ifndef HALFTONE_PRECISION_VERIFIER_H
#define HALFTONE_PRECISION_VERIFIER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include <memory>
#include <string>

namespace halftone::precision {

enum class RuleKind {
  Structural, ///< always an error
  Numerical,  ///< an error under policy `halftone`, a warning where another was chosen
  Waste,      ///< right but slow: a warning under policy `halftone`
};

struct VerifierRule {
  llvm::StringLiteral number, words;
  RuleKind kind;
};

/// All rules, in order.
llvm::ArrayRef<VerifierRule> getVerifierRules();

struct VerifierOptions {
  /// Whose step it is.
  std::string policy = "halftone";
  /// The declared type of optimizer state, beside what the step itself declares.
  std::string stateType = "f32";
  /// Whether TF32 products, and accumulators below f32, were asked for. If not, only
  /// those of the model's own are accepted.
  bool allowTF32 = true, allowLowAcc = true;
  /// Whether casts that only cost time are worth a warning.
  bool reportWaste = true;
  /// Whether casts are those that were placed. Not in a decomposed step, where what a
  /// composite op rounds is a cast, too.
  bool verifyCasts = true;
  /// Added to each message as a note, where it is not empty.
  std::string context;
};

/// Verifies every function of the module. Fails where an error was reported.
llvm::LogicalResult verifyPrecision(mlir::ModuleOp module, const VerifierOptions &options);

/// Verifies after each later pass of `pm`, for as long as the step consists of `train` ops:
/// from the first pass before which it verifies on. A message names the pass. Behind a
/// decomposition, rules about placed casts are left out. Call it when
/// all passes are there: the last one added fails where a rule was broken.
void verifyPrecisionAfterEachPass(mlir::PassManager &pm, const VerifierOptions &options);

/// The names of all lints: what `lint-precision` warns of, and a policy rule that matched
/// nothing.
llvm::ArrayRef<llvm::StringLiteral> getLintNames();

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_VERIFIER_H
