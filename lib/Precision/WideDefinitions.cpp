// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WideDefinitions.h"

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
      addEnds(labelled);
    // Most steps in core ops have no such value, and no need of the rest.
    if (given.empty() || read.empty())
      return;
    for (auto &[op, labelled] : labels)
      if (op->getNumRegions() || moves(labelled))
        addMoves(labelled);
  }

  void keep();

private:
  static bool moves(const Labelled &labelled) {
    return labelled.label == Label::Follow && labelled.clear;
  }
  void addEnds(const Labelled &labelled);
  void addMoves(const Labelled &labelled);
  void flood(SmallVector<Value> work, DenseSet<Value> &reached,
             const DenseMap<Value, SmallVector<Value, 2>> &next);

  LabelMap &labels;
  DenseMap<Value, SmallVector<Value, 2>> users, sources;
  SmallVector<Value> given, read; ///< f32 by definition where they are made, and used
};

void Moves::addEnds(const Labelled &labelled) {
  for (const train::TieGroup &group : labelled.ties) {
    if (group.kind != train::TieKind::Wide)
      continue;
    llvm::append_range(given, group.defs);
    for (OpOperand *use : group.uses)
      read.push_back(use->get());
  }
}

void Moves::addMoves(const Labelled &labelled) {
  for (const train::TieGroup &group : labelled.ties)
    if (group.kind != train::TieKind::Wide)
      for (OpOperand *use : group.uses)
        for (Value def : group.defs) {
          users[use->get()].push_back(def);
          sources[def].push_back(use->get());
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
  if (users.empty())
    return;
  DenseSet<Value> behind, before(read.begin(), read.end());
  flood(given, behind, users);
  flood(read, before, sources);
  for (auto &[op, labelled] : labels) {
    if (!moves(labelled))
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
