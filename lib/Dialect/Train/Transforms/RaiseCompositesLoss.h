// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the forms of cross-entropy have in common: `Loss` has those of one label for each row,
// `Smoothing` those that mix it with all classes.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESLOSS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESLOSS_H

#include "RaiseComposites.h"

namespace halftone::train::raise {

/// `source[..., label]`.
struct Pick {
  Value source, labels;
  /// Where the labels come from, behind which nothing is looked at.
  Value indices;
  /// Labels outside of the classes give NaN; else they are clamped.
  bool fills = false;
};
/// A pick in the shape of rows, behind views.
std::optional<Pick> matchPick(Value value);

/// The logits, where `value` is their log_softmax over the classes.
Value getLogits(Value value);
Sizes getRows(Value logits);
int64_t getClasses(Value logits);
/// True for a value in the shape of the rows of `logits`, but for dimensions of size 1.
bool isOfRows(Value value, Value logits);
/// True where `count` is Σ pred, as an integer that can count so far.
bool countsTrue(Value count, Value pred);

/// What labels that don't count are turned to.
constexpr int64_t ignoredLabel = -1;
mlir::IntegerAttr ignoreAttr(CoreBuilder &b);
Value clampToClasses(CoreBuilder &b, Value labels, int64_t classes);
Value buildLoss(CoreBuilder &b, Value logits, Value labels, LossReduction reduction,
                mlir::IntegerAttr ignore, double smoothing = 0);
/// The loss of each row with the pick's labels.
Value buildRows(CoreBuilder &b, Value logits, const Pick &pick, double smoothing = 0);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESLOSS_H
