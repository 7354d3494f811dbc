// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Labels of f32 islands do not depend on how they are spelled: each softmax, norm, loss
// and gradient is written in hundreds of ways between two products, with a residual sum
// around it and a second island behind. All of the island is f32, in one island; products
// are low; what is outside stays as the policy has it; and no cast falls inside.
#include "IslandSpellings.h"
#include "PrecisionRegistry.h"

#include "Islands.h"
#include "Labels.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Precision/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include <ctime>
#include <gtest/gtest.h>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;
using halftone::test::Speller;

namespace {

constexpr unsigned seedsPerKind = 40;

struct Context {
  Context() : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  static DialectRegistry registry() {
    DialectRegistry registry = test::makePrecisionRegistry();
    train::registerDecompositions(registry);
    train::registerGradients(registry);
    return registry;
  }
  MLIRContext context;
};

/// What an island reads: its data, a second tensor that came from a product (a gradient),
/// vectors, and labels.
struct Inputs {
  Value x, g, scale, shift, labels;
};

struct Kind {
  std::string name;
  std::function<Value(Speller &, const Inputs &)> build;
};

void PrintTo(const Kind &kind, std::ostream *os) { *os << kind.name; }

const std::vector<Kind> forwardKinds = {
    {"softmax", [](Speller &s, const Inputs &in) { return s.softmax(in.x); }},
    {"logSoftmax", [](Speller &s, const Inputs &in) { return s.logSoftmax(in.x); }},
    {"logSumExp", [](Speller &s, const Inputs &in) { return s.logSumExp(in.x); }},
    {"layerNorm",
     [](Speller &s, const Inputs &in) { return s.layerNorm(in.x, in.scale, in.shift, {1}); }},
    {"batchNorm",
     [](Speller &s, const Inputs &in) { return s.layerNorm(in.x, in.scale, in.shift, {0}); }},
    {"rmsNorm", [](Speller &s, const Inputs &in) { return s.rmsNorm(in.x, in.scale); }},
    {"l2Normalize", [](Speller &s, const Inputs &in) { return s.l2Normalize(in.x); }},
    {"variance", [](Speller &s, const Inputs &in) { return s.variance(in.x); }},
    {"standardize", [](Speller &s, const Inputs &in) { return s.standardize(in.x); }},
};

const std::vector<Kind> gradientKinds = {
    {"softmaxGrad", [](Speller &s, const Inputs &in) { return s.softmaxGrad(in.g, in.x); }},
    {"logSoftmaxGrad", [](Speller &s, const Inputs &in) { return s.logSoftmaxGrad(in.g, in.x); }},
    {"layerNormGrad",
     [](Speller &s, const Inputs &in) { return s.layerNormGrad(in.g, in.x, in.scale); }},
    {"rmsNormGrad",
     [](Speller &s, const Inputs &in) { return s.rmsNormGrad(in.g, in.x, in.scale); }},
    {"l2NormalizeGrad", [](Speller &s, const Inputs &in) { return s.l2NormalizeGrad(in.g, in.x); }},
    {"crossEntropyGrad",
     [](Speller &s, const Inputs &in) { return s.crossEntropyGrad(in.x, in.labels); }},
};

/// The module of one case: two islands of a kind, with products and a residual around.
class Network {
public:
  Network(MLIRContext *context, const Kind &kind, unsigned seed, bool masks = true)
      : masks(masks), builder(context), outsideLoc(named("outside")) {
    module = ModuleOp::create(builder, outsideLoc);
    builder.setInsertionPointToEnd(module->getBody());
    Type f32 = builder.getF32Type();
    auto matrix = [&](int64_t rows, int64_t columns) {
      return RankedTensorType::get({rows, columns}, f32);
    };
    Type vector = RankedTensorType::get({12}, f32);
    SmallVector<Type> inputs = {matrix(8, 16),  matrix(16, 12),
                                matrix(16, 12), matrix(12, 16),
                                matrix(8, 16),  vector,
                                vector,         RankedTensorType::get({8}, builder.getI32Type())};
    auto type = builder.getFunctionType(inputs, {matrix(8, 16)});
    function = func::FuncOp::create(builder, outsideLoc, "f", type);
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    outside.emplace(builder, outsideLoc);
    arguments.assign(body->args_begin(), body->args_end());
    Value first = residual(arguments[0], arguments[0]);
    Value middle = leave(spell(kind, seed, "island", first, product(arguments[0], 2)));
    Value second = residual(middle, middle);
    // The residual stream goes around the first island.
    second = outside->add(second, first);
    Value end = leave(spell(kind, seed + 1000, "behind", second, product(middle, 2)));
    func::ReturnOp::create(builder, outsideLoc, end);
    EXPECT_TRUE(succeeded(verify(*module)));
  }

