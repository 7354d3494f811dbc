// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Emulator/ObserverList.h"

using namespace halftone::emulator;

void ObserverList::launchBegins(const Program &program, uint64_t blocks, uint32_t threads,
                                uint64_t sharedBytes, uint32_t clusterBlocks) {
  for (Observer *each : observers)
    each->launchBegins(program, blocks, threads, sharedBytes, clusterBlocks);
}

void ObserverList::launchEnds() {
  for (Observer *each : observers)
    each->launchEnds();
}

void ObserverList::blockBegins(uint64_t block) {
  for (Observer *each : observers)
    each->blockBegins(block);
}

void ObserverList::blockEnds(uint64_t block) {
  for (Observer *each : observers)
    each->blockEnds(block);
}

void ObserverList::exited(const Site &site, uint32_t lanes) {
  for (Observer *each : observers)
    each->exited(site, lanes);
}

void ObserverList::guarded(const Site &site, uint32_t lanes) {
  for (Observer *each : observers)
    each->guarded(site, lanes);
}

void ObserverList::instruction(const Site &site, uint32_t lanes) {
  for (Observer *each : observers)
    each->instruction(site, lanes);
}

void ObserverList::executed(const Site &site, uint32_t lanes) {
  for (Observer *each : observers)
    each->executed(site, lanes);
}

void ObserverList::access(const Site &site, const Access &access) {
  for (Observer *each : observers)
    each->access(site, access);
}

void ObserverList::fence(const Site &site, uint32_t lanes, FenceKind kind, Order order,
                         Scope scope) {
  for (Observer *each : observers)
    each->fence(site, lanes, kind, order, scope);
}

void ObserverList::barrierArrive(const Site &site, uint32_t id, uint32_t lanes, bool waits) {
  for (Observer *each : observers)
    each->barrierArrive(site, id, lanes, waits);
}

void ObserverList::barrier(const Site &site, uint32_t id) {
  for (Observer *each : observers)
    each->barrier(site, id);
}

void ObserverList::barrierLeft(const Site &site, uint32_t id, uint32_t lanes) {
  for (Observer *each : observers)
    each->barrierLeft(site, id, lanes);
}

void ObserverList::clusterArrive(const Site &site, uint32_t lanes, bool released) {
  for (Observer *each : observers)
    each->clusterArrive(site, lanes, released);
}

void ObserverList::clusterWait(const Site &site, uint32_t lanes, bool acquired) {
  for (Observer *each : observers)
    each->clusterWait(site, lanes, acquired);
}

void ObserverList::warpSync(const Site &site, uint32_t lanes) {
  for (Observer *each : observers)
    each->warpSync(site, lanes);
}

void ObserverList::shuffled(const Site &site, uint32_t lanes, uint32_t strays) {
  for (Observer *each : observers)
    each->shuffled(site, lanes, strays);
}

void ObserverList::mbarrier(const Site &site, const MbarrierEvent &event) {
  for (Observer *each : observers)
    each->mbarrier(site, event);
}

void ObserverList::asyncIssued(const Site &site, const AsyncOperation &operation) {
  for (Observer *each : observers)
    each->asyncIssued(site, operation);
}

void ObserverList::asyncRead(AsyncId id) {
  for (Observer *each : observers)
    each->asyncRead(id);
}

void ObserverList::asyncDone(AsyncId id) {
  for (Observer *each : observers)
    each->asyncDone(id);
}

void ObserverList::heapTaken(uint64_t address, uint64_t bytes) {
  for (Observer *each : observers)
    each->heapTaken(address, bytes);
}

void ObserverList::heapFreed(uint64_t address) {
  for (Observer *each : observers)
    each->heapFreed(address);
}

void ObserverList::asyncCommit(const Site &site, AsyncKind kind, uint32_t lanes) {
  for (Observer *each : observers)
    each->asyncCommit(site, kind, lanes);
}

void ObserverList::asyncWait(const Site &site, AsyncKind kind, uint32_t lanes, uint32_t left,
                             bool readOnly) {
  for (Observer *each : observers)
    each->asyncWait(site, kind, lanes, left, readOnly);
}

void ObserverList::asyncArrive(const Site &site, uint32_t lanes, uint64_t mbarrier,
                               uint64_t owner) {
  for (Observer *each : observers)
    each->asyncArrive(site, lanes, mbarrier, owner);
}

void ObserverList::fault(const Site &site, uint32_t lane, uint64_t address,
                         std::string_view message) {
  for (Observer *each : observers)
    each->fault(site, lane, address, message);
}

std::string_view ObserverList::stop() {
  for (Observer *each : observers)
    if (std::string_view message = each->stop(); !message.empty())
      return message;
  return {};
}
