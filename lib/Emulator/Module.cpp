// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module's variables get their memory and initial values, then every kernel is
// decoded.
#include "halftone/Emulator/Module.h"

#include "Decoder.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

const ModuleData::Variable *ModuleData::find(std::string_view name) const {
  for (const Variable &variable : variables)
    if (variable.name == name)
      return &variable;
  return nullptr;
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

namespace {

constexpr size_t storageAlignment = 256;
constexpr size_t maxStorage = size_t{1} << 30;

bool isStored(const ast::Variable &variable) {
  return variable.space == ast::Space::Global || variable.space == ast::Space::Const;
}

Status checkVariables(const ast::Module &module) {
  for (const ast::Variable &variable : module.variables) {
    std::string name = "variable '" + std::string(variable.name) + "'";
    if (isStored(variable) && variable.external)
      return ast::errorAt(variable.line, name + " is defined in another module");
    if (isStored(variable) && variable.alignment > storageAlignment)
      return ast::errorAt(variable.line, name + " has an alignment above 256");
  }
  return {};
}

Status placeVariables(const ast::Module &module, ModuleData &data) {
  std::vector<size_t> offsets;
  size_t size = 0;
  for (const ast::Variable &variable : module.variables) {
    if (!isStored(variable))
      continue;
    size = (size + variable.alignment - 1) / variable.alignment * variable.alignment;
    offsets.push_back(size);
    size += std::max<size_t>(variable.bytes, 1);
    if (size > maxStorage)
      return ast::errorAt(variable.line, "the module's variables are too large");
  }
  data.storage.resize(size + storageAlignment);
  uint64_t base = reinterpret_cast<uintptr_t>(data.storage.data());
  base = (base + storageAlignment - 1) / storageAlignment * storageAlignment;
  size_t index = 0;
  for (const ast::Variable &variable : module.variables)
    if (isStored(variable))
      data.variables.push_back({std::string(variable.name), base + offsets[index++], variable.bytes,
                                variable.space == ast::Space::Const});
  return {};
}

/// Addresses of `.global` and `.const` variables are generic already.
Status initialize(const ast::Module &module, ModuleData &data) {
  auto place = data.variables.begin();
  for (const ast::Variable &variable : module.variables) {
    if (!isStored(variable))
      continue;
    uint8_t *memory = reinterpret_cast<uint8_t *>(static_cast<uintptr_t>(place->address));
    std::copy(variable.initial.begin(), variable.initial.end(), memory);
    for (const ast::Relocation &relocation : variable.relocations) {
      const ModuleData::Variable *target = data.find(relocation.name);
      if (!target)
        return ast::errorAt(variable.line, "variable '" + std::string(relocation.name) +
                                               "' of an initial value is not defined");
      uint64_t address = target->address + static_cast<uint64_t>(relocation.offset);
      std::memcpy(memory + relocation.at, &address, sizeof(address));
    }
    ++place;
  }
  return {};
}

} // namespace

Module::Module() : data(std::make_unique<ModuleData>()) {}
Module::~Module() = default;

Result<std::unique_ptr<Module>> Module::parse(std::string_view ptx) {
  Result<ast::Module> syntax = ast::parse(ptx);
  if (!syntax)
    return syntax.takeError();
  std::unique_ptr<Module> module(new Module);
  module->data->target = std::string(syntax->target);
  for (auto step :
       {+[](const ast::Module &from, ModuleData &) { return checkVariables(from); },
        +[](const ast::Module &from, ModuleData &to) { return placeVariables(from, to); },
        +[](const ast::Module &from, ModuleData &to) { return initialize(from, to); }})
    if (Status status = step(*syntax, *module->data); !status)
      return status.takeError();
  for (const ast::Function &function : syntax->functions) {
    if (!function.entry || !function.hasBody)
      continue;
    std::string name(function.name);
    if (module->find(name))
      return ast::errorAt(function.line, "kernel '" + name + "' is defined twice");
    Result<std::unique_ptr<Program>> program = Decoder(*syntax, *module->data, function).run();
    if (!program)
      return program.takeError();
    module->kernels_.push_back(std::make_unique<Kernel>(name, std::move(*program)));
  }
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
