// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `train-raise-composites` on what JAX and torch-mlir print for the spellings of each
// composite that libraries and hand-written models use, and for near misses. Inputs/spellings
// has the modules, with inputs and what the framework computed from them, made once by
// make_jax.py and make_torch.py; raised.json says what must be found in each, neither more
// nor less, with the pass's options behind the name.
//
// For each: the function that is raised has the results and gradients of the one that isn't,
// by the reference evaluator on the framework's inputs, and results on inputs that the
// framework never sees (labels and indices out of range, masks that block whole rows).
//
// Bounds, relative to the largest element of what is compared: 2^-17 between the two, some hundred
// roundings of f32, which is what two groupings of the same few dozen operations may differ by;
// four times that from the framework, whose sums and elementary functions are f32.
#include "Convert.h"

#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/Json.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>
#include <random>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

const std::string folder = HALFTONE_SOURCE_DIR "/test/unit/StablehloToTrain/Inputs/spellings/";

struct Spelling {
  std::string framework, name, options;
  std::map<std::string, int> raised;

  std::string test() const {
    std::string text = framework + "_" + name + (options.empty() ? "" : "_" + options);
    for (char &letter : text)
      if (!llvm::isAlnum(letter))
        letter = '_';
    return text;
  }
};
void PrintTo(const Spelling &spelling, std::ostream *os) { *os << spelling.test(); }

std::vector<Spelling> readSpellings(bool withOptions = true) {
  std::vector<Spelling> spellings;
  Result<std::string> text = readFile(folder + "raised.json");
  Result<Json> json = text ? parseJson(*text) : Result<Json>(Error{"no spellings"});
  if (!json)
    return spellings;
  for (const auto &[framework, cases] : json->items())
    for (const auto &[key, raised] : cases.items()) {
      auto [name, options] = StringRef(key).split(' ');
      if (!withOptions && !options.empty())
        continue;
      Spelling spelling{framework, name.str(), options.str(), {}};
      for (const auto &[composite, count] : raised.items())
        spelling.raised[composite] = static_cast<int>(asNumber(count).value_or(0));
      spellings.push_back(spelling);
    }
  return spellings;
}

/// The modules of a framework by name.
const std::map<std::string, std::string> &readModules(const std::string &framework) {
  static std::map<std::string, std::map<std::string, std::string>> all;
  std::map<std::string, std::string> &modules = all[framework];
  if (!modules.empty())
    return modules;
  Result<std::string> text = readFile(folder + framework + ".mlir");
  EXPECT_TRUE(text) << text.error();
  SmallVector<StringRef> parts;
  StringRef(*text).split(parts, "// -----");
  for (StringRef part : parts)
    modules[part.trim().drop_front(strlen("module @")).split(' ').first.str()] = part.str();
  return modules;
}

const NamedArrays &readFramework(const std::string &framework) {
  static std::map<std::string, NamedArrays> all;
  auto found = all.find(framework);
  if (found == all.end())
    found = all.emplace(framework, readOrFail(folder + framework + ".npz")).first;
  return found->second;
}

class Spellings : public ::testing::TestWithParam<Spelling> {
protected:
  void SetUp() override {
    const auto &modules = readModules(GetParam().framework);
    auto text = modules.find(GetParam().name);
    ASSERT_NE(text, modules.end()) << GetParam().name;
    context = makeContext();
    plain = convertText(*context, text->second, "convert-stablehlo-to-train");
    ASSERT_TRUE(plain);
    raised = plain->clone();
    std::string options = GetParam().options.empty() ? "" : "{" + GetParam().options + "}";
    ASSERT_TRUE(runPasses(*raised, "train-raise-composites" + options));
    while (find("a", arguments.size()))
      arguments.push_back(*find("a", arguments.size()));
  }

  bool runPasses(ModuleOp module, const std::string &pipeline) {
    PassManager pm(context.get());
    return succeeded(parsePassPipeline(pipeline, pm)) && succeeded(pm.run(module));
  }

