// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant folding of `train` ops by the reference evaluator, so that what is
// folded has the bits that evaluation would give.
#ifndef HALFTONE_REFERENCE_FOLDERS_H
#define HALFTONE_REFERENCE_FOLDERS_H

#include "mlir/IR/DialectRegistry.h"

namespace halftone::reference {

/// Results with more elements than this are not folded: the constant would cost
/// more than the op.
inline constexpr int64_t maxFoldedElements = 1024;

/// Makes the folder hook of the `train` dialect evaluate core ops whose operands
/// are all constant. `optimization_barrier` never folds, nor do collectives.
void registerReferenceFolders(mlir::DialectRegistry &registry);

} // namespace halftone::reference

#endif // HALFTONE_REFERENCE_FOLDERS_H
