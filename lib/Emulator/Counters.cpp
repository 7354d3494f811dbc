// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting. What the opcodes say is read when a launch begins; an event adds to the
// counts of its instruction and of its kernel.
#include "halftone/Emulator/Counters.h"

#include "CountersModel.h"
#include "Program.h"

#include <algorithm>
#include <bit>

using namespace halftone;
using namespace halftone::emulator;

static uint64_t lanesIn(uint32_t mask) { return static_cast<uint64_t>(std::popcount(mask)); }

void SharedCounts::operator+=(const SharedCounts &other) {
  accesses += other.accesses;
  bytes += other.bytes;
  wavefronts += other.wavefronts;
  ideal += other.ideal;
}

void GlobalCounts::operator+=(const GlobalCounts &other) {
  requests += other.requests;
  bytes += other.bytes;
  sectors += other.sectors;
  ideal += other.ideal;
}

/// The launch that runs, and what outlives it: the cache.
struct Counters::Running {
  KernelCounts *kernel = nullptr;
  const Program *program = nullptr;
  std::vector<OpcodeFacts> facts; ///< by opcode
  std::unique_ptr<L2Cache> cache;
  uint64_t cacheBytes = 0;
  Sectors sectors;

  /// `cp.async` of one warp, lane by lane: their sectors count together.
  struct Copies {
    uint64_t block = 0;
    uint32_t warp = 0, lanes = 0, bytes = 0;
    const Inst *inst = nullptr;
    uint64_t addresses[32];
    InstructionCounts *counts = nullptr;
  } copies;
};

Counters::Counters(CountersOptions given)
    : options(std::move(given)), ptxas(parsePtxas(options.ptxas)),
      running(std::make_unique<Running>()) {}

Counters::~Counters() = default;

const ChipLimits &Counters::limits(const KernelCounts &kernel) const {
  return limitsOf(options.chip.empty() ? kernel.chip : options.chip);
}

uint64_t Counters::l2Bytes(const KernelCounts &kernel) const {
  return options.l2Bytes ? options.l2Bytes : uint64_t{limits(kernel).l2Kilobytes} * 1024;
}

