// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Axes and digits of a product (ProductShape.h).
#include "ProductShape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace halftone::cuda;
using halftone::kernel::ProductOp;

static AxisKind kindOf(ProductOp op, unsigned dim) {
  AffineExpr expr = getAffineDimExpr(dim, op.getContext());
  if (!op.getDestMap().getResultPosition(expr))
    return KAxis;
  bool inLhs = op.getLhsMap().getResultPosition(expr).has_value();
  bool inRhs = op.getRhsMap().getResultPosition(expr).has_value();
  return inLhs && inRhs ? BatchAxis : inLhs ? MAxis : NAxis;
}

/// Adds an operand's strides to the digits, which are still the op's dimensions.
static LogicalResult readOperand(ProductOp op, OperandKind kind, Value memref, AffineMap map,
                                 MutableArrayRef<AxisDigit> dims, ProductOperand &operand) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return op.emitError("must be on buffers here");
  SmallVector<int64_t> strides;
  bool empty = type.hasStaticShape() && type.getNumElements() == 0;
  if (empty) // MLIR gives no strides; nothing is accessed
    strides = computeSuffixProduct(type.getShape());
  else if (failed(type.getStridesAndOffset(strides, operand.offset)) ||
           llvm::is_contained(strides, ShapedType::kDynamic) || !type.hasStaticShape())
    return op.emitError("has an operand whose strides are not known: ") << type;
  operand.memref = memref;
  operand.element = type.getElementType();
  operand.dynamicOffset = ShapedType::isDynamic(operand.offset);
  if (operand.dynamicOffset)
    operand.offset = 0;
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides))
    dims[cast<AffineDimExpr>(expr).getPosition()].strides[kind] = stride;
  return success();
}

FailureOr<ProductShape> ProductShape::of(ProductOp op) {
  ProductShape shape;
  shape.op = op;
  shape.acc = op.getAcc();
  shape.tf32 = op.getTf32();
  SmallVector<AxisDigit> dims;
  for (int64_t extent : op.getExtents())
    dims.push_back({extent, {0, 0, 0, 0}});
  auto read = [&](OperandKind kind, Value memref, AffineMap map) {
    return readOperand(op, kind, memref, map, dims, shape.operands[kind]);
  };
  if (failed(read(LhsOperand, op.getLhs(), op.getLhsMap())) ||
      failed(read(RhsOperand, op.getRhs(), op.getRhsMap())) ||
      failed(read(DestOperand, op.getDest(), op.getDestMap())) ||
      (op.getBias() && failed(read(BiasOperand, op.getBias(), op.getBiasMap()))))
    return failure();
  SmallVector<AxisDigit> kinds[4];
  for (auto [dim, digit] : llvm::enumerate(dims))
    if (digit.extent != 1)
      kinds[kindOf(op, dim)].push_back(digit);
  for (AxisKind axis : {BatchAxis, MAxis, NAxis, KAxis})
    shape.addAxis(axis, kinds[axis]);
  if (shape.axes[MAxis].step(DestOperand) == 1 && shape.axes[NAxis].step(DestOperand) != 1)
    shape.swapSides();
  shape.findWideIndices();
  return shape;
}

/// Whether `inner` lies within `outer` in every operand, so that both are one.
static bool nests(const AxisDigit &outer, const AxisDigit &inner) {
  return llvm::all_of(llvm::zip_equal(outer.strides, inner.strides), [&](auto pair) {
    return std::get<0>(pair) == std::get<1>(pair) * inner.extent;
  });
}

/// Sorts digits from the largest step to the smallest, in dest or, along k, in lhs, and
/// merges neighbours.
void ProductShape::addAxis(AxisKind axis, ArrayRef<AxisDigit> digits) {
  OperandKind by = axis == KAxis ? LhsOperand : DestOperand;
  SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, digits.size()));
  llvm::sort(order, [&](size_t x, size_t y) {
    auto key = [&](size_t i) {
      return std::tuple(-std::abs(digits[i].strides[by]), -std::abs(digits[i].strides[RhsOperand]),
                        i);
    };
    return key(x) < key(y);
  });
  ProductAxis &result = axes[axis];
  for (size_t i : order) {
    const AxisDigit &inner = digits[i];
    result.size *= inner.extent;
    if (!result.digits.empty() && nests(result.digits.back(), inner))
      result.digits.back() = {result.digits.back().extent * inner.extent, inner.strides};
    else
      result.digits.push_back(inner);
  }
}

void ProductShape::swapSides() {
  std::swap(axes[MAxis], axes[NAxis]);
  std::swap(operands[LhsOperand], operands[RhsOperand]);
  for (ProductAxis &axis : axes)
    for (AxisDigit &digit : axis.digits)
      std::swap(digit.strides[LhsOperand], digit.strides[RhsOperand]);
}

/// 32 bits do where each operand's elements, and the rounding up of each axis to whole
/// tiles, stay well below 2^31.
void ProductShape::findWideIndices() {
  constexpr int64_t slack = 256, limit = int64_t(1) << 30;
  for (auto [kind, operand] : llvm::enumerate(operands)) {
    int64_t reach = std::abs(operand.offset);
    for (const ProductAxis &axis : axes)
      for (const AxisDigit &digit : axis.digits)
        reach += std::abs(digit.strides[kind]) * (digit.extent + slack);
    wideIndices |= reach >= limit || operand.dynamicOffset;
  }
}

/// The smallest distance of two neighbours along an axis, or none if it has one index.
static int64_t closest(const ProductAxis &axis, OperandKind operand) {
  int64_t result = std::numeric_limits<int64_t>::max();
  for (const AxisDigit &digit : axis.digits)
    result = std::min<int64_t>(result, std::abs(digit.strides[operand]));
  return result;
}

bool ProductShape::isFastAlongK(OperandKind operand) const {
  return closest(axes[KAxis], operand) <= closest(axes[rowsOf(operand)], operand);
}

int64_t ProductShape::vectorWidth(OperandKind operand, AxisKind axis, int64_t most) const {
  if (axes[axis].step(operand) != 1 || operands[operand].dynamicOffset)
    return 1;
  auto fits = [&](int64_t width) {
    if (operands[operand].offset % width || axes[axis].digits.back().extent % width)
      return false;
    for (const ProductAxis &each : axes)
      for (const AxisDigit &digit : each.digits)
        if (&digit != &axes[axis].digits.back() && digit.strides[operand] % width)
          return false;
    return true;
  };
  int64_t width = most;
  while (width > 1 && !fits(width))
    width /= 2;
  return width;
}
