// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference evaluator: runs `train` IR on host arrays with the rounding that
// the dialect defines. It is the executable form of the specification, used for
// folding and as the oracle of every backend; plain rather than fast.
//
// Where the dialect leaves a choice, the evaluator takes the most accurate one:
//   * Elementary functions are rounded correctly to the compute type (as far as
//     113 bits can tell), then to the result's type.
//   * Sums of f32 (reductions, contractions) are kept in f64, rounded once to f32,
//     and once more to the result's type. Sums of f64 are kept in f64, in order.
//   * An `acc` of f16 or bf16 rounds after every fused multiply-add, in row-major
//     order of the contracted dimensions.
//   * `train.scatter add` adds in f32, one update after the other, as it says.
// Collectives see one device. Composites are evaluated as the core ops that
// `DecomposableOpInterface` builds; each is decomposed once, not at each visit.
#ifndef HALFTONE_REFERENCE_EVALUATOR_H
#define HALFTONE_REFERENCE_EVALUATOR_H

#include "halftone/Support/HostTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace halftone::reference {

struct EvaluatorOptions {
  /// Evaluate composites through `DecomposableOpInterface`; else they are refused.
  bool decompose = true;
  /// Called with the results of each op of the module, in order of execution; not
  /// for the ops of a composite's decomposition, nor for terminators.
  std::function<void(mlir::Operation *, llvm::ArrayRef<HostTensor>)> trace;
};

/// Evaluates functions of one module again and again, and keeps what it learnt
/// (decompositions, constants) from call to call. The module must outlive it and
/// stay as it is.
class Evaluator {
public:
  explicit Evaluator(mlir::ModuleOp module, EvaluatorOptions options = {});
  ~Evaluator();

  /// Calls `function` on `args`. Emits a diagnostic and fails on an op that is not
  /// supported, or arguments of the wrong number or type.
  llvm::FailureOr<std::vector<HostTensor>> call(mlir::func::FuncOp function,
                                                llvm::ArrayRef<HostTensor> args);

  class Impl;

private:
  std::unique_ptr<Impl> impl;
};

/// Calls `function` on `args` once; see `Evaluator::call`.
llvm::FailureOr<std::vector<HostTensor>> evaluate(mlir::func::FuncOp function,
                                                  llvm::ArrayRef<HostTensor> args,
                                                  const EvaluatorOptions &options = {});

/// Evaluates one op on the values of its operands. Its regions, if any, must not
/// use values from outside.
llvm::FailureOr<std::vector<HostTensor>> evaluateOp(mlir::Operation *op,
                                                    llvm::ArrayRef<HostTensor> operands);

/// The attribute's elements, whose type is one of `train`'s; nothing where they
/// cannot be had, as of a resource without data.
std::optional<HostTensor> readAttr(mlir::ElementsAttr attribute);
/// The same, for elements that are known to be there.
HostTensor fromAttr(mlir::ElementsAttr attribute);
/// The inverse, with the same bits.
mlir::DenseElementsAttr toAttr(const HostTensor &tensor, mlir::MLIRContext *context);

/// The host's name of an element type; nothing for a type that `train` lacks.
std::optional<DType> lookupDType(mlir::Type elementType);
/// The same, for an element type that is known to be one of `train`'s.
DType dtypeOf(mlir::Type elementType);
mlir::Type typeOf(DType type, mlir::MLIRContext *context);

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_EVALUATOR_H
