// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions, scans, windows, extremes and sorting, against plain loops over f64.
#include "RunModule.h"
#include "TestTensors.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::reference;

namespace {

using Index = std::vector<int64_t>;

struct Kind {
  const char *name;
  double neutral;
  double (*combine)(double, double);
};

const Kind floatKinds[] = {
    {"add", 0, [](double a, double b) { return a + b; }},
    {"mul", 1, [](double a, double b) { return a * b; }},
    {"max", -infinity,
     [](double a, double b) { return a != a || b != b ? notANumber : std::max(a, b); }},
    {"min", infinity,
     [](double a, double b) { return a != a || b != b ? notANumber : std::min(a, b); }},
};

/// As an accumulator of `type` ends: through f32, but for f64.
void store(HostTensor &tensor, int64_t i, double sum, DType operandType) {
  tensor.setDouble(i, operandType == DType::F64 ? sum : static_cast<float>(sum));
}

TEST(Reduction, Floats) {
  for (DType type : floatTypes)
    for (const Kind &kind : floatKinds) {
      HostTensor x = randomTensor(type, {3, 4, 5, 2}, 1, 3);
      HostTensor expected(type, {3, 5});
      forEach(expected.shape(), [&](const Index &i) {
        double sum = kind.neutral;
        for (int64_t j = 0; j < 4; ++j)
          for (int64_t k = 0; k < 2; ++k)
            sum = kind.combine(sum, at(x, {i[0], j, i[1], k}));
        store(expected, offsetOf({3, 5}, i), sum, type);
      });
      std::string op = std::string("train.reduce ") + kind.name +
                       " %a, dims = [1, 3] : " + x.typeString() + " -> " + expected.typeString();
      expectSame(runOp(op, {x}, expected.typeString()), expected, op);
    }
}

TEST(Reduction, SumIsNotRoundedOnTheWay) {
  // 256 ones and a bf16 sum: in bf16 itself the sum would stop at 256.
  HostTensor x = tensorOf(DType::BF16, {2, 300}, std::vector<double>(600, 1));
  expectSame(runOp("train.reduce add %a, dims = [1] : tensor<2x300xbf16> -> tensor<2xbf16>", {x},
                   "tensor<2xbf16>"),
             tensorOf(DType::BF16, {2}, {300, 300}), "bf16");
  expectSame(runOp("train.reduce add %a, dims = [0, 1] : tensor<2x300xbf16> -> tensor<f32>", {x},
                   "tensor<f32>"),
             tensorOf(DType::F32, {}, {600}), "to f32");
}

TEST(Reduction, EmptyAndNone) {
  HostTensor none(DType::F32, {2, 0});
  for (const Kind &kind : floatKinds)
    expectSame(runOp(std::string("train.reduce ") + kind.name +
                         " %a, dims = [1] : tensor<2x0xf32> -> tensor<2xf32>",
                     {none}, "tensor<2xf32>"),
               tensorOf(DType::F32, {2}, {kind.neutral, kind.neutral}), kind.name);
  HostTensor x = randomTensor(DType::F32, {3}, 2);
  expectSame(runOp("train.reduce add %a, dims = [] : tensor<3xf32> -> tensor<3xf32>", {x},
                   "tensor<3xf32>"),
             x, "no dimensions");
}

TEST(Reduction, SpecialValues) {
  HostTensor x =
      tensorOf(DType::F16, {4, 2}, {1, notANumber, infinity, -infinity, -0.0, 0.0, 5, 65504});
  expectSame(runOp("train.reduce max %a, dims = [1] : tensor<4x2xf16> -> tensor<4xf16>", {x},
                   "tensor<4xf16>"),
             tensorOf(DType::F16, {4}, {notANumber, infinity, 0.0, 65504}), "max");
  expectSame(runOp("train.reduce min %a, dims = [1] : tensor<4x2xf16> -> tensor<4xf16>", {x},
                   "tensor<4xf16>"),
             tensorOf(DType::F16, {4}, {notANumber, -infinity, -0.0, 5}), "min");
  expectSame(runOp("train.reduce add %a, dims = [1] : tensor<4x2xf16> -> tensor<4xf16>", {x},
                   "tensor<4xf16>"),
             tensorOf(DType::F16, {4}, {notANumber, notANumber, 0.0, 65504}), "add");
}

TEST(Reduction, Integers) {
  for (DType type : intTypes) {
    HostTensor x = randomInts(type, {4, 6}, 3, -1000, 1000);
    std::string to = HostTensor(type, {4}).typeString();
    auto check = [&](const std::string &kind, int64_t first, auto combine) {
      HostTensor expected(type, {4});
      for (int64_t i = 0; i < 4; ++i) {
        HostTensor sum(type, {});
        sum.setInt(0, first);
        for (int64_t j = 0; j < 6; ++j)
          sum.setInt(0, combine(sum.getInt(0), x.getInt(i * 6 + j)));
        expected.setInt(i, sum.getInt(0));
      }
      expectSame(runOp("train.reduce " + kind + " %a, dims = [1] : " + x.typeString() + " -> " + to,
                       {x}, to),
                 expected, kind + " " + to);
    };
    int width = 8 * static_cast<int>(byteSize(type));
    auto top = static_cast<int64_t>(uint64_t{1} << (width - 1));
    bool unsign = isUnsigned(type);
    auto less = [=](int64_t a, int64_t b) {
      return unsign ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
    };
    auto multiply = [](int64_t a, int64_t b) {
      return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    };
    check("add", 0, [](int64_t a, int64_t b) { return a + b; });
    check("mul", 1, multiply);
    check("max", unsign ? 0 : top, [=](int64_t a, int64_t b) { return less(a, b) ? b : a; });
    check("min", unsign ? -1 : static_cast<int64_t>(static_cast<uint64_t>(top) - 1),
          [=](int64_t a, int64_t b) { return less(b, a) ? b : a; });
    check("and", -1, [](int64_t a, int64_t b) { return a & b; });
    check("or", 0, [](int64_t a, int64_t b) { return a | b; });
  }
}

TEST(Reduction, Booleans) {
  HostTensor x = intsOf(DType::I1, {3, 2}, {0, 0, 0, 1, 1, 1});
  expectSame(runOp("train.reduce and %a, dims = [1] : tensor<3x2xi1> -> tensor<3xi1>", {x},
                   "tensor<3xi1>"),
             intsOf(DType::I1, {3}, {0, 0, 1}), "and");
  expectSame(
      runOp("train.reduce or %a, dims = [1] : tensor<3x2xi1> -> tensor<3xi1>", {x}, "tensor<3xi1>"),
      intsOf(DType::I1, {3}, {0, 1, 1}), "or");
  HostTensor none(DType::I1, {2, 0});
  HostTensor all = runOp("train.reduce and %a, dims = [1] : tensor<2x0xi1> -> tensor<2xi1>", {none},
                         "tensor<2xi1>");
  expectSame(all, intsOf(DType::I1, {2}, {1, 1}), "and of nothing");
}

TEST(Reduction, Cumulative) {
  for (const Kind &kind : floatKinds)
    for (bool reverse : {false, true}) {
      HostTensor x = randomTensor(DType::BF16, {3, 5, 2}, 4, 2);
      HostTensor expected(DType::F32, x.shape());
      forEach(x.shape(), [&](const Index &i) {
        double sum = kind.neutral;
        for (int64_t n = reverse ? 4 : 0; n != (reverse ? i[1] - 1 : i[1] + 1);
             n += reverse ? -1 : 1)
          sum = kind.combine(sum, at(x, {i[0], n, i[2]}));
        store(expected, offsetOf(x.shape(), i), sum, DType::BF16);
      });
      std::string op = std::string("train.cumulative ") + kind.name + " %a, dim = 1" +
                       (reverse ? " reverse" : "") + " : tensor<3x5x2xbf16> -> tensor<3x5x2xf32>";
      expectSame(runOp(op, {x}, "tensor<3x5x2xf32>"), expected, op);
    }
  HostTensor none(DType::I32, {2, 0});
  expectSame(runOp("train.cumulative add %a, dim = 1 : tensor<2x0xi32> -> tensor<2x0xi32>", {none},
                   "tensor<2x0xi32>"),
             none, "empty");
}

TEST(Reduction, Windows) {
  // [7, 6] with windows [3, 2] apart by [2, 1], the base spread by [2, 1], the window
  // by [1, 3], padding low [2, 1], high [1, 3].
  HostTensor x = randomTensor(DType::F32, {7, 6}, 5);
  for (const Kind &kind : floatKinds) {
    HostTensor expected(DType::F32, {7, 7}); // (13 + 3 - 3)/2 + 1, 6 + 4 - 4 + 1
    forEach({7, 7}, [&](const Index &o) {
      double sum = kind.neutral;
      for (int64_t i = 0; i < 3; ++i)
        for (int64_t j = 0; j < 2; ++j) {
          int64_t row = o[0] * 2 + i - 2, column = o[1] + j * 3 - 1;
          if (row >= 0 && row % 2 == 0 && row / 2 < 7 && column >= 0 && column < 6)
            sum = kind.combine(sum, at(x, {row / 2, column}));
        }
      store(expected, offsetOf({7, 7}, o), sum, DType::F32);
    });
    std::string op = std::string("train.reduce_window ") + kind.name +
                     " %a, window = [3, 2] strides = [2, 1] base_dilations = [2, 1] "
                     "window_dilations = [1, 3] low = [2, 1] high = [1, 3] : tensor<7x6xf32> -> "
                     "tensor<7x7xf32>";
    expectSame(runOp(op, {x}, "tensor<7x7xf32>"), expected, op);
  }
}

TEST(Reduction, SelectAndScatter) {
  // Windows of 3 apart by 2: elements 2 and 4 are in two windows. The tie of the
  // first window goes to its first element, and the NaN takes the last one's.
  HostTensor x = tensorOf(DType::F32, {7}, {5, 5, 1, 2, 7, 0, notANumber});
  HostTensor dy = tensorOf(DType::F32, {3}, {10, 20, 30});
  expectSame(runOp("train.select_and_scatter max %a, %b, window = [3] strides = [2] : "
                   "(tensor<7xf32>, tensor<3xf32>) -> tensor<7xf32>",
                   {x, dy}, "tensor<7xf32>"),
             tensorOf(DType::F32, {7}, {10, 0, 0, 0, 20, 0, 30}), "max");
  HostTensor y = tensorOf(DType::F32, {7}, {5, 5, 1, 2, 7, 0, 3});
  expectSame(runOp("train.select_and_scatter min %a, %b, window = [3] strides = [2] : "
                   "(tensor<7xf32>, tensor<3xf32>) -> tensor<7xf32>",
                   {y, dy}, "tensor<7xf32>"),
             tensorOf(DType::F32, {7}, {0, 0, 30, 0, 0, 30, 0}), "min");
}

TEST(Reduction, SelectAndScatterPadded) {
  HostTensor x = tensorOf(DType::BF16, {2, 2}, {-1, -2, -3, -4});
  HostTensor dy = tensorOf(DType::BF16, {3, 3}, {1, 2, 4, 8, 16, 32, 64, 128, 256});
  // Padding never wins, so with windows of 2 x 2 the best of what is inside does.
  expectSame(runOp("train.select_and_scatter max %a, %b, window = [2, 2] strides = [1, 1] "
                   "low = [1, 1] high = [1, 1] : (tensor<2x2xbf16>, tensor<3x3xbf16>) -> "
                   "tensor<2x2xbf16>",
                   {x, dy}, "tensor<2x2xbf16>"),
             tensorOf(DType::BF16, {2, 2}, {1 + 2 + 8 + 16, 4 + 32, 64 + 128, 256}), "padded");
}

TEST(Reduction, ArgReduce) {
  HostTensor x =
      tensorOf(DType::F32, {4, 3}, {1, 3, 3, -0.0, 0.0, -1, notANumber, 9, notANumber, 2, 1, 1});
  expectSame(runOp("train.arg_reduce max %a, dim = 1 : tensor<4x3xf32> -> tensor<4xi32>", {x},
                   "tensor<4xi32>"),
             intsOf(DType::I32, {4}, {1, 0, 0, 0}), "max");
  expectSame(runOp("train.arg_reduce min %a, dim = 1 : tensor<4x3xf32> -> tensor<4xi64>", {x},
                   "tensor<4xi64>"),
             intsOf(DType::I64, {4}, {0, 2, 0, 1}), "min");
  HostTensor ints = intsOf(DType::UI8, {3, 2}, {255, 0, 1, 255, 255, 255});
  expectSame(runOp("train.arg_reduce max %a, dim = 0 : tensor<3x2xui8> -> tensor<2xi32>", {ints},
                   "tensor<2xi32>"),
             intsOf(DType::I32, {2}, {0, 1}), "unsigned");
  HostTensor top = intsOf(DType::UI64, {2}, {0, -1});
  expectSame(runOp("train.arg_reduce min %a, dim = 0 : tensor<2xui64> -> tensor<i32>", {top},
                   "tensor<i32>"),
             intsOf(DType::I32, {}, {0}), "the largest integer is not NaN");
}

TEST(Reduction, Sort) {
  HostTensor keys = tensorOf(DType::F32, {6}, {2, notANumber, -0.0, 0.0, -infinity, 2});
  HostTensor places = intsOf(DType::I32, {6}, {0, 1, 2, 3, 4, 5});
  std::string types = " : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)";
  std::vector<std::string> results = {"tensor<6xf32>", "tensor<6xi32>"};
  std::vector<HostTensor> up =
      runOps("train.sort %a, %b, dim = 0" + types, {keys, places}, results);
  expectSame(up[0], tensorOf(DType::F32, {6}, {-infinity, -0.0, 0.0, 2, 2, notANumber}), "keys");
  expectSame(up[1], intsOf(DType::I32, {6}, {4, 2, 3, 0, 5, 1}), "places");
  std::vector<HostTensor> down =
      runOps("train.sort %a, %b, dim = 0 descending" + types, {keys, places}, results);
  expectSame(down[0], tensorOf(DType::F32, {6}, {notANumber, 2, 2, -0.0, 0.0, -infinity}), "keys");
  expectSame(down[1], intsOf(DType::I32, {6}, {1, 0, 5, 2, 3, 4}), "places");
}

TEST(Reduction, SortByTwoKeysAlongTheFirstDimension) {
  HostTensor first = intsOf(DType::I8, {3, 2}, {1, -1, 0, -1, 1, -128});
  HostTensor second = tensorOf(DType::F16, {3, 2}, {5, 2, 9, 1, 4, 0});
  std::vector<HostTensor> sorted =
      runOps("train.sort %a, %b, dim = 0 keys = 2 : (tensor<3x2xi8>, tensor<3x2xf16>) -> "
             "(tensor<3x2xi8>, tensor<3x2xf16>)",
             {first, second}, {"tensor<3x2xi8>", "tensor<3x2xf16>"});
  expectSame(sorted[0], intsOf(DType::I8, {3, 2}, {0, -128, 1, -1, 1, -1}), "first");
  expectSame(sorted[1], tensorOf(DType::F16, {3, 2}, {9, 0, 4, 1, 5, 2}), "second");
}

} // namespace
