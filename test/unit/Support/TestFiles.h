// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders and arrays for tests.
#ifndef HALFTONE_TEST_UNIT_SUPPORT_TESTFILES_H
#define HALFTONE_TEST_UNIT_SUPPORT_TESTFILES_H

#include "halftone/Support/AtomicFile.h"
#include "halftone/Support/HostTensor.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace halftone {

/// The shared folder of golden data, or "" where the machine has none.
inline std::string corpusPath() {
  const char *path = std::getenv("HALFTONE_CORPUS");
  return path ? path : "";
}

/// A fresh folder, gone at the end of the test.
class TestFolder {
public:
  TestFolder() {
    std::string pattern = testing::TempDir() + "/halftoneXXXXXX";
    path = ::mkdtemp(pattern.data());
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string file(const std::string &name) const { return path + "/" + name; }
  size_t count() const {
    auto entries = std::filesystem::directory_iterator(path);
    return static_cast<size_t>(std::distance(begin(entries), end(entries)));
  }

private:
  std::string path;
};

/// Elements of many bit patterns, also NaNs and extremes.
inline HostTensor patternTensor(DType type, std::vector<int64_t> shape) {
  HostTensor tensor(type, std::move(shape));
  uint32_t state = 12345 + static_cast<uint32_t>(type);
  for (size_t i = 0; i < tensor.numBytes(); ++i) {
    state = state * 1664525u + 1013904223u;
    uint8_t byte = static_cast<uint8_t>(state >> 24);
    tensor.as<uint8_t>()[i] = type == DType::I1 ? byte & 1 : byte;
  }
  return tensor;
}

/// Without the safety of `writeFile`, whose syncing takes its time.
inline void writeBytes(const std::string &path, std::string_view bytes) {
  // Some file systems sync a file that was emptied and written again.
  std::filesystem::remove(path);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  ASSERT_TRUE(file.good()) << path;
}

inline constexpr DType everyType[] = {DType::F64,      DType::F32,    DType::F16, DType::BF16,
                                      DType::F8E4M3FN, DType::F8E5M2, DType::I1,  DType::I8,
                                      DType::I16,      DType::I32,    DType::I64, DType::UI8,
                                      DType::UI16,     DType::UI32,   DType::UI64};

} // namespace halftone

#endif // HALFTONE_TEST_UNIT_SUPPORT_TESTFILES_H
