// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches from arrays: which rows a step takes, and how rows become its arguments.
#ifndef HALFTONE_RUNTIME_DATASOURCE_H
#define HALFTONE_RUNTIME_DATASOURCE_H

#include "halftone/Runtime/Manifest.h"
#include "halftone/Support/HostTensor.h"
#include "halftone/Support/NamedArrays.h"
#include "halftone/Support/Result.h"

#include <vector>

namespace halftone::runtime {

/// The arrays of a data file, as rows of a step's batch arguments.
///
/// An argument [B, r…] takes rows of the array of its name: of an array [N, r…]
/// row `i` is `a[i]`; of an array [N, r₁…] whose rows lack the first dimension
/// `W` of `r`, a stream, row `i` is the window `a[i … i+W−1]`. With micro-batches
/// the argument is [n, B, r…]. Element types convert where every value fits: integer
/// to integer or float, float to float. All arrays have the same number of rows.
class DataSource {
public:
  /// `batch` are the batch arguments; every one needs an array of its name.
  static Result<DataSource> create(const NamedArrays &arrays, std::vector<ValueInfo> batch,
                                   int64_t microBatches);

  /// Rows that one step takes.
  int64_t rowsPerStep() const { return rows; }
  /// Rows that there are.
  int64_t numRows() const { return available; }
  /// One array for each batch argument, from `rowsPerStep()` row numbers.
  Result<std::vector<HostTensor>> gather(const std::vector<int64_t> &rowNumbers) const;

private:
  struct Column {
    ValueInfo info;
    HostTensor array;
    int64_t rowElements = 0; ///< elements of one row
    int64_t stride = 0;      ///< elements from one row to the next
    bool isConstant = false; ///< no rows: the array is what every step takes
  };
  std::vector<Column> columns;
  int64_t rows = 0, available = 0;
};

/// The rows of each step: given, or epochs in an order drawn from a seed. Stateless:
/// a resumed run asks for a later step and gets the same rows.
class RowOrder {
public:
  /// Shuffled passes over `candidates`; the rest of a pass that doesn't fill a step
  /// is left out.
  static Result<RowOrder> shuffled(std::vector<int64_t> candidates, int64_t rowsPerStep,
                                   uint64_t seed);
  /// Row numbers [steps, rows per step] from a file.
  static Result<RowOrder> given(const HostTensor &order, int64_t rowsPerStep);

  /// Row numbers of step `step`, counted from 0.
  Result<std::vector<int64_t>> rows(int64_t step);

private:
  std::vector<int64_t> candidates, epochOrder, explicitRows;
  int64_t rowsPerStep = 0, epoch = -1;
  uint64_t seed = 0;
};

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_DATASOURCE_H
