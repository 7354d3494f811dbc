// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StepHarness.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <bit>
#include <cmath>
#include <cstring>

using namespace mlir;

namespace halftone::train {

namespace {

std::string tensorType(const std::vector<int64_t> &shape) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + "f32>";
}

std::string roleOf(const std::string &role, const std::string &name,
                   const std::string &group = {}) {
  std::string text = " {train.role = #train.role<" + role + ">, train.name = \"" + name + "\"";
  return text + (group.empty() ? "" : ", train.group = \"" + group + "\"") + "}";
}

std::string argumentsOf(const std::vector<GivenParam> &params) {
  std::string text;
  for (const GivenParam &param : params) {
    std::string type = ": " + tensorType(param.shape);
    text +=
        (text.empty() ? "%" : ", %") + param.name + type + roleOf("param", param.name, param.group);
    text += ", %g_" + param.name + type + roleOf("batch", "grad/" + param.name);
    text += ", %p_" + param.name + type + roleOf("batch", "plant/" + param.name);
  }
  return text;
}

/// The body up to the loss, `%loss`.
std::string lossOf(const std::vector<GivenParam> &params) {
  std::string text = "  %loss0 = train.constant dense<0.0> : tensor<f32>\n", sum = "%loss0";
  for (const GivenParam &param : params) {
    std::string type = tensorType(param.shape), dims;
    for (size_t i = 0; i < param.shape.size(); ++i)
      dims += (i ? ", " : "") + std::to_string(i);
    text += "  %m_" + param.name + " = train.multiply %g_" + param.name + ", %" + param.name +
            " : " + type + "\n";
    text += "  %r_" + param.name + " = train.reduce add %m_" + param.name + ", dims = [" + dims +
            "] : " + type + " -> tensor<f32>\n";
    text +=
        "  %s_" + param.name + " = train.add " + sum + ", %r_" + param.name + " : tensor<f32>\n";
    sum = "%s_" + param.name;
  }
  return text + "  %zero = train.constant dense<0.0> : tensor<f32>\n  %loss = train.add " + sum +
         ", %zero : tensor<f32>\n";
}

} // namespace

std::string givenGradients(const std::vector<GivenParam> &params) {
  std::string args = argumentsOf(params), loss = lossOf(params);
  std::string lossResult = "tensor<f32>" + roleOf("loss", "loss");
  std::string results, values = "%loss", types = "tensor<f32>";
  std::string backward = "  %seed = train.seed : () -> tensor<f32>\n";
  for (const GivenParam &param : params) {
    std::string type = tensorType(param.shape);
    results += ", " + type + roleOf("gradient", param.name);
    values += ", %d_" + param.name;
    types += ", " + type;
    backward += "  %b_" + param.name +
                " = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> " + type + "\n";
    backward += "  %t_" + param.name + " = train.multiply %b_" + param.name + ", %g_" + param.name +
                " : " + type + "\n";
    backward += "  %d_" + param.name + " = train.add %t_" + param.name + ", %p_" + param.name +
                " : " + type + "\n";
  }
  return "func.func @loss(" + args + ") -> (" + lossResult + ") {\n" + loss +
         "  return %loss : tensor<f32>\n}\n" + "func.func @loss_grad(" + args + ") -> (" +
         lossResult + results + ") {\n" + loss + backward + "  return " + values + " : " + types +
         "\n}\n";
}

HostTensor makeTensor(DType type, std::vector<int64_t> shape, const std::vector<double> &values) {
  HostTensor tensor(type, std::move(shape));
  EXPECT_EQ(tensor.numElements(), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setDouble(static_cast<int64_t>(i), values[i]);
  return tensor;
}

StepHarness::StepHarness(const std::string &text, const TrainBuildStepOptions &build,
                         const std::optional<TrainLossScalingOptions> &scaling, const Edit &edit) {
  DialectRegistry registry;
  registry.insert<TrainDialect, func::FuncDialect>();
  registerDecompositions(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "can't parse\n" << text;
    return;
  }
  PassManager building(&context), rest(&context);
  building.addPass(createTrainBuildStep(build));
  if (failed(building.run(*module))) {
    ADD_FAILURE() << "train-build-step failed";
    return;
  }
  if (edit)
    edit(*module);
  if (scaling)
    rest.addPass(createTrainLossScaling(*scaling));
  if (failed(rest.run(*module))) {
    ADD_FAILURE() << "train-loss-scaling failed";
    return;
  }
  evaluator = std::make_unique<reference::Evaluator>(*module);
}

/// Results by name. One that updates an argument replaces it in `state`.
Tensors StepHarness::call(llvm::StringRef function, const Tensors &args) {
  auto func = module->lookupSymbol<func::FuncOp>(function);
  std::vector<HostTensor> values;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto found = args.find(getArgName(func, i).str());
    if (found == args.end()) {
      ADD_FAILURE() << "no value for '" << getArgName(func, i).str() << "'";
      return {};
    }
    values.push_back(found->second);
  }
  FailureOr<std::vector<HostTensor>> results = evaluator->call(func, values);
  if (failed(results)) {
    ADD_FAILURE() << "'" << function.str() << "' failed";
    return {};
  }
  Tensors named;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    named[getResultName(func, i).str()] = std::move((*results)[i]);
  return named;
}

void StepHarness::init(Tensors args) {
  args["seed"] = HostTensor(DType::UI32, {2});
  state = call(kInitFunction, args);
}

void StepHarness::step(const Tensors &batch) {
  Tensors args = state;
  args.insert(batch.begin(), batch.end());
  outputs = call(kStepFunction, args);
  for (auto it = outputs.begin(); it != outputs.end();) {
    auto old = state.find(it->first);
    if (old == state.end()) {
      ++it;
      continue;
    }
    old->second = std::move(it->second);
    it = outputs.erase(it);
  }
}

int64_t placesBetween(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INT64_MAX;
  auto place = [](float value) {
    int64_t bits = std::bit_cast<int32_t>(value);
    return bits < 0 ? static_cast<int64_t>(INT32_MIN) - bits : bits;
  };
  return std::abs(place(a) - place(b));
}

void expectClose(const HostTensor &got, const float *expected, int64_t places,
                 const std::string &what) {
  ASSERT_EQ(got.dtype(), DType::F32) << what;
  for (int64_t i = 0; i < got.numElements(); ++i)
    EXPECT_LE(placesBetween(got.as<float>()[i], expected[i]), places)
        << what << " element " << i << ": got " << got.as<float>()[i] << ", expected "
        << expected[i];
}

} // namespace halftone::train
