// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences, hints to caches, and addresses in a cluster.
#include "Decoder.h"
#include "MemoryOps.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

bool Decoder::emitFence(FenceKind kind, Order order, emulator::Scope scope) {
  Inst &inst = emit(&runFence);
  inst.option = static_cast<uint8_t>(kind);
  inst.order = order;
  inst.scope = scope;
  return true;
}

/// fence.proxy.…, membar.proxy.…
bool Decoder::decodeProxyFence() {
  // Orders accesses through different addresses of one place, which are the same here.
  if (mnemonic.take("alias"))
    return expectOperands(0, 0) && emitChecked(&runNothing);
  static constexpr const char *async[] = {"async", "async::generic"};
  Order order = Order::AcqRel;
  emulator::Scope scope = emulator::Scope::Sys;
  if (mnemonic.takeOneOf(async) >= 0) {
    static constexpr const char *spaces[] = {"global", "shared::cta", "shared::cluster",
                                             "sync_restrict::shared::cta",
                                             "sync_restrict::shared::cluster"};
    mnemonic.takeOneOf(spaces);
    takeOrder(order, scope);
    return expectOperands(0, 0) && emitFence(FenceKind::ProxyAsync, order, scope);
  }
  if (!mnemonic.take("tensormap::generic") || !takeOrder(order, scope))
    return unsupported();
  if (order == Order::Release)
    return expectOperands(0, 0) && emitFence(FenceKind::ProxyTensormap, order, scope);
  if (order != Order::Acquire)
    return unsupported();
  BulkAddress at;
  int64_t bytes;
  if (!expectOperands(2, 2) || !integerConstant(1, bytes, 128, 128) ||
      !plainAddress(*operand(0), Space::Generic, at))
    return false;
  slots = {at.slot};
  Inst &inst = emit(&runFenceTensormap);
  inst.option = static_cast<uint8_t>(FenceKind::ProxyTensormap);
  inst.order = order;
  inst.scope = scope;
  placeAccess(inst, at.space, at.offset, at.bytes, false);
  return true;
}

