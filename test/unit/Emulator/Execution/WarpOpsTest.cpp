// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lanes of a warp do together, and special registers.
#include "Execution.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

using namespace halftone::emulator;
using namespace halftone::emulator::test;

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

namespace {

struct Strays : Observer {
  void shuffled(const Site &, uint32_t lanes, uint32_t each) override {
    together.push_back(lanes);
    strays.push_back(each);
  }
  std::vector<uint32_t> together, strays;
};

/// As the definition of `shfl` has it: the lane that is read, and whether it is in range.
std::pair<uint32_t, bool> sourceOf(const std::string &mode, uint32_t lane, uint32_t b, uint32_t c) {
  int segment = c >> 8 & 31, clamp = c & 31, by = b & 31, self = static_cast<int>(lane);
  int lowest = self & segment, highest = lowest | (clamp & ~segment), from = 0;
  bool inside = false;
  if (mode == "up")
    inside = (from = self - by) >= highest;
  else if (mode == "down")
    inside = (from = self + by) <= highest;
  else if (mode == "bfly")
    inside = (from = self ^ by) <= highest;
  else
    inside = (from = lowest | (by & ~segment)) <= highest;
  return {static_cast<uint32_t>(inside ? from : self), inside};
}

} // namespace

TEST(EmulatorShuffle, AllModesSegmentsAndClamps) {
  for (const char *mode : {"up", "down", "bfly", "idx"})
    for (bool sync : {true, false}) {
      // Without `.sync` for chips before sm_70.
      std::string body = std::string("  ld.global.b32 %r1, [%in];\n  ld.global.b32 %r2, [%in+4];\n"
                                     "  mul.lo.u32 %r0, %t, 7;\n  shfl.") +
                         (sync ? "sync." : "") + mode + ".b32 %d|%p, %r0, %r1, %r2" +
                         (sync ? ", -1" : "") + ";\n  @%p add.u32 %d, %d, 1000;";
      std::string text = moduleText(
          ".visible .entry k(.param .u64 out, .param .u64 in) {\n  .reg .b64 %rd<4>, %in;\n"
          "  .reg .b32 %r<4>, %t, %d;\n  .reg .pred %p;\n  mov.u32 %t, %tid.x;\n"
          "  ld.param.u64 %in, [in];\n" +
              body +
              "\n  ld.param.u64 %rd0, [out];\n  mad.wide.u32 %rd0, %t, 4, %rd0;\n"
              "  st.global.b32 [%rd0], %d;\n  ret;\n}\n",
          sync ? "sm_90" : "sm_60");
      Device device(text);
      for (uint32_t b : {0u, 1u, 5u, 16u, 31u, 40u})
        for (uint32_t c : {0u, 31u, 0x1f1fu, 0x1800u, 0x181fu, 0x0f0au, 0x1c03u}) {
          uint32_t *in = device.array(std::vector<uint32_t>{b, c});
          uint32_t *out = device.array(std::vector<uint32_t>(32));
          device.run("k", {1}, {32}, {out, in});
          for (uint32_t lane = 0; lane < 32; ++lane) {
            auto [from, inside] = sourceOf(mode, lane, b, c);
            EXPECT_EQ(out[lane], 7 * from + (inside ? 1000 : 0))
                << mode << " " << b << " " << c << " " << lane;
          }
        }
    }
}

TEST(EmulatorShuffle, LanesThatTakeNoPartAreReported) {
  // Of 16 lanes, the upper 8 read from lanes that are elsewhere.
  Launcher launcher(kernel("  setp.ge.u32 %p, %t, 16;\n  @%p bra DONE;\n"
                           "  shfl.sync.down.b32 %d, %t, 8, 31, 0xffff;"));
  Strays strays;
  launcher.options.observer = &strays;
  launcher.run(1, 32);
  EXPECT_EQ(strays.together, std::vector<uint32_t>{0xffff});
  EXPECT_EQ(strays.strays, std::vector<uint32_t>{0xff00});
  EXPECT_EQ(launcher.output[3], 11u);
  EXPECT_EQ(launcher.output[12], ~0u);
}

//===----------------------------------------------------------------------===//
// Votes, matches, reductions
//===----------------------------------------------------------------------===//

