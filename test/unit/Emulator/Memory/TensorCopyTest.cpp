// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor copies against a slow reference that goes element by element, as the manual
// describes the modes: tiles and im2col columns, swizzles, fills, strides, stores,
// reductions, multicast, and maps that a kernel makes itself.
#include "Schedules.h"

#include "halftone/Emulator/Tensormap.h"
#include "halftone/Support/FloatBits.h"

#include <array>
#include <cmath>
#include <numeric>
#include <random>

using namespace halftone;
using namespace halftone::emulator;
using namespace halftone::emulator::test;

namespace {

using Position = std::array<int64_t, 5>;

struct TensorCase {
  TensorType type = TensorType::UInt16;
  std::vector<uint64_t> dims = {};
  std::vector<uint32_t> box = {};
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorFill fill = TensorFill::Zero;
  std::vector<uint32_t> elementStrides = {1, 1, 1, 1, 1};
  uint64_t padding = 0; ///< bytes at the end of each row
  // im2col
  std::vector<int> lower = {}, upper = {};
  uint32_t channels = 0, pixels = 0;
  std::vector<uint32_t> offsets = {0, 0, 0};

  size_t rank() const { return dims.size(); }
  bool im2col() const { return pixels != 0; }
  uint32_t bytes() const { return tensorElementBytes(type); }
  std::vector<uint64_t> strides() const {
    std::vector<uint64_t> result;
    uint64_t stride = (dims[0] * bytes() + 15) / 16 * 16 + padding;
    for (size_t i = 1; i < rank(); ++i) {
      result.push_back(stride);
      stride *= dims[i];
    }
    return result;
  }
  uint64_t totalBytes() const {
    return rank() == 1 ? dims[0] * bytes() : strides().back() * dims.back();
  }
  Status encode(Tensormap &map, const void *address) const {
    std::vector<uint64_t> all = strides();
    TensorShape shape;
    shape.type = type;
    shape.rank = static_cast<uint32_t>(rank());
    shape.globalAddress = address;
    shape.globalDim = dims.data();
    shape.globalStrides = all.data();
    shape.elementStrides = elementStrides.data();
    shape.swizzle = swizzle;
    shape.fill = fill;
    return im2col() ? encodeIm2col(map, shape, lower.data(), upper.data(), channels, pixels)
                    : encodeTiled(map, shape, box.data());
  }
};

/// The positions in the tensor of the box's elements, in the order of shared memory.
std::vector<Position> tilePositions(const TensorCase &c, const Position &start) {
  std::vector<Position> result = {start};
  for (size_t i = c.rank(); i-- > 0;) { // outermost first
    std::vector<Position> more;
    uint32_t step = i == 0 ? 1 : c.elementStrides[i];
    for (const Position &each : result)
      for (uint32_t e = 0; e < c.box[i]; e += step) {
        Position next = each;
        next[i] += e;
        more.push_back(next);
      }
    result = std::move(more);
  }
  return result;
}

/// All pixels of the box of every image in order; from the first one, as many as asked.
std::vector<Position> columnPositions(const TensorCase &c, const Position &start) {
  size_t images = c.rank() - 1;
  std::vector<Position> all = {Position{}};
  for (size_t i = images; i > 0; --i) {
    std::vector<Position> more;
    int64_t from = i == images ? start[i] : c.lower[i - 1];
    int64_t end =
        i == images ? start[i] + c.pixels : static_cast<int64_t>(c.dims[i]) + c.upper[i - 1];
    // Along the row where it begins, the walk starts at the coordinate.
    for (const Position &each : all)
      for (int64_t at = from; at < end; at += i == images ? 1 : c.elementStrides[i]) {
        Position next = each;
        next[i] = at;
        more.push_back(next);
      }
    all = std::move(more);
  }
  // The first position at or after the start; all before it are left out.
  size_t first = 0;
  auto isStart = [&](const Position &each) {
    for (size_t i = 1; i <= images; ++i)
      if (each[i] != start[i])
        return false;
    return true;
  };
  while (first < all.size() && !isStart(all[first]))
    ++first;
  std::vector<Position> result;
  for (uint32_t p = 0; p < c.pixels; ++p)
    for (uint32_t channel = 0; channel < c.channels; ++channel) {
      Position next = all.at(first + p);
      for (size_t i = 1; i < images; ++i)
        next[i] += c.offsets[i - 1];
      next[0] = start[0] + channel;
      result.push_back(next);
    }
  return result;
}

std::vector<Position> positions(const TensorCase &c, const Position &start) {
  return c.im2col() ? columnPositions(c, start) : tilePositions(c, start);
}

/// The offset of an element in the tensor, or nothing if it is outside.
std::optional<uint64_t> offsetOf(const TensorCase &c, const Position &at) {
  std::vector<uint64_t> strides = c.strides();
  uint64_t offset = 0;
  for (size_t i = 0; i < c.rank(); ++i) {
    if (at[i] < 0 || at[i] >= static_cast<int64_t>(c.dims[i]))
      return std::nullopt;
    offset += static_cast<uint64_t>(at[i]) * (i == 0 ? c.bytes() : strides[i - 1]);
  }
  return offset;
}

/// Chunks of 16 bytes change places within rows of the swizzle's size, by the number of
/// the line of 128 bytes that they are in.
size_t swizzledOffset(TensorSwizzle swizzle, size_t offset) {
  size_t chunks = swizzle == TensorSwizzle::None      ? 1
                  : swizzle == TensorSwizzle::Bytes32 ? 2
                  : swizzle == TensorSwizzle::Bytes64 ? 4
                                                      : 8;
  size_t chunk = offset / 16 % chunks, line = offset / 128 % chunks;
  return offset - chunk * 16 + (chunk ^ line) * 16;
}

/// Parameters: a map, an array, five coordinates, three offsets, bytes.
std::string tensorKernel(const std::string &body, const std::string &variables = "") {
  std::string text =
      ".version 8.6\n.target sm_90a\n.address_size 64\n" + variables +
      ".shared .align 8 .b64 bar;\n.shared .align 1024 .b8 tile[32768];\n"
      ".visible .entry k(.param .align 64 .b8 pmap[128], .param .u64 pb, .param .align 4 .b32 "
      "pc[5], .param .align 4 .b32 po[3], .param .u32 pn) {\n"
      "  .reg .b64 %rd<8>;\n  .reg .b64 %b, %map;\n  .reg .b32 %r<16>;\n  .reg .b32 %c<5>;\n"
      "  .reg .b16 %o<3>;\n  .reg .b32 %t, %n;\n  .reg .pred %p<8>;\n"
      "  mov.b64 %rd0, pmap;\n  cvta.param.u64 %map, %rd0;\n  ld.param.u64 %b, [pb];\n"
      "  ld.param.u32 %c0, [pc];\n  ld.param.u32 %c1, [pc+4];\n  ld.param.u32 %c2, [pc+8];\n"
      "  ld.param.u32 %c3, [pc+12];\n  ld.param.u32 %c4, [pc+16];\n"
      "  ld.param.u16 %o0, [po];\n  ld.param.u16 %o1, [po+4];\n  ld.param.u16 %o2, [po+8];\n"
      "  ld.param.u32 %n, [pn];\n  mov.u32 %t, %tid.x;\n  setp.eq.u32 %p0, %t, 0;\n" +
      body + "\n  ret;\n}\n";
  checkLegal(text);
  return text;
}

/// `%n` bytes between the tile and %b, word by word.
std::string moveTile(bool toShared) {
  std::string move = toShared ? "  ld.global.b32 %r4, [%rd3];\n  st.shared.b32 [%r3], %r4;\n"
                              : "  ld.shared.b32 %r4, [%r3];\n  st.global.b32 [%rd3], %r4;\n";
  return "  shl.b32 %r2, %t, 2;\nmove:\n  setp.ge.u32 %p1, %r2, %n;\n  @%p1 bra moved;\n"
         "  mov.u32 %r3, tile;\n  add.u32 %r3, %r3, %r2;\n  cvt.u64.u32 %rd3, %r2;\n"
         "  add.u64 %rd3, %rd3, %b;\n" +
         move + "  add.u32 %r2, %r2, 256;\n  bra move;\nmoved:\n";
}

std::string coordinates(size_t rank) {
  std::string text = "{%c0";
  for (size_t i = 1; i < rank; ++i)
    text += ", %c" + std::to_string(i);
  return text + "}";
}

std::string loadKernel(const TensorCase &c) {
  std::string offsets;
  for (size_t i = 0; c.im2col() && i + 2 < c.rank(); ++i)
    offsets += (i ? ", %o" : ", {%o") + std::to_string(i);
  return tensorKernel(
      "  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n  fence.proxy.async.shared::cta;\n"
      "  bar.sync 0;\n  @!%p0 bra wait;\n  prefetch.tensormap [%map];\n"
      "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %n;\n"
      "  cp.async.bulk.tensor." +
      std::to_string(c.rank()) + "d.shared::cluster.global." + (c.im2col() ? "im2col" : "tile") +
      ".mbarrier::complete_tx::bytes [tile], [%map, " + coordinates(c.rank()) + "], [bar]" +
      offsets + (offsets.empty() ? "" : "}") +
      ";\nwait:\n  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n  @!%p2 bra wait;\n" +
      moveTile(false));
}

std::string storeKernel(const TensorCase &c, const std::string &reduction) {
  std::string opcode = reduction.empty() ? "cp.async.bulk.tensor." : "cp.reduce.async.bulk.tensor.";
  return tensorKernel(
      moveTile(true) + "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @!%p0 bra out;\n  " +
      opcode + std::to_string(c.rank()) + "d.global.shared::cta" + reduction +
      (c.im2col() ? ".im2col_no_offs" : ".tile") + ".bulk_group [%map, " + coordinates(c.rank()) +
      "], [tile];\n  cp.async.bulk.commit_group;\n"
      "  cp.async.bulk.wait_group 0;\nout:");
}

Status launchTensor(Device &device, const Tensormap &map, void *b, const TensorCase &c,
                    const Position &start, uint32_t bytes) {
  int32_t at[5];
  uint32_t offsets[3];
  for (size_t i = 0; i < 5; ++i)
    at[i] = static_cast<int32_t>(start[i]);
  std::copy_n(c.offsets.begin(), 3, offsets);
  const void *arguments[] = {&map, &b, at, offsets, &bytes};
  return launch(*device.module->find("k"), {1}, {64}, 0, arguments, device.memory, device.options);
}

std::vector<uint8_t> randomBytes(size_t count) {
  std::mt19937 random(7);
  std::vector<uint8_t> bytes(count);
  for (uint8_t &each : bytes)
    each = static_cast<uint8_t>(random());
  return bytes;
}

void checkLoads(const TensorCase &c, const std::vector<Position> &starts) {
  std::string ptx = loadKernel(c);
  inEverySchedule(ptx, [&](Device &device) {
    std::vector<uint8_t> values = randomBytes(c.totalBytes());
    uint8_t *tensor = device.array(values);
    Tensormap map;
    Status encoded = c.encode(map, tensor);
    ASSERT_TRUE(encoded) << encoded.error();
    for (const Position &start : starts) {
      std::vector<Position> all = positions(c, start);
      uint32_t bytes = static_cast<uint32_t>(all.size()) * c.bytes();
      uint8_t *out = device.array(std::vector<uint8_t>(bytes));
      Status status = launchTensor(device, map, out, c, start, bytes);
      ASSERT_TRUE(status) << status.error();
      for (size_t e = 0; e < all.size(); ++e) {
        size_t place = swizzledOffset(c.swizzle, e * c.bytes());
        std::optional<uint64_t> from = offsetOf(c, all[e]);
        if (from) {
          ASSERT_EQ(std::memcmp(out + place, values.data() + *from, c.bytes()), 0) << e;
        } else if (c.fill == TensorFill::Zero) {
          for (uint32_t i = 0; i < c.bytes(); ++i)
            ASSERT_EQ(out[place + i], 0) << e;
        } else if (c.type == TensorType::Float32) {
          float value;
          std::memcpy(&value, out + place, 4);
          ASSERT_TRUE(std::isnan(value)) << e;
        } else {
          uint16_t bits;
          std::memcpy(&bits, out + place, 2);
          float value = c.type == TensorType::BFloat16 ? widenBF16(bits) : widenF16(bits);
          ASSERT_TRUE(std::isnan(value)) << e;
        }
      }
    }
  });
}

} // namespace

