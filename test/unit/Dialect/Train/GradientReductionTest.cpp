// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of reductions, scans, windows and contractions.
#include "GradientCheck.h"

#include <gtest/gtest.h>

using namespace halftone::train;

namespace {

GradientCase unary(const std::string &name, const std::string &from, const std::string &op,
                   const std::string &to) {
  return {name, {from}, "%r = train." + op + " : tensor<" + from + "> -> tensor<" + to + ">", to};
}

std::vector<GradientCase> reductionCases() {
  std::vector<GradientCase> cases;
  struct Form {
    const char *from, *dims, *to;
  };
  for (std::string kind : {"add", "mul", "max", "min"}) {
    for (Form form : {Form{"f64", "[]", "f64"}, Form{"1xf64", "[0]", "f64"},
                      Form{"4xf64", "[0]", "f64"}, Form{"3x4xf64", "[1]", "3xf64"},
                      Form{"3x4xf64", "[0]", "4xf64"}, Form{"2x3x2xf64", "[0, 2]", "3xf64"},
                      Form{"2x1x2x3x1xf64", "[1, 3]", "2x2x1xf64"}, Form{"0x3xf64", "[0]", "3xf64"},
                      Form{"3x0xf64", "[0]", "0xf64"}, Form{"2x2xf64", "[]", "2x2xf64"}}) {
      // A sum over nothing is the neutral element, which is infinite for max and min.
      bool isExtreme = kind == "max" || kind == "min";
      if (isExtreme && form.from == std::string("0x3xf64"))
        continue;
      cases.push_back(unary("reduce_" + kind + form.dims + form.from, form.from,
                            "reduce " + kind + " %a, dims = " + form.dims, form.to));
    }
    for (std::string type : {"1xf64", "5xf64", "8xf64"})
      for (std::string reverse : {"", " reverse"})
        cases.push_back(unary("cumulative_" + kind + type + reverse, type,
                              "cumulative " + kind + " %a, dim = 0" + reverse, type));
    cases.push_back(unary("cumulative_" + kind + "_middle", "2x3x2xf64",
                          "cumulative " + kind + " %a, dim = 1", "2x3x2xf64"));
    cases.push_back(unary("cumulative_" + kind + "_empty", "2x0xf64",
                          "cumulative " + kind + " %a, dim = 1", "2x0xf64"));
  }
  for (std::string kind : {"add", "max", "min"}) {
    auto window = [&](const std::string &name, const std::string &from,
                      const std::string &attributes, const std::string &to) {
      cases.push_back(unary("window_" + kind + "_" + name, from,
                            "reduce_window " + kind + " %a, " + attributes, to));
    };
    window("pool", "2x4x4x1xf64", "window = [1, 2, 2, 1] strides = [1, 2, 2, 1]", "2x2x2x1xf64");
    window("overlap", "7xf64", "window = [3] strides = [1]", "5xf64");
    window("padded", "6xf64", "window = [3] strides = [2] low = [1] high = [1]", "3xf64");
    window("left_over", "8xf64", "window = [2] strides = [3]", "3xf64");
    window("spread", "4xf64", "window = [3] strides = [1] base_dilations = [2]", "5xf64");
  }
  cases.push_back(unary("window_add_dilated", "9xf64",
                        "reduce_window add %a, window = [3] strides = [2] window_dilations = [2] "
                        "low = [1] high = [0]",
                        "3xf64"));
  cases.push_back(unary("window_add_far_padding", "3xf64",
                        "reduce_window add %a, window = [2] strides = [1] low = [3] high = [2]",
                        "7xf64"));
  return cases;
}

std::string mlirType(const std::string &type) { return "tensor<" + type + ">"; }

GradientCase dot(const std::string &name, const std::string &a, const std::string &b,
                 const std::string &attributes, const std::string &to) {
  return {name,
          {a, b},
          "%r = train.dot_general %a, %b" + attributes + " : (" + mlirType(a) + ", " + mlirType(b) +
              ") -> " + mlirType(to),
          to};
}

GradientCase conv(const std::string &name, const std::string &a, const std::string &b,
                  const std::string &attributes, const std::string &to) {
  return {name,
          {a, b},
          "%r = train.conv %a, %b " + attributes + " : (" + mlirType(a) + ", " + mlirType(b) +
              ") -> " + mlirType(to),
          to};
}

const std::string nhwc = "dims = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
const std::string ncw = "dims = [b, f, 0]x[o, i, 0]->[b, f, 0]";

std::vector<GradientCase> contractionCases() {
  return {
      dot("dot", "2x3xf64", "3x4xf64", ", contract = [1] x [0]", "2x4xf64"),
      dot("dot_transposed", "3x2xf64", "4x3xf64", ", contract = [0] x [1]", "2x4xf64"),
      dot("dot_vectors", "3xf64", "3xf64", ", contract = [0] x [0]", "f64"),
      dot("dot_outer", "2xf64", "3xf64", "", "2x3xf64"),
      dot("dot_scalars", "f64", "f64", "", "f64"),
      dot("dot_batch", "2x2x3xf64", "2x3x2xf64", ", batch = [0] x [0], contract = [2] x [1]",
          "2x2x2xf64"),
      dot("dot_batch_inside", "3x2x2xf64", "2x3x2xf64", ", batch = [1] x [2], contract = [0] x [1]",
          "2x2x2xf64"),
      dot("dot_two_contracted", "2x3x4xf64", "4x2x3xf64", ", contract = [2, 1] x [0, 2]",
          "2x2xf64"),
      dot("dot_two_swapped", "3x2x4xf64", "4x5x3xf64", ", contract = [0, 2] x [2, 0]", "2x5xf64"),
      dot("dot_two_batches", "2x3x2x1xf64", "3x2x1x2xf64",
          ", batch = [0, 1] x [1, 0], contract = [2] x [3]", "2x3x1x1xf64"),
      dot("dot_no_rows", "0x3xf64", "3x4xf64", ", contract = [1] x [0]", "0x4xf64"),
      dot("dot_no_sum", "2x0xf64", "0x4xf64", ", contract = [1] x [0]", "2x4xf64"),
      dot("dot_rank_5", "2x1x2x1x3xf64", "3x2xf64", ", contract = [4] x [0]", "2x1x2x1x2xf64"),
      conv("conv_same", "2x4x4x2xf64", "3x3x2x3xf64",
           nhwc + " strides = [1, 1] low = [1, 1] high = [1, 1]", "2x4x4x3xf64"),
      conv("conv_strided", "1x5x6x2xf64", "3x2x2x2xf64",
           nhwc + " strides = [2, 3] low = [1, 0] high = [0, 1]", "1x2x2x2xf64"),
      conv("conv_plain", "1x4x4x1xf64", "2x2x1x1xf64", nhwc, "1x3x3x1xf64"),
      conv("conv_nchw", "2x2x6xf64", "3x2x3xf64", ncw + " strides = [1]", "2x3x4xf64"),
      conv("conv_input_dilated", "1x2x3xf64", "2x2x2xf64",
           ncw + " strides = [1] low = [1] high = [2] lhs_dilation = [2]", "1x2x7xf64"),
      conv("conv_kernel_dilated", "1x2x7xf64", "2x2x3xf64",
           ncw + " strides = [2] low = [1] high = [0] rhs_dilation = [2]", "1x2x2xf64"),
      conv("conv_negative_padding", "1x2x8xf64", "2x2x3xf64",
           ncw + " strides = [1] low = [-1] high = [-2]", "1x2x3xf64"),
      conv("conv_far_padding", "1x1x2xf64", "1x1x2xf64",
           ncw + " strides = [1] low = [3] high = [2]", "1x1x6xf64"),
      conv("conv_reversed", "1x2x5xf64", "2x2x3xf64", ncw + " strides = [2] reversal = [true]",
           "1x2x2xf64"),
      conv("conv_feature_groups", "2x4x5xf64", "6x2x3xf64",
           ncw + " strides = [1] feature_groups = 2", "2x6x3xf64"),
      conv("conv_depthwise", "1x3x5xf64", "3x1x2xf64", ncw + " strides = [2] feature_groups = 3",
           "1x3x2xf64"),
      conv("conv_feature_groups_nhwc", "1x4x3x4xf64", "2x2x2x6xf64",
           nhwc + " strides = [1, 1] feature_groups = 2", "1x3x2x6xf64"),
      conv("conv_batch_groups", "4x2x5xf64", "6x2x3xf64", ncw + " strides = [1] batch_groups = 2",
           "2x6x3xf64"),
      conv("conv_no_batch", "0x2x5xf64", "3x2x3xf64", ncw, "0x3x3xf64"),
      conv("conv_no_space", "3x2xf64", "2x4xf64", "dims = [b, f]x[i, o]->[b, f]", "3x4xf64"),
      conv("conv_3d", "1x3x2x3x2xf64", "2x2x2x2x1xf64",
           "dims = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]", "1x2x1x2x1xf64"),
  };
}

std::vector<ExactCase> exactCases() {
  auto reduce = [](const std::string &kind, const std::string &from, const std::string &to) {
    return GradientCase{kind,
                        {from},
                        "%r = train.reduce " + kind + " %a, dims = [0] : tensor<" + from +
                            "> -> tensor<" + to + ">",
                        to};
  };
  auto scan = [](const std::string &kind, const std::string &reverse) {
    return GradientCase{"cumulative_" + kind + reverse,
                        {"4xf64"},
                        "%r = train.cumulative " + kind + " %a, dim = 0" + reverse +
                            " : tensor<4xf64> -> tensor<4xf64>",
                        "4xf64"};
  };
  GradientCase window{"window_max",
                      {"4xf64"},
                      "%r = train.reduce_window max %a, window = [2] strides = [2] : "
                      "tensor<4xf64> -> tensor<2xf64>",
                      "2xf64"};
  GradientCase rounded{"max_rounded",
                       {"3xf64"},
                       "%m = train.reduce max %a, dims = [0] : tensor<3xf64> -> tensor<bf16>\n"
                       "%r = train.cast %m : tensor<bf16> to tensor<f64>",
                       "f64"};
  return {
      // Equal shares to equal extremes.
      {reduce("max", "4xf64", "f64"), {{3, 1, 3, 3}}, {6}, {{2, 0, 2, 2}}},
      {reduce("min", "4xf64", "f64"), {{3, 1, 1, 3}}, {6}, {{0, 3, 3, 0}}},
      {rounded, {{1.0001, 1, 1.0001}}, {1}, {{0.5, 0, 0.5}}},
      // Products with one zero and with two.
      {reduce("mul", "3xf64", "f64"), {{2, 0, 5}}, {1}, {{0, 10, 0}}},
      {reduce("mul", "3xf64", "f64"), {{0, 0, 5}}, {1}, {{0, 0, 0}}},
      {scan("mul", ""), {{2, 0, 5, 3}}, {1, 1, 1, 1}, {{1, 42, 0, 0}}},
      {scan("mul", " reverse"), {{3, 5, 0, 2}}, {1, 1, 1, 1}, {{0, 0, 42, 1}}},
      // The last extreme so far.
      {scan("max", ""), {{1, 3, 3, 2}}, {1, 2, 4, 8}, {{1, 2, 12, 0}}},
      {scan("min", " reverse"), {{2, 1, 1, 3}}, {1, 2, 4, 8}, {{0, 3, 4, 8}}},
      // The first extreme of a window.
      {window, {{2, 2, 1, 3}}, {5, 7}, {{5, 0, 0, 7}}},
  };
}

class GradientReduction : public testing::TestWithParam<GradientCase> {};
TEST_P(GradientReduction, MatchesDifferences) { checkByDifferences(GetParam()); }
TEST_P(GradientReduction, HasTypes) { checkInType(GetParam(), "bf16"); }
INSTANTIATE_TEST_SUITE_P(Reductions, GradientReduction,
                         testing::ValuesIn(covering(reductionCases())));
INSTANTIATE_TEST_SUITE_P(Contractions, GradientReduction,
                         testing::ValuesIn(covering(contractionCases())));

class GradientReductionExact : public testing::TestWithParam<ExactCase> {};
TEST_P(GradientReductionExact, Matches) { checkExactly(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Ties, GradientReductionExact, testing::ValuesIn(covering(exactCases())));

} // namespace
