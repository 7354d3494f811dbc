// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of memory operations, run in every schedule.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_MEMORY_SCHEDULES_H
#define HALFTONE_TEST_UNIT_EMULATOR_MEMORY_SCHEDULES_H

#include "../Instruction.h"

#include "halftone/Emulator/Checker.h"
#include "halftone/Emulator/Observer.h"

namespace halftone::emulator::test {

struct ScheduleCase {
  Schedule schedule;
  uint64_t seed;
  bool observed;
};

inline std::vector<ScheduleCase> allSchedules() {
  std::vector<ScheduleCase> cases = {{Schedule::Default, 0, false},
                                     {Schedule::Default, 0, true},
                                     {Schedule::LazyRoundRobin, 0, false},
                                     {Schedule::LazyRoundRobin, 0, true}};
  for (uint64_t seed = 0; seed < 3; ++seed) {
    cases.push_back({Schedule::EagerPriority, seed, false});
    cases.push_back({Schedule::Random, seed, false});
  }
  return cases;
}

/// A kernel `k(a, b)` with both in %a and %b, %t the thread, and registers %rd, %r, %h
/// (16 bits), %f, %p of each kind.
inline std::string memoryKernel(const std::string &body, const std::string &variables = "",
                                const char *target = "sm_90a", const char *attributes = "") {
  bool late = std::string_view(target).substr(0, 4) == "sm_1";
  std::string text = std::string(".version ") + (late ? "8.8" : "8.6") + "\n.target " + target +
                     "\n.address_size 64\n" + variables +
                     ".visible .entry k(.param .u64 pa, .param .u64 pb) " + attributes +
                     " {\n"
                     "  .reg .b64 %rd<24>;\n  .reg .b64 %a, %b;\n  .reg .b32 %r<32>;\n"
                     "  .reg .b16 %h<16>;\n  .reg .f32 %f<8>;\n  .reg .f64 %fd<4>;\n"
                     "  .reg .b32 %t;\n  .reg .pred %p<8>;\n"
                     "  ld.param.u64 %a, [pa];\n  ld.param.u64 %b, [pb];\n"
                     "  mov.u32 %t, %tid.x;\n" +
                     body + "\n  ret;\n}\n";
  checkLegal(text);
  return text;
}

/// All checks but those of what a test does on purpose.
inline Checks allChecks(const std::string &but = "") { return *Checker::parse("all" + but); }

/// Calls `run(device)` for a fresh device in every schedule; observed ones with checks,
/// which must find nothing.
template <typename F>
void inEverySchedule(const std::string &ptx, F run, Checks checks = allChecks()) {
  for (ScheduleCase each : allSchedules()) {
    SCOPED_TRACE("schedule " + std::to_string(static_cast<int>(each.schedule)) + ", seed " +
                 std::to_string(each.seed) + (each.observed ? ", observed" : ""));
    Device device(ptx);
    if (!device.module)
      return;
    device.options.schedule = each.schedule;
    device.options.seed = each.seed;
    device.options.maxInstructions = 1 << 20;
    Checker checker(checks);
    if (each.observed)
      device.options.observer = &checker;
    run(device);
    for (const Finding &finding : checker.findings())
      ADD_FAILURE() << finding.message;
  }
}

/// The error of a kernel that must fail in every schedule with this message.
inline void expectFault(const std::string &ptx, const std::string &message, Dim3 grid = {1},
                        Dim3 block = {32}, size_t bytes = 1024, Dim3 cluster = {0, 0, 0}) {
  inEverySchedule(
      ptx,
      [&](Device &device) {
        device.options.cluster = cluster;
        uint8_t *a = device.array(std::vector<uint8_t>(bytes));
        std::string error = device.error("k", grid, block, {a, a});
        EXPECT_NE(error.find(message), std::string::npos) << error;
      },
      Checks());
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_MEMORY_SCHEDULES_H
