// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a device runs its kernels, chosen by names: schedule, checks, counters. The C
// interface, steps on the emulated device and `halftone-gpu` share it.
//
//   name               environment variable                  values
//   check              HALFTONE_EMULATED_CHECK               as of Checker::parse
//   schedule           HALFTONE_EMULATED_SCHEDULE            default, lazy, eager, random
//   seed               HALFTONE_EMULATED_SEED                a number
//   threads            HALFTONE_NUM_THREADS                  at most 256; 0: two
//   hardware-sums      HALFTONE_EMULATED_HARDWARE_SUMS       0, 1
//   max-instructions   HALFTONE_EMULATED_MAX_INSTRUCTIONS    of a warp; 0: no limit
//   chip               HALFTONE_EMULATED_CHIP                sm_70 …
//   counters           HALFTONE_EMULATED_COUNTERS            0, 1; of the variable: a file
//   heatmap            HALFTONE_EMULATED_HEATMAP             the same
//   ptxas                                                    output of `ptxas -v`
#ifndef HALFTONE_EMULATOR_INSTRUMENTS_H
#define HALFTONE_EMULATOR_INSTRUMENTS_H

#include "halftone/Emulator/Checker.h"
#include "halftone/Emulator/Counters.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/ObserverList.h"

namespace halftone::emulator {

std::optional<Schedule> parseSchedule(std::string_view name);
std::string_view toString(Schedule schedule);

class Instruments {
public:
  /// Applies from the next launch on.
  Status set(std::string_view name, std::string_view value);
  /// All variables of the table; an error names the variable.
  Status readEnvironment();

  /// What a launch takes; valid until anything is set.
  LaunchOptions launchOptions();
  /// Null where nothing is checked, or counted.
  Checker *checker() const { return checker_.get(); }
  Counters *counters() const { return counters_.get(); }
  /// Empty where none was chosen.
  const std::string &chip() const { return counting.chip; }
  std::vector<PtxasKernel> ptxas() const { return parsePtxas(counting.ptxas); }

  /// What a heat map shows: the text of a module that runs, and the files that it names
  /// and that are there.
  void addText(std::string_view ptx);
  /// Prints findings that are new to the standard error, where the environment asked for
  /// checks: then nobody else may.
  void printFindings();
  /// Writes what the environment asked for.
  Status writeFiles() const;
  std::string heatMap() const;

  // What the host does with device memory, for the checks.
  void allocated(const void *begin, size_t bytes);
  void written(const void *begin, size_t bytes);
  void freed(const void *begin);

private:
  void startCounting();

  LaunchOptions options;
  CountersOptions counting;
  std::unique_ptr<Checker> checker_;
  std::unique_ptr<Counters> counters_;
  ObserverList observers;
  std::string countersFile, heatMapFile;
  bool printsFindings = false;
  size_t findingsPrinted = 0;
  std::string ptx;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_INSTRUMENTS_H
