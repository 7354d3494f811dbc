// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel, decoded: one dense array of instructions, the kernel's own first and
// then those of each device function that it can reach.
//
//   * A register has one fixed place, also that of a function; what calls itself saves
//     its registers when it is called again. Local memory is a stack: the kernel's own
//     variables from 0 on, then a frame for each call that has not returned, whose
//     beginning is in a register of the function (`DeviceFunction::base`).
//   * A *slot* is a byte offset into a warp's register file, where a register has
//     a value for each of 32 lanes, one after another; a predicate has one word
//     with a bit for each lane.
//   * Immediates and special registers are slots too, filled when a warp starts;
//     so every operand is a slot.
#ifndef HALFTONE_EMULATOR_PROGRAM_H
#define HALFTONE_EMULATOR_PROGRAM_H

#include "BulkForm.h"
#include "Matrix.h"

#include "halftone/Emulator/Module.h"
#include "halftone/Emulator/Observer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
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
  ClusterArrive,
  ClusterWait,
  Wait,  ///< `Warp::waiting` asks again later, or goes on after a time (`try_wait`)
  Retry, ///< `Warp::waiting` asks again later, for ever
  Yield, ///< go on, but others first
  Fault, ///< `Warp::fault` says why
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
  uint32_t loc = 0;    ///< index of `Program::locations`; 0 where the source is not known
  uint16_t matrix = 0; ///< index of `Program::matrices`
  bool guardNegated = false;
  Space space = Space::Generic;
  uint8_t bytes = 0; ///< of one element in memory
  uint8_t count = 1; ///< elements of a vector
  uint8_t option = 0;
  uint8_t addressBytes = 8; ///< of the register that holds an address
  bool aligned = false;     ///< `.aligned`: the warp's threads come together
  bool polls = false;       ///< reads what another thread may have written meanwhile
  bool cluster = false;     ///< shared memory of other blocks of the cluster, too
  Order order = Order::Weak;
  Scope scope = Scope::Gpu;
};

/// Where an argument, parameter or result is.
struct Place {
  uint32_t at = noSlot;   ///< a slot, or the offset in a frame; no slot: nowhere
  uint32_t bytes = 0;     ///< 0 for a predicate
  uint32_t base = noSlot; ///< where the frame's beginning is; no slot: it is 0
  bool inRegister = false;
};

constexpr uint32_t noFunction = ~uint32_t{0};

/// A function call.
struct Call {
  /// Index of `Program::functions`; `noFunction`: its address is operand 0.
  uint32_t function = noFunction;
  std::vector<Place> arguments, results;
};

/// A register that an instruction names.
struct RegisterUse {
  uint32_t slot = noSlot;
  uint8_t bytes = 0; ///< of a lane's value; 0 for a predicate
};

/// The registers of an instruction, without its guard: those it reads, then those it
/// writes, from `first` on in `Program::registerUses`.
struct Uses {
  uint32_t first = 0;
  uint16_t reads = 0, writes = 0;
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
  DynamicSharedBytes,
  TotalSharedBytes,
  ClusterIdX,
  ClusterIdY,
  ClusterIdZ,
  NclusterIdX,
  NclusterIdY,
  NclusterIdZ,
  ClusterCtaidX,
  ClusterCtaidY,
  ClusterCtaidZ,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterCtarank,
  ClusterNctarank,
  IsExplicitCluster, ///< a predicate
  WorkspaceHigh,     ///< where a cooperative launch's blocks meet
  WorkspaceLow,
  AllSharedBytes,
  ReservedBegin, ///< of shared memory that is the system's
  ReservedEnd,
  ReservedBytes,
  ReservedSecond,
  Zero, ///< what this machine has nothing for
};

struct SpecialSlot {
  Special what;
  uint32_t slot;
  uint8_t bytes; ///< it is read as 4 or 8; 0 for a predicate
};

