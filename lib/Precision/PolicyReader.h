// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the text of a policy. The members that the reader knows are tables, from which
// the published schema (docs/policy.schema.json) is written, so that neither knows a
// member that the other does not.
#ifndef HALFTONE_LIB_PRECISION_POLICYREADER_H
#define HALFTONE_LIB_PRECISION_POLICYREADER_H

#include "halftone/Precision/Policy.h"

namespace halftone::precision {

/// What one text says.
struct PolicyText {
  std::vector<Rule> rules, defaults;
  std::string placement, narrow;
  std::optional<bool> islands, ranges;
  bool isComplete = false; ///< no table goes behind it
  bool isTable = false;    ///< rules that match nothing are no mistake
  std::map<std::string, ForeignCast> casts;
  std::map<std::string, ForeignOp> foreign;
};

/// Reads `text`, which messages call `source`: a file's place, or the name of a built-in
/// table, whose rules have no lines. Reports errors at their place, else at `loc`.
llvm::FailureOr<PolicyText> readPolicy(llvm::StringRef text, llvm::StringRef source, bool isTable,
                                       mlir::Location loc);

/// The forms that the value of a member may have.
enum class MemberForm {
  Text,
  Names,
  Pattern,
  Count,
  Flag,
  Label,
  Column,
  Products,
  Role,
  Shape,
  Range,
  Groups,
  Placement,
  Narrow,
  Island,
  Casts,
  Rules,
  Ignored,
};

/// A member of a rule, or of the file.
struct MemberSpec {
  llvm::StringLiteral name;
  MemberForm form;
  llvm::StringLiteral description;
};

llvm::ArrayRef<MemberSpec> getRuleMembers();
llvm::ArrayRef<MemberSpec> getFileMembers();

/// Words that a form allows; empty where it is no choice between words.
llvm::SmallVector<llvm::StringRef> getWords(MemberForm form);

/// The schema of policy files, as JSON.
std::string getPolicySchema();

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_POLICYREADER_H
