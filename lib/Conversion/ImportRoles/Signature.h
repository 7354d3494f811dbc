// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the arguments and results of a function that is being imported, and
// from where.
#ifndef HALFTONE_LIB_CONVERSION_IMPORTROLES_SIGNATURE_H
#define HALFTONE_LIB_CONVERSION_IMPORTROLES_SIGNATURE_H

#include "RoleFile.h"
#include "ValuePath.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"

namespace halftone::conversion {

/// An argument or a result.
struct ImportedValue {
  mlir::Type type;
  mlir::Location loc;
  std::string text; ///< its location or `jax.result_info`, as JAX spells it
  ValuePath path;   ///< the same, parsed
  std::string name;
  std::optional<train::Role> role;
  std::string source;   ///< what said the role: a flag, a file, …
  bool isNamed = false; ///< by an attribute or a file
  bool noDecay = false, isGiven = false;
  /// The result that updates this argument, or the argument that this result updates.
  std::optional<unsigned> partner;
  /// The pair was guessed from two trees of one shape, which gradients have too.
  bool isPairedByShape = false;

  ImportedValue(mlir::Type type, mlir::Location loc) : type(type), loc(loc) {}
  bool isTensor() const { return mlir::isa<mlir::RankedTensorType>(type); }
  mlir::Type element() const { return mlir::getElementTypeOrSelf(type); }
  int64_t rank() const {
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    return tensor ? tensor.getRank() : 0;
  }
  bool isScalarFloat() const { return rank() == 0 && mlir::isa<mlir::FloatType>(element()); }
};

struct Signature {
  llvm::SmallVector<ImportedValue, 0> args, results;
  bool isStep = false; ///< it returns updated parameters

  void pair(unsigned arg, unsigned result, bool byShape = false) {
    args[arg].partner = result;
    args[arg].isPairedByShape = byShape;
    results[result].partner = arg;
  }
};

/// Names, locations and `train.*` attributes as the function has them. Attributes
/// come last: `rows` of a file beside the model give way to them.
Signature readSignature(mlir::func::FuncOp func, const RoleRows *rows, llvm::StringRef file);

/// What a row of a role file says goes before what is known.
void applyRow(ImportedValue &value, const RoleRow &row, llvm::StringRef source);

/// Gives roles to arguments that are called like one (`params['w']`, `batch['x']`).
void readNames(Signature &signature);

/// Finds the result that updates each argument.
void pairUpdates(mlir::func::FuncOp func, Signature &signature);

/// Gives a role to what has none, where only one is possible. What stays without one
/// is ambiguous, and an error that lists the arguments.
llvm::LogicalResult inferRoles(mlir::func::FuncOp func, Signature &signature);

/// Returns the loss in f32 where the function has it in 16 bits.
void widenLoss(mlir::func::FuncOp func, Signature &signature);

/// Reads another model's file, puts its function into the module as `@eval`, and gives its
/// arguments the roles that those of `main` by the same names have.
llvm::LogicalResult importEvaluation(mlir::ModuleOp module, const std::string &file,
                                     const Signature &main);

} // namespace halftone::conversion

#endif // HALFTONE_LIB_CONVERSION_IMPORTROLES_SIGNATURE_H
