// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs. An executable one is the list of a graph's work in an order in which each
// node comes after what it depends on; of several such orders, that in which the nodes
// were added.
#include "DriverState.h"

#include <algorithm>
#include <unordered_map>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::driver;

namespace {

HGresult noGraph() { return fail(HG_ERROR_INVALID_HANDLE, "it is no graph"); }

bool holds(HGgraph graph, HGgraphNode node) {
  for (auto &each : graph->nodes)
    if (each.get() == node)
      return true;
  return false;
}

HGresult checkDependencies(HGgraph graph, const HGgraphNode *dependencies, size_t count) {
  if (!state().graphs.has(graph))
    return noGraph();
  if (count && !dependencies)
    return fail(HG_ERROR_INVALID_VALUE);
  for (size_t i = 0; i < count; ++i)
    if (!holds(graph, dependencies[i]))
      return fail(HG_ERROR_INVALID_VALUE, "a dependency is no node of the graph");
  return HG_SUCCESS;
}

HGresult addChecked(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies, size_t count,
                    Work work) {
  HGgraphNode made =
      addNode(graph, std::move(work), std::vector<HGgraphNode>(dependencies, dependencies + count));
  if (node)
    *node = made;
  return HG_SUCCESS;
}

/// Nodes in an order in which they can run; fewer than there are where they form a
/// circle.
std::vector<HGgraphNode> orderOf(const HGgraph_st &graph) {
  std::vector<HGgraphNode> order;
  std::unordered_map<HGgraphNode, bool> done;
  for (bool moved = true; moved;) {
    moved = false;
    for (auto &node : graph.nodes) {
      bool ready = !done[node.get()];
      for (HGgraphNode before : node->dependencies)
        ready = ready && done[before];
      if (!ready)
        continue;
      done[node.get()] = true;
      order.push_back(node.get());
      moved = true;
    }
  }
  return order;
}

/// The graph's work, with that of the graphs in it.
bool flatten(const HGgraph_st &graph, std::vector<HGgraphExec_st::Step> &steps) {
  std::vector<HGgraphNode> order = orderOf(graph);
  for (HGgraphNode node : order)
    if (node->work.child) {
      if (!flatten(*node->work.child, steps))
        return false;
    } else {
      steps.push_back({node, node->work});
    }
  return order.size() == graph.nodes.size();
}

/// A copy of its own, which belongs to a node or to the caller.
HGgraph cloneGraph(const HGgraph_st &graph) {
  auto made = std::make_unique<HGgraph_st>();
  made->context = graph.context;
  HGgraph clone = state().graphs.add(std::move(made));
  std::unordered_map<HGgraphNode, HGgraphNode> copies;
  for (auto &node : graph.nodes) {
    Work work = node->work;
    if (work.child) {
      work.child = cloneGraph(*work.child);
      work.child->owned = true;
    }
    copies[node.get()] = addNode(clone, std::move(work), {});
  }
  for (auto &node : graph.nodes)
    for (HGgraphNode before : node->dependencies)
      copies[node.get()]->dependencies.push_back(copies[before]);
  return clone;
}

/// Fills the caller's array, or says how much there is.
HGresult handOut(const std::vector<HGgraphNode> &nodes, HGgraphNode *out, size_t *count) {
  if (!count)
    return fail(HG_ERROR_INVALID_VALUE);
  if (out)
    for (size_t i = 0; i < *count; ++i)
      out[i] = i < nodes.size() ? nodes[i] : nullptr;
  *count = out ? std::min(*count, nodes.size()) : nodes.size();
  return HG_SUCCESS;
}

LaunchRequest requestOf(const HG_KERNEL_NODE_PARAMS &params) {
  LaunchRequest request;
  request.function = params.func;
  request.grid = {params.gridDimX, params.gridDimY, params.gridDimZ};
  request.block = {params.blockDimX, params.blockDimY, params.blockDimZ};
  request.sharedBytes = params.sharedMemBytes;
  return request;
}

} // namespace

HGgraphNode driver::addNode(HGgraph graph, Work work, std::vector<HGgraphNode> dependencies) {
  auto node = std::make_unique<HGgraphNode_st>();
  node->graph = graph;
  node->work = std::move(work);
  node->dependencies = std::move(dependencies);
  graph->nodes.push_back(std::move(node));
  return graph->nodes.back().get();
}

HGresult driver::runGraph(HGctx_st &context, const HGgraphExec_st &exec) {
  for (const HGgraphExec_st::Step &step : exec.steps) {
    if (context.sticky != HG_SUCCESS)
      break;
    if (HGresult ran = step.work.run(context); ran != HG_SUCCESS)
      return ran;
  }
  return HG_SUCCESS;
}

