// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move values: shapes, slices, gathers and scatters.
#include "GraphWriter.h"

#include <numeric>

using namespace halftone::fuzz;

static int64_t elements(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

void GraphWriter::reshape() {
  Value x = pickFloat();
  Shape to = draw.chance(50) ? Shape{elements(x.shape)} : Shape{1, elements(x.shape)};
  give(emitTyped("train.reshape " + x.name + " : " + typeOf(x) + " -> ", x.type, to));
}

void GraphWriter::transpose() {
  Value x = pickFloat(2);
  std::vector<int64_t> order(x.shape.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[draw.below(i)]);
  Shape to;
  for (int64_t dim : order)
    to.push_back(x.shape[static_cast<size_t>(dim)]);
  give(emitTyped("train.transpose " + x.name + ", perm = " + list(order) + " : " + typeOf(x) +
                     " -> ",
                 x.type, to));
}

void GraphWriter::broadcast() {
  Value x = pickFloat();
  Shape to = x.shape;
  std::vector<int64_t> dims(x.shape.size());
  int64_t at = draw.between(0, static_cast<int64_t>(to.size()));
  to.insert(to.begin() + at, draw.between(1, 4));
  for (size_t i = 0; i < dims.size(); ++i)
    dims[i] = static_cast<int64_t>(i) + (static_cast<int64_t>(i) >= at);
  if (to.size() > 4)
    return;
  give(emitTyped("train.broadcast_in_dim " + x.name + ", dims = " + list(dims) + " : " + typeOf(x) +
                     " -> ",
                 x.type, to));
}

void GraphWriter::slice() {
  Value x = pickFloat(1);
  std::vector<int64_t> start, limit, strides;
  Shape to;
  for (int64_t size : x.shape) {
    start.push_back(draw.between(0, size));
    limit.push_back(draw.between(start.back(), size));
    strides.push_back(draw.between(1, 2));
    to.push_back((limit.back() - start.back() + strides.back() - 1) / strides.back());
  }
  give(emitTyped("train.slice " + x.name + ", start = " + list(start) + ", limit = " + list(limit) +
                     ", strides = " + list(strides) + " : " + typeOf(x) + " -> ",
                 x.type, to));
}

void GraphWriter::pad() {
  Value x = pickFloat(1), filler = splat(x.type, {}, draw.chance(50) ? "0.0" : "-1.0");
  std::vector<int64_t> low, high, interior;
  Shape to;
  for (int64_t size : x.shape) {
    low.push_back(draw.between(size > 0 ? -1 : 0, 2));
    high.push_back(draw.between(0, 1));
    interior.push_back(draw.between(0, 1));
    to.push_back(size + low.back() + high.back() +
                 std::max<int64_t>(size - 1, 0) * interior.back());
  }
  give(emitTyped("train.pad " + x.name + ", " + filler.name + ", low = " + list(low) +
                     ", high = " + list(high) + ", interior = " + list(interior) + " : (" +
                     typeOf(x) + ", " + typeOf(filler) + ") -> ",
                 x.type, to));
}

void GraphWriter::concatenate() {
  Value x = pickFloat(1), y = pickLike(x);
  size_t dim = draw.below(x.shape.size());
  Shape to = x.shape;
  to[dim] *= 2;
  give(emitTyped("train.concatenate " + x.name + ", " + y.name + ", dim = " + std::to_string(dim) +
                     " : (" + typeOf(x) + ", " + typeOf(y) + ") -> ",
                 x.type, to));
}

void GraphWriter::reverse() {
  Value x = pickFloat(1);
  give(emitTyped("train.reverse " + x.name + ", dims = " +
                     list({draw.between(0, static_cast<int64_t>(x.shape.size()) - 1)}) + " : ",
                 x.type, x.shape));
}

Value GraphWriter::pickTable() {
  return pick(
      [](const Value &value) {
        return isFloatName(value.type) && value.shape.size() == 2 && value.shape[0] > 0;
      },
      "f32", {4, 6});
}

GraphWriter::ValuePart GraphWriter::partOf(const Value &value, int64_t lowest) {
  ValuePart part;
  for (int64_t size : value.shape) {
    part.shape.push_back(draw.between(size > 0 ? 1 : 0, size));
    Value start = splat("i32", {}, std::to_string(draw.between(lowest, size)));
    part.starts += (part.starts.empty() ? "" : ", ") + start.name;
    part.types += ", " + typeOf(start);
  }
  return part;
}

void GraphWriter::gather() {
  Value table = pickTable();
  Value ids = indices({draw.between(1, 5)}, table.shape[0]);
  give(emitTyped("train.gather " + table.name + ", " + ids.name +
                     " {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, "
                     "offset_dims = array<i64: 1>, slice_sizes = " +
                     array({1, table.shape[1]}) + ", start_index_map = array<i64: 0>} : (" +
                     typeOf(table) + ", " + typeOf(ids) + ") -> ",
                 table.type, {ids.shape[0], table.shape[1]}));
}

void GraphWriter::scatter() {
  static const std::vector<std::string> kinds = {"add", "assign", "mul", "max", "min"};
  Value table = pickTable();
  Value ids = indices({draw.between(1, 5)}, table.shape[0]);
  Value updates = pickLike({"", table.type, {ids.shape[0], table.shape[1]}});
  std::string kind = draw.of(kinds);
  auto build = [&](const Value &into, const Value &from) {
    return emitTyped("train.scatter " + kind + " " + into.name + ", " + ids.name + ", " +
                         from.name +
                         " {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, "
                         "scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = "
                         "array<i64: 1>} : (" +
                         typeOf(into) + ", " + typeOf(ids) + ", " + typeOf(from) + ") -> ",
                     table.type, table.shape);
  };
  giveReduced(kind, build(table, updates),
              [&] { return build(absolute(table), absolute(updates)); });
}

void GraphWriter::dynamicSlice() {
  Value x = pickFloat(1);
  auto [to, starts, types] = partOf(x, -1);
  give(emitTyped("train.dynamic_slice " + x.name + "[" + starts + "] sizes = " + list(to) + " : (" +
                     typeOf(x) + types + ") -> ",
                 x.type, to));
}

void GraphWriter::dynamicUpdateSlice() {
  Value x = pickFloat(1);
  auto [part, starts, types] = partOf(x, 0);
  Value update = pickLike({"", x.type, part});
  give(emitTyped("train.dynamic_update_slice " + x.name + ", " + update.name + "[" + starts +
                     "] : (" + typeOf(x) + ", " + typeOf(update) + types + ") -> ",
                 x.type, x.shape));
}
