// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Signature.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;

static constexpr StringLiteral resultInfo = "jax.result_info";

/// The name that JAX gave to an argument.
static std::string locationName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().str() : std::string();
}

void halftone::conversion::applyRow(ImportedValue &value, const RoleRow &row, StringRef source) {
  value.name = row.name;
  value.isNamed = true;
  if (row.role) {
    value.role = row.role;
    value.source = source.str();
  }
  value.noDecay = row.noDecay;
  value.isGiven = row.isGiven;
}

static void applyAttrs(ImportedValue &value, DictionaryAttr attrs) {
  if (!attrs)
    return;
  if (auto name = attrs.getAs<StringAttr>(train::attr::name)) {
    value.name = name.str();
    value.isNamed = true;
  }
  if (auto role = attrs.getAs<train::RoleAttr>(train::attr::role)) {
    value.role = role.getValue();
    value.source = train::attr::role.str();
  }
  if (attrs.contains(train::attr::noDecay))
    value.noDecay = true;
}

static std::string argumentName(const ValuePath &path, unsigned index) {
  return path.empty() ? "arg" + std::to_string(index) : path.join();
}

/// A result is called by its keys; the index into a tuple says little.
static std::string resultName(const ValuePath &path, unsigned index) {
  bool isIndexed = !path.empty() && isIndex(path.root());
  std::string name = path.join(isIndexed ? 1 : 0);
  return name.empty() ? "result" + std::to_string(index) : name;
}

Signature halftone::conversion::readSignature(func::FuncOp func, const RoleRows *rows,
                                              StringRef file) {
  Signature signature;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
    ImportedValue &value =
        signature.args.emplace_back(func.getArgumentTypes()[i], func.getArgument(i).getLoc());
    value.text = locationName(value.loc);
    if (!value.text.empty())
      value.path = parseArgumentPath(value.text);
    value.name = argumentName(value.path, i);
    if (rows)
      applyRow(value, rows->arguments[i], file);
    applyAttrs(value, func.getArgAttrDict(i));
  }
  for (unsigned i = 0, e = func.getNumResults(); i != e; ++i) {
    ImportedValue &value = signature.results.emplace_back(func.getResultTypes()[i], func.getLoc());
    if (auto info = func.getResultAttrOfType<StringAttr>(i, resultInfo)) {
      value.text = info.str();
      value.path = parseResultPath(value.text);
    }
    value.name = resultName(value.path, i);
    if (rows && i < rows->results.size())
      applyRow(value, rows->results[i], file);
    applyAttrs(value, func.getResultAttrDict(i));
  }
  return signature;
}
