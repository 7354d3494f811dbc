// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Precision policies: data that label ops. A policy is a list of rules; the most
// specific rule that matches an op gives its label. The built-in tables and a user's
// file have one JSON format (docs/PolicyFile.md, docs/policy.schema.json):
//
//   { "placement": "min-cut",
//     "rules": [
//       { "op": "train.gelu", "label": "f32", "why": "…" },
//       { "op": "train.reduce", "kind": "add", "label": { "f16": "f32", "bf16": "follow" } },
//       { "op": "train.linear", "group": ["weight", "bias"], "label": "f32" },
//       { "op": "train.linear", "products": "tf32", "location": "lm_head" },
//       { "name": "h[0-9]+/attn", "label": "f32" } ] }
//
// Layers: the rules of a user's file go before its `defaults`, and these before the
// table. In the first layer with a rule that matches, the most specific one wins
// (`Rule::specificity`); equally specific rules that differ are an error which shows
// both. An op without a rule keeps its types.
//
// A rule with a `group` is about one tie group of the op, or its accumulator, "acc";
// the op's other groups take the op's label.
#ifndef HALFTONE_PRECISION_POLICY_H
#define HALFTONE_PRECISION_POLICY_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Regex.h"

#include <map>
#include <memory>
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

/// How a contraction multiplies, where that is another type than its operands' own.
enum class ProductType {
  Default, ///< as its operands are
  TF32,    ///< on f32 operands, rounded to TF32
  FP8,     ///< on operands that are scaled and rounded to fp8
};

llvm::StringRef toString(ProductType type);

/// What an op is to f32 islands (lib/Precision/Islands.h).
enum class IslandRole {
  None,
  Seed,      ///< sensitive: islands grow from it
  Statistic, ///< a reduction that belongs to the island that its result goes into
  Angle,     ///< a seed; what it is made of positions is f32, products too
};

class ParameterGradients;
class RangeFacts;

/// A regular expression, compiled once, with its text.
struct NamePattern {
  std::string text;
  std::shared_ptr<llvm::Regex> regex;

  explicit operator bool() const { return regex != nullptr; }
  bool occursIn(llvm::StringRef where) const { return regex->match(where); }
};

/// A condition on the magnitude of what an op reads or gives, by facts.
struct RangeCondition {
  enum class Facts { Any, Proved, Measured };
  std::optional<double> above, below; ///< exclusive bounds of the largest magnitude
  Facts by = Facts::Any;
};

struct Rule {
  Label label = Label::Keep;
  std::string op, group, kind, dialect, location, role, why;
  NamePattern locationPattern, name, region;
  std::optional<bool> f16Column; ///< only for f16, or only for bf16
  int64_t minElements = 0, maxElements = INT64_MAX;
  std::optional<int64_t> rank;
  std::vector<int64_t> shape; ///< -1 for any; empty for no condition
  std::optional<RangeCondition> range;
  /// "tf32", "fp8", "f32", "bf16" or "f16" for a contraction; or empty.
  std::string products;
  /// Numerically neutral, in Grappler's sense: takes its neighbours' precision.
  bool clear = false;
  IslandRole island = IslandRole::None;
  bool open = false;   ///< of f32: the op's ends may have a low neighbour's type
  std::string source;  ///< "torch: rule 12", "mine.json:7: rule 2"; for messages and reports
  std::string reason;  ///< `why` and `source` in one
  unsigned number = 0; ///< in its file, from 0

  /// The reason and where it stands.
  const std::string &getReason() const { return reason; }
  /// Larger is more specific.
  int specificity() const;
  bool hasSize() const { return minElements > 0 || maxElements != INT64_MAX; }
  /// Conditions that only an instance of an op decides.
  bool isConditional() const;
};

/// Operands and results of a foreign op that share one type.
struct ForeignGroup {
  std::string name;
  llvm::SmallVector<unsigned, 4> operands, results;
  /// All that no other group of the op names.
  bool otherOperands = false, otherResults = false;
};

/// The structure of an op that does not implement `PrecisionOpInterface`, as a policy
/// file gives it.
struct ForeignOp {
  std::string op;
  std::vector<ForeignGroup> groups;
  std::string source;
};

/// The op that casts the floats of a dialect: one operand, one result.
struct ForeignCast {
  std::string op;
  /// The attribute that names the type of the result's elements ("to" of `onnx.Cast`);
  /// empty where the type of the result says enough.
  std::string typeAttr;
  mlir::DictionaryAttr attributes;          ///< further ones that it needs; null for none
  std::map<std::string, std::string> texts; ///< of these, as they were written
};

