// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs clusters, one after another or all at once, with memory that is kept from one
// to the next. A block without a cluster is one of its own.
//
//   * A warp runs the lanes at its lowest instruction, so that lanes which a branch
//     parted come together again at the first instruction that all reach. Lanes at a
//     `*.sync` wait for those of their mask, lanes at a barrier for the block or the
//     cluster. A group that branches back for long, or that asks again and again for
//     what another thread writes, lets the others of its warp, and then the other
//     warps, have their turn (Executor.cpp).
//   * Which warp is next, and for how long, is the schedule's choice (Schedule.cpp).
//   * When every warp waits or only asks again, first the units beside the threads do
//     what is pending, then waits with a time limit end, then more blocks start, as a
//     chip runs many; if all that is in vain and nobody can run, it is a deadlock.
#ifndef HALFTONE_EMULATOR_EXECUTOR_H
#define HALFTONE_EMULATOR_EXECUTOR_H

#include "Block.h"
#include "Calls.h"
#include "halftone/Emulator/Launch.h"

#include <memory>
#include <string>
#include <vector>

namespace halftone::emulator {

struct LaunchShape {
  Dim3 grid, block, cluster;
  bool hasClusters = false;
  size_t sharedBytes = 0, dynamicSharedBytes = 0;
  size_t localBytes = 0; ///< of each thread, with its stack
  /// With what the system keeps behind the kernel's own.
  size_t allSharedBytes(const Program &program) const {
    size_t reserved = program.reservedSharedBytes;
    return reserved ? (sharedBytes + 127) / 128 * 128 + reserved : sharedBytes;
  }
  uint32_t numThreads() const { return block.x * block.y * block.z; }
  uint64_t numBlocks() const { return uint64_t{grid.x} * grid.y * grid.z; }
  uint32_t clusterBlocks() const { return cluster.x * cluster.y * cluster.z; }
  uint64_t numClusters() const { return numBlocks() / clusterBlocks(); }
};

class Executor {
public:
  Executor(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
           const Memory &memory, const LaunchOptions &options);
  ~Executor();

  /// Runs the clusters from `first` up to, and without, `end`; x is fastest in their
  /// numbers. False after an error.
  bool run(uint64_t first, uint64_t end);
  const std::string &error() const { return error_; }

  /// Bytes of the host's memory for one block that runs.
  static size_t bytesOfBlock(const Program &program, const LaunchShape &shape);

private:
  enum class Stop : uint8_t { Regrouped, Waiting, Finished, Yielded, Failed };
  /// The lanes that run, where, and the lowest instruction at which others wait.
  struct Group {
    uint32_t lanes, pc, next;
  };
  /// A cluster that runs, with its memory.
  struct Unit {
    Cluster cluster;
    std::vector<Block> blocks;
    std::vector<Block *> order;
    std::vector<Warp> warps;
    std::unique_ptr<uint8_t[]> registers;
    std::vector<CallStack> calls; ///< of each warp, where there are functions
    std::vector<uint8_t> local, shared;
    bool running = false;
  };

  // Starting and ending (Blocks.cpp).
  std::unique_ptr<Unit> makeUnit();
  void startCluster(Unit &unit, uint64_t index);
  void startBlock(Unit &unit, Block &block);
  void startWarp(Unit &unit, Block &block, uint32_t index);
  void fillSpecials(Warp &warp);
  uint64_t specialValue(Special special, const Block &block, uint32_t thread) const;
  bool endBlock(Block &block);

  // Which warp runs, and for how long (Schedule.cpp).
  bool startNext();
  bool startEarly();
  bool finishBlock(Block &block);
  void listWarps();
  void forward();
  Warp *chooseWarp();
  Warp *nextInTurn(uint32_t from);
  bool takeTurn(Warp &warp);
  bool wake();
  bool applyPending(bool &any);
  bool timeOut(bool &any);
  bool failAsync(const Block &block);

