// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on a GPU, by value: all families, types and layouts, sizes that cut every
// tile, and many dimensions. Memory between the elements of a view must stay as it was.
// Cases that compute with less than they say must fail the bound.
#include "GpuProductCase.h"

using namespace halftone;
using namespace halftone::test;

namespace {

std::vector<ProductCase> check(const std::vector<Product> &products,
                               const std::string &chip = "sm_80") {
  std::vector<ProductCase> cases = runCases(products, chip);
  for (const ProductCase &each : cases) {
    EXPECT_EQ(each.violations(each.product.acc, each.product.tf32), 0) << each.describe();
    EXPECT_TRUE(each.gapsUntouched()) << each.describe();
  }
  return cases;
}

using Extents = std::map<char, int64_t>;

/// All layouts of a plain product.
const char *const layouts[] = {"mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn",
                               "mk,kn->nm", "mk,nk->nm", "km,kn->nm", "km,nk->nm"};

/// Sizes that reach every tile, whole and cut, with one and with several steps of k.
const Extents sizes[] = {
    {{'m', 64}, {'n', 64}, {'k', 64}}, {{'m', 33}, {'n', 19}, {'k', 37}},
    {{'m', 1}, {'n', 1}, {'k', 1}},    {{'m', 5}, {'n', 130}, {'k', 16}},
    {{'m', 200}, {'n', 10}, {'k', 6}}, {{'m', 40}, {'n', 48}, {'k', 100}},
};

std::vector<Product> plain(Product like) {
  std::vector<Product> result;
  for (const char *layout : layouts)
    for (const Extents &extents : sizes) {
      like.sum = layout;
      like.extents = extents;
      result.push_back(like);
    }
  return result;
}

TEST(GpuProduct, BF16) { check(plain({.sum = "", .extents = {}})); }

TEST(GpuProduct, F16IntoBF16) {
  check(
      plain({.sum = "", .extents = {}, .lhs = DType::F16, .rhs = DType::F16, .dest = DType::BF16}));
}

TEST(GpuProduct, F32) {
  check(plain({.sum = "", .extents = {}, .lhs = DType::F32, .rhs = DType::F32}));
}

TEST(GpuProduct, TF32) {
  check(plain({.sum = "", .extents = {}, .lhs = DType::F32, .rhs = DType::F32, .tf32 = true}));
}

TEST(GpuProduct, F64) {
  check(plain({.sum = "",
               .extents = {},
               .lhs = DType::F64,
               .rhs = DType::F64,
               .dest = DType::F64,
               .acc = DType::F64}));
}

TEST(GpuProduct, GapsBetweenLines) {
  std::vector<Product> products;
  for (int64_t gap : {1, 8})
    for (DType type : {DType::BF16, DType::F32})
      for (const char *layout : layouts)
        for (const Extents &extents : {sizes[0], sizes[1], sizes[4]})
          products.push_back(
              {.sum = layout, .extents = extents, .lhs = type, .rhs = type, .gap = gap});
  check(products);
}

TEST(GpuProduct, MixedTypes) {
  std::vector<Product> products;
  DType types[] = {DType::F16, DType::BF16, DType::F32, DType::F8E4M3FN, DType::F8E5M2};
  for (DType lhs : types)
    for (DType rhs : types)
      for (const char *sum : {"mk,kn->mn", "km,nk,n->nm"})
        products.push_back({.sum = sum,
                            .extents = {{'m', 40}, {'n', 24}, {'k', 72}},
                            .lhs = lhs,
                            .rhs = rhs,
                            .dest = DType::F16,
                            .bias = rhs});
  check(products);
}

TEST(GpuProduct, ManyDimensions) {
  std::vector<Product> products;
  for (DType type : {DType::BF16, DType::F32}) {
    Extents attention = {{'b', 2}, {'h', 3}, {'s', 20}, {'t', 36}, {'d', 16}};
    for (const char *sum : {"bshd,bthd->bhst", "bhst,bthd->bshd", "bhst,bshd->bthd"})
      products.push_back(
          {.sum = sum, .extents = attention, .lhs = type, .rhs = type, .dest = type});
    // Several dimensions of each kind, in orders in which they do not merge.
    Extents many = {{'a', 2}, {'b', 3}, {'m', 4}, {'o', 5}, {'n', 6}, {'p', 7}, {'k', 3}, {'l', 8}};
    for (const char *sum :
         {"ambokl,apbnkl->abmonp", "klmoab,npklba->anompb", "moabkl,lknpab,np->nbpmoa"})
      products.push_back({.sum = sum, .extents = many, .lhs = type, .rhs = type});
    // A dimension that only one operand and dest have, beside a batch; an outer product.
    products.push_back({.sum = "bm,bn->bmn",
                        .extents = {{'b', 3}, {'m', 9}, {'n', 17}},
                        .lhs = type,
                        .rhs = type});
    products.push_back(
        {.sum = "bk,bk->b", .extents = {{'b', 70}, {'k', 130}}, .lhs = type, .rhs = type});
  }
  check(products);
}

TEST(GpuProduct, Bias) {
  std::vector<Product> products;
  for (DType type : {DType::BF16, DType::F32})
    for (DType bias : {DType::BF16, DType::F32})
      for (const char *sum : {"mk,kn,n->mn", "mk,nk,n->nm", "mk,kno,no->mno", "mk,kno,on->omn"})
        for (int64_t n : {6, 64})
          products.push_back({.sum = sum,
                              .extents = {{'m', 19}, {'n', n}, {'o', 3}, {'k', 50}},
                              .lhs = type,
                              .rhs = type,
                              .dest = type,
                              .bias = bias});
  for (Product &product : products)
    if (product.sum.find('o') == std::string::npos)
      product.extents.erase('o');
  check(products);
}

/// Enough blocks that each of the larger tiles is the best one; whole and cut.
TEST(GpuProduct, LargerTiles) {
  struct {
    Extents extents;
    uint32_t tiles; ///< of one product of the batch, for that tile only
  } sizes[] = {{{{'b', 300}, {'m', 5}, {'n', 130}, {'k', 40}}, 3}, // 16x64
               {{{'b', 300}, {'m', 130}, {'n', 5}, {'k', 40}}, 3}, // 64x16
               {{{'b', 216}, {'m', 61}, {'n', 62}, {'k', 40}}, 1}, // 64x64
               {{{'b', 216}, {'m', 64}, {'n', 64}, {'k', 32}}, 1},
               {{{'b', 108}, {'m', 120}, {'n', 125}, {'k', 40}}, 1}, // 128x128
               {{{'b', 108}, {'m', 128}, {'n', 128}, {'k', 64}}, 1}};
  std::vector<Product> products;
  std::vector<uint32_t> tiles;
  for (bool tf32 : {false, true})
    for (DType type : {DType::BF16, DType::F32})
      for (const char *sum : {"bmk,bkn->bmn", "bkm,bnk->bmn"})
        for (auto &[extents, count] : sizes)
          if (!tf32 || type == DType::F32) {
            products.push_back(
                {.sum = sum, .extents = extents, .lhs = type, .rhs = type, .tf32 = tf32});
            tiles.push_back(count);
          }
  std::vector<ProductCase> cases = check(products);
  for (size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(cases[i].grid.x, tiles[i]) << cases[i].describe();
}

TEST(GpuProduct, LargeBatch) {
  check({{.sum = "bmk,bkn->bmn", .extents = {{'b', 65537}, {'m', 1}, {'n', 2}, {'k', 2}}}});
}

TEST(GpuProduct, NarrowAccumulators) {
  std::vector<Product> products;
  for (DType type : {DType::F16, DType::BF16})
    for (const char *layout : layouts)
      products.push_back({.sum = layout,
                          .extents = {{'m', 33}, {'n', 20}, {'k', 40}},
                          .lhs = type,
                          .rhs = type,
                          .dest = type,
                          .acc = type});
  check(products);
}

TEST(GpuProduct, Integers) {
  std::vector<Product> products;
  for (const char *layout : {"mk,kn->mn", "km,nk->nm"})
    for (const Extents &extents : sizes)
      products.push_back({.sum = layout,
                          .extents = extents,
                          .lhs = DType::I32,
                          .rhs = DType::I32,
                          .dest = DType::I32,
                          .acc = DType::I32});
  check(products);
}

TEST(GpuProduct, OffsetKnownAtRunTime) {
  std::vector<Product> products;
  for (const char *layout : layouts)
    products.push_back(
        {.sum = layout, .extents = {{'m', 33}, {'n', 20}, {'k', 40}}, .lateOffset = true});
  check(products);
}

TEST(GpuProduct, Hopper) { check(plain({.sum = "", .extents = {}}), "sm_90"); }

/// What computes with less than it says is seen.
TEST(GpuProduct, BoundSeesMutants) {
  Extents extents = {{'m', 32}, {'n', 32}, {'k', 256}};
  Product halfSums{.sum = "mk,kn->mn",
                   .extents = extents,
                   .lhs = DType::F16,
                   .rhs = DType::F16,
                   .acc = DType::F16};
  Product brainSums{.sum = "mk,kn->mn", .extents = extents, .acc = DType::BF16};
  Product tf32{
      .sum = "mk,kn->mn", .extents = extents, .lhs = DType::F32, .rhs = DType::F32, .tf32 = true};
  for (const ProductCase &each : runCases({halfSums, brainSums, tf32}, "sm_80")) {
    EXPECT_EQ(each.violations(each.product.acc, each.product.tf32), 0) << each.describe();
    EXPECT_GT(each.violations(DType::F32, false), 32 * 32 / 4) << each.describe();
  }
}

} // namespace
