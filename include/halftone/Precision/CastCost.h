// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often ops run, and what casts cost, counted on the IR as it is. A placement that
// knows the least cost is checked against this; it shares nothing with the network behind
// it but the price of one cast. Counts stay at `mostCounted` where they would pass it.
#ifndef HALFTONE_PRECISION_CASTCOST_H
#define HALFTONE_PRECISION_CASTCOST_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

/// Two of them have a sum, and more bytes than any machine has.
inline constexpr int64_t mostCounted = int64_t(1) << 55;

/// Of numbers that are not negative.
int64_t addCounts(int64_t a, int64_t b);
int64_t multiplyCounts(int64_t a, int64_t b);

/// Of a tensor; 1 for what has no shape, 0 where the shape is not known.
int64_t countElements(mlir::Type type);

/// How often the regions of `op` run, which itself runs `runs` times. A loop whose trips
/// are not known, or are none, counts as one.
int64_t countRuns(mlir::Operation *op, int64_t runs);

/// A cast of any dialect from floats to floats.
bool isFloatCast(mlir::Operation *op);

/// What one run of a cast of `type` between floats of these widths reads and writes.
int64_t countCastBytes(mlir::Type type, unsigned from, unsigned to);
int64_t countCastBytes(int64_t elements, unsigned from, unsigned to);

/// All casts between floats, as often as they run: bytes read and written, and how many.
CastCost countCasts(mlir::FunctionOpInterface function);

/// The cost by `prices`, without the casts that were `written` before. `parts`: those of
/// the function as it is, where they are known.
CastCost measureCost(mlir::FunctionOpInterface function, Prices prices, CastCost written,
                     const StepParts *parts = nullptr);

} // namespace halftone::precision

#endif // HALFTONE_PRECISION_CASTCOST_H
