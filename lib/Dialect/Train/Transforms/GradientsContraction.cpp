// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of contractions, which are contractions: of the result's gradient with
// the other operand, with roles of dimensions exchanged. They keep the accumulator
// and `tf32` of the forward op, and round once to the operand's type.
//
// A convolution's gradients are convolutions, as in XLA:
//
//   - in the input: the kernel flipped and its features exchanged moves over the
//     gradient, which the forward strides spread;
//   - in the kernel: the gradient, spread by the forward strides, moves over the
//     input, batch and features of the input exchanged.
//
// Groups of features on the way forward become groups of the batch in the kernel's
// gradient, and the other way round.
#include "Gradients.h"

using namespace mlir;

namespace halftone::train {

namespace {

FloatType getAcc(std::optional<Type> acc) { return acc ? cast<FloatType>(*acc) : FloatType(); }

/// `tf32` is for f32 operands.
bool mayUseTf32(bool tf32, Value lhs, Value rhs) {
  return tf32 && getElementType(lhs).isF32() && getElementType(rhs).isF32();
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// One side of a product.
struct Side {
  Value value;
  ArrayRef<int64_t> batch, contract;
  SmallVector<int64_t> free;

  Side(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract)
      : value(value), batch(batch), contract(contract) {
    for (int64_t dim : allDims(value))
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        free.push_back(dim);
  }
};

SmallVector<int64_t> range(int64_t first, int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(first, first + count));
}

Value product(DotGeneralOp op, RuleBuilder &b, Value lhs, Value rhs, ArrayRef<int64_t> lhsBatch,
              ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContract,
              ArrayRef<int64_t> rhsContract, Type element) {
  Value result =
      b.dot(lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract, element, getAcc(op.getAcc()));
  result.getDefiningOp<DotGeneralOp>().setTf32(mayUseTf32(op.getTf32(), lhs, rhs));
  return result;
}

/// The dimensions of `self` that the other side's contracting dimensions pair with, in
/// the order that those have in the other side.
SmallVector<int64_t> pairedWith(const Side &self, const Side &other) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (auto [theirs, ours] : llvm::zip_equal(other.contract, self.contract))
    pairs.emplace_back(theirs, ours);
  llvm::sort(pairs);
  return llvm::to_vector(llvm::make_second_range(pairs));
}

/// `product` has its dimensions in the order of `dims` of `self`: puts them in order.
Value inOrderOf(RuleBuilder &b, Value product, const SmallVector<int64_t> &dims) {
  return b.transpose(product, invertPermutationVector(dims));
}

LogicalResult dotGeneral(DotGeneralOp op, RuleBuilder &b) {
  Value g = b.gradient(op.getResult());
  Side lhs(op.getLhs(), op.getLhsBatchingDimensions(), op.getLhsContractingDimensions());
  Side rhs(op.getRhs(), op.getRhsBatchingDimensions(), op.getRhsContractingDimensions());
  int64_t batch = lhs.batch.size(), left = lhs.free.size(), right = rhs.free.size();
  SmallVector<int64_t> gBatch = range(0, batch);
  b.give(lhs.value, [&] {
    // [batch, left, right] x rhs over right: [batch, left, contracted in rhs's order].
    Value dx = product(op, b, g, rhs.value, gBatch, rhs.batch, range(batch + left, right), rhs.free,
                       getElementType(lhs.value));
    SmallVector<int64_t> dims(lhs.batch);
    llvm::append_range(dims, lhs.free);
    llvm::append_range(dims, pairedWith(lhs, rhs));
    return inOrderOf(b, dx, dims);
  });
  b.give(rhs.value, [&] {
    // lhs x [batch, left, right] over left: [batch, contracted in lhs's order, right].
    Value dw = product(op, b, lhs.value, g, lhs.batch, gBatch, lhs.free, range(batch, left),
                       getElementType(rhs.value));
    SmallVector<int64_t> dims(rhs.batch);
    llvm::append_range(dims, pairedWith(rhs, lhs));
    llvm::append_range(dims, rhs.free);
    return inOrderOf(b, dw, dims);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

/// The arrays of a convolution, with those that are left out filled in.
struct Conv {
  ConvOp op;
  ConvDimsAttr dims;
  SmallVector<int64_t> strides, low, high, lhsDilation, rhsDilation;
  SmallVector<bool> reversal;
  int64_t featureGroups, batchGroups;

  explicit Conv(ConvOp op)
      : op(op), dims(op.getDimensionNumbers()), strides(fill(op.getWindowStrides(), 1)),
        low(fill(op.getPaddingLow(), 0)), high(fill(op.getPaddingHigh(), 0)),
        lhsDilation(fill(op.getLhsDilation(), 1)), rhsDilation(fill(op.getRhsDilation(), 1)),
        featureGroups(op.getFeatureGroupCount()), batchGroups(op.getBatchGroupCount()) {
    if (auto given = op.getWindowReversal())
      reversal.assign(given->begin(), given->end());
    reversal.resize(spatial(), false);
  }

  size_t spatial() const { return dims.getInputSpatial().size(); }
  int64_t inputSize(size_t i) { return getShape(op.getLhs())[dims.getInputSpatial()[i]]; }
  int64_t kernelSize(size_t i) { return getShape(op.getRhs())[dims.getKernelSpatial()[i]]; }
  int64_t outputSize(size_t i) { return getShape(op.getResult())[dims.getOutputSpatial()[i]]; }

private:
  SmallVector<int64_t> fill(ArrayRef<int64_t> given, int64_t value) {
    return given.empty() ? SmallVector<int64_t>(spatial(), value) : SmallVector<int64_t>(given);
  }
};

int64_t dilate(int64_t size, int64_t dilation) { return size == 0 ? 0 : (size - 1) * dilation + 1; }

/// Moves the groups of dimension `from` to the front of dimension `to`: the number of
/// elements of `from` shrinks by the factor `groups` and that of `to` grows by it.
Value moveGroups(RuleBuilder &b, Value value, int64_t from, int64_t to, int64_t groups) {
  if (groups == 1)
    return value;
  SmallVector<int64_t> split(getShape(value));
  split[from] /= groups;
  split.insert(split.begin() + from, groups);
  // The group axis is now `from`, and what comes after moved up by one.
  SmallVector<int64_t> order;
  for (int64_t dim : range(0, getShape(value).size())) {
    if (dim == to)
      order.push_back(from);
    order.push_back(dim < from ? dim : dim + 1);
  }
  SmallVector<int64_t> merged(getShape(value));
  merged[from] /= groups;
  merged[to] *= groups;
  return b.reshape(b.transpose(b.reshape(value, split), order), merged);
}

DenseBoolArrayAttr reversalOf(RuleBuilder &b, ArrayRef<bool> reversal) {
  return llvm::is_contained(reversal, true) ? b.getBuilder().getDenseBoolArrayAttr(reversal)
                                            : DenseBoolArrayAttr();
}

Value inInput(Conv &conv, RuleBuilder &b, Value g) {
  ConvOp op = conv.op;
  ConvDimsAttr dims = conv.dims;
  SmallVector<int64_t> low, high;
  SmallVector<bool> reversal;
  for (size_t i = 0; i < conv.spatial(); ++i) {
    int64_t kernel = dilate(conv.kernelSize(i), conv.rhsDilation[i]);
    int64_t input = dilate(conv.inputSize(i), conv.lhsDilation[i]);
    low.push_back(kernel - conv.low[i] - 1);
    high.push_back(input + kernel - 1 - dilate(conv.outputSize(i), conv.strides[i]) - low.back());
    reversal.push_back(!conv.reversal[i]);
  }
  int64_t groups = std::max(conv.featureGroups, conv.batchGroups);
  Value kernel = moveGroups(b, op.getRhs(), dims.getKernelOutput(), dims.getKernelInput(), groups);
  auto exchanged = ConvDimsAttr::get(
      op.getContext(), dims.getOutputBatch(), dims.getOutputFeature(), dims.getOutputSpatial(),
      dims.getKernelOutput(), dims.getKernelInput(), dims.getKernelSpatial(), dims.getInputBatch(),
      dims.getInputFeature(), dims.getInputSpatial());
  // Groups of the batch come out as groups of the features.
  SmallVector<int64_t> shape(getShape(op.getLhs()));
  shape[dims.getInputBatch()] /= conv.batchGroups;
  shape[dims.getInputFeature()] *= conv.batchGroups;
  Value result = b.create<ConvOp>(RankedTensorType::get(shape, getElementType(op.getLhs())), g,
                                  kernel, exchanged, unlessAll(conv.lhsDilation, 1),
                                  unlessAll(low, 0), unlessAll(high, 0), unlessAll(conv.strides, 1),
                                  unlessAll(conv.rhsDilation, 1), reversalOf(b, reversal), groups,
                                  1, op.getAccAttr(), mayUseTf32(op.getTf32(), g, kernel));
  return moveGroups(b, result, dims.getInputFeature(), dims.getInputBatch(), conv.batchGroups);
}

Value inKernel(Conv &conv, RuleBuilder &b, Value g) {
  ConvOp op = conv.op;
  ConvDimsAttr dims = conv.dims;
  SmallVector<int64_t> high, flipped;
  for (size_t i = 0; i < conv.spatial(); ++i) {
    int64_t kernel = dilate(conv.kernelSize(i), conv.rhsDilation[i]);
    int64_t input = dilate(conv.inputSize(i), conv.lhsDilation[i]);
    int64_t output = dilate(conv.outputSize(i), conv.strides[i]);
    high.push_back(output - input + kernel - conv.low[i] - 1);
    if (conv.reversal[i])
      flipped.push_back(dims.getKernelSpatial()[i]);
  }
  auto exchanged = ConvDimsAttr::get(
      op.getContext(), dims.getInputFeature(), dims.getInputBatch(), dims.getInputSpatial(),
      dims.getOutputBatch(), dims.getOutputFeature(), dims.getOutputSpatial(),
      dims.getKernelInput(), dims.getKernelOutput(), dims.getKernelSpatial());
  Value result = b.create<ConvOp>(
      op.getRhs().getType(), op.getLhs(), g, exchanged, unlessAll(conv.rhsDilation, 1),
      unlessAll(conv.low, 0), unlessAll(high, 0), unlessAll(conv.lhsDilation, 1),
      unlessAll(conv.strides, 1), DenseBoolArrayAttr(), conv.batchGroups, conv.featureGroups,
      op.getAccAttr(), mayUseTf32(op.getTf32(), op.getLhs(), g));
  return flipped.empty() ? result : b.create<ReverseOp>(result, flipped);
}

LogicalResult convolution(ConvOp op, RuleBuilder &b) {
  // Nothing flows through an empty operand.
  if (countAlong(op.getLhs(), allDims(op.getLhs())) == 0 ||
      countAlong(op.getRhs(), allDims(op.getRhs())) == 0)
    return success();
  Value g = b.gradient(op.getResult());
  Conv conv(op);
  b.give(op.getLhs(), [&] { return inInput(conv, b, g); });
  b.give(op.getRhs(), [&] { return inKernel(conv, b, g); });
  return success();
}

} // namespace

void attachContractionGradients(MLIRContext *context) {
  attachRule<DotGeneralOp, dotGeneral>(context);
  attachRule<ConvOp, convolution>(context);
}

} // namespace halftone::train
