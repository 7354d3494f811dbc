// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the emulator's tests share: a module, its memory, and launches with typed
// arguments.
#ifndef HALFTONE_TEST_UNIT_EMULATOR_DEVICE_H
#define HALFTONE_TEST_UNIT_EMULATOR_DEVICE_H

#include "halftone/Emulator/Launch.h"
#include "halftone/Emulator/Memory.h"
#include "halftone/Emulator/Module.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

namespace halftone::emulator::test {

inline std::string readInput(const std::string &name) {
  std::ifstream file(std::string(EMULATOR_INPUTS) + "/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// One argument of a launch, of any type that is plain data.
class Argument {
public:
  template <typename T> Argument(T value) {
    static_assert(sizeof(T) <= sizeof(bytes));
    std::memcpy(bytes, &value, sizeof(T));
  }
  const void *data() const { return bytes; }

private:
  alignas(8) unsigned char bytes[8] = {};
};

class Device {
public:
  explicit Device(const std::string &ptx) {
    Result<std::unique_ptr<Module>> result = Module::parse(ptx);
    EXPECT_TRUE(result) << result.error();
    if (result)
      module = std::move(*result);
  }

  template <typename T> T *array(const std::vector<T> &values) {
    T *place = static_cast<T *>(memory.allocate(values.size() * sizeof(T)));
    std::copy(values.begin(), values.end(), place);
    return place;
  }

  Status tryLaunch(const char *name, Dim3 grid, Dim3 block,
                   std::initializer_list<Argument> arguments, size_t shared = 0) {
    const Kernel *kernel = module ? module->find(name) : nullptr;
    if (!kernel)
      return Error{std::string("no kernel ") + name};
    std::vector<const void *> pointers;
    for (const Argument &argument : arguments)
      pointers.push_back(argument.data());
    EXPECT_EQ(pointers.size(), kernel->parameters().size());
    return launch(*kernel, grid, block, shared, pointers.data(), memory, options);
  }

  void run(const char *name, Dim3 grid, Dim3 block, std::initializer_list<Argument> arguments,
           size_t shared = 0) {
    Status status = tryLaunch(name, grid, block, arguments, shared);
    EXPECT_TRUE(status) << status.error();
  }

  /// The error of a launch that must fail.
  std::string error(const char *name, Dim3 grid, Dim3 block,
                    std::initializer_list<Argument> arguments, size_t shared = 0) {
    Status status = tryLaunch(name, grid, block, arguments, shared);
    EXPECT_FALSE(status);
    return status.error();
  }

  Memory memory;
  std::unique_ptr<Module> module;
  LaunchOptions options;
};

/// A module around instructions, for sm_90 unless another chip is named.
inline std::string moduleText(const std::string &body, const char *target = "sm_90") {
  std::string version = std::string_view(target) == "sm_100a" ? "8.8" : "8.0";
  return ".version " + version + "\n.target " + target + "\n.address_size 64\n" + body;
}

} // namespace halftone::emulator::test

#endif // HALFTONE_TEST_UNIT_EMULATOR_DEVICE_H
