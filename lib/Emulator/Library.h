// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that compilers leave to the device: `vprintf`, `__assertfail`, `malloc`
// and `free`. A call is one instruction, whose `Inst::target` names the places of its
// arguments and results in `Program::calls`.
#ifndef HALFTONE_EMULATOR_LIBRARY_H
#define HALFTONE_EMULATOR_LIBRARY_H

#include "Program.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator {

struct LibraryFunction {
  std::string_view name;
  Handler run;
  std::vector<uint8_t> parameters, results; ///< bytes of each
  /// What it does shows in the order of blocks, so that they run one after another.
  bool ordered;
};

/// The function of that name, or null.
const LibraryFunction *findLibraryFunction(std::string_view name);

/// Reads memory of a lane by generic addresses.
class LaneReader {
public:
  LaneReader(Warp &warp, uint32_t lane) : warp(warp), lane(lane) {}

  /// False, with `Warp::fault` set, if there is no such memory.
  bool read(uint64_t address, void *to, uint32_t bytes);
  /// Up to its NUL, or at most `most` bytes.
  bool readString(uint64_t address, std::string &text, size_t most);

private:
  const uint8_t *find(uint64_t address, uint32_t bytes, Space &space);

  Warp &warp;
  uint32_t lane;
};

/// What C's `printf` prints for `format` and the arguments at `arguments`, which lie one
/// after another, each aligned to its size: integers in 4 or 8 bytes, floats as doubles.
/// `count` is the number of arguments. False, with `Warp::fault` set, if they or a string
/// cannot be read.
bool formatText(LaneReader &reader, std::string_view format, uint64_t arguments, std::string &text,
                int32_t &count);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_LIBRARY_H
