// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From events to checks, and what is kept of blocks and warps.
#include "State.h"

#include "../Block.h"

using namespace halftone;
using namespace halftone::emulator;

Checker::Checker(Checks checks) : Checker(checks, Options()) {}
Checker::Checker(Checks checks, Options options)
    : state(std::make_unique<State>(checks, options)) {}
Checker::~Checker() = default;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr std::string_view names[numChecks] = {
    "bounds",     "freed",      "init-global", "init-shared", "init-local", "registers", "races",
    "warp-races", "same-value", "async",       "wgmma",       "proxy",      "mbarrier",  "phase",
    "pending",    "shuffle",    "division",    "barriers",    "deadlock",   "faults",    "nan"};

std::string_view emulator::checkName(Check check) { return names[static_cast<unsigned>(check)]; }

static bool setByName(Checks &checks, std::string_view name, bool on) {
  if (name == "all" || name == "none") {
    if (!on)
      return false;
    checks.bits = name == "all" ? (1u << numChecks) - 1 : 0;
    checks.set(Check::Nan, false);
    return true;
  }
  if (name == "init") {
    for (Check each : {Check::InitGlobal, Check::InitShared, Check::InitLocal})
      checks.set(each, on);
    return true;
  }
  for (unsigned i = 0; i < numChecks; ++i)
    if (names[i] == name) {
      checks.set(static_cast<Check>(i), on);
      return true;
    }
  return false;
}

