// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boost.Graph stays in this file: its headers take seconds to compile.
#include "FlowNetwork.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

using namespace halftone::precision;

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;

struct NodeData {
  boost::default_color_type color;
  int64_t distance;
  Traits::edge_descriptor predecessor;
};

struct ArcData {
  int64_t capacity, residual;
  Traits::edge_descriptor reverse;
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, NodeData, ArcData>;

void addPair(Graph &graph, unsigned from, unsigned to, int64_t capacity) {
  Traits::edge_descriptor arc = boost::add_edge(from, to, graph).first;
  Traits::edge_descriptor back = boost::add_edge(to, from, graph).first;
  graph[arc] = {capacity, 0, back};
  graph[back] = {0, 0, arc};
}

/// The nodes from which the sink can be reached in what capacity is left.
std::vector<bool> findSinkSide(const Graph &graph, unsigned sink) {
  std::vector<bool> reaches(num_vertices(graph));
  std::vector<unsigned> work{sink};
  reaches[sink] = true;
  while (!work.empty()) {
    unsigned node = work.back();
    work.pop_back();
    auto [arc, end] = out_edges(node, graph);
    for (; arc != end; ++arc) {
      unsigned before = target(*arc, graph);
      if (reaches[before] || graph[graph[*arc].reverse].residual == 0)
        continue;
      reaches[before] = true;
      work.push_back(before);
    }
  }
  return reaches;
}

} // namespace

int64_t FlowNetwork::solve() {
  Graph graph(numNodes);
  for (const Arc &arc : arcs)
    addPair(graph, arc.from, arc.to, arc.capacity);
  int64_t flow = boost::boykov_kolmogorov_max_flow(
      graph, get(&ArcData::capacity, graph), get(&ArcData::residual, graph),
      get(&ArcData::reverse, graph), get(&NodeData::predecessor, graph),
      get(&NodeData::color, graph), get(&NodeData::distance, graph),
      get(boost::vertex_index, graph), source, sink);
  reachesSink = findSinkSide(graph, sink);
  return flow;
}
