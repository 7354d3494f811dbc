// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module's variables get their memory and initial values, then every kernel is
// decoded.
#include "halftone/Emulator/Module.h"

#include "Decoder.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

const ModuleData::Variable *ModuleData::find(std::string_view name) const {
  auto it = variableIndices.find(name);
  return it == variableIndices.end() ? nullptr : &variables[it->second];
}

const ModuleData::Variable *ModuleData::holding(uint64_t address) const {
  auto next = std::upper_bound(
      variables.begin(), variables.end(), address,
      [](uint64_t value, const Variable &variable) { return value < variable.address; });
  if (next == variables.begin())
    return nullptr;
  const Variable &variable = *std::prev(next);
  return address - variable.address < variable.bytes ? &variable : nullptr;
}

Module::Module() : data(std::make_unique<ModuleData>()) {}
Module::~Module() = default;

Result<std::unique_ptr<Module>> Module::parse(std::string_view ptx) {
  Result<ast::Module> syntax = ast::parse(ptx);
  if (!syntax)
    return syntax.takeError();
  std::unique_ptr<Module> module(new Module);
  module->data->target = std::string(syntax->target);
  ModuleSymbols symbols(*syntax, *module->data);
  if (Status status = symbols.resolve(); !status)
    return status.takeError();
  Error first;
  for (const ast::Function &function : syntax->functions) {
    if (!function.entry || !function.hasBody)
      continue;
    std::string name(function.name);
    if (module->find(name))
      return ast::errorAt(function.position, "kernel '" + name + "' is defined twice");
    Result<std::unique_ptr<Program>> program = Decoder(symbols, function).run();
    if (program)
      module->kernels_.push_back(std::make_unique<Kernel>(name, std::move(*program)));
    else if (first.message.empty())
      first = program.takeError();
  }
  // What cannot run is named in full; other errors may only follow from it.
  if (!symbols.refusals.empty())
    return symbols.takeRefusals();
  if (!first.message.empty())
    return first;
  return module;
}

const Kernel *Module::find(std::string_view name) const {
  for (auto &kernel : kernels_)
    if (kernel->name() == name)
      return kernel.get();
  return nullptr;
}

void *Module::global(std::string_view name, size_t *bytes) const {
  const ModuleData::Variable *variable = data->find(name);
  if (!variable)
    return nullptr;
  if (bytes)
    *bytes = variable->bytes;
  return reinterpret_cast<void *>(static_cast<uintptr_t>(variable->address));
}

const std::string &Module::target() const { return data->target; }

std::string Program::sourceOf(const Inst &inst) const {
  const Location &location = locations[inst.loc];
  if (location.line == 0)
    return {};
  std::string_view file = files[location.file];
  return std::string(file.substr(file.find_last_of('/') + 1)) + ":" + std::to_string(location.line);
}

Kernel::Kernel(std::string name, std::unique_ptr<Program> program)
    : name_(std::move(name)), program_(std::move(program)) {}
Kernel::~Kernel() = default;

const std::vector<Parameter> &Kernel::parameters() const { return program_->parameters; }
size_t Kernel::staticSharedBytes() const { return program_->sharedBytes; }
size_t Kernel::localBytes() const { return program_->localBytes; }
size_t Kernel::numInstructions() const { return program_->code.size(); }

uint32_t Kernel::maxThreads() const {
  const uint32_t *sizes =
      program_->requiredThreads[0] ? program_->requiredThreads : program_->maxThreads;
  return sizes[0] * sizes[1] * sizes[2];
}
