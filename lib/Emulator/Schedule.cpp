// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which warp runs next, and for how long; and what happens when none goes forward.
//
// A turn goes forward unless the warp only asked again: a wait that fails as it did
// before, or a loop that polls. After enough turns without any that went forward,
// everybody has asked in vain, and something else must happen (`wake`).
#include "Executor.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Instructions of a turn in the schedule of short turns: a small prime, so that turns
/// begin at ever other places of a loop.
constexpr uint64_t shortTurn = 5;
constexpr uint32_t longestRandomTurn = 16;
/// A warp that polled this many instructions ago or less is one that polls.
constexpr uint64_t pollingSteps = 256;
/// Times that all waits with a time limit may end in vain, one after another.
constexpr uint32_t mostTimeouts = 16;
/// Times that all warps may poll in vain, one after another, before more blocks start.
constexpr uint32_t mostVain = 16;
/// Threads that run at once, at most, if blocks start early: those of a large chip.
constexpr uint64_t mostEarlyThreads = 132 * 2048;

} // namespace

static uint32_t waitingLanes(const Warp &warp) {
  return warp.atBarrier | warp.atCluster | warp.held;
}

/// It has lanes that can run, or ask again.
static bool isReady(const Warp &warp) { return warp.alive & ~waitingLanes(warp); }

