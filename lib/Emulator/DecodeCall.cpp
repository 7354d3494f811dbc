// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions, by name and by address, and how much stack they need.
//
// A function that the kernel reaches gets one `DeviceFunction`. Calls by address reach
// every function of the module whose address is a value somewhere and whose parameters
// and results have the sizes of the call's prototype.
#include "Block.h"
#include "Calls.h"
#include "Decoder.h"
#include "Library.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

// What the hardware has.
static constexpr size_t maxLocalBytes = 512 * 1024;

static std::string quote(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Bytes of a parameter; 0 for a predicate.
static uint32_t bytesOf(const ast::Variable &formal) {
  return static_cast<uint32_t>(formal.space == ast::Space::Reg ? byteSize(formal.type)
                                                               : formal.bytes);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

size_t Decoder::addCallee(uint32_t number) {
  uint32_t &index = program->functionNumbers[number];
  if (index != noFunction)
    return index;
  index = static_cast<uint32_t>(callees.size());
  callees.push_back({symbols.functions[number].declaration, {}, false});
  DeviceFunction function;
  function.name = std::string(callees.back().function->name);
  function.base = allocate(8 * 32);
  program->functions.push_back(std::move(function));
  return index;
}

/// Gives parameters or results of the function that is decoded their places.
void Decoder::placeFormals(const std::vector<ast::Variable> &formals, std::vector<Place> &places) {
  for (const ast::Variable &formal : formals) {
    Symbol symbol;
    if (formal.space == ast::Space::Reg) {
      symbol = registerOf(formal.type, 1);
    } else {
      symbol.kind = Symbol::Kind::Variable;
      symbol.space = Space::Local;
      symbol.address = allocateLocal(formal.bytes, formal.alignment);
      symbol.base = program->functions[currentCallee].base;
      symbol.elementBytes = byteSize(formal.type);
    }
    symbol.bytes = formal.bytes;
    bool inRegister = formal.space == ast::Space::Reg;
    places.push_back({inRegister ? symbol.reg.slot : static_cast<uint32_t>(symbol.address),
                      bytesOf(formal), symbol.base, inRegister});
    scopes[static_cast<size_t>(scope)].symbols[formal.name] = symbol;
  }
}

static bool sameSizes(const std::vector<ast::Variable> &a, const std::vector<ast::Variable> &b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const ast::Variable &x, const ast::Variable &y) { return bytesOf(x) == bytesOf(y); });
}

