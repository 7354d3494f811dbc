// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt: which of the many forms, and whether lane arithmetic has a fast one.
#include "Convert.h"
#include "Decoder.h"
#include "Warp.h"

using namespace halftone;
using namespace halftone::emulator;

static bool isPair(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2 || type == Type::E4M3x2 ||
         type == Type::E5M2x2;
}

static Type halfOf(Type type) {
  switch (type) {
  case Type::F16x2:
    return Type::F16;
  case Type::BF16x2:
    return Type::BF16;
  case Type::E4M3x2:
    return Type::E4M3;
  default:
    return Type::E5M2;
  }
}

static bool isPlainFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64;
}

bool Decoder::decodeCvt() {
  static constexpr const char *integralNames[] = {"rni", "rzi", "rmi", "rpi"};
  ConvertSpec spec{};
  spec.round = Round::Nearest;
  int integral = mnemonic.takeOneOf(integralNames);
  std::optional<Round> round = takeRound();
  spec.integral = integral >= 0;
  spec.round = spec.integral ? static_cast<Round>(integral) : round.value_or(Round::Nearest);
  spec.tiesAway = mnemonic.take("rna");
  spec.ftz = mnemonic.take("ftz");
  spec.sat = mnemonic.take("sat");
  spec.relu = mnemonic.take("relu");
  spec.satfinite = mnemonic.take("satfinite");
  std::optional<Type> to = mnemonic.takeType(), from = mnemonic.takeType();
  if (!to || !from)
    return fail("expected two types");
  if (isPair(*to))
    return decodeCvtPacked(*to, *from, spec);

  bool known = *to == Type::TF32 ? *from == Type::F32
                                 : (isInteger(*to) || isPlainFloat(*to)) &&
                                       (isInteger(*from) || isPlainFloat(*from));
  if (!known || isBits(*to) || isBits(*from) || (spec.tiesAway && *to != Type::TF32))
    return unsupported();
  if (spec.satfinite)
    return fail("unsupported modifier '.satfinite'");
  bool toInteger = isInteger(*to), fromInteger = isInteger(*from);
  if (!fromInteger && toInteger && !spec.integral)
    return fail("expected '.rni', '.rzi', '.rmi' or '.rpi'");
  if (spec.integral && (fromInteger || (!toInteger && *to != *from)))
    return fail("an integer rounding mode has no place here");
  if (spec.relu && (toInteger || fromInteger || *to == Type::TF32))
    return fail("unsupported modifier '.relu'");
  if (!expectOperands(2, 2))
    return false;

  // Registers may be wider than the types.
  Register target, origin;
  const ast::Operand &a = *operand(1);
  uint32_t slot = noSlot;
  unsigned fromBytes = std::max(byteSize(*from), 2u);
  bool registerSource = a.kind == ast::Operand::Kind::Name && !special(a.name, fromBytes);
  if (!anyRegister(*operand(0), target))
    return false;
  if (registerSource) {
    if (!anyRegister(a, origin))
      return false;
    slot = origin.slot;
    fromBytes = origin.bytes();
  } else if (!source(a, fromBytes == 2 ? Type::B16 : *from, slot)) {
    return false;
  }
  if (target.bytes() < byteSize(*to) || fromBytes < byteSize(*from))
    return fail("a register is narrower than its type");

  spec.to = *to;
  spec.from = *from;
  spec.fromBytes = static_cast<uint8_t>(fromBytes);
  spec.toBytes = static_cast<uint8_t>(target.bytes());
  slots = {target.slot, slot};
  Form form;
  form.type = *to;
  form.from = *from;
  form.ftz = spec.ftz;
  form.sat = spec.sat;
  form.relu = spec.relu;
  Handler fast = spec.integral || spec.round != Round::Nearest || *to == Type::TF32
                     ? nullptr
                     : laneOps().convert(form, spec.fromBytes, spec.toBytes);
  emit(fast ? fast : &runConvert).imm = spec.pack();
  return true;
}

bool Decoder::decodeCvtPacked(Type to, Type from, ConvertSpec &spec) {
  if (spec.integral || spec.tiesAway || spec.sat || spec.ftz)
    return unsupported();
  bool narrow = to == Type::E4M3x2 || to == Type::E5M2x2;
  if (narrow && !spec.satfinite)
    return fail("expected '.satfinite'");
  if (narrow ? spec.round != Round::Nearest
             : spec.round != Round::Nearest && spec.round != Round::Zero)
    return unsupported();
  spec.to = halfOf(to);
  if (from == Type::F32) {
    spec.from = from;
    spec.fromBytes = 4;
    spec.toBytes = static_cast<uint8_t>(std::max(byteSize(spec.to), 2u));
    Form form;
    form.type = to;
    form.from = from;
    form.relu = spec.relu;
    Handler fast =
        spec.satfinite || spec.round != Round::Nearest ? nullptr : laneOps().convert(form, 4, 4);
    if (!expectOperands(3, 3) || !dest(0, to) || !source(1, from) || !source(2, from))
      return false;
    emit(fast ? fast : &runConvertToPair).imm = spec.pack();
    return true;
  }
  // Between pairs: 8 bits to f16 and back.
  bool fromNarrow = from == Type::E4M3x2 || from == Type::E5M2x2;
  if (!((narrow && from == Type::F16x2) || (to == Type::F16x2 && fromNarrow)))
    return unsupported();
  spec.from = halfOf(from);
  if (!expectOperands(2, 2) || !dest(0, to) || !source(1, from))
    return false;
  emit(&runConvertPair).imm = spec.pack();
  return true;
}
