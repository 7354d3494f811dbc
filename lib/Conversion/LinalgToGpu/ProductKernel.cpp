// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice of a family, and the frame of its kernel (ProductKernel.h).
#include "ProductKernel.h"

using namespace mlir;
using namespace halftone::cuda;
using halftone::kernel::ProductOp;

ArrayRef<const ProductFamily *> halftone::cuda::productFamilies() {
  static const ProductFamily *const families[] = {&tensorCoreFamily(), &simtFamily()};
  return families;
}

LogicalResult halftone::cuda::emitProductKernel(KernelOutliner &outliner, const GpuTarget &target,
                                                ProductOp op) {
  FailureOr<ProductShape> shape = ProductShape::of(op);
  if (failed(shape))
    return failure();
  SmallVector<std::pair<StringRef, std::string>> reasons;
  for (const ProductFamily *family : productFamilies()) {
    if (std::optional<std::string> reason = family->refuses(*shape, target)) {
      reasons.push_back({family->name(), *reason});
      continue;
    }
    BlockTile tile = family->tile(*shape, target);
    OutlinedKernel kernel(outliner, op, family->name(), tile.numParts() * family->threadsOfPart());
    ProductCode code(kernel, *shape);
    if (failed(code.captureBuffers()))
      return failure();
    family->emit(code, tile);
    return kernel.launch(ProductGrid(*shape, tile).blocks());
  }
  InFlightDiagnostic error = op.emitError("no kernel for this product on '") << target.chip << "'";
  for (auto &[family, reason] : reasons)
    error.attachNote() << "'" << family << "' " << reason;
  return error;
}
