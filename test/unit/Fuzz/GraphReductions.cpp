// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, orders, products and collectives.
#include "GraphWriter.h"

using namespace halftone::fuzz;

static const std::vector<std::string> kinds = {"add", "add", "mul", "max", "min"};

void GraphWriter::reduce() {
  Value x = pickFloat(1);
  size_t dim = draw.below(x.shape.size());
  Shape to = x.shape;
  to.erase(to.begin() + static_cast<std::ptrdiff_t>(dim));
  std::string kind = draw.of(kinds);
  // A result wider than its operand, as sums in low precision have it.
  std::string type = draw.chance(30) && x.type != "f64" ? "f32" : x.type;
  auto build = [&](const Value &of) {
    return emitTyped("train.reduce " + kind + " " + of.name + ", dims = " +
                         list({static_cast<int64_t>(dim)}) + " : " + typeOf(of) + " -> ",
                     type, to);
  };
  giveReduced(kind, build(x), [&] { return build(absolute(x)); });
}

void GraphWriter::cumulative() {
  Value x = pickFloat(1);
  std::string dim = std::to_string(draw.below(x.shape.size())), kind = draw.of(kinds);
  auto build = [&](const Value &of) {
    return emitTyped("train.cumulative " + kind + " " + of.name + ", dim = " + dim + " : " +
                         typeOf(of) + " -> ",
                     x.type, x.shape);
  };
  giveReduced(kind, build(x), [&] { return build(absolute(x)); });
}

void GraphWriter::reduceWindow() {
  Value x = pickFloat(1);
  std::vector<int64_t> window, strides;
  Shape to;
  for (int64_t size : x.shape) {
    window.push_back(draw.between(1, std::max<int64_t>(size, 1)));
    strides.push_back(draw.between(1, 2));
    to.push_back(size < window.back() ? 0 : (size - window.back()) / strides.back() + 1);
  }
  std::string kind = draw.chance(50) ? "max" : "add";
  auto build = [&](const Value &of) {
    return emitTyped("train.reduce_window " + kind + " " + of.name + ", window = " + list(window) +
                         " strides = " + list(strides) + " : " + typeOf(of) + " -> ",
                     x.type, to);
  };
  giveReduced(kind, build(x), [&] { return build(absolute(x)); });
}

void GraphWriter::selectAndScatter() {
  Value x = pick(
      [](const Value &value) {
        return isFloatName(value.type) && value.shape.size() == 1 && value.shape[0] > 1;
      },
      "f32", {6});
  Value from = pickLike({"", x.type, {x.shape[0] / 2}});
  auto build = [&](const Value &updates) {
    return emitTyped("train.select_and_scatter max " + x.name + ", " + updates.name +
                         ", window = [2] strides = [2] : (" + typeOf(x) + ", " + typeOf(from) +
                         ") -> ",
                     x.type, x.shape);
  };
  Value result = build(from);
  giveSum(result, build(absolute(from)));
}

void GraphWriter::argReduce() {
  Value x = pickFloat(1);
  size_t dim = draw.below(x.shape.size());
  if (x.shape[dim] == 0)
    return;
  Shape to = x.shape;
  to.erase(to.begin() + static_cast<std::ptrdiff_t>(dim));
  give(emitTyped(std::string("train.arg_reduce ") + (draw.chance(50) ? "max " : "min ") + x.name +
                     ", dim = " + std::to_string(dim) + " : " + typeOf(x) + " -> ",
                 "i32", to));
}

void GraphWriter::sort() {
  Value x = pickFloat(1),
        y = pick([&](const Value &v) { return v.shape == x.shape; }, "i32", x.shape);
  Value keys{fresh(), x.type, x.shape}, values{fresh(), y.type, y.shape};
  line(keys.name + ", " + values.name + " = train.sort " + x.name + ", " + y.name +
       ", dim = " + std::to_string(draw.below(x.shape.size())) +
       (draw.chance(50) ? " descending" : "") + " : (" + typeOf(x) + ", " + typeOf(y) + ") -> (" +
       typeOf(keys) + ", " + typeOf(values) + ")");
  give(keys);
  give(values);
}

void GraphWriter::dotGeneral() {
  Value a = pick(
      [](const Value &value) {
        return isFloatName(value.type) && value.shape.size() >= 2 && value.shape.size() <= 3;
      },
      "f32", {4, 6});
  int64_t rank = static_cast<int64_t>(a.shape.size()), inner = a.shape.back();
  bool batched = rank == 3;
  Value b = pickLike({"", a.type, batched ? Shape{a.shape[0], inner, 4} : Shape{inner, 4}});
  Shape to = a.shape;
  to.back() = 4;
  std::string type = draw.chance(50) && a.type != "f64" ? "f32" : a.type;
  auto build = [&](const Value &lhs, const Value &rhs) {
    return emitTyped("train.dot_general " + lhs.name + ", " + rhs.name +
                         (batched ? ", batch = [0] x [0]" : "") +
                         ", contract = " + list({rank - 1}) + " x " + list({batched ? 1 : 0}) +
                         " : (" + typeOf(lhs) + ", " + typeOf(rhs) + ") -> ",
                     type, to);
  };
  Value result = build(a, b);
  giveSum(result, build(absolute(a), absolute(b)));
}

void GraphWriter::conv() {
  Value x = pick(
      [](const Value &value) {
        return isFloatName(value.type) && value.shape == Shape{2, 4, 4, 2};
      },
      floatType(), {2, 4, 4, 2});
  Value w = pickLike({"", x.type, {3, 3, 2, 3}});
  auto build = [&](const Value &lhs, const Value &rhs) {
    return emitTyped("train.conv " + lhs.name + ", " + rhs.name +
                         " dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [1, 2] low = "
                         "[1, 1] high = [1, 1] : (" +
                         typeOf(lhs) + ", " + typeOf(rhs) + ") -> ",
                     x.type, {2, 4, 2, 3});
  };
  Value result = build(x, w);
  giveSum(result, build(absolute(x), absolute(w)));
}

void GraphWriter::collective() {
  Value x = pickFloat(1);
  std::string shapes = typeOf(x);
  switch (draw.below(3)) {
  case 0:
    return give(emitTyped("train.all_reduce add " + x.name + " over \"data\" : ", x.type, x.shape));
  case 1:
    return give(
        emitTyped("train.all_gather " + x.name + ", dim = 0 over \"data\" : " + shapes + " -> ",
                  x.type, x.shape));
  default:
    return give(emitTyped("train.reduce_scatter add " + x.name +
                              ", dim = 0 over \"data\" : " + shapes + " -> ",
                          x.type, x.shape));
  }
}