Result<Checks> Checker::parse(std::string_view text) {
  Checks checks;
  bool more = true;
  for (bool first = true; more; first = false) {
    size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    more = comma != std::string_view::npos;
    text.remove_prefix(more ? comma + 1 : text.size());
    bool on = name.empty() || name[0] != '-';
    if (!on)
      name.remove_prefix(1);
    // What is taken away first is taken from all.
    if (first && !on)
      setByName(checks, "all", true);
    if (setByName(checks, name, on))
      continue;
    std::string known = "all, none, init";
    for (std::string_view each : names)
      known += ", " + std::string(each);
    return Error{"unknown check '" + std::string(name) + "', expected some of " + known};
  }
  return checks;
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

static uint64_t toAddress(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

void Checker::allocated(const void *begin, size_t bytes) {
  state->memory.add(toAddress(begin), bytes);
  uint64_t first = toAddress(begin), end = first + bytes;
  std::erase_if(state->freedRanges, [&](const auto &range) {
    return range.first < end && first < range.first + range.second;
  });
  if (bytes)
    state->freedBytes[first] = bytes;
}

void Checker::written(const void *begin, size_t bytes) {
  if (uint8_t *marks = state->memory.find(toAddress(begin), bytes))
    std::memset(marks, 1, bytes);
}

void Checker::freed(const void *begin) {
  state->memory.remove(toAddress(begin));
  auto it = state->freedBytes.find(toAddress(begin));
  if (it == state->freedBytes.end())
    return;
  state->freedRanges[it->first] = it->second;
  state->freedBytes.erase(it);
}

const std::vector<Finding> &Checker::findings() const { return state->findings; }
uint64_t Checker::total() const { return state->total; }

void Checker::clear() {
  state->findings.clear();
  state->known.clear();
  state->total = 0;
  state->stopMessage.clear();
}

std::string_view Checker::stop() { return state->stopMessage; }

//===----------------------------------------------------------------------===//
// Launches, blocks and warps
//===----------------------------------------------------------------------===//

/// What an instruction is, from its mnemonic.
static uint16_t factOf(std::string_view opcode) {
  auto starts = [&](std::string_view text) { return opcode.substr(0, text.size()) == text; };
  auto has = [&](std::string_view text) { return opcode.find(text) != std::string_view::npos; };
  bool isFloat = has(".f16") || has(".bf16") || has(".f32") || has(".f64");
  uint16_t fact = 0;
  if (starts("mov.") || starts("cvta"))
    fact |= IsCopy;
  if (starts("selp."))
    fact |= IsSelect;
  if ((starts("div.") || starts("rem.")) && !isFloat)
    fact |= IsDivision;
  if (starts("wgmma.mma_async"))
    fact |= IsWgmma;
  for (std::string_view base : {"bar.warp.sync", "barrier.warp.sync", "shfl.sync", "vote.sync",
                                "match.", "redux.sync", "elect.sync"})
    if (starts(base))
      fact |= BringsTogether;
  if (starts("ld.param"))
    fact |= IsParameter;
  if (starts("cp.async.mbarrier.arrive"))
    fact |= IsLateArrival;
  bool computes = false;
  for (std::string_view base : {"add.", "sub.", "mul.", "mad.", "fma.", "div.", "rcp.", "sqrt.",
                                "rsqrt.", "ex2.", "lg2.", "sin.", "cos.", "tanh.", "cvt.", "mma."})
    computes |= starts(base);
  if (computes && isFloat)
    fact |= MakesFloats;
  return fact;
}

void Checker::State::classify() {
  std::vector<uint16_t> ofOpcode;
  for (const std::string &opcode : program->opcodes)
    ofOpcode.push_back(factOf(opcode));
  facts.clear();
  hasWgmma = false;
  for (const Inst &inst : program->code) {
    facts.push_back(ofOpcode[inst.opcode]);
    hasWgmma |= (facts.back() & IsWgmma) != 0;
  }
  // A first guess for a swap is loaded from the place that the swap has.
  std::set<std::tuple<uint32_t, int64_t, Space>> swaps;
  auto starts = [&](const Inst &inst, std::string_view text) {
    return program->opcodes[inst.opcode].compare(0, text.size(), text) == 0;
  };
  // A register that only ever holds the address of a variable stands for it.
  std::map<uint32_t, uint32_t> writers;
  std::map<uint32_t, int64_t> variables;
  for (size_t i = 0; i < program->code.size(); ++i) {
    const Inst &inst = program->code[i];
    const Uses &uses = program->uses[i];
    for (uint32_t u = 0; u < uses.writes; ++u)
      ++writers[program->registerUses[uses.first + uses.reads + u].slot];
    bool isShort = starts(inst, "mov.u32") || starts(inst, "mov.b32");
    if (uses.reads || uses.writes != 1 ||
        !(isShort || starts(inst, "mov.u64") || starts(inst, "mov.b64")))
      continue;
    uint32_t source = program->operands[inst.first + 1];
    bool isSpecial = std::any_of(program->specials.begin(), program->specials.end(),
                                 [&](const SpecialSlot &each) { return each.slot == source; });
    size_t bytes = isShort ? 4 : 8;
    if (isSpecial || source + bytes > program->registers.size())
      continue;
    std::memcpy(&variables[program->registerUses[uses.first].slot],
                program->registers.data() + source, bytes);
  }
  auto place = [&](const Inst &inst) {
    uint32_t slot = program->operands[inst.first + 1];
    auto it = variables.find(slot);
    bool isKnown = it != variables.end() && writers[slot] == 1;
    return isKnown ? std::tuple(noSlot, inst.imm + it->second, inst.space)
                   : std::tuple(slot, inst.imm, inst.space);
  };
  for (const Inst &inst : program->code)
    if (starts(inst, "atom.") && program->opcodes[inst.opcode].find(".cas") != std::string::npos)
      swaps.insert(place(inst));
  for (size_t i = 0; i < program->code.size(); ++i) {
    const Inst &inst = program->code[i];
    if (starts(inst, "ld.") && inst.count == 1 && swaps.count(place(inst)))
      facts[i] |= IsGuess;
  }
}

/// What is known of memory and blocks holds for one launch.
void Checker::State::forgetLaunch() {
  blocks.clear();
  lastBlock = nullptr;
  globalSync.clear();
  sharedSync.clear();
  clusters.clear();
  byMbarrier_.clear();
  global.clear();
  sets.clear();
  records.clear();
}

void Checker::launchBegins(const Program &program, uint64_t blocks, uint32_t threads,
                           uint64_t sharedBytes, uint32_t clusterBlocks) {
  State &s = *state;
  s.program = &program;
  s.numBlocks = blocks;
  s.threads = threads;
  s.sharedBytes = sharedBytes;
  s.clusterBlocks = std::max(clusterBlocks, 1u);
  s.stopMessage.clear();
  s.forgetLaunch();
  s.places.clear();
  s.classify();
}

void Checker::launchEnds() {
  State &s = *state;
  s.lastExit = {};
  s.forgetLaunch();
  s.program = nullptr;
}

// Its state is made when it is met first, for then its place is known, too.
void Checker::blockBegins(uint64_t) {}

void Checker::blockEnds(uint64_t index) {
  State &s = *state;
  auto it = s.blocks.find(static_cast<uint32_t>(index));
  if (it == s.blocks.end())
    return;
  if (s.clusterBlocks > 1)
    s.checkRemote(*it->second);
  else
    s.checkUnwaited(*it->second);
  it->second->shadow->clear();
  // Who touched its shared memory only need not be known any more; in a cluster others
  // may remember them.
  if (s.clusterBlocks == 1) {
    std::erase_if(s.byMbarrier_, [&](const auto &each) { return each.second.block == it->first; });
    for (uint32_t record : it->second->records)
      if (!s.records[record].isGlobal)
        s.records.release(record);
  }
  s.sharedSync.erase(s.sharedSync.lower_bound({it->first, 0}),
                     s.sharedSync.lower_bound({it->first + 1, 0}));
  s.blocks.erase(it);
  s.lastBlock = nullptr;
}

BlockState &Checker::State::block(uint32_t index) {
  if (lastBlock && lastBlock->index == index)
    return *lastBlock;
  std::unique_ptr<BlockState> &place = blocks[index];
  if (!place) {
    place = std::make_unique<BlockState>();
    BlockState &block = *place;
    block.index = index;
    block.shadow = std::make_unique<Shadow>(sets);
    block.sharedWritten.resize(sharedBytes);
    std::fill(block.sharedWritten.end() - static_cast<ptrdiff_t>(program->reservedSharedBytes),
              block.sharedWritten.end(), 1);
    uint32_t numWarps = (threads + warpSize - 1) / warpSize;
    block.units = numWarps;
    for (uint32_t w = 0; w < numWarps; ++w) {
      block.warps.push_back(std::make_unique<WarpState>());
      WarpState &warp = *block.warps.back();
      warp.block = &block;
      warp.index = w;
      uint32_t count = std::min(warpSize, threads - w * warpSize);
      warp.alive = count == warpSize ? allLanes : (1u << count) - 1;
      warp.records.resize(program->code.size() * 3);
      warp.defined.resize(program->registers.size() / 64);
      if (hasWgmma) {
        warp.writtenAt.resize(warp.defined.size());
        warp.isHeld.resize(warp.defined.size());
      }
    }
  }
  lastBlock = place.get();
  return *place;
}

BlockState &Checker::State::block(const Site &site) {
  if (lastBlock && lastBlock->index == site.blockIndex)
    return *lastBlock;
  BlockState &found = block(static_cast<uint32_t>(site.blockIndex));
  found.cluster = found.index;
  if (const Cluster *cluster = site.state->block->cluster)
    found.cluster = static_cast<uint32_t>(cluster->blocks[0]->index);
  places[found.index] = {site.block[0], site.block[1], site.block[2]};
  return found;
}

WarpState &Checker::State::warp(const Site &site) { return *block(site).warps[site.warp]; }

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void Checker::guarded(const Site &site, uint32_t lanes) {
  State &s = *state;
  WarpState &warp = s.warp(site);
  uint32_t guard = site.inst->guard;
  if (!warp.answers.empty())
    State::readAnswers(warp, guard, lanes);
  if (uint32_t missing = lanes & ~warp.defined[guard / 64]; missing && s.on(Check::Registers))
    s.registerRead(site, guard, missing, "its guard");
}

void Checker::instruction(const Site &site, uint32_t lanes) {
  State &s = *state;
  WarpState &warp = s.warp(site);
  uint16_t fact = s.facts[s.instOf(site)];
  if (!warp.answers.empty())
    s.readAnswers(site, warp, lanes);
  if (s.on(Check::Registers))
    s.registers(site, warp, lanes, fact);
  if (s.hasWgmma && s.on(Check::Wgmma))
    s.wgmmaRegisters(site, warp, lanes, fact);
  if (fact & IsDivision && s.on(Check::Division))
    s.division(site, lanes);
  if (fact & MakesFloats && s.on(Check::Nan))
    s.rememberInputs(site, lanes);
}

void Checker::executed(const Site &site, uint32_t lanes) {
  State &s = *state;
  if (s.on(Check::Nan) && s.facts[s.instOf(site)] & MakesFloats)
    s.results(site, lanes);
}

void Checker::access(const Site &site, const Access &access) {
  State &s = *state;
  if (access.space == Space::Param || access.space == Space::Const)
    return;
  s.initialised(site, access);
  if (access.space == Space::Local)
    return;
  s.races(site, access);
}

// Whoever has memory of the heap knows of those that had it before.
void Checker::heapTaken(uint64_t address, uint64_t bytes) {
  state->memory.add(address, bytes);
  state->global.forget(address, bytes);
}

void Checker::heapFreed(uint64_t address) { state->memory.remove(address); }

void Checker::fence(const Site &site, uint32_t lanes, FenceKind kind, Order, Scope scope) {
  state->fence(site, lanes, kind, scope);
}

void Checker::exited(const Site &site, uint32_t lanes) {
  State &s = *state;
  s.checkPending(site, lanes);
  s.lastExit = site;
  WarpState &warp = s.warp(site);
  View view = s.released(warp, lanes);
  warp.alive &= ~lanes;
  // An end counts as an arrival at all barriers.
  warp.block->exited.join(view);
}

void Checker::barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool) {
  State &s = *state;
  WarpState &warp = s.warp(site);
  NamedBarrier &barrier = warp.block->barriers[id & 15];
  s.collect(warp, lanes, barrier.relayed);
  barrier.arrived.join(s.released(warp, lanes));
}

void Checker::barrier(const Site &site, uint32_t id) {
  BlockState &block = state->block(site);
  NamedBarrier &barrier = block.barriers[id & 15];
  // A barrier of a number of threads counts only those that come.
  if (state->program->operands[site.inst->first + 1] == noSlot)
    barrier.arrived.join(block.exited);
  barrier.done = std::move(barrier.arrived);
  barrier.arrived = View();
  barrier.relayedOn = std::move(barrier.relayed);
  barrier.relayed = Relay();
}

void Checker::barrierLeft(const Site &site, uint32_t id, uint32_t lanes) {
  WarpState &warp = state->warp(site);
  NamedBarrier &barrier = warp.block->barriers[id & 15];
  State::setView(warp, lanes, barrier.done);
  State::handOn(warp, lanes, barrier.relayedOn);
}

void Checker::clusterArrive(const Site &site, uint32_t lanes, bool released) {
  State &s = *state;
  WarpState &warp = s.warp(site);
  ClusterState &cluster = s.clusters[warp.block->cluster];
  View view = released ? s.released(warp, lanes) : View();
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l)) {
      uint32_t phase = warp.lanes[l].clusterPhase++;
      cluster.phases[phase].join(view);
      cluster.phases.erase(cluster.phases.begin(),
                           cluster.phases.lower_bound(phase > 3 ? phase - 3 : 0));
    }
}

