// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and names of the element types.
#include "halftone/Support/DType.h"

#include <iterator>

using namespace halftone;

namespace {
struct DTypeInfo {
  std::string_view name;
  uint8_t bytes;
};
} // namespace

/// In the order of the enumeration.
static constexpr DTypeInfo infos[] = {{"f64", 8},      {"f32", 4},    {"f16", 2}, {"bf16", 2},
                                      {"f8E4M3FN", 1}, {"f8E5M2", 1}, {"i1", 1},  {"i8", 1},
                                      {"i16", 2},      {"i32", 4},    {"i64", 8}, {"ui8", 1},
                                      {"ui16", 2},     {"ui32", 4},   {"ui64", 8}};
static_assert(std::size(infos) == static_cast<size_t>(DType::UI64) + 1);

size_t halftone::byteSize(DType type) { return infos[static_cast<size_t>(type)].bytes; }

bool halftone::isFloat(DType type) { return type <= DType::F8E5M2; }

bool halftone::isUnsigned(DType type) { return type >= DType::UI8; }

std::string_view halftone::toString(DType type) { return infos[static_cast<size_t>(type)].name; }

std::optional<DType> halftone::parseDType(std::string_view name) {
  for (size_t i = 0; i < std::size(infos); ++i)
    if (infos[i].name == name)
      return static_cast<DType>(i);
  return std::nullopt;
}
