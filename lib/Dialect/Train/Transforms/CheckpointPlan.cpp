// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckpointPlan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace halftone::train {

namespace {

constexpr unsigned maxCuts = 128, maxEntries = 512, maxWays = 24;
constexpr int64_t unlimited = std::numeric_limits<int64_t>::max() / 4;

using Sequence = CheckpointSequence;
using Way = Sequence::Way;

/// Bytes and cost of one part.
struct PartCost {
  int64_t kept = 0, held = 0, cost = 0;
  int64_t gone = 0; ///< of what is kept: for later gradients only
};

/// How the sequence was run up to a cut point.
struct Entry {
  int64_t kept = 0, peak = 0, held = 0, cost = 0;
  int regions = 0; ///< of two that are equal else, the one with fewer
  int fromCut = -1, fromEntry = -1;
  enum Kind { Plain, Checkpoint, SaveProducts } kind = Plain;
  int way = -1;
};

bool anyFrom(const std::vector<unsigned> &sorted, int begin, int end) {
  auto it = llvm::lower_bound(sorted, static_cast<unsigned>(std::max(begin, 0)));
  return it != sorted.end() && static_cast<int>(*it) < end;
}

class Planner {
public:
  explicit Planner(const Sequence &sequence)
      : sequence(sequence), count(sequence.units.size()), defined(count), used(count) {
    for (auto [i, item] : llvm::enumerate(sequence.items)) {
      if (item.definition >= 0)
        defined[item.definition].push_back(i);
      else if (!item.needs.empty())
        before += item.bytes;
      for (unsigned unit : item.uses)
        used[unit].push_back(i);
    }
    chooseCuts();
    for (size_t i = 0; i + 1 < cuts.size(); ++i)
      plain.push_back(costPlain(cuts[i], cuts[i + 1]));
    parts.resize(cuts.size() * cuts.size() * 2);
    for (size_t i = 0; i < cuts.size(); ++i)
      for (size_t j = i + 1; j < cuts.size(); ++j)
        for (bool save : {false, true})
          partAt(i, j, save) = costCheckpoint(cuts[i], cuts[j], save);
  }

  /// The entries at the end, cheapest last. `limit` is for what one part holds.
  std::vector<Entry> solve(int64_t budget, int64_t limit, unsigned entriesPerCut) {
    table.assign(cuts.size(), {});
    Entry start;
    start.kept = start.peak = before;
    if (before <= budget)
      table[0].push_back(start);
    for (size_t j = 1; j < cuts.size(); ++j) {
      std::vector<Entry> &list = table[j];
      for (size_t i = 0; i < j; ++i)
        for (size_t e = 0; e < table[i].size(); ++e)
          extend(list, i, j, e, budget, limit);
      prune(list, entriesPerCut);
    }
    return table.back();
  }

  CheckpointPlan trace(Entry entry) const {
    CheckpointPlan plan;
    plan.kept = entry.kept;
    plan.peak = entry.peak;
    plan.cost = entry.cost;
    size_t cut = cuts.size() - 1;
    while (entry.fromCut >= 0) {
      unsigned begin = cuts[entry.fromCut], end = cuts[cut];
      if (entry.kind != Entry::Plain)
        plan.parts.push_back({begin, end, entry.kind == Entry::SaveProducts});
      else if (entry.way > 0)
        plan.inside[begin] = sequence.units[begin].ways[entry.way].plan;
      cut = entry.fromCut;
      entry = table[cut][entry.fromEntry];
    }
    std::reverse(plan.parts.begin(), plan.parts.end());
    return plan;
  }

private:
  PartCost &partAt(size_t i, size_t j, bool save) {
    return parts[(i * cuts.size() + j) * 2 + save];
  }

