// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, atomics and fences.
#include "Decoder.h"
#include "MemoryAccess.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

std::optional<Space> Mnemonic::takeSpace() {
  static constexpr const char *names[] = {"global", "shared", "shared::cta",  "local",
                                          "const",  "param",  "param::entry", "param::func"};
  static constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Shared, Space::Local,
                                     Space::Const,  Space::Param,  Space::Param,  Space::Param};
  int index = takeOneOf(names);
  if (index < 0)
    return std::nullopt;
  return spaces[index];
}

std::vector<const ast::Operand *> Decoder::elementsOf(const ast::Operand &operand) {
  std::vector<const ast::Operand *> elements;
  if (operand.kind == Kind::Vector)
    for (const ast::Operand &each : operand.elements)
      elements.push_back(&each);
  else
    elements.push_back(&operand);
  return elements;
}

/// Order and scope, which a warp at a time in program order satisfies, and hints.
/// True if an order other than weak is asked for.
static bool takeHints(Mnemonic &mnemonic) {
  bool ordered = mnemonic.take("volatile");
  for (const char *order : {"relaxed", "acquire", "mmio"})
    ordered |= mnemonic.take(order);
  static constexpr const char *hints[] = {"weak",
                                          "release",
                                          "acq_rel",
                                          "cta",
                                          "cluster",
                                          "gpu",
                                          "sys",
                                          "nc",
                                          "ca",
                                          "cg",
                                          "cs",
                                          "cv",
                                          "lu",
                                          "wb",
                                          "wt",
                                          "noftz",
                                          "L1::evict_normal",
                                          "L1::evict_unchanged",
                                          "L1::evict_first",
                                          "L1::evict_last",
                                          "L1::no_allocate",
                                          "L2::evict_normal",
                                          "L2::evict_first",
                                          "L2::evict_last",
                                          "L2::64B",
                                          "L2::128B",
                                          "L2::256B"};
  while (mnemonic.takeOneOf(hints) >= 0)
    ;
  return ordered;
}

bool Decoder::accessModifiers(Space &space, unsigned &count) {
  static constexpr const char *vectors[] = {"v2", "v4", "v8"};
  bool ordered = takeHints(mnemonic);
  space = mnemonic.takeSpace().value_or(Space::Generic);
  int vector = mnemonic.takeOneOf(vectors);
  count = vector < 0 ? 1 : 2u << vector;
  return ordered;
}

void Decoder::placeAccess(Inst &inst, Space space, int64_t offset, uint8_t addressBytes,
                          bool isDynamic) {
  inst.space = space;
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (isDynamic)
    dynamicInsts.push_back(program->code.size() - 1);
}

bool Decoder::decodeLoad() {
  Space space;
  unsigned count;
  bool ordered = accessModifiers(space, count);
  std::optional<Type> type = mnemonic.takeType();
  if (!type || byteSize(*type) == 0 || byteSize(*type) * count > 32)
    return fail("expected a type");
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(0));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers, got " +
                std::to_string(elements.size()));
  unsigned bytes = 0;
  for (const ast::Operand *each : elements) {
    Register target;
    if (each->kind != Kind::Sink && !anyRegister(*each, target))
      return false;
    if (bytes && target.bytes() && target.bytes() != bytes)
      return fail("the registers have different sizes");
    bytes = target.bytes() ? target.bytes() : bytes;
    slots.push_back(target.slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(1), space, slot, offset, addressBytes))
    return false;
  slots.push_back(slot);
  Handler handler = selectLoad(*type, bytes ? bytes : std::max(byteSize(*type), 2u));
  if (!handler)
    return fail("a register is narrower than its type");
  Inst &inst = emit(handler);
  inst.polls = ordered;
  inst.count = static_cast<uint8_t>(count);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  placeAccess(inst, space, offset, addressBytes, dynamicSymbol);
  return true;
}

