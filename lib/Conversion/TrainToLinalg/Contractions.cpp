// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contractions, as `kernel.product`. A convolution is the product of its patches with
// the kernel: patches are a loop that copies (none for a 1x1 window of stride 1),
// and groups are a batch dimension.
#include "Lowering.h"
#include "halftone/Kernels/KernelOps.h"

using namespace mlir;
namespace halftone::conversion {

static SmallVector<int64_t> orDefault(ArrayRef<int64_t> values, size_t rank, int64_t value) {
  return values.empty() ? SmallVector<int64_t>(rank, value) : SmallVector<int64_t>(values);
}

/// A product into a new tensor. Each list says which dimension of the iteration
/// space each dimension of the array is.
static Value product(Builder &b, Value lhs, ArrayRef<int64_t> lhsDims, Value rhs,
                     ArrayRef<int64_t> rhsDims, RankedTensorType type, ArrayRef<int64_t> destDims,
                     FloatType acc, bool tf32) {
  // Without terms every sum is zero, and without results there is nothing to sum.
  for (Type operand : {lhs.getType(), rhs.getType(), Type(type)})
    if (cast<RankedTensorType>(operand).getNumElements() == 0)
      return filled(b, type, constant(b, type.getElementType(), 0));
  int64_t count = 0;
  for (ArrayRef<int64_t> dims : {lhsDims, rhsDims, destDims})
    for (int64_t dim : dims)
      count = std::max(count, dim + 1);
  auto mapOf = [&](ArrayRef<int64_t> dims) {
    SmallVector<AffineExpr> exprs;
    for (int64_t dim : dims)
      exprs.push_back(b.getAffineDimExpr(dim));
    return AffineMap::get(count, 0, exprs, b.getContext());
  };
  ArrayAttr maps = b.getAffineMapArrayAttr({mapOf(lhsDims), mapOf(rhsDims), mapOf(destDims)});
  return kernel::ProductOp::create(b, TypeRange(type), lhs, rhs, Value(), empty(b, type), maps,
                                   TypeAttr::get(acc), tf32 ? b.getUnitAttr() : UnitAttr())
      .getResult(0);
}

namespace {
struct DotGeneralLowering : Lowering<train::DotGeneralOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::DotGeneralOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    // Iteration space: batch, free dimensions of lhs, of rhs, contracted ones.
    int64_t next = 0;
    auto number = [&](ArrayRef<int64_t> dims, SmallVector<int64_t> &of) {
      for (int64_t dim : dims)
        of[dim] = next++;
    };
    SmallVector<int64_t> lhs(train::getShape(op.getLhs()).size(), -1),
        rhs(train::getShape(op.getRhs()).size(), -1);
    number(op.getLhsBatchingDimensions(), lhs);
    for (auto [l, r] :
         llvm::zip_equal(op.getLhsBatchingDimensions(), op.getRhsBatchingDimensions()))
      rhs[r] = lhs[l];
    SmallVector<int64_t> lhsFree, rhsFree;
    for (int64_t dim : llvm::seq<int64_t>(0, lhs.size()))
      if (lhs[dim] < 0 && !llvm::is_contained(op.getLhsContractingDimensions(), dim))
        lhsFree.push_back(dim);
    for (int64_t dim : llvm::seq<int64_t>(0, rhs.size()))
      if (rhs[dim] < 0 && !llvm::is_contained(op.getRhsContractingDimensions(), dim))
        rhsFree.push_back(dim);
    number(lhsFree, lhs);
    number(rhsFree, rhs);
    auto dest = llvm::to_vector(llvm::seq<int64_t>(0, next));
    number(op.getLhsContractingDimensions(), lhs);
    for (auto [l, r] :
         llvm::zip_equal(op.getLhsContractingDimensions(), op.getRhsContractingDimensions()))
      rhs[r] = lhs[l];
    rewriter.replaceOp(op, product(b, adaptor.getLhs(), lhs, adaptor.getRhs(), rhs,
                                   storageTensor(op.getResult().getType()), dest,
                                   op.getAccumulatorElementType(), op.getTf32()));
    return success();
  }
};

/// A convolution with everything that its attributes say filled in.
struct Conv {
  Builder &b;
  mutable train::ConvOp op;
  train::ConvDimsAttr dims = op.getDimensionNumbers();
  size_t spatial = dims.getInputSpatial().size();
  SmallVector<int64_t> strides = orDefault(op.getWindowStrides(), spatial, 1);
  SmallVector<int64_t> dilation = orDefault(op.getRhsDilation(), spatial, 1);
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  int64_t groups = featureGroups * batchGroups;

  Value padded(Value input) const;
  Value flipped(Value kernel) const;
  Value patches(Value input) const;
  Value lower(Value input, Value kernel) const;
};
} // namespace

/// The input with its padding and the zeros of its dilation.
Value Conv::padded(Value input) const {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> low(type.getRank(), 0), high(low), interior(low);
  SmallVector<int64_t> before = orDefault(op.getPaddingLow(), spatial, 0),
                       after = orDefault(op.getPaddingHigh(), spatial, 0);
  SmallVector<int64_t> base = orDefault(op.getLhsDilation(), spatial, 1);
  for (auto [i, dim] : llvm::enumerate(dims.getInputSpatial())) {
    low[dim] = before[i];
    high[dim] = after[i];
    interior[dim] = base[i] - 1;
  }
  return pad(b, input, constant(b, type.getElementType(), 0), low, high, interior);
}

