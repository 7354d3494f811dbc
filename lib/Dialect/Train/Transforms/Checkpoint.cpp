// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-checkpoint`: recomputation for a memory budget.
//
//   1. Differentiate a copy of the loss function, and measure what its backward pass
//      holds (HeldValues). Where that fits, nothing is done.
//   2. Model the function (CheckpointModel), and plan for the budget (CheckpointPlan).
//   3. Carry the plan out on a copy, differentiate that, and measure. A plan that turns
//      out too large is made again for less, a few times.
//   4. Carry the best one out.
#include "CheckpointModel.h"
#include "Differentiate.h"
#include "HeldValues.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;

namespace halftone::train {

#define GEN_PASS_DEF_TRAINCHECKPOINT
#include "halftone/Dialect/Train/Transforms/Passes.h.inc"

namespace {

/// Bytes, or a share of what is held without checkpoints.
struct Budget {
  double number = 0;
  bool isShare = false;

  /// Null where `text` is neither.
  static std::optional<Budget> parse(StringRef text) {
    size_t end = text.find_first_not_of("0123456789.");
    StringRef digits = text.take_front(end), unit = text.substr(digits.size());
    Budget budget;
    if (digits.empty() || digits.getAsDouble(budget.number) || !(budget.number > 0))
      return std::nullopt;
    budget.isShare = unit.empty() && digits.contains('.');
    std::optional<double> factor = getUnit(unit);
    if (!factor || (budget.isShare && budget.number >= 1))
      return std::nullopt;
    budget.number *= *factor;
    if (budget.number < 9e18 && (budget.isShare || budget.number >= 1))
      return budget;
    return std::nullopt;
  }

  int64_t getBytes(int64_t held) const {
    return static_cast<int64_t>(isShare ? std::floor(number * static_cast<double>(held)) : number);
  }

private:
  static std::optional<double> getUnit(StringRef unit) {
    if (unit.empty() || unit.equals_insensitive("B"))
      return 1;
    StringRef prefixes = "KMGT";
    size_t power = prefixes.find(llvm::toUpper(unit.front()));
    StringRef rest = unit.drop_front();
    if (power == StringRef::npos ||
        !(rest.equals_insensitive("B") || rest.equals_insensitive("iB")))
      return std::nullopt;
    return std::pow(rest.size() == 2 ? 1024.0 : 1000.0, power + 1);
  }
};

std::string formatBytes(int64_t bytes) {
  static constexpr StringLiteral units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double number = static_cast<double>(bytes);
  unsigned unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(units); ++unit)
    number /= 1024;
  return unit == 0 ? llvm::formatv("{0} B", bytes).str()
                   : llvm::formatv("{0:f1} {1}", number, units[unit]).str();
}

/// A plan and what it really does.
struct Attempt {
  CheckpointPlan plan;
  HeldBytes held;
};

struct TrainCheckpoint : impl::TrainCheckpointBase<TrainCheckpoint> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run() {
    ModuleOp module = getOperation();
    std::optional<Budget> parsed = Budget::parse(budget);
    if (!parsed)
      return module.emitError("expected a checkpoint budget in bytes, as '512MiB', or a share "
                              "between 0 and 1, as '0.5', got '")
             << budget << "'";
    loss = module.lookupSymbol<func::FuncOp>(function);
    if (!loss || loss.isExternal())
      return module.emitError("no function '") << function << "' to checkpoint";
    if (!loss.getBody().hasOneBlock())
      return loss.emitError("expected a body of one block in function '") << function << "'";

    if (failed(verifyDifferentiable(loss)))
      return failure();

    FailureOr<HeldBytes> plain = differentiateCopy();
    if (failed(plain))
      return failure();
    int64_t wanted = parsed->getBytes(plain->peak);
    if (plain->peak <= wanted) {
      report(*plain, *plain, 0, wanted, /*isMet=*/true);
      return success();
    }
    CheckpointSequence sequence;
    if (failed(differentiateCopy(nullptr, &sequence)))
      return failure();
    FailureOr<Attempt> best = findPlan(sequence, *plain, wanted);
    if (failed(best))
      return failure();
    bool isMet = best->held.peak <= wanted;
    if (!isMet)
      loss.emitWarning("the checkpoint budget of ")
          << formatBytes(wanted) << " can't be met; the least is " << formatBytes(best->held.peak)
          << ", which is done";
    unsigned regions = applyPlan(loss, best->plan);
    numCheckpoints += regions;
    report(*plain, best->held, regions, wanted, isMet);
    return success();
  }

