// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of f32 islands: a softmax, norm or gradient whose inputs come from a product in
// low precision is as good as f32 makes it, however it is spelled. Its inputs are known
// exactly (a product with the identity rounds its operand once), so what is left beside the
// formula in f64 is the island's own rounding, for which each formula has a bound:
//
//   u is half an ulp of 1 in f32, n the length of a row, A the largest |x| + 1. A sum of n
//   terms is off by n·u times the sum of their sizes, each other op by u times its result,
//   exp by the error of what it takes. r = 1/sqrt(v) is off by rho = half of v's relative
//   error: (n+3)·u·(1 + 2A²/v), which also holds where v is a difference of two means.
//
// One rounding to bf16 inside (2^-9 of a term) breaks the bounds, as the last test shows.
#include "IslandSpellings.h"
#include "PrecisionRegistry.h"

#include "halftone/Precision/Passes.h"
#include "halftone/Reference/Evaluator.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;
using halftone::test::Speller;

namespace {

constexpr int64_t rows = 8, n = 12;
constexpr double u = 0x1p-24;
constexpr unsigned seedsPerKind = 24;

using Row = std::vector<double>;

/// A row's inputs, as the island reads them.
struct RowInputs {
  Row x, g, scale, shift;
  int64_t label;
};

/// What a row gives in exact arithmetic, and how far f32 may be from it.
struct Expected {
  Row values, bounds;
};

struct Kind {
  std::string name;
  std::function<Value(Speller &, Value x, Value g, Value scale, Value shift, Value labels)> build;
  std::function<Expected(const RowInputs &)> expect;
};

void PrintTo(const Kind &kind, std::ostream *os) { *os << kind.name; }

double total(const Row &row, std::function<double(size_t)> term) {
  double sum = 0;
  for (size_t i = 0; i < row.size(); ++i)
    sum += term(i);
  return sum;
}

Row each(const Row &row, std::function<double(size_t)> term) {
  Row result;
  for (size_t i = 0; i < row.size(); ++i)
    result.push_back(term(i));
  return result;
}

/// A in the bounds.
double sizeOf(const Row &x) {
  double size = 0;
  for (double value : x)
    size = std::max(size, std::abs(value));
  return size + 1;
}

struct SoftmaxParts {
  double A, lse, error; ///< of exp(x - lse), relative
  Row p;
};

SoftmaxParts softmaxOf(const Row &x) {
  SoftmaxParts parts;
  parts.A = sizeOf(x);
  parts.lse = std::log(total(x, [&](size_t i) { return std::exp(x[i]); }));
  parts.p = each(x, [&](size_t i) { return std::exp(x[i] - parts.lse); });
  parts.error = (8 * parts.A + 2 * n + 16) * u;
  return parts;
}

struct NormParts {
  double mean, r, rho, shift; ///< `shift`: the error of x̂ that comes from the mean's
  Row hat;
};

NormParts normOf(const Row &x, double eps, bool centres) {
  NormParts parts;
  parts.mean = centres ? total(x, [&](size_t i) { return x[i]; }) / n : 0;
  auto square = [&](size_t i) { return (x[i] - parts.mean) * (x[i] - parts.mean); };
  double v = total(x, square) / n + eps, A = sizeOf(x);
  parts.r = 1 / std::sqrt(v);
  parts.rho = centres ? (n + 3) * u * (1 + 2 * A * A / v) : (n + 6) * u;
  parts.shift = centres ? (n + 3) * u * A * parts.r : 0;
  parts.hat = each(x, [&](size_t i) { return (x[i] - parts.mean) * parts.r; });
  return parts;
}

Expected expectNorm(const RowInputs &in, double eps, bool centres, bool shifts, bool scales) {
  NormParts norm = normOf(in.x, eps, centres);
  auto scale = [&](size_t i) { return scales ? in.scale[i] : 1.0; };
  auto shift = [&](size_t i) { return shifts ? in.shift[i] : 0.0; };
  return {each(in.x, [&](size_t i) { return norm.hat[i] * scale(i) + shift(i); }),
          each(in.x, [&](size_t i) {
            double hat = std::abs(norm.hat[i]);
            return std::abs(scale(i)) * (hat * (norm.rho + 5 * u) + norm.shift) +
                   2 * u * (hat * std::abs(scale(i)) + std::abs(shift(i)));
          })};
}

/// r·(ĝ − mean ĝ − x̂ mean(ĝ x̂)), ĝ = g·scale; without the mean for an rms norm.
Expected expectNormGrad(const RowInputs &in, double eps, bool centres) {
  NormParts norm = normOf(in.x, eps, centres);
  Row g = each(in.g, [&](size_t i) { return in.g[i] * in.scale[i]; });
  double mean = centres ? total(g, [&](size_t i) { return g[i]; }) / n : 0;
  double both = total(g, [&](size_t i) { return g[i] * norm.hat[i]; }) / n;
  double sizeG = total(g, [&](size_t i) { return std::abs(g[i]); }) / n;
  double sizeHat = total(g, [&](size_t i) { return std::abs(norm.hat[i]); }) / n;
  double sizeBoth = total(g, [&](size_t i) { return std::abs(g[i] * norm.hat[i]); }) / n;
  return {each(g, [&](size_t i) { return norm.r * (g[i] - mean - norm.hat[i] * both); }),
          each(g, [&](size_t i) {
            double hat = std::abs(norm.hat[i]);
            double terms = std::abs(g[i]) + sizeG + (hat + sizeHat) * sizeBoth;
            double ofHat = norm.shift * (sizeBoth + (hat + sizeHat) * sizeG);
            return 4 * norm.r * (terms * (norm.rho + (n + 8) * u) + ofHat);
          })};
}

Expected expectSoftmaxGrad(const RowInputs &in) {
  SoftmaxParts s = softmaxOf(in.x);
  double sum = total(in.x, [&](size_t i) { return in.g[i] * s.p[i]; });
  double size = total(in.x, [&](size_t i) { return std::abs(in.g[i]) * s.p[i]; });
  return {each(in.x, [&](size_t i) { return s.p[i] * (in.g[i] - sum); }), each(in.x, [&](size_t i) {
            return s.p[i] * (std::abs(in.g[i]) + size) * (4 * s.error + (2 * n + 12) * u);
          })};
}

Expected expectL2Grad(const RowInputs &in) {
  double norm = std::sqrt(total(in.x, [&](size_t i) { return in.x[i] * in.x[i]; }) + 1e-12);
  Row y = each(in.x, [&](size_t i) { return in.x[i] / norm; });
  double sum = total(y, [&](size_t i) { return in.g[i] * y[i]; });
  double size = total(y, [&](size_t i) { return std::abs(in.g[i] * y[i]); });
  return {each(y, [&](size_t i) { return (in.g[i] - y[i] * sum) / norm; }), each(y, [&](size_t i) {
            return (std::abs(in.g[i]) + std::abs(y[i]) * size) / norm * (4 * n + 40) * u;
          })};
}

const std::vector<Kind> kinds = {
    {"softmax", [](Speller &s, Value x, Value, Value, Value, Value) { return s.softmax(x); },
     [](const RowInputs &in) -> Expected {
       SoftmaxParts s = softmaxOf(in.x);
       return {s.p, each(s.p, [&](size_t i) { return s.p[i] * s.error; })};
     }},
    {"logSoftmax", [](Speller &s, Value x, Value, Value, Value, Value) { return s.logSoftmax(x); },
     [](const RowInputs &in) -> Expected {
       SoftmaxParts s = softmaxOf(in.x);
       return {each(in.x, [&](size_t i) { return in.x[i] - s.lse; }), Row(n, s.error)};
     }},
    {"logSumExp", [](Speller &s, Value x, Value, Value, Value, Value) { return s.logSumExp(x); },
     [](const RowInputs &in) -> Expected {
       SoftmaxParts s = softmaxOf(in.x);
       return {{s.lse}, {s.error}};
     }},
    {"layerNorm",
     [](Speller &s, Value x, Value, Value scale, Value shift, Value) {
       return s.layerNorm(x, scale, shift, {1});
     },
     [](const RowInputs &in) { return expectNorm(in, 1e-5, true, true, true); }},
    {"rmsNorm",
     [](Speller &s, Value x, Value, Value scale, Value, Value) { return s.rmsNorm(x, scale); },
     [](const RowInputs &in) { return expectNorm(in, 1e-6, false, false, true); }},
    {"l2Normalize",
     [](Speller &s, Value x, Value, Value, Value, Value) { return s.l2Normalize(x); },
     [](const RowInputs &in) -> Expected {
       double norm = std::sqrt(total(in.x, [&](size_t i) { return in.x[i] * in.x[i]; }));
       return {each(in.x, [&](size_t i) { return in.x[i] / norm; }),
               each(in.x, [&](size_t i) { return std::abs(in.x[i]) / norm * (n + 12) * u; })};
     }},
    {"variance", [](Speller &s, Value x, Value, Value, Value, Value) { return s.variance(x); },
     [](const RowInputs &in) -> Expected {
       NormParts norm = normOf(in.x, 0, true);
       double A = sizeOf(in.x), v = 1 / (norm.r * norm.r);
       return {{v}, {(2 * n + 10) * u * 2 * A * A}};
     }},
    {"softmaxGrad",
     [](Speller &s, Value x, Value g, Value, Value, Value) { return s.softmaxGrad(g, x); },
     expectSoftmaxGrad},
    {"logSoftmaxGrad",
     [](Speller &s, Value x, Value g, Value, Value, Value) { return s.logSoftmaxGrad(g, x); },
     [](const RowInputs &in) -> Expected {
       SoftmaxParts s = softmaxOf(in.x);
       double sum = total(in.g, [&](size_t i) { return in.g[i]; });
       double size = total(in.g, [&](size_t i) { return std::abs(in.g[i]); });
       return {each(in.x, [&](size_t i) { return in.g[i] - s.p[i] * sum; }),
               each(in.x, [&](size_t i) {
                 return s.p[i] * size * (s.error + (n + 4) * u) + 2 * u * std::abs(in.g[i]);
               })};
     }},
    {"layerNormGrad",
     [](Speller &s, Value x, Value g, Value scale, Value, Value) {
       return s.layerNormGrad(g, x, scale);
     },
     [](const RowInputs &in) { return expectNormGrad(in, 1e-5, true); }},
    {"rmsNormGrad",
     [](Speller &s, Value x, Value g, Value scale, Value, Value) {
       return s.rmsNormGrad(g, x, scale);
     },
     [](const RowInputs &in) { return expectNormGrad(in, 1e-6, false); }},
    {"l2NormalizeGrad",
     [](Speller &s, Value x, Value g, Value, Value, Value) { return s.l2NormalizeGrad(g, x); },
     expectL2Grad},
    {"crossEntropyGrad",
     [](Speller &s, Value x, Value, Value, Value, Value labels) {
       return s.crossEntropyGrad(x, labels);
     },
     [](const RowInputs &in) -> Expected {
       SoftmaxParts s = softmaxOf(in.x);
       auto hot = [&](size_t i) { return static_cast<int64_t>(i) == in.label ? 1.0 : 0.0; };
       return {each(in.x, [&](size_t i) { return (s.p[i] - hot(i)) / rows; }),
               each(in.x, [&](size_t i) {
                 return (s.p[i] * (s.error + (n + 4) * u) + 2 * u * (s.p[i] + hot(i))) / rows;
               })};
     }},
};

struct Context {
  Context() : context(test::makePrecisionRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  MLIRContext context;
};

/// The island of a kind on what products with the identity give.
OwningOpRef<ModuleOp> build(MLIRContext *context, const Kind &kind, unsigned seed) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  Type f32 = builder.getF32Type(), data = RankedTensorType::get({rows, n}, f32),
       vector = RankedTensorType::get({n}, f32);
  SmallVector<Type> inputs = {data,   data,   RankedTensorType::get({n, n}, f32),
                              vector, vector, RankedTensorType::get({rows}, builder.getI32Type())};
  auto function = func::FuncOp::create(builder, loc, "f", builder.getFunctionType(inputs, {data}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  train::CoreBuilder b(builder, loc);
  auto low = [&](unsigned index) {
    return b.dot(body->getArgument(index), body->getArgument(2), {}, {}, {1}, {0}, f32);
  };
  Value x = low(0), g = low(1);
  Speller speller(builder, loc, loc, seed);
  speller.masks = false;
  Value y =
      kind.build(speller, x, g, body->getArgument(3), body->getArgument(4), body->getArgument(5));
  func::ReturnOp::create(builder, loc, y);
  function.setType(builder.getFunctionType(inputs, {y.getType()}));
  return module;
}

struct Arguments {
  std::vector<HostTensor> tensors;
  std::vector<RowInputs> rows; ///< as the island reads them
};

Arguments draw(unsigned seed, DType compute) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  auto tensor = [&](std::vector<int64_t> shape, double deviation, double mean) {
    HostTensor result(DType::F32, std::move(shape));
    for (int64_t i = 0; i < result.numElements(); ++i)
      result.setDouble(i, mean + deviation * normal(random));
    return result;
  };
  Arguments arguments;
  HostTensor x = tensor({rows, n}, 2, 0.5), g = tensor({rows, n}, 1, 0);
  HostTensor identity(DType::F32, {n, n}), labels(DType::I32, {rows});
  for (int64_t i = 0; i < n; ++i)
    identity.setDouble(i * n + i, 1);
  for (int64_t i = 0; i < rows; ++i)
    labels.setInt(i, random() % n);
  HostTensor scale = tensor({n}, 0.3, 1), shift = tensor({n}, 0.3, 0);
  HostTensor lowX(compute, {rows, n}), lowG(compute, {rows, n});
  for (int64_t i = 0; i < rows; ++i) {
    RowInputs &row = arguments.rows.emplace_back();
    for (int64_t j = 0; j < n; ++j) {
      int64_t at = i * n + j;
      lowX.setDouble(at, x.getDouble(at));
      lowG.setDouble(at, g.getDouble(at));
      row.x.push_back(lowX.getDouble(at));
      row.g.push_back(lowG.getDouble(at));
      row.scale.push_back(scale.getDouble(j));
      row.shift.push_back(shift.getDouble(j));
    }
    row.label = labels.getInt(i);
  }
  arguments.tensors = {x, g, identity, scale, shift, labels};
  return arguments;
}

/// The largest error, in parts of its bound.
double worstError(const Kind &kind, unsigned seed, StringRef placement, StringRef policyFile) {
  Context c;
  OwningOpRef<ModuleOp> module = build(&c.context, kind, seed);
  bool isF16 = seed % 2;
  precision::AutocastOptions options;
  options.compute = isF16 ? "f16" : "bf16";
  options.placement = placement.str();
  options.policyFile = policyFile.str();
  PassManager passes(&c.context);
  passes.addPass(precision::createAutocast(options));
  EXPECT_TRUE(succeeded(passes.run(*module)));
  Arguments arguments = draw(seed, isF16 ? DType::F16 : DType::BF16);
  auto function = *module->getOps<func::FuncOp>().begin();
  auto results = reference::evaluate(function, arguments.tensors);
  EXPECT_TRUE(succeeded(results));
  double worst = 0;
  for (int64_t i = 0; i < rows; ++i) {
    Expected expected = kind.expect(arguments.rows[i]);
    for (size_t j = 0; j < expected.values.size(); ++j) {
      double got = results->front().getDouble(i * expected.values.size() + j);
      double error = std::abs(got - expected.values[j]) / expected.bounds[j];
      worst = std::isnan(error) ? INFINITY : std::max(worst, error);
    }
  }
  return worst;
}

class IslandNumbers : public ::testing::TestWithParam<Kind> {};

TEST_P(IslandNumbers, AreThoseOfF32) {
  for (StringRef placement : {"", "paint", "promote"})
    for (unsigned seed = 0; seed < seedsPerKind; ++seed)
      EXPECT_LE(worstError(GetParam(), seed, placement, ""), 1)
          << "seed " << seed << ", placement '" << placement.str() << "'";
}

TEST_P(IslandNumbers, AreNotWithoutIslands) {
  std::string file = testing::TempDir() + "no-islands-" + GetParam().name + ".json";
  std::ofstream(file) << R"({"islands": false, "rules": []})";
  double worst = 0;
  for (unsigned seed = 0; seed < seedsPerKind; ++seed)
    worst = std::max(worst, worstError(GetParam(), seed, "promote", file));
  EXPECT_GT(worst, 1);
}

//===----------------------------------------------------------------------===//
// Values at which people saw infinities, NaN and wrong sums
//===----------------------------------------------------------------------===//

/// One island in text, on `%x`, which a product spreads over its rows.
struct Extreme {
  std::string name, compute;
  int64_t length; ///< of a row
  double x;
  std::string body; ///< ends with `%y`, of %x's shape
  double expected;
};

void PrintTo(const Extreme &extreme, std::ostream *os) { *os << extreme.name; }

const std::vector<Extreme> extremes = {
    // (F12) The sum of 512 equal terms stalls at 256 in bf16.
    {"LongSoftmax", "bf16", 512, 1.0, R"(
  %e = train.exponential %x : !data
  %s = train.reduce add %e, dims = [1] : !data -> !row
  %b = train.broadcast_in_dim %s, dims = [0] : !row -> !data
  %y = train.divide %e, %b : !data)",
     1.0 / 512},
    // (F14) exp(20) is infinite in f16.
    {"UnshiftedSoftmax", "f16", 8, 20.0, R"(
  %e = train.exponential %x : !data
  %s = train.reduce add %e, dims = [1] : !data -> !row
  %b = train.broadcast_in_dim %s, dims = [0] : !row -> !data
  %y = train.divide %e, %b : !data)",
     1.0 / 8},
    // (F7) 300 squared is infinite in f16.
    {"LargeRmsNorm", "f16", 8, 300.0, R"(
  %q = train.multiply %x, %x : !data
  %s = train.reduce add %q, dims = [1] : !data -> !row
  %n = train.constant dense<0.125> : !row
  %m = train.multiply %s, %n : !row
  %r = train.rsqrt %m : !row
  %b = train.broadcast_in_dim %r, dims = [0] : !row -> !data
  %y = train.multiply %x, %b : !data)",
     1.0},
    // (F8) 1e-8 is 0 in f16, and 0/0 is NaN.
    {"ZeroRow", "f16", 8, 0.0, R"(
  %q = train.multiply %x, %x : !data
  %s = train.reduce add %q, dims = [1] : !data -> !row
  %n = train.sqrt %s : !row
  %eps = train.constant dense<1.0e-08> : !data
  %b = train.broadcast_in_dim %n, dims = [0] : !row -> !data
  %d = train.add %b, %eps : !data
  %y = train.divide %x, %d : !data)",
     0.0},
    // (F15) 1 - p is 0 in f16.
    {"ProbabilityNearOne", "f16", 8, 12.0, R"(
  %p = train.logistic %x : !data
  %one = train.constant dense<1.0> : !data
  %q = train.subtract %one, %p : !data
  %y = train.log %q : !data)",
     std::log1p(-1 / (1 + std::exp(-12.0)))},
};

