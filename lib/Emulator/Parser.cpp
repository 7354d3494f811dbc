// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules and declarations.
#include "Parser.h"

#include <bit>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

Error ast::errorAt(uint32_t line, const std::string &message) {
  return Error{"PTX line " + std::to_string(line) + ": " + message};
}

std::optional<Type> emulator::parseType(std::string_view name) {
  static constexpr struct {
    std::string_view name;
    Type type;
  } types[] = {{"pred", Type::Pred},    {"b8", Type::B8},         {"b16", Type::B16},
               {"b32", Type::B32},      {"b64", Type::B64},       {"u8", Type::U8},
               {"u16", Type::U16},      {"u32", Type::U32},       {"u64", Type::U64},
               {"s8", Type::S8},        {"s16", Type::S16},       {"s32", Type::S32},
               {"s64", Type::S64},      {"f16", Type::F16},       {"bf16", Type::BF16},
               {"f16x2", Type::F16x2},  {"bf16x2", Type::BF16x2}, {"f32", Type::F32},
               {"f32x2", Type::F32x2},  {"f64", Type::F64},       {"tf32", Type::TF32},
               {"e4m3", Type::E4M3},    {"e5m2", Type::E5M2},     {"e4m3x2", Type::E4M3x2},
               {"e5m2x2", Type::E5M2x2}};
  for (auto &entry : types)
    if (entry.name == name)
      return entry.type;
  return std::nullopt;
}

/// Largest array and alignment that a declaration may ask for.
static constexpr uint64_t maxBytes = uint64_t{1} << 32;
static constexpr uint64_t maxRegisters = 1 << 20;

bool Parser::parseModule(Module &module) {
  if (!token().is(std::string_view(".version")))
    return failExpected("'.version'");
  while (token().kind != Token::Kind::End)
    if (!directive(module))
      return false;
  if (module.target.empty())
    return fail("the module has no '.target'");
  return true;
}

std::optional<Space> ast::parseSpace(std::string_view word) {
  if (word == ".global")
    return Space::Global;
  if (word == ".const")
    return Space::Const;
  if (word == ".shared")
    return Space::Shared;
  if (word == ".local")
    return Space::Local;
  if (word == ".param")
    return Space::Param;
  if (word == ".reg")
    return Space::Reg;
  return std::nullopt;
}

bool Parser::directive(Module &module) {
  if (accept(".version")) {
    if (token().kind != Token::Kind::Float64)
      return failExpected("a version such as 8.1");
    double version = std::bit_cast<double>(token().bits);
    if (version < 6.0 || version >= 10.0)
      return fail("expected a version from 6.0 to 9.x, got " + quote(token().text));
    skip();
    return true;
  }
  if (accept(".target")) {
    std::string_view flag;
    if (!word(module.target, "a chip such as sm_80"))
      return false;
    while (accept(','))
      if (!word(flag, "a target's flag"))
        return false;
    return true;
  }
  if (accept(".address_size")) {
    uint64_t size;
    if (!integer(size, "an address size"))
      return false;
    return size == 64 || fail("expected an address size of 64, got " + std::to_string(size));
  }
  if (accept(".file")) { // .file 1 "name" [, time, size]
    uint64_t unused;
    if (!integer(unused, "a file's number"))
      return false;
    if (token().kind != Token::Kind::String)
      return failExpected("a file's name");
    skip();
    while (accept(','))
      if (!integer(unused, "a number"))
        return false;
    return true;
  }
  if (accept(".section"))
    return skipSection();

  bool external = false;
  for (;;) {
    if (accept(".extern"))
      external = true;
    else if (!accept(".visible") && !accept(".weak") && !accept(".common"))
      break;
  }
  if (accept(".entry"))
    return function(module, /*entry=*/true);
  if (accept(".func"))
    return function(module, /*entry=*/false);
  std::optional<Space> space = parseSpace(token().text);
  if (!space || *space == Space::Reg || *space == Space::Param || *space == Space::Local)
    return failExpected("a directive or declaration of a module");
  skip();
  size_t first = module.variables.size();
  if (!declarations(*space, module.variables))
    return false;
  for (size_t i = first; i < module.variables.size(); ++i)
    module.variables[i].external = external;
  return true;
}

/// Debug information: a name and a block in braces.
bool Parser::skipSection() {
  std::string_view name = token().text;
  skip();
  if (!token().is('{'))
    return fail("section " + quote(name) + " has no block");
  for (; !token().is('}'); skip())
    if (token().kind == Token::Kind::End)
      return failExpected("'}'");
  return expect('}');
}