  /// Makes the function a loss of its first arguments, to be differentiated.
  void makeLoss() {
    auto ret = cast<func::ReturnOp>(function.getBody().front().getTerminator());
    builder.setInsertionPoint(ret);
    ret->setOperand(0, outside->sumAll(ret->getOperand(0)));
    function.setName("loss");
    auto type = builder.getFunctionType(function.getArgumentTypes(), ret->getOperandTypes());
    function.setType(type);
    for (unsigned i = 0; i < arguments.size(); ++i) {
      bool isParameter = i > 0 && i < 7 && i != 4;
      function.setArgAttrs(
          i, train::getRoleAttrs(builder.getContext(),
                                 isParameter ? train::Role::param : train::Role::batch,
                                 ("a" + Twine(i)).str()));
    }
    function.setResultAttrs(0,
                            train::getRoleAttrs(builder.getContext(), train::Role::loss, "loss"));
  }

  OwningOpRef<ModuleOp> module;
  func::FuncOp function;

private:
  Location named(StringRef name) { return NameLoc::get(builder.getStringAttr(name)); }
  Value product(Value a, unsigned weight) {
    return outside->dot(a, arguments[weight], {}, {}, {1}, {0}, builder.getF32Type());
  }
  Value residual(Value a, Value d) { return outside->add(product(a, 1), product(d, 2)); }
  Value spell(const Kind &kind, unsigned seed, StringRef name, Value x, Value g) {
    Speller speller(builder, named(name), named("parameter"), seed);
    speller.masks = masks;
    return kind.build(speller, {x, g, arguments[5], arguments[6], arguments[7]});
  }
  /// A product takes the island's result.
  Value leave(Value y) {
    if (cast<ShapedType>(y.getType()).getRank() == 2)
      return product(y, 3);
    Value column = outside->reshape(y, {8, 1});
    Value row = outside->reshape(outside->sum(arguments[4], {0}), {1, 16});
    return outside->dot(column, row, {}, {}, {1}, {0}, builder.getF32Type());
  }

  bool masks;
  OpBuilder builder;
  Location outsideLoc;
  std::optional<train::CoreBuilder> outside;
  SmallVector<Value> arguments;
};

StringRef nameOf(Operation *op) {
  StringRef found;
  op->getLoc()->walk([&](Location loc) {
    if (auto name = dyn_cast<NameLoc>(loc))
      found = name.getName();
    return WalkResult::advance();
  });
  return found;
}

bool isData(Operation *op) {
  return llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<FloatType>(getElementTypeOrSelf(operand)) &&
           !operand.getDefiningOp<train::ConstantOp>();
  });
}

std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

/// Kept, since labels are views of its texts.
const Policy &getPolicy(Location loc) {
  static const FailureOr<Policy> policy = Policy::create("halftone", "", loc);
  return *policy;
}

LabelMap labelled(func::FuncOp function, bool grows, FloatType compute) {
  const Policy &policy = getPolicy(function.getLoc());
  LabelMap labels;
  EXPECT_TRUE(succeeded(Labeller(policy, compute, /*tf32=*/false).label(function, labels)));
  if (grows)
    growIslands(function, labels);
  return labels;
}

