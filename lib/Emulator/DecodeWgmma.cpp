// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma: which shapes there are, and their operands.
#include "Decoder.h"
#include "MatrixOps.h"
#include "WarpOps.h"

using namespace halftone;
using namespace halftone::emulator;
using Kind = ast::Operand::Kind;

namespace {

bool isF8(Element e) { return e == Element::E4M3 || e == Element::E5M2; }
bool is8Bit(Element e) { return e == Element::S8 || e == Element::U8; }

bool isWgmma(const MatrixForm &form) {
  bool halves = form.d == Element::F16 || form.d == Element::F32;
  bool integer = form.d == Element::S32;
  // Integers skip the odd multiples of 8 from 40 on.
  bool width = form.n % 8 == 0 && form.n >= 8 && form.n <= 256;
  if (integer)
    width = width && (form.n % 16 == 0 || form.n == 8 || form.n == 24);
  if (form.m != 64 || !width || form.k * elementBits(form.a) != 256)
    return false;
  switch (form.a) {
  case Element::F16:
    return form.b == form.a && halves;
  case Element::BF16:
  case Element::TF32:
    return form.b == form.a && form.d == Element::F32;
  case Element::E4M3:
  case Element::E5M2:
    return isF8(form.b) && halves;
  case Element::S8:
  case Element::U8:
    return is8Bit(form.b) && integer;
  case Element::B1:
    return form.b == form.a && integer;
  default:
    return false;
  }
}

} // namespace

bool Decoder::decodeWgmma() {
  if (mnemonic.take("mma_async"))
    return decodeWgmmaProduct();
  bool fence = mnemonic.take("fence"), commit = mnemonic.take("commit_group"),
       wait = mnemonic.take("wait_group");
  if (!mnemonic.take("sync") || !mnemonic.take("aligned") || fence + commit + wait != 1)
    return unsupported();
  int64_t groups = 0;
  if (!expectOperands(wait, wait) || (wait && !integerConstant(0, groups, 0, INT32_MAX)))
    return false;
  emitMatrix(fence ? &runWgmmaFence : commit ? &runWgmmaCommit : &runWgmmaWait, MatrixForm());
  program->code.back().imm = groups;
  return true;
}

/// A constant of -1 or 1, or of 0 or 1.
bool Decoder::takeSwitch(size_t index, bool isSign, bool &value) {
  int64_t constant;
  if (!integerConstant(index, constant, isSign ? -1 : 0, 1))
    return false;
  if (isSign && constant == 0)
    return fail("operand " + std::to_string(index + 1) + " must be -1 or 1, got 0");
  value = isSign ? constant < 0 : constant == 1;
  return true;
}

bool Decoder::decodeWgmmaProduct() {
  MatrixForm form;
  bool known = mnemonic.take("sync") && mnemonic.take("aligned") && takeShape(form);
  std::optional<Element> d = takeElement(), a = takeElement(), b = takeElement();
  if (!known || !b)
    return unsupported();
  form.d = form.c = *d;
  form.a = *a;
  form.b = *b;
  if (!isWgmma(form))
    return unsupported();
  if (is8Bit(form.a))
    form.satfinite = mnemonic.take("satfinite");
  if (form.a == Element::B1 && (!mnemonic.take("and") || !mnemonic.take("popc")))
    return unsupported();
  form.conjunction = form.a == Element::B1;

  bool scales = form.d != Element::S32, transposes = elementBits(form.a) == 16;
  const ast::Operand *first = operand(1);
  form.aRegisters = first && first->kind == Kind::Vector;
  size_t count = 4 + (scales ? 2 : 0) + (transposes ? (form.aRegisters ? 1 : 2) : 0);
  if (!expectOperands(count, count))
    return false;
  size_t next = 4;
  if (scales &&
      (!takeSwitch(next, true, form.negateA) || !takeSwitch(next + 1, true, form.negateB)))
    return false;
  next += 2;
  if (transposes && !form.aRegisters && !takeSwitch(next++, false, form.aColumns))
    return false;
  if (transposes && !takeSwitch(next, false, form.bRows))
    return false;

  form.numD = form.numC = static_cast<uint16_t>(form.n / (form.d == Element::F16 ? 4 : 2));
  form.numA = form.aRegisters ? 4 : 1;
  form.numB = 1;
  uint32_t predicateSlot;
  bool negated;
  if (!fragment(0, form.numD, form.d, true) ||
      !(form.aRegisters ? fragment(1, 4, Element::B1, false) : source(1, Type::B64)) ||
      !source(2, Type::B64) || !predicate(*operand(3), predicateSlot, negated))
    return false;
  slots.push_back(predicateSlot);
  emitMatrix(&runWgmma, form);
  program->code.back().option = negated;
  return true;
}
