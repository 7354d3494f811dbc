// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composites that models are made of, and their gradients. Each op's meaning is its
// decomposition, computed in f32 (f64 where an operand is f64) with one rounding at
// each result. Saved statistics are extra results, `f32` or `f64`, given or not.
#ifndef HALFTONE_DIALECT_TRAIN_IR_TRAINNNOPS_TD
#define HALFTONE_DIALECT_TRAIN_IR_TRAINNNOPS_TD

include "halftone/Dialect/Train/IR/TrainBase.td"

def Train_LinearOp : Train_Composite<"linear"> {
  let summary = "affine map of the last dimension";
  let description = [{
    `x @ w + b`: operands widen to `acc`, the bias is added to the sum, and the
    result rounds once. `w` is [in, out].

    Constraints: (C1) `x` is [..., in], `w` [in, out], `b` [out]; (C2) the result is
    [..., out]; (C3) `acc` and `tf32` as for `dot_general`.

    ```mlir
    %1 = train.linear %x, %w, %b : (tensor<4x8xbf16>, tensor<8x16xbf16>, tensor<16xbf16>) -> tensor<4x16xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Train_FloatTensor:$weight, Optional<Train_FloatTensor>:$bias,
      OptionalAttr<Train_FloatTypeAttr>:$acc, UnitAttr:$tf32);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $weight (`,` $bias^)? (`acc` `=` $acc^)? (`tf32` $tf32^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{ ::mlir::FloatType getAccumulatorElementType(); }];
}

class Train_RowOp<string mnemonic, string what, string formula> : Train_Composite<mnemonic, [SameOperandsAndResultShape]> {
  let summary = what;
  let description = formula # [{ along `dimension`, with the row's maximum
    subtracted first.

    Constraints: (C1) `0 <= dimension < rank`.

    ```mlir
    %1 = train.}] # mnemonic # [{ %0, dim = 1 : tensor<4x8xbf16> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, I64Attr:$dimension);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$input `,` `dim` `=` $dimension attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}
def Train_SoftmaxOp : Train_RowOp<"softmax", "softmax", "e^x / Σ e^x">;
def Train_LogSoftmaxOp : Train_RowOp<"log_softmax", "logarithm of softmax", "x − ln Σ e^x">;

class Train_RowGradOp<string mnemonic, string what, string formula> : Train_Composite<mnemonic, [SameOperandsAndResultShape]> {
  let summary = what;
  let description = formula # [{

    Constraints: (C1) `0 <= dimension < rank`.

    ```mlir
    %1 = train.}] # mnemonic # [{ %dy, %y, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$output, I64Attr:$dimension);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $output `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
def Train_SoftmaxGradOp : Train_RowGradOp<"softmax_grad", "gradient of softmax", "y · (dy − Σ dy · y), from softmax's result `y`.">;
def Train_LogSoftmaxGradOp : Train_RowGradOp<"log_softmax_grad", "gradient of log_softmax", "dy − e^y · Σ dy, from log_softmax's result `y`.">;

def Train_LogSumExpOp : Train_Composite<"logsumexp"> {
  let summary = "logarithm of a sum of exponentials";
  let description = [{
    ln Σ e^x along `dimension`, which goes, with the maximum taken out first; a row
    of −∞ gives −∞.

    Constraints: (C1) `0 <= dimension < rank`; (C2) the result's shape is the
    operand's without it.

    ```mlir
    %1 = train.logsumexp %0, dim = 1 : tensor<4x8xbf16> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, I64Attr:$dimension);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$input `,` `dim` `=` $dimension attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Train_CrossEntropyOp : Train_Composite<"cross_entropy"> {
  let summary = "cross-entropy of logits against classes";
  let description = [{
    `−log_softmax(logits)[label]` for each row of the last dimension, mixed with the
    mean over classes by `label_smoothing`; rows whose label is `ignore_index` give 0
    and don't count in the mean (a mean over no rows is NaN, as in PyTorch). Any other
    label that names no class gives NaN. The optional second result is the log-sum-exp
    of each row.

    Constraints: (C1) `labels` has the logits' shape without the last dimension;
    (C2) the loss has rank 0 for `mean` and `sum`, the labels' shape for `none`;
    (C3) `0 <= label_smoothing <= 1`; (C4) the log-sum-exp has the labels' shape and
    the compute type.

    ```mlir
    %1 = train.cross_entropy %logits, %labels reduction = mean : (tensor<4x10xf32>, tensor<4xi32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$logits, Train_IntTensor:$labels,
      DefaultValuedAttr<Train_LossReductionAttr, "::halftone::train::LossReduction::mean">:$reduction,
      DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing, OptionalAttr<I64Attr>:$ignore_index);
  let results = (outs Train_FloatTensor:$loss, Optional<Train_WideTensor>:$lse);
  let assemblyFormat = "$logits `,` $labels (`reduction` `=` `` $reduction^)? (`smoothing` `=` $label_smoothing^)? (`ignore` `=` $ignore_index^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_CrossEntropyGradOp : Train_Composite<"cross_entropy_grad"> {
  let summary = "gradient of cross_entropy in the logits";
  let description = [{
    `(softmax(logits) − target) · d`, with `d` the loss's gradient divided by the
    number of rows that count for `mean`; 0 for ignored rows, NaN for rows whose label
    names no class. `softmax` comes from the saved log-sum-exp.

    Constraints: (C1) `labels` as for `cross_entropy`; (C2) `grad` has the loss's
    shape; (C3) `lse` has the labels' shape; (C4) the result has the logits' shape.

    ```mlir
    %1 = train.cross_entropy_grad %g, %logits, %labels, %lse reduction = mean :
        (tensor<f32>, tensor<4x10xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<4x10xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$logits, Train_IntTensor:$labels, Train_WideTensor:$lse,
      DefaultValuedAttr<Train_LossReductionAttr, "::halftone::train::LossReduction::mean">:$reduction,
      DefaultValuedAttr<F64Attr, "0.0">:$label_smoothing, OptionalAttr<I64Attr>:$ignore_index);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $logits `,` $labels `,` $lse (`reduction` `=` `` $reduction^)? (`smoothing` `=` $label_smoothing^)? (`ignore` `=` $ignore_index^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_LayerNormOp : Train_Composite<"layer_norm", [AttrSizedOperandSegments]> {
  let summary = "normalisation over the last dimensions";
  let description = [{
    `(x − mean) · rstd · scale + bias` with mean and variance over dimensions
    `axis … rank−1`, `rstd = 1/√(variance + epsilon)`, variance as the mean of
    squared deviations. Optional results: mean and rstd, of the leading shape.

    Constraints: (C1) `0 <= axis < rank`; (C2) `scale` and `bias` have the
    normalised shape; (C3) results have the input's shape, and mean and rstd, both or
    neither, the leading shape; (C4) `epsilon >= 0`.

    ```mlir
    %1 = train.layer_norm %x scale %s bias %b axis = 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Optional<Train_FloatTensor>:$scale, Optional<Train_FloatTensor>:$bias,
      I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Train_FloatTensor:$result, Variadic<Train_WideTensor>:$stats);
  let assemblyFormat = [{
    $input (`scale` $scale^)? (`bias` $bias^)? `axis` `=` $axis `epsilon` `=` $epsilon
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_LayerNormGradOp : Train_Composite<"layer_norm_grad"> {
  let summary = "gradients of layer_norm";
  let description = [{
    With `x̂ = (x − mean) · rstd` and `h = dy · scale`:
    `dx = rstd · (h − mean(h) − x̂ · mean(h · x̂))`; `dscale = Σ dy · x̂`,
    `dbias = Σ dy` over the leading dimensions. Results are dx, then dscale where
    `scale` is given, then dbias where `has_bias`.

    Constraints: (C1) `grad` and the first result have the input's shape; (C2) `mean`
    and `rstd` have the leading shape; (C3) dscale and dbias have the normalised
    shape and are there exactly when named; (C4) `0 <= axis < rank`.

    ```mlir
    %1:3 = train.layer_norm_grad %dy, %x, %mean, %rstd scale %s axis = 1 has_bias :
        (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input, Train_WideTensor:$mean, Train_WideTensor:$rstd,
      Optional<Train_FloatTensor>:$scale, I64Attr:$axis, UnitAttr:$has_bias);
  let results = (outs Train_FloatTensor:$input_grad, Variadic<Train_FloatTensor>:$param_grads);
  let assemblyFormat = [{
    $grad `,` $input `,` $mean `,` $rstd (`scale` $scale^)? `axis` `=` $axis (`has_bias` $has_bias^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_RmsNormOp : Train_Composite<"rms_norm"> {
  let summary = "normalisation by the root mean square";
  let description = [{
    `x · rstd · scale` with `rstd = 1/√(mean(x²) + epsilon)` over dimensions
    `axis … rank−1`. Optional result: rstd.

    Constraints: (C1) `0 <= axis < rank`; (C2) `scale` has the normalised shape; (C3)
    the result has the input's shape, rstd the leading shape; (C4) `epsilon >= 0`.

    ```mlir
    %1 = train.rms_norm %x scale %s axis = 1 epsilon = 1.0e-6 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Optional<Train_FloatTensor>:$scale, I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Train_FloatTensor:$result, Optional<Train_WideTensor>:$rstd);
  let assemblyFormat = "$input (`scale` $scale^)? `axis` `=` $axis `epsilon` `=` $epsilon attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_RmsNormGradOp : Train_Composite<"rms_norm_grad"> {
  let summary = "gradients of rms_norm";
  let description = [{
    With `x̂ = x · rstd` and `h = dy · scale`: `dx = rstd · (h − x̂ · mean(h · x̂))`;
    `dscale = Σ dy · x̂`, a result where `scale` is given.

    Constraints: (C1) `grad` and the first result have the input's shape; (C2) `rstd`
    has the leading shape; (C3) dscale is there exactly when `scale` is; (C4)
    `0 <= axis < rank`.

    ```mlir
    %1:2 = train.rms_norm_grad %dy, %x, %rstd scale %s axis = 1 :
        (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input, Train_WideTensor:$rstd,
      Optional<Train_FloatTensor>:$scale, I64Attr:$axis);
  let results = (outs Train_FloatTensor:$input_grad, Optional<Train_FloatTensor>:$scale_grad);
  let assemblyFormat = "$grad `,` $input `,` $rstd (`scale` $scale^)? `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_GroupNormOp : Train_Composite<"group_norm", [AttrSizedOperandSegments]> {
  let summary = "normalisation over groups of features";
  let description = [{
    Splits dimension `feature_dim` into `num_groups` groups and normalises each group
    of each row of dimension 0 over its features and all other dimensions, then
    scales and shifts each feature. Optional results: mean and rstd, [N, groups].

    Constraints: (C1) `1 <= feature_dim < rank`; (C2) `num_groups` divides it; (C3)
    `scale` and `bias` have one element for each feature; (C4) the result has the
    input's shape; mean and rstd, both or neither, are [N, groups]; (C5)
    `epsilon >= 0`.

    ```mlir
    %1 = train.group_norm %x scale %s bias %b groups = 2 feature_dim = 3 epsilon = 1.0e-5 :
        (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x4x4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Optional<Train_FloatTensor>:$scale, Optional<Train_FloatTensor>:$bias,
      I64Attr:$num_groups, I64Attr:$feature_dim, F64Attr:$epsilon);
  let results = (outs Train_FloatTensor:$result, Variadic<Train_WideTensor>:$stats);
  let assemblyFormat = [{
    $input (`scale` $scale^)? (`bias` $bias^)? `groups` `=` $num_groups `feature_dim` `=` $feature_dim `epsilon` `=` $epsilon
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_GroupNormGradOp : Train_Composite<"group_norm_grad"> {
  let summary = "gradients of group_norm";
  let description = [{
    As `layer_norm_grad`, over groups.

    Constraints: (C1) `grad` and the first result have the input's shape; (C2) `mean`
    and `rstd` are [N, groups]; (C3) dscale and dbias have one element for each
    feature and are there exactly when named; (C4) `feature_dim` and `num_groups` as
    for `group_norm`.

    ```mlir
    %1:3 = train.group_norm_grad %dy, %x, %mean, %rstd scale %s groups = 2 feature_dim = 3 has_bias :
        (tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input, Train_WideTensor:$mean, Train_WideTensor:$rstd,
      Optional<Train_FloatTensor>:$scale, I64Attr:$num_groups, I64Attr:$feature_dim, UnitAttr:$has_bias);
  let results = (outs Train_FloatTensor:$input_grad, Variadic<Train_FloatTensor>:$param_grads);
  let assemblyFormat = [{
    $grad `,` $input `,` $mean `,` $rstd (`scale` $scale^)? `groups` `=` $num_groups `feature_dim` `=` $feature_dim
    (`has_bias` $has_bias^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_BatchNormTrainingOp : Train_Composite<"batch_norm_training"> {
  let summary = "normalisation over the batch, with running statistics";
  let description = [{
    Normalises each feature (dimension `feature_dim`) over all other dimensions, and
    moves the running statistics: `running' = (1 − momentum) · running + momentum ·
    batch`, the variance there divided by n − 1 (PyTorch's convention; `momentum` is
    the share of the new value). Results: normalised input, running mean, running
    variance, and optionally the batch's mean and rstd.

    Constraints: (C1) `0 <= feature_dim < rank`; (C2) all parameters and statistics
    have one element for each feature; (C3) the first result has the input's shape;
    (C4) `epsilon >= 0`; (C5) there are at least two values for each feature.

    ```mlir
    %1:3 = train.batch_norm_training %x, %s, %b, %rm, %rv feature_dim = 3 epsilon = 1.0e-5 momentum = 0.1 :
        (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Train_FloatTensor:$scale, Train_FloatTensor:$bias,
      Train_FloatTensor:$running_mean, Train_FloatTensor:$running_var,
      I64Attr:$feature_dim, F64Attr:$epsilon, F64Attr:$momentum);
  let results = (outs Train_FloatTensor:$result, Train_FloatTensor:$new_running_mean, Train_FloatTensor:$new_running_var,
      Variadic<Train_WideTensor>:$stats);
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `,` $running_mean `,` $running_var `feature_dim` `=` $feature_dim `epsilon` `=` $epsilon
    `momentum` `=` $momentum attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_BatchNormGradOp : Train_Composite<"batch_norm_grad"> {
  let summary = "gradients of batch_norm_training";
  let description = [{
    As `layer_norm_grad`, for each feature over the batch. Results: dx, dscale, dbias.

    Constraints: (C1) `0 <= feature_dim < rank`; (C2) statistics and parameters have
    one element for each feature; (C3) `grad` and the first result have the input's
    shape.

    ```mlir
    %1:3 = train.batch_norm_grad %dy, %x, %s, %mean, %rstd feature_dim = 3 :
        (tensor<2x4x4x8xf32>, tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input, Train_FloatTensor:$scale,
      Train_WideTensor:$mean, Train_WideTensor:$rstd, I64Attr:$feature_dim);
  let results = (outs Train_FloatTensor:$input_grad, Train_FloatTensor:$scale_grad, Train_FloatTensor:$bias_grad);
  let assemblyFormat = [{
    $grad `,` $input `,` $scale `,` $mean `,` $rstd `feature_dim` `=` $feature_dim attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_BatchNormInferenceOp : Train_Composite<"batch_norm_inference"> {
  let summary = "normalisation by running statistics";
  let description = [{
    `(x − mean) · rstd · scale + bias` for each feature, with
    `rstd = 1/√(variance + epsilon)`.

    Constraints: (C1) `0 <= feature_dim < rank`; (C2) parameters and statistics have
    one element for each feature; (C3) the result has the input's shape; (C4)
    `epsilon >= 0`.

    ```mlir
    %1 = train.batch_norm_inference %x, %s, %b, %rm, %rv feature_dim = 3 epsilon = 1.0e-5 :
        (tensor<2x4x4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x4x4x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Train_FloatTensor:$scale, Train_FloatTensor:$bias,
      Train_FloatTensor:$mean, Train_FloatTensor:$variance, I64Attr:$feature_dim, F64Attr:$epsilon);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `,` $mean `,` $variance `feature_dim` `=` $feature_dim `epsilon` `=` $epsilon
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class Train_Activation<string mnemonic, string what, string formula> : Train_Composite<mnemonic, [SameOperandsAndResultShape]> {
  let summary = what;
  let description = formula # [{

    ```mlir
    %1 = train.}] # mnemonic # [{ %0 : tensor<4x8xbf16> -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
}
class Train_ActivationGrad<string mnemonic, string what, string formula> : Train_Composite<mnemonic, [SameOperandsAndResultShape]> {
  let summary = what;
  let description = formula # [{

    ```mlir
    %1 = train.}] # mnemonic # [{ %dy, %x : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $input attr-dict `:` functional-type(operands, results)";
}
def Train_ReluOp : Train_Activation<"relu", "rectifier", "`max(x, 0)`; NaN stays NaN. Its gradient at 0 is 0.">;
def Train_ReluGradOp : Train_ActivationGrad<"relu_grad", "gradient of relu", "`x > 0 ? dy : 0`.">;
def Train_SiluOp : Train_Activation<"silu", "x times its logistic", "`x / (1 + e^−x)`.">;
def Train_SiluGradOp : Train_ActivationGrad<"silu_grad", "gradient of silu", "`dy · s · (1 + x · (1 − s))` with `s = 1/(1 + e^−x)`.">;

def Train_GeluOp : Train_Composite<"gelu", [SameOperandsAndResultShape]> {
  let summary = "Gaussian error linear unit";
  let description = [{
    `x/2 · (1 + erf(x/√2))`, or with `approximate = tanh`
    `x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³)))`.

    ```mlir
    %1 = train.gelu %0 approximate = tanh : tensor<4x8xbf16> -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input,
      DefaultValuedAttr<Train_GeluApproximationAttr, "::halftone::train::GeluApproximation::none">:$approximate);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$input (`approximate` `=` `` $approximate^)? attr-dict `:` type($input) `->` type($result)";
}
def Train_GeluGradOp : Train_Composite<"gelu_grad", [SameOperandsAndResultShape]> {
  let summary = "gradient of gelu";
  let description = [{
    `dy` times the derivative of `gelu` at `x`.

    ```mlir
    %1 = train.gelu_grad %dy, %x approximate = tanh : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$input,
      DefaultValuedAttr<Train_GeluApproximationAttr, "::halftone::train::GeluApproximation::none">:$approximate);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $input (`approximate` `=` `` $approximate^)? attr-dict `:` functional-type(operands, results)";
}

def Train_AttentionOp : Train_Composite<"attention"> {
  let summary = "scaled dot-product attention";
  let description = [{
    `softmax(scale · q kᵀ + mask) v` on [batch, heads, length, depth]. Scores,
    mask and softmax are f32; the probabilities round to `operand_type` (the
    queries' element type unless given) as operand of the second product; products
    accumulate in f32. A mask is added where it is float, and blocks where it is i1
    and false; `causal` blocks keys after the query, counted from the ends. A row
    with everything blocked gives 0. The optional second result is each row's
    log-sum-exp.

    The order of summation and the maximum against which probabilities are formed
    are free: the contract is an error bound (see the rationale).

    Constraints: (C1) `q` is [B, H, T, D], `k` [B, H, S, D], `v` [B, H, S, E]; (C2)
    the mask broadcasts to [B, H, T, S]; (C3) the result is [B, H, T, E], the
    log-sum-exp [B, H, T].

    ```mlir
    %1 = train.attention %q, %k, %v scale = 0.25 causal : (tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>) -> tensor<2x4x8x16xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$query, Train_FloatTensor:$key, Train_FloatTensor:$value, Optional<Train_Tensor>:$mask,
      F64Attr:$scale, UnitAttr:$causal, OptionalAttr<Train_FloatTypeAttr>:$operand_type);
  let results = (outs Train_FloatTensor:$result, Optional<Train_WideTensor>:$lse);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? `scale` `=` $scale (`causal` $causal^)?
    (`operand_type` `=` $operand_type^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_AttentionGradOp : Train_Composite<"attention_grad"> {
  let summary = "gradients of attention";
  let description = [{
    dq, dk, dv from `attention`'s operands, its result and log-sum-exp. The
    probabilities are recomputed from the log-sum-exp; P and dS = scale · P ∘ (dP − D),
    with D the row sums of dO ∘ O, round to `operand_type` as operands of the products.
    The mask gets no gradient.

    Constraints: (C1) shapes as for `attention`; (C2) `grad` and `output` have its
    result's shape; (C3) the results have the shapes of `q`, `k`, `v`.

    ```mlir
    %1:3 = train.attention_grad %dy, %q, %k, %v, %y, %lse scale = 0.25 causal :
        (tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8xf32>)
        -> (tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>, tensor<2x4x8x16xbf16>)
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_FloatTensor:$query, Train_FloatTensor:$key, Train_FloatTensor:$value,
      Train_FloatTensor:$output, Train_WideTensor:$lse, Optional<Train_Tensor>:$mask,
      F64Attr:$scale, UnitAttr:$causal, OptionalAttr<Train_FloatTypeAttr>:$operand_type);
  let results = (outs Train_FloatTensor:$query_grad, Train_FloatTensor:$key_grad, Train_FloatTensor:$value_grad);
  let assemblyFormat = [{
    $grad `,` $query `,` $key `,` $value `,` $output `,` $lse (`mask` $mask^)? `scale` `=` $scale (`causal` $causal^)?
    (`operand_type` `=` $operand_type^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Train_DropoutOp : Train_Composite<"dropout"> {
  let summary = "random zeros";
  let description = [{
    Keeps element `i` where word `i` of `rng_bits philox4x32_10` under `key`, as a
    fraction of 2^32, is at least `rate`, and divides it by `1 − rate`; else 0. Its
    gradient is the same op on the gradient: the mask is drawn again.

    Constraints: (C1) `0 <= rate < 1`; (C2) the result has the input's shape.

    ```mlir
    %1 = train.dropout %0, %key rate = 0.1 : tensor<4x8xbf16> -> tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$input, Train_Key:$key, F64Attr:$rate);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$input `,` $key `rate` `=` $rate attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

def Train_EmbeddingOp : Train_Composite<"embedding"> {
  let summary = "rows of a table by index";
  let description = [{
    Row `ids[…]` of `table`, rounded to the result's type. An index outside the table
    is clamped to it.

    Constraints: (C1) `table` is [V, D]; (C2) the result is [ids…, D].

    ```mlir
    %1 = train.embedding %table, %ids : (tensor<16x8xf32>, tensor<4x2xi32>) -> tensor<4x2x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$table, Train_IntTensor:$ids);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$table `,` $ids attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Train_EmbeddingGradOp : Train_Composite<"embedding_grad"> {
  let summary = "gradient of embedding in the table";
  let description = [{
    Adds each row of `grad` to the table row of its index; accumulates in f32 (f64
    for f64) in the order of the indices and rounds once.

    Constraints: (C1) `grad` is [ids…, D]; (C2) the result is [V, D].

    ```mlir
    %1 = train.embedding_grad %dy, %ids : (tensor<4x2x8xbf16>, tensor<4x2xi32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Train_FloatTensor:$grad, Train_IntTensor:$ids);
  let results = (outs Train_FloatTensor:$result);
  let assemblyFormat = "$grad `,` $ids attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // HALFTONE_DIALECT_TRAIN_IR_TRAINNNOPS_TD
