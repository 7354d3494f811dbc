// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// setp, set, selp, slct.
#include "Decoder.h"
#include "WarpOps.h"

#include <iterator>

using namespace halftone;
using namespace halftone::emulator;

/// Takes the comparison. `lo`, `ls`, `hi`, `hs` are the unsigned order's names.
bool Decoder::compareOp(Form &form, bool &unsignedName) {
  static constexpr const char *names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                          "equ", "neu", "ltu", "leu", "gtu", "geu",
                                          "num", "nan", "lo",  "ls",  "hi",  "hs"};
  static constexpr Compare unsignedOrder[] = {Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge};
  int index = mnemonic.takeOneOf(names);
  if (index < 0)
    return fail("expected a comparison");
  unsignedName = index >= 14;
  form.compare = index < 14 ? static_cast<Compare>(index) : unsignedOrder[index - 14];
  return true;
}

/// Takes the comparison, the combination with a third predicate, and `.ftz`.
bool Decoder::takeComparison(Form &form, Comparison &comparison) {
  static constexpr const char *combinations[] = {"and", "or", "xor"};
  if (!compareOp(form, comparison.unsignedName))
    return false;
  comparison.combination = mnemonic.takeOneOf(combinations);
  form.ftz = mnemonic.take("ftz");
  return true;
}

/// Of f32, f16 and pairs of f16.
static bool canFlush(Type type) {
  return type == Type::F32 || type == Type::F16 || type == Type::F16x2;
}

/// An order by an unsigned name needs an unsigned type, bits have none.
static bool fits(const Form &form, bool unsignedName) {
  if (isBits(form.type))
    return form.compare == Compare::Eq || form.compare == Compare::Ne;
  return !unsignedName || isUnsigned(form.type);
}

/// Compares into `p`, and `q` gets the opposite, or the other half of pairs.
bool Decoder::emitCompare(const Form &form, const Comparison &comparison, uint32_t p, uint32_t q) {
  slots = {p};
  if (!source(1, form.type) || !source(2, form.type))
    return false;
  slots.push_back(q);
  slots.push_back(comparison.third);
  Handler handler = laneOps().compare(form);
  if (!handler)
    return unsupported();
  emit(handler).option =
      static_cast<uint8_t>((comparison.combination + 1) | (comparison.negated ? 4 : 0));
  return true;
}

/// The operands' number, and the third predicate.
bool Decoder::comparisonOperands(Comparison &comparison) {
  bool combines = comparison.combination >= 0;
  size_t count = combines ? 4 : 3;
  return expectOperands(count, count) &&
         (!combines || predicate(*operand(3), comparison.third, comparison.negated));
}

static bool isHalfPair(Type type) { return type == Type::F16x2 || type == Type::BF16x2; }

bool Decoder::decodeSetp() {
  Form form;
  Comparison how;
  if (!takeComparison(form, how))
    return false;
  std::optional<Type> type = mnemonic.takeType();
  if (!type)
    return fail("expected a type");
  form.type = *type;
  if (form.ftz && !canFlush(*type))
    return fail("unsupported modifier '.ftz'");
  if (!fits(form, how.unsignedName))
    return unsupported();
  if (!comparisonOperands(how))
    return false;

  const ast::Operand &target = *operand(0);
  uint32_t p = noSlot, q = noSlot;
  if (target.kind == ast::Operand::Kind::Pair) {
    if (!destOrSink(target.elements[0], Type::Pred, p) ||
        !destOrSink(target.elements[1], Type::Pred, q))
      return false;
  } else if (!destOrSink(target, Type::Pred, p)) {
    return false;
  }
  return emitCompare(form, how, p, q);
}

/// What `set` writes for true; of pairs, in each half. 0 where there is no such form.
static uint64_t trueValue(Type result, Type operands) {
  bool halves = operands == Type::F16 || operands == Type::BF16;
  bool pairs = isHalfPair(operands);
  switch (result) {
  case Type::U32:
  case Type::S32:
    return pairs ? 0xffff : 0xffffffffu;
  case Type::U16:
  case Type::S16:
    return halves ? 0xffff : 0;
  case Type::F32:
    return halves || pairs ? 0 : 0x3f800000u;
  case Type::F16:
    return operands == Type::BF16 || pairs ? 0 : 0x3c00;
  case Type::BF16:
    return operands == Type::F16 || pairs ? 0 : 0x3f80;
  case Type::F16x2:
  case Type::BF16x2:
    return result != operands ? 0 : result == Type::F16x2 ? 0x3c00 : 0x3f80;
  default:
    return 0;
  }
}

/// `slot` = `yes` or 0.
bool Decoder::emitChoice(uint32_t slot, uint64_t yes, unsigned bytes, uint32_t p) {
  Form choose;
  choose.op = Op::Selp;
  choose.type = bytes == 4 ? Type::B32 : Type::B16;
  slots = {slot, constant(yes, bytes), constant(0, bytes), p};
  return emitChecked(laneOps().bits(choose));
}

/// A comparison into a scratch predicate, then the choice between true and false;
/// twice for pairs.
bool Decoder::decodeSet() {
  Form form;
  Comparison how;
  if (!takeComparison(form, how))
    return false;
  std::optional<Type> result = mnemonic.takeType(), type = mnemonic.takeType();
  if (!result || !type)
    return fail("expected two types");
  form.type = *type;
  uint64_t yes = trueValue(*result, *type);
  bool flushes = canFlush(*type) && *result != Type::BF16;
  if (!yes || (form.ftz && !flushes) || !fits(form, how.unsignedName))
    return unsupported();
  bool halves = isHalfPair(*type);
  uint32_t d = noSlot, p = scratchPredicate(), q = halves ? scratchPredicate() : noSlot;
  if (!comparisonOperands(how) || !dest(*operand(0), *result, d) || !emitCompare(form, how, p, q))
    return false;
  if (!halves)
    return emitChoice(d, yes, byteSize(*result), p);
  uint32_t low = allocate(32 * 2), high = allocate(32 * 2);
  if (!emitChoice(low, yes, 2, p) || !emitChoice(high, yes, 2, q))
    return false;
  slots = {d, low, high};
  Inst &pack = emit(&runPack);
  pack.bytes = 2;
  pack.count = 2;
  return true;
}

/// Integers, bits, f32 and f64, of 16 bits at least.
static bool isScalar(Type type) {
  return (isInteger(type) && byteSize(type) >= 2) || type == Type::F32 || type == Type::F64;
}

bool Decoder::decodeSelp() {
  Form form;
  form.op = Op::Selp;
  std::optional<Type> type = mnemonic.takeType();
  if (!type || !isScalar(*type))
    return fail("expected a type of 16, 32 or 64 bits");
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
  std::optional<Type> type = mnemonic.takeType(), by = mnemonic.takeType();
  if (!type || !isScalar(*type) || (by != Type::S32 && by != Type::F32))
    return unsupported();
  form.ftz = by == Type::F32 && mnemonic.take("ftz");
  form.type = *type;
  form.from = *by;
  return expectOperands(4, 4) && dest(0, *type) && source(1, *type) && source(2, *type) &&
         source(3, *by) && emitChecked(laneOps().bits(form));
}
