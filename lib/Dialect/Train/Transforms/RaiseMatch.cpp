// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views of values, and the pieces that patterns are made of.
#include "RaiseMatch.h"

#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;

namespace halftone::train {

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Along a dimension of size 1 nothing varies.
static void dropUnits(View &view) {
  ArrayRef<int64_t> shape = getShape(view.value);
  for (int64_t &dim : view.dims)
    if (dim >= 0 && shape[dim] == 1)
      dim = -1;
}

View View::of(Value value) {
  View view{value, allDims(value)};
  dropUnits(view);
  return view;
}

bool View::isWhole() const { return *this == View::of(value); }

static std::optional<View> behindBroadcast(BroadcastInDimOp op, View view) {
  ArrayRef<int64_t> places = op.getBroadcastDimensions(), from = getShape(op.getOperand());
  for (int64_t &dim : view.dims) {
    if (dim < 0)
      continue;
    auto place = llvm::find(places, dim);
    bool varies = place != places.end() && from[place - places.begin()] != 1;
    dim = varies ? place - places.begin() : -1;
  }
  view.value = op.getOperand();
  return view;
}

static std::optional<View> behindTranspose(TransposeOp op, View view) {
  for (int64_t &dim : view.dims)
    if (dim >= 0)
      dim = op.getPermutation()[dim];
  view.value = op.getOperand();
  return view;
}

/// Dimensions of other sizes than 1 have to be the same, in the same order.
static std::optional<View> behindReshape(ReshapeOp op, View view) {
  auto large = [](Value value) {
    SmallVector<int64_t> dims;
    for (auto [dim, size] : llvm::enumerate(getShape(value)))
      if (size != 1)
        dims.push_back(dim);
    return dims;
  };
  SmallVector<int64_t> to = large(op.getResult()), from = large(op.getOperand());
  if (to.size() != from.size())
    return std::nullopt;
  for (auto [a, b] : llvm::zip(to, from))
    if (getShape(op.getResult())[a] != getShape(op.getOperand())[b])
      return std::nullopt;
  for (int64_t &dim : view.dims)
    if (dim >= 0)
      dim = from[llvm::find(to, dim) - to.begin()];
  view.value = op.getOperand();
  return view;
}

static std::optional<View> behind(View view) {
  if (auto op = view.value.getDefiningOp<BroadcastInDimOp>())
    return behindBroadcast(op, view);
  if (auto op = view.value.getDefiningOp<TransposeOp>())
    return behindTranspose(op, view);
  if (auto op = view.value.getDefiningOp<ReshapeOp>())
    return behindReshape(op, view);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

Match::Match(Operation *root) : root(root), element(train::getElementType(root->getResult(0))) {}

View Match::strip(View view) {
  while (std::optional<View> inner = behind(view)) {
    add(view.value.getDefiningOp());
    view = *inner;
  }
  dropUnits(view);
  return view;
}

std::optional<Row> Match::takeReduction(View view, ReductionKind kind) {
  View at = view;
  auto reduce = take<ReduceOp>(at);
  if (!reduce || reduce.getKind() != kind || train::getElementType(reduce.getOperand()) != element)
    return std::nullopt;
  Value operand = reduce.getOperand();
  ArrayRef<int64_t> shape = getShape(operand);
  if (shape.size() != view.dims.size())
    return std::nullopt;
  // What is left of each dimension lies where it was, and the others are repeated.
  SmallVector<int64_t> rest = otherDims(operand, reduce.getDimensions());
  for (auto [i, dim] : llvm::enumerate(at.dims)) {
    bool reduced = llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(i));
    if (reduced ? dim >= 0 : shape[i] != 1 && (dim < 0 || rest[dim] != static_cast<int64_t>(i)))
      return std::nullopt;
  }
  return Row{operand, SmallVector<int64_t>(reduce.getDimensions())};
}

std::optional<Row> Match::takeMean(View view) {
  size_t mark = size();
  View at = view;
  if (auto division = take<DivOp>(at)) {
    auto count = constantOf(at.at(division.getRhs()));
    auto row = count ? takeReduction(at.at(division.getLhs()), ReductionKind::add) : std::nullopt;
    if (row && *count == static_cast<double>(countAlong(row->operand, row->dims)))
      return row;
  }
  truncate(mark);
  at = view;
  if (auto product = take<MulOp>(at))
    for (auto [sum, share] :
         {std::pair(product.getLhs(), product.getRhs()), {product.getRhs(), product.getLhs()}}) {
      auto factor = constantOf(at.at(share));
      auto row = factor ? takeReduction(at.at(sum), ReductionKind::add) : std::nullopt;
      if (row && isNear(*factor, 1.0 / static_cast<double>(countAlong(row->operand, row->dims))))
        return row;
    }
  truncate(mark);
  return std::nullopt;
}

std::optional<Row> Match::takeMaximum(View view) {
  View at = strip(view);
  if (auto stop = at.value.getDefiningOp<StopGradientOp>()) {
    add(stop);
    at = strip(at.at(stop.getOperand()));
  }
  if (auto maximum = at.value.getDefiningOp<MaxOp>()) {
    add(maximum);
    for (auto [limit, value] :
         {std::pair(maximum.getLhs(), maximum.getRhs()), {maximum.getRhs(), maximum.getLhs()}}) {
      auto number = constantOf(at.at(limit));
      if (number && std::isinf(*number) && *number < 0)
        return takeReduction(at.at(value), ReductionKind::max);
    }
    return std::nullopt;
  }
  return takeReduction(at, ReductionKind::max);
}

/// Rounded to the type as the op would.
static double roundTo(Type type, double value) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType || floatType.isF64())
    return value;
  APFloat number(value);
  bool loses;
  number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &loses);
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
  return number.convertToDouble();
}

