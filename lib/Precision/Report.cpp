// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Report.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/CastCost.h"
#include "halftone/Precision/Ranges.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// The function's name has to live as long as the context, which may print at its end.
static remark::RemarkOpts named(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name).category("autocast").function(function);
}

namespace {

/// Remarks on decisions. A decision for low precision is what the pass is for; the others
/// are what it left alone. Which of the two kinds are wanted shows at the first of each.
class DecisionRemarks {
public:
  explicit DecisionRemarks(StringRef function) : function(function) {}

  void emitFor(Operation *op, const Labelled &labelled) {
    StringRef name = getOpName(op);
    emit(op->getLoc(), labelled.decision, name, "", labelled.reason);
    for (const LabelledGroup &group : labelled.groups)
      emit(op->getLoc(), group.decision, name, group.name, group.reason);
    if (labelled.acc)
      emit(op->getLoc(), labelled.acc->decision, name, "acc", labelled.acc->reason);
  }

private:
  void emit(Location loc, Decision decision, StringRef op, StringRef group, StringRef reason) {
    bool isLow = decision == Decision::Low;
    bool &isWanted = isLow ? wantsPassed : wantsMissed;
    if (!isWanted)
      return;
    remark::RemarkOpts options = named(toString(decision), function);
    remark::detail::InFlightRemark made =
        isLow ? remark::passed(loc, options) : remark::missed(loc, options);
    isWanted = static_cast<bool>(made);
    if (isWanted)
      made << remark::add("{0}", (group.empty() ? op : op + ", group " + group).str())
           << remark::reason("{0}", reason);
  }

  StringRef function;
  bool wantsPassed = true, wantsMissed = true;
};

} // namespace

/// False where no such remark is wanted.
static bool remarkCast(Location loc, StringRef function, const CastRow &cast) {
  remark::detail::InFlightRemark made =
      remark::analysis(loc, named(cast.isNarrowing ? "narrowing-cast" : "widening-cast", function));
  if (!made)
    return false;
  made << remark::add("{0} to {1}, {2} bytes", cast.from, cast.to, cast.bytes)
       << remark::reason("{0} for {1}", cast.value,
                         cast.userOp.empty() ? "what it is returned to" : cast.userOp);
  return true;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

/// What gives its operands to the op around it: asked of few, since traits take their time.
bool isReturn(Operation *op) { return isTerminator(op) && op->hasTrait<OpTrait::ReturnLike>(); }

/// What the rewrite may make again, or leave without a use.
bool isCastOrConstant(Operation *op) {
  return isFloatCast(op) || isConstant(op) || hasNoPrecision(op);
}

std::string argumentName(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (!isa<FunctionOpInterface>(parent))
    return ("argument " + Twine(argument.getArgNumber()) + " of " + getOpName(parent)).str();
  auto function = dyn_cast<func::FuncOp>(parent);
  StringRef name = function ? train::getArgName(function, argument.getArgNumber()) : StringRef();
  return name.empty() ? "%arg" + std::to_string(argument.getArgNumber()) : name.str();
}

bool isParameter(BlockArgument argument) {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  std::optional<train::Role> role =
      function ? train::getArgRole(function, argument.getArgNumber()) : std::nullopt;
  return role == train::Role::param || role == train::Role::frozen_param;
}

/// The name of the function's result that a value is; the argument that this replaces.
std::string resultName(Operation *op) {
  for (OpOperand &use : op->getUses()) {
    auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp());
    if (!function || !isa<func::ReturnOp>(use.getOwner()))
      continue;
    StringRef updated = train::getUpdatedName(function, use.getOperandNumber());
    StringRef own = train::getResultName(function, use.getOperandNumber());
    if (!updated.empty() || !own.empty())
      return (updated.empty() ? own : updated).str();
  }
  return {};
}

GroupRow makeGroup(const LabelledGroup &group) {
  return {group.name, group.reason, group.label, group.decision, group.basis};
}

} // namespace

/// The name of a type's elements; MLIR's printer takes its time, and types are few.
StringRef Report::typeText(Type type) {
  std::string &text = typeTexts[type];
  if (text.empty())
    llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  return text;
}

std::string Report::typesText(Operation *op) {
  std::string text;
  auto add = [&](auto types) {
    for (auto [index, type] : llvm::enumerate(types)) {
      if (index)
        text += ", ";
      text += typeText(type);
    }
  };
  add(op->getOperandTypes());
  text += " -> ";
  add(op->getResultTypes());
  return text;
}