TEST(EmulatorVote, AllForms) {
  for (bool sync : {true, false}) {
    auto vote = [&](const std::string &form, const std::string &low, const std::string &high) {
      // The lanes from `low` up to `high` say yes.
      std::string mask = sync ? ", -1" : "";
      bool ballot = form == "ballot.b32";
      std::string text =
          kernel("  setp.ge.u32 %p, %t, " + low + ";\n  setp.lt.and.u32 %p, %t, " + high +
                     ", %p;\n  vote." + (sync ? "sync." : "") + form + (ballot ? " %d" : " %q") +
                     ", %p" + mask + ";\n" + (ballot ? "" : "  selp.b32 %d, 1, 0, %q;"),
                 "", "", sync ? "sm_75" : "sm_60");
      Launcher launcher(text);
      return launcher.run(1, 32)[9];
    };
    EXPECT_EQ(vote("all.pred", "0", "32"), 1u);
    EXPECT_EQ(vote("all.pred", "1", "32"), 0u);
    EXPECT_EQ(vote("any.pred", "31", "32"), 1u);
    EXPECT_EQ(vote("any.pred", "32", "32"), 0u);
    EXPECT_EQ(vote("uni.pred", "0", "0"), 1u);
    EXPECT_EQ(vote("uni.pred", "0", "32"), 1u);
    EXPECT_EQ(vote("uni.pred", "4", "8"), 0u);
    EXPECT_EQ(vote("ballot.b32", "4", "8"), 0xf0u);
  }
}

TEST(EmulatorMatch, PartsOfAWarp) {
  // Lanes with equal values among those of a mask; the others vote meanwhile.
  std::string body = "  setp.lt.u32 %p, %t, 12;\n  @%p bra LOW;\n"
                     "  vote.sync.ballot.b32 %d, %p, 0xfffff000;\n  bra DONE;\n"
                     "LOW:\n  and.b32 %r0, %t, 3;\n  mov.b64 %rd1, {%r0, %r0};\n"
                     "  match.any.sync.b64 %d, %rd1, 0xfff;";
  expectInAll(kernel(body), 1, 32, [](uint32_t t) { return t < 12 ? 0x111u << (t & 3) : 0u; });
}

TEST(EmulatorRedux, Floats) {
  auto redux = [](const std::string &form, const std::vector<float> &values) {
    std::string text =
        moduleText(".visible .entry k(.param .u64 out, .param .u64 in) {\n  .reg .b64 %rd<4>;\n"
                   "  .reg .b32 %t;\n  .reg .f32 %f<3>;\n  mov.u32 %t, %tid.x;\n"
                   "  ld.param.u64 %rd0, [in];\n  mad.wide.u32 %rd0, %t, 4, %rd0;\n"
                   "  ld.global.f32 %f0, [%rd0];\n  redux.sync." +
                       form +
                       ".f32 %f1, %f0, -1;\n  ld.param.u64 %rd1, [out];\n"
                       "  mad.wide.u32 %rd1, %t, 4, %rd1;\n  st.global.f32 [%rd1], %f1;\n"
                       "  ret;\n}\n",
                   "sm_100a");
    checkLegal(text);
    Device device(text);
    std::vector<float> all(32, values[0]);
    std::copy(values.begin(), values.end(), all.begin());
    float *in = device.array(all);
    float *out = device.array(std::vector<float>(32));
    device.run("k", {1}, {32}, {out, in});
    return std::bit_cast<uint32_t>(out[17]);
  };
  float nan = std::numeric_limits<float>::quiet_NaN();
  float infinity = std::numeric_limits<float>::infinity();
  auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
  std::vector<float> values = {1.5f, -7, 3, 0.25f, -0.5f};
  EXPECT_EQ(redux("min", values), bits(-7));
  EXPECT_EQ(redux("max", values), bits(3));
  EXPECT_EQ(redux("min.abs", values), bits(0.25f));
  EXPECT_EQ(redux("max.abs", values), bits(7));
  EXPECT_EQ(redux("max", {-infinity, -2}), bits(-2));
  EXPECT_EQ(redux("min", {-0.0f, 0.0f}), bits(-0.0f));
  EXPECT_EQ(redux("max", {-0.0f, 0.0f}), bits(0.0f));
  values[2] = nan;
  EXPECT_EQ(redux("max", values), bits(1.5f));
  EXPECT_EQ(redux("max.NaN", values), 0x7fffffffu);
  EXPECT_EQ(redux("min.abs.NaN", values), 0x7fffffffu);
  EXPECT_EQ(redux("min", {nan, nan}), 0x7fffffffu);
}

TEST(EmulatorElect, OneOfAMask) {
  expectInAll(kernel("  mov.u32 %d, 50;\n  setp.lt.u32 %p, %t, 3;\n  @%p bra DONE;\n"
                     "  elect.sync %d|%q, 0xfffffff8;\n  @%q add.u32 %d, %d, 100;"),
              1, 32, [](uint32_t t) { return t < 3    ? 50u
                                             : t == 3 ? 103u
                                                      : 3u; });
}

