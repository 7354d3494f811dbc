// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that run the reference evaluator.
#ifndef HALFTONE_REFERENCE_PASSES_H
#define HALFTONE_REFERENCE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace halftone::reference {

#define GEN_PASS_DECL
#include "halftone/Reference/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "halftone/Reference/Passes.h.inc"

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_PASSES_H
