// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of roles: the discardable `train.*` attributes of a function's
// arguments and results, which say what each value is to the step.
#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace halftone::train;

namespace {

bool isResultOnly(Role role) {
  return role == Role::loss || role == Role::metric || role == Role::gradient;
}

bool isArgumentOnly(Role role) {
  return role == Role::batch || role == Role::hyper_param || role == Role::seed;
}

/// Checks the attribute's own form; whether it fits its function comes after.
LogicalResult verifyValueAttr(Operation *op, unsigned index, StringRef kind,
                              NamedAttribute attribute, bool isResult) {
  StringRef name = attribute.getName();
  auto error = [&]() { return op->emitOpError() << kind << " " << index << ": '" << name << "' "; };
  if (name == attr::role) {
    auto role = dyn_cast<RoleAttr>(attribute.getValue());
    if (!role)
      return error() << "expects a #train.role, got " << attribute.getValue();
    if (isResult ? isArgumentOnly(role.getValue()) : isResultOnly(role.getValue()))
      return error() << "role '" << stringifyRole(role.getValue()) << "' is not for "
                     << (isResult ? "a result" : "an argument");
    return success();
  }
  bool isString = name == attr::name ||
                  (isResult ? name == attr::updates : name == attr::copyOf || name == attr::group);
  if (isString) {
    auto string = dyn_cast<StringAttr>(attribute.getValue());
    if (!string || string.empty())
      return error() << "expects a non-empty string, got " << attribute.getValue();
    return success();
  }
  if (!isResult && name == attr::noDecay) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return error() << "expects a unit attribute, got " << attribute.getValue();
    return success();
  }
  return error() << "is not an attribute of " << (isResult ? "a result" : "an argument");
}

/// The arguments of `function` by name. Steps of large models have thousands.
llvm::StringMap<unsigned> indexArguments(FunctionOpInterface function) {
  llvm::StringMap<unsigned> indices;
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    if (auto name = function.getArgAttrOfType<StringAttr>(i, attr::name))
      indices.try_emplace(name.getValue(), i);
  return indices;
}

LogicalResult verifyUpdates(FunctionOpInterface function) {
  llvm::StringSet<> updated;
  llvm::StringMap<unsigned> arguments = indexArguments(function);
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i) {
    auto updates = function.getResultAttrOfType<StringAttr>(i, attr::updates);
    if (!updates)
      continue;
    auto found = arguments.find(updates.getValue());
    if (found == arguments.end())
      return function.emitOpError() << "result " << i << " updates '" << updates.getValue()
                                    << "', which is the name of no argument";
    if (!updated.insert(updates.getValue()).second)
      return function.emitOpError()
             << "result " << i << " updates '" << updates.getValue() << "' a second time";
    unsigned argument = found->second;
    Type expected = function.getArgumentTypes()[argument], got = function.getResultTypes()[i];
    if (expected != got)
      return function.emitOpError() << "result " << i << " updates '" << updates.getValue()
                                    << "' of type " << expected << ", but has type " << got;
    auto role = function.getResultAttrOfType<RoleAttr>(i, attr::role);
    auto argRole = function.getArgAttrOfType<RoleAttr>(argument, attr::role);
    if (role && argRole && role != argRole)
      return function.emitOpError()
             << "result " << i << " of role '" << stringifyRole(role.getValue()) << "' updates '"
             << updates.getValue() << "' of role '" << stringifyRole(argRole.getValue()) << "'";
  }
  return success();
}

LogicalResult verifyCopies(FunctionOpInterface function) {
  llvm::StringMap<unsigned> arguments = indexArguments(function);
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    auto role = function.getArgAttrOfType<RoleAttr>(i, attr::role);
    auto copyOf = function.getArgAttrOfType<StringAttr>(i, attr::copyOf);
    bool isCopy = role && role.getValue() == Role::weight_copy;
    if (isCopy != static_cast<bool>(copyOf))
      return function.emitOpError()
             << "argument " << i << ": role 'weight_copy' and '" << attr::copyOf << "' go together";
    if (copyOf && !arguments.contains(copyOf.getValue()))
      return function.emitOpError() << "argument " << i << " is a copy of '" << copyOf.getValue()
                                    << "', which is the name of no argument";
  }
  return success();
}

/// Names are unique among arguments and among results.
LogicalResult verifyNames(FunctionOpInterface function) {
  llvm::StringSet<> arguments, results;
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i)
    if (auto name = function.getArgAttrOfType<StringAttr>(i, attr::name))
      if (!arguments.insert(name.getValue()).second)
        return function.emitOpError()
               << "argument " << i << ": name '" << name.getValue() << "' is taken";
  for (unsigned i = 0, e = function.getNumResults(); i != e; ++i)
    if (auto name = function.getResultAttrOfType<StringAttr>(i, attr::name))
      if (!results.insert(name.getValue()).second)
        return function.emitOpError()
               << "result " << i << ": name '" << name.getValue() << "' is taken";
  return success();
}

/// True for the first argument or result that has any of our attributes: the
/// checks of the whole function run once, there.
template <typename GetAttrs> bool isFirstWithRoles(unsigned index, GetAttrs getAttrs) {
  for (unsigned i = 0; i != index; ++i)
    for (NamedAttribute attribute : getAttrs(i))
      if (attribute.getName().getValue().starts_with("train."))
        return false;
  return true;
}

} // namespace

LogicalResult TrainDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                                     unsigned argIndex, NamedAttribute attribute) {
  if (failed(verifyValueAttr(op, argIndex, "argument", attribute, /*isResult=*/false)))
    return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "'" << attribute.getName() << "' is for functions";
  if (!isFirstWithRoles(argIndex, [&](unsigned i) { return function.getArgAttrs(i); }))
    return success();
  return success(succeeded(verifyNames(function)) && succeeded(verifyCopies(function)));
}

LogicalResult TrainDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                                        unsigned resultIndex,
                                                        NamedAttribute attribute) {
  if (failed(verifyValueAttr(op, resultIndex, "result", attribute, /*isResult=*/true)))
    return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "'" << attribute.getName() << "' is for functions";
  if (!isFirstWithRoles(resultIndex, [&](unsigned i) { return function.getResultAttrs(i); }))
    return success();
  return success(succeeded(verifyNames(function)) && succeeded(verifyUpdates(function)));
}

LogicalResult TrainDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  // Facts that passes leave for reading; they carry no meaning of their own.
  return success();
}
