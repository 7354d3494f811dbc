// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Precision policies: data that label ops. A policy is a list of rules; the most
// specific rule that matches an op gives its label. The built-in tables and a user's
// file have one JSON format:
//
//   { "name": "mine",
//     "placement": "promote" | "paint",
//     "rules": [
//       { "op": "train.gelu", "label": "f32", "why": "…" },
//       { "op": ["train.add", "train.multiply"], "label": "follow", "clear": true },
//       { "op": "train.reduce", "kind": "add", "label": "f32", "compute": "f16" },
//       { "op": "train.linear", "group": "weight", "label": "f32" },
//       { "op": "train.linear", "group": "acc", "label": "low" },
//       { "location": "layer0/attn", "label": "f32" },
//       { "dialect": "train", "label": "keep" } ] }
//
// A rule's conditions, from the most specific: `location` (a part of the op's
// location, or a name in it), `role` (of an argument that the op reads or a result
// that it gives; `gradient`: it gives, moves or adds a parameter's gradient), `op`,
// `group`, `kind`, `dialect`; `min_elements` and `max_elements` (of the largest operand
// or result) and `compute` (f16 or bf16: a column of its own) narrow any of them.
// Equally specific rules that differ are an error which shows both. An op without a
// rule keeps its types.
//
// A rule with a `group` is about one tie group of the op (PrecisionModels.cpp names
// them), or its accumulator, "acc"; the op's other groups take the op's label.
#ifndef HALFTONE_PRECISION_POLICY_H
#define HALFTONE_PRECISION_POLICY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace halftone::precision {

/// What a policy says of an op.
enum class Label {
  Low,         ///< run in the compute type
  F32,         ///< operands and results f32
  F32Internal, ///< low at the boundary, f32 between
  Widest,      ///< operands in the widest of their types
  Follow,      ///< either will do
  Keep,        ///< the types that it has
};

llvm::StringRef toString(Label label);
std::optional<Label> parseLabel(llvm::StringRef text);

class ParameterGradients;

struct Rule {
  Label label = Label::Keep;
  std::string op, group, kind, dialect, location, role, why;
  std::optional<bool> f16Column; ///< only for f16, or only for bf16
  int64_t minElements = 0, maxElements = INT64_MAX;
  /// Numerically neutral, in Grappler's sense: takes its neighbours' precision.
  bool clear = false;
  std::string source; ///< "torch: rule 12", for messages and reports

  /// The reason and where it stands.
  std::string getReason() const;
  /// Larger is more specific.
  int specificity() const;
};

class Policy {
public:
  /// `name` is "torch", "grappler" or "halftone"; rules of `file`, if it is given,
  /// go before. Reports errors at `loc`.
  static llvm::FailureOr<Policy> create(llvm::StringRef name, llvm::StringRef file,
                                        mlir::Location loc);

  llvm::StringRef getName() const { return name; }
  llvm::StringRef getPlacement() const { return placement; }

  /// The rule for `op`, or null where none matches; with a `group`, the rule that names
  /// it, or null where it goes with the op. A core op of the backward pass takes the
  /// rule of its forward op. Fails where equally specific rules differ.
  llvm::FailureOr<const Rule *> find(mlir::Operation *op, bool f16,
                                     const ParameterGradients &gradients,
                                     llvm::StringRef group = {}) const;

private:
  /// False where no rule about the group can match such an op.
  bool hasRuleFor(llvm::StringRef group, llvm::StringRef opName) const;
  llvm::LogicalResult addRules(llvm::StringRef text, llvm::StringRef source, mlir::Location loc);

  std::string name, placement;
  std::vector<Rule> userRules, tableRules;
};

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_POLICY_H
