// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that name what they call. A custom call is known by its target; a composite is the
// CHLO op of its name, or else a call of its decomposition. What only places or shards
// values is their identity.
#include "Convert.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

namespace {

/// Targets that give back their operands.
bool isIdentity(StringRef target) {
  static const llvm::StringSet<> targets = {"Sharding",         "annotate_device_placement",
                                            "MoveToHost",       "MoveToDevice",
                                            "LayoutConstraint", "xla.sdy.FuncResultSharding"};
  return targets.contains(target);
}

/// Converts the op of this name on the operands of `op`, through its own rule.
FailureOr<Values> throughOp(Operation *op, StringRef name, Converter &b,
                            ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(op->getLoc(), name);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(attributes);
  Operation *made = b.getBuilder().create(state);
  FailureOr<Values> values = failure();
  if (Rule rule = getRules().lookup(made)) {
    if (succeeded(made->getName().verifyInvariants(made)))
      values = rule(made, b);
  } else {
    Converter::refuse(op) << "'" << name << "'";
  }
  made->erase();
  return values;
}

/// `k` is the number of results along the last dimension.
FailureOr<Values> topK(Operation *op, Converter &b) {
  if (op->getNumResults() != 2 || op->getNumOperands() != 1 ||
      train::getShape(op->getResult(0)).empty())
    return Converter::refuse(op) << "a top_k of " << op->getNumOperands() << " operands";
  auto k = b.getBuilder().getI64IntegerAttr(train::getShape(op->getResult(0)).back());
  return throughOp(op, "chlo.top_k", b, b.getBuilder().getNamedAttr("k", k));
}

/// The CHLO op of a name like "chlo.erf" or "mhlo.topk"; empty where it isn't one.
std::string chloName(StringRef name) {
  if (!name.consume_front("chlo.") && !name.consume_front("mhlo."))
    return "";
  static const llvm::StringSet<> functions = {
      "acos",   "lgamma", "digamma",    "acosh",      "asin",  "asinh", "atan",
      "atanh",  "cosh",   "erf",        "erf_inv",    "erfc",  "sinh",  "tan",
      "square", "is_inf", "is_neg_inf", "is_pos_inf", "top_k", "topk",  "next_after"};
  if (!functions.contains(name))
    return "";
  return name == "topk" ? "chlo.top_k" : ("chlo." + name).str();
}

FailureOr<Values> byName(Operation *op, StringRef chlo, Converter &b) {
  return chlo == "chlo.top_k" ? topK(op, b) : throughOp(op, chlo, b);
}

/// What `halftone.py` prints for what StableHLO has no op for: a derivative of the user's own.
FailureOr<Values> customGradient(stablehlo::CustomCallOp op, Converter &b) {
  std::optional<ArrayAttr> called = op.getCalledComputations();
  SmallVector<FlatSymbolRefAttr> functions;
  if (called)
    for (Attribute attribute : *called)
      if (auto function = dyn_cast<FlatSymbolRefAttr>(attribute))
        functions.push_back(function);
  if (functions.size() != 2)
    return Converter::refuse(op) << "'called_computations' of '" << op.getCallTargetName()
                                 << "', expected its function and that of its gradient";
  auto made = train::CustomGradientOp::create(b.getBuilder(), b.getLoc(), op->getResultTypes(),
                                              functions[0], functions[1], op->getOperands());
  return Values(made.getResults());
}

FailureOr<Values> customCall(stablehlo::CustomCallOp op, Converter &b) {
  StringRef target = op.getCallTargetName();
  if (target == "halftone.custom_gradient")
    return customGradient(op, b);
  if (target == "halftone.stop_gradient" && op->getNumOperands() == 1 &&
      op->getOperandTypes() == op->getResultTypes())
    return Values{b.create<train::StopGradientOp>(op->getOperand(0))};
  if (target == "halftone.relu" && op->getNumOperands() == 1 &&
      op->getOperandTypes() == op->getResultTypes())
    return Values{b.create<train::ReluOp>(op->getOperand(0).getType(), op->getOperand(0))};
  if (isIdentity(target) && op->getOperandTypes() == op->getResultTypes())
    return Values(op->getOperands());
  if (std::string chlo = chloName(target); !chlo.empty())
    return byName(op, chlo, b);
  return Converter::refuse(op) << "nothing is known of the target '" << target << "'";
}

FailureOr<Values> composite(stablehlo::CompositeOp op, Converter &b) {
  if (std::string chlo = chloName(op.getName()); !chlo.empty())
    return byName(op, chlo, b);
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getDecompositionAttr());
  if (!function || function.getArgumentTypes() != op->getOperandTypes() ||
      function.getResultTypes() != op->getResultTypes())
    return Converter::refuse(op) << "there is no function '" << op.getDecomposition()
                                 << "' of its operands and results";
  auto call = func::CallOp::create(b.getBuilder(), b.getLoc(), function, op->getOperands());
  return Values(call.getResults());
}

} // namespace

void conversion::addCallRules(Rules &rules) {
  rules.add<customCall>();
  rules.add<composite>();
}
