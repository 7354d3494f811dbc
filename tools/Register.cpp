// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one file that includes InitAll*.h, which take long to compile.
#include "Register.h"

#include "halftone/Conversion/Passes.h"
#include "halftone/Conversion/StablehloToTrain/Passes.h"
#include "halftone/Dialect/StableHLO/StableHLO.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Kernels/Passes.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Pipelines/ImportPipeline.h"
#include "halftone/Pipelines/StepPipeline.h"
#include "halftone/Precision/ForeignModels.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Reference/Folders.h"
#include "halftone/Reference/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

void halftone::registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  registry.insert<train::TrainDialect>();
  stablehlo::registerStablehloDialects(registry);
  train::registerDecompositions(registry);
  train::registerGradients(registry);
  precision::registerPrecisionModels(registry);
  precision::registerForeignPrecisionModels(registry);
  reference::registerReferenceFolders(registry);
  pipelines::registerCpuPipelineDialects(registry);
  pipelines::registerGpuPipelineDialects(registry);
}

void halftone::registerAllHalftonePasses() {
  mlir::registerAllPasses();
  train::registerTrainPasses();
  precision::registerPrecisionPasses();
  reference::registerReferencePasses();
  conversion::registerConversionPasses();
  conversion::registerStablehloToTrainPasses();
  kernel::registerKernelsPasses();
  pipelines::registerImportPipeline();
  pipelines::registerStepPipeline();
  pipelines::registerCpuPipeline();
  pipelines::registerGpuPipeline();
}