/// A line of the source that the PTX was made from.
struct Location {
  uint32_t file = 0; ///< index of `Program::files`
  uint32_t line = 0; ///< 0: not known
  uint32_t column = 0;
};

/// A function that the kernel can reach.
struct DeviceFunction {
  std::string name;
  uint32_t entry = 0;      ///< its first instruction
  uint32_t base = noSlot;  ///< the register that holds where its frame begins
  uint32_t frameBytes = 0; ///< of its parameters and variables
  uint32_t alignment = 16; ///< of its frame
  /// Calls may nest, so that they save the registers.
  bool reentrant = false;
  std::vector<Place> parameters, results;
  std::vector<RegisterUse> registers; ///< all that are its own
};

struct Program {
  std::string name;
  std::vector<Inst> code;
  std::vector<uint32_t> operands;
  std::vector<Uses> uses; ///< of each instruction in `code`
  std::vector<RegisterUse> registerUses;
  std::unordered_map<uint32_t, std::string> registerNames; ///< by slot, for messages
  std::vector<std::string> opcodes;
  std::vector<Call> calls;
  std::vector<DeviceFunction> functions;
  /// By the numbers of the module's functions: indices of `functions`, or `noFunction`.
  std::vector<uint32_t> functionNumbers;
  std::vector<std::vector<uint32_t>> tables; ///< targets of `brx.idx`
  std::vector<SpecialSlot> specials;
  std::vector<BulkForm> bulks;      ///< what bulk copies copy
  std::vector<MatrixForm> matrices; ///< what `mma` and its like multiply
  /// What `.loc` says, each place once; the first is that of code without one.
  std::vector<Location> locations = std::vector<Location>(1);
  std::vector<std::string> files;
  /// The register file of a new warp: constants, and zeros elsewhere.
  std::vector<uint8_t> registers;

  std::vector<Parameter> parameters;
  size_t parameterBytes = 0;
  size_t sharedBytes = 0; ///< with a fixed place
  /// Shared memory beside its own that the kernel asks for by a special register:
  /// zeros, as groups of several warps keep their barriers there.
  size_t reservedSharedBytes = 0;
  size_t localBytes = 0;       ///< of each thread, as far as they are known
  size_t kernelLocalBytes = 0; ///< of those, the kernel's own variables
  /// Calls nest, or memory is taken, in a way that is not known before:
  /// `LaunchOptions::stackBytes` come on top of `localBytes`.
  bool dynamicStack = false;
  uint32_t maxThreads[3] = {0, 0, 0};
  uint32_t requiredThreads[3] = {0, 0, 0};
  uint32_t requiredCluster[3] = {0, 0, 0};
  bool explicitCluster = false;   ///< a launch must have clusters
  bool blocksAreClusters = false; ///< a launch counts its grid in clusters
  uint32_t maxClusterRank = 0;    ///< blocks of a cluster; 0 where it says nothing
  uint32_t maxRegisters = 0;      ///< `.maxnreg`
  uint32_t minBlocks = 0;         ///< `.minnctapersm`
  /// Atomic operations on global memory whose order can show in results.
  bool orderedAtomics = false;
  const ModuleData *module = nullptr;

  /// The source line of an instruction, as "file.cu:12", or nothing.
  std::string sourceOf(const Inst &inst) const;
};

/// What all kernels of a module share.
struct ModuleData {
  struct Variable {
    std::string name;
    uint64_t address;
    size_t bytes;
    bool constant;
    unsigned elementBytes; ///< of an array
  };
  std::string target;
  /// Names of functions, by their numbers; a declaration and its definition are one.
  std::vector<std::string> functions;
  std::vector<Variable> variables;
  std::unordered_map<std::string_view, size_t> variableIndices;
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
// Addresses of functions: `functionStride` apart, the module's first one at one stride.
constexpr uint64_t functionWindow = uint64_t{0x7ff4} << 48;
constexpr uint64_t functionStride = 16;
constexpr uint64_t windowBytes = uint64_t{1} << 32;

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_PROGRAM_H
