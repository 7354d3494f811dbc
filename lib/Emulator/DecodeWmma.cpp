// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wmma.load, wmma.store and wmma.mma: which shapes there are, and their operands.
#include "Decoder.h"
#include "MatrixOps.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

bool hasShape(const MatrixForm &form, unsigned m, unsigned n, unsigned k) {
  return form.m == m && form.n == n && form.k == k;
}

/// The three shapes of 16-bit and 8-bit operands.
bool isCommon(const MatrixForm &form) {
  return hasShape(form, 16, 16, 16) || hasShape(form, 8, 32, 16) || hasShape(form, 32, 8, 16);
}

bool operandFits(const MatrixForm &form, Element element) {
  switch (element) {
  case Element::F16:
  case Element::BF16:
  case Element::S8:
  case Element::U8:
    return isCommon(form);
  case Element::TF32:
    return hasShape(form, 16, 16, 8);
  case Element::F64:
    return hasShape(form, 8, 8, 4);
  case Element::S4:
  case Element::U4:
    return hasShape(form, 8, 8, 32);
  case Element::B1:
    return hasShape(form, 8, 8, 128);
  default:
    return false;
  }
}

bool accumulatorFits(const MatrixForm &form, Element element) {
  switch (element) {
  case Element::F16:
    return isCommon(form);
  case Element::F32:
    return isCommon(form) || hasShape(form, 16, 16, 8);
  case Element::S32:
    return isCommon(form) || hasShape(form, 8, 8, 32) || hasShape(form, 8, 8, 128);
  case Element::F64:
    return hasShape(form, 8, 8, 4);
  default:
    return false;
  }
}

uint8_t operandRegisters(unsigned values, Element element) {
  return element == Element::F16 ? 8 : static_cast<uint8_t>(fragmentRegisters(values, element));
}

uint16_t accumulatorRegisters(const MatrixForm &form, Element element) {
  return static_cast<uint16_t>(form.m * form.n / (element == Element::F16 ? 64 : 32));
}

Element accumulatorOf(Element operand) {
  switch (operand) {
  case Element::BF16:
  case Element::TF32:
    return Element::F32;
  case Element::F64:
    return Element::F64;
  default:
    return Element::S32;
  }
}

} // namespace

bool Decoder::decodeWmma() {
  if (mnemonic.take("mma"))
    return decodeWmmaProduct();
  static constexpr const char *parts[] = {"a", "b", "c"};
  if (mnemonic.take("load"))
    if (int part = mnemonic.takeOneOf(parts); part >= 0)
      return decodeWmmaMove(static_cast<WmmaPart>(part), true);
  if (mnemonic.take("store") && mnemonic.take("d"))
    return decodeWmmaMove(WmmaPart::D, false);
  return unsupported();
}

bool Decoder::decodeWmmaMove(WmmaPart part, bool isLoad) {
  static constexpr const char *layouts[] = {"row", "col"};
  MatrixForm form;
  bool known = mnemonic.take("sync") && mnemonic.take("aligned");
  int layout = mnemonic.takeOneOf(layouts);
  known = known && layout >= 0 && takeShape(form);
  Space space = mnemonic.takeSpace().value_or(Space::Generic);
  std::optional<Element> element = takeElement();
  if (!known || !element ||
      (space != Space::Generic && space != Space::Shared && space != Space::Global))
    return unsupported();
  bool accumulator = part == WmmaPart::C || part == WmmaPart::D;
  // Bits and 4-bit values lie along k only.
  bool along = elementBits(*element) >= 8 || layout == (part == WmmaPart::B);
  if (!(accumulator ? accumulatorFits(form, *element) : operandFits(form, *element)) || !along)
    return unsupported();
  form.a = form.b = form.c = form.d = *element;
  form.numA = operandRegisters(form.m * form.k, *element);
  form.numB = operandRegisters(form.k * form.n, *element);
  form.numC = form.numD = accumulatorRegisters(form, *element);
  unsigned registers = part == WmmaPart::A   ? form.numA
                       : part == WmmaPart::B ? form.numB
                                             : form.numD;
  if (!expectOperands(2, 3) || !fragment(isLoad ? 0 : 1, registers, *element, isLoad))
    return false;
  uint32_t slot, stride = noSlot;
  int64_t offset;
  uint8_t addressBytes;
  if (!address(*operand(isLoad ? 1 : 0), space, slot, offset, addressBytes) ||
      (item->instruction.operands.size() == 3 && !source(*operand(2), Type::B32, stride)))
    return false;
  bool isDynamic = dynamicSymbol;
  slots.push_back(slot);
  slots.push_back(stride);
  slots.push_back(allocate(size_t{32} * addressBytes));
  if (!emitMatrix(isLoad ? &runWmmaLoad : &runWmmaStore, form))
    return false;
  Inst &inst = program->code.back();
  inst.option = static_cast<uint8_t>(static_cast<unsigned>(part) + (layout == 1 ? 4 : 0));
  placeAccess(inst, space, offset, addressBytes, isDynamic);
  return true;
}

bool Decoder::decodeWmmaProduct() {
  static constexpr const char *layouts[] = {"row", "col"};
  MatrixForm form;
  bool known = mnemonic.take("sync") && mnemonic.take("aligned");
  int a = mnemonic.takeOneOf(layouts), b = mnemonic.takeOneOf(layouts);
  known = known && a >= 0 && b >= 0 && takeShape(form);
  // Of f16 operands only the accumulators' types are named.
  std::optional<Element> d = takeElement(), second = takeElement(), third = takeElement();
  std::optional<Element> c = third ? takeElement() : second;
  if (!known || !c)
    return unsupported();
  form.d = *d;
  form.c = *c;
  form.a = form.b = third ? *second : Element::F16;
  bool halves = !third && (form.d == Element::F16 || form.d == Element::F32) &&
                (form.c == Element::F16 || form.c == Element::F32);
  bool others = third && *second == *third && *second != Element::F16 && form.d == form.c &&
                form.d == accumulatorOf(form.a);
  if (!operandFits(form, form.a) || (!halves && !others))
    return unsupported();
  if (elementBits(form.a) < 8 && (a != 0 || b != 1))
    return unsupported();
  if (form.a == Element::B1) {
    form.conjunction = mnemonic.take("and");
    if ((!form.conjunction && !mnemonic.take("xor")) || !mnemonic.take("popc"))
      return unsupported();
  } else if (form.d == Element::S32) {
    form.satfinite = mnemonic.take("satfinite");
  } else if (form.a == Element::F64) {
    form.rounding = static_cast<uint8_t>(takeRound().value_or(Round::Nearest));
  }
  form.numA = operandRegisters(form.m * form.k, form.a);
  form.numB = operandRegisters(form.k * form.n, form.b);
  form.numC = accumulatorRegisters(form, form.c);
  form.numD = accumulatorRegisters(form, form.d);
  return expectOperands(4, 4) && fragment(0, form.numD, form.d, true) &&
         fragment(1, form.numA, form.a, false) && fragment(2, form.numB, form.b, false) &&
         fragment(3, form.numC, form.c, false) && emitMatrix(selectMma(form), form);
}
