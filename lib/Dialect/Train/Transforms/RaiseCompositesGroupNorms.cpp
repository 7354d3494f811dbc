// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Group norm as it is written by hand: reshaped to groups, normalised, and reshaped back.
//
//   reshape(layer_norm(reshape(x)))   is group_norm(x)      [N, groups, …] in between
//   group_norm(x) · scale, + bias     is group_norm(x, scale, bias)
//
// One step at a time: each is true for itself.
#include "RaiseCompositesAxes.h"
#include "RaiseCompositesNorms.h"

using namespace mlir;

namespace halftone::train::raise {

namespace {

/// A norm without parameters, and the two dimensions that it keeps.
struct PlainNorm {
  Value input;
  int64_t group = 1;
  double epsilon = 0;
};

std::optional<PlainNorm> readPlainNorm(Value value) {
  if (auto layer = value.getDefiningOp<LayerNormOp>())
    return !layer.getScale() && !layer.getBias() && layer.getStats().empty() && layer.getAxis() == 2
               ? std::optional(PlainNorm{layer.getInput(), 1, layer.getEpsilon().convertToDouble()})
               : std::nullopt;
  auto group = value.getDefiningOp<GroupNormOp>();
  int64_t feature = group ? static_cast<int64_t>(group.getFeatureDim()) : 0;
  return group && !group.getScale() && !group.getBias() && group.getStats().empty() &&
                 static_cast<int64_t>(group.getNumGroups()) == getShape(group.getInput())[feature]
             ? std::optional(
                   PlainNorm{group.getInput(), feature, group.getEpsilon().convertToDouble()})
             : std::nullopt;
}

/// A reshape to [N, …, groups, …] and back.
Match groupsByReshape(ReshapeOp root, Context &) {
  std::optional<PlainNorm> norm = readPlainNorm(root.getOperand());
  auto split = norm ? norm->input.getDefiningOp<ReshapeOp>() : ReshapeOp();
  if (!split || split.getOperand().getType() != root.getResult().getType() ||
      getShape(root.getResult()).size() < 3)
    return std::nullopt;
  Axes axes;
  Placed outer = axes.place(root.getResult());
  Placed inner = axes.skipMoves(outer);
  if (inner.value != root.getOperand() ||
      axes.resolve(inner.dims[0]) != axes.resolve(outer.dims[0]))
    return std::nullopt;
  AxisList groups = axes.resolve(inner.dims[norm->group]);
  for (auto [dim, of] : llvm::enumerate(outer.dims)) {
    AxisList all = axes.resolve(of);
    if (dim == 0 || groups.empty() || ArrayRef(all).take_front(groups.size()) != ArrayRef(groups))
      continue;
    Value x = split.getOperand();
    int64_t feature = dim, count = axes.size(groups);
    double epsilon = norm->epsilon;
    return Candidate{"group_norm", {x}, [=](CoreBuilder &b) {
                       return Values{GroupNormOp::create(b.getBuilder(), b.getLoc(), x.getType(),
                                                         TypeRange(), x, Value(), Value(), count,
                                                         feature, APFloat(epsilon))
                                         .getResult()};
                     }};
  }
  return std::nullopt;
}

/// A group norm in `value` that takes another parameter, which runs along its features.
Match withParam(Operation *root, Value value, Value param, bool isScale) {
  auto norm = value.getDefiningOp<GroupNormOp>();
  if (!norm || !norm.getStats().empty() || norm.getBias() || (isScale && norm.getScale()) ||
      getElementType(param) != getElementType(norm.getInput()))
    return std::nullopt;
  int64_t feature = norm.getFeatureDim();
  Seen seen = skipViews(see(root->getResult(0)).at(param));
  if (!runsAlong(seen, {feature}) || !llvm::is_contained(seen.dims, feature))
    return std::nullopt;
  Values inputs{norm.getInput(), seen.value};
  if (norm.getScale())
    inputs.push_back(norm.getScale());
  return Candidate{
      "", inputs, [=](CoreBuilder &b) {
        GroupNormOp from = norm;
        Value given = b.reshape(seen.value, {getShape(from.getInput())[feature]});
        return Values{GroupNormOp::create(b.getBuilder(), b.getLoc(), from.getType(0), TypeRange(),
                                          from.getInput(), isScale ? given : from.getScale(),
                                          isScale ? Value() : given, from.getNumGroups(), feature,
                                          from.getEpsilon())
                          .getResult()};
      }};
}

template <typename OpT> Match withEitherParam(OpT root, bool isScale) {
  Match match = withParam(root, root.getLhs(), root.getRhs(), isScale);
  return match ? match : withParam(root, root.getRhs(), root.getLhs(), isScale);
}
Match groupScale(MulOp root, Context &) { return withEitherParam(root, /*isScale=*/true); }
Match groupBias(AddOp root, Context &) { return withEitherParam(root, /*isScale=*/false); }

} // namespace

void addGroupNormRules(Rules &rules) {
  rules.add<groupsByReshape>(Phase::Combination);
  rules.add<groupScale>(Phase::Loss);
  rules.add<groupBias>(Phase::Sum);
}

} // namespace halftone::train::raise
