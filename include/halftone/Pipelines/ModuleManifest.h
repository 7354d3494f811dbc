// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manifest of a built module, read off the roles of its functions. The compiler
// writes it into what it emits; the reference device reads a module through it.
#ifndef HALFTONE_PIPELINES_MODULEMANIFEST_H
#define HALFTONE_PIPELINES_MODULEMANIFEST_H

#include "halftone/Runtime/Manifest.h"
#include "mlir/IR/BuiltinOps.h"

namespace halftone {

/// Prefix of the C symbols of a step's functions: `@step` is `halftone_step`.
inline constexpr llvm::StringLiteral stepSymbolPrefix = "halftone_";

/// On a built module: facts of the step, a dictionary of strings.
inline constexpr llvm::StringLiteral propertiesAttrName = "halftone.properties";

/// Describes `@init`, `@step` and `@eval`, those that are there, in the order of
/// the module. Values without `train.name` are named `arg0`, `result0`, …; those
/// without `train.role` have the role "". Emits a diagnostic and fails where none of
/// the functions is there, or where a value is not a tensor of a host type. Properties
/// are those of `halftone.properties`, and what `@step` says of micro-batches and of
/// the gradients that it checks.
llvm::FailureOr<runtime::Manifest> manifestFromModule(mlir::ModuleOp module,
                                                      llvm::StringRef target);

} // namespace halftone

#endif // HALFTONE_PIPELINES_MODULEMANIFEST_H