TEST(EmulatorCollectives, OnlyOneOfBothSidesHasThem) {
  // Lanes of two branches take part in one shuffle after they have come together, in
  // whichever order they come.
  std::string body = "  and.b32 %r0, %t, 3;\n  mov.u32 %r1, 0;\n"
                     "LOOP:\n  setp.ge.u32 %p, %r1, %r0;\n  @%p bra OUT;\n  add.u32 %r1, %r1, 1;\n"
                     "  bra LOOP;\nOUT:\n  shfl.sync.bfly.b32 %d, %r1, 1, 31, -1;\n"
                     "  redux.sync.add.u32 %r2, %d, -1;\n  mad.lo.u32 %d, %r2, 10, %d;";
  expectInAll(kernel(body), 1, 64, [](uint32_t t) { return 480 + ((t & 3) ^ 1); });
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

TEST(EmulatorSpecials, LaneMasks) {
  auto mask = [](const std::string &name) {
    Launcher launcher(kernel("  mov.u32 %d, %lanemask_" + name + ";"));
    return launcher.run(1, 32);
  };
  std::vector<uint32_t> eq = mask("eq"), lt = mask("lt"), le = mask("le"), gt = mask("gt"),
                        ge = mask("ge");
  for (uint32_t l = 0; l < 32; ++l) {
    uint64_t bit = uint64_t{1} << l, all = 0xffffffff;
    EXPECT_EQ(eq[l], bit);
    EXPECT_EQ(lt[l], bit - 1);
    EXPECT_EQ(le[l], 2 * bit - 1);
    EXPECT_EQ(gt[l], all & ~(2 * bit - 1));
    EXPECT_EQ(ge[l], all & ~(bit - 1));
  }
}

TEST(EmulatorSpecials, Zeros) {
  std::string body;
  for (const char *name : {"envreg0", "envreg1", "envreg2", "envreg31", "pm0", "pm7", "tid.w",
                           "ntid.w", "ctaid.w", "nctaid.w"})
    body += std::string("  mov.b32 %r0, %") + name + ";\n  or.b32 %d, %d, %r0;\n";
  for (const char *name : {"gridid", "pm0_64", "pm7_64", "current_graph_exec"})
    body += std::string("  mov.b64 %rd1, %") + name +
            ";\n  cvt.u32.u64 %r0, %rd1;\n  or.b32 %d, %d, %r0;\n";
  Launcher launcher(kernel(body, "", "", "sm_100a"));
  EXPECT_EQ(launcher.run(1, 1)[0], 0u);
}

TEST(EmulatorSpecials, LowerHalves) {
  // What PTX 1.x read as 16 bits.
  std::string body = "  .reg .u16 %h;\n  mov.u16 %h, %ntid.x;\n  cvt.u32.u16 %d, %tid.x;\n"
                     "  cvt.u32.u16 %r0, %h;\n  mad.lo.u32 %d, %r0, 1000, %d;";
  expectInAll(kernel(body), 1, 48, [](uint32_t t) { return 48000 + t; });
}

TEST(EmulatorSpecials, SharedMemory) {
  auto value = [](const std::string &name) {
    Launcher launcher(kernel("  mov.u32 %d, %" + name + ";\n  mov.u32 %r4, place;",
                             ".shared .align 4 .b8 place[40];\n", "", "sm_100a"));
    launcher.shared = 60;
    launcher.run(1, 1);
    return launcher.output[0];
  };
  EXPECT_EQ(value("total_smem_size"), 40u + 60);
  EXPECT_EQ(value("dynamic_smem_size"), 60u);
  EXPECT_EQ(value("aggr_smem_size"), 100u);
  // The system's part begins behind the kernel's own.
  EXPECT_EQ(value("reserved_smem_offset_begin"), 128u);
  EXPECT_EQ(value("reserved_smem_offset_0"), 128u);
  EXPECT_EQ(value("reserved_smem_offset_end"), 128u + 1024);
  EXPECT_EQ(value("reserved_smem_offset_cap"), 1024u);
}

TEST(EmulatorSpecials, SharedMemoryOfTheSystemIsZeroAtFirst) {
  // The last of its words is there, is zero in each block, and what is behind it is not.
  std::string load = "  mov.u32 %r1, %reserved_smem_offset_1;\n  ld.shared.b32 %d, [%r1+";
  Launcher inside(kernel(load + "508];\n  st.shared.b32 [%r1+508], 7;"));
  EXPECT_EQ(inside.run(2, 1), (std::vector<uint32_t>{0, 0}));
  Launcher outside(kernel(load + "512];"));
  expectContains(outside.error(1, 1), "out-of-bounds access");
}

TEST(EmulatorSpecials, TheWordsOfACooperativeLaunch) {
  // Each thread of each block adds to the second of them.
  std::string body = "  mov.b32 %r1, %envreg1;\n  mov.b32 %r2, %envreg2;\n"
                     "  mov.b64 %rd1, {%r2, %r1};\n  atom.global.add.u32 %d, [%rd1+4], 1;";
  Launcher launcher(kernel(body));
  launcher.options.cooperative = true;
  for (int repeat = 0; repeat < 2; ++repeat) {
    launcher.run(3, 8);
    std::sort(launcher.output.begin(), launcher.output.end());
    for (uint32_t i = 0; i < 24; ++i)
      EXPECT_EQ(launcher.output[i], i);
  }
}

TEST(EmulatorSpecials, Multiprocessors) {
  Launcher launcher(kernel("  mov.u32 %r0, %smid;\n  mov.u32 %r1, %nsmid;\n"
                           "  setp.lt.u32 %p, %r0, %r1;\n  selp.b32 %d, %r0, -1, %p;"));
  launcher.run(5, 1);
  EXPECT_EQ(launcher.output, (std::vector<uint32_t>{0, 1, 2, 3, 4}));
}

TEST(EmulatorSpecials, Clocks) {
  // From one read to the next there are as many instructions as there are.
  Launcher launcher(kernel("  mov.u32 %r0, %clock;\n  add.u32 %r3, %r0, 1;\n  mov.u64 %rd1, "
                           "%clock64;\n  mov.u32 %r2, %clock_hi;\n  cvt.u32.u64 %r1, %rd1;\n"
                           "  sub.u32 %d, %r1, %r0;\n  mad.lo.u32 %d, %r2, 1000, %d;\n"
                           "  mov.u32 %r4, %globaltimer_lo;\n  mov.u32 %r5, %globaltimer_hi;\n"
                           "  setp.gt.u32 %p, %r4, %r1;\n  @!%p add.u32 %d, %d, 100;"));
  EXPECT_EQ(launcher.run(1, 1)[0], 2u);
  expectContains(Module::parse(moduleText(".visible .entry k() { .reg .b64 %a; "
                                          "mov.u64 %a, %clocks; ret; }\n"))
                     .error(),
                 "unknown operand '%clocks'");
}

//===----------------------------------------------------------------------===//
// Registers of a warpgroup
//===----------------------------------------------------------------------===//

namespace {

std::string registersOf(const std::string &body) {
  return kernel("  setp.lt.u32 %p, %t, 128;\n" + body, "", ".maxntid 384 .minnctapersm 1");
}

} // namespace

TEST(EmulatorRegisters, WhatOneGivesBackAnotherTakes) {
  // 168 for each thread at first; the producer keeps 40, so that the others have 232.
  std::string body = "  @%p bra PRODUCER;\n  setmaxnreg.inc.sync.aligned.u32 232;\n"
                     "  mov.u32 %d, 2;\n  bra DONE;\n"
                     "PRODUCER:\n  setmaxnreg.dec.sync.aligned.u32 40;\n  mov.u32 %d, 1;";
  expectInAll(registersOf(body), 1, 384, [](uint32_t t) { return t < 128 ? 1u : 2u; });
}

TEST(EmulatorRegisters, Mistakes) {
  auto errorOf = [](const std::string &body, uint32_t threads = 384) {
    Launcher launcher(registersOf(body));
    return launcher.error(1, threads);
  };
  std::string error = errorOf("  @%p bra DONE;\n  setmaxnreg.inc.sync.aligned.u32 240;");
  expectContains(error, "deadlock: waits for 2304 registers, but the block has 0 free");
  expectContains(error, "(setmaxnreg.inc.sync.aligned.u32)");
  expectContains(errorOf("  setmaxnreg.dec.sync.aligned.u32 40;\n"
                         "  setmaxnreg.dec.sync.aligned.u32 64;"),
                 "the thread asks for 64 registers, more than the 40 that it has");
  expectContains(errorOf("  setmaxnreg.inc.sync.aligned.u32 64;"),
                 "the thread asks for 64 registers, fewer than the 168 that it has");
  expectContains(errorOf("  setmaxnreg.dec.sync.aligned.u32 64;", 96),
                 "is in a warpgroup of fewer than 4 warps");
  for (const char *count : {"20", "264", "36"})
    EXPECT_FALSE(Module::parse(moduleText(".visible .entry k() { setmaxnreg.dec.sync.aligned.u32 " +
                                              std::string(count) + "; ret; }\n",
                                          "sm_90a")));
}

TEST(EmulatorRegisters, NothingIsKnownOfAKernelWithoutBounds) {
  expectInAll(kernel("  setmaxnreg.inc.sync.aligned.u32 40;\n  mov.u32 %d, 4;\n"
                     "  setmaxnreg.inc.sync.aligned.u32 232;"),
              1, 256, [](uint32_t) { return 4u; });
}

TEST(EmulatorRegisters, DependentLaunches) {
  expectInAll(kernel("  griddepcontrol.wait;\n  mov.u32 %d, 4;\n"
                     "  griddepcontrol.launch_dependents;"),
              2, 32, [](uint32_t) { return 4u; });
}
