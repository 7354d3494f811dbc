// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in messages about pass options.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_OPTIONTEXT_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_OPTIONTEXT_H

#include <cstdio>
#include <string>

namespace halftone::train {

/// "0.1", not "1.000000e-01".
inline std::string spell(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", value);
  return text;
}

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_OPTIONTEXT_H
