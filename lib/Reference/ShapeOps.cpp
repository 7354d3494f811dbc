// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements: each is one or more copies between views.
#include "Indexing.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static HostTensor evaluateReshape(train::ReshapeOp op, Operands in) {
  return in[0]->reshaped(train::getShape(op.getResult()).vec());
}

/// The elements of `from` that `view` shows, as an array.
static HostTensor gatherView(Value result, const HostTensor &from, const View &view) {
  HostTensor to = emptyFor(result);
  copyElements(to.shape(), from, view, to, wholeOf(to));
  return to;
}

static HostTensor evaluateTranspose(train::TransposeOp op, Operands in) {
  return gatherView(op.getResult(), *in[0],
                    {pick(stridesOf(in[0]->shape()), op.getPermutation()), 0});
}

static HostTensor evaluateBroadcast(train::BroadcastInDimOp op, Operands in) {
  Sizes operand = stridesOf(in[0]->shape());
  View view{Sizes(train::getShape(op.getResult()).size(), 0), 0};
  for (auto [i, dim] : llvm::enumerate(op.getBroadcastDimensions()))
    if (in[0]->shape()[i] != 1)
      view.strides[dim] = operand[i];
  return gatherView(op.getResult(), *in[0], view);
}

static HostTensor evaluateSlice(train::SliceOp op, Operands in) {
  View view = wholeOf(*in[0]);
  for (size_t i = 0; i < view.strides.size(); ++i) {
    view.offset += op.getStartIndices()[i] * view.strides[i];
    view.strides[i] *= op.getStrides()[i];
  }
  return gatherView(op.getResult(), *in[0], view);
}

static HostTensor evaluateReverse(train::ReverseOp op, Operands in) {
  View view = wholeOf(*in[0]);
  for (int64_t dim : op.getDimensions()) {
    view.offset += (in[0]->shape()[dim] - 1) * view.strides[dim];
    view.strides[dim] = -view.strides[dim];
  }
  return gatherView(op.getResult(), *in[0], view);
}

static HostTensor evaluatePad(train::PadOp op, Operands in) {
  HostTensor result = emptyFor(op.getResult());
  withStorage(result.dtype(), [&]<typename T>() {
    std::fill_n(result.as<T>(), result.numElements(), *in[1]->as<T>());
  });
  // Along each dimension element `i` goes to `low + i * step`; those that land
  // within the result are a range.
  View from = wholeOf(*in[0]), to = wholeOf(result);
  Sizes shape;
  for (int64_t d = 0; d < result.rank(); ++d) {
    int64_t low = op.getEdgePaddingLow()[d], step = op.getInteriorPadding()[d] + 1;
    int64_t begin = low < 0 ? (-low + step - 1) / step : 0;
    int64_t end = low < result.shape()[d] ? (result.shape()[d] - low + step - 1) / step : 0;
    end = std::min(end, in[0]->shape()[d]);
    from.offset += begin * from.strides[d];
    to.offset += (low + begin * step) * to.strides[d];
    to.strides[d] *= step;
    shape.push_back(std::max<int64_t>(end - begin, 0));
  }
  copyElements(shape, *in[0], from, result, to);
  return result;
}

static HostTensor evaluateConcatenate(train::ConcatenateOp op, Operands in) {
  HostTensor result = emptyFor(op.getResult());
  auto dim = static_cast<size_t>(op.getDimension());
  View to = wholeOf(result);
  for (const Array &part : in) {
    copyElements(part->shape(), *part, wholeOf(*part), result, to);
    to.offset += part->shape()[dim] * to.strides[dim];
  }
  return result;
}

/// Where a slice of `sizes` begins in an array, its start clamped to lie within.
static int64_t clampedOffset(const HostTensor &array, Operands starts, ArrayRef<int64_t> sizes) {
  Sizes strides = stridesOf(array.shape());
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    int64_t last = array.shape()[d] - sizes[d];
    offset += std::clamp<int64_t>(indexAt(*starts[d], 0), 0, last) * strides[d];
  }
  return offset;
}

static HostTensor evaluateDynamicSlice(train::DynamicSliceOp op, Operands in) {
  View view = wholeOf(*in[0]);
  view.offset = clampedOffset(*in[0], in.drop_front(), op.getSliceSizes());
  return gatherView(op.getResult(), *in[0], view);
}

static HostTensor evaluateDynamicUpdateSlice(train::DynamicUpdateSliceOp op, Operands in) {
  HostTensor result = *in[0];
  View to = wholeOf(result);
  to.offset = clampedOffset(result, in.drop_front(2), in[1]->shape());
  copyElements(in[1]->shape(), *in[1], wholeOf(*in[1]), result, to);
  return result;
}

void reference::addShapeKernels(KernelTable &table) {
  addKernel<evaluateReshape>(table);
  addKernel<evaluateTranspose>(table);
  addKernel<evaluateBroadcast>(table);
  addKernel<evaluateSlice>(table);
  addKernel<evaluateReverse>(table);
  addKernel<evaluatePad>(table);
  addKernel<evaluateConcatenate>(table);
  addKernel<evaluateDynamicSlice>(table);
  addKernel<evaluateDynamicUpdateSlice>(table);
}
