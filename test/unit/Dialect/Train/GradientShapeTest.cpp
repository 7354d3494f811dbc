// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients of core ops that move elements, at fixed and at computed places.
#include "GradientCheck.h"

#include <gtest/gtest.h>

#include <limits>

using namespace halftone::train;

namespace {

GradientCase move(const std::string &name, const std::string &from, const std::string &op,
                  const std::string &to) {
  return {name, {from}, "%r = train." + op + " : tensor<" + from + "> -> tensor<" + to + ">", to};
}

std::vector<GradientCase> movementCases() {
  std::vector<GradientCase> cases = {
      move("reshape", "2x3xf64", "reshape %a", "3x2x1xf64"),
      move("reshape_to_scalar", "1x1xf64", "reshape %a", "f64"),
      move("reshape_empty", "0x3xf64", "reshape %a", "3x0xf64"),
      move("transpose_1", "3xf64", "transpose %a, perm = [0]", "3xf64"),
      move("transpose_3", "2x3x4xf64", "transpose %a, perm = [2, 0, 1]", "4x2x3xf64"),
      move("transpose_5", "2x1x3x1x2xf64", "transpose %a, perm = [4, 2, 0, 1, 3]", "2x3x2x1x1xf64"),
      move("broadcast_scalar", "f64", "broadcast_in_dim %a, dims = []", "2x3xf64"),
      move("broadcast_rows", "3xf64", "broadcast_in_dim %a, dims = [1]", "2x3xf64"),
      move("broadcast_ones", "2x1x3xf64", "broadcast_in_dim %a, dims = [0, 2, 3]", "2x4x5x3xf64"),
      move("broadcast_one_to_one", "1x3xf64", "broadcast_in_dim %a, dims = [0, 2]", "1x2x3xf64"),
      move("broadcast_to_empty", "1x3xf64", "broadcast_in_dim %a, dims = [0, 1]", "0x3xf64"),
      move("slice", "7x4xf64", "slice %a, start = [1, 0], limit = [6, 4], strides = [2, 3]",
           "3x2xf64"),
      move("slice_all", "3xf64", "slice %a, start = [0], limit = [3], strides = [1]", "3xf64"),
      move("slice_none", "3xf64", "slice %a, start = [2], limit = [2], strides = [1]", "0xf64"),
      move("slice_scalar", "f64", "slice %a, start = [], limit = [], strides = []", "f64"),
  };
  auto reverse = [](std::string dims, std::string type) {
    return GradientCase{"reverse" + dims,
                        {type},
                        "%r = train.reverse %a, dims = " + dims + " : tensor<" + type + ">",
                        type};
  };
  cases.push_back(reverse("[0]", "4xf64"));
  cases.push_back(reverse("[0, 2]", "2x3x2xf64"));
  auto pad = [](const std::string &name, const std::string &from, const std::string &attributes,
                const std::string &to) {
    return GradientCase{name,
                        {from, "f64"},
                        "%r = train.pad %a, %b, " + attributes + " : (tensor<" + from +
                            ">, tensor<f64>) -> tensor<" + to + ">",
                        to};
  };
  cases.push_back(
      pad("pad", "2x3xf64", "low = [1, 0], high = [0, 2], interior = [2, 1]", "5x7xf64"));
  cases.push_back(
      pad("pad_cut", "4x3xf64", "low = [-1, 2], high = [-2, -4], interior = [1, 0]", "4x1xf64"));
  cases.push_back(pad("pad_all", "2xf64", "low = [-2], high = [3], interior = [0]", "3xf64"));
  cases.push_back(pad("pad_empty", "0xf64", "low = [1], high = [1], interior = [3]", "2xf64"));
  cases.push_back(
      {"concatenate",
       {"2x3xf64", "2x1xf64", "2x0xf64"},
       "%r = \"train.concatenate\"(%a, %b, %c, %a) <{dimension = 1 : i64}> : (tensor<2x3xf64>, "
       "tensor<2x1xf64>, tensor<2x0xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>",
       "2x7xf64"});
  return cases;
}

const char *const rows = "{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : i64, "
                         "offset_dims = array<i64: 1>, slice_sizes = array<i64: 1, 3>, "
                         "start_index_map = array<i64: 0>}";
const char *const intoRows = "{index_vector_dim = 1 : i64, inserted_window_dims = array<i64: 0>, "
                             "scatter_dims_to_operand_dims = array<i64: 0>, "
                             "update_window_dims = array<i64: 1>}";

std::string constant(const std::string &name, const std::string &value, const std::string &type) {
  return "%" + name + " = train.constant dense<" + value + "> : tensor<" + type + ">\n";
}

std::vector<GradientCase> indexingCases() {
  std::vector<GradientCase> cases;
  // Indices below, inside twice, and above.
  for (std::string index : {"i32", "i8", "ui8", "i64"}) {
    std::string ids = index == "ui8" ? "[200, 1, 1, 4]" : "[-3, 1, 1, 9]";
    cases.push_back({"gather_rows_" + index,
                     {"4x3xf64"},
                     constant("i", ids, "4x" + index) + "%r = train.gather %a, %i " + rows +
                         " : (tensor<4x3xf64>, tensor<4x" + index + ">) -> tensor<4x3xf64>",
                     "4x3xf64"});
  }
  // Windows of 2x2 at [row, column] pairs; the last is clamped.
  cases.push_back(
      {"gather_windows",
       {"4x5xf64"},
       constant("i", "[[0, 0], [1, 2], [9, 9]]", "3x2xi32") +
           "%r = train.gather %a, %i {index_vector_dim = 1 : i64, offset_dims = array<i64: 1, 2>, "
           "slice_sizes = array<i64: 2, 2>, start_index_map = array<i64: 0, 1>} : "
           "(tensor<4x5xf64>, tensor<3x2xi32>) -> tensor<3x2x2xf64>",
       "3x2x2xf64"});
  // One row for each batch.
  cases.push_back(
      {"gather_batched",
       {"2x4x3xf64"},
       constant("i", "[[1, 3], [0, 1]]", "2x2xi32") +
           "%r = train.gather %a, %i {collapsed_slice_dims = array<i64: 1>, "
           "index_vector_dim = 2 : i64, offset_dims = array<i64: 2>, "
           "operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1, 3>, "
           "start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64: 0>} : "
           "(tensor<2x4x3xf64>, tensor<2x2xi32>) -> tensor<2x2x3xf64>",
       "2x2x3xf64"});
  // The same index twice, and one outside that is left out.
  for (std::string kind : {"add", "assign"}) {
    cases.push_back({"scatter_rows_" + kind,
                     {"4x3xf64", "5x3xf64"},
                     constant("i", "[2, 0, 2, 7, -1]", "5xi32") + "%r = train.scatter " + kind +
                         " %a, %i, %b " + intoRows +
                         " : (tensor<4x3xf64>, tensor<5xi32>, tensor<5x3xf64>) -> tensor<4x3xf64>",
                     "4x3xf64"});
    cases.push_back({"scatter_windows_" + kind,
                     {"4x5xf64", "3x2x2xf64"},
                     constant("i", "[[0, 0], [1, 1], [3, 3]]", "3x2xi32") + "%r = train.scatter " +
                         kind +
                         " %a, %i, %b {index_vector_dim = 1 : i64, "
                         "scatter_dims_to_operand_dims = array<i64: 0, 1>, "
                         "update_window_dims = array<i64: 1, 2>} : "
                         "(tensor<4x5xf64>, tensor<3x2xi32>, tensor<3x2x2xf64>) -> tensor<4x5xf64>",
                     "4x5xf64"});
  }
  cases.push_back({"dynamic_slice",
                   {"4x3xf64"},
                   constant("i", "1", "i32") + constant("j", "5", "i32") +
                       "%r = train.dynamic_slice %a[%i, %j] sizes = [2, 2] : (tensor<4x3xf64>, "
                       "tensor<i32>, tensor<i32>) -> tensor<2x2xf64>",
                   "2x2xf64"});
  cases.push_back({"dynamic_update_slice",
                   {"4x3xf64", "2x2xf64"},
                   constant("i", "1", "i32") + constant("j", "-5", "i32") +
                       "%r = train.dynamic_update_slice %a, %b[%i, %j] : (tensor<4x3xf64>, "
                       "tensor<2x2xf64>, tensor<i32>, tensor<i32>) -> tensor<4x3xf64>",
                   "4x3xf64"});
  for (std::string order : {"", ", descending"})
    cases.push_back({"sort" + order,
                     {"5x2xf64"},
                     "%r = \"train.sort\"(%a) <{dimension = 0 : i64" + order +
                         "}> : (tensor<5x2xf64>) -> tensor<5x2xf64>",
                     "5x2xf64"});
  cases.push_back({"sort_carries",
                   {"5xf64", "5xf64"},
                   "%k, %v = \"train.sort\"(%a, %b) <{dimension = 0 : i64}> : (tensor<5xf64>, "
                   "tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>)\n"
                   "%r = train.multiply %k, %v : tensor<5xf64>",
                   "5xf64"});
  cases.push_back({"sort_only_carried",
                   {"5xf64"},
                   constant("keys", "[3, 1, 2, 1, 0]", "5xi32") +
                       "%k, %r = \"train.sort\"(%keys, %a) <{dimension = 0 : i64}> : "
                       "(tensor<5xi32>, tensor<5xf64>) -> (tensor<5xi32>, tensor<5xf64>)",
                   "5xf64"});
  return cases;
}

std::vector<ExactCase> exactCases() {
  std::vector<ExactCase> cases;
  GradientCase sort{
      "sort_ties",
      {"4xf64"},
      "%r = \"train.sort\"(%a) <{dimension = 0 : i64}> : (tensor<4xf64>) -> tensor<4xf64>",
      "4xf64"};
  cases.push_back({sort, {{2, 1, 2, 1}}, {1, 2, 4, 8}, {{4, 1, 8, 2}}});
  // An infinite gradient must not reach what the padding covers, nor the other way round.
  GradientCase pad{"pad_infinite",
                   {"1xf64", "f64"},
                   "%r = train.pad %a, %b, low = [1], high = [0], interior = [0] : "
                   "(tensor<1xf64>, tensor<f64>) -> tensor<2xf64>",
                   "2xf64"};
  double inf = std::numeric_limits<double>::infinity();
  cases.push_back({pad, {{1}, {2}}, {3, inf}, {{inf}, {3}}});
  return cases;
}

class GradientShape : public testing::TestWithParam<GradientCase> {};
TEST_P(GradientShape, MatchesDifferences) { checkByDifferences(GetParam()); }
TEST_P(GradientShape, HasTypes) { checkInType(GetParam(), "bf16"); }
INSTANTIATE_TEST_SUITE_P(Movement, GradientShape, testing::ValuesIn(covering(movementCases())));
INSTANTIATE_TEST_SUITE_P(Indexing, GradientShape, testing::ValuesIn(covering(indexingCases())));

class GradientShapeExact : public testing::TestWithParam<ExactCase> {};
TEST_P(GradientShapeExact, Matches) { checkExactly(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Ties, GradientShapeExact, testing::ValuesIn(covering(exactCases())));

} // namespace
