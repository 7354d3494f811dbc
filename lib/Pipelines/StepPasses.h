// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of `halftone-step` behind the optimizer, which a step that came whole goes
// through as well.
#ifndef HALFTONE_LIB_PIPELINES_STEPPASSES_H
#define HALFTONE_LIB_PIPELINES_STEPPASSES_H

#include "halftone/Pipelines/StepPipeline.h"

namespace halftone::precision {
struct AutocastOptions;
}

namespace halftone::pipelines {

/// What `auto` stands for.
struct StepChoices {
  std::string compute, scaling; ///< with fp8, `compute` is that of all else
  bool isMixed = false, isFp8 = false;
};

llvm::FailureOr<StepChoices>
chooseForStep(const StepPipelineOptions &options,
              llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error);

precision::AutocastOptions castOptions(const StepPipelineOptions &options,
                                       const StepChoices &choices);

/// First of all, on the model as it came: checks its calls, marks its own casts, and warns of f16
/// without a scale.
void addModelPasses(mlir::OpPassManager &pm, const StepChoices &choices);

/// Loss scaling, autocast where the forward pass was not cast already (`castsForward`),
/// clean-up, weight copies, verification.
void addPrecisionPasses(mlir::OpPassManager &pm, const StepPipelineOptions &options,
                        const StepChoices &choices, bool castsForward);

} // namespace halftone::pipelines

#endif // HALFTONE_LIB_PIPELINES_STEPPASSES_H