static std::optional<double> constantOfValue(Value value, unsigned depth) {
  while (std::optional<View> inner = behind(View::of(value)))
    value = inner->value;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || !dense.isSplat())
      return std::nullopt;
    if (isa<FloatType>(dense.getElementType())) {
      APFloat number = dense.getSplatValue<APFloat>();
      bool loses;
      number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      return number.convertToDouble();
    }
    APInt number = dense.getSplatValue<APInt>();
    auto type = cast<IntegerType>(dense.getElementType());
    bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
    return isUnsigned ? number.roundToDouble(false) : number.roundToDouble(true);
  }
  SmallVector<double> in;
  if (isa<CastOp, SqrtOp, RsqrtOp, NegOp, MulOp, DivOp>(op) &&
      isa<FloatType>(train::getElementType(value)))
    for (Value operand : op->getOperands()) {
      auto number = constantOfValue(operand, depth - 1);
      if (!number)
        return std::nullopt;
      in.push_back(*number);
    }
  std::optional<double> result;
  if (auto cast = dyn_cast<CastOp>(op)) {
    if (!in.empty() && cast.getRounding() == Rounding::nearest_even && !cast.getSaturate())
      result = in[0];
  } else if (in.size() == 1) {
    result = isa<SqrtOp>(op) ? std::sqrt(in[0]) : isa<NegOp>(op) ? -in[0] : 1 / std::sqrt(in[0]);
  } else if (in.size() == 2) {
    result = isa<MulOp>(op) ? in[0] * in[1] : in[0] / in[1];
  }
  if (result)
    result = roundTo(train::getElementType(value), *result);
  return result;
}

std::optional<double> Match::constantOf(View view) { return constantOfValue(view.value, 8); }

Product Match::takeProduct(Value value, ArrayRef<Value> leaves) {
  Product product;
  SmallVector<Value> open{value};
  // Deeper than any framework nests one.
  for (unsigned steps = 0; !open.empty() && steps < 16; ++steps) {
    Value next = open.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (llvm::is_contained(leaves, next) || train::getElementType(next) != element) {
      product.factors.push_back(next);
    } else if (auto number = constantOf(View::of(next))) {
      product.constant *= *number;
    } else if (auto multiply = dyn_cast_or_null<MulOp>(op)) {
      add(op);
      open.push_back(multiply.getLhs());
      open.push_back(multiply.getRhs());
    } else if (auto negate = dyn_cast_or_null<NegOp>(op)) {
      add(op);
      product.constant = -product.constant;
      open.push_back(negate.getOperand());
    } else if (auto divide = dyn_cast_or_null<DivOp>(op);
               divide && constantOf(View::of(divide.getRhs()))) {
      add(op);
      product.constant /= *constantOf(View::of(divide.getRhs()));
      open.push_back(divide.getLhs());
    } else {
      product.factors.push_back(next);
    }
  }
  llvm::append_range(product.factors, open);
  return product;
}

Value Match::takeSumWith(Value value, double number) {
  auto sum = value.getDefiningOp<AddOp>();
  if (!sum)
    return {};
  for (auto [constant, other] :
       {std::pair(sum.getLhs(), sum.getRhs()), {sum.getRhs(), sum.getLhs()}})
    if (constantOf(View::of(constant)) == number) {
      add(sum);
      return other;
    }
  return {};
}

bool Match::isNear(double number, double wanted) const {
  auto type = cast<FloatType>(element);
  // A few roundings of a type; torch-mlir rounds constants of f64 to f32.
  double unit = std::ldexp(1.0, -static_cast<int>(std::min(type.getFPMantissaWidth(), 24u)));
  return std::abs(number - wanted) <= 4 * unit * std::abs(wanted);
}

bool Match::isClosed() const {
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  inside.insert(root);
  return llvm::all_of(ops, [&](Operation *op) {
    return op == root ||
           llvm::all_of(op->getUsers(), [&](Operation *user) { return inside.contains(user); });
  });
}

} // namespace halftone::train
