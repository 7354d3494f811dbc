// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small step as an executable: its manifest, running it with state in place, and
// what goes wrong with bad files.
#include "halftone/Reference/ReferenceDevice.h"
#include "../Support/TestFiles.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;
using namespace halftone::runtime;

namespace {

const char *const stepModule = R"(
func.func @init(%seed: tensor<2xui32> {train.role = #train.role<seed>, train.name = "seed"})
    -> (tensor<2xf32> {train.role = #train.role<param>, train.name = "w"}) {
  %0 = train.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @step(%w: tensor<2xf32> {train.role = #train.role<param>, train.name = "w"},
                %x: tensor<2xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<2xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"}) {
  %loss = train.dot_general %w, %x, contract = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %new = train.subtract %w, %x : tensor<2xf32>
  return %loss, %new : tensor<f32>, tensor<2xf32>
}
func.func private @helper(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @eval(%x: tensor<3xi32>) -> tensor<3xi32> {
  return %x : tensor<3xi32>
})";

class ReferenceDevice : public testing::Test {
protected:
  Result<std::unique_ptr<Executable>> load(const std::string &text) {
    std::string path = folder.file("step.mlir");
    writeBytes(path, text);
    return loadReferenceExecutable(path);
  }
  TestFolder folder;
};

TEST_F(ReferenceDevice, Manifest) {
  auto executable = load(stepModule);
  ASSERT_TRUE(executable) << executable.error();
  const Manifest &manifest = (*executable)->manifest();
  EXPECT_EQ(manifest.target, "reference");
  ASSERT_EQ(manifest.functions.size(), 3u);
  EXPECT_EQ(manifest.find("helper"), nullptr);

  const FunctionInfo *step = manifest.find("step");
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->symbol, "halftone_step");
  ASSERT_EQ(step->args.size(), 2u);
  EXPECT_EQ(step->args[0].name, "w");
  EXPECT_EQ(step->args[0].role, "param");
  EXPECT_EQ(step->args[0].dtype, DType::F32);
  EXPECT_EQ(step->args[0].shape, std::vector<int64_t>{2});
  EXPECT_EQ(step->args[1].role, "batch");
  ASSERT_EQ(step->results.size(), 2u);
  EXPECT_EQ(step->results[0].role, "loss");
  EXPECT_EQ(step->results[0].updates, "");
  EXPECT_EQ(step->results[1].updates, "w");

  const FunctionInfo *eval = manifest.find("eval"); // without any attribute
  ASSERT_NE(eval, nullptr);
  EXPECT_EQ(eval->args[0].name, "arg0");
  EXPECT_EQ(eval->args[0].role, "");
  EXPECT_EQ(eval->args[0].dtype, DType::I32);
  EXPECT_EQ(eval->results[0].name, "result0");
}

TEST_F(ReferenceDevice, StateIsUpdatedInPlace) {
  auto loaded = load(stepModule);
  ASSERT_TRUE(loaded) << loaded.error();
  Executable &device = **loaded;
  const FunctionInfo &init = *device.manifest().find("init"),
                     &step = *device.manifest().find("step");
  auto seed = device.allocate(init.args[0]), w = device.allocate(step.args[0]),
       x = device.allocate(step.args[1]), loss = device.allocate(step.results[0]);
  ASSERT_TRUE(seed && w && x && loss);
  ASSERT_TRUE(device.write(**x, tensorOf(DType::F32, {2}, {0.5, 0.25})));
  ASSERT_TRUE(device.run(init, {seed->get()}, {w->get()}));
  Status ran = device.run(step, {w->get(), x->get()}, {loss->get()});
  ASSERT_TRUE(ran) << ran.error();
  ASSERT_TRUE(device.run(step, {w->get(), x->get()}, {loss->get()}));

  Result<HostTensor> weights = device.read(**w, step.args[0]);
  Result<HostTensor> value = device.read(**loss, step.results[0]);
  ASSERT_TRUE(weights && value);
  expectSame(*weights, tensorOf(DType::F32, {2}, {0, 1.5}), "two updates");
  EXPECT_EQ(value->getDouble(0), 0.5 * 0.5 + 1.75 * 0.25);
}

TEST_F(ReferenceDevice, FailureOfEvaluationIsReported) {
  auto loaded = load(R"(
func.func @step(%x: tensor<2xf32>) -> tensor<4xf32> {
  %0 = train.all_gather %x, dim = 0 over "data" : tensor<2xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  ASSERT_TRUE(loaded) << loaded.error();
  const FunctionInfo &step = (*loaded)->manifest().functions[0];
  auto x = (*loaded)->allocate(step.args[0]), y = (*loaded)->allocate(step.results[0]);
  Status ran = (*loaded)->run(step, {x->get()}, {y->get()});
  ASSERT_FALSE(ran);
  EXPECT_NE(ran.error().find("step.mlir:3:8: 'train.all_gather' op cannot be evaluated"),
            std::string::npos)
      << ran.error();
}

TEST_F(ReferenceDevice, BadFiles) {
  Result<std::unique_ptr<Executable>> none = loadReferenceExecutable(folder.file("none.mlir"));
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("none.mlir"), std::string::npos) << none.error();
  auto expectError = [&](const std::string &text, const std::string &error) {
    auto loaded = load(text);
    ASSERT_FALSE(loaded) << text;
    EXPECT_NE(loaded.error().find(error), std::string::npos) << loaded.error();
  };
  expectError("func.func @step(", "step.mlir:1:");
  expectError("func.func @other() { return }",
              "expected a built step with functions 'init', 'step' or 'eval', got none of them");
  expectError("func.func @step(%x: tensor<?xf32>) { return }",
              "arg 0: expected a tensor of static shape and a host type, got 'tensor<?xf32>'");
  expectError("func.func @step(%x: index) { return }", "got 'index'");
  expectError("func.func @step(%x: tensor<4xcomplex<f32>>) { return }",
              "got 'tensor<4xcomplex<f32>>'");
}

} // namespace
