// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of reductions, windows, contractions, sorting, collectives and loops: products
// of bounds, times the number of terms.
#include "RangeModels.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

double productOf(ArrayRef<int64_t> sizes) {
  double product = 1;
  for (int64_t size : sizes)
    product *= static_cast<double>(size);
  return product;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// From `least` to `most` elements of a range combined. `result` comes as all that the
/// type has.
void combine(ReductionKind kind, Value operand, const FloatRange &range, double least, double most,
             FloatRange &result) {
  switch (kind) {
  case ReductionKind::add:
    result = ranges::sum(range, least, most, accumulatorPrecision(operand));
    return;
  case ReductionKind::mul: {
    // Factors between 0 and 1 give such a product, and so do those of magnitude 1.
    bool isNaN = range.mayBeNaN;
    if (range.lo >= 0 && range.hi <= 1)
      result = ranges::interval(0, 1, isNaN);
    else if (range.magnitude() <= 1 && range.lo <= range.hi)
      result = ranges::interval(-1, 1, isNaN);
    return;
  }
  case ReductionKind::max:
  case ReductionKind::min: {
    if (least > 0) {
      result = range;
      return;
    }
    // The neutral element stands for no elements: the type's end.
    double end = kind == ReductionKind::max ? result.lo : result.hi;
    FloatRange neutral = FloatRange::between(end, end);
    neutral.isInteger = result.isInteger || std::isinf(end);
    result = most > 0 ? FloatRange::join(range, neutral) : neutral;
    return;
  }
  case ReductionKind::and_:
  case ReductionKind::or_:
    return;
  }
}

void infer(ReduceOp op, In in, Out out) {
  double count = 1;
  for (int64_t dim : op.getDimensions())
    count *= static_cast<double>(getShape(op.getOperand())[dim]);
  combine(op.getKind(), op.getOperand(), in[0], count, count, out[0]);
}

void infer(CumulativeOp op, In in, Out out) {
  double count = static_cast<double>(getShape(op.getOperand())[op.getDimension()]);
  combine(op.getKind(), op.getOperand(), in[0], 1, std::max(count, 1.0), out[0]);
}

void infer(ReduceWindowOp op, In in, Out out) {
  double count = productOf(op.getWindowDimensions());
  auto isPadded = [](ArrayRef<int64_t> amounts) {
    return llvm::any_of(amounts, [](int64_t amount) { return amount > 0; });
  };
  bool isDilated =
      llvm::any_of(op.getBaseDilations(), [](int64_t dilation) { return dilation > 1; });
  bool hasGaps = isDilated || isPadded(op.getPaddingLow()) || isPadded(op.getPaddingHigh());
  combine(op.getKind(), op.getOperand(), in[0], hasGaps ? 0 : count, count, out[0]);
}

void infer(SelectAndScatterOp op, In in, Out out) {
  double overlap = 1;
  for (auto [size, stride] : llvm::zip_equal(op.getWindowDimensions(), op.getWindowStrides()))
    overlap *= static_cast<double>((size + stride - 1) / stride);
  out[0] = ranges::sum(in[1], 0, overlap, accumulatorPrecision(op.getSource()));
}

void infer(ArgReduceOp op, In, Out out) {
  double size = static_cast<double>(getShape(op.getOperand())[op.getDimension()]);
  out[0] = FloatRange::between(0, size - 1, /*isInteger=*/true);
}

void infer(SortOp, In in, Out out) { llvm::copy(in, out.begin()); }

/// Over devices, whose number is not known.
template <typename Op>
  requires llvm::is_one_of<Op, AllReduceOp, ReduceScatterOp>::value
void infer(Op op, In in, Out out) {
  ReductionKind kind = op.getKind();
  if (kind == ReductionKind::max || kind == ReductionKind::min)
    out[0] = in[0];
  else if (kind == ReductionKind::add && in[0].lo >= 0)
    out[0].lo = 0;
  if (kind == ReductionKind::add)
    out[0].reach = in[0].reach;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

void infer(DotGeneralOp op, In in, Out out) {
  double count = 1;
  for (int64_t dim : op.getLhsContractingDimensions())
    count *= static_cast<double>(getShape(op.getLhs())[dim]);
  out[0] =
      ranges::contract(in[0], in[1], count, count, op.getAccumulatorElementType(), op.getTf32());
}

void infer(ConvOp op, In in, Out out) {
  ConvDimsAttr dims = op.getDimensionNumbers();
  ArrayRef<int64_t> kernel = getShape(op.getRhs());
  double count = static_cast<double>(kernel[dims.getKernelInput()]);
  for (int64_t dim : dims.getKernelSpatial())
    count *= static_cast<double>(kernel[dim]);
  // Groups of the batch sum over nothing more; padding leaves terms out.
  out[0] = ranges::contract(in[0], in[1], 0, count, op.getAccumulatorElementType(), op.getTf32());
}

void infer(LinearOp op, In in, Out out) {
  double count = static_cast<double>(getShape(op.getWeight())[0]);
  FloatType accumulator = op.getAccumulatorElementType();
  out[0] = ranges::contract(in[0], in[1], count, count, accumulator, op.getTf32());
  if (op.getBias())
    out[0] = ranges::add(out[0], in[2]).roundedTo(accumulator);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

HALFTONE_RANGE_MODEL

/// Control flow sets all but the counter.
struct ForModel : RangeOpInterface::ExternalModel<ForModel, ForOp> {
  void inferRanges(Operation *, In, Out) const {}
  FloatRange getArgumentRange(Operation *op, BlockArgument argument) const {
    auto loop = cast<ForOp>(op);
    auto trips = static_cast<int64_t>(loop.getTripCount());
    bool isCounter = argument == loop.getInductionVar() && trips > 0;
    return isCounter ? ranges::counter(trips)
                     : FloatRange::unknown(getElementTypeOrSelf(argument.getType()));
  }
};

/// What the condition is asked of is what the body takes, and what comes out.
struct WhileModel : RangeOpInterface::ExternalModel<WhileModel, WhileOp> {
  void inferRanges(Operation *, In, Out) const {}
  Value getForwarded(Operation *op, Value value) const {
    auto loop = cast<WhileOp>(op);
    if (auto result = dyn_cast<OpResult>(value))
      return loop.getCond().getArgument(result.getResultNumber());
    auto argument = cast<BlockArgument>(value);
    bool isInBody = argument.getOwner()->getParent() == &loop.getBody();
    return isInBody ? loop.getCond().getArgument(argument.getArgNumber()) : Value();
  }
};

} // namespace

void precision::attachReductionRangeModels(MLIRContext *context) {
  attachModels<ReduceOp, CumulativeOp, ReduceWindowOp, SelectAndScatterOp, ArgReduceOp, SortOp,
               AllReduceOp, ReduceScatterOp, DotGeneralOp, ConvOp, LinearOp>(context);
  ForOp::attachInterface<ForModel>(*context);
  WhileOp::attachInterface<WhileModel>(*context);
}
