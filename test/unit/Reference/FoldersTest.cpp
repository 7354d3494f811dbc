// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folding by evaluation: what folds, what must not, and to which bits. Also the way
// of arrays to attributes and back.
#include "halftone/Reference/Folders.h"
#include "TestTensors.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Reference/Evaluator.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

namespace {

class Folders : public testing::Test {
protected:
  Folders() {
    DialectRegistry registry;
    registry.insert<train::TrainDialect, func::FuncDialect>();
    registerReferenceFolders(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// What `@main` returns after folding, if that is a constant.
  std::optional<HostTensor> fold(const std::string &body, const std::string &type) {
    std::string text =
        "func.func @main() -> " + type + " {\n" + body + "\n  return %r : " + type + "\n}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    if (!module)
      return std::nullopt;
    EXPECT_TRUE(
        succeeded(applyPatternsGreedily(module->getOperation(), RewritePatternSet(&context))));
    auto function = module->lookupSymbol<func::FuncOp>("main");
    auto constant = function.getBody()
                        .front()
                        .getTerminator()
                        ->getOperand(0)
                        .getDefiningOp<train::ConstantOp>();
    return constant ? readAttr(constant.getValue()) : std::nullopt;
  }

  MLIRContext context;
};

TEST_F(Folders, ElementwiseToTheBitsOfEvaluation) {
  std::optional<HostTensor> got = fold(R"(
    %a = train.constant dense<[0.1, 1.0e+38, -2.5]> : tensor<3xf32>
    %e = train.exponential %a : tensor<3xf32>
    %r = train.cast %e : tensor<3xf32> to tensor<3xbf16>)",
                                       "tensor<3xbf16>");
  ASSERT_TRUE(got);
  expectSame(*got,
             tensorOf(DType::BF16, {3},
                      {static_cast<float>(std::exp(double(0.1f))), infinity,
                       static_cast<float>(std::exp(-2.5))}),
             "exp");
}

TEST_F(Folders, ManyKinds) {
  std::optional<HostTensor> got = fold(R"(
    %a = train.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %s = train.reduce add %a, dims = [0] : tensor<2x2xi32> -> tensor<2xi32>
    %b = train.constant dense<[6, 4]> : tensor<2xi32>
    %r = train.compare LT, %s, %b : tensor<2xi32>)",
                                       "tensor<2xi1>");
  ASSERT_TRUE(got);
  expectSame(*got, intsOf(DType::I1, {2}, {1, 0}), "compare");
  got = fold(R"(
    %k = train.constant dense<[1, 2]> : tensor<2xui32>
    %r = train.rng_bits philox4x32_10 %k : tensor<2xui32>)",
             "tensor<2xui32>");
  EXPECT_TRUE(got);
}

TEST_F(Folders, LeavesAlone) {
  EXPECT_FALSE(fold(R"(
    %a = train.constant dense<1.0> : tensor<f32>
    %r = train.optimization_barrier %a : tensor<f32>)",
                    "tensor<f32>"));
  EXPECT_FALSE(fold("%r = train.iota dim = 0 : tensor<4xi32>", "tensor<4xi32>"));
  EXPECT_FALSE(fold(R"(
    %a = train.constant dense<1.0> : tensor<1025xf32>
    %r = train.exponential %a : tensor<1025xf32>)",
                    "tensor<1025xf32>"));
  EXPECT_FALSE(fold(R"(
    %a = train.constant dense<1.0> : tensor<f32>
    %r = train.all_reduce add %a over "data" : tensor<f32>)",
                    "tensor<f32>"));
  EXPECT_FALSE(fold(R"(
    %i = train.iota dim = 0 : tensor<4xi32>
    %r = train.add %i, %i : tensor<4xi32>)",
                    "tensor<4xi32>"));
  // A splat of 2^20 elements is not made an array for one sum.
  EXPECT_FALSE(fold(R"(
    %a = train.constant dense<1.0> : tensor<1048576xf32>
    %r = train.reduce add %a, dims = [0] : tensor<1048576xf32> -> tensor<f32>)",
                    "tensor<f32>"));
}

