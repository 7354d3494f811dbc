// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous operations: work that an instruction starts and that units beside the
// threads do. The machine may do it at any time between its issue and its wait, so a
// schedule chooses:
//
//   * eager: at once, at the issue;
//   * lazy: as late as allowed. What ends in groups is done by the wait for its
//     group; what an mbarrier hears of, when every warp waits;
//   * random: one of both for each operation, and now and then one that is pending.
//
// An operation has two steps. It reads its sources, which a wait with `.read` forces,
// and then it writes.
//
// How an operation ends:
//
//   * in groups: `commit` closes the open group of each lane, `wait` leaves the given
//     number of closed groups pending. A warp's own queue (`wgmma`) is that of lane 0;
//   * on an mbarrier: when it has written, `bytes` are complete there;
//   * as `cp.async.mbarrier.arrive`: an arrival that follows the copies so far of a lane.
#ifndef HALFTONE_EMULATOR_ASYNC_H
#define HALFTONE_EMULATOR_ASYNC_H

#include "Block.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace halftone::emulator {

/// What an operation does: both run once, in this order.
class AsyncTask {
public:
  virtual ~AsyncTask() = default;
  /// Takes what it needs of its sources, which may be overwritten from then on.
  virtual void read() {}
  virtual void write() = 0;
};

/// An mbarrier: a block's, at an offset in its shared memory.
struct MbarrierPlace {
  Block *block = nullptr;
  uint32_t offset = 0;
};

/// What a block has issued.
class AsyncEngine : public AsyncWork {
public:
  /// A copy of a few bytes, with zeros after them: `cp.async`.
  struct SmallCopy {
    uint8_t *to = nullptr;
    const uint8_t *from = nullptr;
    uint8_t bytes = 0, zeros = 0;
  };
  struct Operation {
    AsyncKind kind = AsyncKind::Copy;
    uint32_t lane = 0;
    std::unique_ptr<AsyncTask> task; ///< or null, for `copy`
    SmallCopy copy;
    /// Where `bytes` are complete in the end; none for operations in groups.
    MbarrierPlace mbarrier;
    uint32_t bytes = 0;
    /// The block whose shared memory it writes, if it must not have ended.
    Block *target = nullptr;
    /// What it touches; asked for only when somebody observes.
    std::vector<AsyncRange> ranges;
    Proxy proxy = Proxy::Async;
  };

  /// The block's; made when it is asked for first.
  static AsyncEngine &of(Block &block);
  /// Nothing would be kept and nobody told: the issuer may as well do it itself.
  static bool immediate(const Block &block) {
    return !block.observer && block.options->schedule != Schedule::LazyRoundRobin &&
           block.options->schedule != Schedule::Random;
  }

  // For handlers. False: `Warp::fault` says why.
  bool issue(Warp &warp, const Inst &inst, Operation operation);
  void commit(Warp &warp, const Inst &inst, AsyncKind kind, uint32_t lanes);
  bool wait(Warp &warp, const Inst &inst, AsyncKind kind, uint32_t lanes, uint32_t left,
            bool readOnly = false);
  /// Makes the products of `other`'s first `groups` groups, for the wait of `warp`.
  bool finishProducts(Warp &other, uint64_t groups, Warp &warp);
  /// An arrival at `mbarrier` when the copies that `lane` has issued are done.
  bool arriveAfterCopies(Warp &warp, const Inst &inst, uint32_t lane, MbarrierPlace mbarrier);

  // For the executor.
  /// Does one operation that is pending, first one that an mbarrier hears of.
  bool applySome() override;
  void blockEnds() override;

  /// Phases that an mbarrier of the block has completed since its init; counted for
  /// observers.
  uint64_t &phases(uint32_t offset) { return phases_[offset]; }

private:
  struct Pending : Operation {
    AsyncId id = 0;
    uint64_t group = 0; ///< of its lane and kind
    Warp *warp = nullptr;
    const Inst *inst = nullptr;
    bool arrives = false;
    bool hasRead = false, done = false;
  };
  struct Queue {
    std::vector<Pending> pending; ///< in order of issue
    uint64_t closed[3][warpSize] = {};
  };

  explicit AsyncEngine(Block &block);
  Pending start(Warp &warp, const Inst &inst, Operation operation);
  void tellIssued(const Pending &pending);
  void read(Pending &pending);
  bool apply(Pending &pending);
  bool applyEarlier(Queue &queue, size_t end, const Pending &last);
  bool applyAt(Queue &queue, size_t index);
  /// The oldest pending operation, or any by `Block::random`; with `byMbarrier`, of
  /// those that an mbarrier hears of.
  bool choose(bool byMbarrier, Queue *&queue, size_t &index);
  bool fail(const Pending &pending, std::string text);
  /// Hands the failure to a handler of `warp`.
  bool toFault(Warp &warp);

  Block &block;
  std::vector<Queue> queues; ///< of each warp
  AsyncId next;
  std::map<uint32_t, uint64_t> phases_;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_ASYNC_H
