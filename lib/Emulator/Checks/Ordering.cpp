// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Release and acquire: through barriers, which hand over a view; through memory, where
// a release leaves one that an acquire takes up; and through fences, which make a
// release of the relaxed stores that follow and an acquire of the relaxed loads before.
//
// Scopes count: a release or fence of a block (`.cta`) reaches no other. A weak store
// ends what a release left, an atomic operation goes on with it.
#include "State.h"

using namespace halftone;
using namespace halftone::emulator;

void Checker::State::split(WarpState &warp) {
  if (!warp.uniform)
    return;
  for (uint32_t l = 1; l < warpSize; ++l)
    warp.lanes[l].view = warp.lanes[0].view;
  warp.uniform = false;
}

void Checker::State::setView(WarpState &warp, uint32_t lanes, const View &view) {
  if ((warp.alive & ~lanes) == 0) {
    warp.lanes[0].view = view;
    warp.uniform = true;
    return;
  }
  split(warp);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l))
      warp.lanes[l].view = view;
}

View Checker::State::released(WarpState &warp, uint32_t lanes) {
  View view;
  if (warp.uniform)
    view = warp.lanes[0].view;
  else
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(lanes, l))
        view.join(warp.lanes[l].view);
  // Lanes that have ended do nothing any more.
  uint32_t known = (warp.alive & ~lanes) == 0 ? everyLane : lanes;
  view.seen.own().raise(warp.block->index, warp.index, known, warp.now);
  ++warp.now;
  return view;
}

void Checker::State::join(WarpState &warp, uint32_t lanes, const View &view) {
  if (!view)
    return;
  if (warp.uniform && (warp.alive & ~lanes) == 0) {
    warp.lanes[0].view.join(view);
    return;
  }
  split(warp);
  // Lanes with one view have one after it, too.
  View before, after;
  bool any = false;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    View &mine = warp.lanes[l].view;
    if (!any || !(mine == before)) {
      before = mine;
      after = mine;
      after.join(view);
      any = true;
    }
    mine = after;
  }
}

void Checker::State::collect(const WarpState &warp, uint32_t lanes, Relay &relay) const {
  if (!warp.anyFence && globalSync.empty() && sharedSync.empty())
    return;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    const LaneState &lane = warp.lanes[l];
    if (lane.hasFenced && lane.fencedScope >= Scope::Gpu) {
      relay.fenced.join(lane.fenced);
      relay.fenced.seen.own().raise(warp.block->index, warp.index, 1u << l, lane.fencedTime);
    }
    relay.acquirable.join(lane.acquirable);
    relay.acquirableFar.join(lane.acquirableFar);
  }
}

void Checker::State::handOn(WarpState &warp, uint32_t lanes, const Relay &relay) {
  if (!relay)
    return;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    LaneState &lane = warp.lanes[l];
    lane.acquirable.join(relay.acquirable);
    lane.acquirableFar.join(relay.acquirableFar);
    if (!relay.fenced)
      continue;
    // A fence of less scope orders nothing more than the barrier did.
    if (!lane.hasFenced || lane.fencedScope < Scope::Gpu) {
      lane.fenced = View();
      lane.fencedTime = 0;
      lane.fencedScope = Scope::Gpu;
      lane.hasFenced = true;
    }
    lane.fenced.join(relay.fenced);
    warp.anyFence = true;
  }
}

//===----------------------------------------------------------------------===//
// Through memory
//===----------------------------------------------------------------------===//

static bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcqRel || order == Order::Sc;
}
static bool releases(Order order) {
  return order == Order::Release || order == Order::AcqRel || order == Order::Sc;
}

/// Whether what a thread of block `from` does in this scope concerns block `to`.
bool Checker::State::reaches(Scope scope, uint32_t from, uint32_t to) const {
  if (from == to || scope >= Scope::Gpu)
    return true;
  if (scope == Scope::Cta)
    return false;
  auto a = blocks.find(from), b = blocks.find(to);
  return a != blocks.end() && b != blocks.end() && a->second->cluster == b->second->cluster;
}

void Checker::State::acquire(WarpState &warp, uint32_t lane, SyncPlace &place,
                             const Access &access) {
  uint32_t mine = warp.block->index;
  for (SyncPlace::Entry &entry : place.entries) {
    if (!reaches(entry.scope, entry.block, mine) || !reaches(access.scope, mine, entry.block))
      continue;
    if (acquires(access.order)) {
      join(warp, 1u << lane, entry.view);
      continue;
    }
    LaneState &state = warp.lanes[lane];
    (entry.block == mine ? state.acquirable : state.acquirableFar).join(entry.view);
  }
}

