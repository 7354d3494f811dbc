// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Races: an access against what its cells remember.
//
//   1. A read must know the last write, and atomic operations since; a write must know
//      the last write and all reads since then that nobody knows.
//   2. Strong accesses (atomic, volatile, relaxed and so on) do not race with each
//      other if the scope of each reaches the other's block.
//   3. What an asynchronous operation does is known to nobody before it was waited for;
//      from then on it counts as done by whoever waited.
//
// A cell keeps the last store, and reads and atomic operations since then. Each takes
// the place of those of its kind that its thread knows: whoever knows the new one knows
// them, too. Of global memory a cell keeps four at most; any two that do not know each
// other are enough for most later writes.
#include "State.h"

#include "../Text.h"

#include "../Block.h"

#include <cstdio>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

static constexpr size_t maxGlobalReaders = 4, maxSharedReaders = 64;

/// A warpgroup multiplies together: when one of its warps has waited, all have read.
bool Checker::State::knowsCollective(const WarpState &warp, const Record &record,
                                     const BlockClock *known) {
  uint32_t group = record.unit / 4;
  bool own = record.block == warp.block->index && warp.index / 4 == group;
  for (uint32_t i = 0; i < 4; ++i) {
    uint32_t time = record.waited[i];
    if (time && ((own && warp.index % 4 == i) || (known && known->latest(4 * group + i) >= time)))
      return true;
  }
  return false;
}

/// Whether the lane knows what these lanes of the record did.
bool Checker::State::knows(const WarpState &warp, uint32_t lane, const Record &record,
                           uint32_t lanes) const {
  if (record.pending & lanes)
    return false;
  const Clock *clock = warp.view(lane).seen.get();
  if (record.mbarrierTime && clock) {
    const BlockClock *at = clock->find(record.mbarrierBlock);
    if (at && at->common(record.mbarrierUnit) >= record.mbarrierTime)
      return true;
  }
  if (record.mbarrierTime && record.time == 0)
    return false;
  bool own = record.block == warp.block->index && record.unit == warp.index;
  const BlockClock *known = clock ? clock->find(record.block) : nullptr;
  if (record.collective)
    return knowsCollective(warp, record, known);
  if (own && lanes == 1u << lane)
    return true;
  if (!known)
    return false;
  if (known->common(record.unit) >= record.time)
    return true;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l) && !(own && l == lane) && known->time(record.unit, l) < record.time)
      return false;
  return true;
}

uint32_t Checker::State::recordOf(const Site &site, WarpState &warp, const Access &access) {
  uint32_t inst = instOf(site);
  uint32_t &known = warp.records[inst * 3 + static_cast<uint32_t>(access.kind)];
  if (known && records[known].time == warp.now) {
    records[known].isGlobal |= access.space == Space::Global;
    return known;
  }
  Record record;
  record.block = warp.block->index;
  record.unit = warp.index;
  record.time = warp.now;
  record.inst = inst;
  record.kind = access.kind;
  record.order = access.order;
  record.scope = access.order == Order::Volatile ? Scope::Sys : access.scope;
  record.isGlobal = access.space == Space::Global;
  known = records.add(record);
  warp.block->records.push_back(known);
  return known;
}

namespace {

/// What is known of a record to all lanes of a warp; asked once for many lanes.
struct Memo {
  uint32_t record = 0;
  bool known = false; ///< to all
  bool own = false;   ///< by a lane of the warp itself
};

void look(Memo &memo, uint32_t record, const Records &records, const WarpState &warp) {
  if (memo.record == record)
    return;
  const Record &old = records[record];
  memo.record = record;
  memo.own = !old.async && old.block == warp.block->index && old.unit == warp.index;
  const Clock *clock = warp.uniform ? warp.lanes[0].view.seen.get() : nullptr;
  const BlockClock *at = clock && !old.async ? clock->find(old.block) : nullptr;
  memo.known = at && at->common(old.unit) >= old.time;
}

} // namespace

/// Most accesses meet only what their thread did or knows: that needs no second look.
bool Checker::State::isPlain(uint32_t record, uint32_t lanes, uint32_t lane, bool known, bool own) {
  return record == 0 || known || (own && lanes == 1u << lane);
}

