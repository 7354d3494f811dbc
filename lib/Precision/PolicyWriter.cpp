// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   - `rules` and `defaults` are the layers, rule by rule as the reader takes them apart:
//     one op, one group. Rules that another one goes before in any case are left out.
//   - `effective` has each op that is known by interface or by the policy, and for both
//     columns the label of the op, its groups and its accumulator where no condition
//     holds, and the rules that a condition brings in.
#include "PolicyWriter.h"

#include "PolicyReader.h"
#include "RuleChoice.h"
#include "halftone/Dialect/Train/IR/Train.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

using Json = llvm::json::OStream;

namespace {

constexpr StringLiteral columnNames[] = {"f16", "bf16"};

bool isAbout(const Rule &rule, StringRef op, bool f16) {
  return (rule.op.empty() || rule.op == op) &&
         (rule.dialect.empty() || rule.dialect == op.split('.').first) &&
         rule.f16Column.value_or(f16) == f16;
}

/// Rules of an op, and what they come to.
class OpRules {
public:
  OpRules(const Policy &policy, StringRef op, Location loc) : policy(policy), op(op), loc(loc) {}

  /// The rule for the op or a group where no condition holds, as `Policy::find`.
  FailureOr<const Rule *> find(bool f16, StringRef group) const;
  /// Rules for the op or its groups that hold under a condition.
  SmallVector<const Rule *> getConditional(bool f16) const;

private:
  const Policy &policy;
  StringRef op;
  Location loc;
};

FailureOr<const Rule *> OpRules::find(bool f16, StringRef group) const {
  for (const std::vector<Rule> &layer : policy.getLayers()) {
    RuleChoice choice;
    for (const Rule &rule : layer)
      if (isAbout(rule, op, f16) && !rule.isConditional() &&
          (rule.group.empty() || rule.group == group))
        choice.add(rule);
    if (failed(choice.verify([&] { return emitError(loc) << "'" << op << "' "; })))
      return failure();
    if (std::optional<const Rule *> rule = choice.settle(group))
      return *rule;
  }
  return static_cast<const Rule *>(nullptr);
}

SmallVector<const Rule *> OpRules::getConditional(bool f16) const {
  SmallVector<const Rule *> found;
  for (const std::vector<Rule> &layer : policy.getLayers()) {
    bool isSettled = false;
    for (const Rule &rule : layer)
      if (isAbout(rule, op, f16)) {
        if (rule.isConditional())
          found.push_back(&rule);
        isSettled |= !rule.isConditional() && rule.group.empty();
      }
    if (isSettled)
      break;
  }
  return found;
}

/// True where every op that `rule` is about has a rule in an earlier layer that holds in
/// any case.
bool isShadowed(const Rule &rule, ArrayRef<std::vector<Rule>> earlier) {
  return llvm::any_of(earlier, [&](const std::vector<Rule> &layer) {
    return llvm::any_of(layer, [&](const Rule &other) {
      bool sameOps = !other.op.empty()  ? other.op == rule.op
                     : !rule.op.empty() ? isAbout(other, rule.op, rule.f16Column.value_or(true))
                                        : other.dialect == rule.dialect;
      return !other.isConditional() && sameOps &&
             (!other.f16Column || other.f16Column == rule.f16Column) &&
             (other.group.empty() || other.group == rule.group);
    });
  });
}

/// Two rules that were one, with a label for each column.
bool areColumns(const Rule &a, const Rule &b) {
  return a.f16Column == true && b.f16Column == false && a.number == b.number && a.op == b.op &&
         a.group == b.group;
}

class Writer {
public:
  Writer(const Policy &policy, MLIRContext *context, Location loc, raw_ostream &os)
      : policy(policy), context(context), loc(loc), json(os, /*IndentSize=*/1) {}

