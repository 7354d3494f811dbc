// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel, decoded: one dense array of instructions, the kernel's own first and
// then those of each device function that it can reach. There is no recursion, so
// every register, frame and return address has one fixed place.
//
//   * A *slot* is a byte offset into a warp's register file, where a register has
//     a value for each of 32 lanes, one after another; a predicate has one word
//     with a bit for each lane.
//   * Immediates and special registers are slots too, filled when a warp starts;
//     so every operand is a slot.
#ifndef HALFTONE_EMULATOR_PROGRAM_H
#define HALFTONE_EMULATOR_PROGRAM_H

#include "halftone/Emulator/Module.h"
#include "halftone/Emulator/Observer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace halftone::emulator {

struct Warp;
struct Inst;

/// What the executor does after an instruction.
enum class Flow : uint32_t {
  Next,    ///< go on with the next one
  Branch,  ///< to `Inst::target`, for the lanes that took part
  Indexed, ///< `brx.idx`
  Call,
  Return,
  Exit,
  Sync,    ///< run `Inst::second` when all lanes of the mask are here
  Barrier, ///< wait for the block
  Fault,   ///< `Warp::fault` says why
};

/// Runs one instruction for the lanes in `lanes`, of which there is at least one.
using Handler = Flow (*)(Warp &warp, const Inst &inst, uint32_t lanes);

constexpr uint32_t noSlot = ~uint32_t{0};

struct Inst {
  Handler run = nullptr;
  Handler second = nullptr;
  int64_t imm = 0;         ///< displacement of an address, or a constant
  uint32_t guard = noSlot; ///< a predicate's slot
  uint32_t first = 0;      ///< the operands' slots, from here in `Program::operands`
  uint32_t target = 0;     ///< an instruction, or an index of `calls` or `tables`
  uint32_t line = 0;
  uint32_t opcode = 0; ///< index of `Program::opcodes`
  bool guardNegated = false;
  Space space = Space::Generic;
  uint8_t bytes = 0; ///< of one element in memory
  uint8_t count = 1; ///< elements of a vector
  uint8_t option = 0;
  uint8_t addressBytes = 8; ///< of the register that holds an address
  bool aligned = false;     ///< `.aligned`: the warp's threads come together
  bool polls = false;       ///< reads what another thread may have written meanwhile
};

/// A function call: where arguments and results are copied, in bytes of each
/// thread's local memory.
struct Call {
  struct Copy {
    uint32_t from, to, bytes;
  };
  uint32_t entry = 0;
  uint32_t returnSlot = 0; ///< of the callee
  std::vector<Copy> arguments, results;
};

/// Registers whose value a warp's place in the grid gives.
enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  SmId,
  NsmId,
  GridId,
  DynamicSharedBytes,
  TotalSharedBytes,
};

struct SpecialSlot {
  Special what;
  uint32_t slot;
  bool wide; ///< read as 64 bits
};

struct Program {
  std::string name;
  std::vector<Inst> code;
  std::vector<uint32_t> operands;
  std::vector<std::string> opcodes;
  std::vector<Call> calls;
  std::vector<std::vector<uint32_t>> tables; ///< targets of `brx.idx`
  std::vector<SpecialSlot> specials;
  /// The register file of a new warp: constants, and zeros elsewhere.
  std::vector<uint8_t> registers;

  std::vector<Parameter> parameters;
  size_t parameterBytes = 0;
  size_t sharedBytes = 0; ///< with a fixed place
  size_t localBytes = 0;  ///< of each thread
  uint32_t maxThreads[3] = {0, 0, 0};
  uint32_t requiredThreads[3] = {0, 0, 0};
  /// Atomic operations on global memory whose order can show in results.
  bool orderedAtomics = false;
  const ModuleData *module = nullptr;
};

/// What all kernels of a module share.
struct ModuleData {
  struct Variable {
    std::string name;
    uint64_t address;
    size_t bytes;
    bool constant;
  };
  std::string target;
  std::vector<Variable> variables;
  /// One block of memory for all of them, and how much of it is theirs.
  std::vector<uint8_t> storage;

  const Variable *find(std::string_view name) const;
  /// The variable that holds `address`, or null. They are in order of addresses.
  const Variable *holding(uint64_t address) const;
};

// Generic addresses of shared and local memory: in a part of the address space that
// no host pointer can be in.
constexpr uint64_t sharedWindow = uint64_t{0x7ff1} << 48;
constexpr uint64_t localWindow = uint64_t{0x7ff2} << 48;
constexpr uint64_t paramWindow = uint64_t{0x7ff3} << 48;
constexpr uint64_t windowBytes = uint64_t{1} << 32;

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_PROGRAM_H
