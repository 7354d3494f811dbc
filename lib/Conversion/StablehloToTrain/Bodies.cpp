// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a body on scalars does: a known kind, an argument, a choice among pairs; and its
// lifting to tensors.
#include "Convert.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::ReductionKind;

//===----------------------------------------------------------------------===//
// Known kinds
//===----------------------------------------------------------------------===//

static Operation *getYield(Region &body) {
  if (!body.hasOneBlock() || body.front().empty())
    return nullptr;
  Operation *last = &body.front().back();
  return last->hasTrait<OpTrait::IsTerminator>() ? last : nullptr;
}

std::optional<unsigned> conversion::matchArgument(Region &body) {
  Operation *yield = getYield(body);
  if (!yield || yield->getNumOperands() != 1)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(yield->getOperand(0));
  if (!argument || argument.getOwner() != &body.front())
    return std::nullopt;
  return argument.getArgNumber();
}

/// A value behind casts of a type to itself.
static Value skipSameCasts(Value value) {
  while (auto cast = value.getDefiningOp<stablehlo::ConvertOp>()) {
    if (cast.getOperand().getType() != cast.getType())
      break;
    value = cast.getOperand();
  }
  return value;
}

Operation *conversion::matchSingleOp(Region &body) {
  Operation *yield = getYield(body);
  if (!yield || yield->getNumOperands() != 1 || body.getNumArguments() != 2)
    return nullptr;
  Operation *op = skipSameCasts(yield->getOperand(0)).getDefiningOp();
  if (!op || op->getBlock() != &body.front() || op->getNumOperands() != 2)
    return nullptr;
  Value a = skipSameCasts(op->getOperand(0)), b = skipSameCasts(op->getOperand(1));
  bool inOrder = a == body.getArgument(0) && b == body.getArgument(1);
  bool swapped = a == body.getArgument(1) && b == body.getArgument(0);
  return inOrder || swapped ? op : nullptr;
}

std::optional<ReductionKind> conversion::matchKind(Region &body) {
  Operation *op = matchSingleOp(body);
  if (!op)
    return std::nullopt;
  bool logical = isa<IntegerType>(train::getElementType(op->getResult(0)));
  if (isa<stablehlo::AddOp>(op))
    return ReductionKind::add;
  if (isa<stablehlo::MulOp>(op))
    return ReductionKind::mul;
  if (isa<stablehlo::MaxOp>(op))
    return ReductionKind::max;
  if (isa<stablehlo::MinOp>(op))
    return ReductionKind::min;
  if (isa<stablehlo::AndOp>(op) && logical)
    return ReductionKind::and_;
  if (isa<stablehlo::OrOp>(op) && logical)
    return ReductionKind::or_;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Pairs of value and index
//===----------------------------------------------------------------------===//

namespace {

/// A number in a case, or a bool.
using Number = double;

/// Evaluates a body that only compares, chooses and combines bools. Which numbers stand for
/// its arguments doesn't matter then, only their order.
class CaseEvaluator {
public:
  explicit CaseEvaluator(Region &body) : block(body.front()) {}

  /// What the body yields; nothing where it has another op.
  std::optional<SmallVector<Number>> run(ArrayRef<Number> arguments) {
    DenseMap<Value, Number> values;
    for (auto [argument, number] : llvm::zip_equal(block.getArguments(), arguments))
      values[argument] = number;
    SmallVector<Number> operands;
    for (Operation &op : block) {
      operands.clear();
      for (Value operand : op.getOperands()) {
        auto found = values.find(operand);
        if (found == values.end())
          return std::nullopt;
        operands.push_back(found->second);
      }
      if (op.hasTrait<OpTrait::IsTerminator>())
        return operands;
      std::optional<Number> result = evaluate(&op, operands);
      if (!result)
        return std::nullopt;
      values[op.getResult(0)] = *result;
    }
    return std::nullopt;
  }

private:
  static bool isBool(Operation *op) { return train::getElementType(op->getResult(0)).isInteger(1); }

  static std::optional<Number> evaluate(Operation *op, ArrayRef<Number> in) {
    if (auto compare = dyn_cast<stablehlo::CompareOp>(op)) {
      if (compare.getCompareType() == stablehlo::ComparisonType::TOTALORDER)
        return std::nullopt;
      switch (compare.getComparisonDirection()) {
      case stablehlo::ComparisonDirection::EQ:
        return in[0] == in[1];
      case stablehlo::ComparisonDirection::NE:
        return in[0] != in[1];
      case stablehlo::ComparisonDirection::GE:
        return in[0] >= in[1];
      case stablehlo::ComparisonDirection::GT:
        return in[0] > in[1];
      case stablehlo::ComparisonDirection::LE:
        return in[0] <= in[1];
      case stablehlo::ComparisonDirection::LT:
        return in[0] < in[1];
      }
    }
    if (isa<stablehlo::SelectOp>(op))
      return in[0] != 0 ? in[1] : in[2];
    if (isa<stablehlo::AndOp>(op) && isBool(op))
      return in[0] != 0 && in[1] != 0;
    if (isa<stablehlo::OrOp>(op) && isBool(op))
      return in[0] != 0 || in[1] != 0;
    if (isa<stablehlo::XorOp>(op) && isBool(op))
      return (in[0] != 0) != (in[1] != 0);
    if (isa<stablehlo::NotOp>(op) && isBool(op))
      return in[0] == 0;
    // A NaN in either makes them NaN.
    if (isa<stablehlo::MaxOp>(op) && !isBool(op))
      return in[0] != in[0] ? in[0] : in[1] != in[1] ? in[1] : std::max(in[0], in[1]);
    if (isa<stablehlo::MinOp>(op) && !isBool(op))
      return in[0] != in[0] ? in[0] : in[1] != in[1] ? in[1] : std::min(in[0], in[1]);
    return std::nullopt;
  }

  Block &block;
};

bool isScalarOf(Type type, bool isFloat) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && !tensor.getElementType().isInteger(1) &&
         isa<FloatType>(tensor.getElementType()) == isFloat;
}

} // namespace

