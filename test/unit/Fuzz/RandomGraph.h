// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random functions of core ops, as text: any op of the dialect with random shapes and
// types, regions nested, values used several times. A seed gives one function, whatever
// machine it is on.
#ifndef HALFTONE_TEST_UNIT_FUZZ_RANDOMGRAPH_H
#define HALFTONE_TEST_UNIT_FUZZ_RANDOMGRAPH_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace halftone::fuzz {

using Shape = std::vector<int64_t>;

/// A value of the function: `name` with its `%`, `type` an element type in MLIR's words.
struct Value {
  std::string name, type;
  Shape shape;
};

std::string typeOf(const Value &value);
std::string typeOf(const std::string &type, const Shape &shape);

/// How closely two devices agree on a result.
struct Agreement {
  enum Kind {
    Exact,    ///< bit for bit
    Rounding, ///< units in the last place: an elementary function
    Sum,      ///< a share of the result `magnitudes`: the same sum of absolute values
  } kind = Exact;
  unsigned magnitudes = 0;
};

struct RandomFunction {
  std::string text;
  std::vector<Value> arguments;
  std::vector<Agreement> agreements; ///< one for each result
};

struct GraphOptions {
  uint64_t seed = 0;
  unsigned numOps = 24;
  /// Every float is f32: autocast to f32 must then leave the function alone.
  bool f32Only = false;
  /// What devices may round apart is returned at once and used by nothing else, so that
  /// all results can be compared.
  bool comparable = false;
};

/// A function of the name, and private ones that it calls.
RandomFunction makeFunction(const std::string &name, const GraphOptions &options);

/// Draws that are the same everywhere (distributions of the library are not).
class Draw {
public:
  explicit Draw(uint64_t seed) : engine(seed * 0x9E3779B97F4A7C15u + 1) {}

  uint64_t below(uint64_t limit) { return engine() % limit; }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<uint64_t>(high - low + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T> const T &of(const std::vector<T> &items) {
    return items[below(items.size())];
  }

private:
  std::mt19937_64 engine;
};

} // namespace halftone::fuzz

#endif // HALFTONE_TEST_UNIT_FUZZ_RANDOMGRAPH_H
