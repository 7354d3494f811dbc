// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic. What PTX leaves open is defined as hardware does it: division
// by zero gives all ones, its remainder the dividend.
#include "LaneLevel.h"

using namespace halftone::emulator;

namespace {

template <typename T> using Signed = std::make_signed_t<T>;
template <typename T> using Unsigned = std::make_unsigned_t<T>;

/// Type with twice the bits.
template <typename T> struct Twice;
template <> struct Twice<uint16_t> {
  using type = uint32_t;
};
template <> struct Twice<int16_t> {
  using type = int32_t;
};
template <> struct Twice<uint32_t> {
  using type = uint64_t;
};
template <> struct Twice<int32_t> {
  using type = int64_t;
};
template <> struct Twice<uint64_t> {
  using type = unsigned __int128;
};
template <> struct Twice<int64_t> {
  using type = __int128;
};
template <typename T> using Wide = typename Twice<T>::type;

/// Arithmetic wraps: in an unsigned type that no promotion makes signed.
template <typename T> using Wrap = std::conditional_t<(sizeof(T) < 4), uint32_t, Unsigned<T>>;

template <Op op, typename T> HALFTONE_INLINE T binary(T a, T b) {
  using U = Wrap<T>;
  if constexpr (op == Op::Add)
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  else if constexpr (op == Op::Sub)
    return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
  else if constexpr (op == Op::MulLo)
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
  else if constexpr (op == Op::MulHi)
    return static_cast<T>((static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> (8 * sizeof(T)));
  else if constexpr (op == Op::Min)
    return a < b ? a : b;
  else if constexpr (op == Op::Max)
    return a < b ? b : a;
  else if constexpr (op == Op::Div) {
    if (b == 0)
      return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>)
      if (b == static_cast<T>(-1))
        return static_cast<T>(U{0} - static_cast<U>(a));
    return static_cast<T>(a / b);
  } else {
    static_assert(op == Op::Rem);
    if (b == 0)
      return a;
    if constexpr (std::is_signed_v<T>)
      if (b == static_cast<T>(-1))
        return 0;
    return static_cast<T>(a % b);
  }
}

template <Op op, typename T> Flow runBinary(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) { return binary<op, T>(a, b); });
}

/// add.sat.s32, sub.sat.s32
template <Op op> Flow runSaturating(Warp &w, const Inst &i, uint32_t mask) {
  return map2<int32_t, int32_t, int32_t>(w, i, mask, [](int32_t a, int32_t b) {
    int64_t wide = op == Op::Add ? int64_t{a} + b : int64_t{a} - b;
    wide = wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : wide;
    return static_cast<int32_t>(wide);
  });
}

/// d, a and b each hold two values of 16 bits.
template <Op op, typename T> Flow runPairs(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T, 2>(w, i, mask, [](T a, T b) { return binary<op, T>(a, b); });
}

/// min.relu and max.relu: nothing below 0.
template <typename T> HALFTONE_INLINE T atLeastZero(T a) { return a < 0 ? T{0} : a; }

template <Op op> Flow runRelu(Warp &w, const Inst &i, uint32_t mask) {
  return map2<int32_t, int32_t, int32_t>(
      w, i, mask, [](int32_t a, int32_t b) { return atLeastZero(binary<op, int32_t>(a, b)); });
}

template <Op op> Flow runReluPairs(Warp &w, const Inst &i, uint32_t mask) {
  return map2<int16_t, int16_t, int16_t, 2>(
      w, i, mask, [](int16_t a, int16_t b) { return atLeastZero(binary<op, int16_t>(a, b)); });
}

template <typename T> Flow runMulWide(Warp &w, const Inst &i, uint32_t mask) {
  return map2<Wide<T>, T, T>(w, i, mask, [](T a, T b) {
    return static_cast<Wide<T>>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
  });
}

template <typename T> Flow runMadLo(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, T>(w, i, mask, [](T a, T b, T c) {
    using U = Wrap<T>;
    return static_cast<T>(static_cast<U>(a) * static_cast<U>(b) + static_cast<U>(c));
  });
}

template <typename T> Flow runMadHi(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, T>(
      w, i, mask, [](T a, T b, T c) { return binary<Op::Add, T>(binary<Op::MulHi, T>(a, b), c); });
}

