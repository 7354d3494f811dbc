// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sin, cos, tan, pow, cbrt and atan2 of f32, computed in f64 and rounded once: their
// error is half a unit of the last place and less than a thousandth more, so that a
// result is the correctly rounded one or, in about one case of 50 000, its neighbour.
// The same on a scalar and on a vector: no calls, no tables, no branches.
//
//   sin, cos, tan  Argument reduction after Payne and Hanek (1983), for arguments of
//                  every size: |x| = m 2^(e-23) with an integer m, and of the bits of
//                  2/pi only the 96 from weight 2 down, once moved by e-23, matter to
//                  |x| 2/pi mod 4. The product with m in 64-bit integers has 62 bits of
//                  fraction; no f32 is closer than 2^-30 to a multiple of pi/2.
//   pow            2^(y log2|x|); log2 m = s P(s^2) with s = (m-1)/(m+1).
//   cbrt           x^(-1/3) by two steps of fourth order, from the exponent's third.
//   atan2          The smaller over the larger, moved by pi/4 where above tan(pi/8).
//
// Polynomials are minimax; their relative errors are 2^-37 (sin), 2^-44 (cos), 2^-50
// (log2), 2^-40 (exp2) and 2^-45 (atan). An `fma` that rounds twice changes nothing.
#include "LaneBuilder.h"
#include "mlir/IR/PatternMatch.h"

#include <cmath>

using namespace mlir;
using namespace halftone::kernel;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
/// What is added to and taken from a number below 2^51 leaves the nearest integer,
/// whose low bits are those of the sum.
static constexpr double roundingShift = 0x1.8p52;

namespace {
struct WideBuilder : LaneBuilder {
  using LaneBuilder::LaneBuilder;

  Value is(arith::CmpFPredicate predicate, Value x, double y) {
    return compare(predicate, x, widthOf(x) == 64 ? wide(y) : real(y));
  }
  Value is(arith::CmpIPredicate predicate, Value x, uint64_t y) {
    return compare(predicate, x, whole(y, widthOf(x)));
  }
  Value wideBits(Value x) { return bits(x, 64); }
  Value hasBit(Value x, unsigned bit) {
    return is(arith::CmpIPredicate::ne, bitAnd(x, whole(uint64_t(1) << bit, widthOf(x))), 0);
  }
  Value isNegative(Value x) { return is(arith::CmpIPredicate::slt, bits(x), 0); } // also -0
  Value bitNot(Value p) {
    return make<arith::XOrIOp>(p, constant(b.getIntegerAttr(b.getI1Type(), 1)));
  }
  Value bothOf(Value p, Value q) { return make<arith::AndIOp>(p, q); }
  Value eitherOf(Value p, Value q) { return make<arith::OrIOp>(p, q); }
  Value low32(Value x) { return bitAnd(x, whole(0xffffffff, 64)); }
  /// The low 32 bits, signed, as a number.
  Value toWide(Value x) {
    return make<arith::SIToFPOp>(f64(), make<arith::TruncIOp>(integer(32), x));
  }
  Value atMost(Value x, double limit) {
    return select(is(arith::CmpFPredicate::OGT, x, limit), wide(limit), x);
  }
};

/// |x| = n pi/2 + r with |r| <= pi/4, and the functions of r; for x < 0 of -n and -r.
struct Angle {
  Value sine, cosine;
  Value quadrant; ///< n in its two low bits, i64