  /// Both ends, both sides of loops, and the cut points over which the fewest bytes go:
  /// two in each window, where all windows keep about as much. (The fewest of all would
  /// all be at the end of a network that narrows.)
  void chooseCuts() {
    std::vector<int64_t> crossing(count + 2, 0), weight(count + 1, 0);
    for (const Sequence::Item &item : sequence.items) {
      int last = item.uses.empty() ? item.definition : static_cast<int>(item.uses.back());
      if (last > item.definition) {
        crossing[item.definition + 1] += item.bytes;
        crossing[last + 1] -= item.bytes;
      }
      if (item.definition >= 0 && !item.needs.empty())
        weight[item.definition + 1] += item.bytes;
    }
    int64_t average = sequence.getPlainBytes() / (count + 1) + 1;
    for (unsigned i = 1; i <= count; ++i) {
      crossing[i] += crossing[i - 1];
      weight[i] += weight[i - 1] + average / 4 + 1; // what keeps nothing counts a little
    }
    std::vector<bool> chosen(count + 1, false);
    chosen[0] = chosen[count] = true;
    std::vector<std::vector<unsigned>> windows(maxCuts / 2);
    for (unsigned i = 0; i < count; ++i) {
      if (!sequence.units[i].ways.empty())
        chosen[i] = chosen[i + 1] = true;
      // Of neighbours between which nothing happens the first will do.
      if (i > 0 && (sequence.units[i - 1].cost > 0 || crossing[i] != crossing[i - 1])) {
        double place = static_cast<double>(weight[i]) / static_cast<double>(weight[count] + 1);
        windows[count <= maxCuts ? i / 2 : static_cast<size_t>(place * windows.size())].push_back(
            i);
      }
    }
    for (std::vector<unsigned> &window : windows) {
      llvm::sort(window, [&](unsigned a, unsigned b) {
        return std::pair(crossing[a], a) < std::pair(crossing[b], b);
      });
      for (unsigned candidate : llvm::ArrayRef(window).take_front(2))
        chosen[candidate] = true;
    }
    for (unsigned i = 0; i <= count; ++i)
      if (chosen[i])
        cuts.push_back(i);
  }

  int64_t costPlain(unsigned begin, unsigned end) const {
    int64_t kept = 0;
    for (unsigned unit = begin; unit < end; ++unit)
      for (unsigned i : defined[unit])
        if (!sequence.items[i].needs.empty())
          kept += sequence.items[i].bytes;
    return kept;
  }

  PartCost costCheckpoint(unsigned begin, unsigned end, bool saveProducts) const {
    PartCost part;
    std::vector<bool> needed(end - begin, false), counted(sequence.items.size(), false);
    auto isInside = [&](const Sequence::Item &item) {
      return item.definition >= static_cast<int>(begin);
    };
    // An item that ops or gradients of the part read.
    auto read = [&](unsigned i) {
      const Sequence::Item &item = sequence.items[i];
      bool isSaved = saveProducts && item.isProduct;
      if (isInside(item) && !isSaved) {
        needed[item.definition - begin] = true;
        return;
      }
      if (counted[i])
        return;
      counted[i] = true;
      // Else it is kept where it is defined.
      if (!anyFrom(item.needs, isInside(item) ? end : begin, count))
        part.kept += item.bytes;
    };
    for (unsigned unit = begin; unit < end; ++unit) {
      if (!sequence.units[unit].ways.empty()) {
        needed[unit - begin] = true;
        part.held += sequence.units[unit].ways.front().kept;
      }
      for (unsigned i : defined[unit]) {
        const Sequence::Item &item = sequence.items[i];
        bool isSaved = saveProducts && item.isProduct;
        if (anyFrom(item.needs, end, count)) {
          part.kept += item.bytes;
          part.gone += isSaved ? 0 : item.bytes;
        }
        if (!anyFrom(item.needs, begin, end))
          continue;
        read(i);
        if (!isSaved)
          part.held += item.bytes;
      }
    }
    for (unsigned unit = end; unit-- > begin;) {
      if (!needed[unit - begin])
        continue;
      part.cost += sequence.units[unit].cost;
      for (unsigned i : used[unit])
        read(i);
    }
    return part;
  }

