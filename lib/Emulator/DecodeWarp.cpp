// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a warp do together. Without `.sync`, as chips before sm_70 have
// them, it is those that come together that take part.
#include "Decoder.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

bool Decoder::emitSync(Handler handler, size_t maskOperand) {
  uint32_t mask = noSlot;
  const ast::Operand *each = operand(maskOperand);
  if (!each || !source(*each, Type::B32, mask))
    return fail("expected a member mask");
  Inst &inst = emit(&runSync);
  inst.second = handler;
  inst.target = mask;
  return true;
}

bool Decoder::emitCollective(Handler handler, bool sync, size_t maskOperand) {
  return sync ? emitSync(handler, maskOperand) : emitChecked(handler);
}

bool Decoder::decodeShuffle() {
  static constexpr const char *modes[] = {"up", "down", "bfly", "idx"};
  bool sync = mnemonic.take("sync");
  int mode = mnemonic.takeOneOf(modes);
  if (mode < 0 || mnemonic.takeType() != Type::B32)
    return unsupported();
  if (!expectOperands(sync ? 5 : 4, sync ? 5 : 4))
    return false;
  const ast::Operand &target = *operand(0);
  bool pair = target.kind == Kind::Pair;
  uint32_t d = noSlot, p = noSlot;
  if (!dest(pair ? target.elements[0] : target, Type::B32, d) ||
      (pair && !destOrSink(target.elements[1], Type::Pred, p)))
    return false;
  slots = {d, p};
  if (!source(1, Type::B32) || !source(2, Type::B32) || !source(3, Type::B32) ||
      !emitCollective(&runShuffle, sync, 4))
    return false;
  program->code.back().option = static_cast<uint8_t>(mode);
  return true;
}

bool Decoder::decodeVote() {
  static constexpr const char *modes[] = {"all", "any", "uni", "ballot"};
  bool sync = mnemonic.take("sync");
  int mode = mnemonic.takeOneOf(modes);
  bool ballot = mode == 3;
  Type type = ballot ? Type::B32 : Type::Pred;
  if (mode < 0 || mnemonic.takeType() != type)
    return unsupported();
  uint32_t p = noSlot;
  bool negated = false;
  if (!expectOperands(sync ? 3 : 2, sync ? 3 : 2) || !dest(0, type) ||
      !predicate(*operand(1), p, negated))
    return false;
  slots.push_back(p);
  if (!emitCollective(&runVote, sync, 2))
    return false;
  program->code.back().option = static_cast<uint8_t>(mode | (negated ? 4 : 0));
  return true;
}

bool Decoder::decodeMatch() {
  static constexpr const char *modes[] = {"any", "all"};
  int mode = mnemonic.takeOneOf(modes);
  bool sync = mnemonic.take("sync");
  std::optional<Type> type = mnemonic.takeType();
  if (!sync || mode < 0 || (type != Type::B32 && type != Type::B64))
    return unsupported();
  if (!expectOperands(3, 3))
    return false;
  const ast::Operand &target = *operand(0);
  bool pair = target.kind == Kind::Pair;
  uint32_t d = noSlot, p = noSlot;
  if (pair && mode == 0)
    return fail("'match.any' has no predicate");
  if (!dest(pair ? target.elements[0] : target, Type::B32, d) ||
      (pair && !destOrSink(target.elements[1], Type::Pred, p)))
    return false;
  slots = {d, p};
  return source(1, *type) && emitSync(selectMatch(mode == 1, byteSize(*type)), 2);
}

bool Decoder::decodeRedux() {
  static constexpr const char *names[] = {"add", "min", "max", "and", "or", "xor"};
  bool sync = mnemonic.take("sync");
  int op = mnemonic.takeOneOf(names);
  bool absolute = mnemonic.take("abs"), nan = mnemonic.take("NaN");
  std::optional<Type> type = mnemonic.takeType();
  bool floats = type == Type::F32 && (op == 1 || op == 2);
  bool typed = op >= 3 ? type == Type::B32 : type == Type::U32 || type == Type::S32;
  if (!sync || op < 0 || !(floats || (typed && !absolute && !nan)))
    return unsupported();
  Type reg = floats ? Type::F32 : Type::B32;
  if (!expectOperands(3, 3) || !dest(0, reg) || !source(1, reg) ||
      !emitSync(floats ? &runReduxFloat : &runRedux, 2))
    return false;
  unsigned option = floats ? (absolute ? 8u : 0u) | (nan ? 16u : 0u) : type == Type::S32 ? 8u : 0u;
  program->code.back().option = static_cast<uint8_t>(static_cast<unsigned>(op) | option);
  return true;
}

bool Decoder::decodeElect() {
  if (!mnemonic.take("sync"))
    return unsupported();
  if (!expectOperands(2, 2))
    return false;
  const ast::Operand &target = *operand(0);
  uint32_t d = noSlot, p = noSlot;
  if (target.kind != Kind::Pair)
    return fail("expected a register and a predicate");
  if (!destOrSink(target.elements[0], Type::B32, d) || !dest(target.elements[1], Type::Pred, p))
    return false;
  slots = {d, p};
  return emitSync(&runElect, 1);
}

bool Decoder::decodeActiveMask() {
  if (mnemonic.takeType() != Type::B32)
    return unsupported();
  return expectOperands(1, 1) && dest(0, Type::B32) && emitChecked(&runActiveMask);
}
