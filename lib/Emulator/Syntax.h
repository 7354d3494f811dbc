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
#include <unordered_map>
#include <vector>

namespace halftone::emulator::ast {

/// Where something begins in the text, from 1. A column of 0 is not known.
struct Position {
  uint32_t line = 0, column = 0;
};

struct Operand {
  enum class Kind : uint8_t {
    Name,    ///< register, variable, label or function; `name`, perhaps `offset`
    Integer, ///< `bits`
    Float32, ///< `bits` is the pattern
    Float64, ///< `bits` is the pattern
    /// [name + offset], or [offset] without a name; `elements` are what follows a
    /// comma: [map, {coordinates}] has one, a vector
    Address,
    Vector,  ///< {elements}
    List,    ///< (elements), of a call
    Pair,    ///< elements[0] | elements[1]
    Element, ///< name[offset]: an element of an array, not bytes
    Sink     ///< _
  };
  Kind kind = Kind::Name;
  std::string_view name;
  uint64_t bits = 0;
  int64_t offset = 0;
  bool negated = false; ///< !name
  bool minus = false;   ///< -name, in video instructions
  std::vector<Operand> elements;
};

struct Instruction {
  std::string_view opcode; ///< all of it, "ld.global.b32"
  std::string_view guard;  ///< a predicate, or empty
  bool guardNegated = false;
  std::vector<Operand> operands;
};

enum class Space : uint8_t { Reg, Param, Local, Shared, Global, Const };

/// A value that stands in an initialiser for the address of a variable or function,
/// or for one byte of it.
struct Relocation {
  size_t at;
  uint8_t bytes;
  uint8_t shift; ///< of the address, to the right
  std::string_view name;
  int64_t offset;
  bool generic;
  Position position;
};

struct Variable {
  Space space = Space::Reg;
  Type type = Type::None;
  std::string_view name;
  size_t alignment = 0;
  size_t bytes = 0;      ///< all elements; 0 if `open`
  unsigned lanes = 1;    ///< of a vector: `.v2`, `.v4`, `.v8`
  bool open = false;     ///< name[] without a size
  bool external = false; ///< declared `.extern`
  bool weak = false;     ///< `.weak` or `.common`: may be declared again
  uint32_t count = 0;    ///< registers: how many of name<count>; 0 for one called `name`
  std::vector<uint8_t> initial;
  std::vector<Relocation> relocations;
  Position position;
};

/// `.callprototype`: what a function that is called by its address takes and gives.
struct Prototype {
  std::vector<Variable> parameters, results;
};

struct Item {
  enum class Kind : uint8_t {
    Open,
    Close,
    Variable,
    Label,
    Instruction,
    Targets, ///< `.branchtargets`, `.calltargets`
    Prototype
  };
  Kind kind = Kind::Instruction;
  uint32_t line = 0, column = 0;
  /// Index of `Function::locations`.
  uint32_t loc = 0;
  std::string_view name;                 ///< Label, Targets, Prototype
  std::vector<std::string_view> targets; ///< Targets
  ast::Variable variable;                ///< Variable
  ast::Instruction instruction;          ///< Instruction
  ast::Prototype prototype;              ///< Prototype
};

/// `.loc`: a line of a file of the source.
struct Location {
  uint32_t file = 0, line = 0, column = 0;
};

struct Function {
  std::string_view name;
  bool entry = false;
  bool hasBody = false;
  std::vector<Variable> parameters, results;
  std::vector<Item> body;
  std::vector<Location> locations = std::vector<Location>(1); ///< the first: not known
  uint32_t maxThreads[3] = {0, 0, 0};
  uint32_t requiredThreads[3] = {0, 0, 0};
  uint32_t requiredCluster[3] = {0, 0, 0}; ///< `.reqnctapercluster`
  bool explicitCluster = false;            ///< `.explicitcluster`
  bool blocksAreClusters = false;          ///< `.blocksareclusters`
  uint32_t maxClusterRank = 0;             ///< `.maxclusterrank`
  uint32_t maxRegisters = 0;               ///< `.maxnreg`
  uint32_t minBlocks = 0;                  ///< `.minnctapersm`
  bool noReturn = false;
  Position position;
};

/// `.alias`: another name of a function.
struct Alias {
  std::string_view name, function;
  Position position;
};

struct Module {
  unsigned major = 0, minor = 0; ///< of `.version`
  std::string_view target;
  std::vector<std::string_view> targetFlags;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Alias> aliases;
  std::unordered_map<uint32_t, std::string> files; ///< by the numbers that `.loc` uses
};

Result<Module> parse(std::string_view ptx);

/// The error that every stage reports: "PTX line 12, column 3: …".
Error errorAt(Position position, const std::string &message);

} // namespace halftone::emulator::ast

#endif // HALFTONE_EMULATOR_SYNTAX_H
