// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over moving windows, and the gradient of the maximum.
#include "Combine.h"
#include "Windows.h"

#pragma STDC FP_CONTRACT OFF

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static HostTensor evaluateReduceWindow(train::ReduceWindowOp op, Operands in) {
  Array operand = widen(in[0]);
  DType type = operand->dtype();
  int64_t rank = operand->rank();
  HostTensor sums(accumulatorOf(type), train::getShape(op.getResult()).vec());

  Sizes base = orDefault(op.getBaseDilations(), rank, 1);
  Sizes dilation = orDefault(op.getWindowDilations(), rank, 1);
  Sizes low = orDefault(op.getPaddingLow(), rank, 0);
  SmallVector<WindowDimension> dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back({operand->shape()[d], op.getWindowDimensions()[d], op.getWindowStrides()[d],
                    low[d], base[d], dilation[d]});
  Sizes strides = stridesOf(operand->shape()), unused(rank, 0);

  withCombination(op.getKind(), type, [&]<ReductionKind kind, typename T>() {
    using Sum = Accumulator<T>;
    const T *from = operand->as<T>();
    Sum *to = sums.as<Sum>();
    forEachIndex(sums.shape(), [&](ArrayRef<int64_t> output, int64_t i) {
      Sum sum = neutralOf<kind, Sum>();
      for (Tap tap : tapsAt(output, dims, strides, unused))
        sum = combine<kind, Sum>(sum, from[tap.input]);
      to[i] = sum;
    });
  });
  return finishSums(std::move(sums), type, op.getResult());
}

/// The first tap whose element is extreme; a NaN is, as in the maximum itself.
template <typename T> static Tap extremeTap(ArrayRef<Tap> taps, const T *elements, bool largest) {
  Tap best = taps.front();
  for (Tap tap : taps.drop_front()) {
    T a = elements[best.input], b = elements[tap.input];
    if (a != a)
      break;
    if (b != b || (largest ? b > a : b < a))
      best = tap;
  }
  return best;
}

static HostTensor evaluateSelectAndScatter(train::SelectAndScatterOp op, Operands in) {
  Array operand = widen(in[0]), source = widen(in[1]);
  DType type = operand->dtype();
  int64_t rank = operand->rank();
  HostTensor sums(DType::F64, operand->shape());

  Sizes low = orDefault(op.getPaddingLow(), rank, 0);
  SmallVector<WindowDimension> dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back(
        {operand->shape()[d], op.getWindowDimensions()[d], op.getWindowStrides()[d], low[d], 1, 1});
  Sizes strides = stridesOf(operand->shape()), unused(rank, 0);

  bool largest = op.getKind() == train::ArgKind::max;
  auto scatter = [&]<typename T>() {
    forEachIndex(source->shape(), [&](ArrayRef<int64_t> output, int64_t i) {
      SmallVector<Tap> taps = tapsAt(output, dims, strides, unused);
      if (!taps.empty())
        sums.as<double>()[extremeTap<T>(taps, operand->as<T>(), largest).input] +=
            source->as<T>()[i];
    });
  };
  if (type == DType::F64)
    scatter.operator()<double>();
  else
    scatter.operator()<float>();
  return finishSums(std::move(sums), type, op.getResult());
}

void reference::addWindowKernels(KernelTable &table) {
  addKernel<evaluateReduceWindow>(table);
  addKernel<evaluateSelectAndScatter>(table);
}
