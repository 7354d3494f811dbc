// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that many ops have in common.
#include "Verify.h"

using namespace mlir;
using namespace halftone::stablehlo;

LogicalResult halftone::stablehlo::verifyDimension(Operation *op, StringRef name, int64_t dimension,
                                                   int64_t rank) {
  if (dimension >= 0 && dimension < rank)
    return success();
  return op->emitOpError() << "'" << name << "' must be at least 0 and below the rank " << rank
                           << ", got " << dimension;
}

LogicalResult halftone::stablehlo::verifyDimensions(Operation *op, StringRef name,
                                                    ArrayRef<int64_t> dimensions, int64_t rank) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t dimension : dimensions) {
    if (failed(verifyDimension(op, name, dimension, rank)))
      return failure();
    if (!seen.insert(dimension).second)
      return op->emitOpError() << "'" << name << "' must hold distinct dimensions, got "
                               << dimension << " twice";
  }
  return success();
}

LogicalResult halftone::stablehlo::verifyLength(Operation *op, StringRef name,
                                                std::optional<ArrayRef<int64_t>> array,
                                                int64_t expected) {
  if (!array || static_cast<int64_t>(array->size()) == expected)
    return success();
  return op->emitOpError() << "'" << name << "' must have " << expected << " entries, got "
                           << static_cast<int64_t>(array->size());
}

LogicalResult halftone::stablehlo::verifyAtLeast(Operation *op, StringRef name,
                                                 std::optional<ArrayRef<int64_t>> array,
                                                 int64_t least) {
  if (array)
    for (int64_t entry : *array)
      if (entry < least)
        return op->emitOpError() << "'" << name << "' must be at least " << least << ", got "
                                 << entry;
  return success();
}

LogicalResult halftone::stablehlo::verifyShape(Operation *op, StringRef name, Type type,
                                               ArrayRef<int64_t> shape) {
  auto tensor = cast<RankedTensorType>(type);
  if (succeeded(verifyCompatibleShape(tensor.getShape(), shape)))
    return success();
  return op->emitOpError() << "expected " << name << " of type "
                           << RankedTensorType::get(shape, tensor.getElementType()) << ", got "
                           << type;
}

LogicalResult halftone::stablehlo::verifyElement(Operation *op, StringRef name, Type type,
                                                 Type element) {
  if (getElementTypeOrSelf(type) == element)
    return success();
  return op->emitOpError() << "expected " << name << " with elements of type " << element
                           << ", got " << type;
}

LogicalResult halftone::stablehlo::verifyCount(Operation *op, StringRef name, size_t count,
                                               size_t expected) {
  if (count == expected)
    return success();
  return op->emitOpError() << "expected " << expected << " " << name << ", got " << count;
}

