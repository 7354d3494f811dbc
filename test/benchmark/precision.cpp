// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long labels, placement and rewrite take, for each op of a step.
//
//     precision-benchmark [STEP.mlir…] [--benchmark_filter=…]
//
// A step is a module of `train` ops as autocast sees it. Those that are named are
// measured, and steps of any size that are made here: a loss of so many layers,
// differentiated, with its optimizer. Times are CPU time, counters nanoseconds for each op.
//
//   min-cut, paint, promote  labels, placement and rewrite, with f32 islands apart
//   passes                   `autocast` as it runs, with ranges and islands: without and
//                            with a JSON report; `verify-precision` on what it gives; and
//                            beside them, for the machine's speed, MLIR's verifier and CSE
#include "Islands.h"
#include "Labels.h"
#include "Rewrite.h"
#include "StepParts.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Precision/Passes.h"

#include "mlir/Dialect/Func/Extensions/AllExtensions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"

#include <benchmark/benchmark.h>
#include <ctime>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

MLIRContext &getContext() {
  static MLIRContext context(
      [] {
        DialectRegistry registry;
        registry.insert<train::TrainDialect, func::FuncDialect>();
        func::registerAllExtensions(registry);
        train::registerDecompositions(registry);
        train::registerGradients(registry);
        registerPrecisionModels(registry);
        return registry;
      }(),
      MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  return context;
}

/// Layers as a transformer's: norm, two products with an activation, residual.
std::string makeLoss(int64_t layers) {
  std::string text, body;
  llvm::raw_string_ostream os(text), ops(body);
  os << "func.func @loss(%x0: tensor<4x64xf32> {train.role = #train.role<batch>, train.name = "
        "\"x\"}, %y: tensor<4xi32> {train.role = #train.role<batch>, train.name = \"y\"}";
  for (int64_t i = 0; i < layers; ++i) {
    for (auto [name, type] : {std::pair("s", "64"), {"u", "64x64"}, {"v", "64x64"}})
      os << ", %" << name << i << ": tensor<" << type
         << "xf32> {train.role = #train.role<param>, train.name = \"" << name << i << "\"}";
    ops << "  %n" << i << " = train.layer_norm %x" << i << " scale %s" << i
        << " axis = 1 epsilon = 1.0e-5 : (tensor<4x64xf32>, tensor<64xf32>) -> tensor<4x64xf32>\n"
        << "  %a" << i << " = train.linear %n" << i << ", %u" << i
        << " : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>\n"
        << "  %g" << i << " = train.gelu %a" << i
        << " approximate = tanh : tensor<4x64xf32> -> tensor<4x64xf32>\n"
        << "  %b" << i << " = train.linear %g" << i << ", %v" << i
        << " : (tensor<4x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32>\n"
        << "  %x" << i + 1 << " = train.add %x" << i << ", %b" << i << " : tensor<4x64xf32>\n";
  }
  os << ") -> (tensor<f32> {train.role = #train.role<loss>, train.name = \"loss\"}) {\n"
     << body << "  %l = train.cross_entropy %x" << layers
     << ", %y : (tensor<4x64xf32>, tensor<4xi32>) -> tensor<f32>\n"
     << "  return %l : tensor<f32>\n}\n";
  return text;
}

OwningOpRef<ModuleOp> makeStep(int64_t layers) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(makeLoss(layers), &getContext());
  PassManager pm(&getContext());
  pm.addPass(train::createTrainDifferentiate({"loss"}));
  pm.addPass(train::createTrainBuildStep());
  if (!module || failed(pm.run(*module)))
    llvm::report_fatal_error("the step could not be built");
  return module;
}

/// The function with the most ops, alone.
FunctionOpInterface findStep(ModuleOp module, int64_t &numOps) {
  FunctionOpInterface largest;
  numOps = 0;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    int64_t size = 0;
    function->walk([&](Operation *) { ++size; });
    if (size > numOps) {
      numOps = size;
      largest = function;
    }
  }
  return largest;
}

