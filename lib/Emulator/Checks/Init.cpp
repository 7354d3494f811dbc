// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads of what nobody wrote: of memory, a byte at a time, and of registers, a lane at
// a time. A move hands on what it finds, as a compiler moves values that it knows
// nobody will use; only what computes with a register, or stores it, reads it.
#include "State.h"

#include "../Block.h"

#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;

void Checker::State::initialised(const Site &site, const Access &access) {
  Check check = access.space == Space::Shared  ? Check::InitShared
                : access.space == Space::Local ? Check::InitLocal
                                               : Check::InitGlobal;
  if (!on(check) || (access.space == Space::Global && memory.empty()))
    return;
  WarpState &warp = this->warp(site);
  bool isParameter = access.space == Space::Local && facts[instOf(site)] & IsParameter;
  uint8_t *shared = nullptr;
  uint64_t local = 0, localSize = 0;
  if (access.space == Space::Shared) {
    shared = block(static_cast<uint32_t>(access.owner)).sharedWritten.data();
  } else if (access.space == Space::Local) {
    localSize = site.state->localBytes * warpSize;
    if (warp.localWritten.size() < localSize)
      warp.localWritten.resize(localSize);
    local = reinterpret_cast<uintptr_t>(site.state->local);
  }
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(access.lanes, l))
      continue;
    uint64_t address = access.addresses[l];
    uint8_t *marks = access.space == Space::Shared  ? shared + address
                     : access.space == Space::Local ? warp.localWritten.data() + (address - local)
                                                    : memory.find(address, access.bytes);
    if (!marks)
      continue;
    if (access.kind != Access::Kind::Store && !isParameter) {
      uint64_t at = firstUnmarked(marks, access.bytes);
      if (at < access.bytes) {
        Detail detail{access.space, address, access.bytes};
        const char *space = access.space == Space::Shared  ? "shared"
                            : access.space == Space::Local ? "local"
                                                           : "global";
        char text[160];
        if (access.space == Space::Local)
          address = (address - local) % std::max<uint64_t>(site.state->localBytes, 1);
        std::snprintf(text, sizeof text,
                      "reads %u bytes at %s address 0x%llx, of which byte %llu was never written",
                      access.bytes, space, static_cast<unsigned long long>(address),
                      static_cast<unsigned long long>(at));
        report(check, site, l, text, detail);
        std::memset(marks, 1, access.bytes); // told once
      }
    }
    if (access.kind != Access::Kind::Load)
      mark(marks, access.bytes);
  }
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void Checker::State::registers(const Site &site, WarpState &warp, uint32_t lanes, uint16_t fact) {
  const Uses &uses = program->uses[instOf(site)];
  const RegisterUse *use = program->registerUses.data() + uses.first;
  uint32_t *defined = warp.defined.data();
  uint32_t result = lanes;
  if (fact & (IsCopy | IsSelect)) {
    // Of several registers one is enough: half of a pair may be nobody's business.
    if (uses.reads)
      result = 0;
    for (uint32_t i = 0; i < uses.reads; ++i) {
      uint32_t known = defined[use[i].slot / 64];
      if (fact & IsSelect && use[i].bytes == 0 && (lanes & ~known))
        registerRead(site, use[i].slot, lanes & ~known, "a predicate");
      result |= known;
    }
    // With a constant among the sources, there is something to take.
    if (fact & IsSelect && uses.reads < 3)
      result = lanes;
    result &= lanes;
    for (uint32_t i = uses.reads; i < uint32_t{uses.reads} + uses.writes; ++i) {
      uint32_t &word = defined[use[i].slot / 64];
      word = (word & ~lanes) | result;
    }
    return;
  }
  for (uint32_t i = 0; i < uses.reads; ++i)
    if (uint32_t missing = lanes & ~defined[use[i].slot / 64])
      registerRead(site, use[i].slot, missing, use[i].bytes == 0 ? "a predicate" : "a register");
  for (uint32_t i = uses.reads; i < uint32_t{uses.reads} + uses.writes; ++i)
    defined[use[i].slot / 64] |= lanes;
}

void Checker::State::registerRead(const Site &site, uint32_t slot, uint32_t lanes,
                                  const char *what) {
  WarpState &warp = this->warp(site);
  warp.defined[slot / 64] |= lanes; // told once
  auto it = program->registerNames.find(slot);
  std::string name = it == program->registerNames.end() ? "" : it->second;
  report(Check::Registers, site, firstLane(lanes),
         std::string("reads ") + what + (name.empty() ? "" : ", '" + name + "',") +
             " that it never wrote",
         {});
}
