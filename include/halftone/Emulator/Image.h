// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module's image holds: a fat binary's entries, or the one piece of code that a
// cubin or PTX text is.
#ifndef HALFTONE_EMULATOR_IMAGE_H
#define HALFTONE_EMULATOR_IMAGE_H

#include "halftone/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halftone::emulator {

struct ImageEntry {
  enum class Kind { Ptx, Cubin };
  Kind kind = Kind::Ptx;
  int arch = 0;              ///< 80 for sm_80; 0 where a cubin doesn't say so here
  bool archSpecific = false; ///< sm_90a and its like
  bool compressed = false;
  /// Into the image. PTX that is not compressed ends before its NUL.
  std::string_view code;

  bool zstd = false;          ///< how it is compressed: with zstd, or with LZ4
  uint64_t originalBytes = 0; ///< before

  /// "PTX of sm_90a"
  std::string describe() const;
};

/// The pieces in the image's order. Entries of kinds that are no code are left out.
Result<std::vector<ImageEntry>> readImage(std::string_view image);

/// The code as it was before it was compressed. zstd is the system's libzstd.so.1.
Result<std::string> decompress(const ImageEntry &entry);

/// The PTX of the highest architecture that can be read, or why there is none.
Result<std::string> ptxOfImage(std::string_view image);

} // namespace halftone::emulator

#endif // HALFTONE_EMULATOR_IMAGE_H
