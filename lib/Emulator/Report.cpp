// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch that failed says: where, who, and why; of a deadlock, where every
// thread waits and what for.
#include "Executor.h"

#include "Text.h"

#include "WarpOps.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;

static std::string blockName(const Block &block) { return triple(block.id); }

std::string Executor::threadName(const Warp &warp, uint32_t lane) const {
  uint32_t thread = warp.index * warpSize + lane;
  return triple(thread % shape.block.x, thread / shape.block.x % shape.block.y,
                thread / shape.block.x / shape.block.y);
}

bool Executor::fail(const Warp &warp, uint32_t pc, uint32_t lane, const std::string &message,
                    uint64_t address) {
  const Inst &inst = program.code[pc];
  std::string source = sourceOf(warp, inst, lane);
  if (observer)
    observer->fault(siteOf(warp, inst), lane, address, message);
  error_ = "kernel '" + program.name + "', PTX line " + std::to_string(inst.line) + " (" +
           program.opcodes[inst.opcode] + ")" + (source.empty() ? "" : ", " + source) + ", block " +
           blockName(*warp.block) + ", thread " + threadName(warp, lane) + ": " + message;
  return false;
}

static const char *spaceName(Space space) {
  static const char *const names[] = {"generic", "global",    "shared",
                                      "local",   "parameter", "constant"};
  return names[static_cast<int>(space)];
}

/// Of an address that is neither in the memory nor in a variable of the module: beside
/// the nearer of them.
static std::string describeGlobal(const Block &block, uint64_t address) {
  uint64_t nearest;
  std::string text = block.memory->describe(address, &nearest);
  if (!block.program->module)
    return text;
  for (const ModuleData::Variable &variable : block.program->module->variables) {
    uint64_t offset = address - variable.address;
    if (address < variable.address || offset >= 2 * variable.bytes + 64 ||
        offset - std::min(offset, variable.bytes) >= nearest)
      continue;
    nearest = offset - std::min(offset, variable.bytes);
    text = ", byte " + std::to_string(offset) + " of variable '" + variable.name + "' of " +
           std::to_string(variable.bytes) + " bytes";
  }
  return text;
}

std::string Executor::describeFault(const Warp &warp, const Fault &fault) const {
  std::string address = std::string(spaceName(fault.space)) + " address " + hex(fault.address);
  switch (fault.kind) {
  case Fault::Kind::Misaligned:
    return "misaligned access: " + address + " is not a multiple of " + std::to_string(fault.bytes);
  case Fault::Kind::Trap:
    return "trap";
  case Fault::Kind::OutOfBounds:
    break;
  default:
    return std::string("the thread ") + (fault.text ? fault.text : "failed");
  }
  const Block &block = *warp.block;
  std::string access = "out-of-bounds access: " + std::to_string(fault.bytes) + " bytes at ";
  if (fault.space == Space::Shared || fault.space == Space::Local || fault.space == Space::Param) {
    size_t size = fault.space == Space::Shared  ? block.sharedBytes
                  : fault.space == Space::Local ? shape.localBytes
                                                : program.parameterBytes;
    return access + address + ", of " + std::to_string(size) + " bytes";
  }
  return access + address + describeGlobal(block, fault.address);
}

bool Executor::failFault(Warp &warp, uint32_t pc) {
  return fail(warp, pc, warp.fault.lane, describeFault(warp, warp.fault), warp.fault.address);
}

//===----------------------------------------------------------------------===//
// Threads that do not go on
//===----------------------------------------------------------------------===//

std::string Executor::placeName(const Warp &warp, uint32_t lane) const {
  const Inst &inst = program.code[warp.pcs[lane]];
  return "PTX line " + std::to_string(inst.line) + " (" + program.opcodes[inst.opcode] + ")";
}

/// Where the lanes are that others of their warp wait for.
std::string Executor::describeMissing(Warp &warp, uint32_t lanes) {
  std::string text;
  for (uint32_t left = lanes, groups = 0; left && groups < 4; ++groups) {
    uint32_t first = firstLane(left), same = 0;
    for (uint32_t l = first; l < warpSize; ++l)
      same |= static_cast<uint32_t>(has(left, l) && warp.pcs[l] == warp.pcs[first]) << l;
    left &= ~same;
    text += (text.empty() ? "" : ", ") + hex(same) + " are at " + placeName(warp, first);
  }
  return text;
}

