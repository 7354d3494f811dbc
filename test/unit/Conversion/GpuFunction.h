// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function whose body is launches, compiled to PTX and run on the emulated device.
#ifndef HALFTONE_TEST_UNIT_CONVERSION_GPUFUNCTION_H
#define HALFTONE_TEST_UNIT_CONVERSION_GPUFUNCTION_H

#include "CheckedLaunch.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Pipelines/CpuPipeline.h"
#include "halftone/Pipelines/GpuAot.h"
#include "halftone/Pipelines/GpuPipeline.h"
#include "halftone/Support/HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace halftone::test {

/// Runs the launches of the one function in `text`, in order. Arguments are arrays,
/// which the kernels read and write, and then numbers. Returns the kernels' names.
inline std::vector<std::string> runOnGpu(const std::string &text,
                                         const std::vector<HostTensor *> &arrays,
                                         const std::vector<int64_t> &numbers = {}) {
  mlir::DialectRegistry registry;
  pipelines::registerCpuPipelineDialects(registry);
  pipelines::registerGpuPipelineDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  if (!module)
    return {};
  mlir::PassManager pm(&context);
  pm.addPass(conversion::createConvertKernelsToGpu());
  pipelines::buildGpuKernelPipeline(pm);
  if (mlir::failed(pm.run(*module))) {
    ADD_FAILURE() << text;
    return {};
  }
  auto kernels = module->getOps<mlir::gpu::GPUModuleOp>();
  if (kernels.empty())
    return {};
  auto target = pipelines::resolveGpuTarget(module->getLoc(), "sm_80");
  auto ptx = pipelines::emitPtx(*kernels.begin(), *target);
  EXPECT_TRUE(mlir::succeeded(ptx));
  Result<std::unique_ptr<emulator::Module>> code = emulator::Module::parse(*ptx);
  if (!code) {
    ADD_FAILURE() << code.error() << "\n" << *ptx;
    return {};
  }

  emulator::Memory memory;
  for (HostTensor *array : arrays)
    if (array->numBytes()) {
      EXPECT_TRUE(memory.add(array->data(), array->numBytes()));
    }
  std::vector<std::string> names;
  module->walk([&](mlir::gpu::LaunchFuncOp launch) {
    std::vector<uint64_t> values;
    for (mlir::Value operand : launch.getKernelOperands()) {
      size_t i = mlir::cast<mlir::BlockArgument>(operand).getArgNumber();
      values.push_back(i < arrays.size() ? reinterpret_cast<uint64_t>(arrays[i]->data())
                                         : static_cast<uint64_t>(numbers[i - arrays.size()]));
    }
    std::vector<const void *> pointers;
    for (uint64_t &value : values)
      pointers.push_back(&value);
    auto sizes = [](mlir::gpu::KernelDim3 dims) {
      auto size = [](mlir::Value value) {
        return static_cast<uint32_t>(*mlir::getConstantIntValue(value));
      };
      return emulator::Dim3{size(dims.x), size(dims.y), size(dims.z)};
    };
    names.push_back(launch.getKernelName().str());
    Status status =
        launchChecked(*(*code)->find(names.back()), sizes(launch.getGridSizeOperandValues()),
                      sizes(launch.getBlockSizeOperandValues()), pointers.data(), memory);
    EXPECT_TRUE(status) << status.error();
  });
  return names;
}

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_CONVERSION_GPUFUNCTION_H
