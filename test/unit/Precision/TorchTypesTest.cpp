// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Under `policy=torch` every value has the element type that PyTorch measured under
// CUDA autocast: single ops in every mixture of f32, low and f64 operands, and the
// values of two models with their gradients.
#include "PrecisionRegistry.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;

namespace {

std::string goldenFolder() {
  const char *corpus = std::getenv("HALFTONE_CORPUS");
  return corpus && *corpus ? std::string(corpus) + "/golden/" : std::string();
}

#define SKIP_WITHOUT_CORPUS()                                                                      \
  if (goldenFolder().empty())                                                                      \
  GTEST_SKIP() << "HALFTONE_CORPUS is not set"

Json readGolden(const std::string &name) {
  Result<std::string> text = readFile(goldenFolder() + name);
  EXPECT_TRUE(text) << text.error();
  Result<Json> json = parseJson(text ? *text : "{}");
  EXPECT_TRUE(json) << json.error();
  return json ? *json : Json();
}

std::unique_ptr<MLIRContext> makeContext() {
  DialectRegistry registry = test::makePrecisionRegistry();
  train::registerGradients(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

LogicalResult autocast(ModuleOp module, const std::string &compute, bool differentiate) {
  PassManager pm(module.getContext());
  precision::AutocastOptions options;
  options.compute = compute;
  options.policy = "torch";
  pm.addPass(precision::createAutocast(options));
  if (differentiate)
    pm.addPass(train::createTrainDifferentiate());
  return pm.run(module);
}

std::string elementType(Value value) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(value.getType());
  return text;
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// An op by PyTorch's name, and ours as IR. `%A0` stands for operand 0, of shape A:
/// A and B are 4x8, W is 8x8, V is 8, Q is 1x2x4x8. Types are written in f32.
struct OpCase {
  const char *torch, *text;
};

void PrintTo(const OpCase &c, std::ostream *os) { *os << c.torch; }

/// `first` says which operand 0 is (an f32 argument or a low product), `others` the
/// same for the rest.
std::string moduleText(std::string text, bool firstIsLow, bool othersAreLow) {
  std::string source = R"mlir(
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8xf32>, %q: tensor<1x2x4x8xf32>,
             %ids: tensor<4xi32>, %p: tensor<4x8xi1>, %key: tensor<2xui32>, %zero: tensor<f32>) {
  %la = train.linear %a, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %lb = train.linear %b, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %lw = train.linear %w, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %lv = train.linear %v, %w : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %lq = train.linear %q, %w : (tensor<1x2x4x8xf32>, tensor<8x8xf32>) -> tensor<1x2x4x8xf32>
)mlir";
  for (size_t i = 0; i + 2 < text.size(); ++i)
    if (text[i] == '%' && text[i + 1] >= 'A' && text[i + 1] <= 'Z') {
      bool low = text[i + 2] == '0' ? firstIsLow : othersAreLow;
      text.replace(i, 3, std::string(low ? "%l" : "%") + char(text[i + 1] - 'A' + 'a'));
    }
  if (text.find("%c = ") == 0) // a constant and an op
    return source + text + "\n  return\n}\n";
  return source + "  %r = " + text + "\n  return\n}\n";
}

class TorchOpTypes : public ::testing::TestWithParam<OpCase> {};

TEST_P(TorchOpTypes, AllMixtures) {
  SKIP_WITHOUT_CORPUS();
  static const Json golden = readGolden("autocast_ops.json");
  const OpCase &c = GetParam();
  const Json *op = findMember(golden["ops"], c.torch);
  ASSERT_TRUE(op) << "no measurement of " << c.torch;
  auto context = makeContext();
  int compared = 0;
  for (std::string low : {"bf16", "f16"}) {
    for (std::string inputs :
         {std::string("f32"), low, "f32," + low, low + ",f32", std::string("f64")}) {
      const Json *measured = findMember((*op)["cases"], low + "/" + inputs);
      if (!measured || !findMember((*measured)["cuda"], "out"))
        continue;
      bool isWide = inputs == "f64";
      std::string text =
          moduleText(c.text, inputs.rfind(low, 0) == 0, inputs == low || inputs == "f32," + low);
      for (size_t at = 0; isWide && (at = text.find("f32>", at)) != std::string::npos;)
        text.replace(at, 4, "f64>");
      auto module = parseSourceString<ModuleOp>(text, context.get());
      ASSERT_TRUE(module) << text;
      ASSERT_TRUE(succeeded(autocast(*module, low, /*differentiate=*/false)));
      Block &block = module->lookupSymbol<func::FuncOp>("f").getBody().front();
      Operation *last = block.getTerminator()->getPrevNode();
      ++compared;
      EXPECT_EQ(elementType(last->getResult(0)), *asString((*measured)["cuda"]["out"]))
          << low << "/" << inputs;
    }
  }
  EXPECT_GE(compared, 2);
}

#define UNARY(torch, ours) OpCase{torch, "train." ours " %A0 : tensor<4x8xf32>"}
#define COMPOSITE(torch, ours) OpCase{torch, "train." ours " : tensor<4x8xf32> -> tensor<4x8xf32>"}
#define BINARY(torch, ours) OpCase{torch, "train." ours " %A0, %B1 : tensor<4x8xf32>"}

INSTANTIATE_TEST_SUITE_P(
    Cuda, TorchOpTypes,
    ::testing::Values(
        OpCase{"matmul", "train.dot_general %A0, %W1, contract = [1] x [0] : (tensor<4x8xf32>, "
                         "tensor<8x8xf32>) -> tensor<4x8xf32>"},
        OpCase{"linear", "train.linear %A0, %W1, %V2 : (tensor<4x8xf32>, tensor<8x8xf32>, "
                         "tensor<8xf32>) -> tensor<4x8xf32>"},
        OpCase{"linear_no_bias",
               "train.linear %A0, %W1 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>"},
        OpCase{"sdpa", "train.attention %Q0, %Q1, %Q2 scale = 0.25 : (tensor<1x2x4x8xf32>, "
                       "tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>"},
        OpCase{"layer_norm", "train.layer_norm %A0 scale %V1 bias %V2 axis = 1 epsilon = 1.0e-5 : "
                             "(tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>"},
        OpCase{"layer_norm_no_affine", "train.layer_norm %A0 axis = 1 epsilon = 1.0e-5 : "
                                       "(tensor<4x8xf32>) -> tensor<4x8xf32>"},
        OpCase{"rms_norm", "train.rms_norm %A0 scale %V1 axis = 1 epsilon = 1.0e-5 : "
                           "(tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>"},
        OpCase{"group_norm",
               "train.group_norm %A0 scale %V1 bias %V2 groups = 2 feature_dim = 1 epsilon = "
               "1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>"},
        OpCase{"batch_norm_eval",
               "train.batch_norm_inference %A0, %V1, %V2, %v, %v feature_dim = 1 epsilon = 1.0e-5 "
               ": (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> "
               "tensor<4x8xf32>"},
        COMPOSITE("softmax", "softmax %A0, dim = 1"),
        COMPOSITE("log_softmax", "log_softmax %A0, dim = 1"),
        COMPOSITE("gelu", "gelu %A0 approximate = none"),
        COMPOSITE("gelu_tanh", "gelu %A0 approximate = tanh"), COMPOSITE("silu", "silu %A0"),
        COMPOSITE("relu", "relu %A0"), COMPOSITE("dropout", "dropout %A0, %key rate = 0.5"),
        OpCase{"logsumexp", "train.logsumexp %A0, dim = 1 : tensor<4x8xf32> -> tensor<4xf32>"},
        OpCase{"cross_entropy", "train.cross_entropy %A0, %ids reduction = none : "
                                "(tensor<4x8xf32>, tensor<4xi32>) -> tensor<4xf32>"},
        OpCase{"embedding",
               "train.embedding %A0, %ids : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>"},
        UNARY("exp", "exponential"), UNARY("expm1", "exponential_minus_one"), UNARY("log", "log"),
        UNARY("log1p", "log_plus_one"), UNARY("rsqrt", "rsqrt"), UNARY("sqrt", "sqrt"),
        UNARY("tan", "tan"), UNARY("sin", "sine"), UNARY("cos", "cosine"), UNARY("tanh", "tanh"),
        UNARY("sigmoid", "logistic"), UNARY("erf", "erf"), UNARY("erfinv", "erf_inv"),
        UNARY("abs", "abs"), UNARY("neg", "negate"), UNARY("floor", "floor"),
        UNARY("round", "round_nearest_even"), UNARY("sign", "sign"), BINARY("add", "add"),
        BINARY("sub", "subtract"), BINARY("mul", "multiply"), BINARY("div", "divide"),
        BINARY("maximum", "maximum"), BINARY("minimum", "minimum"), BINARY("fmod", "remainder"),
        BINARY("atan2", "atan2"), BINARY("pow_tensor_tensor", "power")));

INSTANTIATE_TEST_SUITE_P(
    CudaMoving, TorchOpTypes,
    ::testing::Values(
        OpCase{"where", "train.select %p, %A0, %B1 : tensor<4x8xi1>, tensor<4x8xf32>"},
        OpCase{"cat", "train.concatenate %A0, %B1, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> "
                      "tensor<8x8xf32>"},
        OpCase{"sort", "train.sort %A0, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>"},
        OpCase{"sum", "train.reduce add %A0, dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>"},
        OpCase{"sum_dim", "train.reduce add %A0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>"},
        OpCase{"prod_dim", "train.reduce mul %A0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>"},
        OpCase{"amax", "train.reduce max %A0, dims = [1] : tensor<4x8xf32> -> tensor<4xf32>"},
        OpCase{"cumsum", "train.cumulative add %A0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>"},
        OpCase{"cumprod", "train.cumulative mul %A0, dim = 1 : tensor<4x8xf32> -> tensor<4x8xf32>"},
        OpCase{"max_pool2d", "train.reduce_window max %A0, window = [2, 2] strides = [2, 2] : "
                             "tensor<4x8xf32> -> tensor<2x4xf32>"},
        OpCase{"add_python_scalar", "%c = train.constant dense<0.5> : tensor<4x8xf32>\n %r = "
                                    "train.add %A0, %c : tensor<4x8xf32>"},
        OpCase{"mul_python_scalar", "%c = train.constant dense<0.5> : tensor<4x8xf32>\n %r = "
                                    "train.multiply %A0, %c : tensor<4x8xf32>"},
        OpCase{"masked_fill", "%c = train.constant dense<0.5> : tensor<4x8xf32>\n %r = "
                              "train.select %p, %c, %A0 : tensor<4x8xi1>, tensor<4x8xf32>"},
        OpCase{"square", "%c = train.constant dense<2.0> : tensor<4x8xf32>\n %r = train.power %A0, "
                         "%c : tensor<4x8xf32>"}));

//===----------------------------------------------------------------------===//
// Operands, each in a type of its own
//===----------------------------------------------------------------------===//

/// The operand types in PyTorch's own notation: "addmm(bf16, bf16, bf16) -> bf16".
std::vector<std::string> measuredOperands(const std::string &call) {
  std::vector<std::string> types;
  size_t open = call.find('('), close = call.find(')');
  for (size_t at = open + 1; at < close;) {
    size_t end = std::min(call.find(", ", at), close);
    types.push_back(call.substr(at, end - at));
    at = end + 2;
  }
  return types;
}

/// `order[i]` is the place among PyTorch's operands of ours at `i`.
struct OperandCase {
  OpCase op;
  std::vector<size_t> order;
};

void PrintTo(const OperandCase &c, std::ostream *os) { *os << c.op.torch; }

class TorchOperandTypes : public ::testing::TestWithParam<OperandCase> {};

TEST_P(TorchOperandTypes, AllMixtures) {
  SKIP_WITHOUT_CORPUS();
  static const Json golden = readGolden("autocast_ops.json");
  const OperandCase &c = GetParam();
  const Json *op = findMember(golden["ops"], c.op.torch);
  ASSERT_TRUE(op) << "no measurement of " << c.op.torch;
  auto context = makeContext();
  for (std::string low : {"bf16", "f16"})
    for (std::string inputs : {std::string("f32"), low, "f32," + low, low + ",f32"}) {
      SCOPED_TRACE(low + "/" + inputs);
      const Json *measured = findMember((*op)["cases"], low + "/" + inputs);
      ASSERT_TRUE(measured);
      std::string text =
          moduleText(c.op.text, inputs.rfind(low, 0) == 0, inputs == low || inputs == "f32," + low);
      auto module = parseSourceString<ModuleOp>(text, context.get());
      ASSERT_TRUE(module) << text;
      ASSERT_TRUE(succeeded(autocast(*module, low, /*differentiate=*/false)));
      // The op comes last, after the casts of its operands, on both sides.
      const Json &calls = (*measured)["cuda"]["forward"];
      ASSERT_TRUE(calls.is_array() && !calls.empty());
      std::vector<std::string> expected = measuredOperands(*asString(calls.back()));
      Block &block = module->lookupSymbol<func::FuncOp>("f").getBody().front();
      Operation *last = block.getTerminator()->getPrevNode();
      for (size_t i = 0; i < c.order.size(); ++i)
        EXPECT_EQ(elementType(last->getOperand(i)), expected.at(c.order[i])) << "operand " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cuda, TorchOperandTypes,
    ::testing::Values(
        // addmm has the bias first.
        OperandCase{{"linear", "train.linear %A0, %W1, %V2 : (tensor<4x8xf32>, tensor<8x8xf32>, "
                               "tensor<8xf32>) -> tensor<4x8xf32>"},
                    {1, 2, 0}},
        OperandCase{{"layer_norm",
                     "train.layer_norm %A0 scale %V1 bias %V2 axis = 1 epsilon = 1.0e-5 : "
                     "(tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>"},
                    {0, 1, 2}},
        OperandCase{{"rms_norm", "train.rms_norm %A0 scale %V1 axis = 1 epsilon = 1.0e-5 : "
                                 "(tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>"},
                    {0, 1}},
        OperandCase{{"group_norm", "train.group_norm %A0 scale %V1 bias %V2 groups = 2 feature_dim "
                                   "= 1 epsilon = 1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, "
                                   "tensor<8xf32>) -> tensor<4x8xf32>"},
                    {0, 1, 2}},
        OperandCase{{"batch_norm_eval",
                     "train.batch_norm_inference %A0, %V1, %V2, %v, %v feature_dim = 1 epsilon = "
                     "1.0e-5 : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, "
                     "tensor<8xf32>) -> tensor<4x8xf32>"},
                    {0, 1, 2, 3, 4}},
        OperandCase{{"sdpa", "train.attention %Q0, %Q1, %Q2 scale = 0.25 : (tensor<1x2x4x8xf32>, "
                             "tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>"},
                    {0, 1, 2}}));

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// The `index`th op of a name in the forward pass.
Operation *nthForward(func::FuncOp function, StringRef name, int index) {
  Operation *found = nullptr;
  function.walk([&](Operation *op) {
    if (op->getName().getStringRef() == name && !train::isBackward(op) && index-- == 0)
      found = op;
  });
  return found;
}

/// The gradient of an op's first result: what its backward ops take.
Value gradientOf(func::FuncOp function, Operation *forward) {
  Value found;
  ArrayRef<int64_t> shape = cast<ShapedType>(forward->getResult(0).getType()).getShape();
  function.walk([&](Operation *op) {
    if (found || train::getForwardLocation(op) != std::optional<Location>(forward->getLoc()))
      return;
    bool isProduct = isa<train::DotGeneralOp>(op);
    if (!isProduct && !op->getName().getStringRef().ends_with("_grad"))
      return;
    // A product of the backward pass takes the gradient on either side.
    for (Value operand : op->getOperands().take_front(isProduct ? 2 : 1))
      if (cast<ShapedType>(operand.getType()).getShape() == shape)
        found = operand;
  });
  return found;
}

struct Named {
  const char *name, *op;
  int index;
};

void compareModel(const std::string &model, const std::string &path, ArrayRef<Named> values) {
  Json golden = readGolden(model + "/trace.json");
  for (std::string low : {"bf16", "f16"}) {
    auto context = makeContext();
    auto module =
        parseSourceFile<ModuleOp>(std::string(HALFTONE_SOURCE_DIR) + "/" + path, context.get());
    ASSERT_TRUE(module);
    ASSERT_TRUE(succeeded(autocast(*module, low, /*differentiate=*/true)));
    auto function = module->lookupSymbol<func::FuncOp>("loss_grad");
    ASSERT_TRUE(function);
    const Json &types = golden[low]["types"];
    for (const Named &value : values) {
      SCOPED_TRACE(low + " " + value.name);
      const Json *expected = findMember(types["values_and_their_gradients"], value.name);
      ASSERT_TRUE(expected);
      Operation *forward = nthForward(function, value.op, value.index);
      ASSERT_TRUE(forward);
      EXPECT_EQ(elementType(forward->getResult(0)), *asString((*expected)[0]));
      // What an addition gives has its gradient's type from the users.
      if (isa<train::AddOp>(forward))
        continue;
      Value gradient = gradientOf(function, forward);
      ASSERT_TRUE(gradient);
      EXPECT_EQ(elementType(gradient), *asString((*expected)[1]));
    }
    Operation *ret = function.getBody().front().getTerminator();
    for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
      auto role = function.getResultAttrOfType<train::RoleAttr>(i, train::attr::role);
      if (role.getValue() == train::Role::loss) {
        EXPECT_EQ(elementType(ret->getOperand(i)), *asString(types["loss"]));
      }
      if (role.getValue() == train::Role::gradient) {
        EXPECT_EQ(elementType(ret->getOperand(i)), *asString(types["parameter_gradients"][0]));
      }
    }
  }
}

TEST(TorchModelTypes, Mlp) {
  SKIP_WITHOUT_CORPUS();
  compareModel("mlp", "examples/mlp/mlp.mlir",
               {{"l0", "train.linear", 0},
                {"n0", "train.layer_norm", 0},
                {"g0", "train.gelu", 0},
                {"l1", "train.linear", 1},
                {"n1", "train.layer_norm", 1},
                {"g1", "train.gelu", 1},
                {"l2", "train.linear", 2}});
}

TEST(TorchModelTypes, Gpt) {
  SKIP_WITHOUT_CORPUS();
  // Products of a layer: scores and values; additions: embedding, then two a layer.
  compareModel("gpt", "test/Integration/Inputs/gpt_explicit.mlir",
               {{"x0", "train.add", 0},
                {"scores", "train.dot_general", 0},
                {"softmax", "train.softmax", 0},
                {"h0/gelu", "train.gelu", 0},
                {"h0", "train.add", 2},
                {"scores", "train.dot_general", 2},
                {"softmax", "train.softmax", 1},
                {"h1/gelu", "train.gelu", 1},
                {"h1", "train.add", 4},
                {"lnf", "train.layer_norm", 4},
                {"logits", "train.linear", 8}});
}

/// The residual stream's gradient, which no op of its own takes: the normalisations
/// give it, in f32, as PyTorch's do.
TEST(TorchModelTypes, GptResidualGradients) {
  SKIP_WITHOUT_CORPUS();
  Json golden = readGolden("gpt/trace.json");
  auto context = makeContext();
  auto module = parseSourceFile<ModuleOp>(std::string(HALFTONE_SOURCE_DIR) +
                                              "/test/Integration/Inputs/gpt_explicit.mlir",
                                          context.get());
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(autocast(*module, "bf16", /*differentiate=*/true)));
  int seen = 0;
  module->lookupSymbol<func::FuncOp>("loss_grad").walk([&](train::LayerNormGradOp op) {
    ++seen;
    EXPECT_EQ(elementType(op->getResult(0)),
              *asString(golden["bf16"]["types"]["values_and_their_gradients"]["h0"][1]));
  });
  EXPECT_EQ(seen, 5);
}

} // namespace
