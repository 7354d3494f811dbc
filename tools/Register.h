// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every tool registers.
#ifndef HALFTONE_TOOLS_REGISTER_H
#define HALFTONE_TOOLS_REGISTER_H

#include "mlir/IR/DialectRegistry.h"

namespace halftone {

/// All upstream dialects, extensions and translations, and ours with their
/// external models.
void registerEverything(mlir::DialectRegistry &registry);
/// All upstream passes, and our passes and pipelines.
void registerAllHalftonePasses();

} // namespace halftone

#endif // HALFTONE_TOOLS_REGISTER_H
