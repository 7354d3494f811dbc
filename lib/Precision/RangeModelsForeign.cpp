// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of elementwise ops of `arith` and `math`, on scalars, vectors and tensors, and of
// what `tensor` reshapes. Other ops of these dialects are unknown.
#include "RangeModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
namespace rules = halftone::precision::ranges;

namespace {

//===----------------------------------------------------------------------===//
// arith
//===----------------------------------------------------------------------===//

void infer(arith::ConstantOp op, In, Out out) {
  if (auto elements = dyn_cast<ElementsAttr>(op.getValue()))
    out[0] = rangeOf(elements);
  else if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    out[0] = FloatRange::constant(number.getValueAsDouble());
  else if (auto number = dyn_cast<IntegerAttr>(op.getValue());
           number && !number.getType().isInteger(1) && number.getValue().isSignedIntN(64))
    out[0] = FloatRange::constant(static_cast<double>(number.getValue().getSExtValue()));
}

template <typename Op>
  requires llvm::is_one_of<Op, arith::AddFOp, arith::AddIOp>::value
void infer(Op, In in, Out out) {
  out[0] = rules::add(in[0], in[1]);
}
template <typename Op>
  requires llvm::is_one_of<Op, arith::SubFOp, arith::SubIOp>::value
void infer(Op, In in, Out out) {
  out[0] = rules::subtract(in[0], in[1]);
}
template <typename Op>
  requires llvm::is_one_of<Op, arith::MulFOp, arith::MulIOp>::value
void infer(Op op, In in, Out out) {
  out[0] = op.getLhs() == op.getRhs() ? rules::square(in[0]) : rules::multiply(in[0], in[1]);
}
void infer(arith::DivFOp, In in, Out out) { out[0] = rules::divide(in[0], in[1]); }
void infer(arith::RemFOp, In in, Out out) { out[0] = rules::remainder(in[0], in[1]); }
void infer(arith::NegFOp, In in, Out out) { out[0] = rules::negate(in[0]); }
void infer(arith::MaximumFOp, In in, Out out) { out[0] = rules::maximum(in[0], in[1]); }
void infer(arith::MinimumFOp, In in, Out out) { out[0] = rules::minimum(in[0], in[1]); }

/// The operand that is not NaN, where the other is.
template <typename Op>
  requires llvm::is_one_of<Op, arith::MaxNumFOp, arith::MinNumFOp>::value
void infer(Op, In in, Out out) {
  constexpr bool isMax = std::is_same_v<Op, arith::MaxNumFOp>;
  FloatRange both = isMax ? rules::maximum(in[0], in[1]) : rules::minimum(in[0], in[1]);
  if (in[0].mayBeNaN)
    both = FloatRange::join(both, in[1]);
  if (in[1].mayBeNaN)
    both = FloatRange::join(both, in[0]);
  both.mayBeNaN = in[0].mayBeNaN && in[1].mayBeNaN;
  out[0] = both;
}

void infer(arith::SelectOp, In in, Out out) { out[0] = FloatRange::join(in[1], in[2]); }

/// Values that the result's type holds, or rounds: the analysis sees to that.
template <typename Op>
  requires llvm::is_one_of<Op, arith::ExtFOp, arith::TruncFOp>::value
void infer(Op, In in, Out out) {
  out[0] = in[0];
}

/// Signless integers are signed here, i1 excepted.
template <typename Op>
  requires llvm::is_one_of<Op, arith::SIToFPOp, arith::UIToFPOp>::value
void infer(Op op, In in, Out out) {
  bool isSigned = std::is_same_v<Op, arith::SIToFPOp>;
  bool isBit = getElementTypeOrSelf(op.getIn().getType()).isInteger(1);
  if ((isSigned && isBit) || (!isSigned && in[0].lo < 0))
    return;
  out[0] = in[0];
  out[0].positions = in[0].magnitude();
}

void infer(arith::IndexCastOp, In in, Out out) { out[0] = in[0]; }

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

void infer(math::AbsFOp, In in, Out out) { out[0] = rules::abs(in[0]); }
void infer(math::ExpOp, In in, Out out) { out[0] = rules::exp(in[0]); }
void infer(math::RsqrtOp, In in, Out out) { out[0] = rules::rsqrt(in[0]); }
void infer(math::SinOp, In in, Out out) { out[0] = rules::circular(in[0]); }
void infer(math::CosOp, In in, Out out) { out[0] = rules::circular(in[0]); }
void infer(math::PowFOp, In in, Out out) { out[0] = rules::power(in[0], in[1]); }
void infer(math::FmaOp, In in, Out out) {
  out[0] = rules::add(rules::multiply(in[0], in[1]), in[2]);
}
void infer(math::TanhOp, In in, Out out) { out[0] = rules::tanh(in[0]); }
void infer(math::ErfOp, In in, Out out) { out[0] = rules::erf(in[0]); }
void infer(math::SqrtOp, In in, Out out) {
  out[0] = rules::clampedTo(
      rules::monotone(in[0], [](double x) { return std::sqrt(x); }, 0), 0, FloatRange::infinity);
}
void infer(math::LogOp, In in, Out out) { out[0] = rules::log(in[0]); }
void infer(math::Log1pOp, In in, Out out) { out[0] = rules::log1p(in[0]); }
void infer(math::FloorOp, In in, Out out) { out[0] = rules::floor(in[0]); }
void infer(math::CeilOp, In in, Out out) { out[0] = rules::ceil(in[0]); }

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

template <typename Op>
  requires llvm::is_one_of<Op, tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp,
                           tensor::CastOp, tensor::ExtractSliceOp, tensor::ExtractOp,
                           tensor::SplatOp>::value
void infer(Op, In in, Out out) {
  out[0] = in[0];
}

/// The source goes into the destination.
template <typename Op>
  requires llvm::is_one_of<Op, tensor::InsertSliceOp, tensor::InsertOp>::value
void infer(Op, In in, Out out) {
  out[0] = FloatRange::join(in[0], in[1]);
}

void infer(tensor::FromElementsOp, In in, Out out) {
  for (auto [index, element] : llvm::enumerate(in))
    out[0] = index ? FloatRange::join(out[0], element) : element;
}

HALFTONE_RANGE_MODEL

} // namespace

void precision::registerForeignRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachModels<arith::ConstantOp, arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
                 arith::MulFOp, arith::MulIOp, arith::DivFOp, arith::RemFOp, arith::NegFOp,
                 arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
                 arith::SelectOp, arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp,
                 arith::IndexCastOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachModels<math::AbsFOp, math::ExpOp, math::RsqrtOp, math::SinOp, math::CosOp, math::PowFOp,
                 math::FmaOp, math::TanhOp, math::ErfOp, math::SqrtOp, math::LogOp, math::Log1pOp,
                 math::FloorOp, math::CeilOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attachModels<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ReshapeOp, tensor::CastOp,
                 tensor::ExtractSliceOp, tensor::ExtractOp, tensor::SplatOp, tensor::InsertSliceOp,
                 tensor::InsertOp, tensor::FromElementsOp>(context);
  });
}
