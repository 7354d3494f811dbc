// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of the kernels here share: a kernel file, run once in each schedule, in
// all but the first with every check on; memory whose contents the checks know of; and
// comparisons that name the first difference only.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_KERNELS_KERNELS_H
#define HALFTONE_TEST_UNIT_EMULATOR_KERNELS_KERNELS_H

#include "halftone/Emulator/Checker.h"
#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"
#include "halftone/Support/FloatBits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace halftone::emulator::test {

/// One argument of a launch, of any type that is plain data.
class Value {
public:
  template <typename T> Value(const T &value) : size(sizeof(T)) {
    static_assert(sizeof(T) <= sizeof(bytes));
    std::memcpy(bytes, &value, sizeof(T));
  }
  const void *data() const { return bytes; }

  size_t size;

private:
  alignas(64) unsigned char bytes[128] = {};
};

/// How a launch differs from the plainest.
struct How {
  size_t shared = 0;
  bool cooperative = false;
  Dim3 cluster = {0, 0, 0};
};

/// `file` is "name.architecture".
inline std::string kernelText(const std::string &file) {
  std::ifstream stream(std::string(KERNELS_DIR) + "/ptx/" + file + ".ptx");
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

class Device {
public:
  Device(const std::string &ptx, Schedule schedule, uint64_t seed, bool checked) {
    options.schedule = schedule;
    options.seed = seed;
    // Far more than any kernel here takes: a livelock ends.
    options.maxInstructions = 20'000'000;
    if (checked) {
      checker = std::make_unique<Checker>(*Checker::parse("all"));
      options.observer = checker.get();
    }
    Result<std::unique_ptr<Module>> result = Module::parse(ptx);
    EXPECT_TRUE(result) << result.error();
    if (result)
      module = std::move(*result);
  }

  template <typename T> T *array(const std::vector<T> &values) {
    T *place = empty<T>(values.size());
    std::copy(values.begin(), values.end(), place);
    if (checker)
      checker->written(place, values.size() * sizeof(T));
    return place;
  }
  template <typename T> T *zeros(size_t n) { return array(std::vector<T>(n)); }
  /// For results: the checks know that nobody has written it.
  template <typename T> T *empty(size_t n) {
    void *place = memory.allocate(n * sizeof(T));
    if (checker)
      checker->allocated(place, n * sizeof(T));
    return static_cast<T *>(place);
  }
  /// Tells the checks of what the host wrote.
  template <typename T> void wrote(const T *place, size_t n) {
    if (checker)
      checker->written(place, n * sizeof(T));
  }

  Status tryRun(const char *name, Dim3 grid, Dim3 block, std::initializer_list<Value> arguments,
                How how = {}) {
    const Kernel *kernel = module ? module->find(name) : nullptr;
    if (!kernel)
      return Error{std::string("no kernel ") + name};
    const std::vector<Parameter> &parameters = kernel->parameters();
    EXPECT_EQ(arguments.size(), parameters.size()) << name;
    std::vector<const void *> pointers;
    for (const Value &argument : arguments) {
      if (pointers.size() < parameters.size()) {
        EXPECT_EQ(argument.size, parameters[pointers.size()].bytes)
            << name << ", argument " << pointers.size();
      }
      pointers.push_back(argument.data());
    }
    options.cooperative = how.cooperative;
    options.cluster = how.cluster;
    return launch(*kernel, grid, block, how.shared, pointers.data(), memory, options);
  }

  /// A launch that must end well, without a finding.
  void run(const char *name, Dim3 grid, Dim3 block, std::initializer_list<Value> arguments,
           How how = {}) {
    Status status = tryRun(name, grid, block, arguments, how);
    EXPECT_TRUE(status) << name << ": " << status.error();
    if (!checker)
      return;
    size_t shown = 0;
    for (const Finding &finding : checker->findings())
      if (shown++ < 3)
        ADD_FAILURE() << name << ": " << finding.message;
    checker->clear();
  }

  Memory memory;
  LaunchOptions options;
  std::unique_ptr<Checker> checker;
  std::unique_ptr<Module> module;
};

/// Runs `body` on a new device for each file and schedule.
template <typename Body>
void everySchedule(std::initializer_list<const char *> files, const Body &body) {
  struct Way {
    const char *name;
    Schedule schedule;
    uint64_t seed;
    bool checked;
  };
  const Way ways[] = {{"default", Schedule::Default, 0, false},
                      {"lazy, in turn", Schedule::LazyRoundRobin, 0, true},
                      {"eager, by priority", Schedule::EagerPriority, 1, true},
                      {"random", Schedule::Random, 2, true}};
  for (const char *file : files)
    for (const Way &way : ways) {
      SCOPED_TRACE(std::string(file) + ", " + way.name);
      Device device(kernelText(file), way.schedule, way.seed, way.checked);
      if (device.module)
        body(device);
    }
}

/// Whole numbers of [low, high], the same for each seed everywhere.
template <typename T> std::vector<T> integers(size_t n, int64_t low, int64_t high, unsigned seed) {
  std::mt19937_64 random(seed);
  uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  std::vector<T> values(n);
  for (T &value : values)
    value = static_cast<T>(static_cast<int64_t>(static_cast<uint64_t>(low) + random() % count));
  return values;
}

template <typename T> std::vector<T> uniform(size_t n, double low, double high, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(n);
  for (T &value : values)
    value = static_cast<T>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
  return values;
}

inline std::vector<uint16_t> toF16(const std::vector<float> &values) {
  std::vector<uint16_t> bits;
  for (float value : values)
    bits.push_back(narrowF16(value));
  return bits;
}
inline std::vector<uint16_t> toBF16(const std::vector<float> &values) {
  std::vector<uint16_t> bits;
  for (float value : values)
    bits.push_back(narrowBF16(value));
  return bits;
}

template <typename T>
void expectSame(const T *got, const std::vector<T> &expected, const char *what) {
  size_t wrong = 0, first = 0;
  for (size_t i = expected.size(); i-- > 0;)
    if (!(got[i] == expected[i]))
      ++wrong, first = i;
  if (wrong)
    ADD_FAILURE() << what << ": " << wrong << " of " << expected.size() << " differ, the first at "
                  << first << ": expected " << +expected[first] << ", got " << +got[first];
}

/// |got - expected| <= bound(i) everywhere; NaN is never near.
template <typename T, typename Bound>
void expectNear(const T *got, const std::vector<double> &expected, const Bound &bound,
                const char *what) {
  size_t wrong = 0, first = 0;
  for (size_t i = expected.size(); i-- > 0;)
    if (!(std::fabs(static_cast<double>(got[i]) - expected[i]) <= bound(i)))
      ++wrong, first = i;
  if (wrong)
    ADD_FAILURE() << what << ": " << wrong << " of " << expected.size()
                  << " are too far, the first at " << first << ": expected " << expected[first]
                  << ", got " << static_cast<double>(got[first]) << ", within " << bound(first);
}

/// Rows of A (m x k) times columns of B, with the sums of magnitudes for bounds.
struct Product {
  std::vector<double> values, sizes;
};
/// B is k x n, or n x k if `transposed`.
template <typename A, typename B>
Product multiply(const A &a, const B &b, size_t m, size_t n, size_t k, bool transposed) {
  Product result{std::vector<double>(m * n), std::vector<double>(m * n)};
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t l = 0; l < k; ++l) {
        double product = static_cast<double>(a[i * k + l]) *
                         static_cast<double>(transposed ? b[j * k + l] : b[l * n + j]);
        result.values[i * n + j] += product;
        result.sizes[i * n + j] += std::fabs(product);
      }
  return result;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_KERNELS_KERNELS_H
