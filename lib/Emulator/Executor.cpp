// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp's turn: the loop over its instructions, how its lanes part at branches and
// come together again.
#include "Executor.h"

#include "Calls.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

/// What backward branches may cost before others have their turn. One costs 1; after an
/// instruction that polls, as in a loop that waits, it costs as much as many.
static constexpr uint32_t turn = 1 << 16;

static uint32_t pollPrice(Schedule schedule) {
  switch (schedule) {
  case Schedule::Default:
    return turn / 64;
  case Schedule::EagerPriority:
    return turn / 16;
  case Schedule::LazyRoundRobin:
  case Schedule::Random:
    return turn / 4;
  }
  return turn;
}

Site emulator::siteOf(const Warp &warp, const Inst &inst) {
  const Block &block = *warp.block;
  return {{block.id[0], block.id[1], block.id[2]},
          warp.index,
          block.program->opcodes[inst.opcode],
          inst.line,
          block.index,
          block.program,
          &inst,
          &warp};
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void Executor::park(Warp &warp, uint32_t lanes, uint32_t pc) {
  for (uint32_t l = 0; l < warpSize; ++l)
    warp.pcs[l] = has(lanes, l) ? pc : warp.pcs[l];
}

Executor::Stop Executor::runWarp(Warp &warp) {
  warp.retry = warp.blocked;
  warp.blocked = warp.patient = 0;
  warp.budget = warp.budget ? warp.budget : turn;
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
bool Executor::spend(Warp &warp) {
  uint32_t price = 1;
  if (warp.polled) {
    price = pollPrice(options.schedule);
    warp.polled = false;
    warp.lastPoll = warp.steps;
  }
  if (warp.budget > price) {
    warp.budget -= price;
    return true;
  }
  warp.budget = 0;
  return false;
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

/// The lowest instruction that lanes are at; by chance that of one of them.
uint32_t Executor::choosePc(const Warp &warp, uint32_t runnable) {
  if (options.schedule == Schedule::Random && random.below(8) == 0) {
    uint32_t left = runnable;
    for (uint32_t skip = random.below(static_cast<uint32_t>(std::popcount(left))); skip; --skip)
      left &= left - 1;
    return warp.pcs[firstLane(left)];
  }
  uint32_t pc = ~0u;
  for (uint32_t l = 0; l < warpSize; ++l)
    pc = std::min(pc, has(runnable, l) ? warp.pcs[l] : ~0u);
  return pc;
}

/// The lanes at one instruction, and where the next ones wait. False if none can run.
bool Executor::chooseGroup(Warp &warp, Group &group) {
  uint32_t runnable = warp.alive & ~warp.atBarrier & ~warp.atCluster & ~warp.held & ~warp.blocked;
  if (!runnable)
    return false;
  if (!(runnable & ~warp.skip))
    warp.skip = 0;
  runnable &= ~warp.skip;
  // Those in calls first, so that they come back to where the others wait.
  if (warp.calls && options.schedule != Schedule::Random)
    runnable = deepestLanes(*warp.calls, runnable);
  group = {0, choosePc(warp, runnable), ~0u};
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(runnable, l))
      continue;
    if (warp.pcs[l] == group.pc)
      group.lanes |= 1u << l;
    else if (warp.pcs[l] > group.pc)
      group.next = std::min(group.next, warp.pcs[l]);
  }
  return true;
}

Executor::Stop Executor::runGroups(Warp &warp) {
  bool timed = turnEnd != ~uint64_t{0};
  for (Group group; chooseGroup(warp, group);) {
    Stop stop = observer
                    ? timed ? runGroup<true, true>(warp, group) : runGroup<true, false>(warp, group)
                : timed ? runGroup<false, true>(warp, group)
                        : runGroup<false, false>(warp, group);
    if (stop != Stop::Regrouped)
      return stop;
  }
  return warp.alive ? Stop::Waiting : Stop::Finished;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool Executor::stopped() {
  std::string_view message = observer->stop();
  if (message.empty())
    return false;
  error_ = message;
  return true;
}

/// After an instruction of these lanes. False if somebody wants to stop.
bool Executor::told(const Warp &warp, const Inst &inst, uint32_t lanes) {
  if (!observer)
    return true;
  observer->executed(siteOf(warp, inst), lanes);
  return !stopped();
}

/// Until the group meets other lanes, its turn ends, or an instruction divides it.
template <bool observed, bool timed> Executor::Stop Executor::runGroup(Warp &warp, Group &group) {
  const Inst *code = program.code.data();
  while (group.pc < group.next) {
    const Inst &inst = code[group.pc];
    uint32_t lanes = group.lanes;
    if constexpr (timed)
      if (warp.steps >= turnEnd) {
        park(warp, lanes, group.pc);
        return Stop::Yielded;
      }
    [[maybe_unused]] Site site;
    if constexpr (observed)
      site = siteOf(warp, inst);
    if (inst.guard != noSlot) {
      if constexpr (observed)
        observer->guarded(site, lanes & ~warp.retry);
      lanes &= warp.predicate(inst.guard) ^ (inst.guardNegated ? allLanes : 0);
      if (!lanes) {
        ++group.pc;
        continue;
      }
    }
    if constexpr (observed) {
      uint32_t fresh = lanes & ~warp.retry;
      warp.retry &= ~lanes;
      if (fresh)
        observer->instruction(site, fresh);
    }
    ++warp.steps;
    Flow flow = inst.run(warp, inst, lanes);
    if (flow == Flow::Sync && lanes == warp.alive && allTogether(warp, inst, lanes)) {
      flow = inst.second(warp, inst, lanes);
      if constexpr (observed)
        if (flow == Flow::Next)
          observer->warpSync(site, lanes);
    }
    if constexpr (observed)
      if (flow == Flow::Next || flow == Flow::Branch) {
        observer->executed(site, lanes);
        if (stopped())
          return Stop::Failed;
      }
    if (flow == Flow::Next)
      ++group.pc;
    else if (flow == Flow::Branch && lanes == group.lanes &&
             (inst.target > group.pc || spend(warp)))
      group.pc = inst.target;
    else
      return divide(warp, inst, flow, group, lanes);
  }
  park(warp, group.lanes, group.pc);
  return Stop::Regrouped;
}

/// A wait with a time limit may end at once, in vain. In the schedule of short turns it
/// does where a warp comes to it first, so that a program shows that takes no notice.
bool Executor::endsAtOnce(Warp &warp, uint32_t lanes, uint32_t pc) {
  uint64_t bit = uint64_t{1} << pc % 64;
  switch (options.schedule) {
  case Schedule::LazyRoundRobin:
    if (warp.hasTried & bit)
      return false;
    warp.hasTried |= bit;
    return true;
  case Schedule::Random: // but who asks again waits
    return !(asking & lanes && warp.steps == turnBegin + 1) && random.below(4) == 0;
  default:
    return false;
  }
}

/// `Warp::waiting` of the lanes ask again later, the others go on.
Executor::Stop Executor::block(Warp &warp, const Inst &inst, uint32_t lanes, uint32_t pc,
                               bool patient) {
  uint32_t waiting = warp.waiting & lanes;
  if (!patient && waiting && endsAtOnce(warp, waiting, pc)) {
    warp.timeoutPc = pc + 1;
    waiting = 0;
  }
  park(warp, waiting, pc);
  warp.blocked |= waiting;
  if (patient)
    warp.patient |= waiting;
  if (waiting == lanes) {
    --warp.steps;
    return Stop::Regrouped;
  }
  return told(warp, inst, lanes & ~waiting) ? Stop::Regrouped : Stop::Failed;
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

/// Each lane gets an instruction of its own: `lanes` by what `inst` says, the others
/// of the group the next one.
Executor::Stop Executor::divide(Warp &warp, const Inst &inst, Flow flow, const Group &group,
                                uint32_t lanes) {
  park(warp, group.lanes, group.pc + 1);
  bool ok = true;
  switch (flow) {
  case Flow::Branch:
    park(warp, lanes, inst.target);
    if (inst.target > group.pc || spend(warp))
      return Stop::Regrouped;
    warp.skip |= group.lanes; // others first
    return Stop::Yielded;
  case Flow::Yield:
    warp.skip |= group.lanes;
    warp.lastPoll = warp.steps;
    return told(warp, inst, lanes) ? Stop::Yielded : Stop::Failed;
  case Flow::Wait:
  case Flow::Retry:
    return block(warp, inst, lanes, group.pc, flow == Flow::Retry);
  case Flow::Sync:
    park(warp, lanes, group.pc);
    ok = synchronize(warp, inst, lanes);
    break;
  case Flow::Barrier:
    park(warp, lanes, group.pc);
    ok = arrive(warp, inst, lanes);
    break;
  case Flow::ClusterArrive:
    ok = clusterArrive(warp, inst, lanes) && told(warp, inst, lanes);
    break;
  case Flow::ClusterWait:
    park(warp, lanes, group.pc);
    ok = clusterWait(warp, inst, lanes);
    break;
  case Flow::Indexed:
    park(warp, lanes, group.pc);
    ok = indexedBranch(warp, inst, lanes) && told(warp, inst, lanes);
    break;
  case Flow::Call:
    ok = (enterFunction(warp, inst, lanes) || failFault(warp, group.pc)) && told(warp, inst, lanes);
    break;
  case Flow::Return:
    ok = leaveFunction(warp, inst, lanes) && told(warp, inst, lanes);
    break;
  case Flow::Exit:
    ok = exit(warp, inst, lanes);
    break;
  default:
    ok = failFault(warp, group.pc);
    break;
  }
  return ok ? Stop::Regrouped : Stop::Failed;
}

/// Barriers count the threads that have not ended.
bool Executor::exit(Warp &warp, const Inst &inst, uint32_t lanes) {
  Block &block = *warp.block;
  Cluster &cluster = *block.cluster;
  uint32_t count = static_cast<uint32_t>(std::popcount(lanes));
  warp.alive &= ~lanes;
  block.aliveThreads -= count;
  cluster.alive -= count;
  cluster.arrived -= static_cast<uint32_t>(std::popcount(warp.clusterArrived & lanes));
  warp.clusterArrived &= ~lanes;
  warp.clusterDone &= ~lanes;
  if (observer) {
    observer->exited(siteOf(warp, inst), lanes);
    if (!told(warp, inst, lanes))
      return false;
  }
  return recountBarriers(block) && releaseCluster(cluster);
}
