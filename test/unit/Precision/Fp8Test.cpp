// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in fp8 by numbers, on the reference evaluator: what each element is, how far a
// product is from its f64 value, and what becomes of the amax history.
//
// A product is within
//
//   Σ (|a|·e_b + |b|·e_a + e_a·e_b) + 2^-24 · (|y| + that)
//
// of its f64 value: e is the rounding of an operand, 2^-4 of it in E4M3 and 2^-3 in E5M2, or
// half of the least subnormal (2^-10, 2^-17) over the scale where that is more; the rest is
// the f32 sum. Scales are powers of two, so that putting them on and taking them out is exact.
#include "halftone/Dialect/Train/Transforms/Fp8.h"
#include "PrecisionRegistry.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Precision/Verifier.h"
#include "halftone/Reference/Evaluator.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

using namespace mlir;
using namespace halftone;
using namespace halftone::train;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int64_t rows = 4, depth = 32, columns = 8;

/// A forward product and a weight's gradient, which share `x`.
constexpr const char *plainStep = R"(
func.func @init(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<32x8xf32>
}
func.func @step(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x32xf32> {train.role = #train.role<batch>, train.name = "x"},
    %dy: tensor<4x8xf32> {train.role = #train.role<batch>, train.name = "dy"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4x8xf32> {train.role = #train.role<metric>, train.name = "y"},
        tensor<32x8xf32> {train.role = #train.role<metric>, train.name = "dw"}) {
  %xl = train.cast %x : tensor<4x32xf32> to tensor<4x32xbf16>
  %wl = train.cast %w : tensor<32x8xf32> to tensor<32x8xbf16>
  %y = train.dot_general %xl, %wl, contract = [1] x [0] : (tensor<4x32xbf16>, tensor<32x8xbf16>) -> tensor<4x8xf32>
  %seed = train.seed : () -> tensor<f32>
  %sb = train.broadcast_in_dim %seed, dims = [] : tensor<f32> -> tensor<4x8xf32>
  %g = train.multiply %dy, %sb : tensor<4x8xf32>
  %gl = train.cast %g : tensor<4x8xf32> to tensor<4x8xbf16>
  %dw = train.dot_general %xl, %gl, contract = [0] x [0] : (tensor<4x32xbf16>, tensor<4x8xbf16>) -> tensor<32x8xf32>
  return %w, %y, %dw : tensor<32x8xf32>, tensor<4x8xf32>, tensor<32x8xf32>
}
)";

/// Products in a loop: rounds of micro-batches.
constexpr const char *loopStep = R"(
func.func @init(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<32x8xf32>
}
func.func @step(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<3x4x32xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4x8xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  %zero = train.constant dense<0.0> : tensor<4x8xf32>
  %i0 = train.constant dense<0> : tensor<i32>
  %y = train.for %i times 3 carry (%sum = %zero) : tensor<4x8xf32> {
    %part = train.dynamic_slice %x[%i, %i0, %i0] sizes = [1, 4, 32] : (tensor<3x4x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32xf32>
    %p = train.reshape %part : tensor<1x4x32xf32> -> tensor<4x32xf32>
    %r = train.precision bf16 : tensor<4x8xf32> {
      %d = train.dot_general %p, %w, contract = [1] x [0] : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
      train.yield %d : tensor<4x8xf32>
    }
    %next = train.add %sum, %r : tensor<4x8xf32>
    train.yield %next : tensor<4x8xf32>
  }
  return %w, %y : tensor<32x8xf32>, tensor<4x8xf32>
}
)";

/// A product in a branch, of a value that is computed there.
constexpr const char *branchStep = R"(
func.func @init(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"}) {
  return %w : tensor<32x8xf32>
}
func.func @step(%w: tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w"},
    %x: tensor<4x32xf32> {train.role = #train.role<batch>, train.name = "x"})
    -> (tensor<32x8xf32> {train.role = #train.role<param>, train.name = "w", train.updates = "w"},
        tensor<4x8xf32> {train.role = #train.role<metric>, train.name = "y"}) {
  %true = train.constant dense<true> : tensor<i1>
  %zero = train.constant dense<0.0> : tensor<4x8xf32>
  %y = train.if %true : tensor<4x8xf32> {
    %h = train.add %x, %x : tensor<4x32xf32>
    %d = train.dot_general %h, %w, contract = [1] x [0] : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
    train.yield %d : tensor<4x8xf32>
  } else {
    train.yield %zero : tensor<4x8xf32>
  }
  return %w, %y : tensor<32x8xf32>, tensor<4x8xf32>
}
)";

using Arrays = std::map<std::string, HostTensor>;

HostTensor filled(std::vector<int64_t> shape, std::function<double(int64_t)> value) {
  HostTensor tensor(DType::F32, std::move(shape));
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.setDouble(i, value(i));
  return tensor;
}

/// Numbers of many magnitudes and both signs, up to about `scale`.
HostTensor mixed(std::vector<int64_t> shape, double scale, int64_t phase = 0) {
  return filled(std::move(shape), [=](int64_t i) {
    double spread = std::exp2(-static_cast<double>((i * 7 + phase) % 9));
    return scale * spread * std::sin(1.7 * static_cast<double>(i + phase) + 0.3);
  });
}

double amaxOf(const HostTensor &tensor) {
  double amax = 0;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    amax = std::max(amax, std::abs(tensor.getDouble(i)));
  return amax;
}

/// What the specification says of a format.
struct Format {
  DType type;
  double largest, relative, absolute;
};
constexpr Format e4m3{DType::F8E4M3FN, 448, 0x1p-4, 0x1p-10};
constexpr Format e5m2{DType::F8E5M2, 57344, 0x1p-3, 0x1p-17};

double scaleFor(const Format &format, double amax) {
  return amax > 0 ? std::exp2(std::floor(std::log2(format.largest / amax))) : 1;
}

/// A tensor that went through fp8: clamped, and rounded once.
HostTensor through(const HostTensor &tensor, const Format &format, double scale) {
  HostTensor narrow(format.type, tensor.shape());
  HostTensor result(DType::F64, tensor.shape());
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    narrow.setDouble(i, std::clamp(tensor.getDouble(i) * scale, -format.largest, format.largest));
    result.setDouble(i, narrow.getDouble(i) / scale);
  }
  return result;
}

class Fp8 : public testing::Test {
protected:
  Fp8() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  static DialectRegistry registry() {
    DialectRegistry registry = test::makePrecisionRegistry();
    registerDecompositions(registry);
    return registry;
  }

  void build(const Fp8Options &options = {}, const char *text = plainStep) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto step = module->lookupSymbol<func::FuncOp>(kStepFunction);
    auto init = module->lookupSymbol<func::FuncOp>(kInitFunction);
    ASSERT_TRUE(succeeded(quantizeProducts(step, init, findProducts(step), options)));
    ASSERT_TRUE(succeeded(verify(*module)));
    EXPECT_TRUE(succeeded(precision::verifyPrecision(*module, {})));
  }

  /// Calls a function; its state is in `state`, by name.
  Arrays call(StringRef name, const Arrays &inputs) {
    auto function = module->lookupSymbol<func::FuncOp>(name);
    std::vector<HostTensor> args;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      args.push_back(inputs.at(getArgName(function, i).str()));
    auto results = reference::evaluate(function, args);
    EXPECT_TRUE(succeeded(results));
    Arrays outputs;
    for (unsigned i = 0; succeeded(results) && i < function.getNumResults(); ++i)
      outputs[getResultName(function, i).str()] = (*results)[i];
    return outputs;
  }
  Arrays step(Arrays inputs) { return call(kStepFunction, inputs); }

  /// A history in which each tensor's newest amax is given, the older ones 0.
  HostTensor history(std::vector<double> newest, int64_t length = 16) {
    HostTensor tensor(DType::F32, {static_cast<int64_t>(newest.size()), length});
    for (size_t row = 0; row < newest.size(); ++row)
      tensor.setDouble(static_cast<int64_t>(row) * length, newest[row]);
    return tensor;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  const std::string name = kAmaxHistory.str();
};

/// Σ a[i, k] · b[k, j] in f64, with the bound on what fp8 makes of it.
void expectProduct(const HostTensor &got, const HostTensor &a, bool transposeA, const Format &fa,
                   double sa, const HostTensor &b, const Format &fb, double sb) {
  HostTensor qa = through(a, fa, sa), qb = through(b, fb, sb);
  int64_t m = transposeA ? a.shape()[1] : a.shape()[0], k = b.shape()[0], n = b.shape()[1];
  ASSERT_EQ(got.shape(), (std::vector<int64_t>{m, n}));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double exact = 0, rounded = 0, bound = 0;
      for (int64_t l = 0; l < k; ++l) {
        int64_t ia = transposeA ? l * m + i : i * k + l, ib = l * n + j;
        double x = a.getDouble(ia), y = b.getDouble(ib);
        double ex = std::max(fa.relative * std::abs(x), fa.absolute / sa);
        double ey = std::max(fb.relative * std::abs(y), fb.absolute / sb);
        exact += x * y;
        rounded += qa.getDouble(ia) * qb.getDouble(ib);
        bound += std::abs(x) * ey + std::abs(y) * ex + ex * ey;
      }
      bound += 0x1p-24 * (std::abs(exact) + bound);
      double value = got.getDouble(i * n + j);
      EXPECT_LE(std::abs(value - exact), bound) << i << ", " << j;
      // The very operands: one rounding each, and the f32 sum.
      EXPECT_EQ(value, static_cast<double>(static_cast<float>(rounded))) << i << ", " << j;
    }
}

TEST_F(Fp8, ProductsAreWithinTheirBound) {
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5),
             dy = mixed({rows, columns}, 1e-6, 11);
  for (bool delayed : {true, false}) {
    Fp8Options options;
    options.delayed = delayed;
    build(options);
    Arrays inputs{{"x", x}, {"w", w}, {"dy", dy}};
    if (delayed)
      inputs[name] = history({amaxOf(x), amaxOf(w), amaxOf(dy)});
    Arrays outputs = step(inputs);
    double sx = scaleFor(e4m3, amaxOf(x)), sw = scaleFor(e4m3, amaxOf(w)),
           sdy = scaleFor(e5m2, amaxOf(dy));
    expectProduct(outputs["y"], x, false, e4m3, sx, w, e4m3, sw);
    expectProduct(outputs["dw"], x, true, e4m3, sx, dy, e5m2, sdy);
    EXPECT_EQ(outputs.count(name), delayed ? 1u : 0u);
  }
}

TEST_F(Fp8, GradientsInE4M3WhereAsked) {
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5),
             dy = mixed({rows, columns}, 1e-6, 11);
  Fp8Options options;
  options.hybrid = options.delayed = false;
  build(options);
  Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}});
  expectProduct(outputs["dw"], x, true, e4m3, scaleFor(e4m3, amaxOf(x)), dy, e4m3,
                scaleFor(e4m3, amaxOf(dy)));
}

