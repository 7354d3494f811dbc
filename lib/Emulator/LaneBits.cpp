// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logic, shifts, bit fields, choice and moves.
#include "LaneFloat.h"

using namespace halftone::emulator;

namespace {

template <Op op> HALFTONE_INLINE uint64_t logic(uint64_t a, uint64_t b) {
  return op == Op::And ? a & b : op == Op::Or ? a | b : a ^ b;
}

template <Op op, typename T> Flow runLogic(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, T>(w, i, mask, [](T a, T b) { return static_cast<T>(logic<op>(a, b)); });
}

/// On predicates: one word for all lanes.
template <Op op> Flow runPredicateLogic(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t a = w.predicate(w.slot(i, 1));
  uint32_t b = op == Op::Not || op == Op::Mov ? 0 : w.predicate(w.slot(i, 2));
  uint32_t r = op == Op::Not ? ~a : op == Op::Mov ? a : static_cast<uint32_t>(logic<op>(a, b));
  uint32_t &d = w.predicate(w.slot(i, 0));
  d = (d & ~mask) | (r & mask);
  return Flow::Next;
}

template <typename T> Flow runNot(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return static_cast<T>(~a); });
}

template <typename T> Flow runCnot(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return static_cast<T>(a == 0); });
}

template <typename T> Flow runMov(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) { return a; });
}

/// A shift by the width or more leaves nothing, or the sign.
template <typename T> Flow runShl(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, uint32_t>(w, i, mask, [](T a, uint32_t b) {
    return static_cast<T>(b < 8 * sizeof(T) ? static_cast<uint64_t>(a) << b : 0);
  });
}

template <typename T> Flow runShr(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, uint32_t>(w, i, mask, [](T a, uint32_t b) {
    constexpr uint32_t width = 8 * sizeof(T);
    if (std::is_signed_v<T>)
      return static_cast<T>(a >> (b < width ? b : width - 1));
    return static_cast<T>(b < width ? a >> b : 0);
  });
}

template <bool right, bool wrap> Flow runShf(Warp &w, const Inst &i, uint32_t mask) {
  return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
      w, i, mask, [](uint32_t low, uint32_t high, uint32_t c) {
        uint32_t by = wrap ? c & 31 : c < 32 ? c : 32;
        uint64_t both = uint64_t{high} << 32 | low;
        return static_cast<uint32_t>(right ? both >> by : (both << by) >> 32);
      });
}

/// `Inst::imm` is the truth table: bit (a << 2 | b << 1 | c).
HALFTONE_INLINE uint32_t lookUp(uint32_t table, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t r = 0;
  for (uint32_t k = 0; k < 8; ++k) {
    uint32_t on = 0u - (table >> k & 1);
    r |= on & (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
  }
  return r;
}

Flow runLop3(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t table = static_cast<uint32_t>(i.imm);
  return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
      w, i, mask, [table](uint32_t a, uint32_t b, uint32_t c) { return lookUp(table, a, b, c); });
}

/// lop3.or and lop3.and: d (or missing), a, b, c, p, q with p = (d != 0) op q.
/// `Inst::option`: 1 for `and`, plus 2 where q is negated.
Flow runLop3Predicate(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t table = static_cast<uint32_t>(i.imm), word = 0;
  const uint32_t *a = w.lanes<uint32_t>(i, 1), *b = w.lanes<uint32_t>(i, 2),
                 *c = w.lanes<uint32_t>(i, 3);
  uint32_t *d = w.slot(i, 0) == noSlot ? nullptr : w.lanes<uint32_t>(i, 0);
  for (uint32_t l = 0; l < warpSize; ++l) {
    uint32_t r = lookUp(table, a[l], b[l], c[l]);
    word |= static_cast<uint32_t>(r != 0) << l;
    if (d && has(mask, l))
      d[l] = r;
  }
  uint32_t q = w.predicate(w.slot(i, 5)) ^ (i.option & 2 ? allLanes : 0);
  word = i.option & 1 ? word & q : word | q;
  uint32_t &p = w.predicate(w.slot(i, 4));
  p = (p & ~mask) | (word & mask);
  return Flow::Next;
}