TEST(EmulatorTensorCopy, TilesOfEachRank) {
  checkLoads({.type = TensorType::UInt8, .dims = {100}, .box = {64}}, {{0}, {80}, {-32}, {200}});
  checkLoads({.type = TensorType::Float16, .dims = {40, 17}, .box = {16, 8}, .padding = 32},
             {{0, 0}, {8, 3}, {32, 12}, {-5, -3}, {100, 2}});
  checkLoads({.type = TensorType::Float32, .dims = {9, 5, 4}, .box = {8, 3, 2}},
             {{0, 0, 0}, {4, 3, 3}, {-4, -1, -1}});
  checkLoads({.type = TensorType::Float64, .dims = {6, 3, 4, 3}, .box = {4, 2, 2, 2}},
             {{0, 0, 0, 0}, {3, 2, 3, 2}, {-1, -1, -1, -1}});
  checkLoads({.type = TensorType::UInt32, .dims = {8, 3, 3, 2, 3}, .box = {4, 2, 2, 2, 2}},
             {{0, 0, 0, 0, 0}, {4, 2, 2, 1, 2}, {-2, -1, -1, -1, -1}});
}

TEST(EmulatorTensorCopy, Swizzles) {
  checkLoads({.dims = {64, 40}, .box = {16, 32}, .swizzle = TensorSwizzle::Bytes32},
             {{0, 0}, {48, 20}});
  checkLoads({.dims = {64, 40}, .box = {32, 32}, .swizzle = TensorSwizzle::Bytes64},
             {{0, 0}, {40, 20}});
  checkLoads({.dims = {128, 40}, .box = {64, 32}, .swizzle = TensorSwizzle::Bytes128},
             {{0, 0}, {100, 20}, {-8, -8}});
  checkLoads({.type = TensorType::UInt8,
              .dims = {128, 6, 3},
              .box = {128, 4, 2},
              .swizzle = TensorSwizzle::Bytes128},
             {{0, 0, 0}, {16, 3, 1}});
}

