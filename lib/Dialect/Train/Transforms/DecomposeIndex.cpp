// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of embedding and its gradient: clamp, then gather or scatter-add.
#include "Decompose.h"

using namespace mlir;

namespace halftone::train {

Value toIndexType(CoreBuilder &b, Value values) {
  return getElementType(values).isInteger(32) && !getElementType(values).isUnsignedInteger()
             ? values
             : b.cast(values, b.i64());
}

/// Indices outside the table are clamped to it, the same way forward and backward.
static Value clampToTable(CoreBuilder &b, Value ids, int64_t rows) {
  Value index = toIndexType(b, ids);
  return b.minimum(b.maximum(index, 0.0), static_cast<double>(rows - 1));
}

static SmallVector<Value> decomposeOp(EmbeddingOp op, CoreBuilder &b) {
  ArrayRef<int64_t> table = getShape(op.getTable());
  if (op.getResult().getType().getNumElements() == 0)
    return {b.splat(getShape(op.getResult()), b.getCompute(), 0)};
  int64_t rank = getShape(op.getIds()).size();
  Type type = withElementType(op.getResult().getType(), getElementType(op.getTable()));
  return {b.create<GatherOp>(type, op.getTable(), clampToTable(b, op.getIds(), table[0]),
                             /*offset_dims=*/ArrayRef<int64_t>{rank},
                             /*collapsed_slice_dims=*/ArrayRef<int64_t>{0},
                             /*operand_batching_dims=*/ArrayRef<int64_t>{},
                             /*start_indices_batching_dims=*/ArrayRef<int64_t>{},
                             /*start_index_map=*/ArrayRef<int64_t>{0},
                             /*index_vector_dim=*/rank,
                             /*slice_sizes=*/ArrayRef<int64_t>{1, table[1]})};
}

static SmallVector<Value> decomposeOp(EmbeddingGradOp op, CoreBuilder &b) {
  ArrayRef<int64_t> table = getShape(op.getResult());
  Value zeros = b.splat(table, b.getCompute(), 0);
  if (table[0] == 0)
    return {zeros};
  int64_t rank = getShape(op.getIds()).size();
  return {b.create<ScatterOp>(zeros.getType(), ScatterKind::add, zeros,
                              clampToTable(b, op.getIds(), table[0]), b.wide(op.getGrad()),
                              /*update_window_dims=*/ArrayRef<int64_t>{rank},
                              /*inserted_window_dims=*/ArrayRef<int64_t>{0},
                              /*input_batching_dims=*/ArrayRef<int64_t>{},
                              /*scatter_indices_batching_dims=*/ArrayRef<int64_t>{},
                              /*scatter_dims_to_operand_dims=*/ArrayRef<int64_t>{0},
                              /*index_vector_dim=*/rank)};
}

void attachIndexDecompositions(MLIRContext *context) {
  attachDecompositions<EmbeddingOp, EmbeddingGradOp>(context);
}

} // namespace halftone::train
