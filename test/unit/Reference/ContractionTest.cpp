// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of tensors against loops over f64, and their accumulators.
#include "RunModule.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

using Index = std::vector<int64_t>;

TEST(Contraction, DotGeneralInGeneralPosition) {
  // lhs [k2, b, m, k1], rhs [n, k1, k2, b] to [b, m, n].
  for (DType type : floatTypes) {
    HostTensor lhs = randomTensor(type, {3, 2, 4, 5}, 1), rhs = randomTensor(type, {6, 5, 3, 2}, 2);
    DType resultType = type == DType::F64 ? DType::F64 : DType::F32;
    HostTensor expected(resultType, {2, 4, 6});
    forEach(expected.shape(), [&](const Index &i) {
      double sum = 0;
      for (int64_t k1 = 0; k1 < 5; ++k1)
        for (int64_t k2 = 0; k2 < 3; ++k2)
          sum += at(lhs, {k2, i[0], i[1], k1}) * at(rhs, {i[2], k1, k2, i[0]});
      expected.setDouble(offsetOf(expected.shape(), i), sum);
    });
    std::string op = "train.dot_general %a, %b, batch = [1] x [3], contract = [3, 0] x [1, 2] : (" +
                     lhs.typeString() + ", " + rhs.typeString() + ") -> " + expected.typeString();
    expectSame(runOp(op, {lhs, rhs}, expected.typeString()), expected, op);
  }
}

std::string dotText(const HostTensor &a, const HostTensor &b, const std::string &how,
                    const std::string &result) {
  return "train.dot_general %a, %b, contract = [0] x [0] " + how + " : (" + a.typeString() + ", " +
         b.typeString() + ") -> " + result;
}

TEST(Contraction, EmptySumAndOuterProduct) {
  HostTensor a(DType::F32, {0, 2}), b(DType::F32, {0, 3});
  expectSame(runOp(dotText(a, b, "", "tensor<2x3xf32>"), {a, b}, "tensor<2x3xf32>"),
             HostTensor(DType::F32, {2, 3}), "empty sum");
  HostTensor x = tensorOf(DType::F32, {2}, {2, 3}), y = tensorOf(DType::F32, {2}, {5, 7});
  expectSame(runOp("train.dot_general %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>",
                   {x, y}, "tensor<2x2xf32>"),
             tensorOf(DType::F32, {2, 2}, {10, 14, 15, 21}), "outer product");
  expectSame(runOp(dotText(x, y, "", "tensor<f32>"), {x, y}, "tensor<f32>"),
             tensorOf(DType::F32, {}, {31}), "to rank 0");
}

TEST(Contraction, AccumulatorOfF32RoundsOnce) {
  // In f16 4096 ones add up to 2048 if every partial sum is rounded.
  HostTensor ones = tensorOf(DType::F16, {4096}, std::vector<double>(4096, 1));
  EXPECT_EQ(runOp(dotText(ones, ones, "", "tensor<f16>"), {ones, ones}, "tensor<f16>").getDouble(0),
            4096);
  EXPECT_EQ(runOp(dotText(ones, ones, "acc = f16", "tensor<f16>"), {ones, ones}, "tensor<f16>")
                .getDouble(0),
            2048);
  HostTensor more = tensorOf(DType::BF16, {4096}, std::vector<double>(4096, 1));
  EXPECT_EQ(runOp(dotText(more, more, "acc = bf16", "tensor<f32>"), {more, more}, "tensor<f32>")
                .getDouble(0),
            256);
}

TEST(Contraction, NarrowAccumulatorRoundsEachFusedStep) {
  for (DType type : {DType::F16, DType::BF16}) {
    HostTensor a = randomTensor(type, {50}, 3), b = randomTensor(type, {50}, 4);
    double sum = 0;
    for (int64_t k = 0; k < 50; ++k)
      sum = roundTo(sum + a.getDouble(k) * b.getDouble(k), type);
    std::string acc(toString(type)), result = "tensor<" + acc + ">";
    EXPECT_EQ(runOp(dotText(a, b, "acc = " + acc, result), {a, b}, result).getDouble(0), sum);
  }
}

TEST(Contraction, ResultRoundsThroughTheAccumulator) {
  // 1 + 2^-8 + 2^-26 is above the tie of bf16, but on it once it is in f32.
  HostTensor a = tensorOf(DType::F32, {3}, {1, 0x1p-8, 0x1p-26});
  HostTensor ones = tensorOf(DType::F32, {3}, {1, 1, 1});
  EXPECT_EQ(runOp(dotText(a, ones, "", "tensor<bf16>"), {a, ones}, "tensor<bf16>").getDouble(0), 1);
}

TEST(Contraction, TF32RoundsOperandsTiesAway) {
  HostTensor a = tensorOf(DType::F32, {1}, {1 + 0x1p-11}), one = tensorOf(DType::F32, {1}, {1});
  EXPECT_EQ(runOp(dotText(a, one, "", "tensor<f32>"), {a, one}, "tensor<f32>").getDouble(0),
            1 + 0x1p-11);
  EXPECT_EQ(runOp(dotText(a, one, "tf32", "tensor<f32>"), {a, one}, "tensor<f32>").getDouble(0),
            1 + 0x1p-10);
}

