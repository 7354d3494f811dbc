// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementary functions of f32 as polynomials, the same on a scalar and on a vector.
// Bounds of the error against the correctly rounded value, in units of the last place,
// which ElementarySweepTest checks:
//
//   exp 1, expm1 1, log 1, log1p 1, tanh 1, erf 1
//
// Arguments of any size, subnormal arguments and results, infinities and NaN are
// right. No code here depends on the rounding of a conversion to an integer, which
// would be undefined for NaN: integers come from the bits of a sum with 1.5 * 2^23.
//
// Sources: exp and expm1 SLEEF (Shibata and Petrogalli 2019); log and tanh Cephes
// (Moshier); erf N. Juffa.
#include "LaneBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace halftone::kernel;

static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {
/// x = n ln 2 + r with an integer n and |r| <= ln 2 / 2.
struct ReducedExp {
  Value n; ///< i32
  Value r;

  ReducedExp(LaneBuilder &l, Value x) {
    constexpr double magic = 12582912.0;
    Value shifted = l.fma(x, l.real(1.44269504088896340736), l.real(magic));
    Value whole = l.sub(shifted, l.real(magic));
    n = l.sub(l.bits(shifted), l.bits(l.real(magic)));
    r = l.fma(whole, l.real(-0.693145751953125), x);
    r = l.fma(whole, l.real(-1.428606765330187045e-06), r);
  }

  /// e^r - 1.
  Value expm1(LaneBuilder &l) const {
    Value p = l.polynomial(r, {0.000198527617612853646278381, 0.00139304355252534151077271,
                               0.00833336077630519866943359, 0.0416664853692054748535156,
                               0.166666671633720397949219, 0.5});
    return l.fma(l.mul(r, r), p, r);
  }
};
} // namespace

/// 2^n for n in [-126, 127].
static Value powerOfTwo(LaneBuilder &l, Value n) {
  return l.asReal(l.shl(l.add(n, l.whole(127)), 23));
}

/// `x` within [low, high]; NaN stays.
static Value clamp(LaneBuilder &l, Value x, double low, double high) {
  x = l.select(l.compare(arith::CmpFPredicate::OLT, x, l.real(low)), l.real(low), x);
  return l.select(l.compare(arith::CmpFPredicate::OGT, x, l.real(high)), l.real(high), x);
}

static Value expOf(LaneBuilder &l, Value x) {
  // Beyond these results are 0 and infinity.
  ReducedExp reduced(l, clamp(l, x, -104.0, 89.0));
  Value y = l.add(l.real(1.0), reduced.expm1(l));
  // In two steps: 2^128 and 2^-150 are no f32.
  Value half = l.sar(reduced.n, 1);
  y = l.mul(y, powerOfTwo(l, half));
  return l.mul(y, powerOfTwo(l, l.sub(reduced.n, half)));
}

static Value expm1Of(LaneBuilder &l, Value x) {
  ReducedExp reduced(l, clamp(l, x, -20.0, 89.0));
  // 2^n (e^r - 1) + (2^n - 1), halved so that 2^128 does not overflow.
  Value scale = powerOfTwo(l, l.sub(reduced.n, l.whole(1)));
  Value y = l.fma(scale, reduced.expm1(l), l.sub(scale, l.real(0.5)));
  y = l.add(y, y);
  // x^2 / 2 is less than half a unit of the last place; halved, a subnormal x would lose it.
  return l.select(l.less(l.abs(x), l.real(0x1p-25)), x, y);
}

static Value logOf(LaneBuilder &l, Value x) {
  // Subnormal: 2^23 times as large.
  Value subnormal = l.less(x, l.real(1.17549435e-38));
  Value scaled = l.select(subnormal, l.mul(x, l.real(8388608.0)), x);
  // m in [sqrt(1/2), sqrt(2)).
  Value bits = l.bits(scaled);
  Value e = l.sar(l.sub(bits, l.whole(0x3f3504f3)), 23);
  Value f = l.sub(l.asReal(l.sub(bits, l.shl(e, 23))), l.real(1.0));
  e = l.sub(e, l.select(subnormal, l.whole(23), l.whole(0)));
  Value exponent = l.make<arith::SIToFPOp>(l.f32(), e);

  Value z = l.mul(f, f);
  Value p = l.polynomial(f, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1,
                             1.4249322787e-1, -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1,
                             3.3333331174e-1});
  Value y = l.mul(l.mul(f, z), p);
  y = l.fma(exponent, l.real(-2.12194440e-4), y);
  y = l.fma(z, l.real(-0.5), y);
  y = l.fma(exponent, l.real(0.693359375), l.add(f, y));
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, x, l.real(infinity)), x, y);
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, x, l.real(0)), l.real(-infinity), y);
  return l.select(l.compare(arith::CmpFPredicate::ULT, x, l.real(0)),
                  l.real(std::numeric_limits<double>::quiet_NaN()), y);
}

