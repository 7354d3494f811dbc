// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of kernels: one that is wrong, in which a check must find the right thing at
// the right line, and its right twin, in which no check may find anything. Both run in
// two schedules.
//
// A pair is one text with a `$` that is replaced by what is wrong, or by what is right.
// "// HERE" marks the line of the finding, "// THERE" that of the other party; of a
// race each may be either.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_CHECKS_PAIRS_H
#define HALFTONE_TEST_UNIT_EMULATOR_CHECKS_PAIRS_H

#include "halftone/Emulator/Checker.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace halftone::emulator::test {

struct Shape {
  uint32_t blocks = 1, threads = 64, cluster = 0;
  bool cooperative = false;
  const char *checks = "all";
  /// The words of global memory from this one on count as never written.
  int unwrittenFrom = -1;
  const char *target = "sm_90a";
  uint64_t maxInstructions = 0;
};

constexpr int numWords = 4096;

/// What a run found, and how it ended.
struct Outcome {
  std::vector<Finding> findings;
  std::string error;
  std::string all() const {
    std::string text = error.empty() ? "" : "error: " + error + "\n";
    for (const Finding &finding : findings)
      text += finding.message + "\n";
    return text.empty() ? "nothing\n" : text;
  }
};

/// A kernel around instructions: %rd0 points at global words, %rd1 at the thread's own;
/// %r0 is the thread, %r1 the block, %r2 and %r3 the addresses of shared memory `s` and of
/// mbarriers `m`, %r5 that of the thread's own word in `s`.
inline std::string kernelText(const std::string &body, const char *target) {
  return std::string(".version 8.0\n.target ") + target + R"(
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %p<16>;
  .reg .b16 %h<8>;
  .reg .b32 %r<64>;
  .reg .f32 %f<64>;
  .reg .b64 %rd<32>;
  .shared .align 1024 .b8 s[16384];
  .shared .align 8 .b64 m[4];
  ld.param.u64 %rd0, [p];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, s;
  mov.u32 %r3, m;
  shl.b32 %r4, %r0, 2;
  add.u32 %r5, %r2, %r4;
  cvt.u64.u32 %rd1, %r4;
  add.u64 %rd1, %rd0, %rd1;
)" + body +
         "\n  ret;\n}\n";
}

inline Outcome outcome(const std::string &ptx, const Shape &shape, Schedule schedule) {
  Outcome outcome;
  Result<std::unique_ptr<Module>> module = Module::parse(ptx);
  if (!module) {
    ADD_FAILURE() << module.error() << "\n" << ptx;
    return outcome;
  }
  Memory memory;
  uint32_t *words = static_cast<uint32_t *>(memory.allocate(numWords * 4));
  std::memset(words, 0, numWords * 4);
  Result<Checks> checks = Checker::parse(shape.checks);
  EXPECT_TRUE(checks) << checks.error();
  Checker checker(*checks);
  if (shape.unwrittenFrom >= 0) {
    checker.allocated(words, numWords * 4);
    checker.written(words, static_cast<size_t>(shape.unwrittenFrom) * 4);
  }
  LaunchOptions options;
  options.schedule = schedule;
  options.observer = &checker;
  options.cooperative = shape.cooperative;
  options.maxInstructions = shape.maxInstructions ? shape.maxInstructions : 1 << 20;
  if (shape.cluster)
    options.cluster = {shape.cluster, 1, 1};
  const void *arguments[] = {&words};
  Status status =
      launch(*(*module)->find("k"), {shape.blocks}, {shape.threads}, 0, arguments, memory, options);
  if (!status)
    outcome.error = status.error();
  outcome.findings = checker.findings();
  return outcome;
}

inline uint32_t lineOf(const std::string &text, const std::string &mark) {
  size_t at = text.find(mark);
  return at == std::string::npos
             ? 0
             : 1 + static_cast<uint32_t>(std::count(text.begin(), text.begin() + at, '\n'));
}

inline std::string replaced(std::string text, const std::string &by) {
  for (size_t at; (at = text.find('$')) != std::string::npos;)
    text.replace(at, 1, by);
  return text;
}

constexpr Schedule bothSchedules[] = {Schedule::LazyRoundRobin, Schedule::EagerPriority};

inline void expectClean(const std::string &body, const Shape &shape = {}) {
  for (Schedule schedule : bothSchedules) {
    std::string ptx = kernelText(body, shape.target);
    Outcome found = outcome(ptx, shape, schedule);
    EXPECT_TRUE(found.findings.empty() && found.error.empty())
        << "schedule " << static_cast<int>(schedule) << " found\n"
        << found.all() << body;
  }
}

inline void expectFound(Check check, const std::string &body, const Shape &shape = {}) {
  for (Schedule schedule : bothSchedules) {
    std::string ptx = kernelText(body, shape.target);
    uint32_t here = lineOf(ptx, "// HERE"), there = lineOf(ptx, " THERE");
    Outcome found = outcome(ptx, shape, schedule);
    bool any = false;
    for (const Finding &finding : found.findings) {
      uint32_t at = finding.at.line, other = finding.hasOther ? finding.other.line : 0;
      bool matches = (at == here && other == there) || (at == there && other == here);
      any |= finding.check == check && matches;
    }
    EXPECT_TRUE(any) << "schedule " << static_cast<int>(schedule) << ": expected '"
                     << checkName(check) << "' at lines " << here << " and " << there << ", found\n"
                     << found.all() << body;
  }
}

inline void expectPair(Check check, const std::string &body, const std::string &wrong,
                       const std::string &right, const Shape &shape = {}) {
  expectFound(check, replaced(body, wrong), shape);
  expectClean(replaced(body, right), shape);
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_CHECKS_PAIRS_H
