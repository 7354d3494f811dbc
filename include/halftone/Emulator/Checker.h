// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what a GPU would hide: races, memory that nobody wrote, copies that nobody
// waited for, and what else the checks below name. An observer of launches:
//
//   Checker checker(Checker::parse("all").value());
//   options.observer = &checker;
//   launch(...);
//   for (const Finding &finding : checker.findings()) puts(finding.message.c_str());
//
// Two accesses race if they touch a byte, one of them writes, and nothing orders one
// before the other: no barrier, no release that an acquire saw, no end of a kernel.
// That is decided by what happens before what, not by what the schedule did. Lanes of
// a warp are threads of their own: instructions with a member mask order them, their
// order in the program does not.
#ifndef HALFTONE_EMULATOR_CHECKER_H
#define HALFTONE_EMULATOR_CHECKER_H

#include "halftone/Emulator/Observer.h"
#include "halftone/Support/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator {

/// What can be checked, each to be turned on and off. `checkName` gives its name.
enum class Check : uint8_t {
  Bounds,     ///< `bounds`: out of an allocation, or misaligned
  Freed,      ///< `freed`: memory that was given back
  InitGlobal, ///< `init-global`: read before anybody wrote it
  InitShared, ///< `init-shared`
  InitLocal,  ///< `init-local`
  Registers,  ///< `registers`: read before they were written
  Races,      ///< `races`: between warps, blocks or clusters
  WarpRaces,  ///< `warp-races`: between lanes of a warp
  SameValue,  ///< `same-value`: a race of stores of one value
  Async,      ///< `async`: what an asynchronous operation may still read or write
  Wgmma,      ///< `wgmma`: registers of a `wgmma.mma_async` before its wait, or not fenced
  Proxy,      ///< `proxy`: stores that the asynchronous proxy reads without a fence
  Mbarrier,   ///< `mbarrier`: use that its rules forbid
  Phase,      ///< `phase`: a wait for a phase that has passed already
  Pending,    ///< `pending`: threads or blocks end before what needs them
  Shuffle,    ///< `shuffle`: from a lane that takes no part
  Division,   ///< `division`: of an integer by zero
  Barriers,   ///< `barriers`: divergence, wrong counts
  Deadlock,   ///< `deadlock`
  Faults,     ///< `faults`: traps, and other ends of a launch
  Nan,        ///< `nan`: NaN or infinity made of numbers; only on request
};
constexpr unsigned numChecks = static_cast<unsigned>(Check::Nan) + 1;

std::string_view checkName(Check check);

/// A set of checks.
struct Checks {
  uint32_t bits = 0;
  bool has(Check check) const { return bits >> static_cast<unsigned>(check) & 1; }
  void set(Check check, bool on = true) {
    uint32_t bit = 1u << static_cast<unsigned>(check);
    bits = on ? bits | bit : bits & ~bit;
  }
};

/// A thread, and where it is.
struct Party {
  uint32_t line = 0; ///< in the PTX
  std::string opcode;
  std::string source; ///< "file.cu:12", where known
  uint32_t block[3] = {0, 0, 0};
  uint32_t warp = 0, lane = 0;
  uint32_t thread[3] = {0, 0, 0};
};

struct Finding {
  Check check;
  std::string kernel;
  Party at;
  /// Of a race, and of other findings with two sides: the access that came first.
  bool hasOther = false;
  Party other;
  Space space = Space::Generic;
  uint64_t address = 0;
  uint32_t bytes = 0;
  uint64_t count = 1;  ///< times that it was found
  std::string message; ///< all of it, in one line
};

class Checker : public Observer {
public:
  struct Options {
    size_t maxFindings = 100;
    /// Ends the launch with the first finding as its error.
    bool stopAtFirst = false;
  };

  explicit Checker(Checks checks);
  Checker(Checks checks, Options options);
  Checker(const Checker &) = delete;
  ~Checker() override;

  /// From "all" (but `nan`), "none", or names with commas between them; "-name" takes
  /// one away. "init" stands for its three.
  static Result<Checks> parse(std::string_view text);

  /// The first ones, each pair of instructions once for a check.
  const std::vector<Finding> &findings() const;
  /// How often anything was found, with those that were not kept.
  uint64_t total() const;
  void clear();

  // What the host does with global memory. Of what it never allocated here, all counts
  // as written.
  void allocated(const void *begin, size_t bytes);
  void written(const void *begin, size_t bytes);
  void freed(const void *begin);

  void launchBegins(const Program &program, uint64_t blocks, uint32_t threads, uint64_t sharedBytes,
                    uint32_t clusterBlocks) override;
  void launchEnds() override;
  void blockBegins(uint64_t block) override;
  void blockEnds(uint64_t block) override;
  void exited(const Site &site, uint32_t lanes) override;
  void guarded(const Site &site, uint32_t lanes) override;
  void instruction(const Site &site, uint32_t lanes) override;
  void executed(const Site &site, uint32_t lanes) override;
  void access(const Site &site, const Access &access) override;
  void fence(const Site &site, uint32_t lanes, FenceKind kind, Order order, Scope scope) override;
  void barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool waits) override;
  void barrier(const Site &site, uint32_t id) override;
  void barrierLeft(const Site &site, uint32_t id, uint32_t lanes) override;
  void clusterArrive(const Site &site, uint32_t lanes, bool released) override;
  void clusterWait(const Site &site, uint32_t lanes, bool acquired) override;
  void warpSync(const Site &site, uint32_t lanes) override;
  void shuffled(const Site &site, uint32_t lanes, uint32_t strays) override;
  void mbarrier(const Site &site, const MbarrierEvent &event) override;
  void asyncIssued(const Site &site, const AsyncOperation &operation) override;
  void asyncRead(AsyncId id) override;
  void asyncDone(AsyncId id) override;
  void heapTaken(uint64_t address, uint64_t bytes) override;
  void heapFreed(uint64_t address) override;
  void asyncCommit(const Site &site, AsyncKind kind, uint32_t lanes) override;
  void asyncWait(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left,
                 bool readOnly) override;
  void asyncArrive(const Site &site, uint32_t lanes, uint64_t mbarrier, uint64_t owner) override;
  void fault(const Site &site, uint32_t lane, uint64_t address, std::string_view message) override;
  std::string_view stop() override;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_CHECKER_H
