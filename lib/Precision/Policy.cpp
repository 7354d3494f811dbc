// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and matching of policies.
#include "halftone/Precision/Policy.h"

#include "ParameterGradients.h"
#include "Tables.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

static constexpr std::pair<Label, StringLiteral> labelNames[] = {
    {Label::Low, "low"},       {Label::F32, "f32"},       {Label::F32Internal, "f32-internal"},
    {Label::Widest, "widest"}, {Label::Follow, "follow"}, {Label::Keep, "keep"},
};

StringRef halftone::precision::toString(Label label) {
  for (auto [value, name] : labelNames)
    if (value == label)
      return name;
  llvm_unreachable("label without a name");
}

std::optional<Label> halftone::precision::parseLabel(StringRef text) {
  for (auto [value, name] : labelNames)
    if (name == text)
      return value;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// True where `part` occurs in the location's names or files.
static bool locationHas(Location loc, StringRef part) {
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return StringRef(text).contains(part);
}

static bool hasRole(Operation *op, StringRef roleName, const ParameterGradients &gradients) {
  std::optional<train::Role> role = train::symbolizeRole(roleName);
  auto function = op->getParentOfType<func::FuncOp>();
  if (!role || !function)
    return false;
  if (role == train::Role::gradient)
    return llvm::any_of(op->getResults(), [&](Value value) { return gradients.contains(value); });
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand))
      if (argument.getOwner() == &function.getBody().front())
        if (auto attr = function.getArgAttrOfType<train::RoleAttr>(argument.getArgNumber(),
                                                                   train::attr::role))
          if (attr.getValue() == *role)
            return true;
  for (Operation *user : op->getUsers())
    if (auto ret = dyn_cast<func::ReturnOp>(user))
      for (OpOperand &operand : ret->getOpOperands())
        if (operand.get().getDefiningOp() == op)
          if (auto attr = function.getResultAttrOfType<train::RoleAttr>(operand.getOperandNumber(),
                                                                        train::attr::role))
            if (attr.getValue() == *role)
              return true;
  return false;
}

static int64_t largestElementCount(Operation *op) {
  int64_t largest = 0;
  auto look = [&](Type type) {
    if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasStaticShape())
      largest = std::max(largest, shaped.getNumElements());
  };
  llvm::for_each(op->getOperandTypes(), look);
  llvm::for_each(op->getResultTypes(), look);
  return largest;
}

/// What the op's attribute `kind` says, for ops that have one.
static std::string kindOf(Operation *op) {
  auto kind = op->getInherentAttr("kind");
  if (!kind || !*kind)
    return {};
  std::string text;
  llvm::raw_string_ostream stream(text);
  kind->print(stream, /*elideType=*/true);
  // "#train<reduction add>" → "add"
  StringRef name(text);
  name.consume_back(">");
  return name.substr(name.find_last_of(' ') + 1).str();
}

namespace {

/// What a rule is asked about.
struct Question {
  Operation *op;
  StringRef opName, group;
  bool f16;
  const ParameterGradients &gradients;
};

bool matches(const Rule &rule, const Question &asked) {
  if (rule.f16Column && *rule.f16Column != asked.f16)
    return false;
  if (!rule.group.empty() && rule.group != asked.group)
    return false;
  if (!rule.op.empty() && rule.op != asked.opName)
    return false;
  if (!rule.dialect.empty() && asked.opName.split('.').first != rule.dialect)
    return false;
  if (!rule.kind.empty() && rule.kind != kindOf(asked.op))
    return false;
  if (!rule.role.empty() && !hasRole(asked.op, rule.role, asked.gradients))
    return false;
  if (!rule.location.empty() && !locationHas(asked.op->getLoc(), rule.location))
    return false;
  if (rule.minElements > 0 || rule.maxElements != INT64_MAX) {
    int64_t count = largestElementCount(asked.op);
    return rule.minElements <= count && count <= rule.maxElements;
  }
  return true;
}

const Rule *findIn(const std::vector<Rule> &rules, const Question &asked, const Rule *&conflict) {
  const Rule *best = nullptr;
  for (const Rule &rule : rules) {
    if (!matches(rule, asked))
      continue;
    if (!best || rule.specificity() > best->specificity()) {
      best = &rule;
      conflict = nullptr;
    } else if (rule.specificity() == best->specificity() && rule.label != best->label) {
      conflict = &rule;
    }
  }
  return best;
}

} // namespace

