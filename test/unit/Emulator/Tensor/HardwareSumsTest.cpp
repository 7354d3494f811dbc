// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `LaunchOptions::hardwareSums` in mma.sync against a second model.
#include "HardwareModel.h"

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Chip {
  const char *target, *version;
  int fraction;       ///< F
  size_t bytesAtOnce; ///< of one row of A
};

struct Form {
  std::string a, b, accumulator;
  size_t k;
};

Values run(const Chip &chip, const Form &form, const Values &a, const Values &b, const Values &c,
           bool hardware) {
  size_t per = 32 / bitsOfElement(form.a);
  auto fragmentA = packFragment(a, form.a, layoutA(16, per));
  auto fragmentB = packFragment(b, form.b, layoutB(per));
  auto fragmentC = packFragment(c, form.accumulator, layoutC());
  size_t numA = fragmentA[0].size(), numB = fragmentB[0].size(), numC = fragmentC[0].size();
  WarpRun warp;
  warp.target = chip.target;
  warp.version = chip.version;
  warp.legalityIsAsked = false; // asked elsewhere
  warp.options.hardwareSums = hardware;
  std::string body = "mma.sync.aligned.m16n8k" + std::to_string(form.k) + ".row.col." +
                     form.accumulator + "." + form.a + "." + form.b + "." + form.accumulator + " " +
                     registerList("o", 0, numC) + ", " + registerList("r", 0, numA) + ", " +
                     registerList("r", numA, numB) + ", " + registerList("r", numA + numB, numC) +
                     ";";
  auto result = warp.run(body, joinRegisters({fragmentA, fragmentB, fragmentC}), numC);
  return unpackFragment(result, 16, 8, form.accumulator, layoutC());
}

void check(const Chip &chip, const Form &form) {
  SCOPED_TRACE(std::string(chip.target) + " " + form.a + " " + form.b + " " + form.accumulator +
               " k" + std::to_string(form.k));
  bool f8 = bitsOfElement(form.a) == 8;
  std::string target = chip.target;
  // FP8 is a product of f16 on sm_90, and keeps 13 bits on sm_89.
  bool asHalves = f8 && target == "sm_90a";
  std::string typeA = asHalves ? "f16" : form.a, typeB = asHalves ? "f16" : form.b;
  int fraction = f8 && target == "sm_89" ? 13 : chip.fraction;
  size_t count = chip.bytesAtOnce / (bitsOfElement(typeA) / 8);
  size_t differing = 0;
  for (unsigned seed = 0; seed < 2; ++seed) {
    std::mt19937 random(seed);
    Values a = drawWide(16, form.k, form.a, random), b = drawWide(form.k, 8, form.b, random);
    Values c = drawWide(16, 8, form.accumulator, random);
    Values expected(16, 8);
    for (size_t row = 0; row < 16; ++row)
      for (size_t column = 0; column < 8; ++column) {
        double sum = c.at(row, column);
        for (size_t k = 0; k < form.k; k += count)
          sum = sumOnce(form.accumulator, typeA, typeB, a, b, row, column, k,
                        std::min(count, form.k - k), sum, fraction);
        expected.at(row, column) = sum;
      }
    Values actual = run(chip, form, a, b, c, true), exact = run(chip, form, a, b, c, false);
    for (size_t i = 0; i < actual.values.size(); ++i) {
      EXPECT_EQ(actual.values[i], expected.values[i]) << seed << " " << i;
      differing += actual.values[i] != exact.values[i];
    }
  }
  if (form.accumulator == "f32") { // f16 rounds to nearest in the end
    EXPECT_GT(differing, 0u) << "truncation shows somewhere";
  }
}

} // namespace

TEST(TensorHardwareSums, AgreeWithTheWideModel) {
  Chip turing{"sm_75", "7.0", 24, 16}, ampere{"sm_80", "7.0", 24, 16}, ada{"sm_89", "8.4", 24, 16},
      hopper{"sm_90a", "8.4", 25, 32};
  check(turing, {"f16", "f16", "f32", 8});
  check(turing, {"f16", "f16", "f16", 8});
  for (const Chip &chip : {ampere, ada, hopper}) {
    check(chip, {"f16", "f16", "f32", 16});
    check(chip, {"f16", "f16", "f32", 8});
    check(chip, {"f16", "f16", "f16", 16});
    check(chip, {"bf16", "bf16", "f32", 16});
    check(chip, {"tf32", "tf32", "f32", 8});
    check(chip, {"tf32", "tf32", "f32", 4});
  }
  for (const Chip &chip : {ada, hopper}) {
    check(chip, {"e4m3", "e4m3", "f32", 32});
    check(chip, {"e5m2", "e5m2", "f32", 32});
    check(chip, {"e5m2", "e5m2", "f16", 32});
    check(chip, {"e4m3", "e5m2", "f32", 32});
    check(chip, {"e5m2", "e4m3", "f32", 32});
  }
}

TEST(TensorHardwareSums, KnownCases) {
  // 1 + 2^-24 + 2^-24: in f32 each sum is 1 again; Hopper's 25 bits keep both, Ampere's
  // 24, too; and 2^-25 twice stays on Hopper alone.
  for (auto [target, small, expected] :
       {std::tuple{"sm_80", 0x1p-24, 1 + 0x1p-23}, std::tuple{"sm_90a", 0x1p-24, 1 + 0x1p-23},
        std::tuple{"sm_80", 0x1p-25, 1.0}, std::tuple{"sm_90a", 0x1p-25, 1.0}}) {
    Values a(16, 8), b(8, 8), c(16, 8);
    for (size_t i = 0; i < 16; ++i)
      for (size_t k = 0; k < 2; ++k)
        a.at(i, k) = small * 4096;
    for (size_t i = 0; i < 8; ++i)
      for (size_t k = 0; k < 2; ++k)
        b.at(k, i) = 0x1p-12;
    std::fill(c.values.begin(), c.values.end(), 1.0);
    Values actual = run({target, "8.0", 0, 0}, {"f16", "f16", "f32", 8}, a, b, c, true);
    EXPECT_EQ(actual.at(0, 0), expected) << target << " " << small;
    EXPECT_EQ(run({target, "8.0", 0, 0}, {"f16", "f16", "f32", 8}, a, b, c, false).at(0, 0), 1.0);
  }
}

TEST(TensorHardwareSums, InfinityAndNaN) {
  Values a(16, 8), b(8, 8), c(16, 8);
  double infinity = INFINITY;
  for (size_t i = 0; i < 8; ++i)
    a.at(i, 0) = 1;
  b.at(0, 0) = infinity;
  c.at(1, 0) = -infinity;
  for (const char *accumulator : {"f32", "f16"}) {
    Values d = run({"sm_90a", "8.0", 0, 0}, {"f16", "f16", accumulator, 8}, a, b, c, true);
    EXPECT_EQ(d.at(0, 0), infinity);
    EXPECT_TRUE(std::isnan(d.at(1, 0)));
    EXPECT_TRUE(std::isnan(d.at(8, 0))); // 0 * infinity
    EXPECT_EQ(d.at(0, 1), 0);
  }
}
