// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the decoders of a module's kernels share: its functions by number, its shared
// variables, and the instructions that nobody runs.
#ifndef HALFTONE_EMULATOR_SYMBOLS_H
#define HALFTONE_EMULATOR_SYMBOLS_H

#include "Program.h"
#include "Syntax.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halftone::emulator {

/// An instruction that is parsed, but not run.
struct Refusal {
  std::string opcode;
  std::string why;
  ast::Position position;
};

class ModuleSymbols {
public:
  struct Function {
    const ast::Function *declaration = nullptr; ///< the definition, where there is one
    bool taken = false;                         ///< its address is a value somewhere
  };

  ModuleSymbols(const ast::Module &module, ModuleData &data) : module(module), data(data) {}

  /// Numbers the functions, gives variables their memory and initial values.
  Status resolve();

  /// The number of a function, or of what an alias stands for.
  const uint32_t *findFunction(std::string_view name) const;
  const ast::Variable *findShared(std::string_view name) const;
  /// The place of a `.global` or `.const` variable of a function's body.
  const ModuleData::Variable &placeOf(const ast::Variable &variable) const {
    return data.variables[inBodies.at(&variable)];
  }

  void refuse(std::string_view opcode, const std::string &why, ast::Position position);
  /// One error for all that was refused, each mnemonic once, in order of lines.
  Error takeRefusals();

  const ast::Module &module;
  ModuleData &data;
  std::vector<Function> functions;
  std::vector<Refusal> refusals;

private:
  Status numberFunctions();
  Status addAlias(const ast::Alias &alias);
  void findTaken();
  Status chooseVariables();
  Status placeVariables();
  Status initialize();
  Status relocate(const ast::Relocation &relocation, uint8_t *memory);

  std::unordered_map<std::string_view, uint32_t> numbers;
  std::unordered_map<std::string_view, const ast::Variable *> sharedVariables;
  std::vector<const ast::Variable *> stored; ///< in the order of `data.variables`
  std::vector<std::string> storedNames;
  std::unordered_map<const ast::Variable *, size_t> inBodies;
  std::set<std::string, std::less<>> refused;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_SYMBOLS_H
