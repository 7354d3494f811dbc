// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-raise-composites` by numbers: every function of the lit tests, those that must be
// raised and those that must not, gives the same results and the same gradients before and
// after, by the reference evaluator on random inputs with labels in and out of range.
//
// Bound: 2^-17 of the largest element of a result, some hundred roundings of f32, which is
// what two groupings of the same sums and products of this size may differ by. NaN must be
// NaN on both sides.
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"
#include "halftone/Dialect/Train/Transforms/Passes.h"
#include "halftone/Reference/Evaluator.h"
#include "halftone/Reference/Folders.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace halftone;

namespace {

MLIRContext &context() {
  static MLIRContext *context = [] {
    train::registerTrainPasses();
    DialectRegistry registry;
    registry.insert<train::TrainDialect, func::FuncDialect>();
    train::registerDecompositions(registry);
    train::registerGradients(registry);
    reference::registerReferenceFolders(registry);
    auto *made = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

void run(ModuleOp module, const std::string &pipeline) {
  PassManager pm(&context());
  ASSERT_TRUE(succeeded(parsePassPipeline(pipeline, pm))) << pipeline;
  ASSERT_TRUE(succeeded(pm.run(module))) << pipeline;
}

DType typeOf(Type element) {
  if (element.isF64())
    return DType::F64;
  if (element.isBF16())
    return DType::BF16;
  if (element.isInteger(1))
    return DType::I1;
  if (element.isInteger(64))
    return DType::I64;
  return element.isF32() ? DType::F32 : DType::I32;
}

/// Integers reach from below 0 over the sizes that the tests index; i1 is both.
std::vector<HostTensor> makeArguments(func::FuncOp function, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<HostTensor> arguments;
  for (Type type : function.getArgumentTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    HostTensor array(typeOf(tensor.getElementType()), tensor.getShape().vec());
    for (int64_t i = 0; i < array.numElements(); ++i) {
      int64_t bits = random();
      if (isa<FloatType>(tensor.getElementType()))
        array.setDouble(i, std::ldexp(static_cast<double>(bits % 4096), -10) - 2);
      else if (tensor.getElementType().isInteger(1))
        array.setInt(i, bits % 4 != 0);
      else // one in twelve names no class
        array.setInt(i, seed % 2 ? bits % 7 : bits % 12 - 2);
    }
    arguments.push_back(std::move(array));
  }
  return arguments;
}

void expectSame(const std::vector<HostTensor> &before, const std::vector<HostTensor> &after,
                const std::string &what) {
  ASSERT_EQ(before.size(), after.size()) << what;
  for (size_t r = 0; r < before.size(); ++r) {
    ASSERT_EQ(before[r].shape(), after[r].shape()) << what;
    double largest = 1e-3;
    for (int64_t i = 0; i < before[r].numElements(); ++i)
      if (std::isfinite(before[r].getDouble(i)))
        largest = std::max(largest, std::abs(before[r].getDouble(i)));
    for (int64_t i = 0; i < before[r].numElements(); ++i) {
      double a = before[r].getDouble(i), b = after[r].getDouble(i);
      if (a == b || (std::isnan(a) && std::isnan(b)))
        continue;
      ASSERT_NEAR(a, b, 0x1p-17 * largest) << what << ", result " << r << ", element " << i;
    }
  }
}

std::vector<HostTensor> evaluate(ModuleOp module, const std::string &name,
                                 const std::vector<HostTensor> &arguments) {
  auto results = reference::evaluate(module.lookupSymbol<func::FuncOp>(name), arguments);
  EXPECT_TRUE(succeeded(results)) << name;
  return succeeded(results) ? std::move(*results) : std::vector<HostTensor>();
}

/// The loss Σ r² of the first result, followed by the other results, with every float
/// argument a parameter.
void makeLoss(func::FuncOp function) {
  auto end = cast<func::ReturnOp>(function.getBody().front().getTerminator());
  OpBuilder builder(end);
  train::CoreBuilder b(builder, function.getLoc());
  Value loss = end.getOperand(0);
  if (!train::getShape(loss).empty())
    loss = b.sumAll(b.square(loss));
  end.setOperand(0, loss);
  SmallVector<Type> results(end.getOperandTypes());
  function.setFunctionType(builder.getFunctionType(function.getArgumentTypes(), results));
  function.setResultAttr(0, train::attr::role, train::RoleAttr::get(&context(), train::Role::loss));
  function.setResultAttr(0, train::attr::name, builder.getStringAttr("loss"));
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<FloatType>(cast<ShapedType>(type).getElementType())) {
      function.setArgAttr(i, train::attr::role,
                          train::RoleAttr::get(&context(), train::Role::param));
      function.setArgAttr(i, train::attr::name, builder.getStringAttr("p" + std::to_string(i)));
    }
}

class Raise : public ::testing::TestWithParam<const char *> {
protected:
  /// Calls `check` for each function that lit looks at.
  void forEach(function_ref<void(ModuleOp, const std::string &)> check) {
    std::string path =
        std::string(HALFTONE_SOURCE_DIR) + "/test/Dialect/Train/Transforms/" + GetParam() + ".mlir";
    Result<std::string> text = readFile(path);
    ASSERT_TRUE(text) << text.error();
    SmallVector<StringRef> parts;
    StringRef(*text).split(parts, "// -----");
    int functions = 0;
    for (StringRef part : parts) {
      OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(part, &context());
      ASSERT_TRUE(module) << part.str();
      for (func::FuncOp function : module->getOps<func::FuncOp>())
        if (function.isPublic()) {
          SCOPED_TRACE(function.getName().str());
          OwningOpRef<ModuleOp> copy(module->clone());
          check(*copy, function.getName().str());
          ++functions;
        }
    }
    EXPECT_GT(functions, 4);
  }
};

TEST_P(Raise, ResultsStay) {
  forEach([](ModuleOp module, const std::string &name) {
    OwningOpRef<ModuleOp> raised(module.clone());
    run(*raised, "train-raise-composites");
    for (unsigned seed = 1; seed <= 4; ++seed) {
      auto arguments = makeArguments(module.lookupSymbol<func::FuncOp>(name), seed);
      expectSame(evaluate(module, name, arguments), evaluate(*raised, name, arguments), name);
    }
  });
}

TEST_P(Raise, GradientsStay) {
  forEach([](ModuleOp module, const std::string &name) {
    for (func::FuncOp other : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (other.isPublic() && other.getName() != name)
        other.erase();
    auto function = module.lookupSymbol<func::FuncOp>(name);
    Type first = function.getResultTypes()[0];
    // A square in 16 bits is no loss.
    if (cast<ShapedType>(first).getElementType().isBF16())
      return;
    makeLoss(function);
    OwningOpRef<ModuleOp> raised(module.clone());
    run(*raised, "train-raise-composites");
    // Labels in range, since a loss of NaN has no gradient to speak of.
    auto arguments = makeArguments(function, /*seed=*/1);
    for (ModuleOp each : {module, *raised})
      run(each, "train-differentiate{function=" + name + "}");
    std::vector<HostTensor> before = evaluate(module, name + "_grad", arguments),
                            after = evaluate(*raised, name + "_grad", arguments);
    if (before.size() == after.size() && std::isnan(before[0].getDouble(0))) {
      EXPECT_TRUE(std::isnan(after[0].getDouble(0))) << name;
      return;
    }
    expectSame(before, after, name);
  });
}

INSTANTIATE_TEST_SUITE_P(Files, Raise,
                         ::testing::Values("raise-composites", "raise-norms", "raise-losses",
                                           "raise-activations", "raise-attention"),
                         [](const auto &info) {
                           return llvm::join(llvm::split(StringRef(info.param), '-'), "_");
                         });

} // namespace
