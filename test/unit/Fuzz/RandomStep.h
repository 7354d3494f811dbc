// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random models: a loss over layers drawn from what networks are made of, composite and
// spelled out, inside regions and out.
#ifndef HALFTONE_TEST_UNIT_FUZZ_RANDOMSTEP_H
#define HALFTONE_TEST_UNIT_FUZZ_RANDOMSTEP_H

#include <cstdint>
#include <string>

namespace halftone::fuzz {

struct RandomModel {
  std::string text;    ///< a module with `@loss`
  std::string options; ///< of the step pipeline
};

RandomModel makeModel(uint64_t seed);

} // namespace halftone::fuzz

#endif // HALFTONE_TEST_UNIT_FUZZ_RANDOMSTEP_H
