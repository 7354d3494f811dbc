// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarriers. Who arrives hands over what he knows, who sees a phase complete takes it
// up. A parity tells a phase from the one before it only: a wait may see a phase that
// the thread has seen already, or miss two. Which wait did so is kept for the message
// of the race that comes of it.
#include "State.h"

#include "../Block.h"

using namespace halftone;
using namespace halftone::emulator;

MbarrierState &Checker::State::mbarrierAt(uint32_t owner, uint64_t address) {
  BlockState &at = block(owner);
  auto [it, isNew] = at.mbarriers.try_emplace(address);
  if (isNew) {
    it->second.block = owner;
    it->second.unit = at.units++;
    it->second.address = address;
  }
  return it->second;
}

/// Whoever uses one must know of its init.
void Checker::State::useMbarrier(const Site &site, const MbarrierState &at, uint32_t lanes) {
  if (!at.valid)
    return; // a fault says so
  const WarpState &warp = this->warp(site);
  for (uint32_t l = 0; l < warpSize; ++l) {
    bool own = at.initBlock == warp.block->index && at.initUnit == warp.index && at.initLane == l;
    if (!has(lanes, l) || own)
      continue;
    const Clock *clock = warp.view(l).seen.get();
    if (clock && clock->time(at.initBlock, at.initUnit, at.initLane) >= at.initTime)
      continue;
    Party other = partyAt(at.initBlock, at.initUnit, at.initLane, at.initInst, site);
    report(Check::Mbarrier, site, l,
           "uses an mbarrier that " + name(other, site) +
               " initialised with nothing that orders them",
           {Space::Shared, at.address, 8, &other, at.initInst});
    return;
  }
}

void Checker::State::mbarrier(const Site &site, const MbarrierEvent &event) {
  using Kind = MbarrierEvent::Kind;
  WarpState &warp = this->warp(site);
  MbarrierState &at = mbarrierAt(static_cast<uint32_t>(event.owner), event.address);
  uint32_t first = firstLane(event.lanes);
  switch (event.kind) {
  case Kind::Init:
    if (at.valid)
      report(Check::Mbarrier, site, first,
             "initialises an mbarrier that is in use, with no 'mbarrier.inval' before it",
             {Space::Shared, event.address, 8});
    at.base = at.time() + 1;
    at.phase = 0;
    at.valid = true;
    at.fenced = false;
    at.initBlock = warp.block->index;
    at.initUnit = warp.index;
    at.initLane = first;
    at.initTime = warp.now;
    at.initInst = instOf(site);
    at.arrived = at.completed = View();
    at.waiters.clear();
    break;
  case Kind::Invalidate:
    useMbarrier(site, at, event.lanes);
    for (auto &[who, waiter] : at.waiters)
      if (waiter.waiting) {
        Party other =
            partyAt(std::get<0>(who), std::get<1>(who), std::get<2>(who), waiter.inst, site);
        report(Check::Mbarrier, site, first,
               "invalidates an mbarrier that " + name(other, site) + " waits for",
               {Space::Shared, event.address, 8, &other, waiter.inst});
        break;
      }
    at.valid = false;
    break;
  case Kind::Arrive:
  case Kind::ArriveDrop:
    // What follows copies is not the thread's own arrival, and releases nothing of it.
    if (facts[instOf(site)] & IsLateArrival)
      break;
    useMbarrier(site, at, event.lanes);
    if (warp.block->index != at.block)
      at.remote[{warp.block->index, warp.index}] = {first, warp.now, instOf(site)};
    if (event.order != Order::Relaxed) {
      at.arrived.join(released(warp, event.lanes));
    } else {
      for (uint32_t l = 0; l < warpSize; ++l)
        if (const LaneState &lane = warp.lanes[l]; has(event.lanes, l) && lane.hasFenced) {
          View view = lane.fenced;
          view.seen.own().raise(warp.block->index, warp.index, 1u << l, lane.fencedTime);
          at.arrived.join(view);
        }
    }
    break;
  case Kind::ExpectTx:
    useMbarrier(site, at, event.lanes);
    break;
  case Kind::CompleteTx:
    break;
  case Kind::Phase:
    ++at.phase;
    at.completed.join(at.arrived);
    at.completed.seen.own().raise(at.block, at.unit, everyLane, at.time());
    at.completed.proxied.own().raise(at.block, at.unit, everyLane, at.time());
    at.arrived = View();
    break;
  case Kind::Waited:
  case Kind::NotYet:
    useMbarrier(site, at, event.lanes);
    mbarrierWaited(site, at, event);
    break;
  }
}

