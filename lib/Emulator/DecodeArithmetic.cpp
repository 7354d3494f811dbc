// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic: which function decodes a type, and integers.
#include "Decoder.h"
#include "NamedOps.h"

using namespace halftone;
using namespace halftone::emulator;

const NamedOp &emulator::arithmeticOp(std::string_view name) {
  static constexpr NamedOp ops[] = {
      {"add", Op::Add, 2},       {"sub", Op::Sub, 2},     {"mul", Op::MulLo, 2},
      {"mad", Op::MadLo, 3},     {"fma", Op::Fma, 3},     {"div", Op::Div, 2},
      {"rem", Op::Rem, 2},       {"min", Op::Min, 2},     {"max", Op::Max, 2},
      {"neg", Op::Neg, 1},       {"abs", Op::Abs, 1},     {"addc", Op::AddCarry, 2},
      {"subc", Op::SubCarry, 2}, {"madc", Op::MadLo, 3},  {"sad", Op::Sad, 3},
      {"sqrt", Op::Sqrt, 1},     {"rcp", Op::Rcp, 1},     {"rsqrt", Op::Rsqrt, 1},
      {"ex2", Op::Ex2, 1},       {"lg2", Op::Lg2, 1},     {"sin", Op::Sin, 1},
      {"cos", Op::Cos, 1},       {"tanh", Op::Tanh, 1},   {"copysign", Op::Copysign, 2},
      {"mul24", Op::Mul24, 2},   {"mad24", Op::Mul24, 3},
  };
  const NamedOp *op = ops;
  while (op->name != name)
    ++op;
  return *op;
}

static Type twice(Type type) {
  switch (type) {
  case Type::U16:
    return Type::U32;
  case Type::S16:
    return Type::S32;
  case Type::U32:
    return Type::U64;
  default:
    return Type::S64;
  }
}

bool Decoder::decodeArithmetic() {
  const NamedOp &named = arithmeticOp(mnemonic.base());
  Form form;
  form.op = named.op;
  std::optional<Type> type = mnemonic.takeType();
  if (!type)
    return fail("expected a type");
  form.type = *type;
  bool extremum = form.op == Op::Min || form.op == Op::Max;
  size_t most = named.sources + (extremum && form.type == Type::F32 ? 2 : 1);
  if (!expectOperands(named.sources + 1, most))
    return false;
  switch (form.type) {
  case Type::F32:
  case Type::F64:
    return decodeFloat(form);
  case Type::F32x2:
    return decodePairs(form);
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
    return decodeHalf(form);
  case Type::U16x2:
  case Type::S16x2:
    return decodeInteger(form);
  default:
    if (!isInteger(form.type) || isBits(form.type))
      return fail("expected an integer type with a sign, or a float type");
    return decodeInteger(form);
  }
}

/// The destination and `count` sources, and one instruction.
bool Decoder::emitPlain(Handler handler, Type type, unsigned count) {
  if (!dest(0, type))
    return false;
  for (unsigned i = 1; i <= count; ++i)
    if (!source(i, type))
      return false;
  return emitChecked(handler);
}

bool Decoder::decodeInteger(Form &form) {
  const NamedOp &named = arithmeticOp(mnemonic.base());
  bool product = form.op == Op::MulLo || form.op == Op::MadLo;
  bool multiplyAdd = form.op == Op::MadLo, wide = false;
  if (form.op == Op::Mul24)
    return decodeMul24(form, named.sources == 3);
  if (product) {
    static constexpr const char *parts[] = {"lo", "hi", "wide"};
    int part = mnemonic.takeOneOf(parts);
    if (part < 0)
      return fail("expected '.lo', '.hi' or '.wide'");
    static constexpr Op mul[] = {Op::MulLo, Op::MulHi, Op::MulWide};
    static constexpr Op mad[] = {Op::MadLo, Op::MadHi, Op::MadWide};
    form.op = multiplyAdd ? mad[part] : mul[part];
    wide = part == 2;
  }
  bool sums = form.op == Op::Add || form.op == Op::Sub;
  bool extremum = form.op == Op::Min || form.op == Op::Max;
  bool carries = byteSize(form.type) >= 4 && isInteger(form.type);
  form.carryIn = mnemonic.base().size() == 4 && mnemonic.base().back() == 'c';
  form.sat = (sums || form.op == Op::MadHi) && !form.carryIn && form.type == Type::S32 &&
             mnemonic.take("sat");
  form.relu = extremum && mnemonic.take("relu");
  form.carryOut = (sums || multiplyAdd || form.carryIn) && !form.sat && mnemonic.take("cc");
  if (form.carryIn || form.carryOut) {
    if (!carries || wide)
      return unsupported();
    if (multiplyAdd)
      return decodeMadCarry(form);
    if (sums)
      form.op = form.op == Op::Add ? Op::AddCarry : Op::SubCarry;
  }
  Type result = wide ? twice(form.type) : form.type;
  if (!dest(0, result))
    return false;
  for (unsigned i = 1; i <= named.sources; ++i)
    if (!source(i, wide && i == 3 ? result : form.type))
      return false;
  return emitChecked(laneOps().integer(form));
}

/// The product, then the sum with carry.
bool Decoder::decodeMadCarry(Form &form) {
  uint32_t scratch = allocate(size_t{32} * byteSize(form.type));
  Form multiply = form;
  multiply.op = form.op == Op::MadLo ? Op::MulLo : Op::MulHi;
  slots.push_back(scratch);
  if (!source(1, form.type) || !source(2, form.type) || !emitChecked(laneOps().integer(multiply)))
    return false;
  form.op = Op::AddCarry;
  if (!dest(0, form.type))
    return false;
  slots.push_back(scratch);
  return source(3, form.type) && emitChecked(laneOps().integer(form));
}

/// mul24, and mad24 as a product and a sum.
bool Decoder::decodeMul24(Form &form, bool add) {
  static constexpr const char *parts[] = {"lo", "hi"};
  int part = mnemonic.takeOneOf(parts);
  if (part < 0)
    return fail("expected '.lo' or '.hi'");
  form.carryIn = part == 1;
  if (!add)
    return emitPlain(laneOps().integer(form), form.type, 2);
  Form sum;
  sum.op = Op::Add;
  sum.type = form.type;
  sum.sat = form.carryIn && form.type == Type::S32 && mnemonic.take("sat");
  uint32_t scratch = allocate(size_t{32} * byteSize(form.type));
  slots.push_back(scratch);
  if (!source(1, form.type) || !source(2, form.type) || !emitChecked(laneOps().integer(form)) ||
      !dest(0, form.type))
    return false;
  slots.push_back(scratch);
  return source(3, form.type) && emitChecked(laneOps().integer(sum));
}

/// dp4a and dp2a.
bool Decoder::decodeDotProduct() {
  Form form;
  form.op = mnemonic.base() == "dp4a" ? Op::Dp4a : Op::Dp2a;
  if (form.op == Op::Dp2a) {
    static constexpr const char *parts[] = {"lo", "hi"};
    int part = mnemonic.takeOneOf(parts);
    if (part < 0)
      return fail("expected '.lo' or '.hi'");
    form.carryIn = part == 1;
  }
  std::optional<Type> a = mnemonic.takeType(), b = mnemonic.takeType();
  bool known = (a == Type::U32 || a == Type::S32) && (b == Type::U32 || b == Type::S32);
  if (!known)
    return unsupported();
  form.type = *a;
  form.from = *b;
  return expectOperands(4, 4) && emitPlain(laneOps().integer(form), Type::B32, 3);
}
