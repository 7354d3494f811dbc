// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of products, convolution, gather, scatter, norms and random bits.
#include "Verify.h"

using namespace mlir;
using namespace halftone::stablehlo;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {

bool fits(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// Pairs of dimensions that are matched have one size.
LogicalResult verifyPairs(Operation *op, StringRef what, ArrayRef<int64_t> lhsShape,
                          ArrayRef<int64_t> lhsDims, ArrayRef<int64_t> rhsShape,
                          ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size())
    return op->emitOpError() << "expected as many " << what << " dimensions of both operands, got "
                             << lhsDims.size() << " and " << rhsDims.size();
  for (auto [lhs, rhs] : llvm::zip(lhsDims, rhsDims))
    if (!fits(lhsShape[lhs], rhsShape[rhs]))
      return op->emitOpError() << "expected " << what << " dimensions of one size, got "
                               << lhsShape[lhs] << " and " << rhsShape[rhs];
  return success();
}

/// Appends the sizes of the dimensions that are in neither list.
void appendFree(ArrayRef<int64_t> shape, ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                SmallVectorImpl<int64_t> &result) {
  for (auto [i, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(a, static_cast<int64_t>(i)) &&
        !llvm::is_contained(b, static_cast<int64_t>(i)))
      result.push_back(size);
}

LogicalResult verifyProduct(Operation *op, Value lhs, Value rhs, Value result,
                            DotDimensionNumbersAttr dims) {
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions(),
                    rhsBatch = dims.getRhsBatchingDimensions(),
                    lhsContract = dims.getLhsContractingDimensions(),
                    rhsContract = dims.getRhsContractingDimensions();
  auto lhsAll = llvm::to_vector(llvm::concat<const int64_t>(lhsBatch, lhsContract));
  auto rhsAll = llvm::to_vector(llvm::concat<const int64_t>(rhsBatch, rhsContract));
  if (failed(verifyDimensions(op, "dimensions of the left operand", lhsAll, rankOf(lhs))) ||
      failed(verifyDimensions(op, "dimensions of the right operand", rhsAll, rankOf(rhs))) ||
      failed(verifyPairs(op, "batching", shapeOf(lhs), lhsBatch, shapeOf(rhs), rhsBatch)) ||
      failed(verifyPairs(op, "contracting", shapeOf(lhs), lhsContract, shapeOf(rhs), rhsContract)))
    return failure();
  SmallVector<int64_t> expected;
  for (int64_t dim : lhsBatch)
    expected.push_back(shapeOf(lhs)[dim]);
  appendFree(shapeOf(lhs), lhsBatch, lhsContract, expected);
  appendFree(shapeOf(rhs), rhsBatch, rhsContract, expected);
  return verifyShape(op, "a result", result.getType(), expected);
}

LogicalResult verifyPrecision(Operation *op, std::optional<ArrayAttr> precision) {
  if (!precision || precision->empty() || precision->size() == 2)
    return success();
  return op->emitOpError() << "'precision_config' must have 2 entries, got " << precision->size();
}

} // namespace

LogicalResult DotGeneralOp::verify() {
  if (failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  return verifyProduct(*this, getLhs(), getRhs(), getResult(), getDotDimensionNumbers());
}

LogicalResult DotOp::verify() {
  int64_t lhsRank = rankOf(getLhs()), rhsRank = rankOf(getRhs());
  if (lhsRank < 1 || lhsRank > 2 || rhsRank < 1 || rhsRank > 2)
    return emitOpError() << "expected vectors or matrices, got " << getLhs().getType() << " and "
                         << getRhs().getType();
  if (failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  auto dims = DotDimensionNumbersAttr::get(getContext(), {}, {}, {lhsRank - 1}, {0});
  return verifyProduct(*this, getLhs(), getRhs(), getResult(), dims);
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

namespace {

/// Two named dimensions and the spatial ones are all dimensions of a tensor.
LogicalResult verifyConvSide(Operation *op, StringRef name, int64_t first, int64_t second,
                             ArrayRef<int64_t> spatial, Value value) {
  SmallVector<int64_t> all(spatial);
  all.append({first, second});
  if (failed(verifyLength(op, name, ArrayRef<int64_t>(all), rankOf(value))))
    return failure();
  return verifyDimensions(op, name, all, rankOf(value));
}

SmallVector<int64_t> pick(Value value, ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return shapeOf(value)[dim]; });
}

} // namespace

LogicalResult ConvolutionOp::verify() {
  ConvDimensionNumbersAttr dims = getDimensionNumbers();
  if (failed(verifyConvSide(*this, "dimensions of the input", dims.getInputBatchDimension(),
                            dims.getInputFeatureDimension(), dims.getInputSpatialDimensions(),
                            getLhs())) ||
      failed(verifyConvSide(
          *this, "dimensions of the kernel", dims.getKernelInputFeatureDimension(),
          dims.getKernelOutputFeatureDimension(), dims.getKernelSpatialDimensions(), getRhs())) ||
      failed(verifyConvSide(*this, "dimensions of the output", dims.getOutputBatchDimension(),
                            dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions(),
                            getResult())) ||
      failed(verifyCount(*this, "dimensions of the kernel", rankOf(getRhs()), rankOf(getLhs()))) ||
      failed(verifyCount(*this, "dimensions of the output", rankOf(getResult()), rankOf(getLhs()))))
    return failure();
  int64_t groups = getFeatureGroupCount(), batchGroups = getBatchGroupCount();
  if (groups < 1 || batchGroups < 1 || (groups > 1 && batchGroups > 1))
    return emitOpError() << "expected feature or batch groups, at least 1 of each, got " << groups
                         << " and " << batchGroups;
  int64_t batch = shapeOf(getLhs())[dims.getInputBatchDimension()];
  int64_t feature = shapeOf(getLhs())[dims.getInputFeatureDimension()];
  int64_t kernelIn = shapeOf(getRhs())[dims.getKernelInputFeatureDimension()];
  int64_t kernelOut = shapeOf(getRhs())[dims.getKernelOutputFeatureDimension()];
  auto known = [](int64_t size) { return !ShapedType::isDynamic(size); };
  bool divides = (!known(feature) || feature % groups == 0) &&
                 (!known(kernelOut) || kernelOut % (groups * batchGroups) == 0) &&
                 (!known(batch) || batch % batchGroups == 0);
  if (!divides || (known(feature) && !fits(kernelIn, feature / groups)))
    return emitOpError() << "features " << feature << ", batch " << batch << " and a kernel of "
                         << kernelIn << " to " << kernelOut << " features do not fit " << groups
                         << " feature groups and " << batchGroups << " batch groups";
  SmallVector<int64_t> kernel = pick(getRhs(), dims.getKernelSpatialDimensions()), spatial;
  Window window{kernel, getWindowStrides(), getLhsDilation(), getRhsDilation(), getPadding()};
  if (getWindowReversal() && failed(verifyCount(*this, "entries of 'window_reversal'",
                                                getWindowReversal()->size(), kernel.size())))
    return failure();
  if (llvm::is_contained(kernel, 0))
    return emitOpError() << "expected a kernel that is not empty, got " << getRhs().getType();
  if (failed(verifyPrecision(*this, getPrecisionConfig())) ||
      failed(
          verifyWindow(*this, window, pick(getLhs(), dims.getInputSpatialDimensions()), spatial)))
    return failure();
  SmallVector<int64_t> expected(rankOf(getLhs()));
  expected[dims.getOutputBatchDimension()] = known(batch) ? batch / batchGroups : batch;
  expected[dims.getOutputFeatureDimension()] = kernelOut;
  for (auto [dim, size] : llvm::zip_equal(dims.getOutputSpatialDimensions(), spatial))
    expected[dim] = size;
  return verifyShape(*this, "a result", getType(), expected);
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

namespace {

/// The dimension numbers that gather and scatter share, in gather's words.
struct Indexing {
  ArrayRef<int64_t> window, collapsed, batching, indicesBatching, map;
  int64_t indexVectorDim;
};

LogicalResult verifyIndexing(Operation *op, const Indexing &dims, Value operand, Value indices) {
  int64_t rank = rankOf(operand), indicesRank = rankOf(indices);
  ArrayRef<int64_t> shape = shapeOf(operand), indicesShape = shapeOf(indices);
  if (dims.indexVectorDim < 0 || dims.indexVectorDim > indicesRank)
    return op->emitOpError() << "'index_vector_dim' must be at least 0 and at most the rank "
                             << indicesRank << " of the indices, got " << dims.indexVectorDim;
  auto dropped = llvm::to_vector(llvm::concat<const int64_t>(dims.collapsed, dims.batching));
  auto mapped = llvm::to_vector(llvm::concat<const int64_t>(dims.map, dims.batching));
  int64_t vector = dims.indexVectorDim == indicesRank ? 1 : indicesShape[dims.indexVectorDim];
  if (failed(verifyDimensions(op, "dimensions without a window", dropped, rank)) ||
      failed(verifyDimensions(op, "dimensions that are indexed", mapped, rank)) ||
      failed(verifyDimensions(op, "batching dimensions of the indices", dims.indicesBatching,
                              indicesRank)) ||
      failed(
          verifyPairs(op, "batching", shape, dims.batching, indicesShape, dims.indicesBatching)) ||
      failed(verifyCount(op, "window dimensions", dims.window.size(), rank - dropped.size())))
    return failure();
  if (llvm::is_contained(dims.indicesBatching, dims.indexVectorDim))
    return op->emitOpError() << "'index_vector_dim' " << dims.indexVectorDim
                             << " must not be a batching dimension";
  if (!fits(vector, dims.map.size()))
    return op->emitOpError() << "expected " << dims.map.size() << " numbers in an index, got "
                             << vector;
  return success();
}

/// Sizes of the indices, without the dimension of the index itself.
SmallVector<int64_t> indexShape(Value indices, int64_t indexVectorDim) {
  SmallVector<int64_t> shape(shapeOf(indices));
  if (indexVectorDim >= 0 && indexVectorDim < static_cast<int64_t>(shape.size()))
    shape.erase(shape.begin() + indexVectorDim);
  return shape;
}

/// Window sizes at the window dimensions, the others in order.
SmallVector<int64_t> windowAndBatch(ArrayRef<int64_t> windowDims, ArrayRef<int64_t> window,
                                    ArrayRef<int64_t> others) {
  SmallVector<int64_t> shape(window.size() + others.size());
  for (size_t i = 0, w = 0, o = 0; i < shape.size(); ++i) {
    bool inWindow = llvm::is_contained(windowDims, static_cast<int64_t>(i));
    shape[i] = inWindow ? window[w++] : others[o++];
  }
  return shape;
}

} // namespace

LogicalResult GatherOp::verify() {
  GatherDimensionNumbersAttr numbers = getDimensionNumbers();
  Indexing dims{numbers.getOffsetDims(),          numbers.getCollapsedSliceDims(),
                numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(),
                numbers.getStartIndexMap(),       numbers.getIndexVectorDim()};
  ArrayRef<int64_t> shape = shapeOf(getOperand()), sizes = getSliceSizes();
  if (failed(verifyIndexing(*this, dims, getOperand(), getStartIndices())) ||
      failed(verifyLength(*this, "slice_sizes", sizes, shape.size())))
    return failure();
  SmallVector<int64_t> window;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    bool drops = llvm::is_contained(dims.collapsed, static_cast<int64_t>(i)) ||
                 llvm::is_contained(dims.batching, static_cast<int64_t>(i));
    if (size < 0 || (!ShapedType::isDynamic(shape[i]) && size > shape[i]) || (drops && size > 1))
      return emitOpError() << "expected a slice of dimension " << i << " of size "
                           << (drops ? 1 : shape[i]) << ", got " << size << " elements";
    if (!drops)
      window.push_back(size);
  }
  SmallVector<int64_t> batch = indexShape(getStartIndices(), dims.indexVectorDim);
  if (failed(verifyDimensions(*this, "offset_dims", dims.window, window.size() + batch.size())) ||
      failed(verifyElement(*this, "a result", getType(), typeOf(getOperand()).getElementType())))
    return failure();
  return verifyShape(*this, "a result", getType(), windowAndBatch(dims.window, window, batch));
}

LogicalResult ScatterOp::verify() {
  size_t n = getInputs().size();
  if (n == 0 || getNumOperands() != 2 * n + 1)
    return emitOpError() << "expected inputs, indices and as many updates, got " << getNumOperands()
                         << " operands";
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  Indexing dims{numbers.getUpdateWindowDims(),         numbers.getInsertedWindowDims(),
                numbers.getInputBatchingDims(),        numbers.getScatterIndicesBatchingDims(),
                numbers.getScatterDimsToOperandDims(), numbers.getIndexVectorDim()};
  ArrayRef<int64_t> shape = shapeOf(getInputs().front());
  ArrayRef<int64_t> update = shapeOf(getUpdates().front());
  SmallVector<int64_t> batch = indexShape(getScatterIndices(), dims.indexVectorDim);
  if (failed(verifyIndexing(*this, dims, getInputs().front(), getScatterIndices())) ||
      failed(verifyCount(*this, "dimensions of an update", update.size(),
                         dims.window.size() + batch.size())) ||
      failed(verifyDimensions(*this, "update_window_dims", dims.window, update.size())))
    return failure();
  SmallVector<int64_t> window, limits;
  for (int64_t i = 0; i < static_cast<int64_t>(update.size()); ++i)
    if (llvm::is_contained(dims.window, i))
      window.push_back(update[i]);
  appendFree(shape, dims.collapsed, dims.batching, limits);
  for (auto [size, limit] : llvm::zip_equal(window, limits))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(limit) && size > limit)
      return emitOpError() << "expected a window of at most " << limit << " elements, got " << size;
  SmallVector<int64_t> expected = windowAndBatch(dims.window, window, batch);
  for (auto [input, update] : llvm::zip_equal(getInputs(), getUpdates()))
    if (failed(verifyShape(*this, "an input", input.getType(), shape)) ||
        failed(verifyShape(*this, "an update", update.getType(), expected)))
      return failure();
  if (areCompatible(getInputs().getTypes(), getResultTypes()))
    return success();
  return emitOpError() << "expected results of the inputs' types (" << getInputs().getTypes()
                       << "), got (" << getResultTypes() << ")";
}

LogicalResult ScatterOp::verifyRegions() {
  return verifyCombiner(*this, "update_computation", getUpdateComputation(), getInputs().size());
}

//===----------------------------------------------------------------------===//
// Batch norm and random bits
//===----------------------------------------------------------------------===//

namespace {

/// `vectors` have an element for each feature, `results` the operand's shape.
LogicalResult verifyNorm(Operation *op, Value operand, uint64_t feature, ValueRange vectors,
                         ValueRange results) {
  if (failed(verifyDimension(op, "feature_index", feature, rankOf(operand))))
    return failure();
  for (Value vector : vectors)
    if (failed(
            verifyShape(op, "a vector of features", vector.getType(), {shapeOf(operand)[feature]})))
      return failure();
  for (Value result : results)
    if (failed(verifyShape(op, "a tensor", result.getType(), shapeOf(operand))))
      return failure();
  return success();
}

} // namespace

LogicalResult BatchNormTrainingOp::verify() {
  return verifyNorm(*this, getOperand(), getFeatureIndex(),
                    {getScale(), getOffset(), getBatchMean(), getBatchVar()}, {getOutput()});
}

LogicalResult BatchNormInferenceOp::verify() {
  return verifyNorm(*this, getOperand(), getFeatureIndex(),
                    {getScale(), getOffset(), getMean(), getVariance()}, {getResult()});
}

LogicalResult BatchNormGradOp::verify() {
  return verifyNorm(*this, getOperand(), getFeatureIndex(),
                    {getScale(), getMean(), getVariance(), getGradScale(), getGradOffset()},
                    {getGradOutput(), getGradOperand()});
}

LogicalResult RngBitGeneratorOp::verify() {
  if (areCompatible(getInitialState().getType(), getOutputState().getType()))
    return success();
  return emitOpError() << "expected a next state of type " << getInitialState().getType()
                       << ", got " << getOutputState().getType();
}
