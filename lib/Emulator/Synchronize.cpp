// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting: of lanes for their warp, and of warps for their block.
#include "Executor.h"

#include "WarpOps.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

//===----------------------------------------------------------------------===//
// Member masks
//===----------------------------------------------------------------------===//

uint32_t Executor::memberMask(Warp &warp, const Inst &inst, uint32_t lane) {
  return inst.target == noSlot ? allLanes : warp.at<uint32_t>(inst.target)[lane];
}

bool Executor::runSynchronized(Warp &warp, const Inst &inst, uint32_t lanes) {
  uint32_t pc = warp.pcs[firstLane(lanes)];
  if (inst.second(warp, inst, lanes) == Flow::Fault)
    return failFault(warp, pc);
  // Lanes of `bar.warp.sync` may come from several instructions.
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l))
      ++warp.pcs[l];
  warp.held &= ~lanes;
  return true;
}

bool Executor::synchronize(Warp &warp, const Inst &inst, uint32_t lanes) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l) && !has(memberMask(warp, inst, l), l))
      return fail(warp, warp.pcs[l], l, "the thread is not in its own member mask");
  warp.held |= lanes;
  bool any = false;
  return releaseHeld(warp, any);
}

/// Runs what the held lanes wait for, as far as all living lanes of a mask are here.
bool Executor::releaseHeld(Warp &warp, bool &any) {
  for (uint32_t left = warp.held; left;) {
    uint32_t lane = firstLane(left);
    const Inst &inst = program.code[warp.pcs[lane]];
    uint32_t mask = memberMask(warp, inst, lane);
    bool barrier = inst.second == &runNothing;
    uint32_t together = 0;
    for (uint32_t l = lane; l < warpSize; ++l) {
      if (!has(left, l))
        continue;
      const Inst &other = program.code[warp.pcs[l]];
      bool same = warp.pcs[l] == warp.pcs[lane] || (barrier && other.second == &runNothing);
      if (same && memberMask(warp, other, l) == mask)
        together |= 1u << l;
    }
    left &= ~together;
    if (mask & warp.alive & ~together)
      continue;
    if (!runSynchronized(warp, inst, together))
      return false;
    any = true;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

namespace {
// `Inst::option` of a barrier; from 2 on it reduces.
enum : uint8_t { syncBarrier, arriveBarrier, popcBarrier, andBarrier, orBarrier };
} // namespace

/// Operands: barrier, threads (or missing), result, predicate.
bool Executor::arrive(Warp &warp, const Inst &inst, uint32_t lanes) {
  uint32_t first = firstLane(lanes), pc = warp.pcs[first];
  uint32_t id = warp.lanes<uint32_t>(inst, 0)[first];
  uint32_t countSlot = warp.slot(inst, 1);
  uint32_t count = countSlot == noSlot ? 0 : warp.at<uint32_t>(countSlot)[first];
  if (id >= numBarriers)
    return fail(warp, pc, first, "barrier " + std::to_string(id) + " of 16");
  if (countSlot != noSlot && (count == 0 || count % warpSize))
    return fail(warp, pc, first,
                "a barrier's threads must be a multiple of 32, got " + std::to_string(count));

  countedBarriers |= count != 0;
  Barrier &barrier = block.barriers[id];
  bool fresh = countArrived(id) == 0;
  if (fresh)
    barrier.expected = count;
  else if (barrier.expected != count)
    return fail(warp, pc, first,
                "barrier " + std::to_string(id) + " waits for " +
                    std::to_string(count ? count : shape.numThreads()) + " threads here, for " +
                    std::to_string(barrier.expected ? barrier.expected : shape.numThreads()) +
                    " elsewhere");
  if (inst.aligned)
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(warp.atBarrier, l) && warp.pcs[l] != pc)
        return fail(warp, pc, first,
                    "barrier divergence: thread " + threadName(warp, l) +
                        " of the same warp waits at PTX line " +
                        std::to_string(program.code[warp.pcs[l]].line));

  if (inst.option == arriveBarrier) {
    barrier.arrived += lanes == warp.alive ? warpSize : static_cast<uint32_t>(std::popcount(lanes));
    for (uint32_t l = 0; l < warpSize; ++l)
      warp.pcs[l] += has(lanes, l);
    return true;
  }
  if (inst.option >= popcBarrier) {
    uint32_t word = warp.predicate(warp.slot(inst, 3)) ^ (inst.imm ? allLanes : 0);
    barrier.trueCount += static_cast<uint32_t>(std::popcount(word & lanes));
  }
  warp.atBarrier |= lanes;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l))
      warp.barrierId[l] = static_cast<uint8_t>(id);
  return true;
}

