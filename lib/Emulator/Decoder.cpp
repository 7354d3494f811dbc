// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, scopes and labels. A kernel is decoded first, then every device
// function that it reaches, once. Labels are resolved when all instructions have
// their places, shared memory with a size of its own before the dynamic part.
#include "Decoder.h"

#include "WarpOps.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

// What the hardware has.
static constexpr size_t maxParameterBytes = 32764;

static size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Decoder::Decoder(ModuleSymbols &symbols, const ast::Function &entry)
    : symbols(symbols), data(symbols.data), entry(entry), program(std::make_unique<Program>()) {}

bool Decoder::failAt(ast::Position position, const std::string &message) {
  if (error.message.empty())
    error = ast::errorAt(position, message);
  return false;
}

bool Decoder::fail(const std::string &message) {
  if (!item)
    return failAt(entry.position, message);
  return failAt({item->line, item->column},
                "'" + std::string(item->instruction.opcode) + "': " + message);
}

Result<std::unique_ptr<Program>> Decoder::run() {
  program->name = std::string(entry.name);
  program->module = &data;
  program->functionNumbers.assign(symbols.functions.size(), noFunction);
  std::copy_n(entry.maxThreads, 3, program->maxThreads);
  std::copy_n(entry.requiredThreads, 3, program->requiredThreads);
  std::copy_n(entry.requiredCluster, 3, program->requiredCluster);
  program->explicitCluster = entry.explicitCluster;
  program->blocksAreClusters = entry.blocksAreClusters;
  program->maxClusterRank = entry.maxClusterRank;
  program->maxRegisters = entry.maxRegisters;
  program->minBlocks = entry.minBlocks;
  scopes.push_back({-1, {}, {}, {}, {}});
  scope = 0;
  bool ok = declareParameters() && decodeFunction(entry, 0);
  inEntry = false;
  program->kernelLocalBytes = program->localBytes;
  // Those that can be called by address are known when all such calls are.
  for (size_t i = 0; ok && (i < callees.size() || addTakenFunctions()); ++i)
    ok = decodeFunction(*callees[i].function, i);
  if (!ok || !resolveLabels() || !sizeStack())
    return std::move(error);
  placeDynamicShared();
  program->uses.resize(program->code.size());
  placeParameterUses();
  return std::move(program);
}

bool Decoder::declareParameters() {
  size_t offset = 0;
  for (const ast::Variable &parameter : entry.parameters) {
    offset = alignUp(offset, parameter.alignment);
    Symbol symbol;
    symbol.kind = Symbol::Kind::Variable;
    symbol.space = Space::Param;
    symbol.address = offset;
    symbol.bytes = parameter.bytes;
    scopes[0].symbols[parameter.name] = symbol;
    program->parameters.push_back({offset, parameter.bytes, parameter.alignment});
    offset += parameter.bytes;
  }
  program->parameterBytes = offset;
  return offset <= maxParameterBytes ||
         failAt(entry.position, "parameters of kernel '" + program->name + "' have " +
                                    std::to_string(offset) + " bytes, more than " +
                                    std::to_string(maxParameterBytes));
}

/// In the kernel's own local memory, or the frame of the function that is decoded.
uint64_t Decoder::allocateLocal(size_t bytes, size_t alignment) {
  if (inEntry) {
    size_t begin = alignUp(program->localBytes, alignment);
    program->localBytes = begin + bytes;
    return begin;
  }
  DeviceFunction &function = program->functions[currentCallee];
  size_t begin = alignUp(function.frameBytes, alignment);
  function.alignment = std::max(function.alignment, static_cast<uint32_t>(alignment));
  function.frameBytes = static_cast<uint32_t>(std::min<size_t>(begin + bytes, UINT32_MAX));
  return begin;
}

uint32_t Decoder::allocateRegister(Type type) {
  bool isPredicate = type == Type::Pred;
  uint32_t slot = allocate(isPredicate ? 4 : size_t{32} * byteSize(type));
  if (!inEntry)
    program->functions[currentCallee].registers.push_back(
        {slot, static_cast<uint8_t>(isPredicate ? 0 : byteSize(type))});
  return slot;
}

bool Decoder::decodeFunction(const ast::Function &function, size_t callee) {
  currentCallee = callee;
  current = &function;
  locations.clear();
  if (&function != &entry) {
    // The function's own scope: its parameters, in registers or its frame.
    scopes.push_back({-1, {}, {}, {}, {}});
    scope = static_cast<int>(scopes.size()) - 1;
    program->functions[callee].entry = static_cast<uint32_t>(program->code.size());
    placeFormals(function.parameters, program->functions[callee].parameters);
    placeFormals(function.results, program->functions[callee].results);
  }
  // Past an error, too: what nobody runs is named in full.
  for (const ast::Item &each : function.body)
    (void)decodeItem(each);
  if (!error.message.empty())
    return false;
  // Control that falls off the end returns.
  item = nullptr;
  slots.clear();
  guardSlot = noSlot;
  Inst &inst = emit(&runFlow<Flow::Return>);
  inst.line = function.body.empty() ? function.position.line : function.body.back().line;
  if (inEntry)
    inst.run = &runFlow<Flow::Exit>;
  return true;
}

/// The index of where an item of the function comes from.
uint32_t Decoder::locationOf(const ast::Item &each) {
  const ast::Location &location = current->locations[each.loc];
  if (location.line == 0)
    return 0;
  auto [it, isNew] = locations.try_emplace({location.file, location.line, location.column},
                                           static_cast<uint32_t>(program->locations.size()));
  if (!isNew)
    return it->second;
  auto [file, isNewFile] =
      files.try_emplace(location.file, static_cast<uint32_t>(program->files.size()));
  if (isNewFile) {
    auto name = symbols.module.files.find(location.file);
    program->files.push_back(name == symbols.module.files.end()
                                 ? "file " + std::to_string(location.file)
                                 : name->second);
  }
  program->locations.push_back({file->second, location.line, location.column});
  return it->second;
}

