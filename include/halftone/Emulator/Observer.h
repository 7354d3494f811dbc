// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam for checks and counters: told of what a launch does while it does it.
// A launch with an observer runs on one thread, so that calls come in one order
// that the schedule alone decides.
//
// Ordering between threads comes as pairs of events: what a thread did before
// `barrierArrive`, a release, a fence or the completion of an asynchronous operation
// is seen by those who are told of `barrierRelease`, an acquire, or a wait.
#ifndef HALFTONE_EMULATOR_OBSERVER_H
#define HALFTONE_EMULATOR_OBSERVER_H

#include <cstdint>
#include <string_view>

namespace halftone::emulator {

struct Program;
struct Inst;
struct Warp;

enum class Space : uint8_t { Generic, Global, Shared, Local, Param, Const };

/// PTX's memory orders and scopes.
enum class Order : uint8_t { Weak, Volatile, Relaxed, Acquire, Release, AcqRel, Sc };
enum class Scope : uint8_t { Cta, Cluster, Gpu, Sys };
/// Who touches memory: threads by loads and stores, or units that run beside them.
enum class Proxy : uint8_t { Generic, Async };

/// Where a warp is: which block, which warp of it, at which instruction.
struct Site {
  uint32_t block[3];
  uint32_t warp;
  /// The whole mnemonic, such as "ld.global.b32", and its line in the PTX.
  std::string_view opcode;
  uint32_t line;
  /// The block's number in the grid, x fastest.
  uint64_t blockIndex = 0;
  const Program *program = nullptr;
  const Inst *inst = nullptr;
  const Warp *state = nullptr; ///< its registers
};

/// One access of a warp. Generic addresses have been resolved to where they point.
struct Access {
  enum class Kind : uint8_t { Load, Store, Atomic };
  Kind kind;
  Space space;
  /// Bytes of one lane, all parts of a vector together.
  uint32_t bytes;
  /// One bit for each lane that takes part.
  uint32_t lanes;
  /// Of each lane: a host address, or for shared memory the offset in the block's.
  const uint64_t *addresses;
  Order order = Order::Weak;
  Scope scope = Scope::Gpu;
  /// For shared memory: the number in the grid of the block whose memory it is.
  uint64_t owner = 0;
  /// Of an atomic operation: it writes no result that is read (`red`).
  bool reduction = false;
};

/// An asynchronous operation, from its issue until it is complete. Numbers are never
/// used twice in a launch.
using AsyncId = uint64_t;

/// What units beside the threads do.
enum class AsyncKind : uint8_t {
  Copy,     ///< `cp.async`, in groups of a thread
  BulkCopy, ///< `cp.async.bulk…`: by an mbarrier or in bulk groups of a thread
  Wgmma,    ///< `wgmma.mma_async`, in groups of a warp
};

/// One contiguous part of the memory that an asynchronous operation touches. Of
/// shared memory, an offset in the block `owner`'s.
struct AsyncRange {
  Access::Kind kind;
  Space space;
  uint64_t address, bytes;
  uint64_t owner = 0;
};

struct AsyncOperation {
  AsyncId id;
  AsyncKind kind;
  /// The lane that issued it; 0 for those of a whole warp.
  uint32_t lane;
  const AsyncRange *ranges;
  uint32_t numRanges;
  /// The mbarrier that it completes on: an offset in the shared memory of block
  /// `mbarrierOwner`; `noMbarrier` if it completes by groups.
  static constexpr uint64_t noMbarrier = ~uint64_t{0};
  uint64_t mbarrier = noMbarrier, mbarrierOwner = 0;
  Proxy proxy = Proxy::Async;
};

/// What happens to an mbarrier.
struct MbarrierEvent {
  enum class Kind : uint8_t {
    Init, ///< `value`: the threads it expects
    Invalidate,
    Arrive, ///< `value`: the count
    ArriveDrop,
    ExpectTx,   ///< `value`: bytes
    CompleteTx, ///< `value`: bytes; not by a thread of this site
    Phase,      ///< a phase is complete; `value`: its number, from 0
    Waited,     ///< a wait saw a complete phase; `value`: which was asked for, 0 or 1
    NotYet,     ///< a test or try saw that it is not
  };
  Kind kind;
  uint64_t address; ///< an offset in the shared memory of block `owner`
  uint64_t owner;
  uint32_t lanes; ///< those that take part
  uint64_t value;
  Order order = Order::AcqRel;
  Scope scope = Scope::Cta;
};

enum class FenceKind : uint8_t {
  Thread,     ///< `membar`, `fence.…`
  ProxyAsync, ///< `fence.proxy.async…`
  ProxyTensormap,
  MbarrierInit, ///< `fence.mbarrier_init`
  Wgmma,        ///< `wgmma.fence`
};

class Observer {
public:
  virtual ~Observer() = default;

