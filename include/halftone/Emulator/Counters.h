// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decides a kernel's speed, counted while it runs: an observer of launches, whose
// counts come out as JSON, as a short table, and as a heat map of source lines.
//
// How the counts are to be read:
//   - An instruction counts once for each warp that runs it. Those that no lane's
//     predicate lets run are counted apart.
//   - Shared memory has 32 banks of 4 bytes. An access runs in phases: all lanes at once
//     up to 4 bytes each, 16 lanes at 8 bytes, 8 at 16 bytes (as rows of `ldmatrix`), 4
//     at 32. A phase takes as many wavefronts as the most different words that lie in
//     one bank; ideal is one for each phase that has a lane. Lanes of an atomic
//     operation that name one word take turns.
//   - Global memory moves in sectors of 32 bytes. Ideal is what the different bytes of
//     the access would fill. No L1 cache is modelled.
//   - The L2 estimate is one cache of the chip's size with lines of 128 bytes, of which
//     the least recently used goes first, and with blocks one after another, as they
//     run here. So it says what reuse there is for a cache of that size, not what a chip
//     with many blocks at once makes of it.
//   - FLOPs of Tensor Core instructions are 2 m n k of the shape in their name, also
//     where the product is sparse; those of others are two for a multiply-add and one for
//     any other sum, product, quotient or function, of each lane.
#ifndef HALFTONE_EMULATOR_COUNTERS_H
#define HALFTONE_EMULATOR_COUNTERS_H

#include "halftone/Emulator/Limits.h"
#include "halftone/Emulator/Observer.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace halftone::emulator {

enum class InstructionClass : uint8_t {
  Integer,
  Half, ///< f16, bf16 and narrower, packed or not
  Float,
  Double,
  Special, ///< roots, reciprocals, exponentials, logarithms, angles
  Compare, ///< `setp`, `selp` and their like
  Convert,
  Move,
  Control, ///< branches, calls, exits
  Global,
  Shared, ///< `ldmatrix` and `stmatrix` too
  Local,
  Constant, ///< `.const` and `.param`
  Generic,
  Atomic,
  AsyncCopy,
  Tensor, ///< `mma`, `wmma`, `wgmma` products
  Warp,   ///< shuffles, votes, `redux`
  Barrier,
  Fence,
  Other,
};
constexpr size_t numInstructionClasses = static_cast<size_t>(InstructionClass::Other) + 1;

/// As in the JSON: "integer", "async_copy".
std::string_view toString(InstructionClass kind);

struct SharedCounts {
  uint64_t accesses = 0; ///< of warps
  uint64_t bytes = 0;    ///< asked for by lanes
  uint64_t wavefronts = 0, ideal = 0;
  void operator+=(const SharedCounts &other);
};

struct GlobalCounts {
  uint64_t requests = 0; ///< of warps
  uint64_t bytes = 0;    ///< asked for by lanes
  uint64_t sectors = 0, ideal = 0;
  uint64_t movedBytes() const { return sectors * 32; }
  void operator+=(const GlobalCounts &other);
};

struct L2Counts {
  uint64_t sectors = 0, hits = 0;
  uint64_t readBytes = 0;    ///< from memory
  uint64_t writtenBytes = 0; ///< to memory, when a line goes
};

/// Of one instruction of the PTX.
struct InstructionCounts {
  uint32_t line = 0;       ///< of the PTX
  uint32_t file = 0;       ///< 1 is the first of `KernelCounts::files`; 0 where unknown
  uint32_t sourceLine = 0; ///< by `.loc`
  uint32_t opcode = 0;     ///< index of `KernelCounts::opcodes`
  InstructionClass kind = InstructionClass::Other;
  uint64_t issued = 0; ///< times that a warp ran it
  uint64_t lanes = 0;  ///< lanes that took part, together
  uint64_t flops = 0;
  SharedCounts shared;
  GlobalCounts global;
};

struct KernelCounts {
  std::string name, chip;
  std::vector<std::string> opcodes, files;
  std::vector<InstructionCounts> instructions; ///< in the order of the program

