// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of instructions: registers, constants, addresses, vectors and pairs.
#include "Parser.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

bool Parser::operand(Operand &result) {
  if (!plainOperand(result))
    return false;
  if (!accept('|'))
    return true;
  Operand pair;
  pair.kind = Operand::Kind::Pair;
  pair.elements.push_back(std::move(result));
  if (!plainOperand(pair.elements.emplace_back()))
    return false;
  result = std::move(pair);
  return true;
}

bool Parser::elements(Operand &operand, char close) {
  if (accept(close))
    return true;
  if (++depth > maxDepth)
    return fail("operands are nested too deep");
  do {
    if (!plainOperand(operand.elements.emplace_back()))
      return false;
  } while (accept(','));
  --depth;
  return expect(close);
}

/// After the bracket: [name], [name + constant], [constant], and what follows commas.
bool Parser::address(Operand &operand) {
  operand.kind = Operand::Kind::Address;
  if (token().kind == Token::Kind::Word && !token().is("WARP_SZ")) {
    if (!word(operand.name, "an address"))
      return false;
    if ((token().is('+') || token().is('-'))) {
      accept('+');
      if (!constant(operand.offset))
        return false;
    }
  } else if (!startsExpression()) {
    return failExpected("an address");
  } else if (!constant(operand.offset)) {
    return false;
  }
  return accept(',') ? elements(operand, ']') : expect(']');
}

/// A name, perhaps with a displacement or an index.
bool Parser::namedOperand(Operand &result) {
  if (!word(result.name, "an operand"))
    return false;
  if (accept('[')) {
    result.kind = Operand::Kind::Element;
    if (!startsExpression())
      return failExpected("a constant index");
    if (!constant(result.offset) || !expect(']'))
      return false;
    return true;
  }
  if (!token().is('+') && !token().is('-'))
    return true;
  accept('+');
  return constant(result.offset);
}

bool Parser::floatOperand(Operand &result) {
  bool negative = accept('-');
  if (!negative)
    accept('+');
  bool narrow = token().kind == Token::Kind::Float32;
  result.kind = narrow ? Operand::Kind::Float32 : Operand::Kind::Float64;
  result.bits = token().bits;
  if (negative)
    result.bits ^= uint64_t{1} << (narrow ? 31 : 63);
  skip();
  return true;
}

bool Parser::plainOperand(Operand &result) {
  auto isFloat = [](const Token &each) {
    return each.kind == Token::Kind::Float32 || each.kind == Token::Kind::Float64;
  };
  if (accept('['))
    return address(result);
  if (accept('{')) {
    result.kind = Operand::Kind::Vector;
    return elements(result, '}');
  }
  if (listAllowed && accept('(')) {
    result.kind = Operand::Kind::List;
    listAllowed = false;
    bool ok = elements(result, ')');
    listAllowed = true;
    return ok;
  }
  if (token().is('!') && ahead(1).kind == Token::Kind::Word) {
    skip();
    result.negated = true;
    return word(result.name, "a predicate");
  }
  if (token().is('-') && ahead(1).kind == Token::Kind::Word && !ahead(1).is("WARP_SZ")) {
    skip();
    result.minus = true;
    return word(result.name, "an operand");
  }
  if (token().is(std::string_view("_"))) {
    result.kind = Operand::Kind::Sink;
    skip();
    return true;
  }
  if (isFloat(token()) || ((token().is('-') || token().is('+')) && isFloat(ahead(1))))
    return floatOperand(result);
  if (token().kind == Token::Kind::Word && token().text[0] != '.' && !token().is("WARP_SZ"))
    return namedOperand(result);
  if (!startsExpression())
    return failExpected("an operand");
  Value value;
  if (!expression(value))
    return false;
  result.kind = Operand::Kind::Integer;
  result.bits = value.bits;
  return true;
}
