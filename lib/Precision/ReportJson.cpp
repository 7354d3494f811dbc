// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that say nothing (no name, no island, no groups) are left out; numbers and
// lists of a function are always there.
#include "ReportJson.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

#include <map>

using namespace halftone::precision;
using llvm::StringRef;

namespace {

/// An object's members, one on a line as `llvm::json::OStream` writes them. There are
/// thousands of rows, and that stream takes its time for each member; it is asked only
/// for texts with something to escape.
class Members {
public:
  Members(llvm::raw_ostream &os, unsigned indent)
      : os(os), indent(indent), start(",\n" + std::string(indent, ' ') + '"') {}

  void text(StringRef key, StringRef value) {
    begin(key);
    if (isPlain(value))
      os << '"' << value << '"';
    else
      llvm::json::OStream(os).value(llvm::json::fixUTF8(value));
  }
  /// Left out where there is nothing to say.
  void someText(StringRef key, StringRef value) {
    if (!value.empty())
      text(key, value);
  }
  void number(StringRef key, int64_t value) {
    begin(key);
    os << value;
  }
  template <typename Range, typename Write>
  void array(StringRef key, const Range &values, Write write) {
    begin(key);
    const char *separator = "[";
    for (const auto &value : values) {
      os << separator << '\n';
      os.indent(indent + 1);
      write(value);
      separator = ",";
    }
    if (values.empty())
      os << "[]";
    else
      (os << '\n').indent(indent) << ']';
  }
  void names(const SourceName &source) {
    someText("scope", source.scope);
    someText("name", source.leaf);
    someText("location", source.place);
  }

private:
  static bool isPlain(StringRef text) {
    bool isSpecial = false;
    for (char c : text) // without a way out, so that it is done in vectors
      isSpecial |= c < ' ' || c > '~' || c == '"' || c == '\\';
    return !isSpecial;
  }
  void begin(StringRef key) {
    os << StringRef(start).drop_front(isFirst ? 1 : 0) << key << "\": ";
    isFirst = false;
  }

  llvm::raw_ostream &os;
  unsigned indent;
  std::string start; ///< of a member behind another
  bool isFirst = true;
};

/// `write` gives an object's members.
void writeObject(llvm::raw_ostream &os, unsigned indent,
                 llvm::function_ref<void(Members &)> write) {
  os << '{';
  Members members(os, indent + 1);
  write(members);
  (os << '\n').indent(indent) << '}';
}

class Writer {
public:
  explicit Writer(llvm::raw_ostream &os) : json(os, /*IndentSize=*/1) {}

  void write(const ReportData &data);

private:
  void numbers(const CastCost &cost) {
    json.attribute("bytes", cost.bytes);
    json.attribute("casts", cost.casts);
  }
  void function(const FunctionReport &report);
  void islands(const FunctionReport &report);
  void totals(const FunctionReport &report);