/// Threads that have come. Where a number is asked for, a warp whose living threads
/// are all there counts in full.
uint32_t Executor::countArrived(uint32_t id) const {
  const Barrier &barrier = block.barriers[id];
  uint32_t count = barrier.arrived;
  for (const Warp &warp : warps) {
    uint32_t here = 0;
    for (uint32_t l = 0; warp.atBarrier && l < warpSize; ++l)
      here |= static_cast<uint32_t>(has(warp.atBarrier, l) && warp.barrierId[l] == id) << l;
    bool whole = barrier.expected && here && here == warp.alive;
    count += whole ? warpSize : static_cast<uint32_t>(std::popcount(here));
  }
  return count;
}

bool Executor::releaseBarriers() {
  uint32_t waiting = 0;
  for (const Warp &warp : warps)
    waiting += static_cast<uint32_t>(std::popcount(warp.atBarrier));
  if (!waiting || (waiting < aliveThreads && !countedBarriers))
    return false;
  uint32_t used = 0;
  for (const Warp &warp : warps)
    for (uint32_t left = warp.atBarrier; left; left &= left - 1)
      used |= 1u << warp.barrierId[firstLane(left)];
  bool any = false;
  for (; used; used &= used - 1) {
    uint32_t id = firstLane(used);
    uint32_t expected = block.barriers[id].expected;
    if (countArrived(id) < (expected ? expected : aliveThreads))
      continue;
    release(id);
    any = true;
  }
  return any;
}

void Executor::release(uint32_t id) {
  Barrier &barrier = block.barriers[id];
  uint32_t waiting = 0;
  for (const Warp &warp : warps)
    for (uint32_t l = 0; l < warpSize; ++l)
      waiting += has(warp.atBarrier, l) && warp.barrierId[l] == id;
  bool told = false;
  for (Warp &warp : warps) {
    for (uint32_t l = 0; l < warpSize; ++l) {
      if (!has(warp.atBarrier, l) || warp.barrierId[l] != id)
        continue;
      const Inst &inst = program.code[warp.pcs[l]];
      if (block.observer && !told)
        block.observer->barrier(siteOf(warp, inst), id);
      told = true;
      uint32_t slot = warp.slot(inst, 2);
      if (inst.option == popcBarrier) {
        warp.at<uint32_t>(slot)[l] = barrier.trueCount;
      } else if (inst.option >= andBarrier) {
        bool value = inst.option == andBarrier ? barrier.trueCount == waiting : barrier.trueCount;
        uint32_t &word = warp.predicate(slot);
        word = (word & ~(1u << l)) | static_cast<uint32_t>(value) << l;
      }
      ++warp.pcs[l];
      warp.atBarrier &= ~(1u << l);
    }
  }
  barrier = Barrier();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string triple(uint32_t x, uint32_t y, uint32_t z) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}

std::string Executor::threadName(const Warp &warp, uint32_t lane) const {
  uint32_t thread = warp.index * warpSize + lane;
  return triple(thread % shape.block.x, thread / shape.block.x % shape.block.y,
                thread / shape.block.x / shape.block.y);
}

bool Executor::fail(const Warp &warp, uint32_t pc, uint32_t lane, const std::string &message) {
  const Inst &inst = program.code[pc];
  error_ = "kernel '" + program.name + "', PTX line " + std::to_string(inst.line) + " (" +
           program.opcodes[inst.opcode] + "), block " +
           triple(block.id[0], block.id[1], block.id[2]) + ", thread " + threadName(warp, lane) +
           ": " + message;
  return false;
}

