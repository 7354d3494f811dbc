// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic and bits.
#include "Decoder.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

struct NamedOp {
  std::string_view name;
  Op op;
  unsigned sources;
};

const NamedOp *findArithmetic(std::string_view name) {
  static constexpr NamedOp ops[] = {
      {"add", Op::Add, 2},       {"sub", Op::Sub, 2},    {"mul", Op::MulLo, 2},
      {"mad", Op::MadLo, 3},     {"fma", Op::Fma, 3},    {"div", Op::Div, 2},
      {"rem", Op::Rem, 2},       {"min", Op::Min, 2},    {"max", Op::Max, 2},
      {"neg", Op::Neg, 1},       {"abs", Op::Abs, 1},    {"addc", Op::AddCarry, 2},
      {"subc", Op::SubCarry, 2}, {"madc", Op::MadLo, 3}, {"sad", Op::Sad, 3},
      {"sqrt", Op::Sqrt, 1},     {"rcp", Op::Rcp, 1},    {"rsqrt", Op::Rsqrt, 1},
      {"ex2", Op::Ex2, 1},       {"lg2", Op::Lg2, 1},    {"sin", Op::Sin, 1},
      {"cos", Op::Cos, 1},       {"tanh", Op::Tanh, 1},  {"copysign", Op::Copysign, 2},
  };
  for (const NamedOp &op : ops)
    if (op.name == name)
      return &op;
  return nullptr;
}

Type twice(Type type) {
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

} // namespace

bool Decoder::decodeArithmetic() {
  const NamedOp &named = *findArithmetic(mnemonic.base());
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
  if (form.type == Type::F32x2)
    return decodePairs(form);
  if (isInteger(form.type))
    return decodeInteger(form);
  if (form.type == Type::F32 || form.type == Type::F64)
    return decodeFloat(form);
  return decodeHalf(form);
}

bool Decoder::decodeInteger(Form &form) {
  const NamedOp &named = *findArithmetic(mnemonic.base());
  bool product = form.op == Op::MulLo || form.op == Op::MadLo;
  bool multiplyAdd = form.op == Op::MadLo, wide = false;
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
  form.sat = mnemonic.take("sat");
  form.carryOut = mnemonic.take("cc");
  form.carryIn = mnemonic.base().back() == 'c' && mnemonic.base().size() == 4;
  if (isBits(form.type))
    return fail("expected an integer type with a sign");
  Type result = wide ? twice(form.type) : form.type;

  if (form.carryIn || form.carryOut) {
    if (multiplyAdd) { // the product, then the sum with carry
      if (wide)
        return unsupported();
      uint32_t scratch = allocate(size_t{32} * byteSize(form.type));
      Form multiply = form;
      multiply.op = form.op == Op::MadLo ? Op::MulLo : Op::MulHi;
      slots.push_back(scratch);
      if (!source(1, form.type) || !source(2, form.type) ||
          !emitChecked(laneOps().integer(multiply)))
        return false;
      form.op = Op::AddCarry;
      if (!dest(0, form.type))
        return false;
      slots.push_back(scratch);
      return source(3, form.type) && emitChecked(laneOps().integer(form));
    }
    if (form.op == Op::Add)
      form.op = Op::AddCarry;
    else if (form.op == Op::Sub)
      form.op = Op::SubCarry;
    else if (form.op != Op::AddCarry && form.op != Op::SubCarry)
      return unsupported();
  }
  if (!dest(0, result))
    return false;
  for (unsigned i = 1; i <= named.sources; ++i)
    if (!source(i, wide && i == 3 ? result : form.type))
      return false;
  return emitChecked(laneOps().integer(form));
}

/// Modifiers that only choose how exact a function is: ours is exact enough for all.
static bool takeAccuracy(Mnemonic &mnemonic) {
  static constexpr const char *names[] = {"approx", "full"};
  return mnemonic.takeOneOf(names) >= 0;
}

