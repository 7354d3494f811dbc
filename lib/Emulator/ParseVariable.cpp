// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of variables, registers and parameters, and initial values. The
// elements of an array stand in row-major order; a row that its braces don't fill
// ends in zeros.
#include "Parser.h"

#include <bit>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::ast;

/// Largest array and alignment that a declaration may ask for.
static constexpr uint64_t maxBytes = uint64_t{1} << 32;
static constexpr uint64_t maxRegisters = 1 << 20;
/// Most bytes that one variable's initial values may cover.
static constexpr uint64_t maxInitial = uint64_t{1} << 28;

/// After `.attribute`: (.managed), (.unified(1, 2)): where memory lives, which is all
/// the same here.
bool Parser::attribute() {
  if (!expect('('))
    return false;
  do {
    if (!atDirective())
      return failExpected("an attribute");
    skip();
    if (accept('(')) {
      uint64_t unused;
      do {
        if (!integer(unused, "a number"))
          return false;
      } while (accept(','));
      if (!expect(')'))
        return false;
    }
  } while (accept(','));
  return expect(')');
}

/// After the space: [.align N] [.v2] .type [.ptr …] name [dims] [= init].
bool Parser::variable(Variable &variable) {
  uint64_t value;
  while (atDirective()) {
    Position place = position();
    std::string_view text = directiveText();
    if (!accept(text))
      return failExpected("a type");
    if (text == ".align") {
      if (!integer(value, "an alignment", maxBytes))
        return false;
      if (!std::has_single_bit(value))
        return failAt(place,
                      "expected an alignment that is a power of two, got " + std::to_string(value));
      variable.alignment = std::max<size_t>(variable.alignment, value);
    } else if (text == ".v2" || text == ".v4" || text == ".v8") {
      variable.lanes = static_cast<unsigned>(text[2] - '0');
    } else if (text == ".attribute") {
      if (!attribute())
        return false;
    } else if (text == ".ptr") {
      // What a pointer points to says nothing about the parameter itself.
      if (atDirective() && parseSpace(directiveText()))
        accept(directiveText());
      if (accept(".align") && !integer(value, "an alignment"))
        return false;
    } else if (std::optional<Type> type = parseType(text.substr(1))) {
      variable.type = *type;
    } else {
      return failAt(place, "unsupported " + quote(text) + " in a declaration");
    }
  }
  if (variable.type == Type::None)
    return failExpected("a type");
  if (variable.type == Type::Pred && variable.space != Space::Reg)
    return fail("predicates live in registers only");
  variable.position = position();
  if (!word(variable.name, "a name"))
    return false;
  if (variable.space == Space::Reg) {
    if (accept('<')) {
      if (!integer(value, "a number of registers", maxRegisters) || !expect('>'))
        return false;
      variable.count = static_cast<uint32_t>(value);
    }
    return true;
  }
  size_t element = size_t{byteSize(variable.type)} * variable.lanes;
  variable.alignment = std::max(variable.alignment, element);
  variable.bytes = element;
  std::vector<uint64_t> strides;
  if (!dimensions(variable, strides))
    return false;
  if (!accept('='))
    return true;
  if (variable.space != Space::Global && variable.space != Space::Const)
    return fail("only '.global' and '.const' variables can be initialised");
  if (!initializer(variable, strides, 0, 0))
    return false;
  if (variable.open) {
    variable.bytes = variable.initial.size();
    // A whole number of elements of the open dimension.
    if (size_t whole = strides.empty() ? 0 : strides[0])
      variable.bytes = (variable.bytes + whole - 1) / whole * whole;
    variable.open = false;
  }
  return true;
}

/// Sets the variable's size, and for each dimension and a vector's lanes the bytes of
/// one of its elements.
bool Parser::dimensions(Variable &variable, std::vector<uint64_t> &strides) {
  std::vector<uint64_t> counts;
  while (accept('[')) {
    Position place = position();
    if (counts.size() == maxDepth)
      return fail("variable " + quote(variable.name) + " has too many dimensions");
    if (accept(']')) {
      if (!counts.empty())
        return failAt(place, "only the first dimension may be open");
      variable.open = true;
      counts.push_back(0);
      continue;
    }
    int64_t count;
    if (!startsExpression())
      return failExpected("a number of elements");
    if (!constant(count) || !expect(']'))
      return false;
    if (count < 0 || static_cast<uint64_t>(count) > maxBytes)
      return failAt(place, "variable " + quote(variable.name) + " is too large");
    counts.push_back(static_cast<uint64_t>(count));
  }
  if (variable.lanes > 1)
    counts.push_back(variable.lanes);
  uint64_t bytes = byteSize(variable.type);
  strides.resize(counts.size());
  for (size_t i = counts.size(); i-- > 0;) {
    strides[i] = bytes;
    if (i == 0 && variable.open)
      break;
    if (counts[i] && bytes > maxBytes / counts[i])
      return fail("variable " + quote(variable.name) + " is too large");
    bytes *= counts[i];
  }
  variable.bytes = variable.open ? 0 : bytes;
  return true;
}

