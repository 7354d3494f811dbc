// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of arithmetic, and how many operands each reads.
#ifndef HALFTONE_EMULATOR_NAMEDOPS_H
#define HALFTONE_EMULATOR_NAMEDOPS_H

#include "Handlers.h"

#include <string_view>

namespace halftone::emulator {

struct NamedOp {
  std::string_view name;
  Op op;
  unsigned sources;
};

/// The operation that `Decoder::decodeArithmetic` decodes under that name.
const NamedOp &arithmeticOp(std::string_view name);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_NAMEDOPS_H
