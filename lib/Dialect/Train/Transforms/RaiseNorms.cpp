// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layer and rms norm over the last dimensions:
//
//   c · r · scale + bias, with c = x − mean(x), r = 1/√(mean(c²) + ε)    layer_norm
//   x · r · scale,        with r = 1/√(mean(x²) + ε)                     rms_norm
//
// in any grouping of the product, and with c/√… for c · r. torch-mlir computes the
// variance in f64 from a copy of x, and rounds it: that is the same function, computed
// with more digits.
#include "RaiseMatch.h"

#include <numeric>

using namespace mlir;

namespace halftone::train {

namespace {

/// What a product is made of: c, r or its reciprocal, and perhaps a scale.
struct Parts {
  View centred, deviation, scale;
  bool divides = false; ///< c / deviation rather than c · deviation
};

struct Norm {
  Value input;
  int64_t axis = 0;
  double epsilon = 0;
  bool isCentred = false;
};

bool isTrailing(ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [i, dim] : llvm::enumerate(dims))
    if (dim != rank - static_cast<int64_t>(dims.size()) + static_cast<int64_t>(i))
      return false;
  return !dims.empty();
}

/// v of a `v · v` or v².
Value takeSquare(Match &match, Value value) {
  if (auto product = value.getDefiningOp<MulOp>();
      product && product.getLhs() == product.getRhs()) {
    match.add(product);
    return product.getLhs();
  }
  if (auto power = value.getDefiningOp<PowOp>();
      power && Match::constantOf(View::of(power.getRhs())) == 2.0) {
    match.add(power);
    return power.getLhs();
  }
  return {};
}

/// x of an `x − mean(x)` over `dims`.
Value takeCentred(Match &match, Value value, ArrayRef<int64_t> dims) {
  auto difference = value.getDefiningOp<SubOp>();
  if (!difference)
    return {};
  match.add(difference);
  auto mean = match.takeMean(View::of(difference.getRhs()));
  return mean && mean->operand == difference.getLhs() && ArrayRef<int64_t>(mean->dims) == dims
             ? difference.getLhs()
             : Value();
}

/// The rows whose mean of squares `view` is, in f64 and back where it is a cast.
std::optional<Row> takeMeanOfSquares(Match &match, View view, bool &isWide) {
  View at = match.strip(view);
  Type element = match.getElement();
  auto cast = at.value.getDefiningOp<CastOp>();
  isWide = cast && train::getElementType(cast.getOperand()).isF64() && !element.isF64();
  if (isWide) {
    match.add(cast);
    at = at.at(cast.getOperand());
    match.setElement(Float64Type::get(element.getContext()));
  }
  auto row = match.takeMean(at);
  match.setElement(element);
  if (!row)
    return std::nullopt;
  row->operand = takeSquare(match, row->operand);
  return row->operand ? row : std::nullopt;
}

/// The variance and ε of √(variance + ε), or of one over it where `inverse`.
std::optional<View> takeDeviation(Match &match, View view, bool inverse, double &epsilon) {
  View at = view;
  Value sum;
  if (inverse) {
    if (auto rsqrt = match.take<RsqrtOp>(at)) {
      sum = rsqrt.getOperand();
    } else {
      auto division = match.take<DivOp>(at);
      if (!division || Match::constantOf(View::of(division.getLhs())) != 1.0)
        return std::nullopt;
      at = at.at(division.getRhs());
    }
  }
  if (!sum) {
    auto sqrt = match.take<SqrtOp>(at);
    if (!sqrt)
      return std::nullopt;
    sum = sqrt.getOperand();
  }
  at = at.at(sum);
  auto add = match.take<AddOp>(at);
  if (!add)
    return std::nullopt;
  for (auto [variance, constant] :
       {std::pair(add.getLhs(), add.getRhs()), {add.getRhs(), add.getLhs()}})
    if (auto number = Match::constantOf(View::of(constant)); number && *number >= 0) {
      epsilon = *number;
      return at.at(variance);
    }
  return std::nullopt;
}

/// The norm that `c` and its deviation make, whatever is scaled.
std::optional<Norm> matchNorm(Match &match, const Parts &parts) {
  if (!parts.centred.isWhole())
    return std::nullopt;
  Norm norm;
  auto variance = takeDeviation(match, parts.deviation, !parts.divides, norm.epsilon);
  if (!variance)
    return std::nullopt;
  bool isWide = false;
  auto squares = takeMeanOfSquares(match, *variance, isWide);
  Value c = parts.centred.value;
  if (!squares || !isTrailing(squares->dims, getShape(c).size()))
    return std::nullopt;
  norm.axis = squares->dims.front();
  // The mean of x's squares …
  if (squares->operand == c) {
    size_t mark = match.size();
    if (Value x = takeCentred(match, c, squares->dims)) {
      norm.input = x;
      norm.isCentred = true;
      return norm;
    }
    match.truncate(mark);
    norm.input = c;
    return norm;
  }
  // … or of what is centred in f64.
  if (!isWide)
    return std::nullopt;
  norm.input = takeCentred(match, c, squares->dims);
  norm.isCentred = true;
  Type element = match.getElement();
  match.setElement(Float64Type::get(element.getContext()));
  Value wide = norm.input ? takeCentred(match, squares->operand, squares->dims) : Value();
  match.setElement(element);
  auto copy = wide ? wide.getDefiningOp<CastOp>() : CastOp();
  if (!copy || copy.getOperand() != norm.input)
    return std::nullopt;
  match.add(copy);
  return norm;
}

/// A parameter of the normalised shape, repeated along the leading dimensions.
Value parameterOf(const View &view, Value input, int64_t axis, Match &match, OpBuilder &builder) {
  Match unrecorded = match;
  View at = unrecorded.strip(view);
  ArrayRef<int64_t> shape = getShape(input).drop_front(axis);
  if (countAlong(at.value, allDims(at.value)) !=
      std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>()))
    return {};
  // Its large dimensions are the input's, in their order.
  int64_t last = -1;
  for (auto [i, dim] : llvm::enumerate(at.dims)) {
    bool leads = static_cast<int64_t>(i) < axis;
    if (leads ? dim >= 0 : getShape(input)[i] != 1 && dim <= last)
      return {};
    last = std::max(last, dim);
  }
  return CoreBuilder(builder, at.value.getLoc()).reshape(at.value, shape);
}

