// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and atomics.
#include "Decoder.h"
#include "MemoryOps.h"
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

/// Caches and prefetches, which nothing here has.
static void takeCacheHints(Mnemonic &mnemonic) {
  static constexpr const char *hints[] = {"nc",
                                          "ca",
                                          "cg",
                                          "cs",
                                          "cv",
                                          "lu",
                                          "wb",
                                          "wt",
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
}

/// What loads and stores have before their type.
bool Decoder::accessModifiers(AccessForm &form, bool isLoad) {
  static constexpr const char *vectors[] = {"v2", "v4", "v8"};
  takeCacheHints(mnemonic);
  mnemonic.take("mmio");
  form.order = Order::Weak;
  form.scope = emulator::Scope::Gpu;
  takeOrder(form.order, form.scope);
  if (form.order == Order::Volatile)
    form.scope = emulator::Scope::Sys;
  form.cluster = mnemonic.take("shared::cluster");
  form.space = form.cluster ? Space::Shared : mnemonic.takeSpace().value_or(Space::Generic);
  int vector = mnemonic.takeOneOf(vectors);
  form.count = vector < 0 ? 1 : 2u << vector;
  if (form.order == Order::Sc || form.order == Order::AcqRel ||
      form.order == (isLoad ? Order::Release : Order::Acquire))
    return unsupported();
  std::optional<Type> type = mnemonic.takeType();
  bool known =
      type && (isInteger(*type) || *type == Type::F32 || *type == Type::F64 || *type == Type::B128);
  if (!known || byteSize(*type) * form.count > 32)
    return fail("expected a type of 8 to 128 bits, and 32 bytes in all at most");
  form.type = *type;
  return takeCachePolicy(form.operands);
}

void Decoder::placeAccess(Inst &inst, Space space, int64_t offset, uint8_t addressBytes,
                          bool isDynamic) {
  inst.space = space;
  inst.imm = offset;
  inst.addressBytes = addressBytes;
  if (isDynamic)
    dynamicInsts.push_back(program->code.size() - 1);
}

void Decoder::placeAccess(Inst &inst, const AccessForm &form, const BulkAddress &at) {
  inst.count = static_cast<uint8_t>(form.count);
  inst.bytes = static_cast<uint8_t>(byteSize(form.type));
  inst.order = form.order;
  inst.scope = form.scope;
  inst.cluster = form.cluster;
  placeAccess(inst, at.space, at.offset, at.bytes, false);
}

bool Decoder::decodeLoad() {
  AccessForm form;
  BulkAddress at;
  if (!accessModifiers(form, true))
    return false;
  if (form.operands != 2)
    return fail("expected 2 operands, got " + std::to_string(form.operands));
  operandsUsed = item->instruction.operands.size();
  std::vector<const ast::Operand *> elements = elementsOf(*operand(0));
  if (elements.size() != form.count)
    return fail("expected " + std::to_string(form.count) + " registers, got " +
                std::to_string(elements.size()));
  unsigned bytes = 0;
  for (const ast::Operand *each : elements) {
    Register target;
    if (each->kind != Kind::Sink && !anyRegister(*each, target))
      return false;
    if (target.slot != noSlot)
      note(each->name, target, true);
    if (bytes && target.bytes() && target.bytes() != bytes)
      return fail("the registers have different sizes");
    bytes = target.bytes() ? target.bytes() : bytes;
    slots.push_back(target.slot);
  }
  std::vector<uint32_t> targets = std::move(slots);
  slots.clear();
  if (!plainAddress(*operand(1), form.space, at))
    return false;
  slots = std::move(targets);
  slots.push_back(at.slot);
  Handler handler = selectLoad(form.type, bytes ? bytes : std::max(byteSize(form.type), 2u));
  if (!handler)
    return fail("a register is narrower than its type");
  Inst &inst = emit(handler);
  inst.polls = form.order != Order::Weak;
  placeAccess(inst, form, at);
  return true;
}

/// The values of a store, as bits, so that an integer may stand for a float's pattern.
/// Constants take the size of the registers beside them.
bool Decoder::storedValues(const ast::Operand &operand, const AccessForm &form, unsigned &bytes) {
  std::vector<const ast::Operand *> elements = elementsOf(operand);
  if (elements.size() != form.count)
    return fail("expected " + std::to_string(form.count) + " values, got " +
                std::to_string(elements.size()));
  bytes = 0;
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
    bytes = std::max(byteSize(form.type), 2u);
  Type asBits = bytes == 2   ? Type::B16
                : bytes == 4 ? Type::B32
                : bytes == 8 ? Type::B64
                             : Type::B128;
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (!source(*each, asBits, slot))
      return false;
    slots.push_back(slot);
  }
  return true;
}

