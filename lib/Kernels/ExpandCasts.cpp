// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts as integer code, where the target has none, calls a function for each
// element, or rounds twice. Each is the branchless form of Support/FloatBits.h and
// agrees with it bit for bit (NaNs are quiet and keep their sign).
//
//   f32 -> bf16           add half a last place and shift
//   f32 -> f8             the same with the exponent re-biased; subnormal results
//                         by the hardware's own rounding of a sum
//   bf16 -> f32           shift
//   f8 -> f32             shift and re-bias
//   f64 -> bf16, f16, f8  to f32 by rounding to odd, then as above: f32 has more
//                         than two bits to spare, so the two roundings are one
#include "LaneBuilder.h"
#include "halftone/Kernels/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace halftone::kernel {
#define GEN_PASS_DEF_EXPANDNUMERICS
#include "halftone/Kernels/Passes.h.inc"
} // namespace halftone::kernel

using namespace mlir;
using namespace halftone;
using namespace halftone::kernel;

namespace {
/// A float format of 8 bits.
struct SmallFormat {
  int exponentBits, mantissaBits;
  bool hasInfinity;

  static std::optional<SmallFormat> of(Type type) {
    if (isa<Float8E4M3FNType>(type))
      return SmallFormat{4, 3, false};
    if (isa<Float8E5M2Type>(type))
      return SmallFormat{5, 2, true};
    return std::nullopt;
  }
  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint32_t top() const { return ((1u << exponentBits) - 1) << mantissaBits; }
  uint32_t quietNaN() const { return hasInfinity ? top() | (1u << (mantissaBits - 1)) : 0x7f; }
  uint32_t overflow() const { return hasInfinity ? top() : quietNaN(); }
};
} // namespace

static Value narrowToBF16(LaneBuilder &l, Value x, Type to) {
  Value bits = l.bits(x), upper = l.shr(bits, 16);
  Value rounded = l.shr(l.add(bits, l.add(l.whole(0x7fff), l.bitAnd(upper, l.whole(1)))), 16);
  Value nan = l.bitOr(l.bitAnd(upper, l.whole(0x8000)), l.whole(0x7fc0));
  Value narrow = l.make<arith::TruncIOp>(l.integer(16), l.select(l.isNaN(x), nan, rounded));
  return l.make<arith::BitcastOp>(to, narrow);
}

static Value narrowToSmall(LaneBuilder &l, Value x, Type to, SmallFormat format) {
  unsigned drop = 23 - format.mantissaBits;
  uint32_t magic = static_cast<uint32_t>(127 + 1 - format.bias() + drop) << 23;
  Value bits = l.bits(x), magnitude = l.bitAnd(bits, l.whole(0x7fffffff));
  Value sign = l.shl(l.shr(bits, 31), 7);
  Value normal = l.sub(magnitude, l.whole(static_cast<uint32_t>(127 - format.bias()) << 23));
  Value odd = l.bitAnd(l.shr(normal, drop), l.whole(1));
  normal = l.shr(l.add(l.add(normal, l.whole((1u << (drop - 1)) - 1)), odd), drop);
  normal = l.make<arith::MinUIOp>(normal, l.whole(format.overflow()));
  Value sum = l.add(l.asReal(magnitude), l.asReal(l.whole(magic)));
  Value subnormal = l.sub(l.bits(sum), l.whole(magic));
  Value smallest = l.whole(static_cast<uint32_t>(127 + 1 - format.bias()) << 23);
  Value result =
      l.select(l.compare(arith::CmpIPredicate::ult, magnitude, smallest), subnormal, normal);
  result = l.select(l.isNaN(x), l.whole(format.quietNaN()), result);
  return l.make<arith::BitcastOp>(to, l.make<arith::TruncIOp>(l.integer(8), l.bitOr(result, sign)));
}

/// f64 to f32, the last place odd where it is not exact.
static Value roundToOdd(LaneBuilder &l, Value x) {
  Value nearest = l.make<arith::TruncFOp>(l.f32(), x);
  Value back = l.make<arith::ExtFOp>(l.f64(), nearest);
  Value bits = l.bits(nearest);
  Value inexact = l.compare(arith::CmpFPredicate::ONE, back, x);
  Value even = l.compare(arith::CmpIPredicate::eq, l.bitAnd(bits, l.whole(1)), l.whole(0));
  Value below = l.less(l.abs(back), l.abs(x));
  Value neighbour = l.select(below, l.add(bits, l.whole(1)), l.sub(bits, l.whole(1)));
  return l.asReal(l.select(l.make<arith::AndIOp>(inexact, even), neighbour, bits));
}

