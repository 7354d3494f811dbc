// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise ops, casts, constants, and values from nothing.
#include "GraphWriter.h"

using namespace halftone::fuzz;

static const std::vector<std::string> integerTypes = {"i32", "i32",  "i8",   "i16", "i64",
                                                      "ui8", "ui16", "ui32", "ui64"};

static unsigned widthOf(const std::string &floatType) {
  return floatType == "f64" ? 64 : floatType == "f32" ? 32 : floatType[1] == '8' ? 8 : 16;
}

void GraphWriter::unary() {
  static const std::vector<std::string> ops = {
      "abs", "negate", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt"};
  Value x = pickFloat();
  give(emitTyped("train." + draw.of(ops) + " " + x.name + " : ", x.type, x.shape));
}

void GraphWriter::elementary() {
  static const std::vector<std::string> ops = {"exponential", "exponential_minus_one",
                                               "log",         "log_plus_one",
                                               "rsqrt",       "cbrt",
                                               "sine",        "tan",
                                               "cosine",      "tanh",
                                               "logistic",    "erf",
                                               "erf_inv"};
  Value x = pickFloat();
  if (draw.chance(20)) {
    Value y = pickLike(x);
    return giveRounded(emitTyped("train." + std::string(draw.chance(50) ? "power " : "atan2 ") +
                                     x.name + ", " + y.name + " : ",
                                 x.type, x.shape));
  }
  giveRounded(emitTyped("train." + draw.of(ops) + " " + x.name + " : ", x.type, x.shape));
}

void GraphWriter::binary() {
  static const std::vector<std::string> ops = {"add",     "subtract", "multiply", "divide",
                                               "maximum", "minimum",  "remainder"};
  Value x = pickFloat(), y = pickLike(x);
  give(emitTyped("train." + draw.of(ops) + " " + x.name + ", " + y.name + " : ", x.type, x.shape));
}

void GraphWriter::integerUnary() {
  static const std::vector<std::string> ops = {"not", "popcnt", "count_leading_zeros"};
  Value x = pickInteger();
  give(emitTyped("train." + draw.of(ops) + " " + x.name + " : ", x.type, x.shape));
}

void GraphWriter::integerBinary() {
  static const std::vector<std::string> ops = {"and", "or", "xor", "add", "multiply", "maximum"};
  Value x = pickInteger(), y = pickLike(x);
  give(emitTyped("train." + draw.of(ops) + " " + x.name + ", " + y.name + " : ", x.type, x.shape));
}

void GraphWriter::shift() {
  static const std::vector<std::string> ops = {"left", "right_arithmetic", "right_logical"};
  Value x = pickInteger(), y = pickLike(x);
  give(emitTyped("train.shift_" + draw.of(ops) + " " + x.name + ", " + y.name + " : ", x.type,
                 x.shape));
}

void GraphWriter::fma() {
  Value x = pickFloat(), y = pickLike(x), z = pickLike(x);
  give(emitTyped("train.fma " + x.name + ", " + y.name + ", " + z.name + " : ", x.type, x.shape));
}

void GraphWriter::clamp() {
  Value x = pickFloat(), low = splat(x.type, {}, "-1.0"), high = splat(x.type, {}, "3.0");
  give(emitTyped("train.clamp " + low.name + ", " + x.name + ", " + high.name + " : (" +
                     typeOf(low) + ", " + typeOf(x) + ", " + typeOf(high) + ") -> ",
                 x.type, x.shape));
}

void GraphWriter::compare() {
  static const std::vector<std::string> orders = {"LT", "LE", "GT", "GE", "EQ", "NE"};
  Value x = draw.chance(70) ? pickFloat() : pickInteger(), y = pickLike(x);
  give(emit("train.compare " + draw.of(orders) + ", " + x.name + ", " + y.name + " : " + typeOf(x),
            "i1", x.shape));
}

void GraphWriter::select() {
  Value x = pickFloat(), y = pickLike(x), p = pickPredicate(x.shape);
  give(emit("train.select " + p.name + ", " + x.name + ", " + y.name + " : " + typeOf(p) + ", " +
                typeOf(x),
            x.type, x.shape));
}

void GraphWriter::cast() {
  std::string to = draw.chance(80) ? floatType() : draw.of(integerTypes);
  Value x = draw.chance(75) ? pickFloat() : pickInteger();
  std::string how;
  bool toFloat = isFloatName(to), fromFloat = isFloatName(x.type);
  if (toFloat && fromFloat && widthOf(to) < widthOf(x.type) && draw.chance(20))
    how = draw.chance(50) ? " saturate" : " rounding = toward_zero";
  // What a float outside an integer's range becomes is the platform's.
  if (fromFloat && !toFloat)
    to = "i1";
  give(emitTyped("train.cast " + x.name + how + " : " + typeOf(x) + " to ", to, x.shape));
}

void GraphWriter::isFinite() {
  Value x = pickFloat();
  give(emit("train.is_finite " + x.name + " : " + typeOf(x), "i1", x.shape));
}

void GraphWriter::bitcast() {
  Value x = pick([](const Value &value) { return value.type == "f32" || value.type == "ui32"; },
                 "f32", {4, 6});
  give(emitTyped("train.bitcast_convert " + x.name + " : " + typeOf(x) + " to ",
                 x.type == "f32" ? "ui32" : "f32", x.shape));
}

void GraphWriter::constant() {
  static const std::vector<std::string> numbers = {"0.0",    "1.0",     "-2.5",  "1.0e-8", "-1.0e9",
                                                   "3.0e38", "65504.0", "0.125", "1.0e-40"};
  if (draw.chance(80))
    return give(splat(floatType(), shape(), draw.of(numbers)));
  give(splat(draw.of(integerTypes), shape(), std::to_string(draw.between(0, 100))));
}

void GraphWriter::iota() {
  Shape of = shape();
  if (of.empty())
    of = {5};
  std::string type = draw.chance(50) ? floatType() : draw.of(integerTypes);
  give(emitTyped("train.iota dim = " +
                     std::to_string(draw.between(0, static_cast<int64_t>(of.size()) - 1)) + " : ",
                 type, of));
}

void GraphWriter::randomBits() {
  Value key = splat("ui32", {2}, std::to_string(draw.between(0, 1000)));
  if (draw.chance(50)) {
    Value step = splat("i32", {}, std::to_string(draw.between(0, 9)));
    key = emit("train.fold_in " + key.name + ", " + step.name + " : " + typeOf(step), "ui32", {2});
  }
  Value bits =
      emitTyped(std::string("train.rng_bits ") +
                    (draw.chance(50) ? "philox4x32_10 " : "threefry2x32_20 ") + key.name + " : ",
                "ui32", shape());
  give(bits);
  Value x = pick([&](const Value &value) { return value.type == "f32"; }, "f32", {4, 6});
  if (!options.f32Only)
    give(emitTyped("train.cast " + x.name + " rounding = stochastic key " + key.name + " : " +
                       typeOf(x) + " to ",
                   draw.chance(50) ? "bf16" : "f16", x.shape));
}
