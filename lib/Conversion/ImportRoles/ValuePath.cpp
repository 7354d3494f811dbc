// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ValuePath.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace halftone::conversion;

std::string ValuePath::join(size_t first) const {
  if (first >= segments.size())
    return std::string();
  return llvm::join(ArrayRef(segments).drop_front(first), "/");
}

bool halftone::conversion::isIndex(StringRef segment) {
  return segment.find_first_not_of("0123456789") == StringRef::npos;
}

/// A key in brackets up to its closing bracket: 'name', "name", 3 or <flat index 3>.
/// Takes it off `text`, or fails.
static std::optional<std::string> takeBracket(StringRef &text) {
  StringRef rest = text.drop_front();
  if (rest.starts_with("'") || rest.starts_with("\"")) {
    char quote = rest.front();
    std::string key;
    for (size_t i = 1; i < rest.size(); ++i) {
      if (rest[i] == '\\' && i + 1 < rest.size()) {
        key += rest[++i];
      } else if (rest[i] == quote) {
        if (!rest.substr(i + 1).starts_with("]"))
          return std::nullopt;
        text = rest.substr(i + 2);
        return key;
      } else {
        key += rest[i];
      }
    }
    return std::nullopt;
  }
  size_t end = rest.find(']');
  if (end == StringRef::npos || end == 0)
    return std::nullopt;
  StringRef key = rest.take_front(end);
  if (key.consume_front("<flat index "))
    key.consume_back(">");
  text = rest.substr(end + 1);
  return key.str();
}

/// The keys, fields and indices that follow a root; fails where something else does.
static bool parseKeys(StringRef text, SmallVectorImpl<std::string> &segments) {
  while (!text.empty()) {
    if (text.front() == '[') {
      std::optional<std::string> key = takeBracket(text);
      if (!key)
        return false;
      segments.push_back(std::move(*key));
      continue;
    }
    if (!text.consume_front("."))
      return false;
    StringRef field = text.take_until([](char c) { return c == '.' || c == '['; });
    if (field.empty())
      return false;
    segments.push_back(field.str());
    text = text.substr(field.size());
  }
  return true;
}

ValuePath halftone::conversion::parseArgumentPath(StringRef text) {
  ValuePath path;
  StringRef root = text.take_until([](char c) { return c == '.' || c == '['; });
  if (!root.empty())
    path.segments.push_back(root.str());
  if (!root.empty() && parseKeys(text.substr(root.size()), path.segments))
    return path;
  path.segments.assign({text.str()});
  return path;
}

ValuePath halftone::conversion::parseResultPath(StringRef text) {
  ValuePath path;
  StringRef keys = text;
  keys.consume_front("result");
  if (!parseKeys(keys, path.segments))
    path.segments.assign({text.str()});
  return path;
}
