// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The learning rate of a step, from the number of steps taken before it, and the
// optimizer's ops. The formulas are in the documentation of `train-build-step`; they
// are those of PyTorch's LinearLR and CosineAnnealingLR and of optax's
// warmup_cosine_decay_schedule, in f64 scalars on the device.
#include "BuildStep.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include <numbers>

using namespace mlir;

namespace halftone::train {

/// From `share` at 0 to 1 at 1, along `way`.
static Value rescale(CoreBuilder &b, Value way, double share) {
  return share == 0.0 ? way : b.add(b.mul(way, 1.0 - share), share);
}

/// The share of the peak that is left after the warm-up, null for all of it.
static Value buildDecay(CoreBuilder &b, Value count, const StepOptions &options) {
  if (options.schedule == "constant")
    return {};
  double warmup = static_cast<double>(options.warmupSteps);
  double total = static_cast<double>(options.totalSteps);
  // progress = clamp((count − warmup) / (total − warmup), 0, 1)
  Value progress = b.div(warmup == 0.0 ? count : b.sub(count, warmup), total - warmup);
  progress = b.minimum(b.maximum(progress, 0.0), 1.0);
  Value left = options.schedule == "linear"
                   ? b.sub(1.0, progress)
                   : b.mul(b.add(b.cos(b.mul(progress, std::numbers::pi)), 1.0), 0.5);
  return rescale(b, left, options.finalFactor);
}

Value buildLearningRate(OpBuilder &builder, Location loc, Value step, const StepOptions &options) {
  CoreBuilder b(builder, loc);
  if (!isScheduled(options))
    return b.scalar(b.f64(), options.learningRate);
  Value count = b.cast(step, b.f64());
  Value factor = buildDecay(b, count, options);
  if (options.warmupSteps > 0) {
    Value length = b.like(count, static_cast<double>(options.warmupSteps));
    Value rise = rescale(b, b.div(count, length), options.warmupFactor);
    factor = b.select(b.lt(count, length), rise, factor ? factor : b.like(rise, 1.0));
  }
  return b.mul(factor, options.learningRate);
}

SmallVector<StringRef> getOptimizerSlots(const StepOptions &options) {
  if (options.optimizer == "sgd")
    return options.momentum != 0.0 ? SmallVector<StringRef>{"momentum_buffer"}
                                   : SmallVector<StringRef>{};
  SmallVector<StringRef> slots{"exp_avg", "exp_avg_sq"};
  if (options.amsgrad)
    slots.push_back("max_exp_avg_sq");
  return slots;
}

SmallVector<Value> buildUpdate(OpBuilder &builder, Location loc, const StepOptions &options,
                               Value param, Value grad, ValueRange state, Value lr, Value step,
                               bool decay) {
  bool decoupled = options.optimizer == "adamw";
  double weightDecay = options.weightDecay >= 0.0 ? options.weightDecay : decoupled ? 0.01 : 0.0;
  if (!decay)
    weightDecay = 0.0;
  SmallVector<Type> types{param.getType()};
  llvm::append_range(types, state.getTypes());
  auto number = [](double value) { return llvm::APFloat(value); };

  Operation *op;
  if (options.optimizer == "sgd") {
    op = SgdOp::create(builder, loc, types, param, grad, state.empty() ? Value() : state[0], lr,
                       step, number(options.momentum), number(options.dampening),
                       number(weightDecay), options.nesterov, options.maximize);
  } else {
    auto convention = options.convention == "optax" ? ClipConvention::optax : ClipConvention::torch;
    op = AdamOp::create(builder, loc, types, param, grad, state[0], state[1],
                        options.amsgrad ? state[2] : Value(), lr, step, number(options.beta1),
                        number(options.beta2), number(options.eps), number(weightDecay), decoupled,
                        options.maximize, convention);
  }
  return SmallVector<Value>(op->getResults());
}

} // namespace halftone::train
