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
  /// Rows are collected only where somebody will read them.
  Report(ReportData facts, bool keepsRows) : data(std::move(facts)), keepsRows(keepsRows) {}

  /// `written` are the parts of the function as it is then.
  void begin(mlir::FunctionOpInterface function, const StepParts &written, const LabelMap &labels,
             const RangeFacts *ranges = nullptr);
  void end(mlir::FunctionOpInterface function, const RewriteCounts &counts,
           const PlacementResult &placement, Prices prices);

  const ReportData &get() const { return data; }

private:
  void addRow(mlir::Operation *op, Part part, const Labelled &labelled, const RangeFacts *ranges);
  llvm::StringRef typeText(mlir::Type type);
  std::string typesText(mlir::Operation *op);
  CastRow makeCast(mlir::Operation *op);
  void linkCast(mlir::Operation *op, CastRow &cast) const;
  void addCasts(mlir::FunctionOpInterface function);
  void addTotals(mlir::FunctionOpInterface function, Prices prices);
  llvm::DenseMap<mlir::Operation *, int> matchRows(mlir::FunctionOpInterface function) const;

  ReportData data;
  bool keepsRows;
  llvm::DenseMap<mlir::Type, std::string> typeTexts;

  // While a function is between `begin` and `end`.
  bool hasRemarks = false;          ///< somebody may read them
  std::unique_ptr<StepParts> parts; ///< after the rewrite
  FunctionReport current;
  unsigned numIslands = 0;
  llvm::DenseSet<mlir::Operation *> writtenCasts;
  CastCost writtenCost; ///< of the casts that were there
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