  uint64_t launches = 0, blocks = 0, warps = 0;
  uint32_t threads = 0, clusterBlocks = 1; ///< of the last launch
  uint64_t sharedBytes = 0;                ///< of a block of the last launch

  std::array<uint64_t, numInstructionClasses> classes{};
  uint64_t issued = 0, lanes = 0;
  uint64_t predicatedOff = 0; ///< instructions that no lane's predicate let run
  std::map<std::string, uint64_t> tensorFlops, scalarFlops; ///< by type, "bf16"
  SharedCounts sharedLoads, sharedStores, sharedAtomics;
  GlobalCounts globalLoads, globalStores, globalAtomics, asyncReads, asyncWrites;
  L2Counts l2;
  uint64_t clusterAccesses = 0, clusterBytes = 0; ///< shared memory of other blocks
  uint64_t localAccesses = 0, localBytes = 0;
  uint64_t constantAccesses = 0, constantBytes = 0;
  uint64_t atomicLanes = 0;
  uint64_t copies = 0, copyBytes = 0;         ///< `cp.async`, of lanes
  uint64_t bulkCopies = 0, bulkCopyBytes = 0; ///< `cp.async.bulk…`
  uint64_t barrierArrivals = 0, barriers = 0; ///< of warps; completed
  uint64_t clusterBarrierArrivals = 0;
  uint64_t mbarrierArrivals = 0, mbarrierPhases = 0, mbarrierPolls = 0; ///< polls in vain
  uint64_t fences = 0;

  /// Of `ptxas -v`, where it was given.
  std::optional<PtxasKernel> ptxas;
};

struct CountersOptions {
  std::string chip;       ///< whose limits and L2 are taken; empty: the module's target
  uint64_t l2Bytes = 0;   ///< 0: the chip's
  std::string ptxas = {}; ///< output of `ptxas -v` for the kernels
};

/// Texts that the heat map shows beside the counts.
struct HeatMapTexts {
  std::string ptx;
  std::map<std::string, std::string> sources; ///< by the names in `KernelCounts::files`
};

class Counters : public Observer {
public:
  explicit Counters(CountersOptions options = {});
  ~Counters() override;

  /// Kernels in the order of their first launch. Launches of one kernel add up.
  const std::vector<std::unique_ptr<KernelCounts>> &kernels() const { return kernels_; }
  Occupancy occupancy(const KernelCounts &kernel) const;
  const ChipLimits &limits(const KernelCounts &kernel) const;
  uint64_t l2Bytes(const KernelCounts &kernel) const;

  /// Keys are documented in docs/EmulatedGpu.md.
  std::string json() const;
  std::string table() const;
  /// A page that needs no other file.
  std::string heatMap(const HeatMapTexts &texts) const;

  void launchBegins(const Program &program, uint64_t blocks, uint32_t threads, uint64_t sharedBytes,
                    uint32_t clusterBlocks) override;
  void launchEnds() override;
  void guarded(const Site &site, uint32_t lanes) override;
  void instruction(const Site &site, uint32_t lanes) override;
  void access(const Site &site, const Access &access) override;
  void fence(const Site &site, uint32_t lanes, FenceKind kind, Order order, Scope scope) override;
  void barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool waits) override;
  void barrier(const Site &site, uint32_t id) override;
  void clusterArrive(const Site &site, uint32_t lanes, bool released) override;
  void mbarrier(const Site &site, const MbarrierEvent &event) override;
  void asyncIssued(const Site &site, const AsyncOperation &operation) override;

private:
  struct Running;
  void flushCopies();
  void countGlobal(InstructionCounts *inst, GlobalCounts &total, const uint64_t *addresses,
                   uint32_t lanes, uint32_t bytes, bool writes);
  void countRange(GlobalCounts &total, const AsyncRange &range);
  InstructionCounts *countsOf(const Site &site);

  CountersOptions options;
  std::vector<PtxasKernel> ptxas;
  std::vector<std::unique_ptr<KernelCounts>> kernels_;
  std::unique_ptr<Running> running;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_COUNTERS_H
