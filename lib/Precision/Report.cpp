// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Report.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace halftone::precision;

static std::string locationText(Location loc) {
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return text;
}

/// A decision for low precision is what the pass is for; the others are what it left
/// alone.
static void emitRemark(Location loc, StringRef function, Decision decision, const std::string &what,
                       StringRef reason) {
  auto options =
      remark::RemarkOpts::name(toString(decision)).category("autocast").function(function);
  if (decision == Decision::Low)
    remark::passed(loc, options) << remark::add("{0}", what) << remark::reason("{0}", reason);
  else
    remark::missed(loc, options) << remark::add("{0}", what) << remark::reason("{0}", reason);
}

void Report::addDecision(Operation *op, const Labelled &labelled) {
  std::string function;
  if (auto parent = op->getParentOfType<func::FuncOp>())
    function = parent.getName().str();
  std::string computeText;
  if (labelled.compute)
    llvm::raw_string_ostream(computeText) << labelled.compute;
  std::string name = op->getName().getStringRef().str();
  emitRemark(op->getLoc(), function, labelled.decision, name, labelled.reason);
  Row row{function,
          name,
          locationText(op->getLoc()),
          toString(labelled.label).str(),
          toString(labelled.decision).str(),
          computeText,
          labelled.reason,
          {}};
  SmallVector<LabelledGroup, 0> groups(labelled.groups);
  if (labelled.acc)
    groups.push_back(*labelled.acc);
  for (const LabelledGroup &group : groups) {
    emitRemark(op->getLoc(), function, group.decision, (name + ", group " + group.name).str(),
               group.reason);
    row.groups.push_back({group.name.str(), toString(group.label).str(),
                          toString(group.decision).str(), group.reason});
  }
  rows.push_back(std::move(row));
}

void Report::addFunction(StringRef function, const RewriteCounts &counts) {
  functions.emplace_back(function.str(), counts);
}

LogicalResult Report::write(StringRef path, Location loc) const {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &error);
  if (!file)
    return emitError(loc) << "cannot write the report: " << error;
  llvm::json::OStream json(file->os(), /*IndentSize=*/1);
  json.object([&] {
    json.attribute("compute", facts.compute);
    json.attribute("policy", facts.policy);
    json.attribute("placement", facts.placement);
    json.attributeArray("functions", [&] {
      for (const auto &[name, counts] : functions)
        json.object([&] {
          json.attribute("function", name);
          json.attribute("narrowing_casts", counts.narrowing);
          json.attribute("widening_casts", counts.widening);
          json.attribute("cast_bytes", counts.bytes);
        });
    });
    json.attributeArray("decisions", [&] {
      for (const Row &row : rows)
        json.object([&] {
          json.attribute("function", row.function);
          json.attribute("op", row.op);
          json.attribute("location", row.location);
          json.attribute("label", row.label);
          json.attribute("decision", row.decision);
          json.attribute("compute", row.compute);
          json.attribute("reason", row.reason);
          if (!row.groups.empty())
            json.attributeArray("groups", [&] {
              for (const GroupRow &group : row.groups)
                json.object([&] {
                  json.attribute("group", group.name);
                  json.attribute("label", group.label);
                  json.attribute("decision", group.decision);
                  json.attribute("reason", group.reason);
                });
            });
        });
    });
  });
  file->os() << '\n';
  file->os().flush();
  if (file->os().has_error()) {
    file->os().clear_error();
    return emitError(loc) << "cannot write the report '" << path << "'";
  }
  file->keep();
  return success();
}