bool Decoder::decodeItem(const ast::Item &each) {
  switch (each.kind) {
  case ast::Item::Kind::Open:
    scopes.push_back({scope, {}, {}, {}, {}});
    scope = static_cast<int>(scopes.size()) - 1;
    return true;
  case ast::Item::Kind::Close:
    scope = scopes[static_cast<size_t>(scope)].parent;
    return true;
  case ast::Item::Kind::Variable:
    item = nullptr;
    return declare(each.variable);
  case ast::Item::Kind::Label: {
    uint32_t place = static_cast<uint32_t>(program->code.size());
    if (!scopes[static_cast<size_t>(scope)].labels.emplace(each.name, place).second)
      return failAt({each.line, each.column},
                    "label '" + std::string(each.name) + "' is defined twice");
    return true;
  }
  case ast::Item::Kind::Targets:
  case ast::Item::Kind::Prototype:
    scopes[static_cast<size_t>(scope)].targets[each.name] = &each;
    return true;
  case ast::Item::Kind::Instruction:
    return decode(each);
  }
  return false;
}

Decoder::Symbol Decoder::registerOf(Type type, unsigned lanes) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::Register;
  symbol.lanes = lanes;
  if (lanes > 1) {
    std::vector<uint32_t> &components = vectors.emplace_back();
    for (unsigned i = 0; i < lanes; ++i)
      components.push_back(allocateRegister(type));
    symbol.components = &components;
    symbol.reg = {type, components[0]};
  } else {
    symbol.reg = {type, allocateRegister(type)};
  }
  return symbol;
}

bool Decoder::declare(const ast::Variable &variable) {
  Scope &inner = scopes[static_cast<size_t>(scope)];
  Symbol symbol;
  symbol.kind = Symbol::Kind::Variable;
  symbol.bytes = variable.bytes;
  symbol.elementBytes = byteSize(variable.type) * variable.lanes;
  switch (variable.space) {
  case ast::Space::Reg:
    hasVectors |= variable.lanes > 1;
    if (variable.count) {
      inner.ranges[variable.name] = {variable.type, variable.count, variable.lanes, {}};
      return true;
    }
    symbol = registerOf(variable.type, variable.lanes);
    break;
  case ast::Space::Local:
  case ast::Space::Param:
    symbol.space = Space::Local;
    symbol.address = allocateLocal(variable.bytes, variable.alignment);
    symbol.base = inEntry ? noSlot : program->functions[currentCallee].base;
    break;
  case ast::Space::Shared:
    symbol.space = Space::Shared;
    if (variable.open) {
      symbol.kind = Symbol::Kind::Dynamic;
      dynamicAlignment = std::max(dynamicAlignment, variable.alignment);
      break;
    }
    symbol.address = alignUp(program->sharedBytes, variable.alignment);
    program->sharedBytes = symbol.address + variable.bytes;
    break;
  case ast::Space::Global:
  case ast::Space::Const:
    symbol.space = variable.space == ast::Space::Const ? Space::Const : Space::Global;
    symbol.address = symbols.placeOf(variable).address;
    break;
  }
  inner.symbols[variable.name] = symbol;
  return true;
}

std::optional<uint32_t> Decoder::findLabel(std::string_view name, int from) const {
  for (int s = from; s >= 0; s = scopes[static_cast<size_t>(s)].parent) {
    auto &labels = scopes[static_cast<size_t>(s)].labels;
    if (auto it = labels.find(name); it != labels.end())
      return it->second;
  }
  return std::nullopt;
}

const ast::Item *Decoder::findTargets(std::string_view name) const {
  for (int s = scope; s >= 0; s = scopes[static_cast<size_t>(s)].parent) {
    auto &targets = scopes[static_cast<size_t>(s)].targets;
    if (auto it = targets.find(name); it != targets.end())
      return it->second;
  }
  return nullptr;
}

bool Decoder::resolveLabels() {
  item = nullptr;
  auto placeOf = [&](const Fixup &fixup, uint32_t &target) {
    std::optional<uint32_t> place = findLabel(fixup.label, fixup.scope);
    if (!place)
      return failAt(fixup.position, "label '" + std::string(fixup.label) + "' is not defined");
    target = *place;
    return true;
  };
  for (const Fixup &fixup : branches)
    if (!placeOf(fixup, program->code[fixup.inst].target))
      return false;
  for (auto &[table, targets] : tables)
    for (size_t i = 0; i < targets.size(); ++i)
      if (!placeOf(targets[i], program->tables[table][i]))
        return false;
  return true;
}

void Decoder::placeDynamicShared() {
  if (dynamicSlots.empty() && dynamicInsts.empty())
    return;
  uint64_t base = alignUp(program->sharedBytes, dynamicAlignment);
  program->sharedBytes = base;
  for (auto [slot, bytes] : dynamicSlots)
    for (unsigned lane = 0; lane < 32; ++lane) {
      uint8_t *place = program->registers.data() + slot + bytes * lane;
      uint64_t value = 0;
      std::memcpy(&value, place, bytes);
      value += base;
      std::memcpy(place, &value, bytes);
    }
  for (size_t inst : dynamicInsts)
    program->code[inst].imm += static_cast<int64_t>(base);
}
