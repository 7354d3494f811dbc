// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the driver's entry points by the names that carry their version (`_v2`), which
// keep their meaning for ever.
#include "CudaDriver.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace halftone;
using namespace halftone::runtime;
using namespace halftone::runtime::cuda;

static const char emulate[] = "; --device=emulated runs the step without a GPU";

static std::string toText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

Result<Driver> Driver::load() {
  const char *name = std::getenv("HALFTONE_LIBCUDA");
  if (!name || !*name)
    name = "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Error{std::string("no CUDA driver: ") + dlerror() + emulate};
  Driver driver;
  // By name first: without it nothing can be asked. Its version says what to expect.
  driver.driverGetVersion = reinterpret_cast<Code (*)(int *)>(dlsym(library, "cuDriverGetVersion"));
  if (!driver.driverGetVersion || driver.driverGetVersion(&driver.version) != success)
    return Error{std::string("no CUDA driver: '") + name + "' does not tell its version" + emulate};
#define HALFTONE_FIND(member, symbol, since, arguments)                                            \
  driver.member = reinterpret_cast<Code(*) arguments>(dlsym(library, #symbol));                    \
  if (!driver.member && driver.version >= since)                                                   \
    return Error{std::string("'") + name + "', a driver for CUDA " + driver.versionText() +        \
                 ", has no '" #symbol "'" + emulate};
  HALFTONE_CUDA_DRIVER(HALFTONE_FIND)
#undef HALFTONE_FIND
  if (Code code = driver.init(0); code != success)
    return Error{"the CUDA driver does not start: " + driver.describe(code) + emulate};
  return driver;
}

std::string Driver::versionText() const { return toText(version); }

std::string Driver::describe(Code code) const {
  const char *name = nullptr, *text = nullptr;
  getErrorName(code, &name);
  getErrorString(code, &text);
  std::string result = name ? name : "CUDA error " + std::to_string(code);
  return text ? result + " (" + text + ")" : result;
}
