// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code generation for the CPU and the GPU have in common.
#ifndef HALFTONE_LIB_PIPELINES_CODEGEN_H
#define HALFTONE_LIB_PIPELINES_CODEGEN_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace halftone::pipelines {

/// LLVM's default passes of this level, 0 to 3.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, int optLevel);

} // namespace halftone::pipelines

#endif // HALFTONE_LIB_PIPELINES_CODEGEN_H
