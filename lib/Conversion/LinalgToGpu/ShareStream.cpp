// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `gpu-share-stream`: all launches of a function on one stream, and no waiting.
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_GPUSHARESTREAM
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;

namespace {
struct GpuShareStream : halftone::conversion::impl::GpuShareStreamBase<GpuShareStream> {
  using GpuShareStreamBase::GpuShareStreamBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      share(function);
  }

private:
  void share(func::FuncOp function) {
    SmallVector<gpu::LaunchFuncOp> launches;
    function.walk([&](gpu::LaunchFuncOp launch) {
      if (!launch.getAsyncToken())
        launches.push_back(launch);
    });
    if (launches.empty())
      return;
    OpBuilder b = OpBuilder::atBlockBegin(&function.front());
    Type token = b.getType<gpu::AsyncTokenType>();
    Value stream = gpu::WaitOp::create(b, function.getLoc(), token, ValueRange()).getAsyncToken();
    for (gpu::LaunchFuncOp launch : launches) {
      b.setInsertionPoint(launch);
      auto async = gpu::LaunchFuncOp::create(
          b, launch.getLoc(), launch.getKernel(), launch.getGridSizeOperandValues(),
          launch.getBlockSizeOperandValues(), launch.getDynamicSharedMemorySize(),
          launch.getKernelOperands(), token, ValueRange{stream});
      async->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
      launch.erase();
    }
  }
};
} // namespace
