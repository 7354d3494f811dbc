// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `gpu-exact-math`: math ops that are one instruction. As `llvm.call_intrinsic`,
// because `convert-gpu-to-nvvm` refuses LLVM's own math ops in a kernel.
#include "halftone/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_GPUEXACTMATH
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;

namespace {
template <typename OpTy> struct ToIntrinsic : OpRewritePattern<OpTy> {
  ToIntrinsic(MLIRContext *context, StringRef name) : OpRewritePattern<OpTy>(context), name(name) {}
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF32() && !type.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(op, type, rewriter.getStringAttr(name),
                                                       op->getOperands());
    return success();
  }
  StringRef name;
};

struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF32() && !type.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    Value root = LLVM::CallIntrinsicOp::create(rewriter, op.getLoc(), type,
                                               rewriter.getStringAttr("llvm.sqrt"),
                                               ValueRange{op.getOperand()})
                     .getResults();
    Value one = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getFloatAttr(type, 1.0));
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

struct GpuExactMath : halftone::conversion::impl::GpuExactMathBase<GpuExactMath> {
  using GpuExactMathBase::GpuExactMathBase;
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ToIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<ToIntrinsic<math::FmaOp>>(context, "llvm.fma");
    patterns.add<ToIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<ToIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<ToIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<ToIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<ToIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    patterns.add<ToIntrinsic<math::RoundOp>>(context, "llvm.round");
    patterns.add<ToIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    patterns.add<ExpandRsqrt>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