void Checker::State::release(WarpState &warp, uint32_t lane, SyncPlace &place, const Access &access,
                             bool &direct) {
  LaneState &state = warp.lanes[lane];
  SyncPlace::Entry entry{access.scope, warp.block->index, View()};
  if (releases(access.order)) {
    entry.view = warp.view(lane);
    entry.view.seen.own().raise(warp.block->index, warp.index, 1u << lane, warp.now);
    direct = true;
  } else if (state.hasFenced) {
    entry.view = state.fenced;
    entry.view.seen.own().raise(warp.block->index, warp.index, 1u << lane, state.fencedTime);
    entry.scope = std::min(access.scope, state.fencedScope);
  }
  if (access.kind != Access::Kind::Atomic)
    place.entries.clear();
  if (!entry.view)
    return;
  // What reaches all has one entry, and what reaches few one for each block.
  for (SyncPlace::Entry &each : place.entries)
    if (std::min(each.scope, Scope::Gpu) == std::min(entry.scope, Scope::Gpu) &&
        (each.scope >= Scope::Gpu || each.block == entry.block)) {
      if (each.block != entry.block)
        each.block = entry.block;
      each.view.join(entry.view);
      return;
    }
  place.entries.push_back(std::move(entry));
}

/// Lane after lane, as the operations are done.
void Checker::State::synchronize(const Site &site, WarpState &warp, const Access &access) {
  bool strong = access.order != Order::Weak || access.kind == Access::Kind::Atomic;
  bool shared = access.space == Space::Shared;
  bool none = shared ? sharedSync.empty() : globalSync.empty();
  bool mayRelease =
      strong && access.kind != Access::Kind::Load && (releases(access.order) || warp.anyFence);
  if (none && !mayRelease)
    return;
  bool direct = false;
  uint32_t owner = static_cast<uint32_t>(access.owner);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(access.lanes, l))
      continue;
    uint64_t address = access.addresses[l];
    SyncPlace *place = nullptr;
    if (shared) {
      auto it = sharedSync.find({owner, address});
      place = it != sharedSync.end() ? &it->second : nullptr;
    } else {
      auto it = globalSync.find(address);
      place = it != globalSync.end() ? &it->second : nullptr;
    }
    if (!strong) {
      if (place && access.kind == Access::Kind::Store)
        place->entries.clear();
      continue;
    }
    if (place && access.kind != Access::Kind::Store)
      acquire(warp, l, *place, access);
    if (access.kind == Access::Kind::Load)
      continue;
    if (!place && !mayRelease)
      continue;
    if (!place)
      place = shared ? &sharedSync[{owner, address}] : &globalSync[address];
    release(warp, l, *place, access, direct);
  }
  if (direct)
    ++warp.now;
}

void Checker::State::fence(const Site &site, uint32_t lanes, FenceKind kind, Scope scope) {
  WarpState &warp = this->warp(site);
  switch (kind) {
  case FenceKind::Thread:
    for (uint32_t l = 0; l < warpSize; ++l) {
      if (!has(lanes, l))
        continue;
      LaneState &state = warp.lanes[l];
      if (state.acquirable) {
        join(warp, 1u << l, state.acquirable);
        state.acquirable = View();
      }
      if (state.acquirableFar && scope != Scope::Cta) {
        join(warp, 1u << l, state.acquirableFar);
        state.acquirableFar = View();
      }
      state.fenced = warp.view(l);
      state.fencedTime = warp.now;
      state.fencedScope = scope;
      state.hasFenced = true;
    }
    warp.anyFence = true;
    ++warp.now;
    break;
  case FenceKind::ProxyAsync:
  case FenceKind::ProxyTensormap:
  case FenceKind::MbarrierInit:
    for (auto &[address, mbarrier] : warp.block->mbarriers)
      for (uint32_t l = 0; l < warpSize; ++l)
        if (has(lanes, l) && !mbarrier.fenced)
          mbarrier.fenced = (mbarrier.initBlock == warp.block->index &&
                             mbarrier.initUnit == warp.index && mbarrier.initLane == l) ||
                            (warp.view(l).seen &&
                             warp.view(l).seen->time(mbarrier.initBlock, mbarrier.initUnit,
                                                     mbarrier.initLane) >= mbarrier.initTime);
    if (kind != FenceKind::ProxyAsync)
      break;
    // What the lanes know, and did, is now known to the other proxy.
    if (warp.uniform && (warp.alive & ~lanes) == 0) {
      View &view = warp.lanes[0].view;
      checks::join(view.proxied, view.seen);
      view.proxied.own().raise(warp.block->index, warp.index, everyLane, warp.now);
    } else {
      split(warp);
      for (uint32_t l = 0; l < warpSize; ++l)
        if (has(lanes, l)) {
          View &view = warp.lanes[l].view;
          checks::join(view.proxied, view.seen);
          view.proxied.own().raise(warp.block->index, warp.index, 1u << l, warp.now);
        }
    }
    ++warp.now;
    break;
  case FenceKind::Wgmma:
    ++warp.wgmmaFences;
    break;
  }
}
