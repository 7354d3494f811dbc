// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers and builders of the contractions, and the rules of their accumulator,
// which composites that contain a contraction share.
#include "Verify.h"

using namespace mlir;
using namespace halftone::train;

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

FloatType halftone::train::getAccumulator(std::optional<FloatType> acc, ValueRange operands) {
  return acc ? *acc : getComputeFloatType(operands);
}

LogicalResult halftone::train::verifyAccumulator(Emit emit, std::optional<FloatType> acc, bool tf32,
                                                 ValueRange operands) {
  if (acc) {
    if (!acc->isF32() && !acc->isF64() && !acc->isF16() && !acc->isBF16())
      return emit() << "'acc' must be f32, f64, f16 or bf16, got " << *acc;
    for (Value operand : operands)
      if (!isExactWidening(getElementType(operand), *acc))
        return emit() << "'acc' must hold every value of the operands' types, got " << *acc
                      << " for " << getElementType(operand);
  }
  if (!tf32)
    return success();
  bool allF32 =
      llvm::all_of(operands, [](Value operand) { return getElementType(operand).isF32(); });
  if (allF32 && getAccumulator(acc, operands).isF32())
    return success();
  Failure diag = emit();
  diag << "'tf32' needs f32 operands and accumulator, got operands ";
  llvm::interleaveComma(operands, diag, [&](Value value) { diag << getElementType(value); });
  return diag << " and accumulator " << getAccumulator(acc, operands);
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// Batching dimensions, then the free ones of either side.
static SmallVector<int64_t> inferDot(Value lhs, Value rhs, ArrayRef<int64_t> lhsBatch,
                                     ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
                                     ArrayRef<int64_t> rhsContract) {
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(getShape(lhs)[dim]);
  auto addFree = [&](Value side, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    for (auto [i, size] : llvm::enumerate(getShape(side))) {
      int64_t dim = i;
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        shape.push_back(size);
    }
  };
  addFree(lhs, lhsBatch, lhsContract);
  addFree(rhs, rhsBatch, rhsContract);
  return shape;
}

void DotGeneralOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                         ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
                         ArrayRef<int64_t> lhsContract, ArrayRef<int64_t> rhsContract,
                         Type elementType, FloatType acc) {
  auto type = RankedTensorType::get(
      inferDot(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract), elementType);
  build(builder, state, type, lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract,
        acc ? TypeAttr::get(acc) : TypeAttr(), /*tf32=*/false);
}

FloatType DotGeneralOp::getAccumulatorElementType() {
  return getAccumulator(getAcc(), getOperands());
}

LogicalResult DotGeneralOp::verify() {
  auto emit = [&] { return emitOpError(); };
  ArrayRef<int64_t> lhsBatch = getLhsBatchingDimensions(), rhsBatch = getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = getLhsContractingDimensions(),
                    rhsContract = getRhsContractingDimensions();
  if (failed(verifyLength(emit, "rhs_batching_dimensions", rhsBatch, lhsBatch.size(), // (C1)
                          "as many as 'lhs_batching_dimensions'")) ||
      failed(verifyLength(emit, "rhs_contracting_dimensions", rhsContract, lhsContract.size(),
                          "as many as 'lhs_contracting_dimensions'")))
    return failure();
  SmallVector<int64_t> lhsDims(lhsBatch), rhsDims(rhsBatch);
  lhsDims.append(lhsContract.begin(), lhsContract.end());
  rhsDims.append(rhsContract.begin(), rhsContract.end());
  ArrayRef<int64_t> lhsShape = train::getShape(getLhs()), rhsShape = train::getShape(getRhs());
  if (failed(verifyDimensions(emit, "lhs_batching_dimensions' and 'lhs_contracting_dimensions",
                              lhsDims, lhsShape.size())) || // (C2)
      failed(verifyDimensions(emit, "rhs_batching_dimensions' and 'rhs_contracting_dimensions",
                              rhsDims, rhsShape.size())))
    return failure();
  for (auto [lhsDim, rhsDim] : llvm::zip(lhsDims, rhsDims)) // (C3)
    if (lhsShape[lhsDim] != rhsShape[rhsDim])
      return emitOpError() << "paired dimensions must have equal sizes, got " << lhsShape[lhsDim]
                           << " for dimension " << lhsDim << " of 'lhs' and " << rhsShape[rhsDim]
                           << " for dimension " << rhsDim << " of 'rhs'";
  if (failed(
          verifyShape(emit, "result", getType(), // (C4)
                      inferDot(getLhs(), getRhs(), lhsBatch, rhsBatch, lhsContract, rhsContract))))
    return failure();
  return verifyAccumulator(emit, getAcc(), getTf32(), getOperands()); // (C5), (C6)
}

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

FloatType ConvOp::getAccumulatorElementType() { return getAccumulator(getAcc(), getOperands()); }

/// (C1): the numbers of one side name each of its dimensions once.
static LogicalResult verifySide(Emit emit, StringRef side, RankedTensorType type, int64_t first,
                                int64_t second, ArrayRef<int64_t> spatial) {
  SmallVector<int64_t> dims{first, second};
  dims.append(spatial.begin(), spatial.end());
  llvm::sort(dims);
  if (llvm::equal(dims, llvm::seq<int64_t>(0, type.getRank())))
    return success();
  return emit() << "'dimension_numbers' must name each dimension of '" << side << "' once, got "
                << type;
}

