// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a step from a loss function in text, and runs it with the reference evaluator:
// state goes from step to step by name, as in a training run.
#ifndef HALFTONE_TEST_UNIT_DIALECT_TRAIN_STEPHARNESS_H
#define HALFTONE_TEST_UNIT_DIALECT_TRAIN_STEPHARNESS_H

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Support/HostTensor.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>

namespace halftone::train {

using Tensors = std::map<std::string, HostTensor>;

/// A loss whose gradient is given: `grad/<param> * seed + plant/<param>`, where `grad` and
/// `plant` are in the batch. The loss is Σ grad · param.
struct GivenParam {
  std::string name;
  std::vector<int64_t> shape;
  std::string group = {}; ///< `train.group`, where not empty
};
std::string givenGradients(const std::vector<GivenParam> &params);

HostTensor makeTensor(DType type, std::vector<int64_t> shape, const std::vector<double> &values);

class StepHarness {
public:
  using Edit = std::function<void(mlir::ModuleOp)>;

  /// Runs the passes on `text`; `edit` changes the step before loss scaling.
  StepHarness(const std::string &text, const TrainBuildStepOptions &build,
              const std::optional<TrainLossScalingOptions> &scaling = std::nullopt,
              const Edit &edit = {});

  bool ok() const { return evaluator != nullptr; }
  mlir::ModuleOp getModule() { return *module; }
  /// Fills `state` with what `@init` makes of these.
  void init(Tensors args);
  /// One step: replaces `state`, fills `outputs` with the loss and the metrics.
  void step(const Tensors &batch);

  Tensors state, outputs;

private:
  Tensors call(llvm::StringRef function, const Tensors &args);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<reference::Evaluator> evaluator;
};

/// Distance in f32 places; 0 for two NaNs.
int64_t placesBetween(float a, float b);
/// Every element within `places`; NaN equals NaN.
void expectClose(const HostTensor &got, const float *expected, int64_t places,
                 const std::string &what);

} // namespace halftone::train

#endif // HALFTONE_TEST_UNIT_DIALECT_TRAIN_STEPHARNESS_H