TEST(EmulatorTensorCopy, FillsAndElementStrides) {
  checkLoads({.type = TensorType::Float32, .dims = {12, 6}, .box = {8, 4}, .fill = TensorFill::Nan},
             {{8, 4}, {-4, -2}});
  checkLoads(
      {.type = TensorType::BFloat16, .dims = {24, 6}, .box = {16, 4}, .fill = TensorFill::Nan},
      {{16, 4}});
  checkLoads({.type = TensorType::Float16,
              .dims = {24, 20, 9},
              .box = {16, 8, 5},
              .elementStrides = {1, 2, 3, 1, 1}},
             {{0, 0, 0}, {3, 15, 4}, {0, -3, -2}});
}

TEST(EmulatorTensorCopy, Im2col) {
  // The manual's first two examples: 3 x 3 filters, with padding and without.
  TensorCase padded{.type = TensorType::UInt16,
                    .dims = {64, 14, 9, 3},
                    .lower = {-1, -1},
                    .upper = {-1, -1},
                    .channels = 8,
                    .pixels = 64};
  checkLoads(padded, {{0, -1, -1, 0}, {8, 7, 7, 1}, {56, 12, 7, 2}});
  TensorCase inside = padded;
  inside.lower = {0, 0};
  inside.upper = {-2, -2};
  inside.offsets = {2, 2, 0};
  checkLoads(inside, {{0, 0, 0, 0}, {0, 7, 6, 1}});
  // With strides, which the pixels keep from the lower corner on.
  TensorCase strided = padded;
  strided.elementStrides = {1, 2, 2, 1, 1};
  strided.offsets = {1, 1, 0};
  strided.pixels = 32;
  strided.swizzle = TensorSwizzle::Bytes32;
  strided.channels = 16;
  checkLoads(strided, {{0, 1, 3, 0}, {16, 11, 7, 1}});
  checkLoads({.type = TensorType::Float32,
              .dims = {8, 20, 2},
              .lower = {-2},
              .upper = {-3},
              .channels = 4,
              .pixels = 40,
              .offsets = {4, 0, 0}},
             {{0, -2, 0}, {4, 16, 1}});
  checkLoads({.type = TensorType::UInt8,
              .dims = {32, 5, 4, 3, 2},
              .lower = {-1, -1, -1},
              .upper = {0, 0, 0},
              .channels = 16,
              .pixels = 100,
              .offsets = {1, 0, 1}},
             {{0, -1, -1, -1, 0}, {16, 4, 3, 2, 1}});
}

