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

class Writer {
public:
  explicit Writer(llvm::raw_ostream &os) : json(os, /*IndentSize=*/1) {}

  void write(const ReportData &data);

private:
  void text(StringRef key, StringRef value) {
    if (!value.empty())
      json.attribute(key, llvm::json::isUTF8(value) ? value.str() : llvm::json::fixUTF8(value));
  }
  void numbers(const CastCost &cost) {
    json.attribute("bytes", cost.bytes);
    json.attribute("casts", cost.casts);
  }
  void names(const SourceName &source);
  void function(const FunctionReport &report);
  void islands(const FunctionReport &report);
  void totals(const FunctionReport &report);
  void decision(const FunctionReport &report, size_t index);
  void cast(const FunctionReport &report, const CastRow &row);

  llvm::json::OStream json;
};

void Writer::names(const SourceName &source) {
  text("scope", source.scope);
  text("name", source.leaf);
  text("location", source.place);
}

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
  std::map<std::string, Counts> byOp;
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

void Writer::decision(const FunctionReport &report, size_t index) {
  const OpRow &row = report.ops[index];
  json.object([&] {
    json.attribute("function", report.name);
    json.attribute("id", static_cast<int64_t>(index));
    json.attribute("op", row.op);
    names(row.source);
    text("result", row.result);
    json.attribute("part", toString(row.part));
    json.attribute("label", toString(row.label));
    json.attribute("decision", toString(row.decision));
    text("compute", row.compute);
    json.attribute("reason", row.reason);
    json.attribute("basis", toString(row.basis));
    text("rule", row.rule);
    if (row.island)
      json.attribute("island", static_cast<int64_t>(row.island));
    text("range", row.range);
    json.attribute("written", row.before);
    text("becomes", row.after);
    if (!row.groups.empty())
      json.attributeArray("groups", [&] {
        for (const GroupRow &group : row.groups)
          json.object([&] {
            json.attribute("group", group.name);
            json.attribute("label", toString(group.label));
            json.attribute("decision", toString(group.decision));
            json.attribute("reason", group.reason);
            json.attribute("basis", toString(group.basis));
          });
      });
  });
}

void Writer::cast(const FunctionReport &report, const CastRow &row) {
  json.object([&] {
    json.attribute("function", report.name);
    json.attribute("value", row.value);
    json.attribute("from", row.from);
    json.attribute("to", row.to);
    json.attribute("direction", row.isNarrowing ? "narrowing" : "widening");
    json.attribute("bytes", row.bytes);
    if (row.times > 1)
      json.attribute("times", row.times);
    json.attribute("part", toString(row.part));
    names(row.source);
    if (row.producer >= 0)
      json.attribute("producer", row.producer);
    json.attributeArray("users", [&] {
      for (int user : row.users)
        json.value(user);
    });
    text("user_op", row.userOp);
  });
}

void Writer::write(const ReportData &data) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("compute", data.compute);
    json.attribute("policy", data.policy);
    json.attribute("placement", data.placement);
    text("target", data.target);
    json.attribute("prices", data.prices);
    json.attributeArray("functions", [&] {
      for (const FunctionReport &report : data.functions)
        function(report);
    });
    json.attributeArray("decisions", [&] {
      for (const FunctionReport &report : data.functions)
        for (size_t i = 0; i < report.ops.size(); ++i)
          decision(report, i);
    });
    json.attributeArray("casts", [&] {
      for (const FunctionReport &report : data.functions)
        for (const CastRow &row : report.casts)
          cast(report, row);
    });
  });
}

} // namespace

void halftone::precision::writeJsonReport(llvm::raw_ostream &os, const ReportData &data) {
  Writer(os).write(data);
  os << '\n';
}