/// add.f32.f16 and the like: the first operand, of fma the first two, is narrow and
/// is widened first, which is exact.
bool Decoder::widenSources(const Form &form, Type narrow, std::vector<uint32_t> &widened) {
  bool mixes = form.op == Op::Add || form.op == Op::Sub || form.op == Op::Fma;
  if (!mixes || form.type != Type::F32 || (narrow != Type::F16 && narrow != Type::BF16))
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

bool Decoder::decodeFloat(Form &form) {
  const NamedOp &named = *findArithmetic(mnemonic.base());
  bool approximate = takeAccuracy(mnemonic);
  std::optional<Round> round = takeRound();
  form.ftz = mnemonic.take("ftz");
  form.sat = mnemonic.take("sat");
  form.nan = mnemonic.take("NaN");
  if (form.op == Op::MadLo)
    form.op = Op::Fma;
  if (form.ftz && form.type == Type::F64 && !approximate)
    return fail("'.ftz' needs f32");
  if (form.sat && form.type == Type::F64)
    return fail("'.sat' needs f32");
  bool function = form.op == Op::Rsqrt || form.op == Op::Ex2 || form.op == Op::Lg2 ||
                  form.op == Op::Sin || form.op == Op::Cos || form.op == Op::Tanh;
  bool exact = form.op == Op::Min || form.op == Op::Max || form.op == Op::Neg ||
               form.op == Op::Abs || form.op == Op::Copysign;
  if (round && (function || exact || approximate))
    return fail("a rounding mode has no place here");
  if (function && !approximate)
    return fail("expected '.approx'");
  bool canSaturate = form.op == Op::Add || form.op == Op::Sub || form.op == Op::MulLo ||
                     form.op == Op::Fma || form.op == Op::Div;
  if (form.sat && !canSaturate)
    return fail("unsupported modifier '.sat'");
  if (form.nan && form.op != Op::Min && form.op != Op::Max)
    return fail("unsupported modifier '.NaN'");
  if (item->instruction.operands.size() > named.sources + 1)
    return decodeThree(form);
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

/// Two f32 in 64 bits: taken apart, computed, and put together.
bool Decoder::decodePairs(Form &form) {
  const NamedOp &named = *findArithmetic(mnemonic.base());
  Round round = takeRound().value_or(Round::Nearest);
  form.ftz = mnemonic.take("ftz");
  form.type = Type::F32;
  if (form.op != Op::Add && form.op != Op::Sub && form.op != Op::MulLo && form.op != Op::Fma)
    return unsupported();
  auto emitSplit = [&](Handler handler) {
    Inst &inst = emit(handler);
    inst.bytes = 4;
    inst.count = 2;
  };
  // Low and high parts: of the result, then of each source.
  std::vector<uint32_t> parts[2];
  for (std::vector<uint32_t> &part : parts)
    for (size_t i = 0; i <= named.sources; ++i)
      part.push_back(allocate(size_t{32} * 4));
  for (size_t i = 1; i <= named.sources; ++i) {
    slots = {parts[0][i], parts[1][i]};
    if (!source(i, Type::B64))
      return false;
    emitSplit(&runUnpack);
  }
  for (std::vector<uint32_t> &part : parts) {
    slots = part;
    if (!emitRounded(laneOps().floating(form), round))
      return false;
  }
  if (!dest(0, Type::B64))
    return false;
  slots.push_back(parts[0][0]);
  slots.push_back(parts[1][0]);
  emitSplit(&runPack);
  return true;
}

bool Decoder::decodeHalf(Form &form) {
  const NamedOp &named = *findArithmetic(mnemonic.base());
  takeAccuracy(mnemonic);
  if (std::optional<Round> round = takeRound(); round && *round != Round::Nearest)
    return fail("16-bit arithmetic rounds to nearest only");
  form.ftz = mnemonic.take("ftz");
  form.sat = mnemonic.take("sat");
  form.nan = mnemonic.take("NaN");
  form.relu = mnemonic.take("relu");
  if (!dest(0, form.type))
    return false;
  for (unsigned i = 1; i <= named.sources; ++i)
    if (!source(i, form.type))
      return false;
  return emitChecked(laneOps().half(form));
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

bool Decoder::decodeDp4a() {
  Form form;
  form.op = Op::Dp4a;
  std::optional<Type> a = mnemonic.takeType(), b = mnemonic.takeType();
  bool known = (a == Type::U32 || a == Type::S32) && (b == Type::U32 || b == Type::S32);
  if (!known)
    return unsupported();
  form.type = *a;
  form.from = *b;
  return expectOperands(4, 4) && dest(0, Type::B32) && source(1, Type::B32) &&
         source(2, Type::B32) && source(3, Type::B32) && emitChecked(laneOps().integer(form));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

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

bool Decoder::decodeLop3() {
  Form form;
  form.op = Op::Lop3;
  form.type = Type::B32;
  int64_t table;
  if (mnemonic.takeType() != Type::B32)
    return unsupported();
  if (!expectOperands(5, 5) || !dest(0, Type::B32) || !source(1, Type::B32) ||
      !source(2, Type::B32) || !source(3, Type::B32) || !integerConstant(4, table, 0, 255))
    return false;
  emit(laneOps().bits(form)).imm = table;
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