void Checker::State::races(const Site &site, const Access &access) {
  WarpState &warp = this->warp(site);
  uint32_t owner = static_cast<uint32_t>(access.owner);
  if (on(Check::Races) || on(Check::WarpRaces) || on(Check::Async) || on(Check::SameValue)) {
    Shadow &shadow = shadowOf(access.space, owner);
    uint32_t record = recordOf(site, warp, access);
    Actor actor{site, warp, record, 0, 0, access.space, owner, 0, access.bytes};
    bool isLoad = access.kind == Access::Kind::Load, isStore = access.kind == Access::Kind::Store;
    Memo writes, reads;
    for (uint32_t left = access.lanes; left; left &= left - 1) {
      uint32_t l = firstLane(left);
      actor.lane = l;
      actor.lanes = 1u << l;
      actor.address = access.addresses[l];
      auto [cell, end] = shadow.cells(actor.address, access.bytes);
      for (; cell != end; ++cell) {
        if (cell->write)
          look(writes, cell->write, records, warp);
        if (!isPlain(cell->write, cell->writer, l, writes.known, writes.own)) {
          touch(actor, *cell);
          continue;
        }
        if (isLoad && cell->read == record) {
          cell->readers |= actor.lanes;
          continue;
        }
        if (cell->read & Cell::several || access.kind == Access::Kind::Atomic) {
          touch(actor, *cell);
          continue;
        }
        if (cell->read)
          look(reads, cell->read, records, warp);
        bool plain = isPlain(cell->read, cell->readers, l, reads.known, reads.own);
        if (plain && isStore) {
          cell->writer = cell->write == record ? cell->writer | actor.lanes : actor.lanes;
          cell->write = record;
          cell->read = cell->readers = 0;
        } else if (plain && isLoad &&
                   (!cell->read || records[cell->read].kind == Access::Kind::Load)) {
          cell->read = record;
          cell->readers = actor.lanes;
        } else {
          touch(actor, *cell);
        }
      }
    }
  }
  synchronize(site, warp, access);
}

void Checker::State::touch(const Actor &actor, Cell &cell) {
  if (records[actor.record].kind == Access::Kind::Load)
    read(actor, cell);
  else
    write(actor, cell);
}

void Checker::State::read(const Actor &actor, Cell &cell) {
  const Record &now = records[actor.record];
  if (cell.write && !knows(actor.warp, actor.lane, records[cell.write], cell.writer))
    checkPair(actor, now, cell.write, cell.writer);
  else if (cell.write && now.proxy == Proxy::Async && on(Check::Proxy))
    checkProxy(actor, records[cell.write], cell.writer);
  addReader(actor, cell);
}

/// Adds the access to the reads and atomic operations of a cell, in place of those of
/// its kind that its thread knows.
void Checker::State::addReader(const Actor &actor, Cell &cell) {
  const Record &now = records[actor.record];
  if (cell.read == 0) {
    cell.read = actor.record;
    cell.readers = actor.lanes;
    return;
  }
  if (!(cell.read & Cell::several)) {
    if (cell.read == actor.record) {
      cell.readers |= actor.lanes;
      return;
    }
    const Record &old = records[cell.read];
    bool known = knows(actor.warp, actor.lane, old, cell.readers);
    if (!known)
      checkPair(actor, now, cell.read, cell.readers);
    if (known && old.kind == now.kind) {
      cell.read = actor.record;
      cell.readers = actor.lanes;
      return;
    }
    sets.makeSet(cell);
  }
  std::vector<Reader> &set = sets.of(cell);
  size_t kept = 0;
  bool merged = false;
  for (size_t i = 0; i < set.size(); ++i) {
    Reader each = set[i];
    const Record &old = records[each.record];
    if (each.record == actor.record) {
      each.lanes |= actor.lanes;
      merged = true;
    } else if (old.kind == now.kind) {
      if (knows(actor.warp, actor.lane, old, each.lanes))
        continue;
    } else if (!knows(actor.warp, actor.lane, old, each.lanes)) {
      checkPair(actor, now, each.record, each.lanes);
    }
    set[kept++] = each;
  }
  set.resize(kept);
  if (merged)
    return;
  Reader reader{actor.record, actor.lanes};
  if (set.size() < (actor.space == Space::Shared ? maxSharedReaders : maxGlobalReaders)) {
    set.push_back(reader);
    return;
  }
  // Rather one of another block than a second of the same.
  const Record &first = records[set[0].record];
  for (size_t i = 1; i < set.size(); ++i)
    if (records[set[i].record].block == first.block && now.block != first.block) {
      set[i] = reader;
      return;
    }
}

