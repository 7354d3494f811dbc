// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters, blocks and warps: how they start, what they know of their place, and how
// they end.
#include "Executor.h"
#include "MatrixOps.h"

#include "halftone/Emulator/Limits.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

static constexpr size_t sharedAlignment = 1024;

static size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static uint8_t *alignPointer(uint8_t *pointer, size_t alignment) {
  uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  return pointer + (alignUp(address, alignment) - address);
}

static uint32_t numWarpsOf(const LaunchShape &shape) {
  return (shape.numThreads() + warpSize - 1) / warpSize;
}

size_t Executor::bytesOfBlock(const Program &program, const LaunchShape &shape) {
  return numWarpsOf(shape) *
             (sizeof(Warp) + program.registers.size() + shape.localBytes * warpSize) +
         alignUp(shape.allSharedBytes(program), sharedAlignment) + sizeof(Block);
}

Executor::Executor(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
                   const Memory &memory, const LaunchOptions &options)
    : program(program), shape(shape), options(options), observer(options.observer),
      parameters(parameters), memory(memory), registerBytes(program.registers.size()) {
  random.state = options.seed;
}

Executor::~Executor() = default;

std::unique_ptr<Executor::Unit> Executor::makeUnit() {
  auto unit = std::make_unique<Unit>();
  uint32_t numBlocks = shape.clusterBlocks(), numWarps = numWarpsOf(shape);
  size_t sharedStride = alignUp(shape.allSharedBytes(program), sharedAlignment);
  unit->blocks.resize(numBlocks);
  unit->warps.resize(size_t{numBlocks} * numWarps);
  unit->registers = std::make_unique<uint8_t[]>(registerBytes * unit->warps.size() + 64);
  unit->local.resize(shape.localBytes * warpSize * unit->warps.size() + 64);
  if (!program.functions.empty() || program.dynamicStack)
    unit->calls.resize(unit->warps.size());
  unit->shared.resize(sharedStride * numBlocks + sharedAlignment);
  uint8_t *shared = alignPointer(unit->shared.data(), sharedAlignment);
  for (uint32_t i = 0; i < numBlocks; ++i) {
    Block &block = unit->blocks[i];
    unit->order.push_back(&block);
    block.program = &program;
    block.memory = &memory;
    block.observer = observer;
    block.options = &options;
    block.parameters = parameters;
    block.workspace = options.cooperative ? workspace : nullptr;
    block.shared = shared + sharedStride * i;
    block.sharedBytes = shape.allSharedBytes(program);
    block.cluster = &unit->cluster;
    block.rank = i;
    block.warps = unit->warps.data() + size_t{i} * numWarps;
    block.numWarps = numWarps;
    block.threads[0] = shape.block.x;
    block.threads[1] = shape.block.y;
    block.threads[2] = shape.block.z;
  }
  unit->cluster.blocks = unit->order.data();
  unit->cluster.numBlocks = numBlocks;
  return unit;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// Registers of a thread before `setmaxnreg`: what the kernel says, or as many as there
/// is room for. 0 where it does not even say how many threads it has: then `ptxas`
/// ignores `setmaxnreg`.
static uint32_t startRegisters(const Program &program) {
  if (program.maxRegisters)
    return program.maxRegisters;
  const uint32_t *bound = program.requiredThreads[0] ? program.requiredThreads : program.maxThreads;
  if (!bound[0])
    return 0;
  uint32_t threads = bound[0] * bound[1] * bound[2];
  threads = (threads + warpSize - 1) / warpSize * warpSize * std::max(program.minBlocks, 1u);
  constexpr uint32_t most = 256;
  return std::min(ChipLimits::registers / threads / 8 * 8, most);
}

void Executor::startWarp(Unit &unit, Block &block, uint32_t index) {
  Warp &warp = block.warps[index];
  size_t place = static_cast<size_t>(&warp - unit.warps.data());
  warp = Warp();
  warp.index = index;
  warp.block = &block;
  warp.operands = program.operands.data();
  warp.registers = alignPointer(unit.registers.get(), 64) + registerBytes * place;
  std::copy(program.registers.begin(), program.registers.end(), warp.registers);
  warp.localBytes = shape.localBytes;
  warp.local = alignPointer(unit.local.data(), 64) + shape.localBytes * warpSize * place;
  if (!unit.calls.empty()) {
    warp.calls = &unit.calls[place];
    warp.calls->clear(static_cast<uint32_t>(program.kernelLocalBytes));
  }
  uint32_t count = std::min(warpSize, shape.numThreads() - index * warpSize);
  warp.alive = allLanes >> (warpSize - count);
  RandomBits priority{options.seed ^ (block.index * 64 + index + 1) * 0x9e3779b97f4a7c15u};
  warp.priority = priority.next();
  warp.maxRegisters = startRegisters(program);
  fillSpecials(warp);
}

/// Shared and local memory are all ones at first: NaN in every float type, so that
/// what was never written shows, and in the same way each time.
void Executor::startBlock(Unit &unit, Block &block) {
  const uint32_t *cluster = unit.cluster.id;
  Dim3 size = shape.cluster;
  block.id[0] = cluster[0] * size.x + block.rank % size.x;
  block.id[1] = cluster[1] * size.y + block.rank / size.x % size.y;
  block.id[2] = cluster[2] * size.z + block.rank / size.x / size.y;
  block.index = (uint64_t{block.id[2]} * shape.grid.y + block.id[1]) * shape.grid.x + block.id[0];
  std::fill(std::begin(block.barriers), std::end(block.barriers), Barrier());
  std::memset(block.shared, 0xff, block.sharedBytes);
  std::memset(block.shared + block.sharedBytes - program.reservedSharedBytes, 0,
              program.reservedSharedBytes);
  block.aliveThreads = shape.numThreads();
  block.freeRegisters = 0;
  block.random.state = options.seed * 0x2545f4914f6cdd1du + block.index;
  if (observer)
    observer->blockBegins(block.index);
  for (uint32_t i = 0; i < block.numWarps; ++i)
    startWarp(unit, block, i);
}

void Executor::startCluster(Unit &unit, uint64_t index) {
  Dim3 count = {shape.grid.x / shape.cluster.x, shape.grid.y / shape.cluster.y,
                shape.grid.z / shape.cluster.z};
  Cluster &cluster = unit.cluster;
  cluster.id[0] = static_cast<uint32_t>(index % count.x);
  cluster.id[1] = static_cast<uint32_t>(index / count.x % count.y);
  cluster.id[2] = static_cast<uint32_t>(index / count.x / count.y);
  cluster.alive = cluster.numBlocks * shape.numThreads();
  cluster.arrived = 0;
  std::fill(unit.local.begin(), unit.local.end(), uint8_t{0xff});
  unit.running = true;
  for (Block &block : unit.blocks)
    startBlock(unit, block);
}

//===----------------------------------------------------------------------===//
// Ending
//===----------------------------------------------------------------------===//

bool Executor::endBlock(Block &block) {
  if (!warpgroupsAgree(block))
    return failAsync(block);
  if (block.async) {
    block.async->blockEnds();
    if (block.asyncFault.warp)
      return failAsync(block);
    block.async.reset();
  }
  if (observer)
    observer->blockEnds(block.index);
  return !observer || !stopped();
}
