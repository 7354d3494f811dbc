// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomStep.h"

#include "RandomGraph.h"

using namespace halftone::fuzz;

namespace {

const std::string data = "tensor<8x8xf32>", vector = "tensor<8xf32>", column = "tensor<8x1xf32>",
                  scalar = "tensor<f32>";

/// Writes the loss: `%x` is always the last layer's output, of type `data`.
class ModelWriter {
public:
  explicit ModelWriter(uint64_t seed) : draw(seed) {}

  RandomModel write();

private:
  using Layer = void (ModelWriter::*)();

  std::string parameter(const std::string &type) {
    std::string id = "%p" + std::to_string(numParameters);
    parameters += "    " + id + ": " + type +
                  " {train.role = #train.role<param>, train.name = \"p" +
                  std::to_string(numParameters++) + "\"},\n";
    return id;
  }
  std::string fresh() { return "%v" + std::to_string(numValues++); }
  std::string emit(const std::string &text) {
    std::string value = fresh();
    body += "  " + value + " = " + text + "\n";
    return value;
  }
  std::string apply(const std::string &op, const std::string &a, const std::string &type) {
    return emit("train." + op + " " + a + " : " + type);
  }
  std::string apply(const std::string &op, const std::string &a, const std::string &b,
                    const std::string &type) {
    return emit("train." + op + " " + a + ", " + b + " : " + type);
  }
  std::string splat(const std::string &number, const std::string &type) {
    return emit("train.constant dense<" + number + "> : " + type);
  }
  std::string sumOfRows(const std::string &a, const char *kind = "add") {
    std::string sum = emit(std::string("train.reduce ") + kind + " " + a +
                           ", dims = [1] : " + data + " -> " + vector);
    return emit("train.broadcast_in_dim " + sum + ", dims = [0] : " + vector + " -> " + data);
  }

