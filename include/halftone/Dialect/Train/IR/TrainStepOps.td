// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composites of the training step: the backward seed, loss scaling, clipping,
// optimizers, moving averages. Hyper-parameters that never change are attributes,
// in f64; those that do are scalars: a learning rate is f64 where it must match PyTorch
// to the last place (its scalars are Python floats, rounded to f32 once), else f32.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINSTEPOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINSTEPOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

def Train_SeedOp : Train_Composite<"seed"> {
  let summary = "the gradient of the loss in itself";
  let description = [{
    1, or `scale` under loss scaling: where the backward pass starts. Kept apart from
    a constant so that loss scaling and the verifier find it.

    Constraints: (C1) `scale` has the result's type.

    ```mlir
    %0 = train.seed : () -> tensor<f32>
    %1 = train.seed scale %s : (tensor<f32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Optional<Train_ScalarWide>:$scale);
  let results = (outs Train_ScalarWide:$result);
  let assemblyFormat = "(`scale` $scale^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_UnscaleOp : Train_Composite<"unscale"> {
  let summary = "gradients without the loss scale";
  let description = [{
    `inverse = f32(1 / f64(scale))`; each gradient times `inverse` in f32 (unchanged
    where `inverse` is exactly 1), as GradScaler does.

    Constraints: (C1) each result has its gradient's type; (C2) gradients are f32 (or
    f64).

    ```mlir
    %1:2 = train.unscale %a, %b by %s : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_WideTensor>:$grads, Train_ScalarF32:$scale);
  let results = (outs Variadic<Train_WideTensor>:$results);
  let assemblyFormat = "$grads `by` $scale attr-dict `:` custom<SameTypes>(type($grads), type($results))";
  let hasVerifier = 1;
}

def Train_AllFiniteOp : Train_Composite<"all_finite"> {
  let summary = "whether every element of every tensor is finite";
  let description = [{
    Subnormals are finite. True for no operands.

    ```mlir
    %1 = train.all_finite %a, %b : tensor<4xf32>, tensor<8xf32>
    %2 = train.all_finite none
    ```
  }];
  let arguments = (ins Variadic<Train_FloatTensor>:$inputs);
  let results = (outs Train_ScalarBool:$result);
  let assemblyFormat = "($inputs^ `:` type($inputs)):(`none`)? attr-dict";
}

def Train_FirstNonFiniteOp : Train_Composite<"first_non_finite"> {
  let summary = "which tensor is the first with a non-finite element";
  let description = [{
    The position of the first operand that holds an infinity or NaN, or −1.

    ```mlir
    %1 = train.first_non_finite %a, %b : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_FloatTensor>:$inputs);
  let results = (outs Train_ScalarI32:$result);
  let assemblyFormat = "($inputs^ `:` type($inputs)):(`none`)? attr-dict";
}

def Train_ScalerUpdateOp : Train_Composite<"scaler_update"> {
  let summary = "next loss scale";
  let description = [{
    GradScaler's update, on the device. Where `finite` is false: `scale ← f32(f64(scale) ·
    backoff)`, not below `floor`, from the `hysteresis`-th overflow in a row on (NVIDIA's
    hysteresis; 1 acts at once); tracker ← 0; skipped ← skipped + 1.
    Otherwise `t = tracker + 1`; at `t == interval` the scale becomes
    `f32(f64(scale) · growth)` if that is finite and not above `cap`, and tracker ← 0 either
    way; else tracker ← t; skipped ← 0.

    Constraints: (C1) `growth >= 1`, `0 < backoff <= 1`, `interval >= 1`; (C2)
    `0 <= floor <= cap`; (C3) `hysteresis >= 1`.

    ```mlir
    %1:3 = train.scaler_update %finite, %scale, %tracker, %skipped growth = 2.0 backoff = 0.5 interval = 2000
    ```
  }];
  let arguments = (ins Train_ScalarBool:$finite, Train_ScalarF32:$scale, Train_ScalarI32:$tracker, Train_ScalarI32:$skipped,
      F64Attr:$growth, F64Attr:$backoff, I64Attr:$interval,
      DefaultValuedAttr<F64Attr, "0.0">:$floor, DefaultValuedAttr<F64Attr, "3.4028234663852886e+38">:$cap,
      DefaultValuedAttr<I64Attr, "1">:$hysteresis);
  let results = (outs Train_ScalarF32:$new_scale, Train_ScalarI32:$new_tracker, Train_ScalarI32:$new_skipped);
  let assemblyFormat = [{
    $finite `,` $scale `,` $tracker `,` $skipped `growth` `=` $growth `backoff` `=` $backoff `interval` `=` $interval
    (`floor` `=` $floor^)? (`cap` `=` $cap^)? (`hysteresis` `=` $hysteresis^)? attr-dict
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$finite, "::mlir::Value":$scale, "::mlir::Value":$tracker,
      "::mlir::Value":$skipped, "double":$growth, "double":$backoff, "int64_t":$interval, "double":$floor, "double":$cap,
      "int64_t":$hysteresis)>];
  let hasVerifier = 1;
}

def Train_GlobalNormOp : Train_Composite<"global_norm", [DeclareOpInterfaceMethods<GradientConsumerOpInterface>]> {
  let summary = "Euclidean norm of all tensors together";
  let description = [{
    √(Σ x²) over every element of every operand, accumulated in f64 so that squares
    neither overflow nor vanish, rounded once to f32. With `f32_accumulation` squares
    and sums are f32, one norm for each tensor and then the norm of the norms, as
    PyTorch does.

    ```mlir
    %1 = train.global_norm %a, %b : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_FloatTensor>:$inputs, UnitAttr:$f32_accumulation);
  let results = (outs Train_ScalarF32:$result);
  let assemblyFormat = "($inputs^ `:` type($inputs)):(`none`)? (`f32_accumulation` $f32_accumulation^)? attr-dict";
}

def Train_ClipByGlobalNormOp : Train_Composite<"clip_by_global_norm", [DeclareOpInterfaceMethods<GradientConsumerOpInterface>]> {
  let summary = "gradients scaled to a norm";
  let description = [{
    `torch`: times `min(1, max_norm / (norm + 1e-6))`, always. `optax`: unchanged
    where `norm < max_norm`, else `g / norm · max_norm`.

    Constraints: (C1) `max_norm > 0`; (C2) each result has its gradient's type.

    ```mlir
    %1:2 = train.clip_by_global_norm %a, %b norm %n max_norm = 1.0 : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Train_FloatTensor>:$grads, Train_ScalarF32:$norm, F64Attr:$max_norm,
      DefaultValuedAttr<Train_ClipConventionAttr, "::halftone::train::ClipConvention::torch">:$convention);
  let results = (outs Variadic<Train_FloatTensor>:$results);
  let assemblyFormat = "$grads `norm` $norm `max_norm` `=` $max_norm (`convention` `=` `` $convention^)? attr-dict `:` custom<SameTypes>(type($grads), type($results))";
  let hasVerifier = 1;
}

def Train_SgdOp : Train_Composite<"sgd", [DeclareOpInterfaceMethods<GradientConsumerOpInterface>]> {
  let summary = "stochastic gradient descent, one parameter";
  let description = [{
    PyTorch's SGD, in the parameter's compute type:

        g ← fma(weight_decay, p, g)                              (where weight_decay ≠ 0; −g first with maximize)
        buf ← step == 1 ? g : fma(1 − dampening, g, buf · momentum)
        g ← nesterov ? fma(momentum, buf, g) : buf
        p ← fma(−lr, g, p)

    `step` counts from 1 and includes this update; `−lr` and `1 − dampening` are f64,
    rounded once. Results: the parameter, then the momentum buffer where one is given.

    Constraints: (C1) gradient, buffer and results have the parameter's shape; (C2) a
    buffer is given exactly when `momentum` is not 0; (C3) `nesterov` needs momentum
    and no dampening; (C4) hyper-parameters are not negative.

    ```mlir
    %1:2 = train.sgd %p, %g buffer %b lr %lr step %t momentum = 0.9 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$param, Train_FloatTensor:$grad, Optional<Train_FloatTensor>:$buffer,
      Train_ScalarWide:$lr, Train_ScalarI32:$step, DefaultValuedAttr<F64Attr, "0.0">:$momentum,
      DefaultValuedAttr<F64Attr, "0.0">:$dampening, DefaultValuedAttr<F64Attr, "0.0">:$weight_decay,
      UnitAttr:$nesterov, UnitAttr:$maximize);
  let results = (outs Train_FloatTensor:$new_param, Optional<Train_FloatTensor>:$new_buffer);
  let assemblyFormat = [{
    $param `,` $grad (`buffer` $buffer^)? `lr` $lr `step` $step (`momentum` `=` $momentum^)? (`dampening` `=` $dampening^)?
    (`weight_decay` `=` $weight_decay^)? (`nesterov` $nesterov^)? (`maximize` $maximize^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_AdamOp : Train_Composite<"adam", [DeclareOpInterfaceMethods<GradientConsumerOpInterface>]> {
  let summary = "Adam or AdamW, one parameter";
  let description = [{
    With `t = step`, scalars computed in f64 and rounded to f32 once:

        p ← p · (1 − lr · weight_decay)        (decoupled: AdamW)      or   g ← fma(weight_decay, p, g)   (Adam)
        m ← fma(1 − b1, g − m, m)
        v ← fma((1 − b2) · g, g, v · b2)
        p ← p + (−(lr / (1 − b1^t))) · m / (√v / √(1 − b2^t) + eps)

    With `amsgrad` the largest v so far takes v's place in the last line. With
    `convention = optax` the last lines are optax's: `m̂ = m/(1 − b1^t)`,
    `v̂ = v/(1 − b2^t)`, `p ← p − lr · (m̂ / (√v̂ + eps) + weight_decay · p)`, and the
    moments are `m ← (1 − b1) · g + b1 · m`, `v ← (1 − b2) · g² + b2 · v`; the largest
    v̂ is kept with `amsgrad`, and without `decoupled` it is `g ← g + weight_decay · p`.
    Results: parameter, m, v, and the largest v where given.

    Constraints: (C1) gradient, moments and results have the parameter's shape; (C2)
    `0 <= beta < 1`, `eps >= 0`, `weight_decay >= 0`; (C3) the optional operand and
    result come together.

    ```mlir
    %1:3 = train.adam %p, %g, %m, %v lr %lr step %t beta1 = 0.9 beta2 = 0.999 eps = 1.0e-8 weight_decay = 0.01 decoupled :
        (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$param, Train_FloatTensor:$grad, Train_FloatTensor:$exp_avg, Train_FloatTensor:$exp_avg_sq,
      Optional<Train_FloatTensor>:$max_exp_avg_sq, Train_ScalarWide:$lr, Train_ScalarI32:$step,
      F64Attr:$beta1, F64Attr:$beta2, F64Attr:$eps, DefaultValuedAttr<F64Attr, "0.0">:$weight_decay,
      UnitAttr:$decoupled, UnitAttr:$maximize,
      DefaultValuedAttr<Train_ClipConventionAttr, "::halftone::train::ClipConvention::torch">:$convention);
  let results = (outs Train_FloatTensor:$new_param, Train_FloatTensor:$new_exp_avg, Train_FloatTensor:$new_exp_avg_sq,
      Optional<Train_FloatTensor>:$new_max_exp_avg_sq);
  let assemblyFormat = [{
    $param `,` $grad `,` $exp_avg `,` $exp_avg_sq (`amsgrad` $max_exp_avg_sq^)? `lr` $lr `step` $step
    `beta1` `=` $beta1 `beta2` `=` $beta2 `eps` `=` $eps (`weight_decay` `=` $weight_decay^)? (`decoupled` $decoupled^)?
    (`maximize` $maximize^)? (`convention` `=` `` $convention^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_EmaOp : Train_Composite<"ema", [AllTypesMatch<["average", "result"]>]> {
  let summary = "exponential moving average";
  let description = [{
    `fma(1 − decay, value − average, average)`.

    Constraints: (C1) `value` has the average's shape; (C2) `0 <= decay <= 1`.

    ```mlir
    %1 = train.ema %avg, %p decay = 0.999 : tensor<8xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$average, Train_FloatTensor:$value, F64Attr:$decay);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$average `,` $value `decay` `=` $decay attr-dict `:` type($average) `,` type($value)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINSTEPOPS_TD
