// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DegreeEquations.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace halftone::train {

/// Longer sums of variables are cut down, so that equations stay cheap.
static constexpr size_t kMaxTerms = 8;

DegreeExpr DegreeEquations::addVariable(int priority) {
  DegreeExpr expr;
  expr.terms.emplace_back(static_cast<unsigned>(variables.size()), 1);
  variables.push_back({priority, std::nullopt});
  return expr;
}

DegreeExpr DegreeEquations::add(const DegreeExpr &a, const DegreeExpr &b, int factor) {
  DegreeExpr sum(a.number + factor * b.number);
  const auto *left = a.terms.begin(), *right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    if (right == b.terms.end() || (left != a.terms.end() && left->first < right->first)) {
      sum.terms.push_back(*left++);
    } else if (left == a.terms.end() || right->first < left->first) {
      sum.terms.emplace_back(right->first, factor * right->second);
      ++right;
    } else {
      if (int coefficient = left->second + factor * right->second)
        sum.terms.emplace_back(left->first, coefficient);
      ++left;
      ++right;
    }
  }
  return sum;
}

DegreeExpr DegreeEquations::resolve(const DegreeExpr &expr) {
  if (llvm::none_of(expr.terms, [&](auto term) { return variables[term.first].value; }))
    return expr;
  DegreeExpr result(expr.number);
  for (auto [variable, coefficient] : expr.terms) {
    DegreeExpr value;
    if (variables[variable].value) {
      value = resolve(*variables[variable].value);
      variables[variable].value = value; // the next look is short
    } else {
      value.terms.emplace_back(variable, 1);
    }
    result = add(result, value, coefficient);
  }
  return result;
}

bool DegreeEquations::equate(const DegreeExpr &a, const DegreeExpr &b) {
  return solve(add(resolve(a), resolve(b), -1));
}

bool DegreeEquations::solve(DegreeExpr difference) {
  if (difference.terms.empty())
    return difference.number == 0;
  bool positive = true, negative = true;
  int most = 0;
  for (auto [variable, coefficient] : difference.terms) {
    positive &= coefficient > 0;
    negative &= coefficient < 0;
    most += std::abs(coefficient);
  }
  if (positive || negative) {
    int want = positive ? -difference.number : difference.number;
    if (want < 0 || want > most)
      return false;
    if (want == 0 || want == most) {
      for (auto [variable, coefficient] : difference.terms)
        variables[variable].value = DegreeExpr(want ? 1 : 0);
      return true;
    }
    if (difference.terms.size() == 1)
      return false; // 2a = 1
  }
  // Of a sum of several, the one of highest priority is bound: the others will be 0.
  // Else the newest, so that chains of equal variables stay short.
  const std::pair<unsigned, int> *bound = nullptr;
  for (const auto &term : difference.terms) {
    if (std::abs(term.second) != 1)
      continue;
    bool isSum = positive || negative;
    if (!bound || !isSum || variables[term.first].priority > variables[bound->first].priority)
      bound = &term;
  }
  if (!bound)
    return false;
  DegreeExpr self;
  self.terms.push_back(*bound);
  // v = -(rest)/coefficient, and 1/±1 is itself.
  variables[bound->first].value = add({}, add(difference, self, -1), -bound->second);
  return true;
}

bool DegreeEquations::limit(DegreeExpr &expr) {
  expr = resolve(expr);
  bool isSum = llvm::all_of(expr.terms, [](auto term) { return term.second > 0; });
  if (!isSum)
    return true;
  if (expr.number > 1)
    return false;
  if (expr.number == 0) {
    // Twice a variable is 0 or 2.
    for (auto [variable, coefficient] : expr.terms)
      if (coefficient > 1)
        variables[variable].value = DegreeExpr(0);
    expr = resolve(expr);
    if (expr.terms.size() <= kMaxTerms)
      return true;
  }
  unsigned keep = ~0u;
  if (expr.number == 0)
    for (auto [variable, coefficient] : expr.terms)
      if (keep == ~0u || variables[variable].priority > variables[keep].priority)
        keep = variable;
  for (auto [variable, coefficient] : expr.terms)
    if (variable != keep)
      variables[variable].value = DegreeExpr(0);
  expr = resolve(expr);
  return true;
}

void DegreeEquations::decide() {
  for (Variable &variable : variables)
    if (!variable.value)
      variable.value = DegreeExpr(0);
}

} // namespace halftone::train
