// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather and scatter, with StableHLO's dimension numbers. Both pair the windows of
// a large array with those of a packed one, one pair for each index vector:
//
//   gather:   result [batch dims and window dims, interleaved]  ←  operand
//   scatter:  updates [the same]                                →  operand
#include "Indexing.h"

#include <algorithm>

#pragma STDC FP_CONTRACT OFF

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

namespace {
/// How index vectors and windows lie in the arrays.
struct WindowPlan {
  const HostTensor &indices;
  ArrayRef<int64_t> largeShape;
  ArrayRef<int64_t> packedShape;
  /// Dimensions of the packed array that run within a window.
  ArrayRef<int64_t> packedWindowDims;
  /// Dimensions of the large array whose window has size 1 and is left out.
  ArrayRef<int64_t> collapsedDims;
  ArrayRef<int64_t> largeBatchingDims, indicesBatchingDims;
  /// Dimension of the large array for each component of an index vector.
  ArrayRef<int64_t> indexMap;
  int64_t indexVectorDim;
  /// Window sizes in the large array, by dimension.
  Sizes windowSizes;
  /// Move starts so that windows lie within; else leave windows out that do not.
  bool clamp;

  /// Calls `body(large, packed)` with the offsets of each pair of elements.
  template <typename Body> void forEachPair(Body body) const;

private:
  std::optional<int64_t> windowOffset(ArrayRef<int64_t> batchIndex, const Sizes &strides) const;
};
} // namespace

/// Offset of the window that belongs to a batch index; nothing to leave it out.
std::optional<int64_t> WindowPlan::windowOffset(ArrayRef<int64_t> batchIndex,
                                                const Sizes &strides) const {
  Sizes indexStrides = stridesOf(indices.shape());
  int64_t vectorOffset = 0, vectorStride = 0;
  for (size_t d = 0, b = 0; d < indexStrides.size(); ++d) {
    if (static_cast<int64_t>(d) == indexVectorDim)
      vectorStride = indexStrides[d];
    else
      vectorOffset += batchIndex[b++] * indexStrides[d];
  }

  int64_t offset = 0;
  for (auto [i, dim] : llvm::enumerate(indexMap)) {
    int64_t start = indexAt(indices, vectorOffset + static_cast<int64_t>(i) * vectorStride);
    int64_t last = largeShape[dim] - windowSizes[dim];
    if (clamp)
      start = std::clamp<int64_t>(start, 0, last);
    else if (start < 0 || start > last)
      return std::nullopt;
    offset += start * strides[dim];
  }
  for (auto [largeDim, indicesDim] : llvm::zip(largeBatchingDims, indicesBatchingDims))
    offset += batchIndex[indicesDim - (indicesDim > indexVectorDim)] * strides[largeDim];
  return offset;
}

template <typename Body> void WindowPlan::forEachPair(Body body) const {
  Sizes largeStrides = stridesOf(largeShape), packedStrides = stridesOf(packedShape);
  auto rank = [](ArrayRef<int64_t> shape) { return static_cast<int64_t>(shape.size()); };
  Sizes largeWindowDims = otherDimensions(rank(largeShape), collapsedDims, largeBatchingDims);
  Sizes packedBatchDims = otherDimensions(rank(packedShape), packedWindowDims);
  Sizes window = pick(windowSizes, largeWindowDims);
  Sizes largeWindow = pick(largeStrides, largeWindowDims);
  Sizes packedWindow = pick(packedStrides, packedWindowDims);
  Sizes batch = pick(packedShape, packedBatchDims);
  Sizes packedBatch = pick(packedStrides, packedBatchDims);

  Sizes index(batch.size());
  for (int64_t i = 0, e = productOf(batch); i < e; ++i) {
    int64_t packed = 0;
    for (int64_t rest = i, d = rank(batch) - 1; d >= 0; rest /= batch[d--]) {
      index[d] = rest % batch[d];
      packed += index[d] * packedBatch[d];
    }
    if (std::optional<int64_t> large = windowOffset(index, largeStrides))
      walk<2>(window, {largeWindow, packedWindow}, {*large, packed},
              [&](const std::array<int64_t, 2> &at) { body(at[0], at[1]); });
  }
}

