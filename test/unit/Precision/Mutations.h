// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults that are put into a step to see whether the verifier finds them: each kind with
// the rule that has to, and the places of a step where it can be put.
#ifndef HALFTONE_TEST_UNIT_PRECISION_MUTATIONS_H
#define HALFTONE_TEST_UNIT_PRECISION_MUTATIONS_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <string>
#include <vector>

namespace halftone::test {

/// Edits of `@step` that faults are made of.
class StepEditor {
public:
  explicit StepEditor(mlir::ModuleOp module);

  mlir::ModuleOp module;
  mlir::func::FuncOp step;
  mlir::func::ReturnOp ret;
  mlir::OpBuilder builder;
  mlir::Type f32, f16, bf16;

  /// The scale's argument, or null.
  mlir::BlockArgument getScale();
  /// The loop over micro-batches, or null.
  train::ForOp getLoop();
  mlir::SmallVector<unsigned> results(train::Role role) {
    return train::getResultsWithRole(step, role);
  }
  mlir::StringRef updatedName(unsigned result) { return train::getUpdatedName(step, result); }
  mlir::BlockArgument updatedArg(unsigned result);
  /// The choice between the new and the old value of a result, or null.
  train::SelectOp gateOf(unsigned result);
  /// The result's value before the gate.
  mlir::Value newValue(unsigned result);
  void setResult(unsigned result, mlir::Value value) { ret->setOperand(result, value); }
  /// Puts a value in place of a result's new value, before the gate.
  void setNewValue(unsigned result, mlir::Value value);

  template <typename Op> mlir::SmallVector<Op> all() {
    mlir::SmallVector<Op> ops;
    step.walk([&](Op op) { ops.push_back(op); });
    return ops;
  }

  /// A cast of `value` right before `user`.
  mlir::Value castBefore(mlir::Operation *user, mlir::Value value, mlir::Type element);
  /// `value` through `low` and back, right before `user`.
  mlir::Value roundBefore(mlir::Operation *user, mlir::Value value, mlir::Type low);
  /// The same at one use.
  void roundUse(mlir::OpOperand &use, mlir::Type low);
  /// `value` times a scalar, right before `user`.
  mlir::Value scaleBefore(mlir::Operation *user, mlir::Value value, mlir::Value scalar);
  mlir::Value constantBefore(mlir::Operation *user, mlir::Type type, double number);
  /// Gives an argument and its function's signature another element type.
  void retypeArgument(mlir::BlockArgument argument, mlir::Type element);
  /// After values of the return have changed their types.
  void updateResultTypes();
};

using Edit = std::function<void()>;
using Places = std::vector<Edit>;

struct Mutation {
  std::string name;
  /// Any of these rules has to find it; the first is the one that it is about.
  std::vector<std::string> rules;
  /// All places of a step where the fault can be put, as edits of that step.
  std::function<void(StepEditor &, Places &)> collect;
};

std::vector<Mutation> getScaleMutations();
std::vector<Mutation> getGateMutations();
std::vector<Mutation> getTypeMutations();
std::vector<Mutation> getCastMutations();

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_PRECISION_MUTATIONS_H
