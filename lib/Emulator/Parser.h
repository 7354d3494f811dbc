// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive-descent parser of PTX's grammar, down to operands. The first error
// ends it: functions return false, and `takeError` has the message.
#ifndef HALFTONE_EMULATOR_PARSER_H
#define HALFTONE_EMULATOR_PARSER_H

#include "Lexer.h"
#include "Syntax.h"

#include <algorithm>
#include <optional>
#include <string>

namespace halftone::emulator::ast {

std::optional<Space> parseSpace(std::string_view word);

class Parser {
public:
  explicit Parser(std::vector<Token> tokens) : tokens(std::move(tokens)) {}

  bool parseModule(Module &module);
  Error takeError() { return std::move(error); }

private:
  const Token &token() const { return tokens[at]; }
  const Token &ahead(size_t count) const { return tokens[std::min(at + count, tokens.size() - 1)]; }

  static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }
  bool fail(const std::string &message) {
    if (error.message.empty())
      error = errorAt(token().line, message);
    return false;
  }
  bool failExpected(const std::string &what) {
    bool end = token().kind == Token::Kind::End;
    return fail("expected " + what + ", got " +
                (end ? std::string("the end of the text") : quote(token().text)));
  }

  /// Never past the end.
  void skip() { at += token().kind != Token::Kind::End; }
  bool accept(char mark) { return token().is(mark) && ++at; }
  bool accept(std::string_view word) { return token().is(word) && ++at; }
  bool expect(char mark) { return accept(mark) || failExpected(quote(std::string(1, mark))); }
  bool word(std::string_view &result, const char *what) {
    if (token().kind != Token::Kind::Word || token().text[0] == '.')
      return failExpected(what);
    result = token().text;
    ++at;
    return true;
  }
  bool integer(uint64_t &result, const char *what, uint64_t limit = UINT64_MAX) {
    if (token().kind != Token::Kind::Integer)
      return failExpected(what);
    result = token().bits;
    if (result > limit)
      return fail(std::string(what) + " " + quote(token().text) + " is too large");
    ++at;
    return true;
  }
  bool signedInteger(int64_t &result, const char *what) {
    bool negative = accept('-');
    uint64_t value;
    if (!integer(value, what))
      return false;
    result = static_cast<int64_t>(negative ? uint64_t{0} - value : value);
    return true;
  }

  bool directive(Module &module);
  bool skipSection();
  bool variable(Variable &variable);
  bool dimensions(Variable &variable);
  bool initializer(Variable &variable, size_t &offset);
  bool initialValue(Variable &variable, size_t &offset);
  bool declarations(Space space, std::vector<Variable> &list);
  bool parameters(std::vector<Variable> &list);
  bool function(Module &module, bool entry);
  bool threads(uint32_t (&sizes)[3]);
  bool functionDirectives(Function &function);
  bool body(Function &function);
  bool bodyDirective(Function &function);
  bool statement(Function &function);
  bool operand(Operand &operand);
  bool address(Operand &operand);
  bool elements(Operand &operand, char close);
  bool plainOperand(Operand &operand);

  std::vector<Token> tokens;
  size_t at = 0;
  static constexpr unsigned maxDepth = 16;
  unsigned depth = 0; ///< of braces in values and operands
  Error error;
};

} // namespace halftone::emulator::ast

#endif // HALFTONE_EMULATOR_PARSER_H
