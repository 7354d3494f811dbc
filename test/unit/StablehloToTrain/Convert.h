// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules of StableHLO converted to `train`, for tests that evaluate them.
#ifndef HALFTONE_TEST_UNIT_STABLEHLOTOTRAIN_CONVERT_H
#define HALFTONE_TEST_UNIT_STABLEHLOTOTRAIN_CONVERT_H

#include "halftone/Support/HostTensor.h"
#include "halftone/Support/NamedArrays.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace halftone::test {

/// A context with `train`, StableHLO, and what stands in between.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// The corpus's `models` folder with a slash, where there is a corpus.
std::optional<std::string> modelsFolder();

/// Parses, and runs `pipeline`; null, and a failed test, where that fails.
mlir::OwningOpRef<mlir::ModuleOp> convertFile(mlir::MLIRContext &context, const std::string &path,
                                              const std::string &pipeline);
mlir::OwningOpRef<mlir::ModuleOp> convertText(mlir::MLIRContext &context, const std::string &text,
                                              const std::string &pipeline);

/// Evaluates a function of the module by the reference.
std::vector<HostTensor> run(mlir::ModuleOp module, const std::string &function,
                            const std::vector<HostTensor> &arguments);

NamedArrays readOrFail(const std::string &path);

/// ‖a − b‖ and ‖b‖, in f64.
struct Distance {
  double difference = 0, norm = 0;
  double relative() const;
};
Distance distance(const HostTensor &a, const HostTensor &b);

} // namespace halftone::test

#define HALFTONE_SKIP_WITHOUT_CORPUS()                                                             \
  if (!halftone::test::modelsFolder())                                                             \
  GTEST_SKIP() << "HALFTONE_CORPUS is not set"

#endif // HALFTONE_TEST_UNIT_STABLEHLOTOTRAIN_CONVERT_H
