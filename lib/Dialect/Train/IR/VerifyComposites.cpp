// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks that verifiers of composite ops share.
#include "VerifyComposites.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace halftone::train {

std::string shapeToString(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << '[';
  llvm::interleaveComma(shape, out);
  out << ']';
  return text;
}

LogicalResult verifyShape(Operation *op, Value value, ArrayRef<int64_t> shape, const Twine &name) {
  if (getShape(value) == shape)
    return success();
  return op->emitOpError() << "expected '" << name << "' of shape " << shapeToString(shape)
                           << ", got " << shapeToString(getShape(value));
}

LogicalResult verifyShapes(Operation *op, ValueRange values, ArrayRef<int64_t> shape,
                           StringRef name) {
  for (auto [index, value] : llvm::enumerate(values))
    if (failed(verifyShape(op, value, shape, name + Twine(" #") + Twine(index))))
      return failure();
  return success();
}

LogicalResult verifyIndex(Operation *op, int64_t value, int64_t low, int64_t high, StringRef name) {
  if (value >= low && value < high)
    return success();
  return op->emitOpError() << "expected '" << name << "' of at least " << low << " and below "
                           << high << ", got " << value;
}

LogicalResult verifyNotNegative(Operation *op, const APFloat &value, StringRef name,
                                std::optional<double> high, bool open) {
  double number = value.convertToDouble();
  bool fits = number >= 0 && (!high || (open ? number < *high : number <= *high));
  if (fits)
    return success();
  auto error = op->emitOpError() << "expected '" << name << "' of at least 0";
  if (high)
    error << (open ? " and below " : " and at most ") << llvm::formatv("{0}", *high).str();
  return error << ", got " << llvm::formatv("{0}", number).str();
}

LogicalResult verifyCount(Operation *op, size_t got, ArrayRef<size_t> allowed, StringRef name) {
  if (llvm::is_contained(allowed, got))
    return success();
  auto error = op->emitOpError() << "expected ";
  llvm::interleave(allowed, [&](size_t count) { error << count; }, [&] { error << " or "; });
  return error << " " << name << ", got " << got;
}

LogicalResult verifySameTypes(Operation *op, ValueRange operands, ValueRange results,
                              StringRef name) {
  if (failed(verifyCount(op, results.size(), {operands.size()}, "results")))
    return failure();
  for (auto [index, operand, result] : llvm::enumerate(operands, results))
    if (operand.getType() != result.getType())
      return op->emitOpError() << "expected result #" << index << " of the type of '" << name
                               << " #" << index << "', " << operand.getType() << ", got "
                               << result.getType();
  return success();
}

} // namespace halftone::train
