// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of `linalg`, whose ops say in a body what they do with elements: the body's ops
// have ranges of their own, and a result is what is yielded for it, or as many of these
// combined as the reduced dimensions have. Bodies of `tensor.pad` and `tensor.generate`
// are no different.
#include "RangeModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

Value getYielded(linalg::LinalgOp op, OpOperand *init) {
  return op.getMatchingYieldValue(init)->get();
}

/// The initial value of a result.
OpOperand *getInit(linalg::LinalgOp op, unsigned result) {
  return op.getTiedOpOperand(op->getResult(result));
}

/// Whether each element of the result is computed, and by one turn of the loops.
bool isWrittenOnce(linalg::LinalgOp op, OpOperand *init) {
  return op.getMatchingIndexingMap(init).isPermutation();
}

/// A result that combines terms, each of which the body computes without what came before.
struct Combination {
  Operation *combiner = nullptr;
  Value term;
};

std::optional<Combination> findCombination(linalg::LinalgOp op, OpOperand *init) {
  BlockArgument before = op.getMatchingBlockArgument(init);
  Operation *combiner = getYielded(op, init).getDefiningOp();
  bool isCombiner = isa_and_nonnull<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp,
                                    arith::MaxNumFOp, arith::MinNumFOp>(combiner) &&
                    before.hasOneUse() && *before.getUsers().begin() == combiner;
  if (!isCombiner)
    return std::nullopt;
  unsigned other = combiner->getOperand(0) == before ? 1 : 0;
  return Combination{combiner, combiner->getOperand(other)};
}

