// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "halftone/Support/Chip.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using namespace halftone;
using enum ProductFormat;
using enum TypeSupport;

namespace {

TEST(Chip, TypesOfChips) {
  EXPECT_EQ(findChip("sm_70")->of(F16), Native);
  EXPECT_EQ(findChip("sm_75")->of(BF16), Absent);
  EXPECT_EQ(findChip("sm_75")->of(TF32), Absent);
  EXPECT_EQ(findChip("sm_80")->of(BF16), Native);
  EXPECT_EQ(findChip("sm_86")->of(E4M3), Absent);
  EXPECT_EQ(findChip("sm_89")->of(E4M3), Native);
  EXPECT_EQ(findChip("sm_90")->of(E5M2), Emulated);
  EXPECT_EQ(findChip("sm_90a")->of(E5M2), Native);
  EXPECT_EQ(findChip("gfx90a")->of(TF32), Absent);
  EXPECT_EQ(findChip("gfx942")->of(E4M3), Absent) << "FNUZ is another type";
  EXPECT_EQ(findChip("cpu")->of(BF16), Emulated);
  for (const Chip &chip : knownChips())
    EXPECT_EQ(chip.of(F32), Native) << chip.name;
}

TEST(Chip, NamesAreFoundOnce) {
  for (const Chip &chip : knownChips())
    EXPECT_EQ(findChip(chip.name)->arch, chip.arch) << chip.name;
  EXPECT_TRUE(findChip("sm_90a")->exact);
  EXPECT_FALSE(findChip("sm_90")->exact);
}

TEST(Chip, OthersAreLikeTheLastBeforeThem) {
  EXPECT_EQ(findChip("sm_61")->of(F16), Emulated);
  EXPECT_EQ(findChip("sm_103")->of(BF16), Native);
  EXPECT_EQ(findChip("sm_103")->of(E4M3), Emulated);
  EXPECT_EQ(findChip("sm_103a")->of(E4M3), Native);
  EXPECT_TRUE(findChip("sm_103a")->exact);
  EXPECT_EQ(findChip("sm_103a")->arch, 103);
  EXPECT_EQ(findChip("sm_103a")->ptxVersion, 0) << "there is no code for it";
  EXPECT_EQ(findChip("sm_30")->of(F16), Absent);
}

/// The table of docs/PrecisionReport.md has a row for each chip that says what the data says.
TEST(Chip, DocumentedAsItIs) {
  std::ifstream file(std::string(HALFTONE_SOURCE_DIR) + "/docs/PrecisionReport.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const Chip &chip : knownChips()) {
    std::string row = "\n| `" + chip.name + "` |";
    for (ProductFormat format : {F32, TF32, F16, BF16, E4M3, E5M2})
      row += " " + std::string(toString(chip.of(format))) + " |";
    row += " " + chip.note;
    EXPECT_NE(page.str().find(row), std::string::npos) << "no such row in the page:" << row;
  }
}

TEST(Chip, WhatIsNoChip) {
  for (const char *name :
       {"", "vax", "sm_", "sm_x", "sm_80b", "sm_80aa", "sm_-80", "sm_0", "gfx999", "SM_80"})
    EXPECT_FALSE(findChip(name)) << name;
}

} // namespace
