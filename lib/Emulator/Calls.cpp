// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call copies arguments lane by lane, as lanes may be in different calls; the way back
// the results. Registers are saved for a function that may be active already.
#include "Calls.h"

#include "Text.h"

#include "Block.h"

#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

namespace {

size_t alignUp(size_t value, size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

bool fail(Warp &w, uint32_t lane, const std::string &text) {
  w.block->faultText = text;
  w.fault = {Fault::Kind::Other, Space::Generic, lane, 0, 0, w.block->faultText.c_str()};
  return false;
}

uint8_t *localPointer(Warp &w, const Place &place, uint32_t lane) {
  uint64_t base = place.base == noSlot ? 0 : w.at<uint64_t>(place.base)[lane];
  return w.local + w.localBytes * lane + base + place.at;
}

/// A predicate counts as a byte.
size_t savedBytes(uint32_t bytes) { return bytes ? bytes : 1; }

void readRegister(Warp &w, uint32_t slot, uint32_t bytes, uint32_t lane, uint8_t *to) {
  if (bytes == 0)
    *to = has(w.predicate(slot), lane);
  else
    std::memcpy(to, w.registers + slot + size_t{bytes} * lane, bytes);
}

void writeRegister(Warp &w, uint32_t slot, uint32_t bytes, uint32_t lane, const uint8_t *from) {
  if (bytes != 0) {
    std::memcpy(w.registers + slot + size_t{bytes} * lane, from, bytes);
    return;
  }
  uint32_t &word = w.predicate(slot);
  word = (word & ~(1u << lane)) | static_cast<uint32_t>(*from & 1) << lane;
}

/// The values of a lane's arguments or results, one after another.
void gather(Warp &w, const std::vector<Place> &places, uint32_t lane, std::vector<uint8_t> &bytes) {
  bytes.clear();
  for (const Place &place : places) {
    size_t at = bytes.size();
    bytes.resize(at + savedBytes(place.bytes));
    if (place.inRegister)
      readRegister(w, place.at, place.bytes, lane, bytes.data() + at);
    else
      std::memcpy(bytes.data() + at, localPointer(w, place, lane), place.bytes);
  }
}

void scatter(Warp &w, const std::vector<Place> &places, uint32_t lane,
             const std::vector<uint8_t> &bytes) {
  size_t at = 0;
  for (const Place &place : places) {
    if (place.at != noSlot && place.inRegister)
      writeRegister(w, place.at, place.bytes, lane, bytes.data() + at);
    else if (place.at != noSlot)
      std::memcpy(localPointer(w, place, lane), bytes.data() + at, place.bytes);
    at += savedBytes(place.bytes);
  }
}

void save(Warp &w, const DeviceFunction &function, uint32_t lane, std::vector<uint8_t> &saved) {
  auto push = [&](uint32_t slot, uint32_t bytes) {
    size_t at = saved.size();
    saved.resize(at + savedBytes(bytes));
    readRegister(w, slot, bytes, lane, saved.data() + at);
  };
  push(function.base, 8);
  for (const RegisterUse &use : function.registers)
    push(use.slot, use.bytes);
}

void restore(Warp &w, const DeviceFunction &function, uint32_t lane, std::vector<uint8_t> &saved) {
  auto pop = [&](uint32_t slot, uint32_t bytes) {
    size_t at = saved.size() - savedBytes(bytes);
    writeRegister(w, slot, bytes, lane, saved.data() + at);
    saved.resize(at);
  };
  for (size_t i = function.registers.size(); i-- > 0;)
    pop(function.registers[i].slot, function.registers[i].bytes);
  pop(function.base, 8);
}

bool sameSizes(const std::vector<Place> &a, const std::vector<Place> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i].bytes != b[i].bytes && a[i].at != noSlot)
      return false;
  return true;
}

/// The function that a lane calls by address, or `noFunction` after a fault.
uint32_t calledFunction(Warp &w, const Inst &inst, const Call &call, uint32_t lane) {
  const Program &program = *w.block->program;
  uint64_t address = w.lanes<uint64_t>(inst, 0)[lane];
  uint64_t number = (address - functionWindow) / functionStride - 1;
  if (address % functionStride || address < functionWindow ||
      number >= program.functionNumbers.size()) {
    fail(w, lane, "calls address " + hex(address) + ", where no function is");
    return noFunction;
  }
  uint32_t index = program.functionNumbers[number];
  if (index == noFunction || !sameSizes(call.arguments, program.functions[index].parameters) ||
      !sameSizes(call.results, program.functions[index].results)) {
    fail(w, lane,
         "calls function '" + program.module->functions[number] +
             "', which has other parameters or results than the call, or no body");
    return noFunction;
  }
  return index;
}

} // namespace

void CallStack::clear(uint32_t top) {
  for (Lane &lane : lanes) {
    lane.top = top;
    lane.frames.clear();
    lane.saved.clear();
  }
}