  void extend(std::vector<Entry> &list, size_t i, size_t j, size_t e, int64_t budget,
              int64_t limit) {
    const Entry &from = table[i][e];
    auto add = [&](int64_t kept, int64_t gone, int64_t held, int64_t cost, Entry::Kind kind,
                   int way) {
      Entry entry;
      entry.kept = from.kept + kept;
      // While gradients start, and while those of this part are computed.
      int64_t now = std::max(entry.kept, entry.kept - gone + held);
      entry.peak = std::max(from.peak, now);
      entry.held = std::max(from.held, held);
      entry.cost = from.cost + cost;
      entry.regions = from.regions + (kind != Entry::Plain);
      entry.fromCut = i;
      entry.fromEntry = e;
      entry.kind = kind;
      entry.way = way;
      if (now <= budget && held <= limit)
        list.push_back(entry);
    };
    if (j == i + 1) {
      const std::vector<Way> &ways = sequence.units[cuts[i]].ways;
      if (ways.empty())
        add(plain[i], 0, 0, 0, Entry::Plain, -1);
      for (auto [w, way] : llvm::enumerate(ways))
        add(plain[i] + way.kept, 0, way.held, way.cost, Entry::Plain, w);
    }
    for (bool save : {false, true}) {
      const PartCost &part = partAt(i, j, save);
      add(part.kept, part.gone, part.held, part.cost,
          save ? Entry::SaveProducts : Entry::Checkpoint, -1);
    }
  }

  /// Drops what is worse in both, and thins the rest.
  static void prune(std::vector<Entry> &list, unsigned limit) {
    auto rank = [](const Entry &e) {
      return std::tuple(e.kept, e.cost, e.regions, e.peak, e.fromCut, e.fromEntry, e.kind, e.way);
    };
    llvm::sort(list, [&](const Entry &a, const Entry &b) { return rank(a) < rank(b); });
    std::vector<Entry> kept;
    for (const Entry &entry : list)
      if (kept.empty() || entry.cost < kept.back().cost)
        kept.push_back(entry);
    if (kept.size() > limit) {
      // One of each range of bytes, the cheapest; the smallest stays.
      int64_t lowest = kept.front().kept;
      int64_t width = (kept.back().kept - lowest) / limit + 1;
      std::vector<Entry> thin;
      int64_t last = -1;
      for (const Entry &entry : kept) {
        int64_t range = limit == 1 ? 0 : (entry.kept - lowest + width - 1) / width;
        if (range == last && limit > 1)
          thin.back() = entry;
        else if (thin.empty() || limit > 1)
          thin.push_back(entry);
        last = range;
      }
      kept = std::move(thin);
    }
    list = std::move(kept);
  }

  const Sequence &sequence;
  unsigned count;
  int64_t before = 0; ///< kept items that are defined before the first unit
  std::vector<std::vector<unsigned>> defined, used; ///< items, by unit
  std::vector<unsigned> cuts;
  std::vector<int64_t> plain;
  std::vector<PartCost> parts;
  std::vector<std::vector<Entry>> table;
};

} // namespace

int64_t CheckpointSequence::getPlainBytes() const {
  int64_t bytes = 0;
  for (const Item &item : items)
    if (!item.needs.empty())
      bytes += item.bytes;
  for (const Unit &unit : units)
    if (!unit.ways.empty())
      bytes += unit.ways.front().kept;
  return bytes;
}

std::optional<CheckpointPlan> planCheckpoints(const CheckpointSequence &sequence, int64_t budget) {
  Planner planner(sequence);
  std::vector<Entry> entries = planner.solve(budget, unlimited, maxEntries);
  if (entries.empty())
    return std::nullopt;
  return planner.trace(entries.back());
}

int64_t findLeastBudget(const CheckpointSequence &sequence) {
  Planner planner(sequence);
  int64_t low = 0, high = std::max<int64_t>(sequence.getPlainBytes(), 0);
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (planner.solve(middle, unlimited, 1).empty())
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::vector<CheckpointSequence::Way> planLoop(const CheckpointSequence &sequence, int64_t trips) {
  std::vector<Way> ways(1);
  ways[0].kept = sequence.getPlainBytes() * trips;
  Planner planner(sequence);
  int64_t plain = sequence.getPlainBytes();
  for (int64_t limit : {plain, plain / 2, plain / 4, plain / 8}) {
    std::vector<Entry> entries = planner.solve(unlimited, limit, maxWays);
    for (const Entry &entry : entries) {
      if (entry.cost == 0)
        continue;
      auto plan = std::make_shared<CheckpointPlan>(planner.trace(entry));
      ways.push_back({entry.kept * trips, entry.held, entry.cost * trips, plan});
    }
  }
  return ways;
}

} // namespace halftone::train
