// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decompositions of attention and its gradient. Products take operands of the operand
// type and leave their f32 (or f64) sums unrounded; what is between them is f32.
//
//   S = scale · Q Kᵀ (+ mask)         P = softmax(S)            O = round(P) V
//   dV = round(P)ᵀ dO                 dP = dO Vᵀ                D = rowsum(dO ∘ O)
//   dS = round(scale · P ∘ (dP − D))  dQ = dS K                 dK = dSᵀ Q
//
// A row with everything blocked has the log-sum-exp −∞, P = 0 and O = 0.
#include "Decompose.h"

#include <limits>

using namespace mlir;

namespace halftone::train {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename OpT> class Attention {
public:
  Attention(OpT op, CoreBuilder &b) : op(op), b(b) {
    if (op.getOperandType())
      operandType = *op.getOperandType();
    else
      operandType = b.getCompute().isF64() ? b.getCompute() : getElementType(op.getQuery());
    query = round(op.getQuery());
    key = round(op.getKey());
    value = round(op.getValue());
  }

  /// `x` as operand of a product.
  Value round(Value x) { return b.cast(x, operandType); }

  /// Product over `lhsDim` and `rhsDim`, for each batch and head.
  Value product(Value lhs, Value rhs, int64_t lhsDim, int64_t rhsDim) {
    FloatType acc = b.getCompute().isF64() ? b.getCompute() : FloatType();
    return b.dot(lhs, rhs, {0, 1}, {0, 1}, {lhsDim}, {rhsDim}, b.getCompute(), acc);
  }

  /// [B, H, T, S], −∞ where blocked.
  Value scores() {
    Value s = b.mul(product(query, key, 3, 3), op.getScale().convertToDouble());
    if (Value mask = op.getMask())
      s = applyMask(s, mask);
    return op.getCausal() ? applyCausal(s) : s;
  }

  Value query, key, value;

private:
  Value applyMask(Value s, Value mask) {
    bool blocks = getElementType(mask).isInteger(1);
    Value wide = blocks ? mask : b.wide(mask);
    Value full = b.broadcastTrailing(wide, getShape(s));
    return blocks ? b.select(full, s, -infinity) : b.add(s, full);
  }

  /// Key `j` is seen by query `i` where `j <= i + S − T`: both count from the end.
  Value applyCausal(Value s) {
    ArrayRef<int64_t> shape = getShape(s);
    int64_t plane[] = {shape[2], shape[3]};
    Value last = b.add(b.iota(plane, b.i32(), 0), static_cast<double>(shape[3] - shape[2]));
    Value seen = b.le(b.iota(plane, b.i32(), 1), last);
    return b.select(b.broadcastTrailing(seen, shape), s, -infinity);
  }

  OpT op;
  CoreBuilder &b;
  Type operandType;
};

/// `x` with 0 for −∞, so that −∞ minus it stays −∞.
Value withoutMinusInfinity(CoreBuilder &b, Value x) { return b.select(b.eq(x, -infinity), 0.0, x); }

} // namespace

static SmallVector<Value> decomposeOp(AttentionOp op, CoreBuilder &b) {
  Attention<AttentionOp> a(op, b);
  Value s = a.scores();
  Value max = withoutMinusInfinity(b, b.max(s, {3}));
  Value e = b.exp(b.sub(s, b.expand(max, s, {3})));
  Value sum = b.sum(e, {3});
  Value divisor = b.select(b.eq(sum, 0.0), 1.0, sum);
  Value p = b.div(e, b.expand(divisor, e, {3}));
  SmallVector<Value> results{a.product(a.round(p), a.value, 3, 2)};
  if (op.getLse())
    results.push_back(b.add(b.log(sum), max));
  return results;
}

static SmallVector<Value> decomposeOp(AttentionGradOp op, CoreBuilder &b) {
  Attention<AttentionGradOp> a(op, b);
  Value s = a.scores();
  Value lse = withoutMinusInfinity(b, b.wide(op.getLse()));
  Value p = b.exp(b.sub(s, b.expand(lse, s, {3})));
  Value grad = a.round(op.getGrad());
  Value dValue = a.product(a.round(p), grad, 2, 2);
  Value dP = a.product(grad, a.value, 3, 3);
  Value d = b.sum(b.mul(b.wide(op.getGrad()), b.wide(op.getOutput())), {3});
  Value dS = b.mul(b.mul(p, b.sub(dP, b.expand(d, dP, {3}))), op.getScale().convertToDouble());
  Value rounded = a.round(dS);
  return {a.product(rounded, a.key, 3, 2), a.product(rounded, a.query, 2, 2), dValue};
}

void attachAttentionDecompositions(MLIRContext *context) {
  attachDecompositions<AttentionOp, AttentionGradOp>(context);
}

} // namespace halftone::train