bool Decoder::decodeFence() {
  if (mnemonic.take("proxy"))
    return decodeProxyFence();
  if (mnemonic.base() == "membar") {
    static constexpr const char *levels[] = {"cta", "gl", "sys"};
    static constexpr emulator::Scope scopes[] = {emulator::Scope::Cta, emulator::Scope::Gpu,
                                                 emulator::Scope::Sys};
    int level = mnemonic.takeOneOf(levels);
    if (level < 0)
      return unsupported();
    return expectOperands(0, 0) && emitFence(FenceKind::Thread, Order::Sc, scopes[level]);
  }
  bool init = mnemonic.take("mbarrier_init");
  static constexpr const char *restricts[] = {"sync_restrict::shared::cta",
                                              "sync_restrict::shared::cluster"};
  mnemonic.takeOneOf(restricts);
  Order order = Order::AcqRel;
  emulator::Scope scope = emulator::Scope::Sys;
  size_t words = mnemonic.rest().size();
  takeOrder(order, scope);
  bool known =
      words > 0 && order != Order::Weak && order != Order::Volatile && order != Order::Relaxed;
  if (!known)
    return unsupported();
  return expectOperands(0, 0) &&
         emitFence(init ? FenceKind::MbarrierInit : FenceKind::Thread, order, scope);
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// prefetch{.space}.level [a], prefetch.global.level::priority [a], prefetchu.L1 [a],
/// prefetch{.space}.tensormap [a]
bool Decoder::decodePrefetch() {
  static constexpr const char *levels[] = {"L1", "L2", "L2::evict_last", "L2::evict_normal",
                                           "tensormap"};
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  BulkAddress at;
  if (mnemonic.takeOneOf(levels) < 0 || space == Space::Shared)
    return unsupported();
  // Nothing happens at an address that is none, either.
  return expectOperands(1, 1) && plainAddress(*operand(0), space, at) && emitChecked(&runNothing);
}

/// discard{.global}.L2 [a], 128; applypriority{.global}.L2::evict_normal [a], 128
bool Decoder::decodeDiscard() {
  bool discards = mnemonic.base() == "discard";
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  if (!mnemonic.take(discards ? "L2" : "L2::evict_normal") ||
      (space != Space::Generic && space != Space::Global))
    return unsupported();
  BulkAddress at;
  int64_t bytes;
  if (!expectOperands(2, 2) || !integerConstant(1, bytes, 128, 128) ||
      !plainAddress(*operand(0), space, at))
    return false;
  slots = {at.slot};
  Inst &inst = emit(discards ? &runDiscard : &runTouch);
  placeAccess(inst, at.space, at.offset, at.bytes, false);
  return true;
}

/// createpolicy.fractional, .range, .cvt: a value that accesses take and ignore.
bool Decoder::decodeCreatePolicy() {
  static constexpr const char *kinds[] = {"fractional", "range", "cvt"};
  static constexpr const char *priorities[] = {"L2::evict_last", "L2::evict_normal",
                                               "L2::evict_first", "L2::evict_unchanged", "L2"};
  int kind = mnemonic.takeOneOf(kinds);
  int priority = mnemonic.takeOneOf(priorities);
  mnemonic.takeOneOf(priorities);
  bool global = mnemonic.take("global");
  if (kind < 0 || priority < 0 || mnemonic.takeType() != Type::B64 || (global && kind != 1))
    return unsupported();
  uint32_t ignored, result;
  BulkAddress at;
  bool ok = false;
  if (kind == 0)
    ok = expectOperands(1, 2) &&
         (item->instruction.operands.size() == 1 || source(*operand(1), Type::F32, ignored));
  else if (kind == 1)
    ok = expectOperands(4, 4) &&
         plainAddress(*operand(1), global ? Space::Global : Space::Generic, at) &&
         source(*operand(2), Type::B32, ignored) && source(*operand(3), Type::B32, ignored);
  else
    ok = expectOperands(2, 2) && source(*operand(1), Type::B64, ignored);
  if (!ok || !dest(*operand(0), Type::B64, result))
    return false;
  Form form;
  form.op = Op::Mov;
  form.type = Type::B64;
  slots = {result, constant(uint64_t{1} << 60 | static_cast<unsigned>(priority), 8)};
  return emitChecked(laneOps().bits(form));
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

/// mapa{.shared::cluster}.type d, a, b; getctarank{.shared::cluster}.type d, a. Of
/// shared memory, a may name a variable.
bool Decoder::decodeMapa() {
  bool maps = mnemonic.base() == "mapa";
  Space space = mnemonic.take("shared::cluster") ? Space::Shared : Space::Generic;
  std::optional<Type> type = mnemonic.takeType();
  if (type != Type::U32 && type != Type::U64)
    return unsupported();
  unsigned bytes = byteSize(*type);
  if (!expectOperands(maps ? 3 : 2, maps ? 3 : 2) || !dest(0, maps ? *type : Type::U32))
    return false;
  const ast::Operand &a = *operand(1);
  std::optional<Symbol> symbol;
  if (a.kind == Kind::Name && space == Space::Shared)
    symbol = find(a.name);
  BulkAddress at;
  at.bytes = static_cast<uint8_t>(bytes);
  if (symbol && symbol->kind != Symbol::Kind::Register) {
    std::vector<uint32_t> before = std::move(slots);
    ast::Operand bracketed = a;
    bracketed.kind = Kind::Address;
    if (!plainAddress(bracketed, space, at))
      return false;
    slots = std::move(before);
    slots.push_back(at.slot);
  } else if (!source(1, *type)) {
    return false;
  }
  if (maps && !source(2, Type::B32))
    return false;
  Inst &inst = emit(maps ? &runMapa : &runBlockRank);
  inst.bytes = static_cast<uint8_t>(bytes);
  placeAccess(inst, space, at.offset, at.bytes, false);
  return true;
}
