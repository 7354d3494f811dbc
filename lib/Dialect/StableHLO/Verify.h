// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers of many ops have in common. They check what the conversion
// relies on: numbers of dimensions and of entries, dimensions in range, and that the
// result has the shape that follows. A dimension of unknown size fits every size.
#ifndef HALFTONE_LIB_DIALECT_STABLEHLO_VERIFY_H
#define HALFTONE_LIB_DIALECT_STABLEHLO_VERIFY_H

#include "halftone/Dialect/StableHLO/StableHLO.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace halftone::stablehlo {

inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) { return typeOf(value).getShape(); }
inline int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }

/// `0 <= dimension < rank`.
llvm::LogicalResult verifyDimension(mlir::Operation *op, llvm::StringRef name, int64_t dimension,
                                    int64_t rank);
/// Each of them, and none twice.
llvm::LogicalResult verifyDimensions(mlir::Operation *op, llvm::StringRef name,
                                     llvm::ArrayRef<int64_t> dimensions, int64_t rank);
/// `array` has `expected` entries; what is not given has.
llvm::LogicalResult verifyLength(mlir::Operation *op, llvm::StringRef name,
                                 std::optional<llvm::ArrayRef<int64_t>> array, int64_t expected);
/// No entry is below `least`.
llvm::LogicalResult verifyAtLeast(mlir::Operation *op, llvm::StringRef name,
                                  std::optional<llvm::ArrayRef<int64_t>> array, int64_t least);
/// `type`, of what `name` says, is a tensor that fits `shape`.
llvm::LogicalResult verifyShape(mlir::Operation *op, llvm::StringRef name, mlir::Type type,
                                llvm::ArrayRef<int64_t> shape);
/// `type`, of what `name` says, has elements of type `element`.
llvm::LogicalResult verifyElement(mlir::Operation *op, llvm::StringRef name, mlir::Type type,
                                  mlir::Type element);
/// As many as `expected`.
llvm::LogicalResult verifyCount(mlir::Operation *op, llvm::StringRef name, size_t count,
                                size_t expected);
/// Types that are the same, up to sizes that are unknown.
bool areCompatible(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// `region` takes `arguments` and ends in a `stablehlo.return` of `yields`.
llvm::LogicalResult verifyRegion(mlir::Operation *op, llvm::StringRef name, mlir::Region &region,
                                 mlir::TypeRange arguments, mlir::TypeRange yields);
/// A region that combines values: `2 * n` scalars to `n`. Accumulators may be wider than
/// the elements, so only ranks and agreement with the yielded types are checked.
llvm::LogicalResult verifyCombiner(mlir::Operation *op, llvm::StringRef name, mlir::Region &region,
                                   size_t n);

/// Size of a dimension with `interior` elements put between each two and `low` and
/// `high` around; nothing where that is negative or no 64-bit number.
std::optional<int64_t> paddedSize(int64_t size, int64_t low, int64_t high, int64_t interior);
/// How many windows of `window` elements, `dilation` apart, fit at steps of `stride`.
std::optional<int64_t> windowCount(int64_t size, int64_t window, int64_t dilation, int64_t stride);

/// A window over `rank` dimensions; what is empty is the default.
struct Window {
  llvm::ArrayRef<int64_t> sizes;
  std::optional<llvm::ArrayRef<int64_t>> strides, baseDilations, windowDilations;
  std::optional<mlir::DenseIntElementsAttr> padding;
};
/// Checks a window's numbers, and computes the shape that it makes of `shape`.
llvm::LogicalResult verifyWindow(mlir::Operation *op, const Window &window,
                                 llvm::ArrayRef<int64_t> shape,
                                 llvm::SmallVectorImpl<int64_t> &result);

} // namespace halftone::stablehlo

#endif // HALFTONE_LIB_DIALECT_STABLEHLO_VERIFY_H
