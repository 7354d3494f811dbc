// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting: of lanes for their warp, of warps for their block, of blocks for their
// cluster.
#include "Executor.h"

#include "WarpOps.h"

#include <algorithm>
#include <utility>

using namespace halftone;
using namespace halftone::emulator;

static uint32_t countOf(uint32_t lanes) { return static_cast<uint32_t>(std::popcount(lanes)); }

/// Calls `f(lanes)` for the lanes that have equal keys, lowest first; until one fails.
template <typename Key, typename F> static bool forEachGroup(uint32_t lanes, Key key, F f) {
  for (uint32_t left = lanes; left;) {
    uint32_t first = firstLane(left), same = 0;
    for (uint32_t l = first; l < warpSize; ++l)
      same |= static_cast<uint32_t>(has(left, l) && key(l) == key(first)) << l;
    left &= ~same;
    if (!f(same))
      return false;
  }
  return true;
}

static void advance(Warp &warp, uint32_t lanes) {
  for (uint32_t l = 0; l < warpSize; ++l)
    warp.pcs[l] += has(lanes, l);
}

//===----------------------------------------------------------------------===//
// Member masks
//===----------------------------------------------------------------------===//

uint32_t Executor::memberMask(Warp &warp, const Inst &inst, uint32_t lane) {
  return inst.target == noSlot ? allLanes : warp.at<uint32_t>(inst.target)[lane];
}

/// Lanes of `bar.warp.sync` may come from several instructions.
bool Executor::runSynchronized(Warp &warp, const Inst &inst, uint32_t lanes) {
  uint32_t pc = warp.pcs[firstLane(lanes)];
  Flow flow = inst.second(warp, inst, lanes);
  if (flow == Flow::Fault)
    return failFault(warp, pc);
  warp.held &= ~lanes;
  if (flow == Flow::Retry) { // asks again, of whichever instruction it is
    warp.blocked |= lanes;
    warp.patient |= lanes;
    return true;
  }
  if (observer)
    observer->warpSync(siteOf(warp, inst), lanes);
  advance(warp, lanes);
  return told(warp, inst, lanes);
}

bool Executor::synchronize(Warp &warp, const Inst &inst, uint32_t lanes) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l) && !has(memberMask(warp, inst, l), l))
      return fail(warp, warp.pcs[l], l, "the thread is not in its own member mask");
  warp.held |= lanes;
  bool any = false;
  return releaseHeld(warp, any);
}

/// Of the held lanes, those that the lowest of `left` waits together with.
uint32_t Executor::heldTogether(Warp &warp, uint32_t left) {
  uint32_t lane = firstLane(left), together = 0;
  const Inst &inst = program.code[warp.pcs[lane]];
  uint32_t mask = memberMask(warp, inst, lane);
  bool barrier = inst.second == &runNothing;
  for (uint32_t l = lane; l < warpSize; ++l) {
    if (!has(left, l))
      continue;
    const Inst &other = program.code[warp.pcs[l]];
    bool same = warp.pcs[l] == warp.pcs[lane] || (barrier && other.second == &runNothing);
    if (same && memberMask(warp, other, l) == mask)
      together |= 1u << l;
  }
  return together;
}