bool Decoder::decodeStore() {
  if (mnemonic.take("async"))
    return decodeStoreAsync();
  if (mnemonic.take("bulk"))
    return decodeStoreBulk();
  AccessForm form;
  BulkAddress at;
  unsigned bytes;
  if (!accessModifiers(form, false))
    return false;
  if (form.space == Space::Const)
    return fail("constant memory is read only");
  if (form.operands != 2)
    return fail("expected 2 operands, got " + std::to_string(form.operands));
  operandsUsed = item->instruction.operands.size();
  if (!plainAddress(*operand(0), form.space, at) || !storedValues(*operand(1), form, bytes))
    return false;
  if (at.space == Space::Param && inEntry)
    return fail("a kernel's parameters are read only");
  slots.push_back(at.slot);
  Handler handler = selectStore(form.type, bytes);
  if (!handler)
    return fail("a register is narrower than its type");
  placeAccess(emit(handler), form, at);
  return true;
}

/// An address that may be anywhere, also in dynamic shared memory.
bool Decoder::plainAddress(const ast::Operand &operand, Space space, BulkAddress &result) {
  if (operand.kind == Kind::Address && !operand.elements.empty())
    return fail("expected one address in brackets");
  return bulkAddress(operand, space, false, result);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static constexpr const char *atomicNames[] = {"add", "min",  "max", "and", "or",
                                              "xor", "exch", "cas", "inc", "dec"};

bool Decoder::decodeAtomic() {
  static constexpr const char *vectors[] = {"v2", "v4", "v8"};
  bool reduction = mnemonic.base() == "red";
  if (reduction && mnemonic.take("async"))
    return decodeReduceAsync();
  AccessForm form;
  form.order = Order::Relaxed;
  form.scope = emulator::Scope::Gpu;
  takeOrder(form.order, form.scope);
  mnemonic.take("noftz");
  form.cluster = mnemonic.take("shared::cluster");
  form.space = form.cluster ? Space::Shared : mnemonic.takeSpace().value_or(Space::Generic);
  int vector = mnemonic.takeOneOf(vectors);
  form.count = vector < 0 ? 1 : 2u << vector;
  int op = mnemonic.takeOneOf(atomicNames);
  std::optional<Type> type = mnemonic.takeType();
  if (op < 0 || !type || form.order == Order::Weak || form.order == Order::Volatile ||
      form.order == Order::Sc || (reduction && form.order == Order::Acquire) ||
      (form.space != Space::Generic && form.space != Space::Global && form.space != Space::Shared))
    return unsupported();
  form.type = *type;
  Atomic which = static_cast<Atomic>(op);
  bool swap = which == Atomic::Cas, isFloat = !isInteger(*type) && *type != Type::B128;
  Handler handler = selectAtomic(which, *type);
  // Vectors are of floats in global memory; without one, halves are only added.
  bool half = isFloat && *type != Type::F32 && *type != Type::F64;
  bool known = form.count == 1 ? !half || which == Atomic::Add
                               : isFloat && *type != Type::F64 && form.space != Space::Shared;
  if (!handler || !known || (reduction && (swap || which == Atomic::Exch)))
    return unsupported();
  if (byteSize(*type) * form.count > 16)
    return fail("expected 16 bytes in all at most");

  size_t at = reduction ? 0 : 1;
  if (!takeCachePolicy(form.operands))
    return false;
  if (form.operands != at + (swap ? 3 : 2))
    return fail("expected " + std::to_string(at + (swap ? 3 : 2)) + " operands, got " +
                std::to_string(form.operands));
  operandsUsed = item->instruction.operands.size();
  std::vector<uint32_t> all(form.count, noSlot);
  if (!reduction && operand(0)->kind != Kind::Sink) {
    std::vector<const ast::Operand *> elements = elementsOf(*operand(0));
    if (elements.size() != form.count)
      return fail("expected " + std::to_string(form.count) + " results, got " +
                  std::to_string(elements.size()));
    for (size_t i = 0; i < elements.size(); ++i)
      if (!destOrSink(*elements[i], *type, all[i]))
        return false;
  }
  BulkAddress address;
  if (!plainAddress(*operand(at), form.space, address))
    return false;
  all.push_back(address.slot);
  for (size_t i = at + 1; i < form.operands; ++i) {
    std::vector<const ast::Operand *> elements = elementsOf(*operand(i));
    if (elements.size() != form.count)
      return fail("expected " + std::to_string(form.count) + " values, got " +
                  std::to_string(elements.size()));
    for (const ast::Operand *each : elements)
      if (!source(*each, *type, all.emplace_back()))
        return false;
  }

  // Blocks may run in any order only if it cannot show: nobody sees the old value,
  // and the operation commutes exactly.
  bool seen = false;
  for (size_t i = 0; i < form.count; ++i)
    seen |= all[i] != noSlot;
  bool commutes =
      !isFloat && which != Atomic::Exch && !swap && which != Atomic::Inc && which != Atomic::Dec;
  if (address.space != Space::Shared && (seen || !commutes))
    program->orderedAtomics = true;
  slots = std::move(all);
  placeAccess(emit(handler), form, address);
  return true;
}

/// The address of an mbarrier after the values, for `st.async` and `red.async`.
bool Decoder::emitStoreAsync(const AccessForm &form, const BulkAddress &at, const BulkForm &bulk) {
  slots.push_back(at.slot);
  Inst &inst = emit(&runStoreAsync);
  placeAccess(inst, form, at);
  inst.target = static_cast<uint32_t>(program->bulks.size());
  program->bulks.push_back(bulk);
  return true;
}

/// st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{.vec}.type [a], b, [mbar]
bool Decoder::decodeStoreAsync() {
  static constexpr const char *vectors[] = {"v2", "v4"};
  AccessForm form;
  BulkAddress at;
  BulkForm bulk;
  unsigned bytes;
  mnemonic.take("weak");
  mnemonic.take("shared::cluster");
  bool completes = mnemonic.take("mbarrier::complete_tx::bytes");
  int vector = mnemonic.takeOneOf(vectors);
  form.count = vector < 0 ? 1 : 2u << vector;
  form.type = mnemonic.takeType().value_or(Type::None);
  form.space = Space::Shared;
  form.cluster = true;
  bool known = byteSize(form.type) == 4 || byteSize(form.type) == 8;
  if (!completes || !known)
    return unsupported();
  if (!expectOperands(3, 3) || !plainAddress(*operand(0), Space::Shared, at) ||
      !bulkAddress(*operand(2), Space::Shared, true, bulk.mbarrier) ||
      !storedValues(*operand(1), form, bytes))
    return false;
  if (bytes != byteSize(form.type))
    return fail("expected registers of " + std::to_string(8 * byteSize(form.type)) + " bits");
  return emitStoreAsync(form, at, bulk);
}

/// red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.op.type
bool Decoder::decodeReduceAsync() {
  AccessForm form;
  BulkAddress at;
  BulkForm bulk;
  form.order = Order::Relaxed;
  form.scope = emulator::Scope::Cluster;
  takeOrder(form.order, form.scope);
  mnemonic.take("shared::cluster");
  bool completes = mnemonic.take("mbarrier::complete_tx::bytes");
  int op = mnemonic.takeOneOf(atomicNames);
  form.type = mnemonic.takeType().value_or(Type::None);
  form.space = Space::Shared;
  form.cluster = true;
  bulk.kind = BulkForm::Kind::Reduce;
  bulk.op = static_cast<Atomic>(op);
  bulk.type = form.type;
  if (!completes || op < 0 || form.order != Order::Relaxed || !isInteger(form.type) ||
      !selectCombine(bulk.op, form.type))
    return unsupported();
  if (!expectOperands(3, 3) || !plainAddress(*operand(0), Space::Shared, at) ||
      !bulkAddress(*operand(2), Space::Shared, true, bulk.mbarrier) || !source(1, form.type))
    return false;
  return emitStoreAsync(form, at, bulk);
}

/// st.bulk{.weak}{.shared::cta} [a], size, 0
bool Decoder::decodeStoreBulk() {
  AccessForm form;
  BulkAddress at;
  int64_t value;
  mnemonic.take("weak");
  form.space = mnemonic.takeSpace().value_or(Space::Generic);
  if (form.space != Space::Generic && form.space != Space::Shared)
    return unsupported();
  if (!expectOperands(3, 3) || !integerConstant(2, value, 0, 0) ||
      !plainAddress(*operand(0), form.space, at) || !source(1, Type::B64))
    return false;
  slots.push_back(at.slot);
  placeAccess(emit(&runStoreBulk), form, at);
  return true;
}
