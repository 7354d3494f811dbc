// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma.mma_async of one warpgroup: a kernel, its operands and what it must give.
// Operands are laid out in shared memory by the manual's pictures of each swizzle:
// chunk c of 16 bytes of row r of a pattern of 8 rows goes to chunk c ^ r (128 bytes),
// c ^ r / 2 (64) or c ^ r / 4 (32).
#ifndef HALFTONE_TEST_UNIT_EMULATOR_TENSOR_WGMMA_H
#define HALFTONE_TEST_UNIT_EMULATOR_TENSOR_WGMMA_H

#include "Tensor.h"

namespace halftone::emulator::test {

/// One operand in shared memory.
struct Tile {
  size_t rows = 0;   ///< along m or n
  size_t width = 16; ///< bytes of the swizzle; 16: none
  bool alongK = true;
  size_t leading = 0, stride = 0;
  size_t steps = 1; ///< products along k
  size_t bits = 16;
  size_t begin = 0; ///< of the first pattern
  size_t baseOffset = 0;

  Tile() = default;
  Tile(size_t rows, size_t width, bool alongK, size_t bits, size_t steps)
      : rows(rows), width(width), alongK(alongK), steps(steps), bits(bits) {
    size_t groups = 2 * steps; // of 16 bytes along k, or of 8 values
    if (alongK && width > 16) {
      stride = 16 * width; // a gap between patterns
    } else if (alongK) {
      stride = 272;
      leading = stride * (rows / 8) + 16;
    } else if (width > 16) {
      stride = 8 * width;
      leading = stride * groups;
    } else {
      stride = 144;
      leading = stride * (rows / 8) + 16;
    }
  }

  size_t swap(size_t chunk, size_t row) const {
    return width == 128 ? chunk ^ row : width == 64 ? chunk ^ row / 2 : chunk ^ row / 4;
  }
  /// The byte of an element, and the bit in it.
  std::pair<size_t, size_t> place(size_t row, size_t k) const {
    size_t byte = k * bits / 8, bit = k * bits % 8, at = begin;
    if (alongK && width > 16)
      return {at + row / 8 * stride + row % 8 * width + swap(byte / 16, row % 8) * 16 + byte % 16,
              bit};
    if (alongK)
      return {at + row / 8 * stride + byte / 16 * leading + row % 8 * 16 + byte % 16, bit};
    byte = row * 2;
    if (width == 16)
      return {at + byte / 16 * stride + k / 8 * leading + k % 8 * 16 + byte % 16, 0};
    return {at + byte / width * leading + k / 8 * stride + k % 8 * width +
                swap(byte % width / 16, k % 8) * 16 + byte % 16,
            0};
  }
  /// What the descriptor's address grows by for one product.
  size_t advance() const {
    if (alongK)
      return width > 16 ? 32 : 2 * leading;
    return width > 16 ? 2 * stride : 2 * leading;
  }
  uint64_t descriptor() const {
    uint64_t mode = width == 128 ? 1 : width == 64 ? 2 : width == 32 ? 3 : 0;
    return begin >> 4 | (leading >> 4) << 16 | (stride >> 4) << 32 | baseOffset << 49 | mode << 62;
  }
  size_t end(size_t k) const {
    size_t last = 0;
    for (size_t row = 0; row < rows; ++row)
      for (size_t i = 0; i < k; ++i)
        last = std::max(last, place(row, i).first + 8);
    return last;
  }
  void put(std::vector<uint8_t> &memory, size_t row, size_t k, uint64_t value) const {
    auto [byte, bit] = place(row, k);
    uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1, word = 0;
    size_t count = (bits + 7) / 8;
    std::memcpy(&word, &memory[byte], count);
    word = (word & ~(mask << bit)) | (value & mask) << bit;
    std::memcpy(&memory[byte], &word, count);
  }
};

struct Case {
  size_t n = 8;
  std::string a = "f16", b = "f16", d = "f32";
  size_t widthA = 128, widthB = 128;
  bool alongKA = true, alongKB = true;
  bool registersA = false;
  bool negatesA = false, negatesB = false;
  int scaleD = 1; ///< of the first product; 2: in a register
  std::string suffix = "";
  size_t steps = 1;
  size_t baseOffset = 0; ///< of both operands

  bool transposes() const { return a == "f16" || a == "bf16"; }
  bool scales() const { return d != "s32"; }
  size_t k() const { return 256 / bitsOfElement(a); }
  std::string name() const {
    return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) + "k" + std::to_string(k()) +
           "." + d + "." + a + "." + b + suffix;
  }
};

