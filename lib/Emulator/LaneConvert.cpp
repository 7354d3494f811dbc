// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversions that kernels do often; the rest is done one value at a time by
// Convert.cpp, with the same results.
#include "LaneFloat.h"

#include "halftone/Support/FloatBits.h"

#include <limits>

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

/// To an integral value of the same type, as `round` says.
template <Round round, typename T> HALFTONE_INLINE T integral(T a) {
  return round == Round::Nearest ? std::nearbyint(a)
         : round == Round::Zero  ? std::trunc(a)
         : round == Round::Down  ? std::floor(a)
                                 : std::ceil(a);
}

/// f32 or f64 to an integer of 32 bits, clamped. NaN from f32 gives 0, from f64 the
/// first bit alone.
template <typename From, typename To, Round round, bool ftz>
Flow runToInteger(Warp &w, const Inst &i, uint32_t mask) {
  return map1<To, From>(w, i, mask, [](From a) {
    constexpr double lowest = std::numeric_limits<To>::min(),
                     highest = std::numeric_limits<To>::max();
    double value = static_cast<double>(integral<round>(flush<ftz>(a)));
    double inside = value > lowest ? value : lowest; // NaN is not greater
    inside = inside < highest ? inside : highest;
    To result = static_cast<To>(static_cast<int64_t>(inside));
    To none = std::is_same_v<From, double> ? static_cast<To>(0x80000000u) : To{0};
    return a != a ? none : result;
  });
}

template <typename From, typename To, bool ftz> Handler selectToIntegerBy(Round round) {
  switch (round) {
  case Round::Nearest:
    return &runToInteger<From, To, Round::Nearest, ftz>;
  case Round::Zero:
    return &runToInteger<From, To, Round::Zero, ftz>;
  case Round::Down:
    return &runToInteger<From, To, Round::Down, ftz>;
  default:
    return &runToInteger<From, To, Round::Up, ftz>;
  }
}

template <typename To> Handler selectToInteger(const Form &form) {
  if (form.from == Type::F64)
    return selectToIntegerBy<double, To, false>(form.round);
  if (form.from == Type::F32)
    return form.ftz ? selectToIntegerBy<float, To, true>(form.round)
                    : selectToIntegerBy<float, To, false>(form.round);
  return nullptr;
}

/// cvt.rni.f32.f32 and so on.
template <Round round, bool ftz> Flow runIntegral(Warp &w, const Inst &i, uint32_t mask) {
  return map1<float, float>(w, i, mask,
                            [](float a) { return canonical(integral<round>(flush<ftz>(a))); });
}

template <bool ftz> Handler selectIntegral(Round round) {
  switch (round) {
  case Round::Nearest:
    return &runIntegral<Round::Nearest, ftz>;
  case Round::Zero:
    return &runIntegral<Round::Zero, ftz>;
  case Round::Down:
    return &runIntegral<Round::Down, ftz>;
  default:
    return &runIntegral<Round::Up, ftz>;
  }
}

template <bool ftz> Flow runWiden(Warp &w, const Inst &i, uint32_t mask) {
  return map1<double, float>(w, i, mask, [](float a) {
    double r = flush<ftz>(a);
    return a != a ? fromBits<double>(uint64_t{0x7ff8} << 48) : r;
  });
}

Flow runNarrow(Warp &w, const Inst &i, uint32_t mask) {
  return map1<float, double>(w, i, mask, [](double a) { return canonical(static_cast<float>(a)); });
}

/// Two f32 to two of 8 bits, the largest beyond it; a becomes the high one.
template <bool e5m2> HALFTONE_INLINE uint32_t toEight(float a) {
  constexpr uint32_t largest = e5m2 ? 0x7b : 0x7e;
  uint32_t bits = e5m2 ? narrowF8E5M2(a) : narrowF8E4M3FN(a);
  uint32_t magnitude = bits & 0x7f;
  uint32_t kept = magnitude > largest ? largest : magnitude;
  return a != a ? 0x7f : (bits & 0x80) | kept;
}

template <bool e5m2> Flow runFloatsToEights(Warp &w, const Inst &i, uint32_t mask) {
  return map2<uint16_t, float, float>(w, i, mask, [](float a, float b) {
    return static_cast<uint16_t>(toEight<e5m2>(a) << 8 | toEight<e5m2>(b));
  });
}

/// One of 8 bits to f16, which holds them all.
template <bool e5m2> HALFTONE_INLINE uint32_t fromEight(uint8_t a) {
  return toHalf(e5m2 ? widenF8E5M2(a) : widenF8E4M3FN(a));
}

template <bool e5m2> Flow runEightsToHalves(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint32_t, uint16_t>(w, i, mask, [](uint16_t a) {
    return fromEight<e5m2>(static_cast<uint8_t>(a >> 8)) << 16 |
           fromEight<e5m2>(static_cast<uint8_t>(a));
  });
}

template <bool e5m2> Flow runHalvesToEights(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint16_t, uint32_t>(w, i, mask, [](uint32_t a) {
    return static_cast<uint16_t>(toEight<e5m2>(widenF16(static_cast<uint16_t>(a >> 16))) << 8 |
                                 toEight<e5m2>(widenF16(static_cast<uint16_t>(a))));
  });
}

/// Pairs of 8 bits; `form.sat` says `.satfinite`, which all that narrow have.
Handler selectEights(const Form &form) {
  if (form.relu)
    return nullptr;
  bool e5m2 = form.type == Type::E5M2x2 || form.from == Type::E5M2x2;
  if (form.type == Type::F16x2)
    return e5m2 ? &runEightsToHalves<true> : &runEightsToHalves<false>;
  if (form.from == Type::F16x2)
    return e5m2 ? &runHalvesToEights<true> : &runHalvesToEights<false>;
  return e5m2 ? &runFloatsToEights<true> : &runFloatsToEights<false>;
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

static bool isEights(Type type) { return type == Type::E4M3x2 || type == Type::E5M2x2; }

/// None of these clamps but where pairs of 8 bits or a result of 32 integer bits do;
/// `round` is to nearest unless the result is integral.
Handler HALFTONE_LEVEL::selectConvert(const Form &form, unsigned fromBytes, unsigned toBytes) {
  if (isEights(form.type) || (isEights(form.from) && form.type == Type::F16x2))
    return selectEights(form);
  if (form.relu)
    return nullptr;
  if (isInteger(form.type) && isInteger(form.from))
    return form.sat ? nullptr : selectIntegers(form, fromBytes, toBytes);
  if (fromBytes != byteSize(form.from) || toBytes != byteSize(form.type))
    return nullptr;
  if (form.type == Type::S32)
    return selectToInteger<int32_t>(form);
  if (form.type == Type::U32)
    return selectToInteger<uint32_t>(form);
  if (form.sat)
    return nullptr;
  if (form.type == Type::F32 && form.from == Type::F32)
    return form.integral
               ? (form.ftz ? selectIntegral<true>(form.round) : selectIntegral<false>(form.round))
               : nullptr;
  if (form.type == Type::F64 && form.from == Type::F32)
    return form.ftz ? &runWiden<true> : &runWiden<false>;
  if (form.ftz || form.round != Round::Nearest)
    return nullptr;
  if (form.type == Type::F32 && form.from == Type::F64)
    return &runNarrow;
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
