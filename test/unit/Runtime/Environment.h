// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Environment variables for the length of a test, and messages that depend on it.
#ifndef HALFTONE_TEST_UNIT_RUNTIME_ENVIRONMENT_H
#define HALFTONE_TEST_UNIT_RUNTIME_ENVIRONMENT_H

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace halftone::testing {

/// True if `part` is in the text; a failure shows both.
inline ::testing::AssertionResult contains(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return ::testing::AssertionSuccess() << "'" << text << "' holds '" << part << "'";
  return ::testing::AssertionFailure() << "'" << text << "' lacks '" << part << "'";
}

class ScopedVariable {
public:
  /// Sets the variable, or removes it where `value` is null.
  ScopedVariable(std::string name, const char *value) : name(std::move(name)) {
    if (const char *old = std::getenv(this->name.c_str()))
      before = old;
    set(value);
  }
  ScopedVariable(const ScopedVariable &) = delete;
  ~ScopedVariable() { set(before ? before->c_str() : nullptr); }

private:
  void set(const char *value) {
    if (value)
      setenv(name.c_str(), value, 1);
    else
      unsetenv(name.c_str());
  }

  std::string name;
  std::optional<std::string> before;
};

} // namespace halftone::testing

#endif // HALFTONE_TEST_UNIT_RUNTIME_ENVIRONMENT_H
