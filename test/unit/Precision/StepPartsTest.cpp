// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward, backward and optimizer: in a step with the marks of differentiation, and in the
// same step without any.
#include "StepParts.h"

#include "halftone/Precision/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringMap.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone::precision;

namespace {

/// SGD with momentum of w in loss = sum(exp(x w)), in core ops. BACK stands where JAX says
/// that an op was transposed.
constexpr StringLiteral step = R"mlir(
func.func @step(%w: tensor<4x4xf32> {train.role = #train.role<param>, train.name = "w"},
                %m: tensor<4x4xf32> {train.role = #train.role<opt_state>, train.name = "m"},
                %x: tensor<4x4xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<4x4xf32> {train.role = #train.role<param>, train.updates = "w"},
        tensor<4x4xf32> {train.role = #train.role<opt_state>, train.updates = "m"},
        tensor<f32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %lr = train.constant dense<0.1> : tensor<f32> loc("constant")
  %rate = train.broadcast_in_dim %lr, dims = [] : tensor<f32> -> tensor<4x4xf32> loc("rate")
  %y = train.dot_general %x, %w, contract = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("product")
  %e = train.exponential %y : tensor<4x4xf32> loc("exp")
  %loss = train.reduce add %e, dims = [0, 1] : tensor<4x4xf32> -> tensor<f32> loc("loss")
  %g = train.dot_general %x, %e, contract = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("BACKgrad")
  %n = train.add %m, %g : tensor<4x4xf32> loc("momentum")
  %u = train.multiply %n, %rate : tensor<4x4xf32> loc("update")
  %v = train.subtract %w, %u : tensor<4x4xf32> loc("new")
  return %v, %n, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}
)mlir";

class Parts : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    DialectRegistry registry;
    registerPrecisionModels(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<halftone::train::TrainDialect, func::FuncDialect>();
    std::string text = step.str();
    text.replace(text.find("BACK"), 4, GetParam());
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }
  /// The part of each op, by the last piece of its name.
  llvm::StringMap<Part> partsByName() {
    auto function = *module->getOps<func::FuncOp>().begin();
    StepParts parts(function);
    llvm::StringMap<Part> found;
    for (Operation &op : function.getBody().front())
      if (auto named = dyn_cast<NameLoc>(op.getLoc()))
        found[named.getName().getValue().rsplit('/').second.empty()
                  ? named.getName().getValue()
                  : named.getName().getValue().rsplit('/').second] = parts.get(&op);
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_P(Parts, OfEachOp) {
  llvm::StringMap<Part> parts = partsByName();
  for (StringRef name : {"product", "exp", "loss"})
    EXPECT_EQ(parts.lookup(name), Part::Forward) << name.str();
  EXPECT_EQ(parts.lookup("grad"), Part::Backward);
  for (StringRef name : {"momentum", "update", "new", "rate"})
    EXPECT_EQ(parts.lookup(name), Part::Optimizer) << name.str();
}

TEST_P(Parts, WhatIsKeptIsCountedOnce) {
  StepParts parts(*module->getOps<func::FuncOp>().begin());
  EXPECT_EQ(parts.countKeptBytes(), 64) << "the exponential; x is an argument";
}

TEST_P(Parts, Traffic) {
  StepParts::Traffic traffic = StepParts(*module->getOps<func::FuncOp>().begin()).countTraffic();
  EXPECT_EQ(traffic.forward, 3 * 64 + 2 * 64 + 64 + 4);
  EXPECT_EQ(traffic.backward, 3 * 64);
  // The rate is one number everywhere: it is not read.
  EXPECT_EQ(traffic.optimizer, 3 * 64 + 2 * 64 + 3 * 64);
}

INSTANTIATE_TEST_SUITE_P(Steps, Parts, testing::Values("jit(step)/transpose(jvp(net))/", ""),
                         [](const auto &info) { return info.param.empty() ? "Bare" : "Marked"; });

/// What returns may stand in any block; a branch has no results of the function.
TEST(StepParts, OfSeveralBlocks) {
  DialectRegistry registry;
  registerPrecisionModels(registry);
  registry.insert<halftone::train::TrainDialect, func::FuncDialect, cf::ControlFlowDialect>();
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"mlir(
func.func @step(%x: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32> {train.role = #train.role<loss>, train.name = "loss"}) {
  %a = train.negate %x : tensor<4xf32>
  %b = train.exponential %x : tensor<4xf32>
  %u = train.sine %x : tensor<4xf32>
  cf.cond_br %c, ^bb1, ^bb2(%b, %b : tensor<4xf32>, tensor<4xf32>)
^bb1:
  return %a : tensor<4xf32>
^bb2(%p: tensor<4xf32>, %q: tensor<4xf32>):
  %s = train.add %p, %b : tensor<4xf32>
  return %s : tensor<4xf32>
}
)mlir",
                                                             &context);
  ASSERT_TRUE(module);
  StepParts parts(*module->getOps<func::FuncOp>().begin());
  module->walk([&](Operation *op) {
    if (isa<halftone::train::NegOp, halftone::train::ExpOp, halftone::train::AddOp>(op)) {
      EXPECT_EQ(parts.get(op), Part::Forward);
    } else if (isa<halftone::train::SineOp>(op)) {
      EXPECT_EQ(parts.get(op), Part::Backward) << "no loss needs it";
    }
  });
}

} // namespace
