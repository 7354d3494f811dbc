// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad, vset, and their forms on two or
// four parts at once. Of these, selectors and masks are refused.
#include "Decoder.h"
#include "VideoOps.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

struct NamedVideo {
  std::string_view name;
  Video op;
};

const NamedVideo videoOps[] = {{"vadd", Video::Add},         {"vsub", Video::Sub},
                               {"vabsdiff", Video::AbsDiff}, {"vmin", Video::Min},
                               {"vmax", Video::Max},         {"vshl", Video::ShiftLeft},
                               {"vshr", Video::ShiftRight},  {"vmad", Video::Mad},
                               {"vset", Video::Set},         {"vavrg", Video::Average}};

bool isShift(Video op) { return op == Video::ShiftLeft || op == Video::ShiftRight; }

} // namespace

/// The types of the result, a and b; `vset` names the latter two only.
bool Decoder::videoTypes(VideoSpec &spec) {
  unsigned first = spec.op == Video::Set ? 1 : 0;
  for (unsigned i = first; i < 3; ++i) {
    std::optional<Type> type = mnemonic.takeType();
    if (type != Type::U32 && type != Type::S32)
      return fail("expected the types 'u32' or 's32'");
    if (type == Type::S32)
      spec.signs |= static_cast<uint8_t>(1u << i);
  }
  return !(isShift(spec.op) && (spec.signs & 4)) || unsupported();
}

/// A register or constant, and which part of it is meant.
bool Decoder::videoOperand(size_t index, bool result, unsigned &part, uint32_t &slot, bool &minus) {
  static constexpr std::string_view parts[] = {".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
  ast::Operand plain = *operand(index);
  minus = plain.minus;
  plain.minus = false;
  part = 0;
  if (plain.kind == ast::Operand::Kind::Name && plain.name.size() > 3)
    for (unsigned i = 0; i < 6; ++i)
      if (std::string_view(plain.name).substr(plain.name.size() - 3) == parts[i]) {
        part = i + 1;
        plain.name = plain.name.substr(0, plain.name.size() - 3);
        break;
      }
  return result ? dest(plain, Type::B32, slot) : source(plain, Type::B32, slot);
}

bool Decoder::decodeVideo() {
  static constexpr const char *seconds[] = {"add", "min", "max"};
  static constexpr const char *modes[] = {"clamp", "wrap"};
  VideoSpec spec{};
  std::string_view name = mnemonic.base();
  unsigned lanes = name.back() == '2' ? 2 : name.back() == '4' ? 4 : 1;
  for (const NamedVideo &each : videoOps)
    if (each.name == name.substr(0, name.size() - (lanes > 1)))
      spec.op = each.op;
  if (!videoTypes(spec))
    return false;
  Form form;
  bool unsignedName = false;
  if (spec.op == Video::Set && (!compareOp(form, unsignedName) || form.compare > Compare::Ge))
    return unsupported();
  spec.compare = form.compare;
  spec.sat = spec.op != Video::Set && mnemonic.take("sat");
  if (isShift(spec.op)) {
    int mode = mnemonic.takeOneOf(modes);
    if (mode < 0)
      return fail("expected '.clamp' or '.wrap'");
    spec.shift = static_cast<uint8_t>(mode);
  }
  if (lanes > 1)
    return decodeVideoParts(spec, lanes);
  if (spec.op == Video::Mad) {
    spec.plusOne = mnemonic.take("po");
    spec.shift = mnemonic.take("shr7") ? 7 : mnemonic.take("shr15") ? 15 : 0;
  } else {
    spec.second = static_cast<uint8_t>(mnemonic.takeOneOf(seconds) + 1);
  }

  if (!expectOperands(3, 4))
    return false;
  unsigned part[4] = {};
  bool minus[4] = {};
  uint32_t slot[4] = {noSlot, noSlot, noSlot, noSlot};
  for (size_t i = 0; i < 3; ++i)
    if (!videoOperand(i, i == 0, part[i], slot[i], minus[i]))
      return false;
  unsigned result = part[0];
  bool third = spec.second || result || spec.op == Video::Mad;
  if (!expectOperands(third ? 4 : 3, third ? 4 : 3))
    return false;
  if (result && (spec.second || spec.op == Video::Mad))
    return fail("a part of the result has no place here");
  if (third && !videoOperand(3, false, part[3], slot[3], minus[3]))
    return false;
  bool negates = minus[0] || minus[1] || minus[2] || minus[3];
  if (part[3] || minus[0] || (negates && (spec.op != Video::Mad || spec.plusOne)) ||
      (minus[3] && minus[1] != minus[2]))
    return unsupported();
  // The manual says two things of a third operand without a sign that is negated; the
  // low 32 bits are the same.
  if (minus[3] && !(spec.signs & 6) && (spec.sat || spec.shift))
    return unsupported();
  spec.minusProduct = minus[1] != minus[2];
  spec.minusThird = minus[3];
  spec.result = static_cast<uint8_t>(result);
  spec.parts = static_cast<uint8_t>(part[1] | part[2] << 3);
  slots.assign(slot, slot + 4);
  emit(&runVideo).imm = spec.pack();
  return true;
}

bool Decoder::decodeVideoParts(VideoSpec &spec, unsigned lanes) {
  bool sums = mnemonic.take("add");
  if (spec.op == Video::Mad || isShift(spec.op) || (sums && spec.sat))
    return unsupported();
  spec.second = sums;
  spec.result = static_cast<uint8_t>(4 / lanes);
  if (!expectOperands(4, 4) || !dest(0, Type::B32) || !source(1, Type::B32) ||
      !source(2, Type::B32) || !source(3, Type::B32))
    return false;
  emit(&runVideoParts).imm = spec.pack();
  return true;
}