/// What is known of what an op gives, beside the compute type's range.
static std::string rangeText(Operation *op, FloatType compute, const RangeFacts *ranges) {
  if (!ranges || !compute)
    return {};
  for (Value result : op->getResults()) {
    if (!getFloat(result.getType()))
      continue;
    std::string text = ranges->explainFit(result, compute);
    if (const MeasuredRange *measured = ranges->getMeasured(result))
      llvm::raw_string_ostream(text)
          << "; measured up to " << llvm::format("%.4g", measured->magnitude());
    return text;
  }
  return {};
}

void Report::addRow(Operation *op, Part part, const Labelled &labelled, const RangeFacts *ranges) {
  OpRow row;
  row.op = getOpName(op);
  row.loc = op->getLoc();
  row.source = getSourceName(row.loc);
  row.result = resultName(op);
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand);
        argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp())) {
      row.reads.push_back(argumentName(argument));
      if (row.param.empty() && isParameter(argument))
        row.param = row.reads.back();
    }
  row.part = part;
  row.label = labelled.label;
  row.decision = labelled.decision;
  row.basis = labelled.basis;
  if (labelled.compute)
    row.compute = typeText(labelled.compute).str();
  row.reason = labelled.reason;
  row.rule = labelled.rule;
  row.island = labelled.island;
  for (const LabelledGroup &group : labelled.groups)
    row.groups.push_back(makeGroup(group));
  if (labelled.acc)
    row.groups.push_back(makeGroup(*labelled.acc));
  row.before = typesText(op);
  row.range = rangeText(op, labelled.compute, ranges);
  current.ops.push_back(std::move(row));
}

/// What an op does to its elements is no op of the function.
static WalkResult pastBody(Operation *op) {
  return ownsBody(op) ? WalkResult::skip() : WalkResult::advance();
}

void Report::begin(FunctionOpInterface function, const StepParts &written, const LabelMap &labels,
                   const RangeFacts *ranges) {
  current = {};
  current.name = function.getName().str();
  hasRemarks = function->getContext()->getRemarkEngine();
  if (!keepsRows && !hasRemarks)
    return;
  DecisionRemarks remarks(function.getName());
  numIslands = 0;
  for (const auto &[op, labelled] : labels) {
    if (hasRemarks)
      remarks.emitFor(op, labelled);
    numIslands = std::max(numIslands, labelled.island);
  }
  if (keepsRows)
    current.ops.reserve(labels.size());
  places.clear();
  writtenCasts.clear();
  writtenCost = countCasts(function);
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFloatCast(op))
      writtenCasts.insert(op);
    if (!keepsRows)
      return pastBody(op);
    auto it = labels.find(op);
    if (it != labels.end())
      addRow(op, written.get(op), it->second, ranges);
    if (!isCastOrConstant(op))
      places.push_back({getOpName(op), op->getLoc(),
                        it == labels.end() ? -1 : static_cast<int>(current.ops.size()) - 1});
    return pastBody(op);
  });
}

/// The ops of the rewritten function with the rows of those that they were made of: all
/// ops but casts and what is made again are still there, in order, maybe with helpers
/// between.
llvm::DenseMap<Operation *, int> Report::matchRows(FunctionOpInterface function) const {
  llvm::DenseMap<Operation *, int> found;
  size_t next = 0;
  FunctionOpInterface self = function;
  self.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (next == places.size() || isCastOrConstant(op) || getOpName(op) != places[next].name ||
        op->getLoc() != places[next].loc)
      return pastBody(op);
    found[op] = places[next++].row;
    return pastBody(op);
  });
  if (next != places.size())
    found.clear();
  return found;
}

static int64_t timesOf(Operation *op) {
  int64_t times = 1;
  while ((op = op->getParentOp()))
    times = countRuns(op, times);
  return times;
}

/// Of those in the block of the first that is listed.
static Operation *firstUser(Operation *op) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers())
    if (!first || (first->getBlock() == user->getBlock() && user->isBeforeInBlock(first)))
      first = user;
  return first;
}

