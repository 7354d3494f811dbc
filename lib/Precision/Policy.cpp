// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matching of policies. The rules that may match an op of a name are found once for each
// name, sorted by how specific they are; texts of locations are made only where a rule
// looks at one, and once for each location.
#include "halftone/Precision/Policy.h"

#include "ParameterGradients.h"
#include "PolicyReader.h"
#include "RuleChoice.h"
#include "SourceName.h"
#include "Tables.h"
#include "halftone/Dialect/Train/IR/Train.h"
#include "halftone/Dialect/Train/Transforms/BackwardLocation.h"
#include "halftone/Precision/Calibration.h"
#include "halftone/Precision/CastBuilder.h"
#include "halftone/Precision/Ranges.h"
#include "halftone/Precision/TieGroups.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
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
// Rules
//===----------------------------------------------------------------------===//

int Rule::specificity() const {
  int instance = !location.empty() + bool(locationPattern) + bool(name);
  int value = instance << 10;
  value += region ? 1 << 9 : 0;
  value += role.empty() ? 0 : 1 << 8;
  value += op.empty() ? 0 : 1 << 7;
  value += group.empty() ? 0 : 1 << 6;
  value += kind.empty() ? 0 : 1 << 5;
  value += range ? 1 << 4 : 0;
  value += dialect.empty() ? 0 : 1 << 3;
  value += rank || !shape.empty() ? 1 << 2 : 0;
  value += hasSize() ? 1 << 1 : 0;
  value += f16Column ? 1 : 0;
  return value;
}

bool Rule::isConditional() const {
  return !kind.empty() || !location.empty() || locationPattern || name || region || !role.empty() ||
         hasSize() || rank || !shape.empty() || range || !products.empty();
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The function, its arguments and results in mind, that `op` lies in.
static FunctionOpInterface getFunction(Operation *op) {
  return op->getParentOfType<FunctionOpInterface>();
}

/// Arguments that `op` reads, and results of the function that it gives; stops at true.
static bool anyArgumentOrResult(Operation *op, function_ref<bool(DictionaryAttr)> test) {
  FunctionOpInterface function = getFunction(op);
  if (!function || function.isExternal())
    return false;
  Block *entry = &function.getFunctionBody().front();
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand); argument && argument.getOwner() == entry)
      if (DictionaryAttr attrs = function.getArgAttrDict(argument.getArgNumber()))
        if (test(attrs))
          return true;
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (user->hasTrait<OpTrait::ReturnLike>() && user->getParentOp() == function)
      if (DictionaryAttr attrs = function.getResultAttrDict(use.getOperandNumber()))
        if (test(attrs))
          return true;
  }
  return false;
}

static bool hasRole(Operation *op, StringRef roleName, const ParameterGradients &gradients) {
  std::optional<train::Role> role = train::symbolizeRole(roleName);
  if (role == train::Role::gradient)
    return llvm::any_of(op->getResults(), [&](Value value) { return gradients.contains(value); });
  return role && anyArgumentOrResult(op, [&](DictionaryAttr attrs) {
           auto attr = attrs.getAs<train::RoleAttr>(train::attr::role);
           return attr && attr.getValue() == *role;
         });
}

