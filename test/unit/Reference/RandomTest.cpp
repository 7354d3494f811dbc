// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generators against Random123's known answers (its file kat_vectors), and the
// ops on them against the generators.
#include "halftone/Reference/Random.h"
#include "RunModule.h"
#include "TestTensors.h"

using namespace halftone;
using namespace halftone::reference;

namespace {

using Words2 = std::array<uint32_t, 2>;
using Words4 = std::array<uint32_t, 4>;

TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, ThreefryKnownAnswers) {
  EXPECT_EQ(threefry2x32({0, 0}, {0, 0}), (Words2{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({~0u, ~0u}, {~0u, ~0u}), (Words2{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry2x32({0x243f6a88, 0x85a308d3}, {0x13198a2e, 0x03707344}),
            (Words2{0xc4923a9c, 0x483df7a0}));
}

const HostTensor key = intsOf(DType::UI32, {2}, {0xa4093822, 0x299f31d0});

TEST(Random, BitsOfPhilox) {
  // The counter carries into its second word after two blocks.
  HostTensor got = runOp("train.rng_bits philox4x32_10 %a offset = 4294967294 : tensor<3x5xui32>",
                         {key}, "tensor<3x5xui32>");
  ASSERT_EQ(got.numElements(), 15);
  for (int64_t i = 0; i < 15; ++i) {
    uint64_t counter = 4294967294u + static_cast<uint64_t>(i / 4);
    Words4 block =
        philox4x32({static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), 0, 0},
                   {0xa4093822, 0x299f31d0});
    EXPECT_EQ(got.as<uint32_t>()[i], block[static_cast<size_t>(i % 4)]) << i;
  }
}

TEST(Random, BitsOfThreefry) {
  HostTensor got =
      runOp("train.rng_bits threefry2x32_20 %a : tensor<7xui32>", {key}, "tensor<7xui32>");
  ASSERT_EQ(got.numElements(), 7);
  for (int64_t i = 0; i < 7; ++i) {
    Words2 block = threefry2x32({static_cast<uint32_t>(i / 2), 0}, {0xa4093822, 0x299f31d0});
    EXPECT_EQ(got.as<uint32_t>()[i], block[static_cast<size_t>(i % 2)]) << i;
  }
}

TEST(Random, BitsOfEmptyAndRankZero) {
  HostTensor none =
      runOp("train.rng_bits philox4x32_10 %a : tensor<0xui32>", {key}, "tensor<0xui32>");
  EXPECT_EQ(none.numElements(), 0);
  HostTensor one = runOp("train.rng_bits philox4x32_10 %a : tensor<ui32>", {key}, "tensor<ui32>");
  EXPECT_EQ(one.as<uint32_t>()[0], philox4x32({0, 0, 0, 0}, {0xa4093822, 0x299f31d0})[0]);
}

TEST(Random, FoldIn) {
  for (int64_t data : {0, 7, -1}) {
    HostTensor got = runOp("train.fold_in %a, %b : tensor<i32>",
                           {key, intsOf(DType::I32, {}, {data})}, "tensor<2xui32>");
    ASSERT_EQ(got.numElements(), 2);
    Words4 block = philox4x32({static_cast<uint32_t>(data), 0, 0, 1}, {0xa4093822, 0x299f31d0});
    EXPECT_EQ(got.as<uint32_t>()[0], block[0]);
    EXPECT_EQ(got.as<uint32_t>()[1], block[1]);
  }
}

} // namespace
