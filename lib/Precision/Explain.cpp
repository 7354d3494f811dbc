// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain.h"

#include "halftone/Support/JsonText.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

constexpr size_t mostOps = 20, mostNear = 5, mostMembers = 6;

/// True where `name` is a run of whole components of `path`.
bool hasComponents(StringRef path, StringRef name) {
  for (size_t at = path.find(name); at != StringRef::npos; at = path.find(name, at + 1)) {
    bool starts = at == 0 || path[at - 1] == '/';
    size_t end = at + name.size();
    if (starts && (end == path.size() || path[end] == '/'))
      return true;
  }
  return false;
}

bool isOpName(StringRef op, StringRef name) { return op == name || op.split('.').second == name; }

/// What a row is called: its name in the source, its line, or that of its op.
std::string nameOf(const OpRow &row) {
  std::string full = row.source.full();
  return !full.empty() ? full : !row.source.place.empty() ? row.source.place : row.op.str();
}

class Explainer {
public:
  Explainer(llvm::raw_ostream &os, const ReportData &data, StringRef name)
      : os(os), data(data), name(name) {}

  /// False where nothing has the name.
  bool run();
  SmallVector<std::string> findNear() const;

private:
  bool matches(const OpRow &row, bool exactly) const;
  bool explainArguments(const FunctionReport &function);
  void explainOp(const FunctionReport &function, size_t index);
  void printIsland(const FunctionReport &function, const OpRow &row);
  void printCasts(const FunctionReport &function, size_t index);
  void printCast(StringRef where, const CastRow &cast);
  void printChange(const OpRow &row);

  llvm::raw_ostream &os;
  const ReportData &data;
  StringRef name;
};

bool Explainer::matches(const OpRow &row, bool exactly) const {
  std::string full = row.source.full();
  if (!exactly)
    return StringRef(full).contains(name) || StringRef(row.result).contains(name);
  return hasComponents(full, name) || row.source.place == name || row.result == name ||
         isOpName(row.op, name);
}

void Explainer::printCast(StringRef where, const CastRow &cast) {
  os << "  " << where << cast.value << ": " << cast.from << " to " << cast.to << ", "
     << (cast.isNarrowing ? "narrowing" : "widening") << ", " << cast.bytes << " bytes, "
     << toString(cast.part);
  if (cast.times > 1)
    os << ", " << cast.times << " times a step";
  if (cast.users.size() > 1)
    os << ", shared by " << cast.users.size() << " ops";
  os << "\n";
}

void Explainer::printCasts(const FunctionReport &function, size_t index) {
  int row = static_cast<int>(index);
  for (const CastRow &cast : function.casts)
    if (llvm::is_contained(cast.users, row))
      printCast("cast in   ", cast);
  for (const CastRow &cast : function.casts)
    if (cast.producer == row)
      printCast("cast out  ", cast);
}

void Explainer::printIsland(const FunctionReport &function, const OpRow &row) {
  SmallVector<const OpRow *> members, seeds;
  for (const OpRow &other : function.ops)
    if (other.island == row.island) {
      members.push_back(&other);
      if (other.basis != Basis::Island)
        seeds.push_back(&other);
    }
  os << "  island    " << row.island << ", " << members.size() << " ops";
  if (!seeds.empty())
    os << "; grown from ";
  llvm::interleaveComma(ArrayRef(seeds).take_front(mostMembers), os,
                        [&](const OpRow *seed) { os << nameOf(*seed); });
  if (seeds.size() > mostMembers)
    os << ", …";
  os << "\n";
}

/// A condition that picks the row, for a rule.
std::string conditionFor(const OpRow &row) {
  std::string location = getLocationText(row.loc);
  if (location.empty())
    return "\"op\": " + jsonString(row.op);
  return "\"location\": " + jsonString(location) + ", \"op\": " + jsonString(row.op);
}

void Explainer::printChange(const OpRow &row) {
  os << "  to change ";
  auto rule = [&](StringRef label) {
    os << "a rule in the policy file: { " << conditionFor(row) << ", \"label\": \"" << label
       << "\" }";
  };
  switch (row.basis) {
  case Basis::Policy:
  case Basis::Island:
    rule(row.decision == Decision::Low ? "f32" : "low");
    break;
  case Basis::Region:
    os << "the compute type of the precision region around it";
    break;
  case Basis::Proof:
    os << "no rule can: what is proved goes first. Change the value (a smaller constant, a clamp)"
       << (row.compute == "f16" ? ", or compute in bf16, which has the range of f32" : "");
    break;
  case Basis::Measured:
    os << "a calibration in which the value stays in range, or none";
    break;
  case Basis::Written:
    os << "the types that the op was written with";
    break;
  }
  os << "\n";
}

