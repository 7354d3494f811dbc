// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lexer.h"

#include "Syntax.h"

#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

using namespace halftone;
using namespace halftone::emulator;

namespace {

constexpr size_t maxText = size_t{256} << 20;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

bool isWordPart(char c) { return isWordStart(c) || isDigit(c); }

class Lexer {
public:
  explicit Lexer(std::string_view text) : text(text) {}

  Result<std::vector<Token>> run() {
    while (skipSpace()) {
      if (!next())
        return ast::errorAt({line, column()}, message);
    }
    if (!message.empty())
      return ast::errorAt({line, column()}, message);
    add(Token::Kind::End, 0);
    return std::move(tokens);
  }

private:
  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }

  uint32_t column() const { return static_cast<uint32_t>(at - lineStart) + 1; }

  void add(Token::Kind kind, size_t length, uint64_t bits = 0, bool isUnsigned = false) {
    tokens.push_back({kind, text.substr(at, length), bits, line, column(), isUnsigned});
    at += length;
  }

  void newLine(size_t start) {
    ++line;
    lineStart = start;
  }

  /// To the next token; false at the end of the text (and at an open comment).
  bool skipSpace() {
    while (at < text.size() && text[at] != '\0') {
      char c = text[at];
      if (c == '\n')
        newLine(at + 1);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at;
      } else if (c == '/' && peek(1) == '/') {
        while (at < text.size() && text[at] != '\n')
          ++at;
      } else if (c == '/' && peek(1) == '*') {
        size_t end = text.find("*/", at + 2);
        if (end == std::string_view::npos) {
          message = "a comment is not closed";
          return false;
        }
        for (; at < end + 2; ++at)
          if (text[at] == '\n')
            newLine(at + 1);
      } else {
        return true;
      }
    }
    return false;
  }

  bool next() {
    char c = peek();
    if (isDigit(c) || (c == '.' && isDigit(peek(1))))
      return number();
    if (isWordStart(c)) {
      size_t length = 1;
      for (;;) {
        if (isWordPart(peek(length)))
          ++length;
        else if (peek(length) == ':' && peek(length + 1) == ':' && isWordPart(peek(length + 2)))
          length += 2;
        else
          break;
      }
      add(Token::Kind::Word, length);
      return true;
    }
    if (c == '"') {
      size_t end = at + 1;
      while (end < text.size() && text[end] != '"' && text[end] != '\n')
        end += text[end] == '\\' ? 2 : 1;
      if (end >= text.size() || text[end] != '"') {
        message = "a string is not closed";
        return false;
      }
      add(Token::Kind::String, end + 1 - at);
      return true;
    }
    if (std::string_view("()[]{}<>,;:=@!|+-*&^~/?").find(c) == std::string_view::npos) {
      message = "unexpected character " + describe(c);
      return false;
    }
    add(Token::Kind::Mark, markLength());
    return true;
  }

  static std::string describe(char c) {
    static constexpr char digits[] = "0123456789abcdef";
    unsigned code = static_cast<unsigned char>(c);
    if (code > ' ' && code < 0x7f)
      return "'" + std::string(1, c) + "'";
    return std::string("0x") + digits[code >> 4] + digits[code & 15];
  }

  /// Operators of two characters stand in constant expressions only, where no two
  /// of one character come together.
  size_t markLength() const {
    for (std::string_view mark : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
      if (text.substr(at, 2) == mark)
        return 2;
    return 1;
  }

  bool integer(size_t skip, int base) {
    const char *first = text.data() + at + skip;
    uint64_t value = 0;
    auto [end, error] = std::from_chars(first, text.data() + text.size(), value, base);
    size_t length = static_cast<size_t>(end - (text.data() + at));
    if (error == std::errc::result_out_of_range)
      return bad("is too large");
    if (error != std::errc())
      return bad("has no digits");
    bool isUnsigned = peek(length) == 'U';
    length += isUnsigned;
    if (isWordPart(peek(length)))
      return bad("ends in '" + std::string(1, peek(length)) + "'");
    add(Token::Kind::Integer, length, value, isUnsigned || value >> 63);
    return true;
  }

  bool bad(const std::string &what) {
    size_t length = 1;
    while (isWordPart(peek(length)))
      ++length;
    message = "number '" + std::string(text.substr(at, length)) + "' " + what;
    return false;
  }

  bool floatPattern(size_t digits, Token::Kind kind) {
    uint64_t value = 0;
    const char *first = text.data() + at + 2;
    const char *limit = text.data() + text.size();
    auto [end, error] = std::from_chars(first, limit, value, 16);
    size_t length = static_cast<size_t>(end - first);
    if (error != std::errc() || length != digits || isWordPart(peek(2 + length)))
      return bad("needs " + std::to_string(digits) + " hexadecimal digits");
    add(kind, 2 + digits, value);
    return true;
  }

  bool number() {
    char second = peek(1);
    if (peek() == '0' && (second == 'x' || second == 'X'))
      return integer(2, 16);
    if (peek() == '0' && (second == 'b' || second == 'B'))
      return integer(2, 2);
    if (peek() == '0' && (second == 'f' || second == 'F'))
      return floatPattern(8, Token::Kind::Float32);
    if (peek() == '0' && (second == 'd' || second == 'D'))
      return floatPattern(16, Token::Kind::Float64);
    size_t length = 0;
    while (isDigit(peek(length)))
      ++length;
    if (peek(length) == '.' || peek(length) == 'e' || peek(length) == 'E')
      return decimal();
    if (peek() == '0' && isDigit(second))
      return integer(1, 8);
    return integer(0, 10);
  }

  bool decimal() {
    double value = 0;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    size_t length = static_cast<size_t>(end - (text.data() + at));
    if (error == std::errc::result_out_of_range)
      return bad("is out of range");
    if (error != std::errc() || isWordPart(peek(length)))
      return bad("is not a decimal fraction");
    add(Token::Kind::Float64, length, std::bit_cast<uint64_t>(value));
    return true;
  }

  std::string_view text;
  size_t at = 0, lineStart = 0;
  uint32_t line = 1;
  std::vector<Token> tokens;
  std::string message;
};

} // namespace

Result<std::vector<Token>> emulator::tokenize(std::string_view ptx) {
  if (ptx.size() > maxText)
    return Error{"expected at most " + std::to_string(maxText >> 20) + " MiB of PTX, got " +
                 std::to_string(ptx.size()) + " bytes"};
  return Lexer(ptx).run();
}
