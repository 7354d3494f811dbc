// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// setp, set, selp, slct.
#include "Decoder.h"
#include "Warp.h"

#include <iterator>

using namespace halftone;
using namespace halftone::emulator;

/// Takes the comparison. `lo`, `ls`, `hi`, `hs` are the unsigned order's names.
bool Decoder::compareOp(Form &form) {
  static constexpr const char *names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                          "equ", "neu", "ltu", "leu", "gtu", "geu",
                                          "num", "nan", "lo",  "ls",  "hi",  "hs"};
  static constexpr Compare unsignedOrder[] = {Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge};
  int index = mnemonic.takeOneOf(names);
  if (index < 0)
    return fail("expected a comparison");
  form.compare = index < 14 ? static_cast<Compare>(index) : unsignedOrder[index - 14];
  return true;
}

bool Decoder::decodeSetp() {
  static constexpr const char *combinations[] = {"and", "or", "xor"};
  Form form;
  if (!compareOp(form))
    return false;
  int combination = mnemonic.takeOneOf(combinations);
  form.ftz = mnemonic.take("ftz");
  std::optional<Type> type = mnemonic.takeType();
  if (!type)
    return fail("expected a type");
  form.type = *type;
  bool pairs = *type == Type::F16x2 || *type == Type::BF16x2;
  if (form.ftz && *type != Type::F32)
    return fail("unsupported modifier '.ftz'");
  size_t count = combination < 0 ? 3 : 4;
  if (!expectOperands(count, count))
    return false;

  const ast::Operand &target = *operand(0);
  uint32_t p = noSlot, q = noSlot, c = noSlot;
  bool negated = false;
  if (target.kind == ast::Operand::Kind::Pair) {
    if (!destOrSink(target.elements[0], Type::Pred, p) ||
        !destOrSink(target.elements[1], Type::Pred, q))
      return false;
  } else if (!destOrSink(target, Type::Pred, p)) {
    return false;
  }
  if (combination >= 0 && !predicate(*operand(3), c, negated))
    return false;

  // Of pairs, p is for the low halves and q for the high ones.
  for (bool high : {false, true}) {
    if (high && !pairs)
      break;
    form.carryOut = high;
    slots.push_back(high ? q : p);
    if (!source(1, *type) || !source(2, *type))
      return false;
    slots.push_back(pairs ? noSlot : q);
    slots.push_back(c);
    Handler handler = laneOps().compare(form);
    if (!handler)
      return unsupported();
    emit(handler).option = static_cast<uint8_t>((combination + 1) | (negated ? 4 : 0));
  }
  return true;
}

/// A comparison into a scratch predicate, then the choice between true and false.
bool Decoder::decodeSet() {
  static constexpr const char *combinations[] = {"and", "or", "xor"};
  Form form;
  if (!compareOp(form))
    return false;
  int combination = mnemonic.takeOneOf(combinations);
  form.ftz = mnemonic.take("ftz");
  std::optional<Type> result = mnemonic.takeType(), type = mnemonic.takeType();
  if (!result || !type)
    return fail("expected two types");
  form.type = *type;
  uint64_t yes = *result == Type::F32    ? 0x3f800000u
                 : *result == Type::F16  ? 0x3c00u
                 : *result == Type::BF16 ? 0x3f80u
                                         : 0xffffffffu;
  if (byteSize(*result) != 4 && byteSize(*result) != 2)
    return unsupported();
  size_t count = combination < 0 ? 3 : 4;
  uint32_t scratch = scratchPredicate(), c = noSlot;
  bool negated = false;
  if (!expectOperands(count, count) || (combination >= 0 && !predicate(*operand(3), c, negated)))
    return false;
  slots.push_back(scratch);
  if (!source(1, *type) || !source(2, *type))
    return false;
  slots.push_back(noSlot);
  slots.push_back(c);
  Handler handler = laneOps().compare(form);
  if (!handler || *type == Type::F16x2 || *type == Type::BF16x2)
    return unsupported();
  emit(handler).option = static_cast<uint8_t>((combination + 1) | (negated ? 4 : 0));

  Form choose;
  choose.op = Op::Selp;
  choose.type = byteSize(*result) == 4 ? Type::B32 : Type::B16;
  if (!dest(0, *result))
    return false;
  slots.push_back(constant(yes, byteSize(*result)));
  slots.push_back(constant(0, byteSize(*result)));
  slots.push_back(scratch);
  return emitChecked(laneOps().bits(choose));
}

bool Decoder::decodeSelp() {
  Form form;
  form.op = Op::Selp;
  std::optional<Type> type = mnemonic.takeType();
  if (!type || byteSize(*type) < 2)
    return fail("expected a type");
  form.type = *type;
  uint32_t p = noSlot;
  bool negated = false;
  if (!expectOperands(4, 4) || !dest(0, *type) || !source(1, *type) || !source(2, *type) ||
      !predicate(*operand(3), p, negated))
    return false;
  slots.push_back(p);
  Handler handler = laneOps().bits(form);
  if (!handler)
    return unsupported();
  emit(handler).option = negated;
  return true;
}

bool Decoder::decodeSlct() {
  Form form;
  form.op = Op::Slct;
  form.ftz = mnemonic.take("ftz");
  std::optional<Type> type = mnemonic.takeType(), by = mnemonic.takeType();
  if (!type || byteSize(*type) < 2 || (by != Type::S32 && by != Type::F32))
    return unsupported();
  form.type = *type;
  form.from = *by;
  return expectOperands(4, 4) && dest(0, *type) && source(1, *type) && source(2, *type) &&
         source(3, *by) && emitChecked(laneOps().bits(form));
}
