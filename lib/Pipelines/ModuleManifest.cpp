// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the `train.*` attributes of function arguments and results to a manifest.
#include "halftone/Pipelines/ModuleManifest.h"
#include "halftone/Dialect/Train/IR/HostTypes.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/StepRoles.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace halftone;
using runtime::FunctionInfo;
using runtime::Manifest;
using runtime::ValueInfo;

/// One argument or result; `kind` is "arg" or "result".
static FailureOr<ValueInfo> describeValue(func::FuncOp function, unsigned index, StringRef kind,
                                          Type type, DictionaryAttr attributes) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<DType> dtype =
      tensor ? train::lookupHostType(tensor.getElementType()) : std::nullopt;
  if (!dtype || !tensor.hasStaticShape())
    return function.emitOpError() << kind << " " << index
                                  << ": expected a tensor of static shape and a host type, got "
                                  << type;
  auto string = [&](StringRef name) {
    auto attribute = attributes ? attributes.getAs<StringAttr>(name) : StringAttr();
    return attribute ? attribute.str() : std::string();
  };
  ValueInfo info;
  info.name = string(train::attr::name);
  if (info.name.empty())
    info.name = (kind + Twine(index)).str();
  if (auto role = attributes ? attributes.getAs<train::RoleAttr>(train::attr::role) : nullptr)
    info.role = train::stringifyRole(role.getValue()).str();
  info.dtype = *dtype;
  info.shape = tensor.getShape().vec();
  info.updates = string(train::attr::updates);
  return info;
}

static FailureOr<FunctionInfo> describeFunction(func::FuncOp function) {
  FunctionInfo info;
  info.name = function.getName().str();
  info.symbol = (stepSymbolPrefix + function.getName()).str();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    FailureOr<ValueInfo> value =
        describeValue(function, i, "arg", type, function.getArgAttrDict(i));
    if (failed(value))
      return failure();
    info.args.push_back(std::move(*value));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<ValueInfo> value =
        describeValue(function, i, "result", type, function.getResultAttrDict(i));
    if (failed(value))
      return failure();
    info.results.push_back(std::move(*value));
  }
  return info;
}

static std::vector<std::pair<std::string, std::string>> describeProperties(ModuleOp module) {
  std::vector<std::pair<std::string, std::string>> properties;
  if (auto facts = module->getAttrOfType<DictionaryAttr>(propertiesAttrName))
    for (NamedAttribute fact : facts)
      if (auto value = dyn_cast<StringAttr>(fact.getValue()))
        properties.emplace_back(fact.getName().str(), value.str());
  auto step = module.lookupSymbol<func::FuncOp>(train::kStepFunction);
  if (!step)
    return properties;
  if (auto count = step->getAttrOfType<IntegerAttr>(train::kMicroBatches))
    properties.emplace_back("micro_batches", std::to_string(count.getInt()));
  if (auto names = step->getAttrOfType<ArrayAttr>(train::attr::gradientNames))
    properties.emplace_back(
        "gradients", llvm::join(llvm::map_range(names.getAsRange<StringAttr>(),
                                                [](StringAttr name) { return name.getValue(); }),
                                ","));
  return properties;
}

FailureOr<Manifest> halftone::manifestFromModule(ModuleOp module, StringRef target) {
  Manifest manifest;
  manifest.target = target.str();
  manifest.properties = describeProperties(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    bool ofStep = llvm::is_contained({"init", "step", "eval"}, function.getName());
    if (!ofStep || function.isExternal())
      continue;
    FailureOr<FunctionInfo> info = describeFunction(function);
    if (failed(info))
      return failure();
    manifest.functions.push_back(std::move(*info));
  }
  if (manifest.functions.empty())
    return module.emitOpError("expected a built step with functions 'init', 'step' or 'eval', "
                              "got none of them");
  return manifest;
}