/// A first step knows no amax; the second has the first one's.
TEST_F(Fp8, HistoryStartsAtZeroWithScaleOne) {
  build();
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5),
             dy = mixed({rows, columns}, 1e-6, 11);
  HostTensor start = call(kInitFunction, {{"w", w}})[name];
  EXPECT_EQ(start, history({0, 0, 0}));
  Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, start}});
  expectProduct(outputs["y"], x, false, e4m3, 1, w, e4m3, 1);
  EXPECT_EQ(outputs[name], history({amaxOf(x), amaxOf(w), amaxOf(dy)}));
  Arrays next = step({{"x", x}, {"w", w}, {"dy", dy}, {name, outputs[name]}});
  expectProduct(next["y"], x, false, e4m3, scaleFor(e4m3, amaxOf(x)), w, e4m3,
                scaleFor(e4m3, amaxOf(w)));
}

/// The largest of the last steps counts, and the oldest one goes.
TEST_F(Fp8, HistoryIsAWindow) {
  Fp8Options options;
  options.historyLength = 3;
  build(options);
  HostTensor w = filled({depth, columns}, [](int64_t) { return 1; });
  HostTensor dy = filled({rows, columns}, [](int64_t) { return 1; });
  HostTensor state = history({0, 0, 0}, 3);
  for (double amax : {8.0, 1.0, 2.0, 1.0, 1.0, 1.0}) {
    HostTensor x = filled({rows, depth}, [=](int64_t i) { return i == 0 ? amax : 0; });
    state = step({{"x", x}, {"w", w}, {"dy", dy}, {name, state}})[name];
  }
  // 2 is gone by now, 8 long since.
  for (int64_t i = 0; i < 9; ++i)
    EXPECT_EQ(state.getDouble(i), 1.0);
  for (double amax : {4.0, 1.0, 1.0}) {
    HostTensor x = filled({rows, depth}, [=](int64_t i) { return i == 0 ? amax : 0; });
    state = step({{"x", x}, {"w", w}, {"dy", dy}, {name, state}})[name];
  }
  EXPECT_EQ(state.getDouble(2), 4.0);
  HostTensor x = filled({rows, depth}, [](int64_t) { return 0.75; });
  Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, state}});
  expectProduct(outputs["y"], x, false, e4m3, scaleFor(e4m3, 4), w, e4m3, scaleFor(e4m3, 1));
}

