// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logic, shifts, and what moves bits about.
#include "Decoder.h"

using namespace halftone;
using namespace halftone::emulator;

bool Decoder::decodeLogic() {
  std::string_view name = mnemonic.base();
  Form form;
  form.op = name == "and"   ? Op::And
            : name == "or"  ? Op::Or
            : name == "xor" ? Op::Xor
            : name == "not" ? Op::Not
                            : Op::Cnot;
  bool unary = form.op == Op::Not || form.op == Op::Cnot;
  std::optional<Type> type = mnemonic.takeType();
  if (!type || (*type != Type::Pred && !isBits(*type)))
    return fail("expected a type of bits");
  form.type = *type;
  return expectOperands(unary ? 2 : 3, unary ? 2 : 3) && dest(0, *type) && source(1, *type) &&
         (unary || source(2, *type)) && emitChecked(laneOps().bits(form));
}

bool Decoder::decodeShift() {
  Form form;
  form.op = mnemonic.base() == "shl" ? Op::Shl : Op::Shr;
  std::optional<Type> type = mnemonic.takeType();
  if (!type || !isInteger(*type))
    return fail("expected an integer type");
  form.type = *type;
  return expectOperands(3, 3) && dest(0, *type) && source(1, *type) && source(2, Type::B32) &&
         emitChecked(laneOps().bits(form));
}

bool Decoder::decodeShf() {
  static constexpr const char *directions[] = {"l", "r"}, *modes[] = {"clamp", "wrap"};
  int direction = mnemonic.takeOneOf(directions), mode = mnemonic.takeOneOf(modes);
  if (direction < 0 || mode < 0 || mnemonic.takeType() != Type::B32)
    return unsupported();
  Form form;
  form.op = Op::Shf;
  form.type = Type::B32;
  form.carryIn = direction == 1;
  form.carryOut = mode == 1;
  return expectOperands(4, 4) && dest(0, Type::B32) && source(1, Type::B32) &&
         source(2, Type::B32) && source(3, Type::B32) && emitChecked(laneOps().bits(form));
}

bool Decoder::decodeBits() {
  std::string_view name = mnemonic.base();
  Form form;
  form.op = name == "bfe"     ? Op::Bfe
            : name == "bfi"   ? Op::Bfi
            : name == "bfind" ? Op::Bfind
            : name == "brev"  ? Op::Brev
            : name == "clz"   ? Op::Clz
                              : Op::Popc;
  form.carryOut = form.op == Op::Bfind && mnemonic.take("shiftamt");
  std::optional<Type> type = mnemonic.takeType();
  if (!type || !isInteger(*type) || byteSize(*type) < 4)
    return fail("expected an integer type of 32 or 64 bits");
  form.type = *type;
  bool count = form.op == Op::Bfind || form.op == Op::Clz || form.op == Op::Popc;
  unsigned sources = form.op == Op::Bfe ? 3 : form.op == Op::Bfi ? 4 : 1;
  if (!expectOperands(sources + 1, sources + 1) || !dest(0, count ? Type::U32 : *type) ||
      !source(1, *type))
    return false;
  for (unsigned i = 2; i <= sources; ++i)
    if (!source(i, form.op == Op::Bfi && i == 2 ? *type : Type::B32))
      return false;
  return emitChecked(laneOps().bits(form));
}

/// fns, szext and bmsk.
bool Decoder::decodeMasks() {
  static constexpr const char *modes[] = {"clamp", "wrap"};
  std::string_view name = mnemonic.base();
  Form form;
  form.op = name == "fns" ? Op::Fns : name == "szext" ? Op::Szext : Op::Bmsk;
  if (form.op != Op::Fns) {
    int mode = mnemonic.takeOneOf(modes);
    if (mode < 0)
      return fail("expected '.clamp' or '.wrap'");
    form.carryOut = mode == 1;
  }
  std::optional<Type> type = mnemonic.takeType();
  bool known = form.op == Op::Szext ? type == Type::U32 || type == Type::S32 : type == Type::B32;
  if (!known)
    return unsupported();
  form.type = *type;
  unsigned sources = form.op == Op::Fns ? 3 : 2;
  return expectOperands(sources + 1, sources + 1) &&
         emitPlain(laneOps().bits(form), Type::B32, sources);
}

bool Decoder::decodeLop3() {
  static constexpr const char *combinations[] = {"or", "and"};
  Form form;
  form.op = Op::Lop3;
  form.type = Type::B32;
  int combination = mnemonic.takeOneOf(combinations);
  form.carryOut = combination >= 0;
  size_t count = form.carryOut ? 6 : 5;
  int64_t table;
  if (mnemonic.takeType() != Type::B32)
    return unsupported();
  if (!expectOperands(count, count))
    return false;
  uint32_t d = noSlot, p = noSlot, q = noSlot;
  bool negated = false;
  const ast::Operand &target = *operand(0);
  if (!form.carryOut) {
    if (!dest(target, Type::B32, d))
      return false;
  } else if (target.kind != ast::Operand::Kind::Pair) {
    return fail("expected two results, 'd|p'");
  } else if (!destOrSink(target.elements[0], Type::B32, d) ||
             !dest(target.elements[1], Type::Pred, p) || !predicate(*operand(5), q, negated)) {
    return false;
  }
  slots = {d};
  if (!source(1, Type::B32) || !source(2, Type::B32) || !source(3, Type::B32) ||
      !integerConstant(4, table, 0, 255))
    return false;
  if (form.carryOut) {
    slots.push_back(p);
    slots.push_back(q);
  }
  Inst &inst = emit(laneOps().bits(form));
  inst.imm = table;
  inst.option = static_cast<uint8_t>((combination == 1 ? 1 : 0) | (negated ? 2 : 0));
  return true;
}

bool Decoder::decodePrmt() {
  static constexpr const char *modes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  int mode = mnemonic.takeOneOf(modes);
  Form form;
  form.op = Op::Prmt;
  form.type = Type::B32;
  if (mnemonic.takeType() != Type::B32)
    return unsupported();
  if (!expectOperands(4, 4) || !dest(0, Type::B32) || !source(1, Type::B32) ||
      !source(2, Type::B32) || !source(3, Type::B32))
    return false;
  emit(laneOps().bits(form)).option = static_cast<uint8_t>(mode + 1);
  return true;
}