TEST(EmulatorTensorCopy, Stores) {
  TensorCase cases[] = {{.dims = {128, 20}, .box = {64, 8}, .swizzle = TensorSwizzle::Bytes128},
                        {.type = TensorType::Float32, .dims = {20, 6, 5}, .box = {8, 4, 2}},
                        {.type = TensorType::UInt8,
                         .dims = {32, 6, 5, 2},
                         .lower = {-1, -1},
                         .upper = {-1, -1},
                         .channels = 16,
                         .pixels = 33}};
  Position starts[][2] = {
      {{0, 0}, {96, 15}}, {{4, 1, 1}, {16, 4, 4}}, {{0, 0, 0, 0}, {16, 4, 3, 1}}};
  for (size_t n = 0; n < 3; ++n) {
    const TensorCase &c = cases[n];
    inEverySchedule(storeKernel(c, ""), [&](Device &device) {
      for (const Position &start : starts[n]) {
        std::vector<uint8_t> before = randomBytes(c.totalBytes()), expected = before;
        std::vector<Position> all = positions(c, start);
        uint32_t bytes = static_cast<uint32_t>(all.size()) * c.bytes();
        std::vector<uint8_t> tile = randomBytes(bytes + 3);
        tile.erase(tile.begin(), tile.begin() + 3);
        for (size_t e = 0; e < all.size(); ++e)
          if (std::optional<uint64_t> to = offsetOf(c, all[e]))
            std::memcpy(expected.data() + *to,
                        tile.data() + swizzledOffset(c.swizzle, e * c.bytes()), c.bytes());
        uint8_t *tensor = device.array(before);
        Tensormap map;
        ASSERT_TRUE(c.encode(map, tensor));
        Status status = launchTensor(device, map, device.array(tile), c, start, bytes);
        ASSERT_TRUE(status) << status.error();
        EXPECT_EQ(std::memcmp(tensor, expected.data(), expected.size()), 0) << n;
      }
    });
  }
}