void Checker::State::write(const Actor &actor, Cell &cell) {
  const Record &now = records[actor.record];
  if (cell.write && !knows(actor.warp, actor.lane, records[cell.write], cell.writer))
    checkPair(actor, now, cell.write, cell.writer);
  if (now.kind == Access::Kind::Atomic) {
    addReader(actor, cell);
    return;
  }
  if (cell.read) {
    Reader one;
    auto [readers, count] = sets.readers(cell, one);
    for (size_t i = 0; i < count; ++i)
      if (!knows(actor.warp, actor.lane, records[readers[i].record], readers[i].lanes))
        checkPair(actor, now, readers[i].record, readers[i].lanes);
    sets.release(cell);
  }
  cell.writer = cell.write == actor.record ? cell.writer | actor.lanes : actor.lanes;
  cell.write = actor.record;
}

/// An access of the record that nobody ordered before this one.
void Checker::State::checkPair(const Actor &actor, const Record &now, uint32_t oldIndex,
                               uint32_t lanes) {
  const Record &old = records[oldIndex];
  if (!old.writes() && !now.writes())
    return;
  if (old.isStrong() && now.isStrong() && reaches(old.scope, old.block, now.block) &&
      reaches(now.scope, now.block, old.block))
    return;
  // A guess that is wrong makes a swap fail, and no harm.
  auto isGuess = [&](const Record &record, const Record &other) {
    return record.kind == Access::Kind::Load && !record.async && facts[record.inst] & IsGuess &&
           other.kind == Access::Kind::Atomic;
  };
  if (isGuess(old, now) || isGuess(now, old))
    return;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l) && !knows(actor.warp, actor.lane, old, 1u << l)) {
      reportRace(actor, now, old, l);
      return;
    }
}

/// An ordered write of the generic proxy that the asynchronous one reads: a fence
/// between the proxies must lie between the two.
void Checker::State::checkProxy(const Actor &actor, const Record &old, uint32_t lanes) {
  if (old.proxy == Proxy::Async)
    return;
  const Clock *clock = actor.warp.view(actor.lane).proxied.get();
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l) || (clock && clock->time(old.block, old.unit, l) >= old.time))
      continue;
    Party other = party(old, l, actor.site);
    Detail detail{actor.space, actor.address, actor.bytes, &other, old.inst};
    report(Check::Proxy, actor.site, actor.lane,
           "an asynchronous operation that it issues reads " + std::to_string(actor.bytes) +
               " bytes that " + name(other, actor.site) +
               " wrote, with no 'fence.proxy.async' between them",
           detail);
    return;
  }
}

//===----------------------------------------------------------------------===//
// What is said of them
//===----------------------------------------------------------------------===//

/// What a lane's plain store is about to write; false if that is not known.
bool Checker::State::storedBytes(const Site &site, uint32_t lane, uint8_t *bytes) const {
  const Inst &inst = *site.inst;
  if (site.opcode.substr(0, 3) != "st." || !inst.bytes)
    return false;
  const Uses &uses = program->uses[instOf(site)];
  for (uint32_t e = 0; e < inst.count; ++e) {
    // A register is as wide as its type, or wider; so is a constant.
    uint32_t slot = program->operands[inst.first + e], width = std::max<uint32_t>(inst.bytes, 2);
    for (uint32_t u = 0; u < uses.reads; ++u)
      if (program->registerUses[uses.first + u].slot == slot)
        width = std::max<uint32_t>(width, program->registerUses[uses.first + u].bytes);
    std::memcpy(bytes + e * inst.bytes, site.state->registers + slot + width * lane, inst.bytes);
  }
  return true;
}

