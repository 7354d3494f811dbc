// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers, constants and addresses: from an operand to a slot.
#include "Decoder.h"
#include "Warp.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

uint32_t Decoder::allocate(size_t bytes) {
  size_t slot = program->registers.size();
  program->registers.resize(slot + (bytes + 63) / 64 * 64);
  return static_cast<uint32_t>(slot);
}

uint32_t Decoder::constant(uint64_t bits, unsigned bytes) {
  bits = bytes == 8 ? bits : bits & ((uint64_t{1} << (8 * bytes)) - 1);
  auto [it, isNew] = constants.try_emplace({bits, bytes}, 0);
  if (isNew) {
    it->second = allocate(size_t{32} * bytes);
    for (unsigned lane = 0; lane < 32; ++lane)
      std::memcpy(program->registers.data() + it->second + bytes * lane, &bits, bytes);
  }
  return it->second;
}

uint32_t Decoder::constantPredicate(bool value) {
  auto [it, isNew] = constants.try_emplace({value, 0u}, 0);
  if (isNew) {
    it->second = allocate(4);
    std::memset(program->registers.data() + it->second, value ? 0xff : 0, 4);
  }
  return it->second;
}

std::optional<Decoder::Symbol> Decoder::find(std::string_view name) {
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  uint32_t number = 0;
  bool numbered = digits < name.size() && name.size() - digits < 8;
  if (numbered)
    std::from_chars(name.data() + digits, name.data() + name.size(), number);

  for (int s = scope; s >= 0; s = scopes[static_cast<size_t>(s)].parent) {
    Scope &each = scopes[static_cast<size_t>(s)];
    if (auto it = each.symbols.find(name); it != each.symbols.end())
      return it->second;
    auto range = numbered ? each.ranges.find(name.substr(0, digits)) : each.ranges.end();
    if (range != each.ranges.end() && number < range->second.count) {
      auto [place, isNew] = range->second.registers.try_emplace(number);
      if (isNew)
        place->second = registerOf(range->second.type, range->second.lanes);
      return place->second;
    }
  }

  Symbol symbol;
  symbol.kind = Symbol::Kind::Variable;
  if (const ModuleData::Variable *variable = data.find(name)) {
    symbol.space = variable->constant ? Space::Const : Space::Global;
    symbol.address = variable->address;
    symbol.bytes = variable->bytes;
    symbol.elementBytes = variable->elementBytes;
    return symbol;
  }
  if (const uint32_t *number = symbols.findFunction(name)) {
    symbol.space = Space::Global;
    symbol.address = functionWindow + functionStride * (uint64_t{*number} + 1);
    return symbol;
  }
  const ast::Variable *variable = symbols.findShared(name);
  if (!variable)
    return findComponent(name);
  symbol.space = Space::Shared;
  symbol.bytes = variable->bytes;
  symbol.elementBytes = byteSize(variable->type) * variable->lanes;
  if (variable->open) {
    symbol.kind = Symbol::Kind::Dynamic;
    dynamicAlignment = std::max(dynamicAlignment, variable->alignment);
    return symbol;
  }
  // A kernel pays for the shared memory that it names.
  auto [it, isNew] = sharedVariables.try_emplace(name, 0);
  if (isNew) {
    it->second = (program->sharedBytes + variable->alignment - 1) / variable->alignment *
                 variable->alignment;
    program->sharedBytes = it->second + variable->bytes;
  }
  symbol.address = it->second;
  return symbol;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

const ast::Operand *Decoder::operand(size_t index) {
  operandsUsed = std::max(operandsUsed, index + 1);
  const std::vector<ast::Operand> &operands = item->instruction.operands;
  return index < operands.size() ? &operands[index] : nullptr;
}

bool Decoder::expectOperands(size_t least, size_t most) {
  size_t count = item->instruction.operands.size();
  operandsUsed = most;
  if (count >= least && count <= most)
    return true;
  std::string wanted = std::to_string(least);
  if (most != least)
    wanted += " to " + std::to_string(most);
  return fail("expected " + wanted + " operands, got " + std::to_string(count));
}

static std::string describe(Type type) {
  return type == Type::Pred ? "a predicate"
                            : "a register of " + std::to_string(8 * byteSize(type)) + " bits";
}

bool Decoder::source(const ast::Operand &operand, Type type, uint32_t &slot) {
  unsigned bytes = byteSize(type);
  switch (operand.kind) {
  case Kind::Name: {
    if (operand.negated || operand.offset || operand.minus)
      return fail("unexpected operand " + quote(operand.name));
    if (std::optional<uint32_t> place = special(operand.name, bytes)) {
      if ((type == Type::Pred) != (operand.name == "%is_explicit_cluster"))
        return fail("expected " + describe(type) + ", got " + quote(operand.name));
      // As in PTX 1.x, mov and cvt may read the lower 16 bits.
      std::string_view opcode = item->instruction.opcode;
      bool half = bytes == 2 && (opcode.starts_with("mov.") || opcode.starts_with("cvt."));
      if (bytes != 4 && bytes != 8 && type != Type::Pred && !half)
        return fail("special register " + quote(operand.name) + " has 32 bits, not " +
                    std::to_string(8 * bytes));
      slot = *place;
      return true;
    }
    std::optional<Symbol> symbol = find(operand.name);
    if (!symbol)
      return fail("unknown operand " + quote(operand.name));
    if (symbol->kind != Symbol::Kind::Register)
      return fail("expected a value, got variable " + quote(operand.name));
    if (symbol->reg.bytes() != bytes || (symbol->reg.type == Type::Pred) != (type == Type::Pred))
      return fail("expected " + describe(type) + ", got " + quote(operand.name) + ", " +
                  describe(symbol->reg.type));
    slot = symbol->reg.slot;
    note(operand.name, symbol->reg, isDest);
    return true;
  }
  case Kind::Integer:
    if (type == Type::F32 || type == Type::F64)
      return fail("expected a floating-point constant, got an integer");
    if (bytes > 8)
      return fail("expected " + describe(type) + ", got a constant");
    slot = type == Type::Pred ? constantPredicate(operand.bits) : constant(operand.bits, bytes);
    return true;
  case Kind::Float32:
  case Kind::Float64: {
    double value = operand.kind == Kind::Float64
                       ? std::bit_cast<double>(operand.bits)
                       : std::bit_cast<float>(static_cast<uint32_t>(operand.bits));
    bool pattern = operand.kind == Kind::Float32 ? bytes == 4 : bytes == 8;
    if (pattern)
      slot = constant(operand.bits, bytes);
    else if (type == Type::F32)
      slot = constant(std::bit_cast<uint32_t>(static_cast<float>(value)), 4);
    else if (type == Type::F64)
      slot = constant(std::bit_cast<uint64_t>(value), 8);
    else
      return fail("unexpected floating-point constant");
    return true;
  }
  default:
    return fail("expected " + describe(type));
  }
}

bool Decoder::source(size_t index, Type type) {
  const ast::Operand *each = operand(index);
  uint32_t slot = noSlot;
  if (!each)
    return fail("operand " + std::to_string(index + 1) + " is missing");
  if (!source(*each, type, slot))
    return false;
  slots.push_back(slot);
  return true;
}

bool Decoder::dest(const ast::Operand &operand, Type type, uint32_t &slot) {
  if (operand.kind != Kind::Name || special(operand.name, 4))
    return fail("expected " + describe(type) + " for the result");
  isDest = true;
  bool ok = source(operand, type, slot);
  isDest = false;
  return ok;
}

bool Decoder::destOrSink(const ast::Operand &operand, Type type, uint32_t &slot) {
  slot = noSlot;
  return operand.kind == Kind::Sink || dest(operand, type, slot);
}

bool Decoder::dest(size_t index, Type type) {
  const ast::Operand *each = operand(index);
  uint32_t slot = noSlot;
  if (!each)
    return fail("operand " + std::to_string(index + 1) + " is missing");
  if (!dest(*each, type, slot))
    return false;
  slots.push_back(slot);
  return true;
}

void Decoder::note(std::string_view name, const Register &reg, bool written) {
  program->registerNames.try_emplace(reg.slot, name);
  uint8_t bytes = reg.type == Type::Pred ? 0 : static_cast<uint8_t>(reg.bytes());
  (written ? writes : reads).push_back({reg.slot, bytes});
}

/// Of several instructions for one, the first counts as reading, the last as writing.
void Decoder::placeUses(size_t begin) {
  program->uses.resize(program->code.size());
  if (begin >= program->code.size())
    return;
  auto place = [&](Uses &uses, const std::vector<RegisterUse> &from, uint16_t Uses::*count) {
    if (uses.reads == 0 && uses.writes == 0)
      uses.first = static_cast<uint32_t>(program->registerUses.size());
    uses.*count = static_cast<uint16_t>(from.size());
    program->registerUses.insert(program->registerUses.end(), from.begin(), from.end());
  };
  place(program->uses[begin], reads, &Uses::reads);
  place(program->uses.back(), writes, &Uses::writes);
  reads.clear();
  writes.clear();
}

bool Decoder::anyRegister(const ast::Operand &operand, Register &result) {
  std::optional<Symbol> symbol;
  if (operand.kind == Kind::Name)
    symbol = find(operand.name);
  if (!symbol || symbol->kind != Symbol::Kind::Register || symbol->reg.type == Type::Pred)
    return fail("expected a register" +
                (operand.kind == Kind::Name ? ", got " + quote(operand.name) : std::string()));
  if (symbol->reg.bytes() == 1)
    return fail("expected a register of 16 bits or more, got " + quote(operand.name));
  result = symbol->reg;
  return true;
}

bool Decoder::predicate(const ast::Operand &operand, uint32_t &slot, bool &negated) {
  ast::Operand plain = operand;
  negated = plain.negated;
  plain.negated = false;
  return source(plain, Type::Pred, slot);
}

bool Decoder::address(const ast::Operand &operand, Space &space, uint32_t &slot, int64_t &offset,
                      uint8_t &addressBytes) {
  if (operand.kind != Kind::Address)
    return fail("expected an address in brackets");
  slot = noSlot;
  offset = operand.offset;
  addressBytes = 8;
  dynamicSymbol = false;
  bool param = space == Space::Param;
  if (param && !inEntry)
    space = Space::Local;
  if (operand.name.empty())
    return true;
  std::optional<Symbol> symbol = find(operand.name);
  if (!symbol)
    return fail("unknown address " + quote(operand.name));
  if (symbol->kind == Symbol::Kind::Register) {
    if (symbol->reg.bytes() != 8 && symbol->reg.bytes() != 4)
      return fail("expected a register of 32 or 64 bits for an address, got " +
                  quote(operand.name));
    slot = symbol->reg.slot;
    addressBytes = static_cast<uint8_t>(symbol->reg.bytes());
    note(operand.name, symbol->reg, false);
    return true;
  }
  if (param && (symbol->space == Space::Param || symbol->space == Space::Local)) {
    space = symbol->space;
  } else if (space == Space::Generic) {
    space = symbol->space;
  } else if (space != symbol->space) {
    return fail("variable " + quote(operand.name) + " is in another state space");
  }
  offset += static_cast<int64_t>(symbol->address);
  slot = symbol->base;
  dynamicSymbol = symbol->kind == Symbol::Kind::Dynamic;
  return true;
}

bool Decoder::integerConstant(size_t index, int64_t &value, int64_t least, int64_t most) {
  const ast::Operand *each = operand(index);
  if (!each || each->kind != Kind::Integer)
    return fail("operand " + std::to_string(index + 1) + " must be an integer constant");
  value = static_cast<int64_t>(each->bits);
  if (value < least || value > most)
    return fail("operand " + std::to_string(index + 1) + " must be from " + std::to_string(least) +
                " to " + std::to_string(most) + ", got " + std::to_string(value));
  return true;
}
