// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU's code against the reference evaluator, op by op: each case is one function
// of one module, which is compiled to a shared library, loaded and called. Results are
// equal bit for bit (NaN equals NaN) where the dialect says one value, else within
// a stated number of units of the last place.
#include "CpuProgram.h"
#include "halftone/Support/Rounding.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {
/// Patterns in the order of the values they stand for.
int64_t orderOf(uint64_t bits, DType type) {
  uint64_t sign = uint64_t{1} << (8 * byteSize(type) - 1);
  return bits & sign ? -static_cast<int64_t>(bits & (sign - 1)) : static_cast<int64_t>(bits);
}

uint64_t bitsAt(const HostTensor &tensor, int64_t i) {
  uint64_t bits = 0;
  size_t size = byteSize(tensor.dtype());
  std::memcpy(&bits, static_cast<const char *>(tensor.data()) + static_cast<size_t>(i) * size,
              size);
  return bits;
}

void expectClose(const HostTensor &expected, const HostTensor &got, int64_t ulps,
                 const std::string &what) {
  ASSERT_EQ(expected.dtype(), got.dtype()) << what;
  ASSERT_EQ(expected.shape(), got.shape()) << what;
  int64_t worst = 0, place = -1;
  for (int64_t i = 0; i < expected.numElements(); ++i) {
    uint64_t x = bitsAt(expected, i), y = bitsAt(got, i);
    if (x == y)
      continue;
    int64_t distance = std::numeric_limits<int64_t>::max();
    if (isFloat(expected.dtype())) {
      bool nanX = decode(x, expected.dtype()).kind == Exact::Kind::NaN,
           nanY = decode(y, expected.dtype()).kind == Exact::Kind::NaN;
      if (nanX && nanY)
        continue;
      bool zeros = orderOf(x, expected.dtype()) == 0 && orderOf(y, expected.dtype()) == 0;
      if (!nanX && !nanY && !zeros)
        distance = std::abs(orderOf(x, expected.dtype()) - orderOf(y, expected.dtype()));
    }
    if (distance > worst) {
      worst = distance;
      place = i;
    }
  }
  EXPECT_LE(worst, ulps) << what << " at " << place << ": expected bits " << std::hex
                         << (place < 0 ? 0 : bitsAt(expected, place)) << ", got "
                         << (place < 0 ? 0 : bitsAt(got, place));
}

/// Special values first, then random ones of moderate size.
HostTensor sample(DType type, std::vector<int64_t> shape, unsigned seed, bool special = true) {
  HostTensor tensor(type, std::move(shape));
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0.0, 2.0);
  const double specials[] = {0.0,    -0.0,     1.0,       -1.0, 0.5,   -2.5,   1.5,
                             3.5,    INFINITY, -INFINITY, NAN,  1e-40, -1e-40, 88.5,
                             -104.0, 3e38,     65504.0,   1e-6, 448.0};
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    double value = special && i < static_cast<int64_t>(std::size(specials))
                       ? specials[(i + seed) % std::size(specials)]
                       : normal(random);
    uint64_t bits;
    if (isFloat(type))
      bits = convertBits(std::bit_cast<uint64_t>(value), DType::F64, type);
    else if (type == DType::I1)
      bits = random() & 1;
    else
      bits = special && i < 6 ? std::array<uint64_t, 6>{0,
                                                        ~uint64_t{0},
                                                        uint64_t{1} << (8 * byteSize(type) - 1),
                                                        1,
                                                        7,
                                                        31}[(i + seed) % 6]
                              : random() >> (random() % 60);
    std::memcpy(static_cast<char *>(tensor.data()) + static_cast<size_t>(i) * byteSize(type), &bits,
                byteSize(type));
  }
  return tensor;
}

HostTensor integers(DType type, std::vector<int64_t> shape, int64_t limit, unsigned seed) {
  HostTensor tensor(type, std::move(shape));
  std::mt19937_64 random(seed);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.setInt(i, static_cast<int64_t>(random() % static_cast<uint64_t>(limit)));
  return tensor;
}

std::string typeText(const HostTensor &tensor) {
  std::string text = "tensor<";
  for (int64_t size : tensor.shape())
    text += std::to_string(size) + "x";
  return text + std::string(toString(tensor.dtype())) + ">";
}

