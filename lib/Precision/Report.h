// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What autocast decided, as remarks and as a JSON report.
#ifndef HALFTONE_LIB_PRECISION_REPORT_H
#define HALFTONE_LIB_PRECISION_REPORT_H

#include "Rewrite.h"

namespace halftone::precision {

/// Facts of a whole run of the pass.
struct RunFacts {
  std::string compute, policy, placement;
};

/// One row for each op that has a label. Rows are taken before the rewrite, when
/// the labelled ops still exist.
class Report {
public:
  explicit Report(RunFacts facts) : facts(std::move(facts)) {}

  /// Emits the remarks of the op and of its labelled groups, and keeps its row.
  void addDecision(mlir::Operation *op, const Labelled &labelled);
  void addFunction(llvm::StringRef function, const RewriteCounts &counts);
  /// Writes JSON, or reports why it can't at `loc`.
  llvm::LogicalResult write(llvm::StringRef path, mlir::Location loc) const;

private:
  struct GroupRow {
    std::string name, label, decision, reason;
  };
  struct Row {
    std::string function, op, location, label, decision, compute, reason;
    std::vector<GroupRow> groups; ///< those with a label of their own
  };
  RunFacts facts;
  std::vector<Row> rows;
  std::vector<std::pair<std::string, RewriteCounts>> functions;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REPORT_H