/// After the space: [.align N] [.v2] .type [.ptr …] name [dims] [= init].
bool Parser::variable(Variable &variable) {
  uint64_t value;
  unsigned lanes = 1;
  variable.line = token().line;
  while (token().kind == Token::Kind::Word && token().text[0] == '.') {
    std::string_view text = token().text;
    skip();
    if (text == ".align") {
      if (!integer(value, "an alignment", maxBytes))
        return false;
      if (!std::has_single_bit(value))
        return fail("expected an alignment that is a power of two, got " + std::to_string(value));
      variable.alignment = std::max<size_t>(variable.alignment, value);
    } else if (text == ".v2" || text == ".v4") {
      lanes = text == ".v2" ? 2 : 4;
    } else if (text == ".ptr") {
      // What a pointer points to says nothing about the parameter itself.
      if (!token().is(std::string_view(".align")))
        skip();
      if (accept(".align") && !integer(value, "an alignment"))
        return false;
    } else if (std::optional<Type> type = parseType(text.substr(1))) {
      variable.type = *type;
    } else {
      --at;
      return fail("unsupported " + quote(text) + " in a declaration");
    }
  }
  if (variable.type == Type::None)
    return failExpected("a type");
  if (variable.type == Type::Pred && variable.space != Space::Reg)
    return fail("predicates live in registers only");
  if (!word(variable.name, "a name"))
    return false;
  if (variable.space == Space::Reg) {
    if (lanes != 1)
      return fail("vector registers are not supported");
    if (accept('<')) {
      if (!integer(value, "a number of registers", maxRegisters) || !expect('>'))
        return false;
      variable.count = static_cast<uint32_t>(value);
    }
    return true;
  }
  size_t element = size_t{byteSize(variable.type)} * lanes;
  variable.alignment = std::max(variable.alignment, element);
  variable.bytes = element;
  if (!dimensions(variable))
    return false;
  if (!accept('='))
    return true;
  if (variable.space != Space::Global && variable.space != Space::Const)
    return fail("only '.global' and '.const' variables can be initialised");
  size_t offset = 0;
  if (!initializer(variable, offset))
    return false;
  variable.initial.resize(variable.bytes);
  return true;
}

bool Parser::dimensions(Variable &variable) {
  while (accept('[')) {
    if (accept(']')) {
      variable.open = true;
      variable.bytes = 0;
      continue;
    }
    uint64_t count;
    if (!integer(count, "a number of elements", maxBytes) || !expect(']'))
      return false;
    if (count && variable.bytes > maxBytes / count)
      return fail("variable " + quote(variable.name) + " is too large");
    variable.bytes *= count;
  }
  return true;
}

bool Parser::initializer(Variable &variable, size_t &offset) {
  if (!accept('{'))
    return initialValue(variable, offset);
  if (accept('}'))
    return true;
  if (++depth > maxDepth)
    return fail("initial values are nested too deep");
  do {
    if (!initializer(variable, offset))
      return false;
  } while (accept(','));
  --depth;
  return expect('}');
}

bool Parser::initialValue(Variable &variable, size_t &offset) {
  size_t bytes = byteSize(variable.type);
  uint64_t bits = 0;
  bool negative = accept('-');
  if (token().kind == Token::Kind::Word) {
    Relocation relocation{offset, token().text, 0, false};
    skip();
    if (relocation.name == "generic" && accept('(')) {
      relocation.generic = true;
      if (!word(relocation.name, "a variable") || !expect(')'))
        return false;
    }
    if (accept('+') && !signedInteger(relocation.offset, "an offset"))
      return false;
    if (bytes != 8)
      return fail("an address needs an element of 8 bytes");
    variable.relocations.push_back(relocation);
  } else if (token().kind == Token::Kind::Integer || token().kind == Token::Kind::Float32 ||
             token().kind == Token::Kind::Float64) {
    bits = token().bits;
    if (token().kind == Token::Kind::Float64 && variable.type == Type::F32)
      bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
    if (negative)
      bits = token().kind == Token::Kind::Integer ? uint64_t{0} - bits
                                                  : bits ^ (uint64_t{1} << (8 * bytes - 1));
    skip();
  } else {
    return failExpected("an initial value");
  }
  if (variable.open)
    variable.bytes = std::max(variable.bytes, offset + bytes);
  if (offset + bytes > variable.bytes)
    return fail("variable " + quote(variable.name) + " has too many initial values");
  variable.initial.resize(offset + bytes);
  std::memcpy(variable.initial.data() + offset, &bits, bytes);
  offset += bytes;
  return true;
}

/// After the space, up to the semicolon: variables that share a type.
bool Parser::declarations(Space space, std::vector<Variable> &list) {
  Variable first;
  first.space = space;
  if (!variable(first))
    return false;
  Variable next = first;
  list.push_back(std::move(first));
  while (accept(',')) {
    Variable another;
    another.space = space;
    another.alignment = next.alignment;
    another.type = next.type;
    if (!variable(another))
      return false;
    list.push_back(std::move(another));
  }
  return expect(';');
}

Result<Module> ast::parse(std::string_view ptx) {
  Result<std::vector<Token>> tokens = tokenize(ptx);
  if (!tokens)
    return tokens.takeError();
  Module module;
  Parser parser(std::move(*tokens));
  if (!parser.parseModule(module))
    return parser.takeError();
  return module;
}
