// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges hold: random small programs are evaluated on the reference evaluator, and each
// value of each op lies in its range. The inputs hold zeros of both signs, subnormals,
// the largest numbers, infinities and NaN; constants and loops give bounds to lose.
#include "halftone/Precision/Ranges.h"
#include "PrecisionRegistry.h"
#include "halftone/Conversion/Passes.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Reference/Evaluator.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <ctime>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

class Context {
public:
  Context() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  OwningOpRef<ModuleOp> parse(const std::string &text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

private:
  static DialectRegistry registry() {
    DialectRegistry registry = test::makePrecisionRegistry();
    train::registerDecompositions(registry);
    return registry;
  }
  MLIRContext context;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

const std::vector<std::string> elements = {"f32", "f32", "f32", "bf16", "f16", "f64", "f8E4M3FN"};
const std::vector<std::string> unaries = {"abs",
                                          "negate",
                                          "sign",
                                          "exponential",
                                          "exponential_minus_one",
                                          "log",
                                          "sqrt",
                                          "rsqrt",
                                          "cbrt",
                                          "log_plus_one",
                                          "sine",
                                          "cosine",
                                          "tan",
                                          "tanh",
                                          "erf",
                                          "logistic",
                                          "erf_inv",
                                          "floor",
                                          "ceil",
                                          "round_nearest_even",
                                          "round_nearest_afz"};
const std::vector<std::string> binaries = {
    "add",     "subtract", "multiply", "divide",   "remainder", "power", "maximum",
    "minimum", "atan2",    "add",      "subtract", "multiply",  "divide"};
const std::vector<std::string> numbers = {
    "0.0",    "1.0",        "-1.0",    "0.5",    "2.0",        "-3.0",
    "1.0e-8", "1.0e-12",    "1.0e9",   "-1.0e9", "6.5504e4",   "257.0",
    "3.0e38", "-3.4028e38", "1.0e-38", "0.1",    "0x7F800000", "0xFF800000"};

/// A program of one function on 4x4 tensors, as text.
class Program {
public:
  explicit Program(unsigned seed, bool hasControl = true) : random(seed), hasControl(hasControl) {}

  std::string make(int size) {
    element = pick(elements);
    for (const char *argument : {"%x", "%y", "%z"})
      values.push_back(argument);
    addConstants();
    addStatements(size);
    return "func.func @main(%x: " + type() + ", %y: " + type() + ", %z: " + type() +
           ", %p: tensor<i1>, %n: tensor<4x4xi32>, %l: tensor<4xi32>, %k: tensor<2xui32>) -> " +
           type() + " {\n" + text + "  return " + pick(values) + " : " + type() + "\n}\n" +
           "func.func private @twice(%a: " + type() + ") -> " + type() +
           " {\n  %0 = train.add %a, %a : " + type() + "\n  return %0 : " + type() + "\n}\n";
  }

private:
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[random() % from.size()];
  }
  std::string type(const std::string &dims = "4x4x") const {
    return "tensor<" + dims + element + ">";
  }
  std::string value() { return pick(values); }

  /// A statement with a new name, which is a value of ours unless `isInner`.
  std::string let(const std::string &body, bool isInner = false) {
    std::string name = "%v" + std::to_string(++count);
    text += "  " + name + " = train." + body + "\n";
    if (!isInner)
      values.push_back(name);
    return name;
  }

  void addConstants() {
    for (int i = 0; i < 4; ++i) {
      std::string number = pick(numbers);
      bool isBits = number[1] == 'x';
      if (isBits && element != "f32")
        number = "1.5";
      let("constant dense<" + number + "> : " + type());
    }
    let("iota dim = 1 : " + type());
    let("cast %n : tensor<4x4xi32> to " + type());
    std::string integers = let("iota dim = 0 : tensor<4x4xi32>", true);
    let("cast " + integers + " : tensor<4x4xi32> to " + type());
    let("constant dense<[[0.0, 0.25, 1.0, 0.0], [1.5, -2.0, 3.0, 7.0], [0.0, 0.0, 0.0, 1.0e-3], "
        "[1.0, 2.0, 3.0, 4.0]]> : " +
        type());
  }

  void addStatements(int size) {
    for (int i = 0; i < size; ++i)
      addStatement();
  }

  void addStatement() {
    switch (random() % 12) {
    case 0:
    case 1:
    case 2:
      let(pick(unaries) + " " + value() + " : " + type());
      return;
    case 3:
    case 4:
    case 5:
      let(pick(binaries) + " " + value() + ", " + value() + " : " + type());
      return;
    case 6:
      return addChoice();
    case 7:
      return addReduction();
    case 8:
      return addMove();
    case 9:
      return addCast();
    case 10:
      return addComposite();
    default:
      return hasControl ? addControl() : addMove();
    }
  }

  void addChoice() {
    std::string a = value(), b = value();
    switch (random() % 3) {
    case 0: {
      std::string which = let("compare LT, " + a + ", " + b + " : " + type(), true);
      let("select " + which + ", " + value() + ", " + value() + " : tensor<4x4xi1>, " + type());
      return;
    }
    case 1:
      let("clamp " + a + ", " + value() + ", " + b + " : (" + type() + ", " + type() + ", " +
          type() + ") -> " + type());
      return;
    default:
      let("fma " + a + ", " + b + ", " + value() + " : " + type());
    }
  }

  void addReduction() {
    std::string x = value(), row = type("4x");
    const std::vector<std::string> kinds = {"add", "max", "min", "mul"};
    auto spread = [&](const std::string &statistic) {
      return let("broadcast_in_dim " + statistic + ", dims = [0] : " + row + " -> " + type(), true);
    };
    switch (random() % 6) {
    case 0: {
      std::string s =
          let("reduce " + pick(kinds) + " " + x + ", dims = [1] : " + type() + " -> " + row, true);
      let("broadcast_in_dim " + s + ", dims = [" + (random() % 2 ? "0" : "1") + "] : " + row +
          " -> " + type());
      return;
    }
    case 1:
      let("cumulative " + pick(kinds) + " " + x + ", dim = 1 : " + type() + " -> " + type());
      return;
    case 2: {
      // A softmax, op by op; along the wrong axis now and then.
      std::string axis = random() % 4 ? "0" : "1";
      auto along = [&](const std::string &statistic) {
        return let("broadcast_in_dim " + statistic + ", dims = [" + axis + "] : " + row + " -> " +
                       type(),
                   true);
      };
      std::string m =
          along(let("reduce max " + x + ", dims = [1] : " + type() + " -> " + row, true));
      std::string d = let("subtract " + x + ", " + m + " : " + type());
      std::string e = let("exponential " + d + " : " + type());
      std::string s =
          along(let("reduce add " + e + ", dims = [1] : " + type() + " -> " + row, true));
      let("divide " + e + ", " + s + " : " + type());
      return;
    }
    case 3:
      let("dot_general " + x + ", " + value() + ", contract = [1] x [0] : (" + type() + ", " +
          type() + ") -> " + type());
      return;
    case 4: {
      std::string s =
          let("reduce_window " + pick(kinds) + " " + x +
                  ", window = [2, 2] strides = [1, 1] low = [1, 0] high = [0, 1] : " + type() +
                  " -> " + type(),
              true);
      values.push_back(s);
      return;
    }
    default: {
      // A norm, op by op.
      std::string q = let("multiply " + x + ", " + x + " : " + type());
      std::string s =
          spread(let("reduce add " + q + ", dims = [1] : " + type() + " -> " + row, true));
      std::string v = let("add " + s + ", " + values[3 + random() % 4] + " : " + type());
      std::string r = let("rsqrt " + v + " : " + type());
      let("multiply " + x + ", " + r + " : " + type());
    }
    }
  }

  void addMove() {
    std::string x = value(), t = type();
    switch (random() % 8) {
    case 0:
      let("transpose " + x + ", perm = [1, 0] : " + t + " -> " + t);
      return;
    case 1:
      let("reverse " + x + ", dims = [1] : " + t);
      return;
    case 2: {
      std::string s =
          let("slice " + x + ", start = [0, 1], limit = [4, 3], strides = [1, 1] : " + t + " -> " +
                  type("4x2x"),
              true);
      let("concatenate " + s + ", " + s + ", dim = 1 : (" + type("4x2x") + ", " + type("4x2x") +
          ") -> " + t);
      return;
    }
    case 3: {
      std::string s =
          let("slice " + x + ", start = [0, 0], limit = [3, 4], strides = [1, 1] : " + t + " -> " +
                  type("3x4x"),
              true);
      std::string zero =
          let("constant dense<" + std::string(random() % 2 ? "0.0" : "-5.0e4") + "> : " + type(""),
              true);
      let("pad " + s + ", " + zero + ", low = [0, 0], high = [1, 0], interior = [0, 0] : (" +
          type("3x4x") + ", " + type("") + ") -> " + t);
      return;
    }
    case 4:
      let("sort " + x + ", dim = 1 : (" + t + ") -> (" + t + ")");
      return;
    case 5: {
      std::string r = let("reshape " + x + " : " + t + " -> " + type("16x"), true);
      let("reshape " + r + " : " + type("16x") + " -> " + t);
      return;
    }
    case 6:
      let("embedding " + x + ", %l : (" + t + ", tensor<4xi32>) -> " + t);
      return;
    default:
      let("scatter add " + x + ", %l, " + value() +
          " {index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, "
          "scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>} : (" +
          t + ", tensor<4xi32>, " + t + ") -> " + t);
    }
  }

  void addCast() {
    std::string other = pick(elements), x = value();
    std::string to = "tensor<4x4x" + other + ">";
    switch (random() % 4) {
    case 0: {
      std::string i = let("cast " + x + " : " + type() + " to tensor<4x4xi32>", true);
      std::string j = let("multiply " + i + ", " + i + " : tensor<4x4xi32>", true);
      let("cast " + (random() % 2 ? i : j) + " : tensor<4x4xi32> to " + type());
      return;
    }
    case 1:
      if (element == "f32") {
        const std::vector<std::string> ways = {" rounding = toward_zero", " saturate",
                                               " rounding = stochastic key %k"};
        std::string low =
            let("cast " + x + pick(ways) + " : " + type() + " to tensor<4x4xf16>", true);
        let("cast " + low + " : tensor<4x4xf16> to " + type());
        return;
      }
      [[fallthrough]];
    default: {
      std::string low = let("cast " + x + " : " + type() + " to " + to, true);
      if (random() % 2)
        low = let(pick(binaries) + " " + low + ", " + low + " : " + to, true);
      let("cast " + low + " : " + to + " to " + type());
    }
    }
  }

  void addComposite() {
    std::string x = value(), y = value(), t = type(), two = "(" + t + ", " + t + ") -> " + t;
    std::string wide = element == "f64" ? "f64" : "f32";
    const std::vector<std::string> activations = {"relu", "silu", "gelu"};
    switch (random() % 18) {
    case 0:
      let("softmax " + x + ", dim = 1 : " + t + " -> " + t);
      return;
    case 1:
      let("log_softmax " + x + ", dim = 1 : " + t + " -> " + t);
      return;
    case 2:
      let(pick(activations) + " " + x + " : " + t + " -> " + t);
      return;
    case 3:
      let(pick(activations) + "_grad " + x + ", " + y + " : " + two);
      return;
    case 4:
      let("layer_norm " + x + " axis = 1 epsilon = 1.0e-5 : (" + t + ") -> " + t);
      return;
    case 5:
      let("rms_norm " + x + " axis = 1 epsilon = 1.0e-6 : (" + t + ") -> " + t);
      return;
    case 6:
      let("dropout " + x + ", %k rate = 0.3 : " + t + " -> " + t);
      return;
    case 7: {
      std::string s = let("softmax " + x + ", dim = 1 : " + t + " -> " + t);
      let("softmax_grad " + y + ", " + s + ", dim = 1 : " + two);
      return;
    }
    case 8: {
      std::string l = let("logsumexp " + x + ", dim = 1 : " + t + " -> " + type("4x"), true);
      let("broadcast_in_dim " + l + ", dims = [0] : " + type("4x") + " -> " + t);
      return;
    }
    case 9: {
      std::string l =
          let("cross_entropy " + x + ", %l reduction = " + (random() % 2 ? "mean" : "sum") +
                  " : (" + t + ", tensor<4xi32>) -> " + type(""),
              true);
      let("broadcast_in_dim " + l + ", dims = [] : " + type("") + " -> " + t);
      return;
    }
    case 10:
      let("gelu " + x + " approximate = tanh : " + t + " -> " + t);
      return;
    case 11:
      let("ema " + x + ", " + y + " decay = 0.9 : " + t + ", " + t);
      return;
    case 12:
      let("group_norm " + x + " groups = 2 feature_dim = 1 epsilon = 1.0e-5 : (" + t + ") -> " + t);
      return;
    case 13:
      let("embedding_grad " + x + ", %l : (" + t + ", tensor<4xi32>) -> " + t);
      return;
    case 14: {
      std::string four = type("1x1x4x4x");
      auto split = [&](const std::string &v) {
        return let("reshape " + v + " : " + t + " -> " + four, true);
      };
      std::string o = let("attention " + split(x) + ", " + split(y) + ", " + split(value()) +
                              " scale = 0.5" + (random() % 2 ? " causal" : "") + " : (" + four +
                              ", " + four + ", " + four + ") -> " + four,
                          true);
      let("reshape " + o + " : " + four + " -> " + t);
      return;
    }
    case 15: {
      std::string g = let("constant dense<2.0> : " + type(""), true);
      std::string name = "%v" + std::to_string(++count), stats = "tensor<4x" + wide + ">";
      text += "  " + name + ":2 = train.cross_entropy " + x + ", %l : (" + t +
              ", tensor<4xi32>) -> (" + type("") + ", " + stats + ")\n";
      let("cross_entropy_grad " + g + ", " + x + ", %l, " + name + "#1 : (" + type("") + ", " + t +
          ", tensor<4xi32>, " + stats + ") -> " + t);
      return;
    }
    case 16: {
      auto row = [&](const std::string &v) {
        return let("reduce max " + v + ", dims = [0] : " + t + " -> " + type("4x"), true);
      };
      std::string s = row(x), m = row(y), v = row(value()), r = type("4x");
      std::string name = "%v" + std::to_string(++count), stats = "tensor<4x" + wide + ">";
      text += "  " + name + ":5 = train.batch_norm_training " + x + ", " + s + ", " + m + ", " + m +
              ", " + v + " feature_dim = 1 epsilon = 1.0e-5 momentum = 0.1 : (" + t + ", " + r +
              ", " + r + ", " + r + ", " + r + ") -> (" + t + ", " + r + ", " + r + ", " + stats +
              ", " + stats + ")\n";
      values.push_back(name + "#0");
      let("batch_norm_inference " + x + ", " + s + ", " + m + ", " + m + ", " + v +
          " feature_dim = 1 epsilon = 1.0e-5 : (" + t + ", " + r + ", " + r + ", " + r + ", " + r +
          ") -> " + t);
      return;
    }
    default:
      let("linear " + x + ", " + y + " : " + two);
    }
  }

  void addControl() {
    std::string t = type(), x = value(), y = value();
    std::string name = "%v" + std::to_string(++count), inner = "%w" + std::to_string(count);
    const std::vector<std::string> bodies = {"add", "multiply", "maximum", "subtract"};
    switch (random() % 4) {
    case 0:
      text += "  " + name + " = train.for %i" + std::to_string(count) + " times " +
              std::to_string(random() % 6) + " carry (%c" + std::to_string(count) + " = " + x +
              ") : " + t + " {\n    " + inner + " = train." + pick(bodies) + " %c" +
              std::to_string(count) + ", " + y + " : " + t + "\n    train.yield " + inner + " : " +
              t + "\n  }\n";
      break;
    case 1:
      text += "  " + name + " = train.if %p : " + t + " {\n    train.yield " + x + " : " + t +
              "\n  } else {\n    train.yield " + y + " : " + t + "\n  }\n";
      break;
    case 2:
      text += "  " + name + " = train.checkpoint : " + t + " {\n    " + inner + " = train.tanh " +
              x + " : " + t + "\n    train.yield " + inner + " : " + t + "\n  }\n";
      break;
    default:
      text += "  " + name + " = func.call @twice(" + x + ") : (" + t + ") -> " + t + "\n";
    }
    values.push_back(name);
  }

  std::mt19937 random;
  bool hasControl; ///< regions and calls
  std::string element, text;
  std::vector<std::string> values;
  int count = 0;
};

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

HostTensor randomTensor(Type type, std::mt19937 &random) {
  auto shaped = cast<ShapedType>(type);
  HostTensor tensor(reference::dtypeOf(shaped.getElementType()),
                    std::vector<int64_t>(shaped.getShape()));
  auto element = dyn_cast<FloatType>(shaped.getElementType());
  FloatLimits limits = element ? FloatLimits::of(element) : FloatLimits();
  std::normal_distribution<double> normal;
  // Some inputs are tame, so that NaN does not hide all else.
  bool isWild = random() % 2;
  for (int64_t i = 0; i < tensor.numElements(); ++i) {
    if (!element) {
      tensor.setInt(i, random() % 3 ? random() % 5 : static_cast<int64_t>(random()) - (1ll << 31));
      continue;
    }
    const double special[] = {0.0,
                              -0.0,
                              limits.largest,
                              -limits.largest,
                              limits.smallest,
                              -limits.smallest,
                              1.0,
                              -1.0,
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              std::nan("")};
    double scale = std::ldexp(1.0, static_cast<int>(random() % 40) - 20);
    bool isSpecial = isWild && random() % 3 == 0;
    tensor.setDouble(i, isSpecial ? special[random() % std::size(special)]
                                  : normal(random) * (isWild ? scale : 1));
  }
  return tensor;
}

/// Why the number is outside the range, or nothing.
std::string violation(double value, const FloatRange &range) {
  if (std::isnan(value))
    return range.mayBeNaN ? "" : "NaN";
  if (!(value >= range.lo && value <= range.hi))
    return "not between its bounds";
  if (value == 0)
    return range.mayBeZero ? "" : "zero";
  if (std::abs(value) < range.tiny)
    return "below tiny";
  return range.isInteger && std::isfinite(value) && std::trunc(value) != value ? "no integer" : "";
}

void expectWithin(Operation *op, ArrayRef<HostTensor> results, const RangeFacts &facts,
                  const std::string &program) {
  for (auto [result, tensor] : llvm::zip(op->getResults(), results)) {
    const FloatRange *range = facts.get(result);
    ASSERT_TRUE(range) << "no range for what '" << op->getName().getStringRef().str() << "' gives\n"
                       << program;
    for (int64_t i = 0; i < tensor.numElements(); ++i) {
      double value = tensor.getDouble(i);
      std::string what = violation(value, *range);
      if (what.empty())
        continue;
      std::string text;
      llvm::raw_string_ostream os(text);
      os << value << " is " << what << " of ";
      range->print(os);
      os << " in\n  " << *op << "\nof\n" << program;
      FAIL() << text;
    }
  }
}

std::string print(const FloatRange &range) {
  std::string text;
  llvm::raw_string_ostream os(text);
  range.print(os);
  return text;
}

class RandomPrograms : public testing::TestWithParam<unsigned> {};

TEST_P(RandomPrograms, StayWithinTheirRanges) {
  Context context;
  for (unsigned seed = GetParam() * 50; seed < GetParam() * 50 + 50; ++seed) {
    std::string text = Program(seed, /*hasControl=*/seed % 3 != 0).make(/*size=*/24);
    OwningOpRef<ModuleOp> module = context.parse(text);
    ASSERT_TRUE(module) << text;
    RangeFacts facts = RangeFacts::compute(*module);
    auto main = module->lookupSymbol<func::FuncOp>("main");
    reference::EvaluatorOptions options;
    options.trace = [&](Operation *op, ArrayRef<HostTensor> results) {
      if (!testing::Test::HasFatalFailure())
        expectWithin(op, results, facts, text);
    };
    std::mt19937 random(seed);
    for (int run = 0; run < 4; ++run) {
      std::vector<HostTensor> arguments;
      for (Type type : main.getArgumentTypes())
        arguments.push_back(randomTensor(type, random));
      ASSERT_TRUE(succeeded(reference::evaluate(main, arguments, options))) << text;
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
    }
  }
}

/// What linalg's bodies say holds, too: programs are lowered, and the ranges of what they
/// return then have to hold what the reference evaluator returns of the programs.
TEST_P(RandomPrograms, StayWithinTheirRangesInLinalg) {
  Context context;
  int numBounded = 0;
  for (unsigned seed = GetParam() * 50; seed < GetParam() * 50 + 50; ++seed) {
    std::string text = Program(seed, /*hasControl=*/false).make(/*size=*/8);
    OwningOpRef<ModuleOp> module = context.parse(text), lowered = context.parse(text);
    ASSERT_TRUE(module && lowered) << text;
    PassManager pm(lowered->getContext());
    pm.addPass(train::createTrainDecompose());
    pm.addPass(conversion::createConvertTrainToLinalg());
    ASSERT_TRUE(succeeded(pm.run(*lowered))) << text;
    RangeFacts facts = RangeFacts::compute(*lowered);
    auto end = cast<func::ReturnOp>(
        lowered->lookupSymbol<func::FuncOp>("main").getBody().front().getTerminator());
    const FloatRange *range = facts.get(end.getOperand(0));
    ASSERT_TRUE(range) << text;
    numBounded += range->isBounded();
    auto main = module->lookupSymbol<func::FuncOp>("main");
    std::mt19937 random(seed);
    for (int run = 0; run < 4; ++run) {
      std::vector<HostTensor> arguments;
      for (Type type : main.getArgumentTypes())
        arguments.push_back(randomTensor(type, random));
      FailureOr<std::vector<HostTensor>> results = reference::evaluate(main, arguments);
      ASSERT_TRUE(succeeded(results)) << text;
      for (int64_t i = 0; i < results->front().numElements(); ++i) {
        double value = results->front().getDouble(i);
        EXPECT_EQ(violation(value, *range), "")
            << value << " and " << print(*range) << ", seed " << seed << "\n"
            << text;
      }
    }
  }
  EXPECT_GT(numBounded, 5) << "nothing to hold against values";
}

std::vector<FloatRange> rangesOfMain(ModuleOp module) {
  RangeFacts facts = RangeFacts::compute(module);
  std::vector<FloatRange> ranges;
  auto add = [&](Value value) {
    const FloatRange *range = facts.get(value);
    ranges.push_back(range ? *range : FloatRange());
  };
  auto main = module.lookupSymbol<func::FuncOp>("main");
  llvm::for_each(main.getArguments(), add);
  for (Operation &op : main.getBody().front())
    llvm::for_each(op.getResults(), add);
  return ranges;
}

/// A call anywhere in a module has all of it go through the dataflow solver; a function
/// without control flow is visited once otherwise. Both find the same.
TEST(Ranges, OneVisitFindsWhatTheSolverFinds) {
  Context context;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::string text = Program(seed, /*hasControl=*/false).make(/*size=*/24);
    OwningOpRef<ModuleOp> alone = context.parse(text);
    OwningOpRef<ModuleOp> beside =
        context.parse(text + "func.func @other() {\n  func.call @leaf() : () -> ()\n  return\n}\n"
                             "func.func private @leaf() {\n  return\n}\n");
    ASSERT_TRUE(alone && beside) << text;
    std::vector<FloatRange> once = rangesOfMain(*alone), solved = rangesOfMain(*beside);
    ASSERT_EQ(once.size(), solved.size());
    for (size_t i = 0; i < once.size(); ++i)
      EXPECT_TRUE(once[i] == solved[i]) << print(once[i]) << " and " << print(solved[i])
                                        << ", value " << i << " of seed " << seed << "\n"
                                        << text;
  }
}

/// CPU seconds of the analysis, the best of some.
double secondsFor(ModuleOp module) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    std::clock_t begin = std::clock();
    RangeFacts facts = RangeFacts::compute(module);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

TEST(Ranges, TimeGrowsWithTheProgram) {
  Context context;
  OwningOpRef<ModuleOp> small = context.parse(Program(1).make(/*size=*/1000));
  OwningOpRef<ModuleOp> large = context.parse(Program(1).make(/*size=*/4000));
  ASSERT_TRUE(small && large);
  // Four times the work, and as much again for caches and noise.
  EXPECT_LT(secondsFor(*large), 8 * secondsFor(*small));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0u, 12u));

} // namespace
