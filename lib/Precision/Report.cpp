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

static remark::RemarkOpts named(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name).category("autocast").function(function);
}

/// A decision for low precision is what the pass is for; the others are what it left
/// alone.
static void remarkDecision(Location loc, StringRef function, Decision decision,
                           const std::string &what, StringRef reason) {
  remark::RemarkOpts options = named(toString(decision), function);
  if (decision == Decision::Low)
    remark::passed(loc, options) << remark::add("{0}", what) << remark::reason("{0}", reason);
  else
    remark::missed(loc, options) << remark::add("{0}", what) << remark::reason("{0}", reason);
}

static void remarkOp(Operation *op, StringRef function, const Labelled &labelled) {
  std::string name = getOpName(op).str();
  remarkDecision(op->getLoc(), function, labelled.decision, name, labelled.reason);
  for (const LabelledGroup &group : labelled.groups)
    remarkDecision(op->getLoc(), function, group.decision, (name + ", group " + group.name).str(),
                   group.reason);
  if (labelled.acc)
    remarkDecision(op->getLoc(), function, labelled.acc->decision, name + ", group acc",
                   labelled.acc->reason);
}

static void remarkCast(Location loc, StringRef function, const CastRow &cast) {
  remark::analysis(loc, named(cast.isNarrowing ? "narrowing-cast" : "widening-cast", function))
      << remark::add("{0} to {1}, {2} bytes", cast.from, cast.to, cast.bytes)
      << remark::reason("{0} for {1}", cast.value,
                        cast.userOp.empty() ? "what it is returned to" : cast.userOp);
}

static void remarkFunction(FunctionOpInterface function, const FunctionReport &report) {
  Location loc = function->getLoc();
  StringRef name = report.name;
  unsigned islands = 0;
  for (const OpRow &row : report.ops)
    islands = std::max(islands, row.island);
  remark::analysis(loc, named("casts", name))
      << remark::add("{0} narrowing, {1} widening, {2} bytes", report.narrowing, report.widening,
                     report.castBytes);
  if (islands)
    remark::analysis(loc, named("islands", name)) << remark::add("{0} f32 islands", islands);
  if (report.cost)
    remark::analysis(loc, named("cost", name))
        << remark::add("{0} bytes in {1} casts", report.cost->bytes, report.cost->casts);
  const PlacementResult &placement = report.placement;
  if (placement.bound)
    remark::analysis(loc, named("bound", name)) << remark::add(
        "at least {0} bytes in {1} casts", placement.bound->bytes, placement.bound->casts);
  for (const std::string &why : placement.inexact)
    remark::missed(loc, named("inexact", name)) << remark::add("{0}", why);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {

std::string typeText(Type type) {
  type = getElementTypeOrSelf(type);
  // Most are these; MLIR's printer takes its time.
  if (type.isF32())
    return "f32";
  if (type.isBF16())
    return "bf16";
  if (type.isF16())
    return "f16";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string typesText(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(op->getOperandTypes(), os, [&](Type type) { os << typeText(type); });
  os << " -> ";
  llvm::interleaveComma(op->getResultTypes(), os, [&](Type type) { os << typeText(type); });
  return text;
}

/// What the rewrite may make again, or leave without a use.
bool isCastOrConstant(Operation *op) {
  return isFloatCast(op) || op->hasTrait<OpTrait::ConstantLike>() || hasNoPrecision(op);
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
  return {group.name.str(), group.reason, group.label, group.decision, group.basis};
}

} // namespace

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

void Report::addRow(Operation *op, const Labelled &labelled, const RangeFacts *ranges) {
  OpRow row;
  row.op = getOpName(op).str();
  row.source = getSourceName(op->getLoc());
  row.result = resultName(op);
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand);
        argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp())) {
      row.reads.push_back(argumentName(argument));
      if (row.param.empty() && isParameter(argument))
        row.param = row.reads.back();
    }
  row.part = parts->get(op);
  row.label = labelled.label;
  row.decision = labelled.decision;
  row.basis = labelled.basis;
  if (labelled.compute)
    row.compute = typeText(labelled.compute);
  row.reason = labelled.reason;
  row.rule = labelled.rule;
  row.island = labelled.island;
  for (const LabelledGroup &group : labelled.groups)
    row.groups.push_back(makeGroup(group));
  if (labelled.acc)
    row.groups.push_back(makeGroup(*labelled.acc));
  // Tools always have a remark engine, which has no use for these.
  if (keepsRows) {
    row.before = typesText(op);
    row.range = rangeText(op, labelled.compute, ranges);
  }
  current.ops.push_back(std::move(row));
}

