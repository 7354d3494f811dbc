// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of dialects that nobody has registered, or that have no models, as a policy file
// knows them (`Policy::getForeign`).
//
// An op that no dialect has registered can't implement an interface. So while autocast
// works, each op that the policy names stands behind a wrapper, an op of a private
// dialect with the same operands, results and regions, which has the interfaces; then the
// op stands in its place again, with the types that the wrapper got. No other part of the
// engine knows of it, but that names are asked of `getOpName`.
#ifndef HALFTONE_LIB_PRECISION_FOREIGNOPS_H
#define HALFTONE_LIB_PRECISION_FOREIGNOPS_H

#include "halftone/Precision/Policy.h"
#include "mlir/IR/DialectRegistry.h"

namespace halftone::precision {

/// What the pass that wraps has to depend on.
void registerForeignOps(mlir::DialectRegistry &registry);

/// Whether the wrapper has an attribute of this name, so that no op of a policy may.
bool isReservedAttribute(llvm::StringRef name);

/// Wraps the ops inside `root` that `policy` names, as long as it lives.
class ForeignOps {
public:
  ForeignOps(mlir::Operation *root, const Policy &policy);
  ~ForeignOps();
  ForeignOps(const ForeignOps &) = delete;
  ForeignOps &operator=(const ForeignOps &) = delete;

private:
  mlir::Operation *root;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_FOREIGNOPS_H
