// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls and returns of device functions, and each thread's stack.
//
// Local memory holds the kernel's own variables, then a frame for each call that has not
// returned. What only the device needs (where to return to, and the registers of a
// function that is called again before it has returned) is out of the program's reach.
#ifndef HALFTONE_EMULATOR_CALLS_H
#define HALFTONE_EMULATOR_CALLS_H

#include "Warp.h"

#include <string>
#include <vector>

namespace halftone::emulator {

/// The calls of a warp's lanes that have not returned.
struct CallStack {
  struct Frame {
    uint32_t returnPc; ///< the instruction after the call
    uint32_t function; ///< of `Program::functions`
    uint32_t top;      ///< the caller's end of the stack
  };
  struct Lane {
    uint32_t top = 0; ///< where the next frame begins, in local memory
    std::vector<Frame> frames;
    std::vector<uint8_t> saved; ///< registers of functions that are active again
  };
  Lane lanes[warpSize];

  void clear(uint32_t top);
};

/// For `Flow::Call` and `Flow::Return`: copies arguments or results, and sends each lane
/// (whose `Warp::pcs` is after the call, or anywhere for a return) on its way. False with
/// `Warp::fault` set if the stack or the address does not allow it.
bool enterFunction(Warp &warp, const Inst &inst, uint32_t lanes);
bool leaveFunction(Warp &warp, const Inst &inst, uint32_t lanes);

/// `alloca`: pointer, size; `Inst::imm` is the alignment. `stacksave`, `stackrestore`.
Flow runAlloca(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runStackSave(Warp &warp, const Inst &inst, uint32_t lanes);
Flow runStackRestore(Warp &warp, const Inst &inst, uint32_t lanes);

/// Those of the lanes that are in the most calls.
uint32_t deepestLanes(const CallStack &calls, uint32_t lanes);

/// The source line of an instruction that a lane runs, or where it has none, that of the
/// innermost call that has one; as "file.cu:12", or nothing.
std::string sourceOf(const Warp &warp, const Inst &inst, uint32_t lane);

/// An argument or result of one lane, of at most 8 bytes.
uint64_t readPlace(Warp &warp, const Place &place, uint32_t lane);
void writePlace(Warp &warp, const Place &place, uint32_t lane, uint64_t value);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_CALLS_H
