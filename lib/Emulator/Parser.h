// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive-descent parser of PTX's grammar, down to operands. The first error
// ends it: functions return false, and `takeError` has the message. Nesting is
// bounded, so that no text exhausts the stack.
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
  /// An integer of a constant expression: 64 bits, signed unless told otherwise.
  struct Value {
    uint64_t bits = 0;
    bool isUnsigned = false;
  };

  const Token &token() const { return tokens[at]; }
  const Token &ahead(size_t count) const { return tokens[std::min(at + count, tokens.size() - 1)]; }
  Position position() const { return {token().line, token().column}; }

  static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }
  bool failAt(Position position, const std::string &message) {
    if (error.message.empty())
      error = errorAt(position, message);
    return false;
  }
  bool fail(const std::string &message) { return failAt(position(), message); }
  bool failExpected(const std::string &what) {
    bool end = token().kind == Token::Kind::End;
    return fail("expected " + what + ", got " +
                (end ? std::string("the end of the text") : quote(token().text)));
  }

  /// Never past the end.
  void skip() { at += token().kind != Token::Kind::End; }
  bool accept(char mark) { return token().is(mark) && ++at; }
  /// A directive, perhaps with another one right behind it: ".ptr.global".
  bool accept(std::string_view directive);
  bool atDirective() const { return token().kind == Token::Kind::Word && token().text[0] == '.'; }
  /// The next directive alone: ".ptr" of ".ptr.global".
  std::string_view directiveText() const {
    return token().text.substr(0, token().text.find('.', 1));
  }
  bool expect(char mark) { return accept(mark) || failExpected(quote(std::string(1, mark))); }
  bool word(std::string_view &result, const char *what);
  bool integer(uint64_t &result, const char *what, uint64_t limit = UINT64_MAX);
  /// Up to three numbers, separated by commas; 1 for those that are missing.
  bool numbers(uint32_t (&sizes)[3], const char *what, uint64_t limit);
  bool names(std::vector<std::string_view> &list, const char *what);
  bool strings();

  // Constant expressions (ParseExpression.cpp).
  bool expression(Value &value);
  bool constant(int64_t &result);
  bool conditional(Value &value);
  bool binary(Value &value, int level);
  bool unary(Value &value);
  bool cast(Value &value);
  bool apply(std::string_view op, Value &left, const Value &right, Position at);
  bool startsExpression() const;

  // Modules (Parser.cpp).
  bool directive(Module &module);
  bool version(Module &module);
  bool file(Module &module);
  bool alias(Module &module);
  bool skipSection();
  bool declaration(Module &module);

  // Variables (ParseVariable.cpp).
  bool variable(Variable &variable);
  bool attribute();
  bool dimensions(Variable &variable, std::vector<uint64_t> &counts);
  bool initializer(Variable &variable, const std::vector<uint64_t> &strides, size_t level,
                   size_t offset);
  bool initialValue(Variable &variable, size_t offset);
  bool initialAddress(Variable &variable, size_t offset, uint8_t bytes, uint8_t shift);
  bool initialMask(Variable &variable, size_t offset);
  bool declarations(Space space, std::vector<Variable> &list);

  // Functions and statements (ParseFunction.cpp).
  bool parameters(std::vector<Variable> &list);
  bool function(Module &module, bool entry);
  bool functionDirectives(Function &function);
  bool body(Function &function);
  bool bodyDirective(Function &function);
  bool location(Function &function);
  bool labelled(Function &function);
  bool prototype(Prototype &prototype);
  bool statement(Function &function);
  Item &add(Function &function, Item::Kind kind, Position position);

  // Operands (ParseOperand.cpp).
  bool operand(Operand &operand);
  bool address(Operand &operand);
  bool elements(Operand &operand, char close);
  bool plainOperand(Operand &operand);
  bool namedOperand(Operand &operand);
  bool floatOperand(Operand &operand);

  std::vector<Token> tokens;
  size_t at = 0;
  static constexpr unsigned maxDepth = 64;
  static constexpr unsigned maxScopes = 512;
  unsigned depth = 0;       ///< of braces in values and operands
  uint32_t currentLoc = 0;  ///< of the function that is parsed
  bool listAllowed = false; ///< operands in parentheses are those of a call
  Error error;
};

} // namespace halftone::emulator::ast

#endif // HALFTONE_EMULATOR_PARSER_H