/// log(u) + (x - (u - 1)) / u with u = 1 + x rounded.
static Value log1pOf(LaneBuilder &l, Value x) {
  Value u = l.add(l.real(1.0), x);
  Value correction = l.div(l.sub(x, l.sub(u, l.real(1.0))), u);
  Value plain = logOf(l, u), y = l.add(plain, correction);
  // -1, infinity: the logarithm alone.
  Value finite = l.make<arith::AndIOp>(l.compare(arith::CmpFPredicate::ONE, u, l.real(0)),
                                       l.compare(arith::CmpFPredicate::ONE, u, l.real(infinity)));
  y = l.select(finite, y, plain);
  return l.select(l.compare(arith::CmpFPredicate::OEQ, x, l.real(0)), x, y);
}

static Value tanhOf(LaneBuilder &l, Value x) {
  Value a = l.abs(x), z = l.mul(x, x);
  Value p = l.polynomial(z, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2,
                             1.33314422036e-1, -3.33332819422e-1});
  Value near = l.fma(l.mul(p, z), a, a);
  Value e = expOf(l, l.add(a, a));
  Value far = l.sub(l.real(1.0), l.div(l.real(2.0), l.add(e, l.real(1.0))));
  return l.copySign(l.select(l.less(a, l.real(0.625)), near, far), x); // also of zero
}

static Value erfOf(LaneBuilder &l, Value x) {
  Value t = l.abs(x), s = l.mul(x, x);
  Value r = l.fma(l.real(-1.72853470e-5), t, l.real(3.83197126e-4));
  Value u = l.fma(l.real(-3.88396438e-3), t, l.real(2.42546219e-2));
  r = l.fma(r, s, u);
  r = l.fma(r, t, l.real(-1.06777877e-1));
  r = l.fma(r, t, l.real(-6.34846687e-1));
  r = l.fma(r, t, l.real(-1.28717512e-1));
  r = l.fma(r, t, l.neg(t));
  // Beyond 10 the polynomial is not needed, and would meet infinity minus infinity.
  r = l.select(l.compare(arith::CmpFPredicate::OGT, t, l.real(10.0)), l.real(-104.0), r);
  Value far = l.copySign(l.sub(l.real(1.0), expOf(l, r)), x);
  Value p = l.polynomial(s, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1,
                             -3.76125336e-1, 1.28379166e-1});
  Value near = l.fma(p, x, x);
  return l.select(l.compare(arith::CmpFPredicate::OGT, t, l.real(0.927734375)), far, near);
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

// The upstream lowering takes e^x - 1 and ln(1 + x) literally. These are Kahan's: the
// rounding of u cancels between the two factors.

static Value wideExpm1Of(LaneBuilder &l, Value x) {
  Value u = l.make<math::ExpOp>(x), less = l.sub(u, l.wide(1.0));
  Value y = l.mul(less, l.div(x, l.make<math::LogOp>(u)));
  // 0, results near -1, and infinity.
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, u, l.wide(1.0)), x, y);
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, less, l.wide(-1.0)), less, y);
  return l.select(l.compare(arith::CmpFPredicate::OEQ, u, l.wide(infinity)), u, y);
}

static Value wideLog1pOf(LaneBuilder &l, Value x) {
  Value u = l.add(l.wide(1.0), x);
  Value y = l.mul(l.make<math::LogOp>(u), l.div(x, l.sub(u, l.wide(1.0))));
  y = l.select(l.compare(arith::CmpFPredicate::OEQ, u, l.wide(1.0)), x, y);
  return l.select(l.compare(arith::CmpFPredicate::OEQ, u, l.wide(infinity)), u, y);
}

namespace {
template <typename OpTy> struct ExpandFunction : OpRewritePattern<OpTy> {
  using Function = Value (*)(LaneBuilder &, Value);
  ExpandFunction(MLIRContext *context, Function function, bool fused, unsigned width = 32)
      : OpRewritePattern<OpTy>(context), function(function), fused(fused), width(width) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() != width)
      return rewriter.notifyMatchFailure(op, "of another type");
    LaneBuilder l(op.getLoc(), rewriter, op.getType(), fused);
    rewriter.replaceOp(op, function(l, op.getOperand()));
    return success();
  }

  Function function;
  bool fused;
  unsigned width;
};
} // namespace

void halftone::kernel::populateExpandMath(RewritePatternSet &patterns, bool fused) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandFunction<math::ExpOp>>(context, expOf, fused);
  patterns.add<ExpandFunction<math::ExpM1Op>>(context, expm1Of, fused);
  patterns.add<ExpandFunction<math::LogOp>>(context, logOf, fused);
  patterns.add<ExpandFunction<math::Log1pOp>>(context, log1pOf, fused);
  patterns.add<ExpandFunction<math::TanhOp>>(context, tanhOf, fused);
  patterns.add<ExpandFunction<math::ErfOp>>(context, erfOf, fused);
  patterns.add<ExpandFunction<math::ExpM1Op>>(context, wideExpm1Of, fused, 64);
  patterns.add<ExpandFunction<math::Log1pOp>>(context, wideLog1pOf, fused, 64);
  populateExpandWideMath(patterns, fused);
}
