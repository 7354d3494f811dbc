// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a checker keeps while a launch runs: of each block, warp, lane, mbarrier, and
// of what runs beside them.
#ifndef HALFTONE_EMULATOR_CHECKS_STATE_H
#define HALFTONE_EMULATOR_CHECKS_STATE_H

#include "Shadow.h"
#include "Written.h"

#include "halftone/Emulator/Checker.h"

#include "../Program.h"
#include "../Warp.h"

#include <map>
#include <set>
#include <tuple>

namespace halftone::emulator::checks {

/// What an instruction is to the checks; several bits.
enum Fact : uint16_t {
  IsCopy = 1,          ///< moves registers: its result is as defined as its source
  IsDivision = 2,      ///< of integers: operand 2 is the divisor
  IsWgmma = 8,         ///< `wgmma.mma_async`
  BringsTogether = 16, ///< orders the lanes of a mask
  IsParameter = 32,    ///< `ld.param`: who calls wrote it
  MakesFloats = 64,    ///< results in which NaN and infinity have a meaning
  IsLateArrival = 128, ///< `cp.async.mbarrier.arrive`
  IsSelect = 256,
  IsGuess = 512, ///< a load of what an `atom.cas` of the program compares with
};

struct LaneState {
  View view;
  // A release by a fence and a later relaxed store: what was known at the fence, and
  // the thread's own time then.
  View fenced;
  uint32_t fencedTime = 0;
  Scope fencedScope = Scope::Cta;
  bool hasFenced = false;
  /// What relaxed loads saw that a fence will acquire: of the same block, of others.
  View acquirable, acquirableFar;
  uint32_t clusterPhase = 0; ///< arrivals at the cluster's barrier
};

/// An asynchronous operation in groups: of some lanes, whose groups have one number.
struct Issued {
  uint32_t record;
  AsyncKind kind;
  bool reads;
  uint64_t group;
  uint32_t lanes;
};

struct BlockState;

struct WarpState {
  BlockState *block = nullptr;
  uint32_t index = 0;
  uint32_t now = 1;
  uint32_t alive = 0;
  bool uniform = true; ///< all lanes have the view of lane 0
  bool anyFence = false;
  std::array<LaneState, 32> lanes;

  /// Of each instruction, the record of its latest access, for each `Access::Kind`.
  std::vector<uint32_t> records;

  /// Of each register: the lanes that wrote it.
  std::vector<uint32_t> defined;
  // Of `wgmma`: the number of fences, and of each register at which it was written; and
  // registers that pending operations write or read.
  uint32_t wgmmaFences = 0;
  std::vector<uint32_t> writtenAt;
  struct Held {
    uint32_t slot;
    uint32_t inst;
    uint64_t group;
    bool written;
  };
  std::vector<Held> held;
  std::vector<uint8_t> isHeld; ///< of each register: 1 written, 2 read

  /// What a wait on an mbarrier saw counts when its answer is read.
  struct Answer {
    uint32_t slot, lanes;
    View view;
  };
  std::vector<Answer> answers;

  std::vector<Issued> issued;
  std::array<std::array<uint64_t, 32>, 3> closed{};
  uint64_t serial = 0; ///< goes up when groups close or are waited for
  uint64_t asyncKey[3] = {};
  uint32_t asyncRecord[3] = {};
  std::vector<uint8_t> localWritten;

  const View &view(uint32_t lane) const { return lanes[uniform ? 0 : lane].view; }
};

struct MbarrierState {
  uint32_t block = 0, unit = 0;
  uint64_t address = 0;
  bool valid = false;
  bool fenced = false; ///< seen by the asynchronous proxy since its init
  uint32_t initUnit = 0, initLane = 0, initTime = 0, initBlock = 0, initInst = 0;
  uint32_t phase = 0; ///< completed since its init
  uint32_t base = 0;  ///< times of phases before its init
  View arrived, completed;
  struct Waiter {
    int64_t seen = -2;  ///< the last phase that it saw complete
    bool again = false; ///< its last wait saw that one a second time
    uint32_t inst = 0;  ///< of that wait
    bool waiting = false;
  };
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Waiter> waiters; ///< block, warp, lane

  /// The last arrival of each warp of another block.
  struct Arrival {
    uint32_t lane, time, inst;
  };
  std::map<std::pair<uint32_t, uint32_t>, Arrival> remote;

