// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of a policy file's members, as JSON has them. Each function reads one, or
// reports through `error` what it expects.
#ifndef HALFTONE_LIB_PRECISION_POLICYVALUES_H
#define HALFTONE_LIB_PRECISION_POLICYVALUES_H

#include "PolicyReader.h"

#include "llvm/Support/JSON.h"

namespace halftone::precision {

using JsonValue = llvm::json::Value;
using JsonObject = llvm::json::Object;
using ErrorFn = llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)>;

/// Members by name: the order of the object's own table is no order.
llvm::SmallVector<std::pair<llvm::StringRef, const JsonValue *>> sorted(const JsonObject &object);

llvm::LogicalResult readText(llvm::StringRef member, const JsonValue &value, std::string &text,
                             ErrorFn error);
/// A name or a list of names.
llvm::LogicalResult readNames(llvm::StringRef member, const JsonValue &value,
                              std::vector<std::string> &names, ErrorFn error);
/// One of the words of a form.
llvm::LogicalResult readWord(llvm::StringRef member, MemberForm form, const JsonValue &value,
                             std::string &word, ErrorFn error);
llvm::LogicalResult readPattern(llvm::StringRef member, const JsonValue &value,
                                NamePattern &pattern, ErrorFn error);
llvm::LogicalResult readCount(llvm::StringRef member, const JsonValue &value, int64_t &count,
                              ErrorFn error);
llvm::LogicalResult readFlag(llvm::StringRef member, const JsonValue &value, bool &flag,
                             ErrorFn error);
llvm::LogicalResult readShape(const JsonValue &value, std::vector<int64_t> &shape, ErrorFn error);
llvm::LogicalResult readRange(const JsonValue &value, std::optional<RangeCondition> &range,
                              ErrorFn error);
/// The groups of a foreign op.
llvm::LogicalResult readGroups(const JsonValue &value, std::vector<ForeignGroup> &groups,
                               ErrorFn error);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_POLICYVALUES_H
