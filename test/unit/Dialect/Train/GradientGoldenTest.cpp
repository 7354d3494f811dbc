// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of whole models in f32 against PyTorch's, from the corpus: the MLP and the
// transformer of golden/, at their first step. Two correct f32 implementations differ
// by 2e-7 (golden/*/noise.json); a dropped term or a wrong convention by 1e-2 or more.
#include "GradientCheck.h"

#include "halftone/Support/Npy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

using namespace halftone;
using namespace halftone::train;

namespace {

NamedArrays readGolden(const std::string &file) {
  Result<NamedArrays> arrays =
      readNpz(std::string(std::getenv("HALFTONE_CORPUS")) + "/golden/" + file);
  if (!arrays) {
    ADD_FAILURE() << arrays.error();
    return {};
  }
  return std::move(*arrays);
}

/// A loss function that is being written, with its arguments.
class Model {
public:
  explicit Model(NamedArrays init) : init(std::move(init)) {}

  /// A parameter by its name in the file; `%` and the name with `_` for `/` in the text.
  std::string param(const std::string &name) {
    const HostTensor &value = *init.find("params/" + name);
    params.push_back(name);
    return argument(name, value, "param");
  }
  std::string batch(const std::string &name, HostTensor value) {
    return argument(name, std::move(value), "batch");
  }
  /// One op; `form` starts with the op's name.
  std::string op(const std::string &form) {
    std::string name = "%v" + std::to_string(next++);
    body += "  " + name + " = train." + form + "\n";
    return name;
  }
  std::string source(const std::string &loss) const {
    return "func.func @loss(" + signature +
           ") -> (tensor<f32> {train.role = #train.role<loss>}) {\n" + body + "  return " + loss +
           " : tensor<f32>\n}\n";
  }

  NamedArrays init;
  std::vector<HostTensor> args;
  std::vector<std::string> params;

private:
  std::string argument(const std::string &name, HostTensor value, const std::string &role) {
    std::string symbol = "%" + name;
    for (char &c : symbol)
      c = c == '/' ? '_' : c;
    signature += (args.empty() ? "" : ", ") + symbol + ": " + value.typeString() +
                 " {train.role = #train.role<" + role + ">, train.name = \"" + name + "\"}";
    args.push_back(std::move(value));
    return symbol;
  }

