// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of Tensor Core instructions share: one warp that runs an instruction
// on registers given by lane, values as the bits of each type, and the fragments as
// the PTX manual's formulas lay them out.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_TENSOR_TENSOR_H
#define HALFTONE_TEST_UNIT_EMULATOR_TENSOR_TENSOR_H

#include "../Instruction.h"

#include "halftone/Support/FloatBits.h"

#include <bit>
#include <cmath>
#include <functional>
#include <random>

namespace halftone::emulator::test {

/// A matrix of values that its type holds exactly.
struct Values {
  size_t rows, columns;
  std::vector<double> values;
  Values(size_t rows, size_t columns) : rows(rows), columns(columns), values(rows * columns) {}
  double &at(size_t row, size_t column) { return values[row * columns + column]; }
  double at(size_t row, size_t column) const { return values[row * columns + column]; }
};

inline size_t bitsOfElement(const std::string &type) {
  if (type == "f64")
    return 64;
  if (type == "f16" || type == "bf16")
    return 16;
  if (type == "e4m3" || type == "e5m2" || type == "s8" || type == "u8")
    return 8;
  if (type == "s4" || type == "u4")
    return 4;
  return type == "b1" ? 1 : 32;
}

/// The bits of the value nearest to `value` in a type.
inline uint64_t encodeElement(double value, const std::string &type) {
  float single = static_cast<float>(value);
  if (type == "f64")
    return std::bit_cast<uint64_t>(value);
  if (type == "f16")
    return narrowF16(single);
  if (type == "bf16")
    return narrowBF16(single);
  if (type == "e4m3")
    return narrowF8E4M3FN(single);
  if (type == "e5m2")
    return narrowF8E5M2(single);
  if (type == "f32")
    return std::bit_cast<uint32_t>(single);
  if (type == "tf32")
    return std::bit_cast<uint32_t>(single) | 0x1a5u; // low bits that are dropped
  uint64_t mask = (uint64_t{1} << bitsOfElement(type)) - 1;
  return static_cast<uint64_t>(static_cast<int64_t>(value)) & mask;
}

inline double decodeElement(uint64_t bits, const std::string &type) {
  if (type == "f64")
    return std::bit_cast<double>(bits);
  if (type == "f16")
    return widenF16(static_cast<uint16_t>(bits));
  if (type == "bf16")
    return widenBF16(static_cast<uint16_t>(bits));
  if (type == "e4m3")
    return widenF8E4M3FN(static_cast<uint8_t>(bits));
  if (type == "e5m2")
    return widenF8E5M2(static_cast<uint8_t>(bits));
  if (type == "f32")
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == "tf32")
    return std::bit_cast<float>(static_cast<uint32_t>(bits) & 0xffffe000u);
  size_t unused = 64 - bitsOfElement(type);
  if (type[0] == 's')
    return static_cast<double>(static_cast<int64_t>(bits << unused) >> unused);
  return static_cast<double>(bits << unused >> unused);
}

/// How large random values are.
enum class Draw { SmallIntegers, Random };

inline Values drawMatrix(size_t rows, size_t columns, const std::string &type, Draw draw,
                         std::mt19937 &random) {
  Values result(rows, columns);
  for (double &value : result.values) {
    if (type[0] == 's' || type[0] == 'u' || type == "b1") {
      value = decodeElement(random(), type == "s32" ? "s8" : type); // sums stay small
      if (type == "s32")
        value = decodeElement(random(), type) / (draw == Draw::SmallIntegers ? 16 : 1);
      value = std::trunc(value);
    } else if (draw == Draw::SmallIntegers) {
      value = static_cast<double>(static_cast<int>(random() % 7) - 3);
    } else {
      value = std::uniform_real_distribution<float>(-2, 2)(random);
      value = decodeElement(encodeElement(value, type), type);
    }
  }
  return result;
}

/// Where lane `lane` has value `i` of a fragment.
struct Place {
  size_t row, column;
};
using Layout = std::function<Place(size_t lane, size_t i)>;

/// A of m x k: `perRegister` values in each register.
inline Layout layoutA(size_t m, size_t perRegister) {
  return [=](size_t lane, size_t i) -> Place {
    size_t group = lane >> 2, inGroup = lane % 4, word = i / perRegister;
    size_t column = inGroup * perRegister + i % perRegister;
    if (m == 8)
      return {group, column + word * 4 * perRegister};
    return {word % 2 == 0 ? group : group + 8, column + word / 2 * 4 * perRegister};
  };
}
inline Layout layoutB(size_t perRegister) {
  return [=](size_t lane, size_t i) -> Place {
    size_t group = lane >> 2, inGroup = lane % 4;
    return {inGroup * perRegister + i % perRegister + i / perRegister * 4 * perRegister, group};
  };
}
inline Layout layoutC() {
  return [](size_t lane, size_t i) -> Place {
    return {(lane >> 2) + (i % 4 < 2 ? 0 : 8), lane % 4 * 2 + (i & 1) + i / 4 * 8};
  };
}

/// The registers of a fragment, by lane: 32-bit words, or for f64 pairs of them.
inline std::vector<std::vector<uint32_t>> packFragment(const Values &matrix,
                                                       const std::string &type, Layout layout) {
  size_t bits = bitsOfElement(type), perLane = matrix.values.size() / 32;
  std::vector<std::vector<uint32_t>> lanes(32, std::vector<uint32_t>((perLane * bits + 31) / 32));
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t i = 0; i < perLane; ++i) {
      Place place = layout(lane, i);
      uint64_t value = encodeElement(matrix.at(place.row, place.column), type);
      lanes[lane][i * bits / 32] |= static_cast<uint32_t>(value << (i * bits % 32));
      if (bits == 64)
        lanes[lane][2 * i + 1] = static_cast<uint32_t>(value >> 32);
    }
  return lanes;
}