struct Problem {
  Case test;
  uint64_t seed = 5; ///< of the random schedule
  Values a, b, c;
  Tile tileA, tileB;
  std::vector<uint8_t> memory;
  size_t numD, bitsD;

  static Values draw(size_t rows, size_t columns, const std::string &type, Draw draw,
                     unsigned seed) {
    std::mt19937 random(seed);
    return drawMatrix(rows, columns, type, draw, random);
  }

  explicit Problem(const Case &test, Draw how = Draw::SmallIntegers)
      : Problem(test, draw(64, test.k() * test.steps, test.a, how, 31),
                draw(test.k() * test.steps, test.n, test.b, how, 32),
                draw(64, test.n, test.d, how, 33)) {}

  Problem(const Case &test, const Values &a, const Values &b, const Values &c)
      : test(test), a(a), b(b), c(c) {
    bitsD = bitsOfElement(test.d);
    numD = test.n * bitsD / 64;
    tileA = Tile(64, test.widthA, test.alongKA, bitsOfElement(test.a), test.steps);
    tileB = Tile(test.n, test.widthB, test.alongKB, bitsOfElement(test.b), test.steps);
    tileA.baseOffset = tileB.baseOffset = test.baseOffset;
    tileA.begin = 128 * test.baseOffset;
    tileB.begin = (tileA.end(a.columns) + 1023) / 1024 * 1024 + 128 * test.baseOffset;
    memory.resize((tileB.end(b.rows) + 2047) / 2048 * 2048, 0xff);
    for (size_t k = 0; k < a.columns; ++k) {
      for (size_t row = 0; row < 64; ++row)
        tileA.put(memory, row, k, encodeElement(a.at(row, k), test.a));
      for (size_t column = 0; column < test.n; ++column)
        tileB.put(memory, column, k, encodeElement(b.at(k, column), test.b));
    }
  }

  /// Value `i` of thread `thread`'s accumulators.
  static Place placeOfD(size_t thread, size_t i) {
    size_t warp = thread / 32, lane = thread % 32;
    return {16 * warp + lane / 4 + 8 * (i / 2 % 2), i / 4 * 8 + lane % 4 * 2 + i % 2};
  }
  std::vector<uint32_t> accumulators() const {
    std::vector<uint32_t> words(128 * numD);
    for (size_t thread = 0; thread < 128; ++thread)
      for (size_t i = 0; i < test.n / 2; ++i) {
        Place place = placeOfD(thread, i);
        words[thread * numD + i * bitsD / 32] |= static_cast<uint32_t>(
            encodeElement(c.at(place.row, place.column), test.d) << (i * bitsD % 32));
      }
    return words;
  }
  Values results(const uint32_t *words) const {
    Values d(64, test.n);
    for (size_t thread = 0; thread < 128; ++thread)
      for (size_t i = 0; i < test.n / 2; ++i) {
        Place place = placeOfD(thread, i);
        uint32_t word = words[thread * numD + i * bitsD / 32] >> (i * bitsD % 32);
        d.at(place.row, place.column) = decodeElement(bitsD == 16 ? word & 0xffff : word, test.d);
      }
    return d;
  }
  /// A's registers: four for each product.
  std::vector<uint32_t> registersOfA() const {
    std::vector<uint32_t> words(128 * 4 * test.steps);
    size_t bits = bitsOfElement(test.a), perRegister = 32 / bits;
    Layout layout = layoutA(16, perRegister);
    for (size_t thread = 0; thread < 128; ++thread)
      for (size_t step = 0; step < test.steps; ++step)
        for (size_t i = 0; i < 4 * perRegister; ++i) {
          Place place = layout(thread % 32, i);
          uint64_t value = encodeElement(
              a.at(place.row + thread / 32 * 16, place.column + step * test.k()), test.a);
          words[(thread * test.steps + step) * 4 + i / perRegister] |=
              static_cast<uint32_t>(value << (i % perRegister * bits));
        }
    return words;
  }

  Values expected() const {
    Values start = c, sum(64, test.n), size = sum, left = a;
    if (test.scaleD == 0)
      std::fill(start.values.begin(), start.values.end(), 0.0);
    if (test.negatesA != test.negatesB)
      for (double &value : left.values)
        value = -value;
    referenceProduct(left, b, start, sum, size);
    return sum;
  }

  std::string product(size_t step) const {
    std::string text = "  " + test.name() + "\n    " + registerList("d", 0, numD) + ", ";
    if (test.registersA)
      text += registerList("a", 4 * step, 4);
    else
      text += "%descA";
    text += ", %descB, ";
    text += test.scaleD == 2 ? "%p" : step == 0 && test.scaleD == 0 ? "0" : "1";
    if (test.scales())
      text += std::string(test.negatesA ? ", -1" : ", 1") + (test.negatesB ? ", -1" : ", 1");
    if (test.transposes() && !test.registersA)
      text += test.alongKA ? ", 0" : ", 1";
    if (test.transposes())
      text += test.alongKB ? ", 0" : ", 1";
    return text + ";\n";
  }

