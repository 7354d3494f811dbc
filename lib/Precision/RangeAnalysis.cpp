// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value ranges by MLIR's sparse forward dataflow: a range for each value, moved by
// `RangeOpInterface`, joined where control flow meets, seen through calls.
//
//   - Arguments of functions that are not all called from here are unknown.
//   - A value that a loop carries is joined with what the loop yields. A bound that grew
//     three times goes to its limit: what the type holds.
//   - Which regions run is left open: a constant predicate folds away before.
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/RangeInterface.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

#include "halftone/Precision/RangeInterface.cpp.inc"

namespace {

bool isNumeric(Value value) { return getElementTypeOrSelf(value.getType()).isIntOrIndexOrFloat(); }

FloatRange unknownRange(Value value) {
  return isNumeric(value) ? FloatRange::unknown(getElementTypeOrSelf(value.getType()))
                          : FloatRange();
}

class RangeLattice : public dataflow::AbstractSparseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RangeLattice)
  using AbstractSparseLattice::AbstractSparseLattice;

  const FloatRange &getRange() const { return range; }
  ChangeResult join(const AbstractSparseLattice &other) override {
    return join(static_cast<const RangeLattice &>(other).range);
  }
  ChangeResult join(const FloatRange &other);
  void print(raw_ostream &os) const override { range.print(os); }

private:
  /// Sends what grew in `joined` to its limit.
  void widen(FloatRange &joined) const;

  /// Visits of what a loop carries; calls have more sites than loops have turns.
  static constexpr uint8_t mostLoopVisits = 3, mostCalls = 16;

  FloatRange range;
  uint8_t growths = 0;
};

ChangeResult RangeLattice::join(const FloatRange &other) {
  if (other.isEmpty())
    return ChangeResult::NoChange;
  FloatRange joined = range.isEmpty() ? other : FloatRange::join(range, other);
  auto argument = dyn_cast<BlockArgument>(getAnchor());
  if (argument && !range.isEmpty() && joined != range) {
    bool isCarried = isa<RegionBranchOpInterface>(argument.getOwner()->getParentOp());
    if (++growths >= (isCarried ? mostLoopVisits : mostCalls)) {
      growths = mostCalls;
      widen(joined);
    }
  }
  if (joined == range)
    return ChangeResult::NoChange;
  range = joined;
  return ChangeResult::Change;
}

void RangeLattice::widen(FloatRange &joined) const {
  FloatRange limit = unknownRange(getAnchor());
  if (joined.lo < range.lo)
    joined.lo = limit.lo;
  if (joined.hi > range.hi)
    joined.hi = limit.hi;
  if (joined.tiny < range.tiny)
    joined.tiny = std::min(limit.tiny, joined.tiny);
  if (joined.positions > range.positions)
    joined.positions = FloatRange::infinity;
  // What it may come to is no bound: it stays at what was seen.
  joined.reach = range.reach;
}

class RangeAnalysis : public dataflow::SparseForwardDataFlowAnalysis<RangeLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op, ArrayRef<const RangeLattice *> operands,
                               ArrayRef<RangeLattice *> results) override;
  void setToEntryState(RangeLattice *lattice) override {
    propagateIfChanged(lattice, lattice->join(entryRange(lattice->getAnchor())));
  }
  void visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                    ArrayRef<RangeLattice *> arguments,
                                    unsigned firstIndex) override;

private:
  static FloatRange entryRange(Value value);
  void set(RangeLattice *lattice, const FloatRange &range);
};

/// What the role of an argument says.
FloatRange RangeAnalysis::entryRange(Value value) {
  FloatRange range = unknownRange(value);
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
  if (!function || !argument.getOwner()->isEntryBlock())
    return range;
  std::optional<train::Role> role = train::getArgRole(function, argument.getArgNumber());
  if (role == train::Role::step_count)
    range = FloatRange::between(0, range.hi, /*isInteger=*/true);
  // The loss scale grows until gradients overflow, or it would itself.
  if (role == train::Role::scaler_state)
    range.reach = 0x1p127;
  return range;
}

void RangeAnalysis::set(RangeLattice *lattice, const FloatRange &range) {
  Type type = getElementTypeOrSelf(lattice->getAnchor().getType());
  propagateIfChanged(lattice, lattice->join(range.roundedTo(type)));
}

LogicalResult RangeAnalysis::visitOperation(Operation *op, ArrayRef<const RangeLattice *> operands,
                                            ArrayRef<RangeLattice *> results) {
  if (results.empty())
    return success();
  auto model = dyn_cast<RangeOpInterface>(op);
  if (!model) {
    setAllToEntryStates(results);
    return success();
  }
  SmallVector<FloatRange, 4> in, out;
  for (const RangeLattice *operand : operands) {
    if (operand->getRange().isEmpty() && isNumeric(operand->getAnchor()))
      return success(); // nothing comes here yet
    in.push_back(operand->getRange());
  }
  for (RangeLattice *result : results)
    out.push_back(unknownRange(result->getAnchor()));
  model.inferRanges(in, out);
  for (auto [lattice, range] : llvm::zip_equal(results, out))
    if (isNumeric(lattice->getAnchor()))
      set(lattice, range);
  return success();
}