/// mad.hi.sat.s32
Flow runMadHiSaturating(Warp &w, const Inst &i, uint32_t mask) {
  return map3<int32_t, int32_t, int32_t, int32_t>(w, i, mask, [](int32_t a, int32_t b, int32_t c) {
    int64_t wide = (int64_t{a} * b >> 32) + c;
    wide = wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : wide;
    return static_cast<int32_t>(wide);
  });
}

/// The low 24 bits of a and b, with their sign if T has one; of the product's 48 bits
/// the first or the last 32.
template <typename T, bool high> Flow runMul24(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) {
    auto narrow = [](T v) {
      return static_cast<Wide<T>>(static_cast<T>(static_cast<uint32_t>(v) << 8) >> 8);
    };
    return static_cast<T>(narrow(a) * narrow(b) >> (high ? 16 : 0));
  });
}

template <typename T> Flow runMadWide(Warp &w, const Inst &i, uint32_t mask) {
  return map3<Wide<T>, T, T, Wide<T>>(w, i, mask, [](T a, T b, Wide<T> c) {
    using U = Unsigned<Wide<T>>;
    Wide<T> product = static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
    return static_cast<Wide<T>>(static_cast<U>(product) + static_cast<U>(c));
  });
}

template <typename T> Flow runNeg(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return binary<Op::Sub, T>(0, a); });
}

template <typename T> Flow runAbs(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return a < 0 ? binary<Op::Sub, T>(0, a) : a; });
}

/// The flag is the carry of an addition; of a subtraction, that of `a + ~b + 1`: set if
/// there was no borrow. Chains of one kind don't tell, but code that nvcc makes adds the
/// flag of a subtraction, as the hardware has it.
template <typename T, bool subtract, bool in, bool out>
Flow runCarry(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.lanes<T>(i, 0);
  const T *a = w.lanes<T>(i, 1), *b = w.lanes<T>(i, 2);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    T carry = in ? has(w.carry, l) != subtract : 0, result;
    bool one, two;
    if (subtract) {
      one = __builtin_sub_overflow(a[l], b[l], &result);
      two = __builtin_sub_overflow(result, carry, &result);
    } else {
      one = __builtin_add_overflow(a[l], b[l], &result);
      two = __builtin_add_overflow(result, carry, &result);
    }
    d[l] = result;
    if (out)
      w.carry = (w.carry & ~(1u << l)) | static_cast<uint32_t>((one || two) != subtract) << l;
  }
  return Flow::Next;
}

template <typename T, bool subtract> Handler selectCarry(const Form &form) {
  if (form.carryIn)
    return form.carryOut ? &runCarry<T, subtract, true, true> : &runCarry<T, subtract, true, false>;
  return &runCarry<T, subtract, false, true>;
}

template <typename T> Flow runSad(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, T>(w, i, mask, [](T a, T b, T c) {
    T difference = a < b ? binary<Op::Sub, T>(b, a) : binary<Op::Sub, T>(a, b);
    return binary<Op::Add, T>(c, difference);
  });
}

template <typename A, typename B> Flow runDp4a(Warp &w, const Inst &i, uint32_t mask) {
  return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
      w, i, mask, [](uint32_t a, uint32_t b, uint32_t c) {
        for (int k = 0; k < 32; k += 8)
          c += static_cast<uint32_t>(int32_t{static_cast<A>(a >> k)} *
                                     int32_t{static_cast<B>(b >> k)});
        return c;
      });
}

/// Two values of 16 bits times the low or the high two bytes.
template <typename A, typename B, bool high> Flow runDp2a(Warp &w, const Inst &i, uint32_t mask) {
  return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
      w, i, mask, [](uint32_t a, uint32_t b, uint32_t c) {
        for (int k = 0; k < 2; ++k)
          c += static_cast<uint32_t>(int32_t{static_cast<A>(a >> (16 * k))} *
                                     int32_t{static_cast<B>(b >> (8 * k + (high ? 16 : 0)))});
        return c;
      });
}

template <typename A, typename B> Handler selectDp2a(const Form &form) {
  return form.carryIn ? &runDp2a<A, B, true> : &runDp2a<A, B, false>;
}

template <typename T> Handler selectPairs(Op op) {
  return op == Op::Add   ? &runPairs<Op::Add, T>
         : op == Op::Min ? &runPairs<Op::Min, T>
         : op == Op::Max ? &runPairs<Op::Max, T>
                         : nullptr;
}

