// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `import-roles`: the entry function of a model that a framework printed becomes the
// loss function, or the step, that Halftone's passes expect.
#include "Signature.h"

#include "halftone/Conversion/Passes.h"
#include "halftone/Dialect/Train/Transforms/CoreBuilder.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace halftone::conversion {
#define GEN_PASS_DEF_IMPORTROLES
#include "halftone/Conversion/Passes.h.inc"
} // namespace halftone::conversion

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::Role;

static bool isLabelled(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    if (!train::getArgRole(func, i))
      return false;
  return true;
}

func::FuncOp halftone::conversion::findImportEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main.isExternal() ? func::FuncOp() : main;
  func::FuncOp entry;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func.isPublic() || func.isExternal())
      continue;
    if (entry)
      return func::FuncOp();
    entry = func;
  }
  return entry && !isLabelled(entry) ? entry : func::FuncOp();
}

static bool isNarrowFloat(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() < 32;
}

/// A model in 16 bits returns a loss in 16 bits; what is reported, and where the backward
/// pass starts, is f32.
void halftone::conversion::widenLoss(func::FuncOp func, Signature &signature) {
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  OpBuilder builder(ret);
  for (auto [i, value] : llvm::enumerate(signature.results)) {
    if (value.role != Role::loss || !isNarrowFloat(value.element()))
      continue;
    Value wide = train::castTo(builder, ret.getLoc(), ret.getOperand(i), builder.getF32Type());
    ret.setOperand(i, wide);
    value.type = wide.getType();
  }
  func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(), ret.getOperandTypes()));
}

namespace {

/// A flag that gives arguments (or results) a role by their names.
struct RoleFlag {
  Role role;
  StringRef name, pattern;
};

struct ImportRolesPass : halftone::conversion::impl::ImportRolesBase<ImportRolesPass> {
  using ImportRolesBase::ImportRolesBase;

  void runOnOperation() override {
    func::FuncOp func = findImportEntry(getOperation());
    if (!func)
      return; // nothing to import, or imported already
    if (failed(importFunction(func)))
      signalPassFailure();
  }

private:
  SmallVector<RoleFlag> flags() {
    return {{Role::param, "param", param},
            {Role::frozen_param, "frozen-param", frozenParam},
            {Role::opt_state, "opt-state", optState},
            {Role::model_state, "model-state", modelState},
            {Role::step_count, "step-count", stepCount},
            {Role::ema, "ema", ema},
            {Role::batch, "batch", batch},
            {Role::key, "key", key},
            {Role::hyper_param, "hyper-param", hyperParam},
            {Role::loss, "loss", loss}};
  }
  InFlightDiagnostic error() { return emitError(UnknownLoc::get(&getContext())); }

