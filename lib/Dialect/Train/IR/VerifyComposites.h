// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that verifiers of composite ops share. Each says what it expected and what
// it got, and names the operand, result or attribute.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFYCOMPOSITES_H
#define HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFYCOMPOSITES_H

#include "halftone/Dialect/Train/IR/Train.h"

#include <optional>

namespace halftone::train {

/// `[4, 8]`, for diagnostics.
std::string shapeToString(llvm::ArrayRef<int64_t> shape);

/// `value` has `shape`.
llvm::LogicalResult verifyShape(mlir::Operation *op, mlir::Value value,
                                llvm::ArrayRef<int64_t> shape, const llvm::Twine &name);
/// Each of `values` has `shape`; they are named `name` with their position.
llvm::LogicalResult verifyShapes(mlir::Operation *op, mlir::ValueRange values,
                                 llvm::ArrayRef<int64_t> shape, llvm::StringRef name);
/// `value` lies within `[low, high)`.
llvm::LogicalResult verifyIndex(mlir::Operation *op, int64_t value, int64_t low, int64_t high,
                                llvm::StringRef name);
/// `value` lies within `[0, high]`, or `[0, high)` with `open`; no upper bound without `high`.
llvm::LogicalResult verifyNotNegative(mlir::Operation *op, const llvm::APFloat &value,
                                      llvm::StringRef name,
                                      std::optional<double> high = std::nullopt, bool open = false);
/// The optional statistics are none or `count`.
llvm::LogicalResult verifyCount(mlir::Operation *op, size_t got, llvm::ArrayRef<size_t> allowed,
                                llvm::StringRef name);
/// Each of `results` has the type of its operand in `operands`.
llvm::LogicalResult verifySameTypes(mlir::Operation *op, mlir::ValueRange operands,
                                    mlir::ValueRange results, llvm::StringRef name);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_IR_VERIFYCOMPOSITES_H
