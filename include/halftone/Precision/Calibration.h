// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calibration: ranges that values had in a run. Facts of their own kind, never mixed up
// with what is proved (Ranges.h).
//
// A run of a step on the reference evaluator writes them, and `autocast` reads them for
// the same model, in which passes may have added, merged and removed ops. So an entry
// names its value by what stays:
//
//   where   the op's location: the names that a framework gave, or file:line:column;
//           ` of train.linear` behind it for the backward pass of such an op.
//           `argument NAME` for an argument of that `train.name`.
//   op      the op's name
//   result  the number of the result
//   index   which of the ops of its function that these three do not tell apart, in
//           program order, of how many (`count`)
//
// Where a function has another count of such ops than was recorded, each of them has the
// range of all.
//
// The file is JSON, or `.npz` with an array [min, max, smallest, elements, not finite]
// for each entry under the name "function|where|op|result|index|count". Numbers are of
// finite elements; `smallest` is the smallest magnitude above 0, or 0 where there is
// none.
#ifndef HALFTONE_PRECISION_CALIBRATION_H
#define HALFTONE_PRECISION_CALIBRATION_H

#include "halftone/Support/HostTensor.h"
#include "halftone/Support/Result.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <memory>
#include <string>

namespace halftone::precision {

/// What was seen of a value's elements.
struct MeasuredRange {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double smallest = std::numeric_limits<double>::infinity(); ///< magnitude above 0
  uint64_t elements = 0, nonFinite = 0;

  void add(const HostTensor &tensor);
  void add(const MeasuredRange &other);
  bool hasFinite() const { return min <= max; }
  double magnitude() const { return hasFinite() ? std::max(-min, max) : 0; }
};

/// By what a file names a value.
struct MeasuredKey {
  std::string where, op;
  unsigned result = 0;
  auto operator<=>(const MeasuredKey &) const = default;
};

/// Names for the values of one function.
class MeasuredNames {
public:
  explicit MeasuredNames(mlir::Operation *function);
  struct Name {
    MeasuredKey key;
    unsigned index = 0, count = 1;
  };
  /// The name of each result and named argument, in program order.
  const std::vector<std::pair<mlir::Value, Name>> &getNames() const { return names; }

private:
  std::vector<std::pair<mlir::Value, Name>> names;
};

/// What a file says.
class Calibration {
public:
  /// Reads a file; reports errors at `loc`.
  static llvm::FailureOr<Calibration> read(llvm::StringRef path, mlir::Location loc);
  Status write(const std::string &path) const;

  using Ranges = std::vector<MeasuredRange>; ///< by index
  /// By value, and then by function.
  std::map<MeasuredKey, std::map<std::string, Ranges>> values;
};

/// The measured ranges of the values under an op.
class CalibrationIndex {
public:
  CalibrationIndex(mlir::Operation *root, const Calibration &calibration);
  const MeasuredRange *lookup(mlir::Value value) const {
    auto it = ranges.find(value);
    return it == ranges.end() ? nullptr : &it->second;
  }
  /// True where the calibration names no value under the op.
  bool empty() const { return ranges.empty(); }
  /// Of the results of ops that have a place in the source, how many there are, and how
  /// many of them the calibration names. Few are where it is another model's.
  size_t getNumResults() const { return numResults; }
  size_t getNumFound() const { return numFound; }

private:
  llvm::DenseMap<mlir::Value, MeasuredRange> ranges;
  size_t numResults = 0, numFound = 0;
};

/// Gathers ranges while a module is evaluated.
class RangeRecorder {
public:
  RangeRecorder();
  ~RangeRecorder();
  void observe(mlir::Operation *op, llvm::ArrayRef<HostTensor> results);
  void observe(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> arguments);
  Status write(const std::string &path) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_CALIBRATION_H