void measure(benchmark::State &state, ModuleOp module, const std::string &placement) {
  Location loc = module.getLoc();
  FailureOr<Policy> policy = Policy::create("halftone", "", loc);
  std::unique_ptr<Placement> placer = createPlacement(placement, {});
  double label = 0, island = 0, place = 0, rewrite = 0;
  int64_t numOps = 0;
  for (auto _ : state) {
    OwningOpRef<ModuleOp> copy = module.clone();
    FunctionOpInterface step = findStep(*copy, numOps);
    LabelMap labels;
    Labeller labeller(*policy, BFloat16Type::get(&getContext()), /*tf32=*/false);
    std::clock_t start = std::clock();
    if (failed(labeller.label(step, labels)))
      return state.SkipWithError("labels conflict");
    std::clock_t ruled = std::clock();
    growIslands(step, labels);
    std::clock_t labelled = std::clock();
    StepParts parts(step);
    placer->decide(step, parts, labels);
    std::clock_t placed = std::clock();
    benchmark::DoNotOptimize(rewriteFunction(step, parts, labels));
    std::clock_t end = std::clock();
    auto seconds = [](std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; };
    label += seconds(ruled - start);
    island += seconds(labelled - ruled);
    place += seconds(placed - labelled);
    rewrite += seconds(end - placed);
    state.SetIterationTime(seconds(end - start));
  }
  double scale = 1e9 / (static_cast<double>(state.iterations()) * numOps);
  state.counters["ops"] = numOps;
  state.counters["label_ns"] = label * scale;
  state.counters["island_ns"] = island * scale;
  state.counters["place_ns"] = place * scale;
  state.counters["rewrite_ns"] = rewrite * scale;
  state.counters["all_ns"] = (label + island + place + rewrite) * scale;
}

/// CPU seconds that a pass takes, MLIR's verifier behind it left out.
double timePass(ModuleOp module, std::unique_ptr<Pass> pass) {
  PassManager pm(module.getContext());
  pm.enableVerifier(false);
  pm.addPass(std::move(pass));
  std::clock_t start = std::clock();
  if (failed(pm.run(module)))
    llvm::report_fatal_error("a pass failed");
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void measurePasses(benchmark::State &state, ModuleOp module) {
  int64_t numOps = 0;
  module.walk([&](Operation *) { ++numOps; });
  SmallString<64> report;
  if (llvm::sys::fs::createTemporaryFile("report", "json", report))
    return state.SkipWithError("no temporary file could be made");
  double autocast = 0, reported = 0, checked = 0, verifier = 0, cse = 0;
  for (auto _ : state) {
    OwningOpRef<ModuleOp> copy = module.clone();
    double alone = timePass(*copy, createAutocast());
    checked += timePass(*copy, createVerifyPrecision());
    copy = module.clone();
    AutocastOptions options;
    options.reportFile = report.str().str();
    reported += timePass(*copy, createAutocast(options));
    copy = module.clone();
    std::clock_t start = std::clock();
    if (failed(verify(*copy)))
      llvm::report_fatal_error("the step is not valid");
    verifier += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    cse += timePass(*copy, createCSEPass());
    autocast += alone;
    state.SetIterationTime(alone);
  }
  llvm::sys::fs::remove(report);
  double scale = 1e9 / (static_cast<double>(state.iterations()) * numOps);
  state.counters["ops"] = numOps;
  state.counters["autocast_ns"] = autocast * scale;
  state.counters["report_ns"] = (reported - autocast) * scale;
  state.counters["verify_ns"] = checked * scale;
  state.counters["mlir_verifier_ns"] = verifier * scale;
  state.counters["mlir_cse_ns"] = cse * scale;
}

void addBenchmarks(const std::string &name, std::function<OwningOpRef<ModuleOp>()> make) {
  for (const char *placement : {"min-cut", "paint", "promote"})
    benchmark::RegisterBenchmark((name + "/" + placement).c_str(),
                                 [make, placement](benchmark::State &state) {
                                   OwningOpRef<ModuleOp> module = make();
                                   if (!module)
                                     return state.SkipWithError("the file could not be read");
                                   measure(state, *module, placement);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark((name + "/passes").c_str(),
                               [make](benchmark::State &state) {
                                 OwningOpRef<ModuleOp> module = make();
                                 if (!module)
                                   return state.SkipWithError("the file could not be read");
                                 measurePasses(state, *module);
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i)
    addBenchmarks(argv[i], [file = std::string(argv[i])] {
      return parseSourceFile<ModuleOp>(file, &getContext());
    });
  for (int64_t layers : {40, 160, 640, 2560, 6400})
    addBenchmarks("layers:" + std::to_string(layers), [layers] { return makeStep(layers); });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
