// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions: their heads and bodies, down to statements.
#include "Parser.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

/// After the parenthesis: variables in `.param` or `.reg`, or none.
bool Parser::parameters(std::vector<Variable> &list) {
  if (accept(')'))
    return true;
  do {
    Variable parameter;
    if (accept(".param"))
      parameter.space = Space::Param;
    else if (accept(".reg"))
      parameter.space = Space::Reg;
    else
      return failExpected("'.param' or '.reg'");
    if (!variable(parameter))
      return false;
    if (parameter.open)
      return failAt(parameter.position, "parameter " + quote(parameter.name) + " has no size");
    if (parameter.count || (parameter.space == Space::Reg && parameter.lanes > 1))
      return failAt(parameter.position,
                    "expected one register for parameter " + quote(parameter.name));
    list.push_back(std::move(parameter));
  } while (accept(','));
  return expect(')');
}

bool Parser::functionDirectives(Function &function) {
  uint64_t value = 0;
  uint32_t ignored[3];
  for (;;) {
    if (accept(".maxntid")) {
      if (!numbers(function.maxThreads, "a number of threads", 1024))
        return false;
    } else if (accept(".reqntid")) {
      if (!numbers(function.requiredThreads, "a number of threads", 1024))
        return false;
    } else if (accept(".reqnctapercluster")) {
      if (!numbers(function.requiredCluster, "a number of blocks", 1024))
        return false;
    } else if (accept(".maxclusterrank")) {
      if (!integer(value, "a number of blocks", 1024))
        return false;
      function.maxClusterRank = static_cast<uint32_t>(value);
    } else if (accept(".maxnreg")) {
      if (!integer(value, "a number of registers", 1024))
        return false;
      function.maxRegisters = static_cast<uint32_t>(value);
    } else if (accept(".minnctapersm")) {
      if (!integer(value, "a number of blocks", 1024))
        return false;
      function.minBlocks = static_cast<uint32_t>(value);
    } else if (accept(".maxnctapersm")) {
      if (!numbers(ignored, "a number of blocks", 1024))
        return false;
    } else if (accept(".abi_preserve") || accept(".abi_preserve_control")) {
      if (!integer(value, "a number of registers"))
        return false;
    } else if (accept(".explicitcluster")) {
      function.explicitCluster = true;
    } else if (accept(".blocksareclusters")) {
      function.blocksAreClusters = true;
    } else if (accept(".noreturn")) {
      function.noReturn = true;
    } else if (accept(".attribute")) {
      if (!attribute())
        return false;
    } else if (accept(".pragma")) {
      if (!strings())
        return false;
    } else {
      return true;
    }
  }
}

bool Parser::function(Module &module, bool entry) {
  Function function;
  function.entry = entry;
  if (accept(".attribute") && !attribute())
    return false;
  if (!entry && accept('(') && !parameters(function.results))
    return false;
  function.position = position();
  if (!word(function.name, "a function's name"))
    return false;
  if (accept('(') && !parameters(function.parameters))
    return false;
  if (entry)
    for (const Variable &parameter : function.parameters)
      if (parameter.space != Space::Param)
        return failAt(parameter.position, "a kernel's parameters are in '.param' memory");
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

Item &Parser::add(Function &function, Item::Kind kind, Position place) {
  Item &item = function.body.emplace_back();
  item.kind = kind;
  item.line = place.line;
  item.column = place.column;
  item.loc = currentLoc;
  return item;
}

bool Parser::body(Function &function) {
  currentLoc = 0;
  for (size_t scopes = 1; scopes;) {
    Position place = position();
    if (accept('{')) {
      if (++scopes > maxScopes)
        return failAt(place, "scopes are nested too deep");
      add(function, Item::Kind::Open, place);
    } else if (accept('}')) {
      if (--scopes)
        add(function, Item::Kind::Close, place);
    } else if (atDirective()) {
      if (!bodyDirective(function))
        return false;
    } else if (token().kind == Token::Kind::Word && ahead(1).is(':')) {
      if (!labelled(function))
        return false;
    } else if (!accept(';') && !statement(function)) {
      return false;
    }
  }
  return true;
}

/// .callprototype (results) _ (parameters) [.noreturn];
bool Parser::prototype(Prototype &prototype) {
  std::string_view name;
  if (accept('(') && !parameters(prototype.results))
    return false;
  if (!word(name, "'_'"))
    return false;
  if (accept('(') && !parameters(prototype.parameters))
    return false;
  Function unused;
  return functionDirectives(unused) && expect(';');
}

/// A label, or a list that a label names.
bool Parser::labelled(Function &function) {
  Position place = position();
  std::string_view name = token().text;
  skip();
  skip();
  if (accept(".branchtargets") || accept(".calltargets")) {
    Item &item = add(function, Item::Kind::Targets, place);
    item.name = name;
    return names(item.targets, "a label or function") && expect(';');
  }
  bool isPrototype = accept(".callprototype");
  Item &item = add(function, isPrototype ? Item::Kind::Prototype : Item::Kind::Label, place);
  item.name = name;
  return !isPrototype || prototype(item.prototype);
}

/// .loc file line column [, function_name label [+ offset], inlined_at file line column]
bool Parser::location(Function &function) {
  uint64_t numbers[3], unused;
  const char *const what[] = {"a file's number", "a line", "a column"};
  for (int i = 0; i < 3; ++i)
    if (!integer(numbers[i], what[i], UINT32_MAX))
      return false;
  std::string_view name;
  while (accept(',')) {
    bool inlined = accept("inlined_at");
    if (!inlined && !accept("function_name"))
      return failExpected("'function_name' or 'inlined_at'");
    for (int i = 0; inlined && i < 3; ++i)
      if (!integer(unused, what[i]))
        return false;
    if (!inlined) {
      if (token().kind == Token::Kind::Integer)
        skip();
      else if (!word(name, "a label") || (accept('+') && !integer(unused, "an offset")))
        return false;
    }
  }
  Location where{static_cast<uint32_t>(numbers[0]), static_cast<uint32_t>(numbers[1]),
                 static_cast<uint32_t>(numbers[2])};
  currentLoc = static_cast<uint32_t>(function.locations.size());
  function.locations.push_back(where);
  return true;
}

bool Parser::bodyDirective(Function &function) {
  Position place = position();
  if (std::optional<Space> space = parseSpace(directiveText())) {
    accept(directiveText());
    std::vector<Variable> list;
    if (!declarations(*space, list))
      return false;
    for (Variable &variable : list)
      add(function, Item::Kind::Variable, variable.position).variable = std::move(variable);
    return true;
  }
  if (accept(".loc"))
    return location(function);
  if (accept(".pragma"))
    return strings();
  return failAt(place, "unsupported directive " + quote(token().text));
}

bool Parser::statement(Function &function) {
  Position place = position();
  Instruction instruction;
  if (accept('@')) {
    instruction.guardNegated = accept('!');
    if (!word(instruction.guard, "a predicate"))
      return false;
    place = position();
  }
  if (!word(instruction.opcode, "an instruction"))
    return false;
  std::string_view base = instruction.opcode.substr(0, instruction.opcode.find('.'));
  listAllowed = base == "call";
  if (!accept(';')) {
    do {
      if (!operand(instruction.operands.emplace_back()))
        return false;
    } while (accept(','));
    if (!expect(';'))
      return false;
  }
  listAllowed = false;
  add(function, Item::Kind::Instruction, place).instruction = std::move(instruction);
  return true;
}