/// Adds the functions that calls by address may reach; false if there is no new one.
bool Decoder::addTakenFunctions() {
  size_t before = callees.size();
  for (uint32_t number = 0; number < symbols.functions.size(); ++number) {
    const ModuleSymbols::Function &function = symbols.functions[number];
    if (!function.taken || !function.declaration->hasBody ||
        program->functionNumbers[number] != noFunction)
      continue;
    for (const Signature &signature : indirect)
      if (sameSizes(function.declaration->parameters, *signature.parameters) &&
          sameSizes(function.declaration->results, *signature.results)) {
        addCallee(number);
        break;
      }
  }
  return callees.size() != before;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool Decoder::actual(const ast::Operand &operand, const ast::Variable &formal, bool isArgument,
                     Place &result) {
  uint32_t bytes = bytesOf(formal);
  if (!isArgument && operand.kind == Kind::Sink)
    return true;
  std::optional<Symbol> symbol;
  if (operand.kind == Kind::Name)
    symbol = find(operand.name);
  if (symbol && symbol->kind == Symbol::Kind::Variable && symbol->space == Space::Local) {
    if (symbol->bytes != bytes)
      return fail("expected " + std::to_string(bytes) + " bytes in " + quote(operand.name) +
                  ", got " + std::to_string(symbol->bytes));
    result = {static_cast<uint32_t>(symbol->address), bytes, symbol->base, false};
    return true;
  }
  if (symbol && symbol->kind == Symbol::Kind::Variable)
    return fail("expected a '.param' variable or a register, got variable " + quote(operand.name));
  if (bytes > 8)
    return fail("expected a '.param' variable of " + std::to_string(bytes) + " bytes");
  Type bits = bytes == 0   ? Type::Pred
              : bytes == 1 ? Type::B8
              : bytes == 2 ? Type::B16
              : bytes == 4 ? Type::B32
                           : Type::B64;
  Type type = formal.type == Type::F32 || formal.type == Type::F64 ? formal.type : bits;
  result = {noSlot, bytes, noSlot, true};
  return isArgument ? source(operand, type, result.at) : dest(operand, type, result.at);
}

bool Decoder::actuals(const ast::Operand *list, const std::vector<ast::Variable> &formals,
                      bool arguments, std::vector<Place> &result) {
  size_t count = list ? list->elements.size() : 0;
  if (count != formals.size())
    return fail("expected " + std::to_string(formals.size()) +
                (arguments ? " arguments, got " : " results, got ") + std::to_string(count));
  result.resize(count);
  for (size_t i = 0; i < count; ++i)
    if (!actual(list->elements[i], formals[i], arguments, result[i]))
      return false;
  return true;
}

bool Decoder::callOf(const ast::Operand *results, const ast::Operand *arguments,
                     const Signature &formals, Call &call) {
  return actuals(arguments, *formals.parameters, true, call.arguments) &&
         actuals(results, *formals.results, false, call.results);
}

/// call[.uni] [(results),] function [, (arguments)] [, prototype or targets]
bool Decoder::decodeCall() {
  mnemonic.take("uni");
  if (!expectOperands(1, 4))
    return false;
  const std::vector<ast::Operand> &operands = item->instruction.operands;
  size_t at = operands[0].kind == Kind::List ? 1 : 0;
  const ast::Operand *results = at ? &operands[0] : nullptr;
  if (at >= operands.size() || operands[at].kind != Kind::Name)
    return fail("expected a function's name");
  std::string_view name = operands[at++].name;
  const ast::Operand *arguments = nullptr;
  if (at < operands.size() && operands[at].kind == Kind::List)
    arguments = &operands[at++];
  const ast::Operand *last = at < operands.size() ? &operands[at++] : nullptr;
  if (at < operands.size() || (last && last->kind != Kind::Name))
    return fail("expected a list of arguments");

  Call call;
  const uint32_t *number = symbols.findFunction(name);
  if (std::optional<Symbol> symbol = number ? std::nullopt : find(name);
      symbol && symbol->kind == Symbol::Kind::Register) {
    if (!last)
      return fail("expected a prototype or targets of the call by address");
    const ast::Item *item = findTargets(last->name);
    Signature formals{};
    if (item && item->kind == ast::Item::Kind::Prototype) {
      formals = {&item->prototype.parameters, &item->prototype.results};
    } else if (item && !item->targets.empty()) {
      // All targets have the same parameters.
      if (const uint32_t *target = symbols.findFunction(item->targets.front())) {
        const ast::Function &function = *symbols.functions[*target].declaration;
        formals = {&function.parameters, &function.results};
      }
    }
    if (!formals.parameters)
      return fail(quote(last->name) + " is no '.callprototype' and no '.calltargets'");
    uint32_t pointer;
    ast::Operand address;
    address.name = name;
    if (!source(address, Type::B64, pointer) || !callOf(results, arguments, formals, call))
      return false;
    indirect.push_back(formals);
    if (!inEntry)
      callees[currentCallee].callsAnyone = true;
    slots = {pointer};
  } else {
    if (last)
      return fail("expected a register with a function's address, got " + quote(name));
    if (!number)
      return fail("function " + quote(name) + " is not declared");
    const ast::Function &function = *symbols.functions[*number].declaration;
    if (!callOf(results, arguments, {&function.parameters, &function.results}, call))
      return false;
    if (!function.hasBody)
      return decodeLibraryCall(function, call);
    call.function = static_cast<uint32_t>(addCallee(*number));
    if (!inEntry)
      callees[currentCallee].calls.push_back(call.function);
  }
  emit(&runFlow<Flow::Call>).target = static_cast<uint32_t>(program->calls.size());
  program->calls.push_back(std::move(call));
  return true;
}

/// What the device's own library has.
bool Decoder::decodeLibraryCall(const ast::Function &function, Call &call) {
  const LibraryFunction *known = findLibraryFunction(function.name);
  if (!known)
    return fail("function " + quote(function.name) + " has no body here");
  auto fits = [](const std::vector<Place> &places, const std::vector<uint8_t> &sizes) {
    return std::equal(places.begin(), places.end(), sizes.begin(), sizes.end(),
                      [](const Place &place, uint8_t bytes) { return place.bytes == bytes; });
  };
  if (!fits(call.arguments, known->parameters) || !fits(call.results, known->results))
    return fail("function " + quote(function.name) +
                " is declared with other parameters than the device's library has");
  program->orderedAtomics |= known->ordered;
  emit(known->run).target = static_cast<uint32_t>(program->calls.size());
  program->calls.push_back(std::move(call));
  return true;
}

/// alloca.u32/.u64 pointer, size [, alignment]; stacksave pointer; stackrestore pointer
bool Decoder::decodeStack() {
  std::string_view base = mnemonic.base();
  std::optional<Type> type = mnemonic.takeType();
  if (type != Type::U64 && type != Type::U32)
    return unsupported();
  takesStack = true;
  uint8_t bytes = static_cast<uint8_t>(byteSize(*type));
  int64_t alignment = 8;
  if (base == "alloca") {
    if (!expectOperands(2, 3) || !dest(0, *type) || !source(1, *type))
      return false;
    if (item->instruction.operands.size() == 3 && !integerConstant(2, alignment, 1, 1 << 20))
      return false;
    if (alignment & (alignment - 1))
      return fail("expected an alignment that is a power of two, got " + std::to_string(alignment));
    Inst &inst = emit(&runAlloca);
    inst.imm = std::max<int64_t>(alignment, 8);
    inst.bytes = bytes;
    return true;
  }
  bool saves = base == "stacksave";
  if (!expectOperands(1, 1) || !(saves ? dest(0, *type) : source(0, *type)))
    return false;
  emit(saves ? &runStackSave : &runStackRestore).bytes = bytes;
  return true;
}

/// A call writes the parameters of the function in its registers; of one by address,
/// those of all that it may reach.
void Decoder::placeParameterUses() {
  for (size_t i = 0; i < program->code.size(); ++i) {
    if (program->code[i].run != &runFlow<Flow::Call>)
      continue;
    std::vector<RegisterUse> written;
    uint32_t called = program->calls[program->code[i].target].function;
    for (uint32_t f = 0; f < program->functions.size(); ++f)
      for (const Place &place : program->functions[f].parameters)
        if (place.inRegister && (f == called || called == noFunction))
          written.push_back({place.at, static_cast<uint8_t>(place.bytes)});
    if (written.empty())
      continue;
    Uses &uses = program->uses[i];
    std::vector<RegisterUse> &all = program->registerUses;
    size_t first = all.size(), count = size_t{uses.reads} + uses.writes;
    for (size_t k = 0; k < count; ++k)
      all.push_back(RegisterUse(all[uses.first + k]));
    all.insert(all.end(), written.begin(), written.end());
    uses.first = static_cast<uint32_t>(first);
    uses.writes = static_cast<uint16_t>(uses.writes + written.size());
  }
}

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

/// A function can be active twice in one thread if it lies on a cycle of calls, so what
/// calls nobody, or nobody calls, is taken away until all that are left do both. (A
/// function between two cycles is left, too; it saves its registers in vain.)
void Decoder::findReentrant() {
  size_t count = callees.size();
  std::vector<std::vector<size_t>> calls(count), callers(count);
  auto add = [&](size_t from, size_t to) {
    calls[from].push_back(to);
    callers[to].push_back(from);
  };
  for (size_t i = 0; i < count; ++i) {
    for (size_t to : callees[i].calls)
      add(i, to);
    for (uint32_t number = 0; callees[i].callsAnyone && number < symbols.functions.size(); ++number)
      if (symbols.functions[number].taken && program->functionNumbers[number] != noFunction)
        add(i, program->functionNumbers[number]);
  }
  std::vector<bool> left(count, true);
  auto peel = [&](const std::vector<std::vector<size_t>> &edges,
                  const std::vector<std::vector<size_t>> &back) {
    std::vector<size_t> degrees(count, 0), ready;
    for (size_t i = 0; i < count; ++i) {
      for (size_t to : edges[i])
        degrees[i] += left[to];
      if (left[i] && degrees[i] == 0)
        ready.push_back(i);
    }
    while (!ready.empty()) {
      size_t next = ready.back();
      ready.pop_back();
      left[next] = false;
      for (size_t from : back[next])
        if (left[from] && --degrees[from] == 0)
          ready.push_back(from);
    }
  };
  peel(calls, callers);
  peel(callers, calls);
  for (size_t i = 0; i < count; ++i) {
    program->functions[i].reentrant = left[i];
    program->dynamicStack |= left[i];
  }
}

/// Without nesting, no more than one frame of each function is alive.
bool Decoder::sizeStack() {
  item = nullptr;
  findReentrant();
  program->dynamicStack |= takesStack;
  size_t alignment = 16, bytes = program->localBytes;
  for (const DeviceFunction &function : program->functions)
    alignment = std::max<size_t>(alignment, function.alignment);
  for (DeviceFunction &function : program->functions) {
    function.frameBytes = std::max(function.frameBytes, 16u); // so that depth is bounded
    bytes += function.frameBytes + alignment;
  }
  bytes = (bytes + alignment - 1) / alignment * alignment;
  program->localBytes = bytes;
  return bytes <= maxLocalBytes ||
         failAt(entry.position, "kernel '" + program->name + "' needs " + std::to_string(bytes) +
                                    " bytes of local memory, more than " +
                                    std::to_string(maxLocalBytes));
}