/// F64: above what the history knows, a value becomes the largest, in both formats; the next
/// step's scale is that of its amax, which was read before.
TEST_F(Fp8, SaturatesAndAdapts) {
  build();
  HostTensor w = filled({depth, columns}, [](int64_t i) { return i < columns ? 1 : 0; });
  HostTensor x = filled({rows, depth}, [](int64_t i) {
    return i == 0 ? 465 : i == depth ? -1e30 : 0;
  });
  HostTensor dy = filled({rows, columns}, [](int64_t i) { return i == 0 ? 1e5 : 1; });
  Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, history({0, 0, 0})}});
  EXPECT_EQ(outputs["y"].getDouble(0), 448);
  EXPECT_EQ(outputs["y"].getDouble(columns), -448);
  EXPECT_EQ(outputs["y"].getDouble(2 * columns), 0);
  EXPECT_EQ(outputs["dw"].getDouble(0), 448.0 * 57344 - 448);
  EXPECT_EQ(outputs[name], history({static_cast<float>(1e30), 1, 1e5}));
  // With the history, -1e30 is in range: within E4M3's rounding.
  Arrays next = step({{"x", x}, {"w", w}, {"dy", dy}, {name, outputs[name]}});
  EXPECT_NEAR(next["y"].getDouble(columns), -1e30, 0x1p-4 * 1e30);
}

