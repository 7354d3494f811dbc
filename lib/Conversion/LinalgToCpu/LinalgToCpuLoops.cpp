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

/// A copy as a loop, so that it can share rows.
static void lowerCopy(IRRewriter &rewriter, memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  auto type = cast<MemRefType>(copy.getTarget().getType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  linalg::GenericOp::create(rewriter, copy.getLoc(), copy.getSource(), copy.getTarget(),
                            ArrayRef<AffineMap>{identity, identity}, iterators,
                            [](OpBuilder &b, Location loc, ValueRange args) {
                              linalg::YieldOp::create(b, loc, args[0]);
                            });
  rewriter.eraseOp(copy);
}

/// The whole buffer as one dimension, from its first element on.
static Value flatten(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  int64_t size = ShapedType::isDynamic(offset) ? 0 : offset;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    size += std::max<int64_t>(extent - 1, 0) * std::max<int64_t>(stride, 0);
  // Beyond a dynamic offset the size says nothing; loads need none.
  auto flat = MemRefType::get({size + 1}, type.getElementType());
  return memref::ReinterpretCastOp::create(b, flat, memref, int64_t(0), ArrayRef<int64_t>{size + 1},
                                           ArrayRef<int64_t>{1});
}

namespace {
struct ConvertLinalgToCpuLoops
    : halftone::conversion::impl::ConvertLinalgToCpuLoopsBase<ConvertLinalgToCpuLoops> {
  using ConvertLinalgToCpuLoopsBase::ConvertLinalgToCpuLoopsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (failed(generalize(rewriter)))
      return signalPassFailure();
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
  LogicalResult generalize(IRRewriter &rewriter) {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<memref::CopyOp>(op) || (isa<linalg::LinalgOp>(op) && !isa<linalg::GenericOp>(op)))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (auto copy = dyn_cast<memref::CopyOp>(op)) {
        lowerCopy(rewriter, copy);
        continue;
      }
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op))))
        return op->emitError("cannot be written as a loop over elements");
    }
    return success();
  }

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
        return generic.emitError("has an operand whose strides are not known");
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
        access.flat = flatten(b, access.memref);
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