  // A warp's turn (Executor.cpp).
  Stop runWarp(Warp &warp);
  Stop runGroups(Warp &warp);
  bool chooseGroup(Warp &warp, Group &group);
  uint32_t choosePc(const Warp &warp, uint32_t runnable);
  template <bool observed, bool timed> Stop runGroup(Warp &warp, Group &group);
  Stop divide(Warp &warp, const Inst &inst, Flow flow, const Group &group, uint32_t lanes);
  Stop block(Warp &warp, const Inst &inst, uint32_t lanes, uint32_t pc, bool patient);
  bool endsAtOnce(Warp &warp, uint32_t lanes, uint32_t pc);
  bool spend(Warp &warp);
  void park(Warp &warp, uint32_t lanes, uint32_t pc);
  bool exit(Warp &warp, const Inst &inst, uint32_t lanes);
  bool told(const Warp &warp, const Inst &inst, uint32_t lanes);
  bool stopped();
  bool indexedBranch(Warp &warp, const Inst &inst, uint32_t lanes);

  // Synchronize.cpp
  /// Runs `inst` for each mask whose lanes have all come; holds the others.
  bool synchronize(Warp &warp, const Inst &inst, uint32_t lanes);
  bool releaseHeld(Warp &warp, bool &any);
  uint32_t memberMask(Warp &warp, const Inst &inst, uint32_t lane);
  uint32_t heldTogether(Warp &warp, uint32_t left);
  bool runSynchronized(Warp &warp, const Inst &inst, uint32_t lanes);

  bool arrive(Warp &warp, const Inst &inst, uint32_t lanes);
  bool arriveAt(Warp &warp, const Inst &inst, uint32_t lanes, uint32_t id, uint32_t count);
  uint32_t lanesAt(const Warp &warp, uint32_t id) const;
  bool recountBarriers(Block &block);
  bool releaseIfComplete(Block &block, uint32_t id);
  bool release(Block &block, uint32_t id);
  bool clusterArrive(Warp &warp, const Inst &inst, uint32_t lanes);
  bool clusterWait(Warp &warp, const Inst &inst, uint32_t lanes);
  bool passCluster(Warp &warp, uint32_t lanes);
  bool releaseCluster(Cluster &cluster);

  // Messages (Report.cpp).
  bool fail(const Warp &warp, uint32_t pc, uint32_t lane, const std::string &message,
            uint64_t address = 0);
  bool failFault(Warp &warp, uint32_t pc);
  bool failDeadlock();
  bool failEndless(Warp &warp);
  std::string describeAll(Warp &first, uint32_t lane);
  std::string describeFault(const Warp &warp, const Fault &fault) const;
  std::string describeWait(Warp &warp, uint32_t lane);
  std::string describeMissing(Warp &warp, uint32_t lanes);
  std::string threadName(const Warp &warp, uint32_t lane) const;
  std::string placeName(const Warp &warp, uint32_t lane) const;

  const Program &program;
  LaunchShape shape;
  const LaunchOptions &options;
  Observer *observer;
  const uint8_t *parameters;
  const Memory &memory;
  size_t registerBytes;

  std::vector<std::unique_ptr<Unit>> units;
  /// All warps of the clusters that run; of each, whether it can run or ask again, and
  /// at which `epoch` it let others go first.
  std::vector<Warp *> active;
  std::vector<uint8_t> ready;
  std::vector<uint64_t> yields;
  uint64_t nextCluster = 0, endCluster = 0;
  uint32_t workspace[2] = {0, 0}; ///< at which the blocks of a cooperative launch meet
  uint32_t running = 0;           ///< clusters
  bool ended = false;             ///< one of them has

  uint32_t cursor = 0;    ///< whose turn it is
  uint32_t idle = 0;      ///< turns in which nothing went forward, one after another
  uint32_t idleLimit = 0; ///< when everybody has had two such turns
  uint32_t stuck = 0;     ///< times that waits ended in vain, one after another
  uint32_t vain = 0;      ///< times that all polled in vain, one after another
  uint64_t epoch = 1;     ///< times that something went forward
  uint32_t asking = 0;    ///< lanes that ask again in this turn
  uint64_t turnBegin = 0; ///< `Warp::steps` at which a turn begins
  uint64_t turnEnd = 0;   ///< `Warp::steps` at which a turn ends
  RandomBits random;
  std::string error_;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_EXECUTOR_H
