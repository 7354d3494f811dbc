// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lints of a step's precision, by family:
//
//   LintOptimizer.cpp  epsilons, moments and weights of the optimizer
//   LintScaling.cpp    the loss scale
//   LintValues.cpp     epsilons, logarithms and sums of the model
#ifndef HALFTONE_LIB_PRECISION_LINTS_H
#define HALFTONE_LIB_PRECISION_LINTS_H

#include "halftone/Precision/Policy.h"
#include "halftone/Precision/Verifier.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <map>
#include <string>

namespace halftone::precision {

/// One run of the lints.
class Linter {
public:
  /// A warning of the lint `name`. The same words are said once, with their number.
  void warn(llvm::StringRef name, mlir::Location loc, const std::string &message,
            const std::string &fix);
  void print() const;

  llvm::StringSet<> off;

private:
  /// By message: where it holds first, and how often it holds.
  llvm::MapVector<std::string, std::pair<mlir::Location, unsigned>, std::map<std::string, unsigned>>
      found;
};

/// A number as messages have it.
inline auto shortly(double number) { return llvm::format("%g", number); }

/// Warns of each rule of a policy file that matched no op.
void warnUnmatchedRules(const Policy &policy, bool f16, mlir::Location loc);

void lintOptimizer(Linter &linter, mlir::func::FuncOp function);
void lintScaling(Linter &linter, mlir::func::FuncOp function);
void lintValues(Linter &linter, mlir::func::FuncOp function);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_LINTS_H
