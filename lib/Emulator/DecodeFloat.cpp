// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on floats. A modifier is taken where PTX has it; one that is left over
// is refused by name (`Decoder::finish`).
#include "Decoder.h"
#include "NamedOps.h"

using namespace halftone;
using namespace halftone::emulator;

static bool isSum(Op op) { return op == Op::Add || op == Op::Sub; }
static bool isExtremum(Op op) { return op == Op::Min || op == Op::Max; }

/// Approximations that have no exact form.
static bool isFunction(Op op) {
  return op == Op::Rsqrt || op == Op::Ex2 || op == Op::Lg2 || op == Op::Sin || op == Op::Cos ||
         op == Op::Tanh;
}

/// Of these, one must say how they are rounded, if not at all exactly.
static bool mustRound(Op op) {
  return op == Op::Fma || op == Op::Div || op == Op::Rcp || op == Op::Sqrt;
}

bool Decoder::decodeFloat(Form &form) {
  const NamedOp &named = arithmeticOp(mnemonic.base());
  if (form.op == Op::MadLo)
    form.op = Op::Fma;
  bool single = form.type == Type::F32, function = isFunction(form.op);
  bool divides = form.op == Op::Div || form.op == Op::Rcp || form.op == Op::Sqrt;
  bool multiplies = form.op == Op::MulLo || form.op == Op::Fma;

  std::optional<Round> round;
  bool full = single && form.op == Op::Div && mnemonic.take("full");
  form.approximate = !full && (function || divides) && mnemonic.take("approx");
  if (!full && !form.approximate && (isSum(form.op) || multiplies || divides))
    round = takeRound();
  if (function && !form.approximate)
    return fail("expected '.approx'");
  if (mustRound(form.op) && !round && !full && !form.approximate)
    return fail("expected a rounding mode");
  bool gross = !single && form.approximate && (form.op == Op::Rcp || form.op == Op::Rsqrt);
  form.ftz =
      (single ? form.op != Op::Tanh && form.op != Op::Copysign : gross) && mnemonic.take("ftz");
  form.sat = single && (isSum(form.op) || multiplies) && mnemonic.take("sat");
  if (!single && form.approximate && !(form.op == Op::Rsqrt || (gross && form.ftz)))
    return unsupported();

  if (isExtremum(form.op) && single) {
    form.nan = mnemonic.take("NaN");
    bool three = item->instruction.operands.size() > named.sources + 1;
    form.xorSign = !three && mnemonic.take("xorsign");
    form.absolute = (three || form.xorSign) && mnemonic.take("abs");
    if (form.xorSign && !form.absolute)
      return fail("expected '.abs' after '.xorsign'");
    if (three)
      return decodeThree(form);
  }
  std::vector<uint32_t> widened;
  if (std::optional<Type> narrow = mnemonic.takeType();
      narrow && !widenSources(form, *narrow, widened))
    return false;
  if (!dest(0, form.type))
    return false;
  slots.insert(slots.end(), widened.begin(), widened.end());
  for (size_t i = 1 + widened.size(); i <= named.sources; ++i)
    if (!source(i, form.type))
      return false;
  return emitRounded(laneOps().floating(form), round.value_or(Round::Nearest));
}

/// add.f32.f16 and the like: the first operand, of fma the first two, is narrow and
/// is widened first, which is exact.
bool Decoder::widenSources(const Form &form, Type narrow, std::vector<uint32_t> &widened) {
  bool mixes = isSum(form.op) || form.op == Op::Fma;
  bool half = narrow == Type::F16 || narrow == Type::BF16;
  if (!mixes || form.type != Type::F32 || form.ftz || !half)
    return unsupported();
  Form widen;
  widen.type = Type::F32;
  widen.from = narrow;
  for (size_t i = 1; i <= (form.op == Op::Fma ? 2 : 1); ++i) {
    widened.push_back(allocate(size_t{32} * 4));
    slots = {widened.back()};
    if (!source(i, narrow) || !emitChecked(laneOps().convert(widen, 2, 4)))
      return false;
  }
  return true;
}

/// The minimum or maximum of three: of two, and of that and the third.
bool Decoder::decodeThree(const Form &form) {
  uint32_t scratch = allocate(size_t{32} * 4);
  slots = {scratch};
  if (!source(1, form.type) || !source(2, form.type) || !emitChecked(laneOps().floating(form)) ||
      !dest(0, form.type))
    return false;
  slots.push_back(scratch);
  return source(3, form.type) && emitChecked(laneOps().floating(form));
}

/// Two f32 in 64 bits.
bool Decoder::decodePairs(Form &form) {
  const NamedOp &named = arithmeticOp(mnemonic.base());
  std::optional<Round> round = takeRound();
  if (form.op == Op::Fma && !round)
    return fail("expected a rounding mode");
  form.ftz = mnemonic.take("ftz");
  if (!dest(0, Type::B64))
    return false;
  for (size_t i = 1; i <= named.sources; ++i)
    if (!source(i, Type::B64))
      return false;
  return emitRounded(laneOps().floating(form), round.value_or(Round::Nearest));
}

bool Decoder::decodeHalf(Form &form) {
  const NamedOp &named = arithmeticOp(mnemonic.base());
  bool brain = form.type == Type::BF16 || form.type == Type::BF16x2;
  bool fma = form.op == Op::Fma, product = form.op == Op::MulLo;
  if (isFunction(form.op)) {
    if (!mnemonic.take("approx"))
      return fail("expected '.approx'");
    // ex2 on bf16 flushes, and says so.
    if (form.op == Op::Ex2 && brain && !mnemonic.take("ftz"))
      return fail("expected '.ftz'");
    form.ftz = form.op == Op::Ex2 && brain;
  } else if (isSum(form.op) || product || fma) {
    if (std::optional<Round> round = takeRound()) {
      if (*round != Round::Nearest && !(fma && brain && *round == Round::Zero))
        return fail("16-bit arithmetic rounds to nearest only");
      form.round = *round;
    } else if (fma) {
      return fail("expected a rounding mode");
    }
    form.oob = fma && mnemonic.take("oob");
    form.ftz = !brain && !form.oob && mnemonic.take("ftz");
    form.relu = fma && mnemonic.take("relu");
    form.sat = !brain && !form.relu && mnemonic.take("sat");
  } else if (isExtremum(form.op)) {
    form.ftz = !brain && mnemonic.take("ftz");
    form.nan = mnemonic.take("NaN");
    form.xorSign = mnemonic.take("xorsign");
    if (form.xorSign && !mnemonic.take("abs"))
      return fail("expected '.abs' after '.xorsign'");
  } else if (form.op == Op::Neg || form.op == Op::Abs) {
    form.ftz = !brain && mnemonic.take("ftz");
  }
  return emitPlain(laneOps().half(form), form.type, named.sources);
}

bool Decoder::decodeTestp() {
  static constexpr const char *classes[] = {"finite",     "infinite", "number",
                                            "notanumber", "normal",   "subnormal"};
  int index = mnemonic.takeOneOf(classes);
  std::optional<Type> type = mnemonic.takeType();
  if (index < 0 || (type != Type::F32 && type != Type::F64))
    return unsupported();
  Form form;
  form.op = Op::Testp;
  form.type = *type;
  if (!expectOperands(2, 2) || !dest(0, Type::Pred) || !source(1, *type))
    return false;
  emit(laneOps().floating(form)).option = static_cast<uint8_t>(index);
  return true;
}
