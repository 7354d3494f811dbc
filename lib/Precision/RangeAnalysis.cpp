// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value ranges by MLIR's sparse forward dataflow: a range for each value, moved by
// `RangeOpInterface`, joined where control flow meets, seen through calls. A function
// without control flow needs no fixpoint: its ops are visited once, in order.
//
//   - Arguments of functions that are not all called from here are unknown.
//   - A value that a loop carries is joined with what the loop yields. A bound that grew
//     three times goes to its limit: what the type holds.
//   - Which regions run is left open: a constant predicate folds away before.
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/RangeInterface.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

#include "halftone/Precision/RangeInterface.cpp.inc"

namespace {

/// The type of a value's numbers; null where it has none.
Type getNumber(Value value) {
  if (FloatType type = getFloat(value.getType()))
    return type;
  Type element = getElementTypeOrSelf(value.getType());
  return element.isIntOrIndexOrFloat() ? element : Type();
}

FloatRange unknownRange(Value value) {
  Type number = getNumber(value);
  return number ? FloatRange::unknown(number) : FloatRange();
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

/// What the type of a value says, and the role of an argument.
FloatRange entryRange(Value value) {
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

/// The ranges of what an op gives, `in` being those of its operands and of what in it they
/// follow from. False where nothing comes to it.
bool inferRanges(Operation *op, ArrayRef<FloatRange> in, SmallVectorImpl<FloatRange> &out) {
  auto model = dyn_cast<RangeOpInterface>(op);
  if (!model) {
    for (Value result : op->getResults())
      out.push_back(entryRange(result));
    return true;
  }
  for (auto [operand, range] : llvm::zip(op->getOperands(), in))
    if (range.isEmpty() && getNumber(operand))
      return false;
  SmallVector<Type, 4> numbers;
  for (Value result : op->getResults()) {
    Type number = numbers.emplace_back(getNumber(result));
    out.push_back(number ? FloatRange::unknown(number) : FloatRange());
  }
  model.inferRanges(in, out);
  for (auto [number, range] : llvm::zip_equal(numbers, out))
    range = number ? range.roundedTo(number) : FloatRange();
  return true;
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
  void set(RangeLattice *lattice, const FloatRange &range);
};

void RangeAnalysis::set(RangeLattice *lattice, const FloatRange &range) {
  Type type = getElementTypeOrSelf(lattice->getAnchor().getType());
  propagateIfChanged(lattice, lattice->join(range.roundedTo(type)));
}

LogicalResult RangeAnalysis::visitOperation(Operation *op, ArrayRef<const RangeLattice *> operands,
                                            ArrayRef<RangeLattice *> results) {
  SmallVector<FloatRange, 4> in, out;
  for (const RangeLattice *operand : operands)
    in.push_back(operand->getRange());
  if (auto model = op->getNumRegions() ? dyn_cast<RangeOpInterface>(op) : RangeOpInterface())
    for (Value inner : model.getInnerValues()) {
      in.push_back(getLatticeElementFor(getProgramPointAfter(op), inner)->getRange());
      if (in.back().isEmpty() && getNumber(inner))
        return success(); // nothing comes here yet
    }
  if (inferRanges(op, in, out))
    for (auto [lattice, range] : llvm::zip_equal(results, out))
      propagateIfChanged(lattice, lattice->join(range));
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
    if (model && argument && getNumber(argument))
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

/// The ranges of functions without control flow.
class StraightLine {
public:
  static bool holdsFor(FunctionOpInterface function) {
    Region &body = function.getFunctionBody();
    return body.hasOneBlock() &&
           llvm::all_of(body.front(), [](Operation &op) { return op.getNumRegions() == 0; });
  }
  void visit(FunctionOpInterface function);
  const FloatRange *lookup(Value value) const {
    auto it = ranges.find(value);
    return it == ranges.end() ? nullptr : &it->second;
  }

private:
  DenseMap<Value, FloatRange> ranges;
};

void StraightLine::visit(FunctionOpInterface function) {
  Block &block = function.getFunctionBody().front();
  ranges.reserve(ranges.size() + block.getNumArguments() + block.getOperations().size());
  for (BlockArgument argument : block.getArguments())
    ranges.try_emplace(argument, entryRange(argument));
  SmallVector<FloatRange, 4> in, out;
  for (Operation &op : block) {
    in.clear();
    out.clear();
    for (Value operand : op.getOperands())
      in.push_back(ranges.lookup(operand));
    if (inferRanges(&op, in, out))
      for (auto [result, range] : llvm::zip_equal(op.getResults(), out))
        ranges.try_emplace(result, range);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

struct RangeFacts::Impl {
  StraightLine straight;  ///< of functions without control flow, where nothing is called
  DataFlowSolver flowing; ///< of all others
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
  impl->flowing.load<dataflow::DeadCodeAnalysis>();
  impl->flowing.load<NoConstants>();
  impl->flowing.load<RangeAnalysis>();
  // No transfer function fails.
  if (hasCalls(root))
    (void)impl->flowing.initializeAndRun(root);
  else
    root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (StraightLine::holdsFor(function))
        impl->straight.visit(function);
      else if (!function.isExternal())
        (void)impl->flowing.initializeAndRun(function);
      return WalkResult::skip();
    });
  if (calibration)
    impl->measured.emplace(root, *calibration);
  return RangeFacts(std::move(impl));
}

const FloatRange *RangeFacts::get(Value value) const {
  const FloatRange *range = impl->straight.lookup(value);
  if (!range)
    if (const auto *lattice = impl->flowing.lookupState<RangeLattice>(value))
      range = &lattice->getRange();
  return range && !range->isEmpty() ? range : nullptr;
}

const CalibrationIndex *RangeFacts::getCalibration() const {
  return impl->measured ? &*impl->measured : nullptr;
}

const MeasuredRange *RangeFacts::getMeasured(Value value) const {
  return impl->measured ? impl->measured->lookup(value) : nullptr;
}
