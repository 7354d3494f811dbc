// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One HTML file that compares training runs: a table of facts and plots of the
// loss, the distance of each loss to the first run's, the loss scale, the skipped
// steps and the gradient norm. It holds all it needs, so it can be mailed, kept and
// opened without a network; the same runs give the same bytes.
#ifndef HALFTONE_SUPPORT_REPORT_H
#define HALFTONE_SUPPORT_REPORT_H

#include "halftone/Support/Result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace halftone {

/// What a run recorded, one element a step. Any vector but `step` may be empty or
/// shorter, where a run has no such thing. What is not finite leaves a gap, with a
/// mark at the plot's upper edge.
struct RunSeries {
  std::string name;
  std::vector<double> step, loss, scale, gradNorm;
  std::vector<uint8_t> skipped;
  /// A row of the table: column and text.
  std::vector<std::pair<std::string, std::string>> facts;
};

std::string renderReport(const std::string &title, const std::vector<RunSeries> &runs);

Status writeReport(const std::string &path, const std::string &title,
                   const std::vector<RunSeries> &runs);

} // namespace halftone

#endif // HALFTONE_SUPPORT_REPORT_H