/// Runs what the held lanes wait for, as far as all living lanes of a mask are here.
bool Executor::releaseHeld(Warp &warp, bool &any) {
  for (uint32_t left = warp.held; left;) {
    uint32_t lane = firstLane(left);
    const Inst &inst = program.code[warp.pcs[lane]];
    uint32_t mask = memberMask(warp, inst, lane);
    uint32_t together = heldTogether(warp, left);
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
// Barriers of a block
//===----------------------------------------------------------------------===//

namespace {
// `Inst::option` of a barrier; from 2 on it reduces.
enum : uint8_t { syncBarrier, arriveBarrier, popcBarrier, andBarrier, orBarrier };
} // namespace

/// Operands: barrier, threads (or missing), result, predicate.
bool Executor::arrive(Warp &warp, const Inst &inst, uint32_t lanes) {
  const uint32_t *ids = warp.lanes<uint32_t>(inst, 0);
  uint32_t countSlot = warp.slot(inst, 1), first = firstLane(lanes), pc = warp.pcs[first];
  const uint32_t *counts = countSlot == noSlot ? nullptr : warp.at<uint32_t>(countSlot);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    if (ids[l] >= numBarriers)
      return fail(warp, pc, l, "barrier " + std::to_string(ids[l]) + " of 16");
    if (counts && (counts[l] == 0 || counts[l] % warpSize))
      return fail(warp, pc, l,
                  "a barrier's threads must be a multiple of 32, got " + std::to_string(counts[l]));
    if (inst.aligned && ids[l] != ids[first])
      return fail(warp, pc, l,
                  "barrier divergence: the thread names barrier " + std::to_string(ids[l]) +
                      ", thread " + threadName(warp, first) + " of the same warp barrier " +
                      std::to_string(ids[first]));
  }
  if (inst.aligned)
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(warp.atBarrier, l) && warp.pcs[l] != pc)
        return fail(warp, pc, first,
                    "barrier divergence: thread " + threadName(warp, l) +
                        " of the same warp waits at PTX line " +
                        std::to_string(program.code[warp.pcs[l]].line));
  auto key = [&](uint32_t l) { return uint64_t{counts ? counts[l] : 0} << 32 | ids[l]; };
  return forEachGroup(lanes, key, [&](uint32_t group) {
    uint32_t l = firstLane(group);
    return arriveAt(warp, inst, group, ids[l], counts ? counts[l] : 0);
  });
}

/// Where a number is asked for, a warp whose living threads are all there counts in full.
static uint32_t counted(const Warp &warp, uint32_t here, uint32_t expected) {
  return expected && here && here == warp.alive ? warpSize : countOf(here);
}

bool Executor::arriveAt(Warp &warp, const Inst &inst, uint32_t lanes, uint32_t id, uint32_t count) {
  Block &block = *warp.block;
  Barrier &barrier = block.barriers[id];
  uint32_t first = firstLane(lanes), pc = warp.pcs[first];
  if (barrier.active && barrier.expected != count)
    return fail(warp, pc, first,
                "barrier " + std::to_string(id) + " waits for " +
                    std::to_string(count ? count : shape.numThreads()) + " threads here, for " +
                    std::to_string(barrier.expected ? barrier.expected : shape.numThreads()) +
                    " elsewhere");
  barrier.active = true;
  barrier.expected = count;
  bool waits = inst.option != arriveBarrier;
  if (observer)
    observer->barrierArrive(siteOf(warp, inst), id, lanes, waits);
  if (!waits) {
    barrier.arrived += counted(warp, lanes, count);
    advance(warp, lanes);
    return told(warp, inst, lanes) && releaseIfComplete(block, id);
  }
  if (inst.option >= popcBarrier) {
    uint32_t word = warp.predicate(warp.slot(inst, 3)) ^ (inst.imm ? allLanes : 0);
    barrier.trueCount += countOf(word & lanes);
  }
  uint32_t before = lanesAt(warp, id);
  barrier.waiting += counted(warp, before | lanes, count) - counted(warp, before, count);
  warp.atBarrier |= lanes;
  for (uint32_t l = 0; l < warpSize; ++l)
    warp.barrierId[l] = has(lanes, l) ? static_cast<uint8_t>(id) : warp.barrierId[l];
  return releaseIfComplete(block, id);
}

uint32_t Executor::lanesAt(const Warp &warp, uint32_t id) const {
  uint32_t here = 0;
  for (uint32_t l = 0; warp.atBarrier && l < warpSize; ++l)
    here |= static_cast<uint32_t>(warp.barrierId[l] == id) << l;
  return here & warp.atBarrier;
}

/// When threads have ended, those that are left may be all of their warp.
bool Executor::recountBarriers(Block &block) {
  for (uint32_t id = 0; id < numBarriers; ++id) {
    Barrier &barrier = block.barriers[id];
    if (!barrier.active)
      continue;
    barrier.waiting = 0;
    for (uint32_t w = 0; w < block.numWarps; ++w)
      barrier.waiting += counted(block.warps[w], lanesAt(block.warps[w], id), barrier.expected);
    if (!releaseIfComplete(block, id))
      return false;
  }
  return true;
}

bool Executor::releaseIfComplete(Block &block, uint32_t id) {
  Barrier &barrier = block.barriers[id];
  uint32_t expected = barrier.expected ? barrier.expected : block.aliveThreads;
  return barrier.arrived + barrier.waiting < expected || release(block, id);
}

