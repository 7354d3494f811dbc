// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tie groups are what they say: each can have another type than the rest of its op, but
// for those that are wide by definition; and the guide's page of policy files lists
// them all.
#include "PrecisionRegistry.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/Passes.h"
#include "halftone/Support/AtomicFile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace mlir;
using namespace halftone;

namespace {

const std::string sourceFolder = HALFTONE_SOURCE_DIR;

struct Context {
  Context() : context(test::makePrecisionRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }
  MLIRContext context;
};

std::string readText(const std::string &path) {
  Result<std::string> text = readFile(path);
  EXPECT_TRUE(text) << text.error();
  return text ? *text : std::string();
}

/// The op again with one group in `type`: does it verify?
bool canHave(train::PrecisionOpInterface op, const train::TieGroup &group, Type type) {
  OpBuilder builder(op);
  SmallVector<Value> operands(op->getOperands());
  SmallVector<Type> results(op->getResultTypes());
  SmallVector<Operation *> made;
  for (OpOperand *use : group.uses) {
    auto cast = UnrealizedConversionCastOp::create(
        builder, op->getLoc(), train::withElementType(use->get().getType(), type), use->get());
    operands[use->getOperandNumber()] = cast.getResult(0);
    made.push_back(cast);
  }
  for (Value def : group.defs)
    results[cast<OpResult>(def).getResultNumber()] = train::withElementType(def.getType(), type);
  made.push_back(op.rebuildWithTypes(builder, operands, results, Type()));
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  bool verifies = succeeded(verify(made.back()));
  while (!made.empty())
    made.pop_back_val()->erase();
  return verifies;
}

bool hasF64(Operation *op) {
  auto isF64 = [](Type type) { return getElementTypeOrSelf(type).isF64(); };
  return llvm::any_of(op->getOperandTypes(), isF64) || llvm::any_of(op->getResultTypes(), isF64);
}

/// Every op with tie groups in the dialect's tests. Returns how many kinds there were.
size_t forEachOp(Context &c, llvm::function_ref<void(train::PrecisionOpInterface)> visit) {
  std::set<std::string> seen;
  for (const auto &file :
       std::filesystem::directory_iterator(sourceFolder + "/test/Dialect/Train")) {
    if (file.path().extension() != ".mlir")
      continue;
    // What is invalid there is no op here.
    ScopedDiagnosticHandler quiet(&c.context, [](Diagnostic &) { return success(); });
    std::string text = readText(file.path().string());
    SmallVector<StringRef> parts;
    StringRef(text).split(parts, "// -----");
    for (StringRef part : parts)
      if (auto module = parseSourceString<ModuleOp>(part, &c.context))
        module->walk([&](train::PrecisionOpInterface op) {
          seen.insert(op->getName().getStringRef().str());
          visit(op);
        });
  }
  return seen.size();
}

TEST(TieGroups, EachCanBeNarrowedAlone) {
  Context c;
  Type low = BFloat16Type::get(&c.context);
  size_t kinds = forEachOp(c, [&](train::PrecisionOpInterface op) {
    // An accumulator that was written, or a TF32 product, binds the operands.
    if (op->getNumRegions() || hasF64(op) || op->getAttr("acc") || op->getAttr("tf32"))
      return;
    for (const train::TieGroup &group : op.getTieGroups())
      EXPECT_NE(canHave(op, group, low), group.kind == train::TieKind::Wide)
          << op->getName().getStringRef().str() << ", group " << group.name.str();
  });
  EXPECT_GE(kinds, 90u);
}

TEST(TieGroups, NamesAreThoseOfTheOp) {
  Context c;
  size_t kinds = forEachOp(c, [&](train::PrecisionOpInterface op) {
    ArrayRef<StringRef> names = op.getTieGroupNames();
    for (const train::TieGroup &group : op.getTieGroups())
      EXPECT_TRUE(llvm::is_contained(names, group.name))
          << op->getName().getStringRef().str() << " has no group " << group.name.str();
  });
  EXPECT_GE(kinds, 90u);
}

/// Rows of the page's table of groups: an op, and its groups in order.
std::map<std::string, std::vector<std::string>> readGroupTable() {
  std::map<std::string, std::vector<std::string>> table;
  std::string text = readText(sourceFolder + "/docs/PolicyFile.md");
  StringRef rest = StringRef(text).split("## Groups").second.split("\n## ").first;
  SmallVector<StringRef> lines;
  rest.split(lines, '\n');
  auto quoted = [](StringRef cell) {
    std::vector<std::string> names;
    SmallVector<StringRef> parts;
    cell.split(parts, '`');
    for (size_t i = 1; i < parts.size(); i += 2)
      names.push_back(parts[i].str());
    return names;
  };
  for (StringRef line : lines) {
    if (!line.starts_with("| `train."))
      continue;
    auto [ops, groups] = line.drop_front().split('|');
    for (const std::string &op : quoted(ops))
      table[op] = quoted(groups);
  }
  return table;
}

TEST(PolicyFilePage, ListsTheGroupsOfEveryOp) {
  Context c;
  auto table = readGroupTable();
  EXPECT_GE(table.size(), 30u);
  for (RegisteredOperationName name : c.context.getRegisteredOperationsByDialect("train")) {
    auto *model = name.getInterface<train::PrecisionOpInterface>();
    if (!model)
      continue;
    std::vector<std::string> groups;
    for (StringRef group : model->getTieGroupNames())
      groups.push_back(group.str());
    auto row = table.find(name.getStringRef().str());
    EXPECT_EQ(row == table.end() ? std::vector<std::string>{"x"} : row->second, groups)
        << name.getStringRef().str();
  }
}

} // namespace
