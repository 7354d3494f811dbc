// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WideDefinitions.h"

#include "halftone/Dialect/Train/IR/TrainInterfaces.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

/// What each value goes into, and is made of, by ops that only move.
class Moves {
public:
  explicit Moves(LabelMap &labels) : labels(labels) {
    for (auto &[op, labelled] : labels)
      add(op, labelled);
  }

  void keep();

private:
  void add(Operation *op, const Labelled &labelled);
  void flood(SmallVector<Value> work, DenseSet<Value> &reached,
             const DenseMap<Value, SmallVector<Value, 2>> &next);

  LabelMap &labels;
  DenseMap<Value, SmallVector<Value, 2>> users, sources;
  SmallVector<Value> given, read; ///< f32 by definition where they are made, and used
};

void Moves::add(Operation *op, const Labelled &labelled) {
  auto model = dyn_cast<train::PrecisionOpInterface>(op);
  if (!model)
    return;
  bool moves = labelled.label == Label::Follow && labelled.clear;
  for (const train::TieGroup &group : model.getTieGroups()) {
    bool isWide = group.kind == train::TieKind::Wide;
    if (isWide)
      llvm::append_range(given, group.defs);
    for (OpOperand *use : group.uses) {
      if (isWide)
        read.push_back(use->get());
      else if (moves || op->getNumRegions())
        for (Value def : group.defs) {
          users[use->get()].push_back(def);
          sources[def].push_back(use->get());
        }
    }
  }
}

void Moves::flood(SmallVector<Value> work, DenseSet<Value> &reached,
                  const DenseMap<Value, SmallVector<Value, 2>> &next) {
  while (!work.empty()) {
    auto it = next.find(work.pop_back_val());
    if (it == next.end())
      continue;
    for (Value value : it->second)
      if (reached.insert(value).second)
        work.push_back(value);
  }
}

void Moves::keep() {
  DenseSet<Value> behind, before(read.begin(), read.end());
  flood(given, behind, users);
  flood(read, before, sources);
  for (auto &[op, labelled] : labels) {
    if (labelled.label != Label::Follow || !labelled.clear)
      continue;
    bool isBetween = llvm::any_of(op->getResults(), [&](Value result) {
      return behind.contains(result) && before.contains(result);
    });
    if (!isBetween)
      continue;
    labelled.label = Label::F32;
    labelled.basis = Basis::Written;
    labelled.reason = "moves what is f32 by definition";
  }
}

} // namespace

void halftone::precision::keepWideDefinitions(LabelMap &labels) { Moves(labels).keep(); }
