// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drives a step: initial state, batches, steps, evaluation, checkpoints. Values are
// found by role and name, never by position.
#ifndef HALFTONE_RUNTIME_TRAINER_H
#define HALFTONE_RUNTIME_TRAINER_H

#include "halftone/Runtime/DataSource.h"
#include "halftone/Runtime/Device.h"
#include "halftone/Support/NamedArrays.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace halftone::runtime {

/// The scalars that a step returns, by name, and those that are one number for each
/// row of the batch as their mean.
using Metrics = std::vector<std::pair<std::string, double>>;

class Trainer {
public:
  /// Takes over the executable, which needs `init` and `step`.
  static Result<std::unique_ptr<Trainer>> create(std::unique_ptr<Executable> executable);

  const Manifest &manifest() const { return executable->manifest(); }
  /// Batch arguments of `step`, or of `eval`.
  std::vector<ValueInfo> batchArguments(std::string_view function) const;
  /// True if the step takes batches at all.
  int64_t microBatches() const;

  /// Calls `@init` on parameters from `arrays` (by name, with or without a leading
  /// "params/") and a key made of `seed`.
  Status initialize(const NamedArrays &arrays, uint64_t seed);
  /// Runs one step and reads its scalars.
  Result<Metrics> step(const std::vector<HostTensor> &batch);
  /// Runs `@eval` on every row of `rows`. Means over a batch count whole batches
  /// only; a metric with one number for each row counts every row.
  Result<Metrics> evaluate(const DataSource &data, const std::vector<int64_t> &rows);
  bool hasEval() const { return manifest().find("eval") != nullptr; }

  /// All state but weight copies, which `@init` rebuilds.
  Result<NamedArrays> state();
  /// Puts a checkpoint's state back, after `initialize` on its own parameters.
  Status restore(const NamedArrays &arrays, uint64_t seed);
  /// The bytes of the state's buffers.
  int64_t stateBytes() const;

private:
  struct Slot {
    ValueInfo info;
    std::unique_ptr<Buffer> buffer;
  };
  /// Buffers of a function's results that update no argument.
  using Outputs = std::vector<Slot>;

  Result<Outputs> allocateOutputs(const FunctionInfo &function);
  /// State buffers, and those of `batch` in the order of the batch arguments.
  Result<std::vector<Buffer *>> bindArguments(const FunctionInfo &function, Outputs &batch,
                                              const std::vector<HostTensor> &values);
  Result<Metrics> readMetrics(Outputs &outputs);

  std::unique_ptr<Executable> executable;
  std::map<std::string, Slot, std::less<>> stateSlots;
  Outputs stepBatch, stepOutputs, evalBatch, evalOutputs;
};

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_TRAINER_H