class IslandExtremes : public ::testing::TestWithParam<Extreme> {};

TEST_P(IslandExtremes, AreRight) {
  const Extreme &extreme = GetParam();
  Context c;
  std::string length = std::to_string(extreme.length);
  std::string text =
      "!data = tensor<2x" + length + "xf32>\n!row = tensor<2xf32>\n" +
      "func.func @f(%a: tensor<2x1xf32>, %ones: tensor<1x" + length +
      "xf32>) -> !data {\n  %x = train.dot_general %a, %ones, contract = [1] x [0] : "
      "(tensor<2x1xf32>, tensor<1x" +
      length + "xf32>) -> !data" + extreme.body + "\n  return %y : !data\n}\n";
  for (StringRef placement : {"", "paint", "promote"}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &c.context);
    ASSERT_TRUE(module);
    precision::AutocastOptions options;
    options.compute = extreme.compute;
    options.placement = placement.str();
    PassManager passes(&c.context);
    passes.addPass(precision::createAutocast(options));
    ASSERT_TRUE(succeeded(passes.run(*module)));
    HostTensor a(DType::F32, {2, 1}), ones(DType::F32, {1, extreme.length});
    for (int64_t i = 0; i < extreme.length; ++i)
      ones.setDouble(i, 1);
    a.setDouble(0, extreme.x);
    a.setDouble(1, extreme.x);
    auto results = reference::evaluate(*module->getOps<func::FuncOp>().begin(), {a, ones});
    ASSERT_TRUE(succeeded(results));
    // At most `length` roundings of f32, and those of 1 - p near 0: 2^-24 / (1 - p).
    double bound = extreme.name == "ProbabilityNearOne"
                       ? 4 * u * std::exp(12.0)
                       : (extreme.length + 16) * u * std::abs(extreme.expected);
    EXPECT_NEAR(results->front().getDouble(0), extreme.expected, bound) << placement.str();
  }
}

INSTANTIATE_TEST_SUITE_P(All, IslandExtremes, ::testing::ValuesIn(extremes),
                         [](const auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(All, IslandNumbers, ::testing::ValuesIn(kinds),
                         [](const auto &info) { return info.param.name; });

} // namespace
