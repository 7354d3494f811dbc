// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IslandGraph.h"

#include "RegionFlow.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

int64_t halftone::precision::estimateElements(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  int64_t count = 1;
  if (shaped && shaped.hasRank())
    for (int64_t length : shaped.getShape())
      count *= ShapedType::isDynamic(length) ? 1024 : length;
  return count;
}

SmallVector<const IslandNode::Operand *, 3> IslandNode::getData() const {
  SmallVector<const Operand *, 3> data;
  for (const Operand &operand : operands)
    if (!operand.facts.isQuiet())
      data.push_back(&operand);
  return data;
}

bool IslandNode::hasQuietOperand() const {
  return llvm::any_of(operands, [](const Operand &operand) { return operand.facts.isQuiet(); });
}

/// What was widened, an island that is there already reads as it was.
static Value seeThroughWidening(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isCast(op) && op->getNumOperands() == 1) {
    FloatType from = getFloat(op->getOperand(0).getType()), to = getFloat(value.getType());
    if (!from || !to || from.getWidth() >= to.getWidth())
      break;
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return value;
}

static bool hasFloat(Value value) { return getFloat(value.getType()) != FloatType(); }

/// A sum that is written as a product: with one number everywhere (ones, 1/n), or of
/// values of which every element meets one other, as in a row's sum of squares.
static bool isSumOfProducts(const IslandNode &node) {
  if (llvm::any_of(node.op->getOperands(),
                   [](Value operand) { return hasFloat(operand) && getSplat(operand); }))
    return true;
  auto product = dyn_cast<train::DotGeneralOp>(node.op);
  auto isWhole = [](Value operand, size_t batch, size_t contracted) {
    return static_cast<size_t>(cast<ShapedType>(operand.getType()).getRank()) == batch + contracted;
  };
  return product &&
         isWhole(product.getLhs(), product.getLhsBatchingDimensions().size(),
                 product.getLhsContractingDimensions().size()) &&
         isWhole(product.getRhs(), product.getRhsBatchingDimensions().size(),
                 product.getRhsContractingDimensions().size());
}

IslandGraph::IslandGraph(FunctionOpInterface function, LabelMap &labels) {
  nodes.reserve(labels.size());
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    IslandNode *node = nullptr;
    if (auto it = labels.find(op); it != labels.end()) {
      nodeOf[op] = nodes.size();
      node = &nodes.emplace_back();
      node->op = op;
      addOperands(*node);
      classify(*node, it->second);
    }
    ValueFacts facts = findFacts(op, node);
    if (node)
      node->facts = facts;
    if (op->getNumResults())
      factsOf[op] = facts;
    return ownsBody(op) ? WalkResult::skip() : WalkResult::advance();
  });
  addUsers();
}

unsigned IslandGraph::getProducer(Value value) const {
  Operation *op = seeThroughRegions(value).getDefiningOp();
  auto it = op ? nodeOf.find(op) : nodeOf.end();
  return it == nodeOf.end() ? IslandNode::none : it->second;
}

ValueFacts IslandGraph::getFacts(Value value) const {
  value = seeThroughRegions(value);
  if (Operation *op = value.getDefiningOp())
    return factsOf.lookup(op);
  ValueFacts facts;
  if (!isa<FunctionOpInterface>(cast<BlockArgument>(value).getOwner()->getParentOp()))
    return facts;
  facts.isInput = true;
  facts.isNumber = estimateElements(value.getType()) == 1;
  return facts;
}

void IslandGraph::addOperands(IslandNode &node) {
  for (Value given : node.op->getOperands()) {
    Value operand = seeThroughWidening(given);
    if (!hasFloat(operand)) {
      node.hasOtherOperand = true;
      continue;
    }
    auto isSame = [&](const IslandNode::Operand &known) { return known.value == operand; };
    if (llvm::none_of(node.operands, isSame))
      node.operands.push_back({operand, getProducer(operand), getFacts(operand)});
  }
}

void IslandGraph::classify(IslandNode &node, Labelled &labelled) {
  Operation *op = node.op;
  node.labelled = &labelled;
  node.isClear = labelled.clear;
  node.givesFloat = llvm::any_of(op->getResults(), hasFloat);
  if (op->getNumRegions() && !ownsBody(op))
    return;
  auto model = cast<train::PrecisionOpInterface>(op);
  node.isProduct = hasAccumulator(model);
  node.accumulates = model.getAccumulatorType() != Type();
  bool isSeed = labelled.islandRole == IslandRole::Seed || labelled.islandRole == IslandRole::Angle;
  if (labelled.label == Label::F32)
    node.kind = isSeed ? IslandKind::Seed : IslandKind::Fixed;
  else if (node.isProduct && labelled.label == Label::Low && isSumOfProducts(node))
    node.kind = IslandKind::Free;
  else if ((labelled.label == Label::Follow || labelled.label == Label::Widest) &&
           op->getNumResults() == 1)
    node.kind = IslandKind::Free;
  if (node.kind == IslandKind::Wall || !node.givesFloat)
    return;
  node.isAngle = labelled.islandRole == IslandRole::Angle && node.kind == IslandKind::Seed;
  int64_t read = 0;
  for (const IslandNode::Operand &operand : node.operands)
    read = std::max(read, estimateElements(operand.value.getType()));
  bool mayReduce = isSeed || labelled.islandRole == IslandRole::Statistic;
  node.reduces =
      node.isProduct || (mayReduce && estimateElements(op->getResult(0).getType()) < read);
}

