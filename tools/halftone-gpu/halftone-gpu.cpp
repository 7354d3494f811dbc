// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a kernel of a PTX file on the emulated GPU, with arrays from files.
#include "Commands.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

using namespace halftone;
using namespace halftone::gpu;

int main(int argc, char **argv) {
  std::set_new_handler([] { std::_Exit(fail("out of memory")); });
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    if (word == "--help" || word == "-h") {
      std::fputs(helpText().c_str(), stdout);
      return std::fflush(stdout) == 0 ? Fine : Failed;
    }
    if (word == "--version") {
      std::puts("halftone-gpu " HALFTONE_VERSION);
      return std::fflush(stdout) == 0 ? Fine : Failed;
    }
  }
  Result<Options> options = parseOptions(argc, argv);
  if (!options)
    return fail(options.error());
  return options->command == "run" ? run(*options) : info(*options);
}