/// Keeps the low b bits of a, with their sign if T has one.
template <typename T, bool wrap> Flow runSzext(Warp &w, const Inst &i, uint32_t mask) {
  return map2<T, T, uint32_t>(w, i, mask, [](T a, uint32_t b) {
    uint32_t keep = wrap ? b & 31 : b < 32 ? b : 32;
    uint32_t drop = 32 - keep;
    uint64_t moved = static_cast<uint64_t>(static_cast<uint32_t>(a)) << drop;
    T top = static_cast<T>(static_cast<uint32_t>(moved));
    return keep == 0 ? T{0} : static_cast<T>(top >> (drop & 31));
  });
}

/// b ones from bit a on.
template <bool wrap> Flow runBmsk(Warp &w, const Inst &i, uint32_t mask) {
  return map2<uint32_t, uint32_t, uint32_t>(w, i, mask, [](uint32_t a, uint32_t b) {
    uint32_t at = wrap ? a & 31 : a < 32 ? a : 32;
    uint32_t width = wrap ? b & 31 : b < 32 ? b : 32;
    return static_cast<uint32_t>(((uint64_t{1} << width) - 1) << at);
  });
}

/// The c-th bit that is set, from bit b upward, or downward where c is negative.
HALFTONE_INLINE uint32_t findNth(uint32_t a, uint32_t b, int32_t c) {
  if (b >= 32)
    return allLanes;
  if (c == 0)
    return has(a, b) ? b : allLanes;
  uint32_t left = c < 0 ? 0u - static_cast<uint32_t>(c) : static_cast<uint32_t>(c);
  for (uint32_t at = b; at < 32; at += c < 0 ? allLanes : 1)
    if (has(a, at) && --left == 0)
      return at;
  return allLanes;
}

Flow runFns(Warp &w, const Inst &i, uint32_t mask) {
  return map3<uint32_t, uint32_t, uint32_t, int32_t>(
      w, i, mask, [](uint32_t a, uint32_t b, int32_t c) { return findNth(a, b, c); });
}

/// The byte that selector `s` of byte `k` takes in PTX's special modes.
HALFTONE_INLINE uint32_t permuteSelector(uint32_t mode, uint32_t c, uint32_t k) {
  uint32_t s = c & 3;
  switch (mode) {
  case 1: // f4e
    return s + k;
  case 2: // b4e
    return (s - k) & 7;
  case 3: // rc8
    return s;
  case 4: // ecl
    return k > s ? k : s;
  case 5: // ecr
    return k < s ? k : s;
  case 6: // rc16
    return (s & 1) * 2 + (k & 1);
  default:
    return c >> (4 * k) & 15;
  }
}

Flow runPrmt(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t mode = i.option;
  return map3<uint32_t, uint32_t, uint32_t, uint32_t>(
      w, i, mask, [mode](uint32_t a, uint32_t b, uint32_t c) {
        uint64_t both = uint64_t{b} << 32 | a;
        uint32_t r = 0;
        for (uint32_t k = 0; k < 4; ++k) {
          uint32_t s = permuteSelector(mode, c, k);
          uint32_t byte = static_cast<uint32_t>(both >> (8 * (s & 7))) & 0xff;
          if (s & 8)
            byte = byte & 0x80 ? 0xff : 0;
          r |= byte << (8 * k);
        }
        return r;
      });
}