static std::string hex(uint64_t value) {
  static const char digits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15]);
    value >>= 4;
  } while (value);
  return "0x" + text;
}

static const char *spaceName(Space space) {
  static const char *const names[] = {"generic", "global",    "shared",
                                      "local",   "parameter", "constant"};
  return names[static_cast<int>(space)];
}

std::string Executor::describeFault(const Fault &fault) const {
  std::string address = std::string(spaceName(fault.space)) + " address " + hex(fault.address);
  switch (fault.kind) {
  case Fault::Kind::Misaligned:
    return "misaligned access: " + address + " is not a multiple of " + std::to_string(fault.bytes);
  case Fault::Kind::Trap:
    return "trap";
  case Fault::Kind::OutOfBounds:
    break;
  default:
    return std::string("the thread ") + (fault.text ? fault.text : "failed");
  }
  std::string access = "out-of-bounds access: " + std::to_string(fault.bytes) + " bytes at ";
  if (fault.space == Space::Shared || fault.space == Space::Local || fault.space == Space::Param) {
    size_t size = fault.space == Space::Shared  ? block.sharedBytes
                  : fault.space == Space::Local ? program.localBytes
                                                : program.parameterBytes;
    return access + address + ", of " + std::to_string(size) + " bytes";
  }
  const Memory::Range *before = block.memory->before(fault.address);
  if (!before || fault.address - before->begin > 2 * (before->end - before->begin) + 4096)
    return access + address + " are in no allocation";
  return access + address + ", byte " + std::to_string(fault.address - before->begin) +
         " of an allocation of " + std::to_string(before->end - before->begin) + " bytes";
}

bool Executor::failFault(Warp &warp, uint32_t pc) {
  return fail(warp, pc, warp.fault.lane, describeFault(warp.fault));
}

bool Executor::failEndless(const Warp &warp) {
  uint32_t lane = firstLane(warp.alive);
  return fail(warp, warp.pcs[lane], lane,
              "no end after " + std::to_string(warp.steps) + " instructions of the warp");
}

/// The first waiting thread of a warp, and where: for the message of a deadlock.
std::string Executor::describeWaiting(const Warp &warp) const {
  uint32_t waiting = warp.atBarrier | warp.held;
  uint32_t lane = firstLane(waiting);
  const Inst &inst = program.code[warp.pcs[lane]];
  return "thread " + threadName(warp, lane) + " at PTX line " + std::to_string(inst.line) + " (" +
         program.opcodes[inst.opcode] + ")";
}

bool Executor::failDeadlock() {
  std::string others;
  const Warp *first = nullptr;
  uint32_t warpsNamed = 0;
  for (const Warp &warp : warps) {
    if (!warp.alive)
      continue;
    if (!first) {
      first = &warp;
      continue;
    }
    if (warpsNamed++ < 4)
      others += (others.empty() ? "; others wait: " : ", ") + describeWaiting(warp);
  }
  uint32_t waiting = first->atBarrier | first->held, lane = firstLane(waiting);
  std::string what = "deadlock: ";
  if (has(first->held, lane)) {
    uint32_t mask = memberMask(const_cast<Warp &>(*first), program.code[first->pcs[lane]], lane);
    what += "waits for lanes of mask " + hex(mask) + " that do not come";
  } else {
    uint32_t id = first->barrierId[lane], expected = block.barriers[id].expected;
    what += "barrier " + std::to_string(id) + " has " + std::to_string(countArrived(id)) + " of " +
            std::to_string(expected ? expected : aliveThreads) + " threads";
    // Part of a warp at the barrier, part of it held elsewhere.
    if (uint32_t held = first->held & ~(1u << lane)) {
      Warp rest = *first;
      rest.atBarrier = 0;
      rest.held = held;
      others = "; of its warp waits " + describeWaiting(rest) + others;
    }
  }
  return fail(*first, first->pcs[lane], lane, what + others);
}