  /// `before` runs between the products and the wait, `after` follows the wait.
  std::string text(const std::string &before = "", const std::string &after = "") const {
    size_t numA = 4 * test.steps;
    std::string ptx =
        ".version 8.4\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 s[];\n"
        ".visible .entry k(.param .u64 mem, .param .u32 bytes, .param .u64 pc, .param .u64 pa, "
        ".param .u64 pd, .param .u64 da, .param .u64 db) {\n"
        "  .reg .b64 %rd<8>, %descA, %descB, %base;\n  .reg .b32 %t<8>, %x<4>, %d<128>, %a<64>;\n"
        "  .reg .pred %p, %q;\n"
        "  mov.u32 %t0, %tid.x;\n  mov.u32 %t1, s;\n  shl.b32 %t2, %t0, 4;\n"
        "  ld.param.u64 %rd0, [mem];\n  ld.param.u32 %t3, [bytes];\n"
        "LOOP:\n  cvt.u64.u32 %rd1, %t2;\n  add.u64 %rd1, %rd0, %rd1;\n"
        "  ld.global.v4.b32 {%x0, %x1, %x2, %x3}, [%rd1];\n  add.u32 %t4, %t1, %t2;\n"
        "  st.shared.v4.b32 [%t4], {%x0, %x1, %x2, %x3};\n  add.u32 %t2, %t2, 2048;\n"
        "  setp.lt.u32 %q, %t2, %t3;\n  @%q bra LOOP;\n"
        "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n"
        "  shr.u32 %t1, %t1, 4;\n  cvt.u64.u32 %base, %t1;\n  ld.param.u64 %descA, [da];\n"
        "  add.u64 %descA, %descA, %base;\n  ld.param.u64 %descB, [db];\n"
        "  add.u64 %descB, %descB, %base;\n  setp.eq.u32 %p, %t0, %t0;\n"
        "  ld.param.u64 %rd2, [pc];\n  mad.wide.u32 %rd2, %t0, " +
        std::to_string(4 * numD) +
        ", %rd2;\n  ld.param.u64 %rd3, [pd];\n  mad.wide.u32 %rd3, %t0, " +
        std::to_string(4 * numD) +
        ", %rd3;\n  ld.param.u64 %rd4, [pa];\n  mad.wide.u32 %rd4, %t0, " +
        std::to_string(4 * numA) + ", %rd4;\n";
    for (size_t i = 0; i < numD; ++i)
      ptx += "  ld.global.b32 %d" + std::to_string(i) + ", [%rd2+" + std::to_string(4 * i) + "];\n";
    for (size_t i = 0; test.registersA && i < numA; ++i)
      ptx += "  ld.global.b32 %a" + std::to_string(i) + ", [%rd4+" + std::to_string(4 * i) + "];\n";
    ptx += "  wgmma.fence.sync.aligned;\n";
    for (size_t step = 0; step < test.steps; ++step) {
      ptx += product(step);
      ptx += "  add.u64 %descA, %descA, " + std::to_string(tileA.advance() >> 4) +
             ";\n  add.u64 %descB, %descB, " + std::to_string(tileB.advance() >> 4) + ";\n";
    }
    ptx += "  wgmma.commit_group.sync.aligned;\n" + before +
           "  wgmma.wait_group.sync.aligned 0;\n" + after;
    for (size_t i = 0; i < numD; ++i)
      ptx += "  st.global.b32 [%rd3+" + std::to_string(4 * i) + "], %d" + std::to_string(i) + ";\n";
    return ptx + "  ret;\n}\n";
  }

  Values run(Schedule schedule = Schedule::Default, const std::string &before = "",
             const std::string &after = "", bool asksLegality = true, bool hardware = false) {
    std::string ptx = text(before, after);
    if (asksLegality)
      checkLegal(ptx);
    Device device(ptx);
    device.options.schedule = schedule;
    device.options.seed = seed;
    device.options.hardwareSums = hardware;
    uint32_t *d = device.array(std::vector<uint32_t>(128 * numD));
    device.run("k", {1}, {128},
               {device.array(memory), static_cast<uint32_t>(memory.size()),
                device.array(accumulators()), device.array(registersOfA()), d, tileA.descriptor(),
                tileB.descriptor()},
               memory.size());
    return results(d);
  }
};

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_TENSOR_WGMMA_H
