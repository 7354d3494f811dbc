// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The golden models, their inputs, and PyTorch's numbers for them. Needs
// HALFTONE_CORPUS; tests skip without it.
#ifndef HALFTONE_TEST_UNIT_PIPELINES_GOLDENMODEL_H
#define HALFTONE_TEST_UNIT_PIPELINES_GOLDENMODEL_H

#include "halftone/Runtime/Trainer.h"
#include "halftone/Support/Json.h"
#include "halftone/Support/NamedArrays.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>

namespace halftone::test {

/// The corpus's `golden` folder with a slash, where there is a corpus.
std::optional<std::string> goldenFolder();

/// A run's name as GoogleTest takes it: letters, digits, underscores.
std::string testName(const std::string &model, std::string run);

/// A context with everything registered that steps need.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// What a golden run changes in its model.
enum class Variant {
  plain,
  /// The loss times 1e-4.
  smallLoss,
  /// Every f32 of the model is a bf16: parameters, activations, gradients, loss.
  pureBF16,
};

/// A model's IR, by its path below the source folder.
mlir::OwningOpRef<mlir::ModuleOp> parseModel(mlir::MLIRContext &context, const std::string &path,
                                             Variant variant = Variant::plain);

/// Reads an array file, or fails the test.
NamedArrays readOrFail(const std::string &path);

/// `noise.json`'s number for a run: how far two correct implementations part.
double noise(const std::string &model, const std::string &run, const std::string &comparison,
             const std::string &quantity);

/// The arrays below "params/", rounded to the variant's type.
NamedArrays goldenParameters(const NamedArrays &init, Variant variant);

/// The batch arguments of step `step`, by name, of the golden runs of a model.
std::vector<HostTensor> goldenBatch(const std::string &model, const NamedArrays &init,
                                    const std::vector<runtime::ValueInfo> &arguments, int64_t step);

/// Where a step is run: on this machine, or as sm_80's kernels on the emulated GPU.
enum class Device { cpu, emulatedGpu };

/// The module's step compiled and loaded.
std::unique_ptr<runtime::Trainer> compileStep(mlir::ModuleOp module, Device device = Device::cpu);

} // namespace halftone::test

#define HALFTONE_SKIP_WITHOUT_CORPUS()                                                             \
  if (!halftone::test::goldenFolder())                                                             \
  GTEST_SKIP() << "HALFTONE_CORPUS is not set"

#endif // HALFTONE_TEST_UNIT_PIPELINES_GOLDENMODEL_H