/// What is wrong with the labels: one line for each op.
std::vector<std::string> findFaults(const LabelMap &labels, bool ids = true) {
  std::vector<std::string> faults;
  std::map<std::string, unsigned> numbers;
  for (const auto &[op, label] : labels) {
    StringRef name = nameOf(op);
    auto fault = [&](const Twine &what) {
      faults.push_back((name + ": " + what + ": " + print(op) + " (" + label.reason + ")").str());
    };
    bool isInside = name == "island" || name == "behind";
    if (isInside && isData(op) && label.label != Label::F32)
      fault(Twine("is '") + toString(label.label) + "'");
    if (name == "outside" && isa<train::DotGeneralOp>(op) && label.label != Label::Low)
      fault(Twine("a product is '") + toString(label.label) + "'");
    if (name == "outside" && isa<train::AddOp>(op) && label.label != Label::Follow)
      fault(Twine("a residual sum is '") + toString(label.label) + "'");
    if (!isInside || !label.island || !ids)
      continue;
    auto [it, isNew] = numbers.try_emplace(name.str(), label.island);
    if (!isNew && it->second != label.island)
      fault("in island " + Twine(label.island) + " and not " + Twine(it->second));
  }
  if (ids && numbers["island"] == numbers["behind"])
    faults.push_back("both islands are one");
  return faults;
}

class IslandLabels : public ::testing::TestWithParam<Kind> {};

TEST_P(IslandLabels, AreF32HoweverSpelled) {
  Context c;
  FloatType columns[] = {BFloat16Type::get(&c.context), Float16Type::get(&c.context)};
  unsigned shown = 0;
  for (unsigned seed = 0; seed < seedsPerKind; ++seed) {
    Network network(&c.context, GetParam(), seed);
    std::vector<std::string> faults =
        findFaults(labelled(network.function, /*grows=*/true, columns[seed % 2]));
    if (!faults.empty() && ++shown < 4) {
      std::string all;
      for (const std::string &fault : faults)
        all += fault + "\n";
      ADD_FAILURE() << "seed " << seed << "\n" << all << print(network.function);
    }
  }
}

// The same without growth: what the test above finds is there to be found.
TEST_P(IslandLabels, AreNotWithoutGrowth) {
  Context c;
  for (unsigned seed = 0; seed < seedsPerKind; ++seed) {
    Network network(&c.context, GetParam(), seed);
    FloatType bf16 = BFloat16Type::get(&c.context);
    EXPECT_FALSE(findFaults(labelled(network.function, /*grows=*/false, bf16), false).empty())
        << "seed " << seed;
  }
}

/// Casts between two ops of one island.
std::vector<std::string> findCastsInside(ModuleOp module) {
  std::vector<std::string> casts;
  auto islandOf = [](Operation *op) {
    auto number = op ? op->getAttrOfType<IntegerAttr>("train.island") : IntegerAttr();
    return number ? number.getInt() : 0;
  };
  module.walk([&](train::CastOp cast) {
    int64_t island = islandOf(cast.getOperand().getDefiningOp());
    for (Operation *user : cast->getUsers())
      if (island && islandOf(user) == island)
        casts.push_back(print(cast) + " between " + print(cast.getOperand().getDefiningOp()) +
                        " and " + print(user));
  });
  return casts;
}

TEST_P(IslandLabels, HaveNoCastInside) {
  Context c;
  size_t total = 0;
  for (StringRef placement : {"", "paint", "promote"})
    for (unsigned seed = 0; seed < seedsPerKind / 4; ++seed) {
      Network network(&c.context, GetParam(), seed);
      AutocastOptions options;
      options.annotate = true;
      options.placement = placement.str();
      options.compute = seed % 2 ? "f16" : "bf16";
      PassManager passes(&c.context);
      passes.addPass(createAutocast(options));
      ASSERT_TRUE(succeeded(passes.run(*network.module)));
      for (const std::string &cast : findCastsInside(*network.module))
        ADD_FAILURE() << "seed " << seed << ", placement '" << placement.str() << "': " << cast;
      network.module->walk([&](train::CastOp) { ++total; });
    }
  EXPECT_GT(total, 100u); // at the boundaries
}

/// What differentiation makes of an island: the gradient's ops have the locations of
/// those that they come from, and no value is rounded between two of them.
class DifferentiatedIslands : public ::testing::TestWithParam<Kind> {};