template <typename T> Flow runBfe(Warp &w, const Inst &i, uint32_t mask) {
  using U = std::make_unsigned_t<T>;
  return map3<T, T, uint32_t, uint32_t>(w, i, mask, [](T a, uint32_t b, uint32_t c) {
    constexpr uint32_t width = 8 * sizeof(T);
    uint32_t at = b & 0xff, length = c & 0xff;
    if (length == 0)
      return static_cast<T>(0);
    // The sign is the field's last bit, or the last of `a` if the field ends behind it.
    uint32_t last = at + length - 1 < width - 1 ? at + length - 1 : width - 1;
    U fill = std::is_signed_v<T> && (static_cast<U>(a) >> last & 1) ? static_cast<U>(-1) : U{0};
    U field = at < width ? static_cast<U>(a) >> at : fill;
    uint32_t valid = at < width ? width - at : 0;
    uint32_t keep = length < valid ? length : valid;
    U low = keep == 0 ? U{0} : static_cast<U>(-1) >> (width - keep);
    return static_cast<T>((field & low) | (fill & ~low));
  });
}

template <typename T> Flow runBfi(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.lanes<T>(i, 0);
  const T *a = w.lanes<T>(i, 1), *b = w.lanes<T>(i, 2);
  const uint32_t *c = w.lanes<uint32_t>(i, 3), *e = w.lanes<uint32_t>(i, 4);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    constexpr uint32_t width = 8 * sizeof(T);
    uint32_t at = c[l] & 0xff, length = e[l] & 0xff;
    T field = length == 0       ? T{0}
              : length >= width ? static_cast<T>(-1)
                                : static_cast<T>((T{1} << length) - 1);
    T place = at < width ? static_cast<T>(field << at) : T{0};
    T moved = at < width ? static_cast<T>(a[l] << at) : T{0};
    d[l] = (b[l] & ~place) | (moved & place);
  }
  return Flow::Next;
}

template <typename T, bool amount> Flow runBfind(Warp &w, const Inst &i, uint32_t mask) {
  using U = std::make_unsigned_t<T>;
  return map1<uint32_t, T>(w, i, mask, [](T a) {
    U bits = std::is_signed_v<T> && a < 0 ? static_cast<U>(~a) : static_cast<U>(a);
    if (bits == 0)
      return allLanes;
    uint32_t zeros = static_cast<uint32_t>(std::countl_zero(bits));
    return amount ? zeros : static_cast<uint32_t>(8 * sizeof(T) - 1) - zeros;
  });
}

template <typename T> Flow runBrev(Warp &w, const Inst &i, uint32_t mask) {
  return map1<T, T>(w, i, mask, [](T a) {
    T r = 0;
    for (uint32_t k = 0; k < 8 * sizeof(T); ++k)
      r |= (a >> k & 1) << (8 * sizeof(T) - 1 - k);
    return r;
  });
}

template <typename T> Flow runClz(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint32_t, T>(w, i, mask,
                           [](T a) { return static_cast<uint32_t>(std::countl_zero(a)); });
}

template <typename T> Flow runPopc(Warp &w, const Inst &i, uint32_t mask) {
  return map1<uint32_t, T>(w, i, mask, [](T a) { return static_cast<uint32_t>(std::popcount(a)); });
}

/// `Inst::option`: 1 if the predicate is negated.
template <typename T> Flow runSelp(Warp &w, const Inst &i, uint32_t mask) {
  T *d = w.lanes<T>(i, 0);
  const T *a = w.lanes<T>(i, 1), *b = w.lanes<T>(i, 2);
  uint32_t p = w.predicate(w.slot(i, 3)) ^ (0u - (i.option & 1u));
  if (mask == allLanes) {
    HALFTONE_LANES
    for (uint32_t l = 0; l < warpSize; ++l)
      d[l] = has(p, l) ? a[l] : b[l];
  } else {
    for (uint32_t l = 0; l < warpSize; ++l)
      if (has(mask, l))
        d[l] = has(p, l) ? a[l] : b[l];
  }
  return Flow::Next;
}

template <typename T> Flow runSlctInteger(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, int32_t>(w, i, mask, [](T a, T b, int32_t c) { return c >= 0 ? a : b; });
}

template <typename T, bool ftz> Flow runSlctFloat(Warp &w, const Inst &i, uint32_t mask) {
  return map3<T, T, T, float>(w, i, mask,
                              [](T a, T b, float c) { return flush<ftz>(c) >= 0 ? a : b; });
}