  uint32_t time() const { return base + phase; }
};

/// What fences made ready before a barrier counts for all who come to it: often all
/// threads have a fence, and one of them then has the atomic operation.
struct Relay {
  View fenced, acquirable, acquirableFar;
  explicit operator bool() const { return fenced || acquirable || acquirableFar; }
};

struct NamedBarrier {
  View arrived, done;
  Relay relayed, relayedOn;
};

struct BlockState {
  uint32_t index = 0;
  uint32_t cluster = 0;
  std::vector<std::unique_ptr<WarpState>> warps;
  std::array<NamedBarrier, 16> barriers;
  View exited; ///< warps that have ended
  std::unique_ptr<Shadow> shadow;
  std::vector<uint8_t> sharedWritten;
  std::vector<uint32_t> records; ///< of what its warps do
  std::map<uint64_t, MbarrierState> mbarriers;
  uint32_t units = 0;
};

/// A place that release and acquire meet at.
struct SyncPlace {
  struct Entry {
    Scope scope;
    uint32_t block;
    View view;
  };
  std::vector<Entry> entries;
};

struct ClusterState {
  std::map<uint32_t, View> phases;
};

} // namespace halftone::emulator::checks

namespace halftone::emulator {

using namespace checks;

struct Checker::State {
  State(Checks checks, Options options) : checks(checks), options(options), global(sets) {}

  Checks checks;
  Options options;
  std::vector<Finding> findings;
  uint64_t total = 0;
  std::map<std::tuple<Check, uint32_t, uint32_t, std::string>, size_t> known;
  std::string stopMessage;

  // The launch.
  const Program *program = nullptr;
  uint64_t numBlocks = 0;
  uint32_t threads = 0, clusterBlocks = 1;
  uint64_t sharedBytes = 0;
  std::vector<uint16_t> facts;
  bool hasWgmma = false;
  Records records;
  ReaderSets sets;
  Shadow global;
  std::unordered_map<uint32_t, std::unique_ptr<BlockState>> blocks;
  BlockState *lastBlock = nullptr;
  std::unordered_map<uint32_t, std::array<uint32_t, 3>> places; ///< of blocks in the grid
  std::unordered_map<uint64_t, SyncPlace> globalSync;
  std::map<std::pair<uint32_t, uint64_t>, SyncPlace> sharedSync;
  std::unordered_map<uint32_t, ClusterState> clusters;
  struct ByMbarrier {
    std::vector<uint32_t> records;
    uint32_t lanes;
    uint32_t block;
    uint64_t address;
  };
  std::unordered_map<AsyncId, ByMbarrier> byMbarrier_;
  Written memory;                          ///< of the host's allocations
  std::map<uint64_t, uint64_t> freedBytes; ///< sizes of what is allocated
  std::map<uint64_t, uint64_t> freedRanges;

  // Findings (Report.cpp).
  bool on(Check check) const { return checks.has(check); }
  Party party(const Site &site, uint32_t lane) const;
  Party party(const Record &record, uint32_t lane, const Site &like) const;
  Party partyAt(uint32_t block, uint32_t warp, uint32_t lane, uint32_t inst,
                const Site &like) const;
  struct Detail {
    Space space = Space::Generic;
    uint64_t address = 0;
    uint32_t bytes = 0;
    const Party *other = nullptr;
    uint32_t otherInst = ~0u;
  };
  void report(Check check, const Site &site, uint32_t lane, const std::string &text,
              const Detail &detail);
  /// "thread (1, 0, 0) at PTX line 7 (st.shared.b32)".
  std::string name(const Party &party, const Site &site) const;

  // Blocks and warps (Checker.cpp).
  BlockState &block(const Site &site);
  BlockState &block(uint32_t index);
  WarpState &warp(const Site &site);
  uint32_t instOf(const Site &site) const {
    return static_cast<uint32_t>(site.inst - program->code.data());
  }
  void classify();
  void forgetLaunch();

  // Who knows what (Ordering.cpp).
  static void split(WarpState &warp);
  static void setView(WarpState &warp, uint32_t lanes, const View &view);
  /// What the lanes know together, and what they did until now.
  View released(WarpState &warp, uint32_t lanes);
  void collect(const WarpState &warp, uint32_t lanes, Relay &relay) const;
  static void handOn(WarpState &warp, uint32_t lanes, const Relay &relay);
  static void join(WarpState &warp, uint32_t lanes, const View &view);
  void synchronize(const Site &site, WarpState &warp, const Access &access);
  void acquire(WarpState &warp, uint32_t lane, SyncPlace &place, const Access &access);
  void release(WarpState &warp, uint32_t lane, SyncPlace &place, const Access &access,
               bool &direct);
  void fence(const Site &site, uint32_t lanes, FenceKind kind, Scope scope);
  bool reaches(Scope scope, uint32_t from, uint32_t to) const;