Occupancy Counters::occupancy(const KernelCounts &kernel) const {
  return occupancyOf(limits(kernel), {kernel.threads, kernel.ptxas ? kernel.ptxas->registers : 0,
                                      kernel.sharedBytes});
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {

/// The counts of a kernel that has not run before.
std::unique_ptr<KernelCounts> describe(const Program &program) {
  auto kernel = std::make_unique<KernelCounts>();
  kernel->name = program.name;
  kernel->chip = program.module->target;
  kernel->opcodes = program.opcodes;
  kernel->files = program.files;
  kernel->instructions.resize(program.code.size());
  for (size_t i = 0; i < program.code.size(); ++i) {
    const Inst &inst = program.code[i];
    InstructionCounts &counts = kernel->instructions[i];
    counts.line = inst.line;
    counts.opcode = inst.opcode;
    if (inst.loc < program.locations.size() && program.locations[inst.loc].line) {
      counts.sourceLine = program.locations[inst.loc].line;
      counts.file = program.locations[inst.loc].file + 1;
    }
  }
  return kernel;
}

/// Whether the counts are those of `program`: of the same text, though it may have been
/// loaded again.
bool isOf(const KernelCounts &kernel, const Program &program) {
  return kernel.name == program.name && kernel.chip == program.module->target &&
         kernel.opcodes == program.opcodes &&
         std::equal(kernel.instructions.begin(), kernel.instructions.end(), program.code.begin(),
                    program.code.end(), [](const InstructionCounts &counts, const Inst &inst) {
                      return counts.line == inst.line && counts.opcode == inst.opcode;
                    });
}

} // namespace

void Counters::launchBegins(const Program &program, uint64_t blocks, uint32_t threads,
                            uint64_t sharedBytes, uint32_t clusterBlocks) {
  auto found = std::find_if(kernels_.begin(), kernels_.end(),
                            [&](auto &kernel) { return isOf(*kernel, program); });
  if (found == kernels_.end()) {
    kernels_.push_back(describe(program));
    found = std::prev(kernels_.end());
    for (const PtxasKernel &each : ptxas)
      if (each.name == program.name)
        (*found)->ptxas = each;
  }
  KernelCounts &kernel = **found;
  running->kernel = &kernel;
  running->program = &program;
  running->facts.clear();
  for (const std::string &opcode : program.opcodes)
    running->facts.push_back(factsOf(opcode));
  for (InstructionCounts &inst : kernel.instructions)
    inst.kind = running->facts[inst.opcode].kind;
  if (uint64_t bytes = l2Bytes(kernel); !running->cache || bytes != running->cacheBytes) {
    running->cache = std::make_unique<L2Cache>(bytes);
    running->cacheBytes = bytes;
  }
  ++kernel.launches;
  kernel.blocks += blocks;
  kernel.warps += blocks * ((threads + 31) / 32);
  kernel.threads = threads;
  kernel.sharedBytes = sharedBytes;
  kernel.clusterBlocks = std::max(clusterBlocks, 1u);
}

void Counters::launchEnds() {
  flushCopies();
  running->program = nullptr;
}

InstructionCounts *Counters::countsOf(const Site &site) {
  if (!site.inst || site.program != running->program)
    return nullptr;
  return &running->kernel
              ->instructions[static_cast<size_t>(site.inst - running->program->code.data())];
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Taken back when it runs for any lane.
void Counters::guarded(const Site &, uint32_t) { ++running->kernel->predicatedOff; }

void Counters::instruction(const Site &site, uint32_t lanes) {
  if (running->copies.lanes)
    flushCopies();
  InstructionCounts *inst = countsOf(site);
  if (!inst)
    return;
  KernelCounts &kernel = *running->kernel;
  uint64_t count = lanesIn(lanes);
  ++inst->issued;
  inst->lanes += count;
  ++kernel.issued;
  kernel.lanes += count;
  ++kernel.classes[static_cast<size_t>(inst->kind)];
  if (site.inst->guard != noSlot && kernel.predicatedOff)
    --kernel.predicatedOff;
  const OpcodeFacts &facts = running->facts[inst->opcode];
  if (facts.tensorFlops) {
    inst->flops += facts.tensorFlops;
    kernel.tensorFlops[facts.type] += facts.tensorFlops;
  } else if (facts.laneFlops) {
    inst->flops += facts.laneFlops * count;
    kernel.scalarFlops[facts.type] += facts.laneFlops * count;
  }
}

void Counters::fence(const Site &, uint32_t, FenceKind, Order, Scope) { ++running->kernel->fences; }

void Counters::barrierArrive(const Site &, uint32_t, uint32_t, bool) {
  ++running->kernel->barrierArrivals;
}

void Counters::barrier(const Site &, uint32_t) { ++running->kernel->barriers; }

void Counters::clusterArrive(const Site &, uint32_t, bool) {
  ++running->kernel->clusterBarrierArrivals;
}

void Counters::mbarrier(const Site &, const MbarrierEvent &event) {
  KernelCounts &kernel = *running->kernel;
  if (event.kind == MbarrierEvent::Kind::Arrive || event.kind == MbarrierEvent::Kind::ArriveDrop)
    kernel.mbarrierArrivals += lanesIn(event.lanes);
  else if (event.kind == MbarrierEvent::Kind::Phase)
    ++kernel.mbarrierPhases;
  else if (event.kind == MbarrierEvent::Kind::NotYet)
    ++kernel.mbarrierPolls;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Counters::countGlobal(InstructionCounts *inst, GlobalCounts &total, const uint64_t *addresses,
                           uint32_t lanes, uint32_t bytes, bool writes) {
  Sectors &sectors = running->sectors;
  findSectors(addresses, lanes, bytes, sectors);
  GlobalCounts counts{1, lanesIn(lanes) * bytes, sectors.numbers.size(), sectors.ideal};
  total += counts;
  if (inst)
    inst->global += counts;
  for (uint64_t sector : sectors.numbers)
    running->cache->access(sector, writes, running->kernel->l2);
}

void Counters::access(const Site &site, const Access &access) {
  KernelCounts &kernel = *running->kernel;
  InstructionCounts *inst = countsOf(site);
  bool load = access.kind == Access::Kind::Load, atomic = access.kind == Access::Kind::Atomic;
  uint64_t bytes = lanesIn(access.lanes) * access.bytes;
  if (atomic)
    kernel.atomicLanes += lanesIn(access.lanes);
  switch (access.space) {
  case Space::Shared: {
    if (access.owner != site.blockIndex) {
      ++kernel.clusterAccesses;
      kernel.clusterBytes += bytes;
      return;
    }
    Wavefronts fronts = countWavefronts(access.addresses, access.lanes, access.bytes, atomic);
    SharedCounts counts{1, bytes, fronts.taken, fronts.ideal};
    (atomic ? kernel.sharedAtomics : load ? kernel.sharedLoads : kernel.sharedStores) += counts;
    if (inst)
      inst->shared += counts;
    return;
  }
  case Space::Global:
  case Space::Generic:
    countGlobal(inst,
                atomic ? kernel.globalAtomics
                : load ? kernel.globalLoads
                       : kernel.globalStores,
                access.addresses, access.lanes, access.bytes, !load);
    return;
  case Space::Local:
    ++kernel.localAccesses;
    kernel.localBytes += bytes;
    return;
  case Space::Param:
  case Space::Const:
    ++kernel.constantAccesses;
    kernel.constantBytes += bytes;
    return;
  }
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

void Counters::flushCopies() {
  Running::Copies &copies = running->copies;
  if (copies.lanes)
    countGlobal(copies.counts, running->kernel->asyncReads, copies.addresses, copies.lanes,
                copies.bytes, /*writes=*/false);
  copies.lanes = 0;
}

void Counters::countRange(GlobalCounts &total, const AsyncRange &range) {
  if (!range.bytes)
    return;
  uint64_t first = range.address / 32, last = (range.address + range.bytes - 1) / 32;
  total += {1, range.bytes, last - first + 1, (range.bytes + 31) / 32};
  for (uint64_t sector = first; sector <= last; ++sector)
    running->cache->access(sector, range.kind != Access::Kind::Load, running->kernel->l2);
}

void Counters::asyncIssued(const Site &site, const AsyncOperation &operation) {
  KernelCounts &kernel = *running->kernel;
  if (operation.kind == AsyncKind::Wgmma)
    return;
  bool bulk = operation.kind == AsyncKind::BulkCopy;
  ++(bulk ? kernel.bulkCopies : kernel.copies);
  InstructionCounts *inst = countsOf(site);
  for (uint32_t i = 0; i < operation.numRanges; ++i) {
    const AsyncRange &range = operation.ranges[i];
    bool load = range.kind == Access::Kind::Load;
    if (!load)
      (bulk ? kernel.bulkCopyBytes : kernel.copyBytes) += range.bytes;
    if (range.space != Space::Global)
      continue;
    Running::Copies &copies = running->copies;
    if (bulk || !load || range.bytes > 16) {
      GlobalCounts counts;
      countRange(counts, range);
      (load ? kernel.asyncReads : kernel.asyncWrites) += counts;
      if (inst)
        inst->global += counts;
      continue;
    }
    uint32_t bit = 1u << (operation.lane & 31);
    if (copies.lanes &&
        (copies.inst != site.inst || copies.warp != site.warp || copies.block != site.blockIndex ||
         copies.bytes != range.bytes || copies.lanes & bit))
      flushCopies();
    copies.inst = site.inst;
    copies.counts = inst;
    copies.warp = site.warp;
    copies.block = site.blockIndex;
    copies.bytes = static_cast<uint32_t>(range.bytes);
    copies.addresses[operation.lane & 31] = range.address;
    copies.lanes |= bit;
  }
}
