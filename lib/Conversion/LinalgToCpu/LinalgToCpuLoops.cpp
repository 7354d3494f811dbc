// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `convert-linalg-to-cpu-loops`: finds runs of linalg ops that follow each other in a
// block, and emits each run (EmitRows.cpp, EmitNest.cpp). Ops without effects in
// between move before the run.
#include "Emitter.h"
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_CONVERTLINALGTOCPULOOPS
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone::cpu;
using namespace halftone::kernel;

namespace {
struct ConvertLinalgToCpuLoops
    : halftone::conversion::impl::ConvertLinalgToCpuLoopsBase<ConvertLinalgToCpuLoops> {
  using ConvertLinalgToCpuLoopsBase::ConvertLinalgToCpuLoopsBase;

  void runOnOperation() override {
    if (failed(generalizeOps(getOperation())))
      return signalPassFailure();
    takeScalarOperands(getOperation());
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    options.lanes = vectorBits / 32;
    options.parallel = parallel;
    for (Block *block : blocks)
      if (failed(lowerBlock(*block)))
        return signalPassFailure();
    numLoopNests += statistics.nests;
    numFusedRows += statistics.fusedRows;
    numScalar += statistics.scalar;
  }

private:
  LogicalResult lowerBlock(Block &block) {
    SmallVector<Kernel> run;
    Operation *start = nullptr;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      auto generic = dyn_cast<linalg::GenericOp>(op);
      if (!generic) {
        if (run.empty())
          continue;
        if (op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>() &&
            (isMemoryEffectFree(&op) || isa<memref::AllocOp, memref::GetGlobalOp>(op)))
          op.moveBefore(start);
        else
          flush(run, start);
        continue;
      }
      std::optional<Kernel> kernel = Kernel::of(generic);
      if (!kernel)
        return generic.emitError("has an operand that is no buffer of known strides");
      if (run.empty())
        start = generic;
      run.push_back(std::move(*kernel));
    }
    flush(run, start);
    return success();
  }

  void flush(SmallVector<Kernel> &run, Operation *start) {
    if (run.empty())
      return;
    ImplicitLocOpBuilder b(start->getLoc(), start);
    for (Kernel &kernel : run) {
      b.setLoc(kernel.op.getLoc());
      for (auto [a, access] : llvm::enumerate(kernel.accesses)) {
        access.flat = flatten(b, b.getLoc(), access.memref);
        kernel.positions[a] =
            access.dynamicOffset
                ? memref::ExtractStridedMetadataOp::create(b, access.memref).getOffset()
                : arith::ConstantIndexOp::create(b, access.offset).getResult();
        if (access.dynamicOffset && access.offset)
          kernel.positions[a] = arith::AddIOp::create(
              b, kernel.positions[a], arith::ConstantIndexOp::create(b, access.offset));
      }
    }
    emitKernels(b, run, /*outermost=*/true, options, statistics);
    for (Kernel &kernel : run)
      kernel.op.erase();
    run.clear();
  }

  EmitterOptions options;
  EmitterStatistics statistics;
};
} // namespace
