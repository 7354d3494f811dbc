// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts of a sequence of ops to checkpoint. No IR: a sequence is units (ops) with
// costs, and items (values) with their bytes, where they are defined, which later units
// use them, and gradients of which units need them.
//
// A sequence is cut into parts. A part runs as it is, and what gradients need of it is
// kept; or it is checkpointed. Then
//
//   - kept are its inputs, and those of its values that gradients of later units need;
//   - held, while its gradient is computed, is what gradients inside need of it;
//   - the cost is that of the units which compute the latter. With products saved, their
//     results are kept, and they are not computed again.
//
// When the gradient of a part is computed, what is kept for later parts is gone. So the
// most that is held at once is all that is kept, or else the maximum, over the parts, of
// what is kept of earlier parts, the inputs of the part and its saved products, plus what
// it holds. That is checked where a part is added, which makes
// it a shortest path over the cut points with kept bytes as a resource: for each cut
// point a list of pairs (kept, cost) of which none is worse in both.
//
//   Chen, Xu, Zhang, Guestrin, "Training deep nets with sublinear memory cost", 2016.
//
// A unit that is a loop brings ways to run of its own, each a plan for its body.
//
// Limits. At most 128 cut points (and those around loops), over which few bytes go; lists of
// at most 512 pairs. A value that no gradient needs and that several checkpoints take is counted
// for each. So a plan is measured when it is carried out.
#ifndef HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTPLAN_H
#define HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTPLAN_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace halftone::train {

struct CheckpointPlan {
  struct Part {
    unsigned begin, end; ///< units
    bool saveProducts;
  };
  std::vector<Part> parts;                                          ///< the checkpoints, in order
  std::map<unsigned, std::shared_ptr<const CheckpointPlan>> inside; ///< of loops, by unit
  int64_t kept = 0, peak = 0, cost = 0;
};

struct CheckpointSequence {
  /// A way to run a unit as it is.
  struct Way {
    int64_t kept = 0, held = 0, cost = 0;
    std::shared_ptr<const CheckpointPlan> plan; ///< null: nothing is checkpointed
  };
  struct Unit {
    int64_t cost = 0;
    std::vector<Way> ways; ///< for a loop; the first checkpoints nothing
  };
  struct Item {
    int definition = -1; ///< unit, or -1: before the first
    int64_t bytes = 0;
    bool isProduct = false;
    std::vector<unsigned> uses;  ///< by units, sorted
    std::vector<unsigned> needs; ///< by gradients of units, sorted
  };
  std::vector<Unit> units;
  std::vector<Item> items;

  /// Bytes kept without checkpoints.
  int64_t getPlainBytes() const;
};

/// The cheapest plan that holds at most `budget` bytes at once.
std::optional<CheckpointPlan> planCheckpoints(const CheckpointSequence &sequence, int64_t budget);
/// The least budget for which there is a plan.
int64_t findLeastBudget(const CheckpointSequence &sequence);
/// Ways to run a sequence that is the body of a loop of `trips` iterations: kept and cost
/// are those of all iterations. The first checkpoints nothing.
std::vector<CheckpointSequence::Way> planLoop(const CheckpointSequence &sequence, int64_t trips);

} // namespace halftone::train

#endif // HALFTONE_LIB_DIALECT_TRAIN_TRANSFORMS_CHECKPOINTPLAN_H
