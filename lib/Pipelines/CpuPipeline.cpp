// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device's pipeline, and why each pass is where it is.
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Kernels/Passes.h"
#include "halftone/Pipelines/KernelPipeline.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::pipelines;

/// Buffers and loops to the LLVM dialect.
static void buildToLlvm(OpPassManager &pm) {
  flattenEmptyBuffers(pm);
  pm.addPass(createSCFToControlFlowPass());
  // Views become offsets and sizes; some of that as affine.apply.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Before memref and arith, whose patterns would leave vector.from_elements behind.
  pm.addPass(createConvertVectorToLLVMPass());
  // Intrinsics where LLVM has one, then calls of libm for the rest.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertVectorToLLVMPass()); // what unrolling for libm made
  buildHostToLlvm(pm);
  // Last: it needs the final signatures.
  pm.addPass(conversion::createAddEntryPoints());
}

void pipelines::buildCpuPipeline(OpPassManager &pm, const CpuPipelineOptions &options) {
  buildTensorPipeline(pm, options.fuse);
  buildBufferPipeline(pm);
  pm.addNestedPass<func::FuncOp>(kernel::createDropBarriers()); // nothing is reordered here
  // Before loops, because operands that need packing are copied by one.
  pm.addPass(conversion::createConvertCpuProducts());
  conversion::ConvertLinalgToCpuLoopsOptions loops;
  loops.vectorBits = options.vectorBits;
  loops.parallel = options.parallel;
  pm.addNestedPass<func::FuncOp>(conversion::createConvertLinalgToCpuLoops(loops));
  // Addresses of neighbours have common parts.
  cleanUp(pm);
  // On vectors as on scalars; after fusion, which must see one op for one rounding.
  kernel::ExpandNumericsOptions numerics;
  numerics.fma = options.fma;
  pm.addNestedPass<func::FuncOp>(kernel::createExpandNumerics(numerics));
  pm.addPass(createCSEPass());
  // Needs the final loops: they say how long a buffer lives.
  pm.addPass(kernel::createPlanWorkspace());
  // After the plan, so that a loop's buffers are parts of what it is passed.
  pm.addPass(conversion::createCpuOutlineParallel());
  cleanUp(pm);
  buildToLlvm(pm);
}

void pipelines::registerCpuPipeline() {
  PassPipelineRegistration<CpuPipelineOptions>(
      "halftone-cpu-pipeline", "lower core train ops to the LLVM dialect for the CPU",
      buildCpuPipeline);
}

void pipelines::registerCpuPipelineDialects(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect, bufferization::BufferizationDialect,
              kernel::KernelDialect, func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
              math::MathDialect, memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
              train::TrainDialect, ub::UBDialect, vector::VectorDialect>();
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerAllDialectInterfaceImplementations(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
  func::registerInlinerExtension(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}
