// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX out of the files that nvcc writes: fat binaries with each compression, and a
// host's object file; and damaged ones.
#include "../Device.h"

#include "halftone/Emulator/Image.h"

#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

class ImageFile : public testing::TestWithParam<const char *> {};

const char *const files[] = {"image.none.fatbin", "image.speed.fatbin", "image.size.fatbin",
                             "image.elf"};

} // namespace

INSTANTIATE_TEST_SUITE_P(Files, ImageFile, testing::ValuesIn(files), [](auto &info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

TEST_P(ImageFile, HoldsPtxThatRuns) {
  std::string image = readInput(GetParam());
  Result<std::vector<ImageEntry>> entries = readImage(image);
  ASSERT_TRUE(entries) << entries.error();
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].describe(), "PTX of sm_80");
  EXPECT_EQ((*entries)[1].describe(), "PTX of sm_90a");
  Result<std::string> ptx = ptxOfImage(image);
  ASSERT_TRUE(ptx) << ptx.error();
  Device device(*ptx);
  ASSERT_NE(device.module, nullptr);
  EXPECT_EQ(device.module->target(), "sm_90a");
  int *out = device.array(std::vector<int>(1));
  device.run("answer", {1}, {2}, {out});
  EXPECT_EQ(*out, 42);
}

TEST_P(ImageFile, DamagedFilesAreRefusedOrRead) {
  std::string whole = readInput(GetParam());
  for (size_t length = 0; length < whole.size(); length += 13)
    (void)ptxOfImage(whole.substr(0, length));
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string image = whole;
    for (size_t edits = 1 + random() % 4; edits; --edits)
      image[random() % image.size()] = static_cast<char>(random());
    Result<std::string> ptx = ptxOfImage(image);
    if (!ptx) {
      EXPECT_FALSE(ptx.error().empty());
    }
  }
}

TEST(EmulatorImage, HostFilesWithoutCode) {
  std::string image = readInput("image.elf");
  size_t at;
  while ((at = image.find(".nv_fatbin")) != std::string::npos)
    image.replace(at, 10, ".no_fatbin");
  EXPECT_EQ(ptxOfImage(image).error(), "the ELF file has no section '.nv_fatbin' with code");
  EXPECT_EQ(ptxOfImage(image.substr(0, 64)).error(),
            "malformed ELF file: its sections are not in it");
}
