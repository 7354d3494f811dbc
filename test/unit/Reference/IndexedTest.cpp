// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather and scatter in general position, against StableHLO's formulas written down
// element by element: for each element of the result (of the updates) its index in
// the operand.
#include "RunModule.h"
#include "TestTensors.h"

#include <algorithm>
#include <optional>

using namespace halftone;
using namespace halftone::reference;

namespace {

using Index = std::vector<int64_t>;

/// StableHLO's dimension numbers, by gather's names.
struct Dimensions {
  Index offset, collapsed, operandBatching, indicesBatching, startIndexMap;
  int64_t indexVectorDim;
  Index sliceSizes; ///< of every operand dimension
};

bool contains(const Index &list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// Index in the operand of element `place` of the result; nothing where the window
/// lies partly outside and starts are not clamped.
std::optional<Index> operandIndex(const Dimensions &d, const HostTensor &operand,
                                  const HostTensor &indices, const Index &place, bool clamp) {
  Index batch, offset;
  for (size_t i = 0; i < place.size(); ++i)
    (contains(d.offset, static_cast<int64_t>(i)) ? offset : batch).push_back(place[i]);

  Index full(operand.shape().size(), 0);
  for (size_t component = 0; component < d.startIndexMap.size(); ++component) {
    Index at = batch;
    if (d.indexVectorDim < indices.rank())
      at.insert(at.begin() + d.indexVectorDim, static_cast<int64_t>(component));
    auto dim = static_cast<size_t>(d.startIndexMap[component]);
    int64_t start = indices.getInt(offsetOf(indices.shape(), at));
    int64_t last = operand.shape()[dim] - d.sliceSizes[dim];
    if (!clamp && (start < 0 || start > last))
      return std::nullopt;
    full[dim] += std::clamp<int64_t>(start, 0, last);
  }
  for (size_t i = 0; i < d.operandBatching.size(); ++i) {
    int64_t from = d.indicesBatching[i];
    full[static_cast<size_t>(d.operandBatching[i])] +=
        batch[static_cast<size_t>(from < d.indexVectorDim ? from : from - 1)];
  }
  size_t next = 0;
  for (size_t dim = 0; dim < full.size(); ++dim)
    if (!contains(d.collapsed, static_cast<int64_t>(dim)) &&
        !contains(d.operandBatching, static_cast<int64_t>(dim)))
      full[dim] += offset[next++];
  return full;
}

std::string arrayOf(const Index &values) {
  std::string text = "array<i64";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : ": ") + std::to_string(values[i]);
  return text + ">";
}

struct Case {
  Dimensions dims;
  Index operand, indices, packed;
};

/// From an embedding to everything at once.
const Case cases[] = {
    // rows of a table
    {{{1}, {0}, {}, {}, {0}, 1, {1, 3}}, {5, 3}, {4}, {4, 3}},
    // one index vector of rank 1, so no batch dimensions
    {{{0, 1}, {}, {}, {}, {1, 0}, 0, {2, 2}}, {5, 4}, {2}, {2, 2}},
    // single elements by full index vectors
    {{{}, {0, 1}, {}, {}, {0, 1}, 2, {1, 1}}, {5, 4}, {3, 2, 2}, {3, 2}},
    // index vectors along the first dimension, window dimensions before the batch's
    {{{0, 2}, {1}, {}, {}, {1, 2}, 0, {2, 1, 3}}, {2, 5, 6}, {2, 4}, {2, 4, 3}},
    // batching dimensions on both sides, out of order
    {{{2, 3}, {3}, {0, 2}, {1, 0}, {3}, 2, {1, 2, 1, 1, 3}},
     {2, 3, 4, 5, 3},
     {4, 2, 1},
     {4, 2, 2, 3}},
    // batching dimensions behind the index vector
    {{{0}, {1}, {2}, {1}, {1}, 0, {3, 1, 1}}, {3, 5, 4}, {1, 4}, {3, 4}},
};

TEST(Indexed, Gather) {
  for (const Case &c : cases) {
    const Dimensions &d = c.dims;
    HostTensor operand = randomTensor(DType::F32, c.operand, 1);
    HostTensor indices = randomInts(DType::I32, c.indices, 2, -2, 7); // also outside
    HostTensor expected(DType::F32, c.packed);
    forEach(c.packed, [&](const Index &place) {
      expected.setDouble(offsetOf(c.packed, place),
                         at(operand, *operandIndex(d, operand, indices, place, true)));
    });
    std::string op = "train.gather %a, %b {offset_dims = " + arrayOf(d.offset) +
                     ", collapsed_slice_dims = " + arrayOf(d.collapsed) +
                     ", operand_batching_dims = " + arrayOf(d.operandBatching) +
                     ", start_indices_batching_dims = " + arrayOf(d.indicesBatching) +
                     ", start_index_map = " + arrayOf(d.startIndexMap) +
                     ", index_vector_dim = " + std::to_string(d.indexVectorDim) +
                     " : i64, slice_sizes = " + arrayOf(d.sliceSizes) + "} : (" +
                     operand.typeString() + ", " + indices.typeString() + ") -> " +
                     expected.typeString();
    expectSame(runOp(op, {operand, indices}, expected.typeString()), expected, op);
  }
}

std::string scatterText(const std::string &kind, const Dimensions &d,
                        const std::vector<HostTensor> &args) {
  return "train.scatter " + kind + " %a, %b, %c {update_window_dims = " + arrayOf(d.offset) +
         ", inserted_window_dims = " + arrayOf(d.collapsed) +
         ", input_batching_dims = " + arrayOf(d.operandBatching) +
         ", scatter_indices_batching_dims = " + arrayOf(d.indicesBatching) +
         ", scatter_dims_to_operand_dims = " + arrayOf(d.startIndexMap) +
         ", index_vector_dim = " + std::to_string(d.indexVectorDim) + " : i64} : (" +
         args[0].typeString() + ", " + args[1].typeString() + ", " + args[2].typeString() +
         ") -> " + args[0].typeString();
}

template <typename Combine> void checkScatter(const std::string &kind, Combine combine) {
  for (const Case &c : cases) {
    std::vector<HostTensor> args = {randomTensor(DType::F32, c.operand, 3),
                                    randomInts(DType::I64, c.indices, 4, -1, 5),
                                    randomTensor(DType::F32, c.packed, 5)};
    HostTensor expected = args[0];
    forEach(c.packed, [&](const Index &place) {
      if (auto target = operandIndex(c.dims, args[0], args[1], place, false)) {
        float &element = expected.as<float>()[offsetOf(c.operand, *target)];
        element = combine(element, static_cast<float>(at(args[2], place)));
      }
    });
    std::string op = scatterText(kind, c.dims, args);
    expectSame(runOp(op, args, args[0].typeString()), expected, op);
  }
}

TEST(Indexed, Scatter) {
  checkScatter("assign", [](float, float b) { return b; });
  checkScatter("add", [](float a, float b) { return a + b; });
  checkScatter("mul", [](float a, float b) { return a * b; });
  checkScatter("max", [](float a, float b) { return std::max(a, b); });
  checkScatter("min", [](float a, float b) { return std::min(a, b); });
}

const Dimensions rows = {{1}, {0}, {}, {}, {0}, 1, {1, 1}};

TEST(Indexed, ScatterAddAccumulatesInF32) {
  // 1 + 256 · 2^-9 in bf16: each addition alone would be lost.
  std::vector<HostTensor> args = {
      tensorOf(DType::BF16, {2, 1}, {1, 1}), HostTensor(DType::I32, {256}),
      tensorOf(DType::BF16, {256, 1}, std::vector<double>(256, 0x1p-9))};
  HostTensor got = runOp(scatterText("add", rows, args), args, "tensor<2x1xbf16>");
  expectSame(got, tensorOf(DType::BF16, {2, 1}, {1.5, 1}), "narrow updates");
  args[2] = tensorOf(DType::F32, {256, 1}, std::vector<double>(256, 0x1p-9));
  got = runOp(scatterText("add", rows, args), args, "tensor<2x1xbf16>");
  expectSame(got, tensorOf(DType::BF16, {2, 1}, {1.5, 1}), "wide updates");
}

TEST(Indexed, ScatterMultiplyRoundsEachTime) {
  // Forty products, each rounded to bf16; rounded at the end only it would differ.
  double x = 1 + 0x1p-7, product = x;
  for (int i = 0; i < 40; ++i)
    product = roundTo(product * x, DType::BF16);
  ASSERT_NE(product, roundTo(std::pow(x, 41), DType::BF16)); // else it shows nothing
  std::vector<HostTensor> args = {tensorOf(DType::BF16, {1, 1}, {x}), HostTensor(DType::I32, {40}),
                                  tensorOf(DType::BF16, {40, 1}, std::vector<double>(40, x))};
  EXPECT_EQ(runOp(scatterText("mul", rows, args), args, "tensor<1x1xbf16>").getDouble(0), product);
}

TEST(Indexed, ScatterOfIntegersWraps) {
  std::vector<HostTensor> args = {intsOf(DType::I8, {2, 1}, {100, -5}),
                                  intsOf(DType::I32, {3}, {0, 0, 1}),
                                  intsOf(DType::I8, {3, 1}, {20, 20, -1})};
  HostTensor got = runOp(scatterText("add", rows, args), args, "tensor<2x1xi8>");
  expectSame(got, intsOf(DType::I8, {2, 1}, {-116, -6}), "i8");
}

TEST(Indexed, ScatterOfBooleans) {
  std::vector<HostTensor> args = {intsOf(DType::I1, {3, 1}, {0, 1, 1}),
                                  intsOf(DType::I32, {4}, {0, 0, 1, 2}),
                                  intsOf(DType::I1, {4, 1}, {1, 0, 0, 1})};
  HostTensor got = runOp(scatterText("assign", rows, args), args, "tensor<3x1xi1>");
  expectSame(got, intsOf(DType::I1, {3, 1}, {0, 0, 1}), "assign");
}

TEST(Indexed, NothingToScatter) {
  std::vector<HostTensor> args = {tensorOf(DType::F32, {2, 1}, {1, 2}), HostTensor(DType::I32, {0}),
                                  HostTensor(DType::F32, {0, 1})};
  expectSame(runOp(scatterText("add", rows, args), args, "tensor<2x1xf32>"), args[0], "empty");
}

} // namespace