inline Values unpackFragment(const std::vector<std::vector<uint32_t>> &lanes, size_t rows,
                             size_t columns, const std::string &type, Layout layout) {
  Values result(rows, columns);
  size_t bits = bitsOfElement(type), perLane = rows * columns / 32;
  for (size_t lane = 0; lane < 32; ++lane)
    for (size_t i = 0; i < perLane; ++i) {
      Place place = layout(lane, i);
      uint64_t value = lanes[lane][i * bits / 32] >> (i * bits % 32);
      if (bits == 64)
        value = lanes[lane][2 * i] | uint64_t{lanes[lane][2 * i + 1]} << 32;
      else if (bits == 16)
        value &= 0xffff;
      result.at(place.row, place.column) = decodeElement(value, type);
    }
  return result;
}

/// "{%r0, %r1}", from register `first` on.
inline std::string registerList(const std::string &prefix, size_t first, size_t count) {
  std::string list = "{";
  for (size_t i = 0; i < count; ++i)
    list += (i ? ", %" : "%") + prefix + std::to_string(first + i);
  return list + "}";
}

/// Runs `body` in one warp: registers %r0 … hold `input` of the lane (%d0 … for 64
/// bits, two words each), and the first `results` of %o0 … (%q0 …) come back.
struct WarpRun {
  std::string target = "sm_90a", version = "8.4";
  bool wide = false;
  bool legalityIsAsked = true;
  LaunchOptions options;

  std::string text(const std::string &body, size_t inputs, size_t results) const {
    std::string ptx = ".version " + version + "\n.target " + target + "\n.address_size 64\n";
    ptx += ".visible .entry k(.param .u64 in, .param .u64 out) {\n  .reg .b64 %rd<4>;\n"
           "  .reg .b32 %t;\n  .reg .b32 %r<" +
           std::to_string(inputs + 1) + ">;\n  .reg .b32 %o<" + std::to_string(results + 1) +
           ">;\n  .reg .b64 %d<" + std::to_string(inputs + 1) + ">;\n  .reg .b64 %q<" +
           std::to_string(results + 1) + ">;\n  mov.u32 %t, %laneid;\n";
    size_t bytes = wide ? 8 : 4;
    std::string type = wide ? "b64" : "b32", in = wide ? "%d" : "%r", out = wide ? "%q" : "%o";
    ptx += "  ld.param.u64 %rd0, [in];\n  mad.wide.u32 %rd0, %t, " +
           std::to_string(bytes * inputs) + ", %rd0;\n";
    ptx += "  ld.param.u64 %rd1, [out];\n  mad.wide.u32 %rd1, %t, " +
           std::to_string(bytes * results) + ", %rd1;\n";
    for (size_t i = 0; i < inputs; ++i)
      ptx += "  ld.global." + type + " " + in + std::to_string(i) + ", [%rd0+" +
             std::to_string(bytes * i) + "];\n";
    ptx += "  " + body + "\n";
    for (size_t i = 0; i < results; ++i)
      ptx += "  st.global." + type + " [%rd1+" + std::to_string(bytes * i) + "], " + out +
             std::to_string(i) + ";\n";
    return ptx + "  ret;\n}\n";
  }

  std::vector<std::vector<uint32_t>>
  run(const std::string &body, const std::vector<std::vector<uint32_t>> &input, size_t results) {
    size_t words = wide ? 2 : 1, inputs = input[0].size() / words;
    std::string ptx = text(body, inputs, results);
    if (legalityIsAsked)
      checkLegal(ptx);
    Device device(ptx);
    device.options = options;
    std::vector<uint32_t> flat;
    for (const std::vector<uint32_t> &lane : input)
      flat.insert(flat.end(), lane.begin(), lane.end());
    uint32_t *in = device.array(flat);
    uint32_t *out = device.array(std::vector<uint32_t>(32 * results * words));
    device.run("k", {1}, {32}, {in, out});
    std::vector<std::vector<uint32_t>> result(32);
    for (size_t lane = 0; lane < 32; ++lane)
      result[lane].assign(out + lane * results * words, out + (lane + 1) * results * words);
    return result;
  }
};

/// The registers of several fragments one after another.
inline std::vector<std::vector<uint32_t>>
joinRegisters(std::initializer_list<std::vector<std::vector<uint32_t>>> fragments) {
  std::vector<std::vector<uint32_t>> result(32);
  for (const auto &fragment : fragments)
    for (size_t lane = 0; lane < 32; ++lane)
      result[lane].insert(result[lane].end(), fragment[lane].begin(), fragment[lane].end());
  return result;
}

/// a * b + c in f64, and the sum of magnitudes.
inline void referenceProduct(const Values &a, const Values &b, const Values &c, Values &sum,
                             Values &size) {
  for (size_t row = 0; row < c.rows; ++row)
    for (size_t column = 0; column < c.columns; ++column) {
      double total = c.at(row, column), magnitude = std::fabs(total);
      for (size_t k = 0; k < a.columns; ++k) {
        double product = a.at(row, k) * b.at(k, column);
        total += product;
        magnitude += std::fabs(product);
      }
      sum.at(row, column) = total;
      size.at(row, column) = magnitude;
    }
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_TENSOR_TENSOR_H
