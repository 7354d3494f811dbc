// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PolicyValues.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

SmallVector<std::pair<StringRef, const JsonValue *>>
halftone::precision::sorted(const JsonObject &object) {
  SmallVector<std::pair<StringRef, const JsonValue *>> members;
  for (const auto &[key, value] : object)
    members.emplace_back(key, &value);
  llvm::sort(members, llvm::less_first());
  return members;
}

LogicalResult halftone::precision::readText(StringRef member, const JsonValue &value,
                                            std::string &text, ErrorFn error) {
  auto read = value.getAsString();
  if (!read || read->empty())
    return error("'" + member + "' expects a text that is not empty");
  text = read->str();
  return success();
}

LogicalResult halftone::precision::readNames(StringRef member, const JsonValue &value,
                                             std::vector<std::string> &names, ErrorFn error) {
  auto complain = [&] { return error("'" + member + "' expects a name or a list of names"); };
  const llvm::json::Array *list = value.getAsArray();
  llvm::json::Array single{value};
  if (list && list->empty())
    return complain();
  for (const JsonValue &item : list ? *list : single) {
    auto text = item.getAsString();
    if (!text || text->empty())
      return complain();
    names.push_back(text->str());
  }
  return success();
}

LogicalResult halftone::precision::readWord(StringRef member, MemberForm form,
                                            const JsonValue &value, std::string &word,
                                            ErrorFn error) {
  SmallVector<StringRef> words = getWords(form);
  auto text = value.getAsString();
  if (!text)
    return error("'" + member + "' expects one of " + llvm::join(words, ", "));
  if (!llvm::is_contained(words, *text))
    return error("unknown " + member + " '" + *text + "' (" + llvm::join(words, ", ") + ")");
  word = text->str();
  return success();
}

LogicalResult halftone::precision::readPattern(StringRef member, const JsonValue &value,
                                               NamePattern &pattern, ErrorFn error) {
  if (failed(readText(member, value, pattern.text, error)))
    return failure();
  pattern.regex = std::make_shared<llvm::Regex>(pattern.text);
  std::string why;
  if (!pattern.regex->isValid(why))
    return error("'" + member + "' is no regular expression: '" + pattern.text + "': " + why);
  return success();
}

LogicalResult halftone::precision::readCount(StringRef member, const JsonValue &value,
                                             int64_t &count, ErrorFn error) {
  auto number = value.getAsInteger();
  if (!number || *number < 0)
    return error("'" + member + "' expects a whole number from 0 on");
  count = *number;
  return success();
}

LogicalResult halftone::precision::readFlag(StringRef member, const JsonValue &value, bool &flag,
                                            ErrorFn error) {
  auto read = value.getAsBoolean();
  if (!read)
    return error("'" + member + "' expects true or false");
  flag = *read;
  return success();
}

LogicalResult halftone::precision::readShape(const JsonValue &value, std::vector<int64_t> &shape,
                                             ErrorFn error) {
  auto complain = [&] { return error("'shape' expects a list of lengths, null for any"); };
  const llvm::json::Array *list = value.getAsArray();
  if (!list || list->empty())
    return complain();
  for (const JsonValue &item : *list) {
    auto length = item.getAsInteger();
    if (!item.getAsNull() && (!length || *length < 0))
      return complain();
    shape.push_back(length.value_or(-1));
  }
  return success();
}

LogicalResult halftone::precision::readRange(const JsonValue &value,
                                             std::optional<RangeCondition> &range, ErrorFn error) {
  const JsonObject *object = value.getAsObject();
  if (!object)
    return error("'range' expects an object with 'above' or 'below'");
  range.emplace();
  for (auto [name, entry] : sorted(*object)) {
    const JsonValue &item = *entry;
    if (name == "above" || name == "below") {
      auto number = item.getAsNumber();
      if (!number || !(*number >= 0))
        return error("'range' expects a magnitude from 0 on as '" + name + "'");
      (name == "above" ? range->above : range->below) = *number;
    } else if (name == "by" && item.getAsString() == StringRef("proof")) {
      range->by = RangeCondition::Facts::Proved;
    } else if (name == "by" && item.getAsString() == StringRef("measurement")) {
      range->by = RangeCondition::Facts::Measured;
    } else if (name == "by") {
      return error("'range' expects 'proof' or 'measurement' as 'by'");
    } else {
      return error("'range' has no member '" + name + "' (above, below, by)");
    }
  }
  if (!range->above && !range->below)
    return error("'range' expects an object with 'above' or 'below'");
  return success();
}

/// 2, "operand 2", "result 0", "operands" and "results" (those that are left).
static bool readForeignMember(const JsonValue &value, ForeignGroup &group) {
  if (auto number = value.getAsInteger()) {
    group.operands.push_back(*number);
    return *number >= 0 && *number < 4096;
  }
  auto text = value.getAsString();
  if (!text)
    return false;
  if (*text == "operands")
    return group.otherOperands = true;
  if (*text == "results")
    return group.otherResults = true;
  StringRef rest = *text;
  bool isOperand = rest.consume_front("operand ");
  unsigned index;
  if ((!isOperand && !rest.consume_front("result ")) || rest.getAsInteger(10, index) ||
      index >= 4096)
    return false;
  (isOperand ? group.operands : group.results).push_back(index);
  return true;
}

LogicalResult halftone::precision::readGroups(const JsonValue &value,
                                              std::vector<ForeignGroup> &groups, ErrorFn error) {
  const JsonObject *object = value.getAsObject();
  if (!object || object->empty())
    return error("'groups' expects an object of groups");
  std::set<std::pair<bool, unsigned>> taken;
  bool otherOperands = false, otherResults = false;
  for (auto [name, entry] : sorted(*object)) {
    const JsonValue &item = *entry;
    ForeignGroup group;
    group.name = name.str();
    const llvm::json::Array *list = item.getAsArray();
    llvm::json::Array single{item};
    for (const JsonValue &member : list ? *list : single)
      if (!readForeignMember(member, group))
        return error("group '" + group.name +
                     "' expects the number of an operand, \"operand N\", \"result N\", "
                     "\"operands\", \"results\", or a list of these");
    bool isTwice = (group.otherOperands && otherOperands) || (group.otherResults && otherResults);
    otherOperands |= group.otherOperands;
    otherResults |= group.otherResults;
    for (unsigned operand : group.operands)
      isTwice |= !taken.insert({false, operand}).second;
    for (unsigned result : group.results)
      isTwice |= !taken.insert({true, result}).second;
    if (isTwice)
      return error("group '" + group.name + "' has what another group has");
    groups.push_back(std::move(group));
  }
  return success();
}
