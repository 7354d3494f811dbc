// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of gather and scatter. Both relate three tensors: a whole (gather's
// operand, scatter's operand), indices, and a list of windows (gather's result,
// scatter's updates), by the same attributes under different names.
#include "Verify.h"

using namespace mlir;
using namespace halftone::train;

namespace {

/// The attributes of either op, with their names for diagnostics.
struct Windows {
  RankedTensorType whole, indices, windows;
  ArrayRef<int64_t> windowDims, droppedDims, wholeBatching, indicesBatching, indexMap;
  int64_t indexVectorDim;
  StringRef windowDimsName, droppedName, wholeBatchingName, indicesBatchingName, indexMapName;
};

bool contains(ArrayRef<int64_t> dims, int64_t dim) { return llvm::is_contained(dims, dim); }

/// (C1) to (C6): everything but the windows' sizes.
LogicalResult verifyAttributes(Emit emit, const Windows &w) {
  int64_t rank = w.whole.getRank(), indicesRank = w.indices.getRank();
  int64_t entries = w.windowDims.size() + w.droppedDims.size() + w.wholeBatching.size();
  if (entries != rank) // (C1)
    return emit() << "'" << w.windowDimsName << "', '" << w.droppedName << "' and '"
                  << w.wholeBatchingName << "' together must have " << rank
                  << " entries, one for each dimension of the operand, got " << entries;
  if (w.indexVectorDim < 0 || w.indexVectorDim > indicesRank) // (C2)
    return emit() << "'index_vector_dim' must be at least 0 and at most the indices' rank "
                  << indicesRank << ", got " << w.indexVectorDim;
  int64_t vectorSize = w.indexVectorDim < indicesRank ? w.indices.getDimSize(w.indexVectorDim) : 1;
  if (failed(verifyLength(emit, w.indexMapName, w.indexMap, vectorSize,
                          "one for each component of an index vector")))
    return failure();
  if (failed(verifyDimensions(emit, w.windowDimsName, w.windowDims, w.windows.getRank(), // (C3)
                              /*sorted=*/true)))
    return failure();
  if (failed(verifyDimensions(emit, w.droppedName, w.droppedDims, rank, /*sorted=*/true)) || // (C4)
      failed(verifyDimensions(emit, w.wholeBatchingName, w.wholeBatching, rank, /*sorted=*/true)))
    return failure();
  for (int64_t dim : w.wholeBatching)
    if (contains(w.droppedDims, dim) || contains(w.indexMap, dim))
      return emit() << "'" << w.wholeBatchingName << "' must share no dimension with '"
                    << w.droppedName << "' and '" << w.indexMapName << "', got " << dim;
  if (failed(
          verifyDimensions(emit, w.indicesBatchingName, w.indicesBatching, indicesRank)) || // (C5)
      failed(verifyLength(emit, w.indicesBatchingName, w.indicesBatching, w.wholeBatching.size(),
                          "as many as batching dimensions of the operand")))
    return failure();
  if (contains(w.indicesBatching, w.indexVectorDim))
    return emit() << "'" << w.indicesBatchingName << "' must not hold 'index_vector_dim', "
                  << w.indexVectorDim;
  for (auto [dim, indicesDim] : llvm::zip(w.wholeBatching, w.indicesBatching))
    if (w.whole.getDimSize(dim) != w.indices.getDimSize(indicesDim))
      return emit() << "batching dimensions must have equal sizes, got " << w.whole.getDimSize(dim)
                    << " for dimension " << dim << " of the operand and "
                    << w.indices.getDimSize(indicesDim) << " for dimension " << indicesDim
                    << " of the indices";
  return verifyDimensions(emit, w.indexMapName, w.indexMap, rank); // (C6)
}

/// The windows' shape: the indices' without the index vector, and `windowSizes` at the
/// places that the window dimensions name.
SmallVector<int64_t> getWindowsShape(const Windows &w, ArrayRef<int64_t> windowSizes) {
  SmallVector<int64_t> batch;
  for (auto [i, size] : llvm::enumerate(w.indices.getShape()))
    if (static_cast<int64_t>(i) != w.indexVectorDim)
      batch.push_back(size);
  SmallVector<int64_t> shape;
  size_t nextWindow = 0, nextBatch = 0;
  for (int64_t i = 0, rank = batch.size() + windowSizes.size(); i < rank; ++i) {
    bool isWindow = contains(w.windowDims, i) || nextBatch == batch.size();
    shape.push_back(isWindow ? windowSizes[nextWindow++] : batch[nextBatch++]);
  }
  return shape;
}

} // namespace

