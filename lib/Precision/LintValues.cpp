// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lints of the model: epsilons of normalisations that are 0 in f16, logarithms of
// probabilities, 16-bit sums over devices.
#include "Lints.h"

#include "VerifyRules.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Precision/CastBuilder.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// What does not exceed this is 0 in f16: half its smallest value.
constexpr double vanishingInF16 = 0x1p-25;

bool hasF16(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        auto isF16 = [](Type type) { return getElementTypeOrSelf(type).isF16(); };
        return llvm::any_of(op->getResultTypes(), isF16) ? WalkResult::interrupt()
                                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The epsilon of an op that has one.
std::optional<double> getEpsilon(Operation *op) {
  auto epsilon = op->getAttrOfType<FloatAttr>("epsilon");
  return epsilon ? std::optional(epsilon.getValueAsDouble()) : std::nullopt;
}

/// A value that only keeps others from 0, in f16, where it is 0 itself: `x + 0`.
bool isVanishedGuard(Value value) {
  while (auto sqrt = value.getDefiningOp<SqrtOp>())
    value = sqrt.getOperand();
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<AddOp, MaxOp>(op) || !getElementTypeOrSelf(value).isF16())
    return false;
  return llvm::any_of(op->getOperands(), [](Value operand) {
    std::optional<llvm::APFloat> number = getSplat(operand);
    return number && number->isZero();
  });
}

/// What an op divides by or takes the logarithm of.
Value getGuarded(Operation *op) {
  if (isa<RsqrtOp, LogOp>(op))
    return op->getOperand(0);
  if (isa<DivOp>(op))
    return op->getOperand(1);
  return {};
}

/// The op that makes `value` a probability, behind clamps and casts, or null.
Operation *findProbability(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<LogisticOp, SoftmaxOp>(op))
      return op;
    if (isa<CastOp, NegOp, ReshapeOp, TransposeOp, SliceOp>(op)) {
      value = op->getOperand(0);
    } else if (isa<ClampOp>(op)) {
      value = op->getOperand(1);
    } else if (isa<AddOp, SubOp, MaxOp, MinOp>(op)) {
      // With a constant: an epsilon, or 1 − p.
      bool isFirst = getSplat(op->getOperand(0)).has_value();
      if (!isFirst && !getSplat(op->getOperand(1)))
        return nullptr;
      value = op->getOperand(isFirst ? 1 : 0);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

void lintLogarithm(Linter &linter, Operation *op) {
  Operation *source = findProbability(op->getOperand(0));
  if (!source || isBackward(op))
    return;
  linter.warn("log-of-probability", op->getLoc(),
              words("'", op->getName(), "' takes the result of '", source->getName(),
                    "': where a probability rounds to 0 or 1, the loss is infinite or stops "
                    "moving"),
              isa<SoftmaxOp>(source)
                  ? "use train.log_softmax or train.cross_entropy on the logits"
                  : "compute it from the logits: max(x, 0) - x·y + log1p(exp(-|x|))");
}

void lintSum(Linter &linter, Operation *op, ReductionKind kind) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
  if (kind != ReductionKind::add || !element || element.getWidth() >= 32)
    return;
  linter.warn("16-bit-all-reduce", op->getLoc(),
              words("'", op->getName(), "' sums over devices in '", element,
                    element.isF16() ? "': many gradients overflow or vanish"
                                    : "': small gradients are lost beside large ones"),
              words("give it f32 (a policy rule for '", op->getName(),
                    "'), or divide by the root of the number of devices before and after"));
}

} // namespace

void halftone::precision::lintValues(Linter &linter, func::FuncOp function) {
  bool isF16 = hasF16(function);
  function.walk([&](Operation *op) {
    std::optional<double> epsilon = getEpsilon(op);
    if (isF16 && epsilon && *epsilon <= vanishingInF16 && !isBackward(op))
      linter.warn("norm-epsilon", op->getLoc(),
                  words("the epsilon ", shortly(*epsilon), " of '", op->getName(),
                        "' is 0 in f16: it holds only as long as this op computes in f32"),
                  "use at least 1e-7, 1e-5 as usual");
    if (Value guarded = getGuarded(op); guarded && isVanishedGuard(guarded))
      linter.warn(
          "norm-epsilon", op->getLoc(),
          words("'", op->getName(), "' is kept from 0 by a constant that is 0 itself in f16"),
          "compute it in f32, or use at least 1e-7");
    if (isa<LogOp, Log1pOp>(op))
      lintLogarithm(linter, op);
    if (auto reduce = dyn_cast<AllReduceOp>(op))
      lintSum(linter, op, reduce.getKind());
    else if (auto scatter = dyn_cast<ReduceScatterOp>(op))
      lintSum(linter, op, scatter.getKind());
  });
}