/// One value, or values in braces for the elements of dimension `level`.
bool Parser::initializer(Variable &variable, const std::vector<uint64_t> &strides, size_t level,
                         size_t offset) {
  if (!accept('{')) {
    if (level < strides.size())
      return failExpected("'{'");
    return initialValue(variable, offset);
  }
  if (++depth > maxDepth)
    return fail("initial values are nested too deep");
  // Braces around a single value of no dimension.
  uint64_t stride = level < strides.size() ? strides[level] : byteSize(variable.type);
  uint64_t limit = level < strides.size() && level > 0 ? strides[level - 1]
                   : level == 0 && variable.open       ? maxInitial
                   : level == 0                        ? variable.bytes
                                                       : stride;
  size_t next = offset;
  while (!token().is('}')) {
    if (next - offset + stride > limit)
      return fail("variable " + quote(variable.name) + " has too many initial values");
    if (!initializer(variable, strides, level + 1, next))
      return false;
    next += stride;
    if (!accept(','))
      break;
  }
  --depth;
  return expect('}');
}

/// 0xff00(name): the byte of an address that the mask has.
bool Parser::initialMask(Variable &variable, size_t offset) {
  uint64_t mask = token().bits;
  int shift = std::countr_zero(mask);
  if (mask == 0 || shift % 8 || mask >> shift != 0xff)
    return fail("expected a mask of one byte such as 0xff00, got " + quote(token().text));
  skip();
  return expect('(') && initialAddress(variable, offset, 1, static_cast<uint8_t>(shift)) &&
         expect(')');
}

bool Parser::initialAddress(Variable &variable, size_t offset, uint8_t bytes, uint8_t shift) {
  Relocation relocation{offset, bytes, shift, {}, 0, false, position()};
  if (!word(relocation.name, "a variable or function"))
    return false;
  if (relocation.name == "generic" && accept('(')) {
    relocation.generic = true;
    if (!word(relocation.name, "a variable") || !expect(')'))
      return false;
  }
  if (token().is('+') || token().is('-')) {
    accept('+');
    if (!constant(relocation.offset))
      return false;
  }
  if (bytes != 8 && bytes != 4 && bytes != 1)
    return failAt(relocation.position, "an address needs an element of 4 or 8 bytes");
  if (bytes == 1 && byteSize(variable.type) != 1)
    return failAt(relocation.position, "a byte of an address needs an element of 1 byte");
  variable.relocations.push_back(relocation);
  return true;
}

bool Parser::initialValue(Variable &variable, size_t offset) {
  size_t bytes = byteSize(variable.type);
  Position place = position();
  if (offset + bytes > maxInitial || (!variable.open && offset + bytes > variable.bytes))
    return fail("variable " + quote(variable.name) + " has too many initial values");
  variable.initial.resize(std::max(variable.initial.size(), offset + bytes));
  if (token().kind == Token::Kind::Word && token().text[0] != '.' && !token().is("WARP_SZ"))
    return initialAddress(variable, offset, static_cast<uint8_t>(bytes), 0);
  if (token().kind == Token::Kind::Integer && ahead(1).is('('))
    return initialMask(variable, offset);

  Operand value;
  bool isFloat = variable.type == Type::F32 || variable.type == Type::F64;
  if (startsExpression() || token().kind == Token::Kind::Float32 ||
      token().kind == Token::Kind::Float64) {
    if (!plainOperand(value))
      return false;
  } else {
    return failExpected("an initial value");
  }
  uint64_t bits = value.bits;
  if (value.kind == Operand::Kind::Integer) {
    if (isFloat)
      return failAt(place, "expected a floating-point value, got an integer");
  } else if (value.kind == Operand::Kind::Float64 && variable.type == Type::F32) {
    bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
  } else if (value.kind == Operand::Kind::Float32 && variable.type == Type::F64) {
    bits = std::bit_cast<uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))));
  } else if (bytes != 4 && bytes != 8) {
    return failAt(place, "unexpected floating-point value");
  }
  std::memcpy(variable.initial.data() + offset, &bits, std::min<size_t>(bytes, 8));
  return true;
}

/// After the space, up to the semicolon: variables that share a type.
bool Parser::declarations(Space space, std::vector<Variable> &list) {
  Variable first;
  first.space = space;
  if (!variable(first))
    return false;
  Type type = first.type;
  unsigned lanes = first.lanes;
  size_t alignment = first.alignment;
  list.push_back(std::move(first));
  while (accept(',')) {
    Variable another;
    another.space = space;
    another.alignment = alignment;
    another.type = type;
    another.lanes = lanes;
    if (!variable(another))
      return false;
    list.push_back(std::move(another));
  }
  return expect(';');
}
