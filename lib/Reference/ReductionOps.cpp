// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over dimensions, and running ones.
#include "Combine.h"

#include <algorithm>

#pragma STDC FP_CONTRACT OFF

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static HostTensor evaluateReduce(train::ReduceOp op, Operands in) {
  Array operand = widen(in[0]);
  DType type = operand->dtype();
  HostTensor sums(accumulatorOf(type), train::getShape(op.getResult()).vec());

  // A walk over the operand, with stride 0 in the result where it reduces.
  Sizes kept = otherDimensions(operand->rank(), op.getDimensions());
  Sizes into(operand->rank(), 0);
  for (auto [dim, stride] : llvm::zip(kept, stridesOf(sums.shape())))
    into[dim] = stride;
  withCombination(op.getKind(), type, [&]<ReductionKind kind, typename T>() {
    using Sum = Accumulator<T>;
    const T *from = operand->as<T>();
    Sum *to = sums.as<Sum>();
    std::fill_n(to, sums.numElements(), neutralOf<kind, Sum>());
    walk<2>(operand->shape(), {stridesOf(operand->shape()), into}, {0, 0},
            [=](const std::array<int64_t, 2> &at) {
              to[at[1]] = combine<kind, Sum>(to[at[1]], from[at[0]]);
            });
  });
  return finishSums(std::move(sums), type, op.getResult());
}

static HostTensor evaluateCumulative(train::CumulativeOp op, Operands in) {
  Array operand = widen(in[0]);
  DType type = operand->dtype();
  HostTensor sums(accumulatorOf(type), operand->shape());
  auto dim = static_cast<size_t>(op.getDimension());
  int64_t length = operand->shape()[dim];
  int64_t stride = stridesOf(operand->shape())[dim];

  // Each line along the dimension begins at one of its ends.
  Sizes lines(ArrayRef<int64_t>(operand->shape()));
  lines[dim] = std::min<int64_t>(length, 1);
  int64_t begin = op.getReverse() ? (length - 1) * stride : 0;
  int64_t step = op.getReverse() ? -stride : stride;
  withCombination(op.getKind(), type, [&]<ReductionKind kind, typename T>() {
    using Sum = Accumulator<T>;
    const T *from = operand->as<T>();
    Sum *to = sums.as<Sum>();
    walk<1>(lines, {stridesOf(operand->shape())}, {begin}, [=](std::array<int64_t, 1> at) {
      Sum sum = neutralOf<kind, Sum>();
      for (int64_t i = 0; i < length; ++i, at[0] += step)
        to[at[0]] = sum = combine<kind, Sum>(sum, from[at[0]]);
    });
  });
  return finishSums(std::move(sums), type, op.getResult());
}

void reference::addReductionKernels(KernelTable &table) {
  addKernel<evaluateReduce>(table);
  addKernel<evaluateCumulative>(table);
}
