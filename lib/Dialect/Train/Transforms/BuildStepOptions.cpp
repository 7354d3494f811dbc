// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the options of `train-build-step` may be, alone and together.
#include "BuildStep.h"
#include "OptionText.h"

#include <cmath>

using namespace mlir;

namespace halftone::train {

namespace {
/// Checks one after the other; the first that fails is an error at `loc`.
class OptionChecker {
public:
  explicit OptionChecker(Location loc) : loc(loc) {}

  bool oneOf(StringRef option, StringRef value, ArrayRef<StringRef> allowed) {
    if (llvm::is_contained(allowed, value))
      return true;
    InFlightDiagnostic error = emitError(loc)
                               << "option '" << option << "' can't be '" << value << "', expected ";
    for (auto [i, name] : llvm::enumerate(allowed))
      error << (i == 0 ? "'" : i + 1 == allowed.size() ? " or '" : ", '") << name << "'";
    return false;
  }

  /// `low <= value`, and `value < high` where `high` is finite.
  bool inRange(StringRef option, double value, double low, double high = INFINITY) {
    if (value >= low && value < high)
      return true;
    InFlightDiagnostic error = emitError(loc)
                               << "option '" << option << "' is " << spell(value) << ", expected ";
    if (std::isinf(high))
      error << "a finite number that isn't below " << spell(low);
    else
      error << "at least " << spell(low) << " and less than " << spell(high);
    return false;
  }

  bool that(bool holds, const Twine &message) {
    if (!holds)
      emitError(loc) << message;
    return holds;
  }

private:
  Location loc;
};
} // namespace

static bool checkSchedule(OptionChecker &check, const StepOptions &options) {
  return check.oneOf("schedule", options.schedule, {"constant", "linear", "cosine"}) &&
         check.inRange("lr", options.learningRate, 0.0) &&
         check.that(options.warmupSteps >= 0, "option 'warmup-steps' is negative") &&
         check.inRange("warmup-factor", options.warmupFactor, 0.0) &&
         check.inRange("final-factor", options.finalFactor, 0.0) &&
         check.that(options.schedule == "constant" || options.totalSteps > options.warmupSteps,
                    "schedule '" + Twine(options.schedule) +
                        "' needs option 'total-steps', more than the " +
                        Twine(options.warmupSteps) + " of the warm-up; got " +
                        Twine(options.totalSteps));
}

static bool checkSgd(OptionChecker &check, const StepOptions &options) {
  return check.inRange("momentum", options.momentum, 0.0) &&
         check.inRange("dampening", options.dampening, 0.0) &&
         check.that(!options.nesterov || options.momentum > 0.0,
                    "option 'nesterov' needs 'momentum'") &&
         check.that(!options.nesterov || options.dampening == 0.0,
                    "option 'nesterov' excludes 'dampening'") &&
         check.that(options.dampening == 0.0 || options.momentum > 0.0,
                    "option 'dampening' needs 'momentum'") &&
         check.that(options.dampening == 0.0 || options.convention != "optax",
                    "optax has no 'dampening'") &&
         check.that(!options.amsgrad, "option 'amsgrad' needs optimizer 'adam' or 'adamw'");
}

static bool checkAdam(OptionChecker &check, const StepOptions &options) {
  return check.that(options.momentum == 0.0 && options.dampening == 0.0 && !options.nesterov,
                    "options 'momentum', 'dampening' and 'nesterov' need optimizer 'sgd'") &&
         check.inRange("beta1", options.beta1, 0.0, 1.0) &&
         check.inRange("beta2", options.beta2, 0.0, 1.0) &&
         check.inRange("eps", options.eps, 0.0) &&
         check.that(!options.amsgrad || options.convention != "optax",
                    "option 'amsgrad' follows PyTorch's convention only");
}

LogicalResult verifyStepOptions(const StepOptions &options, Location loc) {
  OptionChecker check(loc);
  return success(
      check.oneOf("optimizer", options.optimizer, {"sgd", "adam", "adamw"}) &&
      check.oneOf("convention", options.convention, {"torch", "optax"}) &&
      check.oneOf("state", options.stateType, {"f32", "bf16"}) && checkSchedule(check, options) &&
      (options.optimizer == "sgd" ? checkSgd(check, options) : checkAdam(check, options)) &&
      check.that(std::isfinite(options.weightDecay), "option 'weight-decay' isn't finite") &&
      check.inRange("clip-norm", options.clipNorm, 0.0) &&
      check.inRange("ema-decay", options.emaDecay, 0.0, 1.0) &&
      check.that(options.microBatches >= 1, "option 'micro-batches' is " +
                                                Twine(options.microBatches) +
                                                ", expected 1 or more"));
}

} // namespace halftone::train
