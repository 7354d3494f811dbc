// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a function while it is made up: text so far, and the values in scope.
#ifndef HALFTONE_TEST_UNIT_FUZZ_GRAPHWRITER_H
#define HALFTONE_TEST_UNIT_FUZZ_GRAPHWRITER_H

#include "RandomGraph.h"

#include <functional>

namespace halftone::fuzz {

class GraphWriter {
public:
  explicit GraphWriter(const GraphOptions &options) : options(options), draw(options.seed) {}

  RandomFunction write(const std::string &name);

private:
  using Production = void (GraphWriter::*)();
  static const std::vector<Production> &productions();

  // Elementwise ops, casts and constants (GraphElementwise.cpp).
  void unary();
  void elementary();
  void binary();
  void integerUnary();
  void integerBinary();
  void shift();
  void fma();
  void clamp();
  void compare();
  void select();
  void cast();
  void isFinite();
  void bitcast();
  void constant();
  void iota();
  void randomBits();
  // Shapes and indices (GraphShapes.cpp).
  void reshape();
  void transpose();
  void broadcast();
  void slice();
  void pad();
  void concatenate();
  void reverse();
  void gather();
  void scatter();
  void dynamicSlice();
  void dynamicUpdateSlice();
  // Reductions and products (GraphReductions.cpp).
  void reduce();
  void cumulative();
  void reduceWindow();
  void selectAndScatter();
  void argReduce();
  void sort();
  void dotGeneral();
  void conv();
  void collective();
  // Regions and calls (GraphControl.cpp).
  void ifElse();
  void forLoop();
  void whileLoop();
  void precision();
  void checkpoint();
  void pass();
  void call();
  void customGradient();

  /// Some ops in a new scope.
  void body(unsigned count);
  /// Some ops, and a value like `like` of them or from outside.
  void bodyThatYields(const Value &like);
  /// An op with one region and one result: `opening` is its name and what comes before `:`.
  void region(const std::string &opening);
  void produce();

  // Values.
  std::string floatType();
  Shape shape();
  /// A value for which `accepts` holds; a constant of the type and shape where none is.
  Value pick(const std::function<bool(const Value &)> &accepts, const std::string &type,
             const Shape &shape);
  Value pickFloat();
  Value pickFloat(unsigned minRank);
  Value pickLike(const Value &value);
  Value pickInteger();
  Value pickPredicate(const Shape &shape);
  /// Rows of floats, at least one.
  Value pickTable();
  /// A part of a value, at a place of its own: `starts` are scalars of `types`, which may lie
  /// outside by as much as an op has to clamp.
  struct ValuePart {
    Shape shape;
    std::string starts, types;
  };
  ValuePart partOf(const Value &value, int64_t lowest);
  /// Integers of the shape in [0, limit).
  Value indices(const Shape &shape, int64_t limit);
  Value splat(const std::string &type, const Shape &shape, const std::string &number);
  Value absolute(const Value &value);

  /// `%n = text`, a value of the type.
  Value emit(const std::string &text, const std::string &type, const Shape &shape);
  /// The same for text that ends in the type.
  Value emitTyped(const std::string &text, const std::string &type, const Shape &shape);
  /// Puts the value in scope.
  void give(const Value &value) { pool.push_back(value); }
  /// The same for a value that devices may round apart.
  void giveRounded(const Value &value);
  void giveSum(const Value &value, const Value &magnitudes);
  /// The result of a reduction of the kind; `magnitudes` makes the sum of absolute values.
  void giveReduced(const std::string &kind, const Value &value,
                   const std::function<Value()> &magnitudes);
  void line(const std::string &text);
  std::string fresh() { return "%v" + std::to_string(nextName++); }

  GraphOptions options;
  Draw draw;
  std::string text, functions, name;
  unsigned nextName = 0, nextFunction = 0, depth = 0;
  std::vector<Value> pool;
  std::vector<std::pair<Value, Agreement>> results;
};

/// True for the name of a float type.
bool isFloatName(const std::string &type);
std::string list(const std::vector<int64_t> &numbers);
std::string array(const std::vector<int64_t> &numbers);

} // namespace halftone::fuzz

#endif // HALFTONE_TEST_UNIT_FUZZ_GRAPHWRITER_H