/// The facts of what an op of floats gives, but for reductions and constants.
ValueFacts IslandGraph::mix(const IslandNode &node, int64_t elements) const {
  ValueFacts facts;
  auto all = [&](auto test) {
    return llvm::all_of(node.operands,
                        [&](const IslandNode::Operand &operand) { return test(operand.facts); });
  };
  facts.isNumber = all([](const ValueFacts &f) { return f.isNumber; });
  facts.isInput = all([](const ValueFacts &f) { return f.isNumber || f.isInput; });
  bool isPlaced =
      all([](const ValueFacts &f) { return f.isNumber || f.isInput || f.hasPositions; });
  bool unspread = false;
  int64_t largest = 0, statistic = 0;
  for (const IslandNode::Operand &operand : node.operands) {
    const ValueFacts &f = operand.facts;
    facts.hasMask |= f.hasMask;
    facts.hasPositions |= f.hasPositions && isPlaced && !node.isAngle;
    facts.isStatistic |= f.isStatistic;
    facts.isSpreadAgain |= f.isSpreadAgain;
    facts.isMixed |= f.isMixed;
    statistic = std::max(statistic, f.elements);
    unspread |= !f.isNumber && !f.isSpread && !f.isStatistic;
    largest = std::max(largest, estimateElements(operand.value.getType()));
  }
  facts.hasMask &= facts.isNumber;
  facts.isConstant = all([](const ValueFacts &f) { return f.isConstant; }) && !node.hasOtherOperand;
  facts.isEpsilon = node.isClear && node.operands.size() == 1 && node.operands[0].facts.isEpsilon;
  if (node.kind == IslandKind::Wall) {
    ValueFacts behind;
    behind.hasPositions = node.isProduct && facts.hasPositions;
    return behind;
  }
  if (facts.isStatistic) {
    facts.isSpreadAgain |= elements > statistic;
    facts.elements = statistic;
    bool onlyInputs = all(
        [](const ValueFacts &f) { return f.isNumber || f.isSpread || f.isStatistic || f.isInput; });
    // A scale that is an argument has the statistic's own shape; so has a gradient of it.
    facts.isStatistic = !unspread || !facts.isSpreadAgain;
    facts.isMixed |= unspread && !onlyInputs;
  } else if (!facts.isNumber && !node.hasOtherOperand) {
    bool widens = node.isClear && node.operands.size() == 1 && elements > largest;
    facts.isSpread = widens || !unspread;
  }
  return facts;
}

ValueFacts IslandGraph::findFacts(Operation *op, IslandNode *node) const {
  ValueFacts facts;
  if ((op->getNumRegions() && !ownsBody(op)) || op->getNumResults() == 0 ||
      isa<CallOpInterface>(op))
    return facts;
  if (std::optional<APFloat> number = getConstantSplat(op->getResult(0))) {
    double size = std::abs(number->convertToDouble());
    facts.isNumber = facts.isConstant = true;
    facts.hasMask = !(size < 8192);
    facts.isEpsilon = size > 0 && size < 0x1p-8;
    return facts;
  }
  SmallVector<Value> floats = llvm::to_vector(llvm::make_filter_range(op->getOperands(), hasFloat));
  if (floats.empty()) {
    facts.isNumber = hasFloat(op->getResult(0));
    facts.hasPositions = facts.isNumber && llvm::all_of(op->getOperandTypes(), [](Type type) {
                           return !getElementTypeOrSelf(type).isInteger(1);
                         });
    facts.hasPositions &= !isConstant(op);
    return facts;
  }
  if (!node) {
    // A cast that was written, or what has no precision: a cast changes no element.
    if (floats.size() != 1)
      return facts;
    ValueFacts from = getFacts(floats.front());
    facts.isNumber = from.isNumber;
    facts.isInput = from.isInput;
    facts.isSpread = from.isSpread;
    return facts;
  }
  int64_t elements = estimateElements(op->getResult(0).getType());
  if (!node->reduces) {
    facts = mix(*node, elements);
    // Some dialects spread an operand in the op that reads it.
    auto isSpreadStatistic = [&](const IslandNode::Operand &operand) {
      return operand.facts.isStatistic &&
             (operand.facts.isSpreadAgain || elements > operand.facts.elements);
    };
    auto isData = [](const IslandNode::Operand &operand) {
      return !operand.facts.isStatistic && !operand.facts.isQuiet();
    };
    bool meets =
        llvm::any_of(node->operands, isSpreadStatistic) && llvm::any_of(node->operands, isData);
    node->joins = meets && node->kind != IslandKind::Wall && node->givesFloat;
    return facts;
  }
  int64_t read = 0;
  for (const IslandNode::Operand &operand : node->operands)
    if (!getSplat(operand.value))
      read = std::max(read, estimateElements(operand.value.getType()));
  facts.isStatistic = true;
  facts.elements = elements;
  // A product with a matrix of ones sums and spreads at once.
  facts.isSpreadAgain = node->isProduct && elements >= read;
  return facts;
}

void IslandGraph::addUsers() {
  for (auto [index, node] : llvm::enumerate(nodes)) {
    for (const IslandNode::Operand &operand : node.operands) {
      if (operand.producer == IslandNode::none)
        continue;
      if (node.givesFloat)
        nodes[operand.producer].users.push_back(index);
    }
    for (Value result : node.op->getResults())
      for (Operation *user : result.getUsers()) {
        bool widens = user->getNumResults() == 1 &&
                      seeThroughWidening(user->getResult(0)) == seeThroughWidening(result);
        node.hasForeignUser |= !nodeOf.contains(user) && !widens;
      }
  }
}