  std::string signature, body;
  int next = 0;
};

double squaredNorm(const HostTensor &tensor) {
  double sum = 0;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    sum += tensor.getDouble(i) * tensor.getDouble(i);
  return sum;
}

/// The relative distance of all gradients together from PyTorch's; `each` gets the
/// distance of each one.
template <typename Each>
double measure(const Model &model, const std::string &loss, const NamedArrays &golden, Each each) {
  std::vector<HostTensor> results = runGradient(model.source(loss), "loss", model.args);
  if (results.size() != model.params.size() + 1)
    return HUGE_VAL;
  EXPECT_NEAR(results[0].getDouble(0), golden.find("loss")->getDouble(0), 1e-3);
  double difference = 0, total = 0;
  for (size_t p = 0; p < model.params.size(); ++p) {
    const HostTensor &got = results[p + 1];
    const HostTensor &expected = *golden.find("grads_step0/" + model.params[p]);
    if (got.shape() != expected.shape())
      return HUGE_VAL;
    HostTensor gap(DType::F64, got.shape());
    for (int64_t i = 0; i < got.numElements(); ++i)
      gap.setDouble(i, got.getDouble(i) - expected.getDouble(i));
    each(model.params[p], std::sqrt(squaredNorm(gap) / squaredNorm(expected)));
    difference += squaredNorm(gap);
    total += squaredNorm(expected);
  }
  return std::sqrt(difference / total);
}

void compare(const Model &model, const std::string &loss, const NamedArrays &golden) {
  double distance = measure(model, loss, golden, [](const std::string &name, double distance) {
    EXPECT_LE(distance, 2e-6) << name;
  });
  EXPECT_LE(distance, 1e-6);
}

/// Writes the MLP with its first batch; `precision` is put into its contractions.
std::string writeMlp(Model &model, const std::string &precision) {
  const NamedArrays &init = model.init;
  HostTensor images(DType::F32, {64, 64}), labels(DType::I32, {64});
  for (int64_t i = 0; i < 64; ++i) {
    int64_t row = init.find("batch_index")->getInt(i);
    labels.setInt(i, init.find("labels")->getInt(row));
    for (int64_t k = 0; k < 64; ++k)
      images.setDouble(i * 64 + k, init.find("images_times_16")->getDouble(row * 64 + k) / 16);
  }
  std::string x = model.batch("images", images), y = model.batch("labels", labels);
  std::string in = "tensor<64x64xf32>", hidden = "tensor<64x128xf32>", row = "tensor<128xf32>";
  for (int i = 0; i < 2; ++i) {
    std::string n = std::to_string(i), weight = i ? "tensor<128x128xf32>" : "tensor<64x128xf32>";
    std::string w = model.param("l" + n + "/w"), b = model.param("l" + n + "/b");
    std::string scale = model.param("n" + n + "/w"), bias = model.param("n" + n + "/b");
    x = model.op("linear " + x + ", " + w + ", " + b + precision + " : (" + (i ? hidden : in) +
                 ", " + weight + ", " + row + ") -> " + hidden);
    x = model.op("layer_norm " + x + " scale " + scale + " bias " + bias +
                 " axis = 1 epsilon = 1.0e-5 : (" + hidden + ", " + row + ", " + row + ") -> " +
                 hidden);
    x = model.op("gelu " + x + " approximate = tanh : " + hidden + " -> " + hidden);
  }
  std::string w = model.param("l2/w"), b = model.param("l2/b");
  x = model.op("linear " + x + ", " + w + ", " + b + precision + " : (" + hidden +
               ", tensor<128x10xf32>, tensor<10xf32>) -> tensor<64x10xf32>");
  return model.op("cross_entropy " + x + ", " + y +
                  " reduction = mean : (tensor<64x10xf32>, tensor<64xi32>) -> tensor<f32>");
}

TEST(GradientGolden, Mlp) {
  if (!std::getenv("HALFTONE_CORPUS"))
    GTEST_SKIP() << "HALFTONE_CORPUS is not set";
  Model model(readGolden("mlp/init.npz"));
  ASSERT_TRUE(model.init.find("batch_index"));
  compare(model, writeMlp(model, ""), readGolden("mlp/f32.npz"));
}

/// The bound is tight enough to tell: operands rounded to TF32 exceed it by far.
TEST(GradientGolden, MlpBoundSeesTf32) {
  if (!std::getenv("HALFTONE_CORPUS"))
    GTEST_SKIP() << "HALFTONE_CORPUS is not set";
  Model model(readGolden("mlp/init.npz"));
  ASSERT_TRUE(model.init.find("batch_index"));
  double distance = measure(model, writeMlp(model, " tf32"), readGolden("mlp/f32.npz"),
                            [](const std::string &, double) {});
  EXPECT_GT(distance, 1e-4);
  EXPECT_LT(distance, 1e-2);
}

/// The transformer's values are [8, 64, …]: batch, position.
class Transformer : public Model {
public:
  using Model::Model;
  const std::string wide = "tensor<8x64x64xf32>", heads = "tensor<8x4x64x16xf32>";