bool Decoder::decodeStore() {
  Space space;
  unsigned count;
  accessModifiers(space, count);
  std::optional<Type> type = mnemonic.takeType();
  if (!type || byteSize(*type) == 0 || byteSize(*type) * count > 32)
    return fail("expected a type");
  if (space == Space::Const)
    return fail("constant memory is read only");
  if (!expectOperands(2, 2))
    return false;
  std::vector<const ast::Operand *> elements = elementsOf(*operand(1));
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " values, got " +
                std::to_string(elements.size()));
  // Constants take the size of the registers beside them.
  unsigned bytes = 0;
  for (const ast::Operand *each : elements) {
    Register from;
    if (each->kind != Kind::Name || special(each->name, 4))
      continue;
    if (!anyRegister(*each, from))
      return false;
    if (bytes && from.bytes() != bytes)
      return fail("the registers have different sizes");
    bytes = from.bytes();
  }
  if (!bytes)
    bytes = std::max(byteSize(*type), 2u);
  // As bits, so that an integer may stand for a float's pattern.
  Type asBits = bytes == 2 ? Type::B16 : bytes == 4 ? Type::B32 : Type::B64;
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (!source(*each, asBits, slot))
      return false;
    slots.push_back(slot);
  }
  uint32_t slot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(0), space, slot, offset, addressBytes))
    return false;
  if (space == Space::Param && inEntry)
    return fail("a kernel's parameters are read only");
  slots.push_back(slot);
  Handler handler = selectStore(*type, bytes);
  if (!handler)
    return fail("a register is narrower than its type");
  Inst &inst = emit(handler);
  inst.count = static_cast<uint8_t>(count);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  placeAccess(inst, space, offset, addressBytes, dynamicSymbol);
  return true;
}

bool Decoder::decodeAtomic() {
  static constexpr const char *names[] = {"add", "min",  "max", "and", "or",
                                          "xor", "exch", "cas", "inc", "dec"};
  bool reduction = mnemonic.base() == "red";
  takeHints(mnemonic);
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  int op = mnemonic.takeOneOf(names);
  std::optional<Type> type = mnemonic.takeType();
  if (op < 0 || !type ||
      (space != Space::Generic && space != Space::Global && space != Space::Shared))
    return unsupported();
  Handler handler = selectAtomic(static_cast<Atomic>(op), *type);
  if (!handler)
    return unsupported();
  bool swap = static_cast<Atomic>(op) == Atomic::Cas;
  size_t at = reduction ? 0 : 1, count = at + (swap ? 3 : 2);
  if (!expectOperands(count, count))
    return false;
  uint32_t target = noSlot, slot;
  int64_t offset;
  uint8_t addressBytes;
  if ((!reduction && !destOrSink(*operand(0), *type, target)) ||
      !address(*operand(at), space, slot, offset, addressBytes))
    return false;
  bool atDynamic = dynamicSymbol;
  slots = {target, slot};
  if (!source(at + 1, *type) || (swap && !source(at + 2, *type)))
    return false;

  // Blocks may run in any order only if it cannot show: nobody sees the old value,
  // and the operation commutes exactly.
  Atomic which = static_cast<Atomic>(op);
  bool commutes = isInteger(*type) && which != Atomic::Exch && which != Atomic::Cas &&
                  which != Atomic::Inc && which != Atomic::Dec;
  if (space != Space::Shared && (target != noSlot || !commutes))
    program->orderedAtomics = true;
  Inst &inst = emit(handler);
  inst.bytes = static_cast<uint8_t>(byteSize(*type));
  placeAccess(inst, space, offset, addressBytes, atDynamic);
  return true;
}

bool Decoder::decodeNothing() {
  // Fences: a warp at a time sees memory in program order. Hints: nothing to hint.
  std::string_view base = mnemonic.base();
  static constexpr const char *words[] = {"cta",
                                          "gl",
                                          "sys",
                                          "gpu",
                                          "cluster",
                                          "sc",
                                          "acq_rel",
                                          "acquire",
                                          "release",
                                          "proxy",
                                          "alias",
                                          "async",
                                          "async.global",
                                          "async.shared::cta",
                                          "global",
                                          "shared::cta",
                                          "L1",
                                          "L2",
                                          "L2::evict_last",
                                          "L2::evict_normal",
                                          "local",
                                          "u32",
                                          "mbarrier_init"};
  while (mnemonic.takeOneOf(words) >= 0)
    ;
  bool hasOperand = base == "prefetch" || base == "prefetchu" || base == "nanosleep";
  if (!expectOperands(hasOperand, hasOperand))
    return false;
  emit(&runNothing);
  return true;
}
