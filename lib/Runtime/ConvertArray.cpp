// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Runtime/ConvertArray.h"

#include "halftone/Support/Rounding.h"

#include <cmath>
#include <cstdio>

using namespace halftone;
using namespace halftone::runtime;

/// True where element `i` of both arrays is the same integer. `getInt` gives the same
/// for 2^64 − 1 and −1, so the sign is looked at, too.
static bool isSameInteger(const HostTensor &a, const HostTensor &b, int64_t i) {
  auto isNegative = [i](const HostTensor &array) {
    return !isUnsigned(array.dtype()) && array.getInt(i) < 0;
  };
  return a.getInt(i) == b.getInt(i) && isNegative(a) == isNegative(b);
}

static std::string elementText(const HostTensor &array, int64_t i) {
  if (array.dtype() == DType::UI64)
    return std::to_string(static_cast<uint64_t>(array.getInt(i)));
  if (!isFloat(array.dtype()))
    return std::to_string(array.getInt(i));
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", array.getDouble(i));
  return text;
}

Result<HostTensor> halftone::runtime::convertArray(const std::string &name, const HostTensor &array,
                                                   DType type) {
  HostTensor converted = castTensor(array, type);
  if (array.dtype() == type)
    return converted;
  bool integers = !isFloat(array.dtype()) && !isFloat(type);
  for (int64_t i = 0; i < array.numElements(); ++i) {
    bool fits = integers ? isSameInteger(array, converted, i)
                         : !isFloat(type) || std::isfinite(converted.getDouble(i)) ||
                               !std::isfinite(array.getDouble(i));
    if (!fits)
      return Error{"array '" + name + "': element " + std::to_string(i) + " is " +
                   elementText(array, i) + ", which " + std::string(toString(type)) +
                   " cannot hold"};
  }
  return converted;
}
