// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of decompositions share: evaluation of IR in text, and comparison of
// arrays with numbers.
#ifndef HALFTONE_TEST_UNIT_DIALECT_TRAIN_DECOMPOSEHARNESS_H
#define HALFTONE_TEST_UNIT_DIALECT_TRAIN_DECOMPOSEHARNESS_H

#include "../../Reference/RunModule.h"
#include "../../Reference/TestTensors.h"

#include <algorithm>

namespace halftone::train {

/// Each element within `relative` of the expected number, or of 1 for small ones; NaN is NaN,
/// and infinity itself.
inline void expectNear(const HostTensor &got, const std::vector<double> &expected, double relative,
                       const std::string &what) {
  ASSERT_EQ(got.numElements(), static_cast<int64_t>(expected.size())) << what;
  for (size_t i = 0; i < expected.size(); ++i) {
    double value = got.getDouble(static_cast<int64_t>(i));
    if (!std::isfinite(expected[i])) {
      bool same = std::isnan(expected[i]) ? std::isnan(value) : value == expected[i];
      EXPECT_TRUE(same) << what << " at " << i << ": got " << value;
      continue;
    }
    EXPECT_NEAR(value, expected[i], relative * std::max(1.0, std::abs(expected[i])))
        << what << " at " << i;
  }
}

/// Every element rounded once to another type.
inline HostTensor convert(const HostTensor &tensor, DType type) {
  HostTensor out(type, tensor.shape());
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    out.setDouble(i, tensor.getDouble(i));
  return out;
}

} // namespace halftone::train

#endif // HALFTONE_TEST_UNIT_DIALECT_TRAIN_DECOMPOSEHARNESS_H