  LogicalResult importFunction(func::FuncOp func);
  FailureOr<std::optional<RoleRows>> readFile(func::FuncOp func, const std::string &path,
                                              bool isAsked);
  LogicalResult applyFlags(Signature &signature);
  LogicalResult makeRoom(func::FuncOp entry);
  void label(func::FuncOp func, const Signature &signature);
  LogicalResult foldKeys(func::FuncOp func, const Signature &signature);
  LogicalResult dropNextKeys(func::FuncOp func, Signature &signature);
  void declareState(func::FuncOp step, const Signature &signature);
  void addInit(func::FuncOp step, const Signature &signature);
};

FailureOr<std::optional<RoleRows>>
ImportRolesPass::readFile(func::FuncOp func, const std::string &path, bool isAsked) {
  Result<std::optional<RoleRows>> rows =
      readRoleFile(path, model.getValue(), func.getFunctionType(), isAsked);
  if (!rows)
    return error() << rows.error();
  return std::move(*rows);
}

LogicalResult ImportRolesPass::applyFlags(Signature &signature) {
  auto matches = [&](StringRef flag, StringRef pattern,
                     function_ref<void(ImportedValue &)> apply) -> LogicalResult {
    if (pattern.empty())
      return success();
    llvm::Regex regex(("^(" + pattern + ")$").str());
    std::string problem;
    if (!regex.isValid(problem))
      return error() << "--" << flag << ": '" << pattern
                     << "' is no regular expression: " << problem;
    bool found = false;
    auto &values = flag == "loss" ? signature.results : signature.args;
    for (auto [i, value] : llvm::enumerate(values)) {
      std::string place = (flag == "loss" ? "result" : "arg") + std::to_string(i);
      if (!regex.match(value.name) && !regex.match(value.text) && !regex.match(place))
        continue;
      found = true;
      apply(value);
    }
    if (!found)
      return error() << "--" << flag << ": '" << pattern << "' is the name of no "
                     << (flag == "loss" ? "result" : "argument");
    return success();
  };
  llvm::DenseMap<ImportedValue *, StringRef> given;
  for (RoleFlag flag : flags()) {
    const ImportedValue *twice = nullptr;
    if (failed(matches(flag.name, flag.pattern, [&](ImportedValue &value) {
          if (!given.try_emplace(&value, flag.name).second && !twice)
            twice = &value;
          value.role = flag.role;
          value.source = "--" + flag.name.str();
        })))
      return failure();
    if (twice)
      return error() << "'" << twice->name << "' is both --" << given.lookup(twice) << " and --"
                     << flag.name;
  }
  return matches("no-decay", noDecay, [](ImportedValue &value) { value.noDecay = true; });
}

/// Helpers may have the names that the step's functions are going to have.
LogicalResult ImportRolesPass::makeRoom(func::FuncOp entry) {
  SymbolTable symbols(getOperation());
  for (StringRef name : {"loss", "loss_grad", "init", "step", "eval"}) {
    Operation *other = symbols.lookup(name);
    if (!other || other == entry)
      continue;
    if (SymbolTable::getSymbolVisibility(other) == SymbolTable::Visibility::Private) {
      if (failed(symbols.renameToUnique(other, {&symbols})))
        return failure();
      continue;
    }
    return error() << "'@" << entry.getName() << "': the module has another function '@" << name
                   << "'";
  }
  return success();
}

/// The attributes of a framework that roles have taken over.
DictionaryAttr withoutForeign(DictionaryAttr attrs, MLIRContext *context) {
  NamedAttrList kept;
  if (attrs)
    for (NamedAttribute attr : attrs)
      if (!llvm::is_contained({"jax.result_info", "tf.aliasing_output", "jax.buffer_donor"},
                              attr.getName().getValue()))
        kept.append(attr);
  return kept.getDictionary(context);
}

void ImportRolesPass::label(func::FuncOp func, const Signature &signature) {
  MLIRContext *context = &getContext();
  // All at once: each single change would copy the attributes of all.
  SmallVector<DictionaryAttr> argAttrs, resultAttrs;
  for (auto [i, value] : llvm::enumerate(signature.args)) {
    NamedAttrList attrs(train::getRoleAttrs(context, *value.role, value.name, {},
                                            withoutForeign(func.getArgAttrDict(i), context)));
    if (value.noDecay && *value.role == Role::param)
      attrs.set(train::attr::noDecay, UnitAttr::get(context));
    argAttrs.push_back(attrs.getDictionary(context));
    remark::passed(value.loc, remark::RemarkOpts::name("role").category("import-roles"))
        << remark::add("{0} is {1}", value.name, stringifyRole(*value.role).str())
        << remark::reason("by {0}", value.source);
    ++numArguments;
  }
  for (auto [i, value] : llvm::enumerate(signature.results)) {
    StringRef updated = value.partner ? signature.args[*value.partner].name : StringRef();
    resultAttrs.push_back(train::getRoleAttrs(context, *value.role, value.name, updated,
                                              withoutForeign(func.getResultAttrDict(i), context)));
  }
  func.setAllArgAttrs(argAttrs);
  func.setAllResultAttrs(resultAttrs);
}

/// A key that no result updates is new with each step for its maker, but state here:
/// each step takes its own from it, as a step that Halftone builds does.
LogicalResult ImportRolesPass::foldKeys(func::FuncOp func, const Signature &signature) {
  std::optional<unsigned> count;
  for (auto [i, value] : llvm::enumerate(signature.args))
    if (value.role == Role::step_count && value.partner)
      count = i;
  for (auto [i, value] : llvm::enumerate(signature.args)) {
    if (value.role != Role::key || value.partner || func.getArgument(i).use_empty())
      continue;
    if (!count)
      return error() << "'@" << func.getName() << "': the key '" << value.name
                     << "' would be the same in each step: no result updates it, and there is no "
                        "step count to fold into it";
    OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
    auto folded =
        train::FoldInOp::create(builder, value.loc, func.getArgument(i), func.getArgument(*count));
    func.getArgument(i).replaceAllUsesExcept(folded.getResult(), folded);
  }
  return success();
}

/// A loss may return the key that its caller uses next. Here each step folds its number into
/// the key, so that result is for nobody.
LogicalResult ImportRolesPass::dropNextKeys(func::FuncOp func, Signature &signature) {
  llvm::BitVector dropped(func.getNumResults());
  for (auto [i, value] : llvm::enumerate(signature.results))
    if (value.partner && signature.args[*value.partner].role == Role::key)
      dropped.set(i);
  if (dropped.none())
    return success();
  for (unsigned i = dropped.size(); i-- > 0;)
    if (dropped[i]) {
      func.front().getTerminator()->eraseOperand(i);
      signature.results.erase(signature.results.begin() + i);
    }
  return func.eraseResults(dropped);
}

/// What a step that came whole keeps in 16 bits is its maker's choice, and said once.
void ImportRolesPass::declareState(func::FuncOp step, const Signature &signature) {
  for (const ImportedValue &value : signature.args) {
    bool isTrained =
        value.role == Role::param || value.role == Role::opt_state || value.role == Role::ema;
    if (!isTrained || !isNarrowFloat(value.element()))
      continue;
    step->setAttr(train::attr::stateType, TypeAttr::get(value.element()));
    emitWarning(value.loc) << "the step keeps '" << value.name << "' in " << value.element()
                           << ", as it was written: an update below "
                           << (value.element().isF16() ? "a 4096th" : "a 512th")
                           << " of a weight is lost; where the loss alone is exported, "
                              "parameters get f32 masters";
    return;
  }
}

/// What starts a step that came whole: parameters and running statistics from the user,
/// the rest from zeros, unless a file says that it is given too.
void ImportRolesPass::addInit(func::FuncOp step, const Signature &signature) {
  OpBuilder builder(step);
  builder.setInsertionPoint(step);
  MLIRContext *context = &getContext();
  Location loc = NameLoc::get(builder.getStringAttr("init"), step.getLoc());
  auto isGiven = [](const ImportedValue &value) {
    // A learning rate or a decay among the state would do harm as zero; where nothing but
    // its name is known, somebody has to say what it is.
    bool isRate = value.role == Role::opt_state && value.isScalarFloat() && !value.isNamed;
    return value.isGiven || isRate ||
           llvm::is_contained({Role::param, Role::frozen_param, Role::model_state}, *value.role);
  };
  SmallVector<Type> types, results;
  SmallVector<DictionaryAttr> attrs, resultAttrs;
  SmallVector<Location> locs;
  auto addArgument = [&](Type type, Role role, StringRef name, Location where) {
    types.push_back(type);
    attrs.push_back(train::getRoleAttrs(context, role, name));
    locs.push_back(where);
  };
  for (const ImportedValue &value : signature.args) {
    if (!train::isStateRole(*value.role))
      continue;
    if (isGiven(value))
      addArgument(value.type, *value.role, value.name, value.loc);
    results.push_back(value.type);
    resultAttrs.push_back(train::getRoleAttrs(context, *value.role, value.name));
  }
  Type word = IntegerType::get(context, 32, IntegerType::Unsigned);
  addArgument(RankedTensorType::get({2}, word), Role::seed, "seed", loc);

  auto init = func::FuncOp::create(builder, loc, train::kInitFunction,
                                   builder.getFunctionType(types, results));
  init.setAllArgAttrs(attrs);
  init.setAllResultAttrs(resultAttrs);
  Block *block = builder.createBlock(&init.getBody(), {}, types, locs);
  train::CoreBuilder b(builder, loc);
  SmallVector<mlir::Value> values;
  unsigned next = 0;
  for (const ImportedValue &value : signature.args) {
    if (!train::isStateRole(*value.role))
      continue;
    auto type = cast<RankedTensorType>(value.type);
    if (isGiven(value))
      values.push_back(block->getArgument(next++));
    else if (value.role == Role::key)
      values.push_back(block->getArguments().back());
    else if (isa<FloatType>(type.getElementType()))
      values.push_back(b.splat(type.getShape(), type.getElementType(), 0.0));
    else
      values.push_back(b.splatInt(type.getShape(), type.getElementType(), 0));
  }
  func::ReturnOp::create(builder, loc, values);
}

LogicalResult ImportRolesPass::importFunction(func::FuncOp func) {
  if (!func.getBody().hasOneBlock() || !isa<func::ReturnOp>(func.front().getTerminator()))
    return func.emitError() << "'@" << func.getName()
                            << "' has several blocks, expected one that ends in 'func.return'";
  std::string beside = findRoleFile(model);
  std::optional<RoleRows> rows;
  if (!beside.empty() && roles.empty()) {
    FailureOr<std::optional<RoleRows>> read = readFile(func, beside, /*isAsked=*/false);
    if (failed(read))
      return failure();
    rows = std::move(*read);
  }
  Signature signature =
      readSignature(func, rows ? &*rows : nullptr, llvm::sys::path::filename(beside));
  if (!roles.empty()) {
    FailureOr<std::optional<RoleRows>> read = readFile(func, roles, /*isAsked=*/true);
    if (failed(read))
      return failure();
    StringRef source = llvm::sys::path::filename(roles);
    for (auto [value, row] : llvm::zip_equal(signature.args, (*read)->arguments))
      applyRow(value, row, source);
    for (auto [value, row] : llvm::zip(signature.results, (*read)->results))
      applyRow(value, row, source);
  }
  if (failed(applyFlags(signature)))
    return failure();
  readNames(signature);
  pairUpdates(func, signature);
  if (failed(inferRoles(func, signature)) || failed(makeRoom(func)))
    return failure();

  if (failed(signature.isStep ? foldKeys(func, signature) : dropNextKeys(func, signature)))
    return failure();
  widenLoss(func, signature);
  label(func, signature);
  func.setPublic();
  SymbolTable symbols(getOperation());
  StringRef name = signature.isStep ? StringRef(train::kStepFunction) : StringRef("loss");
  if (func.getName() != name && failed(symbols.rename(func, name)))
    return failure();
  if (signature.isStep) {
    declareState(func, signature);
    addInit(func, signature);
  }
  return eval.empty() ? success() : importEvaluation(getOperation(), eval, signature);
}

} // namespace
