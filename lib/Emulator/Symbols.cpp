// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions get their numbers, variables their memory and initial values.
#include "Symbols.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

static constexpr size_t storageAlignment = 256;
/// Between variables, so that accesses past the end of one are found.
static constexpr size_t redZone = 128;
static constexpr size_t maxStorage = size_t{1} << 30;

static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

Status ModuleSymbols::resolve() {
  if (Status status = numberFunctions(); !status)
    return status;
  for (const ast::Alias &alias : module.aliases)
    if (Status status = addAlias(alias); !status)
      return status;
  findTaken();
  if (Status status = placeVariables(); !status)
    return status;
  return initialize();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Status ModuleSymbols::numberFunctions() {
  for (const ast::Function &function : module.functions) {
    if (function.entry)
      continue;
    auto [it, isNew] = numbers.try_emplace(function.name, static_cast<uint32_t>(functions.size()));
    if (isNew) {
      functions.push_back({&function, false});
      data.functions.emplace_back(function.name);
      continue;
    }
    const ast::Function *&known = functions[it->second].declaration;
    if (function.hasBody && known->hasBody)
      return ast::errorAt(function.position,
                          "function " + quote(function.name) + " is defined twice");
    if (function.hasBody)
      known = &function;
  }
  return {};
}

Status ModuleSymbols::addAlias(const ast::Alias &alias) {
  auto target = numbers.find(alias.function);
  if (target == numbers.end() || !functions[target->second].declaration->hasBody)
    return ast::errorAt(alias.position, "function " + quote(alias.function) + " of alias " +
                                            quote(alias.name) + " is not defined");
  auto known = numbers.find(alias.name);
  if (known != numbers.end() && functions[known->second].declaration->hasBody)
    return ast::errorAt(alias.position, "alias " + quote(alias.name) + " is a function already");
  numbers[alias.name] = target->second;
  return {};
}

/// A function whose name is a value can be called by address.
void ModuleSymbols::findTaken() {
  auto take = [&](std::string_view name) {
    if (auto it = numbers.find(name); it != numbers.end())
      functions[it->second].taken = true;
  };
  for (const ast::Variable &variable : module.variables)
    for (const ast::Relocation &relocation : variable.relocations)
      take(relocation.name);
  for (const ast::Function &function : module.functions)
    for (const ast::Item &item : function.body)
      if (item.kind == ast::Item::Kind::Instruction && item.instruction.opcode.starts_with("mov"))
        for (const ast::Operand &operand : item.instruction.operands)
          take(operand.name);
}

const uint32_t *ModuleSymbols::findFunction(std::string_view name) const {
  auto it = numbers.find(name);
  return it == numbers.end() ? nullptr : &it->second;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

const ast::Variable *ModuleSymbols::findShared(std::string_view name) const {
  auto it = sharedVariables.find(name);
  return it == sharedVariables.end() ? nullptr : it->second;
}

/// One declaration for each name, the module's first, then those in functions.
Status ModuleSymbols::chooseVariables() {
  std::unordered_map<std::string_view, const ast::Variable *> defined;
  for (const ast::Variable &variable : module.variables) {
    const ast::Variable *&known = defined[variable.name];
    if (known && !known->external && !variable.external && !known->weak && !variable.weak)
      return ast::errorAt(variable.position,
                          "variable " + quote(variable.name) + " is defined twice");
    if (!known || known->external || (known->weak && !variable.external && !variable.weak))
      known = &variable;
  }
  for (const ast::Variable &variable : module.variables) {
    if (defined[variable.name] != &variable)
      continue;
    if (variable.space == ast::Space::Shared) {
      sharedVariables[variable.name] = &variable;
    } else if (variable.external) {
      return ast::errorAt(variable.position,
                          "variable " + quote(variable.name) + " is defined in another module");
    } else {
      stored.push_back(&variable);
      storedNames.emplace_back(variable.name);
    }
  }
  for (const ast::Function &function : module.functions)
    for (const ast::Item &item : function.body) {
      bool isStored =
          item.variable.space == ast::Space::Global || item.variable.space == ast::Space::Const;
      if (item.kind != ast::Item::Kind::Variable || !isStored)
        continue;
      inBodies[&item.variable] = stored.size();
      stored.push_back(&item.variable);
      storedNames.push_back(std::string(function.name) + "." + std::string(item.variable.name));
    }
  return {};
}

Status ModuleSymbols::placeVariables() {
  if (Status status = chooseVariables(); !status)
    return status;
  std::vector<size_t> offsets;
  size_t size = 0;
  for (const ast::Variable *variable : stored) {
    std::string name = "variable " + quote(variable->name);
    if (variable->alignment > storageAlignment)
      return ast::errorAt(variable->position, name + " has an alignment above 256");
    if (variable->open)
      return ast::errorAt(variable->position, name + " has no size");
    size = (size + variable->alignment - 1) / variable->alignment * variable->alignment;
    offsets.push_back(size);
    size += std::max<size_t>(variable->bytes, 1) + redZone;
    if (size > maxStorage)
      return ast::errorAt(variable->position, "the module's variables are too large");
  }
  data.storage.resize(size + storageAlignment);
  uint64_t base = reinterpret_cast<uintptr_t>(data.storage.data());
  base = (base + storageAlignment - 1) / storageAlignment * storageAlignment;
  data.variables.reserve(stored.size());
  for (size_t i = 0; i < stored.size(); ++i) {
    data.variables.push_back({storedNames[i], base + offsets[i], stored[i]->bytes,
                              stored[i]->space == ast::Space::Const,
                              byteSize(stored[i]->type) * stored[i]->lanes});
    data.variableIndices.try_emplace(data.variables.back().name, i);
  }
  return {};
}

/// Addresses of `.global` and `.const` variables are generic already.
Status ModuleSymbols::relocate(const ast::Relocation &relocation, uint8_t *memory) {
  uint64_t address;
  if (const ModuleData::Variable *target = data.find(relocation.name))
    address = target->address;
  else if (const uint32_t *number = findFunction(relocation.name))
    address = functionWindow + functionStride * (uint64_t{*number} + 1);
  else
    return ast::errorAt(relocation.position, "variable " + quote(relocation.name) +
                                                 " of an initial value is not defined");
  address += static_cast<uint64_t>(relocation.offset);
  if (relocation.bytes == 4 && address >> 32)
    return ast::errorAt(relocation.position, "the address of " + quote(relocation.name) +
                                                 " needs an element of 8 bytes");
  address >>= relocation.shift;
  std::memcpy(memory + relocation.at, &address, relocation.bytes);
  return {};
}

Status ModuleSymbols::initialize() {
  for (size_t i = 0; i < stored.size(); ++i) {
    uint8_t *memory =
        reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(data.variables[i].address));
    std::copy(stored[i]->initial.begin(), stored[i]->initial.end(), memory);
    for (const ast::Relocation &relocation : stored[i]->relocations)
      if (Status status = relocate(relocation, memory); !status)
        return status;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// What nobody runs
//===----------------------------------------------------------------------===//

void ModuleSymbols::refuse(std::string_view opcode, const std::string &why,
                           ast::Position position) {
  if (refused.insert(std::string(opcode)).second)
    refusals.push_back({std::string(opcode), why, position});
}

Error ModuleSymbols::takeRefusals() {
  std::sort(refusals.begin(), refusals.end(), [](const Refusal &a, const Refusal &b) {
    return std::pair(a.position.line, a.position.column) <
           std::pair(b.position.line, b.position.column);
  });
  if (refusals.size() == 1)
    return ast::errorAt(refusals[0].position, quote(refusals[0].opcode) + ": " + refusals[0].why);
  std::string list;
  for (const Refusal &refusal : refusals)
    list += (list.empty() ? "" : ", ") + quote(refusal.opcode) + " (line " +
            std::to_string(refusal.position.line) + ")";
  return ast::errorAt(refusals[0].position, "unsupported instructions: " + list);
}
