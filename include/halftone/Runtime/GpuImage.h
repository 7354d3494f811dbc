// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of modules by the runtime's names; the emulator reads them (Emulator/Image.h).
#ifndef HALFTONE_RUNTIME_GPUIMAGE_H
#define HALFTONE_RUNTIME_GPUIMAGE_H

#include "halftone/Emulator/Image.h"

namespace halftone::runtime {

using GpuImageEntry = emulator::ImageEntry;

inline Result<std::vector<GpuImageEntry>> readGpuImage(std::string_view image) {
  return emulator::readImage(image);
}

/// The PTX of the highest architecture that can be read, or why there is none.
inline Result<std::string> findPtx(std::string_view image) { return emulator::ptxOfImage(image); }

} // namespace halftone::runtime

#endif // HALFTONE_RUNTIME_GPUIMAGE_H
