// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `printf` with arguments in device memory: takes the format apart, fetches each
// argument by its conversion, and leaves the text of one conversion to the host.
#include "Library.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Longest field and string.
constexpr int32_t maxWidth = 1 << 12;
constexpr size_t maxString = size_t{1} << 16;

class Formatter {
public:
  Formatter(LaneReader &reader, std::string_view format, uint64_t arguments, std::string &text)
      : reader(reader), format(format), next(arguments), text(text) {}

  bool run(int32_t &total) {
    text.clear();
    while (at < format.size()) {
      size_t percent = std::min(format.find('%', at), format.size());
      text += format.substr(at, percent - at);
      at = percent;
      if (at < format.size() && !conversion())
        return false;
    }
    total = count;
    return true;
  }

private:
  template <typename T> bool take(T &value) {
    next = (next + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (!reader.read(next, &value, sizeof(T)))
      return false;
    next += sizeof(T);
    ++count;
    return true;
  }

  char peek() const { return at < format.size() ? format[at] : '\0'; }

  /// A number or `*`; negative if there is none.
  bool number(int32_t &value) {
    if (peek() == '*') {
      ++at;
      return take(value);
    }
    bool any = false;
    int32_t sum = 0;
    for (; peek() >= '0' && peek() <= '9'; ++at, any = true)
      sum = std::min(10 * sum + (format[at] - '0'), maxWidth);
    value = any ? sum : -1;
    return true;
  }

  template <typename T> void print(const std::string &spec, T value) {
    int length = std::snprintf(nullptr, 0, spec.c_str(), width, precision, value);
    if (length <= 0)
      return;
    std::vector<char> buffer(static_cast<size_t>(length) + 1);
    std::snprintf(buffer.data(), buffer.size(), spec.c_str(), width, precision, value);
    text.append(buffer.data(), static_cast<size_t>(length));
  }

  bool conversion() {
    size_t begin = at++;
    if (peek() == '%') {
      ++at;
      text += '%';
      return true;
    }
    std::string flags;
    for (; peek() && std::string_view("-+ #0").find(peek()) != std::string_view::npos; ++at)
      if (flags.find(peek()) == std::string::npos)
        flags += peek();
    if (!number(width))
      return false;
    if (width < 0 && format[at - 1] == '*') {
      flags += '-';
      width = -width;
    }
    width = std::clamp(width, 0, maxWidth);
    precision = -1;
    if (peek() == '.') {
      ++at;
      bool star = peek() == '*';
      if (!number(precision))
        return false;
      precision = star ? precision : std::max(precision, 0);
    }
    precision = std::min(precision, maxWidth);
    size_t sizes = at;
    while (peek() && std::string_view("hljztL").find(peek()) != std::string_view::npos)
      ++at;
    std::string_view size = format.substr(sizes, at - sizes);
    char type = peek();
    if (type)
      ++at;
    if (convert("%" + flags + "*.*", size, type))
      return true;
    if (failed)
      return false;
    text += format.substr(begin, at - begin); // no conversion that is known
    return true;
  }

  bool convert(const std::string &spec, std::string_view size, char type) {
    bool wide = size == "l" || size == "ll" || size == "j" || size == "z" || size == "t";
    switch (type) {
    case 'd':
    case 'i':
      return wide ? integer<long long>(spec + "ll" + type) : narrow<int>(spec, size, type);
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return wide ? integer<unsigned long long>(spec + "ll" + type)
                  : narrow<unsigned>(spec, size, type);
    case 'c': {
      int32_t value;
      if (!fetch(value))
        return false;
      precision = -1;
      if (value & 0xff)
        print(spec + "c", value & 0xff);
      else
        text += std::string(static_cast<size_t>(std::max(width - 1, 0)), ' ') + '\0';
      return true;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return integer<double>(spec + type);
    case 'p': {
      uint64_t value;
      if (!fetch(value))
        return false;
      print(spec + "p", reinterpret_cast<void *>(static_cast<uintptr_t>(value)));
      return true;
    }
    case 's':
      return string(spec);
    default:
      return false;
    }
  }

  template <typename T> bool fetch(T &value) {
    failed = !take(value);
    return !failed;
  }

  template <typename T> bool integer(const std::string &spec) {
    T value;
    if (!fetch(value))
      return false;
    print(spec, value);
    return true;
  }

  template <typename T> bool narrow(const std::string &spec, std::string_view size, char type) {
    return integer<T>(spec + std::string(size == "h" || size == "hh" ? size : "") + type);
  }

  bool string(const std::string &spec) {
    uint64_t address;
    if (!fetch(address))
      return false;
    std::string value = "(null)";
    size_t most = precision < 0 ? maxString : static_cast<size_t>(precision);
    failed = address && !reader.readString(address, value, most);
    if (failed)
      return false;
    print(spec + "s", value.c_str());
    return true;
  }

  LaneReader &reader;
  std::string_view format;
  size_t at = 0;
  uint64_t next;
  std::string &text;
  int32_t count = 0;
  int32_t width = 0, precision = -1;
  bool failed = false;
};

} // namespace

bool emulator::formatText(LaneReader &reader, std::string_view format, uint64_t arguments,
                          std::string &text, int32_t &count) {
  return Formatter(reader, format, arguments, text).run(count);
}