LogicalResult GatherOp::verify() {
  auto emit = [&] { return emitOpError(); };
  Windows w{cast<RankedTensorType>(getOperand().getType()),
            cast<RankedTensorType>(getStartIndices().getType()),
            getType(),
            getOffsetDims(),
            getCollapsedSliceDims(),
            getOperandBatchingDims(),
            getStartIndicesBatchingDims(),
            getStartIndexMap(),
            static_cast<int64_t>(getIndexVectorDim()),
            "offset_dims",
            "collapsed_slice_dims",
            "operand_batching_dims",
            "start_indices_batching_dims",
            "start_index_map"};
  if (failed(verifyAttributes(emit, w)) ||
      failed(verifyLength(emit, "slice_sizes", getSliceSizes(), w.whole.getRank()))) // (C1)
    return failure();
  SmallVector<int64_t> windowSizes;
  for (auto [i, size] : llvm::enumerate(getSliceSizes())) { // (C7)
    bool dropped = contains(w.droppedDims, i) || contains(w.wholeBatching, i);
    int64_t most = dropped ? std::min<int64_t>(w.whole.getDimSize(i), 1) : w.whole.getDimSize(i);
    if (size < 0 || size > most)
      return emitOpError() << "'slice_sizes' must be at least 0 and at most " << most
                           << " in dimension " << i << ", got " << size;
    if (!dropped)
      windowSizes.push_back(size);
  }
  return verifyShape(emit, "result", getType(), getWindowsShape(w, windowSizes)); // (C8)
}

LogicalResult ScatterOp::verify() {
  auto emit = [&] { return emitOpError(); };
  Windows w{cast<RankedTensorType>(getOperand().getType()),
            cast<RankedTensorType>(getScatterIndices().getType()),
            cast<RankedTensorType>(getUpdates().getType()),
            getUpdateWindowDims(),
            getInsertedWindowDims(),
            getInputBatchingDims(),
            getScatterIndicesBatchingDims(),
            getScatterDimsToOperandDims(),
            static_cast<int64_t>(getIndexVectorDim()),
            "update_window_dims",
            "inserted_window_dims",
            "input_batching_dims",
            "scatter_indices_batching_dims",
            "scatter_dims_to_operand_dims"};
  if (failed(verifyAttributes(emit, w)))
    return failure();
  // A window may be smaller than the operand, so its sizes are those of the updates.
  SmallVector<int64_t> windowSizes;
  size_t next = 0;
  for (int64_t i = 0; i < w.whole.getRank(); ++i) { // (C7)
    if (contains(w.droppedDims, i) || contains(w.wholeBatching, i))
      continue;
    int64_t dim = w.windowDims[next++], size = w.windows.getDimSize(dim);
    if (size > w.whole.getDimSize(i))
      return emitOpError() << "dimension " << dim << " of 'updates' must be at most "
                           << w.whole.getDimSize(i) << ", as dimension " << i
                           << " of the operand, got " << size;
    windowSizes.push_back(size);
  }
  if (failed(verifyShape(emit, "updates", w.windows, getWindowsShape(w, windowSizes)))) // (C8)
    return failure();
  Type element = w.whole.getElementType(), update = w.windows.getElementType();
  bool wider =
      getKind() == ScatterKind::add && isa<FloatType>(update) && isExactWidening(element, update);
  if (element == update || wider) // (C9)
    return success();
  return emitOpError() << "'updates' must have the operand's element type " << element
                       << ", or a wider float for 'add', got " << update;
}
