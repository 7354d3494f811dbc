// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax, norms and their gradients in as many spellings as a seed picks: what tests of
// f32 islands and of their numbers are built from.
#ifndef HALFTONE_TEST_UNIT_PRECISION_ISLANDSPELLINGS_H
#define HALFTONE_TEST_UNIT_PRECISION_ISLANDSPELLINGS_H

#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace halftone::test {

/// Builds one island; where it has a choice it draws lots.
class Speller {
public:
  using Value = mlir::Value;
  using Dims = llvm::SmallVector<int64_t>;

  /// Ops of the island get `loc`; what only carries a scale or shift there gets
  /// `paramLoc`.
  Speller(mlir::OpBuilder &builder, mlir::Location loc, mlir::Location paramLoc, unsigned seed)
      : b(builder, loc), param(builder, paramLoc), random(seed) {}

  // Parts.
  Value sum(Value x, Dims dims);
  Value mean(Value x, Dims dims);
  Value square(Value x);
  Value divide(Value a, Value d);
  Value subtract(Value a, Value d);
  Value times(Value a, Value d) { return flip() ? b.mul(a, d) : b.mul(d, a); }
  Value plus(Value a, Value d) { return flip() ? b.add(a, d) : b.add(d, a); }
  /// A statistic in the shape of `x`, which it was reduced from along `dims`.
  Value spread(Value statistic, Value x, Dims dims);
  /// 1 / sqrt(v + eps).
  Value rsqrt(Value v, double eps);
  /// `scale` or `shift` (of rank 1) along the last dimension of `x`.
  Value affine(Value vector, Value x);
  Value shifted(Value x, Dims dims);
  Value masked(Value x);

  // Islands, along the last dimension or `dims`.
  Value softmax(Value x);
  Value logSoftmax(Value x);
  Value logSumExp(Value x);
  Value layerNorm(Value x, Value scale, Value shift, Dims dims);
  Value rmsNorm(Value x, Value scale);
  Value l2Normalize(Value x);
  Value variance(Value x);
  Value standardize(Value x);

  // Gradients, from the gradient `g` of the result.
  Value softmaxGrad(Value g, Value x);
  Value logSoftmaxGrad(Value g, Value x);
  Value layerNormGrad(Value g, Value x, Value scale);
  Value rmsNormGrad(Value g, Value x, Value scale);
  Value l2NormalizeGrad(Value g, Value x);
  Value crossEntropyGrad(Value x, Value labels);

  bool flip() { return random() & 1; }
  unsigned pick(unsigned count) { return random() % count; }

  train::CoreBuilder b, param;
  bool masks = true; ///< whether a softmax may be scaled and masked

private:
  Value product(Value a, Value d, double power);
  std::mt19937 random;
};

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_PRECISION_ISLANDSPELLINGS_H