  // Accesses and races (Races.cpp).
  struct Actor {
    const Site &site;
    WarpState &warp;
    uint32_t record;
    uint32_t lane;
    uint32_t lanes; ///< itself; all of the warp for what that does together
    Space space;
    uint32_t owner;
    uint64_t address;
    uint32_t bytes;
  };
  static bool knowsCollective(const WarpState &warp, const Record &record, const BlockClock *known);
  bool knows(const WarpState &warp, uint32_t lane, const Record &record, uint32_t lanes) const;
  static bool isPlain(uint32_t record, uint32_t lanes, uint32_t lane, bool known, bool own);
  void races(const Site &site, const Access &access);
  void touch(const Actor &actor, Cell &cell);
  void read(const Actor &actor, Cell &cell);
  void write(const Actor &actor, Cell &cell);
  void addReader(const Actor &actor, Cell &cell);
  void checkPair(const Actor &actor, const Record &now, uint32_t old, uint32_t lanes);
  void reportRace(const Actor &actor, const Record &now, const Record &old, uint32_t oldLane);
  void checkProxy(const Actor &actor, const Record &old, uint32_t lanes);
  bool storedBytes(const Site &site, uint32_t lane, uint8_t *bytes) const;
  bool sameValue(const Actor &actor, const Record &now, const Record &old, uint32_t oldLane) const;
  uint32_t recordOf(const Site &site, WarpState &warp, const Access &access);
  Shadow &shadowOf(Space space, uint32_t owner) {
    return space == Space::Shared ? *block(owner).shadow : global;
  }

  // Values nobody wrote (Init.cpp).
  void initialised(const Site &site, const Access &access);
  void registers(const Site &site, WarpState &warp, uint32_t lanes, uint16_t fact);
  void registerRead(const Site &site, uint32_t slot, uint32_t lanes, const char *what);

  // Asynchronous work (AsyncChecks.cpp, MbarrierChecks.cpp, WgmmaChecks.cpp).
  void issue(const Site &site, const AsyncOperation &operation);
  uint32_t asyncRecord(const Site &site, WarpState &warp, const AsyncOperation &operation,
                       Access::Kind kind);
  void touchRange(Actor &actor, const AsyncRange &range);
  void initialisedRange(const Site &site, uint32_t lane, const AsyncRange &range);
  void done(AsyncId id);
  void committed(const Site &site, AsyncKind kind, uint32_t lanes);
  void arriveLater(const Site &site, uint32_t lanes, uint32_t owner, uint64_t address);
  void waited(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left, bool readOnly);
  void checkPending(const Site &site, uint32_t lanes);
  MbarrierState &mbarrierAt(uint32_t owner, uint64_t address);
  void useMbarrier(const Site &site, const MbarrierState &mbarrier, uint32_t lanes);
  void mbarrier(const Site &site, const MbarrierEvent &event);
  static void readAnswers(WarpState &warp, uint32_t slot, uint32_t lanes);
  void readAnswers(const Site &site, WarpState &warp, uint32_t lanes);
  void mbarrierWaited(const Site &site, MbarrierState &mbarrier, const MbarrierEvent &event);
  /// Says of a thread whose last wait saw an old phase, at which line.
  std::string staleWait(const Actor &actor, const Record &old, bool &stale) const;
  Site endOf(const BlockState &block) const;
  void checkRemote(BlockState &block);
  void checkUnwaited(BlockState &block);
  void reportStaleWaits(const Site &site, uint32_t lane, bool ofAll);
  void wgmmaRegisters(const Site &site, WarpState &warp, uint32_t lanes, uint16_t fact);
  void wgmmaIssued(const Site &site, WarpState &warp, const Uses &uses);
  void wgmmaWaited(WarpState &warp, uint32_t left);
  void warpgroupWaited(WarpState &warp, uint32_t left);

  // Values (Values.cpp).
  void shuffled(const Site &site, uint32_t strays);
  void division(const Site &site, uint32_t lanes);
  void rememberInputs(const Site &site, uint32_t lanes);
  void results(const Site &site, uint32_t lanes);
  Site lastExit = {};
  uint32_t specialInputs = 0; ///< lanes that read a NaN or an infinity
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_CHECKS_STATE_H
