// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of tensors. Operands are packed as f64 arrays, in which every product of
// two f32 is exact, with the dimensions in the order that the loops want; the inner
// loop runs along a row of the result. See Evaluator.h for how sums are rounded.
#include "Indexing.h"
#include "Windows.h"

#include <vector>

using namespace mlir;
using namespace halftone;
using namespace halftone::reference;

/// The elements as f64, dimension `i` being dimension `order[i]` of the array.
static std::vector<double> pack(const Array &array, ArrayRef<int64_t> order, bool tf32) {
  Array wide = widen(array);
  std::vector<double> packed(static_cast<size_t>(wide->numElements()));
  Sizes shape = pick(wide->shape(), order), strides = pick(stridesOf(wide->shape()), order);
  auto copy = [&]<typename T>(auto convert) {
    const T *from = wide->as<T>();
    walk<2>(shape, {strides, stridesOf(shape)}, {0, 0}, [&](const std::array<int64_t, 2> &at) {
      packed[static_cast<size_t>(at[1])] = convert(from[at[0]]);
    });
  };
  if (wide->dtype() == DType::F64)
    copy.operator()<double>([](double x) { return x; });
  else if (tf32)
    copy.operator()<float>([](float x) { return roundTF32(x, TF32Rounding::TiesAway); });
  else
    copy.operator()<float>([](float x) { return x; });
  return packed;
}

/// Adds `x[k] * rows[k][j]` to each sum `j`, for `k` in order; `rows` are `stride`
/// elements apart.
static void addRows(double *sums, const double *x, int64_t rowCount, const double *rows,
                    int64_t stride, int64_t count, DType acc) {
  bool exact = acc == DType::F32 || acc == DType::F64;
  int64_t k = 0;
  for (; exact && k + 4 <= rowCount; k += 4) { // four at once: sums stay in registers
    const double *row = rows + k * stride;
    double x0 = x[k], x1 = x[k + 1], x2 = x[k + 2], x3 = x[k + 3];
    for (int64_t j = 0; j < count; ++j) {
      double sum = sums[j] + x0 * row[j];
      sum += x1 * row[j + stride];
      sum += x2 * row[j + 2 * stride];
      sums[j] = sum + x3 * row[j + 3 * stride];
    }
  }
  for (; k < rowCount; ++k) {
    const double *row = rows + k * stride;
    for (int64_t j = 0; j < count; ++j) {
      double sum = sums[j] + x[k] * row[j];
      sums[j] = exact ? sum : roundTo(sum, acc);
    }
  }
}

/// Sums, rounded to the accumulator's type and then the result's.
static HostTensor finish(HostTensor sums, DType acc, Value result) {
  if (acc != DType::F64)
    sums = castTensor(sums, acc);
  return roundFor(result, std::move(sums));
}

static Sizes concatenated(std::initializer_list<ArrayRef<int64_t>> lists) {
  Sizes all;
  for (ArrayRef<int64_t> list : lists)
    all.append(list.begin(), list.end());
  return all;
}

static HostTensor evaluateDotGeneral(train::DotGeneralOp op, Operands in) {
  auto lhsBatch = op.getLhsBatchingDimensions(), rhsBatch = op.getRhsBatchingDimensions();
  auto lhsContract = op.getLhsContractingDimensions();
  auto rhsContract = op.getRhsContractingDimensions();
  Sizes lhsFree = otherDimensions(in[0]->rank(), lhsBatch, lhsContract);
  Sizes rhsFree = otherDimensions(in[1]->rank(), rhsBatch, rhsContract);
  int64_t batches = productOf(pick(in[0]->shape(), lhsBatch));
  int64_t rows = productOf(pick(in[0]->shape(), lhsFree));
  int64_t inner = productOf(pick(in[0]->shape(), lhsContract));
  int64_t columns = productOf(pick(in[1]->shape(), rhsFree));

  DType acc = dtypeOf(op.getAccumulatorElementType());
  bool tf32 = op.getTf32();
  // [batch][row][k] times [batch][k][column].
  std::vector<double> lhs = pack(in[0], concatenated({lhsBatch, lhsFree, lhsContract}), tf32);
  std::vector<double> rhs = pack(in[1], concatenated({rhsBatch, rhsContract, rhsFree}), tf32);
  HostTensor sums(DType::F64, train::getShape(op.getResult()).vec());
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t i = 0; i < rows; ++i)
      addRows(sums.as<double>() + (b * rows + i) * columns, lhs.data() + (b * rows + i) * inner,
              inner, rhs.data() + b * inner * columns, columns, columns, acc);
  return finish(std::move(sums), acc, op.getResult());
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

