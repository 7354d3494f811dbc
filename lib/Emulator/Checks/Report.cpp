// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings: each pair of instructions once for a check, and what is said of them.
#include "State.h"

#include "../Text.h"

#include "../Block.h"

using namespace halftone;
using namespace halftone::emulator;

Party Checker::State::partyAt(uint32_t block, uint32_t warp, uint32_t lane, uint32_t index,
                              const Site &like) const {
  Party party;
  const Inst &inst = program->code[index];
  party.line = inst.line;
  party.opcode = program->opcodes[inst.opcode];
  party.source = program->sourceOf(inst);
  if (auto it = places.find(block); it != places.end())
    std::copy_n(it->second.begin(), 3, party.block);
  party.warp = warp;
  party.lane = lane;
  const uint32_t *threads = like.state->block->threads;
  uint32_t thread = warp * warpSize + lane;
  party.thread[0] = thread % threads[0];
  party.thread[1] = thread / threads[0] % threads[1];
  party.thread[2] = thread / threads[0] / threads[1];
  return party;
}

Party Checker::State::party(const Site &site, uint32_t lane) const {
  Party party =
      partyAt(static_cast<uint32_t>(site.blockIndex), site.warp, lane, instOf(site), site);
  std::copy_n(site.block, 3, party.block);
  return party;
}

Party Checker::State::party(const Record &record, uint32_t lane, const Site &like) const {
  return partyAt(record.block, record.unit, lane, record.inst, like);
}

static std::string lineOf(const Party &party) {
  return "PTX line " + std::to_string(party.line) + " (" + party.opcode + ")" +
         (party.source.empty() ? "" : ", " + party.source);
}

std::string Checker::State::name(const Party &party, const Site &site) const {
  std::string text = "thread " + triple(party.thread);
  if (!std::equal(party.block, party.block + 3, site.block))
    text += " of block " + triple(party.block);
  return text + " at " + lineOf(party);
}

void Checker::State::report(Check check, const Site &site, uint32_t lane, const std::string &text,
                            const Detail &detail) {
  if (!on(check))
    return;
  ++total;
  auto [it, isNew] = known.try_emplace({check, instOf(site), detail.otherInst, program->name}, 0);
  if (!isNew) {
    if (it->second < findings.size())
      ++findings[it->second].count;
    return;
  }
  it->second = findings.size();
  Finding finding;
  finding.check = check;
  finding.kernel = program->name;
  finding.at = party(site, lane);
  finding.hasOther = detail.other;
  if (detail.other)
    finding.other = *detail.other;
  finding.space = detail.space;
  finding.address = detail.address;
  finding.bytes = detail.bytes;
  finding.message = "kernel '" + program->name + "', " + lineOf(finding.at) + ", block " +
                    triple(finding.at.block) + ", warp " + std::to_string(finding.at.warp) +
                    ", lane " + std::to_string(lane) + ", thread " + triple(finding.at.thread) +
                    ": " + text + " [" + std::string(checkName(check)) + "]";
  if (options.stopAtFirst && stopMessage.empty())
    stopMessage = finding.message;
  if (findings.size() < options.maxFindings)
    findings.push_back(std::move(finding));
}

//===----------------------------------------------------------------------===//
// Faults: what ends a launch without a checker, too
//===----------------------------------------------------------------------===//

static Check checkOf(std::string_view message) {
  auto has = [&](std::string_view text) { return message.find(text) != std::string_view::npos; };
  if (has("use of freed") || has("that was freed"))
    return Check::Freed;
  if (has("a block that has ended"))
    return Check::Pending;
  if (has("deadlock") || has("no end after"))
    return Check::Deadlock;
  if (has("mbarrier"))
    return Check::Mbarrier;
  if (has("barrier") || has("member mask"))
    return Check::Barriers;
  return has("access: ") ? Check::Bounds : Check::Faults;
}

void Checker::fault(const Site &site, uint32_t lane, uint64_t address, std::string_view message) {
  State &s = *state;
  if (!s.program || !site.inst)
    return;
  bool access = message.find("access: ") != std::string_view::npos;
  Check check = checkOf(message);
  std::string text(message);
  access &= check != Check::Freed;
  auto range = access ? s.freedRanges.upper_bound(address) : s.freedRanges.begin();
  if (access && range != s.freedRanges.begin()) {
    --range;
    if (address - range->first < range->second && s.on(Check::Freed)) {
      check = Check::Freed;
      text += "; byte " + std::to_string(address - range->first) + " of memory of " +
              std::to_string(range->second) + " bytes that was freed";
    }
  }
  s.report(check, site, lane, text, {Space::Generic, address, 0, nullptr, ~0u});
  if (check == Check::Deadlock || check == Check::Mbarrier)
    s.reportStaleWaits(site, lane, check == Check::Deadlock);
}