void Checker::State::mbarrierWaited(const Site &site, MbarrierState &at,
                                    const MbarrierEvent &event) {
  WarpState &warp = this->warp(site);
  bool complete = event.kind == MbarrierEvent::Kind::Waited;
  int64_t seen = int64_t{at.phase} - 1;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(event.lanes, l))
      continue;
    MbarrierState::Waiter &waiter = at.waiters[{warp.block->index, warp.index, l}];
    waiter.inst = instOf(site);
    waiter.waiting = !complete;
    if (!complete)
      continue;
    waiter.again = waiter.seen == seen;
    if (int64_t missed = seen - waiter.seen; waiter.seen >= 0 && missed >= 3 && missed % 2)
      report(Check::Phase, site, l,
             "waits for phase " + std::to_string(waiter.seen + 1) +
                 " of an mbarrier whose last complete phase is " + std::to_string(seen) +
                 ", of the same parity: " + std::to_string(missed - 1) + " phases went by unseen",
             {Space::Shared, at.address, 8});
    waiter.seen = seen;
  }
  if (!complete)
    return;
  if (event.order == Order::Relaxed) {
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(event.lanes, l))
        warp.lanes[l].acquirable.join(at.completed);
    return;
  }
  const Uses &uses = program->uses[instOf(site)];
  if (uses.writes == 0) {
    join(warp, event.lanes, at.completed);
    return;
  }
  uint32_t slot = program->registerUses[uses.first + uses.reads].slot;
  for (WarpState::Answer &answer : warp.answers)
    if (answer.slot == slot)
      answer.lanes &= ~event.lanes;
  warp.answers.push_back({slot, event.lanes, at.completed});
}

/// A thread that does not look at the answer has not waited.
void Checker::State::readAnswers(WarpState &warp, uint32_t slot, uint32_t lanes) {
  for (WarpState::Answer &answer : warp.answers) {
    if (answer.slot != slot || !(answer.lanes & lanes))
      continue;
    join(warp, answer.lanes & lanes, answer.view);
    answer.lanes &= ~lanes;
  }
  std::erase_if(warp.answers, [](const WarpState::Answer &answer) { return answer.lanes == 0; });
}

void Checker::State::readAnswers(const Site &site, WarpState &warp, uint32_t lanes) {
  const Uses &uses = program->uses[instOf(site)];
  for (uint32_t i = 0; i < uses.reads; ++i)
    readAnswers(warp, program->registerUses[uses.first + i].slot, lanes);
}

/// A thread whose last wait passed at once, on a phase that it had seen: on the
/// mbarrier of what it meets, or on any if it issues.
std::string Checker::State::staleWait(const Actor &actor, const Record &old, bool &stale) const {
  stale = false;
  bool issues = records[actor.record].async;
  bool byMbarrier = old.async && old.mbarrierUnit;
  if (!issues && !byMbarrier)
    return {};
  for (const auto &[index, each] : blocks)
    for (const auto &[address, at] : each->mbarriers) {
      if (!issues && (at.block != old.mbarrierBlock || at.unit != old.mbarrierUnit))
        continue;
      auto it = at.waiters.find({actor.warp.block->index, actor.warp.index, actor.lane});
      bool early = it != at.waiters.end() && it->second.seen == -1 && !issues;
      if (it == at.waiters.end() || !(it->second.again || early))
        continue;
      stale = true;
      if (early)
        return "; its wait at PTX line " + std::to_string(program->code[it->second.inst].line) +
               " passed at once, before any phase was complete: is the parity right?";
      return "; its wait at PTX line " + std::to_string(program->code[it->second.inst].line) +
             " passed at once, on phase " + std::to_string(it->second.seen) +
             " that it had seen before: is the parity right?";
    }
  return {};
}

