// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is behind the handles of Driver.h, and how calls enter.
//
// Everything belongs to a context, and goes with it. A handle that is none is refused,
// not followed. One lock is held during a call; functions of the user that work calls
// may call nothing.
#ifndef HALFTONE_LIB_EMULATOR_DRIVERSTATE_H
#define HALFTONE_LIB_EMULATOR_DRIVERSTATE_H

#include "halftone/Emulator/Driver.h"
#include "halftone/Emulator/Instruments.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace halftone::emulator::driver {

/// Objects by their handles, in the order in which they were made.
template <typename T> class Registry {
public:
  T *add(std::unique_ptr<T> object) {
    objects.push_back(std::move(object));
    return objects.back().get();
  }
  bool has(const T *handle) const {
    for (auto &object : objects)
      if (object.get() == handle)
        return true;
    return false;
  }
  void remove(const T *handle) {
    std::erase_if(objects, [&](auto &object) { return object.get() == handle; });
  }
  template <typename F> void removeIf(F condition) {
    std::erase_if(objects, [&](auto &object) { return condition(*object); });
  }
  auto begin() const { return objects.begin(); }
  auto end() const { return objects.end(); }

private:
  std::vector<std::unique_ptr<T>> objects;
};

/// Work of a stream, or a node of a graph: `run` does it.
struct Work {
  HGgraphNodeType type = HG_GRAPH_NODE_TYPE_EMPTY;
  std::function<HGresult(HGctx_st &)> run;
  HGgraph child = nullptr; ///< of a graph node
};

struct Allocation {
  size_t bytes = 0;
  HGmemoryPool pool = nullptr;
  bool host = false, managed = false;
  bool inGraph = false; ///< a graph's own, which frees it when it goes
};

} // namespace halftone::emulator::driver

// The types of the handles are the interface's, in the global namespace.

struct HGctx_st {
  halftone::emulator::Memory memory;
  std::map<HGdeviceptr, halftone::emulator::driver::Allocation> allocations;
  std::map<HGdeviceptr, size_t> registered; ///< host memory
  unsigned flags = 0;
  bool primary = false;
  size_t limits[3] = {1024, 1 << 20, 8 << 20};
  HGresult sticky = HG_SUCCESS; ///< of a kernel that failed
  std::string stickyText;
};

struct HGmod_st {
  HGcontext context = nullptr;
  std::unique_ptr<halftone::emulator::Module> module;
  std::string ptx;
  std::map<std::string, HGfunction> functions;
};

struct HGfunc_st {
  HGmodule module = nullptr;
  const halftone::emulator::Kernel *kernel = nullptr;
  int maxDynamicShared = 0;
  int carveout = -1;
  bool nonPortableClusters = false;
};

/// A capture under way: of one stream, and those that joined it.
struct HGcapture {
  HGgraph graph = nullptr;
  HGstream origin = nullptr;
  bool invalid = false;
  bool relaxed = false; ///< calls that cannot be captured are allowed meanwhile
};

struct HGstream_st {
  HGcontext context = nullptr;
  unsigned flags = 0;
  int priority = 0;
  std::shared_ptr<HGcapture> capture;
  std::vector<HGgraphNode> frontier; ///< what the next captured node comes after
};

struct HGevent_st {
  HGcontext context = nullptr;
  unsigned flags = 0;
  bool recorded = false;
  double milliseconds = 0;
  std::shared_ptr<HGcapture> capture; ///< recorded in a stream that is captured
  std::vector<HGgraphNode> frontier;
};

struct HGmemPool_st {
  HGcontext context = nullptr;
  size_t maxSize = 0;
  uint64_t threshold = 0;
  int reuse[3] = {1, 1, 1};
  uint64_t used = 0, usedHigh = 0;
};

struct HGgraphNode_st {
  HGgraph graph = nullptr;
  halftone::emulator::driver::Work work;
  std::vector<HGgraphNode> dependencies;
};

