// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A PTX module, read and decoded once, ready to run. Whatever the emulator does
// not know is refused here, by name and with the line; so a module that parses has
// no unknown instruction left.
#ifndef HALFTONE_EMULATOR_MODULE_H
#define HALFTONE_EMULATOR_MODULE_H

#include "halftone/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator {

class Memory;
struct Program;
struct ModuleData;

/// One parameter of a kernel, in the order of its declaration.
struct Parameter {
  size_t offset, bytes, alignment;
};

/// An `.entry` of a module; lives as long as the module.
class Kernel {
public:
  Kernel(std::string name, std::unique_ptr<Program> program);
  Kernel(const Kernel &) = delete;
  ~Kernel();

  const std::string &name() const { return name_; }
  const std::vector<Parameter> &parameters() const;
  /// Bytes of shared memory with a fixed place; a launch may add dynamic ones.
  size_t staticSharedBytes() const;
  /// Bytes of local memory for each thread.
  size_t localBytes() const;
  /// The most threads of a block (`.maxntid`, `.reqntid`), or 0 where it says nothing.
  uint32_t maxThreads() const;
  size_t numInstructions() const;

  const Program &program() const { return *program_; }

private:
  std::string name_;
  std::unique_ptr<Program> program_;
};

class Module {
public:
  /// The module's global variables get memory of their own here.
  static Result<std::unique_ptr<Module>> parse(std::string_view ptx);
  ~Module();

  /// The kernel of that name, or null.
  const Kernel *find(std::string_view name) const;
  const std::vector<std::unique_ptr<Kernel>> &kernels() const { return kernels_; }

  /// Address of a `.global` or `.const` variable, or null; and its bytes.
  void *global(std::string_view name, size_t *bytes = nullptr) const;
  /// The chip that `.target` names.
  const std::string &target() const;

private:
  Module();
  std::unique_ptr<ModuleData> data;
  std::vector<std::unique_ptr<Kernel>> kernels_;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_MODULE_H