static Value widenSmall(LaneBuilder &l, Value x, SmallFormat format) {
  // e4m3 has no infinity: read with five exponent bits all ones is never reached,
  // and the difference of the biases is a factor.
  int exponentBits = 5, bias = 15;
  uint32_t allOnes = ((1u << exponentBits) - 1) << 23, magic = static_cast<uint32_t>(127 + 1 - bias)
                                                               << 23;
  Value bits = l.make<arith::ExtUIOp>(l.integer(32), l.make<arith::BitcastOp>(l.integer(8), x));
  Value sign = l.shl(l.shr(bits, 7), 31), magnitude = l.bitAnd(bits, l.whole(0x7f));
  Value shifted = l.shl(magnitude, 23 - format.mantissaBits);
  Value subnormal =
      l.bits(l.sub(l.asReal(l.add(shifted, l.whole(magic))), l.asReal(l.whole(magic))));
  Value normal = l.add(shifted, l.whole(static_cast<uint32_t>(127 - bias) << 23));
  Value result =
      l.select(l.compare(arith::CmpIPredicate::ult, shifted, l.whole(1u << 23)), subnormal, normal);
  if (format.hasInfinity) {
    result = l.select(l.compare(arith::CmpIPredicate::uge, shifted, l.whole(allOnes)),
                      l.whole(0x7f800000), result);
    result = l.select(l.compare(arith::CmpIPredicate::ugt, shifted, l.whole(allOnes)),
                      l.whole(0x7fc00000), result);
  } else {
    result = l.bits(l.mul(l.asReal(result), l.real(256.0)));
    result = l.select(l.compare(arith::CmpIPredicate::eq, magnitude, l.whole(0x7f)),
                      l.whole(0x7fc00000), result);
  }
  return l.asReal(l.bitOr(result, sign));
}

namespace {
struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn()), to = getElementTypeOrSelf(op.getType());
    LaneBuilder l(op.getLoc(), rewriter, op.getType());
    Value x = op.getIn();
    if (from.isF64() && !to.isF32()) {
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), roundToOdd(l, x));
      return success();
    }
    // Folding leaves f16 -> f8 where f16 -> f32 -> f8 was.
    if (from.isF16() || from.isBF16())
      x = l.make<arith::ExtFOp>(l.f32(), x);
    else if (!from.isF32())
      return rewriter.notifyMatchFailure(op, "the target has this cast");
    if (to.isBF16()) {
      rewriter.replaceOp(op, narrowToBF16(l, x, op.getType()));
      return success();
    }
    if (std::optional<SmallFormat> format = SmallFormat::of(to)) {
      rewriter.replaceOp(op, narrowToSmall(l, x, op.getType(), *format));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "the target has this cast");
  }
};

struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn()), to = getElementTypeOrSelf(op.getType());
    LaneBuilder l(op.getLoc(), rewriter, op.getType());
    std::optional<SmallFormat> format = SmallFormat::of(from);
    if (!format && !from.isBF16())
      return rewriter.notifyMatchFailure(op, "the target has this cast");
    Value wide;
    if (format) {
      wide = widenSmall(l, op.getIn(), *format);
    } else {
      Value bits = l.make<arith::BitcastOp>(l.integer(16), op.getIn());
      wide = l.asReal(l.shl(l.make<arith::ExtUIOp>(l.integer(32), bits), 16));
    }
    if (to.isF64())
      wide = l.make<arith::ExtFOp>(op.getType(), wide);
    else if (!to.isF32())
      wide = l.make<arith::TruncFOp>(op.getType(), wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

/// From integers to the narrow types with one rounding: over f32 where that is exact,
/// else over f64, the low bits of a 64-bit integer in one sticky bit.
template <typename OpTy> struct ExpandIntToFP : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    unsigned width = getElementTypeOrSelf(op.getIn()).getIntOrFloatBitWidth();
    if (to.isF32() || to.isF64() || (to.isF16() && width <= 16))
      return rewriter.notifyMatchFailure(op, "the target has this cast");
    LaneBuilder l(op.getLoc(), rewriter, op.getType());
    Value x = op.getIn(), real;
    if (width <= 16) {
      real = l.make<OpTy>(l.f32(), x);
    } else {
      if (width == 64) {
        Value low = l.bitAnd(x, l.whole(0x7ff, 64)), zero = l.whole(0, 64);
        Value some = l.compare(arith::CmpIPredicate::ne, low, zero);
        Value cut = l.bitOr(l.bitAnd(x, l.whole(~uint64_t(0x7ff), 64)),
                            l.select(some, l.whole(0x800, 64), zero));
        Value magnitude = std::is_same_v<OpTy, arith::UIToFPOp> ? x : l.make<math::AbsIOp>(x);
        Value large =
            l.compare(arith::CmpIPredicate::ugt, magnitude, l.whole(uint64_t(1) << 53, 64));
        x = l.select(large, cut, x);
      }
      real = roundToOdd(l, l.make<OpTy>(l.f64(), x));
    }
    // Not as a cast, which would fold with the conversion again.
    if (to.isBF16())
      rewriter.replaceOp(op, narrowToBF16(l, real, op.getType()));
    else if (std::optional<SmallFormat> format = SmallFormat::of(to))
      rewriter.replaceOp(op, narrowToSmall(l, real, op.getType(), *format));
    else
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), real);
    return success();
  }
};

struct ExpandNumerics : halftone::kernel::impl::ExpandNumericsBase<ExpandNumerics> {
  using ExpandNumericsBase::ExpandNumericsBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandCasts(patterns);
    populateExpandMath(patterns, fma);
    if (expandDouble)
      populateExpandDouble(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void halftone::kernel::populateExpandCasts(RewritePatternSet &patterns) {
  patterns.add<ExpandTruncF, ExpandExtF, ExpandIntToFP<arith::SIToFPOp>,
               ExpandIntToFP<arith::UIToFPOp>>(patterns.getContext());
}