Handler selectRelu(const Form &form) {
  bool max = form.op == Op::Max;
  if (!max && form.op != Op::Min)
    return nullptr;
  if (form.type == Type::S16x2)
    return max ? &runReluPairs<Op::Max> : &runReluPairs<Op::Min>;
  if (form.type == Type::S32)
    return max ? &runRelu<Op::Max> : &runRelu<Op::Min>;
  return nullptr;
}

template <typename T> Handler selectTyped(const Form &form) {
  constexpr bool narrow = sizeof(T) < 8;
  switch (form.op) {
  case Op::Add:
    return &runBinary<Op::Add, T>;
  case Op::Sub:
    return &runBinary<Op::Sub, T>;
  case Op::MulLo:
    return &runBinary<Op::MulLo, T>;
  case Op::MulHi:
    return &runBinary<Op::MulHi, T>;
  case Op::Div:
    return &runBinary<Op::Div, T>;
  case Op::Rem:
    return &runBinary<Op::Rem, T>;
  case Op::Min:
    return &runBinary<Op::Min, T>;
  case Op::Max:
    return &runBinary<Op::Max, T>;
  case Op::MadLo:
    return &runMadLo<T>;
  case Op::MadHi:
    return &runMadHi<T>;
  case Op::Sad:
    return &runSad<T>;
  case Op::Mul24:
    if constexpr (sizeof(T) == 4)
      return form.carryIn ? &runMul24<T, true> : &runMul24<T, false>;
    return nullptr;
  case Op::MulWide:
    if constexpr (narrow)
      return &runMulWide<T>;
    return nullptr;
  case Op::MadWide:
    if constexpr (narrow)
      return &runMadWide<T>;
    return nullptr;
  case Op::Neg:
    if constexpr (std::is_signed_v<T>)
      return &runNeg<T>;
    return nullptr;
  case Op::Abs:
    if constexpr (std::is_signed_v<T>)
      return &runAbs<T>;
    return nullptr;
  case Op::AddCarry:
    if constexpr (sizeof(T) >= 4)
      return selectCarry<Unsigned<T>, false>(form);
    return nullptr;
  case Op::SubCarry:
    if constexpr (sizeof(T) >= 4)
      return selectCarry<Unsigned<T>, true>(form);
    return nullptr;
  default:
    return nullptr;
  }
}

} // namespace

Handler HALFTONE_LEVEL::selectInteger(const Form &form) {
  if (form.op == Op::Dp4a) {
    bool a = form.type == Type::S32, b = form.from == Type::S32;
    return a ? (b ? &runDp4a<int8_t, int8_t> : &runDp4a<int8_t, uint8_t>)
             : (b ? &runDp4a<uint8_t, int8_t> : &runDp4a<uint8_t, uint8_t>);
  }
  if (form.op == Op::Dp2a) {
    bool a = form.type == Type::S32, b = form.from == Type::S32;
    return a ? (b ? selectDp2a<int16_t, int8_t>(form) : selectDp2a<int16_t, uint8_t>(form))
             : (b ? selectDp2a<uint16_t, int8_t>(form) : selectDp2a<uint16_t, uint8_t>(form));
  }
  if (form.relu)
    return selectRelu(form);
  if (form.sat) {
    if (form.type != Type::S32)
      return nullptr;
    return form.op == Op::Add     ? &runSaturating<Op::Add>
           : form.op == Op::Sub   ? &runSaturating<Op::Sub>
           : form.op == Op::MadHi ? &runMadHiSaturating
                                  : nullptr;
  }
  switch (form.type) {
  case Type::U16:
    return selectTyped<uint16_t>(form);
  case Type::S16:
    return selectTyped<int16_t>(form);
  case Type::U32:
    return selectTyped<uint32_t>(form);
  case Type::S32:
    return selectTyped<int32_t>(form);
  case Type::U64:
    return selectTyped<uint64_t>(form);
  case Type::S64:
    return selectTyped<int64_t>(form);
  case Type::U16x2:
    return selectPairs<uint16_t>(form.op);
  case Type::S16x2:
    return selectPairs<int16_t>(form.op);
  default:
    return nullptr;
  }
}
