// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a gradient rule sees of the differentiation that is going on.
//
// Reverse mode walks a block from its end. When it comes to an op, all uses of the
// op's results have been seen, so the gradients of the results are complete; the
// op's rule (`DifferentiableOpInterface`) reads them here and adds gradients of its
// operands. A region has a context of its own, whose ops are emitted in the twin of
// the region: gradients of values from outside collect there, and the rule of the
// op that holds the region hands them on.
//
// Only values on an active path have gradients: those that depend on a parameter
// and that the loss depends on (halftone/Dialect/Train/Transforms/Activity.h).
#ifndef HALFTONE_DIALECT_TRAIN_TRANSFORMS_GRADIENTCONTEXT_H
#define HALFTONE_DIALECT_TRAIN_TRANSFORMS_GRADIENTCONTEXT_H

#include "halftone/Dialect/Train/IR/Train.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace halftone::train {

class Activity;

class GradientContext {
public:
  /// A context for the ops in `region`, whose first gradients come from `location`,
  /// a backward location.
  GradientContext(Activity &activity, mlir::Region &region, mlir::Location location)
      : activity(activity), region(region), location(location) {}

  /// A context of the same differentiation for a region inside this one.
  GradientContext getChild(mlir::Region &inner) const { return {activity, inner, location}; }

  /// True where a gradient of `value` would be used. Rules skip other operands.
  bool needsGradient(mlir::Value value) const;

  /// The gradient of `value` so far, or null where none has come.
  mlir::Value getGradient(mlir::Value value) const;
  /// The same, with zeros for null.
  mlir::Value getGradientOrZeros(mlir::OpBuilder &builder, mlir::Value value) const;

  /// Adds to the gradient of `value`, if that needs one. `gradient` has the value's
  /// shape, and is rounded to its element type.
  void addGradient(mlir::OpBuilder &builder, mlir::Value value, mlir::Value gradient);

  /// Differentiates the ops of `block` in reverse.
  llvm::LogicalResult differentiate(mlir::OpBuilder &builder, mlir::Block &block);
  /// The same for `ops`, which are in order.
  llvm::LogicalResult differentiate(mlir::OpBuilder &builder,
                                    llvm::ArrayRef<mlir::Operation *> ops);

  /// `to` is a copy of `from`: it needs a gradient where `from` does.
  void copyActivity(mlir::Value from, mlir::Value to);

  /// Values from outside the region that have a gradient, in the order in which
  /// their first gradient came.
  llvm::ArrayRef<mlir::Value> getOuterValues() const { return outer.getArrayRef(); }

  /// The location of backward ops of the op whose rule runs.
  mlir::Location getLocation() const { return location; }

private:
  struct Entry {
    mlir::Value gradient;
    /// The op that gave the first share.
    mlir::Location origin;
  };

  llvm::LogicalResult differentiate(mlir::OpBuilder &builder, mlir::Operation *op);
  llvm::LogicalResult reportMissing(mlir::Operation *op) const;

  Activity &activity;
  mlir::Region &region;
  llvm::DenseMap<mlir::Value, Entry> entries;
  llvm::SetVector<mlir::Value> outer;
  mlir::Location location;
};

/// True for values that can have a gradient: tensors of floats that are not empty.
bool isDifferentiable(mlir::Type type);

/// True where `inner` is `region` or inside it. Unlike `Region::isAncestor`, also for
/// regions that have no op yet.
bool isWithin(mlir::Region *inner, mlir::Region &region);

/// Builds `op` again in its place with further operands and results at the end, and
/// replaces and erases it. Regions move over. For optional results of composites
/// that a gradient needs, and for residuals of regions.
mlir::Operation *rebuildWith(mlir::Operation *op, mlir::ValueRange moreOperands,
                             mlir::TypeRange moreResults);

} // namespace halftone::train

#endif // HALFTONE_DIALECT_TRAIN_TRANSFORMS_GRADIENTCONTEXT_H
