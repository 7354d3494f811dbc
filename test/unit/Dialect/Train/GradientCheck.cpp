// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks gradient rules against numbers.
#include "GradientCheck.h"

#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace halftone::train {

namespace {

/// A module, differentiated, with what was said on the way.
struct Differentiated {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string messages;

  Differentiated(const std::string &source, const std::string &function) {
    DialectRegistry registry;
    registry.insert<TrainDialect, func::FuncDialect>();
    registerDecompositions(registry);
    registerGradients(registry);
    context.appendDialectRegistry(registry);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      messages += diagnostic.str() + "\n";
      return success();
    });
    module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return;
    PassManager passes(&context);
    TrainDifferentiateOptions options;
    options.function = function;
    passes.addPass(createTrainDifferentiate(options));
    if (failed(passes.run(*module)))
      module = nullptr;
  }

  func::FuncOp get(const std::string &name) { return module->lookupSymbol<func::FuncOp>(name); }
};

std::string argName(size_t i) { return std::string("%") + static_cast<char>('a' + i); }

bool isParam(const std::string &type) { return type.find('f') != std::string::npos; }

std::string tensor(const std::string &type) { return "tensor<" + type + ">"; }

std::string allDimensions(const std::string &type) {
  std::string dims;
  for (int64_t i = 0, rank = std::count(type.begin(), type.end(), 'x'); i < rank; ++i)
    dims += (i ? ", " : "") + std::to_string(i);
  return "[" + dims + "]";
}

/// The loss Σ w · r, as text. `w` is the last argument.
std::string makeSource(const GradientCase &testCase) {
  std::string args;
  for (auto [i, type] : llvm::enumerate(testCase.args))
    args += argName(i) + ": " + tensor(type) + " {train.role = #train.role<" +
            (isParam(type) ? "param" : "batch") + ">}, ";
  std::string result = tensor(testCase.result);
  std::string scalar = tensor(testCase.result.substr(testCase.result.rfind('x') + 1));
  return testCase.extra + "\nfunc.func @loss(" + args + "%w_: " + result +
         " {train.role = #train.role<batch>}) -> (" + scalar +
         " {train.role = #train.role<loss>}) {\n" + testCase.body +
         "\n%p_ = train.multiply %r, %w_ : " + result +
         "\n%l_ = train.reduce add %p_, dims = " + allDimensions(testCase.result) + " : " + result +
         " -> " + scalar + "\nreturn %l_ : " + scalar + "\n}\n";
}

/// Numbers in [0, 1) that look random (the middle bits of a linear recurrence).
class Numbers {
public:
  explicit Numbers(uint64_t seed) : state(seed * 7919 + 17) {}
  double next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 33) / 2147483648.0;
  }

private:
  uint64_t state;
};

double draw(Numbers &numbers, Range range) {
  double sign = numbers.next() < 0.5 ? -1 : 1, share = numbers.next();
  switch (range) {
  case Range::wide:
    return sign * (0.2 + 2 * share);
  case Range::positive:
    return 0.3 + 2 * share;
  case Range::unit:
    return sign * (0.1 + 0.8 * share);
  }
  return 0;
}

HostTensor makeTensor(Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  return HostTensor(reference::dtypeOf(tensorType.getElementType()), tensorType.getShape().vec());
}

/// Values for every argument: floats from `range`, integers small.
std::vector<HostTensor> drawArguments(func::FuncOp function, Range range) {
  std::vector<HostTensor> args;
  unsigned count = function.getNumArguments();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    Numbers numbers(i + 1);
    HostTensor value = makeTensor(type);
    bool isWeight = i + 1 == count;
    for (int64_t k = 0; k < value.numElements(); ++k)
      isFloat(value.dtype()) ? value.setDouble(k, draw(numbers, isWeight ? Range::wide : range))
                             : value.setInt(k, static_cast<int64_t>(numbers.next() * 3));
    args.push_back(std::move(value));
  }
  return args;
}

double lossAt(reference::Evaluator &evaluator, func::FuncOp function,
              const std::vector<HostTensor> &args) {
  auto results = evaluator.call(function, args);
  if (failed(results)) {
    ADD_FAILURE() << "the loss does not run";
    return 0;
  }
  return results->front().getDouble(0);
}

/// (f(x + h) − f(x − h)) / 2h for element `k` of argument `i`.
double difference(reference::Evaluator &evaluator, func::FuncOp function,
                  std::vector<HostTensor> &args, size_t i, int64_t k) {
  double x = args[i].getDouble(k), h = 1e-5;
  args[i].setDouble(k, x + h);
  double above = lossAt(evaluator, function, args);
  args[i].setDouble(k, x - h);
  double below = lossAt(evaluator, function, args);
  args[i].setDouble(k, x);
  return (above - below) / (2 * h);
}

