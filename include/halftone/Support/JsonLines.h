// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logs of JSON lines: one object a line, appended as the run goes. Each line goes
// to the system in one call, so a run that is killed leaves at most one line
// unfinished, the last; readers skip it, and a run that continues removes it.
// Numbers are printed as short as reads back the same; "inf", "-inf" and "nan" are
// strings.
#ifndef HALFTONE_SUPPORT_JSONLINES_H
#define HALFTONE_SUPPORT_JSONLINES_H

#include "halftone/Support/JsonText.h"
#include "halftone/Support/Result.h"

#include <concepts>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace halftone {

using Json = nlohmann::json; // complete in Json.h

/// One object, written as its members are added.
class JsonLine {
public:
  JsonLine &add(std::string_view key, std::string_view value) {
    return raw(key, jsonString(value));
  }
  JsonLine &add(std::string_view key, const char *value) { return raw(key, jsonString(value)); }
  JsonLine &add(std::string_view key, double value) { return raw(key, jsonNumber(value)); }
  JsonLine &add(std::string_view key, float value) { return raw(key, jsonNumber(value)); }
  JsonLine &add(std::string_view key, bool value) { return raw(key, value ? "true" : "false"); }
  template <std::integral T> JsonLine &add(std::string_view key, T value) {
    return raw(key, std::to_string(value));
  }
  /// Any JSON, as text without line breaks.
  JsonLine &raw(std::string_view key, std::string_view json);

  std::string str() const { return "{" + members + "}"; }

private:
  std::string members;
};

class JsonLinesLog {
public:
  /// Creates the file or empties it; with `append`, goes on after its last whole
  /// line.
  static Result<JsonLinesLog> open(const std::string &path, bool append = false);
  JsonLinesLog(JsonLinesLog &&other) noexcept;
  JsonLinesLog &operator=(JsonLinesLog &&) = delete;
  ~JsonLinesLog();

  Status write(const JsonLine &line);

private:
  JsonLinesLog() = default;

  int fd = -1;
  std::string name;
};

/// All objects of a log; an unfinished last line is left out.
Result<std::vector<Json>> readJsonLines(const std::string &path);

} // namespace halftone

#endif // HALFTONE_SUPPORT_JSONLINES_H
