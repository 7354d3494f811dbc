// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX's element types, as instructions and declarations name them.
#ifndef HALFTONE_EMULATOR_TYPES_H
#define HALFTONE_EMULATOR_TYPES_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace halftone::emulator {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  BF16,
  F16x2,
  BF16x2,
  U16x2,
  S16x2,
  F32x2,
  F32,
  F64,
  TF32,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  E2M3x2,
  E3M2x2,
  E2M1x2,
  UE8M0x2,
};

/// Bytes of one value; 0 for predicates.
constexpr unsigned byteSize(Type type) {
  switch (type) {
  case Type::None:
  case Type::Pred:
    return 0;
  case Type::B8:
  case Type::U8:
  case Type::S8:
  case Type::E4M3:
  case Type::E5M2:
  case Type::E2M1x2:
    return 1;
  case Type::B16:
  case Type::U16:
  case Type::S16:
  case Type::F16:
  case Type::BF16:
  case Type::E4M3x2:
  case Type::E5M2x2:
  case Type::E2M3x2:
  case Type::E3M2x2:
  case Type::UE8M0x2:
    return 2;
  case Type::B32:
  case Type::U32:
  case Type::S32:
  case Type::F16x2:
  case Type::BF16x2:
  case Type::U16x2:
  case Type::S16x2:
  case Type::F32:
  case Type::TF32:
    return 4;
  case Type::B64:
  case Type::U64:
  case Type::S64:
  case Type::F64:
  case Type::F32x2:
    return 8;
  case Type::B128:
    return 16;
  }
  return 0;
}

constexpr bool isSigned(Type type) {
  return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64;
}

constexpr bool isUnsigned(Type type) {
  return type == Type::U8 || type == Type::U16 || type == Type::U32 || type == Type::U64;
}

constexpr bool isBits(Type type) {
  return type == Type::B8 || type == Type::B16 || type == Type::B32 || type == Type::B64;
}

constexpr bool isInteger(Type type) { return isSigned(type) || isUnsigned(type) || isBits(type); }

/// The type called `name`, without its dot: "f32", "bf16x2", "pred", …
std::optional<Type> parseType(std::string_view name);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_TYPES_H
