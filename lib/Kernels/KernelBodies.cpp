// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every device asks of the ops that it makes loops of: how they reduce, and
// linalg ops and copies in one form.
#include "halftone/Kernels/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace halftone::kernel;

bool halftone::kernel::isReduced(const Kernel &kernel, unsigned r) {
  linalg::GenericOp op = kernel.op;
  return op.payloadUsesValueFromOperand(op.getDpsInitOperand(r)) &&
         llvm::any_of(kernel.loops, [&](const Loop &loop) {
           return !loop.parallel && loop.strides[kernel.numInputs + r] == 0;
         });
}

Operation *halftone::kernel::combinerOf(linalg::GenericOp op, unsigned r) {
  Value accumulator = op.getBody()->getArgument(op.getNumDpsInputs() + r);
  Operation *combiner = op.getBody()->getTerminator()->getOperand(r).getDefiningOp();
  if (!combiner || !accumulator.hasOneUse() || *accumulator.getUsers().begin() != combiner ||
      !combiner->hasOneUse())
    return nullptr;
  bool known = isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
                   arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                   arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(combiner);
  return known ? combiner : nullptr;
}

TypedAttr halftone::kernel::neutralOf(Operation *combiner) {
  Type type = combiner->getResult(0).getType();
  if (auto real = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &format = real.getFloatSemantics();
    APFloat neutral = isa<arith::AddFOp>(combiner) ? APFloat::getZero(format, /*Negative=*/true)
                      : isa<arith::MulFOp>(combiner)
                          ? APFloat(format, 1)
                          : APFloat::getInf(format, isa<arith::MaximumFOp>(combiner));
    return FloatAttr::get(real, neutral);
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt neutral(bits, 0);
  if (isa<arith::MulIOp>(combiner))
    neutral = APInt(bits, 1);
  else if (isa<arith::AndIOp, arith::MinUIOp>(combiner))
    neutral = APInt::getAllOnes(bits);
  else if (isa<arith::MaxSIOp>(combiner))
    neutral = APInt::getSignedMinValue(bits);
  else if (isa<arith::MinSIOp>(combiner))
    neutral = APInt::getSignedMaxValue(bits);
  return IntegerAttr::get(type, neutral);
}

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

/// Scalar operands are values that the body uses.
static void takeScalars(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  llvm::BitVector scalars(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType())) {
      scalars.set(operand.getOperandNumber());
      continue;
    }
    maps.push_back(op.getMatchingIndexingMap(&operand));
    if (op.isDpsInput(&operand))
      inputs.push_back(operand.get());
  }
  if (scalars.none() || op.getNumResults() != 0)
    return;
  rewriter.setInsertionPoint(op);
  auto copy = linalg::GenericOp::create(rewriter, op.getLoc(), inputs, op.getOutputs(), maps,
                                        op.getIteratorTypesArray());
  copy.getRegion().takeBody(op.getRegion());
  Block *body = copy.getBody();
  for (unsigned i : scalars.set_bits())
    body->getArgument(i).replaceAllUsesWith(op->getOperand(i));
  body->eraseArguments(scalars);
  rewriter.eraseOp(op);
}

Value halftone::kernel::flatten(OpBuilder &b, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  int64_t size = ShapedType::isDynamic(offset) ? 0 : offset;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    size += std::max<int64_t>(extent - 1, 0) * std::max<int64_t>(stride, 0);
  // Beyond a dynamic offset the size says nothing; loads need none.
  auto flat = MemRefType::get({size + 1}, type.getElementType());
  return memref::ReinterpretCastOp::create(b, loc, flat, memref, int64_t(0),
                                           ArrayRef<int64_t>{size + 1}, ArrayRef<int64_t>{1});
}

LogicalResult halftone::kernel::generalizeOps(Operation *root) {
  IRRewriter rewriter(root->getContext());
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
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

void halftone::kernel::takeScalarOperands(Operation *root) {
  IRRewriter rewriter(root->getContext());
  SmallVector<linalg::GenericOp> generics;
  root->walk([&](linalg::GenericOp op) { generics.push_back(op); });
  for (linalg::GenericOp op : generics)
    takeScalars(rewriter, op);
}
