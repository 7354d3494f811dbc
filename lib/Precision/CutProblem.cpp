// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CutProblem.h"

#include "FlowNetwork.h"

using namespace halftone::precision;
using llvm::ArrayRef;

/// Writes a problem as a network. Bytes count first and casts second: a capacity is
/// bytes · (the most casts that there can be, plus one) + casts. Where that grows too
/// large, bytes are rounded down to a multiple of 2^shift.
class CutProblem::Encoder {
public:
  explicit Encoder(const CutProblem &problem) : problem(problem) { chooseUnits(); }

  Solution solve();

private:
  void chooseUnits();
  int64_t capacityOf(CastCost cost) const { return (cost.bytes >> shift) * castUnit + cost.casts; }
  int64_t capacityOf(CastCost more, CastCost less) const {
    assert(more.bytes >= less.bytes && more.casts >= less.casts && "not a minimum cut");
    return capacityOf({more.bytes - less.bytes, more.casts - less.casts});
  }
  void addArc(unsigned from, unsigned to, int64_t capacity);
  void addNarrowing(const Conversion &conversion);
  void addWidening(const Conversion &conversion);
  std::optional<unsigned> nodeFor(ArrayRef<unsigned> ofUsers, unsigned fixedSide);

  const CutProblem &problem;
  FlowNetwork network;
  std::vector<unsigned> nodes; ///< of each group
  int64_t castUnit = 1, always = 0;
  unsigned shift = 0;
};

void CutProblem::Encoder::chooseUnits() {
  __int128 bytes = 0, casts = 0;
  for (const Single &cost : problem.single) {
    bytes += cost.ifWide.bytes;
    casts += cost.ifWide.casts;
  }
  for (const Conversion &conversion : problem.conversions) {
    bytes += std::max(conversion.ifWide.bytes, conversion.ifLow.bytes);
    casts += std::max(conversion.ifWide.casts, conversion.ifLow.casts);
  }
  castUnit = static_cast<int64_t>(casts) + 1;
  while ((bytes >> shift) * castUnit + casts >= FlowNetwork::infinity)
    ++shift;
}

/// Arcs that no cut holds are left out, and those that every cut holds are counted.
void CutProblem::Encoder::addArc(unsigned from, unsigned to, int64_t capacity) {
  if (from == FlowNetwork::source && to == FlowNetwork::sink)
    always += capacity;
  else if (from != FlowNetwork::sink && to != FlowNetwork::source)
    network.addArc(from, to, capacity);
}

/// The node of a conversion: one of the users', where that is enough; nothing where it
/// has none.
std::optional<unsigned> CutProblem::Encoder::nodeFor(ArrayRef<unsigned> ofUsers,
                                                     unsigned fixedSide) {
  unsigned other = fixedSide == FlowNetwork::source ? FlowNetwork::sink : FlowNetwork::source;
  std::optional<unsigned> found;
  bool isShared = false;
  for (unsigned user : ofUsers) {
    unsigned node = nodes[user];
    if (node == fixedSide)
      return fixedSide;
    if (node == other)
      continue;
    isShared |= found && *found != node;
    found = node;
  }
  return isShared ? network.addNode() : found;
}

void CutProblem::Encoder::addNarrowing(const Conversion &conversion) {
  ArrayRef<unsigned> ofUsers = problem.usersOf(conversion);
  std::optional<unsigned> copy = nodeFor(ofUsers, FlowNetwork::sink);
  if (!copy)
    return;
  addArc(FlowNetwork::source, *copy, capacityOf(conversion.ifLow));
  addArc(nodes[conversion.producer], *copy, capacityOf(conversion.ifWide, conversion.ifLow));
  for (unsigned user : ofUsers)
    addArc(*copy, nodes[user], FlowNetwork::infinity);
}

void CutProblem::Encoder::addWidening(const Conversion &conversion) {
  ArrayRef<unsigned> ofUsers = problem.usersOf(conversion);
  std::optional<unsigned> copy = nodeFor(ofUsers, FlowNetwork::source);
  if (!copy)
    return;
  addArc(*copy, FlowNetwork::sink, capacityOf(conversion.ifWide));
  addArc(*copy, nodes[conversion.producer], capacityOf(conversion.ifLow, conversion.ifWide));
  for (unsigned user : ofUsers)
    addArc(nodes[user], *copy, FlowNetwork::infinity);
}

CutProblem::Solution CutProblem::Encoder::solve() {
  for (Side side : problem.sides)
    nodes.push_back(side == Side::Wide  ? FlowNetwork::source
                    : side == Side::Low ? FlowNetwork::sink
                                        : network.addNode());
  for (const Single &cost : problem.single)
    addArc(nodes[cost.group], FlowNetwork::sink, capacityOf(cost.ifWide));
  for (const Conversion &conversion : problem.conversions)
    conversion.isNarrowing ? addNarrowing(conversion) : addWidening(conversion);
  for (auto [group, other] : problem.implications)
    addArc(nodes[group], nodes[other], FlowNetwork::infinity);
  int64_t flow = network.solve() + always;
  Solution solution;
  solution.cost = {(flow / castUnit) << shift, flow % castUnit};
  solution.isRounded = shift != 0;
  for (unsigned node : nodes)
    solution.isWide.push_back(network.isOnSourceSide(node));
  return solution;
}

CutProblem::Solution CutProblem::solve() const { return Encoder(*this).solve(); }

std::optional<CastCost> CutProblem::evaluate(const std::vector<bool> &isWide) const {
  for (auto [group, side] : llvm::enumerate(sides))
    if (side != Side::Free && isWide[group] != (side == Side::Wide))
      return std::nullopt;
  for (auto [group, other] : implications)
    if (isWide[group] && !isWide[other])
      return std::nullopt;
  CastCost sum;
  auto pay = [&](CastCost cost) {
    sum.bytes += cost.bytes;
    sum.casts += cost.casts;
  };
  for (const Single &cost : single)
    if (isWide[cost.group])
      pay(cost.ifWide);
  for (const Conversion &conversion : conversions)
    if (llvm::any_of(usersOf(conversion),
                     [&](unsigned user) { return isWide[user] != conversion.isNarrowing; }))
      pay(isWide[conversion.producer] ? conversion.ifWide : conversion.ifLow);
  return sum;
}
