// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt: which of the many forms, and whether lane arithmetic has a fast one.
#include "Convert.h"
#include "Decoder.h"
#include "Warp.h"

using namespace halftone;
using namespace halftone::emulator;

static bool isNarrowFloatPair(Type type) {
  return type == Type::E4M3x2 || type == Type::E5M2x2 || type == Type::E2M3x2 ||
         type == Type::E3M2x2 || type == Type::E2M1x2;
}

static bool isPair(Type type) {
  return type == Type::F16x2 || type == Type::BF16x2 || type == Type::UE8M0x2 ||
         isNarrowFloatPair(type);
}

/// Some types come in pairs only and stand for one value, too.
static Type halfOf(Type type) {
  switch (type) {
  case Type::F16x2:
    return Type::F16;
  case Type::BF16x2:
    return Type::BF16;
  case Type::E4M3x2:
    return Type::E4M3;
  case Type::E5M2x2:
    return Type::E5M2;
  default:
    return type;
  }
}

static bool isPlainFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64;
}

/// Bits of a type's mantissa and exponent, by which one float type holds another.
static bool holdsAll(Type to, Type from) {
  return to == Type::F64 || (to == Type::F32 && from != Type::F64) || to == from;
}

/// True if `to` holds every value of `from`; of integers.
static bool holdsIntegers(Type to, Type from) {
  if (isSigned(from) && !isSigned(to))
    return false;
  bool sameSign = isSigned(from) == isSigned(to);
  return sameSign ? byteSize(to) >= byteSize(from) : byteSize(to) > byteSize(from);
}

/// Which modifiers a conversion of single values may have, and must.
bool Decoder::checkCvt(Type to, Type from, const ConvertSpec &spec) {
  auto refuse = [&](const char *modifier) {
    return fail("unsupported modifier '." + std::string(modifier) + "'");
  };
  bool toInteger = isInteger(to), fromInteger = isInteger(from);
  bool single = to == Type::F32 || from == Type::F32;
  bool brain = to == Type::BF16 || from == Type::BF16;
  bool toHalf = from == Type::F32 && (to == Type::F16 || to == Type::BF16);
  if (brain && (byteSize(to) == 1 || byteSize(from) == 1))
    return unsupported();
  if (toInteger && !fromInteger && !spec.integral)
    return fail("expected '.rni', '.rzi', '.rmi' or '.rpi'");
  if (spec.integral && (fromInteger || (!toInteger && to != from)))
    return fail("an integer rounding mode has no place here");
  bool mustRound = !toInteger && (fromInteger || !holdsAll(to, from)) &&
                   !(brain && to == Type::F16) && !(brain && from == Type::F16);
  if (mustRound && !spec.rounded)
    return fail("expected '.rn', '.rz', '.rm' or '.rp'");
  if (spec.rounded && !mustRound && (toInteger || to == from || !brain))
    return fail("a rounding mode has no place here");
  if (spec.ftz && !single)
    return refuse("ftz");
  bool clamps = toInteger && fromInteger ? !holdsIntegers(to, from) : !brain;
  if (spec.sat && !clamps)
    return refuse("sat");
  bool nearOrZero = spec.round == Round::Nearest || spec.round == Round::Zero;
  bool limits = toHalf && nearOrZero && !spec.ftz && !spec.sat;
  if (spec.relu && !limits)
    return refuse("relu");
  if (spec.satfinite && !limits)
    return refuse("satfinite");
  return true;
}

bool Decoder::decodeCvt() {
  if (mnemonic.take("pack"))
    return decodeCvtPack();
  static constexpr const char *integralNames[] = {"rni", "rzi", "rmi", "rpi"};
  ConvertSpec spec{};
  int integral = mnemonic.takeOneOf(integralNames);
  std::optional<Round> round = takeRound();
  if (integral >= 0 && round)
    return fail("expected one rounding mode, got two");
  spec.integral = integral >= 0;
  spec.rounded = round.has_value();
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
  if (*to == Type::TF32) {
    bool nearOrZero = spec.rounded && (spec.round == Round::Nearest || spec.round == Round::Zero);
    if (*from != Type::F32 || spec.integral || nearOrZero == spec.tiesAway || spec.ftz ||
        spec.sat || (spec.relu && spec.tiesAway))
      return unsupported();
  } else {
    bool known = (isInteger(*to) || isPlainFloat(*to)) && (isInteger(*from) || isPlainFloat(*from));
    if (!known || isBits(*to) || isBits(*from) || spec.tiesAway)
      return unsupported();
    if (!checkCvt(*to, *from, spec))
      return false;
  }
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
  note(operand(0)->name, target, true);
  if (registerSource) {
    if (!anyRegister(a, origin))
      return false;
    note(a.name, origin, false);
    slot = origin.slot;
    fromBytes = origin.bytes();
  } else if (!source(a, fromBytes == 2 ? Type::B16 : *from, slot)) {
    return false;
  }
  if (target.bytes() < byteSize(*to) || fromBytes < byteSize(*from))
    return fail("a register is narrower than its type");
  if (target.bytes() > 8 || fromBytes > 8)
    return fail("a register has more than 64 bits");

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
  form.round = spec.round;
  form.integral = spec.integral;
  bool general = spec.satfinite || *to == Type::TF32;
  Handler fast = general ? nullptr : laneOps().convert(form, spec.fromBytes, spec.toBytes);
  emit(fast ? fast : &runConvert).imm = spec.pack();
  return true;
}

