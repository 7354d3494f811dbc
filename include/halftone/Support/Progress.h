// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a run is. On a terminal, one line that is written over at most ten times
// a second, with the rate and the time that is left; elsewhere, a plain line every
// few seconds; nothing when quiet. Goes to standard error, which leaves standard
// output to results.
#ifndef HALFTONE_SUPPORT_PROGRESS_H
#define HALFTONE_SUPPORT_PROGRESS_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace halftone {

struct ProgressOptions {
  std::string label;         ///< in front, for example "train"
  std::string unit = "step"; ///< what is counted, in the singular
  int64_t total = 0;         ///< 0 where it is not known
  int64_t start = 0;         ///< what was done before, by a run that this continues
  bool quiet = false;
  double plainInterval = 5; ///< seconds between lines without a terminal
  /// For tests and embedding; by default the standard error and a steady clock.
  std::optional<bool> terminal;
  std::optional<int> width;
  std::function<void(std::string_view)> write;
  std::function<double()> seconds;
};

class Progress {
public:
  explicit Progress(ProgressOptions options);
  /// Ends the line, if one is being shown.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// `done` of the total are done. `details` follow the rate; they are made only
  /// where a line is shown.
  void update(int64_t done, const std::function<std::string()> &details = {});
  /// A line of its own, above the progress line. Shown also when quiet.
  void message(std::string_view text);
  /// Shows the last state and ends the line.
  void finish();

private:
  std::string line(const std::string &details) const;
  void measure(double now);
  void show(const std::string &text);

  ProgressOptions options;
  double begin, lastShown, lastMeasured;
  int64_t done, measuredAt;
  double rate = 0; ///< a second, smoothed over some seconds
  bool shown = false, finished = false;
  std::string lastDetails;
};

/// "1:02:03", "4:05" or "12 s".
std::string formatDuration(double seconds);

} // namespace halftone

#endif // HALFTONE_SUPPORT_PROGRESS_H
