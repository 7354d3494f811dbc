// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in fp8: the rules V23, V24 and V25. A product's fp8 operands that are the model's
// own, or come from outside, have no scale that could be known; they are left alone.
#include "StepParts.h"
#include "VerifyRules.h"

#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "halftone/Dialect/Train/Transforms/ModelCasts.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using namespace halftone::train;

namespace {

/// The scalar that a value repeats, or null.
Value getScalar(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  return getShape(value).empty() && getElementType(value).isF32() ? value : Value();
}

/// The scalar that a product of a tensor and a scalar has, or null.
Value getScalarFactor(Value value) {
  auto product = value.getDefiningOp<MulOp>();
  if (!product)
    return {};
  for (Value operand : {product.getRhs(), product.getLhs()})
    if (Value scalar = getScalar(operand))
      return scalar;
  return {};
}

/// Where an fp8 operand was rounded, behind what only moves it.
CastOp findRounding(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto cast = dyn_cast<CastOp>(op))
      return cast;
    if (!isView(op))
      return {};
    value = op->getOperand(cast<OpResult>(value).getResultNumber());
  }
  return {};
}

bool isOne(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseFPElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() && elements.getSplatValue<APFloat>().isExactlyValue(1.0);
}

/// Takes the factors of a product of scalars from `open`; false where one is not there.
bool takeFactors(Value value, SmallVector<Value> &open) {
  if (auto *found = llvm::find(open, value); found != open.end()) {
    open.erase(found);
    return true;
  }
  auto product = value.getDefiningOp<MulOp>();
  return product && takeFactors(product.getLhs(), open) && takeFactors(product.getRhs(), open);
}

/// Takes those whose inverse `value` is a factor of.
bool takeInverses(Value value, SmallVector<Value> &open) {
  if (auto quotient = value.getDefiningOp<DivOp>())
    return isOne(quotient.getLhs()) && takeFactors(quotient.getRhs(), open);
  auto product = value.getDefiningOp<MulOp>();
  return product && takeInverses(product.getLhs(), open) && takeInverses(product.getRhs(), open);
}

bool isInverseOf(Value value, ArrayRef<Value> scales) {
  SmallVector<Value> open(scales);
  return takeInverses(value, open) && open.empty();
}

/// The product of fp8 operands that `value` is, times the inverse of the scales, or null.
Operation *findFp8Product(Value value) {
  auto unscaled = value.getDefiningOp<MulOp>();
  if (!unscaled || !getScalarFactor(value))
    return nullptr;
  for (Value operand : unscaled->getOperands())
    if (Operation *op = operand.getDefiningOp();
        op && isContraction(op) &&
        llvm::any_of(getFactors(op), [](OpOperand *factor) { return isFp8(factor->get()); }))
      return op;
  return nullptr;
}

class Fp8Rules {
public:
  Fp8Rules(Verifier &verifier, const FunctionFacts &facts) : verifier(verifier), facts(facts) {}

  void run() {
    for (PrecisionOpInterface op : facts.precisionOps)
      if (isContraction(op))
        verifyProduct(op);
    for (unsigned index = 0; index < facts.getNumResults(); ++index)
      if (facts.getResultRole(index) == Role::amax_history)
        verifyHistory(index);
  }

private:
  Verifier &verifier;
  const FunctionFacts &facts;

  void verifyProduct(Operation *op);
  void verifyHistory(unsigned index);
};