/// A value that is not finite is seen behind the products, and its amax enters nothing; the
/// other tensors' does.
TEST_F(Fp8, NothingPoisonsTheHistory) {
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5);
  for (bool delayed : {true, false})
    for (double bad : {infinity, -infinity, std::nan("")}) {
      Fp8Options options;
      options.delayed = delayed;
      build(options);
      HostTensor dy = filled({rows, columns}, [=](int64_t i) { return i == 3 ? bad : 0.5; });
      HostTensor before = history({1, 2, 3});
      Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, before}});
      for (int64_t i = 0; i < depth; ++i) {
        EXPECT_TRUE(std::isnan(outputs["dw"].getDouble(i * columns + 3)));
        EXPECT_TRUE(std::isfinite(outputs["dw"].getDouble(i * columns + 2)));
      }
      for (int64_t i = 0; i < rows * columns; ++i)
        EXPECT_TRUE(std::isfinite(outputs["y"].getDouble(i)));
      if (!delayed)
        continue;
      HostTensor after = outputs[name];
      EXPECT_EQ(after.getDouble(0), amaxOf(x));
      EXPECT_EQ(after.getDouble(1), 1);
      for (int64_t i = 0; i < 16; ++i)
        EXPECT_EQ(after.getDouble(32 + i), before.getDouble(32 + i));
    }
}

