// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function runs for one lane after another, in their order.
#include "Library.h"

#include "Block.h"
#include "Calls.h"

#include <cstdio>
#include <cstring>

using namespace halftone;
using namespace halftone::emulator;

/// Longest format, message or string that is read.
static constexpr size_t maxString = size_t{1} << 20;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

const uint8_t *LaneReader::find(uint64_t address, uint32_t bytes, Space &space) {
  Block &block = *warp.block;
  auto inside = [&](const uint8_t *memory, size_t size, uint64_t offset) {
    return offset <= size && size - offset >= bytes ? memory + offset : nullptr;
  };
  if (address - sharedWindow < windowBytes) {
    space = Space::Shared;
    uint64_t rank = (address >> 24) & 0xff;
    if (rank > block.cluster->numBlocks)
      return nullptr;
    const Block &owner = rank ? *block.cluster->blocks[rank - 1] : block;
    return inside(owner.shared, owner.sharedBytes, address & 0xffffff);
  }
  if (address - localWindow < windowBytes) {
    space = Space::Local;
    return inside(warp.local + warp.localBytes * lane, warp.localBytes, address - localWindow);
  }
  if (address - paramWindow < windowBytes) {
    space = Space::Param;
    return inside(block.parameters, block.program->parameterBytes, address - paramWindow);
  }
  space = Space::Global;
  const uint8_t *pointer = reinterpret_cast<const uint8_t *>(static_cast<uintptr_t>(address));
  if (const Memory::Range *range = block.memory->find(address))
    return range->end - address >= bytes ? pointer : nullptr;
  const ModuleData::Variable *variable = block.program->module->holding(address);
  return variable && variable->address + variable->bytes - address >= bytes ? pointer : nullptr;
}

bool LaneReader::read(uint64_t address, void *to, uint32_t bytes) {
  Space space;
  const uint8_t *from = find(address, bytes, space);
  if (!from) {
    warp.fault = {Fault::Kind::OutOfBounds, space, lane, bytes, address, nullptr};
    return false;
  }
  std::memcpy(to, from, bytes);
  return true;
}

bool LaneReader::readString(uint64_t address, std::string &text, size_t most) {
  text.clear();
  for (char c = 0; text.size() < most; text += c)
    if (!read(address + text.size(), &c, 1))
      return false;
    else if (c == 0)
      break;
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

const Call &callOf(Warp &w, const Inst &i) { return w.block->program->calls[i.target]; }

Flow fail(Warp &w, uint32_t lane, const std::string &text) {
  w.block->faultText = text;
  w.fault = {Fault::Kind::Other, Space::Generic, lane, 0, 0, w.block->faultText.c_str()};
  return Flow::Fault;
}

/// vprintf(format, arguments) gives the number of arguments, -1 for no format.
Flow runPrintf(Warp &w, const Inst &i, uint32_t lanes) {
  const Call &call = callOf(w, i);
  std::string format, text;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(lanes, l))
      continue;
    LaneReader reader(w, l);
    uint64_t address = readPlace(w, call.arguments[0], l);
    int32_t count = -1;
    if (address) {
      if (!reader.readString(address, format, maxString) ||
          !formatText(reader, format, readPlace(w, call.arguments[1], l), text, count))
        return Flow::Fault;
      if (w.block->options->print)
        w.block->options->print(text);
      else
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
    writePlace(w, call.results[0], l, static_cast<uint32_t>(count));
  }
  if (!w.block->options->print)
    std::fflush(stdout);
  return Flow::Next;
}

/// __assertfail(message, file, line, function, bytes of a character)
Flow runAssertFail(Warp &w, const Inst &i, uint32_t lanes) {
  const Call &call = callOf(w, i);
  uint32_t lane = firstLane(lanes);
  LaneReader reader(w, lane);
  std::string texts[3];
  static constexpr size_t places[] = {0, 1, 3};
  for (size_t t = 0; t < 3; ++t)
    if (uint64_t address = readPlace(w, call.arguments[places[t]], lane);
        address && !reader.readString(address, texts[t], maxString))
      return Flow::Fault;
  return fail(w, lane,
              "failed the assertion '" + texts[0] + "' of " + texts[2] + ", " + texts[1] + ":" +
                  std::to_string(readPlace(w, call.arguments[2], lane)));
}

Flow runMalloc(Warp &w, const Inst &i, uint32_t lanes) {
  const Call &call = callOf(w, i);
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(lanes, l)) {
      uint64_t bytes = readPlace(w, call.arguments[0], l);
      void *memory = w.block->memory->allocateOnDevice(bytes);
      if (memory && w.block->observer)
        w.block->observer->heapTaken(reinterpret_cast<uintptr_t>(memory), bytes);
      writePlace(w, call.results[0], l, reinterpret_cast<uintptr_t>(memory));
    }
  return Flow::Next;
}

/// Nobody of the cluster may take memory that is gone for memory that it knows.
void forgetRanges(Block &block) {
  for (uint32_t b = 0; b < block.cluster->numBlocks; ++b)
    for (uint32_t i = 0; i < block.cluster->blocks[b]->numWarps; ++i) {
      Warp &warp = block.cluster->blocks[b]->warps[i];
      warp.rangeBegin = warp.rangeEnd = warp.olderBegin = warp.olderEnd = 0;
    }
}

Flow runFree(Warp &w, const Inst &i, uint32_t lanes) {
  const Call &call = callOf(w, i);
  for (uint32_t l = 0; l < warpSize; ++l) {
    uint64_t address = has(lanes, l) ? readPlace(w, call.arguments[0], l) : 0;
    if (address && !w.block->memory->freeOnDevice(address))
      return fail(w, l, "frees an address that 'malloc' did not give, or has freed it before");
    if (address && w.block->observer)
      w.block->observer->heapFreed(address);
  }
  forgetRanges(*w.block);
  return Flow::Next;
}

} // namespace

const LibraryFunction *emulator::findLibraryFunction(std::string_view name) {
  static const LibraryFunction functions[] = {
      {"vprintf", &runPrintf, {8, 8}, {4}, true},
      {"__assertfail", &runAssertFail, {8, 8, 4, 8, 8}, {}, false},
      {"malloc", &runMalloc, {8}, {8}, true},
      {"free", &runFree, {8}, {}, true}};
  for (const LibraryFunction &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}
