// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RaiseCompositesAxes.h"

using namespace mlir;

namespace halftone::train::raise {

bool shareAxis(ArrayRef<Axis> a, ArrayRef<Axis> b) {
  return llvm::any_of(a, [&](Axis axis) { return llvm::is_contained(b, axis); });
}

AxisList Axes::add(int64_t size) {
  if (size == 1)
    return {};
  sizes.push_back(size);
  parts.push_back({-1, -1});
  return {static_cast<Axis>(sizes.size()) - 1};
}

Placed Axes::place(Value value) {
  Placed placed{value, {}};
  for (int64_t size : getShape(value))
    placed.dims.push_back(add(size));
  return placed;
}

AxisList Axes::resolve(ArrayRef<Axis> axes) const {
  AxisList resolved;
  for (Axis axis : axes) {
    if (parts[axis].first < 0)
      resolved.push_back(axis);
    else
      llvm::append_range(resolved, resolve({parts[axis].first, parts[axis].second}));
  }
  return resolved;
}

AxisList Axes::flatten(const Layout &layout) const {
  AxisList flat;
  for (const AxisList &axes : layout)
    llvm::append_range(flat, resolve(axes));
  return flat;
}

int64_t Axes::size(ArrayRef<Axis> axes) const {
  int64_t product = 1;
  for (Axis axis : axes)
    product *= sizes[axis];
  return product;
}

Sizes Axes::sizesOf(ArrayRef<Axis> axes) const {
  return llvm::map_to_vector(axes, [&](Axis axis) { return sizes[axis]; });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::pair<Placed, Placed> Axes::placeOperands(DotGeneralOp dot, const Layout &result) {
  Placed lhs{dot.getLhs(), Layout(getShape(dot.getLhs()).size())};
  Placed rhs{dot.getRhs(), Layout(getShape(dot.getRhs()).size())};
  unsigned next = 0;
  for (auto [l, r] :
       llvm::zip_equal(dot.getLhsBatchingDimensions(), dot.getRhsBatchingDimensions()))
    lhs.dims[l] = rhs.dims[r] = result[next++];
  for (auto [l, r] :
       llvm::zip_equal(dot.getLhsContractingDimensions(), dot.getRhsContractingDimensions()))
    lhs.dims[l] = rhs.dims[r] = add(getShape(dot.getLhs())[l]);
  auto placeFree = [&](Placed &side, Dims batch, Dims contract) {
    Sizes used(batch);
    llvm::append_range(used, contract);
    for (int64_t dim : otherDims(side.value, used))
      side.dims[dim] = result[next++];
  };
  placeFree(lhs, dot.getLhsBatchingDimensions(), dot.getLhsContractingDimensions());
  placeFree(rhs, dot.getRhsBatchingDimensions(), dot.getRhsContractingDimensions());
  return {lhs, rhs};
}

std::pair<Placed, Placed> Axes::placeOther(DotGeneralOp dot, const Layout &operand,
                                           bool operandIsLhs) {
  Placed sides[] = {{dot.getLhs(), operand}, {dot.getRhs(), operand}};
  Placed &other = sides[operandIsLhs ? 1 : 0];
  other.dims.clear();
  for (int64_t size : getShape(other.value))
    other.dims.push_back(add(size));
  Placed result{dot.getResult(), {}};
  auto share = [&](Dims lhs, Dims rhs) {
    for (auto [l, r] : llvm::zip_equal(lhs, rhs))
      other.dims[operandIsLhs ? r : l] = operand[operandIsLhs ? l : r];
  };
  share(dot.getLhsBatchingDimensions(), dot.getRhsBatchingDimensions());
  share(dot.getLhsContractingDimensions(), dot.getRhsContractingDimensions());
  for (int64_t dim : dot.getLhsBatchingDimensions())
    result.dims.push_back(sides[0].dims[dim]);
  for (bool isLhs : {true, false}) {
    Sizes used(isLhs ? dot.getLhsBatchingDimensions() : dot.getRhsBatchingDimensions());
    llvm::append_range(used, isLhs ? dot.getLhsContractingDimensions()
                                   : dot.getRhsContractingDimensions());
    const Placed &side = sides[isLhs ? 0 : 1];
    for (int64_t dim : otherDims(side.value, used))
      result.dims.push_back(side.dims[dim]);
  }
  return {other, result};
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The axes of `from`, in order, as dimensions of other sizes.
std::optional<Layout> Axes::regroup(const Layout &from, Dims shape) {
  AxisList open = flatten(from);
  Layout layout;
  unsigned next = 0;
  for (int64_t size : shape) {
    AxisList axes;
    int64_t left = size;
    while (left > 1) {
      if (next == open.size())
        return std::nullopt;
      Axis axis = open[next];
      if (left % sizes[axis] != 0) {
        if (sizes[axis] % left != 0)
          return std::nullopt;
        Axis outer = add(left)[0], inner = add(sizes[axis] / left)[0];
        parts[axis] = {outer, inner};
        open[next] = inner;
        axes.push_back(outer);
        break;
      }
      left /= sizes[axis];
      axes.push_back(axis);
      ++next;
    }
    layout.push_back(axes);
  }
  return layout;
}

std::optional<Placed> Axes::skipView(const Placed &placed, bool broadcasts) {
  if (auto transpose = placed.op<TransposeOp>()) {
    Placed operand{transpose.getOperand(), Layout(placed.dims.size())};
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      operand.dims[from] = placed.dims[to];
    return operand;
  }
  if (auto reshape = placed.op<ReshapeOp>()) {
    std::optional<Layout> layout = regroup(placed.dims, getShape(reshape.getOperand()));
    return layout ? std::optional(Placed{reshape.getOperand(), *layout}) : std::nullopt;
  }
  auto broadcast = placed.op<BroadcastInDimOp>();
  if (!broadcast || !broadcasts)
    return std::nullopt;
  Placed operand{broadcast.getOperand(), {}};
  for (auto [to, size] :
       llvm::zip_equal(broadcast.getBroadcastDimensions(), getShape(operand.value)))
    operand.dims.push_back(size == 1 ? AxisList() : placed.dims[to]);
  return operand;
}

Placed Axes::skipViews(Placed placed) {
  while (std::optional<Placed> operand = skipView(placed, /*broadcasts=*/true))
    placed = *operand;
  return placed;
}

Placed Axes::skipMoves(Placed placed) {
  while (std::optional<Placed> operand = skipView(placed, /*broadcasts=*/false))
    placed = *operand;
  return placed;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// `value` of the dimensions `from`, with those in the order `to`.
static Value reorder(CoreBuilder &b, Value value, ArrayRef<Axis> from, ArrayRef<Axis> to) {
  Sizes order;
  for (Axis axis : to)
    order.push_back(llvm::find(from, axis) - from.begin());
  return b.transpose(value, order);
}

Value Axes::arrange(CoreBuilder &b, const Placed &placed, ArrayRef<AxisList> groups,
                    bool isWhole) const {
  AxisList from = flatten(placed.dims), order;
  Sizes shape;
  for (const AxisList &group : groups) {
    AxisList axes = resolve(group);
    bool isThere = isWhole || shareAxis(axes, from);
    shape.push_back(isThere ? size(axes) : 1);
    if (isThere)
      llvm::append_range(order, axes);
  }
  if (from == order)
    return b.reshape(placed.value, shape);
  AxisList present =
      llvm::filter_to_vector<4>(order, [&](Axis axis) { return llvm::is_contained(from, axis); });
  Value value = placed.value;
  if (from != present)
    value = reorder(b, b.reshape(value, sizesOf(from)), from, present);
  else if (present != order)
    value = b.reshape(value, sizesOf(from));
  if (present != order) {
    Sizes places;
    for (Axis axis : present)
      places.push_back(llvm::find(order, axis) - order.begin());
    value = b.broadcast(value, sizesOf(order), places);
  }
  return b.reshape(value, shape);
}

Value Axes::restore(CoreBuilder &b, Value value, ArrayRef<AxisList> groups, const Layout &layout,
                    Dims shape) const {
  AxisList from = flatten(Layout(groups)), to = flatten(layout);
  if (from != to)
    value = reorder(b, b.reshape(value, sizesOf(from)), from, to);
  return b.reshape(value, shape);
}

} // namespace halftone::train::raise
