// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every module of the corpus imports: to the same IR from both spellings, with the roles
// that its `.json` says, and a second import changes nothing.
#include "ImportModel.h"

#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "halftone/Pipelines/ImportPipeline.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

/// The files of a kind, by their names below the `models` folder.
std::vector<std::string> filesThatEndIn(const std::string &ending) {
  std::vector<std::string> files;
  for (const char *folder : {"", "torch/"})
    for (const auto &entry :
         std::filesystem::directory_iterator(corpusFolder() + "models/" + folder))
      if (std::string name = entry.path().filename().string(); name.ends_with(ending))
        files.push_back(folder + name);
  std::sort(files.begin(), files.end());
  return files;
}

/// Rows of a `.json` for the arguments or results of a file's function.
const Json &rowsOf(const Json &json, const std::string &file, const char *key, const char *other) {
  const Json *functions = findMember(json, "functions");
  const Json &function =
      functions ? (*functions)[file.ends_with(".step.mlir") ? "step" : "loss"] : json;
  const Json *rows = findMember(function, key);
  return rows ? *rows : function[other];
}

TEST(ImportForms, SpellingsAgree) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  std::vector<std::string> files = filesThatEndIn(".pretty.mlir");
  EXPECT_EQ(files.size(), 11u);
  for (const std::string &pretty : files) {
    SCOPED_TRACE(pretty);
    std::string generic = pretty.substr(0, pretty.size() - strlen(".pretty.mlir")) + ".mlir";
    auto context = makeImportContext();
    auto one = importModel(*context, pretty), other = importModel(*context, generic);
    ASSERT_TRUE(one && other);
    EXPECT_EQ(textOf(*one), textOf(*other));
  }
}

TEST(ImportForms, RolesAndSecondImport) {
  HALFTONE_SKIP_WITHOUT_CORPUS();
  int modules = 0;
  for (const std::string &file : filesThatEndIn(".mlir")) {
    if (file.ends_with(".pretty.mlir"))
      continue;
    SCOPED_TRACE(file);
    ++modules;
    auto context = makeImportContext();
    auto module = importModel(*context, file);
    ASSERT_TRUE(module);
    EXPECT_FALSE(pipelines::needsImport(*module));
    auto function =
        module->lookupSymbol<func::FuncOp>(file.ends_with(".step.mlir") ? "step" : "loss");
    ASSERT_TRUE(function);
    Result<std::string> text =
        readFile(corpusFolder() + "models/" + file.substr(0, file.find('.')) + ".json");
    ASSERT_TRUE(text) << text.error();
    Result<Json> json = parseJson(*text);
    ASSERT_TRUE(json) << json.error();
    const Json &arguments = rowsOf(*json, file, "arguments", "args");
    ASSERT_EQ(arguments.size(), function.getNumArguments());
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      std::string role = arguments[i]["role"].get<std::string>();
      EXPECT_EQ(train::getArgName(function, i), arguments[i]["name"].get<std::string>());
      EXPECT_EQ(train::stringifyRole(*train::getArgRole(function, i)),
                role == "step" ? "step_count" : role);
      EXPECT_EQ(function.getArgAttr(i, train::attr::noDecay) != nullptr,
                !arguments[i].value("weight_decay", true));
    }
    const Json &results = rowsOf(*json, file, "results", "results");
    ASSERT_EQ(results.size(), function.getNumResults());
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      std::string name = results[i]["name"].get<std::string>();
      EXPECT_EQ(train::getResultName(function, i), name);
      EXPECT_EQ(train::getUpdatedName(function, i), name == "loss" ? "" : name);
    }

    std::string before = textOf(*module);
    ASSERT_TRUE(succeeded(import(*module, corpusFolder() + "models/" + file)));
    EXPECT_EQ(before, textOf(*module));
    auto again = parseSourceString<ModuleOp>(before, context.get());
    ASSERT_TRUE(again);
    EXPECT_EQ(before, textOf(*again));
  }
  EXPECT_EQ(modules, 23);
}

} // namespace