  const HostTensor *find(const char *kind, size_t index) const {
    return readFramework(GetParam().framework)
        .find(GetParam().name + "/" + kind + std::to_string(index));
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> plain, raised;
  std::vector<HostTensor> arguments;
};

/// `bound` is relative to the largest element of all of `b`: a gradient may be 0 but for
/// rounding, as that of attention in the keys' bias.
void expectNear(ArrayRef<HostTensor> a, ArrayRef<const HostTensor *> b, double bound,
                const std::string &what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  double largest = 1e-3;
  for (const HostTensor *array : b)
    for (int64_t i = 0; i < array->numElements(); ++i)
      if (std::isfinite(array->getDouble(i)))
        largest = std::max(largest, std::abs(array->getDouble(i)));
  for (size_t r = 0; r < a.size(); ++r) {
    ASSERT_EQ(a[r].shape(), b[r]->shape()) << what;
    for (int64_t i = 0; i < a[r].numElements(); ++i) {
      double x = a[r].getDouble(i), y = b[r]->getDouble(i);
      if (x == y || (std::isnan(x) && std::isnan(y)))
        continue;
      ASSERT_NEAR(x, y, bound * largest) << what << " " << r << ", element " << i;
    }
  }
}

std::vector<const HostTensor *> pointers(const std::vector<HostTensor> &arrays) {
  std::vector<const HostTensor *> result;
  for (const HostTensor &array : arrays)
    result.push_back(&array);
  return result;
}

TEST_P(Spellings, IsFound) {
  std::map<std::string, int> found;
  raised->walk(
      [&](train::DecomposableOpInterface op) { ++found[op->getName().stripDialect().str()]; });
  EXPECT_EQ(found, GetParam().raised);
}

TEST_P(Spellings, ResultsStay) {
  std::vector<HostTensor> before = run(*plain, "main", arguments),
                          after = run(*raised, "main", arguments);
  expectNear(after, pointers(before), 0x1p-17, "result");
  std::vector<const HostTensor *> expected;
  for (size_t i = 0; i < after.size(); ++i) {
    ASSERT_TRUE(find("r", i));
    expected.push_back(find("r", i));
  }
  expectNear(after, expected, 0x1p-15, "framework's result");
}

TEST_P(Spellings, GradientsStay) {
  size_t results = plain->lookupSymbol<func::FuncOp>("main").getNumResults();
  std::vector<const HostTensor *> expected;
  for (ModuleOp module : {*plain, *raised}) {
    auto main = module.lookupSymbol<func::FuncOp>("main");
    expected.clear();
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (const HostTensor *gradient = find("g", i)) {
        main.setArgAttr(i, train::attr::role,
                        train::RoleAttr::get(context.get(), train::Role::param));
        expected.push_back(gradient);
      }
    ASSERT_FALSE(expected.empty());
    ASSERT_TRUE(runPasses(module, "train-differentiate{function=main}"));
  }
  std::vector<HostTensor> before = run(*plain, "main_grad", arguments),
                          after = run(*raised, "main_grad", arguments);
  for (std::vector<HostTensor> *all : {&before, &after}) {
    ASSERT_EQ(all->size(), results + expected.size());
    all->erase(all->begin(), all->begin() + results);
  }
  expectNear(after, pointers(before), 0x1p-17, "gradient");
  expectNear(after, expected, 0x1p-15, "framework's gradient");
}

/// Those that assume nothing of inputs.
class AnySpellings : public Spellings {};

/// Integers from below 0 over the sizes that they index, and predicates of both kinds, rows
/// of one kind included.
TEST_P(AnySpellings, ResultsStay) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed);
    std::vector<HostTensor> others = arguments;
    for (HostTensor &array : others)
      for (int64_t i = 0; i < array.numElements(); ++i) {
        int64_t bits = random();
        if (array.dtype() == DType::F32)
          array.setDouble(i, std::ldexp(static_cast<double>(bits % 4096), -10) - 2);
        else if (array.dtype() == DType::I1)
          array.setInt(i, bits % 3 != 0 && (i / array.shape().back() + seed) % 4 != 0);
        else
          array.setInt(i, bits % 12 - 2);
      }
    expectNear(run(*raised, "main", others), pointers(run(*plain, "main", others)), 0x1p-17,
               "result with seed " + std::to_string(seed));
  }
}

INSTANTIATE_TEST_SUITE_P(Frameworks, Spellings, ::testing::ValuesIn(readSpellings()),
                         [](const auto &info) { return info.param.test(); });
INSTANTIATE_TEST_SUITE_P(Frameworks, AnySpellings,
                         ::testing::ValuesIn(readSpellings(/*withOptions=*/false)),
                         [](const auto &info) { return info.param.test(); });

} // namespace
