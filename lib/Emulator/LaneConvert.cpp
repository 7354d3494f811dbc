// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversions that kernels do often; the rest is done one value at a time by
// Convert.cpp, with the same results.
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

/// Integers: `Mid` is the narrower of the two types, whose sign is extended.
template <typename From, typename Mid, typename To>
Flow runResize(Warp &w, const Inst &i, uint32_t mask) {
  return map1<To, From>(w, i, mask, [](From a) { return static_cast<To>(static_cast<Mid>(a)); });
}

template <typename From, typename Mid> Handler selectResizeTo(unsigned toBytes) {
  return toBytes == 2   ? &runResize<From, Mid, uint16_t>
         : toBytes == 4 ? &runResize<From, Mid, uint32_t>
                        : &runResize<From, Mid, uint64_t>;
}

template <typename Mid> Handler selectResize(unsigned fromBytes, unsigned toBytes) {
  return fromBytes == 2   ? selectResizeTo<uint16_t, Mid>(toBytes)
         : fromBytes == 4 ? selectResizeTo<uint32_t, Mid>(toBytes)
                          : selectResizeTo<uint64_t, Mid>(toBytes);
}

Handler selectIntegers(const Form &form, unsigned fromBytes, unsigned toBytes) {
  Type mid = byteSize(form.type) <= byteSize(form.from) ? form.type : form.from;
  // A result that is narrower than its register would be extended by its own sign.
  if (mid != form.type && byteSize(form.type) != toBytes)
    return nullptr;
  switch (mid) {
  case Type::U8:
    return selectResize<uint8_t>(fromBytes, toBytes);
  case Type::S8:
    return selectResize<int8_t>(fromBytes, toBytes);
  case Type::U16:
    return selectResize<uint16_t>(fromBytes, toBytes);
  case Type::S16:
    return selectResize<int16_t>(fromBytes, toBytes);
  case Type::U32:
    return selectResize<uint32_t>(fromBytes, toBytes);
  case Type::S32:
    return selectResize<int32_t>(fromBytes, toBytes);
  case Type::U64:
    return selectResize<uint64_t>(fromBytes, toBytes);
  case Type::S64:
    return selectResize<int64_t>(fromBytes, toBytes);
  default:
    return nullptr;
  }
}

/// Integers of 32 or 64 bits to f32 or f64, to nearest even.
template <typename From, typename To> Flow runToFloat(Warp &w, const Inst &i, uint32_t mask) {
  return map1<To, From>(w, i, mask, [](From a) { return static_cast<To>(a); });
}

Flow runHalfToFloat(Warp &w, const Inst &i, uint32_t mask) {
  return map1<float, uint16_t>(w, i, mask, [](uint16_t a) { return canonical(widenF16(a)); });
}

Flow runBrainToFloat(Warp &w, const Inst &i, uint32_t mask) {
  return map1<float, uint16_t>(w, i, mask, [](uint16_t a) { return canonical(widenBF16(a)); });
}

HALFTONE_INLINE uint16_t toHalf(float a) {
  uint16_t bits = narrowF16(a);
  return a != a ? 0x7fff : bits;
}

HALFTONE_INLINE uint16_t toBrain(float a) {
  uint16_t bits = narrowBF16(a);
  return a != a ? 0x7fff : bits;
}

Flow runFloatToHalf(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint16_t, float>(w, i, mask, [](float a) { return toHalf(a); });
}

Flow runFloatToBrain(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint16_t, float>(w, i, mask, [](float a) { return toBrain(a); });
}

/// cvt.rn.f16x2.f32 d, a, b: a becomes the high half.
Flow runFloatsToHalves(Warp &w, const Inst &i, uint32_t mask) {
  return map2<uint32_t, float, float>(w, i, mask, [](float a, float b) {
    return static_cast<uint32_t>(toHalf(a)) << 16 | toHalf(b);
  });
}

Flow runFloatsToBrains(Warp &w, const Inst &i, uint32_t mask) {
  return map2<uint32_t, float, float>(w, i, mask, [](float a, float b) {
    return static_cast<uint32_t>(toBrain(a)) << 16 | toBrain(b);
  });
}

template <typename To> Handler selectToFloat(Type from) {
  switch (from) {
  case Type::U32:
    return &runToFloat<uint32_t, To>;
  case Type::S32:
    return &runToFloat<int32_t, To>;
  case Type::U64:
    return &runToFloat<uint64_t, To>;
  case Type::S64:
    return &runToFloat<int64_t, To>;
  default:
    return nullptr;
  }
}

} // namespace

/// All of these round to nearest even, and neither flush nor clamp.
Handler HALFTONE_LEVEL::selectConvert(const Form &form, unsigned fromBytes, unsigned toBytes) {
  if (form.ftz || form.sat || form.relu)
    return nullptr;
  if (isInteger(form.type) && isInteger(form.from))
    return selectIntegers(form, fromBytes, toBytes);
  if (fromBytes != byteSize(form.from) || toBytes != byteSize(form.type))
    return nullptr;
  if (form.type == Type::F32 && form.from == Type::F16)
    return &runHalfToFloat;
  if (form.type == Type::F32 && form.from == Type::BF16)
    return &runBrainToFloat;
  if (form.from == Type::F32) {
    switch (form.type) {
    case Type::F16:
      return &runFloatToHalf;
    case Type::BF16:
      return &runFloatToBrain;
    case Type::F16x2:
      return &runFloatsToHalves;
    case Type::BF16x2:
      return &runFloatsToBrains;
    default:
      return nullptr;
    }
  }
  if (form.type == Type::F32)
    return selectToFloat<float>(form.from);
  if (form.type == Type::F64)
    return selectToFloat<double>(form.from);
  return nullptr;
}