void Checker::clusterWait(const Site &site, uint32_t lanes, bool acquired) {
  State &s = *state;
  WarpState &warp = s.warp(site);
  if (!acquired)
    return;
  ClusterState &cluster = s.clusters[warp.block->cluster];
  for (uint32_t left = lanes; left;) {
    uint32_t phase = warp.lanes[firstLane(left)].clusterPhase, same = 0;
    for (uint32_t l = 0; l < warpSize; ++l)
      same |= static_cast<uint32_t>(has(left, l) && warp.lanes[l].clusterPhase == phase) << l;
    left &= ~same;
    View view = cluster.phases[phase - 1];
    const Cluster &members = *site.state->block->cluster;
    for (uint32_t b = 0; b < members.numBlocks; ++b)
      view.join(s.block(static_cast<uint32_t>(members.blocks[b]->index)).exited);
    State::join(warp, same, view);
  }
}

void Checker::warpSync(const Site &site, uint32_t lanes) {
  State &s = *state;
  uint16_t fact = s.facts[s.instOf(site)];
  // What exchanges values is relied upon to order memory, too; `mma` and its like are not.
  if (!(fact & BringsTogether))
    return;
  WarpState &warp = s.warp(site);
  Relay relay;
  s.collect(warp, lanes, relay);
  State::setView(warp, lanes, s.released(warp, lanes));
  State::handOn(warp, lanes, relay);
}

void Checker::shuffled(const Site &site, uint32_t, uint32_t strays) {
  state->shuffled(site, strays);
}

void Checker::mbarrier(const Site &site, const MbarrierEvent &event) {
  state->mbarrier(site, event);
}
void Checker::asyncIssued(const Site &site, const AsyncOperation &operation) {
  state->issue(site, operation);
}
void Checker::asyncRead(AsyncId) {}
void Checker::asyncDone(AsyncId id) { state->done(id); }
void Checker::asyncCommit(const Site &site, AsyncKind kind, uint32_t lanes) {
  state->committed(site, kind, lanes);
}
void Checker::asyncArrive(const Site &site, uint32_t lanes, uint64_t mbarrier, uint64_t owner) {
  state->arriveLater(site, lanes, static_cast<uint32_t>(owner), mbarrier);
}
void Checker::asyncWait(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left,
                        bool readOnly) {
  state->waited(site, kind, lanes, left, readOnly);
}
