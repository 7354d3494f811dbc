// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma, dense and sparse: which shapes there are, and their operands.
#include "Decoder.h"
#include "MatrixOps.h"
#include "WarpOps.h"

#include <algorithm>
#include <charconv>

using namespace halftone;
using namespace halftone::emulator;

std::optional<Element> Decoder::takeElement() {
  static constexpr const char *names[] = {"f16", "bf16", "tf32", "f32", "f64", "e4m3", "e5m2",
                                          "s8",  "u8",   "s4",   "u4",  "b1",  "s32"};
  int index = mnemonic.takeOneOf(names);
  if (index < 0)
    return std::nullopt;
  return static_cast<Element>(index);
}

/// "m16n8k16".
bool Decoder::takeShape(MatrixForm &form) {
  for (std::string_view part : mnemonic.rest()) {
    size_t n = part.find('n'), k = part.find('k');
    if (part.empty() || part[0] != 'm' || n == part.npos || k == part.npos || k < n)
      continue;
    auto number = [](std::string_view digits, uint16_t &value) {
      auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return error == std::errc() && end == digits.data() + digits.size();
    };
    if (number(part.substr(1, n - 1), form.m) && number(part.substr(n + 1, k - n - 1), form.n) &&
        number(part.substr(k + 1), form.k))
      return mnemonic.take(part);
  }
  return false;
}

/// The registers of one fragment.
bool Decoder::fragment(size_t index, unsigned count, Element element, bool isResult) {
  const ast::Operand *each = operand(index);
  if (!each)
    return fail("operand " + std::to_string(index + 1) + " is missing");
  std::vector<const ast::Operand *> elements = elementsOf(*each);
  if (elements.size() != count)
    return fail("operand " + std::to_string(index + 1) + " needs " + std::to_string(count) +
                (count == 1 ? " register" : " registers") + ", got " +
                std::to_string(elements.size()));
  Type type = element == Element::F64 ? Type::F64 : element == Element::F32 ? Type::F32 : Type::B32;
  for (const ast::Operand *each : elements) {
    uint32_t slot;
    if (isResult ? !dest(*each, type, slot) : !source(*each, type, slot))
      return false;
    slots.push_back(slot);
  }
  return true;
}

bool Decoder::emitMatrix(Handler handler, const MatrixForm &form) {
  Inst &inst = emit(&runSync);
  inst.second = handler;
  inst.target = noSlot;
  inst.aligned = true;
  auto it = std::find(program->matrices.begin(), program->matrices.end(), form);
  inst.matrix = static_cast<uint16_t>(it - program->matrices.begin());
  if (it == program->matrices.end())
    program->matrices.push_back(form);
  return true;
}

/// Types as in "d.a.b.c".
bool Decoder::takeElements(MatrixForm &form) {
  std::optional<Element> d = takeElement(), a = takeElement(), b = takeElement(), c = takeElement();
  if (!c)
    return false;
  form.d = *d;
  form.a = *a;
  form.b = *b;
  form.c = *c;
  return true;
}

namespace {

bool is8Bit(Element e) { return e == Element::S8 || e == Element::U8; }
bool is4Bit(Element e) { return e == Element::S4 || e == Element::U4; }
bool isF8(Element e) { return e == Element::E4M3 || e == Element::E5M2; }

struct Shape {
  unsigned m, n, k;
};
bool oneOf(const MatrixForm &form, std::initializer_list<Shape> shapes) {
  for (Shape shape : shapes)
    if (form.m == shape.m && form.n == shape.n && form.k == shape.k)
      return true;
  return false;
}

bool operandsAgree(const MatrixForm &form) {
  return form.a == form.b || (is8Bit(form.a) && is8Bit(form.b)) ||
         (is4Bit(form.a) && is4Bit(form.b)) || (isF8(form.a) && isF8(form.b));
}

bool isDense(const MatrixForm &form) {
  bool halves = form.c == form.d && (form.c == Element::F16 || form.c == Element::F32);
  bool single = form.c == Element::F32 && form.d == Element::F32;
  bool integer = form.c == Element::S32 && form.d == Element::S32;
  switch (form.a) {
  case Element::F16:
    if (form.quads())
      return form.n == 8 && (halves || (form.d == Element::F32 && form.c == Element::F16));
    return halves && oneOf(form, {{16, 8, 8}, {16, 8, 16}});
  case Element::BF16:
    return single && oneOf(form, {{16, 8, 8}, {16, 8, 16}});
  case Element::TF32:
    return single && oneOf(form, {{16, 8, 4}, {16, 8, 8}});
  case Element::F64:
    return form.c == Element::F64 && form.d == Element::F64 &&
           oneOf(form, {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}});
  case Element::E4M3:
  case Element::E5M2:
    return halves && oneOf(form, {{16, 8, 16}, {16, 8, 32}});
  case Element::S8:
  case Element::U8:
    return integer && oneOf(form, {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}});
  case Element::S4:
  case Element::U4:
    return integer && oneOf(form, {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}});
  case Element::B1:
    return integer && oneOf(form, {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}});
  default:
    return false;
  }
}