  /// Differentiates and measures a copy of the loss, with the checkpoints of `plan` where
  /// there is one; `sequence` gets the model.
  FailureOr<HeldBytes> differentiateCopy(const CheckpointPlan *plan = nullptr,
                                         CheckpointSequence *sequence = nullptr) {
    func::FuncOp copy = loss.clone();
    SymbolTable(getOperation()).insert(copy); // calls in it are looked up, and its name is new
    auto erase = llvm::scope_exit([&] { copy.erase(); });
    if (plan)
      applyPlan(copy, *plan);
    if (sequence)
      numberUnits(copy);
    if (failed(differentiateInPlace(copy)))
      return failure();
    // What backward ops share with forward ops is one value.
    OpPassManager cleanUp(func::FuncOp::getOperationName());
    cleanUp.addPass(createCSEPass());
    if (failed(runPipeline(cleanUp, copy)))
      return failure();
    if (sequence)
      *sequence = modelSequence(loss, copy);
    return measureHeld(copy);
  }

  FailureOr<Attempt> findPlan(const CheckpointSequence &sequence, const HeldBytes &plain,
                              int64_t wanted) {
    std::optional<Attempt> best;
    int64_t least = findLeastBudget(sequence);
    // The model's bytes are nearly, but not quite, those that will be measured. So where a
    // plan turns out too large, the next one is for less, and the last for the least.
    int64_t target = std::max(wanted, least);
    for (double shrink : {0.99, 0.97, 0.93, 0.85, 0.7, 0.0, 0.0}) {
      std::optional<CheckpointPlan> plan = planCheckpoints(sequence, target);
      if (!plan)
        break;
      FailureOr<HeldBytes> held = differentiateCopy(&*plan);
      if (failed(held))
        return failure();
      if (!best || held->peak < best->held.peak)
        best = Attempt{std::move(*plan), *held};
      if (held->peak <= wanted || target == least)
        break;
      double fitting = static_cast<double>(target) * wanted / held->peak;
      target = std::max(least, static_cast<int64_t>(fitting * shrink));
    }
    // A plan that holds more than none is none.
    if (!best || best->held.peak >= plain.peak)
      return Attempt{CheckpointPlan(), plain};
    return *best;
  }

  void report(const HeldBytes &before, const HeldBytes &after, unsigned regions, int64_t wanted,
              bool isMet) {
    double share = before.forwardFlops == 0
                       ? 0
                       : 100.0 * static_cast<double>(after.recomputedFlops) / before.forwardFlops;
    remark::passed(
        loss.getLoc(),
        remark::RemarkOpts::name("checkpoint").category("checkpoint").function(loss.getName()))
        << remark::add("{0} checkpoints: {1} of the forward pass held at once, {2} without; {3} "
                       "of the forward FLOPs recomputed",
                       regions, formatBytes(after.peak), formatBytes(before.peak),
                       llvm::formatv("{0:f1}%", share).str());
    loss.walk([&](CheckpointOp op) {
      remark::analysis(op.getLoc(), remark::RemarkOpts::name("checkpoint-region")
                                        .category("checkpoint")
                                        .function(loss.getName()))
          << remark::add("{0} ops are computed again{1}",
                         std::distance(op.getBody().op_begin(), op.getBody().op_end()) - 1,
                         op.getSave() == CheckpointSave::products ? ", products saved" : "");
    });
    Builder b(&getContext());
    auto number = [&](StringRef name, int64_t value) {
      return b.getNamedAttr(name, b.getI64IntegerAttr(value));
    };
    getOperation()->setAttr(
        checkpointsAttrName,
        b.getDictionaryAttr({number("budget", wanted), number("regions", regions),
                             number("held_before", before.peak), number("held_after", after.peak),
                             number("kept_after", after.kept),
                             number("forward_flops", before.forwardFlops),
                             number("recomputed_flops", after.recomputedFlops),
                             b.getNamedAttr("met", b.getBoolAttr(isMet))}));
  }

  func::FuncOp loss;
};

} // namespace

} // namespace halftone::train
