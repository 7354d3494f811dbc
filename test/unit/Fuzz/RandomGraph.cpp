// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomGraph.h"

#include "GraphWriter.h"

using namespace halftone::fuzz;

std::string halftone::fuzz::typeOf(const std::string &type, const Shape &shape) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + type + ">";
}

std::string halftone::fuzz::typeOf(const Value &value) { return typeOf(value.type, value.shape); }

std::string halftone::fuzz::list(const std::vector<int64_t> &numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + "]";
}

std::string halftone::fuzz::array(const std::vector<int64_t> &numbers) {
  if (numbers.empty())
    return "array<i64>";
  std::string text = list(numbers);
  return "array<i64: " + text.substr(1, text.size() - 2) + ">";
}

bool halftone::fuzz::isFloatName(const std::string &type) {
  return type[0] == 'f' || type[0] == 'b';
}

const std::vector<GraphWriter::Production> &GraphWriter::productions() {
  using W = GraphWriter;
  static const std::vector<Production> all = {&W::unary,         &W::elementary,
                                              &W::binary,        &W::binary,
                                              &W::integerUnary,  &W::integerBinary,
                                              &W::shift,         &W::fma,
                                              &W::clamp,         &W::compare,
                                              &W::select,        &W::cast,
                                              &W::cast,          &W::isFinite,
                                              &W::bitcast,       &W::constant,
                                              &W::iota,          &W::randomBits,
                                              &W::reshape,       &W::transpose,
                                              &W::broadcast,     &W::slice,
                                              &W::pad,           &W::concatenate,
                                              &W::reverse,       &W::gather,
                                              &W::scatter,       &W::dynamicSlice,
                                              &W::reduce,        &W::dynamicUpdateSlice,
                                              &W::cumulative,    &W::reduceWindow,
                                              &W::argReduce,     &W::selectAndScatter,
                                              &W::sort,          &W::dotGeneral,
                                              &W::dotGeneral,    &W::conv,
                                              &W::collective,    &W::ifElse,
                                              &W::forLoop,       &W::whileLoop,
                                              &W::precision,     &W::checkpoint,
                                              &W::pass,          &W::call,
                                              &W::customGradient};
  return all;
}

void GraphWriter::line(const std::string &what) {
  text += std::string(2 * (depth + 1), ' ') + what + "\n";
}

Value GraphWriter::emit(const std::string &what, const std::string &type, const Shape &shape) {
  Value value{fresh(), type, shape};
  line(value.name + " = " + what);
  return value;
}

Value GraphWriter::emitTyped(const std::string &what, const std::string &type, const Shape &shape) {
  return emit(what + typeOf(type, shape), type, shape);
}

// What is rounded apart inside a region, or goes on, can't be compared.
void GraphWriter::giveRounded(const Value &value) {
  if (!options.comparable)
    give(value);
  else if (depth == 0)
    results.push_back({value, {Agreement::Rounding}});
}

void GraphWriter::giveSum(const Value &value, const Value &magnitudes) {
  if (!options.comparable)
    return give(value);
  if (depth > 0)
    return;
  unsigned at = static_cast<unsigned>(results.size());
  results.push_back({value, {Agreement::Sum, at + 1}});
  results.push_back({magnitudes, {Agreement::Sum, at + 1}});
}

void GraphWriter::giveReduced(const std::string &kind, const Value &value,
                              const std::function<Value()> &magnitudes) {
  if (kind == "add")
    return giveSum(value, magnitudes());
  if (kind == "mul")
    return giveSum(value, absolute(value));
  give(value);
}

std::string GraphWriter::floatType() {
  static const std::vector<std::string> types = {"f32", "f32", "f32",      "f32",   "bf16",
                                                 "f16", "f64", "f8E4M3FN", "f8E5M2"};
  return options.f32Only ? "f32" : draw.of(types);
}