std::vector<size_t> getParams(const GradientCase &testCase) {
  std::vector<size_t> params;
  for (auto [i, type] : llvm::enumerate(testCase.args))
    if (isParam(type))
      params.push_back(i);
  return params;
}

} // namespace

void PrintTo(const GradientCase &testCase, std::ostream *os) { *os << testCase.name; }
void PrintTo(const ExactCase &testCase, std::ostream *os) { *os << testCase.function.name; }

void checkByDifferences(const GradientCase &testCase) {
  std::string source = makeSource(testCase);
  SCOPED_TRACE(source);
  Differentiated code(source, "loss");
  ASSERT_TRUE(code.module) << code.messages;
  reference::Evaluator evaluator(*code.module);
  std::vector<HostTensor> args = drawArguments(code.get("loss"), testCase.range);
  auto results = evaluator.call(code.get("loss_grad"), args);
  ASSERT_TRUE(succeeded(results));
  std::vector<size_t> params = getParams(testCase);
  ASSERT_EQ(results->size(), params.size() + 1);
  EXPECT_EQ(results->front().getDouble(0), lossAt(evaluator, code.get("loss"), args));
  for (auto [n, i] : llvm::enumerate(params)) {
    const HostTensor &gradient = (*results)[n + 1];
    ASSERT_EQ(gradient.shape(), args[i].shape());
    for (int64_t k = 0; k < gradient.numElements(); ++k) {
      double expected = difference(evaluator, code.get("loss"), args, i, k);
      EXPECT_NEAR(gradient.getDouble(k), expected, 2e-7 * (1 + std::abs(expected)))
          << "element " << k << " of the gradient of " << argName(i) << " = "
          << args[i].getDouble(k);
    }
  }
}

void checkExactly(const ExactCase &testCase) {
  std::string source = makeSource(testCase.function);
  SCOPED_TRACE(source);
  Differentiated code(source, "loss");
  ASSERT_TRUE(code.module) << code.messages;
  std::vector<HostTensor> args;
  std::vector<std::vector<double>> values = testCase.values;
  values.push_back(testCase.weights);
  for (auto [type, numbers] : llvm::zip_equal(code.get("loss").getArgumentTypes(), values)) {
    HostTensor value = makeTensor(type);
    ASSERT_EQ(static_cast<size_t>(value.numElements()), numbers.size());
    for (auto [k, number] : llvm::enumerate(numbers))
      value.setDouble(k, number);
    args.push_back(std::move(value));
  }
  auto results = reference::evaluate(code.get("loss_grad"), args);
  ASSERT_TRUE(succeeded(results));
  ASSERT_EQ(results->size(), testCase.expected.size() + 1);
  for (auto [i, expected] : llvm::enumerate(testCase.expected)) {
    const HostTensor &gradient = (*results)[i + 1];
    ASSERT_EQ(static_cast<size_t>(gradient.numElements()), expected.size());
    for (auto [k, number] : llvm::enumerate(expected)) {
      double got = gradient.getDouble(k);
      EXPECT_TRUE(got == number || (std::isnan(got) && std::isnan(number)))
          << "element " << k << " of gradient " << i << ": expected " << number << ", got " << got;
    }
  }
}

static std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

void checkInType(const GradientCase &testCase, const std::string &type) {
  std::string source = replaceAll(makeSource(testCase), "f64", type);
  SCOPED_TRACE(source);
  Differentiated code(source, "loss");
  ASSERT_TRUE(code.module) << code.messages;
  func::FuncOp loss = code.get("loss"), grad = code.get("loss_grad");
  for (auto [n, i] : llvm::enumerate(getParams(testCase)))
    EXPECT_EQ(grad.getResultTypes()[n + 1], loss.getArgumentTypes()[i]);
  EXPECT_TRUE(succeeded(reference::evaluate(grad, drawArguments(loss, testCase.range))));
}

/// The text of all cases; made before tests run, in any order of files.
static std::string &coveredText() {
  static std::string text;
  return text;
}

std::vector<GradientCase> covering(std::vector<GradientCase> cases) {
  for (const GradientCase &testCase : cases)
    coveredText() += testCase.body + "\n";
  return cases;
}

std::vector<ExactCase> covering(std::vector<ExactCase> cases) {
  for (const ExactCase &testCase : cases)
    coveredText() += testCase.function.body + "\n";
  return cases;
}

bool isCovered(const std::string &op) {
  return coveredText().find(op + " ") != std::string::npos ||
         coveredText().find(op + "\"(") != std::string::npos;
}

std::vector<HostTensor> runGradient(const std::string &source, const std::string &function,
                                    const std::vector<HostTensor> &args) {
  Differentiated code(source, function);
  if (!code.module) {
    ADD_FAILURE() << code.messages;
    return {};
  }
  auto results = reference::evaluate(code.get(function + "_grad"), args);
  if (failed(results)) {
    ADD_FAILURE() << "the gradient does not run";
    return {};
  }
  return *results;
}

} // namespace halftone::train