/// How many terms each element of a result combines: the loops that it has no dimension
/// for. Nothing where that is not known, or no element may be reached.
std::optional<double> countTerms(linalg::LinalgOp op, OpOperand *init) {
  AffineMap map = op.getMatchingIndexingMap(init);
  if (!map.isProjectedPermutation())
    return std::nullopt;
  double count = 1;
  for (auto [dim, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    if (!map.isFunctionOfDim(dim))
      count *= static_cast<double>(size);
  }
  return count;
}

/// `count` terms added to what was there, each sum rounded to the type.
FloatRange accumulate(const FloatRange &init, const FloatRange &term, double count,
                      FloatType type) {
  int precision = FloatLimits::of(type).precision;
  FloatRange sum = ranges::sum(term, count, count, precision);
  bool isZero = init.lo == 0 && init.hi == 0 && !init.mayBeNaN;
  if (!isZero) {
    FloatRange all = ranges::add(init, sum);
    double error = std::expm1((count + 1) * std::ldexp(1.0, -precision));
    double slack = (init.magnitude() + sum.magnitude()) * error;
    sum = ranges::interval(all.lo - slack, all.hi + slack, all.mayBeNaN);
    sum.reach = all.reach;
  }
  ranges::markOverflow(sum, type);
  return sum;
}

/// What is yielded for each result, or the term that is combined.
SmallVector<Value> getInner(linalg::LinalgOp op) {
  SmallVector<Value> inner;
  for (unsigned i = 0, e = op->getNumResults(); i != e; ++i) {
    OpOperand *init = getInit(op, i);
    std::optional<Combination> combined;
    if (op.getNumReductionLoops())
      combined = findCombination(op, init);
    inner.push_back(combined ? combined->term : getYielded(op, init));
  }
  return inner;
}

void inferReduced(linalg::LinalgOp op, OpOperand *init, const FloatRange &before,
                  const FloatRange &term, FloatRange &range) {
  std::optional<Combination> combined = findCombination(op, init);
  if (!combined)
    return;
  std::optional<double> count = countTerms(op, init);
  auto type = dyn_cast<FloatType>(combined->term.getType());
  if (!isa<arith::AddFOp>(combined->combiner)) {
    bool isNaN = before.mayBeNaN || term.mayBeNaN;
    bool isMax = isa<arith::MaximumFOp, arith::MaxNumFOp>(combined->combiner);
    // Of a NaN and a number either may come out; so may what was there, without terms.
    if (isNaN || !count || *count == 0)
      range = FloatRange::join(before, term);
    else
      range = isMax ? ranges::maximum(before, term) : ranges::minimum(before, term);
  } else if (count && type) {
    range = accumulate(before, term, *count, type);
  } else {
    range.reach = std::max(before.reach, term.reach);
  }
}

void infer(linalg::LinalgOp op, In in, Out out) {
  In inner = in.drop_front(op->getNumOperands());
  for (auto [index, range] : llvm::enumerate(out)) {
    OpOperand *init = getInit(op, index);
    const FloatRange &before = in[init->getOperandNumber()];
    if (op.getNumReductionLoops())
      inferReduced(op, init, before, inner[index], range);
    else if (isWrittenOnce(op, init))
      range = inner[index];
    else // some elements may stay as they were
      range = FloatRange::join(before, inner[index]);
  }
}

template <typename Op> struct LinalgRanges : RangeOpInterface::ExternalModel<LinalgRanges<Op>, Op> {
  void inferRanges(Operation *op, In in, Out out) const {
    if (!out.empty())
      infer(cast<linalg::LinalgOp>(op), in, out);
  }
  SmallVector<Value> getInnerValues(Operation *op) const {
    return getInner(cast<linalg::LinalgOp>(op));
  }
  /// An element of an operand. Of a result, only where each is written once.
  Value getForwarded(Operation *op, Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpOperand *operand = argument ? linalgOp.getMatchingOpOperand(argument) : nullptr;
    bool isElement = operand && (linalgOp.isDpsInput(operand) || isWrittenOnce(linalgOp, operand));
    return isElement ? operand->get() : Value();
  }
};

/// Sums of exponentials over the same row: a part of the whole.
void infer(linalg::SoftmaxOp, In in, Out out) {
  out[0] = ranges::interval(0, 1, in[0].mayBeNaN || !in[0].isBounded());
}

/// The loop's counter.
void infer(linalg::IndexOp op, In, Out out) {
  auto parent = cast<linalg::LinalgOp>(op->getParentOp());
  int64_t size = parent.getStaticLoopRanges()[op.getDim()];
  if (!ShapedType::isDynamic(size) && size > 0)
    out[0] = ranges::counter(size);
}

//===----------------------------------------------------------------------===//
// Bodies of tensor
//===----------------------------------------------------------------------===//

void infer(tensor::PadOp, In in, Out out) { out[0] = FloatRange::join(in.front(), in.back()); }
void infer(tensor::GenerateOp, In in, Out out) { out[0] = in.back(); }

HALFTONE_RANGE_MODEL

template <typename Op> struct TensorBody : RangeOpInterface::ExternalModel<TensorBody<Op>, Op> {
  void inferRanges(Operation *op, In in, Out out) const { infer(cast<Op>(op), in, out); }
  SmallVector<Value> getInnerValues(Operation *op) const {
    return {op->getRegion(0).front().getTerminator()->getOperand(0)};
  }
  /// An index of an element of the result.
  FloatRange getArgumentRange(Operation *op, BlockArgument argument) const {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    int64_t size = type.getDimSize(argument.getArgNumber());
    bool isKnown = !ShapedType::isDynamic(size) && size > 0;
    return isKnown ? ranges::counter(size) : FloatRange::unknown(argument.getType());
  }
};

template <typename... Ops> void attachStructured(MLIRContext *context) {
  (Ops::template attachInterface<LinalgRanges<Ops>>(*context), ...);
}

} // namespace

void precision::registerLinalgRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
    attachModels<linalg::SoftmaxOp, linalg::IndexOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<TensorBody<tensor::PadOp>>(*context);
    tensor::GenerateOp::attachInterface<TensorBody<tensor::GenerateOp>>(*context);
  });
}
