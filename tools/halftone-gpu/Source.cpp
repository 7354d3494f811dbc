// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel file, and messages about its lines.
#include "Commands.h"

#include "halftone/Emulator/Image.h"
#include "halftone/Support/AtomicFile.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

using namespace halftone;
using namespace halftone::gpu;

int gpu::fail(const std::string &message) {
  (void)std::fflush(stdout);
  std::fprintf(stderr, "halftone-gpu: error: %s\n", message.c_str());
  return Failed;
}

Result<Source> Source::read(const std::string &path) {
  Result<std::string> image = readFile(path);
  if (!image)
    return image.takeError();
  Result<std::string> ptx = emulator::ptxOfImage(*image);
  if (!ptx)
    return Error{"'" + path + "': " + ptx.error()};
  return Source{path, std::move(*ptx)};
}

Result<std::unique_ptr<emulator::Module>> Source::parse() const {
  Result<std::unique_ptr<emulator::Module>> module = emulator::Module::parse(ptx);
  if (!module)
    return Error{describe(module.error())};
  return module;
}

/// Line `number`, from 1.
static std::string_view lineOf(std::string_view text, uint32_t number) {
  for (; number > 1; --number) {
    size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return {};
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string Source::located(uint32_t line, std::string_view kind, const std::string &text,
                            uint32_t column) const {
  std::string result = path + ":" + std::to_string(line) +
                       (column ? ":" + std::to_string(column) : "") + ": " + std::string(kind) +
                       ": " + text + "\n";
  if (std::string_view code = lineOf(ptx, line); !code.empty()) {
    std::string number = std::to_string(line);
    result += std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | ";
    // Of a line without end, what lies around the column.
    constexpr size_t most = 240;
    if (code.size() > most)
      code = code.substr(column > most / 2 ? std::min(column - most / 2, code.size()) : 0, most);
    for (char c : code)
      result += c == '\t' ? ' ' : c;
    result += "\n";
  }
  return result;
}

/// A place in a message, "PTX line 12" or "PTX line 12, column 3", and the text that comes
/// after it where it leads.
struct Place {
  uint32_t line = 0, column = 0;
  std::string_view rest;
};

static Place placeIn(std::string_view message) {
  constexpr std::string_view lineKey = "PTX line ", columnKey = ", column ";
  Place place;
  size_t at = message.find(lineKey);
  if (at == std::string_view::npos)
    return place;
  const char *end = message.data() + message.size();
  const char *next = std::from_chars(message.data() + at + lineKey.size(), end, place.line).ptr;
  std::string_view rest(next, static_cast<size_t>(end - next));
  if (rest.starts_with(columnKey)) {
    next = std::from_chars(rest.data() + columnKey.size(), end, place.column).ptr;
    rest = std::string_view(next, static_cast<size_t>(end - next));
  }
  place.rest = at == 0 && rest.starts_with(": ") ? rest.substr(2) : message;
  return place;
}

std::string Source::describe(const std::string &message) const {
  std::string result;
  std::string_view rest = message;
  while (!rest.empty()) {
    std::string_view one = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    Place place = placeIn(one);
    result += place.line ? located(place.line, "error", std::string(place.rest), place.column)
                         : "halftone-gpu: error: " + std::string(one) + "\n";
  }
  return result;
}

std::string Source::describe(const emulator::Finding &finding) const {
  std::string text = finding.message;
  if (finding.count > 1)
    text += " (" + std::to_string(finding.count) + " times)";
  std::string result = located(finding.at.line, "error", text);
  if (finding.hasOther && finding.other.line)
    result += located(finding.other.line, "note", "the other access is here");
  return result;
}