TEST(Contraction, InfinityAndNaNSpread) {
  HostTensor a = tensorOf(DType::F32, {2}, {0, 1}), b = tensorOf(DType::F32, {2}, {infinity, 1});
  EXPECT_TRUE(
      std::isnan(runOp(dotText(a, b, "", "tensor<f32>"), {a, b}, "tensor<f32>").getDouble(0)));
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

struct Conv {
  Index strides, low, high, lhsDilation, rhsDilation;
  std::vector<bool> reversal;
  int64_t featureGroups, batchGroups;
};

std::string listOf(const Index &values) {
  return "[" + std::to_string(values[0]) + ", " + std::to_string(values[1]) + "]";
}

/// x [b, 0, 1, f], w [0, 1, i, o], result [b, 0, 1, f].
void checkConv(const Conv &c, const HostTensor &x, const HostTensor &w) {
  Index spatial;
  for (size_t d = 0; d < 2; ++d) {
    int64_t base = (x.shape()[d + 1] - 1) * c.lhsDilation[d] + 1 + c.low[d] + c.high[d];
    int64_t window = (w.shape()[d] - 1) * c.rhsDilation[d] + 1;
    spatial.push_back((base - window) / c.strides[d] + 1);
  }
  int64_t batches = x.shape()[0] / c.batchGroups, outputs = w.shape()[3], inputs = w.shape()[2];
  HostTensor expected(DType::F32, {batches, spatial[0], spatial[1], outputs});
  forEach(expected.shape(), [&](const Index &o) {
    int64_t featureGroup = o[3] / (outputs / c.featureGroups);
    int64_t batchGroup = o[3] / (outputs / c.batchGroups);
    double sum = 0;
    for (int64_t k0 = 0; k0 < w.shape()[0]; ++k0)
      for (int64_t k1 = 0; k1 < w.shape()[1]; ++k1)
        for (int64_t i = 0; i < inputs; ++i) {
          Index k = {k0, k1}, at0 = {batchGroup * batches + o[0], 0, 0, featureGroup * inputs + i};
          bool inside = true;
          for (size_t d = 0; d < 2; ++d) {
            int64_t position = o[d + 1] * c.strides[d] + k[d] * c.rhsDilation[d] - c.low[d];
            inside &= position >= 0 && position % c.lhsDilation[d] == 0 &&
                      position / c.lhsDilation[d] < x.shape()[d + 1];
            at0[d + 1] = position / c.lhsDilation[d];
            if (c.reversal[d])
              k[d] = w.shape()[d] - 1 - k[d];
          }
          if (inside)
            sum += at(x, at0) * at(w, {k[0], k[1], i, o[3]});
        }
    expected.setDouble(offsetOf(expected.shape(), o), sum);
  });
  std::string op = "train.conv %a, %b dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = " +
                   listOf(c.strides) + " low = " + listOf(c.low) + " high = " + listOf(c.high) +
                   " lhs_dilation = " + listOf(c.lhsDilation) +
                   " rhs_dilation = " + listOf(c.rhsDilation) + " reversal = [" +
                   (c.reversal[0] ? "true, " : "false, ") + (c.reversal[1] ? "true]" : "false]") +
                   " feature_groups = " + std::to_string(c.featureGroups) +
                   " batch_groups = " + std::to_string(c.batchGroups) + " : (" + x.typeString() +
                   ", " + w.typeString() + ") -> " + expected.typeString();
  expectSame(runOp(op, {x, w}, expected.typeString()), expected, op);
}

TEST(Contraction, Convolution) {
  HostTensor x = randomTensor(DType::F32, {4, 6, 5, 4}, 5);
  HostTensor whole = randomTensor(DType::F32, {3, 2, 4, 6}, 6);
  HostTensor half = randomTensor(DType::F32, {3, 2, 2, 6}, 7);
  Conv plain = {{1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, {false, false}, 1, 1};
  checkConv(plain, x, whole);
  checkConv({{2, 1}, {1, 2}, {1, 0}, {1, 1}, {1, 2}, {false, false}, 1, 1}, x, whole);
  checkConv({{1, 2}, {2, -1}, {1, 1}, {2, 3}, {1, 1}, {true, false}, 1, 1}, x, whole);
  checkConv({{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {false, true}, 2, 1}, x, half);
  checkConv({{2, 2}, {1, 1}, {1, 1}, {1, 1}, {2, 1}, {false, false}, 1, 2}, x, whole);
}

TEST(Contraction, ConvolutionWithOtherDimensionOrder) {
  // [b, f, 0] and [o, i, 0] to [f, 0, b]: a product over features and three places.
  HostTensor x = randomTensor(DType::BF16, {2, 3, 8}, 8),
             w = randomTensor(DType::BF16, {4, 3, 3}, 9);
  HostTensor expected(DType::F32, {4, 6, 2});
  forEach(expected.shape(), [&](const Index &o) {
    double sum = 0;
    for (int64_t k = 0; k < 3; ++k)
      for (int64_t i = 0; i < 3; ++i)
        sum += at(x, {o[2], i, o[1] + k}) * at(w, {o[0], i, k});
    expected.setDouble(offsetOf(expected.shape(), o), sum);
  });
  expectSame(runOp("train.conv %a, %b dims = [b, f, 0]x[o, i, 0]->[f, 0, b] : "
                   "(tensor<2x3x8xbf16>, tensor<4x3x3xbf16>) -> tensor<4x6x2xf32>",
                   {x, w}, "tensor<4x6x2xf32>"),
             expected, "other order");
}

} // namespace
