// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the evaluator keeps from op to op and from call to call.
#ifndef HALFTONE_LIB_REFERENCE_EVALUATORIMPL_H
#define HALFTONE_LIB_REFERENCE_EVALUATORIMPL_H

#include "Kernels.h"
#include "mlir/IR/SymbolTable.h"

namespace halftone::reference {

class Evaluator::Impl {
public:
  /// The arrays of the SSA values of one function call.
  using Frame = llvm::DenseMap<mlir::Value, Array>;

  Impl(mlir::ModuleOp module, EvaluatorOptions options)
      : module(module), options(std::move(options)) {}

  llvm::LogicalResult evaluateBody(mlir::func::FuncOp function, Operands arguments,
                                   Results &results);
  llvm::LogicalResult evaluateOp(mlir::Operation &op, Operands operands, Frame &frame,
                                 Results &results);

private:
  /// The values of the op's operands.
  llvm::LogicalResult lookUp(mlir::Operation &op, const Frame &frame, Results &values);
  llvm::LogicalResult evaluateInFrame(mlir::Operation &op, Frame &frame);
  llvm::LogicalResult evaluateBlock(mlir::Block &block, Operands arguments, Frame &frame,
                                    Results &yielded);
  llvm::LogicalResult evaluateFor(train::ForOp op, Operands inits, Frame &frame, Results &results);
  llvm::LogicalResult evaluateWhile(train::WhileOp op, Operands inits, Frame &frame,
                                    Results &results);
  llvm::LogicalResult evaluateCall(mlir::Operation *op, llvm::StringRef callee, Operands arguments,
                                   Results &results);
  llvm::LogicalResult evaluateComposite(train::DecomposableOpInterface op, Operands operands,
                                        Results &results);
  llvm::LogicalResult evaluateConstant(train::ConstantOp op, Results &results);

  mlir::ModuleOp module; ///< null for an op that is in none
  EvaluatorOptions options;
  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Attribute, Array> constants;
  llvm::DenseMap<mlir::Operation *, mlir::OwningOpRef<mlir::func::FuncOp>> decompositions;
  int depth = 0;    ///< of calls
  int untraced = 0; ///< not 0 within a decomposition
};

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_EVALUATORIMPL_H
