// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of `tosa`. Zero points of floats are 0 by its specification.
#include "RangeModels.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

FloatType floatOf(Value value) {
  return dyn_cast<FloatType>(getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void infer(tosa::ConstOp op, In, Out out) { out[0] = rangeOf(op.getValues()); }

void infer(tosa::AddOp, In in, Out out) { out[0] = ranges::add(in[0], in[1]); }
void infer(tosa::SubOp, In in, Out out) { out[0] = ranges::subtract(in[0], in[1]); }
void infer(tosa::MulOp op, In in, Out out) {
  if (floatOf(op.getOutput())) // integers are shifted
    out[0] =
        op.getInput1() == op.getInput2() ? ranges::square(in[0]) : ranges::multiply(in[0], in[1]);
}
void infer(tosa::PowOp, In in, Out out) { out[0] = ranges::power(in[0], in[1]); }
void infer(tosa::AbsOp, In in, Out out) { out[0] = ranges::abs(in[0]); }
void infer(tosa::NegateOp op, In in, Out out) {
  if (floatOf(op.getOutput()))
    out[0] = ranges::negate(in[0]);
}
void infer(tosa::ReciprocalOp, In in, Out out) {
  out[0] = ranges::divide(FloatRange::constant(1), in[0]);
}
void infer(tosa::ExpOp, In in, Out out) { out[0] = ranges::exp(in[0]); }
void infer(tosa::RsqrtOp, In in, Out out) { out[0] = ranges::rsqrt(in[0]); }
void infer(tosa::SinOp, In in, Out out) { out[0] = ranges::circular(in[0]); }
void infer(tosa::CosOp, In in, Out out) { out[0] = ranges::circular(in[0]); }
void infer(tosa::LogOp, In in, Out out) { out[0] = ranges::log(in[0]); }
void infer(tosa::TanhOp, In in, Out out) { out[0] = ranges::tanh(in[0]); }
void infer(tosa::ErfOp, In in, Out out) { out[0] = ranges::erf(in[0]); }
void infer(tosa::SigmoidOp, In in, Out out) { out[0] = ranges::logistic(in[0]); }
void infer(tosa::FloorOp, In in, Out out) { out[0] = ranges::floor(in[0]); }
void infer(tosa::CeilOp, In in, Out out) { out[0] = ranges::ceil(in[0]); }
void infer(tosa::SelectOp, In in, Out out) { out[0] = FloatRange::join(in[1], in[2]); }

/// What comes out where one of two values is NaN is for the op to say (`nan_mode`).
FloatRange orEither(const FloatRange &chosen, const FloatRange &a, const FloatRange &b) {
  return a.mayBeNaN || b.mayBeNaN ? FloatRange::join(a, b) : chosen;
}
void infer(tosa::MaximumOp, In in, Out out) {
  out[0] = orEither(ranges::maximum(in[0], in[1]), in[0], in[1]);
}
void infer(tosa::MinimumOp, In in, Out out) {
  out[0] = orEither(ranges::minimum(in[0], in[1]), in[0], in[1]);
}
void infer(tosa::ClampOp op, In in, Out out) {
  auto least = dyn_cast<FloatAttr>(op.getMinVal()), most = dyn_cast<FloatAttr>(op.getMaxVal());
  if (!least || !most)
    return;
  FloatRange low = FloatRange::constant(least.getValueAsDouble()),
             high = FloatRange::constant(most.getValueAsDouble());
  FloatRange number = in[0];
  number.mayBeNaN = false;
  if (number.isEmpty()) { // nothing but NaN
    out[0] = in[0];
    return;
  }
  out[0] = ranges::minimum(ranges::maximum(number, low), high);
  // Where NaN is left out, the least takes its place.
  if (in[0].mayBeNaN) {
    out[0] = FloatRange::join(out[0], low);
    out[0].mayBeNaN = true;
  }
}

/// Floats of one type as another; integers as floats count.
void infer(tosa::CastOp op, In in, Out out) {
  bool fromFloat = static_cast<bool>(floatOf(op.getInput()));
  bool isBit = getElementTypeOrSelf(op.getInput().getType()).isInteger(1);
  if (!floatOf(op.getOutput()))
    return;
  out[0] = in[0];
  if (!fromFloat && !isBit)
    out[0].positions = in[0].magnitude();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

template <typename Op>
  requires llvm::is_one_of<Op, tosa::ReshapeOp, tosa::TransposeOp, tosa::ReverseOp, tosa::SliceOp,
                           tosa::TileOp, tosa::IdentityOp, tosa::GatherOp>::value
void infer(Op, In in, Out out) {
  out[0] = in[0];
}

void infer(tosa::ConcatOp, In in, Out out) {
  out[0] = in[0];
  for (const FloatRange &part : in.drop_front())
    out[0] = FloatRange::join(out[0], part);
}
void infer(tosa::PadOp, In in, Out out) { out[0] = FloatRange::join(in[0], in[2]); }
void infer(tosa::ScatterOp, In in, Out out) { out[0] = FloatRange::join(in[0], in[2]); }

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The size of a dimension; nothing where it is not known.
std::optional<double> sizeOf(Value value, int64_t dim) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.isDynamicDim(dim))
    return std::nullopt;
  return static_cast<double>(type.getDimSize(dim));
}

/// Sums are kept in the type of the values, or a wider one.
void infer(tosa::ReduceSumOp op, In in, Out out) {
  FloatType type = floatOf(op.getInput());
  std::optional<double> count = sizeOf(op.getInput(), op.getAxis());
  if (type && count)
    out[0] = ranges::sum(in[0], *count, *count, FloatLimits::of(type).precision);
  else
    out[0].reach = in[0].reach;
}
/// Of nothing, or of NaN alone where that is left out, it may be anything.
template <typename Op>
  requires llvm::is_one_of<Op, tosa::ReduceMaxOp, tosa::ReduceMinOp>::value
void infer(Op op, In in, Out out) {
  std::optional<double> count = sizeOf(op.getInput(), op.getAxis());
  bool leavesOut = op.getNanMode() == tosa::NanPropagationMode::IGNORE && in[0].mayBeNaN;
  if (count && *count > 0 && !leavesOut)
    out[0] = in[0];
  else
    out[0].reach = in[0].reach;
}
void infer(tosa::MaxPool2dOp op, In in, Out out) {
  if (op.getNanMode() == tosa::NanPropagationMode::IGNORE && in[0].mayBeNaN)
    out[0].reach = in[0].reach;
  else
    out[0] = in[0];
}
void infer(tosa::ReduceProductOp, In in, Out out) {
  if (in[0].magnitude() <= 1 && in[0].lo <= in[0].hi)
    out[0] = ranges::interval(in[0].lo < 0 ? -1 : 0, 1, in[0].mayBeNaN);
}

void infer(tosa::MatMulOp op, In in, Out out) {
  FloatType type = floatOf(op.getOutput());
  std::optional<double> count = sizeOf(op.getA(), 2);
  if (type && count)
    out[0] = ranges::contract(in[0], in[1], *count, *count, type, /*isTF32=*/false);
}

/// Of [kernel…, channels], with a bias; padding leaves terms out.
template <typename Op>
  requires llvm::is_one_of<Op, tosa::Conv2DOp, tosa::Conv3DOp>::value
void infer(Op op, In in, Out out) {
  auto accumulator = dyn_cast<FloatType>(op.getAccType());
  double count = 1;
  for (int64_t dim = 1, rank = cast<ShapedType>(op.getWeight().getType()).getRank(); dim < rank;
       ++dim) {
    std::optional<double> size = sizeOf(op.getWeight(), dim);
    if (!size || !accumulator)
      return;
    count *= *size;
  }
  out[0] =
      ranges::add(ranges::contract(in[0], in[1], 0, count, accumulator, /*isTF32=*/false), in[2])
          .roundedTo(accumulator);
}

HALFTONE_RANGE_MODEL

} // namespace

void precision::registerTosaRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    attachModels<tosa::ConstOp, tosa::AddOp, tosa::SubOp, tosa::MulOp, tosa::PowOp, tosa::AbsOp,
                 tosa::NegateOp, tosa::ReciprocalOp, tosa::ExpOp, tosa::RsqrtOp, tosa::SinOp,
                 tosa::CosOp, tosa::LogOp, tosa::TanhOp, tosa::ErfOp, tosa::SigmoidOp,
                 tosa::FloorOp, tosa::CeilOp, tosa::SelectOp, tosa::MaximumOp, tosa::MinimumOp,
                 tosa::ClampOp, tosa::CastOp, tosa::ReshapeOp, tosa::TransposeOp, tosa::ReverseOp,
                 tosa::SliceOp, tosa::TileOp, tosa::IdentityOp, tosa::GatherOp, tosa::MaxPool2dOp,
                 tosa::ConcatOp, tosa::PadOp, tosa::ScatterOp, tosa::ReduceSumOp, tosa::ReduceMaxOp,
                 tosa::ReduceMinOp, tosa::ReduceProductOp, tosa::MatMulOp, tosa::Conv2DOp,
                 tosa::Conv3DOp>(context);
  });
}
