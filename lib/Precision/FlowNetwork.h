// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maximum flow and minimum cut of a directed network with integer capacities, by
// Boykov and Kolmogorov's algorithm (Boost.Graph): on networks as shallow as those of a
// training step its time grows close to linearly.
//
// Among the minimum cuts it finds the one with the largest source side, which is unique:
// a node is on the sink side only where the sink can still be reached from it.
#ifndef HALFTONE_LIB_PRECISION_FLOWNETWORK_H
#define HALFTONE_LIB_PRECISION_FLOWNETWORK_H

#include <cstdint>
#include <vector>

namespace halftone::precision {

class FlowNetwork {
public:
  static constexpr unsigned source = 0, sink = 1;
  /// More than any sum of finite capacities may be.
  static constexpr int64_t infinity = int64_t(1) << 61;

  unsigned addNode() { return numNodes++; }
  void addArc(unsigned from, unsigned to, int64_t capacity) {
    if (from != to && capacity > 0)
      arcs.push_back({from, to, capacity});
  }

  /// The value of the maximum flow. Its finite capacities sum to less than `infinity`.
  int64_t solve();
  /// After `solve`: the node's side of the cut.
  bool isOnSourceSide(unsigned node) const { return !reachesSink[node]; }

private:
  struct Arc {
    unsigned from, to;
    int64_t capacity;
  };
  unsigned numNodes = 2;
  std::vector<Arc> arcs;
  std::vector<bool> reachesSink;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_FLOWNETWORK_H