static HostTensor evaluateGather(train::GatherOp op, Operands in) {
  HostTensor result = emptyFor(op.getResult());
  WindowPlan plan{.indices = *in[1],
                  .largeShape = in[0]->shape(),
                  .packedShape = result.shape(),
                  .packedWindowDims = op.getOffsetDims(),
                  .collapsedDims = op.getCollapsedSliceDims(),
                  .largeBatchingDims = op.getOperandBatchingDims(),
                  .indicesBatchingDims = op.getStartIndicesBatchingDims(),
                  .indexMap = op.getStartIndexMap(),
                  .indexVectorDim = static_cast<int64_t>(op.getIndexVectorDim()),
                  .windowSizes = Sizes(op.getSliceSizes()),
                  .clamp = true};
  withStorage(result.dtype(), [&]<typename T>() {
    const T *from = in[0]->as<T>();
    T *to = result.as<T>();
    plan.forEachPair([=](int64_t large, int64_t packed) { to[packed] = from[large]; });
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

static WindowPlan planOf(train::ScatterOp op, Operands in) {
  WindowPlan plan{.indices = *in[1],
                  .largeShape = in[0]->shape(),
                  .packedShape = in[2]->shape(),
                  .packedWindowDims = op.getUpdateWindowDims(),
                  .collapsedDims = op.getInsertedWindowDims(),
                  .largeBatchingDims = op.getInputBatchingDims(),
                  .indicesBatchingDims = op.getScatterIndicesBatchingDims(),
                  .indexMap = op.getScatterDimsToOperandDims(),
                  .indexVectorDim = static_cast<int64_t>(op.getIndexVectorDim()),
                  .windowSizes = Sizes(in[0]->rank(), 1),
                  .clamp = false};
  Sizes windowDims =
      otherDimensions(in[0]->rank(), op.getInsertedWindowDims(), op.getInputBatchingDims());
  for (auto [largeDim, packedDim] : llvm::zip(windowDims, op.getUpdateWindowDims()))
    plan.windowSizes[largeDim] = in[2]->shape()[packedDim];
  return plan;
}

static HostTensor scatterAssign(train::ScatterOp op, Operands in) {
  HostTensor result = *in[0];
  withStorage(result.dtype(), [&]<typename T>() {
    const T *from = in[2]->as<T>();
    T *to = result.as<T>();
    planOf(op, in).forEachPair([=](int64_t large, int64_t packed) { to[large] = from[packed]; });
  });
  return result;
}

/// One update after the other in `type`, with one rounding at the end.
template <typename Combine>
static HostTensor scatterCombine(train::ScatterOp op, Operands in, DType type, Combine combine) {
  HostTensor result = castTensor(*in[0], type);
  HostTensor updates = castTensor(*in[2], type);
  withElement(type, [&]<typename T>() {
    const T *from = updates.as<T>();
    T *to = result.as<T>();
    planOf(op, in).forEachPair(
        [=](int64_t large, int64_t packed) { to[large] = combine(to[large], from[packed]); });
  });
  if (type == DType::I1) // wraps to one bit
    for (int64_t i = 0, e = result.numElements(); i < e; ++i)
      result.as<uint8_t>()[i] &= 1;
  return roundFor(op.getResult(), std::move(result));
}

/// A product rounds to the operand's type each time; only `add` accumulates.
static HostTensor scatterMultiply(train::ScatterOp op, Operands in) {
  DType type = in[0]->dtype();
  if (computeTypeOf(type) == type)
    return scatterCombine(op, in, type, [](auto a, decltype(a) b) { return multiplyOf(a, b); });
  return scatterCombine(op, in, DType::F32, [type](auto a, decltype(a) b) {
    return static_cast<decltype(a)>(roundTo(static_cast<double>(a * b), type));
  });
}

static HostTensor evaluateScatter(train::ScatterOp op, Operands in) {
  DType type = computeTypeOf(in[0]->dtype());
  if (in[2]->dtype() == DType::F64)
    type = DType::F64;
  switch (op.getKind()) {
  case train::ScatterKind::assign:
    return scatterAssign(op, in);
  case train::ScatterKind::add:
    return scatterCombine(op, in, type, [](auto a, decltype(a) b) { return addOf(a, b); });
  case train::ScatterKind::mul:
    return scatterMultiply(op, in);
  case train::ScatterKind::max:
    return scatterCombine(op, in, type, [](auto a, decltype(a) b) { return maximumOf(a, b); });
  case train::ScatterKind::min:
    return scatterCombine(op, in, type, [](auto a, decltype(a) b) { return minimumOf(a, b); });
  }
  llvm_unreachable("unknown scatter kind");
}

void reference::addIndexedKernels(KernelTable &table) {
  addKernel<evaluateGather>(table);
  addKernel<evaluateScatter>(table);
}