/// The rules that may match ops of one name, the most specific first.
struct RuleCandidates {
  llvm::SmallVector<llvm::SmallVector<const Rule *, 4>, 3> layers;
  llvm::SmallVector<llvm::StringRef, 4> groups; ///< that a rule names
};

/// What is asked about the ops of one function; keeps what several rules look at.
class MatchFacts {
public:
  explicit MatchFacts(const ParameterGradients &gradients, const RangeFacts *ranges = nullptr)
      : gradients(gradients), ranges(ranges) {}

  const ParameterGradients &gradients;
  const RangeFacts *ranges;

  /// Whether any rule names a group of the op that was asked about last.
  bool namesGroups() const { return !candidates->groups.empty(); }

private:
  friend class Policy;
  friend class RuleMatcher;
  llvm::DenseMap<mlir::Attribute, std::string> kinds;
  llvm::DenseMap<std::pair<const Rule *, mlir::Operation *>, bool> regions;
  /// By location, the rules whose texts and expressions occur in it.
  llvm::DenseMap<mlir::Attribute, llvm::SmallVector<const Rule *, 1>> locations;
  /// The op that was asked about last, once for each of its groups.
  mlir::Operation *op = nullptr;
  bool f16 = false;
  const RuleCandidates *candidates = nullptr;
};

class Policy {
public:
  /// `name` is "torch", "grappler" or "halftone"; rules of `file`, if it is given,
  /// go before. Reports errors at `loc`, or at their place in the file.
  static llvm::FailureOr<Policy> create(llvm::StringRef name, llvm::StringRef file,
                                        mlir::Location loc);

  Policy(Policy &&) = default;
  Policy &operator=(Policy &&) = default;

  llvm::StringRef getName() const { return name; }
  llvm::StringRef getPlacement() const { return placement; }
  /// What the policy says of `narrow`: "values", "bytes", or nothing.
  llvm::StringRef getNarrow() const { return narrow; }
  /// Whether f32 islands are grown, and ranges beyond those of constants are used.
  bool usesIslands() const { return islands.value_or(false); }
  bool usesRanges() const { return ranges.value_or(false); }
  /// Whether ranges are used, if only by the condition of a rule.
  bool needsRanges() const;

  /// The rule for `op`, or null where none matches; with a `group`, the rule that names
  /// it, or null where it goes with the op. A core op of the backward pass takes the
  /// rule of its forward op. Fails where equally specific rules differ.
  llvm::FailureOr<const Rule *> find(mlir::Operation *op, bool f16, MatchFacts &facts,
                                     llvm::StringRef group = {}) const;

  /// What the op is to islands, by its own rule also in the backward pass: the first that
  /// says so.
  IslandRole getIslandRole(mlir::Operation *op, bool f16, MatchFacts &facts) const;

  /// The structure of an op that a rule names and that is not known by interface: where
  /// no rule gives groups, one group "x" of all that is float. Null where no rule
  /// names it.
  const ForeignOp *getForeign(llvm::StringRef opName) const;
  /// The cast op of a dialect ("stablehlo.convert"); null where no file names it.
  const ForeignCast *getCast(llvm::StringRef dialect) const;

  /// Rules of the user's file that matched no op so far, in their order; not those that are
  /// about the other compute type only.
  llvm::SmallVector<const Rule *> getUnmatchedRules(bool f16) const;
  /// Whether the rule is of a file that goes before a table.
  bool isUsers(const Rule &rule) const;

  /// The layers of rules, those that go first in front.
  llvm::ArrayRef<std::vector<Rule>> getLayers() const { return layers; }
  const std::map<std::string, ForeignCast> &getCasts() const { return casts; }
  const std::map<std::string, ForeignOp> &getForeignOps() const { return foreign; }

private:
  friend class RuleMatcher;
  Policy() = default;
  llvm::LogicalResult add(llvm::StringRef text, llvm::StringRef source, bool isTable,
                          mlir::Location loc);

  const RuleCandidates &getCandidates(llvm::StringRef opName) const;

  std::string name, placement, narrow;
  std::optional<bool> islands, ranges;
  bool isComplete = false;
  std::vector<std::vector<Rule>> layers;
  unsigned numFollowedLayers = 0; ///< in front, those whose rules should match something
  std::map<std::string, ForeignCast> casts;
  std::map<std::string, ForeignOp> foreign;
  std::vector<const Rule *> locationRules; ///< those that look at a location
  mutable llvm::StringMap<RuleCandidates> candidates;
  mutable std::vector<bool> matched; ///< by number, rules of the layers that are followed
};

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_POLICY_H
