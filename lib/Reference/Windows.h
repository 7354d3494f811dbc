// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moving windows, of `reduce_window`, `select_and_scatter` and `conv`. Along one
// dimension element `w` of the window at output `o` sits at position
//
//   o * stride + w * windowDilation - low
//
// of the dilated input, and that is element `position / baseDilation` of the input
// where it divides and is within. A window is the product of its dimensions.
#ifndef HALFTONE_LIB_REFERENCE_WINDOWS_H
#define HALFTONE_LIB_REFERENCE_WINDOWS_H

#include "Indexing.h"

namespace halftone::reference {

struct WindowDimension {
  int64_t inputSize = 1, windowSize = 1;
  int64_t stride = 1, low = 0, baseDilation = 1, windowDilation = 1;
};

/// An element of a window that is within the input.
struct Tap {
  int64_t input;  ///< offset in the input
  int64_t window; ///< offset in the window
};

/// The taps of the window at `output`, in row-major order of the window. Offsets
/// are by the given strides.
inline llvm::SmallVector<Tap> tapsAt(llvm::ArrayRef<int64_t> output,
                                     llvm::ArrayRef<WindowDimension> dims,
                                     llvm::ArrayRef<int64_t> inputStrides,
                                     llvm::ArrayRef<int64_t> windowStrides) {
  llvm::SmallVector<Tap> taps = {{0, 0}};
  for (size_t d = 0; d < dims.size(); ++d) {
    const WindowDimension &dim = dims[d];
    llvm::SmallVector<Tap> next;
    for (Tap outer : taps)
      for (int64_t w = 0; w < dim.windowSize; ++w) {
        int64_t position = output[d] * dim.stride + w * dim.windowDilation - dim.low;
        int64_t element = position / dim.baseDilation;
        if (position >= 0 && position % dim.baseDilation == 0 && element < dim.inputSize)
          next.push_back(
              {outer.input + element * inputStrides[d], outer.window + w * windowStrides[d]});
      }
    taps = std::move(next);
  }
  return taps;
}

/// Calls `body(index, i)` for each index of `shape`; `i` counts.
template <typename Body> void forEachIndex(llvm::ArrayRef<int64_t> shape, Body body) {
  Sizes index(shape.size(), 0);
  for (int64_t i = 0, e = productOf(shape); i < e; ++i) {
    body(llvm::ArrayRef<int64_t>(index), i);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

} // namespace halftone::reference

#endif // HALFTONE_LIB_REFERENCE_WINDOWS_H