  LogicalResult write();

private:
  void writeRules(ArrayRef<Rule> rules, ArrayRef<std::vector<Rule>> earlier);
  void writeRule(const Rule &rule, const Rule *other);
  void writeLabel(const Rule &rule, const Rule *other);
  void writeConditions(const Rule &rule);
  void writeGroups(const ForeignOp &op);
  void writeCast(StringRef dialect, const ForeignCast &cast);
  LogicalResult writeEffective(StringRef op, ArrayRef<std::string> groups);
  LogicalResult writeColumn(const OpRules &rules, bool f16, ArrayRef<std::string> groups);
  LogicalResult writeEffectiveOps();
  void writeLabelled(StringRef label, StringRef from) {
    json.attribute("label", label);
    json.attribute("from", from);
  }

  const Policy &policy;
  MLIRContext *context;
  Location loc;
  Json json;
  llvm::StringSet<> structured; ///< foreign ops whose groups are written
};

void Writer::writeLabel(const Rule &rule, const Rule *other) {
  if (other) {
    json.attributeObject("label", [&] {
      json.attribute("f16", toString(rule.label));
      json.attribute("bf16", toString(other->label));
    });
    return;
  }
  json.attribute("label", toString(rule.label));
  if (rule.f16Column)
    json.attribute("compute", columnNames[!*rule.f16Column]);
}

void Writer::writeConditions(const Rule &rule) {
  std::pair<StringRef, StringRef> texts[] = {
      {"kind", rule.kind},         {"dialect", rule.dialect},
      {"location", rule.location}, {"location_regex", rule.locationPattern.text},
      {"name", rule.name.text},    {"region", rule.region.text},
      {"role", rule.role},         {"products", rule.products}};
  for (auto [name, text] : texts)
    if (!text.empty())
      json.attribute(name, text);
  if (rule.minElements > 0)
    json.attribute("min_elements", rule.minElements);
  if (rule.maxElements != INT64_MAX)
    json.attribute("max_elements", rule.maxElements);
  if (rule.rank)
    json.attribute("rank", *rule.rank);
  if (!rule.shape.empty())
    json.attributeArray("shape", [&] {
      for (int64_t length : rule.shape)
        length < 0 ? json.value(nullptr) : json.value(length);
    });
  if (rule.range)
    json.attributeObject("range", [&] {
      if (rule.range->above)
        json.attribute("above", *rule.range->above);
      if (rule.range->below)
        json.attribute("below", *rule.range->below);
      if (rule.range->by != RangeCondition::Facts::Any)
        json.attribute("by",
                       rule.range->by == RangeCondition::Facts::Proved ? "proof" : "measurement");
    });
}

void Writer::writeGroups(const ForeignOp &op) {
  json.attributeObject("groups", [&] {
    for (const ForeignGroup &group : op.groups)
      json.attributeArray(group.name, [&] {
        for (unsigned operand : group.operands)
          json.value(operand);
        for (unsigned result : group.results)
          json.value(("result " + Twine(result)).str());
        if (group.otherOperands)
          json.value("operands");
        if (group.otherResults)
          json.value("results");
      });
  });
}

void Writer::writeRule(const Rule &rule, const Rule *other) {
  json.object([&] {
    if (!rule.op.empty())
      json.attribute("op", rule.op);
    if (!rule.group.empty())
      json.attribute("group", rule.group);
    writeLabel(rule, other);
    writeConditions(rule);
    if (rule.clear)
      json.attribute("clear", true);
    if (rule.open)
      json.attribute("open", true);
    if (rule.island != IslandRole::None)
      json.attribute("island", getWords(MemberForm::Island)[static_cast<int>(rule.island) - 1]);
    if (const ForeignOp *op = policy.getForeign(rule.op))
      if (structured.insert(rule.op).second)
        writeGroups(*op);
    if (!rule.why.empty())
      json.attribute("why", rule.why);
    json.attribute("from", rule.source);
  });
}

void Writer::writeRules(ArrayRef<Rule> rules, ArrayRef<std::vector<Rule>> earlier) {
  for (size_t i = 0; i < rules.size(); ++i) {
    if (isShadowed(rules[i], earlier))
      continue;
    bool isPair = i + 1 < rules.size() && areColumns(rules[i], rules[i + 1]) &&
                  !isShadowed(rules[i + 1], earlier);
    writeRule(rules[i], isPair ? &rules[i + 1] : nullptr);
    i += isPair;
  }
}

LogicalResult Writer::writeColumn(const OpRules &rules, bool f16, ArrayRef<std::string> groups) {
  FailureOr<const Rule *> own = rules.find(f16, {});
  if (failed(own))
    return failure();
  StringRef label = *own ? toString((*own)->label) : "keep";
  StringRef from = *own ? StringRef((*own)->source) : "no rule";
  writeLabelled(label, from);
  LogicalResult result = success();
  json.attributeObject("groups", [&] {
    for (const std::string &group : groups) {
      FailureOr<const Rule *> rule = rules.find(f16, group);
      if (failed(rule)) {
        result = failure();
        return;
      }
      json.attributeObject(group, [&] {
        if (*rule)
          writeLabelled(toString((*rule)->label), (*rule)->source);
        else if (group == "acc")
          writeLabelled("f32", "default");
        else
          writeLabelled(label, from);
      });
    }
  });
  SmallVector<const Rule *> conditional = rules.getConditional(f16);
  if (!conditional.empty())
    json.attributeArray("conditional", [&] {
      for (const Rule *rule : conditional)
        json.value(rule->source);
    });
  return result;
}

LogicalResult Writer::writeEffective(StringRef op, ArrayRef<std::string> groups) {
  OpRules rules(policy, op, loc);
  LogicalResult result = success();
  json.attributeObject(op, [&] {
    for (bool f16 : {true, false})
      json.attributeObject(columnNames[!f16], [&] {
        if (failed(writeColumn(rules, f16, groups)))
          result = failure();
      });
  });
  return result;
}

LogicalResult Writer::writeEffectiveOps() {
  std::map<std::string, std::vector<std::string>> ops;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (auto *model = name.getInterface<train::PrecisionOpInterface>())
      for (StringRef group : model->getTieGroupNames())
        ops[name.getStringRef().str()].push_back(group.str());
  for (const auto &[name, op] : policy.getForeignOps())
    if (!ops.contains(name))
      for (const ForeignGroup &group : op.groups)
        ops[name].push_back(group.name);
  LogicalResult result = success();
  json.attributeObject("effective", [&] {
    for (const auto &[name, groups] : ops)
      if (failed(writeEffective(name, groups)))
        result = failure();
  });
  return result;
}

void Writer::writeCast(StringRef dialect, const ForeignCast &cast) {
  if (cast.typeAttr.empty() && !cast.attributes)
    return json.attribute(dialect, cast.op);
  json.attributeObject(dialect, [&] {
    json.attribute("op", cast.op);
    if (!cast.typeAttr.empty())
      json.attribute("type", cast.typeAttr);
    if (cast.attributes)
      json.attributeObject("attributes", [&] {
        for (const auto &[name, text] : cast.texts)
          json.attribute(name, text);
      });
  });
}

LogicalResult Writer::write() {
  LogicalResult result = success();
  ArrayRef<std::vector<Rule>> layers = policy.getLayers();
  json.object([&] {
    json.attribute("name", policy.getName());
    json.attribute("placement", policy.getPlacement());
    if (!policy.getNarrow().empty())
      json.attribute("narrow", policy.getNarrow());
    json.attribute("islands", policy.usesIslands());
    json.attribute("ranges", policy.usesRanges());
    json.attribute("complete", true);
    if (!policy.getCasts().empty())
      json.attributeObject("casts", [&] {
        for (const auto &[dialect, cast] : policy.getCasts())
          writeCast(dialect, cast);
      });
    constexpr StringLiteral names[] = {"rules", "defaults"};
    for (auto [index, layer] : llvm::enumerate(layers))
      json.attributeArray(names[index], [&, index = index] {
        writeRules(layers[index], layers.take_front(index));
      });
    result = writeEffectiveOps();
  });
  json.flush();
  return result;
}

} // namespace

LogicalResult halftone::precision::writePolicy(const Policy &policy, MLIRContext *context,
                                               Location loc, raw_ostream &os) {
  LogicalResult result = Writer(policy, context, loc, os).write();
  os << '\n';
  return result;
}