TEST(EmulatorTensorCopy, Reductions) {
  auto check = [](TensorType type, const std::string &op, auto value, auto combine) {
    using T = decltype(value);
    TensorCase c{.type = type, .dims = {24, 5}, .box = {16, 4}};
    inEverySchedule(storeKernel(c, op), [&](Device &device) {
      std::vector<T> tensor(120), tile(64);
      for (size_t i = 0; i < tensor.size(); ++i)
        tensor[i] = static_cast<T>(i * 37 % 101);
      for (size_t i = 0; i < tile.size(); ++i)
        tile[i] = static_cast<T>(i * 53 % 97);
      T *place = device.array(tensor);
      Tensormap map;
      Status encoded = c.encode(map, place);
      ASSERT_TRUE(encoded) << encoded.error();
      Position start = {16, 2};
      Status status = launchTensor(device, map, device.array(tile), c, start, 64 * sizeof(T));
      ASSERT_TRUE(status) << status.error();
      std::vector<Position> all = positions(c, start);
      for (size_t e = 0; e < all.size(); ++e)
        if (std::optional<uint64_t> to = offsetOf(c, all[e]))
          tensor[*to / sizeof(T)] = combine(tensor[*to / sizeof(T)], tile[e]);
      for (size_t i = 0; i < tensor.size(); ++i)
        ASSERT_EQ(place[i], tensor[i]) << op << i;
    });
  };
  check(TensorType::Float32, ".add", 0.0f, [](float a, float b) { return a + b; });
  check(TensorType::UInt32, ".add", 0u, [](uint32_t a, uint32_t b) { return a + b; });
  check(TensorType::Int32, ".min", 0, [](int32_t a, int32_t b) { return std::min(a, b); });
  check(TensorType::UInt64, ".max", uint64_t{0},
        [](uint64_t a, uint64_t b) { return std::max(a, b); });
  check(TensorType::UInt32, ".xor", 0u, [](uint32_t a, uint32_t b) { return a ^ b; });
  check(TensorType::UInt32, ".inc", 0u, [](uint32_t a, uint32_t b) { return a >= b ? 0 : a + 1; });
  check(TensorType::UInt64, ".or", uint64_t{0}, [](uint64_t a, uint64_t b) { return a | b; });
}

TEST(EmulatorTensorCopy, RoundsToTf32) {
  TensorCase c{.type = TensorType::TFloat32, .dims = {8}, .box = {8}};
  inEverySchedule(loadKernel(c), [&](Device &device) {
    std::vector<uint32_t> bits = {0x3f800000, 0x3f801000, 0x3f801001, 0x3f803000,
                                  0xbf800fff, 0x7f800000, 0x00001001, 0x7f7fffff};
    // Nearest with 10 bits of fraction, ties to even.
    std::vector<uint32_t> rounded = {0x3f800000, 0x3f800000, 0x3f802000, 0x3f804000,
                                     0xbf800000, 0x7f800000, 0x00002000, 0x7f800000};
    Tensormap map;
    ASSERT_TRUE(c.encode(map, device.array(bits)));
    uint32_t *out = device.array(std::vector<uint32_t>(8));
    Status status = launchTensor(device, map, out, c, {0}, 32);
    ASSERT_TRUE(status) << status.error();
    for (size_t i = 0; i < 8; ++i)
      EXPECT_EQ(out[i], rounded[i]) << i;
  });
}