std::string Rule::getReason() const { return why.empty() ? source : why + " (" + source + ")"; }

int Rule::specificity() const {
  int value = 0;
  value += location.empty() ? 0 : 128;
  value += role.empty() ? 0 : 64;
  value += op.empty() ? 0 : 32;
  value += group.empty() ? 0 : 16;
  value += kind.empty() ? 0 : 8;
  value += dialect.empty() ? 0 : 4;
  value += minElements > 0 || maxElements != INT64_MAX ? 2 : 0;
  value += f16Column ? 1 : 0;
  return value;
}

static bool isContraction(StringRef opName) {
  return opName == train::DotGeneralOp::getOperationName() ||
         opName == train::ConvOp::getOperationName() ||
         opName == train::LinearOp::getOperationName();
}

/// Composite gradients and the seed have rules of their own; a core op of the backward
/// pass goes by the op that it comes from. But only the products of a product's
/// backward pass are for Tensor Cores: the sums of a bias's gradient, and of the
/// gradients of a value with several users, are sums.
static StringRef nameForRules(Operation *op) {
  StringRef own = op->getName().getStringRef();
  if (own.ends_with("_grad") || isa<train::SeedOp>(op))
    return own;
  std::optional<StringRef> forward = train::getForwardName(op);
  if (!forward || forward->empty() || (isContraction(*forward) && !isContraction(own)))
    return own;
  return *forward;
}

bool Policy::hasRuleFor(StringRef group, StringRef opName) const {
  auto mayMatch = [&](const Rule &rule) {
    return rule.group == group && (rule.op.empty() || rule.op == opName);
  };
  return llvm::any_of(userRules, mayMatch) || llvm::any_of(tableRules, mayMatch);
}

FailureOr<const Rule *> Policy::find(Operation *op, bool f16, const ParameterGradients &gradients,
                                     StringRef group) const {
  Question asked{op, nameForRules(op), group, f16, gradients};
  // Most groups go with their op; then the op's conditions need no second look.
  if (!group.empty() && !hasRuleFor(group, asked.opName))
    return static_cast<const Rule *>(nullptr);
  for (const std::vector<Rule> *rules : {&userRules, &tableRules}) {
    const Rule *conflict = nullptr;
    const Rule *rule = findIn(*rules, asked, conflict);
    if (conflict) {
      InFlightDiagnostic diagnostic = op->emitOpError() << "has two equally specific rules";
      if (!rule->group.empty())
        diagnostic << " for its group '" << group << "'";
      return diagnostic << ": '" << toString(rule->label) << "' (" << rule->source << ") and '"
                        << toString(conflict->label) << "' (" << conflict->source << ")";
    }
    if (rule)
      return group.empty() || !rule->group.empty() ? rule : nullptr;
  }
  return static_cast<const Rule *>(nullptr);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

using ErrorFn = function_ref<LogicalResult(const Twine &)>;

/// Reads a name or a list of names.
LogicalResult readNames(StringRef member, const llvm::json::Value &value,
                        std::vector<std::string> &names, ErrorFn error) {
  const llvm::json::Array *list = value.getAsArray();
  if (auto text = value.getAsString())
    names.push_back(text->str());
  else if (!list)
    return error("'" + member + "' expects a name or a list of names");
  else
    for (const llvm::json::Value &item : *list) {
      auto itemText = item.getAsString();
      if (!itemText)
        return error("'" + member + "' expects a name or a list of names");
      names.push_back(itemText->str());
    }
  return success();
}

/// The group, where the rule has one, is one of the op's, and can have the label.
LogicalResult verifyGroup(const Rule &rule, MLIRContext *context, ErrorFn error) {
  if (rule.group.empty())
    return success();
  if (rule.group == "acc" && rule.label != Label::F32 && rule.label != Label::Low &&
      rule.label != Label::Keep)
    return error("the group 'acc' can be 'f32', 'low' or 'keep', got '" + toString(rule.label) +
                 "'");
  auto name = RegisteredOperationName::lookup(rule.op, context);
  auto *model = name ? name->getInterface<train::PrecisionOpInterface>() : nullptr;
  if (!model)
    return success();
  SmallVector<StringRef> groups = model->getTieGroupNames();
  if (groups.empty() || llvm::is_contained(groups, rule.group))
    return success();
  return error("'" + rule.op + "' has no group '" + rule.group + "' (" + llvm::join(groups, ", ") +
               ")");
}

/// Reads one rule; lists of ops and groups give one rule for each.
LogicalResult readRule(const llvm::json::Object &object, const std::string &source,
                       std::vector<Rule> &rules, MLIRContext *context, ErrorFn error) {
  Rule rule;
  rule.source = source;
  std::vector<std::string> ops, groups;
  for (const auto &[key, value] : object) {
    StringRef name = key;
    auto text = value.getAsString();
    auto number = value.getAsInteger();
    std::string *slot = name == "kind"       ? &rule.kind
                        : name == "dialect"  ? &rule.dialect
                        : name == "location" ? &rule.location
                        : name == "role"     ? &rule.role
                        : name == "why"      ? &rule.why
                                             : nullptr;
    if (slot && text) {
      *slot = text->str();
    } else if (name == "op" || name == "group") {
      if (failed(readNames(name, value, name == "op" ? ops : groups, error)))
        return failure();
    } else if (name == "label" && text) {
      std::optional<Label> label = parseLabel(*text);
      if (!label)
        return error("unknown label '" + *text +
                     "' (low, f32, f32-internal, widest, follow, keep)");
      rule.label = *label;
    } else if (name == "compute" && text && (*text == "f16" || *text == "bf16")) {
      rule.f16Column = *text == "f16";
    } else if (name == "min_elements" && number) {
      rule.minElements = *number;
    } else if (name == "max_elements" && number) {
      rule.maxElements = *number;
    } else if (name == "clear" && value.getAsBoolean()) {
      rule.clear = *value.getAsBoolean();
    } else {
      return error("unknown or malformed member '" + name + "'");
    }
  }
  if (!object.get("label"))
    return error("expected a 'label'");
  if (!rule.role.empty() && !train::symbolizeRole(rule.role))
    return error("unknown role '" + rule.role + "'");
  if (ops.empty() && rule.dialect.empty() && rule.location.empty() && rule.role.empty() &&
      rule.minElements == 0 && rule.maxElements == INT64_MAX)
    return error("expected a condition: op, dialect, location, role or size");
  for (StringRef op : ops.empty() ? std::vector<std::string>{""} : ops)
    for (StringRef group : groups.empty() ? std::vector<std::string>{""} : groups) {
      rule.op = op.str();
      rule.group = group.str();
      if (failed(verifyGroup(rule, context, error)))
        return failure();
      rules.push_back(rule);
    }
  return success();
}

} // namespace

