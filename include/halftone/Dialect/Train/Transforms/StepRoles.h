// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and changes the signature of a step's functions (`@init`, `@step`, `@eval`
// and loss functions) by role and name. Nothing in a step rests on position, so
// passes that add state or ask for a value go through these functions.
//
// All of them take functions of one block that ends in `func.return`.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPROLES_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPROLES_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

namespace halftone::train {

/// What `train-checkpoint` did, on the module: a dictionary of numbers.
inline constexpr llvm::StringLiteral checkpointsAttrName = "train.checkpoints";

/// Names of the functions of a built module.
inline constexpr llvm::StringLiteral kInitFunction = "init";
inline constexpr llvm::StringLiteral kStepFunction = "step";
inline constexpr llvm::StringLiteral kEvalFunction = "eval";

/// On `@step`: how many of the loss's batches its batch is (i64), where more than one.
inline constexpr llvm::StringLiteral kMicroBatches = "train.micro_batches";

/// The role of an argument or result, where it has one.
std::optional<Role> getArgRole(mlir::func::FuncOp func, unsigned index);
std::optional<Role> getResultRole(mlir::func::FuncOp func, unsigned index);
/// The name of an argument or result; empty where it has none.
llvm::StringRef getArgName(mlir::func::FuncOp func, unsigned index);
llvm::StringRef getResultName(mlir::func::FuncOp func, unsigned index);
/// The name of the argument that a result replaces; empty for none.
llvm::StringRef getUpdatedName(mlir::func::FuncOp func, unsigned index);

/// The argument or result of a name.
std::optional<unsigned> findArg(mlir::func::FuncOp func, llvm::StringRef name);
std::optional<unsigned> findResult(mlir::func::FuncOp func, llvm::StringRef name);
/// The result that replaces the argument `argName`.
std::optional<unsigned> findUpdate(mlir::func::FuncOp func, llvm::StringRef argName);

/// The same for all names at once, for passes that ask for many.
llvm::StringMap<unsigned> indexArgs(mlir::func::FuncOp func);
llvm::StringMap<unsigned> indexResults(mlir::func::FuncOp func);
llvm::StringMap<unsigned> indexUpdates(mlir::func::FuncOp func);

/// Indices of the arguments or results of a role, in order.
llvm::SmallVector<unsigned> getArgsWithRole(mlir::func::FuncOp func, Role role);
llvm::SmallVector<unsigned> getResultsWithRole(mlir::func::FuncOp func, Role role);

/// Whether values of this role live from one step to the next: `@init` makes
/// them and `@step` takes them.
bool isStateRole(Role role);

/// The return of a function, and what it returns as result `index`.
mlir::func::ReturnOp getReturn(mlir::func::FuncOp func);
mlir::Value getResultValue(mlir::func::FuncOp func, unsigned index);

/// The attributes of an argument or result. `extra` holds further ones that it
/// keeps (its own role, name and update give way).
mlir::DictionaryAttr getRoleAttrs(mlir::MLIRContext *context, Role role, llvm::StringRef name,
                                  llvm::StringRef updates = {}, mlir::DictionaryAttr extra = {});

/// An argument to be made.
struct NewArgument {
  mlir::Type type;
  mlir::DictionaryAttr attrs; ///< from `getRoleAttrs`
  mlir::Location loc;
};

/// A result to be made; `value` has to dominate the return.
struct NewResult {
  mlir::Value value;
  mlir::DictionaryAttr attrs; ///< from `getRoleAttrs`
};

/// Adds arguments behind the last state argument (at the front where there is
/// none) and returns their values.
llvm::SmallVector<mlir::BlockArgument> addStateArgs(mlir::func::FuncOp func,
                                                    llvm::ArrayRef<NewArgument> args);
/// Adds results: those of state roles before the first that isn't one, the others
/// at the end.
void addResults(mlir::func::FuncOp func, llvm::ArrayRef<NewResult> results);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_STEPROLES_H
