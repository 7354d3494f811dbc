// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on `train` that build and reshape the step.
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_TD
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TrainDecompose : Pass<"train-decompose"> {
  let summary = "replace composite ops by core ops";
  let description = [{
    Replaces each op that has `DecomposableOpInterface` by its decomposition, and each
    `train.checkpoint` by its body. What is computed, rounding included, stays.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "decompose only ops of these names">,
    ListOption<"except", "except", "std::string", "leave ops of these names">,
  ];
  let statistics = [Statistic<"numDecomposed", "num-decomposed", "composites replaced">];
  let dependentDialects = ["::halftone::train::TrainDialect"];
}

def TrainRaiseComposites : Pass<"train-raise-composites", "::mlir::ModuleOp"> {
  let summary = "find composites in the core ops that frameworks print";
  let description = [{
    Inlines private functions, canonicalizes, and replaces what is a composite's formula
    by the composite: softmax, log-softmax, log-sum-exp, cross-entropy (by one-hot labels
    or by a gather), layer, rms, group and batch norm, gelu (tanh and erf), logistic, silu,
    relu, embedding (by a gather or a product with one-hot rows) and attention. It runs
    before differentiation. Which spellings of them is in [StableHLO](../StableHLO.md).

    ```mlir
    %m = train.reduce max %x, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
    %mb = train.broadcast_in_dim %m, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
    %d = train.subtract %x, %mb : tensor<4x8xf32>
    %e = train.exponential %d : tensor<4x8xf32>
    %s = train.reduce add %e, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>
    %sb = train.broadcast_in_dim %s, dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
    %y = train.divide %e, %sb : tensor<4x8xf32>
    // becomes
    %y = train.softmax %x, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
    ```

    **When.** Only where it is the same function, gradient included: same dimensions, the
    same operand wherever it must be, constants within one unit in the last place of what
    they stand for, all in f32 or all in f64. What a formula does with labels that name no
    class is kept, by a select on the labels where need be. A composite is not raised
    where a value inside of it has other users, for then it would be computed twice; batch
    norm gives its statistics as results instead. Nothing is matched across
    `train.optimization_barrier`.

    **How exact.** Equal in real arithmetic; both sides round differently, by a few units
    in the last place of the largest intermediate. The exact gelu of JAX, by erfc, loses
    relative accuracy far below 0: its error there is 2^-24 · |x|. Some differences are
    named.

    - Where the formula gives NaN or infinity, the composite may give another value of
      that kind, or a finite one: in a row whose maximum is infinite, under one-hot labels
      where the logarithm of another class's probability is −∞, in a product of zeros with
      infinities.
    - A loss that is NaN because a label names no class has gradients of NaN, too.
    - Scores of attention that overflow, 2^126 and more in magnitude: a mask that selects
      or adds −∞, or a constant of −2^127 or less, blocks; a row whose own scores are that
      low gives 0.
    - Where a framework takes the variance of f32 data through f64, as torch-mlir does, a
      norm's variance in f32 over n elements adds a relative error of at most
      (n/2 + 3) · 2^-24 to rstd if summed one by one (n/2 becomes log₂ n for sums in a
      tree), and half the square of (error of the mean)/(standard deviation), an error
      that the f32 mean of the same form has to first order. That is PyTorch's own norm;
      the detour is the exporter's. `keep-f64` leaves these.
    - torch-mlir prints erf as a quotient of polynomials, which is within 1.3 · 2^-24 of
      erf, relative to erf, and its derivative within 41 · 2^-24 of erf's.

    **Rows that a mask blocks whole** are 0 in `attention`. A mask of positions (causal, a
    window) is proved to leave a key in each row, or not to. Where it may block a whole
    row, the row gets what the formula gives, by a select: NaN for −∞, the mean of the
    values for a finite constant. PyTorch's own select for such rows is `attention`'s 0.

    **Assumptions** raise more, and say what the user vouches for:

    - `finite-masks`: in each row of a mask some key is seen, with a score at least 128
      above the constant that blocked scores get. Attention is raised also for constants
      as -1e9, and without selects for rows that are blocked whole.
    - `valid-labels`: each label names a class. Cross-entropy is raised also for smoothed
      one-hot labels, whose row of another label has a value.
    - `moderate-means`: no mean is over 16 standard deviations from 0. Norms are raised
      also where the variance is E[x²] − E[x]², which loses 8 bits there, and all of them
      further out.

    Remarks `raise` say what was raised, and what was nearly raised and why not.
  }];
  let options = [
    Option<"keepF64", "keep-f64", "bool", "false", "leave norms whose variance goes through f64">,
    ListOption<"assume", "assume", "std::string", "what is known of the inputs: finite-masks, moderate-means, valid-labels">,
  ];
  let statistics = [Statistic<"numRaised", "num-raised", "composites raised">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def TrainCheckpoint : Pass<"train-checkpoint", "::mlir::ModuleOp"> {
  let summary = "choose what the backward pass computes again, for a memory budget";
  let description = [{
    Before differentiation: wraps parts of `function` in `train.checkpoint`, such that
    the forward values that the backward pass holds at once fit into `budget`, at the
    least recomputation.

    ```mlir
    %1 = train.linear %x, %w1 : …
    %2 = train.gelu %1 : …
    %3 = train.linear %2, %w2 : …
    // becomes
    %3 = train.checkpoint : … {
      %1 = train.linear %x, %w1 : …
      %2 = train.gelu %1 : …
      %3 = train.linear %2, %w2 : …
      train.yield %3 : …
    }
    ```

    **Budget.** Bytes (`512MiB`, `2GB`, `1000000`; a decimal point needs a unit), or a
    share of what is held without checkpoints, between 0 and 1 (`0.5`). Bytes count in
    the types of the loss function: where autocast runs afterwards, less is held. If
    the budget can't be met, a warning says the least that can be reached, and that is
    done.

    **What is counted.** Values that forward ops define and backward ops use; not
    arguments, constants, and what is only a view, a transpose or a broadcast of
    another value. Measured on the differentiated function, before and after. A
    recomputed part holds its values while its gradient is computed; that is part of
    what has to fit.

    **How.** Dynamic programming over cut points in the order of the text, at each of
    which few bytes cross; between two of them ops run as they are, or in a checkpoint
    that saves nothing, or the products. The body of a loop is planned in the same way;
    any other region is one op. Costs are the FLOPs of products and 16 FLOPs for each
    byte that another op reads or writes. Remarks `checkpoint` say what was chosen; the
    attribute `train.checkpoints` of the module has the numbers.
  }];
  let options = [
    Option<"function", "function", "std::string", "\"loss\"", "the loss function">,
    Option<"budget", "budget", "std::string", "\"\"", "bytes with a unit (512MiB), or a share of what is held without (0.5)">,
  ];
  let statistics = [Statistic<"numCheckpoints", "num-checkpoints", "regions made">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def TrainDifferentiate : Pass<"train-differentiate", "::mlir::ModuleOp"> {
  let summary = "add the gradient of a loss function";
  let description = [{
    Reverse-mode differentiation of `function` in its arguments of role `param`.
    Adds a function `<function>_grad` that takes the same arguments and returns the
    same results followed by one gradient for each parameter, of role `gradient` and
    the parameter's name and type. Backward ops of a precision region are in a twin
    region; each carries its forward op in its location.

    A parameter that the loss doesn't depend on gets zeros. An op without a gradient
    on the way is an error that names it.
  }];
  let options = [Option<"function", "function", "std::string", "\"loss\"", "the loss function">];
  let statistics = [Statistic<"numBackwardOps", "num-backward-ops", "ops of the backward pass">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def TrainBuildStep : Pass<"train-build-step", "::mlir::ModuleOp"> {
  let summary = "build @init, @step and @eval from a differentiated loss";
  let description = [{
    From `<function>` and `<function>_grad` builds three functions, and erases what it
    built them from:

    - `@init(params, frozen params, model state, seed) -> state`: optimizer state zero,
      moving averages at the parameters, step count zero, the seed as the key;
    - `@step(state, hyper-parameters, batch) -> (state', loss, metrics)`: gradients,
      optionally accumulated over micro-batches, norm, clip, schedule, optimizer, moving
      average;
    - `@eval(params, model state, key, hyper-parameters, batch) -> (loss, metrics)`: the
      loss as it is, so whether dropout is on is the model's matter.

    Roles tell what is what; a result names the argument that it updates.

    ```mlir
    func.func @loss(%w: tensor<4xf32> {train.role = #train.role<param>, train.name = "w"}, …)
    func.func @loss_grad(…)
    // becomes, with optimizer=sgd momentum=0.9
    func.func @init(%w: … "w", %seed: … "seed") -> (… "w", … "w/momentum_buffer", tensor<i32> "step")
    func.func @step(%w: … "w", %buffer: … "w/momentum_buffer", %n: tensor<i32> "step", %x: … "x")
        -> (… updates "w", … updates "w/momentum_buffer", … updates "step", … "loss", … "grad_norm") {
      … the loss and its gradient %g …
      %norm = train.global_norm %g : tensor<4xf32>
      %next = train.add %n, %one : tensor<i32>
      %new, %buffer2 = train.sgd %w, %g buffer %buffer lr %lr step %next momentum = 0.9 : …
    }
    func.func @eval(…)
    ```

    **Names.** State of parameter `w` is `w/exp_avg`, `w/exp_avg_sq`, `w/max_exp_avg_sq`
    or `w/momentum_buffer`, and `w/ema`. `step` counts the steps taken so far. Metrics
    are the loss function's own, `grad_norm` (of the gradients before the clip) and, where
    there is a schedule, `lr`.

    **Types.** Gradients reach the optimizer in f32. Masters and optimizer state are f32
    (f64 for a parameter in f64): a parameter in 16 bits is cast up by `@init`, and the
    loss reads its cast.

    **Learning rate.** In f64 from the step count `n` (0 in the first step), with `W` warm-up
    steps, `T` steps in all, `w` and `e` the shares at the start and the end:

        n < W:      lr · (w + (1 − w) · n/W)
        constant:   lr
        linear:     lr · (e + (1 − e) · (1 − p))               p = clamp((n − W)/(T − W), 0, 1)
        cosine:     lr · (e + (1 − e) · (1 + cos(π·p))/2)

    These are PyTorch's LinearLR and CosineAnnealingLR, and optax's
    `warmup_cosine_decay_schedule(w·lr, lr, W, T, e·lr)`.

    **Micro-batches.** The batch arguments of `@step` get a leading dimension; the gradient
    runs on one part after the other. Gradients are summed in f32 and divided at the end.
    The loss and float metrics are averaged, integer metrics summed, i1 metrics joined by
    `or`; model state goes from one part to the next.

    **Keys.** The key never changes. A step uses `fold_in(key, step)`, a micro-batch that
    folded with its number.
  }];
  let options = [
    Option<"function", "function", "std::string", "\"loss\"", "the loss function">,
    Option<"optimizer", "optimizer", "std::string", "\"adamw\"", "sgd, adam or adamw">,
    Option<"convention", "convention", "std::string", "\"torch\"", "torch or optax, where they differ">,
    Option<"learningRate", "lr", "double", "1e-3", "learning rate (peak of the schedule)">,
    Option<"schedule", "schedule", "std::string", "\"constant\"", "constant, linear or cosine, after a linear warm-up">,
    Option<"warmupSteps", "warmup-steps", "int64_t", "0", "steps of linear warm-up">,
    Option<"warmupFactor", "warmup-factor", "double", "0.0", "share of lr at the start of the warm-up">,
    Option<"totalSteps", "total-steps", "int64_t", "0", "steps of the whole schedule (linear, cosine)">,
    Option<"finalFactor", "final-factor", "double", "0.0", "share of lr at the end">,
    Option<"momentum", "momentum", "double", "0.0", "sgd: momentum">,
    Option<"dampening", "dampening", "double", "0.0", "sgd: dampening">,
    Option<"nesterov", "nesterov", "bool", "false", "sgd: Nesterov momentum">,
    Option<"beta1", "beta1", "double", "0.9", "adam: decay of the first moment">,
    Option<"beta2", "beta2", "double", "0.999", "adam: decay of the second moment">,
    Option<"eps", "eps", "double", "1e-8", "adam: epsilon">,
    Option<"amsgrad", "amsgrad", "bool", "false", "adam: keep the largest second moment">,
    Option<"weightDecay", "weight-decay", "double", "-1.0", "weight decay; negative: the optimizer's default (0.01 for adamw, else 0)">,
    Option<"maximize", "maximize", "bool", "false", "ascend instead of descend">,
    Option<"clipNorm", "clip-norm", "double", "0.0", "clip by global norm; 0: off">,
    Option<"emaDecay", "ema-decay", "double", "0.0", "moving average of parameters; 0: off">,
    Option<"microBatches", "micro-batches", "int64_t", "1", "gradient accumulation: a step's batch is this many of the loss's batch">,
    Option<"stateType", "state", "std::string", "\"f32\"", "type of masters and optimizer state: f32, or bf16 (warned)">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def TrainLossScaling : Pass<"train-loss-scaling", "::mlir::ModuleOp"> {
  let summary = "scale the loss, unscale and check gradients, gate the updates";
  let description = [{
    In `@step`: multiplies the backward seed by the scale (f32), takes the scale out of
    every gradient before its first non-linear use, checks that all gradients are
    finite, and selects the old parameters, optimizer state, model state, moving
    averages and step count where they are not. The scaler's state, keys and metrics
    are not gated. `@init` starts the scaler's state.

    ```mlir
    %seed = train.seed : () -> tensor<f32>
    … %g …
    %norm = train.global_norm %g : tensor<4xf32>
    %new = train.sgd %w, %g lr %lr step %next : …
    return %new, …
    // becomes
    %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
    … %g …
    %u = train.unscale %g by %scale : tensor<4xf32>
    %finite = train.all_finite %u : tensor<4xf32>
    %norm = train.global_norm %u : tensor<4xf32>
    %new = train.sgd %w, %u lr %lr step %next : …
    %gated = train.select %finite, %new, %w : tensor<i1>, tensor<4xf32>
    %scale2, %tracker2, %skipped2 = train.scaler_update %finite, %scale, %tracker, %skipped …
    return %gated, …, %scale2, %tracker2, %skipped2, …
    ```

    State: `scaler/scale` (f32), `scaler/growth_tracker` and `scaler/skipped` (i32, skips
    in a row). Metrics: `skipped` (i1, this step), `scale` (the one that this step used),
    `first_bad` (i32: place of the first non-finite gradient in the names of
    `train.gradient_names` on `@step`, or −1) and `unhealthy` (i1: `max-skipped` skips in a
    row).

    The check looks at the unscaled gradients: an infinity or NaN survives the multiply, and
    a multiply that overflows is a skip too. Gradients in 16 bits are cast to f32 first.
    A step without any gradient gets a warning, keeps its scale, and skips nothing.

    A step that a framework differentiated has no `train.seed` and no optimizer ops. There
    the seed is searched for: a use of a constant that goes linearly into the new parameters
    and optimizer state, and those that are added to it; each becomes a product with a
    `train.seed`. The scale comes off behind the backward pass, before what is not linear
    (a square, a norm), where a gradient meets a value without scale (`b1·m + (1-b1)·g`,
    `p - lr·g`), and in what the step returns. An op that is not linear, or adds a value
    without scale, while the backward pass goes on behind it is an error at that op.

    ```mlir
    %1 = train.multiply %onehot, %c : tensor<64x10xf32>  // %c = -1/64
    …
    %2 = train.multiply %g, %g : tensor<4xf32>           // second moment
    // becomes
    %seed = train.seed scale %scale : (tensor<f32>) -> tensor<f32>
    %s = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<64x10xf32>
    %c2 = train.multiply %c, %s : tensor<64x10xf32>
    %1 = train.multiply %onehot, %c2 : tensor<64x10xf32>
    …
    %u = train.unscale %g by %scale : tensor<4xf32>
    %2 = train.multiply %u, %u : tensor<4xf32>
    ```

    `semantics=torch` follows GradScaler to the letter, also where it loses the weights: the
    check looks before the multiply, there is no floor, the norm is accumulated in f32
    (with `mode=none` too), model state is not gated, and each `train.group` of parameters
    skips by its own check (the step count advances where any group steps).
  }];
  let options = [
    Option<"mode", "mode", "std::string", "\"dynamic\"", "dynamic, static or none">,
    Option<"semantics", "semantics", "std::string", "\"halftone\"", "halftone (safe) or torch (GradScaler exactly)">,
    Option<"initScale", "init-scale", "double", "65536.0", "first scale">,
    Option<"growthFactor", "growth-factor", "double", "2.0", "factor at growth">,
    Option<"backoffFactor", "backoff-factor", "double", "0.5", "factor at overflow">,
    Option<"growthInterval", "growth-interval", "int64_t", "2000", "finite steps before growth">,
    Option<"floorScale", "floor", "double", "-1.0", "smallest scale; negative: 2^-40 for halftone (below what 50 skips in a row reach from 2^16), 0 for torch">,
    Option<"capScale", "cap", "double", "3.4028234663852886e+38", "largest scale">,
    Option<"hysteresis", "hysteresis", "int64_t", "1", "overflows in a row before the scale backs off">,
    Option<"maxSkipped", "max-skipped", "int64_t", "50", "skips in a row at which the health flag rises">,
  ];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

def TrainWeightCopies : Pass<"train-weight-copies", "::mlir::ModuleOp"> {
  let summary = "keep a low-precision copy of each parameter that is read in low precision";
  let description = [{
    After `autocast`: where `@step` casts a parameter to one low type for its reads,
    the copy becomes derived state: the forward pass reads it, the step writes it from the
    gated master, `@init` builds it, checkpoints leave it out. `@eval` reads it where it has
    the same cast.

    ```mlir
    func.func @step(%w: tensor<4xf32> {… "w"}, …) -> (tensor<4xf32> {… updates "w"}, …) {
      %low = train.cast %w : tensor<4xf32> to tensor<4xbf16>
      … %low …
      return %new, …
    // becomes
    func.func @step(%w: tensor<4xf32> {… "w"}, %low: tensor<4xbf16> {train.copy_of = "w", … "w/bf16"}, …)
        -> (tensor<4xf32> {… updates "w"}, tensor<4xbf16> {… updates "w/bf16"}, …) {
      … %low …
      %next = train.cast %new : tensor<4xf32> to tensor<4xbf16>
      return %new, %next, …
    ```

    A parameter that is read in several low types, or through a cast that isn't to nearest
    even, has no copy.
  }];
  let statistics = [Statistic<"numCopies", "num-copies", "weight copies added">];
  let dependentDialects = ["::halftone::train::TrainDialect", "::mlir::func::FuncDialect"];
}

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_PASSES_TD