LogicalResult Policy::addRules(StringRef text, StringRef source, Location loc) {
  auto error = [&](const Twine &message) {
    return emitError(loc) << "policy '" << source << "': " << message;
  };
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return error(llvm::toString(json.takeError()));
  const llvm::json::Object *top = json->getAsObject();
  const llvm::json::Array *list = top ? top->getArray("rules") : nullptr;
  if (!list)
    return error("expected an object with a list 'rules'");
  std::vector<Rule> &rules = source == name ? tableRules : userRules;
  if (auto wanted = top->getString("placement"))
    placement = wanted->str();
  for (auto [index, value] : llvm::enumerate(*list)) {
    std::string where = (source + ": rule " + Twine(index + 1)).str();
    auto ruleError = [&](const Twine &message) -> LogicalResult {
      return emitError(loc) << "policy '" << source << "', rule " << index + 1 << ": " << message;
    };
    const llvm::json::Object *object = value.getAsObject();
    if (!object)
      return ruleError("expected an object");
    if (failed(readRule(*object, where, rules, loc.getContext(), ruleError)))
      return failure();
  }
  return success();
}

FailureOr<Policy> Policy::create(StringRef name, StringRef file, Location loc) {
  Policy policy;
  policy.name = name.str();
  std::optional<StringRef> table = getBuiltinTable(name);
  if (!table)
    return emitError(loc) << "unknown policy '" << name
                          << "', expected 'halftone', 'torch' or 'grappler'";
  if (failed(policy.addRules(*table, name, loc)))
    return failure();
  if (file.empty())
    return policy;
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer)
    return emitError(loc) << "cannot read policy '" << file << "': " << buffer.getError().message();
  if (failed(policy.addRules((*buffer)->getBuffer(), file, loc)))
    return failure();
  return policy;
}