bool isSparse(const MatrixForm &form) {
  bool halves = form.c == form.d && (form.c == Element::F16 || form.c == Element::F32);
  bool single = form.c == Element::F32 && form.d == Element::F32;
  bool integer = form.c == Element::S32 && form.d == Element::S32;
  switch (form.a) {
  case Element::F16:
    return halves && oneOf(form, {{16, 8, 16}, {16, 8, 32}});
  case Element::BF16:
    return single && oneOf(form, {{16, 8, 16}, {16, 8, 32}});
  case Element::TF32:
    return single && oneOf(form, {{16, 8, 8}, {16, 8, 16}});
  case Element::E4M3:
  case Element::E5M2:
    return halves && oneOf(form, {{16, 8, 64}});
  case Element::S8:
  case Element::U8:
    return integer && oneOf(form, {{16, 8, 32}, {16, 8, 64}});
  case Element::S4:
  case Element::U4:
    return integer && oneOf(form, {{16, 8, 64}, {16, 8, 128}});
  default:
    return false;
  }
}

void countRegisters(MatrixForm &form) {
  unsigned m = form.m, n = form.n, k = form.k;
  form.numA = static_cast<uint8_t>(fragmentRegisters(m * (form.sparse ? k / 2 : k), form.a));
  form.numB = static_cast<uint8_t>(fragmentRegisters(n * k, form.b));
  form.numC = static_cast<uint16_t>(m * n / (form.c == Element::F16 ? 64 : 32));
  form.numD = static_cast<uint16_t>(m * n / (form.d == Element::F16 ? 64 : 32));
  if (!form.quads())
    return;
  // Each group of eight lanes holds matrices of its own.
  form.numA = form.numB = 2;
  form.numC = form.c == Element::F16 ? 4 : 8;
  form.numD = form.d == Element::F16 ? 4 : 8;
}

} // namespace

bool Decoder::decodeMma() {
  MatrixForm form;
  form.sparse = mnemonic.take("sp") || mnemonic.take("sp::ordered_metadata");
  bool known = mnemonic.take("sync") && mnemonic.take("aligned") && takeShape(form);
  // The layout of A comes first.
  static constexpr const char *layouts[] = {"row", "col"};
  int a = mnemonic.takeOneOf(layouts), b = mnemonic.takeOneOf(layouts);
  form.satfinite = mnemonic.take("satfinite");
  bool f8f6f4 = mnemonic.take("kind::f8f6f4");
  known = known && a >= 0 && b >= 0 && takeElements(form) && operandsAgree(form) &&
          (form.sparse ? isSparse(form) : isDense(form));
  form.aColumns = a == 1;
  form.bRows = b == 0;
  bool layout = form.quads() || (!form.aColumns && !form.bRows);
  bool integer = is8Bit(form.a) || is4Bit(form.a);
  if (!known || !layout || (form.satfinite && !integer) || (f8f6f4 && !isF8(form.a)))
    return unsupported();
  if (form.a == Element::B1) {
    form.conjunction = mnemonic.take("and");
    if ((!form.conjunction && !mnemonic.take("xor")) || !mnemonic.take("popc"))
      return unsupported();
  }
  if (form.a == Element::F64)
    form.rounding = static_cast<uint8_t>(takeRound().value_or(Round::Nearest));
  countRegisters(form);

  if (!expectOperands(form.sparse ? 6 : 4, form.sparse ? 6 : 4) ||
      !fragment(0, form.numD, form.d, true) || !fragment(1, form.numA, form.a, false) ||
      !fragment(2, form.numB, form.b, false) || !fragment(3, form.numC, form.c, false))
    return false;
  if (form.sparse) {
    int64_t selector, lanes = form.k / 2 * elementBits(form.a) / 128;
    if (elementBits(form.a) < 16)
      lanes *= 2;
    if (!source(4, Type::B32) || !integerConstant(5, selector, 0, 4 / lanes - 1))
      return false;
    form.selector = static_cast<uint8_t>(selector);
  }
  return emitMatrix(selectMma(form), form);
}