/// The kernel with the dimensions flipped that `window_reversal` names.
Value Conv::flipped(Value kernel) const {
  auto reversal = op.getWindowReversal();
  if (!reversal || !llvm::is_contained(*reversal, true))
    return kernel;
  auto type = cast<RankedTensorType>(kernel.getType());
  return map(b, type, {}, [&](Builder &inner, ValueRange) -> Value {
    SmallVector<Value> indices;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      indices.push_back(linalg::IndexOp::create(inner, dim));
    for (auto [reversed, dim] : llvm::zip_equal(*reversal, dims.getKernelSpatial()))
      if (reversed)
        indices[dim] =
            arith::SubIOp::create(inner, index(inner, type.getDimSize(dim) - 1), indices[dim]);
    return tensor::ExtractOp::create(inner, kernel, indices);
  });
}

/// [batch, output place..., window place..., feature] of the padded input.
Value Conv::patches(Value input) const {
  auto type = cast<RankedTensorType>(input.getType());
  unsigned rank = 2 + 2 * spatial;
  SmallVector<AffineExpr> read(type.getRank());
  SmallVector<int64_t> shape{type.getDimSize(dims.getInputBatch())};
  read[dims.getInputBatch()] = b.getAffineDimExpr(0);
  for (size_t i = 0; i < spatial; ++i) {
    shape.push_back(train::getShape(op.getResult())[dims.getOutputSpatial()[i]]);
    read[dims.getInputSpatial()[i]] =
        b.getAffineDimExpr(1 + i) * strides[i] + b.getAffineDimExpr(1 + spatial + i) * dilation[i];
  }
  for (size_t i = 0; i < spatial; ++i)
    shape.push_back(train::getShape(op.getRhs())[dims.getKernelSpatial()[i]]);
  shape.push_back(type.getDimSize(dims.getInputFeature()));
  read[dims.getInputFeature()] = b.getAffineDimExpr(rank - 1);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return generic(b, input, empty(b, type.clone(shape)),
                 {AffineMap::get(rank, 0, read, b.getContext()), b.getMultiDimIdentityMap(rank)},
                 iterators,
                 [](Builder &, ValueRange args) -> SmallVector<Value> { return {args[0]}; })
      .getResult(0);
}

Value Conv::lower(Value input, Value kernel) const {
  // Iteration space: group, batch, output places, output feature, window places,
  // input feature.
  int64_t s = spatial, group = 0, batch = 1, place = 2, output = 2 + s, window = 3 + s,
          feature = 3 + 2 * s;
  auto resultType = storageTensor(op.getResult().getType());
  auto kernelType = cast<RankedTensorType>(kernel.getType());

  // An array's dimensions, one of which may split into (group, rest).
  auto split = [&](Value value, SmallVector<int64_t> &of, int64_t dim, int64_t count) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= count;
    shape.insert(shape.begin() + dim, count);
    of.insert(of.begin() + dim, group);
    return reshape(b, value, shape);
  };
  input = patches(padded(input));
  SmallVector<int64_t> lhs{batch};
  for (int64_t i = 0; i < s; ++i)
    lhs.push_back(place + i);
  for (int64_t i = 0; i < s; ++i)
    lhs.push_back(window + i);
  lhs.push_back(feature);
  if (featureGroups > 1)
    input = split(input, lhs, lhs.size() - 1, featureGroups);
  else
    input = split(input, lhs, 0, batchGroups);

  SmallVector<int64_t> rhs(kernelType.getRank());
  rhs[dims.getKernelInput()] = feature;
  rhs[dims.getKernelOutput()] = output;
  for (int64_t i = 0; i < s; ++i)
    rhs[dims.getKernelSpatial()[i]] = window + i;
  kernel = split(flipped(kernel), rhs, dims.getKernelOutput(), groups);

  SmallVector<int64_t> dest(resultType.getRank());
  dest[dims.getOutputBatch()] = batch;
  dest[dims.getOutputFeature()] = output;
  for (int64_t i = 0; i < s; ++i)
    dest[dims.getOutputSpatial()[i]] = place + i;
  SmallVector<int64_t> shape(resultType.getShape());
  shape[dims.getOutputFeature()] /= groups;
  shape.insert(shape.begin() + dims.getOutputFeature(), groups);
  dest.insert(dest.begin() + dims.getOutputFeature(), group);
  Value result = product(b, input, lhs, kernel, rhs, resultType.clone(shape), dest,
                         op.getAccumulatorElementType(), op.getTf32());
  return reshape(b, result, resultType.getShape());
}

namespace {
struct ConvLowering : Lowering<train::ConvOp> {
  using Lowering::Lowering;
  LogicalResult matchAndRewrite(train::ConvOp op, Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Builder b(op.getLoc(), rewriter);
    auto type = storageTensor(op.getResult().getType());
    bool nothing = type.getNumElements() == 0 || train::getShape(op.getRhs()).empty();
    bool noSums = llvm::is_contained(train::getShape(op.getLhs()), 0) ||
                  llvm::is_contained(train::getShape(op.getRhs()), 0);
    if (nothing || noSums) {
      rewriter.replaceOp(op, filled(b, type, constant(b, type.getElementType(), 0)));
      return success();
    }
    Conv conv{b, op};
    rewriter.replaceOp(op, conv.lower(adaptor.getLhs(), adaptor.getRhs()));
    return success();
  }
};
} // namespace

void populateContractions(TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<DotGeneralLowering, ConvLowering>(types, patterns.getContext());
}

} // namespace halftone::conversion
