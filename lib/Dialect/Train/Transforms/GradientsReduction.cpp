// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of reductions, scans and windows.
//
// A scan along a dimension is linear in what came before, so its gradient is a
// recurrence from the other end,
//
//   s[i] = g[i] + a[i] · s[i + 1],
//
// which is solved by doubling: after step d, s[i] sums over the places i … i + 2d − 1
// (Hillis and Steele, "Data parallel algorithms", 1986). That takes log2(n) steps of
// elementwise ops and never divides, so zeros and infinities do no harm.
#include "Gradients.h"

#include <limits>

using namespace mlir;

namespace halftone::train {

namespace {

FloatType getWide(Value value) { return getComputeFloatType(value); }

LogicalResult noGradient(Operation *op, StringRef what) {
  return op->emitError("op '") << op->getName() << "' of " << what << " has no gradient";
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

LogicalResult reduceAdd(ReduceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] { return b.expand(b.cast(g, getElementType(x)), x, op.getDimensions()); });
  return success();
}

/// The product of all others, from running products from both sides.
LogicalResult reduceMul(ReduceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    FloatType type = getWide(x);
    SmallVector<int64_t> order = otherDims(x, op.getDimensions());
    int64_t kept = countAlong(x, order), count = countAlong(x, op.getDimensions());
    llvm::append_range(order, op.getDimensions());
    Value moved = b.transpose(b.cast(x, type), order);
    Value rows = b.reshape(moved, {kept, count});
    auto scan = [&](Value value, bool reverse) {
      return b.create<CumulativeOp>(rows.getType(), ReductionKind::mul, value, 1, reverse);
    };
    Value before = scan(b.shift(rows, 1, -1, 1.0), false);
    Value after = scan(b.shift(rows, 1, 1, 1.0), true);
    Value others = b.reshape(b.mul(before, after), getShape(moved));
    others = b.transpose(others, invertPermutationVector(order));
    return b.mul(b.expand(b.cast(g, type), x, op.getDimensions()), others);
  });
  return success();
}

/// Equal shares to all elements that are the extreme.
LogicalResult reduceExtreme(ReduceOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand(), y = op.getResult();
  b.give(x, [&] {
    if (getElementType(y) != getElementType(x))
      y = b.reduce(op.getKind(), x, op.getDimensions()); // the result may be rounded
    FloatType type = getWide(x);
    Value chosen = b.eq(x, b.expand(y, x, op.getDimensions()));
    Value count = b.sum(b.cast(chosen, type), op.getDimensions());
    Value share = b.cast(b.div(b.cast(g, type), count), getElementType(x));
    return b.select(chosen, b.expand(share, x, op.getDimensions()), 0.0);
  });
  return success();
}

LogicalResult reduce(ReduceOp op, RuleBuilder &b) {
  switch (op.getKind()) {
  case ReductionKind::add:
    return reduceAdd(op, b);
  case ReductionKind::mul:
    return reduceMul(op, b);
  case ReductionKind::max:
  case ReductionKind::min:
    return reduceExtreme(op, b);
  case ReductionKind::and_:
  case ReductionKind::or_:
    break; // integers
  }
  return noGradient(op, "this kind");
}

//===----------------------------------------------------------------------===//
// cumulative
//===----------------------------------------------------------------------===//

LogicalResult cumulativeAdd(CumulativeOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    return b.create<CumulativeOp>(x.getType(), ReductionKind::add, g, op.getDimension(),
                                  !op.getReverse());
  });
  return success();
}

/// With p the product up to the neighbour before, dx = p · s, where
/// s[i] = g[i] + x[i + 1] · s[i + 1].
LogicalResult cumulativeMul(CumulativeOp op, RuleBuilder &b) {
  Value x = op.getOperand();
  b.give(x, [&] {
    int64_t dim = op.getDimension(), size = getShape(x)[dim], ahead = op.getReverse() ? -1 : 1;
    Value wide = b.cast(x, getWide(x)), s = b.cast(b.gradient(op.getResult()), getWide(x));
    Value before = b.create<CumulativeOp>(wide.getType(), ReductionKind::mul,
                                          b.shift(wide, dim, -ahead, 1.0), dim, op.getReverse());
    Value factor = b.shift(wide, dim, ahead, 0.0);
    for (int64_t step = 1; step < size; step *= 2) {
      s = b.add(s, b.mul(factor, b.shift(s, dim, step * ahead, 0.0)));
      if (step * 2 < size)
        factor = b.mul(factor, b.shift(factor, dim, step * ahead, 0.0));
    }
    return b.mul(before, s);
  });
  return success();
}

