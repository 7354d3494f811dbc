// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice between f32 and low for groups of values, at the least cost. Costs are
//
//   - of a group that is f32, or low, by itself (what is stored);
//   - of a conversion that is made once for all that ask for it:
//     narrowing: a copy in low precision for those users that are low. It costs
//       `ifWide` where the producer is f32, and `ifLow` where it is low itself (nothing,
//       but where the users want another low type);
//     widening: an f32 copy for those users that are f32. It costs `ifLow` where the
//       producer is low, and `ifWide` where it is f32 (what its being f32 costs then: a
//       larger value to keep);
//
// and a group may have to be f32 where another one is. The least cost is that of a
// minimum cut. The source's side is f32, the sink's low; an arc is cut where it leaves
// the source's side:
//
//   narrowing of p for u…:  source → N: ifLow; p → N: ifWide − ifLow; N → u: infinite
//   widening of p for u…:   N → sink: ifWide; N → p: ifLow − ifWide; u → N: infinite
//
// N is low (f32) where one of the users is, so each is paid once. This is exact as long as
// no difference is negative. A node N of one user is that user; groups that are fixed are
// the source and the sink.
#ifndef HALFTONE_LIB_PRECISION_CUTPROBLEM_H
#define HALFTONE_LIB_PRECISION_CUTPROBLEM_H

#include "halftone/Precision/Placement.h"

namespace halftone::precision {

enum class Side : uint8_t { Free, Wide, Low };

class CutProblem {
public:
  /// Groups that are always f32, and always low.
  static constexpr unsigned wide = 0, low = 1;

  unsigned addGroup() {
    sides.push_back(Side::Free);
    return sides.size() - 1;
  }
  void fix(unsigned group, Side side) { sides[group] = side; }
  Side getSide(unsigned group) const { return sides[group]; }
  unsigned size() const { return sides.size(); }

  void addCostIfWide(unsigned group, CastCost cost) { single.push_back({group, cost}); }
  void addNarrowing(unsigned producer, llvm::ArrayRef<unsigned> users, CastCost ifWide,
                    CastCost ifLow = {}) {
    addConversion(producer, users, ifWide, ifLow, /*isNarrowing=*/true);
  }
  void addWidening(unsigned producer, llvm::ArrayRef<unsigned> users, CastCost ifLow,
                   CastCost ifWide = {}) {
    addConversion(producer, users, ifWide, ifLow, /*isNarrowing=*/false);
  }
  /// Where `group` is f32, `other` is.
  void addImplication(unsigned group, unsigned other) { implications.push_back({group, other}); }

  struct Solution {
    std::vector<bool> isWide; ///< of each group: of the least choices the one with most f32
    CastCost cost;            ///< by the maximum flow
    bool isRounded = false;   ///< too large to be counted in bytes
  };
  Solution solve() const;

  /// What a choice costs, by the definitions above; nothing where it is not allowed.
  std::optional<CastCost> evaluate(const std::vector<bool> &isWide) const;

private:
  struct Single {
    unsigned group;
    CastCost ifWide;
  };
  struct Conversion {
    unsigned producer, firstUser, numUsers;
    CastCost ifWide, ifLow;
    bool isNarrowing;
  };
  class Encoder;

  void addConversion(unsigned producer, llvm::ArrayRef<unsigned> ofUsers, CastCost ifWide,
                     CastCost ifLow, bool isNarrowing) {
    conversions.push_back(
        {producer, unsigned(users.size()), unsigned(ofUsers.size()), ifWide, ifLow, isNarrowing});
    users.insert(users.end(), ofUsers.begin(), ofUsers.end());
  }
  llvm::ArrayRef<unsigned> usersOf(const Conversion &conversion) const {
    return llvm::ArrayRef(users).slice(conversion.firstUser, conversion.numUsers);
  }

  std::vector<Side> sides{Side::Wide, Side::Low};
  std::vector<Single> single;
  std::vector<Conversion> conversions;
  std::vector<unsigned> users; ///< of all conversions
  std::vector<std::pair<unsigned, unsigned>> implications;
};

} // namespace halftone::precision

#endif // HALFTONE_LIB_PRECISION_CUTPROBLEM_H
