// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LabelRanges.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::precision;

namespace {

std::optional<RangeReason> forbids(const train::TieGroup &group, const RangeFacts &facts,
                                   FloatType type) {
  for (OpOperand *use : group.uses)
    if (std::optional<RangeReason> reason = facts.forbids(use->get(), type))
      return reason;
  for (Value def : group.defs)
    if (std::optional<RangeReason> reason = facts.forbids(def, type))
      return reason;
  return std::nullopt;
}

bool isDecided(Label label) { return label == Label::F32 || label == Label::Keep; }

/// `Labelled` and `LabelledGroup` alike.
template <typename T> void force(Operation *op, T &labelled, const RangeReason &reason) {
  labelled.label = Label::F32;
  labelled.reason = keepText(op->getContext(), reason.text);
  labelled.basis = reason.isMeasured ? Basis::Measured : Basis::Proof;
}

} // namespace

void precision::applyRanges(Operation *op, ArrayRef<train::TieGroup> groups,
                            const RangeFacts &facts, Labelled &labelled) {
  SmallVector<LabelledGroup> alone;
  for (auto [index, group] : llvm::enumerate(groups)) {
    // What is wide already, or is not narrowed with its op.
    if (group.kind != train::TieKind::Flowing && group.kind != train::TieKind::Standing)
      continue;
    LabelledGroup *own = llvm::find_if(
        labelled.groups, [&](const LabelledGroup &each) { return each.index == index; });
    bool hasOwn = own != labelled.groups.end();
    if (isDecided(hasOwn ? own->label : labelled.label))
      continue;
    std::optional<RangeReason> reason = forbids(group, facts, labelled.compute);
    if (!reason)
      continue;
    if (hasOwn) {
      force(op, *own, *reason);
      continue;
    }
    // Operands share the op's units, so one of them decides for all. A result leaves the
    // accumulator as it is wanted, and what a region yields is no matter of the others.
    bool isAlone = groups.size() > 1 && (group.uses.empty() || op->getNumRegions());
    if (!isAlone) {
      force(op, labelled, *reason);
      return;
    }
    LabelledGroup &result = alone.emplace_back();
    result.index = static_cast<unsigned>(index);
    result.name = group.name;
    force(op, result, *reason);
  }
  llvm::append_range(labelled.groups, alone);
}