  std::string linear(const std::string &x, const std::string &w, const std::string &b, int in,
                     int out) {
    std::string i = std::to_string(in), o = std::to_string(out);
    return op("linear " + x + ", " + param(w) + ", " + param(b) + " : (tensor<8x64x" + i +
              "xf32>, tensor<" + i + "x" + o + "xf32>, tensor<" + o + "xf32>) -> tensor<8x64x" + o +
              "xf32>");
  }
  std::string norm(const std::string &x, const std::string &name) {
    return op("layer_norm " + x + " scale " + param(name + "/w") + " bias " + param(name + "/b") +
              " axis = 2 epsilon = 1.0e-5 : (" + wide + ", tensor<64xf32>, tensor<64xf32>) -> " +
              wide);
  }
  std::string add(const std::string &x, const std::string &y) {
    return op("add " + x + ", " + y + " : " + wide);
  }
  /// Part `i` of queries, keys and values, one head after the other.
  std::string split(const std::string &qkv, int i) {
    std::string part = op("slice " + qkv + ", start = [0, 0, " + std::to_string(64 * i) +
                          "], limit = [8, 64, " + std::to_string(64 * (i + 1)) +
                          "], strides = [1, 1, 1] : tensor<8x64x192xf32> -> " + wide);
    part = op("reshape " + part + " : " + wide + " -> tensor<8x64x4x16xf32>");
    return op("transpose " + part + ", perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> " + heads);
  }
  std::string block(std::string x, const std::string &h) {
    std::string qkv = linear(norm(x, h + "/ln1"), h + "/attn/wqkv", h + "/attn/bqkv", 64, 192);
    std::string q = split(qkv, 0), k = split(qkv, 1), v = split(qkv, 2);
    std::string a = op("attention " + q + ", " + k + ", " + v + " scale = 0.25 causal : (" + heads +
                       ", " + heads + ", " + heads + ") -> " + heads);
    a = op("transpose " + a + ", perm = [0, 2, 1, 3] : " + heads + " -> tensor<8x64x4x16xf32>");
    a = op("reshape " + a + " : tensor<8x64x4x16xf32> -> " + wide);
    x = add(x, linear(a, h + "/attn/wo", h + "/attn/bo", 64, 64));
    std::string m = linear(norm(x, h + "/ln2"), h + "/mlp/w1", h + "/mlp/b1", 64, 256);
    m = op("gelu " + m + " approximate = tanh : tensor<8x64x256xf32> -> tensor<8x64x256xf32>");
    return add(x, linear(m, h + "/mlp/w2", h + "/mlp/b2", 256, 64));
  }
};

TEST(GradientGolden, Transformer) {
  if (!std::getenv("HALFTONE_CORPUS"))
    GTEST_SKIP() << "HALFTONE_CORPUS is not set";
  Transformer model(readGolden("gpt/init.npz"));
  const HostTensor *tokens = model.init.find("tokens");
  ASSERT_TRUE(tokens);
  HostTensor inputs(DType::I32, {8, 64}), targets(DType::I32, {8, 64});
  for (int64_t b = 0; b < 8; ++b)
    for (int64_t t = 0; t < 64; ++t) {
      inputs.setInt(b * 64 + t, tokens->getInt(b * 65 + t));
      targets.setInt(b * 64 + t, tokens->getInt(b * 65 + t + 1));
    }
  std::string ids = model.batch("inputs", inputs), labels = model.batch("targets", targets);
  std::string table = model.param("tok"), positions = model.param("pos");
  std::string x = model.op("embedding " + table + ", " + ids +
                           " : (tensor<62x64xf32>, tensor<8x64xi32>) -> " + model.wide);
  x = model.add(x, model.op("broadcast_in_dim " + positions +
                            ", dims = [1, 2] : tensor<64x64xf32> -> " + model.wide));
  x = model.block(x, "h0");
  x = model.block(x, "h1");
  x = model.norm(x, "lnf");
  x = model.op("dot_general " + x + ", " + table + ", contract = [2] x [1] : (" + model.wide +
               ", tensor<62x64xf32>) -> tensor<8x64x62xf32>");
  std::string loss =
      model.op("cross_entropy " + x + ", " + labels +
               " reduction = mean : (tensor<8x64x62xf32>, tensor<8x64xi32>) -> tensor<f32>");
  compare(model, loss, readGolden("gpt/f32.npz"));
}

} // namespace
