// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why ops and tensors of a name got their precision, in words, and what would change it.
// A name is a scope, an op or a line in the source ("layer0/attn", "layer0/attn/exp",
// "model.py:21"), an op of the IR ("train.softmax", "softmax"), or an argument or result
// of the function ("params/layer0/mlp/up/w").
#ifndef HALFTONE_LIB_PRECISION_EXPLAIN_H
#define HALFTONE_LIB_PRECISION_EXPLAIN_H

#include "ReportData.h"

namespace halftone::precision {

/// Prints to `os`; an error at `loc`, with names that are near, where nothing has the name.
llvm::LogicalResult explain(llvm::raw_ostream &os, const ReportData &data, llvm::StringRef name,
                            mlir::Location loc);

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_EXPLAIN_H