struct HGgraph_st {
  HGcontext context = nullptr;
  std::vector<std::unique_ptr<HGgraphNode_st>> nodes;
  bool owned = false;              ///< by a node of another graph
  std::vector<HGdeviceptr> memory; ///< allocated by its nodes
};

struct HGgraphExec_st {
  HGcontext context = nullptr;
  /// In the order in which they run; `from` is the graph's node.
  struct Step {
    HGgraphNode from;
    halftone::emulator::driver::Work work;
  };
  std::vector<Step> steps;
};

namespace halftone::emulator::driver {

struct State {
  std::recursive_mutex mutex;
  bool initialized = false;
  Instruments instruments;
  std::string counters, countersTable; ///< handed out

  Registry<HGctx_st> contexts;
  Registry<HGmod_st> modules;
  Registry<HGfunc_st> functions;
  Registry<HGstream_st> streams; ///< each context's default one too
  Registry<HGevent_st> events;
  Registry<HGmemPool_st> pools;
  Registry<HGgraph_st> graphs;
  Registry<HGgraphExec_st> execs;
  HGcontext primary = nullptr;
  unsigned primaryUses = 0;
  std::map<HGcontext, HGstream> defaultStreams;
  std::map<HGcontext, HGmemoryPool> defaultPools, currentPools;
};

State &state();

/// A call: holds the lock. Converts to false where it may not go on, and then `result`
/// is what it returns.
class ApiCall {
public:
  enum Needs { Nothing, Driver, Context };
  explicit ApiCall(Needs needs = Context);
  explicit operator bool() const { return result == HG_SUCCESS; }

  HGresult result = HG_SUCCESS;
  HGcontext context = nullptr;

private:
  std::lock_guard<std::recursive_mutex> lock;
};

/// Sets the text of the thread's last error and gives `code` back.
HGresult fail(HGresult code, std::string text = {});
/// A kernel failed: the context is of no use from now on.
void poison(HGctx_st &context, HGresult code, const std::string &message);

/// The contexts that the thread has made current, the last one on top.
std::vector<HGcontext> &contextStack();
void destroyContext(HGcontext context);

/// The stream of a handle, null's too; null if there is none.
HGstream findStream(HGcontext context, HGstream handle);
/// Runs work in a stream, or adds it to the graph that is captured there. `created` is
/// then its node.
HGresult submit(HGcontext context, HGstream handle, Work work, HGgraphNode *created = nullptr);
/// A call that cannot be captured while any stream of the context is.
HGresult refuseCapture(HGcontext context);
/// True in functions of the user that work calls.
bool &inHostFunction();
HGresult callHost(HGhostFn function, void *data);

HGgraphNode addNode(HGgraph graph, Work work, std::vector<HGgraphNode> dependencies);
HGresult runGraph(HGctx_st &context, const HGgraphExec_st &exec);
void destroyGraph(HGgraph graph);

/// Frees what `hgMemAlloc…` gave.
bool release(HGctx_st &context, HGdeviceptr pointer);

/// A kernel's work, with its arguments copied.
struct LaunchRequest {
  HGfunction function = nullptr;
  Dim3 grid, block, cluster = {0, 0, 0};
  size_t sharedBytes = 0;
  bool cooperative = false;
};
HGresult kernelWork(const LaunchRequest &request, void **params, void **extra, Work &work);
HGresult memcpyWork(HGctx_st &context, const HG_MEMCPY3D &copy, Work &work);
HGresult memsetWork(HGctx_st &context, const HG_MEMSET_NODE_PARAMS &params, Work &work);

/// The chip that attributes and limits are of.
const ChipLimits &chipOf(const HGfunc_st *function = nullptr);
/// Registers of a kernel as `ptxas` said, or 0.
uint32_t registersOf(const HGfunc_st &function);

} // namespace halftone::emulator::driver

#endif // HALFTONE_LIB_EMULATOR_DRIVERSTATE_H