TEST(EmulatorTensorCopy, MulticastInACluster) {
  // Each of two blocks loads one half of the rows for both of them.
  std::string ptx = tensorKernel(
      "  mov.u32 %r8, %cluster_ctarank;\n"
      "  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n"
      "  fence.mbarrier_init.release.cluster;\n  fence.proxy.async.shared::cta;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n"
      "  @!%p0 bra wait;\n  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 1024;\n"
      "  mov.u32 %r9, tile;\n  shl.b32 %r10, %r8, 9;\n  add.u32 %r9, %r9, %r10;\n"
      "  shl.b32 %c1, %r8, 3;\n  mov.b16 %o0, 3;\n"
      "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%r9], [%map, {%c0, %c1}], [bar], %o0;\n"
      "wait:\n  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0;\n"
      "  @!%p2 bra wait;\n  mul.wide.u32 %rd2, %r8, 1024;\n  add.u64 %b, %b, %rd2;\n" +
      moveTile(false) + "  barrier.cluster.arrive;\n  barrier.cluster.wait;");
  TensorCase c{.dims = {32, 16}, .box = {32, 8}};
  inEverySchedule(ptx, [&](Device &device) {
    std::vector<uint8_t> values = randomBytes(1024);
    Tensormap map;
    ASSERT_TRUE(c.encode(map, device.array(values)));
    uint8_t *out = device.array(std::vector<uint8_t>(2048));
    int32_t at[5] = {};
    uint32_t offsets[3] = {}, bytes = 1024;
    void *b = out;
    const void *arguments[] = {&map, &b, at, offsets, &bytes};
    device.options.cluster = {2, 1, 1};
    Status status =
        launch(*device.module->find("k"), {2}, {64}, 0, arguments, device.memory, device.options);
    ASSERT_TRUE(status) << status.error();
    EXPECT_EQ(std::memcmp(out, values.data(), 1024), 0);
    EXPECT_EQ(std::memcmp(out + 1024, values.data(), 1024), 0);
  });
}

TEST(EmulatorTensorCopy, MapsThatAKernelMakes) {
  // A map is copied to shared memory, changed, published in global memory, and used.
  std::string ptx = tensorKernel(
      "  setp.lt.u32 %p3, %t, 32;\n  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n"
      "  @!%p3 bra made;\n  shl.b32 %r5, %t, 2;\n  cvt.u64.u32 %rd1, %r5;\n"
      "  add.u64 %rd2, %map, %rd1;\n  ld.b32 %r6, [%rd2];\n  mov.u32 %r7, tile;\n"
      "  add.u32 %r8, %r7, %r5;\n  st.shared.b32 [%r8], %r6;\n  bar.warp.sync -1;\n"
      "  @!%p0 bra changed;\n  add.u64 %rd4, %b, 4096;\n"
      "  tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r7], %rd4;\n"
      "  tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r7], 1;\n"
      "  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r7], 0, 24;\n"
      "  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r7], 1, 6;\n"
      "  tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r7], 0, 96;\n"
      "  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r7], 0, 8;\n"
      "  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r7], 1, 4;\n"
      "  tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r7], 1, 1;\n"
      "  tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r7], 7;\n"
      "  tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%r7], 0;\n"
      "  tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r7], 1;\n"
      "  tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%r7], 0;\n"
      "changed:\n  bar.warp.sync -1;\n"
      "  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
      "[%b], [%r7], 128;\n"
      "made:\n  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @!%p0 bra wait;\n"
      "  fence.proxy.tensormap::generic.acquire.gpu [%b], 128;\n"
      "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;\n"
      "  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [tile], "
      "[%b, {%c0, %c1}], [bar];\n"
      "wait:\n  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n  @!%p2 bra wait;\n"
      "  add.u64 %b, %b, 1024;\n" +
      moveTile(false));
  TensorCase original{.type = TensorType::UInt8, .dims = {64}, .box = {64}};
  TensorCase changed{.type = TensorType::Float32,
                     .dims = {24, 6},
                     .box = {8, 4},
                     .swizzle = TensorSwizzle::Bytes32};
  inEverySchedule(ptx, [&](Device &device) {
    std::vector<uint8_t> buffer = randomBytes(4096 + 576);
    uint8_t *b = device.array(buffer);
    Tensormap map;
    ASSERT_TRUE(original.encode(map, b));
    Position start = {20, 1};
    Status status = launchTensor(device, map, b, original, start, 128);
    ASSERT_TRUE(status) << status.error();
    std::vector<Position> all = positions(changed, start);
    for (size_t e = 0; e < all.size(); ++e) {
      std::optional<uint64_t> from = offsetOf(changed, all[e]);
      uint32_t expected = 0, actual;
      if (from)
        std::memcpy(&expected, buffer.data() + 4096 + *from, 4);
      std::memcpy(&actual, b + 1024 + swizzledOffset(changed.swizzle, e * 4), 4);
      EXPECT_EQ(actual, expected) << e;
    }
  });
}

