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
static constexpr size_t maxLocalBytes = 512 * 1024;

static size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Decoder::Decoder(const ast::Module &module, const ModuleData &data, const ast::Function &entry)
    : module(module), data(data), entry(entry), program(std::make_unique<Program>()) {}

bool Decoder::failAt(uint32_t line, const std::string &message) {
  if (error.message.empty())
    error = ast::errorAt(line, message);
  return false;
}

bool Decoder::fail(const std::string &message) {
  std::string opcode = item ? "'" + std::string(item->instruction.opcode) + "': " : "";
  return failAt(item ? item->line : entry.line, opcode + message);
}

Result<std::unique_ptr<Program>> Decoder::run() {
  program->name = std::string(entry.name);
  program->module = &data;
  std::copy_n(entry.maxThreads, 3, program->maxThreads);
  std::copy_n(entry.requiredThreads, 3, program->requiredThreads);
  scopes.push_back({-1, {}, {}, {}, {}});
  scope = 0;
  bool ok = declareParameters() && decodeFunction(entry, 0);
  inEntry = false;
  for (size_t i = 0; ok && i < callees.size(); ++i)
    ok = decodeFunction(*callees[i].function, i);
  if (ok && program->localBytes > maxLocalBytes)
    ok = failAt(entry.line,
                "kernel '" + program->name + "' needs " + std::to_string(program->localBytes) +
                    " bytes of local memory, more than " + std::to_string(maxLocalBytes));
  if (!ok || !resolveLabels() || !checkRecursion())
    return std::move(error);
  placeDynamicShared();
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
         failAt(entry.line, "parameters of kernel '" + program->name + "' have " +
                                std::to_string(offset) + " bytes, more than " +
                                std::to_string(maxParameterBytes));
}

uint64_t Decoder::allocateLocal(size_t bytes, size_t alignment) {
  size_t begin = alignUp(program->localBytes, alignment);
  program->localBytes = begin + bytes;
  return begin;
}

bool Decoder::decodeFunction(const ast::Function &function, size_t callee) {
  currentCallee = callee;
  if (&function != &entry) {
    // The function's own scope: its parameters, in a frame of their own.
    scopes.push_back({-1, {}, {}, {}, {}});
    scope = static_cast<int>(scopes.size()) - 1;
    Callee &state = callees[callee];
    state.entry = static_cast<uint32_t>(program->code.size());
    for (size_t i = 0; i < function.parameters.size(); ++i)
      scopes[static_cast<size_t>(scope)].symbols[function.parameters[i].name] = state.parameters[i];
    for (size_t i = 0; i < function.results.size(); ++i)
      scopes[static_cast<size_t>(scope)].symbols[function.results[i].name] = state.results[i];
  }
  for (const ast::Item &each : function.body)
    if (!decodeItem(each))
      return false;
  // Control that falls off the end returns.
  item = nullptr;
  slots.clear();
  guardSlot = noSlot;
  Inst &inst = emit([](Warp &, const Inst &, uint32_t) { return Flow::Return; });
  inst.line = function.body.empty() ? function.line : function.body.back().line;
  inst.target = static_cast<uint32_t>(callee);
  if (inEntry)
    inst.run = [](Warp &, const Inst &, uint32_t) { return Flow::Exit; };
  else
    program->operands[inst.first] = callees[callee].returnSlot;
  return true;
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
      return failAt(each.line, "label '" + std::string(each.name) + "' is defined twice");
    return true;
  }
  case ast::Item::Kind::Targets:
    scopes[static_cast<size_t>(scope)].targets[each.name] = &each;
    return true;
  case ast::Item::Kind::Instruction:
    return decode(each);
  }
  return false;
}

bool Decoder::declare(const ast::Variable &variable) {
  Scope &inner = scopes[static_cast<size_t>(scope)];
  Symbol symbol;
  symbol.kind = Symbol::Kind::Variable;
  symbol.bytes = variable.bytes;
  switch (variable.space) {
  case ast::Space::Reg:
    if (byteSize(variable.type) == 1)
      return failAt(variable.line, "registers of 8 bits are not supported");
    if (variable.count) {
      inner.ranges[variable.name] = {variable.type, variable.count, {}};
      return true;
    }
    symbol.kind = Symbol::Kind::Register;
    symbol.reg = {variable.type,
                  allocate(variable.type == Type::Pred ? 4 : size_t{32} * byteSize(variable.type))};
    break;
  case ast::Space::Local:
  case ast::Space::Param:
    symbol.space = Space::Local;
    symbol.address = allocateLocal(variable.bytes, variable.alignment);
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
    return failAt(variable.line, "variable '" + std::string(variable.name) +
                                     "' of a function: '.global' and '.const' variables are "
                                     "supported in a module only");
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
      return failAt(fixup.line, "label '" + std::string(fixup.label) + "' is not defined");
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
  for (auto &[call, callee] : calls)
    program->calls[call].entry = callees[callee].entry;
  return true;
}

/// A depth-first walk: a function that is met again while it is open is recursive.
bool Decoder::checkRecursion() {
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> states(callees.size(), State::New);
  std::vector<std::pair<size_t, size_t>> path; // function, next of its calls
  for (size_t root = 0; root < callees.size(); ++root) {
    if (states[root] == State::New)
      path.push_back({root, 0});
    while (!path.empty()) {
      auto &[function, next] = path.back();
      states[function] = State::Open;
      if (next == callees[function].calls.size()) {
        states[function] = State::Done;
        path.pop_back();
        continue;
      }
      size_t callee = callees[function].calls[next++];
      if (states[callee] == State::Open)
        return failAt(callees[callee].function->line,
                      "function '" + std::string(callees[callee].function->name) +
                          "' calls itself: recursion is not supported");
      if (states[callee] == State::New)
        path.push_back({callee, 0});
    }
  }
  return true;
}

std::optional<size_t> Decoder::calleeOf(std::string_view name) {
  for (size_t i = 0; i < callees.size(); ++i)
    if (callees[i].function->name == name)
      return i;
  // A declaration may come before the definition.
  const ast::Function *function = nullptr;
  for (const ast::Function &each : module.functions)
    if (each.name == name && !each.entry && (!function || each.hasBody))
      function = &each;
  if (!function || !function->hasBody) {
    fail("function '" + std::string(name) + "' has no body here");
    return std::nullopt;
  }
  Callee callee;
  callee.function = function;
  callee.returnSlot = allocate(4 * 32);
  auto place = [&](const std::vector<ast::Variable> &variables, std::vector<Symbol> &symbols) {
    for (const ast::Variable &variable : variables) {
      Symbol symbol;
      symbol.kind = Symbol::Kind::Variable;
      symbol.space = Space::Local;
      symbol.address = allocateLocal(variable.bytes, variable.alignment);
      symbol.bytes = variable.bytes;
      symbols.push_back(symbol);
    }
  };
  place(function->parameters, callee.parameters);
  place(function->results, callee.results);
  callees.push_back(std::move(callee));
  return callees.size() - 1;
}

void Decoder::placeDynamicShared() {
  program->localBytes = alignUp(program->localBytes, 16);
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
