// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for `kernel.product`, by family. A family says which products it can do on
// which chip, how it would divide one, and emits the code. The first that can is taken:
//
//   tensor_core   f16, bf16 and f8 operands into f32 (f16 ones into f16 as well), and
//                 f32 ones that say `tf32`: mma.sync
//   simt          everything else: fma in acc, no Tensor Cores
//
// What a result is. For dest = round(s), s = bias + sum of K products, and u the unit
// roundoff of acc (2^-24 for f32):
//
//   |s - exact| <= c u (sum of |lhs * rhs| + |bias|)
//
//   c = K + 2       simt: one fma for each product, one after the other, then the bias
//   c = 2 K + 4     tensor_core
//
// Products of 16-bit operands are exact in f32. A Tensor Core takes 8 or 16 products at
// once (tf32: 4 or 8), cuts each of them and the accumulator to 24 bits or more below the
// largest, and truncates the sum: K u for the products, and at most 3 u for each step. So
// truncation is a term of the bound and not beside it. `tf32` adds the rounding of operands,
// 2^-11 of each, ties away from zero, as its semantics say. Operands widen exactly. With
// an f16 accumulator u = 2^-11, and a step rounds once.
//
// The order of a sum is fixed by the shape and the chip: the same launch gives the same
// bits.
#ifndef HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTKERNEL_H
#define HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTKERNEL_H

#include "ProductTiles.h"

#include <optional>

namespace halftone::cuda {

class ProductFamily {
public:
  virtual ~ProductFamily() = default;
  /// Starts the kernel's name.
  virtual llvm::StringRef name() const = 0;
  /// Why it cannot do a product on a chip; nothing if it can.
  virtual std::optional<std::string> refuses(const ProductShape &shape,
                                             const GpuTarget &target) const = 0;
  virtual BlockTile tile(const ProductShape &shape, const GpuTarget &target) const = 0;
  /// Threads of each part of the tile.
  virtual int64_t threadsOfPart() const = 0;
  virtual void emit(ProductCode &code, const BlockTile &tile) const = 0;
};

/// The families, best first.
llvm::ArrayRef<const ProductFamily *> productFamilies();
const ProductFamily &tensorCoreFamily();
const ProductFamily &simtFamily();

/// Makes a kernel of a product on buffers, and replaces the op by its launch.
mlir::LogicalResult emitProductKernel(KernelOutliner &outliner, const GpuTarget &target,
                                      kernel::ProductOp op);

} // namespace halftone::cuda

#endif // HALFTONE_LIB_CONVERSION_LINALGTOGPU_PRODUCTKERNEL_H
