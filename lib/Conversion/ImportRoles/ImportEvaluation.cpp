// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that evaluates, exported beside the model: it becomes `@eval` of the model's
// module. What its arguments are is known from the model: they have its names.
#include "Signature.h"

#include "halftone/Conversion/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::Role;

namespace {

class EvaluationImport {
public:
  EvaluationImport(ModuleOp module, const std::string &file, const Signature &main)
      : module(module), file(file), main(main) {}

  LogicalResult run();

private:
  ModuleOp module;
  const std::string &file;
  const Signature &main;
  OwningOpRef<ModuleOp> other;

  InFlightDiagnostic error() {
    return emitError(UnknownLoc::get(module.getContext())) << "--eval: '" << file << "': ";
  }
  FailureOr<Signature> readArguments(func::FuncOp func);
  LogicalResult findRole(ImportedValue &value, unsigned index);
  LogicalResult chooseResults(func::FuncOp func, Signature &signature);
  void label(func::FuncOp func, const Signature &signature);
  LogicalResult move(func::FuncOp func);
};

FailureOr<Signature> EvaluationImport::readArguments(func::FuncOp func) {
  std::optional<RoleRows> rows;
  std::string beside = findRoleFile(file);
  if (!beside.empty()) {
    Result<std::optional<RoleRows>> read =
        readRoleFile(beside, file, func.getFunctionType(), /*isAsked=*/false);
    if (!read)
      return error() << read.error();
    rows = std::move(*read);
  }
  Signature signature =
      readSignature(func, rows ? &*rows : nullptr, llvm::sys::path::filename(beside));
  for (auto [i, value] : llvm::enumerate(signature.args))
    if (failed(findRole(value, i)))
      return failure();
  return signature;
}

/// The model's argument of this name says what it is. Only inputs may be new, or of another
/// size.
LogicalResult EvaluationImport::findRole(ImportedValue &value, unsigned index) {
  const ImportedValue *same = llvm::find_if(
      main.args, [&](const ImportedValue &known) { return known.name == value.name; });
  if (same == main.args.end()) {
    if (value.role == Role::batch)
      return success();
    return error() << "argument " << index << ", '" << value.name
                   << "', has the name of no argument of the model";
  }
  value.role = same->role;
  // A step that is built casts its masters for either function.
  bool mayCast = !main.isStep && value.role == Role::param && isa<FloatType>(value.element());
  Type type = mayCast ? train::withElementType(value.type, same->element()) : value.type;
  if (train::isStateRole(*value.role) && type != same->type)
    return error() << "argument " << index << ", '" << value.name << "', is " << value.type
                   << ", but the model has " << same->type;
  return success();
}

/// What is called loss, or the first of what may be one; without, all are metrics.
std::optional<unsigned> findLoss(ArrayRef<ImportedValue> results) {
  std::optional<unsigned> first;
  for (auto [i, value] : llvm::enumerate(results)) {
    bool mayBe = value.role ? value.role == Role::loss : value.isScalarFloat();
    if (mayBe &&
        (value.role || StringRef(value.name).rsplit('/').second == "loss" || value.name == "loss"))
      return i;
    if (mayBe && !first)
      first = i;
  }
  return first;
}

/// Loss and metrics stay; updates of state are for training.
LogicalResult EvaluationImport::chooseResults(func::FuncOp func, Signature &signature) {
  std::optional<unsigned> loss = findLoss(signature.results);
  llvm::BitVector updates(func.getNumResults());
  for (auto [i, value] : llvm::enumerate(signature.results)) {
    if (value.role && train::isStateRole(*value.role))
      updates.set(i);
    else
      value.role = i == loss ? Role::loss : Role::metric;
    if (value.role == Role::loss)
      value.name = "loss"; // what logs call it
  }
  if (func.eraseResults(updates).failed())
    return failure();
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  for (unsigned i = updates.size(); i-- > 0;)
    if (updates[i]) {
      ret->eraseOperand(i);
      signature.results.erase(signature.results.begin() + i);
    }
  llvm::StringMap<unsigned> names;
  for (auto [i, value] : llvm::enumerate(signature.results))
    if (!names.try_emplace(value.name, i).second)
      value.name += "_" + std::to_string(i);
  if (signature.results.empty())
    return error() << "the function returns neither a loss nor a metric";
  return success();
}

void EvaluationImport::label(func::FuncOp func, const Signature &signature) {
  MLIRContext *context = module.getContext();
  for (auto [i, value] : llvm::enumerate(signature.args))
    func.setArgAttrs(i, train::getRoleAttrs(context, *value.role, value.name));
  for (auto [i, value] : llvm::enumerate(signature.results))
    func.setResultAttrs(i, train::getRoleAttrs(context, *value.role, value.name));
}

/// Puts all functions of the file into the module, under names that are free in both.
LogicalResult EvaluationImport::move(func::FuncOp func) {
  SymbolTable here(module), there(*other);
  for (Operation &op : llvm::make_early_inc_range(other->getBody()->getOperations())) {
    if (SymbolTable::getSymbolName(&op).empty())
      return error() << "op '" << op.getName() << "' is not a function";
    bool isEntry = &op == func.getOperation();
    if (!isEntry)
      SymbolTable::setSymbolVisibility(&op, SymbolTable::Visibility::Private);
    LogicalResult renamed = success();
    if (isEntry)
      renamed = func.getName() == train::kEvalFunction ? success()
                                                       : there.rename(func, train::kEvalFunction);
    else if (here.lookup(SymbolTable::getSymbolName(&op)))
      renamed = there.renameToUnique(&op, {&there, &here});
    if (failed(renamed))
      return error() << "the function '@" << SymbolTable::getSymbolName(&op).getValue()
                     << "' can't be renamed";
  }
  for (Operation &op : llvm::make_early_inc_range(other->getBody()->getOperations())) {
    op.remove();
    here.insert(&op);
  }
  return success();
}

LogicalResult EvaluationImport::run() {
  other = parseSourceFile<ModuleOp>(file, module.getContext());
  if (!other)
    return error() << "can't be read as a module";
  func::FuncOp func = findImportEntry(*other);
  if (!func)
    return error() << "has no function '@main' to evaluate with";
  if (!func.getBody().hasOneBlock() || !isa<func::ReturnOp>(func.front().getTerminator()))
    return error() << "'@" << func.getName() << "' has several blocks, expected one that ends in "
                   << "'func.return'";
  FailureOr<Signature> signature = readArguments(func);
  if (failed(signature) || failed(chooseResults(func, *signature)))
    return failure();
  widenLoss(func, *signature);
  label(func, *signature);
  func.setPublic();
  return move(func);
}

} // namespace

LogicalResult halftone::conversion::importEvaluation(ModuleOp module, const std::string &file,
                                                     const Signature &main) {
  return EvaluationImport(module, file, main).run();
}