TEST(EmulatorTensorCopy, MapsThatAKernelMakesOfZeros) {
  // What is not set stays as it is in a map of one element.
  std::string ptx = tensorKernel(
      "  setp.lt.u32 %p3, %t, 32;\n  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n"
      "  @!%p3 bra made;\n  shl.b32 %r5, %t, 2;\n  mov.u32 %r7, tile;\n"
      "  add.u32 %r8, %r7, %r5;\n  st.shared.b32 [%r8], 0;\n  bar.warp.sync -1;\n"
      "  @!%p0 bra changed;\n  add.u64 %rd4, %b, 4096;\n"
      "  tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r7], %rd4;\n"
      "  tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r7], 1;\n"
      "  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r7], 0, 24;\n"
      "  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r7], 1, 6;\n"
      "  tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r7], 0, 96;\n"
      "  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r7], 0, 8;\n"
      "  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r7], 1, 4;\n"
      "  tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r7], 7;\n"
      "changed:\n  bar.warp.sync -1;\n"
      "  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
      "[%b], [%r7], 128;\n"
      "made:\n  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  @!%p0 bra wait;\n"
      "  fence.proxy.tensormap::generic.acquire.gpu [%b], 128;\n"
      "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;\n"
      "  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [tile], "
      "[%b, {%c0, %c1}], [bar];\n"
      "wait:\n  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n  @!%p2 bra wait;\n"
      "  add.u64 %b, %b, 1024;\n" +
      moveTile(false));
  TensorCase made{.type = TensorType::Float32, .dims = {24, 6}, .box = {8, 4}};
  inEverySchedule(ptx, [&](Device &device) {
    std::vector<uint8_t> buffer = randomBytes(4096 + 576);
    uint8_t *b = device.array(buffer);
    Status status = launchTensor(device, Tensormap(), b, made, {16, 2}, 128);
    ASSERT_TRUE(status) << status.error();
    for (size_t row = 0; row < 4; ++row)
      EXPECT_EQ(std::memcmp(b + 1024 + 32 * row, buffer.data() + 4096 + 96 * (row + 2) + 64, 32), 0)
          << row;
  });
}

TEST(EmulatorTensorCopy, MapsInGlobalAndConstantMemory) {
  // The map of the parameters is copied to where %b is; another one is a constant, which
  // the host writes.
  auto kernel = [](const std::string &address) {
    return tensorKernel(
        "  @%p0 mbarrier.init.shared::cta.b64 [bar], 1;\n  fence.proxy.async.shared::cta;\n"
        "  bar.sync 0;\n  @!%p0 bra wait;\n" +
            address +
            "  mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %n;\n"
            "  cp.async.bulk.prefetch.tensor.1d.L2.global.tile [%map, {%c0}];\n"
            "  cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes "
            "[tile], "
            "[%map, {%c0}], [bar];\n"
            "wait:\n  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;\n  @!%p2 bra "
            "wait;\n" +
            moveTile(false),
        ".const .align 64 .b8 table[128];\n");
  };
  TensorCase c{.type = TensorType::UInt32, .dims = {40}, .box = {16}};
  for (bool constant : {false, true}) {
    std::string ptx = kernel(constant ? "  mov.u64 %map, table;\n  cvta.const.u64 %map, %map;\n"
                                      : "  add.u64 %map, %b, 128;\n");
    inEverySchedule(ptx, [&](Device &device) {
      std::vector<uint8_t> values = randomBytes(160);
      Tensormap map;
      ASSERT_TRUE(c.encode(map, device.array(values)));
      uint8_t *b = device.array(std::vector<uint8_t>(256));
      std::memcpy(constant ? device.module->global("table") : b + 128, &map, sizeof map);
      Status status = launchTensor(device, Tensormap(), b, c, {8}, 64);
      ASSERT_TRUE(status) << status.error();
      EXPECT_EQ(std::memcmp(b, values.data() + 32, 64), 0);
    });
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(EmulatorTensorCopy, BadUse) {
  TensorCase c{.dims = {64, 16}, .box = {32, 8}};
  auto error = [&](const TensorCase &kernel, const TensorCase &encoded, bool shrink,
                   const std::string &message) {
    inEverySchedule(
        loadKernel(kernel),
        [&](Device &device) {
          Tensormap map;
          uint8_t *tensor =
              device.array(std::vector<uint8_t>(encoded.totalBytes() / (shrink ? 2 : 1)));
          if (encoded.rank()) {
            ASSERT_TRUE(encoded.encode(map, tensor));
          }
          uint8_t *out = device.array(std::vector<uint8_t>(512));
          Status status = launchTensor(device, map, out, encoded, {0, 8, 0}, 512);
          EXPECT_FALSE(status);
          EXPECT_NE(status.error().find(message), std::string::npos) << status.error();
        },
        Checks());
  };
  error(c, c, true, "out-of-bounds access: 64 bytes at global address");
  TensorCase three = c;
  three.dims.push_back(2);
  three.box.push_back(1);
  error(c, three, false, "copies 2 dimensions with a tensor map of rank 3");
  TensorCase columns{.type = TensorType::UInt16,
                     .dims = {64, 9, 3},
                     .lower = {0},
                     .upper = {0},
                     .channels = 32,
                     .pixels = 8};
  error(three, columns, false,
        "copies in tiled mode with a tensor map that was encoded for im2col");
  TensorCase outside = columns;
  outside.upper = {-2};
  error(columns, outside, false,
        "starts at coordinate 8 in dimension 1, outside of the pixel box from 0 to 6");
}

TEST(EmulatorTensorCopy, InterleavedMapsAreRefusedInUse) {
  // Their layout in memory is documented nowhere.
  TensorCase c{.dims = {64, 8, 8}, .box = {8, 4, 4}};
  inEverySchedule(
      loadKernel(c),
      [&](Device &device) {
        std::vector<uint64_t> strides = c.strides();
        TensorShape shape;
        shape.type = c.type;
        shape.rank = 3;
        shape.globalAddress = device.array(std::vector<uint8_t>(c.totalBytes()));
        shape.globalDim = c.dims.data();
        shape.globalStrides = strides.data();
        shape.elementStrides = c.elementStrides.data();
        shape.interleave = TensorInterleave::Bytes16;
        Tensormap map;
        ASSERT_TRUE(encodeTiled(map, shape, c.box.data()));
        Status status =
            launchTensor(device, map, device.array(std::vector<uint8_t>(256)), c, {0, 0, 0}, 256);
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().find("interleaved layout, which is not supported"),
                  std::string::npos)
            << status.error();
      },
      Checks());
}

TEST(EmulatorTensorCopy, MapThatWasNeverEncoded) {
  TensorCase c{.dims = {64, 16}, .box = {32, 8}};
  inEverySchedule(
      loadKernel(c),
      [&](Device &device) {
        Tensormap map;
        uint8_t *out = device.array(std::vector<uint8_t>(512));
        Status status = launchTensor(device, map, out, c, {0, 0}, 512);
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().find("uses a bad tensor map: it was never encoded"),
                  std::string::npos)
            << status.error();
      },
      Checks());
}

