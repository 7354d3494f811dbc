// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands that stand for others: `v` of a register `.v4` for its components, `a[2]` for
// a place in an array. They are written out before an instruction is decoded.
#include "Decoder.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

/// The component of `v.x`, `v.r` or `v.0`, if `v` is a vector.
std::optional<Decoder::Symbol> Decoder::findComponent(std::string_view name) {
  size_t dot = name.rfind('.');
  if (!hasVectors || dot == std::string_view::npos || dot + 2 != name.size())
    return std::nullopt;
  size_t index = std::min(std::string_view("xyzw").find(name.back()),
                          std::string_view("rgba").find(name.back()));
  std::optional<Symbol> vector = find(name.substr(0, dot));
  if (!vector || !vector->components || index >= vector->components->size())
    return std::nullopt;
  Symbol symbol;
  symbol.reg = {vector->reg.type, (*vector->components)[index]};
  return symbol;
}

bool Decoder::expandOperand(ast::Operand &operand) {
  for (ast::Operand &element : operand.elements)
    if (!expandOperand(element))
      return false;
  if (operand.minus && mnemonic.base() != "vmad")
    return fail("unexpected '-' before " + quote(operand.name));
  if (operand.kind == Kind::Element) {
    std::optional<Symbol> array = find(operand.name);
    if (!array || array->kind == Symbol::Kind::Register || !array->elementBytes)
      return fail("expected an array, got " + quote(operand.name));
    bool isValue = mnemonic.base() == "mov" || mnemonic.base() == "cvta";
    operand.kind = isValue ? Kind::Name : Kind::Address;
    operand.offset *= array->elementBytes;
    return true;
  }
  if (!hasVectors || operand.kind != Kind::Name || operand.negated)
    return true;
  std::optional<Symbol> symbol = find(operand.name);
  if (!symbol || !symbol->components)
    return true;
  std::string name(operand.name);
  operand = ast::Operand();
  operand.kind = Kind::Vector;
  for (size_t i = 0; i < symbol->components->size(); ++i) {
    names.push_back(name + "." + "xyzwabcd"[i]);
    operand.elements.emplace_back().name = names.back();
  }
  return true;
}

/// Makes `item` the instruction with its operands written out, if there are such.
bool Decoder::expandOperands(const ast::Item &each) {
  auto isSpecial = [&](const ast::Operand &operand) {
    return operand.kind == Kind::Element || operand.minus;
  };
  const std::vector<ast::Operand> &operands = each.instruction.operands;
  if (!hasVectors && std::none_of(operands.begin(), operands.end(), isSpecial))
    return true;
  expanded.line = each.line;
  expanded.column = each.column;
  expanded.instruction = each.instruction;
  item = &expanded;
  for (ast::Operand &operand : expanded.instruction.operands)
    if (!expandOperand(operand))
      return false;
  return true;
}
