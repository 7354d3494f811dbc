// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of range models share. Each file has overloads of `infer` for its ops,
// and attaches them.
#ifndef HALFTONE_LIB_PRECISION_RANGEMODELS_H
#define HALFTONE_LIB_PRECISION_RANGEMODELS_H

#include "RangeMath.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/RangeInterface.h"

namespace halftone::precision {

using In = llvm::ArrayRef<FloatRange>;
using Out = llvm::MutableArrayRef<FloatRange>;

/// The range of an attribute's elements, or of all that the type has, where they cannot
/// be read or are very many.
FloatRange rangeOf(mlir::ElementsAttr elements);

/// True where each element of `value` is, along broadcasts and reshapes, a reduction of
/// `kind` over the very row of `whole` that the element of `whole` at its place lies in:
/// `max(x)` in `x - max(x)`.
bool isRowStatistic(mlir::Value value, mlir::Value whole, train::ReductionKind kind);

/// Bits of the type that sums of such floats are kept in.
inline int accumulatorPrecision(mlir::Value value) {
  return train::getElementType(value).isF64() ? 53 : 24;
}
inline double numElements(mlir::Value value) {
  return static_cast<double>(mlir::cast<mlir::ShapedType>(value.getType()).getNumElements());
}

void attachElementwiseRangeModels(mlir::MLIRContext *context);
void attachReductionRangeModels(mlir::MLIRContext *context);
void attachCompositeRangeModels(mlir::MLIRContext *context);
void registerForeignRangeModels(mlir::DialectRegistry &registry);
void registerLinalgRangeModels(mlir::DialectRegistry &registry);
void registerTosaRangeModels(mlir::DialectRegistry &registry);

} // namespace halftone::precision

/// In a file of models, after its overloads of `infer`.
#define HALFTONE_RANGE_MODEL                                                                       \
  template <typename Op> struct RangeModel : RangeOpInterface::ExternalModel<RangeModel<Op>, Op> { \
    void inferRanges(mlir::Operation *op, In in, Out out) const {                                  \
      infer(mlir::cast<Op>(op), in, out);                                                          \
    }                                                                                              \
  };                                                                                               \
  template <typename... Ops> void attachModels(mlir::MLIRContext *context) {                       \
    (Ops::template attachInterface<RangeModel<Ops>>(*context), ...);                               \
  }

#endif // HALFTONE_LIB_PRECISION_RANGEMODELS_H
