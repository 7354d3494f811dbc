// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of barriers, custom gradients, random bits and collectives.
#include "Verify.h"

using namespace mlir;
using namespace halftone::train;

LogicalResult OptimizationBarrierOp::verify() {
  if (getInputs().getTypes() == getOutputs().getTypes()) // (C1)
    return success();
  return emitOpError() << "results must have the operands' types (" << getInputs().getTypes()
                       << "), got (" << getOutputs().getTypes() << ")";
}

//===----------------------------------------------------------------------===//
// custom_gradient
//===----------------------------------------------------------------------===//

namespace {

func::FuncOp lookup(CustomGradientOp op, SymbolTableCollection &symbols, StringRef role,
                    FlatSymbolRefAttr name) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name);
  if (!function)
    op.emitOpError() << "'" << role << "' must name a function, got " << name;
  return function;
}

LogicalResult verifyTypes(CustomGradientOp op, func::FuncOp function, StringRef what, TypeRange got,
                          TypeRange expected) {
  if (got == expected)
    return success();
  InFlightDiagnostic diag = op.emitOpError() << "'" << function.getSymName() << "' must " << what
                                             << " (" << expected << "), got (" << got << ")";
  diag.attachNote(function.getLoc()) << "declared here";
  return diag;
}

} // namespace

LogicalResult CustomGradientOp::verifySymbolUses(SymbolTableCollection &symbols) {
  func::FuncOp forward = lookup(*this, symbols, "forward", getForwardAttr()); // (C1)
  if (!forward)
    return failure();
  func::FuncOp backward = lookup(*this, symbols, "backward", getBackwardAttr());
  if (!backward)
    return failure();
  TypeRange results = forward.getResultTypes(); // (C2)
  size_t own = std::min<size_t>(getNumResults(), results.size());
  if (failed(verifyTypes(*this, forward, "take", forward.getArgumentTypes(), getOperandTypes())) ||
      failed(verifyTypes(*this, forward, "yield first", results.take_front(own), getResultTypes())))
    return failure();
  SmallVector<Type> taken(results.drop_front(own)), yielded; // (C3)
  llvm::append_range(taken, getResultTypes());
  for (Type type : getOperandTypes())
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      yielded.push_back(type);
  return failure(failed(verifyTypes(*this, backward, "take", backward.getArgumentTypes(), taken)) ||
                 failed(verifyTypes(*this, backward, "yield", backward.getResultTypes(), yielded)));
}

//===----------------------------------------------------------------------===//
// rng_bits, fold_in
//===----------------------------------------------------------------------===//

LogicalResult RngBitsOp::verify() {
  if (static_cast<int64_t>(getOffset()) >= 0) // (C1)
    return success();
  return emitOpError() << "'offset' must be at least 0, got " << static_cast<int64_t>(getOffset());
}

void FoldInOp::build(OpBuilder &builder, OperationState &state, Value key, Value data) {
  build(builder, state, key.getType(), key, data);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

namespace {

LogicalResult verifyKind(Operation *op, ReductionKind kind, Type element) {
  auto emit = [&] { return op->emitOpError(); };
  return verifyAccumulation(emit, kind, element, element);
}

/// `whole` is `part` but for `dimension`, where it is a multiple.
LogicalResult verifyMultiple(Operation *op, int64_t dimension, Value part, Value whole) {
  auto emit = [&] { return op->emitOpError(); };
  ArrayRef<int64_t> partShape = getShape(part), wholeShape = getShape(whole);
  if (failed(verifyDimension(emit, "dimension", dimension, partShape.size()))) // (C1)
    return failure();
  auto fits = [&]() {
    if (partShape.size() != wholeShape.size())
      return false;
    for (auto [i, sizes] : llvm::enumerate(llvm::zip(partShape, wholeShape))) {
      auto [size, wholeSize] = sizes;
      bool multiple = size == 0 ? wholeSize == 0 : wholeSize % size == 0 && wholeSize >= size;
      if (static_cast<int64_t>(i) == dimension ? !multiple : size != wholeSize)
        return false;
    }
    return true;
  };
  if (fits()) // (C2)
    return success();
  return emit() << "operand and result must have one shape but for a multiple in dimension "
                << dimension << ", got " << op->getOperand(0).getType() << " and "
                << op->getResult(0).getType();
}

} // namespace

LogicalResult AllReduceOp::verify() {
  return verifyKind(*this, getKind(), getType().getElementType()); // (C1)
}

LogicalResult AllGatherOp::verify() {
  return verifyMultiple(*this, getDimension(), getOperand(), getResult());
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyMultiple(*this, getDimension(), getResult(), getOperand())))
    return failure();
  return verifyKind(*this, getKind(), getType().getElementType()); // (C3)
}