/// The names of named locations in a location.
static bool anyNameIn(Location loc, function_ref<bool(StringRef)> test) {
  return loc
      ->walk([&](Location part) {
        auto named = dyn_cast<NameLoc>(part);
        return named && test(named.getName()) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasName(Operation *op, const NamePattern &pattern) {
  auto test = [&](StringRef name) { return pattern.occursIn(name); };
  if (anyNameIn(op->getLoc(), test))
    return true;
  for (NamedAttribute attr : op->getAttrs())
    if (auto symbol = dyn_cast<SymbolRefAttr>(attr.getValue()))
      if (test(symbol.getLeafReference()))
        return true;
  return anyArgumentOrResult(op, [&](DictionaryAttr attrs) {
    auto name = attrs.getAs<StringAttr>(train::attr::name);
    return name && test(name);
  });
}

/// True where the op around, or one around it, has a name of the pattern.
static bool liesIn(Operation *around, const Rule &rule,
                   DenseMap<std::pair<const Rule *, Operation *>, bool> &known) {
  if (!around)
    return false;
  if (auto it = known.find({&rule, around}); it != known.end())
    return it->second;
  auto test = [&](StringRef name) { return rule.region.occursIn(name); };
  auto symbol = around->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  bool found = (symbol && test(symbol)) || anyNameIn(around->getLoc(), test) ||
               liesIn(around->getParentOp(), rule, known);
  known[{&rule, around}] = found;
  return found;
}

static bool anyShape(Operation *op, function_ref<bool(ShapedType)> test) {
  auto isOne = [&](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasRank() && test(shaped);
  };
  return llvm::any_of(op->getOperandTypes(), isOne) || llvm::any_of(op->getResultTypes(), isOne);
}

static bool hasShape(Operation *op, ArrayRef<int64_t> wanted) {
  return anyShape(op, [&](ShapedType type) {
    return type.getRank() == static_cast<int64_t>(wanted.size()) &&
           llvm::all_of(llvm::zip_equal(type.getShape(), wanted), [](auto pair) {
             auto [have, want] = pair;
             return want < 0 || have == want;
           });
  });
}

static int64_t largestElementCount(Operation *op) {
  int64_t largest = 0;
  anyShape(op, [&](ShapedType type) {
    if (type.hasStaticShape())
      largest = std::max(largest, type.getNumElements());
    return false;
  });
  return largest;
}

/// Whether the facts of these values meet the condition: some value may be above, all are
/// known to be below.
static bool inRange(ArrayRef<Value> values, const RangeCondition &condition,
                    const RangeFacts &facts) {
  bool isAbove = !condition.above, isBelow = true;
  for (Value value : values) {
    double largest = 0;
    bool isKnown = false, isBounded = false;
    if (const FloatRange *proved = facts.get(value);
        proved && condition.by != RangeCondition::Facts::Measured) {
      largest = proved->known();
      isBounded = proved->isBounded();
      isKnown = largest > 0 || isBounded;
    }
    if (const MeasuredRange *measured = facts.getMeasured(value);
        measured && condition.by != RangeCondition::Facts::Proved) {
      // What was measured lies within what is proved.
      largest = isBounded ? std::min(largest, measured->magnitude()) : measured->magnitude();
      isKnown = isBounded = true;
    }
    isAbove |= isKnown && condition.above && largest > *condition.above;
    isBelow &= isBounded && (!condition.below || largest < *condition.below);
  }
  return isAbove && (!condition.below || isBelow);
}

/// What the op's attribute `kind` says, for ops that have one.
static StringRef kindOf(Operation *op, DenseMap<Attribute, std::string> &known) {
  auto kind = op->getInherentAttr("kind");
  if (!kind || !*kind)
    return {};
  std::string &text = known[*kind];
  if (text.empty()) {
    llvm::raw_string_ostream stream(text);
    (*kind).print(stream, /*elideType=*/true);
    // "#train<reduction add>" → "add"
    StringRef name(text);
    name.consume_back(">");
    text = name.substr(name.find_last_of(' ') + 1).str();
  }
  return text;
}

namespace halftone::precision {

/// What a rule is asked about. That the op's name and dialect are the rule's is known.
class RuleMatcher {
public:
  Operation *op;
  bool f16;
  MatchFacts &facts;
  StringRef group;

  RuleMatcher(const Policy &policy, Operation *op, bool f16, MatchFacts &facts, StringRef group)
      : op(op), f16(f16), facts(facts), group(group), policy(policy) {}

  bool matches(const Rule &rule) {
    if ((rule.f16Column && *rule.f16Column != f16) || !locationMatches(rule))
      return false;
    if (!rule.kind.empty() && rule.kind != kind())
      return false;
    if (!rule.products.empty() && !hasAccumulator(op))
      return false;
    if (rule.hasSize()) {
      int64_t count = largestElementCount(op);
      if (count < rule.minElements || rule.maxElements < count)
        return false;
    }
    if (rule.rank && !anyShape(op, [&](ShapedType type) { return type.getRank() == *rule.rank; }))
      return false;
    if (!rule.shape.empty() && !hasShape(op, rule.shape))
      return false;
    if (!rule.role.empty() && !hasRole(op, rule.role, facts.gradients))
      return false;
    if (rule.region && !liesIn(op->getParentOp(), rule, facts.regions))
      return false;
    if (rule.name && !hasName(op, rule.name))
      return false;
    if (rule.range && (!facts.ranges || !inRange(values(), *rule.range, *facts.ranges)))
      return false;
    return true;
  }

private:
  const Policy &policy;

  /// The floats that the op reads and gives, or those of the group.
  SmallVector<Value> values() const {
    SmallVector<Value> found;
    auto add = [&](Value value) {
      if (getFloat(value.getType()))
        found.push_back(value);
    };
    auto model = dyn_cast<train::PrecisionOpInterface>(op);
    if (group.empty() || !model) {
      llvm::for_each(op->getOperands(), add);
      llvm::for_each(op->getResults(), add);
      return found;
    }
    for (const train::TieGroup &tied : model.getTieGroups())
      if (tied.name == group) {
        for (OpOperand *use : tied.uses)
          add(use->get());
        llvm::for_each(tied.defs, add);
      }
    return found;
  }

  std::string kind() const {
    if (const PrecisionDialectInterface *dialect = getPrecisionDialect(op))
      if (std::string text = dialect->getKind(op); !text.empty())
        return text;
    return kindOf(op, facts.kinds).str();
  }

  bool locationMatches(const Rule &rule) {
    if (rule.location.empty() && !rule.locationPattern)
      return true;
    if (!located)
      located = findLocated();
    return llvm::is_contained(*located, &rule);
  }

  /// The rules that fit the op's location: looked for once for each location.
  ArrayRef<const Rule *> findLocated() {
    auto [it, isNew] = facts.locations.try_emplace(op->getLoc());
    if (isNew) {
      std::string text;
      llvm::raw_string_ostream(text) << op->getLoc();
      // As it is printed in IR, and as reports print it: `file:line`.
      std::string plain = text;
      llvm::erase(plain, '"');
      // What reports call it, too: a framework's own words in a name are left out there.
      text += "\n" + plain + "\n" + getSourceName(op->getLoc()).full();
      for (const Rule *rule : policy.locationRules)
        if (StringRef(text).contains(rule->location) &&
            (!rule->locationPattern || rule->locationPattern.occursIn(text)))
          it->second.push_back(rule);
    }
    return it->second;
  }

  std::optional<ArrayRef<const Rule *>> located;
};

} // namespace halftone::precision

//===----------------------------------------------------------------------===//
// The policy
//===----------------------------------------------------------------------===//

/// Composite gradients and the seed have rules of their own; a core op of the backward
/// pass goes by the op that it comes from. But only the products of a product's
/// backward pass are for Tensor Cores: the sums of a bias's gradient, and of the
/// gradients of a value with several users, are sums.
static StringRef nameForRules(Operation *op) {
  StringRef own = getOpName(op);
  if (own.ends_with("_grad") || isa<train::SeedOp>(op))
    return own;
  std::optional<StringRef> forward = train::getForwardName(op);
  if (!forward || forward->empty())
    return own;
  auto known = RegisteredOperationName::lookup(*forward, op->getContext());
  return known && hasAccumulator(*known) && !hasAccumulator(op) ? own : *forward;
}

const RuleCandidates &Policy::getCandidates(StringRef opName) const {
  auto [it, isNew] = candidates.try_emplace(opName);
  RuleCandidates &found = it->second;
  if (!isNew)
    return found;
  StringRef dialect = opName.split('.').first;
  for (const std::vector<Rule> &layer : layers) {
    auto &rules = found.layers.emplace_back();
    for (const Rule &rule : layer)
      if ((rule.op.empty() || rule.op == opName) &&
          (rule.dialect.empty() || rule.dialect == dialect)) {
        rules.push_back(&rule);
        if (!rule.group.empty() && !llvm::is_contained(found.groups, rule.group))
          found.groups.push_back(rule.group);
      }
    // Pointers into one layer are in the order of its rules.
    llvm::sort(rules, [](const Rule *a, const Rule *b) {
      return std::pair(-a->specificity(), a) < std::pair(-b->specificity(), b);
    });
  }
  return found;
}

bool Policy::isUsers(const Rule &rule) const {
  return numFollowedLayers && !layers.front().empty() && &rule >= &layers.front().front() &&
         &rule <= &layers.front().back();
}

FailureOr<const Rule *> Policy::find(Operation *op, bool f16, MatchFacts &facts,
                                     StringRef group) const {
  if (facts.op != op || facts.f16 != f16) {
    facts.op = op;
    facts.f16 = f16;
    StringRef name = nameForRules(op);
    // What is sensitive stays so in the backward pass of something that is not.
    if (usesIslands() && name != getOpName(op) && getIslandRole(op, f16, facts) == IslandRole::Seed)
      name = getOpName(op);
    facts.candidates = &getCandidates(name);
  }
  const RuleCandidates &known = *facts.candidates;
  // Most groups go with their op; then the op's conditions need no second look.
  if (!group.empty() && !llvm::is_contained(known.groups, group))
    return static_cast<const Rule *>(nullptr);
  RuleMatcher matcher(*this, op, f16, facts, group);
  for (auto [index, rules] : llvm::enumerate(known.layers)) {
    RuleChoice choice;
    for (const Rule *rule : rules) {
      bool isBeaten = choice.isBeaten(*rule);
      // A rule of the user's is followed until it is known to match something.
      bool isUsers = index < numFollowedLayers;
      if (isBeaten && !isUsers)
        break;
      if (isBeaten && matched[rule->number])
        continue;
      if ((!rule->group.empty() && rule->group != group) || !matcher.matches(*rule))
        continue;
      if (isUsers)
        matched[rule->number] = true;
      choice.add(*rule);
    }
    if (failed(choice.verify([&] { return emitOpError(op); })))
      return failure();
    if (std::optional<const Rule *> rule = choice.settle(group))
      return *rule;
  }
  return static_cast<const Rule *>(nullptr);
}

IslandRole Policy::getIslandRole(Operation *op, bool f16, MatchFacts &facts) const {
  RuleMatcher matcher(*this, op, f16, facts, {});
  for (const auto &rules : getCandidates(getOpName(op)).layers) {
    const auto *found = llvm::find_if(
        rules, [&](const Rule *rule) { return rule->group.empty() && matcher.matches(*rule); });
    // A rule that says nothing of islands leaves that to those behind it.
    if (found != rules.end() && (*found)->island != IslandRole::None)
      return (*found)->island;
  }
  return IslandRole::None;
}

bool Policy::needsRanges() const {
  return usesRanges() || llvm::any_of(layers, [](const std::vector<Rule> &rules) {
           return llvm::any_of(rules, [](const Rule &rule) { return rule.range.has_value(); });
         });
}

const ForeignOp *Policy::getForeign(StringRef opName) const {
  auto it = foreign.find(opName.str());
  return it == foreign.end() ? nullptr : &it->second;
}

const ForeignCast *Policy::getCast(StringRef dialect) const {
  auto it = casts.find(dialect.str());
  return it == casts.end() ? nullptr : &it->second;
}

SmallVector<const Rule *> Policy::getUnmatchedRules(bool f16) const {
  SmallVector<const Rule *> unmatched;
  for (const std::vector<Rule> &rules : ArrayRef(layers).take_front(numFollowedLayers))
    for (const Rule &rule : rules) {
      bool isAsked = !rule.f16Column || *rule.f16Column == f16;
      if (isAsked && !matched[rule.number] &&
          (unmatched.empty() || unmatched.back()->number != rule.number))
        unmatched.push_back(&rule);
    }
  return unmatched;
}

LogicalResult Policy::add(StringRef text, StringRef source, bool isTable, Location loc) {
  FailureOr<PolicyText> read = readPolicy(text, source, isTable, loc);
  if (failed(read))
    return failure();
  // What the file says goes before what the table says, which is read behind it.
  if (placement.empty())
    placement = read->placement;
  if (narrow.empty())
    narrow = read->narrow;
  if (!islands)
    islands = read->islands;
  if (!ranges)
    ranges = read->ranges;
  casts.merge(read->casts);
  foreign.merge(read->foreign);
  // That a whole table of rules, or rules for what is left, match nothing is no mistake.
  if (!isTable && !read->isTable && !read->isComplete && !read->rules.empty()) {
    numFollowedLayers = 1;
    matched.resize(read->rules.back().number + 1);
  }
  isComplete = read->isComplete;
  for (std::vector<Rule> *rules : {&read->rules, &read->defaults})
    if (!rules->empty())
      layers.push_back(std::move(*rules));
  return success();
}

FailureOr<Policy> Policy::create(StringRef name, StringRef file, Location loc) {
  Policy policy;
  policy.name = name.str();
  std::optional<StringRef> table = getBuiltinTable(name);
  if (!table || name == kForeignTable)
    return emitError(loc) << "unknown policy '" << name
                          << "', expected 'halftone', 'torch' or 'grappler'";
  if (!file.empty()) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer)
      return emitError(loc) << "cannot read policy '" << file
                            << "': " << buffer.getError().message();
    if (failed(policy.add((*buffer)->getBuffer(), file, /*isTable=*/false, loc)))
      return failure();
  }
  // Of the table under a complete file only the placement and the switches remain.
  bool hasRules = !policy.isComplete;
  size_t numLayers = policy.layers.size();
  if (failed(policy.add(*table, name, /*isTable=*/true, loc)) ||
      failed(policy.add(*getBuiltinTable(kForeignTable), kForeignTable, /*isTable=*/true, loc)))
    return failure();
  if (hasRules) {
    // The two tables are about different dialects: one layer.
    std::vector<Rule> foreignRules = std::move(policy.layers.back());
    policy.layers.pop_back();
    llvm::append_range(policy.layers.back(), std::move(foreignRules));
  } else {
    policy.layers.resize(numLayers);
  }
  for (const std::vector<Rule> &rules : policy.layers)
    for (const Rule &rule : rules)
      if (!rule.location.empty() || rule.locationPattern)
        policy.locationRules.push_back(&rule);
  return policy;
}
