// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included by the files of lane arithmetic, which are compiled once for each
// instruction set with HALFTONE_LEVEL naming a namespace. Nothing with external
// linkage may be defined there outside that namespace: the linker would keep one
// level's code for all.
#ifndef HALFTONE_EMULATOR_LANELEVEL_H
#define HALFTONE_EMULATOR_LANELEVEL_H

#include "Handlers.h"
#include "Warp.h"

#include <type_traits>

#ifndef HALFTONE_LEVEL
#define HALFTONE_LEVEL base
#endif

namespace halftone::emulator {

namespace HALFTONE_LEVEL {
Handler selectInteger(const Form &form);
Handler selectBits(const Form &form);
Handler selectFloating(const Form &form);
Handler selectHalf(const Form &form);
Handler selectCompare(const Form &form);
Handler selectConvert(const Form &form, unsigned fromBytes, unsigned toBytes);
const MatrixKernels &matrixKernels();
AddressSweep sweepAddresses(const void *base, unsigned bytes, uint64_t displacement, uint32_t lanes,
                            uint64_t stride, uint64_t *addresses);
} // namespace HALFTONE_LEVEL

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LANELEVEL_H