  void linear() {
    x = emit("train.linear " + x + ", " + parameter(data) + ", " + parameter(vector) + " : (" +
             data + ", " + data + ", " + vector + ") -> " + data);
  }
  void product() {
    x = emit("train.dot_general " + x + ", " + parameter(data) + ", contract = [1] x [" +
             (draw.chance(50) ? "0" : "1") + "] : (" + data + ", " + data + ") -> " + data);
  }
  void activation() {
    static const std::vector<std::string> ops = {"relu", "silu", "gelu"};
    x = emit("train." + draw.of(ops) + " " + x + " : " + data + " -> " + data);
  }
  void elementary() {
    static const std::vector<std::string> ops = {"tanh", "logistic", "sine", "erf", "abs"};
    x = apply(draw.of(ops), x, data);
  }
  void layerNorm() {
    x = emit("train.layer_norm " + x + " scale " + parameter(vector) + " bias " +
             parameter(vector) + " axis = 1 epsilon = 1.0e-5 : (" + data + ", " + vector + ", " +
             vector + ") -> " + data);
  }
  void rmsNorm() {
    x = emit("train.rms_norm " + x + " scale " + parameter(vector) +
             " axis = 1 epsilon = 1.0e-5 : (" + data + ", " + vector + ") -> " + data);
  }
  /// x / sqrt(mean(x²) + ε), spelled out.
  void spelledNorm() {
    std::string square = apply("multiply", x, x, data), sum = sumOfRows(square);
    std::string mean = apply("multiply", sum, splat("0.125", data), data);
    std::string shifted = apply("add", mean, splat("1.0e-5", data), data);
    x = draw.chance(50) ? apply("multiply", x, apply("rsqrt", shifted, data), data)
                        : apply("divide", x, apply("sqrt", shifted, data), data);
  }
  void softmax() { x = emit("train.softmax " + x + ", dim = 1 : " + data + " -> " + data); }
  void spelledSoftmax() {
    std::string shifted = apply("subtract", x, sumOfRows(x, "max"), data);
    std::string numerator = apply("exponential", shifted, data);
    x = apply("divide", numerator, sumOfRows(numerator), data);
  }
  void residual() {
    std::string before = x;
    layer();
    x = apply("add", x, before, data);
  }
  void attention() {
    const std::string heads = "tensor<1x2x8x4xf32>";
    auto split = [&](const std::string &value) {
      std::string parted =
          emit("train.reshape " + value + " : " + data + " -> tensor<1x8x2x4xf32>");
      return emit("train.transpose " + parted + ", perm = [0, 2, 1, 3] : tensor<1x8x2x4xf32> -> " +
                  heads);
    };
    std::string input = x, parts[3];
    for (std::string &part : parts) {
      x = input;
      product();
      part = split(x);
    }
    std::string mixed = emit("train.attention " + parts[0] + ", " + parts[1] + ", " + parts[2] +
                             " scale = 0.5" + (draw.chance(50) ? " causal" : "") + " : (" + heads +
                             ", " + heads + ", " + heads + ") -> " + heads);
    std::string back = emit("train.transpose " + mixed + ", perm = [0, 2, 1, 3] : " + heads +
                            " -> tensor<1x8x2x4xf32>");
    x = emit("train.reshape " + back + " : tensor<1x8x2x4xf32> -> " + data);
  }
  /// Layers in a region: of another precision, recomputed, repeated or chosen.
  void region() {
    if (++depth > 2) {
      --depth;
      return activation();
    }
    std::string outer = x, result = fresh();
    switch (draw.below(4)) {
    case 0:
      body += "  " + result + " = train.precision " +
              draw.of(std::vector<std::string>{"f32", "bf16", "f16"}) + " : " + data + " {\n";
      break;
    case 1:
      body += "  " + result + " = train.checkpoint : " + data + " {\n";
      break;
    case 2: {
      std::string index = fresh();
      x = fresh();
      body += "  " + result + " = train.for " + index + " times 3 carry (" + x + " = " + outer +
              ") : " + data + " {\n";
      break;
    }
    default: {
      std::string total =
          emit("train.reduce add " + x + ", dims = [0, 1] : " + data + " -> " + scalar);
      std::string positive = apply("compare GT,", total, splat("0.0", scalar), scalar);
      body += "  " + result + " = train.if " + positive + " : " + data + " {\n";
      layer();
      body += "  train.yield " + x + " : " + data + "\n  } else {\n";
      x = outer;
    }
    }
    layer();
    layer();
    body += "  train.yield " + x + " : " + data + "\n  }\n";
    x = result;
    --depth;
  }
  void layer() {
    static const std::vector<Layer> layers = {
        &ModelWriter::linear,     &ModelWriter::linear,         &ModelWriter::product,
        &ModelWriter::activation, &ModelWriter::elementary,     &ModelWriter::layerNorm,
        &ModelWriter::rmsNorm,    &ModelWriter::spelledNorm,    &ModelWriter::softmax,
        &ModelWriter::residual,   &ModelWriter::spelledSoftmax, &ModelWriter::attention,
        &ModelWriter::region};
    (this->*draw.of(layers))();
  }

  Draw draw;
  std::string parameters, body, x = "%input";
  unsigned numParameters = 0, numValues = 0, depth = 0;
};

RandomModel ModelWriter::write() {
  for (int64_t i = 0, count = draw.between(2, 7); i < count; ++i)
    layer();
  std::string loss;
  if (draw.chance(60)) {
    loss =
        emit("train.cross_entropy " + x + ", %labels : (" + data + ", tensor<8xi32>) -> " + scalar);
  } else {
    std::string square = apply("multiply", x, x, data);
    std::string sum =
        emit("train.reduce add " + square + ", dims = [0, 1] : " + data + " -> " + scalar);
    loss = apply("multiply", sum, splat("0.0625", scalar), scalar);
  }
  // A model without a product still has a parameter.
  if (numParameters == 0) {
    std::string p = parameter(scalar);
    loss = apply("multiply", loss, p, scalar);
  }
  RandomModel model;
  model.text = "func.func @loss(\n" + parameters + "    %input: " + data +
               " {train.role = #train.role<batch>, train.name = \"input\"},\n"
               "    %labels: tensor<8xi32> {train.role = #train.role<batch>, train.name = "
               "\"labels\"})\n    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "
               "\"loss\"}) {\n" +
               body + "  return " + loss + " : " + scalar + "\n}\n";
  static const std::vector<std::string> optimizers = {"sgd momentum=0.9", "adamw", "adam"};
  model.options = "optimizer=" + draw.of(optimizers);
  if (draw.chance(40))
    model.options += " clip-norm=1";
  if (draw.chance(30))
    model.options += " ema-decay=0.99";
  if (draw.chance(30))
    model.options += " micro-batches=2";
  return model;
}

} // namespace

RandomModel halftone::fuzz::makeModel(uint64_t seed) { return ModelWriter(seed).write(); }