/// What may have led to a fault: waits that passed on a phase that their thread had
/// seen. By themselves they are no mistake.
void Checker::State::reportStaleWaits(const Site &site, uint32_t lane, bool ofAll) {
  for (const auto &[index, each] : blocks)
    for (const auto &[address, at] : each->mbarriers)
      for (const auto &[who, waiter] : at.waiters) {
        auto [block, warp, itsLane] = who;
        bool meant = ofAll || (block == site.blockIndex && warp == site.warp && itsLane == lane);
        bool missed = waiter.waiting && at.phase > 0 && waiter.seen + 1 < int64_t{at.phase};
        if (!(waiter.again || missed) || !meant)
          continue;
        Site there = site;
        there.blockIndex = block;
        there.warp = warp;
        there.inst = &program->code[waiter.inst];
        if (auto it = places.find(block); it != places.end())
          std::copy_n(it->second.begin(), 3, there.block);
        if (missed) {
          report(Check::Phase, there, itsLane,
                 "waits for phase " + std::to_string(at.phase) +
                     " of an mbarrier, of which it never saw phase " +
                     std::to_string(at.phase - 1) +
                     ", and the launch does not end: is the parity right?",
                 {Space::Shared, at.address, 8});
          continue;
        }
        report(Check::Phase, there, itsLane,
               "the wait passed at once, on phase " + std::to_string(waiter.seen) +
                   " that the thread had seen before, and the launch failed later: is the parity "
                   "right?",
               {Space::Shared, at.address, 8});
      }
}

/// Where the last thread ended, as a place in the block.
Site Checker::State::endOf(const BlockState &block) const {
  Site site = lastExit;
  site.blockIndex = block.index;
  if (auto it = places.find(block.index); it != places.end())
    std::copy_n(it->second.begin(), 3, site.block);
  return site;
}

/// Some thread must wait for the bulk copies into a block's shared memory before it ends.
void Checker::State::checkUnwaited(BlockState &block) {
  if (!lastExit.inst || !on(Check::Pending))
    return;
  Site site = endOf(block);
  auto tell = [&](const Record &record) {
    Party other = party(record, 0, site);
    report(Check::Pending, site, 0,
           "the block ends, and nobody has waited for what " + name(other, site) + " started",
           {Space::Shared, 0, 0, &other, record.inst});
  };
  for (const auto &[id, each] : byMbarrier_)
    if (each.block == block.index)
      for (uint32_t number : each.records)
        if (records[number].writes())
          tell(records[number]);
  const Clock *seen = block.exited.seen.get();
  const BlockClock *known = seen ? seen->find(block.index) : nullptr;
  for (uint32_t number : block.records) {
    const Record &record = records[number];
    if (record.asyncKind == AsyncKind::BulkCopy && record.writes() && record.mbarrierTime &&
        !(known && known->common(record.mbarrierUnit) >= record.mbarrierTime))
      tell(record);
  }
}

/// What other blocks do to a block's shared memory must come before its end.
void Checker::State::checkRemote(BlockState &block) {
  if (!lastExit.inst || !on(Check::Pending))
    return;
  Site site = endOf(block);
  WarpState ended;
  ended.block = &block;
  ended.index = ~0u;
  ended.lanes[0].view = block.exited;
  auto tell = [&](const Party &other, uint32_t inst) {
    report(Check::Pending, site, 0,
           "the block may end before " + name(other, site) +
               " accesses its shared memory: nothing orders the two, as a cluster barrier would",
           {Space::Shared, 0, 0, &other, inst});
  };
  uint32_t last = 0;
  auto check = [&](uint32_t number, uint32_t lanes) {
    const Record &record = records[number];
    if (number == last || record.block == block.index || knows(ended, 0, record, lanes))
      return;
    last = number;
    tell(party(record, firstLane(lanes), site), record.inst);
  };
  block.shadow->forEach([&](Cell &cell) {
    if (cell.write)
      check(cell.write, cell.writer);
    Reader one;
    auto [readers, count] = sets.readers(cell, one);
    for (size_t i = 0; i < count; ++i)
      check(readers[i].record, readers[i].lanes);
  });
  const Clock *seen = block.exited.seen.get();
  for (const auto &[address, at] : block.mbarriers)
    for (const auto &[who, arrival] : at.remote)
      if (!seen || seen->time(who.first, who.second, arrival.lane) < arrival.time)
        tell(partyAt(who.first, who.second, arrival.lane, arrival.inst, site), arrival.inst);
}
