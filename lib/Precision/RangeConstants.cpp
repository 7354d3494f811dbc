// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the models of ranges read from the IR: the numbers of a constant, and whether a
// value is a statistic of the row that another value's element lies in.
#include "RangeModels.h"

#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// Beyond this an array is data, and reading it would be noticed.
constexpr int64_t maxElements = int64_t{1} << 24;

/// Gathers elements into a range.
struct Scan {
  FloatRange range = FloatRange();
  double largestFinite = 0;

  void add(double value) {
    if (std::isnan(value)) {
      range.mayBeNaN = true;
      return;
    }
    range.lo = std::min(range.lo, value);
    range.hi = std::max(range.hi, value);
    double magnitude = std::abs(value);
    range.mayBeZero |= magnitude == 0;
    if (magnitude > 0)
      range.tiny = std::min(range.tiny, magnitude);
    range.isInteger &= std::trunc(value) == value;
    if (std::isfinite(value))
      largestFinite = std::max(largestFinite, magnitude);
  }

  template <typename T> void addAll(ArrayRef<char> bytes, bool isSplat) {
    size_t count = isSplat ? 1 : bytes.size() / sizeof(T);
    for (size_t i = 0; i < count; ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      add(static_cast<double>(value));
    }
  }
};

void addSmallFloats(Scan &scan, FloatType type, ArrayRef<char> bytes, bool isSplat) {
  unsigned width = type.getWidth() / 8;
  for (size_t i = 0, e = isSplat ? 1 : bytes.size() / width; i < e; ++i) {
    uint16_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * width, width);
    llvm::APFloat value(type.getFloatSemantics(), llvm::APInt(type.getWidth(), bits));
    scan.add(value.convertToDouble());
  }
}

/// False where elements of this type are not read.
bool scanBytes(Scan &scan, Type type, ArrayRef<char> bytes, bool isSplat) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (type.isF32())
      scan.addAll<float>(bytes, isSplat);
    else if (type.isF64())
      scan.addAll<double>(bytes, isSplat);
    else if (floatType.getWidth() != 8 && floatType.getWidth() != 16)
      return false;
    else
      addSmallFloats(scan, floatType, bytes, isSplat);
    return true;
  }
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.isIndex() ? 64 : type.getIntOrFloatBitWidth()) {
  case 8:
    isUnsigned ? scan.addAll<uint8_t>(bytes, isSplat) : scan.addAll<int8_t>(bytes, isSplat);
    return true;
  case 16:
    isUnsigned ? scan.addAll<uint16_t>(bytes, isSplat) : scan.addAll<int16_t>(bytes, isSplat);
    return true;
  case 32:
    isUnsigned ? scan.addAll<uint32_t>(bytes, isSplat) : scan.addAll<int32_t>(bytes, isSplat);
    return true;
  case 64:
    isUnsigned ? scan.addAll<uint64_t>(bytes, isSplat) : scan.addAll<int64_t>(bytes, isSplat);
    return true;
  default:
    return false;
  }
}

/// The bytes of an attribute's elements; empty where they are elsewhere.
std::pair<ArrayRef<char>, bool> bytesOf(ElementsAttr elements) {
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return {dense.getRawData(), dense.isSplat()};
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  return {blob ? blob->getData() : ArrayRef<char>(), false};
}

} // namespace

FloatRange precision::rangeOf(ElementsAttr elements) {
  Type type = elements.getElementType();
  if (!type.isIntOrIndexOrFloat())
    return {};
  FloatRange unknown = FloatRange::unknown(type);
  if (elements.getNumElements() == 0 || type.isInteger(1))
    return unknown;
  auto [bytes, isSplat] = bytesOf(elements);
  if (bytes.empty() || (!isSplat && elements.getNumElements() > maxElements))
    return unknown;
  Scan scan;
  if (!scanBytes(scan, type, bytes, isSplat))
    return unknown;
  scan.range.reach = scan.largestFinite;
  // Different integers tell places apart; one integer is a number like any other.
  if (isa<FloatType>(type) && scan.range.isInteger && scan.range.lo < scan.range.hi)
    scan.range.positions = scan.largestFinite;
  return scan.range;
}

//===----------------------------------------------------------------------===//
// Statistics of rows
//===----------------------------------------------------------------------===//

namespace {

/// For each dimension of a value the dimension of `whole` that it runs along; -1 where
/// its size is 1.
using Places = SmallVector<int64_t, 6>;

/// Sees through the op that repeats or reshapes; false where places are lost.
bool stepThrough(BroadcastInDimOp op, Places &places) {
  Places before;
  ArrayRef<int64_t> shape = getShape(op.getOperand());
  for (auto [dim, size] : llvm::zip_equal(op.getBroadcastDimensions(), shape))
    before.push_back(size == 1 ? -1 : places[dim]);
  places = std::move(before);
  return true;
}

bool stepThrough(ReshapeOp op, Places &places) {
  // Only dimensions of size 1 come and go.
  auto isOne = [](int64_t size) { return size == 1; };
  auto from =
      llvm::to_vector(llvm::make_filter_range(getShape(op.getOperand()), std::not_fn(isOne)));
  auto to = llvm::to_vector(llvm::make_filter_range(getShape(op.getResult()), std::not_fn(isOne)));
  if (from != to)
    return false;
  Places kept, before;
  for (auto [place, size] : llvm::zip_equal(places, getShape(op.getResult())))
    if (size != 1)
      kept.push_back(place);
  unsigned next = 0;
  for (int64_t size : getShape(op.getOperand()))
    before.push_back(size == 1 ? -1 : kept[next++]);
  places = std::move(before);
  return true;
}

bool isReductionOf(ReduceOp op, Value whole, ReductionKind kind, ArrayRef<int64_t> places) {
  if (op.getKind() != kind || op.getOperand() != whole ||
      getElementType(op.getResult()) != getElementType(whole))
    return false;
  unsigned next = 0;
  for (auto [dim, size] : llvm::enumerate(getShape(whole))) {
    if (llvm::is_contained(op.getDimensions(), static_cast<int64_t>(dim)))
      continue;
    int64_t place = places[next++];
    if (size != 1 && place != static_cast<int64_t>(dim))
      return false;
  }
  return true;
}

/// Longer chains than anybody writes are not looked through.
constexpr int maxSteps = 16;

bool follow(Value value, Value whole, ReductionKind kind, Places places, int steps) {
  Operation *op = steps < maxSteps ? value.getDefiningOp() : nullptr;
  if (!op)
    return false;
  auto next = [&](Value operand) { return follow(operand, whole, kind, places, steps + 1); };
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return isReductionOf(reduce, whole, kind, places);
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
    return stepThrough(broadcast, places) && next(broadcast.getOperand());
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return stepThrough(reshape, places) && next(reshape.getOperand());
  if (auto largest = dyn_cast<MaxOp>(op); largest && kind == ReductionKind::max)
    // max(m, anything) is no smaller than m.
    return next(largest.getRhs()) || next(largest.getLhs());
  return isa<StopGradientOp>(op) && next(op->getOperand(0));
}

} // namespace

bool precision::isRowStatistic(Value value, Value whole, ReductionKind kind) {
  Places places;
  for (auto [dim, size] : llvm::enumerate(getShape(value)))
    places.push_back(size == 1 ? -1 : static_cast<int64_t>(dim));
  return follow(value, whole, kind, places, 0);
}