/// Each element that equals the extreme so far takes the gradients from its place up
/// to the next such element.
LogicalResult cumulativeExtreme(CumulativeOp op, RuleBuilder &b) {
  Value x = op.getOperand(), y = op.getResult();
  b.give(x, [&] {
    int64_t dim = op.getDimension(), size = getShape(x)[dim], ahead = op.getReverse() ? -1 : 1;
    if (getElementType(y) != getElementType(x))
      y = b.create<CumulativeOp>(x.getType(), op.getKind(), x, dim, op.getReverse());
    Value record = b.eq(x, y), s = b.cast(b.gradient(op.getResult()), getWide(x));
    Value goesOn = b.logicalNot(b.shift(record, dim, ahead, 1.0));
    for (int64_t step = 1; step < size; step *= 2) {
      s = b.add(s, b.select(goesOn, b.shift(s, dim, step * ahead, 0.0), 0.0));
      if (step * 2 < size)
        goesOn = b.logicalAnd(goesOn, b.shift(goesOn, dim, step * ahead, 0.0));
    }
    return b.select(record, s, 0.0);
  });
  return success();
}

LogicalResult cumulative(CumulativeOp op, RuleBuilder &b) {
  switch (op.getKind()) {
  case ReductionKind::add:
    return cumulativeAdd(op, b);
  case ReductionKind::mul:
    return cumulativeMul(op, b);
  case ReductionKind::max:
  case ReductionKind::min:
    return cumulativeExtreme(op, b);
  case ReductionKind::and_:
  case ReductionKind::or_:
    break; // integers
  }
  return noGradient(op, "this kind");
}

//===----------------------------------------------------------------------===//
// reduce_window
//===----------------------------------------------------------------------===//

/// The arrays of a window, with those that are left out filled in.
struct Window {
  SmallVector<int64_t> sizes, strides, baseDilations, windowDilations, low, high, zeros, ones;

  explicit Window(ReduceWindowOp op)
      : sizes(op.getWindowDimensions()), strides(op.getWindowStrides()),
        baseDilations(fill(op.getBaseDilations(), 1)),
        windowDilations(fill(op.getWindowDilations(), 1)), low(fill(op.getPaddingLow(), 0)),
        high(fill(op.getPaddingHigh(), 0)), zeros(sizes.size(), 0), ones(sizes.size(), 1) {}

private:
  SmallVector<int64_t> fill(ArrayRef<int64_t> given, int64_t value) {
    return given.empty() ? SmallVector<int64_t>(sizes.size(), value) : SmallVector<int64_t>(given);
  }
};

int64_t dilate(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

/// Every place sums the gradients of the windows that it was in: a window sum over
/// the gradient, spread by the strides and padded so that the windows match.
LogicalResult windowAdd(ReduceWindowOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    Window window(op);
    SmallVector<int64_t> low, high, interior;
    for (auto [i, size] : llvm::enumerate(getShape(x))) {
      int64_t base = dilate(size, window.baseDilations[i]);
      int64_t extent = dilate(window.sizes[i], window.windowDilations[i]);
      int64_t spread = dilate(getShape(g)[i], window.strides[i]);
      low.push_back(extent - window.low[i] - 1);
      high.push_back(base + extent - 1 - spread - low.back());
      interior.push_back(window.strides[i] - 1);
    }
    Value spread = b.pad(g, 0.0, low, high, interior);
    return b.create<ReduceWindowOp>(x.getType(), ReductionKind::add, spread, window.sizes,
                                    window.baseDilations, ArrayRef<int64_t>(),
                                    unlessAll(window.windowDilations, 1), ArrayRef<int64_t>(),
                                    ArrayRef<int64_t>());
  });
  return success();
}

/// Each gradient goes to the first extreme of its window.
LogicalResult windowExtreme(ReduceWindowOp op, RuleBuilder &b) {
  Window window(op);
  if (window.windowDilations != window.ones)
    return noGradient(op, "a dilated window");
  Value g = b.gradient(op.getResult()), x = op.getOperand();
  b.give(x, [&] {
    bool isMax = op.getKind() == ReductionKind::max;
    double least = std::numeric_limits<double>::infinity() * (isMax ? -1 : 1);
    SmallVector<int64_t> interior;
    for (int64_t dilation : window.baseDilations)
      interior.push_back(dilation - 1);
    // `select_and_scatter` knows no base dilation: spread the operand first.
    Value spread = b.pad(x, least, window.zeros, window.zeros, interior);
    Value scattered = b.create<SelectAndScatterOp>(
        isMax ? ArgKind::max : ArgKind::min, spread, b.cast(g, getElementType(x)), window.sizes,
        window.strides, unlessAll(window.low, 0), unlessAll(window.high, 0));
    return b.slice(scattered, window.zeros, getShape(scattered), window.baseDilations);
  });
  return success();
}

LogicalResult reduceWindow(ReduceWindowOp op, RuleBuilder &b) {
  switch (op.getKind()) {
  case ReductionKind::add:
    return windowAdd(op, b);
  case ReductionKind::max:
  case ReductionKind::min:
    return windowExtreme(op, b);
  case ReductionKind::mul:
    return noGradient(op, "kind 'mul'");
  case ReductionKind::and_:
  case ReductionKind::or_:
    break; // integers
  }
  return noGradient(op, "this kind");
}

} // namespace

void attachReductionGradients(MLIRContext *context) {
  attachRule<ReduceOp, reduce>(context);
  attachRule<CumulativeOp, cumulative>(context);
  attachRule<ReduceWindowOp, reduceWindow>(context);
}

} // namespace halftone::train