/// What a lane that does not go on waits for.
std::string Executor::describeWait(Warp &warp, uint32_t lane) {
  const Block &block = *warp.block;
  const Inst &inst = program.code[warp.pcs[lane]];
  if (has(warp.held, lane)) {
    uint32_t mask = memberMask(warp, inst, lane);
    uint32_t rest = warp.held & ~((1u << lane) - 1);
    return "waits for lanes of mask " + hex(mask) + " that do not come: " +
           describeMissing(warp, mask & warp.alive & ~heldTogether(warp, rest));
  }
  if (has(warp.atBarrier, lane)) {
    uint32_t id = warp.barrierId[lane];
    const Barrier &barrier = block.barriers[id];
    uint32_t expected = barrier.expected ? barrier.expected : block.aliveThreads;
    return "barrier " + std::to_string(id) + " has " +
           std::to_string(barrier.arrived + barrier.waiting) + " of " + std::to_string(expected) +
           " threads";
  }
  if (has(warp.atCluster, lane))
    return "the cluster's barrier has " + std::to_string(block.cluster->arrived) + " of " +
           std::to_string(block.cluster->alive) + " threads";
  if (has(warp.blocked, lane) && warp.waitText)
    return "waits for " + warp.waitText(warp, inst, lane);
  return warp.lastPoll ? "asks again and again" : "runs";
}

/// Every thread that has not ended: those at one place that wait for one thing are
/// named together, by the first. Begins with that of `first`.
std::string Executor::describeAll(Warp &first, uint32_t firstLane) {
  struct Group {
    Warp *warp;
    uint32_t lane, pc, threads;
    std::string what;
  };
  std::vector<Group> groups;
  constexpr size_t mostGroups = 64, mostNamed = 8;
  auto add = [&](Warp &warp, uint32_t lane) {
    uint32_t pc = warp.pcs[lane];
    std::string what = describeWait(warp, lane);
    auto same = [&](const Group &each) { return each.pc == pc && each.what == what; };
    auto it = std::find_if(groups.begin(), groups.end(), same);
    if (it != groups.end())
      ++it->threads;
    else if (groups.size() < mostGroups)
      groups.push_back({&warp, lane, pc, 1, std::move(what)});
  };
  add(first, firstLane);
  for (Warp *warp : active)
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(warp->alive, l) && !(warp == &first && l == firstLane))
        add(*warp, l);

  std::string text = groups.front().what;
  for (size_t i = 1; i < groups.size() && i <= mostNamed; ++i) {
    const Group &each = groups[i];
    text += each.warp == &first ? "; of its warp waits thread " : "; others wait: thread ";
    text += threadName(*each.warp, each.lane);
    if (each.warp->block != first.block)
      text += " of block " + blockName(*each.warp->block);
    text += " at " + placeName(*each.warp, each.lane);
    if (each.threads > 1)
      text += " and " + std::to_string(each.threads - 1) + " more";
    text += ": " + each.what;
  }
  if (groups.size() > mostNamed + 1)
    text += "; and more";
  if (nextCluster < endCluster)
    text += "; " + std::to_string((endCluster - nextCluster) * shape.clusterBlocks()) +
            " blocks have not begun";
  return text;
}

bool Executor::failDeadlock() {
  Warp &first =
      **std::find_if(active.begin(), active.end(), [](Warp *warp) { return warp->alive; });
  uint32_t lane = firstLane(first.alive);
  return fail(first, first.pcs[lane], lane, "deadlock: " + describeAll(first, lane));
}

bool Executor::failEndless(Warp &warp) {
  uint32_t lane = firstLane(warp.alive);
  return fail(warp, warp.pcs[lane], lane,
              "no end after " + std::to_string(warp.steps) +
                  " instructions of the warp: " + describeAll(warp, lane));
}
