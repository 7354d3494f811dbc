// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user calls an op: the scopes and the name that a framework left in its
// location, and the line of the source.
//
//   loc("jit(step)/transpose(jvp(layer0))/attn/dot_general"("nn.py":21:34))
//     scope "layer0/attn", leaf "dot_general", place "nn.py:21", transposed
//
// The name may also be split: loc("dot_general"("jit(step)/…/attn"("nn.py":21:34))).
//
// JAX's wrappers (`jit(…)` in front, `jvp`, `vmap`, `transpose`, `checkpoint`, …) say how an
// op came to be, not where it is, so they are taken off.
#ifndef HALFTONE_LIB_PRECISION_SOURCENAME_H
#define HALFTONE_LIB_PRECISION_SOURCENAME_H

#include "mlir/IR/Location.h"

#include <string>

namespace halftone::precision {

struct SourceName {
  std::string scope; ///< "layer0/attn"; empty where the location names none
  std::string leaf;  ///< "dot_general"
  std::string place; ///< "nn.py:21"
  /// A framework says that the op came from transposing: it is of the backward pass.
  bool transposed = false;

  /// Scope and leaf.
  std::string full() const {
    return scope.empty() || leaf.empty() ? scope + leaf : scope + "/" + leaf;
  }
};

SourceName getSourceName(mlir::Location loc);
/// What the location's text holds of it, for the `location` of a policy's rule: one name
/// with its scopes, or the line. Empty where there is none.
std::string getLocationText(mlir::Location loc);
/// `SourceName::transposed` alone, for passes over all ops.
bool isTransposed(mlir::Location loc);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_SOURCENAME_H
