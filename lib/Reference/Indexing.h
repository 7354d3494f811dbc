// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking over indices. A place in an array is an offset in elements; a walk keeps
// one offset for each array that takes part and moves all of them by strides, so
// that transposing, broadcasting, slicing and reversing are all one loop.
#ifndef HALFTONE_LIB_REFERENCE_INDEXING_H
#define HALFTONE_LIB_REFERENCE_INDEXING_H

#include "ElementTypes.h"

#include <array>

namespace halftone::reference {

using Sizes = llvm::SmallVector<int64_t, 6>;

inline int64_t productOf(llvm::ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

/// Row-major strides, in elements.
inline Sizes stridesOf(llvm::ArrayRef<int64_t> shape) {
  Sizes strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides[i] = stride;
  return strides;
}

/// `values[i]` for each `i` in `places`.
inline Sizes pick(llvm::ArrayRef<int64_t> values, llvm::ArrayRef<int64_t> places) {
  Sizes picked;
  for (int64_t place : places)
    picked.push_back(values[place]);
  return picked;
}

/// The dimensions `0 … rank-1` that are in none of the lists.
inline Sizes otherDimensions(int64_t rank, llvm::ArrayRef<int64_t> a,
                             llvm::ArrayRef<int64_t> b = {}) {
  Sizes others;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(a, i) && !llvm::is_contained(b, i))
      others.push_back(i);
  return others;
}

/// An array of one entry for each dimension, or `fallback` for each if not given.
inline Sizes orDefault(llvm::ArrayRef<int64_t> given, int64_t rank, int64_t fallback) {
  return given.empty() ? Sizes(rank, fallback) : Sizes(given);
}

/// Calls `body(offsets)` for each index of `shape`, in row-major order; offset `k`
/// begins at `offsets[k]` and moves by `strides[k]`.
template <size_t N, typename Body>
void walk(llvm::ArrayRef<int64_t> shape, const std::array<llvm::ArrayRef<int64_t>, N> &strides,
          std::array<int64_t, N> offsets, Body body) {
  if (llvm::is_contained(shape, 0))
    return;
  if (shape.empty())
    return body(offsets);
  size_t last = shape.size() - 1;
  std::array<int64_t, N> inner;
  for (size_t k = 0; k < N; ++k)
    inner[k] = strides[k][last];
  Sizes index(shape.size(), 0);
  while (true) {
    std::array<int64_t, N> place = offsets;
    for (int64_t i = 0, e = shape[last]; i < e; ++i) {
      body(place);
      for (size_t k = 0; k < N; ++k)
        place[k] += inner[k];
    }
    // Count up, from the last dimension but one.
    size_t d = last;
    while (d > 0) {
      --d;
      for (size_t k = 0; k < N; ++k)
        offsets[k] += strides[k][d];
      if (++index[d] < shape[d])
        break;
      for (size_t k = 0; k < N; ++k)
        offsets[k] -= strides[k][d] * shape[d];
      index[d] = 0;
      if (d == 0)
        return;
    }
    if (last == 0)
      return;
  }
}

/// A place to begin in an array, and how far one step of each index moves.
struct View {
  Sizes strides;
  int64_t offset = 0;
};

inline View wholeOf(const HostTensor &tensor) { return {stridesOf(tensor.shape()), 0}; }

/// Copies the elements of an index space of `shape` from one view to another.
inline void copyElements(llvm::ArrayRef<int64_t> shape, const HostTensor &from,
                         const View &fromView, HostTensor &to, const View &toView) {
  withStorage(to.dtype(), [&]<typename T>() {
    const T *source = from.as<T>();
    T *target = to.as<T>();
    walk<2>(shape, {fromView.strides, toView.strides}, {fromView.offset, toView.offset},
            [=](const std::array<int64_t, 2> &at) { target[at[1]] = source[at[0]]; });
  });
}

/// An index held in an array of any integer type; ui64 beyond int64 is the largest.
inline int64_t indexAt(const HostTensor &tensor, int64_t i) {
  int64_t value = tensor.getInt(i);
  bool huge = tensor.dtype() == DType::UI64 && value < 0;
  return huge ? std::numeric_limits<int64_t>::max() : value;
}

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_INDEXING_H
