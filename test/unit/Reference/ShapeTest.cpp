// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that move elements, against the index formula of each, element by element.
#include "RunModule.h"
#include "TestTensors.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::reference;

namespace {

using Index = std::vector<int64_t>;

std::string listOf(const Index &values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

/// The array whose element at each index is `source(index)` of `from`.
template <typename Source>
HostTensor moved(const HostTensor &from, const Index &shape, Source source) {
  HostTensor result(from.dtype(), shape);
  forEach(shape, [&](const Index &index) {
    result.setDouble(offsetOf(shape, index), at(from, source(index)));
  });
  return result;
}

TEST(Shape, Reshape) {
  HostTensor x = randomTensor(DType::F16, {2, 3, 4}, 1);
  expectSame(
      runOp("train.reshape %a : tensor<2x3x4xf16> -> tensor<6x4xf16>", {x}, "tensor<6x4xf16>"),
      x.reshaped({6, 4}), "reshape");
  HostTensor one = randomTensor(DType::F16, {1, 1}, 1);
  expectSame(runOp("train.reshape %a : tensor<1x1xf16> -> tensor<f16>", {one}, "tensor<f16>"),
             one.reshaped({}), "to rank 0");
}

TEST(Shape, Transpose) {
  for (DType type : {DType::I1, DType::BF16, DType::F32, DType::I64}) {
    HostTensor x = randomInts(type, {2, 3, 4}, 2, 0, 1);
    std::string from = x.typeString(), to = HostTensor(type, {4, 2, 3}).typeString();
    expectSame(runOp("train.transpose %a, perm = [2, 0, 1] : " + from + " -> " + to, {x}, to),
               moved(x, {4, 2, 3}, [](const Index &i) { return Index{i[1], i[2], i[0]}; }), from);
  }
  HostTensor none(DType::F32, {0, 5});
  expectSame(runOp("train.transpose %a, perm = [1, 0] : tensor<0x5xf32> -> tensor<5x0xf32>", {none},
                   "tensor<5x0xf32>"),
             HostTensor(DType::F32, {5, 0}), "empty");
}

TEST(Shape, Broadcast) {
  HostTensor x = randomTensor(DType::F32, {3, 1}, 3);
  expectSame(runOp("train.broadcast_in_dim %a, dims = [1, 2] : tensor<3x1xf32> -> "
                   "tensor<2x3x4xf32>",
                   {x}, "tensor<2x3x4xf32>"),
             moved(x, {2, 3, 4}, [](const Index &i) { return Index{i[1], 0}; }), "broadcast");
  HostTensor scalar = tensorOf(DType::F8E5M2, {}, {1.5});
  expectSame(runOp("train.broadcast_in_dim %a, dims = [] : tensor<f8E5M2> -> tensor<3xf8E5M2>",
                   {scalar}, "tensor<3xf8E5M2>"),
             tensorOf(DType::F8E5M2, {3}, {1.5, 1.5, 1.5}), "of rank 0");
}

TEST(Shape, Slice) {
  HostTensor x = randomTensor(DType::F32, {5, 7}, 4);
  expectSame(runOp("train.slice %a, start = [1, 2], limit = [4, 7], strides = [1, 2] : "
                   "tensor<5x7xf32> -> tensor<3x3xf32>",
                   {x}, "tensor<3x3xf32>"),
             moved(x, {3, 3}, [](const Index &i) { return Index{1 + i[0], 2 + 2 * i[1]}; }),
             "slice");
  expectSame(runOp("train.slice %a, start = [2, 0], limit = [2, 7], strides = [1, 1] : "
                   "tensor<5x7xf32> -> tensor<0x7xf32>",
                   {x}, "tensor<0x7xf32>"),
             HostTensor(DType::F32, {0, 7}), "empty slice");
}

TEST(Shape, Reverse) {
  HostTensor x = randomTensor(DType::F32, {2, 3, 4}, 5);
  expectSame(runOp("train.reverse %a, dims = [0, 2] : tensor<2x3x4xf32>", {x}, "tensor<2x3x4xf32>"),
             moved(x, {2, 3, 4}, [](const Index &i) { return Index{1 - i[0], i[1], 3 - i[2]}; }),
             "reverse");
}

TEST(Shape, Pad) {
  Numbers numbers(6);
  for (int round = 0; round < 60; ++round) {
    Index shape = {numbers.integer(0, 4), numbers.integer(1, 4)}, low, high, interior, result;
    for (int64_t size : shape) {
      interior.push_back(numbers.integer(0, 2));
      int64_t inner = size ? size + (size - 1) * interior.back() : 0;
      low.push_back(numbers.integer(-inner, 3));
      high.push_back(numbers.integer(-(inner + low.back()), 3));
      result.push_back(low.back() + inner + high.back());
    }
    HostTensor x = randomTensor(DType::BF16, shape, 7);
    HostTensor padding = tensorOf(DType::BF16, {}, {42});
    HostTensor expected(DType::BF16, result);
    forEach(result, [&](const Index &index) {
      Index source;
      bool inside = true;
      for (size_t d = 0; d < 2; ++d) {
        int64_t position = index[d] - low[d];
        source.push_back(position / (interior[d] + 1));
        inside &= position >= 0 && position % (interior[d] + 1) == 0 && source[d] < shape[d];
      }
      expected.setDouble(offsetOf(result, index), inside ? at(x, source) : 42);
    });
    std::string op = "train.pad %a, %b, low = " + listOf(low) + ", high = " + listOf(high) +
                     ", interior = " + listOf(interior) + " : (" + x.typeString() +
                     ", tensor<bf16>) -> " + expected.typeString();
    expectSame(runOp(op, {x, padding}, expected.typeString()), expected, op);
  }
}

TEST(Shape, Concatenate) {
  HostTensor a = randomTensor(DType::F32, {2, 1, 2}, 8), b = randomTensor(DType::F32, {2, 3, 2}, 9),
             c(DType::F32, {2, 0, 2});
  HostTensor expected(DType::F32, {2, 4, 2});
  forEach(expected.shape(), [&](const Index &i) {
    double value = i[1] < 1 ? at(a, i) : at(b, {i[0], i[1] - 1, i[2]});
    expected.setDouble(offsetOf(expected.shape(), i), value);
  });
  expectSame(runOp("train.concatenate %a, %b, %c, dim = 1 : (tensor<2x1x2xf32>, "
                   "tensor<2x3x2xf32>, tensor<2x0x2xf32>) -> tensor<2x4x2xf32>",
                   {a, b, c}, "tensor<2x4x2xf32>"),
             expected, "concatenate");
}

TEST(Shape, DynamicSliceClamps) {
  HostTensor x = randomTensor(DType::F32, {5, 6}, 10);
  for (auto [row, column] : {std::pair<int64_t, int64_t>{1, 2}, {-4, 100}, {4, -1}}) {
    int64_t r = std::clamp<int64_t>(row, 0, 3), c = std::clamp<int64_t>(column, 0, 3);
    std::vector<HostTensor> args = {x, intsOf(DType::I32, {}, {row}),
                                    intsOf(DType::I32, {}, {column})};
    expectSame(runOp("train.dynamic_slice %a[%b, %c] sizes = [2, 3] : (tensor<5x6xf32>, "
                     "tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
                     args, "tensor<2x3xf32>"),
               moved(x, {2, 3}, [=](const Index &i) { return Index{r + i[0], c + i[1]}; }),
               "dynamic_slice");
    HostTensor update = randomTensor(DType::F32, {2, 3}, 11);
    HostTensor expected = x;
    forEach(update.shape(), [&, r = r, c = c](const Index &i) {
      expected.setDouble(offsetOf({5, 6}, {r + i[0], c + i[1]}), at(update, i));
    });
    args.insert(args.begin() + 1, update);
    expectSame(runOp("train.dynamic_update_slice %a, %b[%c, %d] : (tensor<5x6xf32>, "
                     "tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x6xf32>",
                     args, "tensor<5x6xf32>"),
               expected, "dynamic_update_slice");
  }
}

TEST(Shape, DynamicSliceByHugeUnsignedIndex) {
  HostTensor x = tensorOf(DType::F32, {4}, {0, 1, 2, 3});
  HostTensor got = runOp("train.dynamic_slice %a[%b] sizes = [2] : (tensor<4xf32>, tensor<ui64>) "
                         "-> tensor<2xf32>",
                         {x, intsOf(DType::UI64, {}, {-1})}, "tensor<2xf32>");
  expectSame(got, tensorOf(DType::F32, {2}, {2, 3}), "2^64 - 1 is clamped from above");
}

} // namespace
