// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies and the matrix instructions.
#include "Decoder.h"
#include "MemoryAccess.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

bool Decoder::decodeMatrixCopy() {
  bool load = mnemonic.base() == "ldmatrix";
  static constexpr const char *counts[] = {"x1", "x2", "x4"};
  bool form = mnemonic.take("sync") && mnemonic.take("aligned") && mnemonic.take("m8n8");
  int index = mnemonic.takeOneOf(counts);
  bool transposed = mnemonic.take("trans");
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  if (!form || index < 0 || mnemonic.takeType() != Type::B16 ||
      (space != Space::Generic && space != Space::Shared))
    return unsupported();
  unsigned count = 1u << index;
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(load ? 0 : 1));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers, got " +
                std::to_string(elements.size()));
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (load ? !dest(*each, Type::B32, slot) : !source(*each, Type::B32, slot))
      return false;
    slots.push_back(slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(load ? 1 : 0), space, slot, offset, addressBytes))
    return false;
  slots.push_back(slot);
  Inst &inst = emit(&runSync);
  inst.second = load ? &runLdmatrix : &runStmatrix;
  inst.target = noSlot;
  inst.aligned = true;
  inst.count = static_cast<uint8_t>(count);
  inst.option = transposed;
  placeAccess(inst, space, offset, addressBytes, dynamicSymbol);
  return true;
}

bool Decoder::decodeMma() {
  static constexpr const char *sizes[] = {"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32"};
  bool form = mnemonic.take("sync") && mnemonic.take("aligned");
  int size = mnemonic.takeOneOf(sizes);
  form = form && mnemonic.take("row") && mnemonic.take("col");
  std::optional<Type> d = mnemonic.takeType(), a = mnemonic.takeType(), b = mnemonic.takeType(),
                      c = mnemonic.takeType();
  if (!form || size < 0 || !c || a != b || d != c)
    return unsupported();
  unsigned k = 4u << size;
  int shape = findMmaShape(16, 8, k, *a, *d);
  if (shape < 0)
    return unsupported();
  unsigned numA = fragmentRegisters(16 * k, *a), numB = fragmentRegisters(8 * k, *a);
  unsigned numC = *d == Type::F16 ? 2 : 4;
  if (!expectOperands(4, 4))
    return false;
  unsigned counts[] = {numC, numA, numB, numC};
  for (unsigned i = 0; i < 4; ++i) {
    std::vector<const ast::Operand *> elements = elementsOf(*operand(i));
    if (elements.size() != counts[i])
      return fail("operand " + std::to_string(i + 1) + " needs " + std::to_string(counts[i]) +
                  " registers, got " + std::to_string(elements.size()));
    for (const ast::Operand *each : elements) {
      uint32_t slot;
      if (i == 0 ? !dest(*each, Type::B32, slot) : !source(*each, Type::B32, slot))
        return false;
      slots.push_back(slot);
    }
  }
  Inst &inst = emit(&runSync);
  inst.second = laneOps().mma;
  inst.target = noSlot;
  inst.aligned = true;
  inst.option = static_cast<uint8_t>(shape);
  return true;
}

/// cp.async and its groups; `cp.async.bulk` is refused by the modifiers left over.
bool Decoder::decodeCp() {
  if (!mnemonic.take("async"))
    return unsupported();
  if (mnemonic.take("commit_group"))
    return expectOperands(0, 0) && emitChecked(&runCommitGroup);
  if (mnemonic.take("wait_all"))
    return expectOperands(0, 0) && emitChecked(&runWaitGroup); // until none is open
  if (mnemonic.take("wait_group")) {
    int64_t groups;
    if (!expectOperands(1, 1) || !integerConstant(0, groups, 0, INT32_MAX))
      return false;
    emit(&runWaitGroup).imm = groups;
    return true;
  }
  static constexpr const char *caches[] = {"ca", "cg"}, *destinations[] = {"shared", "shared::cta"};
  int cache = mnemonic.takeOneOf(caches);
  if (cache < 0 || mnemonic.takeOneOf(destinations) < 0 || !mnemonic.take("global"))
    return unsupported();
  static constexpr const char *prefetches[] = {"L2::64B", "L2::128B", "L2::256B"};
  mnemonic.takeOneOf(prefetches);
  int64_t bytes;
  if (!expectOperands(3, 4) || !integerConstant(2, bytes, 4, 16))
    return false;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || (cache == 1 && bytes != 16))
    return fail("expected a copy of " + std::string(cache == 1 ? "16" : "4, 8 or 16") +
                " bytes, got " + std::to_string(bytes));
  Space shared = Space::Shared, global = Space::Global;
  uint32_t to, from, size = noSlot;
  int64_t toOffset, fromOffset;
  uint8_t toBytes, fromBytes;
  if (!address(*operand(0), shared, to, toOffset, toBytes))
    return false;
  bool toDynamic = dynamicSymbol;
  if (!address(*operand(1), global, from, fromOffset, fromBytes))
    return false;
  if (item->instruction.operands.size() == 4 && !source(*operand(3), Type::B32, size))
    return false;
  if (from == noSlot || fromBytes != 8 || fromOffset != static_cast<int32_t>(fromOffset))
    return fail("the source must be a register of 64 bits, with an offset of 32 bits at most");
  if (to != noSlot && toBytes == 4) { // one size for both addresses
    uint32_t wide = allocate(size_t{32} * 8);
    Form form;
    form.type = Type::U64;
    form.from = Type::U32;
    slots = {wide, to};
    if (!emitChecked(laneOps().convert(form, 4, 8)))
      return false;
    to = wide;
  }
  slots = {to, from, size};
  Inst &inst = emit(&runCopyAsync);
  inst.bytes = static_cast<uint8_t>(bytes);
  inst.imm = toOffset;
  inst.target = static_cast<uint32_t>(static_cast<int32_t>(fromOffset));
  if (toDynamic)
    dynamicInsts.push_back(program->code.size() - 1);
  return true;
}