/// All groupings of `a · b` into parts.
SmallVector<Parts> groupings(Operation *op, View at) {
  SmallVector<Parts> parts;
  auto factors = [](const View &view) -> std::optional<std::pair<View, View>> {
    auto product = view.value.getDefiningOp<MulOp>();
    if (!product)
      return std::nullopt;
    return std::pair(view.at(product.getLhs()), view.at(product.getRhs()));
  };
  auto addUnscaled = [&](const View &view, const View &scale) {
    if (auto product = factors(view)) {
      parts.push_back({product->first, product->second, scale});
      parts.push_back({product->second, product->first, scale});
    }
    if (auto division = view.value.getDefiningOp<DivOp>())
      parts.push_back({view.at(division.getLhs()), view.at(division.getRhs()), scale, true});
  };
  if (auto product = dyn_cast<MulOp>(op)) {
    for (auto [a, b] :
         {std::pair(product.getLhs(), product.getRhs()), {product.getRhs(), product.getLhs()}}) {
      View left = at.at(a), right = at.at(b);
      addUnscaled(left, right);        // (c · r) · s
      if (auto pair = factors(left)) { // (c · s) · r
        parts.push_back({pair->first, right, pair->second});
        parts.push_back({pair->second, right, pair->first});
      }
      Match scratch(op);
      if (auto pair = factors(scratch.strip(right))) { // c · (r · s)
        parts.push_back({left, pair->first, pair->second});
        parts.push_back({left, pair->second, pair->first});
      }
    }
  }
  addUnscaled(at, {});
  return parts;
}

/// Ops between the root and the parts of a product: they go with it.
void addProducts(Match &match, Operation *op, const Parts &parts) {
  SmallVector<Value> open(op->getOperands());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (value == parts.centred.value || value == parts.deviation.value ||
        value == parts.scale.value)
      continue;
    Operation *inner = value.getDefiningOp();
    if (!inner || !isa<MulOp, DivOp, BroadcastInDimOp, ReshapeOp, TransposeOp>(inner))
      continue;
    match.add(inner);
    llvm::append_range(open, inner->getOperands());
  }
}

/// The normalisation that ends in `product`, the root or what the root adds a bias to.
Value raiseProduct(Operation *root, Operation *product, const View &bias, OpBuilder &builder) {
  for (const Parts &parts : groupings(product, View::of(product->getResult(0)))) {
    Match match(root);
    if (!isa<FloatType>(match.getElement()))
      return {};
    if (product != root)
      match.add(product);
    addProducts(match, product, parts);
    std::optional<Norm> norm = matchNorm(match, parts);
    if (!norm || train::getElementType(norm->input) != match.getElement() || !match.isClosed())
      continue;
    Value scale, shift;
    if (parts.scale.value) {
      scale = parameterOf(parts.scale, norm->input, norm->axis, match, builder);
      if (!scale)
        continue;
    }
    if (bias.value) {
      shift = parameterOf(bias, norm->input, norm->axis, match, builder);
      if (!shift || !norm->isCentred)
        continue;
    }
    auto axis = builder.getI64IntegerAttr(norm->axis);
    auto epsilon = builder.getF64FloatAttr(norm->epsilon);
    Type type = root->getResult(0).getType();
    if (norm->isCentred)
      return LayerNormOp::create(builder, root->getLoc(), type, TypeRange(), norm->input, scale,
                                 shift, axis, epsilon)
          .getResult();
    return RmsNormOp::create(builder, root->getLoc(), type, Type(), norm->input, scale, axis,
                             epsilon)
        .getResult();
  }
  return {};
}

} // namespace

Value raiseNorm(Operation *op, OpBuilder &builder) {
  if (auto sum = dyn_cast<AddOp>(op)) {
    for (auto [product, bias] :
         {std::pair(sum.getLhs(), sum.getRhs()), {sum.getRhs(), sum.getLhs()}})
      if (Operation *inner = product.getDefiningOp(); isa_and_nonnull<MulOp, DivOp>(inner))
        if (Value raised = raiseProduct(op, inner, View::of(bias), builder))
          return raised;
    return {};
  }
  if (isa<MulOp, DivOp>(op))
    return raiseProduct(op, op, {}, builder);
  return {};
}

} // namespace halftone::train