bool emulator::enterFunction(Warp &w, const Inst &inst, uint32_t lanes) {
  const Program &program = *w.block->program;
  const Call &call = program.calls[inst.target];
  std::vector<uint8_t> values;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    uint32_t index = call.function;
    if (index == noFunction && (index = calledFunction(w, inst, call, l)) == noFunction)
      return false;
    const DeviceFunction &function = program.functions[index];
    CallStack::Lane &stack = w.calls->lanes[l];
    size_t base = alignUp(stack.top, function.alignment);
    if (base > w.localBytes || w.localBytes - base < function.frameBytes)
      return fail(w, l,
                  "has no stack left: a call of '" + function.name + "' at depth " +
                      std::to_string(stack.frames.size() + 1) + " needs " +
                      std::to_string(function.frameBytes) + " bytes, of " +
                      std::to_string(w.localBytes) + " are used " + std::to_string(base));
    gather(w, call.arguments, l, values);
    if (function.reentrant)
      save(w, function, l, stack.saved);
    stack.frames.push_back({w.pcs[l], index, stack.top});
    stack.top = static_cast<uint32_t>(base) + function.frameBytes;
    w.at<uint64_t>(function.base)[l] = base;
    scatter(w, function.parameters, l, values);
    w.pcs[l] = function.entry;
  }
  return true;
}

/// Each lane to its own caller.
bool emulator::leaveFunction(Warp &w, const Inst &, uint32_t lanes) {
  const Program &program = *w.block->program;
  std::vector<uint8_t> values;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    CallStack::Lane &stack = w.calls->lanes[l];
    CallStack::Frame frame = stack.frames.back();
    const DeviceFunction &function = program.functions[frame.function];
    const Call &call = program.calls[program.code[frame.returnPc - 1].target];
    gather(w, function.results, l, values);
    if (function.reentrant)
      restore(w, function, l, stack.saved);
    stack.frames.pop_back();
    stack.top = frame.top;
    scatter(w, call.results, l, values);
    w.pcs[l] = frame.returnPc;
  }
  return true;
}

uint32_t emulator::deepestLanes(const CallStack &calls, uint32_t lanes) {
  size_t depth = 0;
  uint32_t deepest = 0;
  for (uint32_t l = 0; l < warpSize; ++l) {
    size_t here = calls.lanes[l].frames.size();
    if (!has(lanes, l) || (deepest && here < depth))
      continue;
    deepest = (here == depth ? deepest : 0) | 1u << l;
    depth = here;
  }
  return deepest;
}

std::string emulator::sourceOf(const Warp &w, const Inst &inst, uint32_t lane) {
  const Program &program = *w.block->program;
  std::string source = program.sourceOf(inst);
  if (!w.calls)
    return source;
  const std::vector<CallStack::Frame> &frames = w.calls->lanes[lane].frames;
  for (size_t i = frames.size(); source.empty() && i-- > 0;)
    source = program.sourceOf(program.code[frames[i].returnPc - 1]);
  return source;
}

uint64_t emulator::readPlace(Warp &w, const Place &place, uint32_t lane) {
  uint64_t value = 0;
  uint8_t *bytes = reinterpret_cast<uint8_t *>(&value);
  if (place.inRegister)
    readRegister(w, place.at, place.bytes, lane, bytes);
  else
    std::memcpy(bytes, localPointer(w, place, lane), place.bytes);
  return value;
}

void emulator::writePlace(Warp &w, const Place &place, uint32_t lane, uint64_t value) {
  if (place.at == noSlot)
    return;
  const uint8_t *bytes = reinterpret_cast<const uint8_t *>(&value);
  if (place.inRegister)
    writeRegister(w, place.at, place.bytes, lane, bytes);
  else
    std::memcpy(localPointer(w, place, lane), bytes, place.bytes);
}

//===----------------------------------------------------------------------===//
// Memory on the stack
//===----------------------------------------------------------------------===//

Flow emulator::runAlloca(Warp &w, const Inst &i, uint32_t lanes) {
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    uint32_t &top = w.calls->lanes[l].top;
    size_t base = alignUp(top, static_cast<size_t>(i.imm));
    uint64_t size = readLane(w, w.slot(i, 1), i.bytes, l);
    if (base > w.localBytes || w.localBytes - base < size) {
      fail(w, l,
           "has no stack left: 'alloca' of " + std::to_string(size) + " bytes, of " +
               std::to_string(w.localBytes) + " are used " + std::to_string(base));
      return Flow::Fault;
    }
    top = static_cast<uint32_t>(base + size);
    writeLane(w, w.slot(i, 0), i.bytes, l, base);
  }
  return Flow::Next;
}

Flow emulator::runStackSave(Warp &w, const Inst &i, uint32_t lanes) {
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l))
      writeLane(w, w.slot(i, 0), i.bytes, l, w.calls->lanes[l].top);
  return Flow::Next;
}

/// Back to what `stacksave` gave: not above the top, nor into the frames of callers.
Flow emulator::runStackRestore(Warp &w, const Inst &i, uint32_t lanes) {
  const Program &program = *w.block->program;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    CallStack::Lane &stack = w.calls->lanes[l];
    uint64_t least = program.kernelLocalBytes;
    if (!stack.frames.empty()) {
      const DeviceFunction &function = program.functions[stack.frames.back().function];
      least = w.at<uint64_t>(function.base)[l] + function.frameBytes;
    }
    uint64_t to = readLane(w, w.slot(i, 0), i.bytes, l);
    if (to < least || to > stack.top) {
      fail(w, l, "restores the stack to " + hex(to) + ", which 'stacksave' did not give");
      return Flow::Fault;
    }
    stack.top = static_cast<uint32_t>(to);
  }
  return Flow::Next;
}
