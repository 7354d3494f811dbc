// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles from what JAX's names and the results say. The rules, in order:
//
//   1. an argument whose path starts with a word of `words` has that word's role;
//   2. a function that returns updated parameters is a step; the other arguments that it
//      updates are optimizer state, those of a loss are model state;
//   3. beside known parameters, arguments that nothing updates and that share their first
//      dimension are the batch;
//   4. the scalar float that comes first, or alone, is the loss; other results are metrics.
//
// A wrong guess would train the wrong values, so everything else is an error.
#include "Signature.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::conversion;
using train::Role;

static constexpr StringLiteral fromName = "its name";

/// Containers hold parts of several roles; the word below them decides.
static bool isContainer(StringRef word) {
  return llvm::is_contained({"state", "train_state", "variables", "carry", "args", "model"}, word);
}

static std::optional<Role> roleOfWord(StringRef word) {
  using R = std::optional<Role>;
  return llvm::StringSwitch<R>(word)
      .Cases({"params", "param", "parameters", "weights", "model", "net", "network", "theta"},
             R(Role::param))
      .Cases({"frozen", "frozen_params"}, R(Role::frozen_param))
      .Cases({"opt_state", "opt", "optimizer", "optimizer_state"}, R(Role::opt_state))
      .Cases({"state", "model_state", "batch_stats", "buffers"}, R(Role::model_state))
      .Cases({"batch", "data", "inputs", "targets", "labels"}, R(Role::batch))
      .Cases({"key", "rng", "prng_key", "rng_key", "dropout_key", "dropout_rng"}, R(Role::key))
      .Cases({"step", "step_count", "global_step"}, R(Role::step_count))
      .Cases({"ema", "ema_params"}, R(Role::ema))
      .Default(std::nullopt);
}

static std::optional<Role> roleOfPath(const ValuePath &path) {
  std::optional<Role> role;
  for (StringRef segment : path.segments) {
    std::optional<Role> own = roleOfWord(segment);
    if (own)
      role = own;
    if (!isContainer(segment) && !isIndex(segment))
      break;
  }
  return role;
}

static bool isKeyType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getShape() == ArrayRef<int64_t>{2} &&
         tensor.getElementType().isUnsignedInteger(32);
}

/// Whether a value of this type can play the role that its name suggests.
static bool fits(const ImportedValue &value, Role role) {
  if (role == Role::key)
    return isKeyType(value.type);
  if (role == Role::step_count)
    return value.rank() == 0 && value.element().isIntOrIndex();
  return value.isTensor();
}

void halftone::conversion::readNames(Signature &signature) {
  for (ImportedValue &value : signature.args) {
    if (value.role)
      continue;
    std::optional<Role> role = roleOfPath(value.path);
    if (!role || !fits(value, *role))
      continue;
    // Integers have no gradient.
    bool isTrained = role == Role::param && isa<FloatType>(value.element());
    value.role = role == Role::param && !isTrained ? Role::frozen_param : *role;
    value.source = fromName.str();
  }
}

namespace {

class RoleInference {
public:
  RoleInference(func::FuncOp func, Signature &signature) : func(func), signature(signature) {}

  LogicalResult run() {
    if (failed(findStep()))
      return failure();
    inferState();
    inferBatch();
    if (failed(verifyArguments()))
      return failure();
    return inferResults();
  }

private:
  func::FuncOp func;
  Signature &signature;

  LogicalResult findStep();
  void inferState();
  void inferBatch();
  LogicalResult verifyArguments();
  LogicalResult inferResults();
  std::optional<unsigned> findLoss();
  InFlightDiagnostic error() {
    return emitError(UnknownLoc::get(func.getContext())) << "'@" << func.getName() << "': ";
  }
};

/// Gradients have the keys and types of parameters: where the shapes of trees are all
/// there is, something else must say that this is a step.
LogicalResult RoleInference::findStep() {
  bool isCertain = false;
  const ImportedValue *guessed = nullptr;
  for (auto [i, value] : llvm::enumerate(signature.args)) {
    if (!value.partner)
      continue;
    bool isParam = value.role == Role::param;
    auto alias = func.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    signature.isStep |= isParam;
    isCertain |= !isParam ? value.role != Role::model_state && value.role != Role::key
                          : !value.isPairedByShape ||
                                (alias && alias.getInt() == static_cast<int64_t>(*value.partner));
    if (isParam && !guessed)
      guessed = &value;
  }
  if (!signature.isStep || isCertain)
    return success();
  return error() << "result " << *guessed->partner
                 << " is either the gradient or the next value of '" << guessed->name
                 << "': import the loss function alone, which is differentiated here, or say what "
                    "the results are with --roles=F.json";
}

void RoleInference::inferState() {
  for (ImportedValue &value : signature.args) {
    bool isUpdated = value.partner.has_value(), isGuess = value.source == fromName;
    if (!value.role && isUpdated) {
      value.role = signature.isStep ? Role::opt_state : Role::model_state;
      value.source = "a result that updates it";
    } else if (isGuess && value.role == Role::step_count && !isUpdated) {
      value.role.reset(); // a schedule's position that the caller counts
    } else if (isGuess && value.role == Role::param && signature.isStep && !isUpdated) {
      value.role = Role::frozen_param;
    }
  }
}

void RoleInference::inferBatch() {
  bool hasParameters = false;
  std::optional<int64_t> rows;
  SmallVector<ImportedValue *> unknown;
  for (ImportedValue &value : signature.args) {
    hasParameters |= value.role == Role::param;
    // Scalars are no batch, and no reason to doubt that the others are.
    if (!value.role && value.rank() > 0)
      unknown.push_back(&value);
    if ((!value.role || value.role == Role::batch) && value.rank() > 0 && !rows)
      rows = cast<RankedTensorType>(value.type).getDimSize(0);
  }
  if (!hasParameters)
    return;
  bool isBatch = llvm::all_of(unknown, [&](ImportedValue *value) {
    return cast<RankedTensorType>(value->type).getDimSize(0) == rows && !isKeyType(value->type);
  });
  if (!isBatch)
    return;
  for (ImportedValue *value : unknown) {
    value->role = Role::batch;
    value->source = "the other arguments";
  }
}

/// One line for each argument; runs of what is known are folded where there are many.
std::string listArguments(ArrayRef<ImportedValue> args) {
  constexpr size_t maxLines = 64;
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < args.size();) {
    const ImportedValue &value = args[i];
    size_t end = i + 1;
    if (args.size() > maxLines && value.role)
      while (end < args.size() && args[end].role == value.role)
        ++end;
    os << "\n  ";
    if (end - i > 1)
      os << i << " to " << end - 1 << ": '" << value.name << "' to '" << args[end - 1].name << "'";
    else
      os << i << ": " << value.type << " '" << value.name << "'";
    if (value.role)
      os << " is " << stringifyRole(*value.role) << ", by " << value.source;
    else
      os << " is unknown";
    i = end;
  }
  return text;
}

