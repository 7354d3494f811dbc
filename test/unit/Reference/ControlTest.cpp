// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions, calls, barriers, collectives, composites, the trace, and every
// diagnostic of the evaluator.
#include "RunModule.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

HostTensor scalar(double value) { return tensorOf(DType::F32, {}, {value}); }

HostTensor evaluateOne(const std::string &module, const std::vector<HostTensor> &args) {
  RunOutcome outcome = runModule(module, args);
  EXPECT_EQ(outcome.error, "");
  return outcome.results.size() == 1 ? outcome.results[0] : HostTensor(DType::F32, {1});
}

TEST(Control, ForCountsAndCarries) {
  // x ← 2x + i, four times; the body uses a value from outside.
  HostTensor got = evaluateOne(R"(
    func.func @main(%x: tensor<f32>, %two: tensor<f32>) -> tensor<f32> {
      %1 = train.for %i times 4 carry (%c = %x) : tensor<f32> {
        %n = train.cast %i : tensor<i32> to tensor<f32>
        %2 = train.fma %c, %two, %n : tensor<f32>
        train.yield %2 : tensor<f32>
      }
      return %1 : tensor<f32>
    })",
                               {scalar(1), scalar(2)});
  EXPECT_EQ(got.getDouble(0), (((1 * 2 + 0) * 2 + 1) * 2 + 2) * 2 + 3);
}

TEST(Control, ForOfNoTrips) {
  HostTensor got = evaluateOne(R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %1 = train.for %i times 0 carry (%c = %x) : tensor<f32> {
        %2 = train.add %c, %c : tensor<f32>
        train.yield %2 : tensor<f32>
      }
      return %1 : tensor<f32>
    })",
                               {scalar(3)});
  EXPECT_EQ(got.getDouble(0), 3);
}

const char *const doubleUntil = R"(
  func.func @main(%x: tensor<f32>, %limit: tensor<f32>) -> tensor<f32> {
    %1 = train.while (%c = %x) : tensor<f32> cond {
      %p = train.compare LT, %c, %limit : tensor<f32>
      train.yield %p : tensor<i1>
    } do {
      %2 = train.add %c, %c : tensor<f32>
      train.yield %2 : tensor<f32>
    }
    return %1 : tensor<f32>
  })";

TEST(Control, While) {
  EXPECT_EQ(evaluateOne(doubleUntil, {scalar(3), scalar(20)}).getDouble(0), 24);
  EXPECT_EQ(evaluateOne(doubleUntil, {scalar(3), scalar(1)}).getDouble(0), 3);
}

TEST(Control, If) {
  for (int64_t p : {0, 1}) {
    HostTensor got = evaluateOne(R"(
      func.func @main(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
        %1 = train.if %p : tensor<f32> {
          %2 = train.add %a, %b : tensor<f32>
          train.yield %2 : tensor<f32>
        } else {
          train.yield %b : tensor<f32>
        }
        return %1 : tensor<f32>
      })",
                                 {intsOf(DType::I1, {}, {p}), scalar(1), scalar(5)});
    EXPECT_EQ(got.getDouble(0), p ? 6 : 5);
  }
}

TEST(Control, PrecisionRegionIsIdentity) {
  HostTensor got = evaluateOne(R"(
    func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %1 = train.precision bf16 : tensor<f32> {
        %2 = train.add %a, %a : tensor<f32>
        train.yield %2 : tensor<f32>
      }
      return %1 : tensor<f32>
    })",
                               {scalar(1 + 0x1p-20)});
  EXPECT_EQ(got.getDouble(0), 2 + 0x1p-19);
}

TEST(Control, CallsAndCustomGradients) {
  HostTensor got = evaluateOne(R"(
    func.func private @square(%x: tensor<f32>) -> tensor<f32> {
      %0 = train.multiply %x, %x : tensor<f32>
      return %0 : tensor<f32>
    }
    func.func private @forward(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
      %0 = func.call @square(%x) : (tensor<f32>) -> tensor<f32>
      %1 = train.add %0, %x : tensor<f32>
      return %1, %0 : tensor<f32>, tensor<f32>
    }
    func.func private @backward(%r: tensor<f32>, %dy: tensor<f32>) -> tensor<f32> {
      return %dy : tensor<f32>
    }
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = train.custom_gradient @forward, @backward(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    })",
                               {scalar(3)});
  EXPECT_EQ(got.getDouble(0), 12);
}