/// Types of 16 bits or less, two at a time.
bool Decoder::decodeCvtPacked(Type to, Type from, ConvertSpec &spec) {
  bool half = to == Type::F16x2 || to == Type::BF16x2, power = to == Type::UE8M0x2;
  if (spec.integral || spec.tiesAway || spec.sat || spec.ftz)
    return unsupported();
  bool rounds = half    ? spec.round == Round::Nearest || spec.round == Round::Zero
                : power ? spec.round == Round::Zero || spec.round == Round::Up
                        : spec.round == Round::Nearest;
  if (!rounds || !spec.rounded)
    return unsupported();
  spec.to = halfOf(to);
  if (from == Type::F32) {
    if (!half && !power && !spec.satfinite)
      return fail("expected '.satfinite'");
    if (power && spec.relu)
      return fail("unsupported modifier '.relu'");
    spec.from = from;
    Form form;
    form.type = to;
    form.from = from;
    form.relu = spec.relu;
    form.sat = spec.satfinite;
    Handler fast = spec.round != Round::Nearest ? nullptr : laneOps().convert(form, 4, 4);
    if (!expectOperands(3, 3) || !dest(0, to) || !source(1, from) || !source(2, from))
      return false;
    emit(fast ? fast : &runConvertToPair).imm = spec.pack();
    return true;
  }
  // Between pairs: to f16 and back, powers of two to bf16 and back.
  bool widens = to == Type::F16x2 && isNarrowFloatPair(from);
  bool narrows = from == Type::F16x2 && (to == Type::E4M3x2 || to == Type::E5M2x2);
  bool narrowsTiny = from == Type::F16x2 && to == Type::E2M1x2;
  bool toPower = power && from == Type::BF16x2;
  bool fromPower = to == Type::BF16x2 && from == Type::UE8M0x2;
  if (!widens && !narrows && !narrowsTiny && !toPower && !fromPower)
    return unsupported();
  if ((narrows || narrowsTiny) && !spec.satfinite)
    return fail("expected '.satfinite'");
  if ((widens || fromPower) && (spec.satfinite || spec.round != Round::Nearest))
    return unsupported();
  if ((toPower || fromPower) && spec.relu)
    return fail("unsupported modifier '.relu'");
  spec.from = halfOf(from);
  Form form;
  form.type = to;
  form.from = from;
  form.relu = spec.relu;
  form.sat = spec.satfinite;
  Handler fast = laneOps().convert(form, byteSize(from), byteSize(to));
  if (!expectOperands(2, 2) || !dest(0, to) || !source(1, from))
    return false;
  emit(fast ? fast : &runConvertPair).imm = spec.pack();
  return true;
}

/// cvt.pack: the types of the parts, of a and b, and of c.
bool Decoder::decodeCvtPack() {
  static constexpr const char *names[] = {"u16", "s16", "u8", "s8", "u4", "s4", "u2", "s2"};
  static constexpr uint8_t bits[] = {16, 16, 8, 8, 4, 4, 2, 2};
  int part = mnemonic.takeOneOf(names);
  if (part < 0 || !mnemonic.take("sat") || mnemonic.takeType() != Type::S32)
    return unsupported();
  bool third = bits[part] < 16;
  if (third && mnemonic.takeType() != Type::B32)
    return unsupported();
  unsigned sources = third ? 3 : 2;
  if (!expectOperands(sources + 1, sources + 1) || !dest(0, Type::B32))
    return false;
  for (unsigned i = 1; i <= sources; ++i)
    if (!source(i, Type::B32))
      return false;
  Inst &inst = emit(&runConvertPack);
  inst.bytes = bits[part];
  inst.option = static_cast<uint8_t>(part & 1);
  return true;
}
