// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `train` dialect: ops, attributes, and small helpers on its types.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAIN_H
#define HALFTONE_DIALECT_TRAIN_IR_TRAIN_H

#include "halftone/Dialect/Train/IR/TrainInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "halftone/Dialect/Train/IR/TrainDialect.h.inc"
#include "halftone/Dialect/Train/IR/TrainEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "halftone/Dialect/Train/IR/TrainAttrs.h.inc"
#define GET_OP_CLASSES
#include "halftone/Dialect/Train/IR/TrainOps.h.inc"

namespace halftone::train {

/// The element type of a ranked tensor value.
mlir::Type getElementType(mlir::Value value);
/// The shape of a ranked tensor value.
llvm::ArrayRef<int64_t> getShape(mlir::Value value);
/// `type` with another element type.
mlir::RankedTensorType withElementType(mlir::Type type, mlir::Type elementType);
/// The type that an op on `type` computes in: f32 for f16, bf16 and f8; else `type`.
mlir::Type getComputeType(mlir::Type type);
/// f64 if any of the values is f64, else f32.
mlir::FloatType getComputeFloatType(mlir::ValueRange values);
/// True when every value of `from` is a value of `to`.
bool isExactWidening(mlir::Type from, mlir::Type to);
/// A constant tensor of one value, rounded to the type's element type.
mlir::Value splat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type tensorType,
                  double value);
/// `value` cast to `elementType`, or itself where it has that type.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                   mlir::Type elementType);

/// Names of the discardable attributes of a step's arguments and results.
namespace attr {
inline constexpr llvm::StringLiteral role = "train.role";
inline constexpr llvm::StringLiteral name = "train.name";
inline constexpr llvm::StringLiteral updates = "train.updates";
inline constexpr llvm::StringLiteral copyOf = "train.copy_of";
inline constexpr llvm::StringLiteral noDecay = "train.no_decay";
inline constexpr llvm::StringLiteral group = "train.group";
/// On `@step`: the element type that its masters were declared to have.
inline constexpr llvm::StringLiteral stateType = "train.state_type";
/// On `@step` under loss scaling: names of the gradients that `first_bad` counts.
inline constexpr llvm::StringLiteral gradientNames = "train.gradient_names";
} // namespace attr

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAIN_H
