// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop over a warp's instructions, branches and calls.
#include "Executor.h"

#include <algorithm>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

/// Backward branches that a group may take before others have their turn. One after
/// an atomic operation or a volatile load, as in a loop that waits, counts for many.
static constexpr uint32_t turn = 1 << 16;
static constexpr uint32_t waitingWeight = 1 << 10;

static uint8_t *alignPointer(uint8_t *pointer, size_t alignment) {
  uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  return pointer + ((alignment - address % alignment) % alignment);
}

Site emulator::siteOf(const Warp &warp, const Inst &inst) {
  const Block &block = *warp.block;
  return {{block.id[0], block.id[1], block.id[2]},
          warp.index,
          block.program->opcodes[inst.opcode],
          inst.line};
}

Executor::Executor(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
                   const Memory &memory, const LaunchOptions &options)
    : program(program), shape(shape), maxInstructions(options.maxInstructions) {
  uint32_t numWarps = (shape.numThreads() + warpSize - 1) / warpSize;
  warps.resize(numWarps);
  skip.resize(numWarps);
  registerBytes = program.registers.size();
  registerMemory = std::make_unique<uint8_t[]>(registerBytes * numWarps + 64);
  registers = alignPointer(registerMemory.get(), 64);
  local.resize(program.localBytes * numWarps * warpSize + 64);
  shared.resize(shape.sharedBytes + 1024);

  block.program = &program;
  block.memory = &memory;
  block.observer = options.observer;
  block.parameters = parameters;
  block.shared = alignPointer(shared.data(), 1024);
  block.sharedBytes = shape.sharedBytes;
  block.warps = warps.data();
  block.numWarps = numWarps;
  block.threads[0] = shape.block.x;
  block.threads[1] = shape.block.y;
  block.threads[2] = shape.block.z;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

uint32_t Executor::specialValue(Special special, uint32_t thread) const {
  uint32_t lane = thread % warpSize;
  switch (special) {
  case Special::TidX:
    return thread % shape.block.x;
  case Special::TidY:
    return thread / shape.block.x % shape.block.y;
  case Special::TidZ:
    return thread / shape.block.x / shape.block.y;
  case Special::NtidX:
    return shape.block.x;
  case Special::NtidY:
    return shape.block.y;
  case Special::NtidZ:
    return shape.block.z;
  case Special::CtaidX:
    return block.id[0];
  case Special::CtaidY:
    return block.id[1];
  case Special::CtaidZ:
    return block.id[2];
  case Special::NctaidX:
    return shape.grid.x;
  case Special::NctaidY:
    return shape.grid.y;
  case Special::NctaidZ:
    return shape.grid.z;
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return thread / warpSize;
  case Special::NwarpId:
    return block.numWarps;
  case Special::LanemaskEq:
    return 1u << lane;
  case Special::LanemaskLe:
    return allLanes >> (31 - lane);
  case Special::LanemaskLt:
    return (1u << lane) - 1;
  case Special::LanemaskGe:
    return allLanes << lane;
  case Special::LanemaskGt:
    return ~(allLanes >> (31 - lane));
  case Special::SmId:
  case Special::GridId:
    return 0;
  case Special::NsmId:
    return 1;
  case Special::DynamicSharedBytes:
    return static_cast<uint32_t>(shape.dynamicSharedBytes);
  case Special::TotalSharedBytes:
    return static_cast<uint32_t>(shape.sharedBytes);
  }
  return 0;
}

void Executor::fillSpecials(Warp &warp) {
  for (const SpecialSlot &special : program.specials)
    for (uint32_t l = 0; l < warpSize; ++l) {
      uint32_t value = specialValue(special.what, warp.index * warpSize + l);
      if (special.wide)
        warp.at<uint64_t>(special.slot)[l] = value;
      else
        warp.at<uint32_t>(special.slot)[l] = value;
    }
}

void Executor::startWarp(uint32_t index) {
  Warp &warp = warps[index];
  warp = Warp();
  warp.index = index;
  warp.block = &block;
  warp.operands = program.operands.data();
  warp.registers = registers + registerBytes * index;
  std::copy(program.registers.begin(), program.registers.end(), warp.registers);
  warp.localBytes = program.localBytes;
  warp.local = alignPointer(local.data(), 64) + program.localBytes * warpSize * index;
  uint32_t first = index * warpSize;
  uint32_t count = std::min(warpSize, shape.numThreads() - first);
  warp.alive = count == warpSize ? allLanes : (1u << count) - 1;
  fillSpecials(warp);
}

/// Shared and local memory are all ones at first: NaN in every float type, so that
/// what was never written shows, and in the same way each time.
void Executor::startBlock(uint64_t index) {
  block.id[0] = static_cast<uint32_t>(index % shape.grid.x);
  block.id[1] = static_cast<uint32_t>(index / shape.grid.x % shape.grid.y);
  block.id[2] = static_cast<uint32_t>(index / shape.grid.x / shape.grid.y);
  std::fill(std::begin(block.barriers), std::end(block.barriers), Barrier());
  std::memset(block.shared, 0xff, block.sharedBytes);
  std::fill(local.begin(), local.end(), uint8_t{0xff});
  std::fill(skip.begin(), skip.end(), 0);
  aliveThreads = shape.numThreads();
  countedBarriers = false;
  for (uint32_t i = 0; i < block.numWarps; ++i)
    startWarp(i);
}

/// Each warp in turn runs until it waits. When none can run and no barrier is
/// complete, none ever will be.
bool Executor::runBlock(uint64_t index) {
  startBlock(index);
  for (bool moved = true; moved;) {
    moved = false;
    for (Warp &warp : warps) {
      if (!(warp.alive & ~warp.atBarrier))
        continue;
      uint64_t before = warp.steps;
      Stop stop = runWarp(warp);
      if (stop == Stop::Failed)
        return false;
      if (stop == Stop::Yielded && maxInstructions && warp.steps > maxInstructions)
        return failEndless(warp);
      moved |= warp.steps != before;
      moved |= releaseBarriers();
    }
  }
  return aliveThreads == 0 || failDeadlock();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Executor::park(Warp &warp, uint32_t lanes, uint32_t pc) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l))
      warp.pcs[l] = pc;
}

