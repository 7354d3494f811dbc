// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a loss function to a mixed-precision training step, as one pipeline:
// `halftone-step{amp=bf16 optimizer=adamw …}`.
#ifndef HALFTONE_PIPELINES_STEPPIPELINE_H
#define HALFTONE_PIPELINES_STEPPIPELINE_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <string>

namespace halftone::pipelines {

struct StepPipelineOptions : mlir::PassPipelineOptions<StepPipelineOptions> {
  Option<std::string> function{*this, "function", llvm::cl::desc("the loss function"),
                               llvm::cl::init("loss")};
  Option<std::string> amp{
      *this, "amp", llvm::cl::desc("precision: off, auto (by target), bf16, f16, fp8 or tf32"),
      llvm::cl::init("off")};
  Option<std::string> policy{*this, "policy", llvm::cl::desc("halftone, torch or grappler"),
                             llvm::cl::init("halftone")};
  Option<std::string> policyFile{*this, "policy-file",
                                 llvm::cl::desc("rules that go before the policy's")};
  Option<std::string> placement{
      *this, "placement", llvm::cl::desc("min-cut, promote or paint (default: the policy's)")};
  Option<std::string> narrow{
      *this, "narrow",
      llvm::cl::desc("values (what lies between f32 values stays f32) or bytes (it may be low "
                     "where that moves fewer bytes; default: the policy's)")};
  Option<std::string> target{*this, "target", llvm::cl::desc("cpu, sm_80, …"),
                             llvm::cl::init("cpu")};
  Option<bool> emulate{*this, "emulate", llvm::cl::desc("allow a precision that the target lacks"),
                       llvm::cl::init(false)};
  Option<std::string> precisionReport{*this, "precision-report",
                                      llvm::cl::desc("write every precision decision here (JSON)")};
  Option<std::string> autocastReport{
      *this, "autocast-report", llvm::cl::desc("write the layers and their precision here (HTML)")};
  Option<std::string> calibration{
      *this, "calibration",
      llvm::cl::desc("measured ranges, as halftone-run --record-ranges writes them: they decide "
                     "beside what is proved")};
  Option<std::string> explain{
      *this, "explain",
      llvm::cl::desc("print why what has this name (a layer, an op, a line, a parameter) got its "
                     "precision")};

  Option<std::string> fp8Recipe{*this, "fp8-recipe",
                                llvm::cl::desc("scales by the amax of the last steps (delayed) or "
                                               "the tensor's own (current)"),
                                llvm::cl::init("delayed")};
  Option<int64_t> fp8History{*this, "fp8-history",
                             llvm::cl::desc("steps of the amax history (delayed)"),
                             llvm::cl::init(16)};
  Option<int64_t> fp8Margin{*this, "fp8-margin",
                            llvm::cl::desc("powers of two between amax and the largest value"),
                            llvm::cl::init(0)};
  Option<std::string> fp8Format{*this, "fp8-format",
                                llvm::cl::desc("hybrid (gradients in E5M2) or e4m3"),
                                llvm::cl::init("hybrid")};
  Option<bool> fp8Last{*this, "fp8-last",
                       llvm::cl::desc("the last product before the loss in fp8, too"),
                       llvm::cl::init(false)};
  Option<bool> fp8AnyScale{*this, "fp8-any-scale",
                           llvm::cl::desc("scales that are no powers of two"),
                           llvm::cl::init(false)};

  Option<std::string> checkpointBudget{
      *this, "checkpoint-budget",
      llvm::cl::desc("recompute activations so that those held fit: bytes (512MiB), or a share "
                     "of what is held without (0.5)")};