TEST(Control, BarriersAndCollectivesForward) {
  HostTensor x = tensorOf(DType::F32, {2}, {1, notANumber});
  HostTensor got = evaluateOne(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = train.optimization_barrier %x : tensor<2xf32>
      %1 = train.stop_gradient %0 : tensor<2xf32>
      %2 = train.all_reduce add %1 over "data" : tensor<2xf32>
      %3 = train.all_gather %2, dim = 0 over "data" : tensor<2xf32> -> tensor<2xf32>
      %4 = train.reduce_scatter add %3, dim = 0 over "data" : tensor<2xf32> -> tensor<2xf32>
      return %4 : tensor<2xf32>
    })",
                               {x});
  expectSame(got, x, "forwarded");
}

TEST(Control, CompositesAreDecomposed) {
  HostTensor x = tensorOf(DType::BF16, {2, 3}, {1, 2, 3, -100, 100, 100});
  RunOutcome outcome =
      runModule(functionOf("train.softmax %a, dim = 1 : tensor<2x3xbf16> -> tensor<2x3xf32>", {x},
                           {"tensor<2x3xf32>"}),
                {x});
  ASSERT_EQ(outcome.error, "");
  double sum = std::exp(-2.0) + std::exp(-1.0) + 1;
  double expected[] = {std::exp(-2.0) / sum, std::exp(-1.0) / sum, 1 / sum, 0, 0.5, 0.5};
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_NEAR(outcome.results[0].getDouble(i), expected[i], 1e-7);
  EXPECT_EQ(outcome.trace, std::vector<std::string>{"train.softmax"});
}

TEST(Control, TraceSeesEachOpOfEachTurn) {
  RunOutcome outcome = runModule(R"(
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %1 = train.for %i times 2 carry (%c = %x) : tensor<f32> {
        %2 = train.add %c, %c : tensor<f32>
        train.yield %2 : tensor<f32>
      }
      return %1 : tensor<f32>
    })",
                                 {scalar(3)});
  EXPECT_EQ(outcome.trace, (std::vector<std::string>{"train.add", "train.add", "train.for"}));
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void expectError(const std::string &module, const std::vector<HostTensor> &args,
                 const std::string &text, bool decompose = true) {
  RunOutcome outcome = runModule(module, args, "main", decompose);
  EXPECT_NE(outcome.error.find(text), std::string::npos) << "got: " << outcome.error;
  EXPECT_TRUE(outcome.results.empty());
}

const char *const identity = R"(
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> })";

TEST(ControlErrors, Arguments) {
  expectError(identity, {}, "expected 1 arguments, got 0");
  expectError(identity, {scalar(1)},
              "expected argument 0 of type 'tensor<2xf32>', got tensor<f32>");
  expectError(identity, {HostTensor(DType::F16, {2})},
              "expected argument 0 of type 'tensor<2xf32>', got tensor<2xf16>");
}

TEST(ControlErrors, CompositeThatMayNotBeDecomposed) {
  HostTensor x(DType::F32, {2, 3});
  expectError(functionOf("train.softmax %a, dim = 1 : tensor<2x3xf32> -> tensor<2x3xf32>", {x},
                         {"tensor<2x3xf32>"}),
              {x}, "'train.softmax' op is not an op that the reference evaluator knows", false);
}

TEST(ControlErrors, FunctionsWithoutBody) {
  expectError("func.func private @main(tensor<2xf32>) -> tensor<2xf32>", {},
              "has no body to evaluate");
  expectError(R"(
    func.func private @missing(tensor<2xf32>) -> tensor<2xf32>
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = func.call @missing(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
              {HostTensor(DType::F32, {2})}, "calls 'missing', which has no body here");
}

TEST(ControlErrors, EndlessRecursion) {
  expectError(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = func.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
              {HostTensor(DType::F32, {2})}, "calls more than 256 functions deep");
}

TEST(ControlErrors, CollectiveOfManyDevices) {
  expectError(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {
      %0 = train.all_gather %x, dim = 0 over "data" : tensor<2xf32> -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })",
              {HostTensor(DType::F32, {2})},
              "cannot be evaluated on one device: expected the operand's type 'tensor<2xf32>', got "
              "'tensor<4xf32>'");
}

} // namespace
