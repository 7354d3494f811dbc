// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Degrees that are not known yet: integer-affine expressions over variables of 0 or 1,
// and equations between them, solved by substitution as they come.
//
// An equation binds one variable to the rest, unless the variables' range decides more:
// `a + b = 0` binds both to 0, `a + b = 2` both to 1. A binding's own range isn't looked
// at; the caller checks the finished solution.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DEGREEEQUATIONS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DEGREEEQUATIONS_H

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace halftone::train {

/// number + Σ coefficient · variable; variables ascend, coefficients are not 0.
struct DegreeExpr {
  int number = 0;
  llvm::SmallVector<std::pair<unsigned, int>, 2> terms;

  DegreeExpr(int number = 0) : number(number) {}
};

class DegreeEquations {
public:
  /// Of `a + b = 1`, and nothing else known, the variable of higher priority is 1, or the
  /// older.
  DegreeExpr addVariable(int priority);

  /// The expression with all that is bound put in.
  DegreeExpr resolve(const DegreeExpr &expr);
  DegreeExpr add(const DegreeExpr &a, const DegreeExpr &b, int factor = 1);
  /// False where it has no solution.
  bool equate(const DegreeExpr &a, const DegreeExpr &b);
  /// For a degree that can't be above 1: where it is 1 already, what else is in it is 0;
  /// a long one keeps the variable of highest priority. False where it is above 1.
  bool limit(DegreeExpr &expr);

  /// Every variable that is free is 0.
  void decide();
  /// After `decide`.
  int evaluate(const DegreeExpr &expr) { return resolve(expr).number; }

private:
  struct Variable {
    int priority;
    std::optional<DegreeExpr> value;
  };
  std::vector<Variable> variables;

  bool solve(DegreeExpr difference);
};

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_DEGREEEQUATIONS_H