  llvm::json::OStream json;
};

/// The ops of each island, and those that it grew from: all that an island did not
/// bring in.
void Writer::islands(const FunctionReport &report) {
  llvm::MapVector<unsigned, std::vector<size_t>> members;
  for (size_t i = 0; i < report.ops.size(); ++i)
    if (unsigned island = report.ops[i].island)
      members[island].push_back(i);
  json.attributeArray("islands", [&] {
    for (const auto &[island, ops] : members)
      json.object([&] {
        json.attribute("island", static_cast<int64_t>(island));
        json.attributeArray("ops", [&] {
          for (size_t op : ops)
            json.value(static_cast<int64_t>(op));
        });
        json.attributeArray("seeds", [&] {
          for (size_t op : ops)
            if (report.ops[op].basis != Basis::Island)
              json.value(static_cast<int64_t>(op));
        });
      });
  });
}

void Writer::totals(const FunctionReport &report) {
  struct Counts {
    int64_t of[4] = {};
  };
  constexpr Decision all[] = {Decision::Low, Decision::F32, Decision::Widen, Decision::Keep};
  Counts total;
  std::map<StringRef, Counts> byOp;
  for (const OpRow &row : report.ops) {
    ++total.of[static_cast<int>(row.decision)];
    ++byOp[row.op].of[static_cast<int>(row.decision)];
  }
  auto write = [&](const Counts &counts) {
    for (Decision decision : all)
      json.attribute(toString(decision), counts.of[static_cast<int>(decision)]);
  };
  json.attributeObject("totals", [&] {
    write(total);
    json.attributeObject("by_op", [&] {
      for (const auto &[op, counts] : byOp)
        json.attributeObject(op, [&] { write(counts); });
    });
  });
}

void Writer::function(const FunctionReport &report) {
  json.object([&] {
    json.attribute("function", report.name);
    json.attribute("narrowing_casts", report.narrowing);
    json.attribute("widening_casts", report.widening);
    json.attribute("cast_bytes", report.castBytes);
    json.attributeObject("all_casts", [&] { numbers(report.allCasts); });
    json.attribute("kept_for_backward_bytes", report.keptBytes);
    json.attributeObject("traffic", [&] {
      json.attribute("forward", report.traffic.forward);
      json.attribute("backward", report.traffic.backward);
      json.attribute("optimizer", report.traffic.optimizer);
    });
    if (report.cost)
      json.attributeObject("cost", [&] { numbers(*report.cost); });
    if (report.placement.bound)
      json.attributeObject("bound", [&] { numbers(*report.placement.bound); });
    json.attributeArray("inexact", [&] {
      for (const std::string &why : report.placement.inexact)
        json.value(why);
    });
    totals(report);
    islands(report);
  });
}

/// Rows lie in an array of the outermost object.
constexpr unsigned rowIndent = 2;

void writeDecision(llvm::raw_ostream &os, const FunctionReport &report, size_t index) {
  const OpRow &row = report.ops[index];
  writeObject(os, rowIndent, [&](Members &members) {
    members.text("function", report.name);
    members.number("id", static_cast<int64_t>(index));
    members.text("op", row.op);
    members.names(row.source);
    members.someText("result", row.result);
    members.text("part", toString(row.part));
    members.text("label", toString(row.label));
    members.text("decision", toString(row.decision));
    members.someText("compute", row.compute);
    members.text("reason", row.reason);
    members.text("basis", toString(row.basis));
    members.someText("rule", row.rule);
    if (row.island)
      members.number("island", row.island);
    members.someText("range", row.range);
    members.text("written", row.before);
    members.someText("becomes", row.after);
    if (row.groups.empty())
      return;
    members.array("groups", row.groups, [&](const GroupRow &group) {
      writeObject(os, rowIndent + 2, [&](Members &of) {
        of.text("group", group.name);
        of.text("label", toString(group.label));
        of.text("decision", toString(group.decision));
        of.text("reason", group.reason);
        of.text("basis", toString(group.basis));
      });
    });
  });
}

void writeCast(llvm::raw_ostream &os, const FunctionReport &report, const CastRow &row) {
  writeObject(os, rowIndent, [&](Members &members) {
    members.text("function", report.name);
    members.text("value", row.value);
    members.text("from", row.from);
    members.text("to", row.to);
    members.text("direction", row.isNarrowing ? "narrowing" : "widening");
    members.number("bytes", row.bytes);
    if (row.times > 1)
      members.number("times", row.times);
    members.text("part", toString(row.part));
    members.names(row.source);
    if (row.producer >= 0)
      members.number("producer", row.producer);
    members.array("users", row.users, [&](int user) { os << user; });
    members.someText("user_op", row.userOp);
  });
}

void Writer::write(const ReportData &data) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("compute", data.compute);
    json.attribute("policy", data.policy);
    json.attribute("placement", data.placement);
    if (!data.target.empty())
      json.attribute("target", data.target);
    json.attribute("prices", data.prices);
    json.attributeArray("functions", [&] {
      for (const FunctionReport &report : data.functions)
        function(report);
    });
    json.attributeArray("decisions", [&] {
      for (const FunctionReport &report : data.functions)
        for (size_t i = 0; i < report.ops.size(); ++i)
          json.rawValue([&](llvm::raw_ostream &os) { writeDecision(os, report, i); });
    });
    json.attributeArray("casts", [&] {
      for (const FunctionReport &report : data.functions)
        for (const CastRow &row : report.casts)
          json.rawValue([&](llvm::raw_ostream &os) { writeCast(os, report, row); });
    });
  });
}

} // namespace

void halftone::precision::writeJsonReport(llvm::raw_ostream &os, const ReportData &data) {
  Writer(os).write(data);
  os << '\n';
}