bool halftone::stablehlo::areCompatible(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() && llvm::all_of(llvm::zip(lhs, rhs), [](auto pair) {
           auto [a, b] = pair;
           return a == b || (getElementTypeOrSelf(a) == getElementTypeOrSelf(b) &&
                             succeeded(verifyCompatibleShape(a, b)));
         });
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

namespace {

/// The `stablehlo.return` of a region of one block.
FailureOr<ReturnOp> getReturn(Operation *op, StringRef name, Region &region) {
  Operation *terminator = region.front().empty() ? nullptr : &region.front().back();
  if (auto result = dyn_cast_or_null<ReturnOp>(terminator))
    return result;
  return op->emitOpError() << "'" << name << "' must end in 'stablehlo.return'";
}

} // namespace

LogicalResult halftone::stablehlo::verifyRegion(Operation *op, StringRef name, Region &region,
                                                TypeRange arguments, TypeRange yields) {
  FailureOr<ReturnOp> terminator = getReturn(op, name, region);
  if (failed(terminator))
    return failure();
  if (TypeRange(region.getArgumentTypes()) != arguments)
    return op->emitOpError() << "'" << name << "' must take (" << arguments << "), got ("
                             << region.getArgumentTypes() << ")";
  if (areCompatible(terminator->getOperandTypes(), yields))
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "'" << name << "' must yield (" << yields
                                              << "), got (" << terminator->getOperandTypes() << ")";
  diag.attachNote(terminator->getLoc()) << "yielded here";
  return diag;
}

LogicalResult halftone::stablehlo::verifyCombiner(Operation *op, StringRef name, Region &region,
                                                  size_t n) {
  FailureOr<ReturnOp> terminator = getReturn(op, name, region);
  if (failed(terminator))
    return failure();
  bool scalars = llvm::all_of(region.getArgumentTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
  if (!scalars || region.getNumArguments() != 2 * n)
    return op->emitOpError() << "'" << name << "' must take " << 2 * n
                             << " tensors of rank 0, got (" << region.getArgumentTypes() << ")";
  TypeRange first(ValueRange(region.getArguments().take_front(n)));
  if (TypeRange(ValueRange(region.getArguments().drop_front(n))) == first &&
      terminator->getOperandTypes() == first)
    return success();
  return op->emitOpError() << "'" << name << "' must take and yield the same types twice, got ("
                           << region.getArgumentTypes() << ") to (" << terminator->getOperandTypes()
                           << ")";
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::optional<int64_t> halftone::stablehlo::paddedSize(int64_t size, int64_t low, int64_t high,
                                                       int64_t interior) {
  std::optional<int64_t> between = llvm::checkedMul(std::max<int64_t>(size - 1, 0), interior);
  std::optional<int64_t> result = between ? llvm::checkedAdd(size, *between) : std::nullopt;
  for (int64_t edge : {low, high})
    result = result ? llvm::checkedAdd(*result, edge) : std::nullopt;
  return result && *result >= 0 ? result : std::nullopt;
}

std::optional<int64_t> halftone::stablehlo::windowCount(int64_t size, int64_t window,
                                                        int64_t dilation, int64_t stride) {
  std::optional<int64_t> reach = paddedSize(window, 0, 0, dilation - 1);
  if (!reach)
    return std::nullopt;
  return size < *reach || size == 0 ? 0 : (size - *reach) / stride + 1;
}

LogicalResult halftone::stablehlo::verifyWindow(Operation *op, const Window &window,
                                                ArrayRef<int64_t> shape,
                                                SmallVectorImpl<int64_t> &result) {
  int64_t rank = shape.size();
  std::pair<StringRef, std::optional<ArrayRef<int64_t>>> numbers[] = {
      {"window sizes", window.sizes},
      {"strides", window.strides},
      {"dilations of the operand", window.baseDilations},
      {"dilations of the window", window.windowDilations}};
  for (auto [name, array] : numbers)
    if (failed(verifyLength(op, name, array, rank)) || failed(verifyAtLeast(op, name, array, 1)))
      return failure();
  if (window.padding && window.padding->getType().getShape() != ArrayRef<int64_t>({rank, 2}))
    return op->emitOpError() << "'padding' must be tensor<" << rank << "x2xi64>, got "
                             << window.padding->getType();
  SmallVector<int64_t> padding(2 * rank, 0);
  if (window.padding)
    llvm::copy(window.padding->getValues<int64_t>(), padding.begin());
  auto at = [](std::optional<ArrayRef<int64_t>> array, int64_t i) {
    return array ? (*array)[i] : 1;
  };
  for (int64_t i = 0; i < rank; ++i) {
    if (ShapedType::isDynamic(shape[i]) || ShapedType::isDynamic(window.sizes[i])) {
      result.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> size =
        paddedSize(shape[i], padding[2 * i], padding[2 * i + 1], at(window.baseDilations, i) - 1);
    std::optional<int64_t> count =
        size ? windowCount(*size, window.sizes[i], at(window.windowDilations, i),
                           at(window.strides, i))
             : std::nullopt;
    if (!count)
      return op->emitOpError() << "dimension " << i << " of the window has no size";
    result.push_back(*count);
  }
  return success();
}
