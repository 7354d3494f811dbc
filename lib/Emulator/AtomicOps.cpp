// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atom and red. Lanes go one after another, lowest first. They are real atomic
// operations, since blocks may run on several threads; a vector is atomic element by
// element, as PTX has it.
//
// Sums of f32 in global memory flush subnormal inputs and results to zero, those in
// shared memory don't; the other types never do.
#include "AtomicOps.h"

#include "LaneFloat.h"
#include "MemoryAccess.h"

#include "halftone/Support/FloatBits.h"

#include <mutex>

using namespace halftone;
using namespace halftone::emulator;

namespace {

template <Type type> struct Stored {
  using Bits = std::conditional_t<byteSize(type) == 2, uint16_t,
                                  std::conditional_t<byteSize(type) == 4, uint32_t, uint64_t>>;
};

template <bool brain> float widenHalf(uint32_t bits) {
  uint16_t half = static_cast<uint16_t>(bits);
  return brain ? widenBF16(half) : widenF16(half);
}

template <bool brain> uint32_t addHalf(uint32_t a, uint32_t b) {
  float sum = toOdd(fmaOdd(widenHalf<brain>(a), 1.0f, widenHalf<brain>(b)));
  return sum != sum ? 0x7fff : brain ? narrowBF16(sum) : narrowF16(sum);
}

/// As `min` and `max` have it: of a NaN and a number the number, and -0 is below +0.
template <bool brain, bool max> uint32_t chooseHalf(uint32_t a, uint32_t b) {
  float x = widenHalf<brain>(a), y = widenHalf<brain>(b);
  if (x != x)
    return y != y ? 0x7fff : b;
  if (y != y)
    return a;
  if (x == y)
    return (a & 0x8000) == (max ? 0x8000u : 0u) ? b : a;
  return (x < y) == max ? b : a;
}

template <Atomic op, bool brain> uint32_t applyHalf(uint32_t old, uint32_t b) {
  old &= 0xffff;
  b &= 0xffff;
  if constexpr (op == Atomic::Add)
    return addHalf<brain>(old, b);
  else
    return chooseHalf<brain, op == Atomic::Max>(old, b);
}

float flush(float value) {
  return value > -0x1p-126f && value < 0x1p-126f ? std::copysign(0.0f, value) : value;
}

template <Atomic op, Type type, typename T> T apply(T old, T b, T c, bool flushes) {
  using S = std::make_signed_t<T>;
  constexpr bool brain = type == Type::BF16 || type == Type::BF16x2;
  if constexpr (op == Atomic::Exch) {
    return b;
  } else if constexpr (op == Atomic::Cas) {
    return old == b ? c : old;
  } else if constexpr (op == Atomic::And) {
    return old & b;
  } else if constexpr (op == Atomic::Or) {
    return old | b;
  } else if constexpr (op == Atomic::Xor) {
    return old ^ b;
  } else if constexpr (op == Atomic::Inc) {
    return old >= b ? 0 : old + 1;
  } else if constexpr (op == Atomic::Dec) {
    return old == 0 || old > b ? b : old - 1;
  } else if constexpr (type == Type::F16 || type == Type::BF16) {
    return static_cast<T>(applyHalf<op, brain>(old, b));
  } else if constexpr (type == Type::F16x2 || type == Type::BF16x2) {
    return applyHalf<op, brain>(old, b) | applyHalf<op, brain>(old >> 16, b >> 16) << 16;
  } else if constexpr (op == Atomic::Min || op == Atomic::Max) {
    bool less = isSigned(type) ? static_cast<S>(b) < static_cast<S>(old) : b < old;
    return less == (op == Atomic::Min) ? b : old;
  } else if constexpr (type == Type::F32) {
    float x = std::bit_cast<float>(old), y = std::bit_cast<float>(b);
    float sum = flushes ? flush(flush(x) + flush(y)) : x + y;
    return std::bit_cast<T>(canonical(sum));
  } else if constexpr (type == Type::F64) {
    return std::bit_cast<T>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
  } else {
    return static_cast<T>(old + b);
  }
}

/// Lanes whose sums flush: those that reach global memory.
template <Atomic op, Type type> uint32_t flushingLanes(Warp &w, const Inst &i, uint32_t mask) {
  if constexpr (op != Atomic::Add || type != Type::F32)
    return 0;
  if (i.space != Space::Generic)
    return i.space == Space::Shared ? 0 : allLanes;
  uint32_t lanes = 0;
  for (uint32_t l = 0; l < warpSize; ++l)
    if (has(mask, l) && operandAddress(w, i, i.count, l) - sharedWindow >= windowBytes)
      lanes |= 1u << l;
  return lanes;
}

template <Atomic op, Type type> Flow runAtomic(Warp &w, const Inst &i, uint32_t mask) {
  using T = typename Stored<type>::Bits;
  Resolved at;
  uint32_t count = i.count, bytes = sizeof(T) * count;
  if (!resolve(w, i, mask, i.space, count, i.imm, bytes, bytes, Access::Kind::Atomic, at))
    return Flow::Fault;
  w.polled = true;
  uint32_t flushes = flushingLanes<op, type>(w, i, mask);
  for (uint32_t e = 0; e < count; ++e) {
    T *d = w.slot(i, e) == noSlot ? nullptr : w.lanes<T>(i, e);
    const T *b = w.lanes<T>(i, count + 1 + e);
    const T *c = op == Atomic::Cas ? w.lanes<T>(i, 3) : b;
    for (uint32_t l = 0; l < warpSize; ++l) {
      if (!has(mask, l))
        continue;
      T *place = reinterpret_cast<T *>(at.pointer(l)) + e;
      T old = __atomic_load_n(place, __ATOMIC_RELAXED);
      while (!__atomic_compare_exchange_n(place, &old,
                                          apply<op, type, T>(old, b[l], c[l], has(flushes, l)),
                                          false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        ;
      if (d)
        d[l] = old;
    }
  }
  return Flow::Next;
}

/// 128 bits: few machines have them atomic, and few programs use them.
template <Atomic op> Flow runAtomic128(Warp &w, const Inst &i, uint32_t mask) {
  struct Pair {
    uint64_t low, high;
  };
  static std::mutex mutex;
  Resolved at;
  if (!resolve(w, i, mask, i.space, 1, i.imm, 16, 16, Access::Kind::Atomic, at))
    return Flow::Fault;
  w.polled = true;
  Pair *d = w.slot(i, 0) == noSlot ? nullptr : w.lanes<Pair>(i, 0);
  const Pair *b = w.lanes<Pair>(i, 2);
  const Pair *c = op == Atomic::Cas ? w.lanes<Pair>(i, 3) : b;
  std::lock_guard lock(mutex);
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    Pair *place = reinterpret_cast<Pair *>(at.pointer(l));
    Pair old = *place, expected = b[l], value = c[l];
    if (op == Atomic::Exch || (old.low == expected.low && old.high == expected.high))
      *place = value;
    if (d)
      d[l] = old;
  }
  return Flow::Next;
}

template <Atomic op, Type type> uint64_t combine(uint64_t old, uint64_t value) {
  using T = typename Stored<type>::Bits;
  T b = static_cast<T>(value);
  return apply<op, type, T>(static_cast<T>(old), b, b, /*flushes=*/true);
}

/// Handlers and combining functions are chosen alike: `F<op, type>::value`.
template <Atomic op, Type type> struct AsHandler {
  using Result = Handler;
  static constexpr Handler value = &runAtomic<op, type>;
};
template <Atomic op, Type type> struct AsCombine {
  using Result = Combine;
  static constexpr Combine value = &combine<op, type>;
};

template <template <Atomic, Type> class F, Type type>
typename F<Atomic::Add, type>::Result selectBitwise(Atomic op) {
  switch (op) {
  case Atomic::And:
    return F<Atomic::And, type>::value;
  case Atomic::Or:
    return F<Atomic::Or, type>::value;
  case Atomic::Xor:
    return F<Atomic::Xor, type>::value;
  case Atomic::Exch:
    return F<Atomic::Exch, type>::value;
  case Atomic::Cas:
    return F<Atomic::Cas, type>::value;
  default:
    return nullptr;
  }
}

template <template <Atomic, Type> class F, Type type>
typename F<Atomic::Add, type>::Result selectOrdered(Atomic op) {
  switch (op) {
  case Atomic::Add:
    return F<Atomic::Add, type>::value;
  case Atomic::Min:
    return F<Atomic::Min, type>::value;
  case Atomic::Max:
    return F<Atomic::Max, type>::value;
  default:
    return nullptr;
  }
}

template <template <Atomic, Type> class F>
typename F<Atomic::Add, Type::U32>::Result select(Atomic op, Type type) {
  switch (type) {
  case Type::B32:
    return selectBitwise<F, Type::B32>(op);
  case Type::B64:
    return selectBitwise<F, Type::B64>(op);
  case Type::U32:
    if (op == Atomic::Inc)
      return F<Atomic::Inc, Type::U32>::value;
    if (op == Atomic::Dec)
      return F<Atomic::Dec, Type::U32>::value;
    return selectOrdered<F, Type::U32>(op);
  case Type::S32:
    return selectOrdered<F, Type::S32>(op);
  case Type::U64:
    return selectOrdered<F, Type::U64>(op);
  case Type::S64:
    return selectOrdered<F, Type::S64>(op);
  case Type::F16:
    return selectOrdered<F, Type::F16>(op);
  case Type::BF16:
    return selectOrdered<F, Type::BF16>(op);
  case Type::F16x2:
    return selectOrdered<F, Type::F16x2>(op);
  case Type::BF16x2:
    return selectOrdered<F, Type::BF16x2>(op);
  case Type::F32:
    return op == Atomic::Add ? F<Atomic::Add, Type::F32>::value : nullptr;
  case Type::F64:
    return op == Atomic::Add ? F<Atomic::Add, Type::F64>::value : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

Handler emulator::selectAtomic(Atomic op, Type type) {
  if (type == Type::B16)
    return op == Atomic::Cas ? &runAtomic<Atomic::Cas, Type::B16> : nullptr;
  if (type == Type::B128)
    return op == Atomic::Cas    ? &runAtomic128<Atomic::Cas>
           : op == Atomic::Exch ? &runAtomic128<Atomic::Exch>
                                : nullptr;
  return select<AsHandler>(op, type);
}

Combine emulator::selectCombine(Atomic op, Type type) {
  return op == Atomic::Exch || op == Atomic::Cas ? nullptr : select<AsCombine>(op, type);
}
