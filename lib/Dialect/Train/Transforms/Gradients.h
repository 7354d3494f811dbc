// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gradient rules are written in, and how they become external models of
// `DifferentiableOpInterface`. A rule is a function of an op and a `RuleBuilder`:
//
//   LogicalResult multiply(MulOp op, RuleBuilder &b) {
//     Value g = b.gradient(op.getResult());
//     b.give(op.getLhs(), [&] { return b.mul(g, op.getRhs()); });
//     b.give(op.getRhs(), [&] { return b.mul(g, op.getLhs()); });
//     return success();
//   }
//
// Operands whose gradient nobody uses are not computed: `give` doesn't call then.
// The gradient of a value has the value's type; `give` rounds to it.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTS_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/GradientContext.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace halftone::train {

class RuleBuilder : public CoreBuilder {
public:
  RuleBuilder(mlir::OpBuilder &builder, GradientContext &context)
      : CoreBuilder(builder, context.getLocation()), context(context) {}

  GradientContext &getContext() { return context; }

  /// The gradient of a result; never null for the only result of an op.
  Value gradient(Value result) { return context.getGradient(result); }
  bool needs(Value operand) { return context.needsGradient(operand); }

  void give(Value operand, Value gradient) { context.addGradient(getBuilder(), operand, gradient); }
  /// Builds the gradient only where it is needed.
  void give(Value operand, llvm::function_ref<Value()> build) {
    if (needs(operand))
      give(operand, build());
  }

  /// `value` with `fill` around it and between its elements.
  Value pad(Value value, double fill, Dims low, Dims high, Dims interior);
  Value slice(Value value, Dims start, Dims limit, Dims strides);
  /// Element `i + amount` along `dim` at place `i`, and `fill` beyond the end.
  Value shift(Value value, int64_t dim, int64_t amount, double fill);

private:
  GradientContext &context;
};

/// `values`, or nothing where all of them are `standard`: the array can be left out.
llvm::ArrayRef<int64_t> unlessAll(llvm::ArrayRef<int64_t> values, int64_t standard);

/// The model of a rule.
template <typename OpT, auto rule>
struct RuleModel : DifferentiableOpInterface::ExternalModel<RuleModel<OpT, rule>, OpT> {
  llvm::LogicalResult buildBackward(mlir::Operation *op, mlir::OpBuilder &builder,
                                    GradientContext &context) const {
    RuleBuilder b(builder, context);
    return rule(llvm::cast<OpT>(op), b);
  }
};

/// The model of ops whose gradient is zero everywhere.
template <typename OpT>
struct ZeroModel : DifferentiableOpInterface::ExternalModel<ZeroModel<OpT>, OpT> {
  bool hasZeroGradient(mlir::Operation *op) const { return true; }
  llvm::LogicalResult buildBackward(mlir::Operation *op, mlir::OpBuilder &builder,
                                    GradientContext &context) const {
    return llvm::success();
  }
};

template <typename OpT, auto rule> void attachRule(mlir::MLIRContext *context) {
  OpT::template attachInterface<RuleModel<OpT, rule>>(*context);
}
template <typename... OpTs> void attachZero(mlir::MLIRContext *context) {
  (OpTs::template attachInterface<ZeroModel<OpTs>>(*context), ...);
}

void attachElementwiseGradients(mlir::MLIRContext *context);
void attachShapeGradients(mlir::MLIRContext *context);
void attachIndexingGradients(mlir::MLIRContext *context);
void attachReductionGradients(mlir::MLIRContext *context);
void attachContractionGradients(mlir::MLIRContext *context);
void attachCompositeGradients(mlir::MLIRContext *context);
void attachControlGradients(mlir::MLIRContext *context);
void attachCheckpointGradient(mlir::MLIRContext *context);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_GRADIENTS_H