void Fp8Rules::verifyProduct(Operation *op) {
  SmallVector<Value> scales;
  for (OpOperand *factor : getFactors(op)) {
    CastOp rounding = isFp8(factor->get()) ? findRounding(factor->get()) : CastOp();
    if (!rounding || isModelCast(rounding))
      continue;
    std::string name = words("operand ", factor->getOperandNumber(), " of '", op->getName(), "'");
    if (!rounding.getSaturate())
      verifier.report(RuleId::Fp8Saturates, rounding,
                      words("the cast to '", getElementType(rounding.getResult()), "' of ", name,
                            " does not saturate"),
                      {op});
    Value scale = getScalarFactor(rounding.getOperand());
    if (!scale) {
      verifier.report(RuleId::Fp8Scale, rounding, name + " is rounded to fp8 without a scale",
                      {op});
      return;
    }
    scales.push_back(scale);
  }
  if (scales.empty())
    return;
  Value result = op->getResult(0);
  if (!getElementType(result).isF32()) {
    verifier.report(RuleId::Fp8Scale, op,
                    words("'", op->getName(), "' of scaled fp8 operands gives '",
                          getElementType(result), "' before the scales are taken out"));
    return;
  }
  for (Operation *user : result.getUsers()) {
    Value inverse = isa<MulOp>(user) ? getScalarFactor(user->getResult(0)) : Value();
    if (!inverse || !isInverseOf(inverse, scales))
      verifier.report(RuleId::Fp8Scale, user,
                      words("'", user->getName(),
                            "' takes a product of scaled fp8 operands that "
                            "is not multiplied by 1/(product of the scales)"),
                      {op, user});
  }
}

void Fp8Rules::verifyHistory(unsigned index) {
  Value value = facts.getResult(index);
  Operation *where = value.getDefiningOp();
  StringRef name = facts.getUpdatedName(index);
  func::FuncOp function = facts.function;
  if (!getElementType(value).isF32())
    return verifier.report(RuleId::AmaxHistory, function,
                           words("the amax history '", getResultName(function, index), "' is '",
                                 getElementType(value), "', expected f32"));
  Value old = name.empty() ? Value() : facts.getUpdatedArg(index);
  if (!old)
    return;
  auto choice = dyn_cast_or_null<SelectOp>(where);
  Value pred = choice ? choice.getPred() : Value();
  while (pred && isa_and_nonnull<BroadcastInDimOp, ReshapeOp>(pred.getDefiningOp()))
    pred = pred.getDefiningOp()->getOperand(0);
  if (!pred || !isa_and_nonnull<IsFiniteOp>(pred.getDefiningOp()) || choice.getOnFalse() != old)
    return verifier.report(RuleId::AmaxHistory, function,
                           words("the new '", name,
                                 "' is not chosen by 'train.is_finite' of each amax from what "
                                 "is entered and the old value"));
  // What is entered was f32 from the maximum on.
  SmallVector<Value> work{choice.getOnTrue()};
  DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second || !isa<FloatType>(getElementTypeOrSelf(next)))
      continue;
    Operation *op = next.getDefiningOp();
    if (!getElementType(next).isF32()) {
      if (op)
        verifier.markReported(op);
      return verifier.report(
          RuleId::AmaxHistory, op ? op : where,
          words("an amax that '", name, "' takes was '", getElementType(next), "', expected f32"),
          {where});
    }
    if (op && !op->getNumRegions() && !isa<ReduceOp>(op))
      llvm::append_range(work, op->getOperands());
  }
  if (!seen.contains(old) && getShape(old).back() > 1)
    verifier.report(RuleId::AmaxHistory, where,
                    words("the new '", name, "' holds nothing of the old one"));
}

} // namespace

bool halftone::precision::isProductRounding(CastOp cast) {
  Value value = cast.getOperand();
  auto sum = value.getDefiningOp<AddOp>();
  if (!sum)
    return findFp8Product(value);
  // A bias is repeated for each row.
  for (auto [side, other] :
       {std::pair(sum.getLhs(), sum.getRhs()), std::pair(sum.getRhs(), sum.getLhs())})
    if (other.getDefiningOp<BroadcastInDimOp>() && findFp8Product(side))
      return true;
  return false;
}

void halftone::precision::verifyFp8(Verifier &verifier, const FunctionFacts &facts) {
  Fp8Rules(verifier, facts).run();
}