Executor::Stop Executor::runWarp(Warp &warp) {
  for (;;) {
    Stop stop = runGroups(warp);
    if (stop != Stop::Waiting || !warp.held)
      return stop;
    // Lanes that exited or moved on may have completed a mask.
    bool any = false;
    if (!releaseHeld(warp, any))
      return Stop::Failed;
    if (!any)
      return Stop::Waiting;
  }
}

/// Pays for a backward branch; false if the turn is over.
static bool spend(Warp &warp, uint32_t &budget) {
  uint32_t price = warp.polled ? waitingWeight : 1;
  warp.polled = false;
  budget -= std::min(budget, price);
  return budget != 0;
}

/// True if every lane's member mask is the whole warp.
static bool allTogether(Warp &warp, const Inst &inst, uint32_t lanes) {
  if (inst.target == noSlot)
    return true;
  const uint32_t *masks = warp.at<uint32_t>(inst.target);
  uint32_t common = allLanes;
  for (uint32_t l = 0; l < warpSize; ++l)
    common &= has(lanes, l) ? masks[l] : allLanes;
  return common == allLanes;
}

/// The lanes at the lowest instruction, and where the next ones wait. False if none
/// can run.
bool Executor::chooseGroup(const Warp &warp, Group &group) {
  uint32_t runnable = warp.alive & ~warp.atBarrier & ~warp.held;
  if (!runnable)
    return false;
  uint32_t &skipped = skip[warp.index];
  if (!(runnable & ~skipped))
    skipped = 0;
  runnable &= ~skipped;
  group = {0, ~0u, ~0u};
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(runnable, l))
      group.pc = std::min(group.pc, warp.pcs[l]);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(runnable, l))
      continue;
    if (warp.pcs[l] == group.pc)
      group.lanes |= 1u << l;
    else
      group.next = std::min(group.next, warp.pcs[l]);
  }
  return true;
}

Executor::Stop Executor::runGroups(Warp &warp) {
  uint32_t budget = turn;
  for (Group group; chooseGroup(warp, group);) {
    Stop stop = runGroup(warp, group, budget);
    if (stop != Stop::Regrouped)
      return stop;
  }
  return warp.alive ? Stop::Waiting : Stop::Finished;
}

