// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch on the emulated device with all its checks, none of which may find anything.
#ifndef HALFTONE_TEST_UNIT_CONVERSION_CHECKEDLAUNCH_H
#define HALFTONE_TEST_UNIT_CONVERSION_CHECKEDLAUNCH_H

#include "halftone/Emulator/Instruments.h"

#include <gtest/gtest.h>

namespace halftone::test {

/// All checks, in the lazy schedule unless HALFTONE_EMULATED_SCHEDULE names another.
inline Status launchChecked(const emulator::Kernel &kernel, emulator::Dim3 grid,
                            emulator::Dim3 block, const void *const *arguments,
                            const emulator::Memory &memory) {
  emulator::Instruments instruments;
  for (auto [name, value] : {std::pair("check", "all"), {"schedule", "lazy"}})
    if (Status set = instruments.set(name, value); !set)
      return set;
  if (Status read = instruments.readEnvironment(); !read)
    return read;
  Status status =
      emulator::launch(kernel, grid, block, 0, arguments, memory, instruments.launchOptions());
  for (const emulator::Finding &finding : instruments.checker()->findings())
    ADD_FAILURE() << finding.message;
  return status;
}

} // namespace halftone::test

#endif // HALFTONE_TEST_UNIT_CONVERSION_CHECKEDLAUNCH_H
