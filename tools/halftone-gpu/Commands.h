// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The commands, and what they say when something is wrong.
#ifndef HALFTONE_TOOLS_HALFTONE_GPU_COMMANDS_H
#define HALFTONE_TOOLS_HALFTONE_GPU_COMMANDS_H

#include "Options.h"

#include "halftone/Emulator/Module.h"

#include <memory>

namespace halftone::gpu {

enum ExitStatus { Fine = 0, Failed = 1, Found = 2 };

int run(const Options &options);
int info(const Options &options);

/// "halftone-gpu: error: …"
int fail(const std::string &message);

/// A kernel file: its PTX, and the lines to show with messages.
struct Source {
  std::string path, ptx;

  static Result<Source> read(const std::string &path);
  Result<std::unique_ptr<emulator::Module>> parse() const;
  /// A message as a compiler's: "k.ptx:12: error: …" and the line. Messages about no line
  /// stay as they are.
  std::string describe(const std::string &message) const;
  std::string describe(const emulator::Finding &finding) const;

private:
  std::string located(uint32_t line, std::string_view kind, const std::string &text,
                      uint32_t column = 0) const;
};

} // namespace halftone::gpu

#endif // HALFTONE_TOOLS_HALFTONE_GPU_COMMANDS_H
