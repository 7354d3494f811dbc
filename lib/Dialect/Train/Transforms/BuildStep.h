// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of `train-build-step`: its options, the loss function that it reads, the
// learning rate and the optimizer that it writes.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BUILDSTEP_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BUILDSTEP_H

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace halftone::train {

using StepOptions = TrainBuildStepOptions;

/// Checks the options and their combinations; emits an error at `loc` for the first
/// that can't be.
mlir::LogicalResult verifyStepOptions(const StepOptions &options, mlir::Location loc);

/// A loss function and its gradient, checked: every argument and result has a role
/// and a name, and the gradient has one result for each parameter.
struct LossFunction {
  mlir::func::FuncOp loss;
  mlir::func::FuncOp gradient;
  /// Place of the result of role `loss`.
  unsigned lossResult = 0;
  /// The module's own `@eval`, or null: evaluation is then the loss.
  mlir::func::FuncOp evaluation;
  /// Place of each parameter's gradient among the results of `gradient`, by the
  /// parameter's argument.
  llvm::MapVector<unsigned, unsigned> gradientResults;

  /// Finds `name` and `name_grad`; emits an error where something is missing.
  static mlir::FailureOr<LossFunction> get(mlir::ModuleOp module, llvm::StringRef name);
};

/// Puts the body of `callee` at the builder's place, called with `args`, and returns
/// what it returns. Locations stay as they are.
llvm::SmallVector<mlir::Value> inlineBody(mlir::OpBuilder &builder, mlir::func::FuncOp callee,
                                          mlir::ValueRange args);

/// Inlines every call in `func`, calls of called functions included. Recursion and
/// functions without a body are errors.
mlir::LogicalResult inlineCalls(mlir::func::FuncOp func);

/// Erases the loss and its gradient, and private functions that only they used.
void eraseLossFunctions(const LossFunction &function, mlir::ModuleOp module);

/// Whether the learning rate changes from step to step.
inline bool isScheduled(const StepOptions &options) {
  return options.schedule != "constant" || options.warmupSteps > 0;
}

/// The learning rate of the step after `step` steps (i32), an f64 scalar.
mlir::Value buildLearningRate(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value step,
                              const StepOptions &options);

/// Names of a parameter's optimizer state, behind "<param>/".
llvm::SmallVector<llvm::StringRef> getOptimizerSlots(const StepOptions &options);

/// One parameter's update: the parameter, then its optimizer state.
llvm::SmallVector<mlir::Value> buildUpdate(mlir::OpBuilder &builder, mlir::Location loc,
                                           const StepOptions &options, mlir::Value param,
                                           mlir::Value grad, mlir::ValueRange state, mlir::Value lr,
                                           mlir::Value step, bool decay);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_BUILDSTEP_H
