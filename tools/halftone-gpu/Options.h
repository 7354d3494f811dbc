// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of halftone-gpu.
#ifndef HALFTONE_TOOLS_HALFTONE_GPU_OPTIONS_H
#define HALFTONE_TOOLS_HALFTONE_GPU_OPTIONS_H

#include "halftone/Emulator/Instruments.h"
#include "halftone/Support/Result.h"

#include <string>
#include <utility>
#include <vector>

namespace halftone::gpu {

struct Options {
  std::string command, input;
  // run
  std::string entry;
  emulator::Dim3 grid, block, cluster = {0, 0, 0};
  size_t sharedBytes = 0;
  bool cooperative = false;
  std::vector<std::string> arguments;
  std::vector<std::string> globals, readGlobals; ///< NAME:FILE
  std::vector<emulator::Schedule> schedules;     ///< in order; at least one after parsing
  /// By the names of `Instruments::set`.
  std::vector<std::pair<std::string, std::string>> instruments;
  std::string counters, heatMap, ptxas;
  bool table = false, quiet = false;
  // info
  bool json = false;
};

/// An error is one of usage.
Result<Options> parseOptions(int argc, char **argv);
std::string helpText();

} // namespace halftone::gpu

#endif // HALFTONE_TOOLS_HALFTONE_GPU_OPTIONS_H
