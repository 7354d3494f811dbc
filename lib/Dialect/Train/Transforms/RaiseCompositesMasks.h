// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a mask of attention is made of. A predicate is read as a conjunction; a part of it
// that compares positions is a *band*, low <= key − query <= high, so that it is known, for
// every row and without evaluating it, which keys it lets through:
//
//   key <= query                    (−∞, 0]    causal
//   key − query < 3, query >= key   …
//   !(key > query), select(p, 1, 0) == 0, tril of ones, …   as what they are made of
//
// Anything else is opaque: it may block a whole row.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMASKS_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMASKS_H

#include "RaiseCompositesAxes.h"

#include <limits>

namespace halftone::train::raise {

/// low <= key − query <= high.
struct Band {
  Axis query = -1, key = -1;
  int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();

  /// True where each of `queries` rows has one of `keys`.
  bool leavesKeys(int64_t queries, int64_t keys) const;
  /// True where queries see the keys up to their own place, counted from the ends.
  bool isCausal(int64_t queries, int64_t keys) const;
  /// True where nothing is blocked.
  bool isAll(int64_t queries, int64_t keys) const;
};

/// A part of a predicate, or its opposite.
struct Conjunct {
  Placed predicate;
  bool isInverted = false;
  std::optional<Band> band = {};
};

/// Appends the parts of `predicate`; of its opposite where `isInverted`.
void readPredicate(Axes &axes, Placed predicate, bool isInverted,
                   llvm::SmallVectorImpl<Conjunct> &parts, unsigned depth = 12);

/// Turns bands of one pair of axes into one, and those of others into opaque parts.
std::optional<Band> joinBands(llvm::SmallVectorImpl<Conjunct> &parts, llvm::ArrayRef<Axis> keys);

/// −∞, or so low that only scores next to overflow are lower.
bool isLowest(double number, mlir::Type element);

} // namespace halftone::train::raise

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_RAISECOMPOSITESMASKS_H
