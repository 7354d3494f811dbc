// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// F32 islands: sensitive ops and what lies between them, however a softmax, a norm, a loss
// or its gradient is spelled. Found by growth, not by template. What a policy marks as a
// `seed` is sensitive; ops that may `follow` are what an island can grow over. It grows by
// these rules, again and again, until none applies:
//
//   statistic  What is made of a reduction's result stays in the reduction's island until
//              the result is spread over elements again and meets data there (the *join*:
//              `x - mean(x)`), or goes into another seed. So does the scale of a mean.
//              A product with ones is a sum here.
//   return     An op that brings an island's result together with what the island read, or
//              with another of its results: `dy - p * sum(dy)`, `lse - logits[label]`.
//   chain      Ops that only move, scale, shift or mask what one island gives, where they
//              end in a seed or join: log-softmax, gather of the label, mean.
//   feed       What an island alone reads, as far as it is made of the island's own values
//              or inputs (`x * x` before a mean of squares, `dp * p` before the sum of a
//              softmax's gradient), scales its data (`h * gamma`, a mask, an epsilon), or is
//              one function inside another (`1 - sigmoid(x)` before a log).
//   tail       The scale and shift that a normalised value gets, as far as they are spread.
//   angle      What a sine is computed of, up to the integers that it is made of; products
//              too.
//
// So a residual stream is in no island: the sum that makes it takes a product's result,
// which is no value of the island before, and more than the island behind reads it. Where a
// framework adds a stream's gradient between the terms of a norm's gradient, that sum is in
// the norm's island, and the stream goes in and out. An activation is in none, because it
// reads the data twice without a reduction between. A parameter's gradient ends an island,
// or the optimizer would make all of them one.
//
// Limits: `feed` looks six ops up. Ops with several results, loops and calls end an island;
// regions that only hand values on don't.
#ifndef HALFTONE_LIB_PRECISION_ISLANDS_H
#define HALFTONE_LIB_PRECISION_ISLANDS_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

/// Labels what lies in islands f32, and numbers them in the order of their first ops.
void growIslands(mlir::FunctionOpInterface function, LabelMap &labels);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_ISLANDS_H
