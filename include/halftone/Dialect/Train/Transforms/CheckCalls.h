// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the calls of a module can be inlined. A step is one function in the end: calls
// that lead back to their function have no such end, and few functions that each call the
// next one twice have one of any size.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKCALLS_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace halftone::train {

/// What a function may hold once its calls are inlined; BERT-large's step holds 18 thousand.
inline constexpr uint64_t maxInlinedOps = 1 << 20;
/// How deep calls may nest.
inline constexpr size_t maxCallDepth = 1000;

/// Fails, with a message at the call, where calls recurse, nest deeper or amount to more.
llvm::LogicalResult checkCalls(mlir::ModuleOp module);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_CHECKCALLS_H
