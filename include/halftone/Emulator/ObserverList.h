// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several observers of one launch, told of everything in their order.
#ifndef HALFTONE_EMULATOR_OBSERVERLIST_H
#define HALFTONE_EMULATOR_OBSERVERLIST_H

#include "halftone/Emulator/Observer.h"

#include <vector>

namespace halftone::emulator {

class ObserverList : public Observer {
public:
  void add(Observer *observer) { observers.push_back(observer); }

  /// What a launch takes: null for none, the only one itself, or the list.
  Observer *get() {
    return observers.empty() ? nullptr : observers.size() == 1 ? observers.front() : this;
  }

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
  /// The first message of any.
  std::string_view stop() override;

private:
  std::vector<Observer *> observers;
};

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_OBSERVERLIST_H
