// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX as it is written: variables, functions, and bodies as flat lists of items.
// Nothing is resolved here. Names point into the text.
#ifndef HALFTONE_EMULATOR_SYNTAX_H
#define HALFTONE_EMULATOR_SYNTAX_H

#include "Types.h"
#include "halftone/Support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator::ast {

struct Operand {
  enum class Kind : uint8_t {
    Name,    ///< register, variable, label or function; `name`, perhaps `offset`
    Integer, ///< `bits`
    Float32, ///< `bits` is the pattern
    Float64, ///< `bits` is the pattern
    Address, ///< [name + offset], or [offset] without a name
    Vector,  ///< {elements}
    List,    ///< (elements), of a call
    Pair,    ///< elements[0] | elements[1]
    Sink     ///< _
  };
  Kind kind = Kind::Name;
  std::string_view name;
  uint64_t bits = 0;
  int64_t offset = 0;
  bool negated = false; ///< !name
  std::vector<Operand> elements;
};

struct Instruction {
  std::string_view opcode; ///< all of it, "ld.global.b32"
  std::string_view guard;  ///< a predicate, or empty
  bool guardNegated = false;
  std::vector<Operand> operands;
};

enum class Space : uint8_t { Reg, Param, Local, Shared, Global, Const };

/// A value that stands in an initialiser for the address of a variable.
struct Relocation {
  size_t at;
  std::string_view name;
  int64_t offset;
  bool generic;
};

struct Variable {
  Space space = Space::Reg;
  Type type = Type::None;
  std::string_view name;
  size_t alignment = 0;
  size_t bytes = 0;      ///< all elements; 0 if `open`
  bool open = false;     ///< name[] without a size
  bool external = false; ///< declared `.extern`
  uint32_t count = 0;    ///< registers: how many of name<count>; 0 for one called `name`
  std::vector<uint8_t> initial;
  std::vector<Relocation> relocations;
  uint32_t line = 0;
};

struct Item {
  enum class Kind : uint8_t { Open, Close, Variable, Label, Instruction, Targets };
  Kind kind;
  uint32_t line;
  std::string_view name;                 ///< Label, Targets
  std::vector<std::string_view> targets; ///< Targets
  ast::Variable variable;                ///< Variable
  ast::Instruction instruction;          ///< Instruction
};

struct Function {
  std::string_view name;
  bool entry = false;
  bool hasBody = false;
  std::vector<Variable> parameters, results;
  std::vector<Item> body;
  uint32_t maxThreads[3] = {0, 0, 0};
  uint32_t requiredThreads[3] = {0, 0, 0};
  uint32_t line = 0;
};

struct Module {
  std::string_view target;
  std::vector<Variable> variables;
  std::vector<Function> functions;
};

Result<Module> parse(std::string_view ptx);

/// The error that every stage reports: "PTX line 12: …".
Error errorAt(uint32_t line, const std::string &message);

} // namespace halftone::emulator::ast

#endif // HALFTONE_EMULATOR_SYNTAX_H