alignas(256) static uint8_t memory[4096];

TEST(EmulatorTensormap, EncodingChecksItsArguments) {
  auto error = [](const TensorCase &c, const void *address = memory) {
    Tensormap map;
    Status status = c.encode(map, address);
    EXPECT_FALSE(status);
    return status.error();
  };
  TensorCase good{.dims = {64, 16}, .box = {32, 8}};
  Tensormap map;
  EXPECT_TRUE(good.encode(map, memory));
  EXPECT_TRUE(replaceAddress(map, memory + 32));
  EXPECT_FALSE(replaceAddress(map, memory + 8));
  EXPECT_EQ(error(good, memory + 8).substr(0, 61),
            "tensor map: the global address must be a multiple of 16, got ");
  EXPECT_NE(error(good, nullptr).find("null"), std::string::npos);
  TensorCase c = good;
  c.box[0] = 257;
  EXPECT_EQ(error(c), "tensor map: boxDim[0] must be 1 to 256, got 257");
  c.box = {32, 0};
  EXPECT_EQ(error(c), "tensor map: boxDim[1] must be 1 to 256, got 0");
  c.box = {12, 8};
  EXPECT_EQ(error(c), "tensor map: the bytes of the innermost box dimension must be a multiple of "
                      "16, got 24");
  c.box = {128, 8};
  c.swizzle = TensorSwizzle::Bytes128;
  EXPECT_EQ(error(c), "tensor map: the bytes of the innermost box dimension must be at most the "
                      "swizzle's 128, got 256");
  c = good;
  c.padding = 8;
  EXPECT_EQ(error(c), "tensor map: globalStrides[0] must be a multiple of 16 below 2^40, got 136");
  c = good;
  c.elementStrides[1] = 9;
  EXPECT_EQ(error(c), "tensor map: elementStrides[1] must be 1 to 8, got 9");
  c = good;
  c.fill = TensorFill::Nan;
  EXPECT_EQ(error(c), "tensor map: only a tensor of floats can be filled with NaN");
  c = good;
  c.dims[1] = 0;
  EXPECT_EQ(error(c), "tensor map: globalDim[1] must be 1 to 2^32, got 0");
  TensorCase columns{.type = TensorType::UInt16,
                     .dims = {64, 14, 9, 2},
                     .lower = {0, 0},
                     .upper = {0, 0},
                     .channels = 32,
                     .pixels = 8};
  EXPECT_TRUE(columns.encode(map, memory));
  c = columns;
  c.lower[0] = -129;
  EXPECT_EQ(error(c), "tensor map: a corner of the pixel box must be -128 to 127, got -129");
  c = columns;
  c.upper[1] = -9;
  EXPECT_EQ(error(c), "tensor map: the pixel box is empty in dimension 2");
  c = columns;
  c.pixels = 1025;
  EXPECT_EQ(error(c), "tensor map: pixelsPerColumn must be 1 to 1024, got 1025");
}
