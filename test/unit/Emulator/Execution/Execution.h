// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of execution share: a kernel around a few instructions, launches of
// any shape in every schedule, and observers that keep what they are told.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_EXECUTION_EXECUTION_H
#define HALFTONE_TEST_UNIT_EMULATOR_EXECUTION_EXECUTION_H

#include "../Instruction.h"

#include "halftone/Emulator/Observer.h"

#include <functional>

namespace halftone::emulator::test {

struct Plan {
  const char *name;
  Schedule schedule;
  uint64_t seed = 0;
};

/// Every schedule, those with a seed several times.
inline std::vector<Plan> allPlans(uint64_t seeds = 6) {
  std::vector<Plan> plans = {{"default", Schedule::Default}, {"lazy", Schedule::LazyRoundRobin}};
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    plans.push_back({"priority", Schedule::EagerPriority, seed});
    plans.push_back({"random", Schedule::Random, seed});
  }
  return plans;
}

/// A kernel `k(out, in)` whose body leaves a word in %d, in thread t of block b of a
/// line of blocks; it goes to out[b * ntid + t]. `%in` is the address `in`, which tests
/// use as they like.
inline std::string kernel(const std::string &body, const std::string &variables = "",
                          const std::string &directives = "", const char *target = "sm_90a") {
  std::string text =
      moduleText(variables + ".visible .entry k(.param .u64 out, .param .u64 in) " + directives +
                     " {\n  .reg .b64 %rd<16>;\n  .reg .b64 %in;\n  .reg .b32 %r<32>;\n"
                     "  .reg .f32 %f<8>;\n  .reg .b32 %t, %d, %n, %c, %w;\n"
                     "  .reg .pred %p, %q, %s;\n  mov.u32 %t, %tid.x;\n  mov.u32 %d, 0;\n"
                     "  mov.u32 %c, %ctaid.x;\n  shr.u32 %w, %t, 5;\n"
                     "  ld.param.u64 %in, [in];\n" +
                     body +
                     "\nDONE:\n  mov.u32 %n, %ntid.x;\n  mad.lo.u32 %n, %n, %c, %t;\n"
                     "  ld.param.u64 %rd0, [out];\n  mad.wide.u32 %rd0, %n, 4, %rd0;\n"
                     "  st.global.b32 [%rd0], %d;\n  ret;\n}\n",
                 target);
  // Shuffles and votes without '.sync' ended with PTX 6.4.
  if (std::string_view(target) == "sm_60")
    text.replace(text.find("8.0"), 3, "6.3");
  checkLegal(text);
  return text;
}

/// A launch of such a kernel; `in` is 64 words that begin as zeros.
class Launcher {
public:
  explicit Launcher(const std::string &text) : device(text) {}

  Status tryRun(uint32_t blocks, uint32_t threads) {
    input.assign(64, 0);
    output.assign(size_t{blocks} * threads, 0xdeadbeef);
    Memory memory;
    memory.add(input.data(), 4 * input.size());
    memory.add(output.data(), 4 * output.size());
    const Kernel *kernel = device.module ? device.module->find("k") : nullptr;
    if (!kernel)
      return Error{"no kernel"};
    uint64_t out = reinterpret_cast<uintptr_t>(output.data());
    uint64_t in = reinterpret_cast<uintptr_t>(input.data());
    const void *arguments[] = {&out, &in};
    return launch(*kernel, {blocks}, {threads}, shared, arguments, memory, options);
  }

  std::vector<uint32_t> run(uint32_t blocks, uint32_t threads) {
    Status status = tryRun(blocks, threads);
    EXPECT_TRUE(status) << status.error();
    return output;
  }

  std::string error(uint32_t blocks, uint32_t threads) {
    Status status = tryRun(blocks, threads);
    EXPECT_FALSE(status);
    return status ? "" : status.error();
  }

  void use(const Plan &plan) {
    options.schedule = plan.schedule;
    options.seed = plan.seed;
  }

  Device device;
  LaunchOptions options;
  size_t shared = 0;
  std::vector<uint32_t> input, output;
};

inline void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nhas no: " << part;
}

/// Runs in every schedule and expects `value(block * threads + thread)` of each thread.
inline void expectInAll(const std::string &text, uint32_t blocks, uint32_t threads,
                        const std::function<uint32_t(uint32_t)> &value,
                        const std::function<void(Launcher &)> &prepare = {}) {
  Launcher launcher(text);
  if (prepare)
    prepare(launcher);
  for (const Plan &plan : allPlans()) {
    SCOPED_TRACE(std::string(plan.name) + " " + std::to_string(plan.seed));
    launcher.use(plan);
    launcher.run(blocks, threads);
    for (uint32_t i = 0; i < blocks * threads; ++i)
      if (launcher.output[i] != value(i)) {
        ADD_FAILURE() << "thread " << i << " has " << launcher.output[i] << ", not " << value(i);
        break;
      }
  }
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_EXECUTION_EXECUTION_H
