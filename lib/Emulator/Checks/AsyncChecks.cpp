// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous operations. What one touches is checked when it is issued, with what
// its thread knows then; until somebody waits, nobody knows it, the issuer included.
//
//   * A wait for groups makes the operations the waiting thread's own.
//   * An mbarrier makes them known to those who saw the phase in which they were done.
#include "State.h"

#include "../Block.h"

using namespace halftone;
using namespace halftone::emulator;

static uint32_t kindIndex(AsyncKind kind) { return static_cast<uint32_t>(kind); }

/// Lanes that issue one instruction into groups of one number share a record.
uint32_t Checker::State::asyncRecord(const Site &site, WarpState &warp,
                                     const AsyncOperation &operation, Access::Kind kind) {
  uint32_t inst = instOf(site), index = static_cast<uint32_t>(kind);
  uint32_t lanes = operation.kind == AsyncKind::Wgmma ? everyLane : 1u << operation.lane;
  uint64_t group = warp.closed[kindIndex(operation.kind)][operation.lane];
  bool byMbarrier = operation.mbarrier != AsyncOperation::noMbarrier;
  uint64_t key = (uint64_t{inst} << 32 | (warp.serial & 0xffffffff)) + 1;
  if (!byMbarrier && warp.asyncKey[index] == key)
    for (size_t i = warp.issued.size(); i-- > 0;)
      if (Issued &each = warp.issued[i]; each.record == warp.asyncRecord[index]) {
        if (each.group != group)
          break;
        if (operation.kind != AsyncKind::Wgmma)
          each.lanes |= lanes;
        records[each.record].pending |= lanes;
        return each.record;
      }
  Record record;
  record.block = warp.block->index;
  record.unit = warp.index;
  record.inst = inst;
  record.kind = kind;
  record.proxy = operation.proxy;
  record.async = true;
  record.collective = operation.kind == AsyncKind::Wgmma;
  record.asyncKind = operation.kind;
  record.pending = lanes;
  if (byMbarrier) {
    const MbarrierState &at =
        mbarrierAt(static_cast<uint32_t>(operation.mbarrierOwner), operation.mbarrier);
    record.mbarrierBlock = at.block;
    record.mbarrierUnit = at.unit;
  }
  uint32_t number = records.add(record);
  warp.block->records.push_back(number);
  if (byMbarrier) {
    ByMbarrier &each = byMbarrier_[operation.id];
    each.records.push_back(number);
    each.block = static_cast<uint32_t>(operation.mbarrierOwner);
    each.address = operation.mbarrier;
  } else {
    warp.issued.push_back({number, operation.kind, kind == Access::Kind::Load, group,
                           operation.kind == AsyncKind::Wgmma ? 15u : lanes});
    warp.asyncKey[index] = key;
    warp.asyncRecord[index] = number;
  }
  return number;
}

void Checker::State::issue(const Site &site, const AsyncOperation &operation) {
  WarpState &warp = this->warp(site);
  if (operation.mbarrier != AsyncOperation::noMbarrier) {
    MbarrierState &at =
        mbarrierAt(static_cast<uint32_t>(operation.mbarrierOwner), operation.mbarrier);
    useMbarrier(site, at, 1u << operation.lane);
    // The runtime's own library leaves it out for plain copies within a block.
    bool strict = operation.mbarrierOwner != site.blockIndex || clusterBlocks > 1 ||
                  site.opcode.find(".tensor") != std::string_view::npos;
    if (at.valid && !at.fenced && strict) {
      Party other = partyAt(at.initBlock, at.initUnit, at.initLane, at.initInst, site);
      report(Check::Proxy, site, operation.lane,
             "an asynchronous operation that it issues uses an mbarrier that " + name(other, site) +
                 " initialised, with no 'fence.mbarrier_init' or 'fence.proxy.async' between them",
             {Space::Shared, at.address, 8, &other, at.initInst});
    }
  }
  uint32_t made[3] = {};
  for (uint32_t i = 0; i < operation.numRanges; ++i) {
    const AsyncRange &range = operation.ranges[i];
    if (range.bytes == 0)
      continue;
    uint32_t &record = made[static_cast<uint32_t>(range.kind)];
    if (!record)
      record = asyncRecord(site, warp, operation, range.kind);
    records[record].isGlobal |= range.space == Space::Global;
    initialisedRange(site, operation.lane, range);
    Actor actor{site,
                warp,
                record,
                operation.lane,
                operation.kind == AsyncKind::Wgmma ? everyLane : 1u << operation.lane,
                range.space,
                static_cast<uint32_t>(range.owner),
                0,
                0};
    touchRange(actor, range);
  }
}

void Checker::State::touchRange(Actor &actor, const AsyncRange &range) {
  if (range.space != Space::Shared && range.space != Space::Global)
    return;
  Shadow &shadow = shadowOf(range.space, static_cast<uint32_t>(range.owner));
  constexpr uint64_t pageBytes = uint64_t{1} << Shadow::pageBits;
  for (uint64_t at = range.address, end = at + range.bytes; at < end;) {
    uint64_t bytes = std::min(end - at, pageBytes - at % pageBytes);
    actor.address = at;
    actor.bytes = static_cast<uint32_t>(bytes);
    auto [cell, last] = shadow.cells(at, actor.bytes);
    uint32_t cellBytes =
        actor.bytes / static_cast<uint32_t>(std::max<std::ptrdiff_t>(last - cell, 1));
    actor.bytes = cellBytes;
    for (; cell != last; ++cell, actor.address += cellBytes)
      touch(actor, *cell);
    at += bytes;
  }
}

