// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `reduce_window` and `select_and_scatter`.
//
// A window as long as its dimension, over padding that is as long, is a running sum
// (which is what `cumsum` is printed as): `train.cumulative`. A body of no known kind runs
// in a chain over the places of the window, each a strided slice of the padded operand.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

namespace {

struct Window {
  Window(stablehlo::ReduceWindowOp op)
      : size(op.getWindowDimensions()), rank(size.size()),
        strides(orDefault(op.getWindowStrides(), rank, 1)),
        base(orDefault(op.getBaseDilations(), rank, 1)),
        dilation(orDefault(op.getWindowDilations(), rank, 1)) {
    splitPadding(op.getPadding(), rank, low, high);
  }
  Sizes size;
  size_t rank;
  Sizes strides, base, dilation, low, high;
};

bool all(Dims values, int64_t standard) {
  return llvm::all_of(values, [&](int64_t value) { return value == standard; });
}

/// The dimension along which the windows are all that comes before, or after.
std::optional<int64_t> runningDimension(const Window &window, Dims shape, bool &reverse) {
  if (!all(window.strides, 1) || !all(window.base, 1) || !all(window.dilation, 1))
    return std::nullopt;
  std::optional<int64_t> running;
  for (size_t d = 0; d < window.rank; ++d) {
    int64_t low = window.low[d], high = window.high[d];
    if (window.size[d] == 1 && low == 0 && high == 0)
      continue;
    int64_t rest = shape[d] - 1;
    if (running || window.size[d] != shape[d] ||
        !((low == rest && high == 0) || (low == 0 && high == rest)))
      return std::nullopt;
    reverse = low == 0;
    running = d;
  }
  return running;
}

/// What a window starts from is what pads it: where it is not without effect, it is put
/// there.
Value reduceByKind(Converter &b, Window window, ReductionKind kind, Value input, Value init,
                   RankedTensorType type) {
  Type element = type.getElementType();
  if (!isa<FloatType>(element))
    input = b.cast(input, element);
  init = b.cast(init, element);
  bool starts = !isNeutral(kind, init);
  bool idempotent = kind != ReductionKind::add && kind != ReductionKind::mul;
  if (starts && !idempotent) {
    Sizes interior;
    for (int64_t base : window.base)
      interior.push_back(base - 1);
    input = b.pad(b.cast(input, element), init, window.low, window.high, interior);
    window.base.assign(window.rank, 1);
    window.low.assign(window.rank, 0);
    window.high.assign(window.rank, 0);
  }
  Value result;
  bool reverse = false;
  if (auto dim = runningDimension(window, train::getShape(input), reverse))
    result = b.create<train::CumulativeOp>(type, kind, input, *dim, reverse);
  else
    result = b.create<train::ReduceWindowOp>(
        type, kind, input, window.size, window.strides, all(window.base, 1) ? Sizes() : window.base,
        all(window.dilation, 1) ? Sizes() : window.dilation,
        all(window.low, 0) ? Sizes() : window.low, all(window.high, 0) ? Sizes() : window.high);
  return starts ? b.combine(kind, result, b.fill(init, type)) : result;
}

/// More places than this are not written out.
constexpr int64_t maxPlaces = 4096;

FailureOr<Values> reduceByBody(stablehlo::ReduceWindowOp op, Converter &b) {
  Window window(op);
  int64_t places = 1;
  for (int64_t size : window.size)
    if (llvm::MulOverflow(places, size, places) || places > maxPlaces)
      return Converter::refuse(op)
             << "a window of more than " << maxPlaces << " elements whose body has no known kind";
  if (failed(prepareBody(op.getBody(), b.getState())))
    return failure();
  Sizes interior;
  for (int64_t base : window.base)
    interior.push_back(base - 1);
  Dims shape = train::getShape(op.getResult(0));
  Values padded, carried;
  for (auto [input, init, result] :
       llvm::zip_equal(op.getInputs(), op.getInitValues(), op.getResults())) {
    Type element = train::getElementType(result);
    init = b.cast(init, element);
    padded.push_back(b.pad(b.cast(input, element), init, window.low, window.high, interior));
    carried.push_back(b.fill(init, result.getType()));
  }
  Sizes at(window.rank, 0), start(window.rank), limit(window.rank);
  for (int64_t place = 0; place < places; ++place) {
    for (size_t d = 0; d < window.rank; ++d) {
      start[d] = at[d] * window.dilation[d];
      limit[d] = start[d] + std::max<int64_t>(shape[d] - 1, -1) * window.strides[d] + 1;
      limit[d] = std::max(limit[d], start[d]);
    }
    Values arguments = carried;
    for (Value value : padded)
      arguments.push_back(b.slice(value, start, limit, window.strides));
    carried = liftBody(op.getBody(), arguments, b);
    for (int64_t d = static_cast<int64_t>(window.rank) - 1; d >= 0; --d) {
      if (++at[d] < window.size[d])
        break;
      at[d] = 0;
    }
  }
  return carried;
}

FailureOr<Values> reduceWindow(stablehlo::ReduceWindowOp op, Converter &b) {
  if (op.getInputs().size() == 1) {
    Value input = op.getInputs()[0];
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    std::optional<ReductionKind> kind = matchKind(op.getBody());
    if (kind && !type.getElementType().isInteger(1))
      return Values{reduceByKind(b, Window(op), *kind, input, op.getInitValues()[0], type)};
    if (kind) {
      bool isAnd = *kind == ReductionKind::mul || *kind == ReductionKind::min ||
                   *kind == ReductionKind::and_;
      return Values{reduceByKind(b, Window(op), isAnd ? ReductionKind::and_ : ReductionKind::or_,
                                 input, op.getInitValues()[0], type)};
    }
  }
  return reduceByBody(op, b);
}

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

/// The direction in which a body compares its first argument with its second.
std::optional<stablehlo::ComparisonDirection> matchComparison(Region &body) {
  auto compare = dyn_cast_or_null<stablehlo::CompareOp>(matchSingleOp(body));
  if (!compare)
    return std::nullopt;
  using stablehlo::ComparisonDirection;
  ComparisonDirection direction = compare.getComparisonDirection();
  if (compare.getLhs() == body.getArgument(0))
    return direction;
  return swapped(direction);
}

/// With `GE` and `LE` the first of several extremes is selected, as in `train`. With `GT`
/// and `LT` it is the last: the first of everything reversed.
FailureOr<Value> selectAndScatter(stablehlo::SelectAndScatterOp op, Converter &b) {
  using stablehlo::ComparisonDirection;
  Value operand = op.getOperand(), source = op.getSource();
  auto type = cast<RankedTensorType>(operand.getType());
  if (!isa<FloatType>(type.getElementType()))
    return Converter::refuse(op) << "a value of " << type.getElementType() << " elements";
  auto direction = matchComparison(op.getSelect());
  if (!direction || *direction == ComparisonDirection::EQ || *direction == ComparisonDirection::NE)
    return Converter::refuse(op) << "a selection that is neither the largest nor the smallest";
  if (matchKind(op.getScatter()) != ReductionKind::add)
    return Converter::refuse(op) << "a scatter that doesn't add";

  size_t rank = type.getRank();
  Sizes low, high, size = orDefault(op.getWindowDimensions(), rank, 1),
                   strides = orDefault(op.getWindowStrides(), rank, 1);
  splitPadding(op.getPadding(), rank, low, high);
  bool last = *direction == ComparisonDirection::GT || *direction == ComparisonDirection::LT;
  bool largest = *direction == ComparisonDirection::GT || *direction == ComparisonDirection::GE;
  Sizes everything = train::allDims(operand);
  auto reversed = [&](Value value) {
    return Value(b.create<train::ReverseOp>(value.getType(), value, everything));
  };
  if (last) {
    // The windows lie as before only where they end with the padded operand.
    for (size_t d = 0; d < rank; ++d)
      if ((type.getDimSize(d) + low[d] + high[d] - size[d]) % strides[d] != 0)
        high[d] -= (type.getDimSize(d) + low[d] + high[d] - size[d]) % strides[d];
    std::swap(low, high);
    operand = reversed(operand);
    source = reversed(source);
  }
  Value result = b.create<train::SelectAndScatterOp>(
      type, largest ? train::ArgKind::max : train::ArgKind::min, operand, source, size, strides,
      all(low, 0) ? Sizes() : low, all(high, 0) ? Sizes() : high);
  if (last)
    result = reversed(result);
  Value init = op.getInitValue();
  return isNeutral(ReductionKind::add, init) ? result : b.add(result, b.fill(init, type));
}

} // namespace

void conversion::addWindowRules(Rules &rules) {
  rules.add<reduceWindow>();
  rules.add<selectAndScatter>();
}
