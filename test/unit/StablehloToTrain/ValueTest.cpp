// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops by their values. Each case is a module that JAX printed, with inputs and what JAX,
// or numpy where it says so, computed from them: Inputs/NAME.mlir and Inputs/NAME.npz,
// made once by Inputs/make_cases.py. Integers and booleans have to be equal, floats to
// agree within the case's bound, an absolute one for small numbers and a relative one for
// large. A case named gradient_… is a loss and its gradient in every argument of floats,
// which is Halftone's own against JAX's.
#include "Convert.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cmath>
#include <filesystem>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

const std::string folder = HALFTONE_SOURCE_DIR "/test/unit/StablehloToTrain/Inputs/";

/// Names and bounds.
std::vector<std::pair<std::string, double>> readCases() {
  std::vector<std::pair<std::string, double>> cases;
  Result<std::string> text = readFile(folder + "cases.json");
  Result<Json> json = text ? parseJson(*text) : Result<Json>(Error{"no cases"});
  if (json)
    for (const auto &[name, bound] : json->items())
      cases.emplace_back(name, asNumber(bound).value_or(0));
  return cases;
}

/// In every argument of f32.
void differentiate(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    if (cast<RankedTensorType>(type).getElementType().isF32())
      main.setArgAttr(i, train::attr::role, train::RoleAttr::get(context, train::Role::param));
  PassManager pm(context);
  ASSERT_TRUE(succeeded(parsePassPipeline("train-differentiate{function=main}", pm)));
  ASSERT_TRUE(succeeded(pm.run(module)));
}

class Values : public ::testing::TestWithParam<std::pair<std::string, double>> {};

TEST_P(Values, Agree) {
  const auto &[name, bound] = GetParam();
  auto context = makeContext();
  auto module = convertFile(*context, folder + name + ".mlir", "convert-stablehlo-to-train");
  ASSERT_TRUE(module);
  NamedArrays arrays = readOrFail(folder + name + ".npz");
  std::vector<HostTensor> arguments, expected;
  while (const HostTensor *array = arrays.find("a" + std::to_string(arguments.size())))
    arguments.push_back(*array);
  while (const HostTensor *array = arrays.find("r" + std::to_string(expected.size())))
    expected.push_back(*array);
  ASSERT_FALSE(expected.empty());
  bool isGradient = name.rfind("gradient_", 0) == 0;
  if (isGradient)
    differentiate(*module);
  std::vector<HostTensor> results = run(*module, isGradient ? "main_grad" : "main", arguments);
  ASSERT_EQ(results.size(), expected.size());
  for (auto [result, want] : llvm::zip(results, expected)) {
    ASSERT_EQ(result.typeString(), want.typeString());
    for (int64_t i = 0; i < want.numElements(); ++i) {
      if (!isFloat(want.dtype())) {
        ASSERT_EQ(result.getInt(i), want.getInt(i)) << "element " << i;
        continue;
      }
      double have = result.getDouble(i), wanted = want.getDouble(i);
      if (std::isnan(wanted)) {
        ASSERT_TRUE(std::isnan(have)) << "element " << i << " is " << have;
      } else if (std::isinf(wanted)) {
        ASSERT_EQ(have, wanted) << "element " << i;
      } else {
        ASSERT_NEAR(have, wanted, bound * std::max(1.0, std::abs(wanted))) << "element " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Values, ::testing::ValuesIn(readCases()),
                         [](const auto &info) { return info.param.first; });

TEST(Cases, EveryFileIsListed) {
  size_t files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    files += entry.path().extension() == ".mlir";
  EXPECT_EQ(files, readCases().size());
}

} // namespace
