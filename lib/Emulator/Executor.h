// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs blocks, one after another, with memory that is kept from one to the next.
//
// A warp runs the lanes at its lowest instruction, so that lanes which a branch
// parted come together again at the first instruction that all reach. Lanes at a
// `*.sync` wait for those of their mask, lanes at a barrier for the block. A group
// that branches back for long lets the others of its warp, and then the other
// warps, have their turn.
#ifndef HALFTONE_EMULATOR_EXECUTOR_H
#define HALFTONE_EMULATOR_EXECUTOR_H

#include "Block.h"
#include "halftone/Emulator/Launch.h"

#include <memory>
#include <string>
#include <vector>

namespace halftone::emulator {

struct LaunchShape {
  Dim3 grid, block;
  size_t sharedBytes = 0, dynamicSharedBytes = 0;
  uint32_t numThreads() const { return block.x * block.y * block.z; }
  uint64_t numBlocks() const { return uint64_t{grid.x} * grid.y * grid.z; }
};

class Executor {
public:
  Executor(const Program &program, const LaunchShape &shape, const uint8_t *parameters,
           const Memory &memory, const LaunchOptions &options);

  /// Runs the block of that number, x fastest. False after an error.
  bool runBlock(uint64_t index);
  const std::string &error() const { return error_; }

private:
  enum class Stop : uint8_t { Regrouped, Waiting, Finished, Yielded, Failed };
  /// The lanes that run, where, and the lowest instruction at which others wait.
  struct Group {
    uint32_t lanes, pc, next;
  };

  void startBlock(uint64_t index);
  void startWarp(uint32_t index);
  void fillSpecials(Warp &warp);
  uint32_t specialValue(Special special, uint32_t thread) const;

  Stop runWarp(Warp &warp);
  Stop runGroups(Warp &warp);
  bool chooseGroup(const Warp &warp, Group &group);
  Stop runGroup(Warp &warp, Group &group, uint32_t &budget);
  Stop divide(Warp &warp, const Inst &inst, Flow flow, const Group &group, uint32_t lanes,
              uint32_t &budget);
  void park(Warp &warp, uint32_t lanes, uint32_t pc);
  void call(Warp &warp, const Inst &inst, uint32_t lanes);
  void returnFrom(Warp &warp, const Inst &inst, uint32_t lanes);
  bool indexedBranch(Warp &warp, const Inst &inst, uint32_t lanes);
  void exit(Warp &warp, uint32_t lanes);

  /// Runs `inst` for each mask whose lanes have all come; holds the others.
  bool synchronize(Warp &warp, const Inst &inst, uint32_t lanes);
  bool releaseHeld(Warp &warp, bool &any);
  uint32_t memberMask(Warp &warp, const Inst &inst, uint32_t lane);
  bool runSynchronized(Warp &warp, const Inst &inst, uint32_t lanes);

  bool arrive(Warp &warp, const Inst &inst, uint32_t lanes);
  bool releaseBarriers();
  uint32_t countArrived(uint32_t id) const;
  void release(uint32_t id);

  bool fail(const Warp &warp, uint32_t pc, uint32_t lane, const std::string &message);
  bool failFault(Warp &warp, uint32_t pc);
  bool failDeadlock();
  bool failEndless(const Warp &warp);
  std::string describeFault(const Fault &fault) const;
  std::string describeWaiting(const Warp &warp) const;
  std::string threadName(const Warp &warp, uint32_t lane) const;

  const Program &program;
  LaunchShape shape;
  uint64_t maxInstructions;
  Block block;
  std::vector<Warp> warps;
  std::vector<uint32_t> skip; ///< of each warp: lanes that let others go first
  size_t registerBytes;
  std::unique_ptr<uint8_t[]> registerMemory;
  std::vector<uint8_t> local;
  std::vector<uint8_t> shared;
  uint8_t *registers = nullptr;
  uint32_t aliveThreads = 0;
  bool countedBarriers = false; ///< a barrier named a number of threads
  std::string error_;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_EXECUTOR_H
