// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp, log and pow on f64 where the target has no library: the arithmetic of learning
// rates and bias corrections. Logarithms are pairs of doubles, so that a power is
// right to the last place or the one before. Needs fused multiply-adds.
//
// log m = s (2 + z (2/3 + z (2/5 + …))) with s = (m - 1) / (m + 1), z = s², for m in
// [sqrt(1/2), sqrt(2)): the series of the inverse hyperbolic tangent.
#include "LaneBuilder.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;
using namespace halftone::kernel;

static constexpr double infinity = std::numeric_limits<double>::infinity();
/// ln 2 in two parts; the product of the first with an exponent is exact.
static constexpr double ln2High = 0x1.62e42fefa38p-1, ln2Low = 0x1.ef35793c7673p-45;

namespace {
/// A number as the sum of two, the second within the rounding of the first.
struct Pair {
  Value high, low;
};
} // namespace

/// x + y, where |x| >= |y| or x is 0.
static Pair fastSum(LaneBuilder &l, Value x, Value y) {
  Value high = l.add(x, y);
  return {high, l.add(l.sub(x, high), y)};
}

static Pair product(LaneBuilder &l, Value x, Value y) {
  Value high = l.mul(x, y);
  return {high, l.fma(x, y, l.neg(high))};
}

static Pair product(LaneBuilder &l, Pair x, Pair y) {
  Pair result = product(l, x.high, y.high);
  result.low = l.add(result.low, l.fma(x.high, y.low, l.mul(x.low, y.high)));
  return result;
}

/// The logarithm of a positive finite number.
static Pair logPair(LaneBuilder &l, Value x) {
  // Subnormal: 2^54 times as large.
  Value subnormal = l.less(x, l.wide(0x1p-1022));
  Value scaled = l.select(subnormal, l.mul(x, l.wide(0x1p54)), x);
  Value bits = l.bits(scaled, 64);
  Value e = l.sar(l.sub(bits, l.whole(0x3fe6a09e667f3bcd, 64)), 52);
  Value m = l.asWide(l.sub(bits, l.shl(e, 52)));
  e = l.sub(e, l.select(subnormal, l.whole(54, 64), l.whole(0, 64)));
  Value exponent = l.make<arith::SIToFPOp>(l.f64(), e), one = l.wide(1.0);

  Value f = l.sub(m, one); // exact
  Value divisor = l.add(m, one), part = l.sub(divisor, m);
  Value rest = l.add(l.sub(m, l.sub(divisor, part)), l.sub(one, part));
  Pair s{l.div(f, divisor), {}};
  Value missing = l.fma(l.neg(s.high), divisor, f);
  s.low = l.div(l.fma(l.neg(s.high), rest, missing), divisor);

  Pair z = product(l, s, s);
  Value tail =
      l.polynomial(z.high, {2.0 / 29, 2.0 / 27, 2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17,
                            2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5});
  constexpr double third = 2.0 / 3.0, thirdLow = 0x1.5555555555555p-55; // 2/3 - third
  Pair w = fastSum(l, l.wide(third), l.mul(z.high, tail));
  w.low = l.add(w.low, l.wide(thirdLow));
  Pair u = product(l, z, w), v = fastSum(l, l.wide(2.0), u.high);
  v.low = l.add(v.low, u.low);
  Pair log = product(l, s, v);
  Pair sum = fastSum(l, l.mul(exponent, l.wide(ln2High)), log.high);
  sum.low = l.add(sum.low, l.fma(exponent, l.wide(ln2Low), log.low));
  return fastSum(l, sum.high, sum.low);
}

/// 2^n for n in [-1022, 1023].
static Value powerOfTwo(LaneBuilder &l, Value n) {
  return l.asWide(l.shl(l.add(n, l.whole(1023, 64)), 52));
}

