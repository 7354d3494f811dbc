// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHLO's ops that broadcast by themselves: their operands are broadcast, and the op
// without broadcasting is converted as any other.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

namespace {

/// Operands in the shape of the result. `dims` places the operand of lower rank; its
/// dimensions are the last ones where it is not given.
Value spread(Value value, Dims shape, std::optional<Dims> dims, Converter &b) {
  if (dims && dims->size() == train::getShape(value).size() && dims->size() < shape.size())
    return b.broadcast(value, shape, *dims);
  return b.broadcastTrailing(value, shape);
}

template <typename OpT> std::pair<Value, Value> operandsOf(OpT op, Converter &b) {
  Dims shape = train::getShape(op.getResult());
  return {spread(op.getLhs(), shape, op.getBroadcastDimensions(), b),
          spread(op.getRhs(), shape, op.getBroadcastDimensions(), b)};
}

template <typename OpT, typename To> FailureOr<Value> binary(OpT op, Converter &b) {
  if (train::getElementType(op.getLhs()).isInteger(1) &&
      !isa<chlo::BroadcastAndOp, chlo::BroadcastOrOp, chlo::BroadcastXorOp>(op))
    return Converter::refuse(op) << "arithmetic on i1";
  auto [lhs, rhs] = operandsOf(op, b);
  return Value(b.create<To>(lhs, rhs));
}

template <typename OpT, ReductionKind kind> Value combined(OpT op, Converter &b) {
  auto [lhs, rhs] = operandsOf(op, b);
  return b.combine(kind, lhs, rhs);
}

/// As the op without broadcasting, whose rule takes over.
template <typename OpT, typename To> FailureOr<Value> through(OpT op, Converter &b) {
  auto [lhs, rhs] = operandsOf(op, b);
  Value value = b.create<To>(op.getResult().getType(), lhs, rhs);
  FailureOr<Values> values = getRules().lookup(value.getDefiningOp())(value.getDefiningOp(), b);
  value.getDefiningOp()->erase();
  if (failed(values))
    return failure();
  return values->front();
}

FailureOr<Value> compare(chlo::BroadcastCompareOp op, Converter &b) {
  auto [lhs, rhs] = operandsOf(op, b);
  stablehlo::ComparisonTypeAttr type;
  if (auto given = op.getCompareType())
    type = stablehlo::ComparisonTypeAttr::get(op.getContext(),
                                              static_cast<stablehlo::ComparisonType>(*given));
  auto direction = static_cast<stablehlo::ComparisonDirection>(op.getComparisonDirection());
  auto compare = stablehlo::CompareOp::create(b.getBuilder(), b.getLoc(), op.getResult().getType(),
                                              lhs, rhs, direction, type);
  FailureOr<Values> values = getRules().lookup(compare)(compare, b);
  compare.erase();
  if (failed(values))
    return failure();
  return values->front();
}

Value choose(chlo::BroadcastSelectOp op, Converter &b) {
  Dims shape = train::getShape(op.getResult());
  auto wide = [&](Value value) { return spread(value, shape, std::nullopt, b); };
  return b.select(wide(op.getPred()), wide(op.getOnTrue()), wide(op.getOnFalse()));
}

} // namespace

void conversion::addBroadcastingRules(Rules &rules) {
  rules.add<combined<chlo::BroadcastAddOp, ReductionKind::add>>();
  rules.add<combined<chlo::BroadcastMulOp, ReductionKind::mul>>();
  rules.add<combined<chlo::BroadcastMaxOp, ReductionKind::max>>();
  rules.add<combined<chlo::BroadcastMinOp, ReductionKind::min>>();
  rules.add<binary<chlo::BroadcastAndOp, train::AndOp>>();
  rules.add<binary<chlo::BroadcastOrOp, train::OrOp>>();
  rules.add<binary<chlo::BroadcastXorOp, train::XorOp>>();
  rules.add<binary<chlo::BroadcastAtan2Op, train::Atan2Op>>();
  rules.add<binary<chlo::BroadcastDivOp, train::DivOp>>();
  rules.add<binary<chlo::BroadcastPowOp, train::PowOp>>();
  rules.add<binary<chlo::BroadcastRemOp, train::RemOp>>();
  rules.add<binary<chlo::BroadcastSubOp, train::SubOp>>();
  rules.add<binary<chlo::BroadcastShiftLeftOp, train::ShiftLeftOp>>();
  rules.add<binary<chlo::BroadcastShiftRightArithmeticOp, train::ShiftRightArithmeticOp>>();
  rules.add<binary<chlo::BroadcastShiftRightLogicalOp, train::ShiftRightLogicalOp>>();
  rules.add<through<chlo::BroadcastNextAfterOp, chlo::NextAfterOp>>();
  rules.add<compare>();
  rules.add<choose>();
}
