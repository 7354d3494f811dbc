// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the devices' pipelines have in common, and why each pass is where it is.
#include "halftone/Pipelines/KernelPipeline.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Kernels/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace halftone;

void pipelines::cleanUp(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void pipelines::buildTensorPipeline(OpPassManager &pm, bool fuse) {
  // Equal subexpressions must be one value before fusion counts users.
  pm.addPass(createCSEPass());
  pm.addPass(conversion::createConvertTrainToLinalg());
  // Every public function stands alone: one workspace, one plan. After the lowering,
  // because all dialects that are left can be inlined.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  cleanUp(pm);
  if (!fuse)
    return;
  // Before elementwise fusion, which would merge a bias or a cast with what follows.
  pm.addNestedPass<func::FuncOp>(kernel::createFoldProducts());
  // Broadcasts of the same constant are one loop now; folding may have left copies.
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(kernel::createLinalgFuseElementwise());
  // Bodies have repeated subexpressions where several users met in one loop.
  cleanUp(pm);
}

void pipelines::buildBufferPipeline(OpPassManager &pm) {
  pm.addPass(kernel::createAddDestinations());
  // Lets loops write to slices and destinations directly. Needs the destinations.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.unknownTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.bufferAlignment = 64;
  // `if` yields its destination from both branches, which only canonicalisation sees.
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // Results are seen to be their destinations once loops return what they were given.
  cleanUp(pm);
  pm.addPass(kernel::createDropResults());
}

namespace {
/// A buffer without elements whose first dimension isn't the one that is 0 has no
/// strides to upstream, which then has no LLVM type for it. Nothing is left that reads
/// it, so any shape will do.
struct FlattenEmptyBuffers : PassWrapper<FlattenEmptyBuffers, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FlattenEmptyBuffers)
  StringRef getArgument() const override { return "flatten-empty-buffers"; }
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    for (BlockArgument argument : function.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      bool isEmpty = type && type.hasStaticShape() && type.getNumElements() == 0;
      if (isEmpty && llvm::all_of(argument.getUsers(), [](Operation *user) {
            return isa<memref::ExtractAlignedPointerAsIndexOp>(user);
          }))
        argument.setType(MemRefType::get({0}, type.getElementType()));
    }
    function.setFunctionType(FunctionType::get(
        &getContext(), function.getBody().front().getArgumentTypes(), function.getResultTypes()));
  }
};
} // namespace

void pipelines::flattenEmptyBuffers(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(std::make_unique<FlattenEmptyBuffers>());
}

void pipelines::buildHostToLlvm(OpPassManager &pm) {
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true; // shapes are static: a pointer for each buffer
  pm.addPass(createConvertFuncToLLVMPass(functions));
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  cleanUp(pm);
}