/// What an op does to its elements is no op of the function.
static WalkResult pastBody(Operation *op) {
  return ownsBody(op) ? WalkResult::skip() : WalkResult::advance();
}

void Report::begin(FunctionOpInterface function, const LabelMap &labels, const RangeFacts *ranges) {
  bool remarks = function->getContext()->getRemarkEngine();
  isActive = keepsRows || remarks;
  current = {};
  current.name = function.getName().str();
  if (remarks)
    for (const auto &[op, labelled] : labels)
      remarkOp(op, current.name, labelled);
  if (!isActive)
    return;
  parts = std::make_unique<StepParts>(function);
  places.clear();
  writtenCasts.clear();
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isFloatCast(op))
      writtenCasts.insert(op);
    auto it = labels.find(op);
    if (it != labels.end())
      addRow(op, it->second, keepsRows ? ranges : nullptr);
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

void Report::addCast(Operation *op) {
  CastRow cast;
  Value value = op->getOperand(0);
  Operation *producer = value.getDefiningOp();
  auto rowOf = [&](Operation *of) {
    auto it = rows.find(of);
    return it == rows.end() ? -1 : it->second;
  };
  if (producer) {
    cast.producer = rowOf(producer);
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
  cast.from = typeText(from);
  cast.to = typeText(to);
  cast.isNarrowing = !train::isExactWidening(from, to);
  cast.bytes = countCastBytes(value.getType(), from.getWidth(), to.getWidth());
  cast.times = timesOf(op);
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    if (!first || (first->getBlock() == user->getBlock() && user->isBeforeInBlock(first)))
      first = user;
    if (int row = rowOf(user); row >= 0 && !llvm::is_contained(cast.users, row))
      cast.users.push_back(row);
  }
  llvm::sort(cast.users);
  if (first && !first->hasTrait<OpTrait::ReturnLike>())
    cast.userOp = getOpName(first).str();
  cast.part = parts->get(first && rows.contains(first) ? first : op);
  current.casts.push_back(std::move(cast));
}

void Report::end(FunctionOpInterface function, const RewriteCounts &counts,
                 const PlacementResult &placement, std::optional<CastCost> cost) {
  current.narrowing = counts.narrowing;
  current.widening = counts.widening;
  current.castBytes = counts.bytes;
  current.placement = placement;
  current.cost = cost;
  if (isActive) {
    rows = matchRows(function);
    parts = std::make_unique<StepParts>(function); // for what is there now
    if (keepsRows) {
      current.keptBytes = parts->countKeptBytes();
      current.traffic = parts->countTraffic();
      current.allCasts = countCasts(function);
    }
    bool remarks = function->getContext()->getRemarkEngine();
    function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto it = rows.find(op); keepsRows && it != rows.end() && it->second >= 0)
        current.ops[it->second].after = typesText(op);
      if (!isFloatCast(op) || writtenCasts.contains(op))
        return pastBody(op);
      addCast(op);
      if (remarks)
        remarkCast(op->getLoc(), current.name, current.casts.back());
      return WalkResult::advance();
    });
    if (remarks)
      remarkFunction(function, current);
  }
  if (keepsRows)
    data.functions.push_back(std::move(current));
  current = {};
}