/// Until the group meets other lanes, or an instruction divides it.
Executor::Stop Executor::runGroup(Warp &warp, Group &group, uint32_t &budget) {
  const Inst *code = program.code.data();
  Observer *observer = block.observer;
  while (group.pc < group.next) {
    const Inst &inst = code[group.pc];
    uint32_t lanes = group.lanes;
    if (inst.guard != noSlot) {
      lanes &= warp.predicate(inst.guard) ^ (inst.guardNegated ? allLanes : 0);
      if (!lanes) {
        ++group.pc;
        continue;
      }
    }
    if (observer)
      observer->instruction(siteOf(warp, inst), lanes);
    ++warp.steps;
    Flow flow = inst.run(warp, inst, lanes);
    if (flow == Flow::Sync && lanes == warp.alive && allTogether(warp, inst, lanes))
      flow = inst.second(warp, inst, lanes);
    if (flow == Flow::Next)
      ++group.pc;
    else if (flow == Flow::Branch && lanes == group.lanes &&
             (inst.target > group.pc || spend(warp, budget)))
      group.pc = inst.target;
    else
      return divide(warp, inst, flow, group, lanes, budget);
  }
  park(warp, group.lanes, group.pc);
  return Stop::Regrouped;
}

/// Each lane gets an instruction of its own: `lanes` by what `inst` says, the others
/// of the group the next one.
Executor::Stop Executor::divide(Warp &warp, const Inst &inst, Flow flow, const Group &group,
                                uint32_t lanes, uint32_t &budget) {
  park(warp, group.lanes, group.pc + 1);
  bool ok = true;
  switch (flow) {
  case Flow::Branch:
    park(warp, lanes, inst.target);
    if (inst.target > group.pc || spend(warp, budget))
      return Stop::Regrouped;
    skip[warp.index] = group.lanes; // others first
    return Stop::Yielded;
  case Flow::Sync:
    park(warp, lanes, group.pc);
    ok = synchronize(warp, inst, lanes);
    break;
  case Flow::Barrier:
    park(warp, lanes, group.pc);
    ok = arrive(warp, inst, lanes);
    break;
  case Flow::Indexed:
    park(warp, lanes, group.pc);
    ok = indexedBranch(warp, inst, lanes);
    break;
  case Flow::Call:
    call(warp, inst, lanes);
    break;
  case Flow::Return:
    returnFrom(warp, inst, lanes);
    break;
  case Flow::Exit:
    exit(warp, lanes);
    break;
  default:
    ok = failFault(warp, group.pc);
    break;
  }
  return ok ? Stop::Regrouped : Stop::Failed;
}

void Executor::exit(Warp &warp, uint32_t lanes) {
  warp.alive &= ~lanes;
  aliveThreads -= static_cast<uint32_t>(std::popcount(lanes));
}

static void copyLocal(Warp &warp, uint32_t lane, const std::vector<Call::Copy> &copies) {
  uint8_t *memory = warp.local + warp.localBytes * lane;
  for (const Call::Copy &copy : copies)
    std::memmove(memory + copy.to, memory + copy.from, copy.bytes);
}

void Executor::call(Warp &warp, const Inst &inst, uint32_t lanes) {
  const Call &call = program.calls[inst.target];
  uint32_t *returns = warp.at<uint32_t>(call.returnSlot);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l)) {
      returns[l] = warp.pcs[l];
      copyLocal(warp, l, call.arguments);
      warp.pcs[l] = call.entry;
    }
}

/// Each lane to its own caller: the instruction before the one that it returns to.
void Executor::returnFrom(Warp &warp, const Inst &inst, uint32_t lanes) {
  const uint32_t *returns = warp.lanes<uint32_t>(inst, 0);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l)) {
      warp.pcs[l] = returns[l];
      copyLocal(warp, l, program.calls[program.code[returns[l] - 1].target].results);
    }
}

bool Executor::indexedBranch(Warp &warp, const Inst &inst, uint32_t lanes) {
  const std::vector<uint32_t> &table = program.tables[inst.target];
  const uint32_t *index = warp.lanes<uint32_t>(inst, 0);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    if (index[l] >= table.size())
      return fail(warp, warp.pcs[l], l,
                  "index " + std::to_string(index[l]) + " of " + std::to_string(table.size()) +
                      " targets");
    warp.pcs[l] = table[index[l]];
  }
  return true;
}