/// (C2), (C3): one entry for each spatial dimension, positive where it has to be.
static LogicalResult verifyWindowArrays(ConvOp op, Emit emit, int64_t spatial) {
  auto verifyArray = [&](StringRef name, ArrayRef<int64_t> array, bool positive) {
    if (array.empty())
      return success();
    return failure(
        failed(verifyLength(emit, name, array, spatial, "one for each spatial dimension")) ||
        (positive && failed(verifyAtLeast(emit, name, array, 1))));
  };
  if (failed(verifyArray("window_strides", op.getWindowStrides(), true)) ||
      failed(verifyArray("padding_low", op.getPaddingLow(), false)) ||
      failed(verifyArray("padding_high", op.getPaddingHigh(), false)) ||
      failed(verifyArray("lhs_dilation", op.getLhsDilation(), true)) ||
      failed(verifyArray("rhs_dilation", op.getRhsDilation(), true)))
    return failure();
  auto reversal = op.getWindowReversal();
  if (reversal && static_cast<int64_t>(reversal->size()) != spatial)
    return emit() << "'window_reversal' must have " << spatial
                  << " entries, one for each spatial dimension, got " << reversal->size();
  return success();
}

/// (C4), (C5): groups divide features or batch.
static LogicalResult verifyGroups(ConvOp op, Emit emit) {
  ConvDimsAttr dims = op.getDimensionNumbers();
  int64_t features = op.getFeatureGroupCount(), batches = op.getBatchGroupCount();
  if (features < 1 || batches < 1)
    return emit() << "group counts must be at least 1, got " << features << " and " << batches;
  if (features > 1 && batches > 1)
    return emit() << "only one group count may exceed 1, got " << features << " and " << batches;
  ArrayRef<int64_t> lhs = getShape(op.getLhs()), rhs = getShape(op.getRhs());
  auto verifyDivides = [&](StringRef name, int64_t count, StringRef what,
                           int64_t size) -> LogicalResult {
    if (size % count == 0)
      return success();
    return emit() << "'" << name << "' must divide " << what << " " << size << ", got " << count;
  };
  int64_t inputFeatures = lhs[dims.getInputFeature()];
  int64_t outputFeatures = rhs[dims.getKernelOutput()];
  StringRef kernelOutputs = "the kernel's output features";
  if (failed(
          verifyDivides("feature_group_count", features, "the input's features", inputFeatures)) ||
      failed(verifyDivides("feature_group_count", features, kernelOutputs, outputFeatures)) ||
      failed(verifyDivides("batch_group_count", batches, "the input's batch",
                           lhs[dims.getInputBatch()])) ||
      failed(verifyDivides("batch_group_count", batches, kernelOutputs, outputFeatures)))
    return failure();
  if (rhs[dims.getKernelInput()] * features == inputFeatures)
    return success();
  return emit() << "the kernel's input features times 'feature_group_count' must be "
                << inputFeatures << ", the input's features, got " << rhs[dims.getKernelInput()]
                << " times " << features;
}

/// The result's shape (C6).
static SmallVector<int64_t> inferConv(ConvOp op) {
  ConvDimsAttr dims = op.getDimensionNumbers();
  ArrayRef<int64_t> lhs = getShape(op.getLhs()), rhs = getShape(op.getRhs());
  auto at = [](ArrayRef<int64_t> array, size_t i, int64_t otherwise) {
    return array.empty() ? otherwise : array[i];
  };
  SmallVector<int64_t> shape(lhs.size());
  shape[dims.getOutputBatch()] =
      lhs[dims.getInputBatch()] / static_cast<int64_t>(op.getBatchGroupCount());
  shape[dims.getOutputFeature()] = rhs[dims.getKernelOutput()];
  for (size_t i = 0; i < dims.getOutputSpatial().size(); ++i) {
    int64_t size = lhs[dims.getInputSpatial()[i]], window = rhs[dims.getKernelSpatial()[i]];
    int64_t dilated = size == 0 ? 0 : (size - 1) * at(op.getLhsDilation(), i, 1) + 1;
    int64_t padded = at(op.getPaddingLow(), i, 0) + dilated + at(op.getPaddingHigh(), i, 0);
    int64_t reach = window == 0 ? 0 : (window - 1) * at(op.getRhsDilation(), i, 1) + 1;
    bool empty = padded <= 0 || reach > padded;
    shape[dims.getOutputSpatial()[i]] =
        empty ? 0 : (padded - reach) / at(op.getWindowStrides(), i, 1) + 1;
  }
  return shape;
}

LogicalResult ConvOp::verify() {
  auto emit = [&] { return emitOpError(); };
  ConvDimsAttr dims = getDimensionNumbers(); // (C1)
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  auto rhs = cast<RankedTensorType>(getRhs().getType());
  if (failed(verifySide(emit, "lhs", lhs, dims.getInputBatch(), dims.getInputFeature(),
                        dims.getInputSpatial())) ||
      failed(verifySide(emit, "rhs", rhs, dims.getKernelInput(), dims.getKernelOutput(),
                        dims.getKernelSpatial())) ||
      failed(verifySide(emit, "result", getType(), dims.getOutputBatch(), dims.getOutputFeature(),
                        dims.getOutputSpatial())))
    return failure();
  int64_t spatial = dims.getInputSpatial().size();
  if (lhs.getRank() != rhs.getRank() || lhs.getRank() != getType().getRank())
    return emitOpError() << "operands and result must have one rank, got " << lhs << ", " << rhs
                         << " and " << getType();
  if (failed(verifyWindowArrays(*this, emit, spatial)) || failed(verifyGroups(*this, emit)) ||
      failed(verifyShape(emit, "result", getType(), inferConv(*this))))
    return failure();
  return verifyAccumulator(emit, getAcc(), getTf32(), getOperands()); // (C7), (C8)
}
