// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The levels of lane arithmetic, and which one this machine takes; rounding modes.
#include "Handlers.h"
#include "Warp.h"

#include <cfenv>
#include <cstdlib>

#define HALFTONE_DECLARE_LEVEL(LEVEL)                                                              \
  namespace halftone::emulator::LEVEL {                                                            \
  Handler selectInteger(const Form &form);                                                         \
  Handler selectBits(const Form &form);                                                            \
  Handler selectFloating(const Form &form);                                                        \
  Handler selectHalf(const Form &form);                                                            \
  Handler selectCompare(const Form &form);                                                         \
  Handler selectConvert(const Form &form, unsigned fromBytes, unsigned toBytes);                   \
  const MatrixKernels &matrixKernels();                                                            \
  AddressSweep sweepAddresses(const void *base, unsigned bytes, uint64_t displacement,             \
                              uint32_t lanes, uint64_t stride, uint64_t *addresses);               \
  const LaneOps ops = {&selectInteger, &selectBits,    &selectFloating, &selectHalf,               \
                       &selectCompare, &selectConvert, &matrixKernels,  &sweepAddresses};          \
  }

HALFTONE_DECLARE_LEVEL(base)
#ifdef HALFTONE_EMULATOR_V3
HALFTONE_DECLARE_LEVEL(v3)
#endif

using namespace halftone;
using namespace halftone::emulator;

const LaneOps &emulator::laneOps() {
#ifdef HALFTONE_EMULATOR_V3
  // The variable lets tests run what older machines run.
  static const bool v3 =
      __builtin_cpu_supports("x86-64-v3") && !std::getenv("HALFTONE_EMULATOR_BASELINE");
  if (v3)
    return v3::ops;
#endif
  return base::ops;
}

Flow emulator::runRounded(Warp &warp, const Inst &inst, uint32_t lanes) {
  static constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  std::fesetround(modes[inst.option]);
  Flow flow = inst.second(warp, inst, lanes);
  std::fesetround(FE_TONEAREST);
  return flow;
}