static bool isBlocked(const Warp &warp) {
  return !(warp.alive & ~waitingLanes(warp) & ~warp.blocked);
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

void Executor::listWarps() {
  Warp *current = cursor < active.size() ? active[cursor] : nullptr;
  active.clear();
  for (auto &unit : units)
    if (unit->running)
      for (Warp &warp : unit->warps)
        if (warp.alive)
          active.push_back(&warp);
  if (options.schedule == Schedule::EagerPriority)
    std::sort(active.begin(), active.end(), [](Warp *a, Warp *b) {
      return std::pair(a->priority, a->block->index) > std::pair(b->priority, b->block->index);
    });
  cursor = ~0u;
  ready.assign(active.size(), 0);
  yields.assign(active.size(), 0);
  for (uint32_t i = 0; i < active.size(); ++i) {
    active[i]->order = i;
    ready[i] = isReady(*active[i]);
    cursor = active[i] == current ? i : cursor;
  }
}

/// Starts the next cluster in a place that is free, or in a new one.
bool Executor::startNext() {
  if (nextCluster == endCluster)
    return false;
  auto it = std::find_if(units.begin(), units.end(), [](auto &unit) { return !unit->running; });
  if (it == units.end()) {
    units.push_back(makeUnit());
    it = units.end() - 1;
  }
  startCluster(**it, nextCluster++);
  ++running;
  return true;
}

bool Executor::run(uint64_t first, uint64_t end) {
  nextCluster = first;
  endCluster = end;
  uint64_t window = options.cooperative ? end - first : 1;
  for (;;) {
    if (!running) { // as if it were the first
      cursor = ~0u;
      random.state = options.seed ^ nextCluster * 0x9e3779b97f4a7c15u;
    }
    while (running < window && startNext())
      ;
    if (!running)
      return true;
    listWarps();
    forward();
    for (ended = false; !ended;) {
      Warp *warp = chooseWarp();
      if (!(warp ? takeTurn(*warp) : wake()))
        return false;
    }
  }
}

bool Executor::finishBlock(Block &block) {
  if (!endBlock(block))
    return false;
  if (block.cluster->alive)
    return true;
  for (auto &unit : units)
    if (&unit->cluster == block.cluster)
      unit->running = false;
  --running;
  ended = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void Executor::forward() {
  idle = stuck = vain = 0;
  ++epoch;
}

/// The next warp, from a place in the list on, that can run or ask again.
Warp *Executor::nextInTurn(uint32_t from) {
  uint32_t count = static_cast<uint32_t>(active.size());
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t place = from + i < count ? from + i : from + i - count;
    if (!ready[place])
      continue;
    cursor = place;
    return active[place];
  }
  return nullptr;
}

/// Null if there is none, or all have asked in vain.
Warp *Executor::chooseWarp() {
  uint32_t count = static_cast<uint32_t>(active.size());
  if (idle > idleLimit)
    return nullptr;
  uint32_t next = cursor + 1 < count ? cursor + 1 : 0;
  switch (options.schedule) {
  case Schedule::EagerPriority:
    for (uint32_t i = 0; i < count; ++i)
      if (ready[i] && yields[i] != epoch)
        return active[i];
    break;
  case Schedule::Random:
    if (idle <= idleLimit / 2)
      next = random.below(count);
    break;
  case Schedule::Default:
  case Schedule::LazyRoundRobin:
    break;
  }
  return nextInTurn(next);
}

bool Executor::takeTurn(Warp &warp) {
  bool asks = isBlocked(warp);
  uint64_t before = warp.steps;
  turnBegin = before;
  asking = warp.blocked;
  turnEnd = options.schedule == Schedule::LazyRoundRobin ? before + shortTurn
            : options.schedule == Schedule::Random ? before + 1 + random.below(longestRandomTurn)
                                                   : ~uint64_t{0};
  Stop stop = runWarp(warp);
  if (stop == Stop::Failed)
    return false;
  if (stop == Stop::Yielded && options.maxInstructions && warp.steps > options.maxInstructions)
    return failEndless(warp);
  if (warp.polled)
    warp.lastPoll = warp.steps;
  bool polls = stop == Stop::Yielded && warp.lastPoll && warp.steps - warp.lastPoll < pollingSteps;
  bool inVain =
      stop == Stop::Waiting && warp.blocked &&
      ((asks && warp.steps == before) || warp.timeoutPc == warp.pcs[firstLane(warp.blocked)] + 1);
  ready[warp.order] = isReady(warp);
  if (polls || inVain) {
    if (idle++ == 0)
      idleLimit = 2 * static_cast<uint32_t>(std::count(ready.begin(), ready.end(), 1)) + 2;
    yields[warp.order] = epoch;
  } else {
    warp.timeoutPc = 0;
    forward();
  }
  return stop != Stop::Finished || warp.block->aliveThreads || finishBlock(*warp.block);
}

//===----------------------------------------------------------------------===//
// When nothing goes forward
//===----------------------------------------------------------------------===//

bool Executor::failAsync(const Block &block) {
  const AsyncFault &fault = block.asyncFault;
  uint32_t pc = static_cast<uint32_t>(fault.inst - program.code.data());
  return fail(*fault.warp, pc, fault.lane, "the thread " + fault.text);
}

/// Has the units beside the threads do something, in each cluster that has it to do.
bool Executor::applyPending(bool &any) {
  for (auto &unit : units) {
    if (!unit->running)
      continue;
    for (Block &block : unit->blocks) {
      if (!block.async || !block.async->applySome())
        continue;
      if (block.asyncFault.warp)
        return failAsync(block);
      any = true;
      break;
    }
  }
  return !observer || !stopped();
}

/// Ends the waits that have a time limit: those lanes go on with what they were told.
/// False after an error; `any` says whether there are such.
bool Executor::timeOut(bool &any) {
  for (Warp *warp : active)
    for (uint32_t left = warp->blocked & ~warp->patient & warp->alive; left;) {
      uint32_t pc = warp->pcs[firstLane(left)], lanes = 0;
      for (uint32_t l = 0; l < warpSize; ++l)
        lanes |= static_cast<uint32_t>(has(left, l) && warp->pcs[l] == pc) << l;
      left &= ~lanes;
      any = true;
      warp->timeoutPc = pc + 1;
      warp->blocked &= ~lanes;
      park(*warp, lanes, pc + 1);
      if (!told(*warp, program.code[pc], lanes))
        return false;
    }
  return true;
}

/// As a chip has room for many blocks, those that wait for one that comes later see it
/// come. Each time there are twice as many.
bool Executor::startEarly() {
  bool any = false;
  for (uint32_t more = running; more; --more) {
    uint64_t threads = uint64_t{running} * shape.clusterBlocks() * shape.numThreads();
    if (threads >= mostEarlyThreads || !startNext())
      break;
    any = true;
  }
  if (any)
    listWarps();
  return any;
}

bool Executor::wake() {
  idle = 0;
  bool applied = false;
  if (!applyPending(applied))
    return false;
  if (applied) {
    forward();
    return true;
  }
  bool polling = false, timedOut = false;
  for (Warp *warp : active)
    polling |= isReady(*warp) && !isBlocked(*warp);
  if (polling || ++stuck <= mostTimeouts) {
    if (!timeOut(timedOut))
      return false;
    if (timedOut)
      return true;
  }
  if (polling && ++vain > mostVain && startEarly())
    forward();
  return polling || failDeadlock();
}
