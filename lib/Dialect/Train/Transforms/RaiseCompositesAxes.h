// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dimensions of different values are the same, across reshapes. A value's dimension is
// a list of *axes*, the outermost first, whose sizes multiply to its size; one of size 1 has
// none. A transpose moves lists, a reshape that merges or splits dimensions regroups them:
// an axis that a reshape cuts in two is split for everybody. A broadcast drops what its
// operand lacks.
//
//   %0 = dot_general …           tensor<8x5x7>     [[a], [t], [s]]
//   %1 = reshape %0              tensor<2x4x5x7>   a is split: [[b], [h], [t], [s]]
//   %2 = transpose %1, [0,2,1,3] tensor<2x5x4x7>   [[b], [t], [h], [s]]
//
// A formula of several products then reads as an einsum, whatever the order and grouping of
// dimensions that it is spelled in. Nothing here changes IR but `arrange` and `restore`,
// which build.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESAXES_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESAXES_H

#include "RaiseCompositesMatch.h"

namespace halftone::train::raise {

using Axis = int;
using AxisList = llvm::SmallVector<Axis, 4>;
using Layout = llvm::SmallVector<AxisList, 6>;

/// A value and the axes of its dimensions.
struct Placed {
  Value value;
  Layout dims;

  /// An operand of the elementwise op that `value` comes from.
  Placed at(Value operand) const { return {operand, dims}; }
  template <typename OpT> OpT op() const { return value.getDefiningOp<OpT>(); }
};

class Axes {
public:
  /// `size` as a new axis, or none.
  AxisList add(int64_t size);
  /// A new axis for each dimension.
  Placed place(Value value);

  /// The two operands of a product whose result is placed.
  std::pair<Placed, Placed> placeOperands(DotGeneralOp dot, const Layout &result);
  /// The other operand and the result of a product with an operand that is placed.
  std::pair<Placed, Placed> placeOther(DotGeneralOp dot, const Layout &operand, bool operandIsLhs);

  /// What is behind transposes, broadcasts, and reshapes.
  Placed skipViews(Placed placed);
  /// The same without broadcasts, which copy.
  Placed skipMoves(Placed placed);

  /// The axes of `layout` for each axis of `as`, another layout of the same elements.
  std::optional<Layout> match(const Layout &layout, const Layout &as) {
    return regroup(layout, sizesOf(flatten(as)));
  }

  /// Axes in order, as they are split by now.
  AxisList resolve(llvm::ArrayRef<Axis> axes) const;
  AxisList flatten(const Layout &layout) const;
  int64_t size(llvm::ArrayRef<Axis> axes) const;

  /// `placed` with one dimension for each group. Of a group's axes a value may have none
  /// (size 1) or, where `isWhole` or it has some, those that it lacks are copied.
  Value arrange(CoreBuilder &b, const Placed &placed, llvm::ArrayRef<AxisList> groups,
                bool isWhole) const;
  /// `value`, with one dimension for each group, in another layout of the same axes.
  Value restore(CoreBuilder &b, Value value, llvm::ArrayRef<AxisList> groups, const Layout &layout,
                Dims shape) const;

private:
  std::optional<Layout> regroup(const Layout &from, Dims shape);
  std::optional<Placed> skipView(const Placed &placed, bool broadcasts);
  Sizes sizesOf(llvm::ArrayRef<Axis> axes) const;

  Sizes sizes;
  /// The parts of an axis that is split, else {-1, -1}.
  llvm::SmallVector<std::pair<Axis, Axis>> parts;
};

/// True where the two have an axis in common.
bool shareAxis(llvm::ArrayRef<Axis> a, llvm::ArrayRef<Axis> b);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESAXES_H