Shape GraphWriter::shape() {
  static const std::vector<Shape> shapes = {{4, 6}, {4, 6}, {6},          {2, 3, 4}, {},
                                            {1, 6}, {3},    {2, 4, 4, 2}, {0, 3},    {1}};
  return draw.of(shapes);
}

Value GraphWriter::pick(const std::function<bool(const Value &)> &accepts, const std::string &type,
                        const Shape &shape) {
  std::vector<Value> fitting;
  for (const Value &value : pool)
    if (accepts(value))
      fitting.push_back(value);
  if (!fitting.empty())
    return draw.of(fitting);
  return splat(type, shape, isFloatName(type) ? "1.5" : type == "i1" ? "true" : "3");
}

Value GraphWriter::pickFloat() { return pickFloat(0); }

Value GraphWriter::pickFloat(unsigned minRank) {
  Shape fallback(std::max(minRank, 1u), 2);
  return pick(
      [&](const Value &value) { return isFloatName(value.type) && value.shape.size() >= minRank; },
      "f32", fallback);
}

Value GraphWriter::pickLike(const Value &like) {
  return pick(
      [&](const Value &value) { return value.type == like.type && value.shape == like.shape; },
      like.type, like.shape);
}

Value GraphWriter::pickInteger() {
  return pick([](const Value &value) { return !isFloatName(value.type) && value.type != "i1"; },
              "i32", {4, 6});
}

Value GraphWriter::pickPredicate(const Shape &shape) {
  return pick([&](const Value &value) { return value.type == "i1" && value.shape == shape; }, "i1",
              shape);
}

Value GraphWriter::splat(const std::string &type, const Shape &shape, const std::string &number) {
  return emitTyped("train.constant dense<" + number + "> : ", type, shape);
}

Value GraphWriter::indices(const Shape &shape, int64_t limit) {
  if (shape.empty())
    return splat("i32", shape, std::to_string(draw.between(0, limit - 1)));
  Value places =
      emitTyped("train.iota dim = " + std::to_string(shape.size() - 1) + " : ", "i32", shape);
  Value bound = splat("i32", shape, std::to_string(limit));
  return emitTyped("train.remainder " + places.name + ", " + bound.name + " : ", "i32", shape);
}

Value GraphWriter::absolute(const Value &value) {
  return emitTyped("train.abs " + value.name + " : ", value.type, value.shape);
}

void GraphWriter::produce() { (this->*draw.of(productions()))(); }

void GraphWriter::body(unsigned count) {
  ++depth;
  for (unsigned i = 0; i < count; ++i)
    produce();
  --depth;
}

RandomFunction GraphWriter::write(const std::string &functionName) {
  name = functionName;
  RandomFunction function;
  std::string parameters;
  for (unsigned i = 0; i < 5; ++i) {
    Value argument{"%a" + std::to_string(i),
                   i == 4 ? "i32"
                   : i    ? floatType()
                          : "f32",
                   i < 2 || i == 4 ? Shape{4, 6} : shape()};
    parameters += (i ? ", " : "") + argument.name + ": " + typeOf(argument);
    function.arguments.push_back(argument);
    give(argument);
  }
  for (unsigned i = 0; i < options.numOps; ++i)
    produce();
  // The last values, which hold the others; and some that are used inside as well.
  for (size_t i = pool.size() > 6 ? pool.size() - 6 : 0; i < pool.size(); ++i)
    results.push_back({pool[i], {}});
  std::string names, types;
  for (const auto &[value, agreement] : results) {
    names += (names.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + typeOf(value);
    function.agreements.push_back(agreement);
  }
  function.text = functions + "func.func @" + name + "(" + parameters + ") -> (" + types + ") {\n" +
                  text + "  return " + names + " : " + types + "\n}\n";
  return function;
}

RandomFunction halftone::fuzz::makeFunction(const std::string &name, const GraphOptions &options) {
  return GraphWriter(options).write(name);
}