void Checker::State::initialisedRange(const Site &site, uint32_t lane, const AsyncRange &range) {
  uint8_t *marks = nullptr;
  Check check = range.space == Space::Shared ? Check::InitShared : Check::InitGlobal;
  if (!on(check))
    return;
  if (range.space == Space::Shared)
    marks = block(static_cast<uint32_t>(range.owner)).sharedWritten.data() + range.address;
  else if (range.space == Space::Global && !memory.empty())
    marks = memory.find(range.address, range.bytes);
  if (!marks)
    return;
  uint64_t at = range.kind == Access::Kind::Store ? range.bytes : firstUnmarked(marks, range.bytes);
  if (at < range.bytes)
    report(check, site, lane,
           "an asynchronous operation that it issues reads " + std::to_string(range.bytes) +
               " bytes of " + (range.space == Space::Shared ? "shared" : "global") +
               " memory, of which byte " + std::to_string(at) + " was never written",
           {range.space, range.address + at, 1});
  std::memset(marks, 1, range.bytes);
}

//===----------------------------------------------------------------------===//
// Their end
//===----------------------------------------------------------------------===//

/// In the phase of its mbarrier that is not complete yet.
void Checker::State::done(AsyncId id) {
  auto it = byMbarrier_.find(id);
  if (it == byMbarrier_.end())
    return;
  const MbarrierState &at = mbarrierAt(it->second.block, it->second.address);
  for (uint32_t number : it->second.records) {
    records[number].pending = 0;
    records[number].mbarrierTime = at.time() + 1;
  }
  byMbarrier_.erase(it);
}

void Checker::State::committed(const Site &site, AsyncKind kind, uint32_t lanes) {
  WarpState &warp = this->warp(site);
  if (kind == AsyncKind::Wgmma) // one queue for the warp
    lanes = everyLane;
  for (uint32_t l = 0; l < warpSize; ++l)
    warp.closed[kindIndex(kind)][l] += has(lanes, l);
  ++warp.serial;
}

void Checker::State::waited(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left,
                            bool readOnly) {
  WarpState &warp = this->warp(site);
  if (kind == AsyncKind::Wgmma) {
    warpgroupWaited(warp, left);
    return;
  }
  const auto &closed = warp.closed[kindIndex(kind)];
  for (Issued &each : warp.issued) {
    if (each.kind != kind || (readOnly && !each.reads))
      continue;
    uint32_t ended = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      ended |= static_cast<uint32_t>(has(each.lanes & lanes, l) && each.group + left < closed[l])
               << l;
    if (!ended)
      continue;
    Record &record = records[each.record];
    record.pending &= ~ended;
    record.time = warp.now;
    each.lanes &= ~ended;
  }
  std::erase_if(warp.issued, [](const Issued &each) { return each.lanes == 0; });
  ++warp.serial;
}

/// The lanes of an `Issued` are the warps of the group that have not waited for it.
void Checker::State::warpgroupWaited(WarpState &warp, uint32_t left) {
  uint64_t closed = warp.closed[kindIndex(AsyncKind::Wgmma)][0];
  BlockState &block = *warp.block;
  uint32_t place = warp.index % 4, first = warp.index - place;
  for (uint32_t w = first; w < std::min<size_t>(first + 4, block.warps.size()); ++w) {
    WarpState &each = *block.warps[w];
    for (Issued &issued : each.issued) {
      if (issued.kind != AsyncKind::Wgmma || issued.group + left >= closed)
        continue;
      Record &record = records[issued.record];
      record.pending = 0;
      if (!record.waited[place])
        record.waited[place] = warp.now;
      issued.lanes &= ~(1u << place);
    }
    std::erase_if(each.issued, [](const Issued &issued) { return issued.lanes == 0; });
    ++each.serial;
  }
  wgmmaWaited(warp, left);
}

/// Copies that an mbarrier will hear of, in the phase that is not complete yet.
void Checker::State::arriveLater(const Site &site, uint32_t lanes, uint32_t owner,
                                 uint64_t address) {
  WarpState &warp = this->warp(site);
  const MbarrierState &at = mbarrierAt(owner, address);
  useMbarrier(site, at, lanes);
  for (Issued &each : warp.issued) {
    if (each.kind != AsyncKind::Copy || !(each.lanes & lanes))
      continue;
    Record &record = records[each.record];
    record.pending &= ~lanes;
    record.mbarrierBlock = at.block;
    record.mbarrierUnit = at.unit;
    record.mbarrierTime = at.time() + 1;
    each.lanes &= ~lanes;
  }
  std::erase_if(warp.issued, [](const Issued &each) { return each.lanes == 0; });
  ++warp.serial;
}

void Checker::State::checkPending(const Site &site, uint32_t lanes) {
  if (!on(Check::Pending))
    return;
  WarpState &warp = this->warp(site);
  for (const Issued &each : warp.issued) {
    uint32_t left = each.lanes & lanes;
    if (each.kind == AsyncKind::Wgmma)
      left = each.lanes >> warp.index % 4 & 1 ? lanes : 0;
    // What a bulk operation of this thread has read needs no wait for its writes.
    if (!left || (each.kind == AsyncKind::BulkCopy && !each.reads))
      continue;
    Party other = party(records[each.record], firstLane(left), site);
    report(Check::Pending, site, firstLane(left),
           "ends while what " + name(other, site) + " started is pending",
           {Space::Generic, 0, 0, &other, records[each.record].inst});
  }
}