TEST_F(Folders, LargestThatFolds) {
  std::optional<HostTensor> got = fold(R"(
    %a = train.constant dense<0.0> : tensor<1024xf32>
    %r = train.exponential %a : tensor<1024xf32>)",
                                       "tensor<1024xf32>");
  ASSERT_TRUE(got);
  expectSame(*got, tensorOf(DType::F32, {1024}, std::vector<double>(1024, 1)), "1024");
}

TEST_F(Folders, ArraysToAttributesAndBack) {
  for (DType type : {DType::F64, DType::F32, DType::F16, DType::BF16, DType::F8E4M3FN,
                     DType::F8E5M2, DType::I1, DType::I8, DType::I16, DType::I32, DType::I64,
                     DType::UI8, DType::UI16, DType::UI32, DType::UI64})
    for (std::vector<int64_t> shape : {std::vector<int64_t>{}, {1}, {0, 3}, {3, 5}}) {
      HostTensor tensor = randomInts(type, shape, 1, -1000000, 1000000);
      EXPECT_EQ(fromAttr(toAttr(tensor, &context)), tensor) << tensor.typeString();
      HostTensor equal(type, shape); // comes as a splat
      EXPECT_EQ(fromAttr(toAttr(equal, &context)), equal) << tensor.typeString();
      EXPECT_EQ(lookupDType(typeOf(type, &context)), type);
    }
  HostTensor nan(DType::F32, {2});
  nan.as<uint32_t>()[0] = 0xffc12345; // keeps its payload
  nan.as<uint32_t>()[1] = 0x7f800001; // and stays signalling
  EXPECT_EQ(fromAttr(toAttr(nan, &context)), nan);
  EXPECT_EQ(lookupDType(IndexType::get(&context)), std::nullopt);
  EXPECT_EQ(lookupDType(IntegerType::get(&context, 4)), std::nullopt);
  EXPECT_EQ(lookupDType(IntegerType::get(&context, 32, IntegerType::Signed)), std::nullopt);
}

TEST_F(Folders, EvaluateOneOp) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = train.add %a, %a : tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                                                             &context);
  ASSERT_TRUE(module);
  Operation *op = &module->lookupSymbol<func::FuncOp>("main").getBody().front().front();
  HostTensor x = tensorOf(DType::F32, {2}, {1, 2});
  FailureOr<std::vector<HostTensor>> got = evaluateOp(op, {x, x});
  ASSERT_TRUE(succeeded(got));
  expectSame((*got)[0], tensorOf(DType::F32, {2}, {2, 4}), "add");
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(evaluateOp(op, {x})));
  EXPECT_EQ(error, "'train.add' op expected 2 operands, got 1");
}

TEST_F(Folders, EvaluateOneOpWithRegions) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
    func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
      %0 = train.if %p : tensor<f32> {
        train.yield %a : tensor<f32>
      } else {
        %1 = train.constant dense<2.0> : tensor<f32>
        train.yield %1 : tensor<f32>
      }
      return %0 : tensor<f32>
    })",
                                                             &context);
  ASSERT_TRUE(module);
  Operation *op = &module->lookupSymbol<func::FuncOp>("main").getBody().front().front();
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  FailureOr<std::vector<HostTensor>> inner = evaluateOp(op, {intsOf(DType::I1, {}, {0})});
  ASSERT_TRUE(succeeded(inner));
  EXPECT_EQ((*inner)[0].getDouble(0), 2);
  EXPECT_TRUE(failed(evaluateOp(op, {intsOf(DType::I1, {}, {1})})));
  EXPECT_EQ(error, "'train.yield' op uses a value from outside of what is evaluated");
}

} // namespace