/// Whether a store writes what the other wrote: another lane at the same time, or what
/// the memory holds.
bool Checker::State::sameValue(const Actor &actor, const Record &now, const Record &old,
                               uint32_t oldLane) const {
  uint8_t mine[64], theirs[64];
  bool stores = now.kind == Access::Kind::Store && old.kind == Access::Kind::Store;
  if (!stores || now.async || actor.bytes > 32 || !storedBytes(actor.site, actor.lane, mine))
    return false;
  if (old.inst == now.inst && old.block == now.block && old.unit == now.unit &&
      storedBytes(actor.site, oldLane, theirs) && std::memcmp(mine, theirs, actor.bytes) == 0)
    return true;
  const uint8_t *memory = nullptr;
  if (actor.space == Space::Shared && actor.owner == actor.site.blockIndex)
    memory = actor.site.state->block->shared + actor.address;
  else if (actor.space == Space::Global)
    memory = reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(actor.address));
  return memory && std::memcmp(mine, memory, actor.bytes) == 0;
}

static const char *verb(const Record &record) {
  switch (record.kind) {
  case Access::Kind::Load:
    return "read";
  case Access::Kind::Store:
    return "wrote";
  case Access::Kind::Atomic:
    return "updated";
  }
  return "";
}

static const char *presentVerb(const Record &record) {
  switch (record.kind) {
  case Access::Kind::Load:
    return "reads";
  case Access::Kind::Store:
    return "writes";
  case Access::Kind::Atomic:
    return "updates";
  }
  return "";
}

void Checker::State::reportRace(const Actor &actor, const Record &now, const Record &old,
                                uint32_t oldLane) {
  Party other = party(old, oldLane, actor.site);
  Detail detail{actor.space, actor.address, actor.bytes, &other, old.inst};
  bool pending = old.pending >> oldLane & 1;
  bool sameWarp = old.block == now.block && old.unit == now.unit;
  const char *space = actor.space == Space::Shared ? "shared" : "global";
  std::string place =
      std::to_string(actor.bytes) + " bytes at " + space + " address " + hex(actor.address);
  if (actor.space == Space::Shared && actor.owner != actor.site.blockIndex)
    place += " of block " + std::to_string(actor.owner);
  std::string act = std::string(now.async ? "an asynchronous operation that it issues " : "") +
                    presentVerb(now) + " " + place;
  bool stale = false;
  std::string note = staleWait(actor, old, stale);

  if (old.async) {
    std::string text = act + ", which " + name(other, actor.site);
    if (pending)
      text += old.writes() ? " still writes: nobody has waited for it"
                           : " still reads: nobody has waited for it";
    else
      text += std::string(" ") + verb(old) +
              (old.mbarrierTime ? ": the phase of its mbarrier was not waited for"
                                : ": it was waited for, but no barrier came since");
    report(stale ? Check::Phase : Check::Async, actor.site, actor.lane, text + note, detail);
    return;
  }
  bool same = sameValue(actor, now, old, oldLane);
  // Of one store that lanes make together, one value stays.
  if (same && sameWarp && old.inst == now.inst && old.time == now.time)
    return;
  std::string text = act + ", which " + name(other, actor.site) + " " + verb(old);
  if (old.isStrong() && now.isStrong())
    text += ": both are strong, but a scope does not reach the other's block";
  else if (sameWarp && old.inst == now.inst && old.time == now.time)
    text += " in the same instruction";
  else if (sameWarp)
    text += " with no 'bar.warp.sync' between them";
  else
    text += " with nothing that orders them";
  if (same)
    text += "; both write the same value";
  Check check = stale       ? Check::Phase
                : same      ? Check::SameValue
                : sameWarp  ? Check::WarpRaces
                : now.async ? Check::Async
                            : Check::Races;
  report(check, actor.site, actor.lane, "race: " + text + note, detail);
}
