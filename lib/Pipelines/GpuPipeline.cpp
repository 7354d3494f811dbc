// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU's pipeline, and why each pass is where it is.
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Kernels/Passes.h"
#include "halftone/Pipelines/KernelPipeline.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::pipelines;

void pipelines::buildGpuKernelPipeline(OpPassManager &module) {
  OpPassManager &kernels = module.nest<gpu::GPUModuleOp>();
  // After kernels are made, which see one op for one rounding.
  kernel::ExpandNumericsOptions numerics;
  numerics.expandDouble = true; // the host has a library, a kernel need not
  kernels.addNestedPass<gpu::GPUFuncOp>(kernel::createExpandNumerics(numerics));
  // Libdevice's versions of these are approximate unless asked otherwise.
  kernels.addNestedPass<gpu::GPUFuncOp>(conversion::createGpuExactMath());
  cleanUp(kernels);
  kernels.addPass(createSCFToControlFlowPass());
  // Views become offsets and sizes; some of that as affine.apply.
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  // Before memref and arith, whose patterns would leave vector.from_elements behind.
  kernels.addPass(createConvertVectorToLLVMPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.useBarePtrCallConv = true; // shapes are static: a pointer for each buffer
  nvvm.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  cleanUp(kernels);
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

/// Host functions, which launch kernels, to the LLVM dialect.
static void buildHost(OpPassManager &pm) {
  flattenEmptyBuffers(pm);
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  GpuToLLVMConversionPassOptions launches;
  launches.hostBarePtrCallConv = true;
  launches.kernelBarePtrCallConv = true;
  pm.addPass(createGpuToLLVMConversionPass(launches));
  buildHostToLlvm(pm);
  // Last: it needs the final signatures.
  conversion::AddEntryPointsOptions entries;
  entries.gpu = true;
  pm.addPass(conversion::createAddEntryPoints(entries));
}

void pipelines::buildGpuPipeline(OpPassManager &pm, const GpuPipelineOptions &options) {
  buildTensorPipeline(pm, options.fuse);
  // After fusion, which puts what is summed into the sum.
  pm.addNestedPass<func::FuncOp>(kernel::createSplitWholeSums());
  buildBufferPipeline(pm);
  pm.addPass(kernel::createScheduleLaunches());
  pm.addNestedPass<func::FuncOp>(kernel::createDropBarriers());
  // Needs the final order of launches: it says how long a buffer lives.
  pm.addPass(kernel::createPlanWorkspace());
  cleanUp(pm);
  conversion::ConvertKernelsToGpuOptions kernels;
  kernels.chip = options.chip;
  pm.addPass(conversion::createConvertKernelsToGpu(kernels));
  pm.addPass(conversion::createGpuShareStream());
  pm.addPass(createCanonicalizerPass()); // what kernels have taken with them
  buildGpuKernelPipeline(pm);
  buildHost(pm);
}

void pipelines::registerGpuPipeline() {
  PassPipelineRegistration<GpuPipelineOptions>(
      "halftone-gpu-pipeline",
      "lower core train ops to kernels in the NVVM dialect and host code in LLVM's",
      buildGpuPipeline);
  PassPipelineRegistration<>("halftone-gpu-kernel-pipeline",
                             "lower the kernels of a GPU module to the NVVM dialect",
                             buildGpuKernelPipeline);
}

void pipelines::registerGpuPipelineDialects(DialectRegistry &registry) {
  registry.insert<gpu::GPUDialect, NVVM::NVVMDialect>();
  registerGPUDialectTranslation(registry);
  gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(registry);
  registerNVVMDialectTranslation(registry);
  // convert-gpu-to-nvvm asks each dialect for its own conversions.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
}