void driver::destroyGraph(HGgraph graph) {
  for (HGdeviceptr pointer : graph->memory)
    release(*graph->context, pointer);
  for (auto &node : graph->nodes)
    if (node->work.child)
      destroyGraph(node->work.child);
  state().graphs.remove(graph);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

HGresult hgGraphCreate(HGgraph *graph, unsigned flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!graph || flags)
    return fail(HG_ERROR_INVALID_VALUE);
  auto made = std::make_unique<HGgraph_st>();
  made->context = call.context;
  *graph = state().graphs.add(std::move(made));
  return HG_SUCCESS;
}

HGresult hgGraphDestroy(HGgraph graph) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().graphs.has(graph) || graph->owned)
    return noGraph();
  destroyGraph(graph);
  return HG_SUCCESS;
}

HGresult hgGraphClone(HGgraph *clone, HGgraph graph) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!clone)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!state().graphs.has(graph))
    return noGraph();
  if (!graph->memory.empty())
    return fail(HG_ERROR_NOT_SUPPORTED, "a graph that allocates memory cannot be cloned");
  *clone = cloneGraph(*graph);
  return HG_SUCCESS;
}

/// Adds a node whose work `make(context, work)` makes. `hasParams`: what it is made of is
/// there.
template <typename Make>
static HGresult addNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                        size_t numDependencies, bool hasParams, Make make) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!hasParams)
    return fail(HG_ERROR_INVALID_VALUE);
  if (HGresult checked = checkDependencies(graph, dependencies, numDependencies);
      checked != HG_SUCCESS)
    return checked;
  Work work;
  if (HGresult made = make(*call.context, work); made != HG_SUCCESS)
    return made;
  return addChecked(node, graph, dependencies, numDependencies, std::move(work));
}

HGresult hgGraphAddKernelNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_KERNEL_NODE_PARAMS *params) {
  return addNode(node, graph, dependencies, numDependencies, params, [&](HGctx_st &, Work &work) {
    return kernelWork(requestOf(*params), params->kernelParams, params->extra, work);
  });
}

HGresult hgGraphAddMemcpyNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_MEMCPY3D *params, HGcontext) {
  return addNode(node, graph, dependencies, numDependencies, params,
                 [&](HGctx_st &context, Work &work) { return memcpyWork(context, *params, work); });
}

HGresult hgGraphAddMemsetNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                              size_t numDependencies, const HG_MEMSET_NODE_PARAMS *params,
                              HGcontext) {
  return addNode(node, graph, dependencies, numDependencies, params,
                 [&](HGctx_st &context, Work &work) { return memsetWork(context, *params, work); });
}

HGresult hgGraphAddHostNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                            size_t numDependencies, const HG_HOST_NODE_PARAMS *params) {
  bool hasParams = params && params->fn;
  return addNode(
      node, graph, dependencies, numDependencies, hasParams, [&](HGctx_st &, Work &work) {
        work.type = HG_GRAPH_NODE_TYPE_HOST;
        work.run = [copy = *params](HGctx_st &) { return callHost(copy.fn, copy.userData); };
        return HG_SUCCESS;
      });
}

HGresult hgGraphAddEmptyNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                             size_t numDependencies) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkDependencies(graph, dependencies, numDependencies);
      checked != HG_SUCCESS)
    return checked;
  Work work;
  work.run = [](HGctx_st &) { return HG_SUCCESS; };
  return addChecked(node, graph, dependencies, numDependencies, std::move(work));
}

HGresult hgGraphAddChildGraphNode(HGgraphNode *node, HGgraph graph, const HGgraphNode *dependencies,
                                  size_t numDependencies, HGgraph child) {
  ApiCall call;
  if (!call)
    return call.result;
  if (HGresult checked = checkDependencies(graph, dependencies, numDependencies);
      checked != HG_SUCCESS)
    return checked;
  if (!state().graphs.has(child))
    return noGraph();
  if (!child->memory.empty())
    return fail(HG_ERROR_NOT_SUPPORTED, "a graph that allocates memory cannot be part of another");
  Work work;
  work.type = HG_GRAPH_NODE_TYPE_GRAPH;
  work.child = cloneGraph(*child);
  work.child->owned = true;
  return addChecked(node, graph, dependencies, numDependencies, std::move(work));
}

