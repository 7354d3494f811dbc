// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of `halftone-run` and of every executable that Halftone makes:
// one set of flags, one training loop.
#ifndef HALFTONE_RUNTIME_COMMANDLINE_H
#define HALFTONE_RUNTIME_COMMANDLINE_H

#include "halftone/Runtime/Device.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halftone::runtime {

struct RunOptions {
  std::string step; ///< the step's file; empty in an executable that holds one
  std::string device;
  std::string init, data, evalData, order, resume, save, checkpoint, log, report, name;
  std::string trainRows, evalRows;
  std::string recordRanges;         ///< where a loader that can writes the ranges of values
  std::vector<std::string> compare; ///< NAME=LOG of earlier runs, for the report
  int64_t steps = 1, checkpointEvery = 0, evalEvery = 0;
  std::optional<uint64_t> seed; ///< 0, or the checkpoint's
  /// Of the emulated device, by the names of its environment variables.
  std::vector<std::pair<std::string, std::string>> emulated;
  int threads = 0;
  bool quiet = false, printManifest = false;
};

/// Opens the step on the device that the options name.
using Loader = std::function<Result<std::unique_ptr<Executable>>(const RunOptions &)>;

/// Parses the flags and runs. `needsStep`: the first argument names a step.
/// Returns the process's exit status.
int runMain(int argc, char **argv, bool needsStep, const std::string &devices,
            const Loader &loader);

/// Trains, evaluates, checkpoints and reports as the options say.
Status train(const RunOptions &options, std::unique_ptr<Executable> executable);

/// Writes the report of earlier runs alone.
Status compareRuns(const RunOptions &options);

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_COMMANDLINE_H
