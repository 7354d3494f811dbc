// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers of `wgmma.mma_async`. From its issue to the wait for its group, nobody may
// touch its accumulators, except another one that adds to them, or write its A
// fragment. What was written to either needs a `wgmma.fence` before it.
#include "State.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {
constexpr uint8_t heldWritten = 1, heldRead = 2;
}

void Checker::State::wgmmaRegisters(const Site &site, WarpState &warp, uint32_t lanes,
                                    uint16_t fact) {
  uint32_t index = instOf(site);
  const Uses &uses = program->uses[index];
  const RegisterUse *reads = program->registerUses.data() + uses.first;
  const RegisterUse *writes = reads + uses.reads;
  bool isWgmma = fact & IsWgmma;
  auto reportHeld = [&](uint32_t slot, bool written) {
    for (const WarpState::Held &held : warp.held) {
      if (held.slot != slot)
        continue;
      Party other = partyAt(warp.block->index, warp.index, firstLane(lanes), held.inst, site);
      auto it = program->registerNames.find(slot);
      report(Check::Wgmma, site, firstLane(lanes),
             std::string(written ? "writes" : "reads") + " register '" +
                 (it == program->registerNames.end() ? "" : it->second) + "', which " +
                 name(other, site) + (held.written ? " still writes" : " still reads") +
                 ": nobody has waited for it",
             {Space::Generic, 0, 0, &other, held.inst});
      return;
    }
  };
  auto isResult = [&](uint32_t slot) {
    for (uint32_t i = 0; i < uses.writes; ++i)
      if (writes[i].slot == slot)
        return true;
    return false;
  };
  if (!warp.held.empty()) {
    for (uint32_t i = 0; i < uses.reads; ++i)
      if (warp.isHeld[reads[i].slot / 64] & heldWritten && !(isWgmma && isResult(reads[i].slot)))
        reportHeld(reads[i].slot, false);
    for (uint32_t i = 0; i < uses.writes; ++i) {
      uint8_t how = warp.isHeld[writes[i].slot / 64];
      if (how & heldRead || (how & heldWritten && !isWgmma))
        reportHeld(writes[i].slot, true);
    }
  }
  if (isWgmma) {
    wgmmaIssued(site, warp, uses);
    return;
  }
  for (uint32_t i = 0; i < uses.writes; ++i)
    warp.writtenAt[writes[i].slot / 64] = warp.wgmmaFences + 1;
}

void Checker::State::wgmmaIssued(const Site &site, WarpState &warp, const Uses &uses) {
  uint32_t index = instOf(site);
  uint64_t group = warp.closed[static_cast<uint32_t>(AsyncKind::Wgmma)][0];
  if (warp.wgmmaFences == 0)
    report(Check::Wgmma, site, 0, "is the warp's first 'wgmma', with no 'wgmma.fence' before it",
           {});
  for (uint32_t i = 0; i < uint32_t{uses.reads} + uses.writes; ++i) {
    const RegisterUse &use = program->registerUses[uses.first + i];
    // Descriptors and predicates are read at once.
    if (use.bytes != 4)
      continue;
    if (warp.writtenAt[use.slot / 64] == warp.wgmmaFences + 1 && warp.wgmmaFences) {
      auto it = program->registerNames.find(use.slot);
      report(Check::Wgmma, site, 0,
             "uses register '" + (it == program->registerNames.end() ? "" : it->second) +
                 "', which was written since the last 'wgmma.fence'",
             {});
    }
    bool written = i >= uses.reads;
    warp.held.push_back({use.slot, index, group, written});
    warp.isHeld[use.slot / 64] |= written ? heldWritten : heldRead;
  }
}

void Checker::State::wgmmaWaited(WarpState &warp, uint32_t left) {
  uint64_t closed = warp.closed[static_cast<uint32_t>(AsyncKind::Wgmma)][0];
  std::erase_if(warp.held, [&](const WarpState::Held &held) { return held.group + left < closed; });
  std::fill(warp.isHeld.begin(), warp.isHeld.end(), uint8_t{0});
  for (const WarpState::Held &held : warp.held)
    warp.isHeld[held.slot / 64] |= held.written ? heldWritten : heldRead;
}