template <typename T> Handler selectUnsigned(const Form &form) {
  switch (form.op) {
  case Op::And:
    return &runLogic<Op::And, T>;
  case Op::Or:
    return &runLogic<Op::Or, T>;
  case Op::Xor:
    return &runLogic<Op::Xor, T>;
  case Op::Not:
    return &runNot<T>;
  case Op::Cnot:
    return &runCnot<T>;
  case Op::Shl:
    return &runShl<T>;
  case Op::Shr:
    return &runShr<T>;
  case Op::Mov:
    return &runMov<T>;
  case Op::Selp:
    return &runSelp<T>;
  case Op::Slct:
    return form.from != Type::F32 ? &runSlctInteger<T>
           : form.ftz             ? &runSlctFloat<T, true>
                                  : &runSlctFloat<T, false>;
  default:
    break;
  }
  if constexpr (sizeof(T) >= 4) {
    switch (form.op) {
    case Op::Bfe:
      return &runBfe<T>;
    case Op::Bfi:
      return &runBfi<T>;
    case Op::Bfind:
      return form.carryOut ? &runBfind<T, true> : &runBfind<T, false>;
    case Op::Brev:
      return &runBrev<T>;
    case Op::Clz:
      return &runClz<T>;
    case Op::Popc:
      return &runPopc<T>;
    default:
      break;
    }
  }
  return nullptr;
}

template <typename T> Handler selectSigned(const Form &form) {
  if (form.op == Op::Shr)
    return &runShr<T>;
  if constexpr (sizeof(T) >= 4) {
    if (form.op == Op::Bfe)
      return &runBfe<T>;
    if (form.op == Op::Bfind)
      return form.carryOut ? &runBfind<T, true> : &runBfind<T, false>;
  }
  return selectUnsigned<std::make_unsigned_t<T>>(form);
}

Handler selectPredicate(const Form &form) {
  switch (form.op) {
  case Op::And:
    return &runPredicateLogic<Op::And>;
  case Op::Or:
    return &runPredicateLogic<Op::Or>;
  case Op::Xor:
    return &runPredicateLogic<Op::Xor>;
  case Op::Not:
    return &runPredicateLogic<Op::Not>;
  case Op::Mov:
    return &runPredicateLogic<Op::Mov>;
  default:
    return nullptr;
  }
}

} // namespace

Handler HALFTONE_LEVEL::selectBits(const Form &form) {
  switch (form.op) {
  case Op::Shf:
    return form.carryIn ? (form.carryOut ? &runShf<true, true> : &runShf<true, false>)
                        : (form.carryOut ? &runShf<false, true> : &runShf<false, false>);
  case Op::Lop3:
    return form.carryOut ? &runLop3Predicate : &runLop3;
  case Op::Fns:
    return &runFns;
  case Op::Bmsk:
    return form.carryOut ? &runBmsk<true> : &runBmsk<false>;
  case Op::Szext:
    if (form.type == Type::S32)
      return form.carryOut ? &runSzext<int32_t, true> : &runSzext<int32_t, false>;
    return form.carryOut ? &runSzext<uint32_t, true> : &runSzext<uint32_t, false>;
  case Op::Prmt:
    return &runPrmt;
  default:
    break;
  }
  switch (form.type) {
  case Type::Pred:
    return selectPredicate(form);
  case Type::S16:
    return selectSigned<int16_t>(form);
  case Type::S32:
    return selectSigned<int32_t>(form);
  case Type::S64:
    return selectSigned<int64_t>(form);
  default:
    break;
  }
  switch (byteSize(form.type)) {
  case 2:
    return selectUnsigned<uint16_t>(form);
  case 4:
    return selectUnsigned<uint32_t>(form);
  case 8:
    return selectUnsigned<uint64_t>(form);
  case 16:
    return form.op == Op::Mov ? &runMov<unsigned __int128> : nullptr;
  default:
    return nullptr;
  }
}