  /// A launch begins and ends; blocks begin and end, in any number at once.
  virtual void launchBegins(const Program &program, uint64_t blocks, uint32_t threads,
                            uint64_t sharedBytes, uint32_t clusterBlocks) {}
  virtual void launchEnds() {}
  virtual void blockBegins(uint64_t block) {}
  virtual void blockEnds(uint64_t block) {}
  /// Lanes that have ended.
  virtual void exited(const Site &site, uint32_t lanes) {}

  /// Lanes that read an instruction's guard, before it is known for which it runs.
  virtual void guarded(const Site &site, uint32_t lanes) {}
  /// Before an instruction runs for these lanes; after it, when it wrote its results.
  virtual void instruction(const Site &site, uint32_t lanes) {}
  virtual void executed(const Site &site, uint32_t lanes) {}
  virtual void access(const Site &site, const Access &access) {}
  virtual void fence(const Site &site, uint32_t lanes, FenceKind kind, Order order, Scope scope) {}

  /// `bar`, `barrier`: lanes come, and wait or go on; then all whom it waited for have
  /// come. `barrierLeft` is called for each warp that goes on, after `barrier`.
  virtual void barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool waits) {}
  virtual void barrier(const Site &site, uint32_t id) {}
  virtual void barrierLeft(const Site &site, uint32_t id, uint32_t lanes) {}
  /// `barrier.cluster`: `released` says whether the arrival orders memory.
  virtual void clusterArrive(const Site &site, uint32_t lanes, bool released) {}
  virtual void clusterWait(const Site &site, uint32_t lanes, bool acquired) {}
  /// A `*.sync` instruction ran for these lanes together.
  virtual void warpSync(const Site &site, uint32_t lanes) {}

  /// A shuffle ran for these lanes; `strays` of them read from a lane that takes no part.
  virtual void shuffled(const Site &site, uint32_t lanes, uint32_t strays) {}

  virtual void mbarrier(const Site &site, const MbarrierEvent &event) {}

  virtual void asyncIssued(const Site &site, const AsyncOperation &operation) {}
  /// It has read its sources, so that they may be written; it has written all.
  virtual void asyncRead(AsyncId id) {}
  virtual void asyncDone(AsyncId id) {}
  /// Lanes close a group; lanes have waited until at most `left` groups are open (with
  /// `readOnly`, until the others have read their sources).
  virtual void asyncCommit(const Site &site, AsyncKind kind, uint32_t lanes) {}
  virtual void asyncWait(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left,
                         bool readOnly) {}
  /// `cp.async.mbarrier.arrive`: the mbarrier hears of the lanes' copies so far.
  virtual void asyncArrive(const Site &site, uint32_t lanes, uint64_t mbarrier, uint64_t owner) {}

  /// The kernel's own `malloc` gave this memory, or `free` took it.
  virtual void heapTaken(uint64_t address, uint64_t bytes) {}
  virtual void heapFreed(uint64_t address) {}

  /// The launch fails here: the fault's name, such as "out-of-bounds access", is how
  /// `message` begins.
  virtual void fault(const Site &site, uint32_t lane, uint64_t address, std::string_view message) {}

  /// After each instruction: a message to stop the launch with, or empty.
  virtual std::string_view stop() { return {}; }
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_OBSERVER_H
