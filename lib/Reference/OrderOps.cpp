// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The place of an extreme, and sorting. Both compare *ranks*: unsigned integers in
// the order of the elements, with NaN above all and -0 equal to +0.
#include "Indexing.h"

#include <algorithm>
#include <bit>
#include <numeric>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

static constexpr uint64_t nanRank = ~uint64_t{0};

template <typename T> static uint64_t rankOf(T x) {
  constexpr uint64_t sign = uint64_t{1} << 63;
  if constexpr (std::is_floating_point_v<T>) {
    if (x != x)
      return nanRank;
    auto bits = std::bit_cast<uint64_t>(x == 0 ? 0.0 : static_cast<double>(x));
    return bits & sign ? ~bits : bits | sign;
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<uint64_t>(static_cast<int64_t>(x)) ^ sign;
  } else {
    return x;
  }
}

static std::vector<uint64_t> ranksOf(const Array &array) {
  Array wide = widen(array);
  std::vector<uint64_t> ranks(static_cast<size_t>(wide->numElements()));
  withElement(wide->dtype(), [&]<typename T>() {
    std::transform(wide->as<T>(), wide->as<T>() + ranks.size(), ranks.begin(), rankOf<T>);
  });
  return ranks;
}

/// Calls `body(offset, i)` for the first element of each line along `dim`.
template <typename Body> static void forEachLine(ArrayRef<int64_t> shape, int64_t dim, Body body) {
  Sizes lines(shape), strides = stridesOf(shape);
  lines[dim] = std::min<int64_t>(lines[dim], 1);
  int64_t i = 0;
  walk<1>(lines, {strides}, {0}, [&](const std::array<int64_t, 1> &at) { body(at[0], i++); });
}

static HostTensor evaluateArgReduce(train::ArgReduceOp op, Operands in) {
  HostTensor result = emptyFor(op.getResult());
  std::vector<uint64_t> ranks = ranksOf(in[0]);
  bool isFloatArray = isFloat(in[0]->dtype());
  bool largest = op.getKind() == train::ArgKind::max;
  auto dim = static_cast<int64_t>(op.getDimension());
  int64_t length = in[0]->shape()[dim], stride = stridesOf(in[0]->shape())[dim];
  forEachLine(in[0]->shape(), dim, [&](int64_t offset, int64_t line) {
    int64_t best = 0;
    for (int64_t i = 1; i < length; ++i) {
      uint64_t a = ranks[offset + best * stride], b = ranks[offset + i * stride];
      if (isFloatArray && a == nanRank)
        break;
      if (isFloatArray && b == nanRank)
        best = i;
      else if (largest ? b > a : b < a)
        best = i;
    }
    result.setInt(line, best);
  });
  return result;
}

static LogicalResult evaluateSort(Operation *operation, Operands in, Results &out) {
  auto op = cast<train::SortOp>(operation);
  std::vector<std::vector<uint64_t>> keys;
  for (const Array &key : in.take_front(static_cast<size_t>(op.getNumKeys())))
    keys.push_back(ranksOf(key));
  SmallVector<HostTensor> sorted;
  for (Value value : op.getOutputs())
    sorted.push_back(emptyFor(value));

  auto dim = static_cast<int64_t>(op.getDimension());
  int64_t length = in[0]->shape()[dim], stride = stridesOf(in[0]->shape())[dim];
  std::vector<int64_t> order(static_cast<size_t>(length));
  forEachLine(in[0]->shape(), dim, [&](int64_t offset, int64_t) {
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      for (const std::vector<uint64_t> &key : keys) {
        uint64_t rankA = key[offset + a * stride], rankB = key[offset + b * stride];
        if (rankA != rankB)
          return op.getDescending() ? rankA > rankB : rankA < rankB;
      }
      return a < b; // stable
    });
    for (auto [from, to] : llvm::zip(in, sorted))
      withStorage(to.dtype(), [&]<typename T>() {
        for (int64_t i = 0; i < length; ++i)
          to.template as<T>()[offset + i * stride] =
              from->template as<T>()[offset + order[i] * stride];
      });
  });
  for (HostTensor &tensor : sorted)
    out.push_back(share(std::move(tensor)));
  return success();
}

void reference::addOrderKernels(KernelTable &table) {
  addKernel<evaluateArgReduce>(table);
  table[TypeID::get<train::SortOp>()] = evaluateSort;
}