/// e^(x.high + x.low); infinity and 0 beyond the range.
static Value expPair(LaneBuilder &l, Pair x) {
  Value inRange = l.less(l.abs(x.high), l.wide(800.0));
  Value high =
      l.make<arith::MinNumFOp>(l.make<arith::MaxNumFOp>(x.high, l.wide(-760.0)), l.wide(760.0));
  Value low = l.select(inRange, x.low, l.wide(0.0));
  Value k = l.make<math::RoundEvenOp>(l.mul(high, l.wide(0x1.71547652b82fep0)));
  Value n = l.make<arith::FPToSIOp>(l.integer(64), k);
  Value r = l.fma(k, l.wide(-ln2High), high); // exact
  r = l.add(l.fma(k, l.wide(-ln2Low), r), low);
  // Taylor's series; |r| <= ln 2 / 2.
  Value p = l.polynomial(r, {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                             1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24,
                             1.0 / 6, 0.5});
  Value y = l.add(l.wide(1.0), l.fma(l.mul(r, r), p, r));
  // In two steps: 2^1096 and 2^-1096 are no f64.
  Value half = l.sar(n, 1);
  return l.mul(l.mul(y, powerOfTwo(l, half)), powerOfTwo(l, l.sub(n, half)));
}

static Value expOf(LaneBuilder &l, Value x) {
  return l.select(l.isNaN(x), x, expPair(l, {x, l.wide(0.0)}));
}

static Value logOf(LaneBuilder &l, Value x) {
  Value y = logPair(l, x).high;
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, x, l.wide(infinity)), x, y);
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, x, l.wide(0)), l.wide(-infinity), y);
  return l.select(l.compare(arith::CmpFPredicate::ULT, x, l.wide(0)),
                  l.wide(std::numeric_limits<double>::quiet_NaN()), y);
}

/// C's pow.
static Value powOf(LaneBuilder &l, Value x, Value y) {
  auto equal = [&](Value a, Value b) { return l.compare(arith::CmpFPredicate::OEQ, a, b); };
  Value a = l.abs(x), zero = l.wide(0.0), one = l.wide(1.0), large = l.wide(infinity);
  // Beyond this every power but that of 1 is 0 or infinity.
  Value bound = l.wide(0x1p70);
  Value exponent = l.make<arith::MinNumFOp>(l.make<arith::MaxNumFOp>(y, l.neg(bound)), bound);
  Pair log = logPair(l, a), scaled = product(l, exponent, log.high);
  scaled.low = l.fma(exponent, log.low, scaled.low);
  Value power = expPair(l, scaled);
  // 0 and infinity, and their reciprocals.
  Value extreme = l.bitOr(equal(a, zero), equal(a, large));
  Value positive = l.compare(arith::CmpFPredicate::OGT, y, zero);
  power = l.select(extreme, l.select(positive, a, l.div(one, a)), power);
  // Of a negative number: odd integers keep the sign, fractions have no power.
  Value whole = equal(l.make<math::FloorOp>(y), y), halved = l.mul(y, l.wide(0.5));
  Value odd =
      l.bitAnd(whole, l.compare(arith::CmpFPredicate::ONE, l.make<math::FloorOp>(halved), halved));
  power = l.select(odd, l.copySign(power, x), power);
  Value negative = l.bitAnd(l.less(x, zero), l.compare(arith::CmpFPredicate::ONE, a, large));
  Value fraction =
      l.bitAnd(negative, l.compare(arith::CmpFPredicate::ONE, l.make<math::FloorOp>(y), y));
  Value none = l.wide(std::numeric_limits<double>::quiet_NaN());
  power = l.select(fraction, none, power);
  power = l.select(l.compare(arith::CmpFPredicate::UNO, x, y), none, power);
  return l.select(l.bitOr(equal(y, zero), equal(x, one)), one, power);
}

namespace {
template <typename OpTy, typename Function> struct ExpandDouble : OpRewritePattern<OpTy> {
  ExpandDouble(MLIRContext *context, Function function)
      : OpRewritePattern<OpTy>(context), function(function) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF64())
      return rewriter.notifyMatchFailure(op, "of another type");
    LaneBuilder l(op.getLoc(), rewriter, op.getType());
    if constexpr (std::is_same_v<OpTy, math::PowFOp>)
      rewriter.replaceOp(op, function(l, op.getLhs(), op.getRhs()));
    else
      rewriter.replaceOp(op, function(l, op.getOperand()));
    return success();
  }

  Function function;
};
} // namespace

void halftone::kernel::populateExpandDouble(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  using Unary = Value (*)(LaneBuilder &, Value);
  using Binary = Value (*)(LaneBuilder &, Value, Value);
  patterns.add<ExpandDouble<math::ExpOp, Unary>>(context, expOf);
  patterns.add<ExpandDouble<math::LogOp, Unary>>(context, logOf);
  patterns.add<ExpandDouble<math::PowFOp, Binary>>(context, powOf);
}
