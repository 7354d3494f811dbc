// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module's image holds: a fat binary's entries, or the one piece of code that a
// cubin or PTX text is.
#ifndef HALFTONE_RUNTIME_GPUIMAGE_H
#define HALFTONE_RUNTIME_GPUIMAGE_H

#include "halftone/Support/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone::runtime {

struct GpuImageEntry {
  enum class Kind { Ptx, Cubin };
  Kind kind = Kind::Ptx;
  int arch = 0;              ///< 80 for sm_80; 0 where a cubin doesn't say so here
  bool archSpecific = false; ///< sm_90a and its like
  bool compressed = false;
  /// Into the image. PTX ends before its NUL.
  std::string_view code;

  /// "PTX of sm_90a"
  std::string describe() const;
};

/// The pieces in the image's order. Entries of kinds that are no code are left out.
Result<std::vector<GpuImageEntry>> readGpuImage(std::string_view image);

/// The PTX of the highest architecture, or why there is none that can be read.
Result<std::string_view> findPtx(std::string_view image);

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_GPUIMAGE_H
