// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest to JSON and back.
#include "halftone/Runtime/Manifest.h"

#include "halftone/Support/Json.h"

using namespace halftone;
using namespace halftone::runtime;

const FunctionInfo *Manifest::find(std::string_view function) const {
  for (const FunctionInfo &info : functions)
    if (info.name == function)
      return &info;
  return nullptr;
}

namespace {

OrderedJson toJson(const ValueInfo &value) {
  OrderedJson json = {{"name", value.name},
                      {"role", value.role},
                      {"dtype", std::string(toString(value.dtype))},
                      {"shape", value.shape}};
  if (!value.updates.empty())
    json["updates"] = value.updates;
  return json;
}

OrderedJson toJson(const std::vector<ValueInfo> &values) {
  OrderedJson json = OrderedJson::array();
  for (const ValueInfo &value : values)
    json.push_back(toJson(value));
  return json;
}

/// A string member, or the empty string where there is none.
std::string stringMember(const OrderedJson &json, std::string_view key) {
  const OrderedJson *member = findMember(json, key);
  return member ? asString(*member).value_or("") : "";
}

Result<ValueInfo> valueFromJson(const OrderedJson &json) {
  ValueInfo value;
  value.name = stringMember(json, "name");
  value.role = stringMember(json, "role");
  value.updates = stringMember(json, "updates");
  std::optional<DType> dtype = parseDType(stringMember(json, "dtype"));
  const OrderedJson *shape = findMember(json, "shape");
  if (!dtype || !shape || !shape->is_array())
    return Error{"manifest: value '" + value.name + "' has no valid 'dtype' and 'shape'"};
  value.dtype = *dtype;
  for (const OrderedJson &dim : *shape) {
    std::optional<int64_t> size = asInteger(dim);
    if (!size || *size < 0)
      return Error{"manifest: value '" + value.name + "' has a shape that is no list of sizes"};
    value.shape.push_back(*size);
  }
  return value;
}

Result<std::vector<ValueInfo>> valuesFromJson(const OrderedJson &function, std::string_view key) {
  std::vector<ValueInfo> values;
  const OrderedJson *list = findMember(function, key);
  if (!list || !list->is_array())
    return Error{"manifest: a function lacks '" + std::string(key) + "'"};
  for (const OrderedJson &json : *list) {
    Result<ValueInfo> value = valueFromJson(json);
    if (!value)
      return value.takeError();
    values.push_back(std::move(*value));
  }
  return values;
}

} // namespace

std::string Manifest::toJson() const {
  OrderedJson json = {{"version", version}, {"target", target}};
  OrderedJson &facts = json["properties"] = OrderedJson::object();
  for (const auto &[key, value] : properties)
    facts[key] = value;
  OrderedJson &list = json["functions"] = OrderedJson::array();
  for (const FunctionInfo &function : functions)
    list.push_back({{"name", function.name},
                    {"symbol", function.symbol},
                    {"args", ::toJson(function.args)},
                    {"results", ::toJson(function.results)}});
  return dumpJson(json, 1);
}

Result<Manifest> Manifest::fromJson(std::string_view text) {
  Result<OrderedJson> json = parseOrderedJson(text);
  if (!json)
    return Error{"manifest: " + json.error()};
  Manifest manifest;
  const OrderedJson *version = findMember(*json, "version");
  if (!version || asInteger(*version) != manifest.version)
    return Error{"manifest: expected version " + std::to_string(manifest.version) +
                 "; was the step made by another release?"};
  manifest.target = stringMember(*json, "target");
  if (const OrderedJson *facts = findMember(*json, "properties"); facts && facts->is_object())
    for (const auto &[key, value] : facts->items())
      manifest.properties.emplace_back(key, asString(value).value_or(""));
  const OrderedJson *functions = findMember(*json, "functions");
  if (!functions || !functions->is_array())
    return Error{"manifest: expected a list 'functions'"};
  for (const OrderedJson &entry : *functions) {
    FunctionInfo function;
    function.name = stringMember(entry, "name");
    function.symbol = stringMember(entry, "symbol");
    Result<std::vector<ValueInfo>> args = valuesFromJson(entry, "args");
    if (!args)
      return args.takeError();
    Result<std::vector<ValueInfo>> results = valuesFromJson(entry, "results");
    if (!results)
      return results.takeError();
    function.args = std::move(*args);
    function.results = std::move(*results);
    manifest.functions.push_back(std::move(function));
  }
  return manifest;
}