TEST_F(Fp8, ZerosHaveScaleOne) {
  for (bool delayed : {true, false})
    for (bool powersOfTwo : {true, false}) {
      Fp8Options options;
      options.delayed = delayed;
      options.powersOfTwo = powersOfTwo;
      build(options);
      HostTensor x(DType::F32, {rows, depth}), dy(DType::F32, {rows, columns});
      HostTensor w = mixed({depth, columns}, 0.02, 5);
      Arrays inputs{{"x", x}, {"w", w}, {"dy", dy}, {name, history({0, amaxOf(w), 0})}};
      Arrays outputs = step(inputs);
      EXPECT_EQ(amaxOf(outputs["y"]), 0);
      EXPECT_EQ(amaxOf(outputs["dw"]), 0);
      if (delayed) {
        EXPECT_EQ(outputs[name].getDouble(0), 0);
      }
    }
}

/// Tensors of the least and the largest f32 have scales whose inverse is finite.
TEST_F(Fp8, ExtremeScalesAreFinite) {
  Fp8Options options;
  options.delayed = false;
  build(options);
  HostTensor w = filled({depth, columns}, [](int64_t i) { return i < columns ? 1 : 0; });
  HostTensor dy = filled({rows, columns}, [](int64_t) { return 1; });
  for (double value : {0x1p-149, 0x1p-126, 0x1p-100, 1.0, 0x1p100, 0x1.8p127}) {
    HostTensor x = filled({rows, depth}, [=](int64_t i) { return i % depth ? 0 : value; });
    Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}});
    double got = outputs["y"].getDouble(0);
    // Below 2^-118 scales end at 2^126, so that the rounding is to subnormals.
    double bound = std::max(0x1p-4 * value, 0x1p-10 * 0x1p-126);
    EXPECT_LE(std::abs(got - value), bound) << value;
  }
}

/// With a margin of m, values 2^m times larger than ever before are in range.
TEST_F(Fp8, MarginLeavesRoom) {
  HostTensor w = filled({depth, columns}, [](int64_t i) { return i < columns ? 1 : 0; });
  HostTensor x = filled({rows, depth}, [](int64_t i) { return i ? 0 : 8.0; });
  HostTensor dy = filled({rows, columns}, [](int64_t) { return 1; });
  for (int64_t margin : {0, 3}) {
    Fp8Options options;
    options.margin = margin;
    build(options);
    Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, history({1, 1, 1})}});
    EXPECT_EQ(outputs["y"].getDouble(0), margin ? 8.0 : 1.75);
  }
}

/// Scales that are no powers of two put amax on the largest value itself.
TEST_F(Fp8, AnyScale) {
  Fp8Options options;
  options.powersOfTwo = false;
  build(options);
  HostTensor w = filled({depth, columns}, [](int64_t i) { return i < columns ? 1 : 0; });
  HostTensor x = filled({rows, depth}, [](int64_t i) {
    return i == 0 ? 3.0 : i == depth ? 5.0 : 0;
  });
  HostTensor dy = filled({rows, columns}, [](int64_t) { return 1; });
  Arrays outputs = step({{"x", x}, {"w", w}, {"dy", dy}, {name, history({3, 1, 1})}});
  // Both are 448 in E4M3; the scale, its inverse and the result round, 2^-24 each time.
  for (int64_t row : {0, 1})
    EXPECT_NEAR(outputs["y"].getDouble(row * columns), 3.0, 4 * 0x1p-24 * 3.0);
}