HGresult hgGraphAddDependencies(HGgraph graph, const HGgraphNode *from, const HGgraphNode *to,
                                size_t numDependencies) {
  ApiCall call;
  if (!call)
    return call.result;
  for (const HGgraphNode *nodes : {from, to})
    if (HGresult checked = checkDependencies(graph, nodes, numDependencies); checked != HG_SUCCESS)
      return checked;
  for (size_t i = 0; i < numDependencies; ++i) {
    std::vector<HGgraphNode> &before = to[i]->dependencies;
    if (from[i] == to[i] || std::find(before.begin(), before.end(), from[i]) != before.end())
      return fail(HG_ERROR_INVALID_VALUE,
                  "the dependency is there already, or of a node on itself");
    before.push_back(from[i]);
  }
  return HG_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

HGresult hgGraphGetNodes(HGgraph graph, HGgraphNode *nodes, size_t *numNodes) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().graphs.has(graph))
    return noGraph();
  std::vector<HGgraphNode> all;
  for (auto &node : graph->nodes)
    all.push_back(node.get());
  return handOut(all, nodes, numNodes);
}

HGresult hgGraphGetRootNodes(HGgraph graph, HGgraphNode *nodes, size_t *numNodes) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().graphs.has(graph))
    return noGraph();
  std::vector<HGgraphNode> roots;
  for (auto &node : graph->nodes)
    if (node->dependencies.empty())
      roots.push_back(node.get());
  return handOut(roots, nodes, numNodes);
}

HGresult hgGraphGetEdges(HGgraph graph, HGgraphNode *from, HGgraphNode *to, size_t *numEdges) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().graphs.has(graph))
    return noGraph();
  if (!numEdges || !from != !to)
    return fail(HG_ERROR_INVALID_VALUE);
  std::vector<HGgraphNode> begins, ends;
  for (auto &node : graph->nodes)
    for (HGgraphNode before : node->dependencies) {
      begins.push_back(before);
      ends.push_back(node.get());
    }
  size_t room = *numEdges;
  (void)handOut(begins, from, numEdges);
  return handOut(ends, to, from ? &room : numEdges);
}

HGresult hgGraphNodeGetType(HGgraphNode node, HGgraphNodeType *type) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!type)
    return fail(HG_ERROR_INVALID_VALUE);
  for (auto &graph : state().graphs)
    if (holds(graph.get(), node)) {
      *type = node->work.type;
      return HG_SUCCESS;
    }
  return fail(HG_ERROR_INVALID_HANDLE, "it is no node of a graph");
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

HGresult hgGraphInstantiate(HGgraphExec *exec, HGgraph graph, unsigned long long flags) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!exec || flags > 15)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!state().graphs.has(graph))
    return noGraph();
  if (flags & 4)
    return fail(HG_ERROR_NOT_SUPPORTED, "kernels cannot launch graphs");
  auto made = std::make_unique<HGgraphExec_st>();
  made->context = graph->context;
  if (!flatten(*graph, made->steps))
    return fail(HG_ERROR_INVALID_VALUE, "the graph's nodes form a circle");
  *exec = state().execs.add(std::move(made));
  return HG_SUCCESS;
}

static HGresult noExec() { return fail(HG_ERROR_INVALID_HANDLE, "it is no executable graph"); }

HGresult hgGraphExecDestroy(HGgraphExec exec) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().execs.has(exec))
    return noExec();
  state().execs.remove(exec);
  return HG_SUCCESS;
}

HGresult hgGraphExecKernelNodeSetParams(HGgraphExec exec, HGgraphNode node,
                                        const HG_KERNEL_NODE_PARAMS *params) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!params)
    return fail(HG_ERROR_INVALID_VALUE);
  if (!state().execs.has(exec))
    return noExec();
  for (HGgraphExec_st::Step &step : exec->steps)
    if (step.from == node && step.work.type == HG_GRAPH_NODE_TYPE_KERNEL)
      return kernelWork(requestOf(*params), params->kernelParams, params->extra, step.work);
  return fail(HG_ERROR_INVALID_VALUE, "it is no kernel's node of the graph");
}

HGresult hgGraphUpload(HGgraphExec exec, HGstream stream) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().execs.has(exec))
    return noExec();
  if (!findStream(call.context, stream))
    return fail(HG_ERROR_INVALID_HANDLE, "it is no stream");
  return HG_SUCCESS;
}

HGresult hgGraphLaunch(HGgraphExec exec, HGstream handle) {
  ApiCall call;
  if (!call)
    return call.result;
  if (!state().execs.has(exec))
    return noExec();
  HGstream stream = findStream(call.context, handle);
  if (stream && stream->capture)
    return fail(HG_ERROR_NOT_SUPPORTED, "an executable graph cannot be captured");
  Work work;
  work.type = HG_GRAPH_NODE_TYPE_GRAPH;
  work.run = [exec](HGctx_st &context) { return runGraph(context, *exec); };
  return submit(call.context, handle, std::move(work));
}
