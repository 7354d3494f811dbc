// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives. `train` names the axis over which devices combine; StableHLO lists the
// devices of each group. One group of all devices is the axis "data"; several groups, or
// an exchange between devices, have no axis.
#include "Convert.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

namespace {

constexpr StringRef axis = "data";

/// Groups are a table of devices, a row for each, or a mesh axis that only `sdy` knows.
template <typename OpT> LogicalResult checkGroups(OpT op) {
  auto groups = dyn_cast<DenseIntElementsAttr>(op.getReplicaGroups());
  if (!groups || groups.getType().getRank() != 2)
    return Converter::refuse(op) << "replica groups " << op.getReplicaGroups()
                                 << ", expected a table of devices";
  int64_t count = groups.getType().getDimSize(0);
  if (count > 1)
    return Converter::refuse(op) << count << " groups of devices, expected one of all";
  return success();
}

FailureOr<ReductionKind> kindOf(Operation *op, Region &body, Type element) {
  std::optional<ReductionKind> kind = matchKind(body);
  if (!kind)
    return Converter::refuse(op) << "a body of no known kind";
  if (!element.isInteger(1))
    return *kind;
  bool isAnd =
      *kind == ReductionKind::mul || *kind == ReductionKind::min || *kind == ReductionKind::and_;
  return isAnd ? ReductionKind::and_ : ReductionKind::or_;
}

FailureOr<Values> allReduce(stablehlo::AllReduceOp op, Converter &b) {
  if (failed(checkGroups(op)))
    return failure();
  Values results;
  for (Value operand : op.getOperands()) {
    auto kind = kindOf(op, op.getComputation(), train::getElementType(operand));
    if (failed(kind))
      return failure();
    results.push_back(b.create<train::AllReduceOp>(operand.getType(), *kind, operand, axis));
  }
  return results;
}

FailureOr<Values> allGather(stablehlo::AllGatherOp op, Converter &b) {
  if (failed(checkGroups(op)))
    return failure();
  Values results;
  for (auto [operand, result] : llvm::zip_equal(op.getOperands(), op.getResults()))
    results.push_back(
        b.create<train::AllGatherOp>(result.getType(), operand, op.getAllGatherDim(), axis));
  return results;
}

FailureOr<Value> reduceScatter(stablehlo::ReduceScatterOp op, Converter &b) {
  auto kind = kindOf(op, op.getComputation(), train::getElementType(op.getOperand()));
  if (failed(checkGroups(op)) || failed(kind))
    return failure();
  return Value(b.create<train::ReduceScatterOp>(op.getResult().getType(), *kind, op.getOperand(),
                                                op.getScatterDimension(), axis));
}

FailureOr<Value> crossReplicaSum(stablehlo::CrossReplicaSumOp op, Converter &b) {
  if (failed(checkGroups(op)))
    return failure();
  return Value(b.create<train::AllReduceOp>(op.getResult().getType(), ReductionKind::add,
                                            op.getOperand(), axis));
}

} // namespace

void conversion::addCollectiveRules(Rules &rules) {
  rules.add<allReduce>();
  rules.add<allGather>();
  rules.add<reduceScatter>();
  rules.add<crossReplicaSum>();
}