/// Functions that are compiled together and compared one by one.
class Cases {
public:
  /// `body` uses %a, %b, … and yields %r of the type.
  void add(const std::string &what, std::vector<HostTensor> args, const std::string &body,
           const std::string &result, int64_t ulps = 0) {
    std::string name = "f" + std::to_string(cases.size());
    module += "func.func @" + name + "(";
    for (size_t i = 0; i < args.size(); ++i)
      module +=
          (i ? ", %" : "%") + std::string(1, static_cast<char>('a' + i)) + ": " + typeText(args[i]);
    module += ") -> " + result + " {\n  " + body + "\n  return %r : " + result + "\n}\n";
    cases.push_back({what, std::move(args), ulps});
  }

  void check() {
    Program program(module);
    ASSERT_TRUE(program.isLoaded()) << module.substr(0, 2000);
    for (size_t i = 0; i < cases.size(); ++i) {
      std::string name = "f" + std::to_string(i);
      std::vector<HostTensor> expected = program.reference(name, cases[i].args),
                              got = program.compiled(name, cases[i].args);
      ASSERT_EQ(expected.size(), 1u) << cases[i].what;
      ASSERT_EQ(got.size(), 1u) << cases[i].what;
      expectClose(expected[0], got[0], cases[i].ulps, cases[i].what);
    }
  }

private:
  struct Case {
    std::string what;
    std::vector<HostTensor> args;
    int64_t ulps;
  };
  std::string module;
  std::vector<Case> cases;
};

const DType floats[] = {DType::F64,  DType::F32,      DType::F16,
                        DType::BF16, DType::F8E4M3FN, DType::F8E5M2};
const DType wholes[] = {DType::I8,  DType::I16,  DType::I32,  DType::I64,
                        DType::UI8, DType::UI16, DType::UI32, DType::UI64};

