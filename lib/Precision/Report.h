// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects what autocast decides, for remarks (docs/PrecisionReport.md has their names),
// the JSON report, the page to look at and explanations.
#ifndef HALFTONE_LIB_PRECISION_REPORT_H
#define HALFTONE_LIB_PRECISION_REPORT_H

#include "ReportData.h"
#include "Rewrite.h"

#include <memory>

namespace halftone::precision {

/// For each function: `begin` once all is decided and before the rewrite, `end` after it.
class Report {
public:
  /// Rows are collected only where somebody will read them: `keepsRows`, or remarks.
  Report(ReportData facts, bool keepsRows) : data(std::move(facts)), keepsRows(keepsRows) {}

  void begin(mlir::FunctionOpInterface function, const LabelMap &labels,
             const RangeFacts *ranges = nullptr);
  void end(mlir::FunctionOpInterface function, const RewriteCounts &counts,
           const PlacementResult &placement, std::optional<CastCost> cost = std::nullopt);

  const ReportData &get() const { return data; }
  /// Whether what `end` is given goes anywhere, from `begin` on.
  bool isRead() const { return isActive; }

private:
  void addRow(mlir::Operation *op, const Labelled &labelled, const RangeFacts *ranges);
  void addCast(mlir::Operation *op);
  llvm::DenseMap<mlir::Operation *, int> matchRows(mlir::FunctionOpInterface function) const;

  ReportData data;
  bool keepsRows, isActive = false;

  // While a function is between `begin` and `end`.
  std::unique_ptr<StepParts> parts;
  FunctionReport current;
  llvm::DenseSet<mlir::Operation *> writtenCasts;
  /// All ops but casts and what is made again, in order, with their rows (−1: none).
  struct Place {
    llvm::StringRef name; ///< `getOpName`
    mlir::Location loc;
    int row;
  };
  std::vector<Place> places;
  llvm::DenseMap<mlir::Operation *, int> rows; ///< after the rewrite
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_REPORT_H
