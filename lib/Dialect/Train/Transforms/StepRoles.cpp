// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles and names of a step's arguments and results.
#include "halftone/Dialect/Train/Transforms/StepRoles.h"

using namespace mlir;

namespace halftone::train {

std::optional<Role> getArgRole(func::FuncOp func, unsigned index) {
  if (auto role = func.getArgAttrOfType<RoleAttr>(index, attr::role))
    return role.getValue();
  return std::nullopt;
}

std::optional<Role> getResultRole(func::FuncOp func, unsigned index) {
  if (auto role = func.getResultAttrOfType<RoleAttr>(index, attr::role))
    return role.getValue();
  return std::nullopt;
}

static StringRef textOf(StringAttr attribute) {
  return attribute ? attribute.getValue() : StringRef();
}

StringRef getArgName(func::FuncOp func, unsigned index) {
  return textOf(func.getArgAttrOfType<StringAttr>(index, attr::name));
}

StringRef getResultName(func::FuncOp func, unsigned index) {
  return textOf(func.getResultAttrOfType<StringAttr>(index, attr::name));
}

StringRef getUpdatedName(func::FuncOp func, unsigned index) {
  return textOf(func.getResultAttrOfType<StringAttr>(index, attr::updates));
}

/// The first index below `count` for which `holds`.
static std::optional<unsigned> findIndex(unsigned count, llvm::function_ref<bool(unsigned)> holds) {
  for (unsigned i = 0; i < count; ++i)
    if (holds(i))
      return i;
  return std::nullopt;
}

std::optional<unsigned> findArg(func::FuncOp func, StringRef name) {
  return findIndex(func.getNumArguments(), [&](unsigned i) { return getArgName(func, i) == name; });
}

std::optional<unsigned> findResult(func::FuncOp func, StringRef name) {
  return findIndex(func.getNumResults(),
                   [&](unsigned i) { return getResultName(func, i) == name; });
}

std::optional<unsigned> findUpdate(func::FuncOp func, StringRef argName) {
  return findIndex(func.getNumResults(),
                   [&](unsigned i) { return getUpdatedName(func, i) == argName; });
}

/// The first index of each name that isn't empty.
static llvm::StringMap<unsigned> indexNames(unsigned count,
                                            llvm::function_ref<StringRef(unsigned)> nameOf) {
  llvm::StringMap<unsigned> indices;
  for (unsigned i = 0; i < count; ++i)
    if (StringRef name = nameOf(i); !name.empty())
      indices.try_emplace(name, i);
  return indices;
}

llvm::StringMap<unsigned> indexArgs(func::FuncOp func) {
  return indexNames(func.getNumArguments(), [&](unsigned i) { return getArgName(func, i); });
}

llvm::StringMap<unsigned> indexResults(func::FuncOp func) {
  return indexNames(func.getNumResults(), [&](unsigned i) { return getResultName(func, i); });
}

llvm::StringMap<unsigned> indexUpdates(func::FuncOp func) {
  return indexNames(func.getNumResults(), [&](unsigned i) { return getUpdatedName(func, i); });
}

SmallVector<unsigned> getArgsWithRole(func::FuncOp func, Role role) {
  SmallVector<unsigned> indices;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (getArgRole(func, i) == role)
      indices.push_back(i);
  return indices;
}

SmallVector<unsigned> getResultsWithRole(func::FuncOp func, Role role) {
  SmallVector<unsigned> indices;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (getResultRole(func, i) == role)
      indices.push_back(i);
  return indices;
}

bool isStateRole(Role role) {
  switch (role) {
  case Role::param:
  case Role::frozen_param:
  case Role::weight_copy:
  case Role::opt_state:
  case Role::model_state:
  case Role::ema:
  case Role::step_count:
  case Role::scaler_state:
  case Role::amax_history:
  case Role::key:
    return true;
  case Role::batch:
  case Role::hyper_param:
  case Role::seed:
  case Role::loss:
  case Role::metric:
  case Role::gradient:
    return false;
  }
  llvm_unreachable("a role that isn't in the enum");
}

func::ReturnOp getReturn(func::FuncOp func) {
  return cast<func::ReturnOp>(func.front().getTerminator());
}

Value getResultValue(func::FuncOp func, unsigned index) {
  return getReturn(func).getOperand(index);
}

DictionaryAttr getRoleAttrs(MLIRContext *context, Role role, StringRef name, StringRef updates,
                            DictionaryAttr extra) {
  NamedAttrList attrs(extra);
  attrs.set(attr::role, RoleAttr::get(context, role));
  attrs.set(attr::name, StringAttr::get(context, name));
  attrs.erase(attr::updates);
  if (!updates.empty())
    attrs.set(attr::updates, StringAttr::get(context, updates));
  return attrs.getDictionary(context);
}

SmallVector<BlockArgument> addStateArgs(func::FuncOp func, ArrayRef<NewArgument> args) {
  unsigned place = 0;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (std::optional<Role> role = getArgRole(func, i); role && isStateRole(*role))
      place = i + 1;

  SmallVector<unsigned> indices(args.size(), place);
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  SmallVector<Location> locs;
  for (const NewArgument &arg : args) {
    types.push_back(arg.type);
    attrs.push_back(arg.attrs);
    locs.push_back(arg.loc);
  }
  // It fails only where the function type can't be rebuilt, which func's can.
  LogicalResult inserted = func.insertArguments(indices, types, attrs, locs);
  (void)inserted;
  return llvm::to_vector(func.getArguments().slice(place, args.size()));
}

void addResults(func::FuncOp func, ArrayRef<NewResult> results) {
  unsigned firstOther = func.getNumResults();
  for (unsigned i = func.getNumResults(); i-- > 0;)
    if (std::optional<Role> role = getResultRole(func, i); !role || !isStateRole(*role))
      firstOther = i;

  auto isState = [](const NewResult &result) {
    auto role = result.attrs.getAs<RoleAttr>(attr::role);
    return role && isStateRole(role.getValue());
  };
  unsigned end = func.getNumResults();
  SmallVector<unsigned> indices;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attrs;
  SmallVector<Value> stateValues, otherValues;
  for (bool state : {true, false}) {
    for (const NewResult &result : results) {
      if (isState(result) != state)
        continue;
      indices.push_back(state ? firstOther : end);
      types.push_back(result.value.getType());
      attrs.push_back(result.attrs);
      (state ? stateValues : otherValues).push_back(result.value);
    }
  }
  LogicalResult inserted = func.insertResults(indices, types, attrs);
  (void)inserted; // as above
  func::ReturnOp ret = getReturn(func);
  ret.getOperandsMutable().append(otherValues);
  ret->insertOperands(firstOther, stateValues);
}

} // namespace halftone::train
