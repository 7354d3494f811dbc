// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boost.Graph stays in this file: its headers take seconds to compile.
#include "FlowNetwork.h"

#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <numeric>

using namespace halftone::precision;

// An adjacency list would allocate each arc alone.
using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
using GraphArc = boost::graph_traits<Graph>::edge_descriptor;

/// The nodes from which the sink can be reached in what capacity is left.
static std::vector<bool> findSinkSide(const Graph &graph, const std::vector<GraphArc> &reverse,
                                      const std::vector<int64_t> &residual, unsigned sink) {
  std::vector<bool> reaches(num_vertices(graph));
  std::vector<size_t> work{sink};
  reaches[sink] = true;
  while (!work.empty()) {
    size_t node = work.back();
    work.pop_back();
    auto [arc, end] = out_edges(node, graph);
    for (; arc != end; ++arc) {
      size_t before = target(*arc, graph);
      if (reaches[before] || residual[reverse[arc->idx].idx] == 0)
        continue;
      reaches[before] = true;
      work.push_back(before);
    }
  }
  return reaches;
}

int64_t FlowNetwork::solve() {
  // Each arc and its reverse among the arcs of their nodes, in order.
  std::vector<size_t> next(numNodes + 1);
  for (const Arc &arc : arcs) {
    ++next[arc.from + 1];
    ++next[arc.to + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  size_t numArcs = 2 * arcs.size();
  std::vector<std::pair<size_t, size_t>> ends(numArcs);
  std::vector<int64_t> capacity(numArcs), residual(numArcs);
  std::vector<GraphArc> reverse(numArcs);
  for (const Arc &arc : arcs) {
    GraphArc there(arc.from, next[arc.from]++), back(arc.to, next[arc.to]++);
    ends[there.idx] = {arc.from, arc.to};
    ends[back.idx] = {arc.to, arc.from};
    capacity[there.idx] = arc.capacity;
    reverse[there.idx] = back;
    reverse[back.idx] = there;
  }
  Graph graph(boost::edges_are_sorted, ends.begin(), ends.end(), size_t(numNodes), numArcs);
  std::vector<GraphArc> predecessor(numNodes);
  std::vector<boost::default_color_type> color(numNodes);
  std::vector<int64_t> distance(numNodes);
  auto ofArcs = get(boost::edge_index, graph);
  auto ofNodes = get(boost::vertex_index, graph);
  auto map = [](auto &values, auto index) {
    return boost::make_iterator_property_map(values.begin(), index);
  };
  int64_t flow = boost::boykov_kolmogorov_max_flow(graph, map(capacity, ofArcs),
                                                   map(residual, ofArcs), map(reverse, ofArcs),
                                                   map(predecessor, ofNodes), map(color, ofNodes),
                                                   map(distance, ofNodes), ofNodes, source, sink);
  reachesSink = findSinkSide(graph, reverse, residual, sink);
  return flow;
}