static SmallVector<WindowDimension> windowOf(train::ConvOp op, Operands in) {
  train::ConvDimsAttr dims = op.getDimensionNumbers();
  int64_t rank = static_cast<int64_t>(dims.getInputSpatial().size());
  Sizes strides = orDefault(op.getWindowStrides(), rank, 1);
  Sizes low = orDefault(op.getPaddingLow(), rank, 0);
  Sizes base = orDefault(op.getLhsDilation(), rank, 1);
  Sizes dilation = orDefault(op.getRhsDilation(), rank, 1);
  SmallVector<WindowDimension> window;
  for (int64_t d = 0; d < rank; ++d)
    window.push_back({in[0]->shape()[dims.getInputSpatial()[d]],
                      in[1]->shape()[dims.getKernelSpatial()[d]], strides[d], low[d], base[d],
                      dilation[d]});
  return window;
}

/// The kernel's spatial dimensions, those flipped that `window_reversal` names.
static HostTensor flipped(train::ConvOp op, const HostTensor &kernel) {
  View view = wholeOf(kernel);
  for (auto [reversed, dim] :
       llvm::zip(*op.getWindowReversal(), op.getDimensionNumbers().getKernelSpatial())) {
    if (!reversed)
      continue;
    view.offset += (kernel.shape()[dim] - 1) * view.strides[dim];
    view.strides[dim] = -view.strides[dim];
  }
  HostTensor result(kernel.dtype(), kernel.shape());
  copyElements(result.shape(), kernel, view, result, wholeOf(result));
  return result;
}

/// From [batch][spatial…][feature] to the result's order of dimensions.
static HostTensor unpack(train::ConvOp op, const HostTensor &sums) {
  train::ConvDimsAttr dims = op.getDimensionNumbers();
  Sizes order =
      concatenated({dims.getOutputBatch(), dims.getOutputSpatial(), dims.getOutputFeature()});
  HostTensor result(sums.dtype(), train::getShape(op.getResult()).vec());
  copyElements(sums.shape(), sums, wholeOf(sums), result,
               {pick(stridesOf(result.shape()), order), 0});
  return result;
}

static HostTensor evaluateConv(train::ConvOp op, Operands in) {
  train::ConvDimsAttr dims = op.getDimensionNumbers();
  Array kernel = op.getWindowReversal() ? share(flipped(op, *in[1])) : in[1];
  SmallVector<WindowDimension> window = windowOf(op, in);
  ArrayRef<int64_t> resultShape = train::getShape(op.getResult());
  Sizes spatial = pick(resultShape, dims.getOutputSpatial());
  int64_t batches = resultShape[dims.getOutputBatch()];
  int64_t outputs = resultShape[dims.getOutputFeature()];
  int64_t inputs = kernel->shape()[dims.getKernelInput()]; // of one group
  int64_t features = in[0]->shape()[dims.getInputFeature()];
  auto featureGroups = static_cast<int64_t>(op.getFeatureGroupCount());
  auto batchGroups = static_cast<int64_t>(op.getBatchGroupCount());
  int64_t groups = featureGroups * batchGroups; // at most one of them is not 1
  int64_t groupOutputs = outputs / groups;

  // [batch][spatial…][feature], [spatial…][input][output].
  DType acc = dtypeOf(op.getAccumulatorElementType());
  bool tf32 = op.getTf32();
  std::vector<double> x = pack(
      in[0], concatenated({dims.getInputBatch(), dims.getInputSpatial(), dims.getInputFeature()}),
      tf32);
  std::vector<double> w = pack(
      kernel,
      concatenated({dims.getKernelSpatial(), dims.getKernelInput(), dims.getKernelOutput()}), tf32);
  Sizes inputSpatial, kernelSpatial;
  for (const WindowDimension &dim : window) {
    inputSpatial.push_back(dim.inputSize);
    kernelSpatial.push_back(dim.windowSize);
  }
  Sizes inputStrides = stridesOf(inputSpatial), kernelStrides = stridesOf(kernelSpatial);
  int64_t image = productOf(inputSpatial) * features;

  Sizes sumsShape = concatenated({batches, spatial, outputs});
  HostTensor sums(DType::F64, {sumsShape.begin(), sumsShape.end()});
  int64_t places = productOf(spatial);
  forEachIndex(spatial, [&](ArrayRef<int64_t> output, int64_t place) {
    SmallVector<Tap> taps = tapsAt(output, window, inputStrides, kernelStrides);
    for (int64_t b = 0; b < batches; ++b)
      for (int64_t g = 0; g < groups; ++g) {
        int64_t example = batchGroups > 1 ? g * batches + b : b;
        int64_t firstFeature = featureGroups > 1 ? g * inputs : 0;
        double *to = sums.as<double>() + (b * places + place) * outputs + g * groupOutputs;
        for (Tap tap : taps)
          addRows(to, x.data() + example * image + tap.input * features + firstFeature, inputs,
                  w.data() + tap.window * inputs * outputs + g * groupOutputs, outputs,
                  groupOutputs, acc);
      }
  });
  return finish(unpack(op, sums), acc, op.getResult());
}

void reference::addContractionKernels(KernelTable &table) {
  addKernel<evaluateDotGeneral>(table);
  addKernel<evaluateConv>(table);
}
