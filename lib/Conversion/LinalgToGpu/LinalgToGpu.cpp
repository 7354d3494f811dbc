// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-kernels-to-gpu`: a kernel for each launch, and for each product that is
// outside of one, in the order of the code.
#include "LaunchEmitter.h"
#include "ProductKernel.h"
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CONVERTKERNELSTOGPU
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone::cuda;
using namespace halftone::kernel;

namespace {
struct ConvertKernelsToGpu
    : halftone::conversion::impl::ConvertKernelsToGpuBase<ConvertKernelsToGpu> {
  using ConvertKernelsToGpuBase::ConvertKernelsToGpuBase;

  void runOnOperation() override {
    FailureOr<GpuTarget> target = GpuTarget::parse(chip);
    if (failed(target)) {
      getOperation().emitError("expected a chip such as 'sm_80', got '") << chip << "'";
      return signalPassFailure();
    }
    SmallVector<Operation *> origins;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<LaunchOp, ProductOp>(op))
        return WalkResult::advance();
      origins.push_back(op);
      return WalkResult::skip();
    });
    KernelOutliner outliner(getOperation());
    for (Operation *origin : origins)
      if (failed(convert(origin, outliner, *target)))
        return signalPassFailure();
    numKernels += outliner.count();
  }

private:
  LogicalResult convert(Operation *origin, KernelOutliner &outliner, const GpuTarget &target) {
    if (auto launch = dyn_cast<LaunchOp>(origin))
      return convert(launch, outliner);
    return emitProductKernel(outliner, target, cast<ProductOp>(origin));
  }

  LogicalResult convert(LaunchOp launch, KernelOutliner &outliner) {
    if (failed(generalizeOps(launch)))
      return failure();
    takeScalarOperands(launch);
    OutlinedKernel kernel(outliner, launch, LaunchEmitter::familyOf(launch),
                          LaunchEmitter::threadsOf(launch));
    LaunchEmitter emitter(kernel, launch);
    FailureOr<int64_t> blocks = launch.getKind() == "rows"    ? emitter.emitRows()
                                : launch.getKind() == "block" ? emitter.emitBlock()
                                                              : emitter.emitConcurrent();
    if (failed(blocks))
      return failure();
    numSerial += emitter.numSerial();
    return kernel.launch(*blocks);
  }
};
} // namespace