  Option<std::string> optimizer{*this, "optimizer", llvm::cl::desc("sgd, adam or adamw"),
                                llvm::cl::init("adamw")};
  Option<std::string> convention{*this, "convention",
                                 llvm::cl::desc("torch or optax, where they differ"),
                                 llvm::cl::init("torch")};
  Option<double> learningRate{*this, "lr", llvm::cl::desc("learning rate (peak of the schedule)"),
                              llvm::cl::init(1e-3)};
  Option<std::string> schedule{*this, "schedule", llvm::cl::desc("constant, linear or cosine"),
                               llvm::cl::init("constant")};
  Option<int64_t> warmupSteps{*this, "warmup-steps", llvm::cl::desc("steps of linear warm-up"),
                              llvm::cl::init(0)};
  Option<double> warmupFactor{*this, "warmup-factor",
                              llvm::cl::desc("share of lr at the start of the warm-up"),
                              llvm::cl::init(0.0)};
  Option<int64_t> totalSteps{*this, "total-steps", llvm::cl::desc("steps of the whole schedule"),
                             llvm::cl::init(0)};
  Option<double> finalFactor{*this, "final-factor", llvm::cl::desc("share of lr at the end"),
                             llvm::cl::init(0.0)};
  Option<double> momentum{*this, "momentum", llvm::cl::desc("sgd: momentum"), llvm::cl::init(0.0)};
  Option<double> dampening{*this, "dampening", llvm::cl::desc("sgd: dampening"),
                           llvm::cl::init(0.0)};
  Option<bool> nesterov{*this, "nesterov", llvm::cl::desc("sgd: Nesterov momentum"),
                        llvm::cl::init(false)};
  Option<double> beta1{*this, "beta1", llvm::cl::desc("adam: decay of the first moment"),
                       llvm::cl::init(0.9)};
  Option<double> beta2{*this, "beta2", llvm::cl::desc("adam: decay of the second moment"),
                       llvm::cl::init(0.999)};
  Option<double> eps{*this, "eps", llvm::cl::desc("adam: epsilon"), llvm::cl::init(1e-8)};
  Option<bool> amsgrad{*this, "amsgrad", llvm::cl::desc("adam: keep the largest second moment"),
                       llvm::cl::init(false)};
  Option<double> weightDecay{*this, "weight-decay",
                             llvm::cl::desc("negative: the optimizer's default"),
                             llvm::cl::init(-1.0)};
  Option<double> clipNorm{*this, "clip-norm", llvm::cl::desc("clip by global norm; 0: off"),
                          llvm::cl::init(0.0)};
  Option<double> emaDecay{*this, "ema-decay",
                          llvm::cl::desc("moving average of parameters; 0: off"),
                          llvm::cl::init(0.0)};
  Option<int64_t> microBatches{*this, "micro-batches", llvm::cl::desc("gradient accumulation"),
                               llvm::cl::init(1)};
  Option<std::string> stateType{
      *this, "state", llvm::cl::desc("masters and optimizer state: f32, or bf16 (warned)"),
      llvm::cl::init("f32")};

  Option<std::string> scaling{
      *this, "loss-scaling",
      llvm::cl::desc("auto (dynamic for f16, else none), dynamic, static or none"),
      llvm::cl::init("auto")};
  Option<std::string> scalingSemantics{*this, "loss-scaling-semantics",
                                       llvm::cl::desc("halftone (safe) or torch (exact)"),
                                       llvm::cl::init("halftone")};
  Option<double> initScale{*this, "init-scale", llvm::cl::desc("first loss scale"),
                           llvm::cl::init(65536.0)};
  Option<double> growthFactor{*this, "growth-factor", llvm::cl::desc("factor at growth"),
                              llvm::cl::init(2.0)};
  Option<double> backoffFactor{*this, "backoff-factor", llvm::cl::desc("factor at overflow"),
                               llvm::cl::init(0.5)};
  Option<int64_t> growthInterval{
      *this, "growth-interval", llvm::cl::desc("finite steps before growth"), llvm::cl::init(2000)};
  Option<int64_t> hysteresis{*this, "hysteresis",
                             llvm::cl::desc("overflows in a row before the scale backs off"),
                             llvm::cl::init(1)};
  Option<bool> weightCopies{*this, "weight-copies",
                            llvm::cl::desc("keep low-precision copies of the weights as state"),
                            llvm::cl::init(true)};
};

/// Adds the passes, each with the reason for its place. Fails, with a message, on
/// options that contradict each other.
llvm::LogicalResult
buildStepPipeline(mlir::OpPassManager &pm, const StepPipelineOptions &options,
                  llvm::function_ref<llvm::LogicalResult(const llvm::Twine &)> error);

void registerStepPipeline();

} // namespace halftone::pipelines

#endif // HALFTONE_PIPELINES_STEPPIPELINE_H
