// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short names for code that is the same on a scalar and on a vector: constants are
// spread over the lanes of the value that the code works on.
#ifndef HALFTONE_LIB_KERNELS_LANEBUILDER_H
#define HALFTONE_LIB_KERNELS_LANEBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace halftone::kernel {

struct LaneBuilder {
  using Value = mlir::Value;
  using Type = mlir::Type;

  /// Code on values with the lanes of `like`. Without `fused`, `fma` rounds twice.
  LaneBuilder(mlir::Location loc, mlir::OpBuilder &builder, Type like, bool fused = true)
      : b(loc, builder), shape(llvm::dyn_cast<mlir::VectorType>(like)), fused(fused) {}

  Type f32() { return like(b.getF32Type()); }
  Type f64() { return like(b.getF64Type()); }
  Type integer(unsigned bits) { return like(b.getIntegerType(bits)); }
  Type like(Type element) { return shape ? shape.clone(element) : element; }

  Value real(double value) { return constant(b.getF32FloatAttr(static_cast<float>(value))); }
  Value wide(double value) { return constant(b.getF64FloatAttr(value)); }
  Value whole(uint64_t value, unsigned bits = 32) {
    return constant(
        b.getIntegerAttr(b.getIntegerType(bits), llvm::APInt(bits, value, false, true)));
  }
  Value constant(mlir::TypedAttr value) {
    if (shape)
      value = mlir::DenseElementsAttr::get(shape.clone(value.getType()), mlir::Attribute(value));
    return mlir::arith::ConstantOp::create(b, value);
  }

  template <typename OpTy, typename... Args> Value make(Args &&...args) {
    return OpTy::create(b, std::forward<Args>(args)...);
  }
  Value bits(Value x, unsigned width = 32) {
    return make<mlir::arith::BitcastOp>(integer(width), x);
  }
  Value asReal(Value x) { return make<mlir::arith::BitcastOp>(f32(), x); }
  Value asWide(Value x) { return make<mlir::arith::BitcastOp>(f64(), x); }
  Value widen(Value x) { return make<mlir::arith::ExtFOp>(f64(), x); }
  Value narrow(Value x) { return make<mlir::arith::TruncFOp>(f32(), x); }
  Value add(Value x, Value y) {
    return isReal(x) ? make<mlir::arith::AddFOp>(x, y) : make<mlir::arith::AddIOp>(x, y);
  }
  Value sub(Value x, Value y) {
    return isReal(x) ? make<mlir::arith::SubFOp>(x, y) : make<mlir::arith::SubIOp>(x, y);
  }
  Value mul(Value x, Value y) {
    return isReal(x) ? make<mlir::arith::MulFOp>(x, y) : make<mlir::arith::MulIOp>(x, y);
  }
  Value div(Value x, Value y) { return make<mlir::arith::DivFOp>(x, y); }
  Value neg(Value x) { return make<mlir::arith::NegFOp>(x); }
  Value abs(Value x) { return make<mlir::math::AbsFOp>(x); }
  Value fma(Value x, Value y, Value z) {
    return fused ? make<mlir::math::FmaOp>(x, y, z) : add(mul(x, y), z);
  }
  Value bitAnd(Value x, Value y) { return make<mlir::arith::AndIOp>(x, y); }
  Value bitOr(Value x, Value y) { return make<mlir::arith::OrIOp>(x, y); }
  Value shl(Value x, unsigned by) { return make<mlir::arith::ShLIOp>(x, whole(by, widthOf(x))); }
  Value shr(Value x, unsigned by) { return make<mlir::arith::ShRUIOp>(x, whole(by, widthOf(x))); }
  Value sar(Value x, unsigned by) { return make<mlir::arith::ShRSIOp>(x, whole(by, widthOf(x))); }
  Value select(Value condition, Value yes, Value no) {
    return make<mlir::arith::SelectOp>(condition, yes, no);
  }
  Value compare(mlir::arith::CmpFPredicate p, Value x, Value y) {
    return make<mlir::arith::CmpFOp>(p, x, y);
  }
  Value compare(mlir::arith::CmpIPredicate p, Value x, Value y) {
    return make<mlir::arith::CmpIOp>(p, x, y);
  }
  Value isNaN(Value x) { return compare(mlir::arith::CmpFPredicate::UNO, x, x); }
  Value less(Value x, Value y) { return compare(mlir::arith::CmpFPredicate::OLT, x, y); }
  Value copySign(Value magnitude, Value sign) {
    return make<mlir::math::CopySignOp>(magnitude, sign);
  }
  /// Coefficients from the highest power down, in the type of `x`.
  Value polynomial(Value x, llvm::ArrayRef<double> coefficients) {
    auto number = [&](double value) { return widthOf(x) == 64 ? wide(value) : real(value); };
    Value sum = number(coefficients.front());
    for (double next : coefficients.drop_front())
      sum = fma(sum, x, number(next));
    return sum;
  }

  static bool isReal(Value x) { return llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(x)); }
  static unsigned widthOf(Value x) { return mlir::getElementTypeOrSelf(x).getIntOrFloatBitWidth(); }

  mlir::ImplicitLocOpBuilder b;
  mlir::VectorType shape;
  bool fused;
};

void populateExpandCasts(mlir::RewritePatternSet &patterns);
void populateExpandMath(mlir::RewritePatternSet &patterns, bool fused);
/// Those that are computed in f64; part of `populateExpandMath`.
void populateExpandWideMath(mlir::RewritePatternSet &patterns, bool fused);
/// exp, log and pow on f64.
void populateExpandDouble(mlir::RewritePatternSet &patterns);

} // namespace halftone::kernel

#endif // HALFTONE_LIB_KERNELS_LANEBUILDER_H