/// A loop's history takes the largest amax of its rounds, from within a precision region too.
TEST_F(Fp8, LoopsEnterTheirLargest) {
  build({}, loopStep);
  HostTensor x = filled({3, rows, depth}, [](int64_t i) {
    double ofRound[] = {0.5, 4.0, 2.0};
    return i % (rows * depth) ? 0.25 : ofRound[i / (rows * depth)];
  });
  HostTensor w = mixed({depth, columns}, 0.02, 5);
  Arrays outputs = step({{"x", x}, {"w", w}, {name, history({4, amaxOf(w)})}});
  HostTensor expected = history({4, amaxOf(w)});
  expected.setDouble(1, 4);
  expected.setDouble(17, amaxOf(w));
  EXPECT_EQ(outputs[name], expected);
  HostTensor qx = through(x, e4m3, scaleFor(e4m3, 4)),
             qw = through(w, e4m3, scaleFor(e4m3, amaxOf(w)));
  for (int64_t j = 0; j < columns; ++j) {
    float sum = 0;
    for (int64_t round = 0; round < 3; ++round) {
      double product = 0;
      for (int64_t k = 0; k < depth; ++k)
        product += qx.getDouble(round * rows * depth + k) * qw.getDouble(k * columns + j);
      sum += static_cast<float>(product);
    }
    EXPECT_EQ(outputs["y"].getDouble(j), static_cast<double>(sum));
  }
}

/// What is computed in a branch has no state and its own amax; the weight has a row.
TEST_F(Fp8, BranchesScaleByTheirOwn) {
  build({}, branchStep);
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5);
  HostTensor twice = filled({rows, depth}, [&](int64_t i) { return 2 * x.getDouble(i); });
  Arrays outputs = step({{"x", x}, {"w", w}, {name, history({1})}});
  expectProduct(outputs["y"], twice, false, e4m3, scaleFor(e4m3, amaxOf(twice)), w, e4m3,
                scaleFor(e4m3, 1));
  HostTensor expected = history({amaxOf(w)});
  expected.setDouble(1, 1);
  EXPECT_EQ(outputs[name], expected);
}

/// Delayed scaling with this step's own amax in the history is current scaling.
TEST_F(Fp8, DelayedIsCurrentOneStepLater) {
  HostTensor x = mixed({rows, depth}, 3), w = mixed({depth, columns}, 0.02, 5),
             dy = mixed({rows, columns}, 1e-6, 11);
  Fp8Options options;
  options.delayed = false;
  build(options);
  Arrays current = step({{"x", x}, {"w", w}, {"dy", dy}});
  build();
  Arrays delayed =
      step({{"x", x}, {"w", w}, {"dy", dy}, {name, history({amaxOf(x), amaxOf(w), amaxOf(dy)})}});
  EXPECT_EQ(current["y"], delayed["y"]);
  EXPECT_EQ(current["dw"], delayed["dw"]);
}

TEST_F(Fp8, ProductsAreKnown) {
  module = parseSourceString<ModuleOp>(plainStep, &context);
  auto step = module->lookupSymbol<func::FuncOp>(kStepFunction);
  SmallVector<StepProduct> products = findProducts(step);
  ASSERT_EQ(products.size(), 2u);
  EXPECT_FALSE(products[0].isBackward());
  EXPECT_TRUE(products[0].isLast);
  EXPECT_TRUE(products[1].isBackward());
  EXPECT_FALSE(products[1].isGradient[0]);
  EXPECT_TRUE(products[1].isGradient[1]);
  EXPECT_TRUE(products[1].isLast);
}

} // namespace