/// The pairs come in order, or so combined: the first has the lower index. NaN is left
/// out: without a case of its own in the body, what it yields depends on the order in
/// which pairs are combined, which StableHLO leaves open. With one, NaN wins, as here.
std::optional<train::ArgKind> conversion::matchArgReduction(Region &body) {
  if (!getYield(body) || body.getNumArguments() != 4)
    return std::nullopt;
  Type valueType = body.getArgument(0).getType(), indexType = body.getArgument(1).getType();
  bool isFloat = isScalarOf(valueType, true);
  if ((!isFloat && !isScalarOf(valueType, false)) || !isScalarOf(indexType, false) ||
      body.getArgument(2).getType() != valueType || body.getArgument(3).getType() != indexType)
    return std::nullopt;
  CaseEvaluator evaluator(body);
  std::optional<train::ArgKind> kind;
  for (auto [x, y] : {std::pair(1.0, 2.0), {2.0, 1.0}, {1.0, 1.0}}) {
    auto picked = evaluator.run({x, 0, y, 1});
    if (!picked || picked->size() != 2)
      return std::nullopt;
    bool first = (*picked)[1] == 0;
    if ((*picked)[0] != (first ? x : y) || (!first && (*picked)[1] != 1))
      return std::nullopt;
    if (x == y) {
      if (!first)
        return std::nullopt;
      continue;
    }
    train::ArgKind found = (first == (x > y)) ? train::ArgKind::max : train::ArgKind::min;
    if (kind && *kind != found)
      return std::nullopt;
    kind = found;
  }
  return kind;
}

//===----------------------------------------------------------------------===//
// Lifting
//===----------------------------------------------------------------------===//

/// True for an op that has the same meaning on tensors of any one shape.
static bool isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<train::ConstantOp, train::SelectOp, train::ClampOp, train::CastOp,
             train::BitcastConvertOp, train::StopGradientOp>(op);
}

LogicalResult conversion::prepareBody(Region &body, ConversionState &state) {
  Operation *parent = body.getParentOp();
  Operation *yield = getYield(body);
  if (!yield)
    return Converter::refuse(parent) << "a body without a return";
  for (Operation &op : llvm::make_early_inc_range(body.front())) {
    if (&op == yield)
      break;
    // Rules may look at what surrounds an op, so each is converted where it stands.
    Rule rule = getRules().lookup(&op);
    if (!rule)
      return Converter::refuse(parent) << "a body with '" << op.getName() << "'";
    for (Type type : op.getResultTypes())
      if (failed(checkType(&op, type)))
        return failure();
    OpBuilder builder(&op);
    Converter b(builder, op.getLoc(), state);
    FailureOr<Values> values = rule(&op, b);
    if (failed(values))
      return failure();
    op.replaceAllUsesWith(*values);
    op.erase();
  }
  for (Operation &op : body.front().without_terminator()) {
    bool scalar = llvm::all_of(op.getResultTypes(), [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() == 0;
    });
    if (!isElementwise(&op) || !scalar)
      return Converter::refuse(parent)
             << "a body with '" << op.getName() << "', expected elementwise ops on scalars";
  }
  ++state.numLifted;
  return success();
}

Values conversion::liftBody(Region &body, ValueRange arguments, Converter &b) {
  Dims shape = train::getShape(arguments.front());
  IRMapping map;
  map.map(body.getArguments(), arguments);
  // A value from around the body is the same for all elements.
  auto lift = [&](Value value) {
    if (Value lifted = map.lookupOrNull(value))
      return lifted;
    return b.broadcastScalar(value, shape);
  };
  for (Operation &op : body.front().without_terminator()) {
    if (auto constant = dyn_cast<train::ConstantOp>(op)) {
      auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (dense && dense.isSplat()) {
        auto type = RankedTensorType::get(shape, dense.getElementType());
        map.map(constant.getResult(), b.create<train::ConstantOp>(dense.resizeSplat(type)));
        continue;
      }
      map.map(constant.getResult(),
              b.broadcastScalar(b.getBuilder().clone(op)->getResult(0), shape));
      continue;
    }
    OperationState state(op.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.addOperands(lift(operand));
    for (Type type : op.getResultTypes())
      state.addTypes(cast<RankedTensorType>(type).clone(shape));
    state.addAttributes(op.getAttrs());
    state.propertiesAttr = op.getPropertiesAsAttribute();
    Operation *lifted = b.getBuilder().create(state);
    map.map(op.getResults(), lifted->getResults());
  }
  Values results;
  for (Value value : body.front().getTerminator()->getOperands())
    results.push_back(lift(value));
  return results;
}
