// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies of threads: cp.async, its groups, and its arrival on an mbarrier.
#include "Decoder.h"
#include "MemoryAccess.h"

using namespace halftone;
using namespace halftone::emulator;

/// The operand that `.L2::cache_hint` announces comes last; it must be there and may be
/// anything. Sets `count` to how many come before it.
bool Decoder::takeCachePolicy(size_t &count) {
  count = item->instruction.operands.size();
  if (!mnemonic.take("L2::cache_hint"))
    return true;
  uint32_t policy;
  if (count == 0)
    return fail("expected a cache policy");
  return source(*operand(--count), Type::B64, policy);
}

/// An address whose offset is given beside it: one that does not fit 32 bits becomes
/// part of a constant, as those of variables do.
bool Decoder::smallOffset(uint32_t &slot, int64_t &offset) {
  if (slot == noSlot) {
    slot = constant(static_cast<uint64_t>(offset), 8);
    offset = 0;
  }
  return offset == static_cast<int32_t>(offset) || fail("the offset has more than 32 bits");
}

bool Decoder::decodeCopyArrive() {
  bool noIncrement = mnemonic.take("noinc");
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  if (!mnemonic.take("arrive") || mnemonic.takeType() != Type::B64 ||
      (space != Space::Generic && space != Space::Shared))
    return unsupported();
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!expectOperands(1, 1) || !address(*operand(0), space, slot, offset, addressBytes))
    return false;
  slots = {slot};
  Inst &inst = emit(&runCopyArrive);
  inst.option = noIncrement;
  placeAccess(inst, space, offset, addressBytes, dynamicSymbol);
  return true;
}

bool Decoder::decodeCp() {
  if (mnemonic.take("reduce"))
    return decodeBulk(/*reduces=*/true);
  if (!mnemonic.take("async"))
    return unsupported();
  if (mnemonic.take("bulk"))
    return decodeBulk(/*reduces=*/false);
  if (mnemonic.take("mbarrier"))
    return decodeCopyArrive();
  if (mnemonic.take("commit_group"))
    return expectOperands(0, 0) && emitChecked(&runCommitGroup);
  if (mnemonic.take("wait_all"))
    return expectOperands(0, 0) && emitChecked(&runWaitAll);
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
  size_t count;
  if (!expectOperands(3, 5) || !takeCachePolicy(count) || !integerConstant(2, bytes, 4, 16))
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
  if (!address(*operand(1), global, from, fromOffset, fromBytes) || !smallOffset(from, fromOffset))
    return false;
  if (fromBytes != 8)
    return fail("expected a register of 64 bits for the source");
  // Bytes of the source, or whether to ignore it.
  bool ignore = count == 4 && isPredicate(*operand(3));
  if (count > 4)
    return fail("expected 4 operands, got " + std::to_string(count));
  if (count == 4 && !source(*operand(3), ignore ? Type::Pred : Type::B32, size))
    return false;
  slots = {to, from, size};
  Inst &inst = emit(&runCopyAsync);
  inst.bytes = static_cast<uint8_t>(bytes);
  inst.target = static_cast<uint32_t>(static_cast<int32_t>(fromOffset));
  inst.option = ignore;
  placeAccess(inst, Space::Shared, toOffset, toBytes, toDynamic);
  return true;
}

/// A predicate register, or `true` or `false` as a constant would be no size.
bool Decoder::isPredicate(const ast::Operand &operand) {
  if (operand.kind != ast::Operand::Kind::Name)
    return false;
  std::optional<Symbol> symbol = find(operand.name);
  return symbol && symbol->kind == Symbol::Kind::Register && symbol->reg.type == Type::Pred;
}