/// Narrowing casts between two ops of the same name.
std::vector<std::string> findRoundings(ModuleOp module) {
  std::vector<std::string> casts;
  module.walk([&](train::CastOp cast) {
    Operation *from = cast.getOperand().getDefiningOp();
    if (!from || !cast.isNarrowing() || nameOf(from) == "outside" || nameOf(from) == "parameter")
      return;
    for (Operation *user : cast->getUsers())
      if (nameOf(user) == nameOf(from))
        casts.push_back(print(cast) + " between " + print(from) + " and " + print(user));
  });
  return casts;
}

TEST_P(DifferentiatedIslands, RoundNothingInside) {
  Context c;
  for (StringRef placement : {"", "paint", "promote"})
    for (unsigned seed = 0; seed < seedsPerKind / 4; ++seed) {
      Network network(&c.context, GetParam(), seed, /*masks=*/false);
      network.makeLoss();
      AutocastOptions options;
      options.placement = placement.str();
      PassManager passes(&c.context);
      passes.addPass(train::createTrainDifferentiate());
      passes.addPass(createAutocast(options));
      ASSERT_TRUE(succeeded(passes.run(*network.module)));
      size_t backward = 0;
      network.module->walk(
          [&](Operation *op) { backward += train::isBackward(op) && nameOf(op) == "island"; });
      EXPECT_GT(backward, 4u);
      for (const std::string &cast : findRoundings(*network.module))
        ADD_FAILURE() << "seed " << seed << ", placement '" << placement.str() << "': " << cast;
    }
}

// A second run finds the islands of the first, with casts at their boundaries.
TEST_P(IslandLabels, AreTheSameInASecondRun) {
  Context c;
  for (unsigned seed = 0; seed < seedsPerKind / 3; ++seed) {
    Network network(&c.context, GetParam(), seed);
    AutocastOptions options;
    options.compute = seed % 2 ? "f16" : "bf16";
    std::string texts[2];
    for (std::string &text : texts) {
      PassManager passes(&c.context);
      passes.addPass(createAutocast(options));
      ASSERT_TRUE(succeeded(passes.run(*network.module)));
      text = print(*network.module);
    }
    EXPECT_EQ(texts[0], texts[1]) << "seed " << seed;
  }
}

/// Seconds of CPU time to grow the islands of that many norms with residuals around.
double timeOf(MLIRContext *context, unsigned layers) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(module->getBody());
  Type data = RankedTensorType::get({8, 12}, builder.getF32Type()),
       weight = RankedTensorType::get({12, 12}, builder.getF32Type()),
       vector = RankedTensorType::get({12}, builder.getF32Type());
  auto function = func::FuncOp::create(builder, loc, "f",
                                       builder.getFunctionType({data, weight, vector}, {data}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  train::CoreBuilder b(builder, loc);
  Value x = body->getArgument(0);
  for (unsigned i = 0; i < layers; ++i) {
    Speller speller(builder, loc, loc, i);
    Value y = speller.layerNorm(x, body->getArgument(2), body->getArgument(2), {1});
    x = b.add(x, b.dot(y, body->getArgument(1), {}, {}, {1}, {0}, builder.getF32Type()));
  }
  func::ReturnOp::create(builder, loc, x);
  LabelMap labels = labelled(function, /*grows=*/false, BFloat16Type::get(context));
  std::clock_t start = std::clock();
  growIslands(function, labels);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(IslandTime, GrowsAsTheStep) {
  Context c;
  timeOf(&c.context, 100);
  double small = 1e9, large = 1e9;
  for (int i = 0; i < 3; ++i) {
    small = std::min(small, timeOf(&c.context, 500));
    large = std::min(large, timeOf(&c.context, 4000));
  }
  // 8 times the ops; twice that for caches that they leave.
  EXPECT_LT(large, 16 * small + 0.01) << small << " s and " << large << " s";
}

INSTANTIATE_TEST_SUITE_P(All, DifferentiatedIslands, ::testing::ValuesIn(forwardKinds),
                         [](const auto &info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Forward, IslandLabels, ::testing::ValuesIn(forwardKinds),
                         [](const auto &info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Gradient, IslandLabels, ::testing::ValuesIn(gradientKinds),
                         [](const auto &info) { return info.param.name; });

} // namespace