CastRow Report::makeCast(Operation *op) {
  CastRow cast;
  Value value = op->getOperand(0);
  Operation *producer = value.getDefiningOp();
  if (producer) {
    cast.source = getSourceName(producer->getLoc());
    cast.value = cast.source.full();
    if (cast.value.empty())
      cast.value = "result of " + getOpName(producer).str();
  } else {
    cast.value = argumentName(llvm::cast<BlockArgument>(value));
    cast.source = getSourceName(value.getLoc());
  }
  auto from = getFloat(value.getType());
  auto to = getFloat(op->getResult(0).getType());
  cast.from = typeText(from).str();
  cast.to = typeText(to).str();
  cast.isNarrowing = !train::isExactWidening(from, to);
  cast.bytes = countCastBytes(value.getType(), from.getWidth(), to.getWidth());
  if (Operation *user = firstUser(op); user && !isReturn(user))
    cast.userOp = getOpName(user).str();
  return cast;
}

/// What ties a cast to the rows of ops.
void Report::linkCast(Operation *op, CastRow &cast) const {
  auto rowOf = [&](Operation *of) {
    auto it = rows.find(of);
    return it == rows.end() ? -1 : it->second;
  };
  if (Operation *producer = op->getOperand(0).getDefiningOp())
    cast.producer = rowOf(producer);
  cast.times = timesOf(op);
  for (Operation *user : op->getUsers())
    if (int row = rowOf(user); row >= 0 && !llvm::is_contained(cast.users, row))
      cast.users.push_back(row);
  llvm::sort(cast.users);
  Operation *first = firstUser(op);
  cast.part = parts->get(first && rows.contains(first) ? first : op);
}

/// The casts that were put in, for as long as anybody wants them.
void Report::addCasts(FunctionOpInterface function) {
  bool wantsRemarks = hasRemarks;
  StringRef name = function.getName();
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto it = rows.find(op); it != rows.end() && it->second >= 0)
      current.ops[it->second].after = typesText(op);
    if (!isFloatCast(op) || writtenCasts.contains(op))
      return pastBody(op);
    CastRow cast = makeCast(op);
    wantsRemarks = wantsRemarks && remarkCast(op->getLoc(), name, cast);
    if (keepsRows) {
      linkCast(op, cast);
      current.casts.push_back(std::move(cast));
    }
    return keepsRows || wantsRemarks ? WalkResult::advance() : WalkResult::interrupt();
  });
}

/// What all of the function comes to; its cost is only measured for somebody.
void Report::addTotals(FunctionOpInterface function, Prices prices) {
  Location loc = function->getLoc();
  StringRef name = function.getName();
  auto measure = [&] {
    if (!current.cost)
      current.cost = measureCost(function, prices, writtenCost, parts.get());
  };
  if (keepsRows)
    measure();
  if (!hasRemarks)
    return;
  bool wantsAnalysis;
  {
    remark::detail::InFlightRemark made = remark::analysis(loc, named("casts", name));
    wantsAnalysis = static_cast<bool>(made);
    made << remark::add("{0} narrowing, {1} widening, {2} bytes", current.narrowing,
                        current.widening, current.castBytes);
  }
  const PlacementResult &placement = current.placement;
  if (wantsAnalysis) {
    if (numIslands)
      remark::analysis(loc, named("islands", name)) << remark::add("{0} f32 islands", numIslands);
    measure();
    remark::analysis(loc, named("cost", name))
        << remark::add("{0} bytes in {1} casts", current.cost->bytes, current.cost->casts);
    if (placement.bound)
      remark::analysis(loc, named("bound", name)) << remark::add(
          "at least {0} bytes in {1} casts", placement.bound->bytes, placement.bound->casts);
  }
  for (const std::string &why : placement.inexact)
    remark::missed(loc, named("inexact", name)) << remark::add("{0}", why);
}

void Report::end(FunctionOpInterface function, const RewriteCounts &counts,
                 const PlacementResult &placement, Prices prices) {
  if (!keepsRows && !hasRemarks)
    return;
  current.narrowing = counts.narrowing;
  current.widening = counts.widening;
  current.castBytes = counts.bytes;
  current.placement = placement;
  if (keepsRows) {
    rows = matchRows(function);
    parts = std::make_unique<StepParts>(function);
    current.keptBytes = parts->countKeptBytes();
    current.traffic = parts->countTraffic();
    current.allCasts = countCasts(function);
  }
  addCasts(function);
  addTotals(function, prices);
  if (keepsRows)
    data.functions.push_back(std::move(current));
}
