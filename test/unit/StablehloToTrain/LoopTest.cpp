// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trip counts of `while` loops: for every start, step, limit and comparison, the loop
// that is found yields what the `while` yields when a person runs it.
#include "Convert.h"

#include "halftone/Dialect/Train/IR/Train.h"

using namespace mlir;
using namespace halftone;
using namespace halftone::test;

namespace {

struct Case {
  std::string type, direction, step;
  int64_t init, limit;
  bool swapped = false;
};

/// Counts the iterations, and yields the counter.
std::string textOf(const Case &c) {
  std::string scalar = "tensor<" + c.type + ">";
  std::string compared = c.swapped ? "(%limit, %i)" : "(%i, %limit)";
  auto constant = [&](const std::string &name, const std::string &value) {
    return "    " + name + " = \"stablehlo.constant\"() <{value = dense<" + value +
           "> : " + scalar + "}> : () -> " + scalar + "\n";
  };
  return "func.func @main() -> (" + scalar + ", tensor<i32>) {\n" +
         constant("%init", std::to_string(c.init)) + constant("%limit", std::to_string(c.limit)) +
         "    %zero = \"stablehlo.constant\"() <{value = dense<0> : tensor<i32>}> : () -> "
         "tensor<i32>\n"
         "    %r:2 = \"stablehlo.while\"(%init, %zero) ({\n    ^bb0(%i: " +
         scalar + ", %n: tensor<i32>):\n      %p = \"stablehlo.compare\"" + compared +
         " <{comparison_direction = #stablehlo<comparison_direction " + c.direction + ">}> : (" +
         scalar + ", " + scalar +
         ") -> tensor<i1>\n      \"stablehlo.return\"(%p) : (tensor<i1>) -> ()\n    }, {\n"
         "    ^bb0(%i: " +
         scalar + ", %n: tensor<i32>):\n" + constant("%step", c.step) +
         "    %one = \"stablehlo.constant\"() <{value = dense<1> : tensor<i32>}> : () -> "
         "tensor<i32>\n"
         "      %j = \"stablehlo.add\"(%i, %step) : (" +
         scalar + ", " + scalar + ") -> " + scalar +
         "\n      %m = \"stablehlo.add\"(%n, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>\n"
         "      \"stablehlo.return\"(%j, %m) : (" +
         scalar + ", tensor<i32>) -> ()\n    }) : (" + scalar + ", tensor<i32>) -> (" + scalar +
         ", tensor<i32>)\n    return %r#0, %r#1 : " + scalar + ", tensor<i32>\n}\n";
}

bool holds(const std::string &direction, int64_t a, int64_t b) {
  return direction == "LT"   ? a < b
         : direction == "LE" ? a <= b
         : direction == "GT" ? a > b
         : direction == "GE" ? a >= b
         : direction == "NE" ? a != b
                             : a == b;
}

TEST(Loops, TripCounts) {
  auto context = makeContext();
  int loops = 0;
  for (std::string direction : {"LT", "LE", "GT", "GE", "NE", "EQ"})
    for (int64_t step : {-3, -2, -1, 0, 1, 2, 3})
      for (int64_t init : {-4, 0, 3})
        for (int64_t limit : {-5, 0, 4, 9})
          for (bool swapped : {false, true}) {
            int64_t i = init, trips = 0;
            auto goesOn = [&] {
              return swapped ? holds(direction, limit, i) : holds(direction, i, limit);
            };
            // What doesn't end soon wraps, or never does.
            while (goesOn() && trips < 100) {
              i += step;
              ++trips;
            }
            auto module = convertText(
                *context, textOf({"i32", direction, std::to_string(step), init, limit, swapped}),
                "convert-stablehlo-to-train");
            ASSERT_TRUE(module);
            bool found = false;
            module->walk([&](train::ForOp) { found = true; });
            std::string what = direction + " step " + std::to_string(step) + " from " +
                               std::to_string(init) + " to " + std::to_string(limit) +
                               (swapped ? " swapped" : "");
            EXPECT_EQ(found, trips < 100) << what;
            if (!found)
              continue;
            ++loops;
            std::vector<HostTensor> results = run(*module, "main", {});
            ASSERT_EQ(results.size(), 2u);
            EXPECT_EQ(results[0].getInt(0), i) << what;
            EXPECT_EQ(results[1].getInt(0), trips) << what;
          }
  EXPECT_GT(loops, 300);
}

/// A counter that would wrap before the condition fails isn't counted.
TEST(Loops, WrappingCounters) {
  auto context = makeContext();
  for (const Case &c : {Case{"i8", "LT", "100", 0, 120}, Case{"i8", "LE", "1", 0, 127},
                        Case{"ui8", "GE", "255", 5, 0}, Case{"i64", "LT", "1", 0, INT64_MAX}}) {
    auto module = convertText(*context, textOf(c), "convert-stablehlo-to-train");
    ASSERT_TRUE(module);
    int whiles = 0;
    module->walk([&](train::WhileOp) { ++whiles; });
    EXPECT_EQ(whiles, 1) << c.type << ' ' << c.direction;
  }
}

TEST(Loops, UnsignedAndWideCounters) {
  auto context = makeContext();
  for (const Case &c :
       {Case{"ui8", "LT", "50", 100, 250}, Case{"i64", "LT", "1099511627776", 0, 3298534883328},
        Case{"i8", "LT", "20", -128, 100}}) {
    auto module = convertText(*context, textOf(c), "convert-stablehlo-to-train");
    ASSERT_TRUE(module);
    std::vector<HostTensor> results = run(*module, "main", {});
    ASSERT_EQ(results.size(), 2u);
    int64_t step = std::stoll(c.step), trips = (c.limit - c.init + step - 1) / step;
    EXPECT_EQ(results[1].getInt(0), trips) << c.type;
    EXPECT_EQ(results[0].getInt(0), c.init + trips * step) << c.type;
  }
}

} // namespace
