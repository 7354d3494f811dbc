// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atom and red. Lanes go one after another, lowest first. They are real atomic
// operations, since blocks may run on several threads.
#include "LaneFloat.h"
#include "MemoryAccess.h"

#include "halftone/Support/FloatBits.h"

using namespace halftone;
using namespace halftone::emulator;

namespace {

template <Type type> struct Stored {
  using Bits = std::conditional_t<byteSize(type) == 2, uint16_t,
                                  std::conditional_t<byteSize(type) == 4, uint32_t, uint64_t>>;
};

template <Type type> uint32_t addHalf(uint32_t a, uint32_t b) {
  constexpr bool brain = type == Type::BF16 || type == Type::BF16x2;
  auto widen = [](uint32_t bits) {
    uint16_t half = static_cast<uint16_t>(bits);
    return brain ? widenBF16(half) : widenF16(half);
  };
  float sum = toOdd(fmaOdd(widen(a), 1.0f, widen(b)));
  return sum != sum ? 0x7fff : brain ? narrowBF16(sum) : narrowF16(sum);
}

template <Atomic op, Type type, typename T> T apply(T old, T b, T c) {
  using S = std::make_signed_t<T>;
  if constexpr (op == Atomic::Exch)
    return b;
  else if constexpr (op == Atomic::Cas)
    return old == b ? c : old;
  else if constexpr (op == Atomic::And)
    return old & b;
  else if constexpr (op == Atomic::Or)
    return old | b;
  else if constexpr (op == Atomic::Xor)
    return old ^ b;
  else if constexpr (op == Atomic::Inc)
    return old >= b ? 0 : old + 1;
  else if constexpr (op == Atomic::Dec)
    return old == 0 || old > b ? b : old - 1;
  else if constexpr (op == Atomic::Min || op == Atomic::Max) {
    bool less = isSigned(type) ? static_cast<S>(b) < static_cast<S>(old) : b < old;
    return less == (op == Atomic::Min) ? b : old;
  } else if constexpr (type == Type::F32) {
    return std::bit_cast<T>(canonical(std::bit_cast<float>(old) + std::bit_cast<float>(b)));
  } else if constexpr (type == Type::F64) {
    return std::bit_cast<T>(std::bit_cast<double>(old) + std::bit_cast<double>(b));
  } else if constexpr (type == Type::F16 || type == Type::BF16) {
    return static_cast<T>(addHalf<type>(old, b));
  } else if constexpr (type == Type::F16x2 || type == Type::BF16x2) {
    return addHalf<type>(old & 0xffff, b & 0xffff) | addHalf<type>(old >> 16, b >> 16) << 16;
  } else {
    return static_cast<T>(old + b);
  }
}

template <Atomic op, Type type> Flow runAtomic(Warp &w, const Inst &i, uint32_t mask) {
  using T = typename Stored<type>::Bits;
  Resolved at;
  if (!resolve(w, i, mask, i.space, 1, i.imm, sizeof(T), sizeof(T), Access::Kind::Atomic, at))
    return Flow::Fault;
  w.polled = true;
  T *d = w.slot(i, 0) == noSlot ? nullptr : w.lanes<T>(i, 0);
  const T *b = w.lanes<T>(i, 2);
  const T *c = op == Atomic::Cas ? w.lanes<T>(i, 3) : b;
  for (uint32_t l = 0; l < warpSize; ++l) {
    if (!has(mask, l))
      continue;
    T *place = reinterpret_cast<T *>(at.pointer(l));
    T old = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(place, &old, apply<op, type, T>(old, b[l], c[l]), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      ;
    if (d)
      d[l] = old;
  }
  return Flow::Next;
}

template <Type type> Handler selectBitwise(Atomic op) {
  switch (op) {
  case Atomic::And:
    return &runAtomic<Atomic::And, type>;
  case Atomic::Or:
    return &runAtomic<Atomic::Or, type>;
  case Atomic::Xor:
    return &runAtomic<Atomic::Xor, type>;
  case Atomic::Exch:
    return &runAtomic<Atomic::Exch, type>;
  case Atomic::Cas:
    return &runAtomic<Atomic::Cas, type>;
  default:
    return nullptr;
  }
}

template <Type type> Handler selectInteger(Atomic op) {
  switch (op) {
  case Atomic::Add:
    return &runAtomic<Atomic::Add, type>;
  case Atomic::Min:
    return &runAtomic<Atomic::Min, type>;
  case Atomic::Max:
    return &runAtomic<Atomic::Max, type>;
  case Atomic::Inc:
    return type == Type::U32 ? &runAtomic<Atomic::Inc, Type::U32> : nullptr;
  case Atomic::Dec:
    return type == Type::U32 ? &runAtomic<Atomic::Dec, Type::U32> : nullptr;
  default:
    return nullptr;
  }
}

template <Type type> Handler selectAdd(Atomic op) {
  return op == Atomic::Add ? &runAtomic<Atomic::Add, type> : nullptr;
}

} // namespace

Handler emulator::selectAtomic(Atomic op, Type type) {
  switch (type) {
  case Type::B16:
    return op == Atomic::Cas ? &runAtomic<Atomic::Cas, Type::B16> : nullptr;
  case Type::B32:
    return selectBitwise<Type::B32>(op);
  case Type::B64:
    return selectBitwise<Type::B64>(op);
  case Type::U32:
    return selectInteger<Type::U32>(op);
  case Type::S32:
    return selectInteger<Type::S32>(op);
  case Type::U64:
    return selectInteger<Type::U64>(op);
  case Type::S64:
    return selectInteger<Type::S64>(op);
  case Type::F16:
    return selectAdd<Type::F16>(op);
  case Type::BF16:
    return selectAdd<Type::BF16>(op);
  case Type::F16x2:
    return selectAdd<Type::F16x2>(op);
  case Type::BF16x2:
    return selectAdd<Type::BF16x2>(op);
  case Type::F32:
    return selectAdd<Type::F32>(op);
  case Type::F64:
    return selectAdd<Type::F64>(op);
  default:
    return nullptr;
  }
}
