// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PolicyReader.h"

#include "ForeignOps.h"
#include "JsonPlaces.h"
#include "PolicyValues.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

static const MemberSpec *findMember(ArrayRef<MemberSpec> members, StringRef name) {
  const auto *it =
      llvm::find_if(members, [&](const MemberSpec &spec) { return spec.name == name; });
  return it == members.end() ? nullptr : it;
}

static LogicalResult unknownMember(ArrayRef<MemberSpec> members, StringRef name, ErrorFn error) {
  auto names = llvm::map_range(members, [](const MemberSpec &spec) { return spec.name.str(); });
  return error("unknown member '" + name + "' (" + llvm::join(names, ", ") + ")");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {

/// A rule as it is written: for several ops and groups, and both columns.
struct RuleReader {
  RuleReader(MLIRContext *context, ErrorFn error) : context(context), error(error) {}

  LogicalResult read(const JsonObject &object);
  /// One rule for each op, group and column.
  LogicalResult expand(std::vector<Rule> &rules, PolicyText &policy);

  Rule rule;

private:
  LogicalResult readMember(const MemberSpec &spec, const JsonValue &value);
  LogicalResult readLabel(const JsonValue &value);
  LogicalResult readLabelWord(const JsonValue &value, std::optional<Label> &label);
  LogicalResult verifyProducts();
  LogicalResult verifyOps();
  LogicalResult verifyGroup(const Rule &one, const PolicyText &policy);
  LogicalResult addStructure(PolicyText &policy);
  std::string *slotOf(StringRef name);
  bool hasCondition() const;
  bool hasModels(StringRef dialect) const;

  MLIRContext *context;
  ErrorFn error;
  std::vector<std::string> ops, ruleGroups;
  std::vector<ForeignGroup> structure;
  std::optional<Label> label, columns[2]; ///< f16, bf16
};

std::string *RuleReader::slotOf(StringRef name) {
  return name == "kind"       ? &rule.kind
         : name == "dialect"  ? &rule.dialect
         : name == "location" ? &rule.location
         : name == "role"     ? &rule.role
         : name == "why"      ? &rule.why
         : name == "from"     ? &rule.source
         : name == "products" ? &rule.products
                              : nullptr;
}

LogicalResult RuleReader::readLabelWord(const JsonValue &value, std::optional<Label> &slot) {
  std::string word;
  if (failed(readWord("label", MemberForm::Label, value, word, error)))
    return failure();
  slot = parseLabel(word);
  return success();
}

LogicalResult RuleReader::readLabel(const JsonValue &value) {
  const JsonObject *object = value.getAsObject();
  if (!object)
    return readLabelWord(value, label);
  for (auto [name, item] : sorted(*object)) {
    if (name != "f16" && name != "bf16")
      return error("'label' has no member '" + name + "' (f16, bf16)");
    if (failed(readLabelWord(*item, columns[name == "bf16"])))
      return failure();
  }
  return object->empty() ? error("'label' expects a word, or an object with 'f16' and 'bf16'")
                         : success();
}

LogicalResult RuleReader::readMember(const MemberSpec &spec, const JsonValue &value) {
  StringRef name = spec.name;
  switch (spec.form) {
  case MemberForm::Label:
    return readLabel(value);
  case MemberForm::Text:
    return readText(name, value, *slotOf(name), error);
  case MemberForm::Role:
  case MemberForm::Products:
    return readWord(name, spec.form, value, *slotOf(name), error);
  case MemberForm::Names:
    return readNames(name, value, name == "op" ? ops : ruleGroups, error);
  case MemberForm::Pattern:
    return readPattern(name, value,
                       name == "name"     ? rule.name
                       : name == "region" ? rule.region
                                          : rule.locationPattern,
                       error);
  case MemberForm::Count: {
    int64_t count;
    if (failed(readCount(name, value, count, error)))
      return failure();
    if (name == "rank")
      rule.rank = count;
    else
      (name == "min_elements" ? rule.minElements : rule.maxElements) = count;
    return success();
  }
  case MemberForm::Flag:
    return readFlag(name, value, name == "open" ? rule.open : rule.clear, error);
  case MemberForm::Island: {
    std::string word;
    if (failed(readWord(name, spec.form, value, word, error)))
      return failure();
    rule.island = word == "seed"    ? IslandRole::Seed
                  : word == "angle" ? IslandRole::Angle
                                    : IslandRole::Statistic;
    return success();
  }
  case MemberForm::Column: {
    std::string word;
    if (failed(readWord(name, spec.form, value, word, error)))
      return failure();
    rule.f16Column = word == "f16";
    return success();
  }
  case MemberForm::Shape:
    return readShape(value, rule.shape, error);
  case MemberForm::Range:
    return readRange(value, rule.range, error);
  case MemberForm::Groups:
    return readGroups(value, structure, error);
  default:
    llvm_unreachable("no member of a rule");
  }
}

bool RuleReader::hasCondition() const {
  return !ops.empty() || !rule.dialect.empty() || !rule.location.empty() || rule.locationPattern ||
         rule.name || rule.region || !rule.role.empty() || rule.hasSize() || rule.rank ||
         !rule.shape.empty() || rule.range;
}

/// The types of products imply the op's label.
LogicalResult RuleReader::verifyProducts() {
  if (rule.products.empty())
    return success();
  if (!ruleGroups.empty())
    return error("'products' is about the whole op, not about a group");
  Label implied = rule.products == "tf32" || rule.products == "f32" ? Label::F32 : Label::Low;
  for (const std::optional<Label> &given : {label, columns[0], columns[1]})
    if (given && *given != implied)
      return error("products in '" + rule.products + "' need the label '" + toString(implied) +
                   "', got '" + toString(*given) + "'");
  if (!columns[0] && !columns[1])
    label = implied;
  for (StringRef op : ops) {
    auto name = RegisteredOperationName::lookup(op, context);
    if (name && !hasAccumulator(*name))
      return error("'products' needs a contraction, '" + op + "' is none");
  }
  return success();
}

/// A name in a dialect that is there is one of its ops.
LogicalResult RuleReader::verifyOps() {
  for (StringRef op : ops) {
    auto [dialectName, opName] = op.split('.');
    if (dialectName.empty() || opName.empty())
      return error("'op' expects a name with its dialect, as 'train.add', got '" + op + "'");
    Dialect *dialect = context->getLoadedDialect(dialectName);
    if (!dialect || dialect->allowsUnknownOperations() ||
        RegisteredOperationName::lookup(op, context))
      continue;
    StringRef nearest;
    unsigned least = 4;
    for (RegisteredOperationName known : context->getRegisteredOperationsByDialect(dialectName))
      if (unsigned distance = op.edit_distance(known.getStringRef(), true, least);
          distance < least) {
        least = distance;
        nearest = known.getStringRef();
      }
    return error("unknown op '" + op + "'" +
                 (nearest.empty() ? Twine() : ", did you mean '" + nearest + "'?"));
  }
  return success();
}

LogicalResult RuleReader::read(const JsonObject &object) {
  for (auto [name, value] : sorted(object)) {
    const MemberSpec *spec = findMember(getRuleMembers(), name);
    if (!spec)
      return unknownMember(getRuleMembers(), name, error);
    if (failed(readMember(*spec, *value)))
      return failure();
  }
  if (failed(verifyOps()) || failed(verifyProducts()))
    return failure();
  bool hasColumns = columns[0] || columns[1];
  if (!label && !hasColumns)
    return error("expected a 'label'");
  if (rule.open &&
      (!ruleGroups.empty() || llvm::none_of(ArrayRef({label, columns[0], columns[1]}),
                                            [](const auto &given) { return given == Label::F32; })))
    return error("'open' is about an op with the label 'f32'");
  if (hasColumns && rule.f16Column)
    return error("'compute' and a 'label' for each compute type exclude each other");
  if (!hasCondition())
    return error("expected a condition: op, dialect, location, name, region, role, size, shape or "
                 "range");
  if (rule.minElements > rule.maxElements)
    return error("'min_elements' is larger than 'max_elements'");
  if (rule.rank && !rule.shape.empty() && *rule.rank != static_cast<int64_t>(rule.shape.size()))
    return error("'rank' is not the rank of 'shape'");
  if (!structure.empty() && ops.empty())
    return error("'groups' needs the name of an op");
  return success();
}

bool RuleReader::hasModels(StringRef dialect) const {
  return llvm::any_of(context->getRegisteredOperationsByDialect(dialect),
                      [](RegisteredOperationName name) {
                        return name.hasInterface<train::PrecisionOpInterface>();
                      });
}

/// Makes the ops that the rule names known.
LogicalResult RuleReader::addStructure(PolicyText &policy) {
  for (const std::string &op : ops) {
    auto name = RegisteredOperationName::lookup(op, context);
    if (name && name->getInterface<train::PrecisionOpInterface>()) {
      if (!structure.empty())
        return error("'" + op + "' has groups of its own");
      continue;
    }
    // Where a dialect has models, what has none is so on purpose.
    if (structure.empty() && name && hasModels(op.substr(0, op.find('.'))))
      continue;
    ForeignOp &known = policy.foreign[op];
    known.op = op;
    if (structure.empty())
      continue;
    if (!known.groups.empty())
      return error("'" + op + "' has its groups from " + known.source + " already");
    known.groups = structure;
    known.source = rule.source;
  }
  return success();
}

/// The group, where the rule has one, is one of the op's, and can have the label.
LogicalResult RuleReader::verifyGroup(const Rule &one, const PolicyText &policy) {
  if (one.group.empty())
    return success();
  if (one.group == "acc" && one.label != Label::F32 && one.label != Label::Low &&
      one.label != Label::Keep)
    return error("the group 'acc' can be 'f32', 'low' or 'keep', got '" + toString(one.label) +
                 "'");
  auto name = RegisteredOperationName::lookup(one.op, context);
  auto *model = name ? name->getInterface<train::PrecisionOpInterface>() : nullptr;
  if (!model)
    return success();
  ArrayRef<StringRef> names = model->getTieGroupNames();
  if (names.empty() || llvm::is_contained(names, one.group))
    return success();
  return error("'" + one.op + "' has no group '" + one.group + "' (" + llvm::join(names, ", ") +
               ")");
}

LogicalResult RuleReader::expand(std::vector<Rule> &rules, PolicyText &policy) {
  if (failed(addStructure(policy)))
    return failure();
  const std::vector<std::string> none = {""};
  for (const std::string &op : ops.empty() ? none : ops)
    for (const std::string &group : ruleGroups.empty() ? none : ruleGroups)
      for (bool f16 : {true, false}) {
        bool hasColumns = columns[0] || columns[1];
        if (hasColumns ? !columns[!f16] : !f16)
          continue;
        Rule one = rule;
        one.op = op;
        one.group = group;
        one.label = hasColumns ? *columns[!f16] : *label;
        if (hasColumns)
          one.f16Column = f16;
        one.reason = one.why.empty() ? one.source : one.why + " (" + one.source + ")";
        if (failed(verifyGroup(one, policy)))
          return failure();
        rules.push_back(std::move(one));
      }
  return success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

class FileReader {
public:
  FileReader(StringRef source, bool isTable, Location loc)
      : source(source), isTable(isTable), loc(loc) {}

  FailureOr<PolicyText> read(StringRef text);

private:
  LogicalResult readMember(const MemberSpec &spec, const JsonValue &value);
  LogicalResult readRules(StringRef member, const JsonValue &value, std::vector<Rule> &rules);
  LogicalResult readCasts(const JsonValue &value);
  LogicalResult readCast(const JsonValue &value, ForeignCast &cast,
                         function_ref<LogicalResult(const Twine &)> error);
  LogicalResult readCastAttributes(const JsonValue &value, ForeignCast &cast,
                                   function_ref<LogicalResult(const Twine &)> error);
  /// The groups that rules name are those of the ops that the file makes known.
  LogicalResult verifyForeignGroups(ArrayRef<Rule> rules);

  Location at(JsonPlace place) const {
    return isTable
               ? loc
               : Location(FileLineColLoc::get(loc.getContext(), source, place.line, place.column));
  }
  InFlightDiagnostic error(JsonPlace place) const {
    InFlightDiagnostic diagnostic = emitError(at(place));
    if (isTable)
      diagnostic << "policy '" << source << "': ";
    return diagnostic;
  }

  StringRef source;
  bool isTable;
  Location loc;
  JsonPlaces places;
  PolicyText policy;
  unsigned numRules = 0;
};

LogicalResult FileReader::readRules(StringRef member, const JsonValue &value,
                                    std::vector<Rule> &rules) {
  const llvm::json::Array *list = value.getAsArray();
  if (!list)
    return error(places.members[member.str()]) << "'" << member << "' expects a list of rules";
  ArrayRef<JsonPlace> lines = places.elements[member.str()];
  bool isDefault = member == "defaults";
  for (auto [index, item] : llvm::enumerate(*list)) {
    JsonPlace place = index < lines.size() ? lines[index] : JsonPlace();
    std::string what = ((isDefault ? "default " : "rule ") + Twine(index + 1)).str();
    auto ruleError = [&](const Twine &message) -> LogicalResult {
      return error(place) << what << ": " << message;
    };
    const JsonObject *object = item.getAsObject();
    if (!object)
      return ruleError("expected an object");
    RuleReader reader(loc.getContext(), ruleError);
    reader.rule.number = numRules++;
    reader.rule.source =
        (source + ":" + (isTable ? Twine(" ") : Twine(place.line) + ": ") + what).str();
    if (failed(reader.read(*object)) || failed(reader.expand(rules, policy)))
      return failure();
  }
  return success();
}

LogicalResult FileReader::readCasts(const JsonValue &value) {
  const JsonObject *object = value.getAsObject();
  JsonPlace place = places.members["casts"];
  if (!object)
    return error(place) << "'casts' expects an object: by dialect, the name of an op";
  for (auto [dialect, item] : sorted(*object)) {
    auto castError = [&, dialect = dialect](const Twine &message) -> LogicalResult {
      return error(place) << "'casts' for '" << dialect << "' " << message;
    };
    if (failed(readCast(*item, policy.casts[dialect.str()], castError)))
      return failure();
  }
  return success();
}

/// True for what MLIR prints as it is: no spaces, and nothing that has to be escaped.
static bool isPlainName(StringRef name) {
  return !name.empty() &&
         llvm::all_of(name, [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\\'; });
}

static bool isOpName(StringRef name) {
  auto [dialect, op] = name.split('.');
  return isPlainName(dialect) && isPlainName(op);
}

/// What the parser may be given: it has no limit of its own for brackets, and it would load
/// the dialects of attributes and types that are not MLIR's own.
static bool isSimpleText(StringRef text) {
  constexpr int mostBrackets = 32;
  int depth = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"')
      isQuoted = !isQuoted;
    else if (isQuoted)
      i += c == '\\';
    else if (c == '#' || c == '!')
      return false;
    else if (StringRef("[({<").contains(c) && ++depth > mostBrackets)
      return false;
    else if (StringRef("])}>").contains(c))
      --depth;
  }
  return true;
}

/// Null for what is no attribute. The parser's own words have no place in the file.
static Attribute parseQuietly(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler silent(context, [](Diagnostic &) { return success(); });
  return isSimpleText(text) ? parseAttribute(text, context) : Attribute();
}

/// The name of an op, or an object that tells of its attributes, too.
LogicalResult FileReader::readCast(const JsonValue &value, ForeignCast &cast,
                                   function_ref<LogicalResult(const Twine &)> error) {
  const JsonObject *object = value.getAsObject();
  auto op = object ? object->getString("op") : value.getAsString();
  if (!op || !isOpName(*op))
    return error("expects the name of an op");
  cast.op = op->str();
  if (!object)
    return success();
  for (auto [name, item] : sorted(*object)) {
    if (name != "op" && name != "type" && name != "attributes")
      return error("has no member '" + name + "' (op, type, attributes)");
    if (name == "attributes" && failed(readCastAttributes(*item, cast, error)))
      return failure();
  }
  const JsonValue *type = object->get("type");
  auto typeAttr = type ? type->getAsString() : std::nullopt;
  if (type && (!typeAttr || !isPlainName(*typeAttr) || isReservedAttribute(*typeAttr)))
    return error("expects 'type' to be the name of an attribute");
  if (typeAttr && cast.attributes && cast.attributes.contains(*typeAttr))
    return error("has '" + *typeAttr + "' under 'attributes' and as 'type'");
  cast.typeAttr = typeAttr.value_or("").str();
  return success();
}

LogicalResult FileReader::readCastAttributes(const JsonValue &value, ForeignCast &cast,
                                             function_ref<LogicalResult(const Twine &)> error) {
  const JsonObject *texts = value.getAsObject();
  if (!texts)
    return error("expects 'attributes' to be an object");
  NamedAttrList attributes;
  for (auto [name, text] : sorted(*texts)) {
    if (!isPlainName(name) || isReservedAttribute(name))
      return error("has '" + name + "' under 'attributes', which is no name of an attribute");
    auto written = text->getAsString();
    Attribute attr = written ? parseQuietly(*written, loc.getContext()) : Attribute();
    if (!attr)
      return error("expects '" + name + "' to be the text of an attribute");
    attributes.set(name, attr);
    cast.texts[name.str()] = written->str();
  }
  if (!attributes.empty())
    cast.attributes = attributes.getDictionary(loc.getContext());
  return success();
}

LogicalResult FileReader::readMember(const MemberSpec &spec, const JsonValue &value) {
  StringRef name = spec.name;
  auto memberError = [&](const Twine &message) -> LogicalResult {
    return error(places.members[name.str()]) << message;
  };
  std::string ignored;
  switch (spec.form) {
  case MemberForm::Ignored:
    return success();
  case MemberForm::Text:
    return readText(name, value, ignored, memberError);
  case MemberForm::Placement:
    return readWord(name, spec.form, value, policy.placement, memberError);
  case MemberForm::Narrow:
    return readWord(name, spec.form, value, policy.narrow, memberError);
  case MemberForm::Flag: {
    bool flag;
    if (failed(readFlag(name, value, flag, memberError)))
      return failure();
    if (name == "complete")
      policy.isComplete = flag;
    else if (name == "table")
      policy.isTable = flag;
    else
      (name == "islands" ? policy.islands : policy.ranges) = flag;
    return success();
  }
  case MemberForm::Casts:
    return readCasts(value);
  case MemberForm::Rules:
    return readRules(name, value, name == "rules" ? policy.rules : policy.defaults);
  default:
    llvm_unreachable("no member of a file");
  }
}

/// Whether the op's dialect could be there and is not: none of its ops is in the module,
/// and which groups they have is not known before it is loaded.
static bool isOfUnloadedDialect(StringRef op, MLIRContext *context) {
  StringRef dialect = op.split('.').first;
  return !context->getLoadedDialect(dialect) &&
         llvm::is_contained(context->getAvailableDialects(), dialect);
}

LogicalResult FileReader::verifyForeignGroups(ArrayRef<Rule> rules) {
  for (const Rule &rule : rules) {
    auto it = policy.foreign.find(rule.op);
    if (rule.group.empty() || it == policy.foreign.end() || it->second.groups.empty())
      continue;
    bool isGiven = !it->second.source.empty();
    if (!isGiven && isOfUnloadedDialect(rule.op, loc.getContext()))
      continue;
    auto names = llvm::map_range(it->second.groups, [](const ForeignGroup &g) { return g.name; });
    if (!llvm::is_contained(names, rule.group))
      return error({}) << rule.source << ": '" << rule.op << "' has no group '" << rule.group
                       << "' (" << llvm::join(names, ", ") << ")";
  }
  return success();
}

/// "[3:12, byte=40]: Invalid JSON value" → the place, and what is wrong.
std::pair<JsonPlace, std::string> placeOf(llvm::Error parseError) {
  std::string text = llvm::toString(std::move(parseError));
  StringRef rest(text);
  JsonPlace place;
  StringRef what = rest.split("]: ").second;
  if (!rest.consume_front("[") || rest.consumeInteger(10, place.line) || !rest.consume_front(":") ||
      rest.consumeInteger(10, place.column) || what.empty())
    return {JsonPlace(), text};
  ++place.column;
  std::string message = what.str();
  message.front() = llvm::toLower(message.front());
  return {place, message};
}

FailureOr<PolicyText> FileReader::read(StringRef text) {
  places = JsonPlaces::find(text);
  if (places.tooDeep)
    return error(*places.tooDeep) << "nested deeper than " << JsonPlaces::maxDepth;
  llvm::Expected<JsonValue> json = llvm::json::parse(text);
  if (!json) {
    auto [place, what] = placeOf(json.takeError());
    return error(place) << "not valid JSON: " << what;
  }
  if (places.duplicate)
    return error(places.duplicate->second)
           << "'" << places.duplicate->first << "' is there twice in one object";
  const JsonObject *top = json->getAsObject();
  if (!top || (!top->get("rules") && !top->get("defaults")))
    return error({}) << "expected an object with a list 'rules'";
  if (top->get("defaults") && top->getBoolean("complete") != true)
    return error(places.members["defaults"])
           << "'defaults' are for a file that is 'complete': here the table's rules are";
  for (auto [name, value] : sorted(*top)) {
    auto memberError = [&, name = name](const Twine &message) -> LogicalResult {
      return error(places.members[name.str()]) << message;
    };
    const MemberSpec *spec = findMember(getFileMembers(), name);
    if (!spec)
      return unknownMember(getFileMembers(), name, memberError);
    if (failed(readMember(*spec, *value)))
      return failure();
  }
  // A complete file names ops of all dialects; what it makes known it gives groups.
  if (policy.isComplete)
    std::erase_if(policy.foreign, [](const auto &entry) { return entry.second.groups.empty(); });
  for (auto &[name, op] : policy.foreign)
    if (op.groups.empty())
      op.groups = {{"x", {}, {}, /*otherOperands=*/true, /*otherResults=*/true}};
  if (failed(verifyForeignGroups(policy.rules)) || failed(verifyForeignGroups(policy.defaults)))
    return failure();
  if (isTable)
    policy.foreign.clear();
  return std::move(policy);
}

} // namespace

FailureOr<PolicyText> halftone::precision::readPolicy(StringRef text, StringRef source,
                                                      bool isTable, Location loc) {
  return FileReader(source, isTable, loc).read(text);
}
