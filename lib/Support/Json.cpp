// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsing with positions in the messages, and printing of numbers.
#include "halftone/Support/Json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace halftone;

namespace {
/// Builds the value, and keeps the message of a failure, which the library would
/// otherwise throw away.
template <typename J> class DomBuilder : public nlohmann::detail::json_sax_dom_parser<J> {
public:
  explicit DomBuilder(J &root)
      : nlohmann::detail::json_sax_dom_parser<J>(root, /*allow_exceptions=*/false) {}

  template <typename Exception>
  bool parse_error(size_t position, const std::string &, const Exception &error) {
    offset = position;
    message = error.what();
    return false;
  }

  size_t offset = 0;
  std::string message;
};
} // namespace

/// "line 3, column 7: unexpected …" from the library's message and position.
static Error parseFailure(std::string_view text, size_t offset, std::string_view message) {
  std::string_view before = text.substr(0, std::min(offset > 0 ? offset - 1 : 0, text.size()));
  size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
  size_t newline = before.rfind('\n');
  size_t column = 1 + before.size() - (newline == std::string_view::npos ? 0 : newline + 1);
  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax …"
  if (size_t at = message.find(": "); at != std::string_view::npos)
    message.remove_prefix(at + 2);
  return Error{"line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
               std::string(message)};
}

template <typename J> static Result<J> parse(std::string_view text) {
  J root;
  DomBuilder<J> builder(root);
  if (!J::sax_parse(text.begin(), text.end(), &builder))
    return parseFailure(text, builder.offset, builder.message);
  return root;
}

Result<Json> halftone::parseJson(std::string_view text) { return parse<Json>(text); }

Result<OrderedJson> halftone::parseOrderedJson(std::string_view text) {
  return parse<OrderedJson>(text);
}

std::string halftone::dumpJson(const Json &value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string halftone::dumpJson(const OrderedJson &value, int indent) {
  return value.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

template <typename T> static std::string numberText(T value) {
  if (std::isnan(value))
    return "\"nan\"";
  if (std::isinf(value))
    return value < 0 ? "\"-inf\"" : "\"inf\"";
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

std::string halftone::jsonNumber(double value) { return numberText(value); }

std::string halftone::jsonNumber(float value) { return numberText(value); }

std::string halftone::jsonString(std::string_view text) {
  return dumpJson(Json(std::string(text)));
}
