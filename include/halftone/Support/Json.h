// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON by nlohmann's library, used without exceptions. With them off, the library
// aborts on a value of the wrong type, so read foreign JSON only through the
// functions below, or after `is_…()`. `OrderedJson` keeps keys as they were added,
// for what we write.
#ifndef HALFTONE_SUPPORT_JSON_H
#define HALFTONE_SUPPORT_JSON_H

#include "halftone/Support/JsonText.h"
#include "halftone/Support/Result.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace halftone {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

/// The message says the line and the column.
Result<Json> parseJson(std::string_view text);
/// Keys stay in the order of the text. Slow for objects with very many keys.
Result<OrderedJson> parseOrderedJson(std::string_view text);

/// `indent` of -1 gives one line. Text that is not UTF-8 gets U+FFFD.
std::string dumpJson(const Json &value, int indent = -1);
std::string dumpJson(const OrderedJson &value, int indent = -1);

/// The member of that name, or null if `object` is no object or lacks it.
template <typename J> const J *findMember(const J &object, std::string_view key) {
  if (!object.is_object())
    return nullptr;
  auto it = object.find(std::string(key));
  return it == object.end() ? nullptr : &*it;
}

/// The value if it is a string.
template <typename J> std::optional<std::string> asString(const J &value) {
  const std::string *text = value.template get_ptr<const std::string *>();
  return text ? std::optional(*text) : std::nullopt;
}

/// The value if it is an integer that fits.
template <typename J> std::optional<int64_t> asInteger(const J &value) {
  if (!value.is_number_integer() ||
      (value.is_number_unsigned() && value.template get<uint64_t>() > INT64_MAX))
    return std::nullopt;
  return value.template get<int64_t>();
}

/// The value if it is a number, or one of the strings "inf", "-inf" and "nan",
/// which stand for what JSON's numbers lack.
template <typename J> std::optional<double> asNumber(const J &value) {
  if (value.is_number())
    return value.template get<double>();
  const std::string *text = value.template get_ptr<const std::string *>();
  if (text && *text == "inf")
    return __builtin_inf();
  if (text && *text == "-inf")
    return -__builtin_inf();
  if (text && *text == "nan")
    return __builtin_nan("");
  return std::nullopt;
}

} // namespace halftone

#endif // HALFTONE_SUPPORT_JSON_H
