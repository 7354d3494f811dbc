// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mbarrier.*
#include "Decoder.h"
#include "Mbarrier.h"

using namespace halftone;
using namespace halftone::emulator;

/// The order and scope that an instruction names, with those that it has otherwise.
bool Decoder::takeOrder(Order &order, emulator::Scope &scope) {
  static constexpr const char *orders[] = {"weak",    "volatile", "relaxed", "acquire",
                                           "release", "acq_rel",  "sc"};
  static constexpr const char *scopes[] = {"cta", "cluster", "gpu", "sys"};
  int which = mnemonic.takeOneOf(orders);
  int where = mnemonic.takeOneOf(scopes);
  if (which >= 0)
    order = static_cast<Order>(which);
  if (where >= 0)
    scope = static_cast<emulator::Scope>(where);
  return which >= 0;
}

/// Shared or generic memory; `cluster` for `.shared::cluster`.
bool Decoder::takeShared(Space &space, bool &cluster) {
  cluster = mnemonic.take("shared::cluster");
  space = cluster ? Space::Shared : mnemonic.takeSpace().value_or(Space::Generic);
  return space == Space::Generic || space == Space::Shared;
}

bool Decoder::decodeMbarrier() {
  static constexpr const char *names[] = {"init",      "inval",    "arrive",       "arrive_drop",
                                          "test_wait", "try_wait", "pending_count"};
  enum { Init, Inval, Arrive, Drop, Test, Try, PendingCount };
  int name = mnemonic.takeOneOf(names);
  bool expects = mnemonic.take("expect_tx"), completes = mnemonic.take("complete_tx");
  if (expects + completes + (name >= 0 && name != Arrive && name != Drop) > 1 ||
      (completes && name >= 0) || (name < 0 && !expects && !completes))
    return unsupported();
  if (name == PendingCount)
    return mnemonic.takeType() == Type::B64 && expectOperands(2, 2) && dest(0, Type::B32) &&
           source(1, Type::B64) && emitChecked(&runMbarrierPendingCount);

  bool waits = name == Test || name == Try, arrives = name == Arrive || name == Drop;
  bool noComplete = arrives && !expects && mnemonic.take("noComplete");
  bool parity = waits && mnemonic.take("parity");
  Order order = waits ? Order::Acquire : arrives ? Order::Release : Order::Relaxed;
  emulator::Scope scope = emulator::Scope::Cta;
  Space space;
  bool cluster;
  takeOrder(order, scope);
  if (!takeShared(space, cluster) || mnemonic.takeType() != Type::B64)
    return unsupported();

  bool hasValue = name != Inval;
  size_t at = waits || arrives, most = at + 1 + hasValue + (name == Try);
  bool countMayMiss = arrives && !expects && !noComplete;
  if (!expectOperands(at + 1 + (hasValue && !countMayMiss), most))
    return false;
  size_t count = item->instruction.operands.size();
  uint32_t result = noSlot, slot, value = noSlot, hint;
  int64_t offset;
  uint8_t addressBytes;
  if ((waits && !dest(*operand(0), Type::Pred, result)) ||
      (arrives && !destOrSink(*operand(0), Type::B64, result)) ||
      !address(*operand(at), space, slot, offset, addressBytes))
    return false;
  if (space != Space::Generic && space != Space::Shared)
    return fail("expected an mbarrier in shared memory");
  bool isDynamic = dynamicSymbol;
  if (cluster && arrives && result != noSlot)
    return fail("an mbarrier of the cluster gives no state, expected '_'");
  Type type = waits && !parity ? Type::B64 : Type::B32;
  if (at + 1 < count && !source(*operand(at + 1), type, value))
    return false;
  if (at + 2 < count && !source(*operand(at + 2), Type::B32, hint))
    return false;

  slots = {result, slot, value};
  Inst &inst = emit(waits ? &runMbarrierWait : &runMbarrier);
  MbarrierOp op = arrives        ? MbarrierOp::Arrive
                  : name == Init ? MbarrierOp::Init
                  : name >= 0    ? MbarrierOp::Invalidate
                  : expects      ? MbarrierOp::Expect
                                 : MbarrierOp::Complete;
  unsigned option = static_cast<unsigned>(op) | (name == Drop ? mbarrierDrops : 0) |
                    (noComplete ? mbarrierNoComplete : 0) |
                    (arrives && expects ? mbarrierExpects : 0);
  if (waits)
    option = (parity ? mbarrierParity : 0u) | (name == Try ? mbarrierTries : 0u);
  inst.option = static_cast<uint8_t>(option);
  inst.order = order;
  inst.scope = scope;
  // Generic addresses reach the cluster where no state comes back.
  inst.cluster = cluster || (space == Space::Generic && !waits && name != Init && name != Inval &&
                             result == noSlot);
  inst.polls = waits;
  placeAccess(inst, space, offset, addressBytes, isDynamic);
  return true;
}