void Explainer::explainOp(const FunctionReport &function, size_t index) {
  const OpRow &row = function.ops[index];
  os << nameOf(row) << ": " << row.op << ", " << toString(row.part) << " of @" << function.name;
  if (!row.source.full().empty() && !row.source.place.empty())
    os << ", " << row.source.place;
  os << "\n  decision  " << toString(row.decision) << " (" << row.before;
  if (!row.after.empty() && row.after != row.before)
    os << " became " << row.after;
  os << ")\n  label     " << toString(row.label) << ", by " << toString(row.basis);
  if (!row.rule.empty())
    os << ", " << row.rule;
  os << "\n  reason    " << row.reason << "\n";
  if (!row.range.empty())
    os << "  range     " << row.range << "\n";
  if (row.island)
    printIsland(function, row);
  if (!row.result.empty())
    os << "  gives     " << row.result << "\n";
  for (const GroupRow &group : row.groups)
    os << "  group     " << group.name << ": " << toString(group.decision) << ", " << group.reason
       << "\n";
  printCasts(function, index);
  printChange(row);
}

/// Arguments of the function: who reads them, and in what type.
bool Explainer::explainArguments(const FunctionReport &function) {
  llvm::MapVector<StringRef, SmallVector<const OpRow *>> readers;
  for (const OpRow &row : function.ops)
    for (const std::string &argument : row.reads)
      if (hasComponents(argument, name))
        readers[argument].push_back(&row);
  for (const auto &[argument, rows] : readers) {
    os << argument << ": argument of @" << function.name << ", read by " << rows.size()
       << (rows.size() == 1 ? " op\n" : " ops\n");
    for (const OpRow *row : ArrayRef(rows).take_front(mostMembers))
      os << "  read by   " << nameOf(*row) << ", " << row->op << ", " << toString(row->decision)
         << ": " << row->reason << "\n";
    for (const CastRow &cast : function.casts)
      if (cast.producer < 0 && cast.value == argument)
        printCast("cast      ", cast);
  }
  return !readers.empty();
}

bool Explainer::run() {
  size_t shown = 0, found = 0;
  bool any = false;
  for (const FunctionReport &function : data.functions)
    any |= explainArguments(function);
  for (bool exactly : {true, false}) {
    for (const FunctionReport &function : data.functions)
      for (size_t i = 0; i < function.ops.size(); ++i)
        if (matches(function.ops[i], exactly) && ++found && shown < mostOps) {
          explainOp(function, i);
          ++shown;
        }
    // What only holds the name somewhere counts where nothing has it.
    if (found || any)
      break;
  }
  if (found > shown)
    os << "and " << found - shown << " more: a longer name shows fewer\n";
  return any || found;
}

SmallVector<std::string> Explainer::findNear() const {
  std::set<std::string> names;
  for (const FunctionReport &function : data.functions)
    for (const OpRow &row : function.ops) {
      std::string full = row.source.full();
      for (StringRef candidate :
           {StringRef(full), StringRef(row.source.scope), StringRef(row.source.leaf),
            StringRef(row.op).split('.').second, StringRef(row.op), StringRef(row.result),
            StringRef(row.source.place)})
        if (!candidate.empty())
          names.insert(candidate.str());
      names.insert(row.reads.begin(), row.reads.end());
    }
  std::vector<std::pair<unsigned, std::string>> ranked;
  for (const std::string &candidate : names)
    // By the share of characters that differ: short names are not near to everything.
    ranked.push_back({static_cast<unsigned>(1000 * StringRef(candidate).edit_distance(name) /
                                            std::max(candidate.size(), name.size())),
                      candidate});
  llvm::sort(ranked);
  SmallVector<std::string> near;
  for (const auto &[distance, candidate] : ArrayRef(ranked).take_front(mostNear))
    near.push_back(candidate);
  return near;
}

} // namespace

LogicalResult halftone::precision::explain(llvm::raw_ostream &os, const ReportData &data,
                                           StringRef name, Location loc) {
  Explainer explainer(os, data, name);
  if (explainer.run())
    return success();
  SmallVector<std::string> near = explainer.findNear();
  InFlightDiagnostic diagnostic = emitError(loc) << "nothing is called '" << name << "'";
  if (!near.empty())
    diagnostic << "; near it: " << llvm::join(near, ", ");
  return diagnostic;
}