  Angle(WideBuilder &l, Value x) {
    using P = arith::CmpIPredicate;
    Value magnitude = l.bitAnd(l.bits(x), l.whole(0x7fffffff));
    Value bits = l.make<arith::ExtUIOp>(l.integer(64), magnitude);
    Value m = l.bitOr(l.bitAnd(bits, l.whole(0x7fffff, 64)), l.whole(0x800000, 64));
    // The window's first bit among those of 2/pi, 32 zeros before them. Below 1/2,
    // where the result is not used, there may be none.
    Value position = l.sub(l.shr(bits, 23), l.whole(120, 64));
    position = l.select(l.is(P::slt, position, 0), l.whole(0, 64), position);
    Value word = l.shr(position, 5), shift = l.bitAnd(position, l.whole(31, 64));
    static constexpr uint32_t twoOverPi[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                             0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
    auto window = [&](unsigned first) {
      auto pair = [&](unsigned i) {
        return l.whole(uint64_t(twoOverPi[i]) << 32 | twoOverPi[i + 1], 64);
      };
      Value chosen = pair(first);
      for (unsigned i = 1; i <= 4; ++i)
        chosen = l.select(l.is(P::eq, word, i), pair(first + i), chosen);
      return l.shr(l.make<arith::ShLIOp>(chosen, shift), 32);
    };
    // |x| 2/pi mod 4 in units of 2^-62.
    Value product = l.add(l.shl(l.mul(m, window(0)), 32), l.mul(m, window(1)));
    product = l.add(product, l.shr(l.mul(m, window(2)), 32));
    Value n = l.shr(l.add(product, l.whole(uint64_t(1) << 61, 64)), 62);
    product = l.sub(product, l.shl(n, 62));
    // As a number, exactly but for one rounding: the low half above 2^52.
    Value low = l.asWide(l.bitOr(l.low32(product), l.wideBits(l.wide(0x1p52))));
    low = l.sub(low, l.wide(0x1p52));
    Value r = l.fma(l.toWide(l.shr(product, 32)), l.wide(0x1p32), low);
    r = l.mul(r, l.wide(0x1p-62 * 1.57079632679489661923));

    Value negative = l.isNegative(x);
    r = l.select(negative, l.neg(r), r);
    n = l.select(negative, l.sub(l.whole(0, 64), n), n);
    Value small = l.is(P::ult, magnitude, 0x3f000000); // 1/2
    r = l.select(small, l.widen(x), r);
    quadrant = l.select(small, l.whole(0, 64), n);

    Value z = l.mul(r, r);
    // r times a polynomial, and not r plus one, for the sign of zero.
    sine =
        l.mul(r, l.polynomial(z, {2.7173494316424106e-06, -0.00019839202733481264,
                                  0.00833332878469576, -0.16666666631621568, 0.9999999999956795}));
    cosine =
        l.polynomial(z, {-2.717344570660121e-07, 2.4798929058876152e-05, -0.0013888880395732774,
                         0.0416666665439613, -0.4999999999935156, 0.9999999999999445});
  }
};
} // namespace

/// `y` rounded; NaN for an infinite or NaN argument.
static Value ofFinite(WideBuilder &l, Value x, Value y) {
  Value finite = l.is(arith::CmpFPredicate::OLT, l.abs(x), infinity);
  return l.select(finite, l.narrow(y), l.sub(x, x));
}

/// The sine of an angle and `quarters` right angles.
static Value shiftedSine(WideBuilder &l, Value x, unsigned quarters) {
  Angle angle(l, x);
  Value quadrant = l.add(angle.quadrant, l.whole(quarters, 64));
  Value y = l.select(l.hasBit(quadrant, 0), angle.cosine, angle.sine);
  return ofFinite(l, x, l.select(l.hasBit(quadrant, 1), l.neg(y), y));
}

static Value sinOf(WideBuilder &l, Value x) { return shiftedSine(l, x, 0); }
static Value cosOf(WideBuilder &l, Value x) { return shiftedSine(l, x, 1); }

static Value tanOf(WideBuilder &l, Value x) {
  Angle angle(l, x);
  Value odd = l.hasBit(angle.quadrant, 0);
  Value above = l.select(odd, l.neg(angle.cosine), angle.sine);
  return ofFinite(l, x, l.div(above, l.select(odd, angle.sine, angle.cosine)));
}

static Value cbrtOf(WideBuilder &l, Value x) {
  Value a = l.widen(l.abs(x));
  // A third of the high half's bits, by multiplication.
  Value third = l.shr(l.mul(l.shr(l.wideBits(a), 32), l.whole(0x55555556, 64)), 32);
  Value y = l.asWide(l.shl(l.sub(l.whole(0x553ef0ff, 64), third), 32));
  for (int i = 0; i < 2; ++i) {
    Value error = l.sub(l.wide(1.0), l.mul(a, l.mul(y, l.mul(y, y))));
    y = l.fma(l.mul(y, error), l.polynomial(error, {14.0 / 81, 2.0 / 9, 1.0 / 3}), y);
  }
  Value root = l.copySign(l.narrow(l.mul(a, l.mul(y, y))), x);
  // Of 0 and infinity y is anything.
  Value edge = l.eitherOf(l.is(arith::CmpFPredicate::OEQ, a, 0),
                          l.is(arith::CmpFPredicate::OEQ, a, infinity));
  return l.select(edge, x, root);
}

/// log2 of a >= 0.
static Value wideLog2(WideBuilder &l, Value a) {
  // a = m 2^e with m in [sqrt(1/2), sqrt(2)).
  Value bits = l.wideBits(a);
  Value e = l.sar(l.sub(bits, l.wideBits(l.wide(0.70710678118654752440))), 52);
  Value m = l.asWide(l.sub(bits, l.shl(e, 52)));
  Value s = l.div(l.sub(m, l.wide(1.0)), l.add(m, l.wide(1.0)));
  Value p = l.polynomial(l.mul(s, s), {0.24293903856855084, 0.26144223906168435, 0.3206164541482904,
                                       0.4121984010492351, 0.577078017253161, 0.9617966939243174,
                                       2.885390081777927});
  Value y = l.fma(s, p, l.toWide(e));
  y = l.select(l.is(arith::CmpFPredicate::OEQ, a, 0), l.wide(-infinity), y);
  return l.select(l.is(arith::CmpFPredicate::OEQ, a, infinity), l.wide(infinity), y);
}

/// 2^t; beyond the range of f32 anything that rounds to infinity or to 0.
static Value wideExp2(WideBuilder &l, Value t) {
  t = l.select(l.is(arith::CmpFPredicate::OLT, t, -1000.0), l.wide(-1000.0), t);
  t = l.atMost(t, 1000.0);
  Value shifted = l.add(t, l.wide(roundingShift));
  Value r = l.sub(t, l.sub(shifted, l.wide(roundingShift)));
  Value p = l.polynomial(r, {1.3264071661463235e-06, 1.531008103996257e-05, 0.0001540341161794324,
                             0.0013333450560869277, 0.009618129228520032, 0.055504109412147805,
                             0.2402265069546739, 0.6931471805459307, 1.000000000000027});
  return l.asWide(l.add(l.wideBits(p), l.shl(l.wideBits(shifted), 52)));
}

/// C's powf, also for zeros, infinities, NaN and negative bases.
static Value powOf(WideBuilder &l, Value x, Value y) {
  using P = arith::CmpFPredicate;
  Value log = wideLog2(l, l.widen(l.abs(x)));
  // |x| = 1 to an infinite power is 1.
  Value t = l.mul(l.widen(y), log);
  t = l.select(l.is(P::OEQ, log, 0), l.wide(0), t);
  Value power = l.narrow(wideExp2(l, t));

  // From 2^24 on every f32 is an even integer, and so is infinity.
  Value size = l.atMost(l.widen(l.abs(y)), 0x1p30);
  Value shifted = l.add(size, l.wide(roundingShift));
  Value isWhole = l.compare(P::OEQ, l.sub(shifted, l.wide(roundingShift)), size);
  Value isOdd = l.bothOf(isWhole, l.hasBit(l.wideBits(shifted), 0));
  power = l.select(l.bothOf(isOdd, l.isNegative(x)), l.neg(power), power);
  Value negative = l.bothOf(l.is(P::OLT, x, 0), l.is(P::OGT, x, -infinity));
  power = l.select(l.bothOf(negative, l.bitNot(isWhole)), l.real(notANumber), power);
  power = l.select(l.compare(P::UNO, x, y), l.add(x, y), power);
  // Also of NaN.
  Value isOne = l.eitherOf(l.is(P::OEQ, x, 1), l.is(P::OEQ, y, 0));
  return l.select(isOne, l.real(1), power);
}

static Value atan2Of(WideBuilder &l, Value y, Value x) {
  using P = arith::CmpFPredicate;
  // Infinity is a number so large that every finite one over it is 0.
  Value across = l.atMost(l.widen(l.abs(x)), 0x1p500), up = l.atMost(l.widen(l.abs(y)), 0x1p500);
  Value steep = l.compare(P::OGT, up, across);
  Value small = l.select(steep, across, up), large = l.select(steep, up, across);
  Value moved = l.compare(P::OGT, small, l.mul(large, l.wide(0.41421356237309504880)));
  Value above = l.select(moved, l.sub(small, large), small);
  Value below = l.select(moved, l.add(small, large), large);
  below = l.select(l.is(P::OEQ, below, 0), l.wide(1), below);
  Value q = l.div(above, below);
  Value angle = l.mul(
      q, l.polynomial(l.mul(q, q), {0.03073848457396997, -0.05879738919033652, 0.07565166925905308,
                                    -0.09078605195076171, 0.11110402245770822, -0.142856911778858,
                                    0.1999999962113419, -0.3333333333093682, 0.999999999999975}));
  angle = l.select(moved, l.add(angle, l.wide(0.78539816339744830962)), angle);
  angle = l.select(steep, l.sub(l.wide(1.57079632679489661923), angle), angle);
  angle = l.select(l.isNegative(x), l.sub(l.wide(3.14159265358979323846), angle), angle);
  Value result = l.copySign(l.narrow(angle), y);
  return l.select(l.compare(P::UNO, x, y), l.add(x, y), result);
}

namespace {
template <typename OpTy> struct ExpandWideFunction : OpRewritePattern<OpTy> {
  static constexpr bool isUnary = OpTy::template hasTrait<OpTrait::OneOperand>();
  using Function = std::conditional_t<isUnary, Value (*)(WideBuilder &, Value),
                                      Value (*)(WideBuilder &, Value, Value)>;
  ExpandWideFunction(MLIRContext *context, Function function, bool fused)
      : OpRewritePattern<OpTy>(context), function(function), fused(fused) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "of another type");
    WideBuilder l(op.getLoc(), rewriter, op.getType(), fused);
    if constexpr (isUnary)
      rewriter.replaceOp(op, function(l, op->getOperand(0)));
    else
      rewriter.replaceOp(op, function(l, op->getOperand(0), op->getOperand(1)));
    return success();
  }

  Function function;
  bool fused;
};
} // namespace

void halftone::kernel::populateExpandWideMath(RewritePatternSet &patterns, bool fused) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandWideFunction<math::SinOp>>(context, sinOf, fused);
  patterns.add<ExpandWideFunction<math::CosOp>>(context, cosOf, fused);
  patterns.add<ExpandWideFunction<math::TanOp>>(context, tanOf, fused);
  patterns.add<ExpandWideFunction<math::CbrtOp>>(context, cbrtOf, fused);
  patterns.add<ExpandWideFunction<math::PowFOp>>(context, powOf, fused);
  patterns.add<ExpandWideFunction<math::Atan2Op>>(context, atan2Of, fused);
}
