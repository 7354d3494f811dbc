// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries, cubins and PTX text as images of modules.
#include "halftone/Runtime/GpuImage.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>

using namespace halftone;
using namespace halftone::runtime;

namespace {

void append(std::string &out, const auto &value) {
  out.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// An entry as `fatbinary` lays it out; `headerBytes` is 64, or 80 with options.
std::string entry(uint16_t kind, uint32_t arch, uint64_t flags, std::string payload,
                  uint32_t headerBytes = 64) {
  payload.append((8 - payload.size() % 8) % 8, '\0');
  std::string out;
  append(out, kind);
  append(out, uint16_t{0x101});
  append(out, headerBytes);
  append(out, uint64_t{payload.size()});
  append(out, uint64_t{0});
  append(out, uint16_t{0});
  append(out, uint16_t{8});
  append(out, arch);
  append(out, uint64_t{0});
  append(out, flags);
  out.append(headerBytes - out.size(), '\0');
  return out + payload;
}

std::string fatBinary(const std::string &entries) {
  std::string out;
  append(out, uint32_t{0xBA55ED50});
  append(out, uint16_t{1});
  append(out, uint16_t{16});
  append(out, uint64_t{entries.size()});
  return out + entries;
}

const std::string ptx80 = ".version 7.0\n.target sm_80\n";
const std::string ptx90a = ".version 8.0\n.target sm_90a\n";
const std::string cubin = "\177ELF code";

TEST(GpuImage, ReadsPtxText) {
  std::string image = ptx90a + '\0' + "rest";
  auto entries = readGpuImage(image);
  ASSERT_TRUE(entries) << entries.error();
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ((*entries)[0].describe(), "PTX of sm_90a");
  EXPECT_EQ((*entries)[0].code, ptx90a);
}

TEST(GpuImage, ReadsCubin) {
  auto entries = readGpuImage(cubin);
  ASSERT_TRUE(entries) << entries.error();
  EXPECT_EQ((*entries)[0].describe(), "cubin");
}

TEST(GpuImage, ReadsFatBinary) {
  std::string image = fatBinary(entry(2, 80, 0x11, cubin) + entry(16, 80, 0x11, "no code") +
                                entry(1, 80, 0x11, ptx80 + '\0', 80) +
                                entry(2, 90, 0x100011, cubin) + entry(1, 90, 0x8011, "zstd"));
  image += "what follows in memory";
  auto entries = readGpuImage(image);
  ASSERT_TRUE(entries) << entries.error();
  ASSERT_EQ(entries->size(), 4u);
  EXPECT_EQ((*entries)[0].describe(), "cubin of sm_80");
  EXPECT_EQ((*entries)[1].describe(), "PTX of sm_80");
  EXPECT_EQ((*entries)[1].code, ptx80);
  EXPECT_EQ((*entries)[2].describe(), "cubin of sm_90a");
  EXPECT_TRUE((*entries)[3].compressed);
}

TEST(GpuImage, FindsThePtxOfTheHighestArchitecture) {
  std::string image = fatBinary(entry(1, 80, 0x11, ptx80) + entry(1, 90, 0x100011, ptx90a) +
                                entry(1, 100, 0x8011, "zstd"));
  auto ptx = findPtx(image);
  ASSERT_TRUE(ptx) << ptx.error();
  EXPECT_EQ(*ptx, ptx90a);
}

TEST(GpuImage, SaysWhatThereIsInsteadOfPtx) {
  std::string image = fatBinary(entry(2, 80, 0x11, cubin) + entry(1, 80, 0x8011, "zstd"));
  EXPECT_EQ(
      findPtx(image).error(),
      "expected PTX, got cubin of sm_80, compressed PTX of sm_80; the zstd data of the PTX of "
      "sm_80 cannot be read");
  EXPECT_EQ(findPtx(fatBinary("")).error(), "expected PTX, got nothing");
  EXPECT_EQ(findPtx("hello").error(), "expected a fat binary, a cubin or PTX text");
  EXPECT_EQ(findPtx("").error(), "expected a fat binary, a cubin or PTX text");
}

TEST(GpuImage, RefusesWhatIsCutOff) {
  std::string image = fatBinary(entry(2, 80, 0x11, cubin) + entry(1, 80, 0x11, ptx80));
  for (size_t size = 4; size < image.size(); ++size) {
    // A copy of its own, so that a sanitizer sees reads past the end.
    std::string part(image, 0, size);
    EXPECT_TRUE(readGpuImage(part).error().starts_with("malformed fat binary: ")) << size;
  }
}

TEST(GpuImage, RefusesEntriesLongerThanTheFile) {
  std::string good = fatBinary(entry(1, 80, 0x11, ptx80));
  for (uint64_t size : {uint64_t{1} << 40, UINT64_MAX, UINT64_MAX - 63}) {
    std::string bad = good;
    std::memcpy(bad.data() + 16 + 8, &size, sizeof size);
    EXPECT_EQ(readGpuImage(bad).error(), "malformed fat binary: an entry is longer than the file");
  }
  std::string bad = good;
  bad[16 + 4] = 0; // the entry's header has no bytes
  EXPECT_EQ(readGpuImage(bad).error(), "malformed fat binary: an entry is longer than the file");
}

} // namespace
