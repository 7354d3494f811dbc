// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma.sp: A with two of four values along k, and metadata in the lanes that the
// manual's pictures show. Each row of 16-bit values has 16 bits of metadata for 16
// along k: rows q and q + 8 in one lane's low and high half. Each row of 8-bit (4-bit)
// values has a lane's 32 bits for 32 (64) along k: row q in a lane, row q + 8 in the next.
#include "Tensor.h"

#include <algorithm>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

struct Form {
  size_t k;
  std::string a, b, accumulator;
  size_t selectors; ///< how many there are
};

void check(const Form &form, size_t selector, const std::string &sp) {
  std::mt19937 random(41);
  size_t bits = bitsOfElement(form.a), kept = form.k / 2;
  Values full(16, form.k), compressed(16, kept);
  // Of each unit (a value; of 4 bits a pair) the index among four (two of tf32).
  bool pairs = bits == 4, tf32 = form.a == "tf32";
  size_t unit = pairs ? 2 : 1, units = kept / unit;
  std::vector<std::vector<unsigned>> codes(16, std::vector<unsigned>(units));
  for (size_t row = 0; row < 16; ++row)
    for (size_t group = 0; group < units; group += tf32 ? 1 : 2) {
      size_t first = random() % 3, second = first + 1 + random() % (3 - first);
      size_t only = random() % 2;
      for (size_t e = 0; e < (tf32 ? 1 : 2); ++e) {
        size_t index = tf32 ? only : e == 0 ? first : second;
        codes[row][group + e] = static_cast<unsigned>(tf32 ? (only ? 0b1110 : 0b0100) : index);
        for (size_t v = 0; v < unit; ++v) {
          Values drawn = drawMatrix(1, 1, form.a, Draw::SmallIntegers, random);
          size_t column = tf32 ? 2 * group + index : group / 2 * 4 * unit + index * unit + v;
          full.at(row, column) = drawn.values[0];
          compressed.at(row, (group + e) * unit + v) = drawn.values[0];
        }
      }
    }
  Values b = drawMatrix(form.k, 8, form.b, Draw::SmallIntegers, random);
  Values c = drawMatrix(16, 8, form.accumulator, Draw::SmallIntegers, random);
  Values sum(16, 8), size(16, 8);
  referenceProduct(full, b, c, sum, size);

  // Metadata: chunks of 16 (halves) or 32 bits, one for each 16 bytes of a row of A.
  size_t codeBits = tf32 ? 4 : 2, unitsPerChunk = (bits >= 16 ? 16 : 32) / codeBits;
  size_t chunks = units / unitsPerChunk;
  size_t lanesUsed = chunks * (bits >= 16 ? 1 : 2);
  std::vector<std::vector<uint32_t>> metadata(32, std::vector<uint32_t>{0xdeadbeef});
  for (size_t quad = 0; quad < 8; ++quad)
    for (size_t lane = 0; lane < lanesUsed; ++lane) {
      uint32_t word = 0;
      for (size_t i = 0; i < unitsPerChunk; ++i)
        if (bits >= 16) {
          word |= codes[quad][lane * unitsPerChunk + i] << (codeBits * i);
          word |= codes[quad + 8][lane * unitsPerChunk + i] << (16 + codeBits * i);
        } else {
          word |= codes[quad + 8 * (lane % 2)][lane / 2 * unitsPerChunk + i] << (codeBits * i);
        }
      metadata[4 * quad + selector * lanesUsed + lane][0] = word;
    }

  size_t per = 32 / bits;
  auto fragmentA = packFragment(compressed, form.a, layoutA(16, per));
  auto fragmentB = packFragment(b, form.b, layoutB(per));
  auto fragmentC = packFragment(c, form.accumulator, layoutC());
  size_t numA = fragmentA[0].size(), numB = fragmentB[0].size(), numC = fragmentC[0].size();
  WarpRun warp;
  warp.version = "8.5";
  std::string body = "mma." + sp + ".sync.aligned.m16n8k" + std::to_string(form.k) + ".row.col." +
                     form.accumulator + "." + form.a + "." + form.b + "." + form.accumulator + " " +
                     registerList("o", 0, numC) + ", " + registerList("r", 0, numA) + ", " +
                     registerList("r", numA, numB) + ", " + registerList("r", numA + numB, numC) +
                     ", %r" + std::to_string(numA + numB + numC) + ", " + std::to_string(selector) +
                     ";";
  SCOPED_TRACE(body);
  auto result = warp.run(body, joinRegisters({fragmentA, fragmentB, fragmentC, metadata}), numC);
  EXPECT_EQ(unpackFragment(result, 16, 8, form.accumulator, layoutC()).values, sum.values);
}

} // namespace

TEST(TensorSparse, EveryFormAndSelector) {
  for (const Form &form : {Form{16, "f16", "f16", "f32", 4}, Form{16, "f16", "f16", "f16", 4},
                           Form{32, "f16", "f16", "f32", 2}, Form{32, "f16", "f16", "f16", 2},
                           Form{16, "bf16", "bf16", "f32", 4}, Form{32, "bf16", "bf16", "f32", 2},
                           Form{8, "tf32", "tf32", "f32", 4}, Form{16, "tf32", "tf32", "f32", 2},
                           Form{64, "e4m3", "e4m3", "f32", 1}, Form{64, "e5m2", "e4m3", "f32", 1},
                           Form{32, "s8", "s8", "s32", 2}, Form{32, "u8", "s8", "s32", 2},
                           Form{64, "s8", "u8", "s32", 1}, Form{64, "s4", "s4", "s32", 2},
                           Form{128, "s4", "u4", "s32", 1}})
    for (size_t selector = 0; selector < form.selectors; ++selector)
      check(form, selector, "sp::ordered_metadata");
  check({32, "f16", "f16", "f32", 2}, 1, "sp");
}
