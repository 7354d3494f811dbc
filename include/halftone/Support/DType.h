// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types of host arrays: the types that the `train` dialect has, by
// MLIR's names. Plain C++, so that executables need neither LLVM nor MLIR.
#ifndef HALFTONE_SUPPORT_DTYPE_H
#define HALFTONE_SUPPORT_DTYPE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace halftone {

enum class DType : uint8_t {
  F64,
  F32,
  F16,
  BF16,
  F8E4M3FN,
  F8E5M2,
  I1, ///< one byte each, 0 or 1
  I8,
  I16,
  I32,
  I64,
  UI8,
  UI16,
  UI32,
  UI64,
};

/// Bytes of one element in memory.
size_t byteSize(DType type);
bool isFloat(DType type);
/// True for `ui8` … `ui64`; `i1` counts as neither signed nor unsigned.
bool isUnsigned(DType type);
/// MLIR's spelling: "f32", "bf16", "f8E4M3FN", "i1", "ui32", …
std::string_view toString(DType type);
/// Inverse of `toString`; nothing for an unknown name.
std::optional<DType> parseDType(std::string_view name);

} // namespace halftone

#endif // HALFTONE_SUPPORT_DTYPE_H
