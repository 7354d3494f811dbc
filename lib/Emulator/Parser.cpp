// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules: their directives, in any order after the version.
#include "Parser.h"

#include <charconv>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

Error ast::errorAt(Position position, const std::string &message) {
  std::string column = position.column ? ", column " + std::to_string(position.column) : "";
  return Error{"PTX line " + std::to_string(position.line) + column + ": " + message};
}

std::optional<Type> emulator::parseType(std::string_view name) {
  static constexpr struct {
    std::string_view name;
    Type type;
  } types[] = {{"pred", Type::Pred},     {"b8", Type::B8},          {"b16", Type::B16},
               {"b32", Type::B32},       {"b64", Type::B64},        {"u8", Type::U8},
               {"u16", Type::U16},       {"u32", Type::U32},        {"u64", Type::U64},
               {"s8", Type::S8},         {"s16", Type::S16},        {"s32", Type::S32},
               {"s64", Type::S64},       {"f16", Type::F16},        {"bf16", Type::BF16},
               {"f16x2", Type::F16x2},   {"bf16x2", Type::BF16x2},  {"f32", Type::F32},
               {"f32x2", Type::F32x2},   {"f64", Type::F64},        {"tf32", Type::TF32},
               {"e4m3", Type::E4M3},     {"e5m2", Type::E5M2},      {"e4m3x2", Type::E4M3x2},
               {"e5m2x2", Type::E5M2x2}, {"b128", Type::B128},      {"u16x2", Type::U16x2},
               {"s16x2", Type::S16x2},   {"e2m3x2", Type::E2M3x2},  {"e3m2x2", Type::E3M2x2},
               {"e2m1x2", Type::E2M1x2}, {"ue8m0x2", Type::UE8M0x2}};
  for (auto &entry : types)
    if (entry.name == name)
      return entry.type;
  return std::nullopt;
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

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

bool Parser::accept(std::string_view directive) {
  Token &first = tokens[at];
  if (first.kind != Token::Kind::Word || !first.text.starts_with(directive))
    return false;
  size_t length = directive.size();
  if (first.text.size() == length) {
    ++at;
    return true;
  }
  if (directive[0] != '.' || first.text[length] != '.')
    return false;
  first.text.remove_prefix(length);
  first.column += static_cast<uint32_t>(length);
  return true;
}

bool Parser::word(std::string_view &result, const char *what) {
  if (token().kind != Token::Kind::Word || token().text[0] == '.')
    return failExpected(what);
  result = token().text;
  ++at;
  return true;
}

bool Parser::integer(uint64_t &result, const char *what, uint64_t limit) {
  if (token().kind != Token::Kind::Integer)
    return failExpected(what);
  result = token().bits;
  if (result > limit)
    return fail("expected " + std::string(what) + " up to " + std::to_string(limit) + ", got " +
                quote(token().text));
  ++at;
  return true;
}

bool Parser::numbers(uint32_t (&sizes)[3], const char *what, uint64_t limit) {
  sizes[0] = sizes[1] = sizes[2] = 1;
  for (uint32_t &size : sizes) {
    uint64_t value;
    if (!integer(value, what, limit))
      return false;
    if (value == 0) {
      --at;
      return failExpected(std::string(what) + " above zero");
    }
    size = static_cast<uint32_t>(value);
    if (!accept(','))
      break;
  }
  return true;
}

bool Parser::names(std::vector<std::string_view> &list, const char *what) {
  do {
    if (!word(list.emplace_back(), what))
      return false;
  } while (accept(','));
  return true;
}

/// After `.pragma`: hints that change no result.
bool Parser::strings() {
  do {
    if (token().kind != Token::Kind::String)
      return failExpected("a string");
    skip();
  } while (accept(','));
  return expect(';');
}

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

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

bool Parser::version(Module &module) {
  if (token().kind != Token::Kind::Float64)
    return failExpected("a version such as 8.1");
  std::string_view text = token().text;
  const char *end = text.data() + text.size();
  auto dot = std::from_chars(text.data(), end, module.major);
  bool read = dot.ec == std::errc() && dot.ptr != end && *dot.ptr == '.' &&
              std::from_chars(dot.ptr + 1, end, module.minor).ptr == end;
  if (!read || module.major < 2 || module.major > 9)
    return fail("expected a version from 2.0 to 9.x, got " + quote(text));
  skip();
  return true;
}

/// .file 1 "name" [, time, size]
bool Parser::file(Module &module) {
  uint64_t number, unused;
  if (!integer(number, "a file's number", UINT32_MAX))
    return false;
  if (token().kind != Token::Kind::String)
    return failExpected("a file's name");
  std::string &name = module.files[static_cast<uint32_t>(number)];
  name.clear();
  std::string_view quoted = token().text.substr(1, token().text.size() - 2);
  for (size_t i = 0; i < quoted.size(); ++i) {
    i += quoted[i] == '\\' && i + 1 < quoted.size();
    name += quoted[i];
  }
  skip();
  while (accept(','))
    if (!integer(unused, "a number"))
      return false;
  return true;
}

bool Parser::alias(Module &module) {
  Alias &alias = module.aliases.emplace_back();
  alias.position = position();
  return word(alias.name, "a function's name") && expect(',') &&
         word(alias.function, "a function's name") && expect(';');
}

bool Parser::directive(Module &module) {
  if (accept(".version"))
    return version(module);
  if (accept(".target"))
    return word(module.target, "a chip such as sm_80") &&
           (!accept(',') || names(module.targetFlags, "a target's flag"));
  if (accept(".address_size")) {
    Position place = position();
    uint64_t size;
    if (!integer(size, "an address size"))
      return false;
    return size == 64 ||
           failAt(place, "expected an address size of 64, got " + std::to_string(size));
  }
  if (accept(".file"))
    return file(module);
  if (token().is(std::string_view(".section")))
    return skipSection();
  if (accept(".pragma"))
    return strings();
  if (accept(".alias"))
    return alias(module);
  return accept(';') || declaration(module);
}

/// Debug information: a name and a block in braces.
bool Parser::skipSection() {
  skip();
  if (token().kind != Token::Kind::Word)
    return failExpected("a section's name");
  skip();
  if (!expect('{'))
    return false;
  for (; !token().is('}'); skip())
    if (token().kind == Token::Kind::End)
      return failExpected("'}'");
  return expect('}');
}

/// A variable or function, with its linkage.
bool Parser::declaration(Module &module) {
  bool external = false, weak = false;
  for (;;) {
    if (accept(".extern"))
      external = true;
    else if (accept(".weak") || accept(".common"))
      weak = true;
    else if (!accept(".visible"))
      break;
  }
  if (accept(".entry"))
    return function(module, /*entry=*/true);
  if (accept(".func"))
    return function(module, /*entry=*/false);
  std::optional<Space> space = atDirective() ? parseSpace(directiveText()) : std::nullopt;
  if (!space || *space == Space::Reg || *space == Space::Param || *space == Space::Local)
    return failExpected("a directive or declaration of a module");
  accept(directiveText());
  size_t first = module.variables.size();
  if (!declarations(*space, module.variables))
    return false;
  for (size_t i = first; i < module.variables.size(); ++i) {
    module.variables[i].external = external;
    module.variables[i].weak = weak;
  }
  return true;
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
