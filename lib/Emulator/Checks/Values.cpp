// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of values: where a shuffle reads, what a division divides by, and where the
// first NaN or infinity comes from.
#include "State.h"

#include <bit>
#include <cstdio>

using namespace halftone;
using namespace halftone::emulator;

static uint64_t laneValue(const Site &site, uint32_t slot, uint32_t bytes, uint32_t lane) {
  uint64_t value = 0;
  std::memcpy(&value, site.state->registers + slot + size_t{bytes} * lane, bytes);
  return value;
}

void Checker::State::shuffled(const Site &site, uint32_t strays) {
  if (strays)
    report(Check::Shuffle, site, firstLane(strays), "reads from a lane that takes no part", {});
}

void Checker::State::division(const Site &site, uint32_t lanes) {
  const Inst &inst = *site.inst;
  uint32_t slot = program->operands[inst.first + 2];
  std::string_view type = site.opcode.substr(site.opcode.size() - 2);
  uint32_t bytes = type == "64" ? 8 : type == "16" ? 2 : 4;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l) && laneValue(site, slot, bytes, l) == 0) {
      report(Check::Division, site, l, "divides by zero", {});
      return;
    }
}

//===----------------------------------------------------------------------===//
// NaN and infinity
//===----------------------------------------------------------------------===//

namespace {

enum class Floats : uint8_t { None, F16, BF16, F32, F64 };

/// The type that an opcode names first (of results), or last (of sources).
Floats floatsOf(std::string_view opcode, bool result) {
  Floats found = Floats::None;
  while (!opcode.empty()) {
    size_t dot = std::min(opcode.find('.'), opcode.size());
    std::string_view part = opcode.substr(0, dot);
    opcode.remove_prefix(std::min(dot + 1, opcode.size()));
    bool isType = true;
    Floats type = Floats::None;
    if (part == "f16" || part == "f16x2")
      type = Floats::F16;
    else if (part == "bf16" || part == "bf16x2")
      type = Floats::BF16;
    else if (part == "f32")
      type = Floats::F32;
    else if (part == "f64")
      type = Floats::F64;
    else
      isType = part.size() >= 2 && (part[0] == 's' || part[0] == 'u' || part[0] == 'b') &&
               part[1] >= '0' && part[1] <= '9';
    if (!isType)
      continue;
    found = type;
    if (result)
      return found;
  }
  return found;
}

bool isSpecial(uint64_t bits, uint32_t bytes, Floats type) {
  auto test = [](uint64_t value, uint64_t exponent) { return (value & exponent) == exponent; };
  switch (type) {
  case Floats::F64:
    return bytes == 8 && test(bits, 0x7ff0000000000000);
  case Floats::F32:
    return bytes == 4 && test(bits, 0x7f800000);
  case Floats::F16:
  case Floats::BF16: {
    uint64_t exponent = type == Floats::F16 ? 0x7c00 : 0x7f80;
    return (bytes == 2 || bytes == 4) &&
           (test(bits, exponent) || (bytes == 4 && test(bits >> 16, exponent)));
  }
  default:
    return false;
  }
}

} // namespace

/// Lanes with a NaN or an infinity among their sources: what comes of that is no news.
void Checker::State::rememberInputs(const Site &site, uint32_t lanes) {
  const Uses &uses = program->uses[instOf(site)];
  // Of `mma` the sums come last and have the result's type, the fragments that after
  // "col"; a product of fragments spreads over the warp.
  size_t layout = site.opcode.find(".col.");
  bool isMma = site.opcode.substr(0, 4) == "mma." && layout != std::string_view::npos;
  std::string_view types = isMma ? site.opcode.substr(layout + 5) : site.opcode;
  Floats sums = floatsOf(types, true);
  Floats sources = floatsOf(isMma ? types.substr(types.find('.') + 1) : types, isMma);
  uint32_t special = 0;
  for (uint32_t i = 0; i < uses.reads; ++i) {
    const RegisterUse &use = program->registerUses[uses.first + i];
    Floats type = isMma && i + uses.writes >= uses.reads ? sums : sources;
    for (uint32_t l = 0; l < warpSize && use.bytes; ++l)
      if (has(lanes, l) && isSpecial(laneValue(site, use.slot, use.bytes, l), use.bytes, type))
        special |= 1u << l;
  }
  specialInputs = isMma && special ? allLanes : special;
}

void Checker::State::results(const Site &site, uint32_t lanes) {
  const Uses &uses = program->uses[instOf(site)];
  size_t layout = site.opcode.find(".col.");
  Floats to = floatsOf(
      layout == std::string_view::npos ? site.opcode : site.opcode.substr(layout + 5), true);
  for (uint32_t i = uses.reads; i < uint32_t{uses.reads} + uses.writes; ++i) {
    const RegisterUse &use = program->registerUses[uses.first + i];
    for (uint32_t l = 0; l < warpSize && use.bytes; ++l) {
      if (!has(lanes & ~specialInputs, l))
        continue;
      uint64_t bits = laneValue(site, use.slot, use.bytes, l);
      if (!isSpecial(bits, use.bytes, to))
        continue;
      char text[64];
      std::snprintf(text, sizeof text, "makes a NaN or an infinity of numbers: 0x%llx",
                    static_cast<unsigned long long>(bits));
      report(Check::Nan, site, l, text, {});
      return;
    }
  }
}
