// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam between the entry of products and the code compiled once for each
// instruction set. A level computes a rectangle of one product on one thread, in
// memory that the caller lends it.
#ifndef HALFTONE_LIB_RUNTIME_PRODUCTSLEVELS_H
#define HALFTONE_LIB_RUNTIME_PRODUCTSLEVELS_H

#include "halftone/Runtime/Products.h"

#include <stddef.h>

namespace halftone::runtime {

/// Part of a product: some batch entries, rows and columns, all of k.
struct ProductRange {
  int64_t batchBegin, batchEnd, mBegin, mEnd, nBegin, nEnd;
};

struct ProductLevel {
  /// Rows and f32 columns of the register tile; pieces begin at multiples.
  int64_t tileRows, tileColumns;
  /// Bytes of 64-byte aligned scratch memory that `run` needs.
  size_t (*scratchBytes)(const HalftoneProduct &product, const ProductRange &range);
  void (*run)(const HalftoneProduct &product, const ProductRange &range, void *scratch);
};

extern const ProductLevel productLevelX86_64;
extern const ProductLevel productLevelX86_64_V3;
extern const ProductLevel productLevelX86_64_V4;

/// True if the compute type is f64.
bool computesInF64(const HalftoneProduct &product);

/// Element `index` of an array, widened exactly to double.
double loadElement(const void *data, int32_t type, int64_t index);
/// Rounds once to nearest even and stores.
void storeElement(void *data, int32_t type, int64_t index, double value);
/// The 256 values of an 8-bit float type.
const float *f8Values(int32_t type);

/// Products with a 16-bit accumulator, one multiply-add after the other.
void runSequentialProduct(const HalftoneProduct &product);

} // namespace halftone::runtime

#endif // HALFTONE_LIB_RUNTIME_PRODUCTSLEVELS_H
