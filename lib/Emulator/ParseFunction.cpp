// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions: their heads, bodies, instructions and operands.
#include "Parser.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

bool Parser::parameters(std::vector<Variable> &list) {
  if (accept(')'))
    return true;
  do {
    Variable parameter;
    parameter.space = Space::Param;
    if (!accept(".param"))
      return fail("expected '.param', got " + quote(token().text) +
                  ": parameters in registers are not supported");
    if (!variable(parameter))
      return false;
    if (parameter.open)
      return fail("parameter " + quote(parameter.name) + " has no size");
    list.push_back(std::move(parameter));
  } while (accept(','));
  return expect(')');
}

bool Parser::threads(uint32_t (&sizes)[3]) {
  sizes[0] = sizes[1] = sizes[2] = 1;
  for (int i = 0; i < 3; ++i) {
    uint64_t value;
    if (!integer(value, "a number of threads", 1024))
      return false;
    sizes[i] = static_cast<uint32_t>(value);
    if (!accept(','))
      break;
  }
  return true;
}

bool Parser::functionDirectives(Function &function) {
  uint64_t unused;
  for (;;) {
    if (accept(".maxntid")) {
      if (!threads(function.maxThreads))
        return false;
    } else if (accept(".reqntid")) {
      if (!threads(function.requiredThreads))
        return false;
    } else if (accept(".minnctapersm") || accept(".maxnreg") || accept(".maxnctapersm")) {
      if (!integer(unused, "a number"))
        return false;
    } else if (accept(".pragma")) {
      skip();
      if (!expect(';'))
        return false;
    } else if (!accept(".noreturn")) {
      return true;
    }
  }
}

bool Parser::function(Module &module, bool entry) {
  Function function;
  function.entry = entry;
  function.line = token().line;
  if (!entry && accept('(') && !parameters(function.results))
    return false;
  if (!word(function.name, "a function's name"))
    return false;
  if (accept('(') && !parameters(function.parameters))
    return false;
  if (!functionDirectives(function))
    return false;
  if (accept('{')) {
    function.hasBody = true;
    if (!body(function))
      return false;
  } else if (!accept(';')) {
    return failExpected("a body or ';'");
  }
  module.functions.push_back(std::move(function));
  return true;
}

bool Parser::body(Function &function) {
  for (size_t depth = 1; depth;) {
    uint32_t line = token().line;
    if (accept('{')) {
      ++depth;
      function.body.push_back({Item::Kind::Open, line, {}, {}, {}, {}});
    } else if (accept('}')) {
      if (--depth)
        function.body.push_back({Item::Kind::Close, line, {}, {}, {}, {}});
    } else if (token().kind == Token::Kind::Word && token().text[0] == '.') {
      if (!bodyDirective(function))
        return false;
    } else if (token().kind == Token::Kind::Word && ahead(1).is(':')) {
      std::string_view name = token().text;
      skip();
      skip();
      if (accept(".branchtargets")) {
        Item item{Item::Kind::Targets, line, name, {}, {}, {}};
        do {
          if (!word(item.targets.emplace_back(), "a label"))
            return false;
        } while (accept(','));
        if (!expect(';'))
          return false;
        function.body.push_back(std::move(item));
      } else if (token().is(std::string_view(".callprototype"))) {
        return fail("unsupported '.callprototype': indirect calls are not supported");
      } else {
        function.body.push_back({Item::Kind::Label, line, name, {}, {}, {}});
      }
    } else if (!accept(';') && !statement(function)) {
      return false;
    }
  }
  return true;
}

bool Parser::bodyDirective(Function &function) {
  if (std::optional<Space> space = parseSpace(token().text)) {
    skip();
    std::vector<Variable> list;
    if (!declarations(*space, list))
      return false;
    for (Variable &variable : list) {
      Item item{Item::Kind::Variable, variable.line, {}, {}, {}, {}};
      item.variable = std::move(variable);
      function.body.push_back(std::move(item));
    }
    return true;
  }
  if (accept(".loc")) { // .loc file line column [, function_name …, inlined_at …]
    uint32_t line = tokens[at - 1].line;
    while (token().line == line && token().kind != Token::Kind::End)
      skip();
    return true;
  }
  if (accept(".pragma")) {
    skip();
    return expect(';');
  }
  return fail("unsupported directive " + quote(token().text));
}

bool Parser::statement(Function &function) {
  Item item{Item::Kind::Instruction, token().line, {}, {}, {}, {}};
  Instruction &instruction = item.instruction;
  if (accept('@')) {
    instruction.guardNegated = accept('!');
    if (!word(instruction.guard, "a predicate"))
      return false;
    item.line = token().line;
  }
  if (!word(instruction.opcode, "an instruction"))
    return false;
  if (!accept(';')) {
    do {
      if (!operand(instruction.operands.emplace_back()))
        return false;
    } while (accept(','));
    if (!expect(';'))
      return false;
  }
  function.body.push_back(std::move(item));
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

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

bool Parser::address(Operand &operand) {
  operand.kind = Operand::Kind::Address;
  if (token().kind == Token::Kind::Word) {
    if (!word(operand.name, "an address"))
      return false;
    if (accept('+')) {
      if (!signedInteger(operand.offset, "an offset"))
        return false;
    } else if (token().is('-') && !signedInteger(operand.offset, "an offset")) {
      return false;
    }
  } else if (!signedInteger(operand.offset, "an address")) {
    return false;
  }
  return expect(']');
}

bool Parser::plainOperand(Operand &result) {
  if (accept('['))
    return address(result);
  if (accept('{')) {
    result.kind = Operand::Kind::Vector;
    return elements(result, '}');
  }
  if (accept('(')) {
    result.kind = Operand::Kind::List;
    return elements(result, ')');
  }
  if (accept('!')) {
    result.negated = true;
    return word(result.name, "a predicate");
  }
  if (token().is(std::string_view("_"))) {
    result.kind = Operand::Kind::Sink;
    skip();
    return true;
  }
  if (token().kind == Token::Kind::Word) {
    if (!word(result.name, "an operand"))
      return false;
    return !accept('+') || signedInteger(result.offset, "an offset");
  }
  bool negative = accept('-');
  result.bits = token().bits;
  switch (token().kind) {
  case Token::Kind::Integer:
    result.kind = Operand::Kind::Integer;
    if (negative)
      result.bits = uint64_t{0} - result.bits;
    break;
  case Token::Kind::Float32:
    result.kind = Operand::Kind::Float32;
    if (negative)
      result.bits ^= uint64_t{1} << 31;
    break;
  case Token::Kind::Float64:
    result.kind = Operand::Kind::Float64;
    if (negative)
      result.bits ^= uint64_t{1} << 63;
    break;
  default:
    return failExpected("an operand");
  }
  skip();
  return true;
}