TEST(Cpu, FloatElementwise) {
  Cases cases;
  struct Unary {
    const char *name;
    int64_t ulps; // f32; narrow types may differ by one where f32 does
  };
  for (DType type : floats) {
    std::string elements = "tensor<53x" + std::string(toString(type)) + ">";
    HostTensor x = sample(type, {53}, 1), y = sample(type, {53}, 2), z = sample(type, {53}, 3);
    for (auto [name, ulps] : {Unary{"abs", 0},
                              {"negate", 0},
                              {"sign", 0},
                              {"exponential", 1},
                              {"exponential_minus_one", 2},
                              {"log", 2},
                              {"log_plus_one", 3},
                              {"sqrt", 0},
                              {"rsqrt", 1},
                              {"cbrt", 1},
                              {"sine", 1},
                              {"cosine", 1},
                              {"tan", 2},
                              {"tanh", 2},
                              {"logistic", 3},
                              {"erf", 1},
                              {"erf_inv", 2},
                              {"floor", 0},
                              {"ceil", 0},
                              {"round_nearest_even", 0},
                              {"round_nearest_afz", 0}})
      cases.add(std::string(name) + " " + elements, {x},
                "%r = train." + std::string(name) + " %a : " + elements, elements,
                ulps && byteSize(type) < 4   ? 1
                : ulps && type == DType::F64 ? ulps + 2
                                             : ulps);
    for (auto [name, ulps] : {Unary{"add", 0},
                              {"subtract", 0},
                              {"multiply", 0},
                              {"divide", 0},
                              {"remainder", 0},
                              {"power", 1},
                              {"maximum", 0},
                              {"minimum", 0},
                              {"atan2", 1}})
      cases.add(std::string(name) + " " + elements, {x, y},
                "%r = train." + std::string(name) + " %a, %b : " + elements, elements, ulps);
    cases.add("fma " + elements, {x, y, z}, "%r = train.fma %a, %b, %c : " + elements, elements);
    cases.add("clamp " + elements, {x, y, z},
              "%r = train.clamp %a, %b, %c : (" + elements + ", " + elements + ", " + elements +
                  ") -> " + elements,
              elements);
    cases.add("is_finite " + elements, {x}, "%r = train.is_finite %a : " + elements,
              "tensor<53xi1>");
    for (const char *direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
      cases.add(direction + elements, {x, y},
                "%r = train.compare " + std::string(direction) + ", %a, %b : " + elements,
                "tensor<53xi1>");
  }
  cases.check();
}

TEST(Cpu, IntegerElementwise) {
  Cases cases;
  for (DType type : wholes) {
    std::string elements = "tensor<37x" + std::string(toString(type)) + ">";
    HostTensor x = sample(type, {37}, 1), y = sample(type, {37}, 2);
    for (const char *name : {"abs", "negate", "sign", "not", "popcnt", "count_leading_zeros"})
      cases.add(name + elements, {x}, "%r = train." + std::string(name) + " %a : " + elements,
                elements);
    for (const char *name :
         {"add", "subtract", "multiply", "divide", "remainder", "power", "maximum", "minimum",
          "and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical"})
      cases.add(name + elements, {x, y},
                "%r = train." + std::string(name) + " %a, %b : " + elements, elements);
    cases.add("LT" + elements, {x, y}, "%r = train.compare LT, %a, %b : " + elements,
              "tensor<37xi1>");
  }
  HostTensor p = sample(DType::I1, {37}, 1), q = sample(DType::I1, {37}, 2);
  for (const char *name : {"and", "or", "xor"})
    cases.add(name, {p, q}, "%r = train." + std::string(name) + " %a, %b : tensor<37xi1>",
              "tensor<37xi1>");
  cases.add("select", {p, sample(DType::BF16, {37}, 3), sample(DType::BF16, {37}, 4)},
            "%r = train.select %a, %b, %c : tensor<37xi1>, tensor<37xbf16>", "tensor<37xbf16>");
  cases.check();
}

TEST(Cpu, Casts) {
  Cases cases;
  std::vector<DType> all(std::begin(floats), std::end(floats));
  all.insert(all.end(), std::begin(wholes), std::end(wholes));
  all.push_back(DType::I1);
  HostTensor key(DType::UI32, {2});
  key.setInt(0, 42);
  for (DType from : all)
    for (DType to : all) {
      std::string x = "tensor<77x" + std::string(toString(from)) + ">",
                  y = "tensor<77x" + std::string(toString(to)) + ">";
      HostTensor value = sample(from, {77}, 5);
      cases.add(x + y, {value}, "%r = train.cast %a : " + x + " to " + y, y);
      if (!isFloat(from) || !isFloat(to) || byteSize(to) >= byteSize(from))
        continue;
      cases.add("zero " + x + y, {value},
                "%r = train.cast %a rounding = toward_zero : " + x + " to " + y, y);
      cases.add("saturate " + x + y, {value}, "%r = train.cast %a saturate : " + x + " to " + y, y);
      cases.add("stochastic " + x + y, {value, key},
                "%r = train.cast %a rounding = stochastic key %b : " + x + " to " + y, y);
    }
  cases.check();
}

TEST(Cpu, ShapesAndIndexing) {
  Cases cases;
  HostTensor x = sample(DType::F32, {4, 8}, 1), y = sample(DType::F32, {2, 8}, 2),
             s = sample(DType::F32, {}, 3);
  HostTensor ids = integers(DType::I32, {5}, 6, 4), i = integers(DType::I32, {}, 4, 5),
             table = sample(DType::BF16, {6, 8}, 6);
  HostTensor updates = sample(DType::BF16, {5, 8}, 7, false), key(DType::UI32, {2});
  key.setInt(0, 7);
  std::string t = "tensor<4x8xf32>";
  cases.add("reshape", {x}, "%r = train.reshape %a : " + t + " -> tensor<2x16xf32>",
            "tensor<2x16xf32>");
  cases.add("transpose", {x},
            "%r = train.transpose %a, perm = [1, 0] : " + t + " -> tensor<8x4xf32>",
            "tensor<8x4xf32>");
  cases.add("broadcast", {x},
            "%r = train.broadcast_in_dim %a, dims = [0, 2] : " + t + " -> tensor<4x3x8xf32>",
            "tensor<4x3x8xf32>");
  cases.add("slice", {x},
            "%r = train.slice %a, start = [0, 2], limit = [4, 8], strides = [1, 2] : " + t +
                " -> tensor<4x3xf32>",
            "tensor<4x3xf32>");
  cases.add("pad", {x, s},
            "%r = train.pad %a, %b, low = [1, -1], high = [0, 2], interior = [1, 2] : (" + t +
                ", tensor<f32>) -> tensor<8x23xf32>",
            "tensor<8x23xf32>");
  cases.add("concatenate", {x, y},
            "%r = train.concatenate %a, %b, dim = 0 : (" + t +
                ", tensor<2x8xf32>) -> tensor<6x8xf32>",
            "tensor<6x8xf32>");
  cases.add("reverse", {x}, "%r = train.reverse %a, dims = [0, 1] : " + t, t);
  cases.add("dynamic_slice", {x, i},
            "%r = train.dynamic_slice %a[%b, %b] sizes = [2, 3] : (" + t +
                ", tensor<i32>, tensor<i32>) -> tensor<2x3xf32>",
            "tensor<2x3xf32>");
  cases.add("dynamic_update_slice", {x, y, i},
            "%r = train.dynamic_update_slice %a, %b[%c, %c] : (" + t +
                ", tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> " + t,
            t);
  cases.add(
      "gather", {table, ids},
      "%r = train.gather %a, %b {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, "
      "offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 8>, "
      "start_index_map = array<i64: 0>} : (tensor<6x8xbf16>, tensor<5xi32>) -> tensor<5x8xbf16>",
      "tensor<5x8xbf16>");
  for (const char *kind : {"add", "assign", "mul", "max", "min"})
    cases.add(std::string("scatter ") + kind, {table, ids, updates},
              "%r = train.scatter " + std::string(kind) +
                  " %a, %b, %c {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, "
                  "scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: "
                  "1>} : (tensor<6x8xbf16>, tensor<5xi32>, tensor<5x8xbf16>) -> tensor<6x8xbf16>",
              "tensor<6x8xbf16>");
  cases.add("iota", {}, "%r = train.iota dim = 1 : tensor<3x9xbf16>", "tensor<3x9xbf16>");
  cases.add("constant", {}, "%r = train.constant dense<[1.5, -2.0, 0.25]> : tensor<3xf8E4M3FN>",
            "tensor<3xf8E4M3FN>");
  cases.add("philox", {key}, "%r = train.rng_bits philox4x32_10 %a : tensor<3x7xui32>",
            "tensor<3x7xui32>");
  cases.add("threefry", {key},
            "%r = train.rng_bits threefry2x32_20 %a offset = 3 : tensor<11xui32>",
            "tensor<11xui32>");
  cases.add("fold_in", {key, i}, "%r = train.fold_in %a, %b : tensor<i32>", "tensor<2xui32>");
  cases.check();
}

TEST(Cpu, ReductionsAndOrder) {
  Cases cases;
  HostTensor whole = integers(DType::I32, {6, 45}, 100, 1);
  HostTensor exact = castTensor(integers(DType::I32, {6, 45}, 16, 2), DType::F32),
             half = castTensor(exact, DType::BF16);
  HostTensor mask = sample(DType::I1, {6, 45}, 3), x = sample(DType::F32, {6, 45}, 4);
  for (const char *kind : {"add", "max", "min"}) {
    for (const char *dims : {"[0]", "[1]", "[0, 1]"}) {
      std::string shape = dims[1] == '0' ? (dims[2] == ']' ? "45x" : "") : "6x";
      std::string op =
          "%r = train.reduce " + std::string(kind) + " %a, dims = " + dims + " : tensor<6x45x";
      cases.add(op + "f32", {exact}, op + "f32> -> tensor<" + shape + "f32>",
                "tensor<" + shape + "f32>");
      cases.add(op + "bf16", {half}, op + "bf16> -> tensor<" + shape + "bf16>",
                "tensor<" + shape + "bf16>");
      cases.add(op + "i32", {whole}, op + "i32> -> tensor<" + shape + "i32>",
                "tensor<" + shape + "i32>");
    }
    std::string scan = "%r = train.cumulative " + std::string(kind) +
                       " %a, dim = 1 reverse : tensor<6x45xf32> -> tensor<6x45xf32>";
    cases.add(scan, {exact}, scan, "tensor<6x45xf32>");
    std::string window = "%r = train.reduce_window " + std::string(kind) +
                         " %a, window = [2, 3] strides = [2, 2] low = [0, 1] high = [0, 1] : "
                         "tensor<6x45xbf16> -> tensor<3x23xbf16>";
    cases.add(window, {half}, window, "tensor<3x23xbf16>");
  }
  cases.add("and", {mask}, "%r = train.reduce and %a, dims = [1] : tensor<6x45xi1> -> tensor<6xi1>",
            "tensor<6xi1>");
  cases.add("or", {mask}, "%r = train.reduce or %a, dims = [0] : tensor<6x45xi1> -> tensor<45xi1>",
            "tensor<45xi1>");
  cases.add("max with NaN", {x},
            "%r = train.reduce max %a, dims = [1] : tensor<6x45xf32> -> tensor<6xf32>",
            "tensor<6xf32>");
  cases.add("arg max", {x},
            "%r = train.arg_reduce max %a, dim = 1 : tensor<6x45xf32> -> tensor<6xi32>",
            "tensor<6xi32>");
  cases.add("arg min", {exact},
            "%r = train.arg_reduce min %a, dim = 0 : tensor<6x45xf32> -> tensor<45xi64>",
            "tensor<45xi64>");
  cases.add("sort", {x}, "%r = train.sort %a, dim = 1 : (tensor<6x45xf32>) -> tensor<6x45xf32>",
            "tensor<6x45xf32>");
  cases.add("sort pairs", {whole, x},
            "%q, %r = train.sort %a, %b, dim = 0 descending : (tensor<6x45xi32>, tensor<6x45xf32>) "
            "-> (tensor<6x45xi32>, tensor<6x45xf32>)",
            "tensor<6x45xf32>");
  cases.add("select_and_scatter",
            {exact, castTensor(integers(DType::I32, {3, 15}, 9, 5), DType::F32)},
            "%r = train.select_and_scatter max %a, %b, window = [2, 3] strides = [2, 3] : "
            "(tensor<6x45xf32>, tensor<3x15xf32>) -> tensor<6x45xf32>",
            "tensor<6x45xf32>");
  cases.check();
}

/// Small integers, so that every sum is exact in any order.
TEST(Cpu, Contractions) {
  Cases cases;
  auto small = [](DType type, std::vector<int64_t> shape, unsigned seed) {
    HostTensor tensor = integers(DType::I32, shape, 7, seed);
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      tensor.setInt(i, tensor.getInt(i) - 3);
    return castTensor(tensor, type);
  };
  for (DType type : {DType::F32, DType::BF16, DType::F16, DType::F64, DType::F8E4M3FN}) {
    std::string e(toString(type));
    HostTensor a = small(type, {5, 7}, 1), w = small(type, {7, 9}, 2), bias = small(type, {9}, 3);
    cases.add("dot " + e, {a, w},
              "%r = train.dot_general %a, %b, contract = [1] x [0] : (tensor<5x7x" + e +
                  ">, tensor<7x9x" + e + ">) -> tensor<5x9x" + e + ">",
              "tensor<5x9x" + e + ">");
    HostTensor q = small(type, {2, 5, 3, 4}, 4), k = small(type, {2, 6, 3, 4}, 5);
    cases.add("attention " + e, {q, k},
              "%0 = train.transpose %a, perm = [0, 2, 1, 3] : tensor<2x5x3x4x" + e +
                  "> -> tensor<2x3x5x4x" + e +
                  ">\n"
                  "%1 = train.transpose %b, perm = [0, 2, 1, 3] : tensor<2x6x3x4x" +
                  e + "> -> tensor<2x3x6x4x" + e +
                  ">\n"
                  "%2 = train.dot_general %0, %1, batch = [0, 1] x [0, 1], contract = [3] x [3] : "
                  "(tensor<2x3x5x4x" +
                  e + ">, tensor<2x3x6x4x" + e + ">) -> tensor<2x3x5x6x" + e +
                  ">\n"
                  "%r = train.transpose %2, perm = [0, 2, 1, 3] : tensor<2x3x5x6x" +
                  e + "> -> tensor<2x5x3x6x" + e + ">",
              "tensor<2x5x3x6x" + e + ">");
    cases.add("split k " + e, {q, k},
              "%2 = train.slice %b, start = [0, 0, 0, 0], limit = [2, 5, 3, 4], strides = [1, 1, "
              "1, 1] : tensor<2x6x3x4x" +
                  e + "> -> tensor<2x5x3x4x" + e +
                  ">\n"
                  "%r = train.dot_general %a, %2, contract = [0, 1] x [0, 1] : (tensor<2x5x3x4x" +
                  e + ">, tensor<2x5x3x4x" + e + ">) -> tensor<3x4x3x4x" + e + ">",
              "tensor<3x4x3x4x" + e + ">");
    HostTensor image = small(type, {2, 8, 8, 4}, 6), kernel = small(type, {3, 3, 2, 6}, 7);
    cases.add("conv " + e, {image, kernel},
              "%r = train.conv %a, %b dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f] strides = [2, "
              "1] low = [1, 1] high = [1, 1] rhs_dilation = [1, 2] feature_groups = 2 : "
              "(tensor<2x8x8x4x" +
                  e + ">, tensor<3x3x2x6x" + e + ">) -> tensor<2x4x6x6x" + e + ">",
              "tensor<2x4x6x6x" + e + ">");
  }
  cases.check();
}

/// Loops of one iteration are no loops, also where they are all that there is.
TEST(Cpu, DimensionsOfSizeOne) {
  Cases cases;
  HostTensor one = sample(DType::F32, {1, 1}, 1, false), row = sample(DType::F32, {1, 4}, 2, false),
             column = sample(DType::F32, {4, 1}, 3, false),
             bias = sample(DType::F32, {4}, 4, false);
  cases.add("all", {one},
            "%0 = train.negate %a : tensor<1x1xf32>\n"
            "%r = train.reduce add %0, dims = [0, 1] : tensor<1x1xf32> -> tensor<f32>",
            "tensor<f32>");
  for (const char *kind : {"add", "max", "min"}) {
    std::string reduce = "%r = train.reduce " + std::string(kind) + " %a, dims = ";
    cases.add(reduce + "row", {row}, reduce + "[0] : tensor<1x4xf32> -> tensor<4xf32>",
              "tensor<4xf32>");
    cases.add(reduce + "column", {column}, reduce + "[1] : tensor<4x1xf32> -> tensor<4xf32>",
              "tensor<4xf32>");
  }
  cases.add("arg", {column},
            "%r = train.arg_reduce max %a, dim = 1 : tensor<4x1xf32> -> tensor<4xi32>",
            "tensor<4xi32>");
  cases.add("scan", {row},
            "%r = train.cumulative add %a, dim = 0 : tensor<1x4xf32> -> tensor<1x4xf32>",
            "tensor<1x4xf32>");
  cases.add("broadcast", {bias},
            "%r = train.broadcast_in_dim %a, dims = [1] : tensor<4xf32> -> tensor<1x4xf32>",
            "tensor<1x4xf32>");
  cases.add("dot", {row, column},
            "%r = train.dot_general %a, %b, contract = [1] x [0] : "
            "(tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>",
            "tensor<1x1xf32>", 4);
  cases.check();
}

/// (F34) Partial sums of a long product are f32, in whatever order: rounded to bf16 they
/// would cancel the one term that is left.
TEST(Cpu, PartialSumsAreWide) {
  HostTensor a(DType::BF16, {3, 4096}), w(DType::BF16, {4096, 5});
  for (int64_t i = 0; i < a.numElements(); ++i)
    a.setDouble(i, i % 4096 < 2048 ? 256 : i % 4096 < 4095 ? -256 : -255);
  for (int64_t i = 0; i < w.numElements(); ++i)
    w.setDouble(i, 1);
  Program program("func.func @f(%a: tensor<3x4096xbf16>, %w: tensor<4096x5xbf16>) -> "
                  "tensor<3x5xbf16> {\n  %r = train.dot_general %a, %w, contract = [1] x [0] : "
                  "(tensor<3x4096xbf16>, tensor<4096x5xbf16>) -> tensor<3x5xbf16>\n"
                  "  return %r : tensor<3x5xbf16>\n}\n");
  ASSERT_TRUE(program.isLoaded());
  for (const auto &results : {program.compiled("f", {a, w}), program.reference("f", {a, w})}) {
    ASSERT_EQ(results.size(), 1u);
    for (int64_t i = 0; i < 15; ++i)
      EXPECT_EQ(results[0].getDouble(i), 1);
  }
}

/// A label that names no class makes its row's loss NaN, and so the mean; the rows'
/// gradients too. An ignored label, which may be any number, counts nothing.
TEST(Cpu, LabelsThatNameNoClass) {
  Cases cases;
  HostTensor logits = sample(DType::F32, {4, 3}, 1, false), labels(DType::I32, {4});
  for (int64_t bad : {-1, 3, 7}) {
    labels.setInt(2, bad);
    for (const char *how : {"none", "mean"}) {
      std::string type = std::string(how) == "none" ? "tensor<4xf32>" : "tensor<f32>";
      std::string op = "%r = train.cross_entropy %a, %b reduction = " + std::string(how);
      for (const char *ignore : {"", " ignore = 7"})
        cases.add(op + ignore + " label " + std::to_string(bad), {logits, labels},
                  op + ignore + " : (tensor<4x3xf32>, tensor<4xi32>) -> " + type, type, 4);
    }
  }
  cases.check();
  Program program("func.func @f(%a: tensor<4x3xf32>, %b: tensor<4xi32>) -> tensor<4xf32> {\n"
                  "  %r = train.cross_entropy %a, %b reduction = none : (tensor<4x3xf32>, "
                  "tensor<4xi32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n");
  ASSERT_TRUE(program.isLoaded());
  auto losses = program.compiled("f", {logits, labels});
  ASSERT_EQ(losses.size(), 1u);
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(std::isnan(losses[0].getDouble(i)), i == 2) << i;
}

/// A first dimension of size 0, or a later one.
TEST(Cpu, NoElements) {
  Cases cases;
  HostTensor x = sample(DType::F32, {0, 4}, 1), z = sample(DType::F32, {4, 3}, 3),
             ids(DType::I32, {0}), table = sample(DType::F32, {6, 4}, 4);
  cases.add("map", {x}, "%r = train.exponential %a : tensor<0x4xf32>", "tensor<0x4xf32>");
  for (const char *kind : {"add", "max"})
    cases.add(kind, {x},
              "%r = train.reduce " + std::string(kind) +
                  " %a, dims = [0] : tensor<0x4xf32> -> tensor<4xf32>",
              "tensor<4xf32>");
  HostTensor none = sample(DType::F32, {4, 0}, 5), rows = sample(DType::F32, {0, 3}, 6);
  cases.add("map of no columns", {none}, "%r = train.exponential %a : tensor<4x0xf32>",
            "tensor<4x0xf32>");
  cases.add("sum of no columns", {none},
            "%r = train.reduce add %a, dims = [1] : tensor<4x0xf32> -> tensor<4xf32>",
            "tensor<4xf32>");
  cases.add("no terms", {none, rows},
            "%r = train.dot_general %a, %b, contract = [1] x [0] : "
            "(tensor<4x0xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>",
            "tensor<4x3xf32>");
  cases.add("no columns", {z, sample(DType::F32, {3, 0}, 7)},
            "%r = train.dot_general %a, %b, contract = [1] x [0] : "
            "(tensor<4x3xf32>, tensor<3x0xf32>) -> tensor<4x0xf32>",
            "tensor<4x0xf32>");
  cases.add("softmax of no columns", {none},
            "%r = train.softmax %a, dim = 1 : tensor<4x0xf32> -> tensor<4x0xf32>",
            "tensor<4x0xf32>");
  cases.add("no rows", {x, z},
            "%r = train.dot_general %a, %b, contract = [1] x [0] : "
            "(tensor<0x4xf32>, tensor<4x3xf32>) -> tensor<0x3xf32>",
            "tensor<0x3xf32>");
  cases.add("slices", {x, x},
            "%0 = train.concatenate %a, %b, dim = 0 : (tensor<0x4xf32>, tensor<0x4xf32>) -> "
            "tensor<0x4xf32>\n"
            "%1 = train.slice %0, start = [0, 0], limit = [0, 2], strides = [1, 1] : "
            "tensor<0x4xf32> -> tensor<0x2xf32>\n"
            "%r = train.negate %1 : tensor<0x2xf32>",
            "tensor<0x2xf32>");
  cases.add(
      "gather", {table, ids},
      "%r = train.gather %a, %b {collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : "
      "i64, offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 4>, "
      "start_index_map = array<i64: 0>} : (tensor<6x4xf32>, tensor<0xi32>) -> tensor<0x4xf32>",
      "tensor<0x4xf32>");
  cases.check();
}

/// Producers without operands, whose loops only a destination gives a length.
TEST(Cpu, SumsOfComputedElements) {
  Cases cases;
  HostTensor x = castTensor(integers(DType::I32, {3, 4}, 9, 1), DType::F32),
             s = castTensor(integers(DType::I32, {}, 9, 2), DType::F32);
  cases.add("iota", {},
            "%0 = train.iota dim = 0 : tensor<5xf32>\n"
            "%r = train.reduce add %0, dims = [0] : tensor<5xf32> -> tensor<f32>",
            "tensor<f32>");
  cases.add("broadcast", {s},
            "%0 = train.broadcast_in_dim %a, dims = [] : tensor<f32> -> tensor<5xf32>\n"
            "%r = train.reduce add %0, dims = [0] : tensor<5xf32> -> tensor<f32>",
            "tensor<f32>");
  for (const char *dims : {"[0]", "[1]"}) {
    std::string result = dims[1] == '0' ? "tensor<4xf32>" : "tensor<3xf32>";
    cases.add(std::string("reverse ") + dims, {x},
              "%0 = train.reverse %a, dims = [0, 1] : tensor<3x4xf32>\n"
              "%1 = train.negate %0 : tensor<3x4xf32>\n%r = train.reduce add %1, dims = " +
                  std::string(dims) + " : tensor<3x4xf32> -> " + result,
              result);
  }
  cases.check();
}

TEST(Cpu, ControlFlowAndUpdates) {
  Program program(R"(
func.func @loop(%a: tensor<8xf32>) -> tensor<8xf32> {
  %r:2 = train.for %i times 5 carry (%c = %a, %d = %a) : tensor<8xf32>, tensor<8xf32> {
    %f = train.cast %i : tensor<i32> to tensor<f32>
    %b = train.broadcast_in_dim %f, dims = [] : tensor<f32> -> tensor<8xf32>
    %n = train.add %c, %b : tensor<8xf32>
    train.yield %d, %n : tensor<8xf32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}
func.func @choose(%p: tensor<i1>, %a: tensor<8xf32>) -> tensor<8xf32> {
  %r = train.if %p : tensor<8xf32> {
    %n = train.negate %a : tensor<8xf32>
    train.yield %n : tensor<8xf32>
  } else {
    train.yield %a : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
func.func @branches(%w: tensor<8xf32> {train.name = "w"})
    -> (tensor<8xf32> {train.name = "w", train.updates = "w"}, tensor<f32>, tensor<8xf32>, tensor<8xf32>) {
  %s = train.reduce max %w, dims = [0] : tensor<8xf32> -> tensor<f32>
  %z = train.constant dense<0.0> : tensor<f32>
  %p = train.compare GT, %s, %z : tensor<f32>
  %q:2 = train.if %p : tensor<8xf32>, tensor<8xf32> {
    %n = train.negate %w : tensor<8xf32>
    train.yield %n, %w : tensor<8xf32>, tensor<8xf32>
  } else {
    train.yield %w, %w : tensor<8xf32>, tensor<8xf32>
  }
  %n = train.add %w, %w : tensor<8xf32>
  return %n, %s, %q#0, %q#1 : tensor<8xf32>, tensor<f32>, tensor<8xf32>, tensor<8xf32>
}
func.func @swap(%a: tensor<8xf32> {train.name = "a"}, %b: tensor<8xf32> {train.name = "b"})
    -> (tensor<8xf32> {train.name = "a", train.updates = "a"}, tensor<8xf32> {train.name = "b", train.updates = "b"}, tensor<8xf32>) {
  %r = train.reverse %b, dims = [0] : tensor<8xf32>
  %s = train.add %a, %b : tensor<8xf32>
  return %r, %a, %s : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func @reversed(%a: tensor<8xf32> {train.name = "a"}) -> (tensor<8xf32> {train.name = "a", train.updates = "a"}) {
  %r = train.reverse %a, dims = [0] : tensor<8xf32>
  return %r : tensor<8xf32>
}
)");
  ASSERT_TRUE(program.isLoaded());
  HostTensor a = sample(DType::F32, {8}, 1, false), b = sample(DType::F32, {8}, 2, false),
             yes(DType::I1, {}), no(DType::I1, {});
  yes.setInt(0, 1);
  auto both = [&](const std::string &name, std::vector<HostTensor> args) {
    auto expected = program.reference(name, args), got = program.compiled(name, args);
    ASSERT_EQ(expected.size(), got.size()) << name;
    ASSERT_FALSE(expected.empty()) << name;
    for (size_t i = 0; i < expected.size(); ++i)
      expectClose(expected[i], got[i], 0, name);
  };
  both("loop", {a});
  both("choose", {yes, a});
  both("choose", {no, a});
  both("branches", {a});
  both("swap", {a, b});
  both("reversed", {a});
}

/// Every rounding of the IR is kept in a fused loop.
TEST(Cpu, FusedChainsEqualUnfusedOnes) {
  for (const char *type : {"bf16", "f16"}) {
    std::string t = "tensor<65536x" + std::string(type) + ">";
    std::string module = "func.func @chain(%a: " + t + ") -> " + t +
                         " {\n  %0 = train.exponential %a : " + t +
                         "\n  %1 = train.multiply %0, %a : " + t +
                         "\n  %2 = train.add %1, %a : " + t + "\n  %3 = train.tanh %2 : " + t +
                         "\n  %4 = train.subtract %3, %0 : " + t + "\n  return %4 : " + t + "\n}\n";
    HostTensor all(std::string(type) == "bf16" ? DType::BF16 : DType::F16, {65536});
    for (int64_t i = 0; i < 65536; ++i)
      all.as<uint16_t>()[i] = static_cast<uint16_t>(i);
    Program fused(module), plain(module, /*fuse=*/false);
    ASSERT_TRUE(fused.isLoaded() && plain.isLoaded());
    auto x = fused.compiled("chain", {all}), y = plain.compiled("chain", {all});
    ASSERT_EQ(x.size(), 1u);
    ASSERT_EQ(y.size(), 1u);
    EXPECT_EQ(std::memcmp(x[0].data(), y[0].data(), x[0].numBytes()), 0) << type;
  }
}
} // namespace