LogicalResult RoleInference::verifyArguments() {
  llvm::StringMap<unsigned> names;
  size_t numUnknown = 0;
  for (auto [i, value] : llvm::enumerate(signature.args)) {
    numUnknown += !value.role;
    auto [entry, isNew] = names.try_emplace(value.name, i);
    if (!isNew)
      return error() << "arguments " << entry->second << " and " << i << " are both called '"
                     << value.name << "'";
    if (value.role == Role::key && !isKeyType(value.type))
      return error() << "argument " << i << ", the key '" << value.name
                     << "', expects tensor<2xui32>, got " << value.type;
  }
  if (numUnknown == 0)
    return success();
  InFlightDiagnostic diagnostic = error();
  diagnostic << "the role of " << numUnknown << " of " << signature.args.size()
             << (signature.args.size() == 1 ? " argument" : " arguments")
             << " is ambiguous; say it with --param=REGEX, --batch=REGEX and the like, which match "
                "whole names, or with --roles=F.json";
  diagnostic.attachNote(UnknownLoc::get(func.getContext()))
      << "the arguments are" << listArguments(signature.args);
  return diagnostic;
}

std::optional<unsigned> RoleInference::findLoss() {
  SmallVector<unsigned> scalars;
  for (auto [i, value] : llvm::enumerate(signature.results))
    if (!value.role && !value.partner && value.isScalarFloat())
      scalars.push_back(i);
  for (unsigned i : scalars)
    if (StringRef(signature.results[i].name).rsplit('/').second == "loss" ||
        signature.results[i].name == "loss")
      return i;
  if (scalars.size() == 1)
    return scalars.front();
  // `has_aux` returns the loss first.
  if (!scalars.empty() && scalars.front() == 0 && !signature.isStep)
    return 0;
  return std::nullopt;
}

LogicalResult RoleInference::inferResults() {
  bool hasLoss = llvm::any_of(signature.results,
                              [](const ImportedValue &value) { return value.role == Role::loss; });
  if (!hasLoss) {
    std::optional<unsigned> loss = findLoss();
    if (!loss) {
      InFlightDiagnostic diagnostic = error();
      diagnostic << "no result is surely the loss, a float tensor of rank 0; say it with "
                    "--loss=REGEX or --roles=F.json";
      std::string text;
      llvm::raw_string_ostream os(text);
      for (auto [i, value] : llvm::enumerate(signature.results))
        os << "\n  " << i << ": " << value.type << " '" << value.name << "'";
      diagnostic.attachNote(UnknownLoc::get(func.getContext())) << "the results are" << text;
      return diagnostic;
    }
    signature.results[*loss].role = Role::loss;
  }
  llvm::StringMap<unsigned> names;
  for (auto [i, value] : llvm::enumerate(signature.results)) {
    if (value.partner) {
      value.role = signature.args[*value.partner].role;
      value.name = signature.args[*value.partner].name;
    } else if (!value.role) {
      value.role = Role::metric;
    } else if (value.role == Role::loss) {
      value.name = "loss"; // what logs call it
    }
  }
  // Metrics of unnamed places make room for the others.
  for (auto [i, value] : llvm::enumerate(signature.results))
    if (value.partner || value.role != Role::metric)
      names.try_emplace(value.name, i);
  for (auto [i, value] : llvm::enumerate(signature.results))
    if (!value.partner && value.role == Role::metric && !names.try_emplace(value.name, i).second)
      names.try_emplace(value.name += "_" + std::to_string(i), i);
  return success();
}

} // namespace

LogicalResult halftone::conversion::inferRoles(func::FuncOp func, Signature &signature) {
  return RoleInference(func, signature).run();
}