bool Executor::release(Block &block, uint32_t id) {
  Barrier barrier = std::exchange(block.barriers[id], Barrier());
  uint32_t waiting = 0;
  for (uint32_t w = 0; w < block.numWarps; ++w)
    waiting += countOf(lanesAt(block.warps[w], id));
  bool isTold = !observer;
  for (uint32_t w = 0; w < block.numWarps; ++w) {
    Warp &warp = block.warps[w];
    auto leave = [&](uint32_t lanes) {
      const Inst &inst = program.code[warp.pcs[firstLane(lanes)]];
      if (!isTold)
        observer->barrier(siteOf(warp, inst), id);
      isTold = true;
      uint32_t slot = warp.slot(inst, 2);
      bool value = inst.option == andBarrier ? barrier.trueCount == waiting : barrier.trueCount;
      if (inst.option == popcBarrier) {
        for (uint32_t l = 0; l < warpSize; ++l)
          if (has(lanes, l))
            warp.at<uint32_t>(slot)[l] = barrier.trueCount;
      } else if (inst.option >= andBarrier) {
        uint32_t &word = warp.predicate(slot);
        word = (word & ~lanes) | (value ? lanes : 0);
      }
      warp.atBarrier &= ~lanes;
      ready[warp.order] = 1;
      advance(warp, lanes);
      if (observer)
        observer->barrierLeft(siteOf(warp, inst), id, lanes);
      return told(warp, inst, lanes);
    };
    auto key = [&](uint32_t l) { return warp.pcs[l]; };
    if (warp.atBarrier && !forEachGroup(lanesAt(warp, id), key, leave))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The cluster's barrier
//===----------------------------------------------------------------------===//

/// The lanes are past the instruction. `Inst::option`: it does not order memory.
bool Executor::clusterArrive(Warp &warp, const Inst &inst, uint32_t lanes) {
  Cluster &cluster = *warp.block->cluster;
  uint32_t pc = static_cast<uint32_t>(&inst - program.code.data());
  if (uint32_t again = lanes & (warp.clusterArrived | warp.clusterDone))
    return fail(warp, pc, firstLane(again),
                "the thread arrives at the cluster's barrier again without a wait between");
  if (observer)
    observer->clusterArrive(siteOf(warp, inst), lanes, !inst.option);
  warp.clusterArrived |= lanes;
  cluster.arrived += countOf(lanes);
  return releaseCluster(cluster);
}

bool Executor::passCluster(Warp &warp, uint32_t lanes) {
  auto key = [&](uint32_t l) { return warp.pcs[l]; };
  return forEachGroup(lanes, key, [&](uint32_t group) {
    const Inst &inst = program.code[warp.pcs[firstLane(group)]];
    warp.atCluster &= ~group;
    ready[warp.order] = 1;
    warp.clusterDone &= ~group;
    advance(warp, group);
    if (observer)
      observer->clusterWait(siteOf(warp, inst), group, true);
    return told(warp, inst, group);
  });
}

bool Executor::clusterWait(Warp &warp, const Inst &inst, uint32_t lanes) {
  uint32_t pc = warp.pcs[firstLane(lanes)];
  if (uint32_t early = lanes & ~(warp.clusterArrived | warp.clusterDone))
    return fail(warp, pc, firstLane(early),
                "the thread waits at the cluster's barrier without having arrived");
  for (uint32_t l = 0; inst.aligned && l < warpSize; ++l)
    if (has(warp.atCluster, l) && warp.pcs[l] != pc)
      return fail(warp, pc, firstLane(lanes),
                  "barrier divergence: thread " + threadName(warp, l) +
                      " of the same warp waits at PTX line " +
                      std::to_string(program.code[warp.pcs[l]].line));
  warp.atCluster |= lanes & ~warp.clusterDone;
  return passCluster(warp, lanes & warp.clusterDone);
}

bool Executor::releaseCluster(Cluster &cluster) {
  if (!cluster.arrived || cluster.arrived < cluster.alive)
    return true;
  cluster.arrived = 0;
  for (uint32_t b = 0; b < cluster.numBlocks; ++b) {
    Block &block = *cluster.blocks[b];
    for (uint32_t w = 0; w < block.numWarps; ++w) {
      Warp &warp = block.warps[w];
      warp.clusterDone |= std::exchange(warp.clusterArrived, 0);
      if (!passCluster(warp, warp.atCluster))
        return false;
    }
  }
  return true;
}