void RangeAnalysis::visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                                                 ArrayRef<RangeLattice *> arguments,
                                                 unsigned firstIndex) {
  auto model = dyn_cast<RangeOpInterface>(op);
  unsigned end = firstIndex + successor.getSuccessorInputs().size();
  for (auto [index, lattice] : llvm::enumerate(arguments)) {
    if (index >= firstIndex && index < end)
      continue;
    auto argument = dyn_cast<BlockArgument>(lattice->getAnchor());
    if (Value forwarded = model ? model.getForwarded(lattice->getAnchor()) : Value()) {
      ProgramPoint *point =
          argument ? getProgramPointBefore(argument.getOwner()) : getProgramPointAfter(op);
      propagateIfChanged(lattice, lattice->join(*getLatticeElementFor(point, forwarded)));
      continue;
    }
    if (model && argument && isNumeric(argument))
      set(lattice, model.getArgumentRange(argument));
    else
      setToEntryState(lattice);
  }
}

/// Tells dead-code analysis that no operand of a branch is constant, without folding
/// every op to find out.
class NoConstants : public DataFlowAnalysis {
public:
  using DataFlowAnalysis::DataFlowAnalysis;

  LogicalResult initialize(Operation *top) override {
    top->walk([&](Operation *op) {
      if (!isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface, BranchOpInterface>(op))
        return;
      for (Value operand : op->getOperands()) {
        auto *lattice = getOrCreate<dataflow::Lattice<dataflow::ConstantValue>>(operand);
        propagateIfChanged(lattice, lattice->join(dataflow::ConstantValue::getUnknownConstant()));
      }
    });
    return success();
  }
  LogicalResult visit(ProgramPoint *) override { return success(); }
};

/// What dead-code analysis says of a function without control flow, which needs no look
/// at each op.
class StraightLine : public DataFlowAnalysis {
public:
  using DataFlowAnalysis::DataFlowAnalysis;

  static bool holdsFor(FunctionOpInterface function) {
    Region &body = function.getFunctionBody();
    return body.hasOneBlock() &&
           llvm::all_of(body.front(), [](Operation &op) { return op.getNumRegions() == 0; });
  }
  LogicalResult initialize(Operation *top) override {
    Block &block = cast<FunctionOpInterface>(top).getFunctionBody().front();
    auto *live = getOrCreate<dataflow::Executable>(getProgramPointBefore(&block));
    propagateIfChanged(live, live->setToLive());
    return success();
  }
  LogicalResult visit(ProgramPoint *) override { return success(); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

struct RangeFacts::Impl {
  DataFlowSolver straight, flowing; ///< of functions without and with control flow
  const Calibration *calibration = nullptr;
  std::optional<CalibrationIndex> measured;
};

RangeFacts::RangeFacts(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
RangeFacts::RangeFacts(RangeFacts &&) = default;
RangeFacts &RangeFacts::operator=(RangeFacts &&) = default;
RangeFacts::~RangeFacts() = default;

/// Without calls each function is looked at alone: to find callers, dead-code analysis
/// walks all attributes and types of a module.
static bool hasCalls(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isa<CallOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

RangeFacts RangeFacts::compute(Operation *root, const Calibration *calibration) {
  auto impl = std::make_unique<Impl>();
  impl->straight.load<StraightLine>();
  impl->straight.load<RangeAnalysis>();
  impl->flowing.load<dataflow::DeadCodeAnalysis>();
  impl->flowing.load<NoConstants>();
  impl->flowing.load<RangeAnalysis>();
  // No transfer function fails.
  if (hasCalls(root))
    (void)impl->flowing.initializeAndRun(root);
  else
    root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (StraightLine::holdsFor(function))
        (void)impl->straight.initializeAndRun(function);
      else if (!function.isExternal())
        (void)impl->flowing.initializeAndRun(function);
      return WalkResult::skip();
    });
  if (calibration)
    impl->measured.emplace(root, *calibration);
  return RangeFacts(std::move(impl));
}

const FloatRange *RangeFacts::get(Value value) const {
  const auto *lattice = impl->straight.lookupState<RangeLattice>(value);
  if (!lattice)
    lattice = impl->flowing.lookupState<RangeLattice>(value);
  return lattice && !lattice->getRange().isEmpty() ? &lattice->getRange() : nullptr;
}

bool RangeFacts::hasMeasured() const { return impl->measured && !impl->measured->empty(); }

const MeasuredRange *RangeFacts::getMeasured(Value value) const {
  return impl->measured ? impl->measured->lookup(value) : nullptr;
}
