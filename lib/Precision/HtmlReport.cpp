// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page holds the report as JSON, with each text once, and the script of
// HtmlReportAssets.h draws what is opened.
#include "HtmlReport.h"

#include "HtmlReportAssets.h"
#include "halftone/Support/JsonText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace halftone;
using namespace halftone::precision;
using llvm::StringRef;

namespace {

/// Texts by number.
class Texts {
public:
  int add(StringRef text) {
    auto [it, isNew] = numbers.try_emplace(text, static_cast<int>(list.size()));
    if (isNew)
      list.push_back(text.str());
    return it->second;
  }
  void write(llvm::raw_ostream &os) const {
    os << '[';
    llvm::interleave(list, os, [&](const std::string &text) { os << jsonString(text); }, ",");
    os << ']';
  }

private:
  llvm::StringMap<int> numbers;
  std::vector<std::string> list;
};

/// The layer of a parameter: "params/layer0/attn/w" and "layer0.attn.weight" are of
/// "layer0/attn".
std::string layerOf(StringRef param) {
  std::string path = param.str();
  if (!param.contains('/'))
    std::replace(path.begin(), path.end(), '.', '/');
  StringRef layer = path;
  layer.consume_front("params/");
  return layer.contains('/') ? layer.rsplit('/').first.str() : layer.str();
}

/// The layer of each op: the scope that its name has, or, where no forward op has one,
/// that of the parameter which it or an op before it reads. The backward ops of a line are
/// where its forward ops are.
std::vector<std::string> findLayers(const FunctionReport &function) {
  std::vector<std::string> layers;
  bool hasScopes = llvm::any_of(function.ops, [](const OpRow &row) {
    return row.part == Part::Forward && !row.source.scope.empty();
  });
  llvm::StringMap<std::string> byPlace;
  std::string last[3];
  for (const OpRow &row : function.ops) {
    if (hasScopes || !row.source.scope.empty()) {
      layers.push_back(row.source.scope);
      continue;
    }
    std::string &layer = last[static_cast<int>(row.part)];
    auto forward = byPlace.find(row.source.place);
    if (row.part == Part::Backward && !row.source.place.empty() && forward != byPlace.end())
      layer = forward->second;
    else if (!row.param.empty())
      layer = layerOf(row.param);
    if (row.part == Part::Forward && !row.source.place.empty())
      byPlace.try_emplace(row.source.place, layer);
    layers.push_back(layer);
  }
  return layers;
}

class Page {
public:
  explicit Page(llvm::raw_ostream &os) : os(os) {}

  void write(const ReportData &data);

private:
  void function(const FunctionReport &function);
  void op(const OpRow &row, StringRef layer);
  void cast(const CastRow &row);
  void cost(StringRef key, const std::optional<CastCost> &cost) {
    if (cost)
      os << ",\"" << key << "\":[" << cost->bytes << ',' << cost->casts << ']';
  }

  llvm::raw_ostream &os;
  Texts texts;
};

void Page::op(const OpRow &row, StringRef layer) {
  os << '[';
  for (StringRef text : {StringRef(row.op), layer, StringRef(row.source.leaf),
                         StringRef(row.source.place), StringRef(row.result)})
    os << texts.add(text) << ',';
  os << static_cast<int>(row.part) << ',' << static_cast<int>(row.decision) << ','
     << texts.add(toString(row.label)) << ',' << texts.add(toString(row.basis)) << ','
     << texts.add(row.reason) << ',' << texts.add(row.rule) << ',' << row.island << ','
     << texts.add(row.before) << ',' << texts.add(row.after) << ',' << texts.add(row.range) << ',';
  os << '[';
  llvm::interleave(
      row.groups, os,
      [&](const GroupRow &group) {
        os << texts.add((group.name + ": " + toString(group.decision) + ", " + group.reason).str());
      },
      ",");
  os << "]]";
}

void Page::cast(const CastRow &row) {
  os << '[' << texts.add(row.value) << ',' << texts.add(row.from) << ',' << texts.add(row.to) << ','
     << row.bytes << ',' << row.isNarrowing << ',' << static_cast<int>(row.part) << ','
     << row.producer << ",[";
  llvm::interleave(row.users, os, [&](int user) { os << user; }, ",");
  os << "]," << texts.add(row.userOp) << ',' << row.times << ']';
}

void Page::function(const FunctionReport &function) {
  os << "{\"name\":" << jsonString(function.name) << ",\"narrowing\":" << function.narrowing
     << ",\"widening\":" << function.widening << ",\"bytes\":" << function.castBytes
     << ",\"kept\":" << function.keptBytes;
  cost("cost", function.cost);
  cost("bound", function.placement.bound);
  os << ",\"inexact\":[";
  llvm::interleave(
      function.placement.inexact, os, [&](const std::string &why) { os << jsonString(why); }, ",");
  os << "],\n\"ops\":[";
  std::vector<std::string> layers = findLayers(function);
  for (size_t i = 0; i < function.ops.size(); ++i) {
    os << (i ? ",\n" : "");
    op(function.ops[i], layers[i]);
  }
  os << "],\n\"casts\":[";
  llvm::interleave(function.casts, os, [&](const CastRow &row) { cast(row); }, ",\n");
  os << "]}";
}

void Page::write(const ReportData &data) {
  std::string json;
  {
    llvm::raw_string_ostream stream(json);
    Page inner(stream);
    stream << "{\"compute\":" << jsonString(data.compute)
           << ",\"policy\":" << jsonString(data.policy)
           << ",\"placement\":" << jsonString(data.placement)
           << ",\"prices\":" << jsonString(data.prices) << ",\"target\":" << jsonString(data.target)
           << ",\"functions\":[";
    llvm::interleave(
        data.functions, stream, [&](const FunctionReport &report) { inner.function(report); },
        ",\n");
    stream << "],\"texts\":";
    inner.texts.write(stream);
    stream << '}';
  }
  os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<title>Precision report</title>\n<style>"
     << precisionStyle << "</style></head>\n<body>" << precisionBody
     << "<script type=\"application/json\" id=\"data\">";
  // JSON inside a script element must not end it.
  for (char c : json)
    c == '<' ? os << "\\u003c" : os << c;
  os << "</script>\n<script>" << precisionScript << "</script></body></html>\n";
}

} // namespace

void halftone::precision::writeHtmlReport(llvm::raw_ostream &os, const ReportData &data) {
  Page(os).write(data);
}
